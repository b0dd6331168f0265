"""What holds for any Markdown: places are lines, exact runs are exact, newlines do not matter, words stay."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core.model import BlockKind, ParsedDocument
from explorer.core.parsing import read_document

# Pieces of Markdown; each W becomes a word of its own, which must be found in some block.
INLINE = st.sampled_from(
    [
        "W",
        "*W*",
        "**W W**",
        "`W`",
        "`` W ` W ``",
        "[W](/target 'a title W0')",
        "![W](p.png)",
        "<b>W</b>",
        "&amp;W",
        r"\*W\*",
        "W_W_W",
        "~~W~~",
        "<https://x.y/W>",
        "W|W",
        r"W \| W",
        "é👩‍👩‍👧W",
        "[W]",
        "[^1]W",
        "W<br>W",
        "W  ",
        "W\\",
        "\tW",
        "*W",
        "`W",
        "W < W",
        "[[W]]",
        "![[W0|W]]",
        "$W_W$",
        "$W",
        "W{.c}",
        "[W]{#i .c}",
        "{{< ref >}}W",
        "{{ W }}",
        "{/* c */}W",
        "<Foo a={1}>W</Foo>",
        "<Foo />W",
        "<W>",
        "[!NOTE] W",
        "4.2 **W.** W",
        "(a) **W W.**",
        "\u2028W",
    ]
)
PREFIX = st.sampled_from(
    [
        "",
        "",
        "# ",
        "### ",
        "> ",
        "> > ",
        "- ",
        "* ",
        "  - ",
        "3. ",
        "7) ",
        "    ",
        "\t",
        "| ",
        ": ",
        ":   ",
        "> [!TIP] ",
        "   ",
        "[^1]: ",
        "> - ",
        "- > ",
    ]
)
WHOLE = st.sampled_from(
    [
        "",
        "",
        "---",
        "===",
        "```",
        "~~~ python",
        "|---|---|",
        "---|:-:",
        "<div>",
        "</div>",
        "<h2>W</h2>",
        "<table><tr><th>W</th><td>W &lt; W</td></tr></table>",
        "<!-- note -->",
        "***",
        "<pre>W  W",
        "</pre>",
        "<details><summary>W</summary>",
        "> ",
        "-",
        '!!! note "W"',
        "??? W",
        '=== "W"',
        "/// note | W",
        "///",
        "::: warning W",
        "::::",
        "::: {.c}",
        "{: .c #i}",
        "[TOC]",
        "$$",
        "\\[",
        "\\]",
        "{% hint a %}",
        "{% highlight x %}",
        "{% endhighlight %}",
        "{{% x %}} {{% y %}}",
        "<Tabs>",
        "</Tabs>",
        '<Tab label="W0">',
        "import a from 'b'",
        "4.2 **W.** W",
    ]
)
LINE = st.one_of(
    st.builds(lambda prefix, pieces: prefix + " ".join(pieces), PREFIX, st.lists(INLINE, min_size=1, max_size=4)), WHOLE
)
DOCUMENT = st.lists(LINE, max_size=14)


def numbered(lines: list[str]) -> list[str]:
    """Give each word a number of its own; words in titles of links (`W0`) keep theirs."""
    count = 0

    def name(_: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return f"w{count + 100}x"

    return [re.sub(r"W(?!0)", name, line) for line in lines]


def read(text: str) -> ParsedDocument:
    return read_document(text.encode(), "some.md")


@settings(max_examples=150, deadline=None)
@given(DOCUMENT, st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
def test_places_and_runs(lines: list[str], newline: str, mark: bool) -> None:
    text = "\ufeff" * mark + newline.join(numbered(lines))
    document = read(text)
    assert document.source_text == text
    starts = {int(mark), *(match.end() for match in re.finditer(r"\r\n?|\n", text))}
    ends = {len(text), *(match.start() for match in re.finditer(r"\r\n?|\n", text))}
    before = 0
    # A run-in heading shares its last line with the rest of its paragraph, and with nothing else.
    shared = False
    for block in document.blocks:
        start, end = block.place.start, block.place.end
        assert start is not None
        assert end is not None
        assert shared or start in starts
        shared = block.kind is BlockKind.HEADING and end not in ends
        assert shared or end in ends
        assert before <= start < end
        before = start
        assert text[start:end].strip()
        at = 0
        for run in block.runs:
            assert run.start == at < run.end
            at = run.end
            assert run.place.start is not None
            assert run.place.end is not None
            assert start <= run.place.start <= run.place.end <= end
            if run.exact:
                assert text[run.place.start : run.place.end] == block.text[run.start : run.end]
        assert at == len(block.text)


@settings(max_examples=100, deadline=None)
@given(DOCUMENT)
def test_kind_of_newline_changes_nothing(lines: list[str]) -> None:
    lines = numbered(lines)
    trees = [
        [(block.kind, block.level, block.text, block.group, block.slug) for block in read(newline.join(lines)).blocks]
        for newline in ("\n", "\r\n", "\r")
    ]
    assert trees[0] == trees[1] == trees[2]


@settings(max_examples=150, deadline=None)
@given(DOCUMENT)
def test_no_word_is_lost(lines: list[str]) -> None:
    text = "\n".join(numbered(lines))
    found = "\n".join(block.text for block in read(text).blocks)
    missing = [word for word in re.findall(r"w\d+x", text) if word not in found]
    assert missing == []


@settings(max_examples=100, deadline=None)
@given(DOCUMENT)
def test_words_are_found_where_they_stand(lines: list[str]) -> None:
    """Each word is unique, so its run must lead to it: exactly, or to a place that holds it."""
    text = "\n".join(numbered(lines))
    document = read(text)
    for block in document.blocks:
        for match in re.finditer(r"w\d+x", block.text):
            place = block.place_of(match.start(), match.end())
            assert match[0] in text[place.start : place.end]


@settings(max_examples=100, deadline=None)
@given(DOCUMENT)
def test_presentation_marks_and_groups(lines: list[str]) -> None:
    for block in read("\n".join(numbered(lines))).blocks:
        assert (block.level > 0) == (block.kind is BlockKind.HEADING)
        assert (block.group > 0) == (block.kind in (BlockKind.LIST_ITEM, BlockKind.QUOTE))
        if block.kind is BlockKind.TABLE:
            assert all(line.startswith("|") and line.endswith("|") for line in block.text.split("\n"))
        if block.kind is not BlockKind.CODE:
            assert block.text == block.text.strip()

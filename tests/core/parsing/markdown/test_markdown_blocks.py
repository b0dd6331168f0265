"""Markdown to blocks, as a table of cases: source, then (kind, level, text) of each block."""

from __future__ import annotations

import sys
import traceback

import pytest

from explorer.core.model import BlockKind, ParsedDocument, TitleSource
from explorer.core.parsing import read_document


def read(text: str, name: str = "some.md") -> ParsedDocument:
    return read_document(text.encode(), name)


CASES = {
    "inline marks go, words stay": (
        "A *b* **c** `d  e` [f](g 'h') ![i](j) &lt;k&gt; \\*l\\* ~~m~~ <u>n</u> <https://o.p>\n",
        [("paragraph", 0, "A b c d  e f i <k> *l* m n https://o.p")],
    ),
    "soft break is a blank, hard break a line": ("a\nb  \nc\\\nd<br>e\n", [("paragraph", 0, "a b\nc\nd\ne")]),
    "word after a link's title is the right one": ('[a](b "c d") d\n', [("paragraph", 0, "a d")]),
    "numbers as written": ("3. a\n4. b\n7. c\n", [("list", 0, "3. a"), ("list", 0, "4. b"), ("list", 0, "7. c")]),
    "repeated numbers count up": (
        "1. a\n1. b\n1. c\n",
        [("list", 0, "1. a"), ("list", 0, "2. b"), ("list", 0, "3. c")],
    ),
    "nested items are lines": (
        "- a\n  more\n\n  second\n  1) b\n     * c\n- [x] d\n",
        [("list", 0, "- a more\n  second\n  1) b\n    * c"), ("list", 0, "- [x] d")],
    ),
    "code in an item keeps its lines": (
        "- a\n\n  ```py\n  x = 1\n    y\n  ```\n",
        [("list", 0, "- a\n  x = 1\n    y")],
    ),
    "headings in quotation and list are text": (
        "> # a\n> b\n\n- # c\n",
        [("quote", 0, "a"), ("quote", 0, "b"), ("list", 0, "- c")],
    ),
    "list and code in a quotation": (
        "> - a\n>   - b\n>\n> ```\n> c  d\n> ```\n",
        [("quote", 0, "- a\n  - b"), ("quote", 0, "c  d")],
    ),
    "code keeps white space": ("```python title=x\n\n  a\n\tb  \n```\n", [("code", 0, "\n  a\n\tb  ")]),
    "indented code": ("    a\n\n      b\n", [("code", 0, "a\n\n  b")]),
    "table": (
        "| *a* | b |\n|---|:-:|\n| c \\| d | `e` |\n| f |\n| g | h | i |\n",
        [("table", 0, "| a | b |\n| c \\| d | e |\n| f |  |\n| g | h | i |")],
    ),
    "table without outer pipes": ("a | b\n--- | ---\nc | d\n", [("table", 0, "| a | b |\n| c | d |")]),
    "footnote": (
        "Text[^1].\n\n[^1]: Single\n[^n]: Two\n\n    parts.\n",
        [("paragraph", 0, "Text[^1]."), ("paragraph", 0, "[^1]: Single"), ("paragraph", 0, "[^n]: Two\n  parts.")],
    ),
    "HTML headings count": (
        "<h2>A <em>b</em></h2>\n\n<h3 align='center'>\n\nC *d*\n\n</h3>\n\ntext\n",
        [("heading", 2, "A b"), ("heading", 3, "C d"), ("paragraph", 0, "text")],
    ),
    "HTML comments and scripts are no words": (
        "<!-- a\n\nb -->\n\nc <!-- d --> e\n\n<script>\nf\n</script>\n\n<style>g</style>\n",
        [("paragraph", 0, "c e")],
    ),
    "HTML table": (
        "<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td>c | d</td><td>e<br>f &amp; g</td></tr>\n</table>\n",
        [("table", 0, "| a | b |\n| c \\| d | e f & g |")],
    ),
    "details": (
        "<details><summary>Question?</summary>\nAnswer\n<img alt='Picture'></details>\n",
        [("paragraph", 0, "Question?"), ("paragraph", 0, "Answer Picture")],
    ),
    "preformatted HTML": ("<pre>\n a  b\n\n  c\n</pre>\n", [("code", 0, "\n a  b\n\n  c\n")]),
    "anchors behind headings are addresses": (
        "# Set up { #set-up }\n\n## a {b}\n",
        [("heading", 1, "Set up"), ("heading", 2, "a {b}")],
    ),
    "setext over lines": ("a\n*b*\n===\n", [("heading", 1, "a b")]),
    "rule and definition are no words": ("[a]: b 'c'\n\n---\n\n[a]\n", [("paragraph", 0, "a")]),
    "two rules around prose are no front matter": (
        "---\nSome prose.\n\n---\nend\n",
        [("paragraph", 0, "Some prose."), ("paragraph", 0, "end")],
    ),
    "front matter behind a byte order mark": ("\ufeff---\ntitle: T\n---\n# a\n", [("heading", 1, "a")]),
    "front matter alone": ("---\ntitle: T\n---\n", []),
    "white space": (" \n\t\n\u200b \n"[:4], []),
    "nothing": ("", []),
}


@pytest.mark.parametrize(("source", "expected"), CASES.values(), ids=CASES.keys())
def test_blocks(source: str, expected: list[tuple[str, int, str]]) -> None:
    assert [(block.kind.value, block.level, block.text) for block in read(source).blocks] == expected


def test_blocks_of_a_list_and_of_a_quotation_share_a_group() -> None:
    document = read("- a\n- b\n\n1. c\n\n> d\n>\n> e\n\n> f\n")
    assert [block.group for block in document.blocks] == [1, 1, 2, 3, 3, 4]


def test_slugs_by_githubs_rule() -> None:
    document = read("# Day pass!\n\n## `code` & more\n\n## Day pass\n")
    assert [block.slug for block in document.blocks] == ["day-pass", "code--more", "day-pass-1"]


def test_table_has_a_header_row_and_a_run_for_each_row() -> None:
    block = read("| a | b |\n|---|---|\n| c | d |\n").blocks[0]
    assert block.header_rows == 1
    second = block.text.index("| c")
    assert block.place_of(second + 2, second + 3).start == len("| a | b |\n|---|---|\n| ")


def test_place_takes_in_the_whole_lines() -> None:
    text = "\ufeff# a #\r\n\r\n- b\r\n\r\n  c\r\n\r\nd\r\n==\r\n"
    document = read(text)
    places = [text[block.place.start : block.place.end] for block in document.blocks]
    assert places == ["# a #", "- b\r\n\r\n  c", "d\r\n=="]


@pytest.mark.parametrize(
    ("text", "name", "title", "source"),
    [
        ("---\ntitle: From fields\n---\n# Heading\n", "a.md", "From fields", TitleSource.FRONT_MATTER),
        ("# Only one\n\n## Sub\n", "a.md", "Only one", TitleSource.HEADING),
        ("## First\n\n### Sub\n", "a.md", "First", TitleSource.HEADING),
        ("# One\n\n# Two\n", "hr/leave-rules-v7.md", "leave rules", TitleSource.FILE_NAME),
        ("### Sub\n\ntext\n\n## Late\n", "notes.md", "notes", TitleSource.FILE_NAME),
        ("text\n", "v2.md", "v2", TitleSource.FILE_NAME),
        ("# ***\n", "a_b.md", "a b", TitleSource.FILE_NAME),
    ],
)
def test_title(text: str, name: str, title: str, source: TitleSource) -> None:
    document = read(text, name)
    assert (document.title, document.title_source) == (title, source)


def test_evidence() -> None:
    assert read("# a\n").evidence == "Markdown headings"
    assert read("a\n").evidence == "none"


def test_deep_list_keeps_words_and_the_headings_behind_it() -> None:
    lines = ["  " * depth + f"- item{depth}x" for depth in range(300)]
    document = read("\n".join([*lines, "", "# After", ""]))
    assert all(f"item{depth}x" in document.blocks[0].text for depth in range(300))
    assert document.blocks[-1].kind is BlockKind.HEADING
    assert any("nested too deeply (line " in note for note in document.notes)


def test_text_that_python_cannot_recurse_into_is_read_as_plain_text() -> None:
    text = "# Title\n\n" + "> " * 60 + "deep\n\nlast\n"
    limit = sys.getrecursionlimit()
    depth = sum(1 for _ in traceback.walk_stack(None))
    sys.setrecursionlimit(depth + 110)
    try:
        document = read(text)
    finally:
        sys.setrecursionlimit(limit)
    assert [block.kind for block in document.blocks] == [BlockKind.PARAGRAPH] * 3
    assert "deep" in document.blocks[1].text
    assert any("plain text" in note for note in document.notes)


HOSTILE = {
    "brackets": "[" * 5000,
    "images": "![" * 2000,
    "stars": "*a " * 5000,
    "backticks": "`a" * 5000,
    "open tags": '<a "' * 5000,
    "open tags in HTML": "<div>\n" + '<a "' * 5000,
    "one line": "word " * 200_000,
    "one word": "w" * 1_000_000,
    "entities": "&#0;&#xD800;&amp" * 500,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_read(text: str) -> None:
    document = read(text)
    for block in document.blocks:
        block.text.encode("utf-8")
        assert "\0" not in block.text

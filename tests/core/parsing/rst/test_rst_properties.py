"""What holds for any reStructuredText: places are lines, runs are exact, words stay, bytes do no harm."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import BlockKind, ParsedDocument
from explorer.core.parsing import read_document

# Pieces of reStructuredText; each W becomes a word of its own, which must be found in some block.
INLINE = st.one_of(
    st.sampled_from(
        ("W", "*W*", "**W W**", "``W``", "`W`", "`W <http://x.y>`_", "W_", ":ref:`W <label>`", ":term:`W`")
    ),
    st.sampled_from(("`W`:abbr:", "[1]_ W", "|W|", "\\*W", "W\\ W", "*W", "`W", "``W", "http://x.y/W", "W::", "W:")),
    st.sampled_from(("W. W", "泵 W", "W\u2028W", "W\tW")),
)
PREFIX = st.one_of(
    st.sampled_from(
        ("", "", "", "- ", "* ", "  - ", "1. ", "#. ", "  ", "    ", "\t", ":f: ", "-a  ", "| ", ">>> ", "> ")
    ),
    st.sampled_from(("", "", ".. [1] ", ".. note:: ", ".. strange:: ", "__ ", "+", "   ", ".. [#] ", ".. rubric:: ")),
)
WHOLE = st.one_of(
    st.sampled_from(("", "", "", "====", "----", "~~~~~~~~", "::", "=====  =====", "+---+---+", "| W | W |", "..")),
    st.sampled_from(("W\n====", "W\n----", ".. code-block:: x", "   :option: y", ".. figure:: a.png", "\x0c")),
    st.sampled_from((".. list-table::", "   * - W", "     - W")),
)
LINE = st.one_of(
    st.builds(lambda prefix, pieces: prefix + " ".join(pieces), PREFIX, st.lists(INLINE, min_size=1, max_size=3)), WHOLE
)
DOCUMENT = st.lists(LINE, max_size=14)


def numbered(lines: list[str]) -> str:
    """Give each word a number of its own."""
    count = 100

    def name(_: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return f"W{count}x"

    return re.sub("W", name, "\n".join(lines))


def read(text: str) -> ParsedDocument:
    return read_document(text.encode(), "some.rst")


@settings(max_examples=150, deadline=None)
@given(DOCUMENT, st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
def test_places_and_runs(lines: list[str], newline: str, mark: bool) -> None:
    text = "\ufeff" * mark + numbered(lines).replace("\n", newline)
    document = read(text)
    assert document.source_text == text
    starts = {int(mark), *(match.end() for match in re.finditer(r"\r\n?|\n", text))}
    ends = {len(text), *(match.start() for match in re.finditer(r"\r\n?|\n", text))}
    before = 0
    for block in document.blocks:
        start, end = block.place.start, block.place.end
        assert start is not None
        assert end is not None
        assert start in starts
        assert end in ends
        assert before <= start < end
        before = start
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


def is_silent(text: str) -> bool:
    """Tell whether a document holds what has no words: comments, options, definitions and arguments of pictures."""
    return bool(re.search(r"^\s*\.\.(?!\s*(?:note|strange|rubric)::)|^\s+:|^\s*__ |^\s*:f:", text, re.MULTILINE))


@settings(max_examples=200, deadline=None)
@given(DOCUMENT)
def test_no_word_is_lost(lines: list[str]) -> None:
    text = numbered(lines)
    found = "\n".join(block.text for block in read(text).blocks)
    missing = [word for word in re.findall(r"W\d+x", text) if word not in found]
    assert missing == [] or is_silent(text)


@settings(max_examples=150, deadline=None)
@given(DOCUMENT)
def test_words_are_found_where_they_stand(lines: list[str]) -> None:
    """Each word is unique, so its run must lead to it: exactly, or to a place that holds it."""
    text = numbered(lines)
    for block in read(text).blocks:
        lines_of_block = text[block.place.start : block.place.end]
        for match in re.finditer(r"W\d+x", block.text):
            place = block.place_of(match.start(), match.end())
            exact = text[place.start : place.end] == match[0]
            assert exact or match[0] in lines_of_block, (match[0], block)


@settings(max_examples=100, deadline=None)
@given(DOCUMENT)
def test_kinds_levels_and_groups(lines: list[str]) -> None:
    document = read(numbered(lines))
    assert (document.evidence != "none") == any(block.level for block in document.blocks)
    for block in document.blocks:
        assert (block.level > 0) == (block.kind is BlockKind.HEADING)
        assert (block.group > 0) == (block.kind in (BlockKind.LIST_ITEM, BlockKind.QUOTE))
        if block.kind is BlockKind.TABLE:
            assert all(line.startswith("|") and line.endswith("|") for line in block.text.split("\n"))


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.binary(max_size=400), st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        document = read_document(data, "a.rst")
    except UnreadableDocumentError:
        return
    assert document.format == "rst"

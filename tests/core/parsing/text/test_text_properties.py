"""What holds for any plain text: places are lines, exact runs are exact, no words are lost, any bytes are survived."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import BlockKind, ParsedDocument
from explorer.core.parsing import read_document

# Pieces of plain text; each W becomes a word of its own, which must be found in some block.
PREFIX = st.sampled_from(
    (
        "",
        "",
        "",
        "1. ",
        "1.1 ",
        "2 ",
        "4.2. ",
        "ARTICLE IV ",
        "§ 7 ",
        "第三章 ",
        "- ",
        "* ",
        "  - ",
        "(a) ",
        "a) ",
        "   3. ",
    )
)
SECOND = st.sampled_from(
    ("", "", "", "", "> ", "> > ", "    ", "\t", "| ", "o  ", "Chapter 3: ", "A. ", "I. ", "\f", "Appendix C", "泵")
)
WORDS = st.sampled_from(
    ("W", "W W", "W W.", "W, W:", "W     W", "W\tW", "W = f(W);", "W -", "WW", "É W", "W 。W", "W ... 7")
)
WHOLE = st.sampled_from(
    ("", "", "===", "----------", "~~~~~", "*****", "\f", "  ", "+---+---+", "1.", "[Page 1]", "\u200b")
)
LINE = st.one_of(st.builds(lambda first, second, words: first + second + words, PREFIX, SECOND, WORDS), WHOLE)
DOCUMENT = st.lists(LINE, max_size=16)


def numbered(lines: list[str]) -> list[str]:
    """Give each word a number of its own."""
    count = 100

    def name(_: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return f"W{count}x"

    return [re.sub("W", name, line) for line in lines]


def read(text: str) -> ParsedDocument:
    return read_document(text.encode(), "some.txt")


@settings(max_examples=150, deadline=None)
@given(DOCUMENT, st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
def test_places_and_runs(lines: list[str], newline: str, mark: bool) -> None:
    text = "\ufeff" * mark + newline.join(numbered(lines))
    document = read(text)
    assert document.source_text == text
    starts = {int(mark), *(match.end() for match in re.finditer(r"\r\n?|\n", text))}
    ends = {len(text), *(match.start() for match in re.finditer(r"\r\n?|\n", text))}
    before = -1
    for block in document.blocks:
        start, end = block.place.start, block.place.end
        assert start is not None
        assert end is not None
        assert start in starts
        assert end in ends
        assert before <= start < end
        before = end
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


@settings(max_examples=150, deadline=None)
@given(DOCUMENT)
def test_words_stay_in_order_and_lead_to_their_place(lines: list[str]) -> None:
    text = "\n".join(numbered(lines))
    document = read(text)
    found = [word for block in document.blocks for word in re.findall(r"W\d+x", block.text)]
    assert found == re.findall(r"W\d+x", text)
    for block in document.blocks:
        for match in re.finditer(r"W\d+x", block.text):
            place = block.place_of(match.start(), match.end())
            assert text[place.start : place.end] == match[0]


@settings(max_examples=100, deadline=None)
@given(DOCUMENT)
def test_kinds_levels_and_groups(lines: list[str]) -> None:
    document = read("\n".join(numbered(lines)))
    has_headings = any(block.kind is BlockKind.HEADING for block in document.blocks)
    assert (document.evidence != "none") == has_headings
    for block in document.blocks:
        assert (block.level > 0) == (block.kind is BlockKind.HEADING)
        assert (block.group > 0) == (block.kind in (BlockKind.LIST_ITEM, BlockKind.QUOTE))
        assert block.text.strip()


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.binary(max_size=400), st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace"))))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        document = read_document(data, "a.txt")
    except UnreadableDocumentError:
        return
    assert document.format == "text"


@pytest.mark.parametrize("text", ["", "   \n\n", "\u200b\n\u200b\n", "\ufeff", "\f\f"])
def test_nothing_in_it(text: str) -> None:
    document = read(text)
    assert document.blocks == ()
    assert any("empty" in note for note in document.notes)


HOSTILE = {
    "one line": "word " * 200_000,
    "one word": "x" * 1_000_000,
    "dots": "1." * 200_000,
    "blank lines": "a\n" + "\n" * 300_000 + "b",
    "list without end": "Intro\n" + "3. item\n" * 5_000,
    "nested list": "".join(" " * depth * 2 + "- item\n" for depth in range(1_000)),
    "headings": "".join(f"{n}. Heading {n}\n\nText.\n\n" for n in range(1, 2_001)),
    "quotation marks": ">" * 500_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_large_and_hostile_texts_are_read_whole(text: str) -> None:
    document = read(text)
    assert sum(block.level > 0 for block in document.blocks) == text.count("Heading")
    letters = sum(len(re.findall(r"\w", block.text)) for block in document.blocks)
    assert letters == len(re.findall(r"\w", text))

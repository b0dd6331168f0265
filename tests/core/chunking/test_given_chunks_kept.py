"""Documents of chunks that another pipeline made: no chunk is cut or merged, and its cuts are judged."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.documents import block, document, heading
from support.tokenizers import WordTokenizer

from explorer.core.chunking import chunk_document
from explorer.core.chunking.given import count_long, goes_on, overlap
from explorer.core.model import Block, BlockKind, Chunk, CutNote, ParsedDocument


def given_document(*blocks: Block) -> ParsedDocument:
    made = document(*blocks)
    cuts = (index for index, each in enumerate(made.blocks) if each.kind is not BlockKind.HEADING)
    return replace(made, cuts=tuple(cuts))


def chunks(*texts: str, kind: str = "paragraph") -> tuple[Chunk, ...]:
    parts = [heading(1, "Pump"), *(block(kind, text) for text in texts)]
    return chunk_document(given_document(*parts), WordTokenizer(), 20)


def test_short_chunks_are_not_merged_and_long_ones_not_cut() -> None:
    long = " ".join(["word"] * 500) + "."
    found = chunks("One.", "Two.", long, "Three.")
    assert [chunk.text for chunk in found] == ["One.", "Two.", long, "Three."]
    assert [chunk.index for chunk in found] == [0, 1, 2, 3]
    assert found[2].text_tokens == WordTokenizer().count(long)
    assert all(chunk.heading_path == ("Pump",) and not chunk.carried for chunk in found)


def test_a_chunk_stands_where_its_block_does() -> None:
    made = given_document(heading(1, "Pump"), block("paragraph", "One."), block("table", "| a |"))
    placed = replace(made.blocks[1], place=replace(made.blocks[1].place, page=7))
    one, two = chunk_document(replace(made, blocks=(made.blocks[0], placed, made.blocks[2])), WordTokenizer(), 20)
    assert one.place == placed.place
    assert (two.place, two.kind) == (made.blocks[2].place, "table")


@given(st.lists(st.text(min_size=1, max_size=30).filter(str.strip), min_size=1, max_size=6))
def test_every_block_is_a_chunk(texts: list[str]) -> None:
    found = chunk_document(given_document(*(block("paragraph", text) for text in texts)), WordTokenizer(), 20)
    assert [chunk.text for chunk in found] == texts


CUTS = [
    ("Leave is 25 days. It must be", "taken in the year.", True),
    ("Leave is 25 days. It must be taken", "must be taken in the year.", True),
    ("Send the form to the office", ", then wait.", True),
    ("It is open on weekdays (not", "on Sundays) and holidays.", True),
    ("See section e.g.", "the one above.", True),
    ("Leave is 25 days.", "It must be taken.", False),
    ("Leave is 25 days.", "it must be taken.", False),
    ("Bring:", "a coat", False),
    ("The following apply", "a) a coat", False),
    ("Opening hours", "Monday to Friday", False),
    ("Use this value", "42 is the default.", False),
    ("", "and so on", False),
]


@pytest.mark.parametrize(("one", "two", "inside"), CUTS)
def test_cuts_inside_sentences_are_noted(one: str, two: str, *, inside: bool) -> None:
    if not one:
        assert not goes_on(one, two)
        return
    first, second = chunks(one, two)
    assert (CutNote.INSIDE_SENTENCE in first.notes) is inside
    assert (CutNote.INSIDE_SENTENCE in second.notes) is inside


def test_an_overlap_that_begins_inside_a_sentence_is_that_chunk_s_own() -> None:
    one, two = chunks("The pump is cleaned every week by hand.", "cleaned every week by hand. Then it is dried.")
    assert one.notes == ()
    assert two.notes == (CutNote.INSIDE_SENTENCE,)


def test_tables_code_and_other_sections_are_not_judged() -> None:
    assert all(not chunk.notes for chunk in chunks("x = (", "y)", kind="code"))
    parts = heading(1, "A"), block("paragraph", "It must be"), heading(1, "B"), block("paragraph", "taken.")
    assert all(not chunk.notes for chunk in chunk_document(given_document(*parts), WordTokenizer(), 20))


@given(st.text("ab ", max_size=40), st.text("ab ", max_size=40))
def test_overlap_is_the_longest_shared_end(one: str, two: str) -> None:
    longest = max(size for size in range(min(len(one), len(two)) + 1) if one.endswith(two[:size]))
    assert overlap(one, two) == (longest if longest >= 10 else 0)


def test_a_long_text_is_counted_in_pieces() -> None:
    text = "word " * 60_000
    assert count_long(WordTokenizer(), text) == 60_000
    assert count_long(WordTokenizer(), "x" * 200_000) >= 1

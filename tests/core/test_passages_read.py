"""Passages read from documents: windows that merge, sections within a budget, texts to copy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core.chunking import chunk_document
from explorer.core.context import contextualise
from explorer.core.model import Block, Metadata, ParsedDocument
from explorer.core.outline import outline, section_of
from explorer.core.passages import Book, read_around, read_sections
from explorer.core.recipe import Recipe
from explorer.core.retrieval_views import Passage
from explorer.core.views import ContextChunk, SectionRow
from tests.support.documents import block, document, documents, heading
from tests.support.tokenizers import SpaceCountingTokenizer, WordTokenizer

WORDS = WordTokenizer()
LIMIT = 40


def book_of(parsed: ParsedDocument, limit: int = LIMIT, metadata: Metadata | None = None) -> Book:
    """Return a document ready to be read, as the engine opens it."""
    sections = outline(parsed.blocks)
    items: list[ContextChunk] = [
        contextualise(chunk, parsed.title, parsed.metadata, Recipe(), limit, WORDS, lambda _: "")
        for chunk in chunk_document(parsed, WORDS, limit)
    ]

    def blocks(section: int) -> Sequence[Block]:
        own = section_of(sections, section)
        return parsed.blocks[own.own_body.start : own.own_body.stop] if own else parsed.blocks

    return Book(
        name=parsed.name,
        title=parsed.title,
        metadata=metadata or parsed.metadata,
        sections=[SectionRow(each.ordinal, each.parent, each.level, each.heading, each.place) for each in sections],
        owners=[item.chunk.section for item in items],
        chunks=lambda wanted: items[wanted.start : wanted.stop],
        blocks=blocks,
    )


def plans() -> ParsedDocument:
    return document(
        heading(1, "Plans"),
        block("paragraph", "We lend bicycles by the minute."),
        heading(2, "Single ride"),
        block("paragraph", "It costs 3 dollars."),
        heading(2, "Day pass"),
        block("paragraph", "It costs 12 dollars."),
        heading(2, "Groups"),
        heading(3, "Schools"),
        block("paragraph", "Ask for an offer."),
        heading(3, "Firms"),
        block("paragraph", "Call us."),
        title="Plans",
        name="plans.md",
    )


def shape(passages: Sequence[Passage]) -> list[tuple[str, list[int], list[int]]]:
    return [
        (each.kind, [part.index for part in each.parts], [part.index for part in each.parts if part.is_hit])
        for each in passages
    ]


@pytest.mark.parametrize(
    ("hits", "window", "wanted"),
    [
        ([2], 0, [("hit", [2], [2])]),
        ([2], 1, [("neighbours", [1, 2, 3], [2])]),
        ([0], 2, [("neighbours", [0, 1, 2], [0])]),
        ([4], 3, [("neighbours", [1, 2, 3, 4], [4])]),
        ([4, 0], 0, [("hit", [4], [4]), ("hit", [0], [0])]),
        ([3, 2], 0, [("hit", [2, 3], [2, 3])]),
        ([4, 1], 1, [("neighbours", [0, 1, 2, 3, 4], [1, 4])]),
        ([2, 2], 1, [("neighbours", [1, 2, 3], [2])]),
        ([1], 9, [("neighbours", [0, 1, 2, 3, 4], [1])]),
    ],
)
def test_windows_are_clamped_and_merge(hits: list[int], window: int, wanted: object) -> None:
    assert shape(read_around(book_of(plans()), hits, window, WORDS)) == wanted


@pytest.mark.parametrize(
    ("hits", "budget", "wanted"),
    [
        # The section "Groups" holds both; "Schools" alone is nothing but the hit.
        ([3], 60, [("section", [3, 4], [3])]),
        ([3, 4], 60, [("section", [3, 4], [3, 4])]),
        ([2], 60, [("section", [0, 1, 2, 3, 4], [2])]),
        ([2, 3], 60, [("section", [0, 1, 2, 3, 4], [2, 3])]),
        ([3, 1], 17, [("section", [3, 4], [3]), ("neighbours", [1, 2], [1])]),
        ([1], 5, [("hit", [1], [1])]),
    ],
)
def test_the_smallest_section_that_fits_is_read(hits: list[int], budget: int, wanted: object) -> None:
    assert shape(read_sections(book_of(plans()), hits, budget, WORDS)) == wanted


def test_the_note_says_why_no_section_was_read() -> None:
    [read] = read_sections(book_of(plans()), [1], 20, WORDS)
    assert read.note == "The section “Plans” has more than 20 tokens, so only the neighbours that fit are here."
    [read] = read_sections(book_of(plans()), [1], 9, WORDS)
    assert (read.kind, len(read.parts)) == ("hit", 1)
    assert read.note.endswith("together: only the hit is here.")
    [read] = read_sections(book_of(plans()), [1], 5, WORDS)
    assert read.note == "The hit alone has more than 5 tokens."
    [read] = read_sections(book_of(plans()), [3], 60, WORDS)
    assert read.note == ""


def test_texts_to_copy_hold_each_heading_once() -> None:
    [read] = read_sections(book_of(plans(), metadata=Metadata(version="7")), [3], 60, WORDS)
    assert read.heading_path == ("Plans", "Groups")
    assert read.prompt == "[Plans | Groups | version 7]\n[Schools]\nAsk for an offer.\n\n[Firms]\nCall us."
    assert read.markdown == (
        "# Plans\n\n## Groups\n\n### Schools\n\nAsk for an offer.\n\n### Firms\n\nCall us.\n\n"
        "Source: `plans.md`, version 7"
    )
    assert read.citation == "[plans.md] Schools - Ask for an offer.\n[plans.md] Firms - Call us."
    assert (read.tokens, read.hit_tokens) == (WORDS.count(read.prompt), 12)


@pytest.mark.parametrize(
    ("path_of_each", "prompt"),
    [
        ([("Fees",), ("Fees",)], "[T]\n[Fees]\nbody 0\n\n[Fees]\nbody 1"),
        ([("Rates", "Fees"), ("Rates", "Fees")], "[T]\n[Rates > Fees]\nbody 0\n\n[Rates > Fees]\nbody 1"),
        ([("Rates", "Day"), ("Rates", "Week")], "[T]\n[Rates > Day]\nbody 0\n\n[Rates > Week]\nbody 1"),
    ],
    ids=["sections", "chapters and sections", "chapters"],
)
def test_sections_of_the_same_words_are_not_read_as_one(path_of_each: list[tuple[str, ...]], prompt: str) -> None:
    parsed = document(
        *(
            part
            for number, path in enumerate(path_of_each)
            for part in (
                *(heading(level, text) for level, text in enumerate(path, 1)),
                block("paragraph", f"body {number}"),
            )
        ),
        title="T",
    )
    [read] = read_around(book_of(parsed), [0], 1, WORDS)
    assert (read.heading_path, read.prompt) == ((), prompt)


def test_sections_of_the_same_words_in_one_chapter_share_the_chapter() -> None:
    parsed = document(
        heading(1, "Rates"),
        heading(2, "Fees"),
        block("paragraph", "body 0"),
        heading(2, "Fees"),
        block("paragraph", "body 1"),
        title="T",
    )
    [read] = read_sections(book_of(parsed), [0], 60, WORDS)
    assert read.heading_path == ("Rates",)
    assert read.prompt == "[T | Rates]\n[Fees]\nbody 0\n\n[Fees]\nbody 1"


def test_a_hit_alone_is_cited_and_prompted_as_everywhere() -> None:
    [read] = read_around(book_of(plans()), [2], 0, WORDS)
    assert read.citation == "[plans.md] Day pass - It costs 12 dollars."
    assert read.prompt == "[Plans | Day pass]\nIt costs 12 dollars."
    assert read.tokens == read.hit_tokens


def prices(header_rows: int) -> ParsedDocument:
    rows = ["| Plan | Price |", *(f"| plan {number} of many | {number} dollars a month |" for number in range(12))]
    return document(
        heading(1, "Prices"),
        block("caption", "All prices"),
        block("table", "\n".join(rows), header_rows=header_rows),
        block("paragraph", "They change in May."),
        title="Prices",
    )


def test_repeated_table_headers_stand_once_in_a_passage() -> None:
    book = book_of(prices(1))
    count = len(book.owners)
    assert count > 3
    [read] = read_sections(book, [1], 1000, WORDS)
    assert len(read.parts) == count
    for text in (read.prompt, read.markdown, read.citation):
        assert text.count("| Plan | Price |") == 1
        assert text.count("All prices") == 1
        assert all(text.count(f"| plan {number} of many |") == 1 for number in range(12))
    lines = read.markdown.split("\n")
    place = lines.index("| Plan | Price |")
    assert lines[place - 2 : place + 2] == ["All prices", "", "| Plan | Price |", "| --- | --- |"]
    assert all(line.startswith("| plan") for line in lines[place + 2 : place + 14])
    assert lines[place + 14 :] == ["", "They change in May.", "", "Source: `book.md`"]


def test_a_later_piece_of_a_table_read_alone_has_its_header() -> None:
    [read] = read_around(book_of(prices(1)), [1], 0, WORDS)
    assert read.parts[0].text.startswith("All prices\n| Plan | Price |\n| plan ")
    assert read.markdown.startswith("# Prices\n\nAll prices\n\n| Plan | Price |\n| --- | --- |\n| plan ")


def test_a_table_without_header_gets_an_empty_one() -> None:
    [read] = read_around(book_of(prices(0), 400), [0], 0, WORDS)
    assert "|  |  |\n| --- | --- |\n| Plan | Price |\n| plan 0 of many" in read.markdown


def test_code_and_quotes_are_marked_in_markdown() -> None:
    parsed = document(
        heading(1, "Use"),
        block("paragraph", "Run this once"),
        block("code", "if x:\n    print(`y`)\n```"),
        block("quote", "Said the cook"),
        title="Use",
    )
    [read] = read_around(book_of(parsed, 400), [0], 0, WORDS)
    assert "Run this once\n\n````\nif x:\n    print(`y`)\n```\n````\n\n> Said the cook" in read.markdown


def test_a_paragraph_that_was_cut_is_joined_again() -> None:
    words = " ".join(f"Sentence number {number} of a long paragraph." for number in range(20))
    parsed = document(heading(1, "Long"), block("paragraph", words), title="Long")
    [read] = read_sections(book_of(parsed), [1], 1000, WORDS)
    assert len(read.parts) > 2
    assert read.prompt == f"[Long]\n{words}"
    assert read.markdown == f"# Long\n\n{words}\n\nSource: `book.md`"


def test_text_before_the_first_heading_is_read_with_the_whole_document() -> None:
    parsed = document(block("paragraph", "Read me first."), heading(1, "A"), block("paragraph", "It is."), title="T")
    [read] = read_sections(book_of(parsed), [0], 100, WORDS)
    assert (read.kind, len(read.parts), read.heading_path) == ("section", 2, ())
    assert read.note == "No section holds more than the hit, so this is the whole document."


@settings(max_examples=60, deadline=None)
@given(documents(), st.data())
def test_passages_share_no_chunk_and_keep_to_the_budget(parsed: ParsedDocument, data: st.DataObject) -> None:
    tokenizer = SpaceCountingTokenizer()
    book = replace(book_of(parsed))
    if not book.owners:
        return
    hits = data.draw(st.lists(st.integers(0, len(book.owners) - 1), min_size=1, max_size=4))
    budget = data.draw(st.integers(1, 400))
    for passages in (
        read_around(book, hits, data.draw(st.integers(0, 3)), tokenizer),
        read_sections(book, hits, budget, tokenizer),
    ):
        indices = [part.index for each in passages for part in each.parts]
        assert len(indices) == len(set(indices))
        marked = {part.index for each in passages for part in each.parts if part.is_hit}
        assert marked == set(hits)
        best = [min(hits.index(part.index) for part in each.parts if part.is_hit) for each in passages]
        assert best == sorted(best)
        assert all(each.tokens == tokenizer.count(each.prompt) for each in passages)
    for each in read_sections(book, hits, budget, tokenizer):
        assert each.tokens <= budget or len(each.parts) == 1

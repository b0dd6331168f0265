"""What a card shows of a chunk's text, and the bounded store of rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.findings import Finding, Scope, Severity
from explorer.core.model import Chunk, Place
from explorer.core.views import ChunkView, ContextChunk, Header, PathSegment
from explorer.ui.chunk_text import (
    BodyPart,
    body_parts,
    citation,
    header_length,
    prompt_of,
    remarks,
    spoken,
    table_cells,
    version_text,
)
from explorer.ui.models.chunk_store import PAGE, ChunkStore


def chunk(text: str, kind: str = "paragraph", carried: tuple[str, ...] = (), index: int = 0) -> Chunk:
    return Chunk("plans.md", index, 1, ("Plans", "Day pass"), text, Place(0, 9, page=3), kind, 5, carried)


def view(item: Chunk, segments: tuple[PathSegment, ...] = (), findings: tuple[Finding, ...] = ()) -> ChunkView:
    header = Header("Plans > Day pass")
    context = ContextChunk(item, "Plans", header, f"{header.text}\n\n{item.text}", "", 9, 4, 254)
    return ChunkView(context, segments, "7", "2026-03", findings)


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("| a | b |", ("a", "b")),
        ("|a||c|", ("a", "", "c")),
        (r"| a \| b | c |", ("a | b", "c")),
        ("| a |", ("a",)),
        (r"| ends with \| |", ("ends with |",)),
    ],
)
def test_table_cells(line: str, cells: tuple[str, ...]) -> None:
    assert table_cells(line) == cells


@pytest.mark.parametrize(
    ("item", "parts"),
    [
        (chunk("One.\nTwo."), [BodyPart("paragraph", "One."), BodyPart("paragraph", "Two.")]),
        (chunk("a = 1\n\n  b", "code"), [BodyPart("code", "a = 1\n\n  b")]),
        (chunk("Said so.", "quote"), [BodyPart("quote", "Said so.")]),
        (
            chunk("Bring:\n- a card\n  1. twice", "list", ("Bring:",)),
            [
                BodyPart("paragraph", "Bring:", carried=True),
                BodyPart("list", "a card", marker="-"),
                BodyPart("list", "twice", marker="1.", indent=2),
            ],
        ),
        (
            chunk("| A | B |\n| 1 | 2 |", "table", ("| A | B |",)),
            [BodyPart("table", rows=(("A", "B"), ("1", "2")), header_rows=1, carried_rows=1)],
        ),
        (
            chunk("Fees\n| A |\n| 1 |", "table", ("Fees",)),
            [BodyPart("paragraph", "Fees", carried=True), BodyPart("table", rows=(("A",), ("1",)), header_rows=1)],
        ),
        (chunk("- no item in prose"), [BodyPart("paragraph", "- no item in prose")]),
    ],
)  # fmt: skip
def test_body_parts(item: Chunk, parts: list[BodyPart]) -> None:
    assert body_parts(item) == parts


@given(st.text(), st.sampled_from(["paragraph", "list", "mixed", "quote", "code", "heading"]))
def test_no_letter_is_lost(text: str, kind: str) -> None:
    shown = "".join(part.marker + part.text for part in body_parts(chunk(text, kind)))
    assert [letter for letter in shown if not letter.isspace()] == [letter for letter in text if not letter.isspace()]


@pytest.mark.parametrize(
    ("version", "since", "text"),
    [("7", "2026-03", "v7 · 2026-03"), ("draft", None, "draft"), (None, "2026", "2026"), (None, None, "")],
)
def test_version(version: str | None, since: str | None, text: str) -> None:
    assert version_text(version, since) == text


def test_header_of_the_embedded_text() -> None:
    shown = view(chunk("It costs 12 dollars."))
    assert shown.item.embedded_text[: header_length(shown)] == "Plans > Day pass\n\n"


def test_remarks_name_headings_once_and_put_errors_first() -> None:
    weak = PathSegment("Section 4.2", 1, "H101", "only a number")
    same = Finding("H101", Severity.WARNING, Scope.HEADING, "plans.md", "only a number", heading="Section 4.2")
    worse = Finding("C202", Severity.ERROR, Scope.CHUNK, "plans.md", "Nothing names a subject.", mend="Termination")
    found = remarks(view(chunk("x"), (weak,), (same, worse)))
    assert [(one.code, one.text) for one in found] == [
        ("C202", "Nothing names a subject. Suggested: “Termination”."),
        ("H101", "“Section 4.2”: only a number"),
    ]


def test_citation_and_prompt() -> None:
    shown = view(chunk("It costs 12 dollars."))
    assert citation(shown) == "plans.md, Plans › Day pass, v7 · 2026-03, p. 3"
    prompt = prompt_of(shown, ("It costs 12 dollars.",))
    assert prompt.startswith("[Plans | Day pass | version 7, effective 2026-03]\n")


def rows(first: int, count: int) -> list[ChunkView]:
    return [view(chunk("x", index=index)) for index in range(first, first + count)]


def test_store_keeps_few_pages_and_asks_for_the_rest() -> None:
    store = ChunkStore(kept=2)
    for page in range(4):
        store.add(1000, page * PAGE, rows(page * PAGE, PAGE))
    assert store.row(0) is None
    assert store.row(3 * PAGE) is not None
    assert store.find("plans.md", 5) is None
    assert store.find("plans.md", 3 * PAGE + 5) == 3 * PAGE + 5
    assert store.missing(0, 999) == [0, PAGE, 4 * PAGE]


def test_store_guesses_where_a_chunk_of_the_same_document_stands() -> None:
    store = ChunkStore()
    store.add(1000, 0, rows(40, PAGE))
    assert store.guess("plans.md", 540) == 500
    assert store.guess("plans.md", 39) is None
    assert store.guess("other.md", 540) is None


def test_another_total_is_another_list() -> None:
    store = ChunkStore()
    store.add(300, PAGE, rows(PAGE, 100))
    store.add(10, 0, rows(0, 10))
    assert (store.total, store.row(PAGE)) == (10, None)


def test_a_renamed_heading_is_spoken_and_judged_by_its_new_words() -> None:
    renamed = PathSegment("Section 4.2", 3, "H102", "A generic word.", renamed="Details")
    shown = view(chunk("Either party may leave."), (PathSegment("Plans", 0), renamed))
    assert spoken(shown).endswith("Renamed for retrieval: the document says “Section 4.2”, the index “Details”.")
    assert [remark.text for remark in remarks(shown)] == ["“Details”: A generic word."]
    assert spoken(view(chunk("Either party may leave."))) == ""

"""Which documents are superseded or expired (DESIGN 4.1), and what preparing one gives."""

from __future__ import annotations

from datetime import date

import pytest

from explorer.core.errors import ExplorerError
from explorer.core.recipe import PLAIN, Recipe
from explorer.core.views import DocumentRow, Filters
from explorer.engine.library import Library
from explorer.engine.options import Options
from explorer.engine.pipeline import make_setup, prepare
from explorer.engine.validity import bare_title, is_expired, superseded
from tests.support.documents import block, document, heading

TODAY = date(2026, 11, 30)


def row(name: str, title: str = "Handbook", **fields: str | None) -> DocumentRow:
    return DocumentRow(name, title, "markdown", **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("title", "bare"),
    [
        ("Member Handbook", "member handbook"),
        ("Member Handbook v7", "member handbook"),
        ("Member Handbook (version 7.1)", "member handbook"),
        ("Member Handbook - Rev. 3", "member handbook"),
        ("member_handbook-v12", "member_handbook"),
        ("Employee Handbook 2024", "employee handbook 2024"),
        ("Vitamins", "vitamins"),
        ("Very 7 important", "very 7 important"),
    ],
)
def test_titles_without_their_version(title: str, bare: str) -> None:
    assert bare_title(title) == bare


@pytest.mark.parametrize(
    ("rows", "newer"),
    [
        ([row("a.md", version="6"), row("b.md", version="7")], {"a.md": "b.md"}),
        ([row("a.md", version="9"), row("b.md", version="10")], {"a.md": "b.md"}),
        ([row("a.md", version="6"), row("b.md", version="6")], {}),
        ([row("a.md", version="6"), row("b.md")], {}),
        ([row("a.md", version="6"), row("x/b.md", version="7")], {}),
        ([row("a.md", version="6"), row("b.md", "Other", version="7")], {}),
        ([row("a.md", "Handbook v6", version="6"), row("b.md", "Handbook v7", version="7")], {"a.md": "b.md"}),
        (
            [row("a.md", version="9", effective_from="2024-01"), row("b.md", version="2", effective_from="2025-01-01")],
            {"a.md": "b.md"},
        ),
        ([row("a.md", version="6"), row("b.md", version="7", effective_from="2027-01-01")], {}),
        ([row("a.md", version="6"), row("b.md", version="7", effective_to="2026-10")], {}),
        ([row("a.md", version="6"), row("b.md", version="7", error="damaged")], {}),
        (
            [row("a.md", version="1"), row("b.md", version="3"), row("c.md", version="2")],
            {"a.md": "b.md", "c.md": "b.md"},
        ),
    ],
)
def test_superseded(rows: list[DocumentRow], newer: dict[str, str]) -> None:
    assert superseded(rows, TODAY) == newer


@pytest.mark.parametrize(
    ("end", "expired"),
    [
        (None, False),
        ("2026-11-29", True),
        ("2026-11-30", False),
        ("2026-10", True),
        ("2026-11", False),
        ("2025", True),
        ("2026", False),
    ],
)
def test_expired(end: str | None, expired: bool) -> None:
    assert is_expired(row("a.md", effective_to=end), TODAY) is expired


def test_a_prepared_document_has_a_subject_for_each_chunk() -> None:
    parsed = document(
        heading(1, "Plans"), heading(2, "Day pass"), block("paragraph", "It costs 12 dollars."), title="Plans"
    )
    prepared = prepare(parsed, make_setup(Options()))
    assert [item.embedded_text for item in prepared.chunks] == ["Plans > Day pass\n\nIt costs 12 dollars."]
    assert [item.subject for item in prepared.chunks] == ["pronoun-subject"]
    assert [section.heading for section in prepared.sections] == ["Plans", "Day pass"]


def test_a_hit_says_that_its_document_is_no_longer_in_force(small: Library) -> None:
    found = small.search("decision", "keyword", PLAIN, Recipe(), Filters(current_only=False), 10)
    said = {hit.document: hit.out_of_force for hit in found.plain}
    assert said["insurer/handbook-v6.md"] == "superseded by insurer/handbook-v7.md"
    assert said["insurer/handbook-v7.md"] == ""


def test_an_unknown_folder_is_refused(small: Library) -> None:
    with pytest.raises(ExplorerError, match="no folder 'nowhere'"):
        small.search("decision", "keyword", PLAIN, Recipe(), Filters(folder="nowhere"), 10)
    assert small.search("decision", "keyword", PLAIN, Recipe(), Filters(folder="insurer/"), 10).pool.size

"""Documents and headings are found by some of their letters, best first, in bounded steps."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import TypeVar

import pytest

from explorer.core.model import Metadata, Place
from explorer.core.views import DocumentRow
from explorer.engine import heading_search
from explorer.engine.catalogue import Catalogue
from explorer.engine.heading_search import HeadingSearch
from explorer.engine.packing import pack

Answer = TypeVar("Answer")


def steps_of(steps: Generator[None, None, Answer]) -> tuple[Answer, int]:
    """Return what a search found and in how many steps."""
    count = 0
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return done.value, count
        count += 1


def catalogue_of(folder: Path, documents: dict[str, list[str]]) -> Catalogue:
    """Make a catalogue of documents by name with their headings, all of one level below the first."""
    made = Catalogue(folder)
    with made.transaction():
        for name, headings in documents.items():
            facts = pack(DocumentRow(name, headings[0], "markdown", sections=len(headings)))
            number = made.run(
                "INSERT INTO document (name, raw, size, mtime_ns, hash, chunks, error, facts, metadata)"
                " VALUES (?, x'', 0, 0, '', 0, '', ?, ?)",
                (name, facts, pack(Metadata())),
            )
            made.run_many(
                "INSERT INTO section (document, ordinal, parent, last, level, heading, folded, slug, place)"
                " VALUES (?, ?, ?, 0, 1, ?, ?, '', ?)",
                (
                    (number, ordinal, 0 if ordinal else -1, heading, heading.casefold(), pack(Place()))
                    for ordinal, heading in enumerate(headings)
                ),
            )
    return made


@pytest.fixture
def manuals(tmp_path: Path) -> Catalogue:
    return catalogue_of(
        tmp_path,
        {
            "hr/employee-handbook.md": ["Employee handbook", "Parental leave", "Übersicht", "100 % remote"],
            "hr/leave.md": ["Leave", "Overview"],
            "plans.md": ["Plans", "Monthly pass", "Überstunden und Pausen"],
        },
    )


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("leave", [("hr/leave.md", None), ("hr/leave.md", 0), ("hr/employee-handbook.md", 1)]),
        ("LEAV par", [("hr/employee-handbook.md", 1)]),
        ("handbook leave", [("hr/employee-handbook.md", 1)]),
        ("uber", [("hr/employee-handbook.md", 2), ("plans.md", 2)]),
        ("ubersicht", [("hr/employee-handbook.md", 2)]),
        ("mp", [("plans.md", 1), ("hr/employee-handbook.md", None), ("hr/employee-handbook.md", 0)]),
        ("mthl", [("plans.md", 1)]),
        ("%", [("hr/employee-handbook.md", 3)]),
        ("_", []),
        ("  ", []),
    ],
)
def test_documents_and_headings_are_found_best_first(
    manuals: Catalogue, typed: str, found: list[tuple[str, int | None]]
) -> None:
    rows, _ = steps_of(HeadingSearch(manuals).find(typed, 50))
    assert [(row.document, row.section) for row in rows] == found


def test_only_the_best_are_told_and_all_are_counted(manuals: Catalogue) -> None:
    (matches, total), _ = steps_of(HeadingSearch(manuals).filtered("e", 2))
    assert sum(len(match.hits) for match in matches) == 2
    assert total > 2
    (matches, total), _ = steps_of(HeadingSearch(manuals).filtered("parental", 500))
    assert [(match.document, [row.heading for row in match.rows], match.hits) for match in matches] == [
        ("hr/employee-handbook.md", ["Employee handbook", "Parental leave"], (1,))
    ]
    assert total == 1


def test_a_step_looks_at_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heading_search, "PAGE", 3)
    names = {f"{number}.md": [f"Title {number}", *(f"Valve {part}" for part in range(6))] for number in range(4)}
    search = HeadingSearch(catalogue_of(tmp_path, names))
    rows, steps = steps_of(search.find("valve", 100))
    assert sorted((row.document, row.section) for row in rows) == sorted(
        (name, part) for name in names for part in range(1, 7)
    )
    assert steps == 10, "28 headings are ten pages of three"

"""The tree's model: under Qt's own tester, whatever the batches in which sections come."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from explorer.core.model import Place
from explorer.core.views import DocumentRow, LibraryInfo, SectionRow
from explorer.ui.models.tree_base import STEP
from explorer.ui.models.tree_model import BADGES_ROLE, TreeModel
from explorer.ui.models.tree_nodes import Kind


def library(*documents: DocumentRow) -> LibraryInfo:
    return LibraryInfo("/docs", "docs", "mini", "path", 254, 1, documents)


def document(name: str, sections: int = 0, warnings: int = 0, errors: int = 0, error: str = "") -> DocumentRow:
    return DocumentRow(name, name, "markdown", sections=sections, warnings=warnings, errors=errors, error=error)


def sections(levels: list[int]) -> list[SectionRow]:
    """Build rows from levels: a heading closes all open ones of the same or a deeper level."""
    rows: list[SectionRow] = []
    for ordinal, level in enumerate(levels):
        above = (row.ordinal for row in reversed(rows) if row.level < level and _is_open(rows, row, level))
        rows.append(SectionRow(ordinal, next(above, -1), level, f"Heading {ordinal}", Place()))
    return rows


def _is_open(rows: list[SectionRow], row: SectionRow, level: int) -> bool:
    return all(later.level > row.level for later in rows[row.ordinal + 1 :]) and row.level < level


def lines(model: TreeModel, parent: QModelIndex | None = None, depth: int = 0) -> list[str]:
    parent = parent or QModelIndex()
    if model.node(parent).kind is Kind.FOLDER:
        model.fetchMore(parent)
    found: list[str] = []
    for row in range(model.rowCount(parent)):
        index = model.index(row, 0, parent)
        found.append("  " * depth + str(index.data()))
        found += lines(model, index, depth + 1)
    return found


@pytest.fixture
def model(qtbot: QtBot) -> TreeModel:
    made = TreeModel()
    made.tester = QAbstractItemModelTester(  # pyright: ignore[reportAttributeAccessIssue] - it goes with the model
        made, QAbstractItemModelTester.FailureReportingMode.Fatal, made
    )
    made.tester.setUseFetchMore(False)  # pyright: ignore[reportAttributeAccessIssue]
    return made


def test_folders_come_first_then_documents_by_name(model: TreeModel) -> None:
    model.set_library(library(*(document(name) for name in ("b.md", "A.md", "z/x.md", "z/deep/y.md", "c/1.md"))))
    assert lines(model) == ["c", "  1.md", "z", "  deep", "    y.md", "  x.md", "A.md", "b.md"]


def test_sections_are_asked_for_once_when_a_document_is_expanded(model: TreeModel) -> None:
    asked: list[str] = []
    model.sections_wanted.connect(asked.append)
    model.set_library(library(document("a.md", sections=2), document("b.md")))
    first = model.index(0, 0)
    assert model.hasChildren(first)
    assert not model.hasChildren(model.index(1, 0))
    assert model.canFetchMore(first)
    model.fetchMore(first)
    model.fetchMore(first)
    assert asked == ["a.md"]
    model.add_sections("a.md", sections([1, 2]), done=True)
    assert lines(model) == ["a.md", "  Heading 0", "    Heading 1", "b.md"]


def test_sections_that_nobody_asked_for_are_ignored(model: TreeModel) -> None:
    model.set_library(library(document("a.md", sections=1)))
    model.add_sections("a.md", sections([1]), done=True)
    model.add_sections("unknown.md", sections([1]), done=True)
    assert lines(model) == ["a.md"]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(levels=st.lists(st.integers(1, 5), max_size=30), size=st.integers(1, 30))
def test_batches_of_any_size_give_the_same_tree(model: TreeModel, levels: list[int], size: int) -> None:
    rows = sections(levels)
    model.set_library(None)
    model.set_library(library(document("a.md", sections=max(len(rows), 1))))
    model.fetchMore(model.index(0, 0))
    for first in range(0, len(rows), size):
        model.add_sections("a.md", rows[first : first + size], done=first + size >= len(rows))
    depth = {-1: 0}
    for row in rows:
        depth[row.ordinal] = depth[row.parent] + 1
    assert lines(model) == ["a.md", *("  " * depth[row.ordinal] + row.heading for row in rows)]
    for row in rows:
        index = model.index_of(("", "a.md", row.ordinal))
        assert index.data() == row.heading
        above = model.index_of(("", "a.md", row.parent))
        assert index.parent() == above


def test_many_headings_are_shown_step_by_step(model: TreeModel) -> None:
    rows = sections([1] * (2 * STEP + 500))
    model.set_library(library(document("a.md", sections=len(rows))))
    owner = model.index(0, 0)
    model.fetchMore(owner)
    for first in range(0, len(rows), 700):
        model.add_sections("a.md", rows[first : first + 700], done=False)
    owner = model.index(0, 0)
    assert model.rowCount(owner) == STEP + 1
    more = model.index(STEP, 0, owner)
    assert model.node(more).kind is Kind.MORE
    assert more.data() == f"{STEP + 500:,} more …"
    hidden = model.index_of(("", "a.md", 2 * STEP))
    assert hidden == owner, "a row that is not shown is stood for by the nearest one above"
    model.reveal(more)
    assert model.rowCount(owner) == 2 * STEP + 1
    model.reveal(model.index(2 * STEP, 0, owner))
    assert [model.index(row, 0, owner).data() for row in range(model.rowCount(owner))] == [r.heading for r in rows]


def test_children_of_headings_that_are_not_shown_wait_with_them(model: TreeModel) -> None:
    levels = [1] * (STEP + 1) + [2, 2]
    rows = sections(levels)
    model.set_library(library(document("a.md", sections=len(rows))))
    model.fetchMore(model.index(0, 0))
    model.add_sections("a.md", rows[: STEP + 1], done=False)
    model.add_sections("a.md", rows[STEP + 1 :], done=True)
    owner = model.index(0, 0)
    model.reveal(model.index(STEP, 0, owner))
    last = model.index(STEP, 0, owner)
    assert [model.index(row, 0, last).data() for row in range(model.rowCount(last))] == [
        f"Heading {STEP + 1}",
        f"Heading {STEP + 2}",
    ]


def test_only_findings_keeps_what_leads_to_one(model: TreeModel) -> None:
    rows = sections([1, 2, 3, 2, 1])
    rows[2] = SectionRow(2, rows[2].parent, 3, "Heading 2", Place(), warnings=1)
    documents = (
        document("clean/a.md", sections=1),
        document("b.md", sections=5, warnings=1),
        document("broken.pdf", error="It is empty."),
    )
    model.set_library(library(*documents))
    model.show_only_findings(True)
    assert lines(model) == ["b.md", "broken.pdf"]
    model.fetchMore(model.index(0, 0))
    model.add_sections("clean/a.md", rows[:1], done=True)
    model.add_sections("b.md", rows[:2], done=False)
    model.add_sections("b.md", rows[2:], done=True)
    assert lines(model) == ["b.md", "  Heading 0", "    Heading 1", "      Heading 2", "broken.pdf"]
    model.show_only_findings(False)
    assert lines(model) == ["clean", "  a.md", "b.md", "broken.pdf"]


@pytest.mark.parametrize(
    ("row", "badges", "spoken"),
    [
        (document("a.md"), [], "a.md"),
        (document("a.md", warnings=3, errors=1), ["▲ 3", "● 1"], "a.md, 1 error, 3 warnings"),
        (DocumentRow("a.md", "A", "markdown", notes=1200), ["○ 1,200"], "a.md, 1,200 notes"),
        (DocumentRow("a.md", "", "markdown", state="waiting"), ["waiting"], "a.md, waiting"),
        (DocumentRow("a.md", "", "markdown", state="new"), ["new"], "a.md, new on disk"),
        (
            DocumentRow("a.md", "A", "markdown", notes=2, state="changed"),
            ["changed", "○ 2"],
            "a.md, changed on disk, 2 notes",
        ),
        (document("a.md", error="It is encrypted."), ["unreadable"], "a.md, unreadable"),
        (
            DocumentRow("a.md", "A", "markdown", superseded_by="b.md", warnings=1),
            ["superseded", "▲ 1"],
            "a.md, superseded, 1 warning",
        ),
        (DocumentRow("a.md", "A", "markdown", expired=True), ["expired"], "a.md, expired"),
    ],
)
def test_state_and_counts_are_said_in_signs_and_words(
    model: TreeModel, row: DocumentRow, badges: list[str], spoken: str
) -> None:
    model.set_library(library(row))
    index = model.index(0, 0)
    assert [badge.text for badge in index.data(BADGES_ROLE)] == badges
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == spoken


def test_an_unreadable_document_says_why(model: TreeModel) -> None:
    model.set_library(library(document("a.pdf", error="It is encrypted.")))
    assert "It is encrypted." in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)

"""The tree's model: under Qt's own tester, whatever the batches in which sections come."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy
from pytestqt.qtbot import QtBot

from explorer.core.model import Place
from explorer.core.views import DocumentRow, LibraryInfo, SectionRow
from explorer.protocol.tree import TreeFiltered, TreeMatch
from explorer.ui.models import tree_base, tree_filter, tree_model
from explorer.ui.models.tree_base import STEP
from explorer.ui.models.tree_model import BADGES_ROLE, MARKS_ROLE, TreeModel
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


def test_a_renamed_heading_has_a_sign_and_says_what_the_index_says(model: TreeModel) -> None:
    model.set_library(library(document("b.md", sections=1)))
    rows = (SectionRow(0, -1, 1, "Section 4", Place(0, 9), warnings=1, renamed="Helmets"),)
    model.fetchMore(model.index(0, 0))
    model.add_sections("b.md", rows, done=True)
    index = model.index(0, 0, model.index(0, 0))
    badges = index.data(BADGES_ROLE)
    assert [(badge.text, badge.short) for badge in badges] == [("✎ renamed", "✎"), ("▲ 1", "")]
    assert "the index says “Helmets”" in index.data(Qt.ItemDataRole.ToolTipRole)
    spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Section 4, renamed for retrieval to Helmets, 1 warning"


def test_an_unreadable_document_says_why(model: TreeModel) -> None:
    model.set_library(library(document("a.pdf", error="It is encrypted.")))
    assert "It is encrypted." in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)


def many(folders: int, each: int) -> list[DocumentRow]:
    names = [f"{folder:02}/{name:03}.md" for folder in range(folders) for name in range(each)]
    return [DocumentRow(name, "", "markdown", warnings=1) for name in names]


def test_rows_are_made_when_their_folder_is_opened(model: TreeModel) -> None:
    model.set_library(library(*many(20, 20)))
    assert model.rows_made == 20
    model.fetchMore(model.index(0, 0))
    assert model.rows_made == 40
    assert model.index_of(("", "07/003.md", -1)).data() == "003.md"
    assert model.rows_made == 60


def test_a_large_library_is_taken_in_and_filtered_in_turns(
    model: TreeModel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree_model, "SLICE", 100)
    settled = QSignalSpy(model.settled)
    model.set_library(library(*many(10, 95)))
    assert model.documents_in("") == 100, "one turn takes in one slice"
    qtbot.waitUntil(lambda: model.is_settled)
    assert model.documents_in("") == 950
    model.show_matching("003")
    assert settled.count() == 1
    qtbot.waitUntil(lambda: model.is_settled)
    assert (settled.count(), model.documents_shown) == (2, 10)
    model.set_library(library(*many(10, 2), document("10/003.md")))
    qtbot.waitUntil(lambda: model.is_settled)
    assert lines(model) == ["10", "  003.md"]


def test_a_new_state_changes_only_the_rows_that_differ(model: TreeModel) -> None:
    first = [document(name, warnings=1) for name in ("a/1.md", "a/2.md", "b/1.md", "z.md")]
    model.set_library(library(*first))
    lines(model)
    resets, inserted, removed = (
        QSignalSpy(model.modelReset),
        QSignalSpy(model.rowsInserted),
        QSignalSpy(model.rowsRemoved),
    )
    changed = QSignalSpy(model.dataChanged)
    kept = [QPersistentModelIndex(model.index_of(("", name, -1))) for name in ("a/2.md", "z.md")]
    model.set_library(library(*first))
    assert changed.count() == 0
    model.set_library(
        library(first[1], replace(first[2], warnings=5), first[3], document("a/3.md"), document("c/x/1.md"))
    )
    assert lines(model) == ["a", "  2.md", "  3.md", "b", "  1.md", "c", "  x", "    1.md", "z.md"]
    assert [index.data() for index in kept] == ["2.md", "z.md"]
    assert (resets.count(), removed.count()) == (0, 1)
    assert inserted.count() <= 4, "two rows, and what lines() opened"
    assert [badge.text for badge in model.index_of(("b", "", -1)).data(BADGES_ROLE)] == ["▲ 5"]


NAMES = st.lists(
    st.sampled_from([f"{a}{b}" for a in ("", "x/", "x/y/", "z/") for b in ("1.md", "2.md", "B.md")]), unique=True
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(states=st.lists(NAMES, min_size=1, max_size=4), opened=st.booleans(), step=st.integers(1, 4))
def test_any_change_gives_the_tree_of_the_new_state(
    model: TreeModel, states: list[list[str]], opened: bool, step: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree_base, "STEP", step)
        model.set_library(None)
        for names in states:
            model.set_library(library(*map(document, names)))
            if opened:
                everything(model)
        fresh = TreeModel()
        fresh.set_library(library(*map(document, states[-1])))
        assert everything(model) == everything(fresh)
        assert sorted(name.strip() for name in everything(model) if name.endswith(".md")) == sorted(
            name.rpartition("/")[2] for name in states[-1]
        )


def everything(model: TreeModel) -> list[str]:
    """Show all rows that wait, then return all."""
    left = [QModelIndex()]
    while left:
        parent = left.pop()
        if model.node(parent).kind is Kind.FOLDER:
            model.fetchMore(parent)
        while model.rowCount(parent):
            last = model.index(model.rowCount(parent) - 1, 0, parent)
            if model.node(last).kind is not Kind.MORE:
                break
            model.reveal(last)
        left += [model.index(row, 0, parent) for row in range(model.rowCount(parent))]
    return lines(model)


def test_documents_are_told_one_by_one_while_they_are_read(model: TreeModel) -> None:
    model.set_library(library())
    model.tell(DocumentRow(name, "", "markdown", state="waiting") for name in ("b/2.md", "a.md", "b/1.md"))
    assert lines(model) == ["b", "  1.md", "  2.md", "a.md"]
    folder = model.index_of(("b", "", -1))
    assert [badge.text for badge in folder.data(BADGES_ROLE)] == ["2 waiting"]
    openable = QSignalSpy(model.openable_changed)
    model.tell([document("b/1.md", sections=2, errors=1)])
    assert [badge.text for badge in folder.data(BADGES_ROLE)] == ["1 waiting", "● 1"]
    assert openable.count() == 1
    assert folder.data(Qt.ItemDataRole.AccessibleTextRole) == "b, 2 documents, 1 waiting, 1 error"


def test_sums_of_a_folder_follow_its_documents(model: TreeModel) -> None:
    notes = DocumentRow("a/b/1.md", "", "markdown", notes=2)
    model.set_library(library(notes, document("a/2.md", warnings=3), document("a/3.pdf", error="It is empty.")))
    assert [badge.text for badge in model.index_of(("a", "", -1)).data(BADGES_ROLE)] == ["○ 2", "▲ 3", "● 1"]
    assert [badge.text for badge in model.index_of(("a/b", "", -1)).data(BADGES_ROLE)] == ["○ 2"]
    model.set_library(library(notes))
    assert [badge.text for badge in model.index_of(("a", "", -1)).data(BADGES_ROLE)] == ["○ 2"]


def test_the_best_are_shown_and_the_best_one_is_told(model: TreeModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_filter, "MOST", 2)
    model.set_library(library(*(document(name) for name in ("plants/plan.md", "airplane.md", "plans.md", "other.md"))))
    model.show_matching("plan")
    assert lines(model) == ["plants", "  plan.md", "plans.md"]
    assert (model.filter.best, model.filter.found) == (("", "plants/plan.md", -1), 3)
    assert model.index_of(("", "plans.md", -1)).data(MARKS_ROLE).spans == ((0, 4),)
    assert model.index_of(("", "plants/plan.md", -1)).parent().data(MARKS_ROLE).spans == ((0, 4),)
    model.show_matching("")
    assert model.documents_shown == 4


def test_headings_that_match_are_shown_marked_with_all_above_them(model: TreeModel) -> None:
    rows = sections([1, 2, 3])
    model.set_library(library(document("a.md", sections=3), document("b/c.md", sections=3)))
    model.show_matching("head 2")
    assert model.rowCount() == 0
    found = TreeFiltered(
        text="head 2", matches=(TreeMatch(document="b/c.md", rows=tuple(rows), hits=(2,)),), best=(80.0,), total=1
    )
    model.show_headings(replace_text(found, "head"))
    assert model.rowCount() == 0, "an answer to other words is dropped"
    model.show_headings(found)
    assert lines(model) == ["b", "  c.md", "    Heading 0", "      Heading 1", "        Heading 2"]
    assert model.filter.best == ("", "b/c.md", 2)
    assert model.headings_shown() == [("", "b/c.md", -1), ("", "b/c.md", 0), ("", "b/c.md", 1)]
    assert model.index_of(("", "b/c.md", 2)).data(MARKS_ROLE).spans == ((0, 4), (8, 9))
    assert model.index_of(("", "b/c.md", 1)).data(MARKS_ROLE).spans == ()


def replace_text(found: TreeFiltered, text: str) -> TreeFiltered:
    return TreeFiltered(text=text, matches=found.matches, best=found.best, total=found.total)


def test_a_title_that_matches_is_shown_behind_the_name(model: TreeModel) -> None:
    model.set_library(library(DocumentRow("a.md", "Tariffs", "markdown")))
    model.show_matching("tar")
    marks = model.index(0, 0).data(MARKS_ROLE)
    assert (marks.spans, marks.title, marks.title_spans) == ((), "Tariffs", ((0, 3),))


@pytest.mark.parametrize("same", [True, False])
def test_sections_of_an_open_document_are_renewed_in_place(model: TreeModel, same: bool) -> None:
    rows = sections([1, 2])
    model.set_library(library(document("a.md", sections=2), document("b.md", sections=2)))
    for name in ("a.md", "b.md"):
        model.fetchMore(model.index_of(("", name, -1)))
        model.add_sections(name, rows, done=True)
    asked = QSignalSpy(model.sections_wanted)
    removed = QSignalSpy(model.rowsRemoved)
    model.renew_sections(lambda key: key[1] == "a.md")
    assert [asked.at(number)[0] for number in range(asked.count())] == ["a.md"]
    assert lines(model) == ["a.md", "  Heading 0", "    Heading 1", "b.md"]
    assert removed.count() == 1
    new = [rows[0], replace(rows[1], warnings=2) if same else replace(rows[1], heading="Other")]
    model.add_sections("a.md", new[:1], done=False)
    model.add_sections("a.md", new[1:], done=True)
    assert lines(model)[2] == ("    Heading 1" if same else "    Other")
    assert removed.count() == (1 if same else 2)
    assert [badge.text for badge in model.index_of(("", "a.md", 1)).data(BADGES_ROLE)] == (["▲ 2"] if same else [])


def test_a_document_that_waits_behind_many_is_shown_in_its_place(
    model: TreeModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree_base, "STEP", 2)
    model.set_library(library(*(document(f"{number}.md") for number in range(6))))
    assert lines(model) == ["0.md", "1.md", "4 more …"]
    assert model.index_of(("", "4.md", -1)).data() == "4.md"
    assert lines(model) == ["0.md", "1.md", "4.md", "3 more …"]
    model.reveal(model.index(3, 0))
    assert lines(model) == ["0.md", "1.md", "2.md", "3.md", "4.md", "1 more …"]

"""The field above the tree: what is typed is asked after a pause, opened, marked and chosen by the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.model import Place
from explorer.core.views import DocumentRow, LibraryInfo, SectionRow
from explorer.protocol.tree import TreeMatch
from explorer.ui.session import Selection, Session
from explorer.ui.theme import Theme
from explorer.ui.tree_panel import TreePanel

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

ROWS = (
    DocumentRow("hr/deep/leave.md", "Leave", "markdown", sections=2),
    DocumentRow("hr/rooms.md", "Rooms", "markdown", sections=1),
    DocumentRow("plans.md", "Plans", "markdown"),
)
INFO = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, ROWS, indexed=True)
HEADINGS = (SectionRow(0, -1, 1, "Rooms", Place()), SectionRow(1, 0, 2, "Parental leave", Place()))


@pytest.fixture
def panel(
    qtbot: QtBot, session: Session, theme: Theme, engine: RecordingEngine, show_active: Callable[[QWidget], None]
) -> TreePanel:
    made = TreePanel(session, theme)
    qtbot.addWidget(made)
    made.resize(300, 400)
    show_active(made)
    session.open_library("/docs")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=INFO))
    made.words.setFocus()
    return made


def answer(engine: RecordingEngine) -> None:
    asked = engine.last(protocol.FilterTree)
    match = TreeMatch(document="hr/rooms.md", rows=HEADINGS, hits=(1,))
    engine.answer(protocol.TreeFiltered(id=asked.id, text=asked.text, matches=(match,), best=(80.0,), total=1))


def test_keys_in_a_row_are_asked_once(qtbot: QtBot, panel: TreePanel, engine: RecordingEngine) -> None:
    qtbot.keyClicks(panel.words, "leave")
    assert engine.all(protocol.FilterTree) == []
    qtbot.waitUntil(lambda: bool(engine.all(protocol.FilterTree)))
    assert [asked.text for asked in engine.all(protocol.FilterTree)] == ["leave"]


def test_what_matches_is_opened_and_all_is_as_before_when_the_filter_ends(
    qtbot: QtBot, panel: TreePanel, engine: RecordingEngine
) -> None:
    panel.view.collapse(panel.model.index_of(("hr", "", -1)))
    qtbot.keyClicks(panel.words, "leave")
    panel.words.tell()
    answer(engine)
    for key in (("hr", "", -1), ("hr/deep", "", -1), ("", "hr/rooms.md", -1), ("", "hr/rooms.md", 0)):
        assert panel.view.isExpanded(panel.model.index_of(key)), key
    assert not panel.model.index_of(("", "plans.md", -1)).isValid()
    qtbot.keyClick(panel.words, Qt.Key.Key_Escape)
    assert panel.words.text() == ""
    assert panel.model.index_of(("", "plans.md", -1)).isValid()
    assert not panel.view.isExpanded(panel.model.index_of(("hr", "", -1)))


@pytest.mark.parametrize(("key", "to_tree"), [(Qt.Key.Key_Down, True), (Qt.Key.Key_Return, False)])
def test_down_and_enter_choose_what_matches_best(
    qtbot: QtBot, panel: TreePanel, engine: RecordingEngine, session: Session, key: Qt.Key, to_tree: bool
) -> None:
    qtbot.keyClicks(panel.words, "leave")
    qtbot.keyClick(panel.words, key)
    assert session.selection == Selection(document="hr/deep/leave.md")
    assert panel.view.hasFocus() is to_tree


def test_enter_before_the_headings_have_come_chooses_the_best_of_them_then(
    qtbot: QtBot, panel: TreePanel, engine: RecordingEngine, session: Session
) -> None:
    qtbot.keyClicks(panel.words, "parental")
    qtbot.keyClick(panel.words, Qt.Key.Key_Return)
    assert session.selection == Selection()
    answer(engine)
    assert session.selection == Selection(document="hr/rooms.md", section=1)


def test_without_a_match_the_next_step_is_to_show_all(qtbot: QtBot, panel: TreePanel, engine: RecordingEngine) -> None:
    panel.words.setText("zzz")
    panel.words.tell()
    assert panel.pages.currentWidget() is panel.empty
    assert "zzz" in panel.empty.words.text()
    assert not panel.empty.open.isVisible()
    panel.empty.clear.click()
    assert panel.pages.currentWidget() is panel.view
    assert panel.model.documents_shown == 3


def test_an_empty_library_offers_to_look_again_or_elsewhere(
    qtbot: QtBot, panel: TreePanel, engine: RecordingEngine, session: Session
) -> None:
    session.refresh()
    engine.answer(
        protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=replace(INFO, documents=(), revision=2))
    )
    assert panel.pages.currentWidget() is panel.empty
    before = len(engine.all(protocol.Refresh))
    panel.empty.look.click()
    assert len(engine.all(protocol.Refresh)) == before + 1
    with qtbot.waitSignal(panel.choice_wanted):
        panel.empty.open.click()


def test_a_chosen_document_shows_its_chunks_once_it_is_read(
    panel: TreePanel, engine: RecordingEngine, session: Session
) -> None:
    session.refresh()
    job = engine.last(protocol.Refresh).id
    new = DocumentRow("new.md", "", "markdown", state="waiting")
    engine.answer(protocol.DocumentsTold(id=job, rows=(new,)))
    session.select(Selection(document="new.md"))
    told: list[Selection] = []
    session.selection_changed.connect(told.append)
    engine.answer(protocol.DocumentsTold(id=job, rows=(replace(new, state="", chunks=3),)))
    assert told == [Selection(document="new.md")]
    assert str(panel.view.currentIndex().data()) == "new.md"


def test_only_findings_without_any_says_so(panel: TreePanel) -> None:
    panel.choose_again({"findings": "only"})
    assert panel.pages.currentWidget() is panel.empty
    panel.empty.clear.click()
    assert panel.choices() == {"words": "", "findings": ""}

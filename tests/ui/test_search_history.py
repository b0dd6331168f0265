"""The history and saved searches in the window: what is kept, listed, found, asked again and removed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.retrieval_views import KeptSearch
from explorer.core.views import Filters, LibraryInfo
from explorer.ui.history_popup import HistoryPopup
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.search_history import SearchHistory, as_question, kept_search
from explorer.ui.session import Session
from explorer.ui.wishes import Question

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

LIBRARY = LibraryInfo("/library", "library", "m", "path", 254, 1, indexed=True)
ASKED = Question("fees", "hybrid", "none", "label", Filters("hr"), context_ranker="keyword")
NEWEST = KeptSearch("leave", when="2026-03-02T10:00:00+00:00")
OLDER = kept_search(ASKED)
SAVED = KeptSearch("monthly pass", name="Prices")


@pytest.fixture
def history(qtbot: QtBot, session: Session, engine: RecordingEngine) -> SearchHistory:
    made = SearchHistory(RetrievalSession(session, session), session)
    engine.answer(protocol.LibraryOpened(id=0, info=LIBRARY))
    return made


def answer(engine: RecordingEngine, kind: type[protocol.Request] = protocol.ListSearches) -> None:
    listed = protocol.SearchesListed(id=engine.last(kind).id, history=(NEWEST, OLDER), saved=(SAVED,))
    engine.answer(listed)


def test_a_search_is_kept_as_it_was_asked() -> None:
    assert as_question(kept_search(ASKED, "Fees")) == ASKED


def test_searches_are_read_once_for_each_library(history: SearchHistory, engine: RecordingEngine) -> None:
    engine.answer(protocol.LibraryOpened(id=0, info=replace(LIBRARY, revision=2)))
    assert len(engine.all(protocol.ListSearches)) == 1
    answer(engine)
    assert (history.asked, history.saved) == ((NEWEST, OLDER), (SAVED,))
    engine.answer(protocol.LibraryOpened(id=0, info=replace(LIBRARY, folder="/other")))
    assert len(engine.all(protocol.ListSearches)) == 2
    assert history.asked == ()


def test_nothing_is_kept_before_the_history_was_read(history: SearchHistory, engine: RecordingEngine) -> None:
    history.remember(ASKED)
    engine.answer(protocol.Failed(id=engine.last(protocol.ListSearches).id, title="damaged", detail="", expected=True))
    history.remember(ASKED)
    assert not engine.all(protocol.ChangeSearches)


def test_a_question_is_kept_unless_it_is_the_newest(history: SearchHistory, engine: RecordingEngine) -> None:
    answer(engine)
    history.remember(as_question(NEWEST))
    assert not engine.all(protocol.ChangeSearches)
    history.remember(ASKED)
    assert engine.last(protocol.ChangeSearches).keep == (kept_search(ASKED),)


def test_no_history_is_kept_where_none_is_wanted(
    history: SearchHistory, session: Session, engine: RecordingEngine
) -> None:
    answer(engine)
    session.change_settings(replace(session.settings, keep_history=False))
    history.remember(ASKED)
    assert not engine.all(protocol.ChangeSearches)
    history.save(ASKED, " Fees ")
    assert engine.last(protocol.ChangeSearches).keep == (kept_search(ASKED, "Fees"),)


@pytest.fixture
def popup(
    qtbot: QtBot, history: SearchHistory, engine: RecordingEngine, show_active: Callable[[QWidget], None]
) -> Iterator[HistoryPopup]:
    answer(engine)
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(600, 500)
    show_active(window)
    made = HistoryPopup(history, ASKED, window)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    made.open_at(window.mapToGlobal(window.rect().topRight()))
    yield made
    made.close()


def lines(popup: HistoryPopup) -> list[str]:
    items = (popup.list.item(row) for row in range(popup.list.count()))
    return [item.text() for item in items if not item.isHidden()]


def test_saved_ones_come_first_then_the_newest(popup: HistoryPopup) -> None:
    assert lines(popup) == ["★ Prices: monthly pass", "leave", "fees   [Folder: hr/]"]


def test_the_same_question_asked_in_two_ways_is_told_apart(
    history: SearchHistory, popup: HistoryPopup, engine: RecordingEngine
) -> None:
    history.drop(SAVED)
    other = replace(NEWEST, ranker="keyword")
    told = protocol.SearchesListed(id=engine.last(protocol.ChangeSearches).id, history=(other, NEWEST, OLDER), saved=())
    engine.answer(told)
    assert lines(popup) == [
        "leave   · none / path, Keyword (BM25)",
        "leave   · none / path, Embedding",
        "fees   [Folder: hr/]",
    ]


def test_the_list_is_searched_by_words(qtbot: QtBot, popup: HistoryPopup) -> None:
    popup.find_line.setText("HR fees")
    assert lines(popup) == ["fees   [Folder: hr/]"]
    with qtbot.waitSignal(popup.search_chosen) as told:
        qtbot.keyClick(popup.find_line, Qt.Key.Key_Return)
    assert told.args == [OLDER]
    assert popup.isHidden()


def test_the_keyboard_reaches_and_removes_an_entry(qtbot: QtBot, popup: HistoryPopup, engine: RecordingEngine) -> None:
    qtbot.keyClick(popup.find_line, Qt.Key.Key_Down)
    qtbot.keyClick(popup.list, Qt.Key.Key_Down)
    qtbot.keyClick(popup.list, Qt.Key.Key_Delete)
    assert engine.last(protocol.ChangeSearches).drop == (NEWEST,)


def test_the_present_search_is_saved_under_a_name(qtbot: QtBot, popup: HistoryPopup, engine: RecordingEngine) -> None:
    popup.save.click()
    assert not engine.all(protocol.ChangeSearches)
    popup.name.setText("Fees")
    qtbot.keyClick(popup.name, Qt.Key.Key_Return)
    assert engine.last(protocol.ChangeSearches).keep == (kept_search(ASKED, "Fees"),)


def test_the_history_is_cleared_and_saved_searches_stay(popup: HistoryPopup, engine: RecordingEngine) -> None:
    popup.clear.click()
    change = engine.last(protocol.ChangeSearches)
    assert (change.drop, change.keep) == ((NEWEST, OLDER), ())
    engine.answer(protocol.SearchesListed(id=change.id, history=(), saved=(SAVED,)))
    assert lines(popup) == ["★ Prices: monthly pass"]
    assert not popup.clear.isEnabled()


def test_the_switch_is_told(qtbot: QtBot, popup: HistoryPopup) -> None:
    with qtbot.waitSignal(popup.keeping_chosen) as told:
        popup.keeping.click()
    assert told.args == [False]

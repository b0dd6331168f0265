"""The next start takes up where the last one ended; what is damaged or gone is dropped without a word."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import shiboken6
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication

from explorer import protocol
from explorer.core.views import DocumentRow, LibraryInfo
from explorer.ui import finding_choices, tool_choices
from explorer.ui import settings as stored
from explorer.ui.filter_line import FilterLine
from explorer.ui.main_window import MainWindow
from explorer.ui.session import Selection, Session
from explorer.ui.session_state import SessionState, read, written
from explorer.ui.theme import Theme

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

DOCUMENTS = (
    DocumentRow("hr/leave.md", "Leave", "markdown", chunks=9, sections=3),
    DocumentRow("hr/pay.md", "Pay", "markdown", chunks=2, sections=1),
)
Make = Callable[[], MainWindow]


@pytest.fixture
def info(tmp_path: Path) -> LibraryInfo:
    return LibraryInfo(str(tmp_path), "docs", "mini", "path", 254, 1, documents=DOCUMENTS, indexed=True)


@pytest.fixture
def store(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def make(qapp: QApplication, engine: RecordingEngine, store: QSettings) -> Iterator[Make]:
    made: list[MainWindow] = []

    def make() -> MainWindow:
        session, theme = Session(engine, stored.load(store)), Theme("light")
        window = MainWindow(session, theme, store)
        session.setParent(window)
        theme.setParent(window)
        made.append(window)
        return window

    yield make
    for window in made:
        shiboken6.delete(window)


def opened(window: MainWindow, engine: RecordingEngine, info: LibraryInfo) -> None:
    if window.session.library is None:
        window.open_library(info.folder)
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=info))
    QApplication.processEvents()


def used(make: Make, engine: RecordingEngine, info: LibraryInfo) -> None:
    """Do some work in a window and close it."""
    window = make()
    opened(window, engine, info)
    window.session.select(Selection(document="hr/leave.md", section=2))
    window.tree.open_again([("hr", "", -1), ("", "hr/leave.md", -1)])
    window.tree.words.setText("leave")
    window.tabs.setCurrentWidget(window.audit_tabs.sample)
    finding_choices.choose_again(window.findings, {"severity": "warning", "code": "H102"})
    window.findings.words.setText("overview")
    window.audit_tabs.mends.table.setColumnWidth(0, 333)
    window.compare.question.setText("How many days?")
    window.close()


def test_places_filters_and_words_are_taken_up_again(make: Make, engine: RecordingEngine, info: LibraryInfo) -> None:
    used(make, engine, info)
    searches = len(engine.all(protocol.Search))
    window = make()
    window.open_last()
    assert engine.last(protocol.OpenLibrary).folder == info.folder
    opened(window, engine, info)
    assert window.session.selection == Selection(document="hr/leave.md", section=2)
    assert window.tabs.currentWidget() is window.audit_tabs.sample
    assert ("", "hr/leave.md", -1) in window.tree.open_rows()
    assert engine.last(protocol.ListSections).document == "hr/leave.md"
    assert window.tree.words.text() == "leave"
    assert finding_choices.choices(window.findings) == {"severity": "warning", "code": "H102"}
    assert window.findings.words.text() == "overview"
    assert window.audit_tabs.mends.table.columnWidth(0) == 333
    assert window.compare.question.text() == "How many days?"
    assert len(engine.all(protocol.Search)) == searches, "the question is there, but not asked"


def test_tables_views_and_lists_of_the_tools_are_as_they_were(
    make: Make, engine: RecordingEngine, info: LibraryInfo
) -> None:
    info = replace(info, embedded=("none", "path", "label"))
    window = make()
    opened(window, engine, info)
    window.audit_tabs.mends.table.horizontalHeader().setSortIndicator(1, Qt.SortOrder.DescendingOrder)
    twins = window.audit_tabs.twins
    twins.recipe.setCurrentIndex(twins.recipe.findData("label"))
    twins.choice.choose(1)
    questions = window.retrieval_tabs.questions
    questions.sets.addItem("mine", "mine")
    questions.sets.setCurrentIndex(questions.sets.count() - 1)
    window.close()
    window = make()
    opened(window, engine, info)
    assert window.audit_tabs.mends.table.order.sorting == (1, Qt.SortOrder.DescendingOrder)
    assert window.audit_tabs.twins.recipe.currentData() == "label"
    assert window.audit_tabs.twins.choice.group.checkedId() == 1
    sets = window.retrieval_tabs.questions.sets
    assert sets.currentData() != "mine", "it is not listed yet"
    sets.addItem("theirs", "theirs")
    sets.addItem("mine", "mine")
    QApplication.processEvents()
    assert sets.currentData() == "mine"
    sets.setCurrentIndex(0)
    sets.addItem("more", "more")
    QApplication.processEvents()
    assert sets.currentIndex() == 0, "what came late is chosen once"


def test_choices_that_cannot_be_change_nothing(make: Make) -> None:
    window = make()
    for tool in (window.audit_tabs.mends, window.audit_tabs.twins):
        before = tool_choices.choices(tool)
        assert before
        for kept in ("", "x", "99 up", "-2 down", "1 sideways", "²", "9" * 50, "=gone"):
            tool_choices.choose_again(tool, dict.fromkeys(before, kept))
            assert tool_choices.choices(tool) == before, kept


def test_the_chosen_chunk_is_asked_for_again(
    make: Make, engine: RecordingEngine, info: LibraryInfo, store: QSettings
) -> None:
    store.setValue("window/session", written(SessionState(folder=info.folder, chunk=("hr/pay.md", 1))))
    window = make()
    opened(window, engine, info)
    asked = engine.last(protocol.LocateChunk)
    assert (asked.document, asked.index) == ("hr/pay.md", 1)


def test_what_is_gone_is_dropped(make: Make, engine: RecordingEngine, info: LibraryInfo, store: QSettings) -> None:
    state = SessionState(
        folder=info.folder, selection=Selection(document="gone.md"), chunk=("hr/pay.md", 7), tool="NoPanel"
    )
    store.setValue("window/session", written(state))
    window = make()
    opened(window, engine, info)
    assert window.session.selection == Selection()
    assert engine.all(protocol.LocateChunk) == []
    assert window.messages.shown == ()


def test_another_library_begins_anew(make: Make, engine: RecordingEngine, info: LibraryInfo, store: QSettings) -> None:
    state = SessionState(folder=info.folder, selection=Selection(document="hr/pay.md"), question="How many?")
    store.setValue("window/session", written(state))
    window = make()
    opened(window, engine, replace(info, folder="/other", name="other"))
    assert window.session.selection == Selection()
    assert window.compare.question.text() == ""
    opened(window, engine, info)


def test_nothing_is_opened_when_the_user_wants_none_or_the_folder_is_gone(
    make: Make, engine: RecordingEngine, info: LibraryInfo, store: QSettings
) -> None:
    store.setValue("window/session", written(SessionState(folder=info.folder)))
    before = len(engine.all(protocol.OpenLibrary))
    window = make()
    window.menus.reopen.trigger()
    window.open_last()
    assert not stored.load(store).reopen
    window.menus.reopen.trigger()
    Path(info.folder).rename(Path(info.folder).with_name("moved"))
    window.open_last()
    assert len(engine.all(protocol.OpenLibrary)) == before


def test_no_question_is_written_against_the_users_will(
    make: Make, engine: RecordingEngine, info: LibraryInfo, store: QSettings
) -> None:
    window = make()
    window.session.change_settings(replace(window.session.settings, keep_history=False))
    opened(window, engine, info)
    window.compare.question.setText("Who earns what?")
    window.close()
    text = str(store.value("window/session"))
    assert info.folder in text
    assert "Who earns" not in text


@pytest.mark.parametrize(
    "text", [None, 7, "", "{}x", "[]", '{"version":0}', '{"version":1,"folder":3}', '{"version":1,"expanded":[[1]]}']
)
def test_a_damaged_or_old_state_is_none(text: object) -> None:
    assert read(text) is None


@given(st.text(max_size=80))
def test_no_text_raises(text: str) -> None:
    assert read(text) is None or isinstance(read(text), SessionState)


def test_what_is_written_is_read() -> None:
    state = SessionState(folder="/ü", chunk=("a.md", 0), expanded=(("", "a.md", 3),), widths={"x 0": (1, 2)})
    assert read(written(state)) == state


@pytest.mark.parametrize("folder", ["/a" * 3000, "/docs\0x", "/docs\ud800"])
def test_a_folder_that_cannot_be_named_is_dropped(
    make: Make, store: QSettings, engine: RecordingEngine, folder: str
) -> None:
    store.setValue("window/session", json.dumps({"version": 1, "folder": folder}))
    make().open_last()
    assert not engine.all(protocol.OpenLibrary)


def test_a_folder_with_a_part_that_is_too_long_is_not_there(
    make: Make, store: QSettings, engine: RecordingEngine
) -> None:
    store.setValue("window/session", json.dumps({"version": 1, "folder": "/" + "a" * 3000}))
    make().open_last()
    assert not engine.all(protocol.OpenLibrary)


@pytest.mark.parametrize("number", [-1, 2**31, 10**18])
def test_places_that_cannot_be_are_dropped(number: int) -> None:
    state = SessionState(
        folder="/docs",
        selection=Selection(document="a.md", section=number),
        chunk=("a.md", number),
        expanded=(("", "a.md", 3), ("", "a.md", number if number > 0 else -2), ("hr", "", -1), ("x" * 5000, "", -1)),
    )
    assert read(written(state)) == SessionState(folder="/docs", expanded=(("", "a.md", 3), ("hr", "", -1)))


def test_a_number_beyond_all_bounds_is_dropped() -> None:
    kept = read('{"version":1,"folder":"/d","selection":{"document":"a.md","section":99999999999999999999999}}')
    assert kept is None or kept == SessionState(folder="/d")


def test_words_typed_for_one_library_are_no_filter_of_another(
    make: Make, engine: RecordingEngine, info: LibraryInfo
) -> None:
    window = make()
    opened(window, engine, info)
    lines = window.tabs.findChildren(FilterLine)
    assert len(lines) > 3
    for line in (*lines, window.tree.words):
        line.setText("overview")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=replace(info, revision=2)))
    assert {line.text() for line in (*lines, window.tree.words)} == {"overview"}, "the same library, read anew"
    window.open_library(f"{info.folder}/other")
    other = replace(info, folder=f"{info.folder}/other")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=other))
    assert {line.text() for line in (*lines, window.tree.words)} == {""}

"""A tool that has nothing to show offers the step that comes first, and the window takes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.views import LibraryInfo
from explorer.ui.main_window import MainWindow
from explorer.ui.panel_parts import EmptyWords
from explorer.ui.session import Session
from explorer.ui.theme import Theme

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine


@pytest.fixture
def window(qapp: QApplication, engine: RecordingEngine, show_active: Callable[[QWidget], None]) -> Iterator[MainWindow]:
    session, theme = Session(engine), Theme("light")
    made = MainWindow(session, theme)
    session.setParent(made)
    theme.setParent(made)
    show_active(made)
    yield made
    made.close()
    shiboken6.delete(made)


def _open(window: MainWindow, engine: RecordingEngine) -> None:
    window.open_library("/docs")
    info = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, indexed=True)
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=info))


def _steps(panel: QWidget) -> list[EmptyWords]:
    return [each for each in panel.findChildren(EmptyWords) if each.step.isVisible()]


@pytest.mark.parametrize("tool", ["scores", "diagnosis"])
def test_what_needs_a_question_leads_to_the_question(
    window: MainWindow, engine: RecordingEngine, qtbot: QtBot, tool: str
) -> None:
    _open(window, engine)
    panel = getattr(window.retrieval_tabs, tool)
    window.tabs.setCurrentWidget(panel)
    (empty,) = _steps(panel)
    qtbot.mouseClick(empty.step, Qt.MouseButton.LeftButton)
    assert window.tabs.currentWidget() is window.compare
    assert window.compare.question.hasFocus()


def test_without_mends_the_headings_are_one_step_away(
    window: MainWindow, engine: RecordingEngine, qtbot: QtBot
) -> None:
    _open(window, engine)
    engine.answer(protocol.MendsListed(id=engine.last(protocol.ListMends).id, rows=()))
    window.tabs.setCurrentWidget(window.audit_tabs.mends)
    (empty,) = _steps(window.audit_tabs.mends)
    qtbot.mouseClick(empty.step, Qt.MouseButton.LeftButton)
    assert window.tabs.currentWidget() is window.audit_tabs.inventory


def test_without_a_library_no_step_is_offered_that_leads_nowhere(window: MainWindow) -> None:
    for place in range(window.tabs.count()):
        window.tabs.setCurrentIndex(place)
        panel = window.tabs.widget(place)
        assert panel is not None
        assert not _steps(panel)

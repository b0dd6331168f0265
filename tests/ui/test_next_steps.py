"""A tool that has nothing to show offers the step that comes first, and the window takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.views import LibraryInfo
from explorer.ui.main_window import MainWindow
from explorer.ui.panel_parts import EmptyWords

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine


def _open(window: MainWindow, engine: RecordingEngine) -> None:
    window.open_library("/docs")
    info = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, indexed=True)
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=info))


def _steps(panel: QWidget) -> list[EmptyWords]:
    return [each for each in panel.findChildren(EmptyWords) if each.step.isVisible()]


@pytest.mark.parametrize("tool", ["scores", "diagnosis"])
def test_what_needs_a_question_leads_to_the_question(
    empty_window: MainWindow, engine: RecordingEngine, qtbot: QtBot, tool: str
) -> None:
    _open(empty_window, engine)
    panel = getattr(empty_window.retrieval_tabs, tool)
    empty_window.tabs.setCurrentWidget(panel)
    (empty,) = _steps(panel)
    qtbot.mouseClick(empty.step, Qt.MouseButton.LeftButton)
    assert empty_window.tabs.currentWidget() is empty_window.compare
    assert empty_window.compare.question.hasFocus()


def test_without_mends_the_headings_are_one_step_away(
    empty_window: MainWindow, engine: RecordingEngine, qtbot: QtBot
) -> None:
    _open(empty_window, engine)
    engine.answer(protocol.MendsListed(id=engine.last(protocol.ListMends).id, rows=()))
    empty_window.tabs.setCurrentWidget(empty_window.audit_tabs.mends)
    (empty,) = _steps(empty_window.audit_tabs.mends)
    qtbot.mouseClick(empty.step, Qt.MouseButton.LeftButton)
    assert empty_window.tabs.currentWidget() is empty_window.audit_tabs.inventory


def test_without_a_library_no_step_is_offered_that_leads_nowhere(empty_window: MainWindow) -> None:
    for place in range(empty_window.tabs.count()):
        empty_window.tabs.setCurrentIndex(place)
        panel = empty_window.tabs.widget(place)
        assert panel is not None
        assert not _steps(panel)

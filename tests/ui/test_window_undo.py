"""Undo in the window: what it takes back is the change of the tool in front."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QUndoCommand, QUndoStack
from PySide6.QtWidgets import QMainWindow, QTabWidget, QWidget
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from explorer.ui.undo import Undo


class Tool:
    """A tab with changes of its own."""

    def __init__(self, owner: QWidget) -> None:
        self.panel = QWidget()
        self.stack = QUndoStack(owner)
        self.pair = (self.stack.createUndoAction(owner), self.stack.createRedoAction(owner))


@pytest.fixture
def parts(qtbot: QtBot, show_active: Callable[[QWidget], None]) -> tuple[QMainWindow, QTabWidget, Tool, QUndoStack]:
    window = QMainWindow()
    qtbot.addWidget(window)
    tabs = QTabWidget()
    window.setCentralWidget(tabs)
    tool, usual = Tool(window), Tool(window)
    tabs.addTab(QWidget(), "plain")
    tabs.addTab(tool.panel, "tool")
    undo = Undo(tabs, {tool.panel: tool.pair}, usual.pair)
    window.addActions(list(undo.actions))
    show_active(window)
    for stack in (tool.stack, usual.stack):
        stack.push(QUndoCommand("a change"))
    return window, tabs, tool, usual.stack


def press(qtbot: QtBot, window: QMainWindow, *, redo: bool = False) -> None:
    shift = Qt.KeyboardModifier.ShiftModifier if redo else Qt.KeyboardModifier.NoModifier
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | shift)


def test_keys_take_back_a_mend_that_came_last_whatever_tool_is_in_front(
    parts: tuple[QMainWindow, QTabWidget, Tool, QUndoStack], qtbot: QtBot
) -> None:
    window, tabs, tool, usual = parts
    tabs.setCurrentIndex(1)
    press(qtbot, window)
    assert (tool.stack.index(), usual.index()) == (1, 0)
    press(qtbot, window, redo=True)
    assert (tool.stack.index(), usual.index()) == (1, 1)


def test_keys_go_to_the_tool_in_front_that_changed_last_and_else_to_the_usual_changes(
    parts: tuple[QMainWindow, QTabWidget, Tool, QUndoStack], qtbot: QtBot
) -> None:
    window, tabs, tool, usual = parts
    tabs.setCurrentIndex(1)
    tool.stack.push(QUndoCommand("another change"))
    press(qtbot, window)
    assert (tool.stack.index(), usual.index()) == (1, 1)
    press(qtbot, window, redo=True)
    assert (tool.stack.index(), usual.index()) == (2, 1)
    tabs.setCurrentIndex(0)
    press(qtbot, window)
    assert (tool.stack.index(), usual.index()) == (2, 0)


def test_the_menu_says_what_would_be_taken_back(
    parts: tuple[QMainWindow, QTabWidget, Tool, QUndoStack],
) -> None:
    _, tabs, tool, _ = parts
    undo = tabs.findChild(Undo)
    assert undo is not None
    tabs.setCurrentIndex(1)
    tool.stack.push(QUndoCommand("another change"))
    tool.stack.undo()
    assert undo.undo.text().endswith("a change")
    assert undo.redo.text().endswith("another change")
    tool.stack.undo()
    assert not undo.undo.isEnabled()
    assert undo.redo.isEnabled()


def test_a_tool_that_cannot_repeat_leaves_redo_grey(qtbot: QtBot) -> None:
    window, tabs = QMainWindow(), QTabWidget()
    qtbot.addWidget(window)
    window.setCentralWidget(tabs)
    tool, usual = Tool(window), Tool(window)
    usual.stack.push(QUndoCommand("a change"))
    usual.stack.undo()
    tabs.addTab(tool.panel, "tool")
    undo = Undo(tabs, {tool.panel: (tool.pair[0], None)}, usual.pair)
    assert not undo.redo.isEnabled()
    undo.redo.trigger()
    assert usual.stack.index() == 0


def test_a_tool_with_changes_ends_with_the_window(qtbot: QtBot) -> None:
    tabs = QTabWidget()
    panel = QWidget()
    stack = QUndoStack(panel)
    tabs.addTab(panel, "tool")
    pair = (stack.createUndoAction(tabs), stack.createRedoAction(tabs))
    Undo(tabs, {panel: pair}, pair)
    stack.push(QUndoCommand("a change"))
    with capture_exceptions() as caught:
        delete(tabs)
    assert caught == []

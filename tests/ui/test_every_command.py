"""Every command has its place in a menu and is found by its name; no keys stand for two things in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.mends import Mend
from explorer.core.views import DocumentRow, LibraryInfo
from explorer.ui.commands import plain
from explorer.ui.main_window import MainWindow
from explorer.ui.session import Session
from explorer.ui.theme import Theme

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

INFO = LibraryInfo(
    "/docs", "docs", "m", "path", 254, 1, documents=(DocumentRow("a.md", "A", "markdown", chunks=3),), indexed=True
)
PARTS = (QLineEdit, QComboBox, QAbstractSpinBox, QTabBar)


@pytest.fixture(scope="module")
def made() -> Iterator[list[MainWindow]]:
    """Hold the one window of these tests: making it takes long."""
    windows: list[MainWindow] = []
    yield windows
    for window in windows:
        window.close()
        shiboken6.delete(window)


@pytest.fixture
def window(
    qapp: QApplication, made: list[MainWindow], engine: RecordingEngine, show_active: Callable[[QWidget], None]
) -> MainWindow:
    if not made:
        session, theme = Session(engine), Theme("light")
        window = MainWindow(session, theme)
        for part in (session, theme, engine):
            part.setParent(window)
        show_active(window)
        window.open_library("/docs")
        engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
        made.append(window)
    return made[0]


def within(action: QAction, kinds: tuple[type[QWidget], ...]) -> bool:
    parent = action.parent()
    return isinstance(parent, kinds)


def test_every_action_and_every_button_is_found_by_its_name(window: MainWindow) -> None:
    known = {command.text for command in window.menus.all_commands()}
    missing: list[str] = []
    for name, panel in window.menus.parts():
        for action in panel.findChildren(QAction):
            told = action.text() and action.isVisible() and not action.isSeparator() and not within(action, PARTS)
            if told and not isinstance(action.menu(), QMenu) and plain(action.text()) not in known:
                missing.append(f"{name}: {action.text()}")
        for button in panel.findChildren(QAbstractButton):
            if isinstance(button.parentWidget(), PARTS) or not button.isVisibleTo(panel) or not button.isEnabled():
                continue
            action = button.defaultAction() if isinstance(button, QToolButton) else None
            of_action = action is not None
            names = {plain(button.text()), button.accessibleName(), button.toolTip()}
            if not of_action and not names & known:
                missing.append(f"{name}: {names}")
    assert missing == []
    assert len(known) > 80


def test_the_menu_has_a_part_for_every_pane_and_tool(window: MainWindow) -> None:
    menu = window.menus.commands
    menu.aboutToShow.emit()
    titles = [action.text() for action in menu.actions() if isinstance(action.menu(), QMenu)]
    assert titles[:3] == ["Documents", "Chunks", "Source"]
    assert titles[-2:] == ["Top bar", "Messages"]
    assert len(titles) == 3 + window.tabs.count() + 2
    for action in menu.actions():
        part = action.menu()
        if isinstance(part, QMenu):
            part.aboutToShow.emit()
            assert not part.isEmpty()
    menu.aboutToShow.emit()
    assert len([action for action in menu.actions() if isinstance(action.menu(), QMenu)]) == len(titles)


def test_pills_and_offers_of_messages_are_commands_too(window: MainWindow) -> None:
    done: list[str] = []
    offer = window.messages.offer
    assert not offer.isEnabled()
    window.messages.show_message("Old", action=("Mend the old one", lambda: done.append("Old")))
    window.messages.show_message("New", action=("Mend the new one", lambda: done.append("New")))
    window.messages.show_message("Without a button")
    known = {command.text: command for command in window.menus.all_commands()}
    assert {"Mend the old one", "Mend the new one", "Close this message", plain(offer.text())} <= known.keys()
    assert known[plain(offer.text())].keys == "F8"
    pills = (window.top_bar.chunks, window.top_bar.headless, window.top_bar.warnings, window.top_bar.errors)
    assert {pill.text() for pill in pills} <= known.keys()
    assert [command.place for command in window.menus.all_commands() if command.text == "Refresh"] == ["Library"]
    known["Mend the old one"].run()
    offer.trigger()
    assert done == ["Old", "New"]
    window.messages.clear()
    assert not offer.isEnabled()


def test_a_command_is_found_by_letters_and_given_by_enter(window: MainWindow, qtbot: QtBot) -> None:
    window.tabs.setCurrentIndex(0)
    palette = window.menus.find_command()
    qtbot.keyClicks(palette.words, "appear dark")
    assert palette.shown()[0].startswith("Dark theme  ·  Library › Appearance")
    qtbot.keyClick(palette.words, Qt.Key.Key_Down)
    qtbot.keyClick(palette.words, Qt.Key.Key_Up)
    palette.words.setText("reset arrangement")
    window.workspace.docks["source"].hide()
    qtbot.keyClick(palette.words, Qt.Key.Key_Return)
    assert window.workspace.docks["source"].isVisible()


def test_a_command_that_menu_and_panel_have_is_found_once(window: MainWindow) -> None:
    found = [(command.text, command.keys) for command in window.menus.all_commands() if command.keys]
    edit = [keys for keys in found if keys[1] == "Ctrl+F"]
    assert len(edit) == 1


def test_a_long_command_keeps_its_end_in_view(window: MainWindow, qtbot: QtBot) -> None:
    folder = "/home/ana/" + "documents-of-the-whole-company/" * 6 + "docs"
    window.session.change_settings(replace(window.session.settings, recent=(folder,)))
    palette = window.menus.find_command()
    palette.words.setText(folder[-40:])
    assert folder in palette.shown()[0]
    qtbot.wait(20)
    assert not palette.list.horizontalScrollBar().isVisible()
    assert folder in palette.list.item(0).toolTip().replace("&#8203;", "")
    palette.close()
    qtbot.wait(20)


def test_a_command_brings_its_tool_to_the_front(window: MainWindow) -> None:
    window.workspace.docks["tools"].hide()
    window.menus.bring(window.audit_tabs.sample)
    assert window.workspace.docks["tools"].isVisible()
    assert window.tabs.currentWidget() is window.audit_tabs.sample


def test_no_keys_stand_for_two_things_where_both_would_be_heard(window: MainWindow) -> None:
    held: list[tuple[str, str, QWidget]] = []
    for shortcut in window.findChildren(QShortcut):
        owner = shortcut.parent()
        if isinstance(owner, QWidget):
            region = _region(window, owner, shortcut.context())
            held.append((shortcut.key().toString(), f"{type(owner).__name__}", region))
    for action in filter(shiboken6.isValid, window.findChildren(QAction)):
        for owner in _owners(action)[:1]:
            region = _region(window, owner, action.shortcutContext())
            held.append((action.shortcut().toString(), plain(action.text()), region))
    clashes = [
        (keys, name, other)
        for place, (keys, name, region) in enumerate(held)
        for others, other, elsewhere in held[:place]
        if keys and keys == others and (region is elsewhere or _nested(region, elsewhere))
    ]
    assert len(held) > 30
    assert clashes == []


def _region(window: MainWindow, owner: QWidget, context: Qt.ShortcutContext) -> QWidget:
    """Return where keys are heard: in a widget, in a whole tool as long as it is in front, or everywhere."""
    if context not in {Qt.ShortcutContext.WindowShortcut, Qt.ShortcutContext.ApplicationShortcut}:
        return owner
    tools = [panel for _, panel in window.menus.parts()[3:] if panel is owner or panel.isAncestorOf(owner)]
    return tools[0] if tools else window


def _nested(one: QWidget, other: QWidget) -> bool:
    return one.isAncestorOf(other) or other.isAncestorOf(one)


def _owners(action: QAction) -> list[QWidget]:
    """Return the widgets in which an action's keys are heard: none when it stands in pop-up menus only."""
    held = [each for each in action.associatedObjects() if isinstance(each, QWidget)]
    in_bar: list[QWidget] = [each for each in held if isinstance(each, QMenu) and _is_in_bar(each)]
    return in_bar or [each for each in held if not isinstance(each, QMenu | QToolButton)]


def _is_in_bar(menu: QMenu) -> bool:
    owners = [each for each in menu.menuAction().associatedObjects() if isinstance(each, QWidget)]
    return any(not isinstance(each, QMenu) or _is_in_bar(each) for each in owners)


def test_everything_that_takes_the_focus_has_a_name_for_screen_readers(window: MainWindow) -> None:
    nameless: list[str] = []
    for widget in window.findChildren(QWidget):
        if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or widget.focusProxy() is not None or _inner(widget):
            continue
        told = QAccessible.queryAccessibleInterface(widget)
        if not told.text(QAccessible.Text.Name):
            chain = [type(each).__name__ for each in (widget.parentWidget(), widget) if each is not None]
            nameless.append(" > ".join(chain) + f" {widget.objectName()}")
    assert nameless == []


def _inner(widget: QWidget) -> bool:
    """Say whether a widget is a part of a field or list that has the name, or has nothing to show yet."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, (QComboBox, QAbstractSpinBox)):
        above = above.parentWidget()
    if isinstance(widget, QAbstractButton) and widget.icon().isNull() and not widget.text():
        return True
    if isinstance(widget, QLabel) and not widget.text():
        return True
    within_field = above is not None or isinstance(widget.parentWidget(), (*PARTS, QAbstractScrollArea))
    return widget.objectName().startswith("qt_") or within_field


def test_lists_take_the_focus_by_tab(window: MainWindow) -> None:
    for name, panel in window.menus.parts():
        lists = [each for each in panel.findChildren(QAbstractScrollArea) if each.focusPolicy()]
        assert all(each.focusPolicy() & Qt.FocusPolicy.TabFocus for each in lists), name


def test_with_the_sample_in_front_undo_takes_verdicts_back_and_no_renaming(window: MainWindow) -> None:
    taken: list[str] = []
    flow, history = window.audit_tabs.sample.flow, window.audit_tabs.history
    flow.undo_action.triggered.connect(lambda: taken.append("verdict"))
    history.keep((Mend("a.md", ("A",), 0, "Alpha"),))
    flow.undo_action.setEnabled(True)
    window.tabs.setCurrentWidget(window.audit_tabs.sample)
    assert window.undo.undo.text() == flow.undo_action.text()
    window.undo.undo.trigger()
    assert (taken, history.stack.index()) == (["verdict"], 1)
    window.tabs.setCurrentWidget(window.audit_tabs.mends)
    window.undo.undo.trigger()
    assert (taken, history.stack.index()) == (["verdict"], 0)

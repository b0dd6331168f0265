"""Every command of the window as data: what the menus hold, and what panels offer by buttons and context menus."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import cast

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QMenu,
    QPushButton,
    QTabBar,
    QToolButton,
    QWidget,
)

_OWN = (QLineEdit, QComboBox, QAbstractSpinBox, QTabBar)
"""Widgets whose actions and buttons are part of themselves."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its text, the part of the window that it belongs to, its keys, whether it can be given now."""

    text: str
    place: str
    run: Callable[[], object]
    keys: str = ""
    enabled: bool = True
    checked: bool | None = None


def plain(text: str) -> str:
    """Return a menu's text as people read it, without the signs of its keys."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").strip()


def commands_of(panel: QWidget, place: str) -> list[Command]:
    """Return what a panel offers: its actions, then its buttons; each text once."""
    found: dict[str, Command] = {}
    for command in (*_actions(panel, place), *_buttons(panel, place)):
        if command.text and (command.text not in found or command.enabled):
            found[command.text] = command
    return list(found.values())


def commands_in(menu: QMenu, place: str = "") -> Iterator[Command]:
    """Yield what a menu and the menus in it hold."""
    for action in menu.actions():
        inner = action.menu()
        text = plain(action.text())
        if isinstance(inner, QMenu):
            inner.aboutToShow.emit()
            yield from commands_in(inner, f"{place} › {text}" if place else text)
        elif text and not action.isSeparator():
            yield _command(action, place)


def _actions(panel: QWidget, place: str) -> Iterator[Command]:
    for action in panel.findChildren(QAction):
        hidden = action.isSeparator() or not action.isVisible() or isinstance(action.menu(), QMenu)
        if not hidden and action.text() and not isinstance(action.parent(), _OWN):
            yield _command(action, place)


def _buttons(panel: QWidget, place: str) -> Iterator[Command]:
    for button in panel.findChildren(QAbstractButton):
        if not is_command(button, panel):
            continue
        text = plain(button.text())
        name = text if any(letter.isalpha() for letter in text) else button.accessibleName() or button.toolTip()
        checked = button.isChecked() if button.isCheckable() else None
        run = partial(_press, button)
        keys = button.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        yield Command(name, place, run, keys, button.isEnabled(), checked)


def is_command(button: QAbstractButton, panel: QWidget) -> bool:
    """Say whether a button is a command of its panel: not a part of a field, not hidden, not one of an action."""
    if isinstance(button, QToolButton) and cast("QAction | None", button.defaultAction()) is not None:
        return False
    parent = button.parentWidget()
    return not isinstance(parent, _OWN) and button.isVisibleTo(panel)


def _press(button: QAbstractButton) -> None:
    if isinstance(button, QToolButton | QPushButton) and cast("QMenu | None", button.menu()) is not None:
        button.showMenu()
    else:
        button.click()


def _command(action: QAction, place: str) -> Command:
    checked = action.isChecked() if action.isCheckable() else None
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    return Command(plain(action.text()), place, action.trigger, keys, action.isEnabled(), checked)

"""Finds any command by some letters of its name and gives it: the keyboard alone suffices."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from explorer.core.fuzzy import Pattern, fold
from explorer.ui.commands import Command
from explorer.ui.naming import named
from explorer.ui.plain_words import plain_tip

_MOST = 100
_ROLE = Qt.ItemDataRole.UserRole
_KEYS = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown})


class CommandPalette(QDialog):
    """A line to type into and the commands that fit, the best first. Enter gives the chosen one."""

    def __init__(self, commands: Sequence[Command], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Find a command"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._commands = [each for each in commands if each.enabled]
        self.words = named(QLineEdit(), label=self.tr("Find a command"))
        self.words.setPlaceholderText(self.tr("Some letters of a command"))
        self.words.installEventFilter(self)
        self.list = named(QListWidget(), "popup", label=self.tr("Commands"))
        # Of a long line, such as a folder's, the end with the part of the window and the keys is to be seen.
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 10)
        column.addWidget(self.words)
        column.addWidget(self.list)
        self.words.textChanged.connect(self._show)
        self.words.returnPressed.connect(self._give)
        self.list.itemActivated.connect(self._give)
        self.resize(560, 420)
        self._show("")

    def shown(self) -> list[str]:
        """Return the lines that are shown."""
        return [self.list.item(row).text() for row in range(self.list.count())]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrows move in the list while one types."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in _KEYS:
            self.list.event(event)
            return True
        return super().eventFilter(watched, event)

    def _show(self, typed: str) -> None:
        pattern = Pattern(typed)
        scored = [
            (pattern.score(fold(each.text), fold(each.place)) if pattern else 1.0, each) for each in self._commands
        ]
        found = sorted((pair for pair in scored if pair[0]), key=lambda pair: -pair[0])
        self.list.clear()
        for _, command in found[:_MOST]:
            item = QListWidgetItem(_line(command), self.list)
            item.setToolTip(plain_tip(_line(command)))
            item.setData(_ROLE, command)
        self.list.setCurrentRow(0)

    def _give(self) -> None:
        command = self.list.currentItem().data(_ROLE) if self.list.currentRow() >= 0 else None
        if isinstance(command, Command):
            # First away, so that the command finds the window as it was.
            self.accept()
            command.run()


def _line(command: Command) -> str:
    mark = "✓ " if command.checked else ""
    keys = f"   {command.keys}" if command.keys else ""
    return f"{mark}{command.text}  ·  {command.place}{keys}"

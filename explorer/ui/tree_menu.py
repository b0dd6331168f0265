"""What can be done with a document or folder of the tree: its context menu, and the way back for what is left out."""

from __future__ import annotations

import glob
from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from explorer.ui.models.tree_nodes import Kind, Node
from explorer.ui.news import copy_text
from explorer.ui.table_parts import table_action

EXCLUDE = "exclude"
"""The kind of decision that leaves documents out; see `explorer.protocol.ChangeSilence`."""


class TreeMenu(QObject):
    """Actions for the current row.

    Wishes: `open_wanted` (document: in the user's own program), `place_wanted` (document or folder: show it in the file
    manager), `read_wanted` (look for changes now), `again_wanted` (document or folder: read it again though nothing
    seems to have changed), `decision_wanted` (kind, pattern, whether it shall hold).
    """

    open_wanted = Signal(str)
    place_wanted = Signal(str)
    read_wanted = Signal()
    again_wanted = Signal(str)
    decision_wanted = Signal(str, str, bool)

    def __init__(self, panel: QWidget) -> None:
        super().__init__(panel)
        self._panel = panel
        self._node: Node | None = None
        self._left_out: tuple[str, ...] = ()
        self.open = self._action(self.tr("Open in your program"), "Ctrl+Return", self._open)
        self.place = self._action(self.tr("Show in its folder"), "", self._show_place)
        self.copy = self._action(self.tr("Copy name"), "Ctrl+C", lambda: copy_text(self._name(), panel))
        self.read = self._action(self.tr("Look for changes"), "", self.read_wanted.emit)
        self.again = self._action(self.tr("Read again"), "", lambda: self.again_wanted.emit(self._name()))
        self.leave = self._action(self.tr("Leave out of the library"), "", self._leave_out)

    def show_left_out(self, patterns: tuple[str, ...]) -> None:
        """Know what is left out already."""
        self._left_out = patterns

    def show_node(self, node: Node | None) -> None:
        """Fit the actions to a row."""
        self._node = node
        document = node is not None and node.kind in {Kind.DOCUMENT, Kind.SECTION}
        folder = node is not None and node.kind is Kind.FOLDER
        self.open.setEnabled(document)
        for action in (self.place, self.copy, self.again, self.leave):
            action.setEnabled(document or folder)
        words = self.tr("Leave this folder out of the library") if folder else self.tr("Leave out of the library")
        self.leave.setText(words)

    def popup(self, place: QPoint) -> None:
        """Show the actions as a menu."""
        menu = QMenu(self._panel)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions([self.open, self.place, self.copy])
        menu.addSeparator()
        menu.addActions([self.read, self.again, self.leave])
        self.add_left_out(menu)
        menu.popup(place)

    def add_left_out(self, menu: QMenu) -> None:
        """Add what is left out, each entry taking itself back."""
        if self._left_out:
            back = menu.addMenu(self.tr("Take in again"))
            for pattern in self._left_out:
                action: QAction = back.addAction(shown(pattern).replace("&", "&&"))
                action.triggered.connect(lambda _=False, one=pattern: self.decision_wanted.emit(EXCLUDE, one, False))

    def _name(self) -> str:
        if self._node is None:
            return ""
        folder, document, _ = self._node.key
        return document or folder

    def _open(self) -> None:
        if self._name():
            self.open_wanted.emit(self._name())

    def _show_place(self) -> None:
        if self._name():
            self.place_wanted.emit(self._name())

    def _leave_out(self) -> None:
        if self._node is not None and self._name():
            pattern = glob.escape(self._name()) + ("/*" if self._node.kind is Kind.FOLDER else "")
            self.decision_wanted.emit(EXCLUDE, pattern, True)

    def _action(self, text: str, keys: str, slot: Callable[[], object]) -> QAction:
        action = table_action(self._panel, text, keys)
        action.triggered.connect(lambda _checked=False: slot())
        return action


def shown(pattern: str) -> str:
    """Return a pattern as people read it: what was escaped stands for itself."""
    return pattern.replace("[[]", "[").replace("[*]", "*").replace("[?]", "?")

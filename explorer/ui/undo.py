"""Undo and redo for the whole window: of mends where these changed last, else of the tool in front."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QTabWidget, QWidget
from shiboken6 import isValid

Pair = tuple[QAction, QAction | None]
"""What takes back the last change of a tool, and what makes it again (None: it cannot)."""


class Undo(QObject):
    """One pair of actions with the usual keys, which do what those of the tool in front do.

    Mends are made from many places: where they were the last to change, they are taken back first.

    Two actions with the same keys in one window would silence each other, so tools give theirs none.
    """

    def __init__(self, tabs: QTabWidget, tools: Mapping[QWidget, Pair], usual: Pair) -> None:
        super().__init__(tabs)
        self._tabs = tabs
        self._tools = dict(tools)
        self._usual = usual
        self.undo = self._action(self.tr("Undo"), "Ctrl+Z", 0)
        self.redo = self._action(self.tr("Redo"), "Ctrl+Shift+Z", 1)
        tabs.currentChanged.connect(self._follow)
        self._last: Pair | None = None
        for pair in (usual, *self._tools.values()):
            for action in pair:
                if action is not None:
                    action.changed.connect(partial(self._on_changed, pair))
        self._follow()

    @property
    def actions(self) -> tuple[QAction, QAction]:
        """Return both actions, for a menu."""
        return (self.undo, self.redo)

    def _on_changed(self, pair: Pair) -> None:
        self._last = pair
        self._follow()

    def _chosen(self, place: int) -> QAction | None:
        """Return the action that undoes (0) or does again (1)."""
        usual = self._usual[place]
        if self._last is self._usual and usual is not None and isValid(usual) and usual.isEnabled():
            return usual
        return self._tools.get(self._tabs.currentWidget(), self._usual)[place]

    def _follow(self) -> None:
        # Tools end with the tabs, after these and before this: a tool that has changes left tells once more of them.
        if not isValid(self._tabs):
            return
        for place, mine in enumerate(self.actions):
            theirs = self._chosen(place)
            if theirs is None or isValid(theirs):
                mine.setEnabled(theirs is not None and theirs.isEnabled())
                mine.setText(theirs.text() if theirs is not None else self.tr("Redo"))

    def _action(self, text: str, keys: str, place: int) -> QAction:
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.triggered.connect(self._trigger(place))
        return action

    def _trigger(self, place: int) -> Callable[[], None]:
        def do() -> None:
            action = self._chosen(place)
            if action is not None:
                action.trigger()

        return do

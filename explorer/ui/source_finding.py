"""Find in document: joins the find bar, the search and whichever view is shown."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from explorer.ui.find_bar import FindBar
from explorer.ui.find_run import Findable, FindRun

_LONGEST = 80
"""Letters of a selection that are taken for words to find, at most."""


class SourceFinding(QObject):
    """Searches the view that is shown while the bar is open. `actions` are its commands, for a menu."""

    def __init__(self, bar: FindBar, selected: Callable[[], str], panel: QWidget) -> None:
        """Take the bar and the panel that shows views; `selected` returns the words that are selected in one."""
        super().__init__(panel)
        self._bar = bar
        self._selected = selected
        self._panel = panel
        self._view: Findable | None = None
        self.run = FindRun(self)
        self.run.changed.connect(lambda: bar.show_run(self.run))
        bar.hide()
        bar.sought_changed.connect(lambda sought: self.run.start(self._view, sought))
        bar.step_wanted.connect(self.run.step)
        bar.closed.connect(self.close)
        self.actions = (
            self._action(self.tr("&Find in the document…"), "Ctrl+F", self.open),
            self._action(self.tr("Find &next"), "F3", lambda: self.step(1)),
            self._action(self.tr("Find pre&vious"), "Shift+F3", lambda: self.step(-1)),
        )
        self._enable()

    def _action(self, text: str, keys: str, slot: Callable[[], None]) -> QAction:
        action = QAction(text, self._panel)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.triggered.connect(lambda _=False: slot())
        self._panel.addAction(action)
        return action

    def set_view(self, view: Findable | None, *, fresh: bool = False) -> None:
        """Search another view from now on; `fresh`: another document in the same one."""
        if view is self._view and not fresh:
            return
        self._view = view
        self._enable()
        if not self._bar.isHidden():
            sought = self._bar.sought()
            if fresh:
                self.run.start(None, sought)
            self.run.start(view, sought)

    def open(self) -> None:
        """Open the bar, with the words that are selected when these are few."""
        words = " ".join(self._selected().split())
        self._bar.open(words if len(words) <= _LONGEST else "")

    def step(self, by: int) -> None:
        """Show the next match, or the one before; the bar opens when it is closed."""
        if self._bar.isHidden():
            self.open()
        else:
            self._bar.step(by)

    def close(self) -> None:
        """Close the bar and mark nothing; keys go to the view again."""
        self._bar.hide()
        self._bar.toggled.emit()
        self.run.start(None, self._bar.sought())
        if isinstance(self._view, QWidget):
            self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _enable(self) -> None:
        for action in self.actions:
            action.setEnabled(self._view is not None)

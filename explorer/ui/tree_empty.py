"""What stands where the tree shows no document: why, and what to do next."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from explorer.ui.naming import named


class TreeEmpty(QWidget):
    """Wishes: `choice_wanted` (another folder), `changes_wanted` (look for changes), `all_wanted` (no filter)."""

    choice_wanted = Signal()
    changes_wanted = Signal()
    all_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = named(QLabel(), "muted")
        self.words.setWordWrap(True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 24, 16, 24)
        column.setSpacing(8)
        column.addStretch(1)
        column.addWidget(self.words)
        self.clear = self._button(self.tr("&Show all"), self.all_wanted.emit)
        self.look = self._button(self.tr("&Look for changes"), self.changes_wanted.emit)
        self.open = self._button(self.tr("Open another &folder…"), self.choice_wanted.emit)
        for button in (self.clear, self.look, self.open):
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)

    @property
    def next_step(self) -> QWidget:
        """Return the button that is offered first."""
        return self.look if self.clear.isHidden() else self.clear

    def explain(self, words: str, *, filtered: bool, reading: bool) -> None:
        """Say why nothing is shown; offer to end a filter, or else what brings documents."""
        self.words.setText(words)
        if any(button.hasFocus() for button in (self.clear, self.look, self.open)):
            # Else the keys leave the panel with a button that goes, and are elsewhere when the documents come.
            self.setFocus()
        self.clear.setVisible(filtered)
        for button in (self.look, self.open):
            button.setVisible(not filtered and not reading)
        if self.hasFocus() and not self.next_step.isHidden():
            self.next_step.setFocus()

    def _button(self, text: str, slot: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.clicked.connect(lambda _checked=False: slot())
        return button

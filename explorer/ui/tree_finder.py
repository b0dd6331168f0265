"""The field above the tree: what is typed filters it after a pause; Down and Enter go to what matches best."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from explorer.ui.naming import named

PAUSE_MS = 150


class TreeFinder(QLineEdit):
    """Wishes: `filter_wanted` (text, "" for all), `best_wanted` (whether to stay in the field)."""

    filter_wanted = Signal(str)
    best_wanted = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, label=self.tr("Filter documents and headings"))
        self.setPlaceholderText(self.tr("Filter documents and headings"))
        self.setToolTip(
            self.tr(
                "Words, their beginnings or initials, in any order. Down or Enter: to the best match. Esc: show all."
            )
        )
        self.setClearButtonEnabled(True)
        self._told = ""
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.tell)
        self.textChanged.connect(self._on_text)

    def tell(self) -> None:
        """Tell at once what is typed, if that was not done."""
        self._pause.stop()
        text = self.text().strip()
        if text != self._told:
            self._told = text
            self.filter_wanted.emit(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the best match by Down and Enter, show all again by Esc."""
        if event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.tell()
            self.best_wanted.emit(event.key() != Qt.Key.Key_Down)
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)

    def _on_text(self, text: str) -> None:
        if text.strip():
            self._pause.start()
        else:
            self.tell()

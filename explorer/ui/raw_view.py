"""A text document as it stands in its file, with the chosen chunk's span marked."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit, QWidget

from explorer.core.model import Place
from explorer.ui.place_map import utf16_length
from explorer.ui.theme import Theme


class RawView(QPlainTextEdit):
    """Shows a file's text. `point_clicked` tells the code point that was clicked."""

    point_clicked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._source = ""
        self._shown = ""
        self._place: Place | None = None
        self._pressed = QPointF()
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("Source text of the document"))
        self._on_theme()
        theme.changed.connect(self._on_theme)

    def show_text(self, text: str) -> None:
        """Show another file."""
        self._source = text
        self._place = None
        # A carriage return before a line feed would be drawn as a line of its own.
        self._shown = text.replace("\r\n", "\n")
        self.setPlainText(self._shown)
        self.setExtraSelections([])

    def choose(self, place: Place | None) -> None:
        """Mark a span and bring it into view."""
        self._place = place
        self.setExtraSelections([])
        if place is None or place.start is None or place.end is None:
            return
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._position(place.start))
        visible = QTextCursor(cursor)
        cursor.setPosition(self._position(place.end), QTextCursor.MoveMode.KeepAnchor)
        mark = QTextEdit.ExtraSelection()
        mark.cursor = cursor  # pyright: ignore[reportAttributeAccessIssue]
        look = QTextCharFormat()
        look.setBackground(self._theme.colour("highlight"))
        mark.format = look  # pyright: ignore[reportAttributeAccessIssue]
        self.setExtraSelections([mark])
        self.setTextCursor(visible)
        self.centerCursor()

    def chosen_text(self) -> str:
        """Return the marked text."""
        marks = self.extraSelections()
        cursor: QTextCursor | None = marks[0].cursor if marks else None  # pyright: ignore[reportAttributeAccessIssue]
        return cursor.selectedText().replace("\u2029", "\n") if cursor else ""

    def selected_passage(self) -> tuple[int, int, str] | None:
        """Return the selected text with its span in the file, None without any."""
        cursor = self.textCursor()
        if not cursor.hasSelection():
            return None
        start, end = self._point(cursor.selectionStart()), self._point(cursor.selectionEnd() - 1) + 1
        return start, end, self._source[start:end].replace("\r\n", "\n")

    def _position(self, point: int) -> int:
        return min(utf16_length(self._source[:point].replace("\r\n", "\n")), self.document().characterCount() - 1)

    def _point(self, position: int) -> int:
        units = 0
        for point, letter in enumerate(self._source):
            if letter == "\r" and self._source.startswith("\n", point + 1):
                continue
            units += 2 if ord(letter) > 0xFFFF else 1
            if units > position:
                return point
        return len(self._source)

    def _on_theme(self) -> None:
        self.setFont(self._theme.font(0.92, mono=True))
        self.choose(self._place)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Note where a click begins."""
        self._pressed = event.position()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell which place of the source was clicked; dragging selects text instead."""
        super().mouseReleaseEvent(event)
        moved = (event.position() - self._pressed).manhattanLength() > 4
        if moved or self.textCursor().hasSelection() or event.button() != Qt.MouseButton.LeftButton:
            return
        self.point_clicked.emit(self._point(self.cursorForPosition(event.position().toPoint()).position()))

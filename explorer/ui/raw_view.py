"""A text document as it stands in its file, with the chosen chunk's span and the matches of a search marked."""

from __future__ import annotations

from bisect import bisect_right

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent, QShowEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit, QWidget

from explorer.core.model import Place
from explorer.ui.find_run import FindRun
from explorer.ui.found_marks import found_mark, place_mark
from explorer.ui.held_place import HeldPlace
from explorer.ui.shown_text import ShownText
from explorer.ui.theme import Theme


class RawView(QPlainTextEdit):
    """Shows a file's text. `point_clicked` tells the code point that was clicked."""

    point_clicked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = ShownText("")
        self._slices = [0]
        self._waiting: str | None = None
        self._place: Place | None = None
        self._run: FindRun | None = None
        self._pressed = QPointF()
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setAccessibleName(self.tr("Source text of the document"))
        self._held = HeldPlace(self.verticalScrollBar(), self.sees_chosen, self._keep_chosen)
        self._on_theme()
        theme.changed.connect(self._on_theme)
        self.verticalScrollBar().valueChanged.connect(lambda _: self._mark() if self._run else None)

    def show_text(self, text: str) -> None:
        """Show another file, once it is to be seen."""
        self._place, self._run = None, None
        self._waiting = text
        if self.isVisible():
            self._fill()

    def choose(self, place: Place | None, *, scroll: bool = True) -> None:
        """Mark a span and bring it into view."""
        self._fill()
        self._place = place
        if scroll and place is not None and place.start is not None:
            cursor = QTextCursor(self.document())
            cursor.setPosition(self._position(place.start))
            self.setTextCursor(cursor)
            self.centerCursor()
            self._held.hold()
        self._mark()

    def sees_chosen(self) -> bool:
        """Say whether any of the marked span is in view."""
        place = self._place
        if place is None or place.start is None or place.end is None:
            return False
        first, last = self._seen()
        return place.start <= last and place.end > first

    def _keep_chosen(self) -> None:
        place = self._place
        if place is None or place.start is None or place.end is None or self._is_seen(place.start, place.end):
            return
        bar, line = self.verticalScrollBar(), self._cursor(place.start, place.start)
        below = self.cursorRect(line).top() - self.viewport().height() // 4
        # The bar counts lines.
        bar.setValue(bar.value() + round(below / max(self.fontMetrics().lineSpacing(), 1)))

    def chosen_text(self) -> str:
        """Return the marked text."""
        place = self._place
        if place is None or place.start is None or place.end is None:
            return ""
        return self._cursor(place.start, place.end).selectedText().replace("\u2029", "\n")

    def selected_passage(self) -> tuple[int, int, str] | None:
        """Return the selected text with its span in the file, None without any."""
        cursor = self.textCursor()
        if not cursor.hasSelection():
            return None
        start, end = self._text.point(cursor.selectionStart()), self._text.point(cursor.selectionEnd() - 1) + 1
        return start, end, self._text.source[start:end].replace("\r\n", "\n")

    def find_units(self) -> int:
        """Return the number of slices in which the text is searched."""
        self._fill()
        return len(self._slices)

    def find_text(self, unit: int) -> str:
        """Return a slice of the text."""
        end = self._slices[unit + 1] if unit + 1 < len(self._slices) else None
        return self._text.source[self._slices[unit] : end]

    def find_start(self) -> tuple[int, int]:
        """Return the slice that is seen first, and where in it."""
        self._fill()
        cursor = self.textCursor()
        first = cursor.selectionStart() if cursor.hasSelection() else self.firstVisibleBlock().position()
        point = self._text.point(first)
        unit = bisect_right(self._slices, point) - 1
        return unit, point - self._slices[unit]

    def show_found(self, run: FindRun | None, *, bring: bool) -> None:
        """Mark the matches of a run; bring the current one into view."""
        self._run = run
        here = run.current if run else None
        if bring and here is not None:
            first = self._slices[here.unit]
            cursor = QTextCursor(self.document())
            cursor.setPosition(self._position(first + here.start))
            if not self._is_seen(first + here.start, first + here.end):
                self.setTextCursor(cursor)
                self.centerCursor()
        self._mark()

    def found_texts(self) -> list[str]:
        """Return the matches that are marked: those that are seen, the current one last."""
        return [cursor.selectedText() for cursor, _ in self._found()]

    def _fill(self) -> None:
        if self._waiting is None:
            return
        self._text, self._waiting = ShownText(self._waiting), None
        self._slices = self._text.slices()
        self.setPlainText(self._text.text)
        self._mark()

    def _mark(self) -> None:
        marks: list[QTextEdit.ExtraSelection] = []
        place = self._place
        if place is not None and place.start is not None and place.end is not None:
            marks.append(place_mark(self._cursor(place.start, place.end), self._theme))
        marks += [found_mark(cursor, self._theme, current=current) for cursor, current in self._found()]
        self.setExtraSelections(marks)

    def _found(self) -> list[tuple[QTextCursor, bool]]:
        """Return the matches that are seen, and whether each is the current one, which comes last."""
        run = self._run
        if run is None:
            return []
        low, high = self._seen()
        found: list[tuple[QTextCursor, bool]] = []
        for unit in range(max(bisect_right(self._slices, low) - 1, 0), bisect_right(self._slices, high)):
            first = self._slices[unit]
            for number, (start, end) in enumerate(run.matches(unit)):
                if first + end > low and first + start <= high:
                    here = run.current
                    current = here is not None and (here.unit, here.number) == (unit, number)
                    found.append((self._cursor(first + start, first + end), current))
        return sorted(found, key=lambda each: each[1])

    def _seen(self) -> tuple[int, int]:
        """Return the first and last point that are seen."""
        last = self.cursorForPosition(self.viewport().rect().bottomRight()).position()
        return self._text.point(self.firstVisibleBlock().position()), self._text.point(last)

    def _is_seen(self, start: int, end: int) -> bool:
        bottom = self.viewport().rect().bottomLeft()
        last = self.cursorForPosition(bottom).position()
        return self.firstVisibleBlock().position() <= self._position(start) and self._position(end) <= last

    def _cursor(self, start: int, end: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._position(start))
        cursor.setPosition(self._position(end), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _position(self, point: int) -> int:
        return min(self._text.position(point), self.document().characterCount() - 1)

    def _on_theme(self) -> None:
        self._held.keep(lambda: self.setFont(self._theme.font(0.92, mono=True)))
        self._mark()

    def showEvent(self, event: QShowEvent) -> None:
        """Fill in the text when it is seen first."""
        self._fill()
        super().showEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Mark what has come into view; the marked span stays there."""
        self._held.keep(lambda: super(RawView, self).resizeEvent(event))
        if self._run is not None:
            self._mark()

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
        self.point_clicked.emit(self._text.point(self.cursorForPosition(event.position().toPoint()).position()))

"""The reading view: a document's blocks as text, the chosen chunk's place on a coloured ground with a bar at its left.

Ground and bars are drawn below the text and only where they are visible, so that thousands of chunks cost nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPolygonF, QTextBlock, QTextCursor, QTextLine
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from explorer.core.model import Block, Place
from explorer.ui.reading_text import ReadingText, heading_block, parts_of
from explorer.ui.theme import Theme

_BAR = 3.0
_BAR_LEFT = 5.0
_ABOVE = 48
_AIR = 3.0


class ReadingView(QTextEdit):
    """Shows blocks.

    Signals: `point_clicked` (a code point of the source), `part_changed` (part from 0, of how many).
    """

    point_clicked = Signal(int)
    part_changed = Signal(int, int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._blocks: Sequence[Block] = ()
        self._parts = [range(0)]
        self._text: ReadingText | None = None
        self._chosen: Place | None = None
        self._places: Sequence[Place] = ()
        self._chosen_span: tuple[int, int] | None = None
        self._spans: list[tuple[int, int]] = []
        self._pressed = QPointF()
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setAcceptRichText(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setAccessibleName(self.tr("Reading view of the document"))
        theme.changed.connect(self._rebuild)

    def show_blocks(self, blocks: Sequence[Block]) -> None:
        """Show another document from its top."""
        self._blocks = blocks
        self._parts = parts_of(blocks)
        self._chosen, self._places = None, ()
        self.show_part(0)

    @property
    def parts(self) -> int:
        """Return in how many parts the document is shown."""
        return len(self._parts)

    @property
    def part(self) -> int:
        """Return the part shown, from 0."""
        return self._parts.index(self._text.part) if self._text else 0

    def show_part(self, number: int) -> None:
        """Show a part of a long document, the nearest one when there is no such part."""
        number = min(max(number, 0), len(self._parts) - 1)
        self._text = ReadingText(self.document(), self._blocks, self._parts[number], self._theme)
        self._map_places()
        # Writing leaves the cursor at the end, where a later resize would scroll to.
        self.setTextCursor(QTextCursor(self.document()))
        self.verticalScrollBar().setValue(0)
        self.part_changed.emit(number, len(self._parts))

    def _rebuild(self) -> None:
        if self._text is not None:
            value = self.verticalScrollBar().value()
            self._text = ReadingText(self.document(), self._blocks, self._text.part, self._theme)
            self._map_places()
            self.verticalScrollBar().setValue(value)

    def choose(self, place: Place | None, *, scroll: bool = True) -> None:
        """Mark a place of the source, in the part that holds it, and bring it into view."""
        self._chosen = place
        if place is not None and place.start is not None:
            number = self._part_at(place.start)
            if self._text is None or self._parts[number] != self._text.part:
                self.show_part(number)
        self._map_chosen()
        if scroll and self._chosen_span:
            self._bring_into_view(*self._chosen_span)

    def show_heading(self, ordinal: int) -> None:
        """Scroll to a heading, counted from 0 in document order."""
        block = heading_block(self._blocks, ordinal)
        if block is None or self._text is None:
            return
        if block not in self._text.part:
            self.show_part(next(number for number, part in enumerate(self._parts) if block in part))
        position = self._text.heading_position(ordinal)
        if position is not None:
            self.verticalScrollBar().setValue(round(self._line_rect(position).top()) - 12)

    def mark_places(self, places: Sequence[Place]) -> None:
        """Mark where other chunks stand, by a thin bar each."""
        self._places = places
        self._map_marks()

    def chosen_rect(self) -> QRectF | None:
        """Return the chosen place in the viewport's coordinates, None when there is none in this part."""
        if self._chosen_span is None:
            return None
        return self._shape(*self._chosen_span).boundingRect().translated(0, -self.verticalScrollBar().value())

    def chosen_text(self) -> str:
        """Return the text on coloured ground."""
        if self._chosen_span is None:
            return ""
        cursor = QTextCursor(self.document())
        cursor.setPosition(self._chosen_span[0])
        cursor.setPosition(self._chosen_span[1], QTextCursor.MoveMode.KeepAnchor)
        return cursor.selectedText().replace("\u2029", "\n").replace("\u2028", "\n")

    def selected_passage(self) -> tuple[int, int, str] | None:
        """Return the selected words with their span in the source, None without any."""
        cursor = self.textCursor()
        if self._text is None or not cursor.hasSelection():
            return None
        return self._text.passage(cursor.selectionStart(), cursor.selectionEnd())

    def _part_at(self, point: int) -> int:
        starts = [self._blocks[part.start].place.start or 0 for part in self._parts if len(part)]
        return max(bisect_left(starts, point + 1) - 1, 0)

    def _map_places(self) -> None:
        self._map_chosen()
        self._map_marks()

    def _map_chosen(self) -> None:
        self._chosen_span = self._text.span_of(self._chosen) if self._text and self._chosen else None
        self.viewport().update()

    def _map_marks(self) -> None:
        spans = [self._text.span_of(place) for place in self._places] if self._text else []
        self._spans = sorted(span for span in spans if span)
        self.viewport().update()

    def _bring_into_view(self, start: int, end: int) -> None:
        bar = self.verticalScrollBar()
        top, bottom = self._line_rect(start).top(), self._line_rect(end).bottom()
        if top >= bar.value() and bottom <= bar.value() + self.viewport().height():
            return
        bar.setValue(round(top) - _ABOVE)

    def _line_rect(self, position: int) -> QRectF:
        """Return the line that holds a position, in the document's coordinates."""
        block = self.document().findBlock(position)
        # Only this rectangle counts in the document; a layout's own position counts in its table cell.
        place = self.document().documentLayout().blockBoundingRect(block)
        line = block.layout().lineForTextPosition(position - block.position())
        return line.rect().translated(place.topLeft()) if line.isValid() else place

    def _x_at(self, block: QTextBlock, position: int) -> float:
        line = block.layout().lineForTextPosition(position - block.position())
        left = self.document().documentLayout().blockBoundingRect(block).left()
        return left + cursor_x(line, position - block.position())

    def _shape(self, start: int, end: int) -> QPolygonF:
        """Return the outline of a stretch: from its first letter to its last, whole lines between."""
        first, last = self._line_rect(start).adjusted(0, -_AIR, 0, 0), self._line_rect(end).adjusted(0, 0, 0, _AIR)
        left, right = _BAR_LEFT + _BAR, float(self.viewport().width()) - 8
        x0 = self._edge(start, at_start=True, default=left)
        x1 = self._edge(end, at_start=False, default=right)
        if x1 < right and first.bottom() >= last.bottom() - _AIR:
            return QPolygonF(QRectF(x0, first.top(), max(x1 - x0, 2), last.bottom() - first.top()))
        points = [(x0, first.top()), (right, first.top()), (right, last.top()), (x1, last.top())]
        points += [(x1, last.bottom()), (left, last.bottom()), (left, first.bottom()), (x0, first.bottom())]
        if x1 >= right:
            points[2:5] = [(right, last.bottom())]
        if x0 <= left:
            points[-2:] = []
        return QPolygonF([QPointF(x, y) for x, y in points])

    def _edge(self, position: int, *, at_start: bool, default: float) -> float:
        block = self.document().findBlock(position)
        edge = block.position() if at_start else block.position() + block.length() - 1
        return default if position == edge or not block.layout().lineCount() else self._x_at(block, position)

    def _visible_spans(self) -> list[tuple[int, int]]:
        first = self.cursorForPosition(self.viewport().rect().topLeft()).position()
        last = self.cursorForPosition(self.viewport().rect().bottomRight()).position()
        start = max(bisect_left(self._spans, (first, 0)) - 1, 0)
        return self._spans[start : bisect_left(self._spans, (last + 1, 0))]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw ground and bars, then the text over them."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-self.horizontalScrollBar().value(), -self.verticalScrollBar().value())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("place"))
        for span in self._visible_spans():
            painter.drawRect(self._bar(*span))
        if self._chosen_span:
            painter.setBrush(self._theme.colour("highlight"))
            painter.drawPolygon(self._shape(*self._chosen_span))
            painter.setBrush(self._theme.colour("highlight_line"))
            painter.drawRect(self._bar(*self._chosen_span))
        painter.end()
        super().paintEvent(event)

    def _bar(self, start: int, end: int) -> QRectF:
        top, bottom = self._line_rect(start).top() - _AIR, self._line_rect(end).bottom() + _AIR
        return QRectF(_BAR_LEFT, top, _BAR, bottom - top)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Note where a click begins."""
        self._pressed = event.position()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell which place of the source was clicked; dragging selects text instead."""
        super().mouseReleaseEvent(event)
        moved = (event.position() - self._pressed).manhattanLength() > 4
        if moved or self.textCursor().hasSelection() or event.button() != Qt.MouseButton.LeftButton or not self._text:
            return
        position = self.cursorForPosition(event.position().toPoint()).position()
        point = self._text.point_at(position)
        if point is not None:
            self.point_clicked.emit(point)


def cursor_x(line: QTextLine, position: int) -> float:
    """Return the x of a position in its line. The binding gives a pair where Qt gives the x alone."""
    found = cast("tuple[float, int] | float", line.cursorToX(position))
    return found[0] if isinstance(found, tuple) else found

"""The reading view: a document's blocks as text, the chosen chunk's place on a coloured ground with a bar at its left.

Ground and bars are drawn below the text and only where they are visible, so that thousands of chunks cost nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPolygonF,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextLine,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QWidget

from explorer.core.model import Block, Place
from explorer.ui.find_run import FindRun
from explorer.ui.found_marks import found_mark
from explorer.ui.held_place import HeldPlace
from explorer.ui.plain_words import QuietText
from explorer.ui.reading_text import ReadingText, heading_block, parts_of, shown_words
from explorer.ui.theme import Theme

_BAR = 3.0
_BAR_LEFT = 5.0
_ABOVE = 48
_AIR = 3.0


class ReadingView(QuietText):
    """Shows blocks.

    Signals: `point_clicked` (a code point of the source), `part_changed` (part from 0, of how many), `top_changed`
    (other words stand at the top).
    """

    point_clicked = Signal(int)
    part_changed = Signal(int, int)
    top_changed = Signal()

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
        self._run: FindRun | None = None
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setAcceptRichText(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setAccessibleName(self.tr("Reading view of the document"))
        theme.changed.connect(self._on_theme)
        self._held = HeldPlace(self.verticalScrollBar(), self.sees_chosen, self._keep_chosen)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)

    def show_blocks(self, blocks: Sequence[Block]) -> None:
        """Show another document from its top."""
        self._blocks = blocks
        self._parts = parts_of(blocks)
        self._chosen, self._places, self._run = None, (), None
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
        self._write(self._parts[number])
        self.verticalScrollBar().setValue(0)
        self.part_changed.emit(number, len(self._parts))
        self._mark_found()
        self.top_changed.emit()

    def _write(self, part: range) -> None:
        # While it is written the view scrolls: positions of the text before do not count in it.
        self._text, self._chosen_span = None, None
        self._text = ReadingText(self.document(), self._blocks, part, self._theme)
        self._map_places()
        # Writing leaves the cursor at the end, where a later resize would scroll to.
        self.setTextCursor(QTextCursor(self.document()))

    def _on_theme(self) -> None:
        self._held.keep(self._rebuild)

    def _rebuild(self) -> None:
        if self._text is not None:
            value = self.verticalScrollBar().value()
            self._write(self._text.part)
            self.verticalScrollBar().setValue(value)
            self._mark_found()

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
            self._held.hold()

    def _keep_chosen(self) -> None:
        """Bring the chosen place back into view, unless it fills the view."""
        rect, height = self.chosen_rect(), self.viewport().height()
        if self._chosen_span and rect and not (rect.top() < 0 and rect.bottom() > height):
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

    def sees_chosen(self) -> bool:
        """Say whether any of the chosen place is in view."""
        rect = self.chosen_rect()
        return rect is not None and rect.bottom() > 0 and rect.top() < self.viewport().height()

    def sees_heading(self, ordinal: int) -> bool:
        """Say whether a heading, counted from 0 in document order, is in view."""
        position = self._text.heading_position(ordinal) if self._text else None
        if position is None:
            return False
        line, above = self._line_rect(position), self.verticalScrollBar().value()
        return line.bottom() > above and line.top() < above + self.viewport().height()

    def chosen_text(self) -> str:
        """Return the text on coloured ground."""
        if self._chosen_span is None:
            return ""
        return self._cursor(*self._chosen_span).selectedText().replace("\u2029", "\n").replace("\u2028", "\n")

    def selected_passage(self) -> tuple[int, int, str] | None:
        """Return the selected words with their span in the source, None without any."""
        cursor = self.textCursor()
        if self._text is None or not cursor.hasSelection():
            return None
        return self._text.passage(cursor.selectionStart(), cursor.selectionEnd())

    def top_block(self) -> int:
        """Return the number of the block that is seen first."""
        if self._text is None:
            return 0
        return self._text.blocks_between(*self._seen()).start

    def find_units(self) -> int:
        """Return the number of blocks: each is searched by itself."""
        return len(self._blocks)

    def find_text(self, unit: int) -> str:
        """Return a block's text as it is shown."""
        return shown_words(self._blocks[unit])

    def find_start(self) -> tuple[int, int]:
        """Return the block that is seen first."""
        return self.top_block(), 0

    def show_found(self, run: FindRun | None, *, bring: bool) -> None:
        """Mark the matches of a run; bring the current one into view, in whichever part it stands."""
        self._run = run
        here = run.current if run else None
        if bring and here is not None and self._text is not None:
            if here.unit not in self._text.part:
                self.show_part(next(number for number, part in enumerate(self._parts) if here.unit in part))
            span = self._text.found_span(here.unit, here.start, here.end)
            if span is not None:
                self._bring_into_view(*span)
        self._mark_found()

    def found_texts(self) -> list[str]:
        """Return the matches that are marked: those that are seen, the current one last."""
        return [cursor.selectedText() for cursor, _ in self._found()]

    def _mark_found(self) -> None:
        marks = [found_mark(cursor, self._theme, current=current) for cursor, current in self._found()]
        if marks or self.extraSelections():
            self.setExtraSelections(marks)

    def _found(self) -> list[tuple[QTextCursor, bool]]:
        """Return the matches that are seen, and whether each is the current one, which comes last."""
        run, text = self._run, self._text
        if run is None or text is None:
            return []
        first, last = self._seen()
        found: list[tuple[QTextCursor, bool]] = []
        for unit in text.blocks_between(first, last):
            for number, match in enumerate(run.matches(unit)):
                span = text.found_span(unit, *match)
                if span is not None and span[1] > first and span[0] <= last:
                    here = run.current
                    current = here is not None and (here.unit, here.number) == (unit, number)
                    found.append((self._cursor(*span), current))
        return sorted(found, key=lambda each: each[1])

    def _seen(self) -> tuple[int, int]:
        """Return the first and last position that are seen."""
        # Before a long text is laid out to its end, points outside its margins hit whatever was laid out last.
        margin = round(self.document().documentMargin()) + 2
        corner = QPoint(margin, max(margin - self.verticalScrollBar().value(), 0))
        last = self.cursorForPosition(self.viewport().rect().bottomRight() - QPoint(margin, 0)).position()
        return min(self.cursorForPosition(corner).position(), last), last

    def _cursor(self, start: int, end: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _on_scrolled(self) -> None:
        if self._run is not None:
            self._mark_found()
        self.top_changed.emit()

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
        spans = [self._text.span_of(place) for place in self._places_of_part()] if self._text else []
        self._spans = sorted(span for span in spans if span)
        self.viewport().update()

    def _places_of_part(self) -> Sequence[Place]:
        """Return the marked places that may stand in the part: a document may have a hundred thousand."""
        if self._text is None or not len(self._text.part):
            return ()
        blocks = [self._blocks[number] for number in (self._text.part.start, self._text.part.stop - 1)]
        start, end = blocks[0].place.start, blocks[1].place.end
        if start is None or end is None:
            return self._places
        return [place for place in self._places if (place.start or 0) < end and (place.end or 0) > start]

    def _bring_into_view(self, start: int, end: int) -> None:
        bar = self.verticalScrollBar()
        top, bottom = self._line_rect(start).top(), self._line_rect(end).bottom()
        room = self.viewport().height()
        if top >= bar.value() and bottom <= bar.value() + room:
            return
        # What stands above a passage is of less use than its end.
        bar.setValue(round(top - min(max(room - (bottom - top), _AIR), _ABOVE)))

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
        first, last = self._seen()
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

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines anew; the chosen place stays in view."""
        self._held.keep(lambda: super(ReadingView, self).resizeEvent(event))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll; Ctrl would make paragraphs larger and leave headings as they are."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
        else:
            super().wheelEvent(event)

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

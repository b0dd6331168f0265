"""What is drawn over a page: outlines of chunks, the chosen one, matches of a search, selected words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from explorer.core.model import Place, Rect
from explorer.ui.page_texts import Box
from explorer.ui.theme import Theme

# Paper is white in both themes, and so are the colours of what is marked on it.
_CHOSEN, _FOUND, _CURRENT = QColor("#fff0bf"), QColor("#ffe066"), QColor("#ffb347")
_FRAME, _SELECTED = QColor("#8a4b00"), QColor("#b5d0ff")
_SLACK = 2.0
_CLOSE = 5.0
"""Points between two lines that are outlined as one, at most."""
_NARROW = 0.4
"""Pixels per point below which outlines of chunks would be a tangle: bars at the left stand for them."""


def joined_rects(rects: Iterable[Rect]) -> list[Rect]:
    """Return rectangles of lines that stand close below one another as one rectangle each."""
    found: list[Rect] = []
    for rect in rects:
        last = found[-1] if found else None
        if last is not None and _is_next_line(last, rect):
            found[-1] = Rect(
                last.page, min(last.x0, rect.x0), min(last.y0, rect.y0), max(last.x1, rect.x1), max(last.y1, rect.y1)
            )
        else:
            found.append(rect)
    return found


def _is_next_line(above: Rect, rect: Rect) -> bool:
    beside = rect.x0 < above.x1 and rect.x1 > above.x0
    return above.page == rect.page and beside and -_CLOSE <= rect.y0 - above.y1 <= _CLOSE


class PlacesOnPages:
    """The rectangles of a document's chunks by page."""

    def __init__(self, places: Mapping[int, Place]) -> None:
        self._by_page: dict[int, list[tuple[int, Rect]]] = defaultdict(list)
        for index, place in sorted(places.items()):
            for rect in joined_rects(place.rects):
                self._by_page[rect.page].append((index, rect))

    def on_page(self, page: int) -> list[tuple[int, Rect]]:
        """Return the rectangles on a page, each with its chunk's number."""
        return self._by_page.get(page, [])

    def at(self, page: int, x: float, y: float) -> int | None:
        """Return the chunk at a point of a page."""
        for index, rect in self.on_page(page):
            if rect.x0 - _SLACK <= x <= rect.x1 + _SLACK and rect.y0 - _SLACK <= y <= rect.y1 + _SLACK:
                return index
        return None


class PageMarks:
    """Draws marks on one page that stands at `corner` with `scale` pixels per point."""

    def __init__(self, painter: QPainter, theme: Theme, corner: QPointF, scale: float) -> None:
        self._painter = painter
        self._theme = theme
        self._corner = corner
        self._scale = scale

    def on_screen(self, box: Box) -> QRectF:
        """Return a box of the page in the view's coordinates."""
        x0, y0, x1, y1 = (length * self._scale for length in box)
        return QRectF(self._corner.x() + x0, self._corner.y() + y0, x1 - x0, y1 - y0)

    def rect(self, rect: Rect) -> QRectF:
        """Return a rectangle of the page in the view's coordinates."""
        return self.on_screen((rect.x0, rect.y0, rect.x1, rect.y1))

    def outlines(self, found: Iterable[tuple[int, Rect]], hovered: int | None) -> None:
        """Draw a bar beside each chunk, an outline where there is room, and the number of the one under the mouse."""
        bar, line = self._theme.colour("accent_line"), QColor(self._theme.colour("accent"))
        line.setAlpha(70)
        under: list[QRectF] = []
        for index, rect in found:
            place = self.rect(rect)
            self._painter.fillRect(QRectF(place.left() - 6, place.top(), 2, place.height()), bar)
            if index == hovered:
                under.append(place)
            elif self._scale >= _NARROW:
                self._painter.setPen(QPen(line, 1.0))
                self._painter.setBrush(Qt.BrushStyle.NoBrush)
                self._painter.drawRect(place.adjusted(-2, -1, 2, 1))
        for place in under:
            self._painter.setPen(QPen(self._theme.colour("accent"), 1.2))
            self._painter.setBrush(Qt.BrushStyle.NoBrush)
            self._painter.drawRect(place.adjusted(-2, -1, 2, 1))
        if under and hovered is not None:
            self._number(f"#{hovered}", under[0])

    def _number(self, words: str, place: QRectF) -> None:
        metrics = QFontMetricsF(self._painter.font())
        size = QRectF(0, 0, metrics.horizontalAdvance(words) + 10, metrics.height() + 2)
        size.moveBottomRight(QPointF(place.right() + 2, place.top() - 1))
        size.moveTop(max(size.top(), 1.0))
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(self._theme.colour("accent"))
        self._painter.drawRoundedRect(size, 4, 4)
        self._painter.setPen(self._theme.colour("on_accent"))
        self._painter.drawText(size, Qt.AlignmentFlag.AlignCenter, words)

    def chosen(self, rects: Iterable[Rect]) -> None:
        """Draw the chosen chunk's rectangles."""
        line = self._theme.colour("highlight_line")
        places = [self.rect(rect) for rect in joined_rects(rects)]
        self._fill((place.adjusted(-2, -1, 2, 1) for place in places), _CHOSEN)
        self._painter.setPen(QPen(line, 1.6))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        for place in places:
            self._painter.drawRect(place.adjusted(-2, -1, 2, 1))
            self._painter.fillRect(QRectF(place.left() - 7, place.top() - 1, 4, place.height() + 2), line)

    def found(self, boxes: Iterable[Box], *, current: bool) -> None:
        """Draw matches of a search; the current one has a frame too."""
        places = [self.on_screen(box).adjusted(-1, -1, 1, 1) for box in boxes]
        self._fill(places, _CURRENT if current else _FOUND)
        if current:
            self._painter.setPen(QPen(_FRAME, 1.6))
            self._painter.setBrush(Qt.BrushStyle.NoBrush)
            for place in places:
                self._painter.drawRect(place)

    def selected(self, boxes: Iterable[Box]) -> None:
        """Draw selected words."""
        self._fill((self.on_screen(box).adjusted(-1, 0, 1, 0) for box in boxes), _SELECTED)

    def _fill(self, places: Iterable[QRectF], colour: QColor) -> None:
        """Colour light paper and leave the letters as dark as they are; dark paper is made a little lighter."""
        veil = QColor(colour)
        veil.setAlpha(45)
        for place in places:
            self._painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
            self._painter.fillRect(place, colour)
            self._painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
            self._painter.fillRect(place, veil)

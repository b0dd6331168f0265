"""Paints a scatter: axes with round values, the line of equal ones, a sign for each chunk, rings round the marked."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from explorer.ui.scatter_plot import Dot, Plot, Way
from explorer.ui.theme import Theme

_COLOURS = {Way.RISEN: "success", Way.FALLEN: "error", Way.SAME: "muted", Way.APART: "muted"}
_CORNERS = {
    Way.RISEN: ((0.0, -1.15), (1.0, 0.75), (-1.0, 0.75)),
    Way.FALLEN: ((0.0, 1.15), (1.0, -0.75), (-1.0, -0.75)),
    Way.APART: ((0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)),
}
_FEW = 300
_LABEL = 300.0
"""Pixels that a label may be wide."""

RAIL = 16.0
"""Pixels beside the picture for chunks without a match on a side."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the picture lies in its widget: the rectangle of both axes, with the rails left of and below it."""

    area: QRectF

    def spot(self, fractions: tuple[float | None, float | None]) -> QPointF:
        """Return the pixel of fractions along and up; None is on the rail."""
        along, up = fractions
        x = self.area.left() - RAIL / 2 if along is None else self.area.left() + along * self.area.width()
        y = self.area.bottom() + RAIL / 2 if up is None else self.area.bottom() - up * self.area.height()
        return QPointF(x, y)

    def fractions(self, spot: QPointF) -> tuple[float, float]:
        """Return the fractions along and up of a pixel, kept inside."""
        along = (spot.x() - self.area.left()) / self.area.width()
        up = (self.area.bottom() - spot.y()) / self.area.height()
        return min(max(along, 0.0), 1.0), min(max(up, 0.0), 1.0)


def make_frame(size: QRectF, metrics: QFontMetricsF, plot: Plot, head: int) -> Frame:
    """Return where the picture of a plot lies in a widget of this size, below `head` lines of words."""
    line = metrics.height()
    widest = max((metrics.horizontalAdvance(text) for _, text in plot.up.ticks(12)), default=0.0)
    left = 8 + widest + 8 + RAIL
    return Frame(size.adjusted(left, head * (line + 2) + 6, -14, -(RAIL + 2 * line + 10)))


class ScatterPainter:
    """Paints a plot into a frame with the theme's colours."""

    def __init__(self, painter: QPainter, theme: Theme, frame: Frame, plot: Plot) -> None:
        self._painter = painter
        self._theme = theme
        self._frame = frame
        self._plot = plot
        self._metrics = QFontMetricsF(painter.font())

    def axes(self, titles: tuple[str, str]) -> None:
        """Paint the area with its rails, values and titles, and the line of equal ones where there is one."""
        painter, area = self._painter, self._frame.area
        painter.fillRect(area, self._theme.colour("raised"))
        painter.fillRect(QRectF(area.left() - RAIL, area.top(), RAIL - 2, area.height()), self._theme.colour("chip"))
        painter.fillRect(QRectF(area.left(), area.bottom() + 2, area.width(), RAIL - 2), self._theme.colour("chip"))
        self._along()
        self._up()
        painter.setPen(QPen(self._theme.colour("border_strong"), 1))
        painter.drawRect(area)
        if self._plot.diagonal:
            self._equal()
        self._titles(titles)

    def _along(self) -> None:
        painter, area, line = self._painter, self._frame.area, self._metrics.height()
        axis = self._plot.along
        for tick, words in axis.ticks(max(2, int(area.width() / 90))):
            x = area.left() + axis.fraction(tick) * area.width()
            painter.setPen(QPen(self._theme.colour("border"), 1))
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
            painter.setPen(self._theme.colour("muted"))
            text = QRectF(x - 45, area.bottom() + RAIL + 1, 90, line)
            painter.drawText(text, Qt.AlignmentFlag.AlignHCenter, words)

    def _up(self) -> None:
        painter, area, line = self._painter, self._frame.area, self._metrics.height()
        axis = self._plot.up
        for tick, words in axis.ticks(max(2, int(area.height() / 24))):
            y = area.bottom() - axis.fraction(tick) * area.height()
            painter.setPen(QPen(self._theme.colour("border"), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(self._theme.colour("muted"))
            text = QRectF(0, y - line / 2, area.left() - RAIL - 6, line)
            painter.drawText(text, Qt.AlignmentFlag.AlignRight, words)

    def _equal(self) -> None:
        """Paint the line on which both sides are equal, as far as it is in view."""
        plot, area = self._plot, self._frame.area
        low, high = max(plot.along.low, plot.up.low), min(plot.along.high, plot.up.high)
        if low >= high:
            return
        ends = [self._frame.spot((plot.along.fraction(value), plot.up.fraction(value))) for value in (low, high)]
        self._painter.save()
        self._painter.setClipRect(area)
        self._painter.setPen(QPen(self._theme.colour("muted"), 1.2, Qt.PenStyle.DashLine))
        self._painter.drawLine(*ends)
        self._painter.restore()

    def _titles(self, titles: tuple[str, str]) -> None:
        painter, area, line = self._painter, self._frame.area, self._metrics.height()
        painter.setPen(self._theme.colour("text"))
        for title, arrow, top, side in (
            (titles[1], "↑ {0}", 2.0, Qt.AlignmentFlag.AlignLeft),
            (titles[0], "{0} →", area.bottom() + RAIL + line + 4, Qt.AlignmentFlag.AlignRight),
        ):
            room = QRectF(8, top, area.right() - 8, line)
            shown = self._metrics.elidedText(arrow.format(title), Qt.TextElideMode.ElideMiddle, room.width())
            painter.drawText(room, side, shown)

    def legend(self, entries: Sequence[tuple[Way, str]], start: float, row: int) -> None:
        """Paint each sign with its meaning into a row above the picture, as many as there is room for."""
        area, line = self._frame.area, self._metrics.height()
        x, y = start, 2 + row * (line + 2) + line / 2
        for way, words in entries:
            width = self._metrics.horizontalAdvance(words)
            if x + 9 + width > area.right() + 2:
                return
            self.sign(QPointF(x, y), way, 4.0)
            self._painter.setPen(self._theme.colour("muted"))
            self._painter.drawText(QRectF(x + 9, y - line / 2, width + 4, line), Qt.AlignmentFlag.AlignLeft, words)
            x += width + 28

    def dots(self, dots: Iterable[tuple[Dot, QPointF]], count: int) -> None:
        """Paint the signs of dots, those that lead last: smaller and paler where there are many."""
        size = 4.0 if count <= _FEW else 3.0
        self._painter.setOpacity(0.85 if count <= _FEW else 0.6)
        for dot, spot in dots:
            self.sign(spot, dot.way, size)
        self._painter.setOpacity(1.0)

    def sign(self, spot: QPointF, way: Way, size: float) -> None:
        """Paint one sign: a colour and a shape of its own for each way."""
        painter, colour = self._painter, self._theme.colour(_COLOURS[way])
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        corners = _CORNERS.get(way)
        if corners is None:
            painter.drawEllipse(spot, size * 0.85, size * 0.85)
        else:
            painter.drawPolygon(QPolygonF([spot + QPointF(x * size, y * size) for x, y in corners]))
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def ring(self, spot: QPointF, colour: QColor, radius: float) -> None:
        """Paint a ring round a dot, set apart from what lies below it."""
        self._painter.setPen(QPen(self._theme.colour("panel"), 4.5))
        self._painter.drawEllipse(spot, radius, radius)
        self._painter.setPen(QPen(colour, 2.2))
        self._painter.drawEllipse(spot, radius, radius)

    def label(self, spot: QPointF, words: str, colour: QColor, taken: list[QRectF]) -> None:
        """Paint words beside a dot, shortened, inside the picture and clear of other labels where there is room."""
        area = self._frame.area
        shown = self._metrics.elidedText(words, Qt.TextElideMode.ElideRight, min(_LABEL, area.width() * 0.6))
        width, height = self._metrics.horizontalAdvance(shown) + 12, self._metrics.height() + 2
        x = spot.x() + 12 if spot.x() + 14 + width < area.right() else spot.x() - 12 - width
        box = _free(QRectF(x, spot.y() - height / 2, width, height), area, taken)
        taken.append(box)
        self._painter.setPen(QPen(colour, 1))
        self._painter.setBrush(self._theme.colour("panel"))
        self._painter.drawRoundedRect(box, 5, 5)
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.setPen(self._theme.colour("text"))
        self._painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown)


def _free(box: QRectF, area: QRectF, taken: Sequence[QRectF]) -> QRectF:
    """Return the box at the height next to its own where it lies on no other; its own where all is taken."""
    step = box.height() + 2
    for move in (0, 1, -1, 2, -2, 3, -3):
        moved = box.translated(0, move * step)
        inside = area.top() <= moved.top() and moved.bottom() <= area.bottom() + RAIL
        if (inside or not move) and not any(moved.intersects(other) for other in taken):
            return moved
    return box


def legend_width(metrics: QFontMetricsF, entries: Iterable[tuple[Way, str]]) -> float:
    """Return how wide a legend is, whole."""
    return sum(metrics.horizontalAdvance(words) + 28 for _, words in entries) - 15


def nearest(spots: Iterable[tuple[Dot, QPointF]], spot: QPointF, reach: float) -> Dot | None:
    """Return the dot next to a pixel, at most `reach` pixels from it."""
    found: Dot | None = None
    best = reach
    for dot, place in spots:
        apart = math.hypot(place.x() - spot.x(), place.y() - spot.y())
        if apart < best:
            found, best = dot, apart
    return found

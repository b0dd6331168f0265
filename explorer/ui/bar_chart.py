"""Bars of counts, in parts by tone and pattern, and moves of a value from one place to another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen

from explorer.ui.charts import Axis, Row, RowsChart
from explorer.ui.theme import Theme

_BAR = 0.56
_LEAST = 3.0
_PATTERNS = {
    "error": Qt.BrushStyle.SolidPattern,
    "warning": Qt.BrushStyle.BDiagPattern,
    "accent": Qt.BrushStyle.Dense6Pattern,
}
"""A tone's pattern, so that parts are told apart without their colours; others have none."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of counts by tone; `key` stands for it when it is chosen."""

    label: str
    parts: tuple[tuple[str, int], ...]
    words: str
    key: object = None
    marked: bool = False

    @property
    def whole(self) -> int:
        """Return the sum of its parts."""
        return sum(count for _, count in self.parts)


class BarChart(RowsChart):
    """Bars as long as their counts, against the longest one."""

    _bars: tuple[Bar, ...] = ()

    def show_bars(self, title: str, numbers: str, bars: Sequence[Bar]) -> None:
        """Show other bars."""
        self._bars = tuple(bars)
        longest = float(max((bar.whole for bar in bars), default=1) or 1)
        rows = [Row(bar.label, bar.words, key=bar.key, marked=bar.marked) for bar in bars]
        self.take_rows(title, numbers, rows, Axis(0.0, longest))

    def draw_mark(self, painter: QPainter, place: int, track: QRectF) -> None:
        """Draw a bar's parts from the left."""
        height = track.height() * _BAR
        left, top = track.left(), track.center().y() - height / 2
        for tone, count in self._bars[place].parts:
            if count:
                width = max(self.axis.place(track, count) - track.left(), _LEAST)
                part = QRectF(left, top, width, height)
                paint_part(painter, self.theme, part, tone, _PATTERNS.get(tone, Qt.BrushStyle.NoBrush))
                left += width


@dataclass(frozen=True, slots=True)
class Move:
    """A value before and after."""

    label: str
    before: float
    after: float
    words: str
    tone: str = "accent"
    key: object = None


class MoveChart(RowsChart):
    """Values as arrows from a ring (before) to a dot (after)."""

    _moves: tuple[Move, ...] = ()

    def show_moves(self, title: str, numbers: str, moves: Sequence[Move], axis: Axis) -> None:
        """Show other moves."""
        self._moves = tuple(moves)
        self.take_rows(title, numbers, [Row(move.label, move.words, key=move.key) for move in moves], axis)

    def draw_mark(self, painter: QPainter, place: int, track: QRectF) -> None:
        """Draw a move."""
        move, middle = self._moves[place], track.center().y()
        start, end = (self.axis.place(track, value) for value in (move.before, move.after))
        colour = self.theme.colour(move.tone)
        painter.setPen(QPen(colour, 2))
        painter.drawLine(QPointF(start, middle), QPointF(end, middle))
        painter.setBrush(self.theme.colour("panel"))
        painter.drawEllipse(QPointF(start, middle), 4, 4)
        painter.setBrush(colour)
        painter.drawEllipse(QPointF(end, middle), 4, 4)


def paint_part(painter: QPainter, theme: Theme, box: QRectF, tone: str, pattern: Qt.BrushStyle) -> None:
    """Fill a box in a tone's soft colour, its pattern over that, and its line around; `plain` is without a tone."""
    line = theme.colour("muted" if tone == "plain" else tone)
    painter.setPen(QPen(line))
    painter.setBrush(theme.colour("track" if tone == "plain" else f"{tone}_soft"))
    painter.drawRect(box)
    if pattern != Qt.BrushStyle.NoBrush:
        painter.setBrush(QBrush(line, pattern))
        painter.drawRect(box)

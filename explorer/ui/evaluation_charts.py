"""Drawings of the evaluation tab: a figure with its interval in a table's cell, and a chart of intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTableView

from explorer.core.question_views import Figure
from explorer.ui.charts import Axis, Row, RowsChart
from explorer.ui.models.evaluation_model import FIGURE_ROLE, AnyIndex, figure_words
from explorer.ui.theme import Theme

_PAD = 8
_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
_DOT = 4.5


class FigureDelegate(QStyledItemDelegate):
    """Writes a value and draws below it its interval on a track from 0 to 1; the tool tip has the numbers."""

    def __init__(self, theme: Theme, table: QTableView) -> None:
        super().__init__(table)
        self._theme = theme

    def initStyleOption(self, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Leave the lower part of the cell to the interval."""
        super().initStyleOption(option, index)
        if index.column() == 0:
            return
        option.displayAlignment = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop  # pyright: ignore[reportAttributeAccessIssue] - stubs lack it

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draw the row's ground and the value, then the interval."""
        super().paint(painter, option, index)
        figure = index.data(FIGURE_ROLE)
        if isinstance(figure, Figure) and figure.value is not None:
            cell = QRectF(option.rect)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownArgumentType] - stubs lack it
            lower = QRectF(cell.left() + _PAD, cell.bottom() - 12, cell.width() - 2 * _PAD, 8)
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            draw_interval(painter, self._theme, lower, figure, dot=3.0)
            painter.restore()


def draw_interval(
    painter: QPainter, theme: Theme, track: QRectF, figure: Figure, *, dot: float = _DOT, ring: bool = False
) -> None:
    """Draw a figure from 0 to 1: a track, the interval with its ends, the value as a dot or a ring."""
    middle = track.center().y()
    painter.setPen(QPen(theme.colour("track"), 2))
    painter.drawLine(QPointF(track.left(), middle), QPointF(track.right(), middle))
    if figure.value is None or figure.low is None or figure.high is None:
        return
    low, value, high = (track.left() + track.width() * each for each in (figure.low, figure.value, figure.high))
    painter.setPen(QPen(theme.colour("accent"), 2))
    painter.drawLine(QPointF(low, middle), QPointF(high, middle))
    for end in (low, high):
        painter.drawLine(QPointF(end, middle - dot), QPointF(end, middle + dot))
    painter.setBrush(theme.colour("panel" if ring else "accent"))
    painter.drawEllipse(QPointF(value, middle), dot, dot)


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A labelled figure; `base` is what it is held against, None for what others are held against (a ring).

    `words` and `tip` stand beside it in place of the figure's own words.
    """

    label: str
    figure: Figure
    base: Figure | None = None
    marked: bool = False
    words: str = ""
    tip: str = ""
    key: object = None


class IntervalChart(RowsChart):
    """Figures below each other on one axis from 0 to 1, each a dot with its interval."""

    _figures: tuple[ChartRow, ...] = ()

    def show_rows(self, title: str, rows: Sequence[ChartRow]) -> None:
        """Show other figures."""
        self._figures = tuple(rows)
        told = [
            Row(row.label, row.words or figure_words(row.figure), row.tip, row.key, marked=row.marked) for row in rows
        ]
        self.take_rows(title, self.tr("Value, 95 % interval, n"), told, Axis(ticks=_TICKS))

    def draw_mark(self, painter: QPainter, place: int, track: QRectF) -> None:
        """Draw a figure with its interval, and the line of what it is held against."""
        row = self._figures[place]
        if row.base is not None and row.base.value is not None:
            x = self.axis.place(track, row.base.value)
            painter.setPen(QPen(self.theme.colour("muted"), 1.2, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(x, track.top()), QPointF(x, track.bottom()))
        draw_interval(painter, self.theme, track, row.figure, ring=row.base is None)

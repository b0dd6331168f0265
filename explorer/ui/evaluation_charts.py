"""Drawings of the evaluation tab: a figure with its interval in a table's cell, and a chart of intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QToolTip, QWidget

from explorer.core.question_views import Figure
from explorer.ui.models.evaluation_model import FIGURE_ROLE, AnyIndex, figure_words
from explorer.ui.table_parts import tabbed
from explorer.ui.theme import Theme

_PAD = 8
_ROW = 30
_AXIS = 22
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
    """A labelled figure; `base` is what it is held against, None for what others are held against (a ring)."""

    label: str
    figure: Figure
    base: Figure | None = None
    marked: bool = False


class IntervalChart(QWidget):
    """Figures below each other on one axis from 0 to 1. Ctrl+C emits `copy_wanted`.

    Screen readers get all rows as the description; each row's numbers stand beside it and in its tool tip.
    """

    copy_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: tuple[ChartRow, ...] = ()
        self._title = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._renew)

    def show_rows(self, title: str, rows: Sequence[ChartRow]) -> None:
        """Show other figures."""
        self._title = title
        self._rows = tuple(rows)
        self.setAccessibleName(title)
        self.setAccessibleDescription("; ".join(f"{row.label}: {figure_words(row.figure)}" for row in rows))
        self._renew()

    def lines(self) -> list[list[str]]:
        """Return title and rows as cells."""
        return [[self._title, self.tr("Value, 95 % interval, n")], *([row.label, _words(row)] for row in self._rows)]

    def copied_text(self) -> str:
        """Return the rows as tab-separated lines."""
        return tabbed(self.lines())

    def sizeHint(self) -> QSize:
        """Ask for room for all rows and the axis."""
        return QSize(420, self._row_height() * len(self._rows) + _AXIS + _PAD)

    def minimumSizeHint(self) -> QSize:
        """Be content with a narrow place; the rows need their height."""
        return QSize(240, self.sizeHint().height())

    def _renew(self) -> None:
        self.updateGeometry()
        self.update()

    def _row_height(self) -> int:
        return max(_ROW, self.fontMetrics().height() + _PAD)

    def _parts(self) -> tuple[float, QRectF, float]:
        """Return the labels' width, where the axis lies from left to right, and where the numbers begin."""
        metrics = QFontMetricsF(self.font())
        numbers = max((metrics.horizontalAdvance(_words(row)) for row in self._rows), default=0.0)
        labels = max((metrics.horizontalAdvance(row.label) for row in self._rows), default=0.0) + 2
        room = self.width() - numbers - 5 * _PAD
        labels = min(labels, max(room * 0.5, 60.0))
        left = labels + 2.5 * _PAD
        axis = QRectF(left, 0, max(self.width() - numbers - 3 * _PAD - left, 40.0), self.height())
        return labels, axis, axis.right() + 1.5 * _PAD

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw axis and rows."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), self._theme.colour("panel"))
        labels, axis, numbers = self._parts()
        bottom = self._row_height() * len(self._rows)
        self._draw_axis(painter, axis, bottom)
        for place, row in enumerate(self._rows):
            self._draw_row(painter, row, place * self._row_height(), labels, axis, numbers)
        if self.hasFocus():
            painter.setPen(QPen(self._theme.colour("focus"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()

    def _draw_axis(self, painter: QPainter, axis: QRectF, bottom: float) -> None:
        for tick in _TICKS:
            # On the middle of a pixel a line of one pixel is sharp.
            x = round(axis.left() + axis.width() * tick) + 0.5
            painter.setPen(QPen(self._theme.colour("border"), 1))
            painter.drawLine(QPointF(x, 0), QPointF(x, bottom))
            painter.setPen(self._theme.colour("muted"))
            words = f"{tick:g}"
            painter.drawText(QRectF(x - 20, bottom + 2, 40, _AXIS - 4), Qt.AlignmentFlag.AlignCenter, words)

    def _draw_row(
        self, painter: QPainter, row: ChartRow, top: float, labels: float, axis: QRectF, numbers: float
    ) -> None:
        height = float(self._row_height())
        if row.marked:
            painter.fillRect(QRectF(0, top, self.width(), height), self._theme.colour("accent_soft"))
        painter.setPen(self._theme.colour("text"))
        shown = self.fontMetrics().elidedText(row.label, Qt.TextElideMode.ElideMiddle, int(labels))
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(_PAD, top, labels, height), flags, shown)
        painter.drawText(QRectF(numbers, top, self.width() - numbers, height), flags, _words(row))
        if row.base is not None and row.base.value is not None:
            x = axis.left() + axis.width() * row.base.value
            painter.setPen(QPen(self._theme.colour("muted"), 1.2, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(x, top), QPointF(x, top + height))
        track = QRectF(axis.left(), top, axis.width(), height)
        draw_interval(painter, self._theme, track, row.figure, ring=row.base is None)

    def event(self, event: QEvent) -> bool:
        """Tell a row in full where the mouse rests."""
        if isinstance(event, QHelpEvent):
            place = event.pos().y() // self._row_height()
            row = self._rows[place] if 0 <= place < len(self._rows) else None
            words = f"{row.label}\n{figure_words(row.figure)}" if row else ""
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the rows."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_wanted.emit()
            return
        super().keyPressEvent(event)


def _words(row: ChartRow) -> str:
    return figure_words(row.figure)

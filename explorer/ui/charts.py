"""What charts have in common: labelled rows with their numbers written beside them, keys, tool tips, and pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QFrame, QMenu, QScrollArea, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from explorer.ui.naming import named
from explorer.ui.news import copy_text
from explorer.ui.picture_actions import PictureActions
from explorer.ui.table_files import tabbed
from explorer.ui.theme import Theme

_PAD = 8
_ROW = 26
_AXIS = 22
_NARROWEST = 60.0


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a chart: its label, its numbers in words, more for the tool tip, and what stands for it elsewhere."""

    label: str
    words: str
    tip: str = ""
    key: object = None
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Axis:
    """Values from `low` to `high` with ticks; none of them where a chart has no axis."""

    low: float = 0.0
    high: float = 1.0
    ticks: tuple[float, ...] = ()

    def place(self, track: QRectF, value: float) -> float:
        """Return where a value lies from the left to the right of a track."""
        part = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.0
        return track.left() + track.width() * min(max(part, 0.0), 1.0)


class RowsChart(QWidget):
    """Rows below each other on one axis; a subclass draws what stands between a label and its numbers.

    Ctrl+C copies the numbers; the menu has the picture too. Where rows have keys, a click or Enter emits `chosen`
    (a row's key). Emits `failed` (title, detail) when a picture cannot be written. Screen readers get all rows as the
    description; `copied` makes what is copied.
    """

    chosen = Signal(object)
    failed = Signal(str, str)

    def __init__(self, theme: Theme, file_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.axis = Axis()
        self._rows: tuple[Row, ...] = ()
        self._titles = ("", "")
        self._current = -1
        self.copied: Callable[[], str] = lambda: tabbed(self.lines())
        self.picture = PictureActions(self, theme, file_name)
        self.picture.failed.connect(self.failed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Chart"))
        self.setAccessibleDescription(self.tr("Nothing is shown yet"))
        theme.changed.connect(self._renew)

    def take_rows(self, title: str, numbers: str, rows: Sequence[Row], axis: Axis) -> None:
        """Show other rows under a title; `numbers` says what the numbers are."""
        self._titles = (title, numbers)
        self._rows = tuple(rows)
        self.axis = axis
        self._current = min(self._current, len(rows) - 1)
        told = "; ".join(f"{row.label}: {row.words}" for row in rows)
        self.setAccessibleDescription(told or self.tr("Nothing to show"))
        self._name()
        self._renew()

    def draw_mark(self, painter: QPainter, place: int, track: QRectF) -> None:
        """Draw a row's numbers within a track."""
        raise NotImplementedError

    def rows(self) -> tuple[Row, ...]:
        """Return what is shown."""
        return self._rows

    def lines(self) -> list[list[str]]:
        """Return title and rows as cells."""
        return [list(self._titles), *([row.label, row.words] for row in self._rows)]

    def sizeHint(self) -> QSize:
        """Ask for room for all rows and the axis."""
        return QSize(420, self.row_height() * len(self._rows) + (_AXIS if self.axis.ticks else 0) + _PAD)

    def minimumSizeHint(self) -> QSize:
        """Be content with a narrow place; the rows need their height."""
        return QSize(200, self.sizeHint().height())

    def row_height(self) -> int:
        """Return the height of a row at the present text size."""
        return max(_ROW, self.fontMetrics().height() + _PAD)

    def _renew(self) -> None:
        self.updateGeometry()
        self.update()

    def _name(self) -> None:
        """Tell the chart's name, with the current row where there is one."""
        row = self._rows[self._current] if 0 <= self._current < len(self._rows) else None
        name = self._titles[0] or self.tr("Chart")
        self.setAccessibleName(f"{name}, {row.label}: {row.words}" if row else name)

    def _parts(self) -> tuple[float, QRectF, float]:
        """Return the labels' width, where the axis lies from left to right, and where the numbers begin."""
        metrics = QFontMetricsF(self.font())
        numbers = max((metrics.horizontalAdvance(row.words) for row in self._rows), default=0.0)
        labels = max((metrics.horizontalAdvance(row.label) for row in self._rows), default=0.0) + 2
        room = self.width() - numbers - 5 * _PAD
        labels = min(labels, max(room * 0.5, _NARROWEST))
        left = labels + 2.5 * _PAD
        track = QRectF(left, 0, max(self.width() - numbers - 3 * _PAD - left, 40.0), self.height())
        return labels, track, track.right() + 1.5 * _PAD

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw axis and rows."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), self.theme.colour("panel"))
        labels, track, numbers = self._parts()
        self._draw_axis(painter, track, self.row_height() * len(self._rows))
        for place, row in enumerate(self._rows):
            self._draw_row(painter, place, row, (labels, track, numbers))
        painter.end()

    def _draw_axis(self, painter: QPainter, track: QRectF, bottom: float) -> None:
        for tick in self.axis.ticks:
            # On the middle of a pixel a line of one pixel is sharp.
            x = round(self.axis.place(track, tick)) + 0.5
            painter.setPen(QPen(self.theme.colour("border"), 1))
            painter.drawLine(QPointF(x, 0), QPointF(x, bottom))
            painter.setPen(self.theme.colour("muted"))
            painter.drawText(QRectF(x - 24, bottom + 2, 48, _AXIS - 4), Qt.AlignmentFlag.AlignCenter, f"{tick:g}")

    def _draw_row(self, painter: QPainter, place: int, row: Row, parts: tuple[float, QRectF, float]) -> None:
        labels, track, numbers = parts
        height = float(self.row_height())
        top = place * height
        if row.marked:
            painter.fillRect(QRectF(0, top, self.width(), height), self.theme.colour("accent_soft"))
        painter.setPen(self.theme.colour("text"))
        shown = self.fontMetrics().elidedText(row.label, Qt.TextElideMode.ElideMiddle, int(labels))
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(_PAD, top, labels, height), flags, shown)
        painter.drawText(QRectF(numbers, top, self.width() - numbers, height), flags, row.words)
        self.draw_mark(painter, place, QRectF(track.left(), top, track.width(), height))
        if self.hasFocus() and place == max(self._current, 0):
            painter.setPen(QPen(self.theme.colour("focus"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(0.5, top + 0.5, self.width() - 1, height - 1))

    def row_at(self, height: float) -> int:
        """Return the row at a height, -1 for none."""
        place = int(height // self.row_height())
        return place if 0 <= place < len(self._rows) else -1

    def event(self, event: QEvent) -> bool:
        """Tell a row in full where the mouse rests."""
        if isinstance(event, QHelpEvent):
            place = self.row_at(event.pos().y())
            row = self._rows[place] if place >= 0 else None
            QToolTip.showText(event.globalPos(), f"{row.label}\n{row.tip or row.words}" if row else "", self)
            return True
        return super().event(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the row below the mouse."""
        super().mouseReleaseEvent(event)
        place = self.row_at(event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and place >= 0:
            self._go_to(place)
            self._choose()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the numbers, go up and down, choose a row with Enter."""
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in steps and self._rows:
            self._go_to(min(max(self._current + steps[Qt.Key(event.key())], 0), len(self._rows) - 1))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose()
        else:
            super().keyPressEvent(event)

    def _go_to(self, place: int) -> None:
        self._current = place
        self._name()
        self.update()
        area = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if area is not None:
            area.ensureVisible(0, int((place + 0.5) * self.row_height()), 0, self.row_height())

    def _choose(self) -> None:
        row = self._rows[max(self._current, 0)] if self._rows else None
        if row is not None and row.key is not None:
            self.chosen.emit(row.key)

    def copy(self) -> None:
        """Put the numbers on the clipboard."""
        copy_text(self.copied(), self)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show what can be done with the chart."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fill(menu)
        menu.popup(event.globalPos())

    def fill(self, menu: QMenu) -> None:
        """Add to a menu what can be done with the chart."""
        menu.addAction(self.tr("Copy numbers")).triggered.connect(self.copy)
        self.picture.fill(menu)


def scrolled(widget: QWidget) -> QScrollArea:
    """Return a chart in a place that is lower than it may be."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    inner = named(QWidget(), "panel")
    inner.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    column = QVBoxLayout(inner)
    column.setContentsMargins(4, 4, 4, 4)
    column.addWidget(widget)
    column.addStretch(1)
    area.setWidget(inner)
    return area

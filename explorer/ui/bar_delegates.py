"""Small bars in tables: an error rate with its interval, and a share of tokens. The numbers stand beside them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTableView

from explorer.core.sampling import ErrorRate
from explorer.ui.models.rates_model import RATE_ROLE, AnyIndex
from explorer.ui.theme import Theme

_MARGIN, _HEIGHT = 8, 8


class IntervalDelegate(QStyledItemDelegate):
    """Draws a rate as a point on a track from 0 to 100 %, its 95 % interval as a band with ends."""

    def __init__(self, theme: Theme, table: QTableView) -> None:
        super().__init__(table)
        self._theme = theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draw the row's ground, then the bar."""
        super().paint(painter, option, index)
        rate = index.data(RATE_ROLE)
        if isinstance(rate, ErrorRate):
            paint_interval(painter, self._theme, QRectF(option.rect), rate)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownArgumentType] - stubs lack it


class ShareDelegate(QStyledItemDelegate):
    """Draws a share from 0 to 1, which the model has under `role`, as a bar on a track."""

    def __init__(self, theme: Theme, role: int, table: QTableView) -> None:
        super().__init__(table)
        self._theme = theme
        self._role = role

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Draw the row's ground, then the bar."""
        super().paint(painter, option, index)
        share = index.data(self._role)
        if isinstance(share, float):
            paint_share(painter, self._theme, QRectF(option.rect), share)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownArgumentType] - stubs lack it


def _track(painter: QPainter, theme: Theme, cell: QRectF) -> QRectF:
    """Draw an empty bar in the middle of a cell and return its place."""
    track = QRectF(cell.left() + _MARGIN, cell.center().y() - _HEIGHT / 2, cell.width() - 2 * _MARGIN, _HEIGHT)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("track"))
    painter.drawRoundedRect(track, 3, 3)
    return track


def paint_interval(painter: QPainter, theme: Theme, cell: QRectF, rate: ErrorRate) -> None:
    """Draw a rate and its interval into a cell."""
    painter.save()
    track = _track(painter, theme, cell)
    left, point, right = (track.left() + track.width() * share for share in (rate.low, rate.rate, rate.high))
    painter.setBrush(theme.colour("accent_line"))
    painter.drawRect(QRectF(left, track.top() + 1, max(right - left, 1.0), track.height() - 2))
    painter.setPen(QPen(theme.colour("accent"), 1.5))
    for end in (left, right):
        painter.drawLine(QPointF(end, track.top() - 2), QPointF(end, track.bottom() + 2))
    painter.setBrush(theme.colour("accent"))
    painter.drawEllipse(QPointF(point, track.center().y()), 3.2, 3.2)
    painter.restore()


def paint_share(painter: QPainter, theme: Theme, cell: QRectF, share: float) -> None:
    """Draw a share as a bar that begins at the left."""
    painter.save()
    track = _track(painter, theme, cell)
    painter.setBrush(theme.colour("header_bar"))
    painter.drawRoundedRect(QRectF(track.left(), track.top(), track.width() * min(share, 1.0), track.height()), 3, 3)
    painter.restore()

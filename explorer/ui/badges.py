"""Small rounded labels that item views paint beside a row's text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen

from explorer.ui.theme import Theme

_GAP = 4
_PADDING = 7


@dataclass(frozen=True, slots=True)
class Badge:
    """A label with its tone: plain, accent, warning, error or success. The text carries a sign, never colour alone.

    `short` stands for the text where there is little room; where there is none, badges of the lowest `rank` go first.
    """

    text: str
    tone: str = "plain"
    short: str = ""
    rank: int = 2


def shortened(badges: Sequence[Badge]) -> tuple[Badge, ...]:
    """Return badges for a narrow row."""
    return tuple(replace(badge, text=badge.short or badge.text) for badge in badges)


def paint_badges(painter: QPainter, theme: Theme, area: QRect, badges: Sequence[Badge]) -> int:
    """Paint badges from the right end of `area` and return the width that they took."""
    painter.save()
    font = theme.font(0.82)
    painter.setFont(font)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    right = area.right()
    for badge in reversed(badges):
        right -= _paint(painter, theme, area, badge, right, QFontMetrics(font)) + _GAP
    painter.restore()
    return area.right() - right


def fitting(theme: Theme, badges: Sequence[Badge], room: int) -> tuple[Badge, ...]:
    """Return badges for a row with so much room in pixels: whole, or shortened, or the most important of them."""
    if badges_width(theme, badges) <= room:
        return tuple(badges)
    left = list(shortened(badges))
    while len(left) > 1 and badges_width(theme, left) > room:
        left.remove(min(left, key=lambda badge: badge.rank))
    return tuple(left)


def badges_width(theme: Theme, badges: Sequence[Badge]) -> int:
    """Return the width that badges take."""
    metrics = QFontMetrics(theme.font(0.82))
    return sum(metrics.horizontalAdvance(badge.text) + 2 * _PADDING + _GAP for badge in badges)


def _paint(painter: QPainter, theme: Theme, area: QRect, badge: Badge, right: int, metrics: QFontMetrics) -> int:
    width = metrics.horizontalAdvance(badge.text) + 2 * _PADDING
    height = metrics.height() + 2
    box = QRectF(right - width, area.center().y() - height / 2 + 0.5, width, height)
    plain = badge.tone == "plain"
    painter.setBrush(theme.colour("chip" if plain else f"{badge.tone}_soft"))
    painter.setPen(QPen(theme.colour("border_strong" if plain else f"{badge.tone}_line"), 1))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), height / 2, height / 2)
    painter.setPen(theme.colour("chip_text" if plain else badge.tone))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, badge.text)
    return width

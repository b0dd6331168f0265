"""Draws a laid-out card, and the plain card that stands in for a chunk that has not come yet."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QTextCharFormat, QTextLayout

from explorer.ui.card_marks import BoxMark, CardLayout, Mark, TextMark, WordMark
from explorer.ui.theme import Theme

RADIUS = 7.0


@dataclass(frozen=True, slots=True)
class CardState:
    """How a card stands in the list: the current one, chosen beside others, where the keys choose next."""

    current: bool = False
    chosen: bool = False
    cursor: bool = False
    focused: bool = False


def draw_card(painter: QPainter, card: CardLayout, at: QPointF, theme: Theme, state: CardState) -> None:
    """Draw a card with its top left at `at`.

    The current one has a strong outline, double while the list has focus; those chosen beside others have a bar at
    their left and another ground; the cursor, where it is elsewhere, is a dashed outline.
    """
    frame = QRectF(at.x() + 0.5, at.y() + 0.5, card.width - 1, card.height - 1)
    _draw_frame(painter, frame, theme, state)
    painter.save()
    painter.translate(at)
    for mark in card.marks:
        _draw_mark(painter, mark, theme)
    painter.restore()


def _draw_frame(painter: QPainter, frame: QRectF, theme: Theme, state: CardState) -> None:
    painter.setBrush(theme.colour("accent_soft" if state.chosen else "panel"))
    if state.current and state.focused:
        painter.setPen(QPen(theme.colour("accent_line"), 3))
        painter.drawRoundedRect(frame, RADIUS, RADIUS)
    dashed = state.cursor and state.focused
    pen = QPen(theme.colour("accent" if state.current or dashed else "border"), 1.6 if state.current else 1.0)
    if dashed:
        pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.drawRoundedRect(frame, RADIUS, RADIUS)
    if state.chosen:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("accent"))
        painter.drawRoundedRect(QRectF(frame.left() + 2, frame.top() + 8, 4, frame.height() - 16), 2, 2)


def draw_placeholder(painter: QPainter, rect: QRectF, theme: Theme, state: CardState) -> None:
    """Draw an empty card with pale bars where a chunk's path and text will be."""
    _draw_frame(painter, rect.adjusted(0.5, 0.5, -0.5, -0.5), theme, state)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("track"))
    for number, share in enumerate((0.35, 0.8, 0.6)):
        bar = QRectF(rect.left() + 12, rect.top() + 14 + number * 22, (rect.width() - 24) * share, 10)
        painter.drawRoundedRect(bar, 4, 4)


def _draw_mark(painter: QPainter, mark: Mark, theme: Theme) -> None:
    match mark:
        case BoxMark():
            _draw_box(painter, mark, theme)
        case WordMark():
            painter.setPen(theme.colour(mark.colour))
            painter.setFont(mark.font)
            across = Qt.AlignmentFlag.AlignHCenter if mark.centred else Qt.AlignmentFlag.AlignLeft
            painter.drawText(mark.rect, across | Qt.AlignmentFlag.AlignVCenter, mark.text)
        case TextMark():
            painter.setPen(theme.colour(mark.colour))
            mark.layout.draw(painter, mark.place, _tones(mark, theme))


def _draw_box(painter: QPainter, mark: BoxMark, theme: Theme) -> None:
    painter.setBrush(theme.colour(mark.fill) if mark.fill else Qt.BrushStyle.NoBrush)
    rect = mark.rect
    if mark.line:
        style = Qt.PenStyle.DashLine if mark.dashed else Qt.PenStyle.SolidLine
        painter.setPen(QPen(theme.colour(mark.line), 1.0, style))
        rect = rect.adjusted(0.5, 0.5, -0.5, -0.5) if mark.radius else rect
    else:
        painter.setPen(Qt.PenStyle.NoPen)
    if mark.radius:
        painter.drawRoundedRect(rect, mark.radius, mark.radius)
    else:
        painter.drawRect(rect)


def _tones(mark: TextMark, theme: Theme) -> list[QTextLayout.FormatRange]:
    ranges: list[QTextLayout.FormatRange] = []
    for tone in mark.tones:
        look = QTextCharFormat()
        look.setForeground(theme.colour(tone.colour))
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        look.setUnderlineColor(theme.colour(tone.colour))
        part = QTextLayout.FormatRange()
        part.start, part.length, part.format = tone.start, tone.length, look
        ranges.append(part)
    return ranges

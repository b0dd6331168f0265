"""Lines in the gap between the two rankings that connect a chunk's place on one side with its place on the other."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from explorer.ui.hit_list import HitList
from explorer.ui.hit_texts import Direction, hit_movement
from explorer.ui.theme import Theme

_COLOURS = {Direction.BETTER: "success_line", Direction.WORSE: "error_line", Direction.SAME: "border_strong"}
_STRONG = {Direction.BETTER: "success", Direction.WORSE: "error", Direction.SAME: "success"}
_BEYOND = 400.0


class MovementLines(QWidget):
    """Draws the lines; the chosen chunk's is stronger. Worse ones are dashed, so that colour is not the only sign."""

    def __init__(self, left: HitList, right: HitList, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._left = left
        self._right = right
        self._theme = theme
        self._chosen: tuple[str, int] | None = None
        self.setFixedWidth(56)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        left.moved.connect(self.update)
        right.moved.connect(self.update)
        theme.changed.connect(self.update)

    def choose(self, chosen: tuple[str, int] | None) -> None:
        """Draw another chunk's line stronger."""
        self._chosen = chosen
        self.update()

    def links(self) -> list[tuple[int, int, Direction, bool]]:
        """Return (row at the left, row at the right, direction, is chosen) of every chunk on both sides."""
        found: list[tuple[int, int, Direction, bool]] = []
        for row in range(self._left.hits.rowCount()):
            hit = self._left.hits.hit(row)
            other = self._right.hits.row_of(hit.document, hit.index) if hit else None
            if hit is not None and other is not None:
                chosen = (hit.document, hit.index) == self._chosen
                found.append((row, other, hit_movement(hit, False).direction, chosen))
        return sorted(found, key=lambda link: link[3])

    def _lists_rect(self) -> QRectF:
        """Return the part of the gap that lies beside the lists."""
        top = self.mapFromGlobal(self._left.mapToGlobal(QPointF(0, 0))).y()
        return QRectF(0, top, self.width(), self._left.height())

    def _y(self, side: HitList, row: int) -> float:
        return self.mapFromGlobal(side.mapToGlobal(QPointF(0, side.middle_of(row)))).y()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the lines whose ends are in view or near it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(event.rect())
        painter.setClipRect(self._lists_rect(), Qt.ClipOperation.IntersectClip)
        for row, other, direction, chosen in self.links():
            start, end = self._y(self._left, row), self._y(self._right, other)
            if min(start, end) < self.height() + _BEYOND and max(start, end) > -_BEYOND:
                self._draw(painter, start, end, direction, chosen=chosen)
        painter.end()

    def _draw(self, painter: QPainter, start: float, end: float, direction: Direction, *, chosen: bool) -> None:
        width = float(self.width())
        path = QPainterPath(QPointF(0, start))
        path.cubicTo(QPointF(width / 2, start), QPointF(width / 2, end), QPointF(width, end))
        style = Qt.PenStyle.DashLine if direction is Direction.WORSE else Qt.PenStyle.SolidLine
        colour = self._theme.colour((_STRONG if chosen else _COLOURS)[direction])
        painter.setPen(QPen(colour, 2.4 if chosen else 1.1, style))
        painter.drawPath(path)

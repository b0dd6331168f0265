"""Pages of a PDF as pictures, the chosen chunk's rectangles marked on them.

Pictures come from elsewhere: `page_wanted` asks for one, `take_picture` takes it. A few are kept. Lengths on a page are
points from its top left; `zoom` is pixels of the screen per 1/96 inch, so that 1.0 is the paper's own size.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from explorer.core.model import Place, Rect
from explorer.ui.theme import Theme

FIT_WIDTH = 0.0
_POINTS_TO_PIXELS = 96 / 72
_ZOOMS = (0.25, 8.0)
_KEPT = 4
_MARGIN = 12
_LONGEST = 8000.0


class PageView(QAbstractScrollArea):
    """Shows one page at a time.

    Signals: `page_wanted` (page, device pixels per point), `page_changed` (page, of how many), `zoom_changed` (zoom as
    chosen; `FIT_WIDTH` when it follows the width), `point_clicked` (page, x, y in points).
    """

    page_wanted = Signal(int, float)
    page_changed = Signal(int, int)
    zoom_changed = Signal(float)
    point_clicked = Signal(int, float, float)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._sizes: Sequence[tuple[float, float]] = ()
        self._page = 1
        self._zoom = FIT_WIDTH
        self._pictures: OrderedDict[int, tuple[float, QPixmap]] = OrderedDict()
        self._chosen: Place | None = None
        self._places: Sequence[Place] = ()
        self._ask = QTimer(self, singleShot=True, interval=30)
        self._ask.timeout.connect(self._want_picture)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Page of the document"))
        theme.changed.connect(self.viewport().update)

    def show_document(self, sizes: Sequence[tuple[float, float]]) -> None:
        """Show another document's first page; `sizes` are its pages' widths and heights in points."""
        self._sizes = sizes
        self._pictures.clear()
        self._chosen, self._places = None, ()
        self._page = 0
        self.show_page(1)

    @property
    def page(self) -> int:
        """Return the page shown, from 1."""
        return self._page

    @property
    def zoom(self) -> float:
        """Return the zoom as chosen, `FIT_WIDTH` when it follows the width."""
        return self._zoom

    def show_page(self, page: int) -> None:
        """Show a page from its top, the nearest one when there is no such page."""
        page = min(max(page, 1), max(len(self._sizes), 1))
        if page != self._page:
            self._page = page
            self.verticalScrollBar().setValue(0)
            self._lay_out()
            self.page_changed.emit(page, len(self._sizes))

    def set_zoom(self, zoom: float) -> None:
        """Show pages larger or smaller."""
        zoom = zoom if zoom == FIT_WIDTH else min(max(zoom, _ZOOMS[0]), _ZOOMS[1])
        if zoom != self._zoom:
            self._zoom = zoom
            self._lay_out()
            self.zoom_changed.emit(zoom)

    def choose(self, place: Place | None) -> None:
        """Mark a place and bring its first rectangle into view."""
        self._chosen = place
        self.show_place(place)
        self.viewport().update()

    def show_place(self, place: Place | None) -> None:
        """Bring a place into view without marking it."""
        if place is not None and (place.rects or place.page):
            self.show_page(place.rects[0].page if place.rects else place.page or 1)
            self._bring_into_view(place.rects)

    def mark_places(self, places: Sequence[Place]) -> None:
        """Mark where other chunks stand, by a thin bar each."""
        self._places = places
        self.viewport().update()

    def take_picture(self, page: int, scale: float, picture: QPixmap) -> None:
        """Take a page's picture, drawn at `scale` device pixels per point."""
        self._pictures[page] = (scale, picture)
        self._pictures.move_to_end(page)
        while len(self._pictures) > _KEPT:
            self._pictures.popitem(last=False)
        self.viewport().update()

    def chosen_rects(self) -> list[QRectF]:
        """Return the chosen rectangles of the page shown, in the viewport's coordinates."""
        return [self._on_screen(rect) for rect in self._rects(self._chosen)]

    def effective_zoom(self) -> float:
        """Return the zoom in force."""
        width, height = self._size()
        if self._zoom == FIT_WIDTH:
            zoom = max(self.viewport().width() - 2 * _MARGIN, 40) / (width * _POINTS_TO_PIXELS)
        else:
            zoom = self._zoom
        return min(zoom, _LONGEST / (max(width, height) * _POINTS_TO_PIXELS * self.devicePixelRatioF()))

    def _size(self) -> tuple[float, float]:
        width, height = self._sizes[self._page - 1] if 0 < self._page <= len(self._sizes) else (595.0, 842.0)
        return max(width, 1.0), max(height, 1.0)

    def _scale(self) -> float:
        return self.effective_zoom() * _POINTS_TO_PIXELS

    def _page_rect(self) -> QRectF:
        width, height = (length * self._scale() for length in self._size())
        left = max((self.viewport().width() - width) / 2, _MARGIN) - self.horizontalScrollBar().value()
        return QRectF(left, _MARGIN - self.verticalScrollBar().value(), width, height)

    def _lay_out(self) -> None:
        width, height = (length * self._scale() + 2 * _MARGIN for length in self._size())
        view = self.viewport()
        across = 0 if self._zoom == FIT_WIDTH else max(round(width - view.width()), 0)
        for bar, most, step in (
            (self.horizontalScrollBar(), across, view.width()),
            (self.verticalScrollBar(), max(round(height - view.height()), 0), view.height()),
        ):
            bar.setRange(0, most)
            bar.setPageStep(step)
            bar.setSingleStep(24)
        self._ask.start()
        view.update()

    def _want_picture(self) -> None:
        scale = self._scale() * self.devicePixelRatioF()
        known = self._pictures.get(self._page)
        if self._sizes and (known is None or abs(known[0] - scale) > 0.01):
            self.page_wanted.emit(self._page, scale)

    def _rects(self, place: Place | None) -> list[Rect]:
        return [rect for rect in place.rects if rect.page == self._page] if place else []

    def _on_screen(self, rect: Rect) -> QRectF:
        scale, page = self._scale(), self._page_rect()
        return QRectF(
            page.left() + rect.x0 * scale,
            page.top() + rect.y0 * scale,
            (rect.x1 - rect.x0) * scale,
            (rect.y1 - rect.y0) * scale,
        )

    def _bring_into_view(self, rects: Sequence[Rect]) -> None:
        here = [self._on_screen(rect) for rect in rects if rect.page == self._page]
        if not here:
            return
        top, bottom = min(rect.top() for rect in here), max(rect.bottom() for rect in here)
        bar = self.verticalScrollBar()
        if top < 0 or bottom > self.viewport().height():
            bar.setValue(bar.value() + round(top) - 40)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the page, then the marks over it."""
        painter = QPainter(self.viewport())
        painter.setRenderHints(QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), self._theme.colour("window"))
        page = self._page_rect()
        known = self._pictures.get(self._page)
        painter.fillRect(page, QColor("white"))
        if known:
            painter.drawPixmap(page, known[1], QRectF(known[1].rect()))
        else:
            painter.setPen(QColor("dimgray"))
            painter.drawText(page, Qt.AlignmentFlag.AlignCenter, self.tr("Drawing page {0} …").format(self._page))
        painter.setPen(self._theme.colour("border_strong"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(page)
        self._draw_marks(painter)
        painter.end()

    def _draw_marks(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("border_strong"))
        for place in self._places:
            for rect in map(self._on_screen, self._rects(place)):
                painter.drawRect(QRectF(rect.left() - 6, rect.top(), 2, rect.height()))
        line = self._theme.colour("highlight_line")
        ground = QColor(line)
        ground.setAlpha(60)
        painter.setPen(QPen(line, 1.4))
        painter.setBrush(ground)
        for rect in self.chosen_rects():
            painter.drawRect(rect.adjusted(-2, -1, 2, 1))

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Draw anew where the bars were moved to."""
        del dx, dy
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Follow the width."""
        super().resizeEvent(event)
        self._lay_out()

    def event(self, event: QEvent) -> bool:
        """Ask for sharper pictures on a sharper screen."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._ask.start()
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl; turn the page at its end."""
        delta = event.angleDelta().y()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_zoom(self.effective_zoom() * (1.15 if delta > 0 else 1 / 1.15))
            event.accept()
            return
        bar = self.verticalScrollBar()
        if delta < 0 and bar.value() == bar.maximum() and self._page < len(self._sizes):
            self.show_page(self._page + 1)
        elif delta > 0 and bar.value() == 0 and self._page > 1:
            self.show_page(self._page - 1)
            bar.setValue(bar.maximum())
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turn pages, zoom and scroll by keyboard."""
        bar = self.verticalScrollBar()
        match event.key():
            case Qt.Key.Key_PageDown if bar.value() == bar.maximum():
                self.show_page(self._page + 1)
            case Qt.Key.Key_PageUp if bar.value() == 0:
                self.show_page(self._page - 1)
            case Qt.Key.Key_Home:
                self.show_page(1)
            case Qt.Key.Key_End:
                self.show_page(len(self._sizes))
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self.set_zoom(self.effective_zoom() * 1.15)
            case Qt.Key.Key_Minus:
                self.set_zoom(self.effective_zoom() / 1.15)
            case Qt.Key.Key_0:
                self.set_zoom(FIT_WIDTH)
            case _:
                super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell which point of the page was clicked."""
        if event.button() == Qt.MouseButton.LeftButton and self._page_rect().contains(event.position()):
            place = self._to_page(event.position())
            self.point_clicked.emit(self._page, place.x(), place.y())

    def _to_page(self, position: QPointF) -> QPointF:
        return (position - self._page_rect().topLeft()) / self._scale()

    def point_on_screen(self, x: float, y: float) -> QPoint:
        """Return where a point of the page stands in the viewport."""
        return (self._page_rect().topLeft() + QPointF(x, y) * self._scale()).toPoint()

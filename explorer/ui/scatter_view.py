"""The picture of both scores of every chunk: looked at with the mouse, walked by rank with the keys."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from explorer.core.retrieval_views import Scatter
from explorer.ui import scatter_texts as texts
from explorer.ui.scatter_painter import Frame, ScatterPainter, legend_width, make_frame, nearest
from explorer.ui.scatter_plot import ChunkKey, Dot, Mode, Plot, make_plot
from explorer.ui.theme import Theme

_REACH = 12.0
_DRAG = 6.0
_FORWARD = (Qt.Key.Key_Right, Qt.Key.Key_Down)
_BACK = (Qt.Key.Key_Left, Qt.Key.Key_Up)


class ScatterView(QWidget):
    """Draws a scatter. A click or Enter emits `chunk_wanted`; dragging a rectangle zooms into it.

    Arrow keys walk the chunks by the context side's rank, Home and End go to its ends; plus and minus zoom, Escape
    shows the whole. `current_changed` tells in words which chunk the mouse or the keys are at ("" for none), and
    `zoom_changed` whether a part is shown only.
    """

    chunk_wanted = Signal(str, int)
    current_changed = Signal(str)
    zoom_changed = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._scatter: Scatter | None = None
        self._plot: Plot | None = None
        self._mode = Mode.SCORES
        self._expected: frozenset[ChunkKey] = frozenset()
        self._chosen: ChunkKey | None = None
        self._current: ChunkKey | None = None
        self._pressed: QPointF | None = None
        self._dragged: QRectF | None = None
        self._layer: QPixmap | None = None
        self._spots: list[tuple[Dot, QPointF]] = []
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(260, 120)
        self.setAccessibleName(self.tr("Both scores of every chunk"))
        theme.changed.connect(self._redraw)

    def show_scatter(self, scatter: Scatter | None, mode: Mode) -> None:
        """Show a scatter, whole, by its scores or its ranks."""
        self._scatter, self._mode = scatter, mode
        self._plot = make_plot(scatter, mode) if scatter else None
        self._dragged = self._pressed = None
        if self._dot(self._current) is None:
            self._go_to(None)
        self.setAccessibleDescription(texts.summary(scatter) if scatter else "")
        self.zoom_changed.emit(False)
        self._redraw()

    def mark(self, expected: Iterable[ChunkKey]) -> None:
        """Ring and label the chunks that are expected to be found."""
        self._expected = frozenset(expected)
        self.update()

    def choose(self, chosen: ChunkKey | None) -> None:
        """Ring and label the chosen chunk."""
        self._chosen = chosen
        self.update()

    def reset_zoom(self) -> None:
        """Show the whole picture."""
        if self._plot is not None and self._plot.zoomed:
            self._show_part(self._plot.reset())

    def current(self) -> Dot | None:
        """Return the chunk that the mouse or the keys are at."""
        return self._dot(self._current)

    def plot(self) -> Plot | None:
        """Return what is drawn."""
        return self._plot

    def spot_of(self, key: ChunkKey) -> QPointF | None:
        """Return where a chunk is drawn, None when it is out of view."""
        self._place()
        return next((spot for dot, spot in self._spots if dot.key == key), None)

    def picture(self) -> QPixmap:
        """Return the picture without the marks of mouse and keys."""
        kept, self._current = self._current, None
        shot = self.grab()
        self._current = kept
        return shot

    def _dot(self, key: ChunkKey | None) -> Dot | None:
        dots = self._plot.dots if self._plot else ()
        return next((dot for dot in dots if dot.key == key), None) if key else None

    def _frame(self, plot: Plot) -> Frame:
        head = 1 if self._legend_start() else 2
        return make_frame(QRectF(self.rect()), QFontMetricsF(self._font()), plot, head)

    def _legend_start(self) -> float:
        """Return where the legend begins beside the title, 0 where it needs a row of its own."""
        if self._scatter is None:
            return 0.0
        metrics = QFontMetricsF(self._font())
        title = metrics.horizontalAdvance(texts.axis_titles(self._scatter, self._mode)[1])
        start = self.width() - 16 - legend_width(metrics, texts.legend(self._scatter))
        return start if start > title + 50 else 0.0

    def _font(self) -> QFont:
        return self._theme.font(0.9)

    def _redraw(self) -> None:
        self._layer = None
        self._spots = []
        self.update()

    def _place(self) -> None:
        """Find where each dot in view is drawn, once for a plot and a size."""
        if self._spots or self._plot is None:
            return
        frame = self._frame(self._plot)
        found = ((dot, self._plot.fractions(dot)) for dot in self._plot.dots)
        self._spots = [(dot, frame.spot(place)) for dot, place in found if place is not None]

    def _show_part(self, plot: Plot) -> None:
        self._plot = plot
        self.zoom_changed.emit(plot.zoomed)
        self._redraw()

    def _go_to(self, dot: Dot | None) -> None:
        key = dot.key if dot else None
        if key == self._current:
            return
        self._current = key
        words = texts.chunk_words(dot.point, self._scatter) if dot and self._scatter else ""
        self.current_changed.emit(words)
        if self._scatter is not None:
            self.setAccessibleDescription(words or texts.summary(self._scatter))
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the picture, kept from the last time where only marks change, and the marks over it."""
        plot = self._plot
        if plot is None:
            return
        self._place()
        if self._layer is None:
            self._layer = self._drawn(plot)
        painter = QPainter(self)
        painter.setClipRect(event.rect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font())
        painter.drawPixmap(0, 0, self._layer)
        self._draw_marks(painter, plot)
        if self._dragged is not None:
            painter.setPen(QPen(self._theme.colour("focus"), 1.2, Qt.PenStyle.DashLine))
            painter.drawRect(self._dragged)
        if self.hasFocus():
            painter.setPen(QPen(self._theme.colour("focus"), 1.4))
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()

    def _drawn(self, plot: Plot) -> QPixmap:
        layer = QPixmap(self.size() * self.devicePixelRatioF())
        layer.setDevicePixelRatio(self.devicePixelRatioF())
        layer.fill(self._theme.colour("panel"))
        painter = QPainter(layer)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font())
        drawn = ScatterPainter(painter, self._theme, self._frame(plot), plot)
        if self._scatter is not None:
            drawn.axes(texts.axis_titles(self._scatter, self._mode))
            start = self._legend_start()
            drawn.legend(texts.legend(self._scatter), start or 12.0, 0 if start else 1)
        drawn.dots(reversed(self._spots), len(self._spots))
        painter.end()
        return layer

    def _draw_marks(self, painter: QPainter, plot: Plot) -> None:
        drawn = ScatterPainter(painter, self._theme, self._frame(plot), plot)
        marked = [(dot, spot) for dot, spot in self._spots if dot.key == self._chosen or dot.key in self._expected]
        taken: list[QRectF] = []
        for dot, spot in marked:
            names = [self.tr("expected")] if dot.key in self._expected else []
            names += [self.tr("chosen")] if dot.key == self._chosen else []
            words = f"{', '.join(names)}: {texts.short_name(dot.point)}"
            drawn.label(spot, words, self._ring_colour(dot), taken)
        for dot, spot in marked:
            drawn.ring(spot, self._ring_colour(dot), 7.5)
            drawn.sign(spot, dot.way, 4.5)
        for dot, spot in self._spots:
            if dot.key == self._current:
                drawn.ring(spot, self._theme.colour("focus"), 9.5)

    def _ring_colour(self, dot: Dot) -> QColor:
        return self._theme.colour("accent" if dot.key == self._chosen else "highlight_line")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click or a rectangle."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._pressed = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell which chunk is under the mouse, or draw the rectangle."""
        self._place()
        if self._pressed is None:
            self._go_to(nearest(self._spots, event.position(), _REACH))
            return
        box = QRectF(self._pressed, event.position()).normalized()
        if max(box.width(), box.height()) > _DRAG:
            self._dragged = box
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Zoom into the rectangle, or choose the chunk under the mouse."""
        box, pressed = self._dragged, self._pressed
        self._dragged = self._pressed = None
        if event.button() is not Qt.MouseButton.LeftButton or pressed is None:
            return
        if box is not None:
            self._zoom_into(box)
            return
        self._place()
        dot = nearest(self._spots, event.position(), _REACH)
        if dot is not None:
            self._go_to(dot)
            self.chunk_wanted.emit(*dot.key)

    def _zoom_into(self, box: QRectF) -> None:
        if self._plot is not None and min(box.width(), box.height()) > _DRAG:
            frame = self._frame(self._plot)
            left, bottom = frame.fractions(box.bottomLeft())
            right, top = frame.fractions(box.topRight())
            if right - left > 1e-3 and top - bottom > 1e-3:
                self._show_part(self._plot.part(left, right, bottom, top))
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show the whole again where nothing is under the mouse."""
        self._place()
        if nearest(self._spots, event.position(), _REACH) is None:
            self.reset_zoom()

    def leaveEvent(self, event: QEvent) -> None:
        """Forget the chunk under the mouse, unless the keys are used."""
        super().leaveEvent(event)
        if not self.hasFocus():
            self._go_to(None)

    def event(self, event: QEvent) -> bool:
        """Tell a chunk with both scores and ranks in a tool tip."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            self._place()
            dot = nearest(self._spots, QPointF(event.pos()), _REACH)
            words = texts.chunk_words(dot.point, self._scatter) if dot and self._scatter else ""
            QToolTip.showText(event.globalPos(), words.replace(" — ", "\n").replace("; ", "\n"), self)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk by rank, choose, zoom."""
        key = Qt.Key(event.key())
        if key in (*_FORWARD, *_BACK, Qt.Key.Key_Home, Qt.Key.Key_End):
            self._walk(key)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._current is not None:
            self.chunk_wanted.emit(*self._current)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            if self._plot is not None:
                self._show_part(self._plot.around(self.current(), 2.0 if key is Qt.Key.Key_Minus else 0.5))
        elif key is Qt.Key.Key_Escape and self._plot is not None and self._plot.zoomed:
            self.reset_zoom()
        else:
            super().keyPressEvent(event)

    def _walk(self, key: Qt.Key) -> None:
        """Go to another chunk among those in view."""
        self._place()
        dots = [dot for dot, _ in self._spots]
        if not dots:
            return
        at = next((number for number, dot in enumerate(dots) if dot.key == self._current), None)
        if key is Qt.Key.Key_Home or (at is None and key is not Qt.Key.Key_End):
            self._go_to(dots[0])
        elif key is Qt.Key.Key_End or at is None:
            self._go_to(dots[-1])
        else:
            self._go_to(dots[min(max(at + (1 if key in _FORWARD else -1), 0), len(dots) - 1)])

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the chosen chunk."""
        super().focusInEvent(event)
        if self._current is None and event.reason() is not Qt.FocusReason.MouseFocusReason:
            self._go_to(self._dot(self._chosen))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw anew in the new size."""
        super().resizeEvent(event)
        self._redraw()

    def sizeHint(self) -> QSize:
        """Ask for room to tell chunks apart."""
        return QSize(520, 340)

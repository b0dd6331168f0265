"""Pages of a PDF below one another as pictures, with text to select and the places of chunks marked on them.

Pictures and words come from elsewhere: `page_wanted` asks for a picture, `texts.wanted` for words. Only pages that are
seen, and their neighbours, have pictures. Lengths on a page are points from its top left; `zoom` is pixels of the
screen per 1/96 inch, so that 1.0 is the paper's own size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QMenu, QWidget

from explorer.core.model import Block, Place, Rect
from explorer.ui.block_words import BlockWords
from explorer.ui.find_run import FindRun
from explorer.ui.held_place import HeldPlace
from explorer.ui.news import copy_text
from explorer.ui.page_layout import FIT_PAGE, FIT_WIDTH, MARGIN, PageLayout, fitting_zoom
from explorer.ui.page_marks import PageMarks, PlacesOnPages
from explorer.ui.page_pictures import PagePictures
from explorer.ui.page_pointing import PagePointing
from explorer.ui.page_selection import PageSelection
from explorer.ui.page_texts import PageTexts
from explorer.ui.theme import Theme

__all__ = ["FIT_PAGE", "FIT_WIDTH", "PageView"]

_STEP = 1.15
_ABOVE = 40


class PageView(QAbstractScrollArea):
    """Shows pages.

    Signals: `page_wanted` (page, device pixels per point), `page_changed` (page, of how many), `zoom_changed` (zoom as
    chosen; `FIT_WIDTH` or `FIT_PAGE` when it follows the view), `point_clicked` (page, x, y in points),
    `selection_changed`, `top_changed` (other words stand at the top).
    """

    page_wanted = Signal(int, float)
    page_changed = Signal(int, int)
    zoom_changed = Signal(float)
    point_clicked = Signal(int, float, float)
    selection_changed = Signal()
    top_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._sizes: tuple[tuple[float, float], ...] = ()
        self._page = 1
        self._zoom = FIT_WIDTH
        self._layout = PageLayout((), FIT_WIDTH, (0.0, 0.0))
        self._chosen: Place | None = None
        self._places = PlacesOnPages({})
        self._run: FindRun | None = None
        self._hovered: int | None = None
        self.pictures = PagePictures(self.visible_pages, self._device_scale, self)
        self.pictures.wanted.connect(self.page_wanted)
        self.texts = PageTexts(self)
        self.texts.arrived.connect(self._on_words)
        self.selection = PageSelection(self.texts)
        self._pointing = PagePointing(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Pages of the document"))
        self.viewport().setMouseTracking(True)
        theme.changed.connect(self.viewport().update)
        self._held = HeldPlace(self.verticalScrollBar(), self.sees_chosen, self._keep_chosen)

    # ------------------------------------------------------------------------------------------- what is shown

    def show_document(self, sizes: Sequence[tuple[float, float]], blocks: Sequence[Block] = ()) -> None:
        """Show another document from its first page; `sizes` are its pages' widths and heights in points.

        `blocks` are what was recognised on pages that are pictures.
        """
        self._sizes = tuple(sizes)
        self._chosen, self._places, self._run, self._hovered = None, PlacesOnPages({}), None, None
        self.selection.clear()
        self.texts.forget(len(self._sizes), BlockWords(blocks))
        self._page = 0
        self._lay_out()
        self.pictures.forget(self._sizes)
        self.show_page(1)
        self.selection_changed.emit()

    @property
    def page(self) -> int:
        """Return the page that is read, from 1."""
        return self._page

    @property
    def zoom(self) -> float:
        """Return the zoom as chosen, `FIT_WIDTH` or `FIT_PAGE` when it follows the view."""
        return self._zoom

    def show_page(self, page: int) -> None:
        """Show a page from its top, the nearest one when there is no such page."""
        page = min(max(page, 1), max(len(self._sizes), 1))
        if self._sizes:
            self.verticalScrollBar().setValue(round(self._layout.rect(page).top()) - MARGIN)
        # A last page that is short cannot be at the top: it is the one that was wished for all the same.
        self._tell_page(page)

    def show_last(self) -> None:
        """Show the end of the last page."""
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
        self._tell_page(max(len(self._sizes), 1))

    def set_zoom(self, zoom: float) -> None:
        """Show pages larger or smaller; what is at the top stays there."""
        zoom = fitting_zoom(zoom)
        if zoom != self._zoom:
            self._zoom = zoom
            self._lay_out()
            self.pictures.look()
            self.zoom_changed.emit(zoom)

    def zoom_by(self, steps: float) -> None:
        """Show pages larger (1) or smaller (-1) by so many steps."""
        self.set_zoom(self.effective_zoom() * _STEP**steps)

    def effective_zoom(self) -> float:
        """Return the zoom in force on the page that is read."""
        return self._layout.scale(self._page) * 72 / 96

    def choose(self, place: Place | None, *, scroll: bool = True) -> None:
        """Mark a place and bring its first rectangle into view."""
        self._chosen = place
        if scroll:
            self.show_place(place)
            self._held.hold()
        self.viewport().update()

    def sees_chosen(self) -> bool:
        """Say whether any of the chosen place is in view."""
        return self.sees(self._chosen)

    def sees(self, place: Place | None) -> bool:
        """Say whether any rectangle of a place is in view."""
        shown, seen = QRectF(self.viewport().rect()), self.visible_pages()
        rects = [rect for rect in place.rects if rect.page in seen] if place else []
        return any(shown.intersects(self._on_screen(rect)) for rect in rects)

    def _keep_chosen(self) -> None:
        """Bring the chosen place back into view, unless it fills the view."""
        rects = self.chosen_rects()
        if not rects or min(rect.top() for rect in rects) >= 0 or rects[-1].bottom() <= self.viewport().height():
            self.show_place(self._chosen)

    def show_place(self, place: Place | None) -> None:
        """Bring a place into view without marking it."""
        if place is None or not (place.rects or place.page):
            return
        page = place.rects[0].page if place.rects else place.page or 1
        if not 1 <= page <= len(self._sizes):
            return
        here = [rect for rect in place.rects if rect.page == page]
        if here:
            self._bring_into_view(page, (min(rect.y0 for rect in here), max(rect.y1 for rect in here)))
        else:
            self.show_page(page)

    def mark_places(self, places: Mapping[int, Place]) -> None:
        """Mark where chunks stand, each by its number."""
        self._places = PlacesOnPages(places)
        self.viewport().update()

    def take_picture(self, page: int, scale: float, picture: QPixmap) -> None:
        """Take a page's picture, drawn at `scale` device pixels per point."""
        self.pictures.take(page, scale, picture)
        self._want_words()
        self.viewport().update()

    def fail_picture(self, page: int) -> None:
        """Take notice that a page cannot be drawn."""
        self.pictures.fail(page)
        self.viewport().update()

    def ask_again(self) -> None:
        """Ask anew for what is wanted: what was asked for will not come."""
        self.pictures.forget_asked()
        self.texts.forget_asked()

    def copy(self) -> None:
        """Copy the selected words."""
        if text := self.selection.text():
            copy_text(text, self)

    def select_page(self) -> None:
        """Select all words of the page that is read."""
        text = self.texts.get(self._page)
        if text is not None and len(text):
            self.selection.begin((self._page, 0), (self._page, len(text) - 1))
            self.tell_selection()

    def selected_passage(self) -> tuple[int, int, str] | None:
        """Return the selected words, with -1 twice: places in documents with pages are no spans."""
        text = self.selection.text()
        return (-1, -1, text) if text else None

    def make_menu(self, place: QPoint) -> QMenu:
        """Return a menu to copy and select with."""
        del place
        menu = QMenu(self)
        copying = menu.addAction(self.tr("&Copy"))
        copying.setShortcut("Ctrl+C")
        copying.setEnabled(bool(self.selection))
        copying.triggered.connect(self.copy)
        everything = menu.addAction(self.tr("Select &all of the page"))
        everything.setShortcut("Ctrl+A")
        everything.triggered.connect(self.select_page)
        return menu

    # ------------------------------------------------------------------------------------------- finding

    def find_units(self) -> int:
        """Return the number of pages."""
        return len(self._sizes)

    def find_text(self, unit: int) -> str | None:
        """Return a page's text, None while it is on its way."""
        text = self.texts.get(unit + 1)
        if text is None:
            self.texts.want_from(unit + 1)
            text = self.texts.get(unit + 1)
        return None if text is None else text.text

    def find_start(self) -> tuple[int, int]:
        """Return the first page that is seen."""
        return max(self.visible_pages().start - 1, 0), 0

    def show_found(self, run: FindRun | None, *, bring: bool) -> None:
        """Mark the matches of a run; bring the current one into view."""
        self._run = run
        here = run.current if run else None
        if bring and here is not None and here.start >= 0:
            text = self.texts.get(here.unit + 1)
            boxes = text.span_boxes(here.start, here.end) if text else []
            if boxes:
                self._bring_into_view(here.unit + 1, (boxes[0][1], boxes[-1][3]), across=(boxes[0][0], boxes[0][2]))
            else:
                self.show_page(here.unit + 1)
        self.viewport().update()

    # ------------------------------------------------------------------------------------------- geometry

    def visible_pages(self) -> range:
        """Return the pages of which something is seen."""
        top = self.verticalScrollBar().value()
        return self._layout.pages_between(top, top + self.viewport().height())

    def chosen_rects(self) -> list[QRectF]:
        """Return the chosen rectangles of the pages that are seen, in the viewport's coordinates."""
        seen = self.visible_pages()
        return [self._on_screen(rect) for rect in self._chosen.rects if rect.page in seen] if self._chosen else []

    def page_rect(self, page: int) -> QRectF:
        """Return where a page stands in the viewport, on whole pixels of the screen so that its picture is sharp."""
        ratio = self.devicePixelRatioF()
        rect = self._layout.rect(page).translated(-self._offset())
        rect.moveTopLeft(QPointF(round(rect.left() * ratio) / ratio, round(rect.top() * ratio) / ratio))
        return rect

    def spot_at(self, position: QPointF) -> tuple[int, float, float] | None:
        """Return the page at a position of the viewport with the point on it, None where there is no document."""
        if not self._sizes:
            return None
        place = position + self._offset()
        page = self._layout.page_at(place.y())
        return page, *self._layout.on_page(page, place)

    def point_on_screen(self, x: float, y: float, page: int = 0) -> QPoint:
        """Return where a point of a page (0: the one that is read) stands in the viewport."""
        page = page or self._page
        return (self.page_rect(page).topLeft() + QPointF(x, y) * self._layout.scale(page)).toPoint()

    def top_point(self) -> tuple[int, float]:
        """Return the page and the height on it, in points, that stand a little below the viewport's top."""
        spot = self.spot_at(QPointF(0, _ABOVE))
        return (spot[0], spot[2]) if spot else (1, 0.0)

    def tell_selection(self) -> None:
        """Draw a changed selection and tell of it."""
        self.viewport().update()
        self.selection_changed.emit()

    def hover(self, position: QPointF | None) -> None:
        """Show the number of the chunk under the mouse, and which words can be selected."""
        spot = self.spot_at(position) if position is not None else None
        hovered = self._places.at(*spot) if spot else None
        text = self.texts.get(spot[0]) if spot else None
        is_text = spot is not None and text is not None and text.nearest(spot[1], spot[2], 1.0) is not None
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor if is_text else Qt.CursorShape.ArrowCursor)
        if hovered != self._hovered:
            self._hovered = hovered
            self.viewport().update()

    @property
    def hovered(self) -> int | None:
        """Return the number of the chunk under the mouse."""
        return self._hovered

    def _offset(self) -> QPointF:
        return QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def _device_scale(self, page: int) -> float:
        return self._layout.scale(page) * self.devicePixelRatioF()

    def _on_screen(self, rect: Rect) -> QRectF:
        corner, scale = self.page_rect(rect.page).topLeft(), self._layout.scale(rect.page)
        size = QPointF(rect.x1 - rect.x0, rect.y1 - rect.y0) * scale
        return QRectF(corner + QPointF(rect.x0, rect.y0) * scale, corner + QPointF(rect.x0, rect.y0) * scale + size)

    def _bring_into_view(
        self, page: int, between: tuple[float, float], across: tuple[float, float] | None = None
    ) -> None:
        """Scroll to heights on a page, in points, unless they are in view."""
        corner, scale = self.page_rect(page).topLeft(), self._layout.scale(page)
        top, bottom = corner.y() + between[0] * scale, corner.y() + between[1] * scale
        bar, beside = self.verticalScrollBar(), self.horizontalScrollBar()
        if top < 0 or bottom > self.viewport().height():
            bar.setValue(bar.value() + round(top) - _ABOVE)
        if across is not None:
            left, right = corner.x() + across[0] * scale, corner.x() + across[1] * scale
            if left < 0 or right > self.viewport().width():
                beside.setValue(beside.value() + round(left) - _ABOVE)
        self._tell_page(page)

    def _lay_out(self) -> None:
        """Place the pages anew; what is at the top stays there."""
        bar, beside, view = self.verticalScrollBar(), self.horizontalScrollBar(), self.viewport()
        anchor = self.spot_at(QPointF(view.width() / 2, MARGIN)) if self._page else None
        page = self._page
        self._layout = PageLayout(self._sizes, self._zoom, (view.width(), view.height()))
        for one, most, step in (
            (beside, round(self._layout.width - view.width()), view.width()),
            (bar, round(self._layout.height - view.height()), view.height()),
        ):
            one.setRange(0, max(most, 0))
            one.setPageStep(max(step - 40, 1))
            one.setSingleStep(24)
        if anchor is not None and self._sizes and anchor[0] <= len(self._sizes):
            corner, scale = self._layout.rect(anchor[0]).topLeft(), self._layout.scale(anchor[0])
            bar.setValue(round(corner.y() + anchor[2] * scale) - MARGIN)
            beside.setValue(round(corner.x() + anchor[1] * scale - view.width() / 2))
            self._tell_page(page)
        self.pictures.look()
        view.update()

    def _tell_page(self, page: int) -> None:
        if page != self._page:
            self._page = page
            words = self.tr("page {0} of {1}").format(page, len(self._sizes))
            self.setAccessibleDescription(words)
            self.page_changed.emit(page, len(self._sizes))

    def _want_words(self) -> None:
        # Where a page cannot be drawn it has no words to be had either.
        self.texts.want(page for page in self.visible_pages() if page in self.pictures.kept())

    def _on_words(self) -> None:
        if self._run is not None:
            self._run.text_arrived()
        self.viewport().update()

    # ------------------------------------------------------------------------------------------- events

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the pages that are seen, then the marks over them."""
        painter = QPainter(self.viewport())
        painter.setRenderHints(QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), self._theme.colour("window"))
        for page in self.visible_pages():
            self._draw_page(painter, page)
        painter.end()

    def _draw_page(self, painter: QPainter, page: int) -> None:
        rect = self.page_rect(page)
        painter.fillRect(rect, QColor("white"))
        picture = self.pictures.get(page)
        if picture is not None:
            self._draw_picture(painter, rect, picture)
        else:
            failed = self.pictures.has_failed(page)
            words = self.tr("Page {0} could not be drawn.") if failed else self.tr("Drawing page {0} …")
            painter.setPen(QColor("dimgray"))
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, words.format(page))
        painter.setPen(self._theme.colour("border_strong"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect)
        self._draw_marks(painter, page, rect.topLeft())

    def _draw_picture(self, painter: QPainter, rect: QRectF, picture: QPixmap) -> None:
        """Draw a picture of just the page's size pixel by pixel, any other fitted."""
        ratio = self.devicePixelRatioF()
        if abs(picture.width() - rect.width() * ratio) < 1.5 and abs(picture.height() - rect.height() * ratio) < 1.5:
            picture.setDevicePixelRatio(ratio)
            painter.drawPixmap(rect.topLeft(), picture)
        else:
            picture.setDevicePixelRatio(1.0)
            painter.drawPixmap(rect, picture, QRectF(picture.rect()))

    def _draw_marks(self, painter: QPainter, page: int, corner: QPointF) -> None:
        marks = PageMarks(painter, self._theme, corner, self._layout.scale(page))
        marks.outlines(self._places.on_page(page), self._hovered)
        if self._chosen is not None:
            marks.chosen(rect for rect in self._chosen.rects if rect.page == page)
        text = self.texts.get(page)
        if text is None:
            return
        if self._run is not None:
            for number, span in enumerate(self._run.matches(page - 1)):
                here = self._run.current
                current = here is not None and (here.unit, here.number) == (page - 1, number)
                marks.found(text.span_boxes(*span), current=current)
        span = self.selection.on_page(page)
        if span is not None:
            marks.selected(text.boxes(*span))

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Draw anew where the bars were moved to."""
        del dx, dy
        self.pictures.look()
        self._want_words()
        top = self.verticalScrollBar().value()
        self._tell_page(self._layout.page_at(top + self.viewport().height() / 3))
        self.top_changed.emit()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Follow the size; the chosen place stays in view."""
        super().resizeEvent(event)
        self._held.keep(self._lay_out)

    def event(self, event: QEvent) -> bool:
        """Ask for sharper pictures on a sharper screen; keep the keys of zooming from the window."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.pictures.look()
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self._pointing.is_own_key(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Let the mouse select, click and zoom."""
        return self._pointing.take(event) or super().viewportEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turn pages, zoom, select and scroll by keyboard."""
        if not self._pointing.take_key(event):
            super().keyPressEvent(event)

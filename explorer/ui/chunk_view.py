"""The list of chunks as cards. Only visible rows are laid out; the scroll bar counts rows (`row_scroll`)."""

from __future__ import annotations

from collections import OrderedDict

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QToolTip, QWidget

from explorer.core.views import ChunkView
from explorer.ui.card_marks import CardFonts, CardLayout
from explorer.ui.chunk_layout import lay_out
from explorer.ui.chunk_painter import draw_card, draw_placeholder
from explorer.ui.chunk_text import spoken
from explorer.ui.models.chunk_store import ChunkStore
from explorer.ui.row_scroll import STEPS, Position, RowScroll
from explorer.ui.theme import Theme

_SIDE = 10.0
_GAP = 8.0
_PLACEHOLDER = 96.0
_KEPT_LAYOUTS = 120
_WHEEL_PIXELS = 0.6
_FETCH_AFTER_MS = 15


class ChunkCards(QAbstractScrollArea):
    """Shows the rows of a `ChunkStore` as cards, by mouse and keyboard.

    Signals: `chunk_wanted` (document, index): the user chose a card; `rows_wanted` (offset): a page of rows came into
    view that the store lacks; `menu_wanted` (global position) and `copy_wanted`: for the chosen card.
    """

    chunk_wanted = Signal(str, int)
    rows_wanted = Signal(int)
    menu_wanted = Signal(QPoint)
    copy_wanted = Signal()

    def __init__(self, store: ChunkStore, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._theme = theme
        self._fonts = CardFonts(theme)
        self._layouts: OrderedDict[int, CardLayout] = OrderedDict()
        self._scroll = RowScroll(self._height_of)
        self._embedded = False
        self._chosen: tuple[str, int] | None = None
        self._current = -1
        self._show_chosen = False
        self._choose_current = False
        self._fetch = QTimer(self, singleShot=True, interval=_FETCH_AFTER_MS)
        self._fetch.timeout.connect(self._ask_for_rows)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Chunks"))
        self.verticalScrollBar().valueChanged.connect(self._on_bar)
        theme.changed.connect(self._on_theme)

    def show_store(self) -> None:
        """Show the store anew from its top: another list begins."""
        self.forget_rows()
        self._current = -1
        self._scroll.position = Position()
        self.rows_changed()

    def forget_rows(self) -> None:
        """Expect the same list with other rows: the place in it stays."""
        self._layouts.clear()
        self._choose_current = False

    def rows_changed(self) -> None:
        """Take notice that rows came."""
        self._scroll.count = self._store.total or 0
        self._forget_placeholders()
        self._find_chosen()
        self._scroll.move_to(self._scroll.position)
        self._update_bar()

    def show_embedded(self, embedded: bool) -> None:
        """Show the texts given to the model, or the chunks' own."""
        if embedded != self._embedded:
            self._embedded = embedded
            self._forget_layouts()

    def choose(self, document: str, index: int) -> None:
        """Mark a chunk as chosen and bring it into view, at once or when its row has come."""
        self._chosen = (document, index)
        self._show_chosen = True
        self._choose_current = False
        self._find_chosen()
        self._update_bar()

    def choose_none(self) -> None:
        """Mark no chunk as chosen."""
        self._chosen = None
        self._current = -1
        self.viewport().update()

    def chosen(self) -> ChunkView | None:
        """Return the chosen chunk when its row is known."""
        row = self._store.find(*self._chosen) if self._chosen else None
        return None if row is None else self._store.row(row)

    def neighbours(self) -> list[ChunkView]:
        """Return the chosen chunk with the chunks before and after it in its document, as far as they are known."""
        row = self._store.find(*self._chosen) if self._chosen else None
        if row is None or self._chosen is None:
            return []
        known = [self._store.row(number) for number in (row - 1, row, row + 1) if number >= 0]
        return [view for view in known if view and view.item.chunk.document == self._chosen[0]]

    def card_rect(self, row: int) -> QRectF | None:
        """Return a visible row's card in the viewport's coordinates."""
        for number, y in self._scroll.visible():
            if number == row:
                return QRectF(_SIDE, y + _GAP, self._card_width(), self._height_of(row) - _GAP)
        return None

    def visible_rows(self) -> range:
        """Return the rows in view."""
        rows = self._scroll.visible()
        return range(rows[0][0], rows[-1][0] + 1) if rows else range(0)

    def _card_width(self) -> float:
        return max(self.viewport().width() - 2 * _SIDE, 160.0)

    def _layout_of(self, row: int) -> CardLayout | None:
        known = self._layouts.get(row)
        if known is not None:
            self._layouts.move_to_end(row)
            return known
        view = self._store.row(row)
        if view is None:
            return None
        made = self._layouts[row] = lay_out(view, self._card_width(), self._fonts, embedded=self._embedded)
        if len(self._layouts) > _KEPT_LAYOUTS:
            self._layouts.popitem(last=False)
        return made

    def _height_of(self, row: int) -> float:
        card = self._layout_of(row)
        return (_PLACEHOLDER if card is None else card.height) + _GAP

    def _forget_placeholders(self) -> None:
        for row in [row for row in self._layouts if row >= self._scroll.count or self._store.row(row) is None]:
            del self._layouts[row]

    def _forget_layouts(self) -> None:
        share = self._scroll.bar_value() % STEPS
        self._layouts.clear()
        self._scroll.move_to_value(self._scroll.position.row * STEPS + share)
        self._update_bar()

    def _find_chosen(self) -> None:
        if self._choose_current and self._store.row(self._current) is not None:
            self._choose_row(self._current)
            return
        if self._chosen is None:
            return
        row = self._store.find(*self._chosen)
        known = row is not None
        row = row if known else self._store.guess(*self._chosen)
        if row is None:
            return
        self._current = row
        if self._show_chosen:
            self._scroll.room = self.viewport().height() - _GAP
            self._scroll.show(row)
            self._show_chosen = not known

    def _choose_row(self, row: int) -> None:
        """Make a row the current one and wish for its chunk, at once or when it has come."""
        if not self._scroll.count:
            return
        self._current = min(max(row, 0), self._scroll.count - 1)
        view = self._store.row(self._current)
        self._choose_current = view is None
        self._show_chosen = False
        self._scroll.show(self._current)
        self._update_bar()
        if view is not None:
            chunk = view.item.chunk
            self._chosen = (chunk.document, chunk.index)
            self.setAccessibleDescription(spoken(view))
            self.chunk_wanted.emit(chunk.document, chunk.index)

    def _update_bar(self) -> None:
        self._scroll.room = float(self.viewport().height()) - _GAP
        bar = self.verticalScrollBar()
        blocked = bar.blockSignals(True)
        bar.setRange(0, self._scroll.bar_maximum())
        bar.setSingleStep(STEPS // 4)
        bar.setPageStep(max(len(self._scroll.visible()) - 1, 1) * STEPS)
        bar.setValue(self._scroll.bar_value())
        bar.blockSignals(blocked)
        self.viewport().update()
        self._fetch.start()

    def _on_bar(self, value: int) -> None:
        if value != self._scroll.bar_value():
            self._scroll.move_to_value(value)
            self._update_bar()

    def _ask_for_rows(self) -> None:
        rows = self.visible_rows()
        wanted = self._store.missing(rows.start, rows.stop - 1) if rows else []
        if self._choose_current:
            wanted += self._store.missing(self._current, self._current)
        for offset in dict.fromkeys(wanted):
            self.rows_wanted.emit(offset)

    def _on_theme(self) -> None:
        self._fonts = CardFonts(self._theme)
        self._forget_layouts()

    def _row_at(self, y: float) -> tuple[int, float] | None:
        for row, top in reversed(self._scroll.visible()):
            if y >= top + _GAP:
                return row, top + _GAP
        return None

    def _page(self, direction: int) -> int:
        rows = self.visible_rows()
        return max(len(rows) - 1, 1) * direction

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the visible cards."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), self._theme.colour("window"))
        for row, y in self._scroll.visible():
            card = self._layout_of(row)
            at = QPointF(_SIDE, y + _GAP)
            if card is None:
                draw_placeholder(painter, QRectF(at.x(), at.y(), self._card_width(), _PLACEHOLDER), self._theme)
            else:
                chosen = row == self._current
                draw_card(painter, card, at, self._theme, chosen=chosen, focused=self.hasFocus())
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay visible cards out again when the width changed."""
        if event.size().width() != event.oldSize().width():
            self._forget_layouts()
        else:
            self._scroll.room = float(self.viewport().height()) - _GAP
            self._scroll.move_to(self._scroll.position)
            self._update_bar()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll by pixels."""
        delta = event.pixelDelta().y() or event.angleDelta().y() * _WHEEL_PIXELS
        if delta:
            self._scroll.move_by(-delta)
            self._update_bar()
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the card under the mouse."""
        found = self._row_at(event.position().y())
        if found and event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            self._choose_row(found[0])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose by keyboard."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_wanted.emit()
            return
        row = self._target(Qt.Key(event.key()))
        if row is None:
            super().keyPressEvent(event)
        else:
            self._choose_row(row)

    def _target(self, key: Qt.Key) -> int | None:
        last = self._scroll.count - 1
        start = self._current if self._current >= 0 else self._scroll.position.row - 1
        targets = {
            Qt.Key.Key_Down: start + 1,
            Qt.Key.Key_Up: start - 1,
            Qt.Key.Key_PageDown: start + self._page(1),
            Qt.Key.Key_PageUp: start + self._page(-1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        return targets.get(key)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the chosen card's menu; with the keyboard at the card itself."""
        place = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            rect = self.card_rect(self._current)
            inside = rect.center().toPoint() if rect else self.viewport().rect().center()
            place = self.viewport().mapToGlobal(inside)
        self.menu_wanted.emit(place)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Draw the focus."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Draw without the focus."""
        super().focusOutEvent(event)
        self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        """Show reasons and whole texts when the mouse rests on a card."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._show_tip(event)
            return True
        return super().viewportEvent(event)

    def _show_tip(self, event: QHelpEvent) -> None:
        found = self._row_at(event.pos().y())
        card = self._layout_of(found[0]) if found else None
        text = card.tip_at(event.pos().x() - _SIDE, event.pos().y() - found[1]) if card and found else ""
        QToolTip.showText(event.globalPos(), text, self.viewport())

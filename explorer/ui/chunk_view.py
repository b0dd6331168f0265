"""The list of chunks as cards. Only visible rows are laid out; the scroll bar counts rows (`row_scroll`)."""

from __future__ import annotations

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
from explorer.ui.card_layouts import PLACEHOLDER, CardLayouts
from explorer.ui.card_marks import Link
from explorer.ui.chosen_rows import ChosenRows, Pick
from explorer.ui.chunk_access import AccessibleCards, RowNews
from explorer.ui.chunk_layout import Shown
from explorer.ui.chunk_painter import CardState, draw_card, draw_placeholder
from explorer.ui.models.chunk_store import ChunkStore
from explorer.ui.models.row_choice import RowRange
from explorer.ui.models.source_store import SourceStore
from explorer.ui.plain_words import plain_tip
from explorer.ui.row_scroll import STEPS, Position, RowScroll
from explorer.ui.theme import Theme

_SIDE = 10.0
_GAP = 8.0
_WHEEL_PIXELS = 0.6
_FETCH_AFTER_MS = 15
_SHIFT, _CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


class ChunkCards(QAbstractScrollArea):
    """Shows the rows of a `ChunkStore` as cards, by mouse and keyboard.

    Any number of rows can be chosen. One of them is the current one: its chunk is the one that is wished for. The
    cursor, which Ctrl moves alone, is where the keys choose next.

    Signals: `chunk_wanted` (document, index): the user chose a card; `rows_wanted` (offset): a page of rows came into
    view that the store lacks; `sources_wanted` (tuple of (document, index)): chunks came into view whose source is to
    be shown; `menu_wanted` (global position) and `copy_wanted`: for what is chosen; `choice_changed`: other rows are
    chosen; `link_clicked` (Link): words on a card that do something.
    """

    chunk_wanted = Signal(str, int)
    rows_wanted = Signal(int)
    sources_wanted = Signal(object)
    menu_wanted = Signal(QPoint)
    copy_wanted = Signal()
    choice_changed = Signal()
    link_clicked = Signal(object)

    def __init__(
        self, store: ChunkStore, theme: Theme, parent: QWidget | None = None, sources: SourceStore | None = None
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._theme = theme
        self._sources = sources or SourceStore()
        self.layouts = CardLayouts(store, self._sources, theme)
        self._scroll = RowScroll(self._height_of)
        self.picked = ChosenRows(store, self)
        self._news = RowNews(self)
        self.accessible: AccessibleCards | None = None
        self._fetch = QTimer(self, singleShot=True, interval=_FETCH_AFTER_MS)
        self._fetch.timeout.connect(self._ask_for_rows)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        self.setAccessibleName(self.tr("Chunks"))
        self.verticalScrollBar().valueChanged.connect(self._on_bar)
        theme.changed.connect(self._on_theme)
        self.picked.changed.connect(self._on_choice)
        self.picked.view_wanted.connect(self._bring_into_view)
        self.picked.chunk_wanted.connect(self.chunk_wanted)

    @property
    def store(self) -> ChunkStore:
        """Return the rows that have come."""
        return self._store

    @property
    def count(self) -> int:
        """Return how many rows there are."""
        return self._scroll.count

    def show_store(self) -> None:
        """Show the store anew from its top: another list begins. A chosen chunk is brought into view if it has it."""
        self.layouts.forget()
        self._scroll.position = Position()
        self.picked.begin()
        self.rows_changed()

    def forget_rows(self) -> None:
        """Expect the same list with other rows: the place in it stays."""
        self.layouts.forget()
        self.picked.pending = False

    def rows_changed(self) -> None:
        """Take notice that rows came."""
        count = self._store.total or 0
        if count != self._scroll.count:
            self._scroll.count = count
            self.picked.resize(count)
        self.layouts.forget_gone(count)
        self.picked.find()
        self._scroll.move_to(self._scroll.position)
        self._update_bar()
        self._news.rows_came()

    def sources_changed(self) -> None:
        """Take notice that words of sources came."""
        if self.layouts.shown is Shown.SOURCE:
            current = self.picked.current
            was_seen = current in self.visible_rows()
            self.layouts.forget()
            self._scroll.move_to(self._scroll.position)
            if was_seen and current not in self.visible_rows():
                self._scroll.show(current)
            self._update_bar()

    def show_texts(self, shown: Shown) -> None:
        """Show the texts given to the model, those of the source, or the chunks' own."""
        if shown is not self.layouts.shown:
            self.layouts.shown = shown
            self._forget_layouts()

    def choose(self, document: str, index: int) -> None:
        """Mark a chunk as the current one and bring it into view, at once or when its row has come.

        Others that are chosen stay so when it was the current one already.
        """
        self.picked.choose(document, index)
        self._update_bar()

    def choose_none(self) -> None:
        """Mark no chunk as chosen."""
        self.picked.choose_none()

    def choose_all(self) -> None:
        """Choose all rows; the current one stays it, or the first in view becomes it."""
        if self._scroll.count:
            if self.picked.current < 0:
                self._pick(self._scroll.position.row)
            self.picked.choose_all(self._scroll.count)

    def chosen(self) -> ChunkView | None:
        """Return the current chunk when its row is known."""
        return self.picked.view()

    def chosen_rows(self) -> tuple[RowRange, ...]:
        """Return all chosen rows as ranges."""
        return self.picked.rows.ranges

    def neighbours(self) -> list[ChunkView]:
        """Return the current chunk with the chunks before and after it in its document, as far as they are known."""
        view = self.picked.view()
        if view is None:
            return []
        chunk = view.item.chunk
        row = self._store.find(chunk.document, chunk.index) or 0
        known = [self._store.row(number) for number in (row - 1, row, row + 1) if number >= 0]
        return [each for each in known if each and each.item.chunk.document == chunk.document]

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

    def _height_of(self, row: int) -> float:
        self.layouts.width = self._card_width()
        return self.layouts.height_of(row) + _GAP

    def _forget_layouts(self) -> None:
        held = self._held_row()
        share = self._scroll.bar_value() % STEPS
        self.layouts.forget()
        self._scroll.move_to_value(self._scroll.position.row * STEPS + share)
        self._update_bar()
        self._hold(held)

    def _held_row(self) -> int:
        """Return the current row when it is wholly in view, to keep it there; -1 otherwise, for it was left."""
        current, room = self.picked.current, self._scroll.room
        tops = dict(self._scroll.visible()) if current >= 0 else {}
        top = tops.get(current, -1.0)
        return current if top >= 0 and top + self._height_of(current) <= room + 1 else -1

    def _hold(self, row: int) -> None:
        if row >= 0:
            self._bring_into_view(row)

    def _pick(self, row: int, pick: Pick = Pick.ALONE) -> None:
        if self._scroll.count:
            self.picked.pick(min(max(row, 0), self._scroll.count - 1), pick)

    def _bring_into_view(self, row: int) -> None:
        self._scroll.room = float(self.viewport().height()) - _GAP
        self._scroll.show(row)
        self._update_bar()

    def _move_cursor(self, row: int) -> None:
        """Move the cursor and choose nothing."""
        if self._scroll.count:
            self.picked.cursor = min(max(row, 0), self._scroll.count - 1)
            self._bring_into_view(self.picked.cursor)
            self._news.cursor_moved()

    def _on_choice(self) -> None:
        self.viewport().update()
        self.choice_changed.emit()
        self._news.choice_changed()

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
        if self.picked.pending:
            wanted += self._store.missing(self.picked.current, self.picked.current)
        for offset in dict.fromkeys(wanted):
            self.rows_wanted.emit(offset)
        self._ask_for_sources(rows)

    def _ask_for_sources(self, rows: range) -> None:
        if self.layouts.shown is not Shown.SOURCE:
            return
        views = [view for view in map(self._store.row, rows) if view is not None]
        missing = [view.item.chunk for view in views if self._sources.of(view) is None]
        if missing:
            self.sources_wanted.emit(tuple((chunk.document, chunk.index) for chunk in missing))

    def _on_theme(self) -> None:
        self.layouts.take_fonts()
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
        picked = self.picked
        several = picked.rows.count > 1
        self.layouts.width = self._card_width()
        for row, y in self._scroll.visible():
            card = self.layouts.of(row)
            at = QPointF(_SIDE, y + _GAP)
            state = CardState(
                current=row == picked.current,
                chosen=several and row in picked.rows,
                cursor=row == picked.cursor != picked.current,
                focused=self.hasFocus(),
            )
            if card is None:
                rect = QRectF(at.x(), at.y(), self._card_width(), PLACEHOLDER)
                draw_placeholder(painter, rect, self._theme, state)
            else:
                draw_card(painter, card, at, self._theme, state)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay visible cards out again when the width changed."""
        if event.size().width() != event.oldSize().width():
            self._forget_layouts()
        else:
            held = self._held_row()
            self._scroll.room = float(self.viewport().height()) - _GAP
            self._scroll.move_to(self._scroll.position)
            self._update_bar()
            self._hold(held)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll by pixels."""
        delta = event.pixelDelta().y() or event.angleDelta().y() * _WHEEL_PIXELS
        if delta:
            self._scroll.move_by(-delta)
            self._update_bar()
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Follow a link, or choose the card under the mouse: beside others with Ctrl, up to it with Shift."""
        found = self._row_at(event.position().y())
        if found is None or event.button() not in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            return
        pick = _pick_of(event.modifiers())
        if event.button() == Qt.MouseButton.RightButton:
            pick = Pick.KEEP
        link = self._link_at(event.position())
        if link is not None and event.button() == Qt.MouseButton.LeftButton:
            self.link_clicked.emit(link)
        else:
            self._pick(found[0], pick)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show by the mouse's shape what can be clicked."""
        linked = self._link_at(event.position()) is not None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if linked else Qt.CursorShape.ArrowCursor)

    def _link_at(self, place: QPointF) -> Link | None:
        found = self._row_at(place.y())
        card = self.layouts.of(found[0]) if found else None
        return card.link_at(place.x() - _SIDE, place.y() - found[1]) if card and found else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose by keyboard: Shift chooses up to a card, Ctrl moves alone, then Ctrl+Space chooses beside others."""
        modifiers = event.modifiers() & (_SHIFT | _CTRL)
        row = self._target(Qt.Key(event.key()))
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_wanted.emit()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.choose_all()
        elif event.key() == Qt.Key.Key_Space and self.picked.cursor >= 0:
            self._pick(self.picked.cursor, _pick_of(modifiers))
        elif row is None:
            super().keyPressEvent(event)
        elif modifiers == _CTRL:
            self._move_cursor(row)
        else:
            self._pick(row, _pick_of(modifiers))

    def _target(self, key: Qt.Key) -> int | None:
        last = self._scroll.count - 1
        start = self.picked.cursor if self.picked.cursor >= 0 else self._scroll.position.row - 1
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
            rect = self.card_rect(self.picked.cursor)
            inside = rect.center().toPoint() if rect else self.viewport().rect().center()
            place = self.viewport().mapToGlobal(inside)
        self.menu_wanted.emit(place)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Draw the focus."""
        super().focusInEvent(event)
        self.viewport().update()
        self._news.cursor_moved()

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
        card = self.layouts.of(found[0]) if found else None
        text = card.tip_at(event.pos().x() - _SIDE, event.pos().y() - found[1]) if card and found else ""
        QToolTip.showText(event.globalPos(), plain_tip(text), self.viewport())


def _pick_of(modifiers: Qt.KeyboardModifier) -> Pick:
    """Return what Shift and Ctrl mean for a row that is clicked or reached."""
    if modifiers & _SHIFT:
        return Pick.UP_TO_TOO if modifiers & _CTRL else Pick.UP_TO
    return Pick.TOGGLE if modifiers & _CTRL else Pick.ALONE

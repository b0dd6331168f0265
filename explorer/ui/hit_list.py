"""One side of the comparison: a list of hits with rank, movement, path, matching text, score and a bar."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPen,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
)
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from explorer.core.views import Hit
from explorer.ui.hit_texts import Direction, hit_line, hit_movement, path_text, rank_text, score_parts
from explorer.ui.models.hit_model import HitModel, HitRole
from explorer.ui.panel_parts import copy_text
from explorer.ui.place_map import utf16_length
from explorer.ui.snippets import snippet
from explorer.ui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_GAP = 5.0
_APART = 12.0
_PAD = 8.0
_COLOURS = {Direction.BETTER: "success", Direction.WORSE: "error", Direction.SAME: "muted"}


class HitDelegate(QStyledItemDelegate):
    """Draws a hit as a card of two lines. `full_scale` is the score that fills its bar."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.full_scale = 1.0
        self._use_fonts()
        theme.changed.connect(self._use_fonts)

    def _use_fonts(self) -> None:
        theme = self._theme
        self._body, self._bold = theme.font(), theme.font(bold=True)
        self._rank, self._small = theme.font(1.2, bold=True), theme.font(0.85)
        self._line = max(QFontMetricsF(self._body).height(), QFontMetricsF(self._bold).height())

    def card_rect(self, item: QRectF, apart: bool) -> QRectF:
        """Return the card inside an item's rectangle."""
        return item.adjusted(1, _GAP / 2 + (_APART if apart else 0), -1, -_GAP / 2)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of two lines, more for a row that stands apart."""
        del option
        apart = _APART if index.data(HitRole.APART) else 0.0
        return QSize(120, round(2 * self._line + 2 * _PAD + _GAP + apart))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a row."""
        hit = index.data(HitRole.HIT)
        if not isinstance(hit, Hit):
            return
        state = option.state  # pyright: ignore[reportAttributeAccessIssue]
        item = QRectF(option.rect)  # pyright: ignore[reportAttributeAccessIssue]
        apart, chosen = bool(index.data(HitRole.APART)), bool(index.data(HitRole.CHOSEN))
        card = self.card_rect(item, apart)
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if apart:
            self._draw_gap(painter, item)
        self._draw_ground(painter, card, chosen=chosen, current=focused)
        model = cast("HitModel", index.model())
        self._draw_hit(painter, card, hit, chosen=chosen, is_context=model.is_context)
        painter.restore()

    def _draw_gap(self, painter: QPainter, item: QRectF) -> None:
        painter.setPen(QPen(self._theme.colour("border_strong"), 2, Qt.PenStyle.DotLine))
        y = item.top() + _APART / 2 + 1
        painter.drawLine(QPointF(item.left() + 12, y), QPointF(item.left() + 60, y))

    def _draw_ground(self, painter: QPainter, card: QRectF, *, chosen: bool, current: bool) -> None:
        theme = self._theme
        painter.setBrush(theme.colour("success_soft" if chosen else "panel"))
        line = theme.colour("focus") if current else theme.colour("success" if chosen else "border")
        painter.setPen(QPen(line, 2 if current else 1.2 if chosen else 1))
        painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _draw_hit(self, painter: QPainter, card: QRectF, hit: Hit, *, chosen: bool, is_context: bool) -> None:
        inner = card.adjusted(_PAD, _PAD - 1, -_PAD - 2, -_PAD + 1)
        narrow = inner.width() < 320
        rank = QRectF(inner.left(), inner.top(), self._width(self._rank, "20="), inner.height())
        self._word(painter, rank, rank_text(hit), self._rank, "text", Qt.AlignmentFlag.AlignHCenter)
        moved = hit_movement(hit, is_context)
        move = QRectF(rank.right() + 8, inner.top(), self._width(self._small, "▲ none"), inner.height())
        small_bold = QFont(self._small)
        small_bold.setBold(True)
        self._word(painter, move, moved.text, small_bold, _COLOURS[moved.direction])
        number, name = score_parts(hit.score, hit.measure)
        score_width = max(self._width(self._body, number or " ") + self._width(self._small, name) + 8, 70.0)
        score = QRectF(inner.right() - score_width, inner.top(), score_width, inner.height())
        if narrow:
            score.setLeft(inner.right() - self._width(self._body, "0.000 c"))
        self._draw_score(painter, score, hit, narrow=narrow)
        text = QRectF(move.right() + 8, inner.top(), score.left() - move.right() - 18, inner.height())
        self._draw_texts(painter, text, hit, chosen=chosen)

    def _draw_score(self, painter: QPainter, rect: QRectF, hit: Hit, *, narrow: bool) -> None:
        number, name = score_parts(hit.score, hit.measure)
        upper = QRectF(rect.left(), rect.top(), rect.width(), self._line)
        width = 0.0 if narrow and number else self._width(self._small, name)
        right = Qt.AlignmentFlag.AlignRight
        self._word(painter, upper, name if width else "", self._small, "muted", right)
        left_part = QRectF(upper.left(), upper.top(), upper.width() - width - 5, upper.height())
        self._word(painter, left_part if width else upper, number, self._body, "text", right)
        bar_width = min(rect.width(), 90.0)
        bar = QRectF(
            rect.right() - bar_width, rect.top() + self._line + (rect.height() - self._line) / 2 - 1, bar_width, 4
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("track"))
        painter.drawRoundedRect(bar, 2, 2)
        share = min(max((hit.score or 0.0) / self.full_scale, 0.0), 1.0)
        painter.setBrush(self._theme.colour("score_bar"))
        painter.drawRoundedRect(QRectF(bar.left(), bar.top(), bar.width() * share, bar.height()), 2, 2)

    def _draw_texts(self, painter: QPainter, rect: QRectF, hit: Hit, *, chosen: bool) -> None:
        mark = self.tr("✓ chosen") if chosen else hit.kind if hit.kind in ("table", "code") else ""
        room = self._width(self._small, mark) + 8 if mark else 0.0
        path = self._path(hit, rect.width() - room)
        upper = QRectF(rect.left(), rect.top(), rect.width(), self._line)
        self._word(painter, upper, path, self._bold, "text")
        after = upper.left() + self._width(self._bold, path) + 8
        place = QRectF(after, upper.top(), upper.right() - after, upper.height())
        self._word(painter, place, mark, self._small, "success" if chosen else "muted")
        lower = QRectF(rect.left(), rect.bottom() - self._line, rect.width(), self._line)
        self._draw_snippet(painter, lower, hit)

    def _path(self, hit: Hit, room: float) -> str:
        """Return the last two headings, or the last one alone where two do not fit."""
        both = path_text(hit)
        shown = both if self._width(self._bold, both) <= room else path_text(hit, 1)
        return QFontMetricsF(self._bold).elidedText(shown, Qt.TextElideMode.ElideRight, room)

    def _draw_snippet(self, painter: QPainter, rect: QRectF, hit: Hit) -> None:
        text, spans = snippet(hit.text, hit.matched)
        shown = QFontMetricsF(self._body).elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        kept = len(shown) if shown == text else max(len(shown) - 1, 0)
        layout = QTextLayout(shown, self._body)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(rect.width() + 50)
        layout.endLayout()
        painter.setPen(self._theme.colour("muted"))
        ranges = [self._match(text, start, min(end, kept)) for start, end in spans if start < kept]
        layout.draw(painter, rect.topLeft(), ranges)

    def _match(self, text: str, start: int, end: int) -> QTextLayout.FormatRange:
        look = QTextCharFormat()
        look.setBackground(self._theme.colour("match"))
        look.setForeground(self._theme.colour("text"))
        part = QTextLayout.FormatRange()
        part.start, part.length, part.format = utf16_length(text[:start]), utf16_length(text[start:end]), look
        return part

    def _width(self, font: QFont, text: str) -> float:
        return QFontMetricsF(font).horizontalAdvance(text)

    def _word(
        self,
        painter: QPainter,
        rect: QRectF,
        text: str,
        font: QFont,
        colour: str,
        across: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> None:
        painter.setFont(font)
        painter.setPen(self._theme.colour(colour))
        shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, rect.width() + 1)
        painter.drawText(rect, across | Qt.AlignmentFlag.AlignVCenter, shown)


class HitList(QListView):
    """Hits of one side. Signals: `chunk_wanted` (document, index), `moved`: rows are elsewhere in view now."""

    chunk_wanted = Signal(str, int)
    moved = Signal()

    def __init__(self, theme: Theme, is_context: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hits = HitModel(is_context, self)
        self._delegate = HitDelegate(theme, self)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(False)
        self.setMouseTracking(False)
        self.setModel(self.hits)
        self.setAccessibleName(self.tr("Hits with context") if is_context else self.tr("Hits without context"))
        self.clicked.connect(self._want)
        self.verticalScrollBar().valueChanged.connect(self.moved)
        for changed in (self.hits.modelReset, self.hits.rowsInserted, self.hits.rowsRemoved, self.hits.dataChanged):
            changed.connect(self.moved)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def show_hits(self, hits: tuple[Hit, ...], full_scale: float) -> None:
        """Show other hits; `full_scale` is the score that fills a bar."""
        self._delegate.full_scale = full_scale
        self.hits.show(hits)

    def show_chosen(self) -> None:
        """Bring the chosen chunk's row into view and make it current."""
        row = self.hits.chosen_row()
        if row is not None:
            self.setCurrentIndex(self.hits.index(row))
            self.scrollTo(self.hits.index(row))

    def middle_of(self, row: int) -> float:
        """Return the y of a row's middle in the list's coordinates, wherever it is scrolled to."""
        index = self.hits.index(row)
        card = self._delegate.card_rect(QRectF(self.visualRect(index)), bool(index.data(HitRole.APART)))
        return self.viewport().y() + card.center().y()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell that rows are elsewhere."""
        super().resizeEvent(event)
        self.moved.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with Enter, copy with Ctrl+C."""
        index = self.currentIndex()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_current()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and index.isValid():
            self._want(index)
        else:
            super().keyPressEvent(event)

    def copy_current(self) -> None:
        """Put the current hit on the clipboard, cells parted by tabs."""
        hit = self.hits.hit(self.currentIndex().row())
        if hit is not None:
            copy_text(hit_line(hit, self.hits.is_context))

    def _want(self, index: Index) -> None:
        hit = self.hits.hit(index.row())
        if hit is not None:
            self.chunk_wanted.emit(hit.document, hit.index)

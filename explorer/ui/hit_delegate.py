"""Draws the rows of a ranking: a hit as a card of two lines, the heads of groups and folds as one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from explorer.core.views import Hit
from explorer.ui.hit_groups import Row, RowKind
from explorer.ui.hit_texts import Direction, Movement, only_here, path_text, rank_text, score_parts
from explorer.ui.models.hit_model import HitModel, HitRole
from explorer.ui.place_map import utf16_length
from explorer.ui.plain_words import on_one_line
from explorer.ui.snippets import snippet
from explorer.ui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_APART = 12.0
_PAD = 8.0
_ROOMY, _DENSE = (8.0, 5.0), (3.0, 3.0)
"""Pixels above and below what stands in a card, and between two cards."""
_INDENT = 18.0
_NARROW = 340
_COLOURS = {Direction.BETTER: "success", Direction.WORSE: "error", Direction.SAME: "muted"}


class HitDelegate(QStyledItemDelegate):
    """Draws rows. `full_scale` is the score that fills a hit's bar, `phrases` are marked besides its own words.

    `marks_path`: words are marked in the path too, for it is ranked by.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.full_scale = 1.0
        self.phrases: Sequence[str] = ()
        self.marks_path = False
        self._above, self._gap = _ROOMY
        self._use_fonts()
        theme.changed.connect(self._use_fonts)

    def _use_fonts(self) -> None:
        theme = self._theme
        self._body, self._bold = theme.font(), theme.font(bold=True)
        self._rank, self._small = theme.font(1.2, bold=True), theme.font(0.85)
        self._small_bold = theme.font(0.85, bold=True)
        fonts = (self._body, self._bold, self._rank, self._small, self._small_bold)
        self._metrics = {id(font): QFontMetricsF(font) for font in fonts}
        self._line = max(QFontMetricsF(self._body).height(), QFontMetricsF(self._bold).height())

    def set_dense(self, dense: bool) -> bool:
        """Draw cards closer together, or with the usual room; tell whether that changes anything."""
        before = self._above
        self._above, self._gap = _DENSE if dense else _ROOMY
        return self._above != before

    def card_rect(self, item: QRectF, index: Index) -> QRectF:
        """Return the card inside an item's rectangle."""
        row = index.data(HitRole.ROW)
        left = _INDENT if isinstance(row, Row) and row.is_repeat else 0.0
        above = _APART if index.data(HitRole.APART) else 0.0
        return item.adjusted(1 + left, self._gap / 2 + above, -1, -self._gap / 2)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of two lines, more for a row that stands apart; of one line for heads."""
        del option
        if index.data(HitRole.HIT) is None:
            return QSize(120, round(self._line + _PAD))
        apart = _APART if index.data(HitRole.APART) else 0.0
        return QSize(120, round(2 * self._line + 2 * self._above + self._gap + apart))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a row."""
        state = option.state  # pyright: ignore[reportAttributeAccessIssue]
        item = QRectF(option.rect)  # pyright: ignore[reportAttributeAccessIssue]
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        hit, row = index.data(HitRole.HIT), index.data(HitRole.ROW)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(hit, Hit):
            self._draw_card(painter, item, index, hit, focused=focused)
        elif isinstance(row, Row):
            self._draw_head(painter, item, row, cast("HitModel", index.model()).head_parts(row), focused=focused)
        painter.restore()

    def _draw_head(self, painter: QPainter, item: QRectF, row: Row, parts: tuple[str, str], *, focused: bool) -> None:
        rect = item.adjusted(1, 1, -1, -1)
        if row.kind is RowKind.MORE:
            rect.setLeft(rect.left() + _INDENT)
        else:
            painter.setBrush(self._theme.colour("hover"))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(rect, 4, 4)
        if focused:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.colour("focus"), 2))
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 4, 4)
        font = self._small if row.kind is RowKind.MORE else self._small_bold
        colour = "accent" if row.kind is RowKind.MORE else "text"
        rect.adjust(_PAD, 0, -_PAD, 0)
        name, counts = parts
        self._word(painter, rect, counts, self._small, "muted", Qt.AlignmentFlag.AlignRight)
        self._word(painter, rect.adjusted(0, 0, -self._width(self._small, counts) - _PAD, 0), name, font, colour)

    def _draw_card(self, painter: QPainter, item: QRectF, index: Index, hit: Hit, *, focused: bool) -> None:
        row, chosen = index.data(HitRole.ROW), bool(index.data(HitRole.CHOSEN))
        if index.data(HitRole.APART):
            self._draw_gap(painter, item)
        card = self.card_rect(item, index)
        is_lost = isinstance(row, Row) and row.is_lost
        self._draw_ground(painter, card, chosen=chosen, current=focused, is_lost=is_lost)
        moved = index.data(HitRole.MOVEMENT)
        if isinstance(moved, Movement):
            self._draw_hit(painter, card, hit, moved, chosen=chosen)

    def _draw_gap(self, painter: QPainter, item: QRectF) -> None:
        painter.setPen(QPen(self._theme.colour("border_strong"), 2, Qt.PenStyle.DotLine))
        y = item.top() + _APART / 2 + 1
        painter.drawLine(QPointF(item.left() + 12, y), QPointF(item.left() + 60, y))

    def _draw_ground(self, painter: QPainter, card: QRectF, *, chosen: bool, current: bool, is_lost: bool) -> None:
        theme = self._theme
        painter.setBrush(theme.colour("success_soft" if chosen else "panel"))
        line = theme.colour("focus") if current else theme.colour("success" if chosen else "border")
        pen = QPen(line, 2 if current else 1.2 if chosen else 1)
        pen.setStyle(Qt.PenStyle.DashLine if is_lost and not current else Qt.PenStyle.SolidLine)
        painter.setPen(pen)
        painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _draw_hit(self, painter: QPainter, card: QRectF, hit: Hit, moved: Movement, *, chosen: bool) -> None:
        inner = card.adjusted(_PAD, self._above - 1, -_PAD - 2, -self._above + 1)
        narrow = inner.width() < _NARROW
        wide = self._width(self._rank, rank_text(hit)) > self._width(self._rank, "20=")
        font = self._bold if wide else self._rank
        room = max(self._width(self._rank, "20="), self._width(font, rank_text(hit)))
        rank = QRectF(inner.left(), inner.top(), room, inner.height())
        self._word(painter, rank, rank_text(hit), font, "text", Qt.AlignmentFlag.AlignHCenter)
        move = QRectF(rank.right() + 8, inner.top(), self._movement_width(moved), inner.height())
        self._draw_movement(painter, move, moved)
        score = self._score_rect(inner, hit, narrow=narrow)
        if hit.score is not None:
            self._draw_score(painter, score, hit, narrow=narrow)
        right = score.left() if hit.score is not None else inner.right() + 10
        text = QRectF(move.right() + 6, inner.top(), right - move.right() - 16, inner.height())
        self._draw_texts(painter, text, hit, chosen=chosen)

    def _movement_width(self, moved: Movement) -> float:
        alone = self._width(self._small_bold, f"{Direction.BETTER.value} {only_here()}")
        return max(alone, *(self._width(self._small, words) for words in ("no match", moved.note)))

    def _draw_movement(self, painter: QPainter, rect: QRectF, moved: Movement) -> None:
        colour, half = _COLOURS[moved.direction], rect.height() / 2
        upper = QRectF(rect.left(), rect.top(), rect.width(), half)
        self._word(painter, upper, moved.text, self._small_bold, colour)
        self._word(painter, upper.translated(0, half), moved.note, self._small, "muted")

    def _score_rect(self, inner: QRectF, hit: Hit, *, narrow: bool) -> QRectF:
        number, name = score_parts(hit.score, hit.measure)
        width = max(self._width(self._body, number or " ") + self._width(self._small, name) + 8, 70.0)
        if narrow:
            width = self._width(self._body, "0.000 c")
        return QRectF(inner.right() - width, inner.top(), width, inner.height())

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
        mark = self._mark(hit, chosen=chosen, narrow=rect.width() < _NARROW)
        room = self._width(self._small, mark) + 8 if mark else 0.0
        name = self._name(hit, rect.width() - room)
        path = self._path(hit, rect.width() - room - (self._width(self._small, name) + 8 if name else 0))
        upper = QRectF(rect.left(), rect.top(), rect.width(), self._line)
        spans = snippet(path, (*self.phrases, *hit.matched))[1] if self.marks_path else []
        self._draw_marked(painter, upper, path, spans, self._bold, "text")
        after = upper.left() + self._width(self._bold, path) + 8
        for words, colour in ((mark, "success" if chosen else "muted"), (name, "muted")):
            place = QRectF(after, upper.top(), upper.right() - after, upper.height())
            self._word(painter, place, words, self._small, colour)
            after += self._width(self._small, words) + 8 if words else 0
        lower = QRectF(rect.left(), rect.bottom() - self._line, rect.width(), self._line)
        self._draw_snippet(painter, lower, hit)

    def _mark(self, hit: Hit, *, chosen: bool, narrow: bool) -> str:
        """Return what is said beside the path: that the chunk is chosen, out of force, or of a kind of its own."""
        if chosen:
            return "✓" if narrow else self.tr("✓ chosen")
        return hit.out_of_force.partition(" ")[0] or (hit.kind if hit.kind in ("table", "code") else "")

    def _name(self, hit: Hit, room: float) -> str:
        """Return the document's name, shortened to what the path can spare: a third of the room at least."""
        wanted = self._width(self._bold, path_text(hit)) + 8
        spare = max(room - wanted, room * 0.35)
        whole = on_one_line(hit.document)
        base = whole.rpartition("/")[2]
        metrics = self._metrics[id(self._small)]
        name = whole if metrics.horizontalAdvance(whole) <= spare else base
        return metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, spare)

    def _path(self, hit: Hit, room: float) -> str:
        """Return the last two headings, or the last one alone where two do not fit."""
        both = path_text(hit)
        shown = both if self._width(self._bold, both) <= room else path_text(hit, 1)
        return self._metrics[id(self._bold)].elidedText(shown, Qt.TextElideMode.ElideRight, room)

    def _draw_snippet(self, painter: QPainter, rect: QRectF, hit: Hit) -> None:
        text, spans = snippet(hit.text, (*self.phrases, *hit.matched))
        self._draw_marked(painter, rect, text, spans, self._body, "muted")

    def _draw_marked(
        self,
        painter: QPainter,
        rect: QRectF,
        text: str,
        spans: Sequence[tuple[int, int]],
        font: QFont,
        colour: str,
    ) -> None:
        """Draw a line of text with its spans marked, cut off where there is no room."""
        shown = self._metrics[id(font)].elidedText(text, Qt.TextElideMode.ElideRight, rect.width() + 1)
        kept = len(shown) if shown == text else max(len(shown) - 1, 0)
        layout = QTextLayout(shown, font)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(rect.width() + 50)
        layout.endLayout()
        painter.setPen(self._theme.colour(colour))
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
        return self._metrics[id(font)].horizontalAdvance(text)

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
        shown = self._metrics[id(font)].elidedText(text, Qt.TextElideMode.ElideRight, rect.width() + 1)
        painter.drawText(rect, across | Qt.AlignmentFlag.AlignVCenter, shown)

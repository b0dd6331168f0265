"""How the document tree looks: rows with icons and badges, painted from edge to edge."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from explorer.core.fuzzy import Span
from explorer.core.views import DocumentRow
from explorer.ui.badges import badges_width, fitting, paint_badges, shortened
from explorer.ui.icons import Icon, icon
from explorer.ui.models.tree_filter import Marks
from explorer.ui.models.tree_model import BADGES_ROLE, MARKS_ROLE, NODE_ROLE
from explorer.ui.models.tree_nodes import Kind, Node
from explorer.ui.models.tree_texts import is_inactive
from explorer.ui.theme import Theme

AnyIndex = QModelIndex | QPersistentModelIndex

_LEAST_TEXT = 60
"""Pixels of a row's text that badges leave to it."""

_AROUND = 40
"""Pixels of a row that neither its text nor its badges take: its icon and what parts them."""


class TreeView(QTreeView):
    """The view; `chosen` is emitted by Enter, which also opens and closes a row."""

    chosen = Signal(QModelIndex)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setMouseTracking(True)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIndentation(15)
        self.setExpandsOnDoubleClick(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Documents"))

    def drawRow(self, painter: QPainter, options: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint the ground of the chosen and the pointed-at row from edge to edge; a bar marks the chosen one."""
        row = QRect(0, options.rect.top(), self.viewport().width(), options.rect.height())
        if index == self.currentIndex():
            painter.fillRect(row, self._theme.colour("accent_soft"))
            painter.fillRect(QRect(0, row.top(), 3, row.height()), self._theme.colour("accent"))
        elif options.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(row, self._theme.colour("hover"))
        super().drawRow(painter, options, index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter choose the row and open or close it."""
        index = self.currentIndex()
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and index.isValid():
            self.setExpanded(index, not self.isExpanded(index))
            self.chosen.emit(index)
            return
        super().keyPressEvent(event)


class TreeDelegate(QStyledItemDelegate):
    """Paints a row: icon, text cut to fit, badges at the right. The view paints the ground."""

    def __init__(self, theme: Theme, view: QTreeView) -> None:
        super().__init__(view)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        """Return one height for all rows."""
        return QSize(super().sizeHint(option, index).width(), option.fontMetrics.height() + 9)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint icon, badges and text. File names are cut in the middle: their ends tell versions apart."""
        node = cast("Node", index.data(NODE_ROLE))
        area = option.rect
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        badges = index.data(BADGES_ROLE)
        painter.setFont(self._theme.font())
        width = painter.fontMetrics().horizontalAdvance(node.text)
        if badges_width(self._theme, badges) > area.width() - width - _AROUND:
            badges = fitting(self._theme, shortened(badges), area.width() - min(width, _LEAST_TEXT) - _AROUND)
        used = paint_badges(painter, self._theme, area.adjusted(0, 0, -4, 0), badges)
        left = area.left() + 2 + self._paint_icon(painter, area, node)
        room = QRect(left, area.top(), area.right() - left - used - 10, area.height())
        painter.setFont(self._theme.font())
        marks = cast("Marks", index.data(MARKS_ROLE))
        cut = Qt.TextElideMode.ElideMiddle if node.kind is Kind.DOCUMENT else Qt.TextElideMode.ElideRight
        width = self._paint_text(painter, room, node.text, cut, _text_colour(node, selected=selected), marks.spans)
        if marks.title:
            rest = room.adjusted(width + 8, 0, 0, 0)
            self._paint_text(painter, rest, marks.title, Qt.TextElideMode.ElideRight, "muted", marks.title_spans)

    def _paint_text(
        self,
        painter: QPainter,
        room: QRect,
        text: str,
        cut: Qt.TextElideMode,
        colour: str,
        spans: Sequence[Span],
    ) -> int:
        """Paint a text cut to fit, with a ground and a line under what words found; return its width."""
        metrics = painter.fontMetrics()
        shown = metrics.elidedText(text, cut, room.width())
        whole = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(shown, text, strict=False)))
        for start, end in spans:
            if end > whole:
                break
            left = room.left() + metrics.horizontalAdvance(text[:start])
            width = metrics.horizontalAdvance(text[:end]) + room.left() - left
            box = QRect(left, room.center().y() - metrics.height() // 2, width, metrics.height() + 1)
            painter.fillRect(box, self._theme.colour("match"))
            painter.fillRect(QRect(left, box.bottom(), width, 1), self._theme.colour("text"))
        painter.setPen(self._theme.colour(colour))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
        return metrics.horizontalAdvance(shown)

    def _paint_icon(self, painter: QPainter, area: QRect, node: Node) -> int:
        name = _icon_of(node)
        if name is None:
            return 2
        icon(name, self._theme).paint(painter, QRect(area.left(), area.center().y() - 7, 15, 15))
        return 20


def _icon_of(node: Node) -> Icon | None:
    if node.kind is Kind.FOLDER:
        return Icon.FOLDER
    if not isinstance(node.item, DocumentRow):
        return None
    if node.item.error:
        return Icon.UNREADABLE
    return Icon.PAGE if node.item.format.casefold() == "pdf" else Icon.DOCUMENT


def _text_colour(node: Node, *, selected: bool) -> str:
    if selected:
        return "text"
    if node.kind is Kind.MORE:
        return "link"
    return "inactive" if is_inactive(node.item) else "text"

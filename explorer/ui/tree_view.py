"""How the document tree looks: rows with icons and badges, painted from edge to edge."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from explorer.core.views import DocumentRow
from explorer.ui.badges import paint_badges, shortened
from explorer.ui.icons import Icon, icon
from explorer.ui.models.tree_model import BADGES_ROLE, NODE_ROLE, Kind, Node
from explorer.ui.models.tree_texts import is_inactive
from explorer.ui.theme import Theme

AnyIndex = QModelIndex | QPersistentModelIndex

_NARROW = 210
"""Width in pixels under which a row has no room for a name and a long badge."""


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
        if area.width() < _NARROW:
            badges = shortened(badges)
        used = paint_badges(painter, self._theme, area.adjusted(0, 0, -4, 0), badges)
        left = area.left() + 2 + self._paint_icon(painter, area, node)
        room = QRect(left, area.top(), area.right() - left - used - 10, area.height())
        painter.setPen(self._theme.colour(_text_colour(node, selected=selected)))
        painter.setFont(self._theme.font())
        cut = Qt.TextElideMode.ElideMiddle if node.kind is Kind.DOCUMENT else Qt.TextElideMode.ElideRight
        text = painter.fontMetrics().elidedText(node.text, cut, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

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

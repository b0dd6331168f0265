"""The document tree: folders, documents and sections with counts of findings. Selection follows both ways."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from explorer.core.views import ChunkView, DocumentRow, LibraryInfo, SectionRow
from explorer.ui.badges import paint_badges, shortened
from explorer.ui.icons import Icon, icon
from explorer.ui.models.tree_model import BADGES_ROLE, NODE_ROLE, Key, Kind, Node, TreeModel
from explorer.ui.models.tree_texts import is_inactive
from explorer.ui.panel_parts import PanelHead
from explorer.ui.session import Selection, Session
from explorer.ui.theme import Theme

AnyIndex = QModelIndex | QPersistentModelIndex

_NARROW = 210
"""Width in pixels under which a row has no room for a name and a long badge."""


class TreePanel(QWidget):
    """The tree with its head and filter menu."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._model = TreeModel(self)
        self._shown: LibraryInfo | None = None
        self._following = False
        self._wanted: Key | None = None
        self._expanded: set[Key] = set()
        self.view = TreeView(theme)
        self.view.setModel(self._model)
        self.view.setItemDelegate(TreeDelegate(theme, self.view))
        self._all, self._only, self._filter = self._make_filter()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        head = PanelHead()
        head.set_title(self.tr("Documents"))
        head.add(self._filter)
        layout.addWidget(head)
        layout.addWidget(self.view, 1)
        self.setFocusProxy(self.view)
        self._connect(theme)

    @property
    def model(self) -> TreeModel:
        """Return the tree's model."""
        return self._model

    def _connect(self, theme: Theme) -> None:
        session = self._session
        session.library_changed.connect(self._on_library)
        session.sections_arrived.connect(self._on_sections)
        session.selection_changed.connect(self._on_selection)
        session.chunk_selected.connect(self._on_chunk)
        self._model.sections_wanted.connect(session.request_sections)
        self._model.rowsInserted.connect(self._expand_again)
        self._model.modelAboutToBeReset.connect(self._forget_rows)
        self._only.toggled.connect(self._on_filter)
        self.view.selectionModel().currentChanged.connect(self._on_current)
        self.view.clicked.connect(self._on_chosen)
        self.view.chosen.connect(self._on_chosen)
        self.view.expanded.connect(lambda index: self._expanded.add(self._model.node(index).key))
        self.view.collapsed.connect(lambda index: self._expanded.discard(self._model.node(index).key))
        theme.changed.connect(self.view.viewport().update)

    def _make_filter(self) -> tuple[QAction, QAction, QToolButton]:
        menu = QMenu(self)
        group = QActionGroup(menu)
        every = QAction(self.tr("&All documents"), group, checkable=True, checked=True)
        only = QAction(self.tr("Only with &warnings or errors"), group, checkable=True)
        menu.addActions([every, only])
        button = QToolButton()
        button.setObjectName("flat")
        button.setText(self.tr("Filter"))
        button.setAccessibleName(self.tr("Filter documents"))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(menu)
        return every, only, button

    def _on_library(self, library: LibraryInfo | None) -> None:
        old, self._shown = self._shown, library
        if (
            old
            and library
            and (old.folder, old.revision, old.documents)
            == (
                library.folder,
                library.revision,
                library.documents,
            )
        ):
            return
        if old is None or library is None or old.folder != library.folder:
            self._expanded.clear()
        kept = set(self._expanded)
        self._following = True
        self._model.set_library(library)
        self._following = False
        self._expanded = kept
        if library is not None and not kept:
            self._expand_first()
        self._expand_rows(QModelIndex())
        self._show(_key_of(self._session.selection))

    def _on_filter(self, only: bool) -> None:
        kept = set(self._expanded)
        self._following = True
        self._model.show_only_findings(only)
        self._following = False
        self._filter.setText(self.tr("Filter: findings") if only else self.tr("Filter"))
        self._expanded = kept
        self._expand_rows(QModelIndex())
        self._show(_key_of(self._session.selection))

    def _forget_rows(self) -> None:
        self._wanted = None

    def _expand_first(self) -> None:
        """Open the folders of the first level, so that a new library shows its documents."""
        for row in range(self._model.rowCount()):
            node = self._model.node(self._model.index(row, 0))
            if node.kind is Kind.FOLDER:
                self._expanded.add(node.key)

    def _expand_again(self, parent: QModelIndex, first: int, last: int) -> None:
        for row in range(first, last + 1):
            self._expand_tree(self._model.index(row, 0, parent))

    def _expand_rows(self, parent: QModelIndex) -> None:
        if count := self._model.rowCount(parent):
            self._expand_again(parent, 0, count - 1)

    def _expand_tree(self, index: QModelIndex) -> None:
        if self._model.node(index).key in self._expanded:
            self.view.expand(index)
            self._expand_rows(index)

    def _on_sections(self, document: str, rows: tuple[SectionRow, ...], done: bool) -> None:
        self._model.add_sections(document, rows, done=done)
        wanted = self._wanted
        if wanted is not None and wanted[1] == document:
            self._show(wanted)
            self._wanted = None if done else wanted

    def _on_selection(self, selection: Selection) -> None:
        self._show(_key_of(selection))

    def _on_chunk(self, view: ChunkView | None) -> None:
        if view is not None:
            self._show(("", view.item.chunk.document, view.item.chunk.section))

    def _show(self, key: Key) -> None:
        """Make a row current without telling the session. Sections that are not there yet are asked for."""
        self._wanted = None
        index = self._model.index_of(key)
        if key[1] and key[2] >= 0 and (not index.isValid() or self._model.node(index).key != key):
            self._wanted = key if self._model.ask_sections(key[1]) else None
        if index.isValid() and self.view.currentIndex() == index:
            return
        self._following = True
        self.view.setCurrentIndex(index)
        self._following = False
        if index.isValid():
            self.view.scrollTo(index)

    def _on_current(self, index: QModelIndex) -> None:
        if not self._following and index.isValid():
            self._select(self._model.node(index))

    def _on_chosen(self, index: QModelIndex) -> None:
        node = self._model.node(index)
        if node.kind is Kind.MORE:
            self._model.reveal(index)
        else:
            self._select(node)

    def _select(self, node: Node) -> None:
        folder, document, section = node.key
        if node.kind is not Kind.MORE:
            self._session.select(Selection(folder, document, section if section >= 0 else None))


def _key_of(selection: Selection) -> Key:
    folder = "" if selection.document else selection.folder
    return (folder, selection.document, -1 if selection.section is None else selection.section)


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

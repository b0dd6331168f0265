"""The document tree: folders, documents and sections with counts of findings. Selection follows both ways."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer.core.views import ChunkView, LibraryInfo, SectionRow
from explorer.ui.models.tree_model import Key, Kind, Node, TreeModel
from explorer.ui.naming import named
from explorer.ui.panel_parts import PanelHead
from explorer.ui.session import Selection, Session
from explorer.ui.theme import Theme
from explorer.ui.tree_menu import TreeMenu
from explorer.ui.tree_view import TreeDelegate, TreeView


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
        self.words = named(QLineEdit(), label=self.tr("Filter documents by name"))
        self.words.setPlaceholderText(self.tr("Filter by name or title"))
        self.words.setClearButtonEnabled(True)
        self.words.textChanged.connect(self._on_words)
        self.menu = TreeMenu(self.view)
        line = QHBoxLayout()
        line.setContentsMargins(8, 6, 8, 6)
        line.addWidget(self.words)
        layout.addWidget(head)
        layout.addLayout(line)
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
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._show_menu)
        self.menu.show_node(None)

    def show_changed(self, names: frozenset[str]) -> None:
        """Mark documents that changed on disk and are not read anew yet."""
        self._model.show_changed(names)

    def open_rows(self) -> tuple[Key, ...]:
        """Return the rows that are open, by their keys."""
        return tuple(sorted(self._expanded))

    def open_again(self, keys: Iterable[Key]) -> None:
        """Open rows, those of sections as soon as they are there."""
        self._expanded |= set(keys)
        self._expand_rows(QModelIndex())

    def choices(self) -> dict[str, str]:
        """Return how the documents are filtered."""
        return {"words": self.words.text(), "findings": "only" if self._only.isChecked() else ""}

    def choose_again(self, choices: Mapping[str, str]) -> None:
        """Filter the documents as they were."""
        self.words.setText(choices.get("words", ""))
        (self._only if choices.get("findings") else self._all).setChecked(True)

    def _show_menu(self, place: QPoint) -> None:
        self.menu.popup(self.view.viewport().mapToGlobal(place))

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
        self._filter.setText(self.tr("Filter: findings") if only else self.tr("Filter"))
        self._show_others(lambda: self._model.show_only_findings(only))

    def _on_words(self, text: str) -> None:
        self._show_others(lambda: self._model.show_matching(text))

    def _show_others(self, change: Callable[[], None]) -> None:
        """Have the model show other rows, with the same ones open and chosen."""
        kept = set(self._expanded)
        self._following = True
        change()
        self._following = False
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
        self.menu.show_node(self._model.node(index) if index.isValid() else None)
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

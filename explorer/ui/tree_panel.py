"""The document tree: folders, documents and sections with counts of findings. Selection follows both ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from explorer.core.views import ChunkView, DocumentRow, LibraryInfo, SectionRow
from explorer.ui.models.tree_filter import MOST
from explorer.ui.models.tree_model import TreeModel
from explorer.ui.models.tree_nodes import Kind, Node
from explorer.ui.models.tree_rows import Key
from explorer.ui.naming import named
from explorer.ui.panel_parts import PanelHead
from explorer.ui.session import Selection, Session
from explorer.ui.theme import Theme
from explorer.ui.tree_empty import TreeEmpty
from explorer.ui.tree_finder import TreeFinder
from explorer.ui.tree_menu import TreeMenu
from explorer.ui.tree_session import TreeSession
from explorer.ui.tree_view import TreeDelegate, TreeView

_OPEN_AT_FIRST = 200
"""Documents in folders that are opened for a library that is new to the window."""

_LOWEST = 72
"""Pixels that the list of documents has at the least."""


class TreePanel(QWidget):
    """The tree with its head and filters. Wish: `choice_wanted` (another folder)."""

    choice_wanted = Signal()

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._asks = TreeSession(session, self)
        self._model = TreeModel(self)
        self._shown: LibraryInfo | None = None
        self._following = self._is_new = False
        self._wanted: Key | None = None
        self._best: bool | None = None
        self._expanded: set[Key] = set()
        self.view = TreeView(theme)
        self.view.setModel(self._model)
        self.view.setItemDelegate(TreeDelegate(theme, self.view))
        self._only, self._filter = self._make_filter()
        self._head = PanelHead()
        self._head.add(self._filter)
        self.words = TreeFinder()
        self.note = named(QLabel(), "muted")
        self.note.setContentsMargins(12, 0, 8, 4)
        self.empty = TreeEmpty()
        self.pages = QStackedWidget()
        self.menu = TreeMenu(self.view)
        self._lay_out()
        self._connect()
        self._connect_view(theme)
        self._show_counts()

    @property
    def model(self) -> TreeModel:
        """Return the tree's model."""
        return self._model

    @property
    def asks(self) -> TreeSession:
        """Return what the tree asks of the engine."""
        return self._asks

    def show_states(self, states: Mapping[str, str]) -> None:
        """Mark documents that are others on disk than those that were read: "changed", "gone" or "new"."""
        new = [name for name, state in states.items() if state == "new"]
        self._model.tell(
            DocumentRow(name, "", "", state="new") for name in new if not self._model.index_of(("", name, -1)).isValid()
        )
        self._model.show_states({name: state for name, state in states.items() if state != "new"})

    def open_rows(self) -> tuple[Key, ...]:
        """Return the rows that are open, by their keys."""
        return tuple(sorted(self._expanded))

    def open_again(self, keys: Iterable[Key]) -> None:
        """Open rows, those of sections as soon as they are there."""
        self._expanded |= set(keys)
        self._open(self._expanded)

    def choices(self) -> dict[str, str]:
        """Return how the documents are filtered."""
        return {"words": self.words.text(), "findings": "only" if self._only.isChecked() else ""}

    def choose_again(self, choices: Mapping[str, str]) -> None:
        """Filter the documents as they were."""
        self.words.setText(choices.get("words", ""))
        (self._only if choices.get("findings") else self._every).setChecked(True)

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.setContentsMargins(8, 6, 8, 6)
        line.addWidget(self.words)
        self.pages.addWidget(self.view)
        self.pages.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addLayout(line)
        column.addWidget(self.note)
        column.addWidget(self.pages, 1)
        self.setFocusProxy(self.view)

    def _connect(self) -> None:
        session, model = self._session, self._model
        session.library_changed.connect(self._on_library)
        session.sections_arrived.connect(self._on_sections)
        session.selection_changed.connect(self._on_selection)
        session.chunk_selected.connect(self._on_chunk)
        session.progress_changed.connect(lambda _: self._show_counts())
        self._asks.documents_told.connect(model.tell)
        self._asks.headings_matched.connect(model.show_headings)
        model.sections_wanted.connect(session.request_sections)
        model.rowsInserted.connect(self._expand_again)
        model.modelAboutToBeReset.connect(self._on_reset)
        model.settled.connect(self._on_settled)
        model.openable_changed.connect(self.view.scheduleDelayedItemsLayout)
        self.words.filter_wanted.connect(self._on_words)
        self.words.best_wanted.connect(self._go_to_best)
        self._only.toggled.connect(self._on_filter)
        self.empty.all_wanted.connect(self.show_all)
        self.empty.changes_wanted.connect(session.refresh)
        self.empty.choice_wanted.connect(self.choice_wanted)

    def _connect_view(self, theme: Theme) -> None:
        view = self.view
        view.selectionModel().currentChanged.connect(self._on_current)
        view.clicked.connect(self._on_chosen)
        view.chosen.connect(self._on_chosen)
        view.expanded.connect(self._on_expanded)
        view.collapsed.connect(lambda index: self._expanded.discard(self._model.node(index).key))
        theme.changed.connect(view.viewport().update)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(self._show_menu)
        self.menu.show_node(None)

    def _show_menu(self, place: QPoint) -> None:
        self.menu.popup(self.view.viewport().mapToGlobal(place))

    def _make_filter(self) -> tuple[QAction, QToolButton]:
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
        self._every = every
        return only, button

    def show_all(self) -> None:
        """End all filters."""
        self._every.setChecked(True)
        self.words.clear()

    def _on_library(self, library: LibraryInfo | None) -> None:
        old, self._shown = self._shown, library
        self._is_new |= old is None or library is None or old.folder != library.folder
        if self._is_new:
            self._expanded.clear()
        elif old and library and old.revision != library.revision:
            self._model.renew_sections(lambda key: self.view.isExpanded(self._model.index_of(key)))
        self._model.set_library(library)

    def _on_settled(self) -> None:
        """Open what is to be open and show the selection, after all rows have come."""
        library = self._shown
        found = self._model.filter
        if self._is_new and library is not None and self._model.documents_in(""):
            self._is_new = False
            self._expanded.update(self._first_open())
        self._open(self._found_open() if found.pattern else self._expanded)
        self.view.viewport().update()
        self._show_counts()
        if self._best is not None and found.best:
            self._go_to_best(self._best)
        elif not found.pattern:
            self._show(_key_of(self._session.selection))

    def _first_open(self) -> Iterator[Key]:
        """Yield the folders of the first level that are opened, so that a new library shows its documents."""
        left = _OPEN_AT_FIRST
        for row in range(self._model.rowCount()):
            node = self._model.node(self._model.index(row, 0))
            count = self._model.documents_in(node.key[0]) if node.kind is Kind.FOLDER else 0
            if 0 < count <= left:
                left -= count
                yield node.key

    def _found_open(self) -> list[Key]:
        """Return what is opened to show all that a filter found."""
        return self._model.folders_shown() + self._model.headings_shown()

    def _open(self, keys: Iterable[Key]) -> None:
        """Open rows without noting that the user did."""
        kept = set(self._expanded)
        self._following = True
        for key in sorted(keys, key=lambda key: (key[1], key[2], key[0])):
            index = self._model.index_of(key)
            if index.isValid() and self._model.node(index).key == key:
                self.view.expand(index)
        self._following = False
        self._expanded = kept

    def _on_filter(self, only: bool) -> None:
        self._filter.setText(self.tr("Filter: findings") if only else self.tr("Filter"))
        self._model.show_only_findings(only)

    def _on_words(self, text: str) -> None:
        self._best = None
        self._model.show_matching(text)
        if text:
            self._asks.match_headings(text)

    def _go_to_best(self, stay: bool) -> None:
        """Choose what matches best, now or once it is found; `stay` leaves the keys to the field."""
        best = self._model.filter.best
        self._best = stay if best is None and self._model.filter.pattern else None
        index = self._model.index_of(best) if best else self._model.index(0, 0)
        if index.isValid():
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index)
        if not stay and self.pages.currentWidget() is self.view:
            self.view.setFocus()

    def _on_reset(self) -> None:
        self._wanted = None

    def _on_expanded(self, index: QModelIndex) -> None:
        if not self._following:
            self._expanded.add(self._model.node(index).key)

    def _expand_again(self, parent: QModelIndex, first: int, last: int) -> None:
        """Open rows that came again, with all below them that were open; what words found is opened later."""
        if self._model.filter.pattern:
            return
        left = [self._model.index(row, 0, parent) for row in range(first, last + 1)]
        kept = set(self._expanded)
        while left:
            index = left.pop()
            if self._model.node(index).key in kept:
                self.view.expand(index)
                left += [self._model.index(row, 0, index) for row in range(self._model.rowCount(index))]
        self._expanded = kept

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

    def _show_counts(self) -> None:
        """Say how many documents there are and are shown, or why none is."""
        every, found = self._model.documents_in(""), self._model.filter
        shown = self._model.documents_shown
        parts = [self.tr("Documents")]
        if every:
            count = f"{every:,}"
            parts.append(self.tr("{0} of {1}").format(f"{shown:,}", count) if found else count)
        self._head.set_title(" · ".join(parts))
        more = found.pattern and found.found > MOST
        self.note.setText(self.tr("The {0} best of {1} are shown.").format(MOST, f"{found.found:,}") if more else "")
        self.note.setVisible(bool(more))
        empty = self._model.rowCount() == 0 and self._shown is not None and self._model.is_settled
        if empty:
            self.empty.explain(self._why_empty(), filtered=bool(found) and every > 0, reading=self._session.busy)
        self.pages.setCurrentWidget(self.empty if empty else self.view)
        # A list is of use in less room than the words and buttons that are not shown.
        self.pages.setMinimumHeight(0 if empty else _LOWEST)
        self.setFocusProxy(self.empty.next_step if empty else self.view)

    def _why_empty(self) -> str:
        found = self._model.filter
        if self._model.documents_in(""):
            if not found.pattern:
                return self.tr("No document has a warning or an error.")
            return self.tr("No document or heading matches “{0}”.").format(found.text)
        if self._session.busy:
            return self.tr("Looking for documents …")
        return self.tr(
            "There is no document in this folder that can be read: PDF, Word, HTML, EPUB, Markdown, "
            "reStructuredText or text."
        )


def _key_of(selection: Selection) -> Key:
    folder = "" if selection.document else selection.folder
    return (folder, selection.document, -1 if selection.section is None else selection.section)

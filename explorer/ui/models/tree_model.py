"""The library as a tree: folders, documents, sections. Sections are asked for when a document is first expanded.

Guarantees:

* An index's internal id is the position of its node in one list; nodes are never moved until a reset.
* A parent shows at most `STEP` more children at a time, the rest stand behind a row that says how many: a document
  of 100,000 headings opens at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from explorer.core.views import DocumentRow, LibraryInfo, SectionRow
from explorer.ui.models.tree_rows import counts, has_letters, sort_key, with_findings
from explorer.ui.models.tree_texts import accessible_text, badges_of, tool_tip

STEP = 1000
"""Children of one parent that are shown at a time."""

AnyIndex = QModelIndex | QPersistentModelIndex
Key = tuple[str, str, int]
"""Names a row through a reset: (folder, "", -1), ("", document, -1) or ("", document, section)."""


class Kind(Enum):
    """What a row stands for; `MORE` for children that are not shown yet."""

    FOLDER = auto()
    DOCUMENT = auto()
    SECTION = auto()
    MORE = auto()


@dataclass(slots=True)
class Node:
    """A row. `children` are the shown ones, `waiting` those to come; `position` is the row within the parent."""

    kind: Kind
    parent: int
    key: Key
    text: str
    item: DocumentRow | SectionRow | None = None
    position: int = 0
    asked: bool = False
    children: list[int] = field(default_factory=list[int])
    waiting: list[int] = field(default_factory=list[int])


NODE_ROLE = Qt.ItemDataRole.UserRole
BADGES_ROLE = Qt.ItemDataRole.UserRole + 1
_ROOT = 0


class TreeModel(QAbstractItemModel):
    """Folders first, then documents, each by name; sections in document order. Emits `sections_wanted(document)`."""

    sections_wanted = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._nodes: list[Node] = []
        self._by_key: dict[Key, int] = {}
        self._documents: tuple[DocumentRow, ...] = ()
        self._held: dict[str, list[SectionRow]] = {}
        self._only_findings = False
        self._words: tuple[str, ...] = ()
        self._changed: frozenset[str] = frozenset()
        self._build()

    def set_library(self, library: LibraryInfo | None) -> None:
        """Show another library, or a new state of it."""
        self.beginResetModel()
        self._documents = library.documents if library else ()
        self._build()
        self.endResetModel()

    def show_only_findings(self, only: bool) -> None:
        """Leave out documents and sections without warnings and errors, or show all."""
        if only != self._only_findings:
            self.beginResetModel()
            self._only_findings = only
            self._build()
            self.endResetModel()

    def show_matching(self, text: str) -> None:
        """Leave out documents whose name and title do not have the letters of each word of `text` in their order."""
        words = tuple(text.casefold().split())
        if words != self._words:
            self.beginResetModel()
            self._words = words
            self._build()
            self.endResetModel()

    def show_changed(self, names: frozenset[str]) -> None:
        """Mark the documents that are others on disk than those that were read."""
        touched, self._changed = names ^ self._changed, names
        for name in touched:
            index = self.index_of(("", name, -1))
            if index.isValid():
                self.dataChanged.emit(index, index)

    def add_sections(self, document: str, rows: Sequence[SectionRow], *, done: bool) -> None:
        """Take a batch of a document's sections; parents come before their children."""
        owner = self._by_key.get(("", document, -1))
        if owner is None or not self._nodes[owner].asked:
            return
        if self._only_findings:
            # Whether a heading leads to a finding is known only when all that stands under it has come.
            held = self._held.setdefault(document, [])
            held.extend(rows)
            if not done:
                return
            rows = with_findings(self._held.pop(document))
        self._insert(owner, document, rows)

    def index_of(self, key: Key) -> QModelIndex:
        """Return the row of a key; of the nearest row above it while it is not shown; invalid when it is unknown."""
        position = self._by_key.get(key, _ROOT)
        while not self._is_shown(position):
            position = self._nodes[position].parent
        return self._index(position)

    def node(self, index: AnyIndex) -> Node:
        """Return the node of an index; the root's for an invalid one."""
        return self._nodes[index.internalId() if index.isValid() else _ROOT]

    def ask_sections(self, document: str) -> bool:
        """Ask for a document's sections unless they were asked for; return whether the document is known."""
        owner = self._by_key.get(("", document, -1))
        if owner is None:
            return False
        self._ask(self._nodes[owner])
        return True

    def reveal(self, index: AnyIndex) -> None:
        """Show the next children behind a `MORE` row."""
        more = self.node(index)
        if more.kind is not Kind.MORE:
            return
        position = index.internalId()
        parent = self._nodes[more.parent]
        next_ones = parent.waiting[:STEP]
        parent_index = self._index(more.parent)
        first = more.position
        self.beginInsertRows(parent_index, first, first + len(next_ones) - 1)
        del parent.waiting[:STEP]
        parent.children[first:first] = next_ones
        self._number(parent, first)
        self.endInsertRows()
        if parent.waiting:
            self._retitle_more(position, parent, told=True)
        else:
            self.beginRemoveRows(parent_index, more.position, more.position)
            parent.children.pop()
            self.endRemoveRows()

    def index(self, row: int, column: int, parent: AnyIndex | None = None) -> QModelIndex:
        """Return the index of a child."""
        owner = self.node(parent) if parent is not None else self._nodes[_ROOT]
        if column != 0 or not 0 <= row < len(owner.children):
            return QModelIndex()
        return self.createIndex(row, 0, owner.children[row])

    def parent(self, child: AnyIndex | None = None) -> Any:  # noqa: ANN401 - Qt gives this name two meanings
        """Return the parent's index; without an index the QObject that owns the model."""
        if child is None:
            return super().parent()
        return self._index(self.node(child).parent) if child.isValid() else QModelIndex()

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's own default, never changed
        """Return how many children are shown."""
        return len(self.node(parent).children) if parent.column() <= 0 else 0

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008, ARG002
        """Return 1: counts are badges of the row."""
        return 1

    def hasChildren(self, parent: AnyIndex = QModelIndex()) -> bool:  # noqa: B008
        """Say whether a row can be expanded, before its sections were asked for."""
        node = self.node(parent)
        if node.asked or not isinstance(node.item, DocumentRow):
            return bool(node.children)
        return node.item.sections > 0

    def canFetchMore(self, parent: AnyIndex) -> bool:
        """Say whether a document's sections were not asked for yet."""
        node = self.node(parent)
        return isinstance(node.item, DocumentRow) and node.item.sections > 0 and not node.asked

    def fetchMore(self, parent: AnyIndex) -> None:
        """Ask for a document's sections."""
        if self.canFetchMore(parent):
            self._ask(self.node(parent))

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a row's text, badges, node, tool tip or accessible text."""
        if not index.isValid():
            return None
        node = self.node(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return node.text
        make = _DATA.get(role)
        return make(node, node.kind is Kind.DOCUMENT and node.key[1] in self._changed) if make else None

    def _ask(self, node: Node) -> None:
        if not node.asked:
            node.asked = True
            self.sections_wanted.emit(node.key[1])

    def _index(self, position: int) -> QModelIndex:
        if position == _ROOT:
            return QModelIndex()
        return self.createIndex(self._nodes[position].position, 0, position)

    def _build(self) -> None:
        self._nodes = [Node(Kind.FOLDER, _ROOT, ("", "", -1), "")]
        self._by_key = {}
        self._held = {}
        shown = [row for row in self._documents if self._is_wanted(row)]
        # Folders come before documents: a folder's path sorts before its sibling documents' names.
        for row in sorted(shown, key=lambda row: sort_key(row.name)):
            *folders, name = row.name.split("/")
            owner = _ROOT
            for depth, folder in enumerate(folders):
                owner = self._folder(owner, "/".join(folders[: depth + 1]), folder)
            self._append(Node(Kind.DOCUMENT, owner, ("", row.name, -1), name, row))

    def _is_wanted(self, row: DocumentRow) -> bool:
        if self._only_findings and not counts(row):
            return False
        text = f"{row.name}\n{row.title}".casefold()
        return all(has_letters(text, word) for word in self._words)

    def _folder(self, owner: int, path: str, name: str) -> int:
        known = self._by_key.get((path, "", -1))
        return self._append(Node(Kind.FOLDER, owner, (path, "", -1), name)) if known is None else known

    def _append(self, node: Node, *, shown: bool = True) -> int:
        position = len(self._nodes)
        self._nodes.append(node)
        self._by_key[node.key] = position
        parent = self._nodes[node.parent]
        if shown:
            node.position = len(parent.children)
            parent.children.append(position)
        return position

    def _insert(self, owner: int, document: str, rows: Sequence[SectionRow]) -> None:
        touched: dict[int, list[int]] = {}
        for row in rows:
            parent = self._by_key.get(("", document, row.parent), owner) if row.parent >= 0 else owner
            node = Node(Kind.SECTION, parent, ("", document, row.ordinal), row.heading, row)
            touched.setdefault(parent, []).append(self._append(node, shown=False))
        # Children of new rows are attached before those rows are shown, so views hear of each shown parent once.
        for parent in sorted(touched, reverse=True):
            self._show(parent, touched[parent])

    def _is_shown(self, position: int) -> bool:
        while position != _ROOT:
            node = self._nodes[position]
            if self._nodes[node.parent].children[node.position : node.position + 1] != [position]:
                return False
            position = node.parent
        return True

    def _show(self, parent: int, positions: list[int]) -> None:
        owner = self._nodes[parent]
        told = self._is_shown(parent)
        has_more = bool(owner.waiting)
        room = 0 if has_more else max(STEP - len(owner.children), 0)
        now, later = positions[:room], positions[room:]
        more = [self._new_more(parent)] if later and not has_more else []
        owner.waiting += later
        if added := now + more:
            first = len(owner.children)
            if told:
                self.beginInsertRows(self._index(parent), first, first + len(added) - 1)
            owner.children += added
            self._number(owner, first)
            if told:
                self.endInsertRows()
        if owner.waiting:
            self._retitle_more(owner.children[-1], owner, told=told)

    def _new_more(self, parent: int) -> int:
        self._nodes.append(Node(Kind.MORE, parent, ("", "", -1), ""))
        return len(self._nodes) - 1

    def _retitle_more(self, position: int, parent: Node, *, told: bool) -> None:
        self._nodes[position].text = self.tr("{count} more …").format(count=f"{len(parent.waiting):,}")
        if told:
            index = self._index(position)
            self.dataChanged.emit(index, index)

    def _number(self, owner: Node, first: int) -> None:
        for position in range(first, len(owner.children)):
            self._nodes[owner.children[position]].position = position


_DATA: dict[int, Callable[[Node, bool], object]] = {
    Qt.ItemDataRole.ToolTipRole: lambda node, _changed: tool_tip(node.item) or node.text,
    Qt.ItemDataRole.AccessibleTextRole: lambda node, changed: accessible_text(node.text, node.item, changed=changed),
    BADGES_ROLE: lambda node, changed: badges_of(node.item, changed=changed),
    NODE_ROLE: lambda node, _changed: node,
}

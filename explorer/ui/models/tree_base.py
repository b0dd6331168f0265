"""The tree's rows as Qt sees them: made when their parent is opened, added and removed one run at a time.

Guarantees:

* An index's internal id is the number of its row, which stands for that row as long as it exists.
* A parent shows at most `STEP` more children at a time, the rest stand behind a row that says how many. So a library of
  100,000 documents, or a document of 100,000 headings, opens at once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Signal

from explorer.core.views import DocumentRow
from explorer.ui.models.tree_nodes import ROOT, Kind, Node, Nodes
from explorer.ui.models.tree_rows import FolderSums, Key, Shelf, folders_of, parent_of, place_of
from explorer.ui.plain_words import on_one_line

STEP = 500
"""Children of one parent that are shown at a time."""

AnyIndex = QModelIndex | QPersistentModelIndex


class TreeBase(QAbstractItemModel):
    """Rows of folders and documents off a shelf, and of sections. Emits `sections_wanted(document)`."""

    sections_wanted = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._nodes = Nodes()
        self._shelf = Shelf()
        self._fill(ROOT, told=False)

    @property
    def rows_made(self) -> int:
        """Return how many rows exist: what is not opened has none."""
        return len(self._nodes)

    def node(self, index: AnyIndex) -> Node:
        """Return the node of an index; the root's for an invalid one."""
        return self._nodes[index.internalId() if index.isValid() else ROOT]

    def index_of(self, key: Key) -> QModelIndex:
        """Return the row of a key, made if need be; of the nearest row above it while it cannot be shown.

        Invalid when nothing of it is known.
        """
        number = self._nodes.find(key)
        if number is None and key[2] >= 0:
            return self.index_of(("", key[1], -1))
        if key[2] < 0 and (number is None or not self._nodes.is_shown(number)):
            number = self._reach(key)
        while number and not self._nodes.is_shown(number):
            number = self._nodes[number].parent
        return self._index(number or ROOT)

    def reveal(self, index: AnyIndex) -> None:
        """Show the next children behind a `MORE` row."""
        more = self.node(index)
        if more.kind is not Kind.MORE:
            return
        owner = self._nodes[more.parent]
        if owner.later:
            keys, owner.later = owner.later[:STEP], owner.later[STEP:]
            self._insert_keys(more.parent, keys)
        else:
            numbers, owner.waiting = owner.waiting[:STEP], owner.waiting[STEP:]
            self._show_rows(more.parent, more.position, numbers)
        self._settle_more(more.parent)

    def index(self, row: int, column: int, parent: AnyIndex | None = None) -> QModelIndex:
        """Return the index of a child."""
        owner = self.node(parent) if parent is not None else self._nodes[ROOT]
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
        """Say whether a row can be opened, before its children were made or asked for."""
        node = self.node(parent)
        if node.asked or node.children:
            return bool(node.children)
        return node.kind is Kind.FOLDER or (isinstance(node.item, DocumentRow) and node.item.sections > 0)

    def canFetchMore(self, parent: AnyIndex) -> bool:
        """Say whether a folder's rows were not made, or a document's sections not asked for yet."""
        node = self.node(parent)
        return not node.asked and node.kind in {Kind.FOLDER, Kind.DOCUMENT} and self.hasChildren(parent)

    def fetchMore(self, parent: AnyIndex) -> None:
        """Make a folder's rows, or ask for a document's sections."""
        if not self.canFetchMore(parent):
            return
        if self.node(parent).kind is Kind.FOLDER:
            self._fill(parent.internalId() if parent.isValid() else ROOT)
        else:
            self._ask(self.node(parent))

    def _ask(self, node: Node) -> None:
        if not node.asked:
            node.asked = True
            self.sections_wanted.emit(node.key[1])

    def _index(self, number: int) -> QModelIndex:
        if number == ROOT:
            return QModelIndex()
        return self.createIndex(self._nodes[number].position, 0, number)

    def _show_shelf(self, shelf: Shelf) -> None:
        """Show other documents: all rows are made anew."""
        self.beginResetModel()
        self._shelf = shelf
        self._nodes = Nodes()
        self._fill(ROOT, told=False)
        self.endResetModel()

    def _fill(self, number: int, *, told: bool = True) -> None:
        """Make the first rows of a folder."""
        node = self._nodes[number]
        node.asked = True
        keys = self._shelf.children(node.key[0])
        node.later = keys[STEP:]
        self._show_rows(number, 0, [self._made(number, key) for key in keys[:STEP]], told=told)
        self._settle_more(number, told=told)

    def _made(self, parent: int, key: Key) -> int:
        kind = Kind.DOCUMENT if key[1] else Kind.FOLDER
        text = (key[1] or key[0]).rpartition("/")[2]
        return self._nodes.add(Node(kind, parent, key, on_one_line(text), self._item(key)))

    def _item(self, key: Key) -> DocumentRow | FolderSums | None:
        return self._shelf.row(key[1]) if key[1] else self._shelf.folder(key[0])

    def _reach(self, key: Key) -> int | None:
        """Make the row of a folder or document, with all above it; None for an unknown one."""
        if not (key[1] in self._shelf if key[1] else self._shelf.folder(key[0])):
            return None
        owner: int | None = ROOT
        above = [(folder, "", -1) for folder in folders_of(key[1] or key[0]) if folder]
        for step in (*reversed(above), key):
            if owner is None:
                return None
            owner = self._child(owner, step)
        return owner

    def _child(self, owner: int, key: Key) -> int | None:
        if not self._nodes[owner].asked:
            self._fill(owner)
        if key in self._nodes[owner].later:
            self._nodes[owner].later.remove(key)
            self._insert_keys(owner, [key])
            self._settle_more(owner)
        return self._nodes.find(key)

    def _add_keys(self, keys: Iterable[Key]) -> None:
        """Add rows of folders and documents where their folder is open."""
        by_folder: dict[str, list[Key]] = {}
        for key in keys:
            by_folder.setdefault(parent_of(key), []).append(key)
        for folder, new in by_folder.items():
            owner = self._nodes.find((folder, "", -1))
            if owner is not None and self._nodes[owner].asked:
                self._insert_keys(owner, self._held_back(owner, sorted(new, key=place_of)))
                self._settle_more(owner)

    def _held_back(self, owner: int, keys: Sequence[Key]) -> list[Key]:
        """Return the keys that are to be shown; those for which there is no room wait with the later ones."""
        node = self._nodes[owner]
        last = place_of(node.later[0]) if node.later else None
        shown = [key for key in keys if last is None or place_of(key) < last]
        waiting = keys[len(shown) :]
        places = [place_of(key) for key in self._shown_keys(node)]
        room = max(STEP - len(places), 0)
        inside = sum(bisect_left(places, place_of(key)) < len(places) for key in shown) if places else 0
        cut = max(inside, min(len(shown), room))
        if waiting or shown[cut:]:
            node.later = sorted((*node.later, *waiting, *shown[cut:]), key=place_of)
        return shown[:cut]

    def _shown_keys(self, node: Node) -> list[Key]:
        keys = [self._nodes[number].key for number in node.children]
        return keys[:-1] if node.children and self._nodes[node.children[-1]].kind is Kind.MORE else keys

    def _insert_keys(self, owner: int, keys: Sequence[Key]) -> None:
        """Insert rows in their places, those that stand side by side at once."""
        places = [place_of(key) for key in self._shown_keys(self._nodes[owner])]
        runs: dict[int, list[Key]] = {}
        for key in keys:
            runs.setdefault(bisect_left(places, place_of(key)), []).append(key)
        for place, run in sorted(runs.items(), reverse=True):
            self._show_rows(owner, place, [self._made(owner, key) for key in run])

    def _show_rows(self, parent: int, place: int, numbers: Sequence[int], *, told: bool = True) -> None:
        if not numbers:
            return
        told = told and self._nodes.is_shown(parent)
        if told:
            self.beginInsertRows(self._index(parent), place, place + len(numbers) - 1)
        self._nodes.show(parent, place, numbers)
        if told:
            self.endInsertRows()

    def _remove_rows(self, parent: int, first: int, last: int) -> None:
        if first > last:
            return
        told = self._nodes.is_shown(parent)
        if told:
            self.beginRemoveRows(self._index(parent), first, last)
        self._nodes.remove(parent, first, last)
        if told:
            self.endRemoveRows()

    def _remove_key(self, key: Key) -> None:
        """Remove the row of a folder or document that is gone."""
        number = self._nodes.find(key)
        owner = self._nodes.find((parent_of(key), "", -1))
        if number is not None:
            node = self._nodes[number]
            self._remove_rows(node.parent, node.position, node.position)
        elif owner is not None and key in self._nodes[owner].later:
            self._nodes[owner].later.remove(key)
            self._settle_more(owner)

    def _settle_more(self, parent: int, *, told: bool = True) -> None:
        """Have a row say how many children are not shown; without any there is none."""
        owner = self._nodes[parent]
        count = len(owner.later) + len(owner.waiting)
        last = owner.children[-1] if owner.children else None
        more = last if last is not None and self._nodes[last].kind is Kind.MORE else None
        if not count:
            if more is not None:
                self._remove_rows(parent, len(owner.children) - 1, len(owner.children) - 1)
            return
        text = self.tr("{count} more …").format(count=f"{count:,}")
        if more is None:
            number = self._nodes.add(Node(Kind.MORE, parent, ("", "", -1), text))
            self._show_rows(parent, len(owner.children), [number], told=told)
        elif self._nodes[more].text != text:
            self._nodes[more].text = text
            if told and self._nodes.is_shown(more):
                self.dataChanged.emit(self._index(more), self._index(more))

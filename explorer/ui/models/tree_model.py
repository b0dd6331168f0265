"""The library as a tree: folders, documents, sections; what of it is shown, and what was found in it.

A new state of the library changes only the rows that differ, at most `SLICE` documents in one turn of the event loop; a
filter looks at as many. `settled` tells that all are in. See `explorer.ui.models.tree_base` for how rows are made.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from explorer.core.views import DocumentRow, LibraryInfo, SectionRow
from explorer.protocol.tree import TreeFiltered
from explorer.ui.models.tree_base import STEP, AnyIndex, TreeBase
from explorer.ui.models.tree_filter import NO_MARKS, Marks, TreeFilter, folded_of
from explorer.ui.models.tree_nodes import ROOT, Kind, Node
from explorer.ui.models.tree_rows import Key, Shelf, counts, folders_of, same_sections, with_findings
from explorer.ui.models.tree_texts import accessible_text, badges_of, tool_tip
from explorer.ui.plain_words import on_one_line, plainly

SLICE = 500
"""Documents taken in, or looked at by a filter, in one turn of the event loop."""

NODE_ROLE = Qt.ItemDataRole.UserRole
BADGES_ROLE = Qt.ItemDataRole.UserRole + 1
MARKS_ROLE = Qt.ItemDataRole.UserRole + 2
"""What words found in a row, a `Marks`."""


class TreeModel(TreeBase):
    """Folders first, then documents, each by name; sections in document order.

    Signals: `sections_wanted` (document), `settled` (all of a new state or filter is shown), `openable_changed` (rows
    got or lost children that are not made yet, which views do not ask again for).
    """

    settled = Signal()
    openable_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all = self._shelf
        self._folder = ""
        self._coming: deque[DocumentRow] = deque()
        self._stay: set[str] | None = None
        self._filter = TreeFilter()
        self._unseen: deque[DocumentRow] | None = None
        self._passing = Shelf()
        self._matches: TreeFiltered | None = None
        self._folded: dict[str, tuple[str, str, str]] = {}
        self._states: Mapping[str, str] = {}
        self._sections: dict[str, list[SectionRow]] = {}
        self._renewed: dict[str, list[SectionRow]] = {}
        self._turns = QTimer(self, singleShot=True, interval=0)
        self._turns.timeout.connect(self._turn)

    @property
    def filter(self) -> TreeFilter:
        """Return what is left out, and what was found."""
        return self._filter

    @property
    def is_settled(self) -> bool:
        """Say whether all documents are in and looked at."""
        return not self._coming and self._stay is None and self._unseen is None

    @property
    def documents_shown(self) -> int:
        """Return how many documents pass the filter."""
        return len(self._shelf)

    def documents_in(self, folder: str) -> int:
        """Return how many documents the library has below a folder, "" for all; filters aside."""
        sums = self._all.folder(folder)
        return sums.documents if sums else 0

    def names_below(self, place: str) -> tuple[str, ...]:
        """Return a document, or all documents below a folder, by name."""
        if place in self._all:
            return (place,)
        return tuple(row.name for row in self._all.rows() if row.name.startswith(f"{place}/"))

    def folders_shown(self) -> list[Key]:
        """Return the folders of the documents that are shown, outer ones before inner ones."""
        paths = {path for row in self._shelf.rows() for path in folders_of(row.name) if path}
        return [(path, "", -1) for path in sorted(paths)]

    def headings_shown(self) -> list[Key]:
        """Return the documents and headings below which a filter found headings."""
        rows = ((name, row) for name in self._filter.documents for row in self._sections.get(name, ()))
        above: list[Key] = [("", name, row.parent) for name, row in rows if row.parent >= 0]
        return [*(("", name, -1) for name in self._filter.documents), *dict.fromkeys(above)]

    def set_library(self, library: LibraryInfo | None) -> None:
        """Show another library, or a new state of it."""
        if library is None or library.folder != self._folder:
            self._forget(library.folder if library else "")
        rows = library.documents if library else ()
        self._coming = deque(rows)
        self._stay = {row.name for row in rows}
        self._turn()

    def tell(self, rows: Iterable[DocumentRow]) -> None:
        """Show the new state of some documents, or new ones."""
        self._coming.extend(rows)
        if self._stay is not None:
            self._stay.update(row.name for row in self._coming)
        if not self._turns.isActive():
            self._turn()

    def show_only_findings(self, only: bool) -> None:
        """Leave out documents and sections without warnings and errors, or show all."""
        self._show(TreeFilter(self._filter.text, only_findings=only))

    def show_matching(self, text: str) -> None:
        """Leave out documents that do not match words, but for those of which `show_headings` tells."""
        self._show(TreeFilter(text, only_findings=self._filter.only_findings))

    def show_headings(self, found: TreeFiltered) -> None:
        """Take in which headings match; an answer to other words than those shown is dropped."""
        if found.text != self._filter.text:
            return
        if self._unseen is not None:
            self._matches = found
            return
        for match, score in zip(found.matches, found.best, strict=True):
            if match.document in self._all:
                self._take_match(match.document, match.rows, match.hits, score)
        self.settled.emit()

    def show_states(self, states: Mapping[str, str]) -> None:
        """Mark documents that are others on disk than those that were read: "changed" or "gone"."""
        touched = {name for name, _ in states.items() ^ self._states.items()}
        self._states = states
        self._tell_changed([("", name, -1) for name in touched])

    def ask_sections(self, document: str) -> bool:
        """Ask for a document's sections unless they were asked for; return whether the document is known."""
        index = self.index_of(("", document, -1))
        if not index.isValid() or self.node(index).kind is not Kind.DOCUMENT:
            return False
        self._ask(self.node(index))
        return True

    def renew_sections(self, is_open: Callable[[Key], bool]) -> None:
        """Ask again for the sections that are shown, for they may be others; forget those of closed documents."""
        for document in list(self._sections):
            number = self._nodes.find(("", document, -1))
            if number is not None and is_open(("", document, -1)):
                self._renewed[document] = []
                self.sections_wanted.emit(document)
            else:
                self._forget_sections(document)

    def add_sections(self, document: str, rows: Sequence[SectionRow], *, done: bool) -> None:
        """Take a batch of a document's sections; parents come before their children."""
        owner = self._nodes.find(("", document, -1))
        if owner is None or not self._nodes[owner].asked or self._is_found(document):
            return
        if document in self._renewed or self._filter.only_findings:
            # Whether a heading leads to a finding, or all are the same, is known only when the last one has come.
            held = self._renewed.setdefault(document, [])
            held.extend(rows)
            if done:
                whole = self._renewed.pop(document)
                self._renew(owner, document, with_findings(whole) if self._filter.only_findings else whole)
        else:
            self._insert(owner, document, rows)

    @plainly
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a row's text, badges, node, tool tip or accessible text."""
        if not index.isValid():
            return None
        node = self.node(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return node.text
        if role == MARKS_ROLE:
            return self._marks(node)
        make = _DATA.get(role)
        return make(node, self._states.get(node.key[1], "") if node.kind is Kind.DOCUMENT else "") if make else None

    def _marks(self, node: Node) -> Marks:
        """Return what words found: in a heading, or a document's name, or else in its title, which is shown then."""
        if not self._filter.pattern or (node.kind is Kind.SECTION and node.key not in self._filter.hits):
            return NO_MARKS
        spans = self._filter.spans(node.text)
        if spans or not isinstance(node.item, DocumentRow):
            return Marks(spans)
        in_title = self._filter.spans(node.item.title)
        return Marks(spans, node.item.title, in_title) if in_title else NO_MARKS

    def _forget(self, folder: str) -> None:
        self._folder = folder
        self._all, self._folded, self._states = Shelf(), {}, {}
        self._filter = TreeFilter(self._filter.text, only_findings=self._filter.only_findings)
        self._unseen, self._passing = (deque() if self._filter else None), Shelf()
        self._show_other(Shelf() if self._filter else self._all)

    def _turn(self) -> None:
        """Take in the next documents, then have the filter look at the next ones."""
        self._take([self._coming.popleft() for _ in range(min(SLICE, len(self._coming)))])
        if not self._coming and self._stay is not None:
            self._drop_all_but(self._stay)
            self._stay = None
        if self._unseen is not None and not self._coming:
            self._look()
        if self.is_settled:
            self.settled.emit()
        else:
            self._turns.start()

    def _take(self, rows: Sequence[DocumentRow]) -> None:
        """Show the new state of documents."""
        added: list[Key] = []
        changed: dict[Key, None] = {}
        for row in rows:
            old = self._all.row(row.name) if row.name in self._all else None
            if old == row:
                continue
            self._folded.pop(row.name, None)
            key = self._all.put(row)
            if self._unseen is not None:
                self._unseen.append(row)
                key = key if self._shelf is self._all else None
            elif self._filter:
                key = self._filtered(row)
            if key:
                added.append(key)
            changed[("", row.name, -1)] = None
            changed.update(((folder, "", -1), None) for folder in folders_of(row.name) if folder)
        self._add_keys(added)
        self._tell_changed(changed)

    def _filtered(self, row: DocumentRow) -> Key | None:
        """Put a document on the shelf if it passes, or take it off; return the outermost row that is new."""
        if self._passes(row) or (self._is_found(row.name) and not self._filter.only_findings):
            return self._shelf.put(row)
        if key := self._shelf.drop(row.name):
            self._remove_key(key)
        return None

    def _drop_all_but(self, names: set[str]) -> None:
        for name in [row.name for row in self._all.rows() if row.name not in names]:
            self._sections.pop(name, None)
            key = self._all.drop(name)
            if self._shelf is not self._all:
                key = self._shelf.drop(name)
            if key:
                self._remove_key(key)
                self._tell_changed([(folder, "", -1) for folder in folders_of(name) if folder])

    def _tell_changed(self, keys: Iterable[Key]) -> None:
        """Give rows their new state, and have views paint them anew."""
        openable = False
        for key in keys:
            number = self._nodes.find(key)
            if number is None or number == ROOT:
                continue
            node, item = self._nodes[number], self._item(key)
            openable |= not node.asked and _sections_of(node.item) != _sections_of(item)
            node.item = item
            if self._nodes.is_shown(number):
                self.dataChanged.emit(self._index(number), self._index(number))
        if openable:
            self.openable_changed.emit()

    def _show(self, wanted: TreeFilter) -> None:
        if wanted.does_as(self._filter):
            self._filter.text = wanted.text
            return
        self._filter, self._matches = wanted, None
        self._passing = Shelf()
        self._unseen = deque(self._all.rows()) if wanted else None
        if not wanted:
            self._show_other(self._all)
            self.settled.emit()
        elif not self._turns.isActive():
            self._turn()

    def _look(self) -> None:
        """Have the filter look at the next documents; when all were looked at, show what it found."""
        if self._unseen is None:
            return
        for _ in range(min(SLICE, len(self._unseen))):
            row = self._unseen.popleft()
            if self._passes(row) and not self._filter.pattern:
                self._passing.put(row)
        if self._unseen:
            return
        self._unseen = None
        if self._filter.pattern:
            for name in self._filter.names():
                if name in self._all:
                    self._passing.put(self._all.row(name))
        self._show_other(self._passing)
        if self._matches is not None:
            self.show_headings(self._matches)

    def _show_other(self, shelf: Shelf) -> None:
        self._sections.clear()
        self._renewed.clear()
        self._show_shelf(shelf)

    def _passes(self, row: DocumentRow) -> bool:
        if self._filter.pattern and row.name not in self._folded:
            self._folded[row.name] = folded_of(row)
        return self._filter.score(row, self._folded.get(row.name, ()))

    def _is_found(self, document: str) -> bool:
        """Tell whether a document shows the headings that a filter found instead of all."""
        return document in self._filter.documents

    def _take_match(self, document: str, rows: Sequence[SectionRow], hits: tuple[int, ...], score: float) -> None:
        row = self._all.row(document)
        if self._filter.only_findings and not counts(row):
            return
        if document not in self._shelf and (key := self._shelf.put(row)):
            self._add_keys([key])
        self._forget_sections(document)
        self._filter.note_headings(row, score, hits)
        number = self._reach(("", document, -1))
        if number is not None:
            self._nodes[number].asked = True
            self._insert(number, document, rows)

    def _forget_sections(self, document: str) -> None:
        """Have a document's sections asked for anew when it is opened next."""
        self._sections.pop(document, None)
        self._renewed.pop(document, None)
        number = self._nodes.find(("", document, -1))
        if number is not None:
            node = self._nodes[number]
            self._remove_rows(number, 0, len(node.children) - 1)
            self._nodes.forget_waiting(number)
            node.asked = False

    def _renew(self, owner: int, document: str, rows: Sequence[SectionRow]) -> None:
        """Show a new state of a document's sections: in place when only their findings differ."""
        if not same_sections(self._sections.get(document, ()), rows):
            self._forget_sections(document)
            self._nodes[owner].asked = True
            self._insert(owner, document, rows)
            return
        for old, row in zip(self._sections[document], rows, strict=True):
            number = self._nodes.find(("", document, row.ordinal))
            if number is not None and row != old:
                self._nodes[number].item = row
                if self._nodes.is_shown(number):
                    self.dataChanged.emit(self._index(number), self._index(number))
        self._sections[document] = list(rows)

    def _insert(self, owner: int, document: str, rows: Sequence[SectionRow]) -> None:
        self._sections.setdefault(document, []).extend(rows)
        touched: dict[int, list[int]] = {}
        for row in rows:
            above = self._nodes.find(("", document, row.parent)) if row.parent >= 0 else owner
            parent = owner if above is None else above
            node = Node(Kind.SECTION, parent, ("", document, row.ordinal), on_one_line(row.heading), row)
            touched.setdefault(parent, []).append(self._nodes.add(node))
        # Children of new rows are attached before those rows are shown, so views hear of each shown parent once.
        for parent in sorted(touched, reverse=True):
            self._attach(parent, touched[parent])

    def _attach(self, parent: int, numbers: list[int]) -> None:
        node = self._nodes[parent]
        room = 0 if node.waiting else STEP - len(node.children)
        node.waiting += numbers[max(room, 0) :]
        self._show_rows(parent, len(node.children), numbers[: max(room, 0)])
        self._settle_more(parent)


def _sections_of(item: object) -> bool:
    return isinstance(item, DocumentRow) and item.sections > 0


_DATA: dict[int, Callable[[Node, str], object]] = {
    Qt.ItemDataRole.ToolTipRole: lambda node, state: tool_tip(node.item, state) or node.text,
    Qt.ItemDataRole.AccessibleTextRole: lambda node, state: accessible_text(node.text, node.item, state),
    BADGES_ROLE: lambda node, state: badges_of(node.item, state),
    NODE_ROLE: lambda node, _state: node,
}

"""The documents of the tree by folder, with sums; which of them have findings, and in what order they stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from explorer.core.views import DocumentRow, SectionRow

Key = tuple[str, str, int]
"""Names a row through all changes: (folder, "", -1), ("", document, -1) or ("", document, section)."""


@dataclass(slots=True)
class FolderSums:
    """What a folder holds: its own folders and documents by name, and sums over all documents below it.

    `ordered` are the rows right below it in order, once they were asked for.
    """

    folders: set[str] = field(default_factory=set[str])
    names: set[str] = field(default_factory=set[str])
    documents: int = 0
    notes: int = 0
    warnings: int = 0
    errors: int = 0
    waiting: int = 0
    ordered: list[Key] | None = None

    def add(self, row: DocumentRow, sign: int) -> None:
        """Count a document in (1) or out (-1)."""
        self.documents += sign
        self.notes += sign * row.notes
        self.warnings += sign * row.warnings
        self.errors += sign * (row.errors or bool(row.error))
        self.waiting += sign * (row.state == "waiting")


class Shelf:
    """Documents in folders. A folder is there as long as a document is below it."""

    def __init__(self) -> None:
        self._rows: dict[str, DocumentRow] = {}
        self._folders: dict[str, FolderSums] = {"": FolderSums()}

    def __contains__(self, name: str) -> bool:
        """Say whether a document is there."""
        return name in self._rows

    def row(self, name: str) -> DocumentRow:
        """Return a document's row; KeyError when there is none."""
        return self._rows[name]

    def rows(self) -> Sequence[DocumentRow]:
        """Return all documents in the order in which they came."""
        return tuple(self._rows.values())

    def __len__(self) -> int:
        """Return how many documents are there."""
        return len(self._rows)

    def folder(self, path: str) -> FolderSums | None:
        """Return what a folder holds, None for an unknown one; "" is the library."""
        return self._folders.get(path)

    def put(self, row: DocumentRow) -> Key | None:
        """Add or replace a document; return the outermost row that was not there before, None when all were."""
        old = self._rows.get(row.name)
        self._rows[row.name] = row
        new: Key | None = None if old else ("", row.name, -1)
        inner = ""
        for path in folders_of(row.name):
            if path not in self._folders:
                self._folders[path] = FolderSums()
                new = (path, "", -1)
            sums = self._folders[path]
            if inner and inner not in sums.folders:
                sums.folders.add(inner)
                sums.ordered = None
            inner = path
            if old:
                sums.add(old, -1)
            sums.add(row, 1)
        if not old:
            holder = self._folders[parent_of(("", row.name, -1))]
            holder.names.add(row.name)
            holder.ordered = None
        return new

    def drop(self, name: str) -> Key | None:
        """Remove a document; return the outermost row that is gone with it, None when it was not there."""
        row = self._rows.pop(name, None)
        if row is None:
            return None
        gone: Key = ("", name, -1)
        holder = self._folders[parent_of(gone)]
        holder.names.discard(name)
        holder.ordered = None
        for path in folders_of(name):
            sums = self._folders[path]
            sums.add(row, -1)
            if path and not sums.documents:
                del self._folders[path]
                gone = (path, "", -1)
                above = self._folders[parent_of(gone)]
                above.folders.discard(path)
                above.ordered = None
        return gone

    def children(self, path: str) -> list[Key]:
        """Return the rows right below a folder in order: folders, then documents, each by name."""
        sums = self._folders[path]
        if sums.ordered is None:
            keys: list[Key] = [(folder, "", -1) for folder in sums.folders]
            keys += [("", name, -1) for name in sums.names]
            sums.ordered = sorted(keys, key=place_of)
        return sums.ordered


def folders_of(name: str) -> Iterator[str]:
    """Yield the paths of the folders that a document is below, the innermost first, the library ("") last."""
    folder = name
    while folder:
        folder = folder.rpartition("/")[0]
        yield folder


def parent_of(key: Key) -> str:
    """Return the folder right above a folder or document."""
    return (key[1] or key[0]).rpartition("/")[0]


def place_of(key: Key) -> tuple[bool, str, str]:
    """Return what folders and documents of one folder are sorted by."""
    name = (key[1] or key[0]).rpartition("/")[2]
    return bool(key[1]), name.casefold(), name


def counts(row: DocumentRow | SectionRow) -> int:
    """Return the number of warnings and errors; not being readable is one."""
    error = row.error if isinstance(row, DocumentRow) else ""
    return row.warnings + row.errors + bool(error)


def with_findings(rows: Sequence[SectionRow]) -> list[SectionRow]:
    """Return rows that have a warning or an error, and all headings above them."""
    kept: set[int] = set()
    for row in reversed(rows):
        if counts(row) or row.ordinal in kept:
            kept.update((row.ordinal, row.parent))
    return [row for row in rows if row.ordinal in kept]


def same_sections(old: Sequence[SectionRow], new: Sequence[SectionRow]) -> bool:
    """Say whether two states of a document have the same headings in the same places."""
    return [(row.parent, row.heading) for row in old] == [(row.parent, row.heading) for row in new]

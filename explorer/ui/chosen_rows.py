"""Which rows of the chunk list are chosen, which of them is the current one, and where the keys choose next."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import QObject, Signal

from explorer.core.views import ChunkView
from explorer.ui.models.chunk_store import ChunkStore
from explorer.ui.models.row_choice import RowChoice


class Pick(Enum):
    """How a row is chosen beside those that are chosen already; KEEP: only if it is none of them."""

    ALONE = auto()
    UP_TO = auto()
    UP_TO_TOO = auto()
    TOGGLE = auto()
    KEEP = auto()


class ChosenRows(QObject):
    """The choice in a list whose rows come by and by.

    `current` is the row whose chunk is followed elsewhere, `cursor` where the keys choose next; -1 for none. Signals:
    `changed`; `view_wanted` (row): it is to be brought into view; `chunk_wanted` (document, index): the user made its
    row the current one, and it has come.
    """

    changed = Signal()
    view_wanted = Signal(int)
    chunk_wanted = Signal(str, int)

    def __init__(self, store: ChunkStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._key: tuple[str, int] | None = None
        self._unseen = False
        self.rows = RowChoice()
        self.current = self.cursor = -1
        self.pending = False

    def begin(self) -> None:
        """Expect another list. A chosen chunk is looked for in it and brought into view."""
        self.current = self.cursor = -1
        self.pending = False
        self._unseen = self._key is not None
        self.rows.clear()
        self.changed.emit()

    def resize(self, count: int) -> None:
        """Keep the current row alone: a list of another length may have other chunks in the rows that were chosen."""
        self.rows.clear()
        if self.current >= count:
            self.current, self.pending = -1, False
        if self.current >= 0:
            self.rows.set(self.current)
        self.cursor = min(self.cursor, count - 1)
        self.changed.emit()

    def view(self) -> ChunkView | None:
        """Return the current chunk when its row is known."""
        row = self._store.find(*self._key) if self._key else None
        return None if row is None else self._store.row(row)

    def choose(self, document: str, index: int) -> None:
        """Choose a chunk, alone unless it is the current one already, as soon as its row is known."""
        if (document, index) != self._key:
            self.rows.clear()
            self._key = (document, index)
        self._unseen = True
        self.pending = False
        self.find()
        self.changed.emit()

    def choose_none(self) -> None:
        """Choose nothing."""
        self._key = None
        self.current = self.cursor = -1
        self.pending = False
        self.rows.clear()
        self.changed.emit()

    def choose_all(self, count: int) -> None:
        """Choose all rows; the current one stays it."""
        self.rows.set_all(count)
        self.changed.emit()

    def choose_current_alone(self) -> None:
        """Choose only the current row."""
        if self.current >= 0:
            self.cursor = self.current
            self.rows.set(self.current)
            self.changed.emit()

    def find(self) -> None:
        """Look for the current chunk among the rows that have come."""
        if self.pending:
            if self._store.row(self.current) is not None:
                self._make_current(self.current)
            return
        row = self._store.find(*self._key) if self._key else None
        known = row is not None
        if row is None and self._key is not None:
            row = self._store.guess(*self._key)
        if row is None:
            return
        if row not in self.rows:
            self.rows.set(row)
            self.changed.emit()
        if row != self.current:
            self.current = self.cursor = row
        if self._unseen:
            self._unseen = not known
            self.view_wanted.emit(row)

    def pick(self, row: int, pick: Pick) -> None:
        """Choose a row, and make it, or where it is chosen no longer the nearest one, the current one."""
        match pick:
            case Pick.UP_TO:
                self.rows.extend(row)
            case Pick.UP_TO_TOO:
                self.rows.add(row)
            case Pick.TOGGLE:
                self.rows.toggle(row)
            case _:
                if pick is Pick.ALONE or row not in self.rows:
                    self.rows.set(row)
        self.cursor = row
        if row in self.rows:
            self._make_current(row)
        elif self.current == row:
            self._make_current(self.rows.nearest(row) or 0)
        self.cursor = row
        self.changed.emit()

    def _make_current(self, row: int) -> None:
        self.current = self.cursor = row
        view = self._store.row(row)
        self.pending = view is None
        self._unseen = False
        self.view_wanted.emit(row)
        if view is not None:
            chunk = view.item.chunk
            self._key = (chunk.document, chunk.index)
            self.chunk_wanted.emit(chunk.document, chunk.index)

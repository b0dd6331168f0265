"""The rows of the chunk list that have come so far: pages of a long list, the longest unused ones forgotten."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from explorer.core.views import ChunkView

PAGE = 200
"""How many rows are asked for at once."""

_KEPT_PAGES = 20


class ChunkStore:
    """Rows of a list of `total` chunks, kept by page of `PAGE` rows.

    Guarantee: at most `kept` pages are held, whatever the list's length, so that memory stays bounded.
    """

    def __init__(self, kept: int = _KEPT_PAGES) -> None:
        self._kept = kept
        self._pages: OrderedDict[int, tuple[ChunkView, ...]] = OrderedDict()
        self._rows: dict[tuple[str, int], int] = {}
        self.total: int | None = None

    def clear(self) -> None:
        """Forget everything, the total included."""
        self._pages.clear()
        self._rows.clear()
        self.total = None

    def add(self, total: int, offset: int, rows: Sequence[ChunkView]) -> None:
        """Take rows `offset` and following; `offset` is a multiple of `PAGE`."""
        if self.total is not None and total != self.total:
            self.clear()
        self.total = total
        page = offset // PAGE
        self._forget(page)
        if rows:
            self._pages[page] = tuple(rows[:PAGE])
            self._rows.update((_key(view), offset + place) for place, view in enumerate(self._pages[page]))
        while len(self._pages) > self._kept:
            self._forget(next(iter(self._pages)))

    def _forget(self, page: int) -> None:
        for view in self._pages.pop(page, ()):
            self._rows.pop(_key(view), None)

    def row(self, number: int) -> ChunkView | None:
        """Return the chunk in a row, None while it has not come."""
        page, place = divmod(number, PAGE)
        rows = self._pages.get(page)
        if rows is None or place >= len(rows):
            return None
        self._pages.move_to_end(page)
        return rows[place]

    def find(self, document: str, index: int) -> int | None:
        """Return the row of a chunk, None when it is not among those that came."""
        return self._rows.get((document, index))

    def missing(self, first: int, last: int) -> list[int]:
        """Return the offsets of the pages that rows `first` to `last` (included) still need."""
        if self.total is None or self.total == 0:
            return []
        pages = range(max(first, 0) // PAGE, min(last, self.total - 1) // PAGE + 1)
        return [page * PAGE for page in pages if page not in self._pages]

    def guess(self, document: str, index: int) -> int | None:
        """Return where a chunk of a one-document list must stand: such a list holds consecutive indices."""
        first = self.row(0)
        if first is None or self.total is None or first.item.chunk.document != document:
            return None
        row = index - first.item.chunk.index
        return row if 0 <= row < self.total else None


def _key(view: ChunkView) -> tuple[str, int]:
    return view.item.chunk.document, view.item.chunk.index

"""The chunks of the present selection that came from the engine, and what is surely among them."""

from __future__ import annotations

from collections import OrderedDict

from explorer import protocol
from explorer.core.views import ChunkView
from explorer.ui.wishes import Selection

_KEPT_CHUNKS = 2000


class ArrivedChunks:
    """Keeps the newest rows, and which section lies within which."""

    def __init__(self) -> None:
        self._rows: OrderedDict[tuple[str, int], ChunkView] = OrderedDict()
        self._parents: dict[str, dict[int, int]] = {}

    def add(self, event: protocol.Chunks) -> None:
        """Take rows of the present selection."""
        for view in event.rows:
            self._rows[view.item.chunk.document, view.item.chunk.index] = view
        while len(self._rows) > _KEPT_CHUNKS:
            self._rows.popitem(last=False)

    def row(self, document: str, index: int) -> ChunkView | None:
        """Return a chunk that came."""
        return self._rows.get((document, index))

    def expect_sections(self, document: str) -> None:
        """Forget a document's sections: they are asked for anew."""
        self._parents[document] = {}

    def add_sections(self, event: protocol.Sections) -> None:
        """Take sections of a document."""
        parents = self._parents.setdefault(event.document, {})
        parents.update((row.ordinal, row.parent) for row in event.rows)

    def clear_rows(self) -> None:
        """Forget the rows: something else is selected."""
        self._rows.clear()

    def clear(self) -> None:
        """Forget everything: the library has changed."""
        self._rows.clear()
        self._parents.clear()

    def holds(self, view: ChunkView, chosen: Selection) -> bool:
        """Say whether a selection surely holds the chunk: in a folder only rows that came are sure."""
        chunk = view.item.chunk
        if (chunk.document, chunk.index) in self._rows:
            return True
        if chosen.document != chunk.document:
            return False
        return chosen.section is None or chosen.section in self._enclosing(chunk.document, chunk.section)

    def _enclosing(self, document: str, section: int) -> set[int]:
        parents = self._parents.get(document, {})
        found: set[int] = set()
        while section >= 0 and section not in found:
            found.add(section)
            section = parents.get(section, -1)
        return found

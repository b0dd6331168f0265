"""The chunks' words in their sources as far as they have come; the longest unused ones are forgotten."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from explorer.core.chunk_sources import ChunkSource
from explorer.core.views import ChunkView

ChunkKey = tuple[str, int]
_KEPT = 1000


class SourceStore:
    """Sources by (document, index). Guarantee: at most `kept` are held."""

    def __init__(self, kept: int = _KEPT) -> None:
        self._kept = kept
        self._sources: OrderedDict[ChunkKey, ChunkSource] = OrderedDict()

    def clear(self) -> None:
        """Forget everything."""
        self._sources.clear()

    def add(self, sources: Iterable[ChunkSource]) -> None:
        """Take sources that came."""
        for source in sources:
            self._sources[source.document, source.index] = source
            self._sources.move_to_end((source.document, source.index))
        while len(self._sources) > self._kept:
            self._sources.popitem(last=False)

    def of(self, view: ChunkView) -> ChunkSource | None:
        """Return a chunk's source, None while it has not come; empty at once where there is none to come."""
        chunk = view.item.chunk
        if chunk.place.start is None:
            return ChunkSource(chunk.document, chunk.index)
        return self._sources.get((chunk.document, chunk.index))

"""What the engine answers to the source pane's requests; see `explorer.engine.jobs`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from explorer import protocol
from explorer.core.views import ContextChunk
from explorer.engine.library import Library
from explorer.engine.packing import unpack

MOST_PAGES = 32
"""Pages whose words are read for one answer, at most: other requests wait meanwhile."""


def _words(request: protocol.GetPageWords, library: Library) -> protocol.PageWordsTold:
    pages = library.page_words(request.document, request.first, min(request.count, MOST_PAGES))
    return protocol.PageWordsTold(id=request.id, document=request.document, pages=pages)


def _places(request: protocol.ListPlaces, library: Library) -> protocol.PlacesTold:
    catalogue = library.opened.catalogue
    known = catalogue.row("SELECT id, chunks FROM document WHERE name = ?", (request.document,))
    number, total = known or (-1, 0)
    rows = catalogue.rows(
        "SELECT item FROM chunk WHERE document = ? AND ordinal >= ? ORDER BY ordinal LIMIT ?",
        (number, request.offset, request.limit),
    )
    places = tuple(unpack(ContextChunk, row[0]).chunk.place for row in rows)
    return protocol.PlacesTold(
        id=request.id, document=request.document, offset=request.offset, total=total, places=places
    )


ANSWERS: dict[type[protocol.Request], Callable[[Any, Library], protocol.Event]] = {
    protocol.GetPageWords: _words,
    protocol.ListPlaces: _places,
}

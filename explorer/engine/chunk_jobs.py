"""What the engine answers to requests about the chunk list beyond its pages; see `explorer.engine.jobs`."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from explorer import protocol
from explorer.core.chunk_sources import ChunkSource, source_of
from explorer.core.errors import ExplorerError
from explorer.core.progress import Progress
from explorer.engine.catalogue_chunks import ChunkTable
from explorer.engine.catalogue_documents import DocumentTable
from explorer.engine.chunk_export import ChunkList, export_chunks
from explorer.engine.library import Library
from explorer.engine.opened import Opened

MOST_ROWS = 200
"""Chunks in one answer, as many as in a page of the list."""

_SOURCES: WeakKeyDictionary[Opened, tuple[tuple[str, int], str]] = WeakKeyDictionary()
"""The source text that was read last, by (document, revision): the next chunks in view are mostly of the same one."""


def _rows(request: protocol.ReadChunkRows, library: Library) -> protocol.ChunkRowsRead:
    if sum(max(stop - start, 0) for start, stop in request.rows) > MOST_ROWS:
        raise ExplorerError(f"More than {MOST_ROWS} chunks were asked for at once.")
    rows = library.chunk_rows(request.folder, request.document, request.section, request.rows)
    return protocol.ChunkRowsRead(id=request.id, rows=rows)


def _sources(request: protocol.GetChunkSources, library: Library) -> protocol.ChunkSourcesTold:
    table, found = ChunkTable(library.opened.catalogue), list[ChunkSource]()
    for document, index in request.chunks[:MOST_ROWS]:
        stored = table.one(document, index)
        if stored is not None:
            source = _source_text(library.opened, document) if stored.item.chunk.place.start is not None else ""
            found.append(source_of(document, index, source, stored.item.chunk.place))
    return protocol.ChunkSourcesTold(id=request.id, rows=tuple(found))


def _source_text(opened: Opened, document: str) -> str:
    key, kept = (document, opened.catalogue.revision), _SOURCES.get(opened)
    if kept is not None and kept[0] == key:
        return kept[1]
    parsed = DocumentTable(opened.catalogue).parsed(document)
    text = parsed.source_text if parsed else ""
    _SOURCES[opened] = (key, text)
    return text


def _export(
    request: protocol.ExportChunks, library: Library, progress: Progress
) -> Generator[None, None, protocol.ChunksExported]:
    wanted = ChunkList(request.folder, request.document, request.section, request.rows)
    count = yield from export_chunks(library.opened, wanted, Path(request.path), request.format, progress)
    return protocol.ChunksExported(id=request.id, path=request.path, count=count)


ANSWERS: dict[type[protocol.Request], Callable[[Any, Library], protocol.Event]] = {
    protocol.ReadChunkRows: _rows,
    protocol.GetChunkSources: _sources,
}

IN_STEPS: dict[type[protocol.Request], Callable[[Any, Library, Progress], Generator[None, None, protocol.Event]]] = {
    protocol.ExportChunks: _export,
}

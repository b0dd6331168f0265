"""Messages about the chunk list beyond its pages: chosen rows, the words in the source, and files of chunks."""

from __future__ import annotations

from explorer.core.chunk_sources import ChunkSource
from explorer.core.views import ChunkView
from explorer.protocol.base import Event, Request

RowRange = tuple[int, int]
"""Rows of a list: the first, and one past the last."""


class ReadChunkRows(Request, frozen=True, kw_only=True):
    """Ask for some rows of the list that `ListChunks` pages through; answered by `ChunkRowsRead`.

    `rows` are ranges of it, in order; together they shall not be longer than a page.
    """

    folder: str = ""
    document: str = ""
    section: int | None = None
    rows: tuple[RowRange, ...] = ()


class ChunkRowsRead(Event, frozen=True, kw_only=True):
    """The rows that were asked for, in order; those beyond the list's end are left out."""

    rows: tuple[ChunkView, ...]


class GetChunkSources(Request, frozen=True, kw_only=True):
    """Ask for chunks, each as (document, index), as their documents have them; answered by `ChunkSourcesTold`."""

    chunks: tuple[tuple[str, int], ...]


class ChunkSourcesTold(Event, frozen=True, kw_only=True):
    """What stands in the source where the chunks were cut; chunks that are no more are left out."""

    rows: tuple[ChunkSource, ...]


class ExportChunks(Request, frozen=True, kw_only=True):
    """Write chunks of a list as a file; `Progress`, then `ChunksExported`.

    `format`: jsonl, csv or markdown. `rows` are ranges of the list, in order; none means all of it.
    """

    path: str
    format: str
    folder: str = ""
    document: str = ""
    section: int | None = None
    rows: tuple[RowRange, ...] = ()


class ChunksExported(Event, frozen=True, kw_only=True):
    """The file that was written, and how many chunks it holds."""

    path: str
    count: int

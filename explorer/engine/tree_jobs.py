"""What the engine answers to requests about the document tree; see `explorer.engine.jobs`."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import replace
from typing import Any

from explorer import protocol
from explorer.core.parsing import format_of
from explorer.core.progress import Progress
from explorer.core.views import DocumentRow
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import ChunkTable, marks, pages
from explorer.engine.heading_search import Found, HeadingSearch
from explorer.engine.library import Library
from explorer.engine.reading_news import ReadingNews
from explorer.protocol.tree import TreeMatch


def told(catalogue: Catalogue, news: ReadingNews) -> tuple[DocumentRow, ...]:
    """Return the rows of the next lot of documents whose state changed; empty when nothing is to be told."""
    states = news.take()
    known = ChunkTable(catalogue).some_documents(states)
    unread = DocumentRow(name="", title="", format="")
    return tuple(
        replace(known.get(name) or replace(unread, name=name, format=format_of(name)), state=state)
        for name, state in states.items()
    )


def doubt(catalogue: Catalogue, names: Iterable[str]) -> None:
    """Forget what these documents held when they were read, so that the next refresh reads them again."""
    with catalogue.transaction():
        for page in pages(names):
            catalogue.run(f"UPDATE document SET hash = '', mtime_ns = -1 WHERE name IN ({marks(page)})", page)  # noqa: S608


def _find(
    request: protocol.FindHeadings, library: Library, _progress: Progress
) -> Generator[None, None, protocol.HeadingsFound]:
    found = yield from HeadingSearch(library.opened.catalogue).find(request.text, request.limit)
    table = ChunkTable(library.opened.catalogue)
    return protocol.HeadingsFound(id=request.id, rows=tuple(_match(table, each) for each in found))


def _match(table: ChunkTable, found: Found) -> protocol.HeadingMatch:
    if found.section is None:
        return protocol.HeadingMatch(document=found.document, title=found.text)
    path = tuple(heading for _, heading, _ in table.chain(found.document, found.section))
    return protocol.HeadingMatch(document=found.document, title=found.text, heading_path=path, section=found.section)


def _filter(
    request: protocol.FilterTree, library: Library, _progress: Progress
) -> Generator[None, None, protocol.TreeFiltered]:
    found, total = yield from HeadingSearch(library.opened.catalogue).filtered(request.text, request.limit)
    return protocol.TreeFiltered(
        id=request.id,
        text=request.text,
        matches=tuple(TreeMatch(document=each.document, rows=each.rows, hits=each.hits) for each in found),
        best=tuple(each.best for each in found),
        total=total,
    )


IN_STEPS: dict[type[protocol.Request], Callable[[Any, Library, Progress], Generator[None, None, protocol.Event]]] = {
    protocol.FindHeadings: _find,
    protocol.FilterTree: _filter,
}

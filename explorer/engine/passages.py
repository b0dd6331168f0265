"""Reading hits of an open library: the chunks around them, or the section that fits a budget."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from explorer import protocol
from explorer.core.errors import ExplorerError
from explorer.core.model import Block, ParsedDocument
from explorer.core.outline import Section, own_bodies
from explorer.core.passages import Book, in_order, read_around, read_sections
from explorer.core.report.lines import TEXT_FORMATS, regions
from explorer.core.retrieval_views import MOST_NEIGHBOURS, Passage, PassagePart
from explorer.core.views import ContextChunk
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import ChunkTable, StoredChunk
from explorer.engine.catalogue_documents import DocumentTable
from explorer.engine.library import Library
from explorer.engine.opened import Opened


def answer(request: protocol.ReadPassages, library: Library) -> protocol.PassagesRead:
    """Answer what stands around hits."""
    passages = read_passages(library.opened, request.hits, request.window, request.budget)
    return protocol.PassagesRead(id=request.id, passages=passages)


def read_passages(opened: Opened, hits: Iterable[tuple[str, int]], window: int, budget: int = 0) -> tuple[Passage, ...]:
    """Return what stands around hits, as (document, index), best first; with a budget in tokens, their sections.

    Raises `ExplorerError` for a hit that is not there and for a window or budget that makes no sense.
    """
    if not 0 <= window <= MOST_NEIGHBOURS:
        raise ExplorerError(f"{window} neighbours cannot be read.", f"Choose 0 to {MOST_NEIGHBOURS} on each side.")
    if budget < 0:
        raise ExplorerError(f"A section cannot have {budget} tokens.", "Choose a number above 0.")
    wanted = tuple(dict.fromkeys(hits))
    by_document: dict[str, list[int]] = {}
    for document, index in wanted:
        by_document.setdefault(document, []).append(index)
    found: list[Passage] = []
    tokenizer = opened.setup.tokenizer
    for document, indices in by_document.items():
        book = _open_book(opened.catalogue, document, indices)
        around = read_sections if budget else read_around
        read = around(book, indices, budget or window, tokenizer)
        found += _with_lines(read, DocumentTable(opened.catalogue).parsed(document))
    return in_order(found, wanted)


def _with_lines(passages: Sequence[Passage], document: ParsedDocument | None) -> Sequence[Passage]:
    """Tell in which line of its file each part begins, so that an editor can be opened there."""
    if document is None or document.format not in TEXT_FORMATS:
        return passages
    lines = regions(document.source_text, (part.place for each in passages for part in each.parts))
    starts = {span: region.line for span, region in lines.items()}

    def told(part: PassagePart) -> PassagePart:
        start, end = part.place.start, part.place.end
        return replace(part, line=starts.get((start, end), 0) if start is not None and end is not None else 0)

    return [replace(each, parts=tuple(told(part) for part in each.parts)) for each in passages]


def _open_book(catalogue: Catalogue, document: str, indices: Sequence[int]) -> Book:
    rows = catalogue.rows(
        "SELECT c.section FROM chunk c JOIN document d ON d.id = c.document WHERE d.name = ? ORDER BY c.ordinal",
        (document,),
    )
    missing = next((index for index in indices if not 0 <= index < len(rows)), None)
    if missing is not None:
        raise ExplorerError(f"There is no chunk {missing} in {document!r}.", "The document may have changed.")
    pages = _Pages(catalogue, document)
    first = pages.stored(range(indices[0], indices[0] + 1))[0]
    return Book(
        name=document,
        title=first.item.title,
        metadata=first.metadata,
        sections=ChunkTable(catalogue).sections(document),
        owners=[row[0] for row in rows],
        chunks=pages.chunks,
        blocks=pages.blocks,
    )


@dataclass(slots=True)
class _Pages:
    """Loads chunks once each, and the document's blocks when a table or code asks for them."""

    catalogue: Catalogue
    document: str
    kept: dict[int, StoredChunk] = field(default_factory=dict[int, StoredChunk])
    parsed: tuple[tuple[Block, ...], tuple[tuple[Section | None, range], ...]] | None = None

    def stored(self, chunks: range) -> list[StoredChunk]:
        missing = [index for index in chunks if index not in self.kept]
        if missing:
            count = missing[-1] + 1 - missing[0]
            _, found = ChunkTable(self.catalogue).section_page(self.document, None, missing[0], count)
            self.kept.update((each.item.chunk.index, each) for each in found)
        return [self.kept[index] for index in chunks]

    def chunks(self, wanted: range) -> list[ContextChunk]:
        return [each.item for each in self.stored(wanted)]

    def blocks(self, section: int) -> Sequence[Block]:
        """Return the blocks of a section's own body; -1 for those before the first heading."""
        if self.parsed is None:
            document = DocumentTable(self.catalogue).parsed(self.document)
            blocks = document.blocks if document else ()
            self.parsed = (blocks, tuple(own_bodies(blocks)))
        blocks, bodies = self.parsed
        stretches = [stretch for own, stretch in bodies if (own.ordinal if own else -1) == section]
        return [blocks[index] for stretch in stretches for index in stretch]

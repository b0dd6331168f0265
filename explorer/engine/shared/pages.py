"""Documents of a catalogue as pages of a book, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from explorer.core.audit import DUPLICATE_RULES, LIBRARY_RULES
from explorer.core.context import embed_text, vector_id
from explorer.core.errors import ExplorerError
from explorer.core.findings import Finding
from explorer.core.model import Block, BlockKind, Metadata, ParsedDocument, Place, TitleSource
from explorer.core.outline import outline
from explorer.core.questions_text import own_text
from explorer.core.recipe import Recipe
from explorer.core.views import ContextChunk, DocumentRow
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import ChunkTable
from explorer.engine.catalogue_documents import lean
from explorer.engine.packing import unpack
from explorer.engine.pipeline import Prepared
from explorer.engine.shared.book import Page, SharedChunk, SharedSection

REBUILT = "The document is with the writer of this shared library; what is shown here is put together from its chunks."
"""The note on every document of a reader."""

_LONGEST_GAP = 10_000_000
"""Characters; a place that is farther away is not believed."""

_MADE_ANEW = frozenset(rule.code for rule in LIBRARY_RULES)
"""Findings that follow from all documents and the date: a reader makes them itself."""

COMPARED = frozenset(rule.code for rule in DUPLICATE_RULES)
"""Findings that come of comparing passages: they do not count as the document's own."""


def page_of(catalogue: Catalogue, name: str, recipe: Recipe) -> Page:
    """Return a document of the catalogue as a page; `recipe` is the library's."""
    number, facts, metadata = catalogue.rows("SELECT id, facts, metadata FROM document WHERE name = ?", (name,))[0]
    sections = catalogue.rows(
        "SELECT ordinal, parent, level, heading, slug, place, leaf, code, renamed FROM section WHERE document = ?"
        " ORDER BY ordinal",
        (number,),
    )
    found = catalogue.rows("SELECT code, item FROM finding WHERE document = ? ORDER BY id", (number,))
    return Page(
        row=unpack(DocumentRow, facts),
        metadata=unpack(Metadata, metadata),
        sections=tuple(
            SharedSection(*row[:5], place=unpack(Place, row[5]), leaf=row[6], code=row[7], renamed=row[8])
            for row in sections
        ),
        chunks=tuple(_shared(stored.item, recipe) for stored in ChunkTable(catalogue).of_document(name)),
        findings=tuple(unpack(Finding, item) for code, item in found if code not in _MADE_ANEW),
    )


def _shared(item: ContextChunk, recipe: Recipe) -> SharedChunk:
    text = item.chunk.text
    return SharedChunk(
        text=vector_id(text),
        item=lean(item),
        kept=None if item.chunk.embeddable else text,
        embedded=None if item.embedded_text == embed_text(item.header, text, recipe) else item.embedded_text,
    )


def texts_of(page: Page) -> set[str]:
    """Return the ids of the texts that the page's chunks have in the plain collection."""
    return {chunk.text for chunk in page.chunks if chunk.kept is None}


def prepared_of(page: Page, texts: Mapping[str, str], recipe: Recipe) -> Prepared:
    """Return a page as what reading the document would have come to; `texts` by the ids of `texts_of`.

    The parsed document in it is put together from headings and chunks. Raises `ExplorerError` for sections that do not
    nest as they say.
    """
    items = tuple(_item(chunk, texts, recipe) for chunk in page.chunks)
    document = _rebuilt(page, items)
    sections = tuple(
        replace(section, slug=shared.slug, place=shared.place)
        for section, shared in zip(outline(document.blocks), page.sections, strict=True)
    )
    if [(each.level, each.parent) for each in sections] != [(each.level, each.parent) for each in page.sections]:
        raise ExplorerError(f"The headings of {page.row.name} on the server do not fit together.")
    return Prepared(
        document=document,
        sections=sections,
        chunks=items,
        findings=tuple(finding for finding in page.findings if finding.code not in COMPARED),
        leaf_keys=tuple(each.leaf for each in page.sections),
        codes=tuple(each.code for each in page.sections),
        renames={each.ordinal: each.renamed for each in page.sections if each.renamed},
    )


def _item(chunk: SharedChunk, texts: Mapping[str, str], recipe: Recipe) -> ContextChunk:
    text = texts[chunk.text] if chunk.kept is None else chunk.kept
    embedded = embed_text(chunk.item.header, text, recipe) if chunk.embedded is None else chunk.embedded
    return replace(chunk.item, chunk=replace(chunk.item.chunk, text=text), embedded_text=embedded)


def _rebuilt(page: Page, items: Sequence[ContextChunk]) -> ParsedDocument:
    """Return a document of headings and own texts, each where it stands in the source as far as spans say."""
    source = _Source()
    blocks: list[Block] = []
    done = 0
    for item in items:
        chunk = item.chunk
        while done < len(page.sections) and done <= chunk.section:
            blocks.append(_heading(page.sections[done], source))
            done += 1
        if chunk.kind == BlockKind.HEADING:
            # A heading without a body is a chunk of its own words.
            continue
        own = own_text(chunk.text, chunk.carried)
        blocks.append(Block(_kind(chunk.kind), own, source.put(own, chunk.place)))
    blocks += [_heading(section, source) for section in page.sections[done:]]
    row = page.row
    return ParsedDocument(
        name=row.name,
        format=row.format,
        title=row.title,
        title_source=TitleSource.HEADING,
        blocks=tuple(blocks),
        metadata=page.metadata,
        evidence=row.evidence,
        notes=row.reader_notes,
        source_text=source.text,
    )


def _heading(section: SharedSection, source: _Source) -> Block:
    place = source.put(section.heading, section.place)
    return Block(BlockKind.HEADING, section.heading, place, level=section.level, slug=section.slug)


def _kind(name: str) -> BlockKind:
    return BlockKind(name) if name in set(BlockKind) else BlockKind.PARAGRAPH


class _Source:
    """A text in which every piece stands at its place in the source, gaps filled with blanks."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0

    @property
    def text(self) -> str:
        """Return what was put together."""
        return "".join(self._parts)

    def put(self, piece: str, place: Place) -> Place:
        """Add a piece on a line of its own and return where it stands."""
        wanted = place.start if place.start is not None and place.end is not None else 0
        gap = max(wanted - self._length, 2 if self._length else 0)
        gap = gap if gap <= _LONGEST_GAP else 2
        self._parts += [_blank(gap), piece]
        start = self._length + gap
        self._length = start + len(piece)
        return replace(place, start=start, end=self._length)


def _blank(length: int) -> str:
    """Return white space that ends a line and leaves one empty."""
    return "\n\n"[:length] if length <= 2 else "\n" + " " * (length - 2) + "\n"


def compared_findings(page: Page) -> Iterable[Finding]:
    """Return those findings of a page that come of comparing passages."""
    return (finding for finding in page.findings if finding.code in COMPARED)

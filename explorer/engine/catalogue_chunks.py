"""Chunks, sections and findings read back from the catalogue, page by page, cheap at any offset."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, islice, takewhile
from typing import TypeVar

from explorer.core.context import display_text
from explorer.core.findings import Finding, Health, Severity
from explorer.core.model import Metadata, Place
from explorer.core.subject import NOT_SELF_DESCRIBING, SubjectKind
from explorer.core.views import ContextChunk, DocumentRow, SectionRow
from explorer.engine.catalogue import Catalogue, Row, Value
from explorer.engine.packing import unpack

_Item = TypeVar("_Item")
_PAGE = 500
"""Values in one `IN (…)` list."""

COMPARED = "('C206', 'C207')"
"""The findings that come of comparing passages with those of other documents, as a list in SQL."""

_COMPARED_LAST = f"f.code IN {COMPARED}, f.id"
"""The order of a document's findings: what comparing it with others found stands last, whenever it was found."""

_CHUNK = (
    "SELECT c.id, c.text, c.embedded, c.item, d.metadata, c.subject FROM chunk c JOIN document d ON d.id = c.document"
)


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A chunk under the library's recipe, with its document's fields and its row's id."""

    id: int
    item: ContextChunk
    metadata: Metadata


@dataclass(frozen=True, slots=True)
class Span:
    """`count` chunks of a document (its row's id) that stand side by side, from ordinal `first` on.

    `row` is where the first of them stands in the list that is made up of spans.
    """

    document: int
    row: int
    first: int
    count: int


def pages(items: Iterable[_Item], size: int = _PAGE) -> Iterator[list[_Item]]:
    """Yield the items in lists of at most `size`."""
    walk = iter(items)
    while page := list(islice(walk, size)):
        yield page


def marks(values: Sequence[object]) -> str:
    """Return the place holders of an `IN` list."""
    return ",".join("?" * len(values))


class ChunkTable:
    """Reads the tables `chunk`, `section`, `finding` and `document` for showing."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def documents(self) -> list[DocumentRow]:
        """Return every document by name; what depends on other documents or on the date is not filled in."""
        rows = self._catalogue.rows("SELECT facts FROM document ORDER BY name")
        return [unpack(DocumentRow, row[0]) for row in rows]

    def some_documents(self, names: Iterable[str]) -> dict[str, DocumentRow]:
        """Return those of these documents that are there, by name; as `documents`."""
        found: dict[str, DocumentRow] = {}
        for page in pages(names):
            rows = self._catalogue.rows(f"SELECT name, facts FROM document WHERE name IN ({marks(page)})", page)  # noqa: S608
            found.update((row[0], unpack(DocumentRow, row[1])) for row in rows)
        return found

    def metadata(self) -> dict[str, Metadata]:
        """Return the fields of every document by name."""
        rows = self._catalogue.rows("SELECT name, metadata FROM document")
        return {row[0]: unpack(Metadata, row[1]) for row in rows}

    def by_ids(self, ids: Iterable[int]) -> list[StoredChunk]:
        """Return chunks in the order of their documents' names and their own."""
        found: list[StoredChunk] = []
        for page in pages(ids):
            rows = self._catalogue.rows(f"{_CHUNK} WHERE c.id IN ({marks(page)})", page)
            found += [_stored(row) for row in rows]
        return sorted(found, key=lambda stored: (stored.item.chunk.document, stored.item.chunk.index))

    def of_document(self, name: str) -> list[StoredChunk]:
        """Return the chunks of one document in order."""
        rows = self._catalogue.rows(f"{_CHUNK} WHERE d.name = ? ORDER BY c.ordinal", (name,))
        return [_stored(row) for row in rows]

    def one(self, document: str, index: int) -> StoredChunk | None:
        """Return the chunk (document, index)."""
        row = self._catalogue.row(f"{_CHUNK} WHERE d.name = ? AND c.ordinal = ?", (document, index))
        return _stored(row) if row else None

    def page(self, folder: str, offset: int, limit: int) -> tuple[int, list[StoredChunk]]:
        """Return the number of chunks below `folder` (empty: all) and those from `offset` on, by document and index."""
        return self._page(self.spans(folder, "", None), offset, limit)

    def section_page(
        self, document: str, section: int | None, offset: int, limit: int
    ) -> tuple[int, list[StoredChunk]]:
        """Return the number of chunks of a document, or of a section with its subsections, and a page of them."""
        return self._page(self.spans("", document, section), offset, limit)

    def spans(self, folder: str, document: str, section: int | None) -> list[Span]:
        """Return where the chunks of a list stand: of a document or its section, else below `folder` (empty: all)."""
        if document:
            return self._section_span(document, section)
        below, values = _below(folder)
        counts = self._catalogue.rows(f"SELECT id, chunks FROM document d WHERE {below} ORDER BY name", values)  # noqa: S608
        rows = accumulate((count for _, count in counts), initial=0)
        return [Span(number, row, 0, count) for (number, count), row in zip(counts, rows, strict=False) if count]

    def rows_of(self, spans: Sequence[Span], start: int, stop: int) -> list[StoredChunk]:
        """Return rows `start` to `stop` (excluded) of the list that the spans make up; no offset is walked in SQL."""
        found: list[StoredChunk] = []
        place = max(bisect_right(spans, start, key=lambda span: span.row) - 1, 0)
        for span in takewhile(lambda span: span.row < stop, islice(spans, place, None)):
            low, high = max(start - span.row, 0), min(stop - span.row, span.count)
            found += self._range(span.document, span.first + low, span.first + high)
        return found

    def _page(self, spans: Sequence[Span], offset: int, limit: int) -> tuple[int, list[StoredChunk]]:
        return sum(span.count for span in spans), self.rows_of(spans, offset, offset + limit)

    def _section_span(self, document: str, section: int | None) -> list[Span]:
        """Return the one span of a section's chunks, which stand side by side; none where there are none."""
        low, high = -1, 1 << 60
        if section is not None and section >= 0:
            row = self._catalogue.row(
                "SELECT s.last FROM section s JOIN document d ON d.id = s.document WHERE d.name = ? AND s.ordinal = ?",
                (document, section),
            )
            low, high = (section, row[0]) if row else (1, 0)
        elif section is not None:
            high = -1
        row = self._catalogue.row(
            "SELECT d.id, min(c.ordinal), count(*) FROM chunk c JOIN document d ON d.id = c.document"
            " WHERE d.name = ? AND c.section BETWEEN ? AND ? GROUP BY d.id",
            (document, low, high),
        )
        return [Span(row[0], 0, *row[1:])] if row else []

    def sections(self, document: str, ordinals: Sequence[int] | None = None) -> list[SectionRow]:
        """Return a document's sections, or some, with the findings about each heading and its chunks counted."""
        found = self._catalogue.row("SELECT id FROM document WHERE name = ?", (document,))
        if found is None:
            return []
        counts: dict[int, list[int]] = {}
        for section, severity, count in self._catalogue.rows(
            "SELECT section, severity, count(*) FROM finding WHERE document = ? AND section IS NOT NULL"
            " GROUP BY section, severity",
            found,
        ):
            counts.setdefault(section, [0, 0, 0])[severity] = count
        which = f"AND ordinal IN ({marks(ordinals)})" if ordinals is not None else ""
        rows = self._catalogue.rows(
            "SELECT ordinal, parent, level, heading, place, renamed FROM section"  # noqa: S608
            f" WHERE document = ? {which} ORDER BY ordinal",
            (*found, *(ordinals or ())),
        )
        return [
            SectionRow(
                *row[:4],
                place=unpack(Place, row[4]),
                warnings=tally[1],
                errors=tally[2],
                notes=tally[0],
                renamed=row[5],
            )
            for row in rows
            for tally in [counts.get(row[0], [0, 0, 0])]
        ]

    def chain(self, document: str, section: int) -> list[tuple[int, str, str]]:
        """Return (ordinal, heading, what a mend makes of it) of a section and all above it, outermost first."""
        rows = self._catalogue.rows(
            "WITH RECURSIVE above(document, ordinal, parent, heading, renamed) AS ("
            " SELECT s.document, s.ordinal, s.parent, s.heading, s.renamed FROM section s"
            " JOIN document d ON d.id = s.document WHERE d.name = ? AND s.ordinal = ?"
            " UNION ALL SELECT s.document, s.ordinal, s.parent, s.heading, s.renamed FROM above a"
            " JOIN section s ON s.document = a.document AND s.ordinal = a.parent)"
            " SELECT ordinal, heading, renamed FROM above ORDER BY ordinal",
            (document, section),
        )
        return [(row[0], row[1], row[2]) for row in rows]

    def proposed_mends(self, document: str, sections: Iterable[int]) -> dict[int, str]:
        """Return the headings that the audit proposes for sections of a document, by ordinal: the first for each."""
        found: dict[int, str] = {}
        for page in pages(sorted(set(sections))):
            rows = self._catalogue.rows(
                "SELECT f.section, f.item FROM finding f JOIN document d ON d.id = f.document"  # noqa: S608
                f" WHERE d.name = ? AND f.chunk IS NULL AND f.section IN ({marks(page)}) ORDER BY f.id",
                [document, *page],
            )
            for section, item in rows:
                mend = unpack(Finding, item).mend
                if mend:
                    found.setdefault(section, mend)
        return found

    def chunk_findings(self, ids: Iterable[int]) -> dict[int, tuple[Finding, ...]]:
        """Return the findings about each chunk, by the chunk's row id."""
        found: dict[int, tuple[Finding, ...]] = {}
        for page in pages(ids):
            rows = self._catalogue.rows(
                "SELECT c.id, f.item FROM finding f JOIN chunk c ON c.document = f.document AND c.ordinal = f.chunk"  # noqa: S608
                f" WHERE c.id IN ({marks(page)}) ORDER BY f.severity DESC, {_COMPARED_LAST}",
                page,
            )
            for number, item in rows:
                found[number] = (*found.get(number, ()), unpack(Finding, item))
        return found

    def findings(self, document: str, codes: Sequence[str], offset: int, limit: int) -> tuple[int, list[Finding]]:
        """Return the number of findings that pass, and a page of them, the worst first."""
        where, values = "1", list[Value]()
        if document:
            where, values = "d.name = ?", [document]
        if codes:
            where, values = f"{where} AND f.code IN ({marks(codes)})", [*values, *codes]
        tables = f"FROM finding f LEFT JOIN document d ON d.id = f.document WHERE {where}"
        rows = self._catalogue.rows(
            f"SELECT f.item {tables} ORDER BY f.severity DESC, d.name, {_COMPARED_LAST} LIMIT ? OFFSET ?",
            [*values, limit, offset],
        )
        total = self._catalogue.number(f"SELECT count(*) {tables}", values)
        return total, [unpack(Finding, row[0]) for row in rows]

    def finding_counts(self) -> dict[str, int]:
        """Return how many findings of each code the library has."""
        return {row[0]: row[1] for row in self._catalogue.rows("SELECT code, count(*) FROM finding GROUP BY code")}

    def health(self) -> Health:
        """Return the counts over the library."""
        codes = self.finding_counts()
        rows = self._catalogue.rows("SELECT severity, count(*) FROM finding GROUP BY severity")
        severities: dict[int, int] = {row[0]: row[1] for row in rows}
        kinds = self.kinds()
        return Health(
            documents=self._catalogue.number("SELECT count(*) FROM document WHERE error = ''"),
            unreadable=codes.get("D305", 0),
            headings=self._catalogue.number("SELECT count(*) FROM section"),
            chunks=self._catalogue.number("SELECT count(*) FROM chunk"),
            empty_paths=codes.get("C201", 0),
            unhelpful_headers=codes.get("C202", 0),
            notes=severities.get(Severity.NOTE.rank, 0),
            warnings=severities.get(Severity.WARNING.rank, 0),
            errors=severities.get(Severity.ERROR.rank, 0),
            judged=sum(kinds.values()) - kinds.get("", 0),
            not_self_describing=sum(kinds.get(kind, 0) for kind in NOT_SELF_DESCRIBING),
            needs_discriminator=kinds.get(SubjectKind.NEEDS_DISCRIMINATOR, 0),
        )

    def compared_warnings(self) -> dict[str, int]:
        """Return how many warnings each document has of having been compared with others (C206, C207)."""
        rows = self._catalogue.rows(
            "SELECT d.name, count(*) FROM finding f JOIN document d ON d.id = f.document"  # noqa: S608
            f" WHERE f.code IN {COMPARED} GROUP BY d.id"
        )
        return {row[0]: row[1] for row in rows}

    def kinds(self) -> dict[str, int]:
        """Return how many chunks are of each kind of self-description; "" counts those that are not judged."""
        return {row[0]: row[1] for row in self._catalogue.rows("SELECT subject, count(*) FROM chunk GROUP BY subject")}

    def _range(self, document: int, start: int, stop: int) -> list[StoredChunk]:
        rows = self._catalogue.rows(
            f"{_CHUNK} WHERE c.document = ? AND c.ordinal >= ? AND c.ordinal < ? ORDER BY c.ordinal",
            (document, start, stop),
        )
        return [_stored(row) for row in rows]


def _below(folder: str) -> tuple[str, list[Value]]:
    prefix = f"{folder.strip('/')}/"
    return ("substr(d.name, 1, ?) = ?", [len(prefix), prefix]) if folder.strip("/") else ("1", [])


def _stored(row: Row) -> StoredChunk:
    number, text, embedded, item, metadata, subject = row
    lean = unpack(ContextChunk, item)
    chunk = replace(lean.chunk, text=text)
    shown = display_text(chunk.document, chunk.heading_path, text)
    whole = replace(lean, chunk=chunk, embedded_text=embedded, display_text=shown, subject=subject)
    return StoredChunk(number, whole, unpack(Metadata, metadata))

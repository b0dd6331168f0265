"""Documents in the catalogue: written whole, one transaction a document, and read back as rows.

Guarantee: whenever a chunk goes, every vector it stood for is noted as pending in the same transaction, so Chroma
is told even when the program ends in between.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from explorer.core.findings import Finding, Severity
from explorer.core.model import Metadata, ParsedDocument
from explorer.core.outline import Section
from explorer.core.recipe import PLAIN
from explorer.core.views import ContextChunk, DocumentRow
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import COMPARED, marks, pages
from explorer.engine.packing import deflate, inflate, pack, unpack
from explorer.engine.pipeline import Prepared
from explorer.engine.scanning import Found


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What the catalogue remembers of a file; `raw` are its path's bytes, `hash` is of its content.

    `mtime_ns` is -1 when the times say nothing about whether the content is the same.
    """

    name: str
    raw: bytes
    size: int
    mtime_ns: int
    hash: str
    error: str = ""
    changed_ns: int = -1
    inode: int = 0

    def is_of(self, found: Found) -> bool:
        """Tell whether the file looks untouched since."""
        mine = (self.size, self.mtime_ns, self.raw, self.changed_ns, self.inode)
        return mine == (found.size, found.mtime_ns, found.raw, found.changed_ns, found.inode)

    def is_same_file(self, found: Found) -> bool:
        """Tell whether the system has noted no change of the file, whatever its time says of the content."""
        mine = (self.size, self.raw, self.changed_ns, self.inode)
        return mine == (found.size, found.raw, found.changed_ns, found.inode)

    def is_only_fresh(self, found: Found) -> bool:
        """Tell whether the file is looked at again only because it was new when it was read."""
        return bool(self.hash) and self.mtime_ns < 0 and self.is_same_file(found)

    @classmethod
    def of(cls, found: Found, digest: str, error: str = "", *, since: int) -> FileFacts:
        """Return the facts of a file as it was found by a scan begun at `since` (nanoseconds since 1970).

        A file that was changed about then may change once more without looking otherwise: its time is not kept.
        """
        settled = max(found.mtime_ns, found.changed_ns) < since - _COARSE
        mtime = found.mtime_ns if settled else -1
        return cls(found.name, found.raw, found.size, mtime, digest, error, found.changed_ns, found.inode)


_COARSE = 2_000_000_000
"""Nanoseconds between two times that a file system may write as one: two seconds on FAT."""

_FILE = "SELECT name, raw, size, mtime_ns, hash, error, changed_ns, inode FROM document"


class DocumentTable:
    """The tables `document`, `section`, `chunk` and `finding`. Methods that write need an open transaction."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def known(self) -> dict[str, FileFacts]:
        """Return the files of all documents by name."""
        rows = self._catalogue.rows(_FILE)
        return {row[0]: FileFacts(*row) for row in rows}

    def file(self, name: str) -> FileFacts | None:
        """Return the file of one document."""
        row = self._catalogue.row(f"{_FILE} WHERE name = ?", (name,))
        return FileFacts(*row) if row else None

    def parsed(self, name: str) -> ParsedDocument | None:
        """Return the parsed document; None when it is unknown or could not be read."""
        row = self._catalogue.row("SELECT parsed FROM document WHERE name = ?", (name,))
        return inflate(ParsedDocument, row[0]) if row and row[0] is not None else None

    def write(self, file: FileFacts, prepared: Prepared) -> int:
        """Replace a document by what was read of it; returns its id."""
        facts = replace(prepared.row, name=file.name)
        number = self._insert(file, _with_counts(facts, prepared.findings), prepared.document)
        self._insert_sections(number, prepared)
        self._insert_chunks(number, prepared.chunks)
        self._insert_findings(number, prepared.findings)
        return number

    def reword(self, name: str, prepared: Prepared, touched: Sequence[int]) -> None:
        """Replace what recipe, mends and settings decide: headers, embedded texts and findings. Chunks stay.

        Chunks with the ids `touched` lose their vectors under every recipe with a header, and those are noted as
        pending; vectors that are still known are taken again without encoding.
        """
        row = self._catalogue.row("SELECT id, facts FROM document WHERE name = ?", (name,))
        if row is None:
            return
        number, facts = row
        self._catalogue.run_many(
            "UPDATE chunk SET embedded = ?, item = ?, header_tokens = ? WHERE document = ? AND ordinal = ?",
            (
                (item.embedded_text, pack(lean(item)), item.header_tokens, number, item.chunk.index)
                for item in prepared.chunks
            ),
        )
        self._catalogue.run("DELETE FROM section WHERE document = ?", (number,))
        self._insert_sections(number, prepared)
        # What came of comparing texts with others still holds: texts stay.
        which = f"document = ? AND code NOT IN {COMPARED}"
        self._catalogue.run(f"DELETE FROM finding WHERE {which}", (number,))  # noqa: S608
        self._insert_findings(number, prepared.findings)
        facts = _with_counts(unpack(DocumentRow, facts), prepared.findings)
        self._catalogue.run("UPDATE document SET facts = ? WHERE id = ?", (pack(facts), number))
        self._unmap(touched)

    def _unmap(self, chunks: Sequence[int]) -> None:
        for page in pages(chunks):
            which = (
                f"FROM chunk_vector WHERE chunk IN ({marks(page)})"  # noqa: S608
                " AND collection IN (SELECT id FROM collection WHERE recipe <> ?)"
            )
            values = (*page, PLAIN.name)
            self._catalogue.run(f"INSERT OR IGNORE INTO pending SELECT collection, vector_id {which}", values)
            self._catalogue.run(f"DELETE {which}", values)

    def write_unreadable(self, file: FileFacts, format_name: str, finding: Finding) -> None:
        """Replace a document by the finding that says why it could not be read."""
        facts = DocumentRow(name=file.name, title=file.name, format=format_name, error=file.error)
        number = self._insert(file, _with_counts(facts, [finding]), None)
        self._insert_findings(number, [finding])

    def doubt_pdfs(self, *, with_scans_only: bool) -> None:
        """Forget what PDFs held when they were read, so that they are read again; or only those with scanned pages."""
        self._catalogue.run(
            "UPDATE document SET hash = '', mtime_ns = -1 WHERE lower(substr(name, -4)) = '.pdf'"
            " AND (NOT ? OR id IN (SELECT document FROM finding WHERE code = 'D302'))",
            (with_scans_only,),
        )

    def count_scans(self) -> int:
        """Return how many documents have pages that are pictures without text."""
        row = self._catalogue.row("SELECT count(DISTINCT document) FROM finding WHERE code = 'D302'")
        return int(row[0]) if row else 0

    def touch(self, files: Iterable[FileFacts]) -> None:
        """Note that files have a new time, path or number but the content they had."""
        self._catalogue.run_many(
            "UPDATE document SET size = ?, mtime_ns = ?, raw = ?, changed_ns = ?, inode = ? WHERE name = ?",
            ((each.size, each.mtime_ns, each.raw, each.changed_ns, each.inode, each.name) for each in files),
        )

    def remove(self, name: str) -> None:
        """Remove a document with all that hangs on it, if it is there."""
        self._catalogue.run(
            "INSERT OR IGNORE INTO pending SELECT v.collection, v.vector_id FROM document d"
            " JOIN chunk c ON c.document = d.id JOIN chunk_vector v ON v.chunk = c.id WHERE d.name = ?",
            (name,),
        )
        self._catalogue.run("DELETE FROM document WHERE name = ?", (name,))
        # Its passages are to be compared anew, or are no longer there for others to be compared with.
        self._catalogue.run("UPDATE compared_document SET fresh = 0 WHERE name = ?", (name,))

    def _insert(self, file: FileFacts, facts: DocumentRow, document: ParsedDocument | None) -> int:
        self.remove(file.name)
        metadata = document.metadata if document else Metadata()
        return self._catalogue.run(
            "INSERT INTO document (name, raw, size, mtime_ns, hash, error, chunks, facts, metadata, parsed,"
            " changed_ns, inode) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                file.name, file.raw, file.size, file.mtime_ns, file.hash, file.error, facts.chunks,
                pack(facts), pack(metadata), deflate(document) if document else None, file.changed_ns, file.inode,
            ),
        )  # fmt: skip

    def _insert_sections(self, document: int, prepared: Prepared) -> None:
        lasts = _last_descendants(prepared.sections)
        self._catalogue.run_many(
            "INSERT INTO section (document, ordinal, parent, last, level, heading, folded, slug, place, leaf, code,"
            " renamed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (document, s.ordinal, s.parent, last, s.level, s.heading, s.heading.casefold(), s.slug, pack(s.place),
                 leaf, code, prepared.renames.get(s.ordinal, ""))
                for s, last, leaf, code in zip(
                    prepared.sections, lasts, prepared.leaf_keys, prepared.codes, strict=True
                )
            ),
        )  # fmt: skip

    def _insert_chunks(self, document: int, chunks: Sequence[ContextChunk]) -> None:
        self._catalogue.run_many(
            "INSERT INTO chunk (document, ordinal, section, embeddable, text, embedded, item, subject, text_tokens,"
            " header_tokens) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (document, item.chunk.index, item.chunk.section, item.chunk.embeddable, item.chunk.text,
                 item.embedded_text, pack(lean(item)), item.subject, item.chunk.text_tokens, item.header_tokens)
                for item in chunks
            ),
        )  # fmt: skip

    def _insert_findings(self, document: int, findings: Sequence[Finding]) -> None:
        self._catalogue.run_many(
            "INSERT INTO finding (document, code, severity, section, chunk, item) VALUES (?, ?, ?, ?, ?, ?)",
            ((document, f.code, f.severity.rank, f.section, f.chunk, pack(f)) for f in findings),
        )


def _with_counts(facts: DocumentRow, findings: Sequence[Finding]) -> DocumentRow:
    ranks = [finding.severity.rank for finding in findings]
    notes, warnings, errors = (ranks.count(severity.rank) for severity in Severity)
    return replace(facts, notes=notes, warnings=warnings, errors=errors)


def _last_descendants(sections: Sequence[Section]) -> list[int]:
    """Return the ordinal of each section's last subsection: children come after their parents, so go backwards."""
    lasts = [section.ordinal for section in sections]
    for section in reversed(sections):
        if section.parent >= 0:
            lasts[section.parent] = max(lasts[section.parent], lasts[section.ordinal])
    return lasts


def lean(item: ContextChunk) -> ContextChunk:
    """Leave out the texts that have columns of their own or follow from others."""
    return replace(item, embedded_text="", display_text="", chunk=replace(item.chunk, text=""))

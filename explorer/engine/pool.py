"""The pool: which chunks a ranking ranks, the same ones on both sides."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np
from numpy.typing import NDArray

from explorer.core.errors import ExplorerError
from explorer.core.views import DocumentRow, Filters, Pool
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import ChunkTable
from explorer.engine.validity import is_expired, superseded


def documents_today(catalogue: Catalogue, today: date) -> tuple[DocumentRow, ...]:
    """Return all documents by name, with what depends on the others and on the date."""
    rows = ChunkTable(catalogue).documents()
    newer = superseded(rows, today)
    return tuple(replace(row, superseded_by=newer.get(row.name), expired=is_expired(row, today)) for row in rows)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All chunks of one revision, in the order of (document, index); arrays run in step."""

    revision: int
    today: date
    documents: tuple[DocumentRow, ...]
    ids: NDArray[np.int64]
    owner: NDArray[np.int64]
    ordinal: NDArray[np.int64]
    embeddable: NDArray[np.bool_]

    def position(self, document: str, index: int) -> int | None:
        """Return where the chunk (document, index) stands; None when there is none."""
        names = [row.name for row in self.documents]
        if document not in names:
            return None
        found = np.flatnonzero((self.owner == names.index(document)) & (self.ordinal == index))
        return int(found[0]) if len(found) else None

    def out_of_force(self, document: str) -> str:
        """Return why a document is no longer in force, "" where it is."""
        place = bisect_left(self.documents, document, key=lambda row: row.name)
        row = self.documents[place]
        if row.superseded_by:
            return f"superseded by {row.superseded_by}"
        return f"expired on {row.effective_to}" if row.expired else ""


def snapshot(catalogue: Catalogue, today: date) -> Snapshot:
    """Read the chunks of the present revision."""
    documents = documents_today(catalogue, today)
    numbers = {row.name: number for number, row in enumerate(documents)}
    rows = catalogue.rows(
        "SELECT c.id, d.name, c.ordinal, c.embeddable FROM chunk c JOIN document d ON d.id = c.document"
        " ORDER BY d.name, c.ordinal"
    )
    return Snapshot(
        revision=catalogue.revision,
        today=today,
        documents=documents,
        ids=np.array([row[0] for row in rows], dtype=np.int64),
        owner=np.array([numbers[row[1]] for row in rows], dtype=np.int64),
        ordinal=np.array([row[2] for row in rows], dtype=np.int64),
        embeddable=np.array([row[3] for row in rows], dtype=bool),
    )


def choose(chunks: Snapshot, filters: Filters, ready: NDArray[np.bool_]) -> tuple[NDArray[np.int64], Pool]:
    """Return the positions of the chunks that are ranked, and the counts of those that are not.

    `ready` says which chunks have what the ranker needs on both sides. Each chunk left out is counted once, by the
    first rule that leaves it out: filtered, superseded, expired, not embedded. Raises `ExplorerError` for a document
    or folder that does not exist.
    """
    known = {row.name for row in chunks.documents}
    strangers = [name for name in filters.documents if name not in known]
    if strangers:
        raise ExplorerError(f"There is no document {strangers[0]!r} in this library.")
    folder = filters.folder.strip("/")
    if folder and not any(row.name.startswith(f"{folder}/") for row in chunks.documents):
        raise ExplorerError(f"There is no folder {folder!r} with documents in this library.")
    reasons = [_reason(row, filters) for row in chunks.documents]
    out = np.array([reason != "" for reason in reasons], dtype=bool)
    kept = ~out[chunks.owner] if len(chunks.owner) else np.zeros(0, dtype=bool)
    left = _counts(chunks, reasons)
    positions = np.flatnonzero(kept & ready)
    return positions, Pool(
        size=len(positions),
        total=len(chunks.ids),
        superseded=left["superseded"],
        expired=left["expired"],
        filtered=left["filtered"],
        not_embedded=int(np.count_nonzero(kept & ~ready)),
    )


def _counts(chunks: Snapshot, reasons: Sequence[str]) -> Mapping[str, int]:
    found: Counter[str] = Counter()
    for reason, row in zip(reasons, chunks.documents, strict=True):
        found[reason] += row.chunks
    return found


def _reason(row: DocumentRow, filters: Filters) -> str:
    """Return why a document's chunks are left out, or ""."""
    folder = filters.folder.strip("/")
    if folder and not row.name.startswith(f"{folder}/"):
        return "filtered"
    if filters.documents and row.name not in filters.documents:
        return "filtered"
    if filters.current_only and row.superseded_by:
        return "superseded"
    return "expired" if filters.current_only and row.expired else ""

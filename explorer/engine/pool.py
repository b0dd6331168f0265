"""The pool: which chunks a ranking ranks, the same ones on both sides."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from difflib import get_close_matches

import numpy as np
from numpy.typing import NDArray

from explorer.core.errors import ExplorerError
from explorer.core.model import Metadata
from explorer.core.views import DocumentRow, Filters, Pool
from explorer.core.word_index import WordIndex, index_texts
from explorer.core.words import words_of
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import ChunkTable
from explorer.engine.conditions import day_of, document_conditions
from explorer.engine.validity import is_expired, superseded


def documents_today(catalogue: Catalogue, today: date) -> tuple[DocumentRow, ...]:
    """Return all documents by name, with what depends on the others and on the date."""
    rows = ChunkTable(catalogue).documents()
    newer = superseded(rows, today)
    return tuple(replace(row, superseded_by=newer.get(row.name), expired=is_expired(row, today)) for row in rows)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All chunks of one revision, in the order of (document, index); arrays run in step.

    `owner` is the place of a chunk's document in `documents` and `metadata`, `section` that of its heading (-1: none).
    """

    revision: int
    today: date
    documents: tuple[DocumentRow, ...]
    metadata: tuple[Metadata, ...]
    ids: NDArray[np.int64]
    owner: NDArray[np.int64]
    ordinal: NDArray[np.int64]
    section: NDArray[np.int64]
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
    metadata = ChunkTable(catalogue).metadata()
    numbers = {row.name: number for number, row in enumerate(documents)}
    rows = catalogue.rows(
        "SELECT c.id, d.name, c.ordinal, c.section, c.embeddable FROM chunk c JOIN document d ON d.id = c.document"
        " ORDER BY d.name, c.ordinal"
    )
    return Snapshot(
        revision=catalogue.revision,
        today=today,
        documents=documents,
        metadata=tuple(metadata[row.name] for row in documents),
        ids=np.array([row[0] for row in rows], dtype=np.int64),
        owner=np.array([numbers[row[1]] for row in rows], dtype=np.int64),
        ordinal=np.array([row[2] for row in rows], dtype=np.int64),
        section=np.array([row[3] for row in rows], dtype=np.int64),
        embeddable=np.array([row[4] for row in rows], dtype=bool),
    )


Masks = Sequence[tuple[str, NDArray[np.bool_]]]
"""Conditions on chunks: what each is called, and which chunks of the snapshot pass it."""


def choose(
    chunks: Snapshot, filters: Filters, ready: NDArray[np.bool_], conditions: Masks = ()
) -> tuple[NDArray[np.int64], Pool]:
    """Return the positions of the chunks that are ranked, and the counts of those that are not.

    `ready` says which chunks have what the ranker needs on both sides, `conditions` which of them pass the filters on
    headings and words. Each chunk left out is counted once, by the first rule that leaves it out: the filters in their
    order, superseded, expired, not embedded. Raises `ExplorerError` for a value that nothing in the library has.
    """
    both = list(zip(chunks.documents, chunks.metadata, strict=True))
    filtering = [
        (each.name, _of_owners(chunks, [each.passes(document) for document in both]))
        for each in document_conditions(both, filters)
    ]
    kept = np.ones(len(chunks.ids), dtype=bool)
    left_out = _sift(kept, [*filtering, *conditions])
    standing = _sift(kept, _standing(chunks, filters) if filters.current_only else [])
    positions = np.flatnonzero(kept & ready)
    return positions, Pool(
        size=len(positions),
        total=len(chunks.ids),
        superseded=standing.get("superseded", 0),
        expired=standing.get("expired", 0),
        filtered=sum(left_out.values()),
        not_embedded=int(np.count_nonzero(kept & ~ready)),
        left_out=tuple(left_out.items()),
    )


def _sift(kept: NDArray[np.bool_], conditions: Masks) -> dict[str, int]:
    """Take out of `kept` what fails, and return how many chunks each kind of condition was the first to leave out."""
    counts: dict[str, int] = {}
    for name, passes in conditions:
        counts[name] = counts.get(name, 0) + int(np.count_nonzero(kept & ~passes))
        kept &= passes
    return counts


def _standing(chunks: Snapshot, filters: Filters) -> Masks:
    """Return which chunks' documents are neither superseded nor expired on the day that is asked about."""
    rows = chunks.documents
    if filters.date:
        day = day_of(filters.date)
        newer = superseded(rows, day)
        rows = [replace(row, superseded_by=newer.get(row.name), expired=is_expired(row, day)) for row in rows]
    return [
        ("superseded", _of_owners(chunks, [not row.superseded_by for row in rows])),
        ("expired", _of_owners(chunks, [not row.expired for row in rows])),
    ]


def _of_owners(chunks: Snapshot, passes: Sequence[bool]) -> NDArray[np.bool_]:
    return np.array(passes, dtype=bool)[chunks.owner]


_SECTION_BITS = 32
"""A section's key is its document's number, shifted by these bits, plus its own."""


@dataclass(frozen=True, slots=True)
class HeadingWords:
    """The words of every heading of a revision, sections in the order of (document, ordinal); arrays run in step.

    `keys` names each section and `lasts` its last subsection. A heading that a mend renames has the words of both
    wordings, each in an index of its own.
    """

    keys: NDArray[np.int64]
    lasts: NDArray[np.int64]
    wordings: tuple[WordIndex, WordIndex]

    def below(self, chunks: Snapshot, value: str) -> NDArray[np.bool_]:
        """Tell for each chunk whether one heading of its path holds all words of `value`; raises `ExplorerError`."""
        wanted = words_of(value)
        held = self.wordings[0].holding(wanted) | self.wordings[1].holding(wanted)
        if not wanted or not held.any():
            raise ExplorerError(f"There is no heading with {value!r} in this library.", self._hint(wanted))
        starts = np.flatnonzero(held)
        steps = np.zeros(len(held) + 1, dtype=np.int64)
        np.add.at(steps, starts, 1)
        np.add.at(steps, np.searchsorted(self.keys, self.lasts[starts], side="right"), -1)
        inside = self.keys[np.cumsum(steps[:-1]) > 0]
        return np.isin((chunks.owner << _SECTION_BITS) + chunks.section, inside)

    def _hint(self, wanted: Sequence[str]) -> str:
        """Say which words of headings look like those that no heading has; the first letter must be right."""
        known = {word for index in self.wordings for word in index.vocabulary}
        near: set[str] = set()
        for word in set(wanted) - known:
            near.update(get_close_matches(word, [other for other in known if other[0] == word[0]], n=3))
        return f"Words that headings have: {', '.join(sorted(near))}." if near else "All its words must be in one."


def heading_words(catalogue: Catalogue, chunks: Snapshot) -> HeadingWords:
    """Read the headings of the present revision."""
    numbers = {row.name: number << _SECTION_BITS for number, row in enumerate(chunks.documents)}
    rows = catalogue.rows(
        "SELECT d.name, s.ordinal, s.last, s.heading, s.renamed FROM section s JOIN document d ON d.id = s.document"
        " ORDER BY d.name, s.ordinal"
    )
    return HeadingWords(
        keys=np.array([numbers[row[0]] + row[1] for row in rows], dtype=np.int64),
        lasts=np.array([numbers[row[0]] + row[2] for row in rows], dtype=np.int64),
        wordings=(index_texts([row[3] for row in rows]), index_texts([row[4] for row in rows])),
    )

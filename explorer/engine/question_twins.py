"""Near-duplicates under different headings, proposed as pairs of questions that a person words (DESIGN 4.7).

They are the near twins of DESIGN 4.5, equal texts among them: only the headings can tell them apart, so a pair of
questions about them shows whether a recipe does.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from datetime import date

from explorer.core.duplicates import Passage, pairs_of
from explorer.core.model import Chunk
from explorer.core.progress import Progress
from explorer.core.question_rows import FRAGMENT, SECTION, chunk_row
from explorer.core.question_views import EntryRow, ProposedTwin
from explorer.engine.catalogue_chunks import ChunkTable
from explorer.engine.opened import Opened
from explorer.engine.pool import documents_today
from explorer.engine.spread import read_texts
from explorer.engine.waiting import on_thread, result_of

Pairs = list[tuple[Passage, Passage, float]]


class TwinProposals:
    """Finds the near twins of one library, and keeps them until it changes."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._state: tuple[int, date] | None = None
        self._pairs: Pairs = []

    def propose(self, limit: int, progress: Progress) -> Generator[None, None, tuple[tuple[ProposedTwin, ...], int]]:
        """Return the most similar pairs of the documents in force, and the number of all; yields while it reads."""
        state = (self._opened.catalogue.revision, date.today())
        if state != self._state:
            self._pairs = yield from self._find(state, progress)
            self._state = state
        found = (self._proposed(*pair) for pair in self._pairs[:limit])
        return tuple(pair for pair in found if pair is not None), len(self._pairs)

    def _find(self, state: tuple[int, date], progress: Progress) -> Generator[None, None, Pairs]:
        rows = documents_today(self._opened.catalogue, state[1])
        names = tuple(row.name for row in rows if not (row.error or row.superseded_by or row.expired))
        texts = yield from read_texts(self._opened, names, progress)
        work = on_thread(lambda: pairs_of(texts.passages.near_twins()))
        pairs = yield from result_of(work, len(names), progress)
        # The sort keeps the documents' order among pairs that are equally similar.
        return sorted(pairs, key=lambda pair: -pair[2])

    def _proposed(self, first: Passage, second: Passage, similarity: float) -> ProposedTwin | None:
        chunks = ChunkTable(self._opened.catalogue)
        stored = [chunks.one(passage.document, passage.index) for passage in (first, second)]
        if stored[0] is None or stored[1] is None:
            return None
        one, other = (self._entry(each.item.chunk, equal=similarity >= 1) for each in stored if each)
        return ProposedTwin(one, other, similarity)

    def _entry(self, chunk: Chunk, *, equal: bool) -> EntryRow:
        """Return a chunk's passage. Words that stand in both places name neither: there it is the chunk's section."""
        row = replace(
            chunk_row(chunk),
            document=chunk.document,
            heading_path=chunk.heading_path,
            chunks=((chunk.document, chunk.index),),
        )
        if row.kind != FRAGMENT or not equal:
            return row
        slug = self._opened.catalogue.row(
            "SELECT s.slug FROM section s JOIN document d ON d.id = s.document WHERE d.name = ? AND s.ordinal = ?",
            (chunk.document, chunk.section),
        )
        return replace(row, kind=SECTION, text=f"{chunk.document}#{slug[0]}" if slug else chunk.document)

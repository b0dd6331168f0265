"""Mends of an open library: what each would do, told before it is kept, and which are stale."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

import numpy as np

from explorer.core.audit_views import MendEffect, MendRow, RankMove, TextChange, Unranked
from explorer.core.errors import ExplorerError
from explorer.core.mends import Mend, changed, mend_of, renamed, renames
from explorer.core.outline import outline
from explorer.core.questions import Question
from explorer.core.questions_gold import ChunkKey, resolve
from explorer.core.ranking import TOLERANCE, cosine
from explorer.core.views import ContextChunk, Filters
from explorer.engine.catalogue_chunks import ChunkTable, StoredChunk
from explorer.engine.catalogue_documents import DocumentTable
from explorer.engine.catalogue_vectors import VectorTable
from explorer.engine.evaluation import question_documents
from explorer.engine.opened import Opened
from explorer.engine.pipeline import finished, head_in_steps
from explorer.engine.pool import choose, snapshot
from explorer.engine.question_bench import sets_of

MOST_SHOWN = 50
"""Chunks whose texts an effect shows; `touched` counts them all."""

MOST_RANKED = 200
"""Touched chunks that are encoded to tell their new ranks: a few seconds of work."""

_MOST_ASKED = 50

_Touched = tuple[StoredChunk, ContextChunk]


class Mending:
    """Reads and changes the mends of an open library."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._documents = DocumentTable(opened.catalogue)
        self._chunks = ChunkTable(opened.catalogue)

    def rows(self) -> tuple[MendRow, ...]:
        """Return all mends, by document, each with the section that it applies to."""
        found: list[MendRow] = []
        by_document: dict[str, list[Mend]] = {}
        for mend in self._opened.work.mends():
            by_document.setdefault(mend.document, []).append(mend)
        for name, mends in sorted(by_document.items()):
            parsed = self._documents.parsed(name)
            sections = outline(parsed.blocks) if parsed else ()
            for mend in mends:
                texts, _ = renames(sections, [mend])
                found.append(MendRow(mend, next(iter(texts), None)))
        return tuple(found)

    def change(self, keep: Iterable[Mend], drop: Iterable[Mend]) -> tuple[MendRow, ...]:
        """Keep mends and drop others; the next refresh applies that.

        Raises `ExplorerError` for an empty heading, and in a copy of a shared library, whose headers its writer makes.
        """
        if self._opened.mirror is not None:
            raise ExplorerError(
                "Headings cannot be renamed in a copy of a shared library.", "Rename them where its documents are."
            )
        wanted = tuple(keep)
        if any(not mend.text.strip() for mend in wanted):
            raise ExplorerError("A heading cannot be renamed to nothing.", "Type the words that retrieval shall see.")
        self._opened.work.keep_mends(changed(self._opened.work.mends(), wanted, drop))
        self._opened.take_work()
        return self.rows()

    def mend(self, document: str, section: int, text: str) -> Mend:
        """Return the mend that gives a section another heading; raises `ExplorerError` for an unknown section."""
        parsed = self._documents.parsed(document)
        sections = outline(parsed.blocks) if parsed else ()
        if not 0 <= section < len(sections):
            raise ExplorerError(f"There is no section {section} in {document!r}.", "The document may have changed.")
        return mend_of(document, sections, section, text)

    def preview(self, document: str, section: int, text: str) -> MendEffect:
        """Return what a mend would do: chunks touched, their new embedded texts, ranks that move."""
        mend = self.mend(document, section, text)
        parsed = self._documents.parsed(document)
        if parsed is None or not mend.text:
            raise ExplorerError("A heading cannot be renamed to nothing.", "Type the words that retrieval shall see.")
        opened = self._opened
        setup = opened.setup.with_work(opened.setup.settings, changed(opened.work.mends(), [mend], ()))
        stored = self._chunks.of_document(document)
        prepared = finished(head_in_steps(parsed, [each.item.chunk for each in stored], setup))
        touched = [
            (old, new)
            for old, new in zip(stored, prepared.chunks, strict=True)
            if old.item.embedded_text != new.embedded_text
        ]
        texts, _ = renames(prepared.sections, setup.mends[document])
        before, _ = renames(prepared.sections, opened.setup.mends.get(document, ()))
        moves, questions, pool, unranked = self._moves(touched)
        return MendEffect(
            mend=mend,
            path_before=renamed(prepared.sections, before)[section].path,
            path_after=renamed(prepared.sections, texts)[section].path,
            touched=len(touched),
            chunks=tuple(
                TextChange(new.chunk.index, old.item.embedded_text, new.embedded_text)
                for old, new in touched[:MOST_SHOWN]
            ),
            moves=moves,
            questions=questions,
            pool=pool,
            unranked=unranked,
        )

    def _moves(self, touched: Sequence[_Touched]) -> tuple[tuple[RankMove, ...], int, int, str]:
        """Return the touched chunks' moves for the library's questions, the counts, and why there are none."""
        opened = self._opened
        asked = self._asked()
        questions = list(dict.fromkeys(each.text for each in asked))[:_MOST_ASKED]
        if not questions:
            return (), 0, 0, Unranked.NO_QUESTIONS
        collection = VectorTable(opened.catalogue).find(opened.embedding.key(opened.setup.recipe))
        if collection is None or not collection.built:
            return (), 0, 0, Unranked.NO_INDEX
        chunks = snapshot(opened.catalogue, date.today())
        matrix = opened.matrices.of(collection)
        rows = matrix.rows_of(chunks.ids)
        positions, pool = choose(chunks, Filters(), rows >= 0)
        place_of = {int(chunks.ids[position]): place for place, position in enumerate(positions)}
        ranked = [(place_of[old.id], new) for old, new in touched if old.id in place_of][:MOST_RANKED]
        if not ranked:
            return (), len(questions), pool.size, Unranked.NOT_RANKED
        places = np.array([place for place, _ in ranked])
        vectors = opened.embedder.encode_documents([new.embedded_text for _, new in ranked])
        right = self._answers([each for each in asked if each.text in questions])
        moves: list[RankMove] = []
        for question, vector in zip(questions, opened.embedder.encode_queries(questions), strict=True):
            scores = cosine(matrix.values, vector, matrix.lengths)[rows[positions]].astype(np.float64)
            after = scores.copy()
            after[places] = cosine(vectors, vector)
            for place, new in ranked:
                ranks = [1 + int(np.count_nonzero(each > each[place] + TOLERANCE)) for each in (scores, after)]
                if ranks[0] != ranks[1]:
                    key = (new.chunk.document, new.chunk.index)
                    moves.append(RankMove(question, new.chunk.index, *ranks, relevant=key in right.get(question, ())))
        moves.sort(key=lambda move: (not move.relevant, min(move.before, move.after), move.after - move.before))
        return tuple(moves), len(questions), pool.size, ""

    def _asked(self) -> list[Question]:
        """Return the questions of the library's sets, then of the user's own; their tab says what is wrong."""
        sets = sets_of(self._opened)
        return [
            question
            for info in sorted(sets.listed(), key=lambda each: each.own)
            if not info.problem
            for question in sets.read(info.name).questions
        ]

    def _answers(self, questions: Sequence[Question]) -> dict[str, frozenset[ChunkKey]]:
        """Return the chunks that answer each of these questions, as far as their sets tell."""
        found: dict[str, frozenset[ChunkKey]] = {}
        for asked in resolve(questions, question_documents(self._opened)).questions:
            right = frozenset[ChunkKey]().union(*(gold.right for gold in asked.relevant))
            found[asked.question.text] = found.get(asked.question.text, frozenset()) | right
        return found

"""What a ranking of chunks is worth on a question set: right by shared letters, measures as the program has them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from retrieval_cuts import Cut, Piece
from retrieval_places import Spans, length, shared
from retrieval_sets import QuestionSet

from explorer.core.evaluation import Asked, ChunkFacts, Passages, Run, finish_run, judge
from explorer.core.ranking import FUSED_TOLERANCE, cosine, exact_ranks, fused, order_of
from explorer.core.word_index import index_texts
from explorer.core.words import words_of

Floats = NDArray[np.float32]


class Board:
    """A tool's chunks with the questions about them: ranks them by any vectors and words."""

    def __init__(self, data: QuestionSet, cut: Cut) -> None:
        self._cut = cut
        owners = {name: number for number, name in enumerate(data.sources)}
        # A chunk is in no section here: what the measure "citation" says is not used.
        self._facts = ChunkFacts(
            tokens=np.array([piece.tokens for piece in cut.pieces], dtype=np.intp),
            sections=np.array([owners[piece.document] for piece in cut.pieces], dtype=np.intp),
        )
        chunks: dict[str, list[int]] = {name: [] for name in data.sources}
        for number, piece in enumerate(cut.pieces):
            chunks[piece.document].append(number)
        self._asked = [
            Asked(
                question.text,
                line,
                tuple(gold_in(cut.pieces, chunks[name], spans) for name, spans in question.gold),
                (),
            )
            for line, question in enumerate(data.questions, start=1)
        ]

    @property
    def unmet(self) -> int:
        """Return how many questions have no chunk that holds anything of a passage."""
        return sum(not any(entry.right for entry in asked.relevant) for asked in self._asked)

    def by_vectors(self, condition: str, chunks: Floats, questions: Floats) -> Run:
        """Return the run of a ranking by cosine."""
        ranks = [exact_ranks(cosine(chunks, question))[0] for question in questions]
        return self._run(condition, "embedding", [order_of(each) for each in ranks])

    def hybrid(self, condition: str, chunks: Floats, questions: Floats, texts: Sequence[str]) -> Run:
        """Return the run of the fusion of a ranking by cosine and one by words over the same embedded texts."""
        words, once = index_texts(texts), np.ones(len(texts), dtype=np.intp)
        orders: list[NDArray[np.intp]] = []
        for asked, question in zip(self._asked, questions, strict=True):
            ranks = [
                exact_ranks(cosine(chunks, question))[0],
                exact_ranks(words.bm25(words_of(asked.text), once))[0],
            ]
            orders.append(order_of(exact_ranks(fused(ranks), FUSED_TOLERANCE)[0]))
        return self._run(condition, "hybrid", orders)

    def _run(self, condition: str, ranker: str, orders: Sequence[NDArray[np.intp]]) -> Run:
        results = [judge(asked, order, self._facts) for asked, order in zip(self._asked, orders, strict=True)]
        return finish_run(f"{self._cut.tool}: {condition}", condition, ranker, results)


def gold_in(pieces: Sequence[Piece], own: Sequence[int], gold: Spans) -> Passages:
    """Return a passage's chunks among `own`, the chunks of its document.

    A chunk is right when it shares at least half of the shorter of itself and the passage; where none does, the one
    that shares most of it.
    """
    size = length(gold)
    shares = {number: found for number in own if (found := shared(pieces[number].spans, gold))}
    right = [number for number, found in shares.items() if 2 * found >= min(length(pieces[number].spans), size)]
    if not right and shares:
        right = [max(shares, key=lambda number: shares[number])]
    return Passages("", tuple(right), ((size, shares),))

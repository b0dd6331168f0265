"""What all rankings of an evaluation share: one pool for all recipes and rankers, vectors and words over it."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from datetime import date

import numpy as np
from numpy.typing import NDArray

from explorer.core.evaluation import ChunkFacts
from explorer.core.progress import Progress
from explorer.core.ranking import FUSED_TOLERANCE, exact_ranks, fused, order_of
from explorer.core.recipe import Recipe
from explorer.core.views import Filters
from explorer.core.word_index import WordIndex, index_texts
from explorer.core.words import words_of
from explorer.engine.catalogue_chunks import ChunkTable
from explorer.engine.catalogue_vectors import VectorTable
from explorer.engine.matrices import DistantMatrix, Matrix
from explorer.engine.opened import Opened
from explorer.engine.pool import choose, heading_words, snapshot
from explorer.engine.search import BY_VECTORS, MEASURES
from explorer.engine.waiting import on_thread, result_of

BY_WORDS = frozenset(MEASURES) - {"embedding"}
"""The rankers that need the words of texts."""

Numbers = NDArray[np.int64]
_TEXTS = 500


class Bench:
    """Ranks questions over one pool. Raises `ExplorerError` for bad filters and for a recipe without vectors.

    `keys` names the chunk of each number, `numbers` the other way round; `pooled` are those that are ranked.
    """

    def __init__(self, opened: Opened, recipes: Sequence[Recipe], rankers: Sequence[str], filters: Filters) -> None:
        self._opened = opened
        chunks = snapshot(opened.catalogue, date.today())
        ready = chunks.embeddable.copy()
        rows: dict[str, tuple[Matrix | DistantMatrix, Numbers]] = {}
        if BY_VECTORS & set(rankers):
            opened.searcher.require_vectors(recipes)
            for recipe in recipes:
                matrix = opened.matrices.of(VectorTable(opened.catalogue).make(opened.embedding.key(recipe)))
                rows[recipe.name] = (matrix, matrix.rows_of(chunks.ids))
                ready &= rows[recipe.name][1] >= 0
        headings = heading_words(opened.catalogue, chunks) if filters.headings else None
        conditions = [("heading", headings.below(chunks, value)) for value in filters.headings] if headings else []
        self.positions, self.pool = choose(chunks, filters, ready, conditions)
        self._vectors = {name: (matrix, each[self.positions]) for name, (matrix, each) in rows.items()}
        self._ids = [int(number) for number in chunks.ids[self.positions]]
        self._words: dict[str, WordIndex] = {}
        names = [row.name for row in chunks.documents]
        owners, ordinals = chunks.owner.tolist(), chunks.ordinal.tolist()
        self.keys = tuple((names[owner], ordinal) for owner, ordinal in zip(owners, ordinals, strict=True))
        self.numbers = {key: number for number, key in enumerate(self.keys)}
        self.pooled = frozenset(self.positions.tolist())
        tokens = opened.catalogue.rows(
            "SELECT c.text_tokens FROM chunk c JOIN document d ON d.id = c.document ORDER BY d.name, c.ordinal"
        )
        self.facts = ChunkFacts(
            tokens=np.array([row[0] for row in tokens], dtype=np.intp),
            sections=((chunks.owner << 32) + chunks.section).astype(np.intp),
        )

    def order(self, question: str, vector: NDArray[np.float32] | None, recipe: Recipe, ranker: str) -> NDArray[np.intp]:
        """Return the numbers of the pool's chunks, best first; those without a match are left out.

        For rankers by words the recipe's texts must have been read (`index_words`).
        """
        cosines: NDArray[np.float64] | None = None
        if vector is not None and ranker in BY_VECTORS:
            matrix, rows = self._vectors[recipe.name]
            cosines = matrix.cosines(rows, vector)
        if ranker == "embedding" and cosines is not None:
            return self._ordered(exact_ranks(cosines)[0])
        words = self._words[recipe.name]
        if ranker == "shared-words":
            return self._ordered(exact_ranks(words.shared(words_of(question)))[0])
        keyword = words.bm25(words_of(question), np.ones(len(self._ids), dtype=np.intp))
        if cosines is None:
            return self._ordered(exact_ranks(keyword)[0])
        both = fused([exact_ranks(cosines)[0], exact_ranks(keyword)[0]])
        return self._ordered(exact_ranks(both, FUSED_TOLERANCE)[0])

    def _ordered(self, ranks: NDArray[np.intp]) -> NDArray[np.intp]:
        return self.positions[order_of(ranks)].astype(np.intp)

    def index_words(self, recipe: Recipe, progress: Progress) -> Generator[None, None, None]:
        """Read the pool's texts under a recipe, for the rankers by words; yields between batches."""
        if recipe.name in self._words:
            return
        chunks = ChunkTable(self._opened.catalogue)
        texts: list[str] = []
        for first in range(0, len(self._ids), _TEXTS):
            progress(first, len(self._ids), "reading texts")
            stored = chunks.by_ids(self._ids[first : first + _TEXTS])
            texts += [self._opened.in_recipe(each, recipe.name).embedded_text for each in stored]
            yield
        indexing = on_thread(lambda: index_texts(texts))
        self._words[recipe.name] = yield from result_of(indexing, len(texts), progress, "indexing words")

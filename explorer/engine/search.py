"""Ranking a question on both sides: exact over the pool, from vectors read out of Chroma or from the words alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from explorer.core.errors import ExplorerError
from explorer.core.ranking import STOP_WORDS, Bm25, cosine, exact_ranks, ranking_order, shared_words, words_of
from explorer.core.recipe import PLAIN, Recipe
from explorer.core.views import Comparison, Filters, Hit, Pool, TrueRank
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import ChunkTable, StoredChunk
from explorer.engine.catalogue_vectors import Collection, VectorTable
from explorer.engine.embedder import Embedder
from explorer.engine.embedding import Embedding
from explorer.engine.matrices import Matrices, Matrix
from explorer.engine.pool import Snapshot, choose, snapshot
from explorer.engine.projection import InRecipe

MEASURES = {"embedding": "cosine", "keyword": "BM25", "shared-words": "shared words"}
"""The rankers and what their scores measure."""

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison; arrays run in step with the pool. A rank of 0 says that the chunk has none."""

    recipe: Recipe
    scores: Scores
    ranks: NDArray[np.intp]
    tied: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Last:
    """The last comparison, for the true rank of any chunk."""

    question: str
    measure: str
    chunks: Snapshot
    positions: NDArray[np.int64]
    plain: Side
    context: Side


class Searcher:
    """Ranks questions over a library; keeps what the next question at the same revision can use again."""

    def __init__(
        self, catalogue: Catalogue, matrices: Matrices, embedding: Embedding, embedder: Embedder, in_recipe: InRecipe
    ) -> None:
        self._catalogue = catalogue
        self._matrices = matrices
        self._embedding = embedding
        self._embedder = embedder
        self._in_recipe = in_recipe
        self._chunks = ChunkTable(catalogue)
        self._vectors = VectorTable(catalogue)
        self._snapshot: Snapshot | None = None
        self._texts: dict[str, list[str]] = {}
        self._indexes: dict[tuple[str, bytes], Bm25] = {}
        self._last: _Last | None = None

    def search(
        self, question: str, ranker: str, plain: Recipe, context: Recipe, filters: Filters, top: int
    ) -> Comparison:
        """Return the first `top` hits of both sides, each with its exact rank on the other.

        Raises `ExplorerError` for a blank question, an unknown ranker or document, or (ranker "embedding") when a
        side has not been embedded yet.
        """
        if not question.strip():
            raise ExplorerError("The question is empty.", "Type a question first.")
        if ranker not in MEASURES:
            raise ExplorerError(f"There is no ranker {ranker!r}.", f"Known: {', '.join(MEASURES)}.")
        chunks = self._current()
        rank = self._by_vectors if ranker == "embedding" else self._by_words
        positions, pool, sides = rank(question, ranker, (plain, context), chunks, filters)
        self._last = _Last(question, MEASURES[ranker], chunks, positions, *sides)
        return Comparison(
            question=question,
            ranker=ranker,
            plain_recipe=plain.name,
            context_recipe=context.name,
            measure=MEASURES[ranker],
            pool=pool,
            plain=self._hits(self._last, sides[0], sides[1], top),
            context=self._hits(self._last, sides[1], sides[0], top),
        )

    def require_vectors(self, recipes: Iterable[Recipe]) -> None:
        """Raise `ExplorerError` when a recipe cannot be ranked by its vectors yet."""
        for recipe in recipes:
            self._collection(recipe)

    def rank_chunk(self, document: str, index: int) -> TrueRank:
        """Return where a chunk stands on both sides of the last comparison; raises `ExplorerError` before the first."""
        last = self._last
        if last is None:
            raise ExplorerError("Nothing has been ranked yet.", "Ask a question first.")
        position = last.chunks.position(document, index)
        found = np.flatnonzero(last.positions == position) if position is not None else []
        if not len(found):
            return TrueRank(document, index, pooled=False)
        place = int(found[0])
        stored = self._chunks.by_ids([int(last.chunks.ids[last.positions[place]])])
        if not stored:
            return TrueRank(document, index, pooled=False)
        return TrueRank(
            document,
            index,
            pooled=True,
            plain=self._hit(last, stored[0], place, last.plain, last.context),
            context=self._hit(last, stored[0], place, last.context, last.plain),
        )

    def _current(self) -> Snapshot:
        """Return the chunks as they are now; what was kept of an older revision goes."""
        today = date.today()
        if self._snapshot is None or (self._snapshot.revision, self._snapshot.today) != (
            self._catalogue.revision,
            today,
        ):
            self._texts.clear()
            self._indexes.clear()
            self._snapshot = snapshot(self._catalogue, today)
        return self._snapshot

    def _by_vectors(
        self, question: str, _ranker: str, recipes: tuple[Recipe, Recipe], chunks: Snapshot, filters: Filters
    ) -> tuple[NDArray[np.int64], Pool, tuple[Side, Side]]:
        matrices = [self._matrices.of(self._collection(recipe)) for recipe in recipes]
        rows = [matrix.rows_of(chunks.ids) for matrix in matrices]
        positions, pool = choose(chunks, filters, (rows[0] >= 0) & (rows[1] >= 0))
        vector = self._embedder.encode_query(question)
        sides = [
            _side(recipe, _cosines(matrix, own[positions], vector))
            for recipe, matrix, own in zip(recipes, matrices, rows, strict=True)
        ]
        return positions, pool, (sides[0], sides[1])

    def _by_words(
        self, question: str, ranker: str, recipes: tuple[Recipe, Recipe], chunks: Snapshot, filters: Filters
    ) -> tuple[NDArray[np.int64], Pool, tuple[Side, Side]]:
        positions, pool = choose(chunks, filters, chunks.embeddable)
        score = self._bm25 if ranker == "keyword" else self._shared
        sides = [_side(recipe, score(question, recipe, positions)) for recipe in recipes]
        return positions, pool, (sides[0], sides[1])

    def _bm25(self, question: str, recipe: Recipe, positions: NDArray[np.int64]) -> Scores:
        key = (recipe.name, positions.tobytes())
        if key not in self._indexes:
            self._indexes[key] = Bm25(self._pool_texts(recipe, positions))
        return self._indexes[key].scores(question)

    def _shared(self, question: str, recipe: Recipe, positions: NDArray[np.int64]) -> Scores:
        return shared_words(question, self._pool_texts(recipe, positions)).astype(np.float64)

    def _pool_texts(self, recipe: Recipe, positions: NDArray[np.int64]) -> list[str]:
        texts = self._texts.get(recipe.name)
        if texts is None:
            texts = self._texts[recipe.name] = self._all_texts(recipe)
        return [texts[position] for position in positions]

    def _all_texts(self, recipe: Recipe) -> list[str]:
        """Return the embedded text of every chunk in the snapshot's order."""
        column = {PLAIN.name: "c.text", self._catalogue.get("recipe"): "c.embedded"}.get(recipe.name)
        if column is None:
            ids = [int(number) for number in self._current().ids]
            return [self._in_recipe(stored, recipe.name).embedded_text for stored in self._chunks.by_ids(ids)]
        rows = self._catalogue.rows(
            f"SELECT {column} FROM chunk c JOIN document d ON d.id = c.document ORDER BY d.name, c.ordinal"  # noqa: S608
        )
        return [row[0] for row in rows]

    def _collection(self, recipe: Recipe) -> Collection:
        collection = self._vectors.find(self._embedding.key(recipe))
        if collection is None or not collection.built:
            raise ExplorerError(
                "The index is not complete.",
                f"There are no vectors for recipe {recipe.name!r} yet. Refresh the library to make them; the rankers "
                "keyword and shared words work already.",
            )
        return collection

    def _hits(self, last: _Last, side: Side, other: Side, top: int) -> tuple[Hit, ...]:
        order = [int(place) for place in ranking_order(side.scores)[: max(top, 0)]]
        ids = {int(last.chunks.ids[last.positions[place]]): place for place in order}
        stored = {ids[each.id]: each for each in self._chunks.by_ids(ids)}
        return tuple(self._hit(last, stored[place], place, side, other) for place in order)

    def _hit(self, last: _Last, stored: StoredChunk, place: int, side: Side, other: Side) -> Hit:
        item = self._in_recipe(stored, side.recipe.name)
        rank, score = int(side.ranks[place]), float(side.scores[place])
        return Hit(
            document=item.chunk.document,
            index=item.chunk.index,
            title=item.title,
            heading_path=item.chunk.heading_path,
            text=item.chunk.text,
            display_text=item.display_text,
            rank=rank or None,
            score=score if rank else None,
            measure=last.measure,
            tied=bool(side.tied[place]),
            other_rank=int(other.ranks[place]) or None,
            kind=item.chunk.kind,
            version=stored.metadata.version,
            effective_from=stored.metadata.effective_from,
            place=item.chunk.place,
            matched=_matched(last.question, item.embedded_text),
            out_of_force=last.chunks.out_of_force(item.chunk.document),
        )


def _side(recipe: Recipe, scores: Scores) -> Side:
    ranks, tied = exact_ranks(scores)
    return Side(recipe, scores, ranks, tied)


def _cosines(matrix: Matrix, rows: NDArray[np.int64], vector: NDArray[np.float32]) -> Scores:
    """Return the cosine of each row with the question's vector; each distinct vector is computed once."""
    if not len(rows):
        return np.zeros(0)
    return cosine(matrix.values, vector)[rows].astype(np.float64)


def _matched(question: str, text: str) -> tuple[str, ...]:
    """Return the words of the question, stop words aside, that the text holds, in the question's order."""
    have = set(words_of(text)) - STOP_WORDS
    return tuple(word for word in dict.fromkeys(words_of(question)) if word in have)

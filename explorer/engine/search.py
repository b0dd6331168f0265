"""Ranking a question on both sides: exact over the pool, from vectors read out of Chroma or from the words alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from explorer.core.errors import ExplorerError
from explorer.core.query import narrow, parse_query
from explorer.core.ranking import FUSED_TOLERANCE, TOLERANCE, cosine, exact_ranks, fused, order_of
from explorer.core.recipe import PLAIN, Recipe
from explorer.core.views import Comparison, Filters, Hit, Pool, TrueRank
from explorer.core.word_index import holds_phrase
from explorer.core.words import STOP_WORDS, words_of
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import ChunkTable, StoredChunk, marks, pages
from explorer.engine.catalogue_vectors import Collection, VectorTable
from explorer.engine.embedder import Embedder
from explorer.engine.embedding import Embedding
from explorer.engine.matrices import Matrices, Matrix
from explorer.engine.pool import HeadingWords, Masks, Snapshot, choose, heading_words, snapshot
from explorer.engine.projection import InRecipe
from explorer.engine.word_store import ChunkWords, WordStore

MEASURES = {"embedding": "cosine", "keyword": "BM25", "hybrid": "RRF", "shared-words": "shared words"}
"""The rankers and what their scores measure."""

BY_VECTORS = frozenset({"embedding", "hybrid"})
"""Those of them that need the vectors of both sides, and the model for the question."""

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
        self._word_store = WordStore(catalogue.path.parent)
        self._words: dict[str, ChunkWords] = {}
        self._rows: dict[str, tuple[Matrix, NDArray[np.int64]]] = {}
        self._headings: HeadingWords | None = None
        self._last: _Last | None = None

    def search(
        self,
        question: str,
        ranker: str,
        plain: Recipe,
        context: Recipe,
        filters: Filters,
        top: int,
        context_ranker: str = "",
    ) -> Comparison:
        """Return the first `top` hits of both sides, each with its exact rank on the other.

        The question may hold filters of its own (`explorer.core.query`). Raises `ExplorerError` for a question without
        words to rank by, an unknown ranker or value of a filter, or (rankers "embedding" and "hybrid") when a side has
        not been embedded yet.
        """
        if not question.strip():
            raise ExplorerError("The question is empty.", "Type a question first.")
        if ranker not in MEASURES:
            raise ExplorerError(f"There is no ranker {ranker!r}.", f"Known: {', '.join(MEASURES)}.")
        query = parse_query(question)
        if not query.text:
            raise ExplorerError("The question only filters.", "Add words to rank the chunks by.")
        filters = narrow(filters, query)
        chunks = self._current()
        if context_ranker not in ("", ranker):
            raise ExplorerError("Both sides are ranked alike here.", f"Choose {ranker!r} for both.")
        positions, pool, sides = self._ranked(query.text, ranker, (plain, context), chunks, filters)
        self._last = _Last(query.text, MEASURES[ranker], chunks, positions, *sides)
        return Comparison(
            question=question,
            ranker=ranker,
            plain_recipe=plain.name,
            context_recipe=context.name,
            measure=MEASURES[ranker],
            pool=pool,
            plain=self._hits(self._last, sides[0], sides[1], top),
            context=self._hits(self._last, sides[1], sides[0], top),
            filters=filters,
            words=query.text,
        )

    def prepare_words(self, recipe: Recipe) -> None:
        """Count the words of every chunk under a recipe, so that the first question by words need not."""
        self._words_of(recipe, self._current())

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
            self._words.clear()
            self._rows.clear()
            self._headings = None
            self._snapshot = snapshot(self._catalogue, today)
        return self._snapshot

    def _ranked(
        self, text: str, ranker: str, recipes: tuple[Recipe, Recipe], chunks: Snapshot, filters: Filters
    ) -> tuple[NDArray[np.int64], Pool, tuple[Side, Side]]:
        vectors = [self._vectors_of(recipe, chunks) for recipe in recipes] if ranker in BY_VECTORS else []
        ready = chunks.embeddable.copy()
        for _, rows in vectors:
            ready &= rows >= 0
        positions, pool = choose(chunks, filters, ready, self._conditions(filters, recipes, chunks))
        question = self._embedder.encode_query(text) if vectors else None
        sides: list[Side] = []
        for place, recipe in enumerate(recipes):
            cosines = None
            if question is not None:
                matrix, rows = vectors[place]
                cosines = _cosines(matrix, rows[positions], question)
            sides.append(self._side(text, ranker, recipe, positions, cosines))
        return positions, pool, (sides[0], sides[1])

    def _side(
        self, text: str, ranker: str, recipe: Recipe, positions: NDArray[np.int64], cosines: Scores | None
    ) -> Side:
        if ranker == "embedding" and cosines is not None:
            return _ranked_by(recipe, cosines)
        words = self._words_of(recipe, self._current())
        if ranker == "shared-words":
            return _ranked_by(recipe, words.index.shared(words_of(text))[words.rows[positions]])
        keyword = words.index.bm25(words_of(text), words.weights(positions))[words.rows[positions]]
        if cosines is None:
            return _ranked_by(recipe, keyword)
        return _ranked_by(recipe, fused([exact_ranks(cosines)[0], exact_ranks(keyword)[0]]), FUSED_TOLERANCE)

    def _vectors_of(self, recipe: Recipe, chunks: Snapshot) -> tuple[Matrix, NDArray[np.int64]]:
        matrix = self._matrices.of(self._collection(recipe))
        kept = self._rows.get(recipe.name)
        if kept is None or kept[0] is not matrix:
            kept = self._rows[recipe.name] = (matrix, matrix.rows_of(chunks.ids))
        return kept

    def _conditions(self, filters: Filters, recipes: tuple[Recipe, Recipe], chunks: Snapshot) -> Masks:
        """Return the filters on headings and on words; what stands on either side counts, so both keep one pool."""
        found: list[tuple[str, NDArray[np.bool_]]] = []
        if filters.headings and self._headings is None:
            self._headings = heading_words(self._catalogue, chunks)
        if self._headings is not None:
            found += [("heading", self._headings.below(chunks, value)) for value in filters.headings]
        found += [("phrase", self._standing(value, recipes, chunks)) for value in filters.phrases]
        found += [("without", ~self._standing(value, recipes, chunks)) for value in filters.without]
        return found

    def _standing(self, phrase: str, recipes: tuple[Recipe, Recipe], chunks: Snapshot) -> NDArray[np.bool_]:
        """Tell for each chunk whether the words of `phrase` stand side by side in its embedded text on either side."""
        wanted = words_of(phrase)
        if not wanted:
            raise ExplorerError(f"There is no word in the phrase {phrase!r}.", "Write words between the marks.")
        stands = np.zeros(len(chunks.ids), dtype=bool)
        for recipe in dict.fromkeys(recipes):
            words = self._words_of(recipe, chunks)
            held = np.flatnonzero(words.index.holding(wanted)[words.rows])
            if len(wanted) > 1:
                texts = self._texts(recipe, chunks.ids[held])
                held = held[[holds_phrase(text, wanted) for text in texts]] if len(held) else held
            stands[held] = True
        return stands

    def _words_of(self, recipe: Recipe, chunks: Snapshot) -> ChunkWords:
        if recipe.name not in self._words:
            self._words[recipe.name] = self._word_store.words(recipe.name, self._texts(recipe, chunks.ids))
        return self._words[recipe.name]

    def _texts(self, recipe: Recipe, ids: NDArray[np.int64]) -> list[str]:
        """Return the embedded text of each chunk of the snapshot that is asked for, in the snapshot's order."""
        column = {PLAIN.name: "text", self._catalogue.get("recipe"): "embedded"}.get(recipe.name)
        numbers = [int(number) for number in ids]
        if column is None:
            return [self._in_recipe(stored, recipe.name).embedded_text for stored in self._chunks.by_ids(numbers)]
        found: dict[int, str] = {}
        for page in pages(numbers):
            statement = f"SELECT id, {column} FROM chunk WHERE id IN ({marks(page)})"  # noqa: S608
            found.update((row[0], row[1]) for row in self._catalogue.rows(statement, page))
        return [found[number] for number in numbers]

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
        order = [int(place) for place in order_of(side.ranks)[: max(top, 0)]]
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
            renamed=item.renamed,
        )


def _ranked_by(recipe: Recipe, scores: Scores, tolerance: float = TOLERANCE) -> Side:
    ranks, tied = exact_ranks(scores, tolerance)
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

"""Ranking one pool for a question on two sides, each of its own recipe and ranker; what the next question can use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from explorer.core.errors import ExplorerError
from explorer.core.ranking import FUSED_TOLERANCE, TOLERANCE, exact_ranks, fused, order_of
from explorer.core.recipe import PLAIN, Recipe
from explorer.core.views import Filters, Pool
from explorer.core.word_index import holds_phrase
from explorer.core.words import words_of
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import ChunkTable, marks, pages
from explorer.engine.catalogue_vectors import Collection, VectorTable
from explorer.engine.embedder import Embedder
from explorer.engine.embedding import Embedding
from explorer.engine.matrices import DistantMatrix, Matrices, Matrix
from explorer.engine.pool import HeadingWords, Masks, Snapshot, choose, heading_words, snapshot
from explorer.engine.projection import InRecipe
from explorer.engine.word_store import ChunkWords, WordStore

MEASURES = {"embedding": "cosine", "keyword": "BM25", "hybrid": "RRF", "shared-words": "shared words"}
"""The rankers and what their scores measure."""

BY_VECTORS = frozenset({"embedding", "hybrid"})
"""Those of them that need the vectors of their side, and the model for the question."""

Scores = NDArray[np.float64]
Positions = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SideWish:
    """How a side ranks: under which recipe, and by which ranker."""

    recipe: Recipe
    ranker: str

    @property
    def measure(self) -> str:
        """Return what its scores measure."""
        return MEASURES[self.ranker]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison; arrays run in step with the pool. A rank of 0 says that the chunk has none."""

    wish: SideWish
    scores: Scores
    ranks: NDArray[np.intp]
    tied: NDArray[np.bool_]

    def order(self) -> NDArray[np.intp]:
        """Return the places of all that have a rank, the first one first."""
        return order_of(self.ranks)


@dataclass(frozen=True, slots=True)
class Ranking:
    """A question ranked on both sides; `positions` tells where in `chunks` each chunk of the pool stands.

    `approximate` says that a server ranked by an index that may miss some.
    """

    question: str
    chunks: Snapshot
    positions: Positions
    pool: Pool
    plain: Side
    context: Side
    approximate: bool = False

    def place(self, document: str, index: int) -> int | None:
        """Return where in the pool the chunk (document, index) stands; None when it is not ranked."""
        return _place(self.chunks, self.positions, document, index)

    def ids(self, places: Iterable[int]) -> list[int]:
        """Return the row ids of the chunks at these places of the pool."""
        return [int(self.chunks.ids[self.positions[place]]) for place in places]


def _place(chunks: Snapshot, positions: Positions, document: str, index: int) -> int | None:
    position = chunks.position(document, index)
    found = np.flatnonzero(positions == position) if position is not None else []
    return int(found[0]) if len(found) else None


@dataclass(frozen=True, slots=True)
class Ground:
    """A pool and what scores are made of, before anything is ranked; arrays run in step with the pool.

    `cosines` are there for the recipes that rank by vectors, with the question's `vector`; `words` for the others.
    """

    question: str
    chunks: Snapshot
    positions: Positions
    pool: Pool
    cosines: dict[Recipe, Scores]
    words: dict[Recipe, ChunkWords]
    vector: NDArray[np.float32] | None = None
    approximate: bool = False

    def place(self, document: str, index: int) -> int | None:
        """Return where in the pool the chunk (document, index) stands; None when it is not ranked."""
        return _place(self.chunks, self.positions, document, index)


class SideRanker:
    """Ranks chunks; keeps words, vectors and headings until the library's revision rises."""

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
        self._rows: dict[str, tuple[Matrix | DistantMatrix, Positions]] = {}
        self._headings: HeadingWords | None = None

    def rank(self, text: str, wishes: tuple[SideWish, SideWish], filters: Filters) -> Ranking:
        """Rank for the words of `text`, filters of its own aside, on both sides of one pool.

        A chunk needs a vector only on the sides that rank by vectors. Raises `ExplorerError` for a recipe without
        vectors where they are needed, and for a filter with a value that nothing has.
        """
        ground = self.ground(text, wishes, filters)
        plain, context = (self._side(wish, ground) for wish in wishes)
        return Ranking(
            text, ground.chunks, ground.positions, ground.pool, plain, context, approximate=ground.approximate
        )

    def ground(self, text: str, wishes: tuple[SideWish, SideWish], filters: Filters) -> Ground:
        """Return the pool for the words of `text`, and what its scores on each side are made of; see `rank`."""
        chunks = self.current()
        vectors = {wish.recipe: self._vectors_of(wish.recipe, chunks) for wish in wishes if wish.ranker in BY_VECTORS}
        ready = chunks.embeddable.copy()
        for _, rows in vectors.values():
            ready &= rows >= 0
        recipes = tuple(wish.recipe for wish in wishes)
        positions, pool = choose(chunks, filters, ready, self._conditions(filters, recipes, chunks))
        question = self._embedder.encode_query(text) if vectors else None
        cosines: dict[Recipe, Scores] = {}
        if question is not None:
            cosines = {recipe: each.cosines(rows[positions], question) for recipe, (each, rows) in vectors.items()}
        words = {wish.recipe: self._words_of(wish.recipe, chunks) for wish in wishes if wish.ranker != "embedding"}
        approximate = any(matrix.approximate for matrix, _ in vectors.values())
        return Ground(text, chunks, positions, pool, cosines, words, question, approximate)

    def prepare_words(self, recipe: Recipe) -> None:
        """Count the words of every chunk under a recipe, so that the first question by words need not."""
        self._words_of(recipe, self.current())

    def has_vectors(self, recipe: Recipe) -> bool:
        """Tell whether a recipe can be ranked by its vectors."""
        collection = self._vectors.find(self._embedding.key(recipe))
        return collection is not None and collection.built

    def collection(self, recipe: Recipe) -> Collection:
        """Return the vectors of a recipe; raises `ExplorerError` when they are not complete."""
        collection = self._vectors.find(self._embedding.key(recipe))
        if collection is None or not collection.built:
            raise ExplorerError(
                "The index is not complete.",
                f"There are no vectors for recipe {recipe.name!r} yet. Refresh the library to make them; the rankers "
                "keyword and shared words work already.",
            )
        return collection

    def current(self) -> Snapshot:
        """Return the chunks as they are now; what was kept of an older revision goes."""
        today = date.today()
        kept = self._snapshot
        if kept is None or (kept.revision, kept.today) != (self._catalogue.revision, today):
            self._words.clear()
            self._rows.clear()
            self._headings = None
            kept = self._snapshot = snapshot(self._catalogue, today)
        return kept

    def _side(self, wish: SideWish, ground: Ground) -> Side:
        if wish.ranker == "embedding":
            return _ranked_by(wish, ground.cosines[wish.recipe])
        words, positions, asked = ground.words[wish.recipe], ground.positions, words_of(ground.question)
        if wish.ranker == "shared-words":
            return _ranked_by(wish, words.index.shared(asked)[words.rows[positions]])
        keyword = words.index.bm25(asked, words.weights(positions))[words.rows[positions]]
        if wish.ranker == "keyword":
            return _ranked_by(wish, keyword)
        rankings = [exact_ranks(ground.cosines[wish.recipe])[0], exact_ranks(keyword)[0]]
        return _ranked_by(wish, fused(rankings), FUSED_TOLERANCE)

    def _vectors_of(self, recipe: Recipe, chunks: Snapshot) -> tuple[Matrix | DistantMatrix, Positions]:
        matrix = self._matrices.of(self.collection(recipe))
        kept = self._rows.get(recipe.name)
        if kept is None or kept[0] is not matrix:
            kept = self._rows[recipe.name] = (matrix, matrix.rows_of(chunks.ids))
        return kept

    def _conditions(self, filters: Filters, recipes: Sequence[Recipe], chunks: Snapshot) -> Masks:
        """Return the filters on headings and on words; what stands on either side counts, so both keep one pool."""
        found: list[tuple[str, NDArray[np.bool_]]] = []
        if filters.headings and self._headings is None:
            self._headings = heading_words(self._catalogue, chunks)
        if self._headings is not None:
            found += [("heading", self._headings.below(chunks, value)) for value in filters.headings]
        found += [("phrase", self._standing(value, recipes, chunks)) for value in filters.phrases]
        found += [("without", ~self._standing(value, recipes, chunks)) for value in filters.without]
        return found

    def _standing(self, phrase: str, recipes: Sequence[Recipe], chunks: Snapshot) -> NDArray[np.bool_]:
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

    def _texts(self, recipe: Recipe, ids: Positions) -> list[str]:
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


def _ranked_by(wish: SideWish, scores: Scores, tolerance: float = TOLERANCE) -> Side:
    ranks, tied = exact_ranks(scores, tolerance)
    return Side(wish, scores, ranks, tied)

"""Answering a question on both sides: exact over the pool, from vectors read out of Chroma or from the words alone."""

from __future__ import annotations

from collections.abc import Iterable

from explorer.core.errors import ExplorerError
from explorer.core.query import narrow, parse_query
from explorer.core.ranking import overlap_at
from explorer.core.recipe import Recipe
from explorer.core.views import Comparison, Filters, TrueRank
from explorer.engine.catalogue import Catalogue
from explorer.engine.embedder import Embedder
from explorer.engine.embedding import Embedding
from explorer.engine.matrices import Matrices
from explorer.engine.projection import InRecipe
from explorer.engine.search_hits import HitMaker
from explorer.engine.search_sides import BY_VECTORS, MEASURES, Ground, Ranking, SideRanker, SideWish

__all__ = ["BY_VECTORS", "MEASURES", "Searcher"]

OVERLAP_DEPTHS = (5, 10, 20)
"""How far from the top it is told how much both sides share."""


class Searcher:
    """Ranks questions over a library; keeps what the next question at the same revision can use again."""

    def __init__(
        self, catalogue: Catalogue, matrices: Matrices, embedding: Embedding, embedder: Embedder, in_recipe: InRecipe
    ) -> None:
        self._sides = SideRanker(catalogue, matrices, embedding, embedder, in_recipe)
        self._hits = HitMaker(catalogue, in_recipe)
        self._last: Ranking | None = None

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

        `context_ranker` ranks the context side where that is not ranked like the plain one. The question may hold
        filters of its own (`explorer.core.query`). Raises `ExplorerError` for a question without words to rank by, an
        unknown ranker or value of a filter, or (rankers "embedding" and "hybrid") when their side has not been
        embedded yet.
        """
        last, narrowed = self.rank(question, ranker, plain, context, filters, context_ranker)
        self._last = last
        sides = (last.plain, last.context)
        other = sides[1].wish.ranker != sides[0].wish.ranker
        hits = [self._hits.listed(last, side, across, top) for side, across in (sides, sides[::-1])]
        listed = [[(hit.document, hit.index) for hit in each] for each in hits]
        return Comparison(
            question=question,
            ranker=ranker,
            plain_recipe=plain.name,
            context_recipe=context.name,
            measure=sides[0].wish.measure,
            pool=last.pool,
            plain=hits[0],
            context=hits[1],
            filters=narrowed,
            words=last.question,
            context_ranker=sides[1].wish.ranker if other else "",
            context_measure=sides[1].wish.measure if other else "",
            approximate=last.approximate,
            overlap=overlap_at(listed[0], listed[1], OVERLAP_DEPTHS),
        )

    def rank(
        self, question: str, ranker: str, plain: Recipe, context: Recipe, filters: Filters, context_ranker: str = ""
    ) -> tuple[Ranking, Filters]:
        """Return the whole ranking on both sides, and the filters with those of the question; see `search`.

        It does not become the last comparison.
        """
        wishes, text, narrowed = self._asked(question, ranker, plain, context, filters, context_ranker)
        return self._sides.rank(text, wishes, narrowed), narrowed

    def ground(self, question: str, ranker: str, plain: Recipe, context: Recipe, filters: Filters) -> Ground:
        """Return the pool of a question with what its scores are made of on both sides; raises as `search` does."""
        wishes, text, narrowed = self._asked(question, ranker, plain, context, filters, ranker)
        return self._sides.ground(text, wishes, narrowed)

    def _asked(
        self, question: str, ranker: str, plain: Recipe, context: Recipe, filters: Filters, context_ranker: str
    ) -> tuple[tuple[SideWish, SideWish], str, Filters]:
        """Return what is wished of both sides, the words to rank by, and the filters with those of the question."""
        if not question.strip():
            raise ExplorerError("The question is empty.", "Type a question first.")
        wishes = (SideWish(plain, ranker), SideWish(context, context_ranker or ranker))
        for wish in wishes:
            if wish.ranker not in MEASURES:
                raise ExplorerError(f"There is no ranker {wish.ranker!r}.", f"Known: {', '.join(MEASURES)}.")
        query = parse_query(question)
        if not query.text:
            raise ExplorerError("The question only filters.", "Add words to rank the chunks by.")
        return wishes, query.text, narrow(filters, query)

    @property
    def last(self) -> Ranking:
        """Return the last comparison's whole ranking; raises `ExplorerError` before the first."""
        if self._last is None:
            raise ExplorerError("Nothing has been ranked yet.", "Ask a question first.")
        return self._last

    def prepare_words(self, recipe: Recipe) -> None:
        """Count the words of every chunk under a recipe, so that the first question by words need not."""
        self._sides.prepare_words(recipe)

    def has_vectors(self, recipes: Iterable[Recipe]) -> bool:
        """Tell whether all of these recipes can be ranked by their vectors."""
        return all(self._sides.has_vectors(recipe) for recipe in recipes)

    def require_vectors(self, recipes: Iterable[Recipe]) -> None:
        """Raise `ExplorerError` when a recipe cannot be ranked by its vectors yet."""
        for recipe in recipes:
            self._sides.collection(recipe)

    def rank_chunk(self, document: str, index: int) -> TrueRank:
        """Return where a chunk stands on both sides of the last comparison; raises `ExplorerError` before the first."""
        return self._hits.true_rank(self.last, document, index)

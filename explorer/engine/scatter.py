"""Both scores of the last comparison over its pool, and the texts that two recipes embed for a chunk."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from explorer.core.errors import ExplorerError
from explorer.core.ranking import FUSED_TOLERANCE, TOLERANCE
from explorer.core.recipe import parse_recipe
from explorer.core.retrieval_views import EmbeddedText, Scatter, ScatterCounts, ScatterPoint
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import ChunkTable, StoredChunk, marks, pages
from explorer.engine.opened import Opened
from explorer.engine.search_sides import Ranking

LEADING = 200
"""Chunks from the top of each side that are shown whatever else is left out."""

Places = NDArray[np.intp]


def scatter(opened: Opened, marked: Iterable[tuple[str, int]], most: int) -> Scatter:
    """Return both scores of the last comparison: of at most `most` chunks, those that lead and are marked among them.

    More are returned where more lead or are marked. Raises `ExplorerError` when nothing has been ranked yet.
    """
    ranking = opened.searcher.last
    plain, context = ranking.plain.wish, ranking.context.wish
    return Scatter(
        question=ranking.question,
        plain_measure=plain.measure,
        context_measure=context.measure,
        size=ranking.pool.size,
        points=_points(opened.catalogue, ranking, _shown(ranking, marked, most)),
        counts=_counts(ranking),
        plain_recipe=plain.recipe.name,
        context_recipe=context.recipe.name,
        plain_ranker=plain.ranker,
        context_ranker=context.ranker,
    )


def embedded_texts(
    opened: Opened, document: str, index: int, plain_recipe: str, context_recipe: str
) -> tuple[EmbeddedText, EmbeddedText]:
    """Return what is embedded for a chunk under two recipes; raises `ExplorerError` for a chunk that is not there."""
    stored = ChunkTable(opened.catalogue).one(document, index)
    if stored is None:
        raise ExplorerError(f"There is no chunk {index} in {document!r}.", "The document may have changed.")
    return _embedded(opened, stored, plain_recipe), _embedded(opened, stored, context_recipe)


def _embedded(opened: Opened, stored: StoredChunk, name: str) -> EmbeddedText:
    item = opened.in_recipe(stored, parse_recipe(name).name)
    return EmbeddedText(
        recipe=name,
        text=item.embedded_text,
        tokens=item.tokens,
        header_tokens=item.header_tokens,
        own_start=len(item.embedded_text) - len(item.chunk.text),
    )


def _shown(ranking: Ranking, marked: Iterable[tuple[str, int]], most: int) -> Places:
    """Return the places that are shown, in order: the leading, the marked, and evenly taken ones of the rest by rank.

    The rest is walked by the plain side's rank, so that what is left out is left out alike at all heights.
    """
    orders = (ranking.plain.order(), ranking.context.order())
    always = np.zeros(len(ranking.positions), dtype=bool)
    for order in orders:
        always[order[:LEADING]] = True
    matched = (ranking.plain.ranks > 0) | (ranking.context.ranks > 0)
    places = (ranking.place(*key) for key in marked)
    always[[place for place in places if place is not None and matched[place]]] = True
    alone = orders[1][ranking.plain.ranks[orders[1]] == 0]
    rest = np.concatenate([orders[0], alone])
    rest = rest[~always[rest]]
    room = min(max(most - int(np.count_nonzero(always)), 0), len(rest))
    always[rest[np.arange(room) * len(rest) // max(room, 1)]] = True
    return np.flatnonzero(always)


def _points(catalogue: Catalogue, ranking: Ranking, shown: Places) -> tuple[ScatterPoint, ...]:
    chunks, positions = ranking.chunks, ranking.positions[shown]
    headings = _headings(catalogue, chunks.ids[positions].tolist())
    columns = [
        np.where(side.ranks[shown] > 0, side.scores[shown], np.nan).tolist()
        for side in (ranking.plain, ranking.context)
    ]
    rows = zip(
        chunks.owner[positions].tolist(),
        chunks.ordinal[positions].tolist(),
        chunks.ids[positions].tolist(),
        *columns,
        ranking.plain.ranks[shown].tolist(),
        ranking.context.ranks[shown].tolist(),
        strict=True,
    )
    return tuple(
        ScatterPoint(
            document=chunks.documents[owner].name,
            index=index,
            plain=score if rank else None,
            context=other_score if other_rank else None,
            plain_rank=rank or None,
            context_rank=other_rank or None,
            heading=headings.get(chunk, ""),
        )
        for owner, index, chunk, score, other_score, rank, other_rank in rows
    )


def _headings(catalogue: Catalogue, ids: list[int]) -> dict[int, str]:
    """Return the last heading above each chunk by row id, as the document has it."""
    found: dict[int, str] = {}
    joined = "chunk c JOIN section s ON s.document = c.document AND s.ordinal = c.section"
    for page in pages(ids):
        statement = f"SELECT c.id, s.heading FROM {joined} WHERE c.id IN ({marks(page)})"  # noqa: S608
        found.update((row[0], row[1]) for row in catalogue.rows(statement, page))
    return found


def _counts(ranking: Ranking) -> ScatterCounts:
    plain, context = ranking.plain, ranking.context
    left, right = plain.ranks > 0, context.ranks > 0
    tolerance = FUSED_TOLERANCE if plain.wish.ranker == "hybrid" else TOLERANCE
    both = left & right
    apart = np.zeros(0)
    if plain.wish.measure == context.wish.measure:
        apart = context.scores[both] - plain.scores[both]
    return ScatterCounts(
        both=int(np.count_nonzero(both)),
        plain_only=int(np.count_nonzero(left & ~right)),
        context_only=int(np.count_nonzero(right & ~left)),
        neither=int(np.count_nonzero(~left & ~right)),
        risen=int(np.count_nonzero(context.ranks[both] < plain.ranks[both])),
        fallen=int(np.count_nonzero(context.ranks[both] > plain.ranks[both])),
        higher=int(np.count_nonzero(apart > tolerance)),
        lower=int(np.count_nonzero(apart < -tolerance)),
    )

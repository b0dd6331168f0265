"""Hits of a ranking, with all that people read of a chunk, and which of them say nearly the same."""

from __future__ import annotations

from dataclasses import replace

from explorer.core.repeats import firsts_alike
from explorer.core.views import Hit, TrueRank
from explorer.core.words import matched_words
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_chunks import ChunkTable, StoredChunk
from explorer.engine.projection import InRecipe
from explorer.engine.search_sides import Ranking, Side


class HitMaker:
    """Reads the chunks of a ranking."""

    def __init__(self, catalogue: Catalogue, in_recipe: InRecipe) -> None:
        self._chunks = ChunkTable(catalogue)
        self._in_recipe = in_recipe

    def listed(self, ranking: Ranking, side: Side, other: Side, top: int) -> tuple[Hit, ...]:
        """Return the first `top` hits of a side; those that repeat one above them name it."""
        order = side.order()[: max(top, 0)].tolist()
        places = dict(zip(ranking.ids(order), order, strict=True))
        stored = {places[each.id]: each for each in self._chunks.by_ids(places)}
        hits = [_hit(ranking, stored[place], place, side, other, self._in_recipe) for place in order]
        return tuple(
            hit if first is None else replace(hit, repeats=(hits[first].document, hits[first].index))
            for hit, first in zip(hits, firsts_alike([hit.text for hit in hits]), strict=True)
        )

    def true_rank(self, ranking: Ranking, document: str, index: int) -> TrueRank:
        """Return where a chunk stands on both sides, whether or not it is listed; `repeats` is of lists only."""
        place = ranking.place(document, index)
        stored = self._chunks.by_ids(ranking.ids([place])) if place is not None else []
        if place is None or not stored:
            return TrueRank(document, index, pooled=False)
        plain, context = (
            _hit(ranking, stored[0], place, side, other, self._in_recipe)
            for side, other in ((ranking.plain, ranking.context), (ranking.context, ranking.plain))
        )
        return TrueRank(document, index, pooled=True, plain=plain, context=context)


def _hit(ranking: Ranking, stored: StoredChunk, place: int, side: Side, other: Side, in_recipe: InRecipe) -> Hit:
    item = in_recipe(stored, side.wish.recipe.name)
    rank = int(side.ranks[place])
    return Hit(
        document=item.chunk.document,
        index=item.chunk.index,
        title=item.title,
        heading_path=item.chunk.heading_path,
        text=item.chunk.text,
        display_text=item.display_text,
        rank=rank or None,
        score=float(side.scores[place]) if rank else None,
        measure=side.wish.measure,
        tied=bool(side.tied[place]),
        other_rank=int(other.ranks[place]) or None,
        kind=item.chunk.kind,
        version=stored.metadata.version,
        effective_from=stored.metadata.effective_from,
        place=item.chunk.place,
        matched=matched_words(ranking.question, item.embedded_text),
        out_of_force=ranking.chunks.out_of_force(item.chunk.document),
        renamed=item.renamed,
    )

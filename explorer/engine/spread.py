"""Separation, crowding and spread of an open library, from the vectors that it holds (DESIGN 4.6)."""

from __future__ import annotations

from datetime import date

import numpy as np
from numpy.typing import NDArray

from explorer.core.duplicates import Passage, Passages, pairs_of
from explorer.core.progress import Progress
from explorer.core.recipe import Recipe
from explorer.core.spread import SpreadReport, spread_report
from explorer.core.views import Filters
from explorer.engine.catalogue_chunks import ChunkTable
from explorer.engine.catalogue_vectors import VectorTable
from explorer.engine.opened import Opened
from explorer.engine.pool import choose, snapshot


def measure_spread(opened: Opened, plain: Recipe, context: Recipe, progress: Progress) -> SpreadReport:
    """Return what `context` does to the vectors of the documents in force, beside `plain`.

    Raises `ExplorerError` when a recipe has not been embedded yet; `progress` may raise `Cancelled`.
    """
    opened.searcher.require_vectors((plain, context))
    chunks = snapshot(opened.catalogue, date.today())
    sides = [_vectors(opened, recipe, chunks.ids) for recipe in (plain, context)]
    positions, _ = choose(chunks, Filters(), sides[0][1] & sides[1][1])
    names = [chunks.documents[number].name for number in np.unique(chunks.owner[positions])]
    known, passages = _passages(opened, names, progress)
    ranked = zip(chunks.owner[positions].tolist(), chunks.ordinal[positions].tolist(), strict=True)
    rows = [known[chunks.documents[owner].name, index] for owner, index in ranked]
    values = [matrix[positions] for matrix, _ in sides]
    twins = pairs_of(passages.near_twins())
    return spread_report((plain.name, context.name), rows, values[0], values[1], twins)


def _vectors(opened: Opened, recipe: Recipe, ids: NDArray[np.int64]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return the vector of each chunk under a recipe, and whether it has one (where not, its row means nothing)."""
    matrix = opened.matrices.of(VectorTable(opened.catalogue).make(opened.embedding.key(recipe)))
    rows = matrix.rows_of(ids)
    return matrix.values[rows] if len(matrix.values) else np.zeros((len(ids), 1), dtype=np.float32), rows >= 0


def _passages(
    opened: Opened, documents: list[str], progress: Progress
) -> tuple[dict[tuple[str, int], Passage], Passages]:
    """Return the passages of these documents, by document and index and to be compared."""
    chunks = ChunkTable(opened.catalogue)
    known: dict[tuple[str, int], Passage] = {}
    passages = Passages()
    for done, name in enumerate(documents):
        progress(done, len(documents), "comparing texts")
        for stored in chunks.of_document(name):
            chunk = stored.item.chunk
            known[name, chunk.index] = passages.add_chunk(chunk)
    return known, passages

"""Separation, crowding and spread of an open library, from the vectors that it holds (DESIGN 4.6).

Reading goes document by document on the thread of the caller, who owns the catalogue; the search for near twins and
the figures need neither catalogue nor store. `Spreads` has a thread do that, so that the engine serves others while
it goes on. A search that is under way runs to its end when its job is cancelled: asked again, it is only waited for.
"""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from explorer.core.duplicates import Passage, Passages, pairs_of
from explorer.core.errors import ExplorerError
from explorer.core.progress import Progress, finished
from explorer.core.recipe import Recipe
from explorer.core.spread import SpreadReport, spread_report
from explorer.core.views import Filters
from explorer.engine.catalogue_chunks import ChunkTable
from explorer.engine.catalogue_vectors import VectorTable
from explorer.engine.opened import Opened
from explorer.engine.pool import choose, snapshot
from explorer.engine.waiting import on_thread, result_of

Pairs = tuple[tuple[Passage, Passage, float], ...]
_Result = TypeVar("_Result")


def measure_spread(opened: Opened, plain: Recipe, context: Recipe, progress: Progress) -> SpreadReport:
    """Return what `context` does to the vectors of the documents in force, beside `plain`.

    Raises `ExplorerError` when a recipe has not been embedded yet; `progress` may raise `Cancelled`.
    """
    sides = _read_sides(opened, plain, context)
    texts = finished(read_texts(opened, sides.names, progress))
    return sides.report(texts, pairs_of(texts.passages.near_twins()))


class Spreads:
    """Measures an open library in steps, and keeps what it found until the library changes."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._state: tuple[int, date] | None = None
        self._texts: dict[tuple[str, ...], tuple[Texts, Future[Pairs]]] = {}
        self._reports: dict[tuple[str, str], SpreadReport] = {}

    def measure(self, plain: Recipe, context: Recipe, progress: Progress) -> Generator[None, None, SpreadReport]:
        """Return what `measure_spread` does; yields while it reads and waits.

        Raises `ExplorerError` when a recipe has not been embedded yet, or the library changes meanwhile.
        """
        state = self._forget_old()
        key = (plain.name, context.name)
        if key not in self._reports:
            sides = _read_sides(self._opened, plain, context)
            texts, twins = yield from self._compared(sides.names, state, progress)
            pairs = yield from result_of(twins, len(sides.names), progress)
            report = yield from result_of(on_thread(lambda: sides.report(texts, pairs)), len(sides.names), progress)
            if self._forget_old() != state:
                return report
            self._reports[key] = report
        return self._reports[key]

    def _forget_old(self) -> tuple[int, date]:
        """Return what the figures depend on, and forget those of another state."""
        state = (self._opened.catalogue.revision, date.today())
        if state != self._state:
            self._state = state
            self._texts.clear()
            self._reports.clear()
        return state

    def _compared(
        self, names: tuple[str, ...], state: tuple[int, date], progress: Progress
    ) -> Generator[None, None, tuple[Texts, Future[Pairs]]]:
        """Return the passages of these documents, and the search for their twins, which goes on."""
        if names not in self._texts:
            texts = yield from read_texts(self._opened, names, progress)
            if self._forget_old() != state:
                raise ExplorerError(
                    "The library changed while its passages were compared.", "Ask again when that is done."
                )
            self._texts[names] = (texts, on_thread(lambda: pairs_of(texts.passages.near_twins())))
        return self._texts[names]


@dataclass(frozen=True, slots=True)
class _Sides:
    """The chunks in force, as (document, index), with their vectors on both sides; `names` are their documents."""

    recipes: tuple[str, str]
    chunks: tuple[tuple[str, int], ...]
    names: tuple[str, ...]
    plain: NDArray[np.float32]
    context: NDArray[np.float32]

    def report(self, texts: Texts, twins: Pairs) -> SpreadReport:
        rows = [texts.known[chunk] for chunk in self.chunks]
        return spread_report(self.recipes, rows, self.plain, self.context, twins)


@dataclass(frozen=True, slots=True)
class Texts:
    """The passages of documents: by document and index, and to be compared."""

    known: dict[tuple[str, int], Passage] = field(default_factory=dict[tuple[str, int], Passage])
    passages: Passages = field(default_factory=Passages)


def _read_sides(opened: Opened, plain: Recipe, context: Recipe) -> _Sides:
    opened.searcher.require_vectors((plain, context))
    chunks = snapshot(opened.catalogue, date.today())
    sides = [_vectors(opened, recipe, chunks.ids) for recipe in (plain, context)]
    positions, _ = choose(chunks, Filters(), sides[0][1] & sides[1][1])
    ranked = zip(chunks.owner[positions].tolist(), chunks.ordinal[positions].tolist(), strict=True)
    return _Sides(
        (plain.name, context.name),
        tuple((chunks.documents[owner].name, index) for owner, index in ranked),
        tuple(chunks.documents[number].name for number in np.unique(chunks.owner[positions])),
        sides[0][0][positions],
        sides[1][0][positions],
    )


def _vectors(opened: Opened, recipe: Recipe, ids: NDArray[np.int64]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return the vector of each chunk under a recipe, and whether it has one (where not, its row means nothing)."""
    matrix = opened.matrices.of(VectorTable(opened.catalogue).make(opened.embedding.key(recipe)))
    rows = matrix.rows_of(ids)
    return matrix.values[rows] if len(matrix.values) else np.zeros((len(ids), 1), dtype=np.float32), rows >= 0


def read_texts(opened: Opened, names: tuple[str, ...], progress: Progress) -> Generator[None, None, Texts]:
    """Return the passages of these documents; yields after each of them."""
    chunks = ChunkTable(opened.catalogue)
    texts = Texts()
    for done, name in enumerate(names):
        progress(done, len(names), "comparing texts")
        for stored in chunks.of_document(name):
            chunk = stored.item.chunk
            texts.known[name, chunk.index] = texts.passages.add_chunk(chunk)
        yield
    return texts

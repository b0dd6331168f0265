"""What a recipe does to a library's vectors, told without any question: separation, crowding, spread kept (DESIGN 4.6).

* **Separation**: the mean fall in cosine, from plain to context, of near twins under different headings.
* **Crowding**: the mean cosine between two chunks of one document; what stands in every chunk's header raises it.
* **Spread kept**: (1 − crowding with context) / (1 − crowding plain): how much of the room between the chunks of a
  document is left. A library's crowding is the mean over its documents, each weighted by its chunks.
* **Apart**: the mean room 1 − cosine between twins with context, less what would be left of their plain room if it had
  shrunk as all room in the documents did: mean(1 − context) − kept · mean(1 − plain).

A recipe is harmful when it keeps less than `LEAST_SPREAD`, or less than `LEAST_SPREAD_UNPAID` without moving twins
apart. It is helpful when it keeps more and `apart` is above `LEAST_APART`. Else there is no verdict.

Why `apart` and not the separation's sign. A title in every header adds one common part to all vectors of a document:
every cosine in it rises, those of twins too, and still the questions are answered as well or better, for a common part
changes no order among the chunks that have it. It shrinks the room between any two by about one factor, which is the
spread kept; twins that keep more room than that have been told apart by what else the header says. Measured by
`tests/benchmarks/verdict.py` with the recipes path, title only, leaf only and abstract: four times the MRR rises while
the separation of near twins is negative or there are no such twins, and `apart` is above `LEAST_APART` all four times.

Why neighbours stand in. Where a library has fewer than `LEAST_PAIRS` near twins in words (an encyclopaedia has none),
the passage under another heading that is nearest on the plain side takes the place of the twin, for that is what a
question confuses a passage with.

All but the search for neighbours is linear in the number of chunks: the sum of the cosines of all pairs of n unit
vectors is (|sum|² − n) / 2. Neighbours are looked up for at most `MOST_NEIGHBOURS` chunks, spread evenly. Vectors
without length (a text the model cannot see into) have no direction and are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from explorer.core.duplicates import Passage

Floats = NDArray[np.floating]
Units = NDArray[np.float32]

LEAST_SPREAD = 0.5
"""A recipe that keeps less of the spread is harmful."""

LEAST_SPREAD_UNPAID = 0.6
"""A recipe that keeps less of the spread is harmful too when twins do not move apart: room is lost for nothing.

In documents that repeat their product's name everywhere, an abstract on every chunk keeps 0.56 and lowers the MRR; the
least that a path or title keeps in the sets of the benchmark is 0.63.
"""

LEAST_APART = 0.005
"""Twins have moved apart when they have gained this much room, as a difference of cosines."""

LEAST_PAIRS = 5
"""Fewer twins than this say nothing."""

MOST_NEIGHBOURS = 1_000

_BLOCK = 100
"""Chunks compared with all others at once."""

_NO_ROOM = 1e-6
"""Chunks of a document that are closer than this all point one way: no share of such a spread can be told."""


class Verdict(StrEnum):
    """What is to be expected of a recipe."""

    HELPFUL = "helpful"
    HARMFUL = "harmful"
    NEUTRAL = "no verdict"


@dataclass(frozen=True, slots=True)
class TwinPair:
    """Two passages under different headings that a question may confuse, and their cosine on both sides.

    `similarity` is that of their words; None for neighbours, which are near by their plain vectors.
    """

    left: Passage
    right: Passage
    similarity: float | None
    plain: float
    context: float


@dataclass(frozen=True, slots=True)
class Spread:
    """The figures of a document, or of a library (`document` empty).

    `crowding_plain`, `crowding_context` and `kept` are None where no document has two chunks that can be compared;
    `separation` and `apart` are None without twins. `pairs` counts the twins, those of a document with either end in
    it; below `LEAST_PAIRS` of them nothing is said of twins.
    """

    document: str
    chunks: int
    pairs: int = 0
    separation: float | None = None
    apart: float | None = None
    crowding_plain: float | None = None
    crowding_context: float | None = None
    kept: float | None = None

    @property
    def verdict(self) -> Verdict:
        """Return what the figures say of the recipe."""
        known = self.apart is not None and self.pairs >= LEAST_PAIRS
        moved = known and (self.apart or 0) > LEAST_APART
        least = LEAST_SPREAD_UNPAID if known and not moved else LEAST_SPREAD
        if self.kept is not None and self.kept < least:
            return Verdict.HARMFUL
        return Verdict.HELPFUL if moved else Verdict.NEUTRAL


@dataclass(frozen=True, slots=True)
class SpreadReport:
    """What the context recipe does beside the plain one: the library, its documents by name, and the twins.

    `twins` stand with those first that moved together most. `by_words`: they are near twins in words; otherwise each
    is a passage and its nearest on the plain side.
    """

    plain_recipe: str
    context_recipe: str
    library: Spread
    documents: tuple[Spread, ...] = ()
    twins: tuple[TwinPair, ...] = ()
    by_words: bool = True


def spread_report(
    recipes: tuple[str, str],
    chunks: Sequence[Passage],
    plain: Floats,
    context: Floats,
    twins: Sequence[tuple[Passage, Passage, float]],
) -> SpreadReport:
    """Return the figures of the second of `recipes` beside the first.

    The rows of `plain` and `context` run in step with `chunks`, which stand document by document. `twins` are pairs of
    chunks with the similarity of their words (`explorer.core.duplicates.pairs_of`); a pair with a chunk that is not
    among `chunks`, or has no direction on one side, is left out.
    """
    sides = unit_rows(plain), unit_rows(context)
    pairs = _measured(chunks, sides, twins)
    by_words = len(pairs) >= LEAST_PAIRS
    if not by_words:
        pairs = _measured(chunks, sides, _neighbours(chunks, sides[0])) or pairs
    spans = _spans(chunks)
    own: dict[str, list[TwinPair]] = {name: [] for name in spans}
    for pair in pairs:
        for name in {pair.left.document, pair.right.document}:
            own[name].append(pair)
    rows = tuple(
        _spread(name, span.stop - span.start, own[name], (crowding(sides[0][span]), crowding(sides[1][span])))
        for name, span in spans.items()
    )
    library = _spread("", len(chunks), pairs, _mean_crowding(rows))
    worst = sorted(pairs, key=lambda pair: pair.plain - pair.context)
    return SpreadReport(*recipes, library, rows, tuple(worst), by_words)


def unit_rows(vectors: Floats) -> Units:
    """Return each row at length 1; rows without length, or that are no numbers, as zeros."""
    rows = np.asarray(vectors, dtype=np.float32)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    good = np.isfinite(lengths) & (lengths > 0)
    return np.divide(rows, lengths, out=np.zeros_like(rows), where=good)


def crowding(units: Units) -> float | None:
    """Return the mean cosine between two rows (from `unit_rows`); None with fewer than two that have a length."""
    count = int(np.count_nonzero(np.any(units != 0, axis=1)))
    if count < 2:
        return None
    total = units.sum(axis=0, dtype=np.float64)
    return float((total @ total - count) / (count * (count - 1)))


def _spans(chunks: Sequence[Passage]) -> dict[str, slice]:
    """Return the rows of each document; its chunks stand side by side."""
    spans: dict[str, slice] = {}
    for row, chunk in enumerate(chunks):
        name = chunk.document
        spans[name] = slice(spans[name].start if name in spans else row, row + 1)
    return spans


def _measured(
    chunks: Sequence[Passage], sides: tuple[Units, Units], twins: Sequence[tuple[Passage, Passage, float | None]]
) -> list[TwinPair]:
    seen = np.any(sides[0] != 0, axis=1) & np.any(sides[1] != 0, axis=1)
    row_of = {(chunk.document, chunk.index): row for row, chunk in enumerate(chunks) if seen[row]}
    pairs: list[TwinPair] = []
    for left, right, similarity in twins:
        first, second = row_of.get((left.document, left.index)), row_of.get((right.document, right.index))
        if first is not None and second is not None:
            plain, context = (float(side[first] @ side[second]) for side in sides)
            pairs.append(TwinPair(left, right, similarity, plain, context))
    return pairs


def _neighbours(chunks: Sequence[Passage], plain: Units) -> list[tuple[Passage, Passage, None]]:
    """Return chunks, spread evenly, with the nearest under another heading, each pair once."""
    numbers: dict[tuple[str, tuple[str, ...]], int] = {}
    homes = np.array([numbers.setdefault(chunk.home, len(numbers)) for chunk in chunks], dtype=np.int64)
    seen = np.flatnonzero(np.any(plain != 0, axis=1))
    if len(numbers) < 2 or len(seen) < 2:
        return []
    drawn = seen[:: -(-len(seen) // MOST_NEIGHBOURS)]
    found: dict[tuple[int, int], tuple[Passage, Passage, None]] = {}
    for start in range(0, len(drawn), _BLOCK):
        block = drawn[start : start + _BLOCK]
        cosines = plain[block] @ plain[seen].T
        cosines[homes[block][:, None] == homes[seen][None, :]] = -np.inf
        best = np.argmax(cosines, axis=1)
        for row, place, cosine in zip(block.tolist(), best.tolist(), cosines.max(axis=1).tolist(), strict=True):
            other = int(seen[place])
            if cosine > -np.inf:
                found.setdefault((min(row, other), max(row, other)), (chunks[row], chunks[other], None))
    return list(found.values())


def _spread(
    document: str, chunks: int, pairs: Sequence[TwinPair], crowded: tuple[float | None, float | None]
) -> Spread:
    plain, context = crowded
    kept = None
    if plain is not None and context is not None and 1 - plain > _NO_ROOM:
        kept = (1 - context) / (1 - plain)
    separation = apart = None
    if pairs:
        rooms = [sum(1 - getattr(pair, side) for pair in pairs) / len(pairs) for side in ("plain", "context")]
        separation = rooms[1] - rooms[0]
        apart = None if kept is None else rooms[1] - kept * rooms[0]
    return Spread(document, chunks, len(pairs), separation, apart, plain, context, kept)


def _mean_crowding(rows: Sequence[Spread]) -> tuple[float | None, float | None]:
    """Return the mean over the documents that have a crowding on both sides, weighted by their chunks."""
    known = [
        (row.chunks, row.crowding_plain, row.crowding_context)
        for row in rows
        if row.crowding_plain is not None and row.crowding_context is not None
    ]
    total = sum(chunks for chunks, _, _ in known)
    if not total:
        return None, None
    return sum(each[0] * each[1] for each in known) / total, sum(each[0] * each[2] for each in known) / total

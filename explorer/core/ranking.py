"""Exact ranks, the rankers that need no model (keywords by BM25, shared words), and fusion (DESIGN 4.6).

Guarantees:

* A rank is 1 + the number of scores greater by more than `TOLERANCE`; ties are ordered by position.
* A score that is not a number stands for "no match": it has no rank and no place in an order.
* Scores of one measure are never mixed with those of another; nothing here turns a score into a distance.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from explorer.core.word_index import index_texts
from explorer.core.words import STOP_WORDS, words_of

Floats = NDArray[np.floating]
Integers = NDArray[np.intp]

TOLERANCE = 1e-6
"""Scores this close are equal: the order of additions in a product may not decide who is first."""

FUSED_TOLERANCE = 1e-15
"""The same for fused scores: far above their rounding, below the step between two ranks of ten million."""

RRF_K = 60
"""The constant of reciprocal rank fusion that its authors found to do well everywhere."""


def exact_ranks(scores: Floats, tolerance: float = TOLERANCE) -> tuple[Integers, NDArray[np.bool_]]:
    """Return each score's rank from 1 (0 for no match), and whether others share it."""
    values = np.asarray(scores, dtype=np.float64)
    # What is no number is sorted to the end.
    order = np.argsort(values)[: np.count_nonzero(~np.isnan(values))]
    rising = values[order]
    # From each on upwards; only those have more beside them that have a neighbour within the tolerance.
    above = np.arange(rising.size, 0, -1)
    close = np.flatnonzero(rising[1:] <= rising[:-1] + tolerance)
    above[close] = 1 + rising.size - np.searchsorted(rising, rising[close] + tolerance, side="right")
    ranks = np.zeros(values.shape, dtype=np.intp)
    ranks[order] = above
    # Those that share a rank stand side by side in rising order.
    shared = close[above[close] == above[close + 1]]
    tied = np.zeros(values.shape, dtype=np.bool_)
    tied[order[shared]] = tied[order[shared + 1]] = True
    return ranks, tied


def ranking_order(scores: Floats) -> Integers:
    """Return the positions of all that matched, best first, equal ranks in the order of their positions."""
    return order_of(exact_ranks(scores)[0])


def order_of(ranks: Integers) -> Integers:
    """Return the positions of all that have a rank (0 is none), by rank and then by position."""
    # One number for rank and position: to sort those takes a sixth of what a stable order of the ranks takes.
    keys = np.sort(ranks.astype(np.int64) * ranks.size + np.arange(ranks.size))
    return keys[np.count_nonzero(ranks == 0) :] % max(ranks.size, 1)


def overlap_at(
    one: Sequence[Hashable], other: Sequence[Hashable], depths: Sequence[int]
) -> tuple[tuple[int, int], ...]:
    """Return (k, how many stand among the first k of both rankings) for each of `depths`: the overlap at k.

    A depth beyond the longer ranking stands for its length; none is told twice, and nothing of two empty rankings.
    Source: the overlap at depth d of Webber, Moffat and Zobel, "A similarity measure for indefinite rankings", 2010;
    divided by k it is their agreement.
    """
    longest = max(len(one), len(other))
    return tuple((k, len(set(one[:k]) & set(other[:k]))) for k in sorted({min(k, longest) for k in depths} - {0}))


def lengths_of(matrix: Floats) -> NDArray[np.float32]:
    """Return the length of each row of `matrix`, the same wherever the matrix lies in memory.

    Additions in float32 come in an order that depends on it; in float64 that is lost in the rounding.
    """
    rows = np.asarray(matrix, dtype=np.float32)
    return np.sqrt(np.einsum("ij,ij->i", rows, rows, dtype=np.float64)).astype(np.float32)


def cosine(matrix: Floats, vector: Floats, lengths: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
    """Return the cosine of each row of `matrix` with `vector`; 0 where either has no length.

    `lengths` are those of the rows (`lengths_of`), for callers that ask again: they cost more than the products.
    """
    rows = np.asarray(matrix, dtype=np.float32)
    target = np.asarray(vector, dtype=np.float32).ravel()
    lengths = (lengths_of(rows) if lengths is None else lengths) * np.float32(np.linalg.norm(target))
    products = rows @ target
    return np.divide(products, lengths, out=np.zeros_like(products), where=lengths > 0)


def fused(rankings: Sequence[Integers], k: int = RRF_K) -> NDArray[np.float64]:
    """Return the reciprocal rank fusion of full rankings: the sum of 1 / (k + rank), no rank (0) adding nothing.

    Not a number where no ranking has a rank. Source: Cormack, Clarke and Büttcher, "Reciprocal rank fusion outperforms
    Condorcet and individual rank learning methods", SIGIR 2009. Rank what comes out with `FUSED_TOLERANCE`.
    """
    total = np.zeros(rankings[0].shape)
    for ranks in rankings:
        total += np.where(ranks > 0, 1.0 / (k + ranks), 0.0)
    return np.where(total > 0, total, np.nan)


def shared_words(question: str, texts: Sequence[str]) -> Integers:
    """Return how many distinct words of `question` each text holds, stop words aside; no stemming."""
    wanted = frozenset(words_of(question)) - STOP_WORDS
    return np.array([len(wanted.intersection(words_of(text))) for text in texts], dtype=np.intp)


class Bm25:
    """Keyword scores over `texts`: equal to those of the package `bm25s` at its defaults on the same words."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._index = index_texts(texts)
        self._each_once = np.ones(len(texts), dtype=np.intp)

    def scores(self, question: str) -> NDArray[np.float64]:
        """Return each text's score; not a number where it holds no word of `question`."""
        return self._index.bm25(words_of(question), self._each_once)

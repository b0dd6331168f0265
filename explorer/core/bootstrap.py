"""Percentile bootstrap: how far a mean over questions might lie elsewhere had other questions been asked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 2000
SEED = 20_240
LEVEL = 0.95
_KEPT = 2000
"""Up to so many values the draws are kept for the next measure over as many questions (32 MB)."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over `n` questions and the interval about it; None where nothing was measured."""

    value: float | None
    low: float | None
    high: float | None
    n: int


def estimate(values: NDArray[np.float64]) -> Estimate:
    """Return the mean of the values that are numbers, with the 95 % interval of B. Efron's percentile bootstrap.

    Seeded: the same number of values is always drawn by the same indices, so figures of two runs over the same
    questions are drawn in pairs, and for a difference the values are the differences question by question. Of one
    value the interval has no width; how much that says is for `n` to tell.
    """
    known = values[~np.isnan(values)]
    if not len(known):
        return Estimate(None, None, None, 0)
    mean = float(known.mean())
    if bool(np.all(known == known[0])):
        return Estimate(float(known[0]), float(known[0]), float(known[0]), len(known))
    low, high = np.quantile(_means(known), [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Estimate(mean, float(low), float(high), len(known))


def _means(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean of each resample."""
    if len(values) <= _KEPT:
        return _draws(len(values)) @ values / len(values)
    generator = np.random.default_rng(SEED)
    means = np.empty(RESAMPLES)
    for place in range(RESAMPLES):
        means[place] = values[generator.integers(0, len(values), len(values))].mean()
    return means


@lru_cache(maxsize=2)
def _draws(size: int) -> NDArray[np.float64]:
    """Return how often each of `size` values is drawn in each resample."""
    generator = np.random.default_rng(SEED)
    counts = np.zeros((RESAMPLES, size))
    for place in range(RESAMPLES):
        counts[place] = np.bincount(generator.integers(0, size, size), minlength=size)
    return counts

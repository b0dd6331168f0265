"""Figures with their uncertainty: the interval of a share, and how far two judges agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt


def wilson(successes: int, n: int, z: float = 1.96) -> tuple[float, float]:
    """Return the bounds, from 0 to 1, between which the true share lies when `successes` of `n` trials succeeded.

    The score interval of E. B. Wilson (Journal of the American Statistical Association 22, 1927), without correction
    for continuity. It stays inside 0 to 1 and is of use for small `n` and for shares near 0 or 1, where the textbook
    interval has no width. `z` is the quantile of the normal distribution: 1.96 for 95 %. Without trials nothing is
    known: (0, 1). Raises ValueError when `successes` is not between 0 and `n`.
    """
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n} trials are impossible.")
    if n == 0:
        return 0.0, 1.0
    share, square = successes / n, z * z
    middle = share + square / (2 * n)
    half = z * sqrt(share * (1 - share) / n + square / (4 * n * n))
    scale = 1 + square / n
    # Rounding must not push the bound of "none" and "all" past the ends that the formula gives exactly.
    low = 0.0 if successes == 0 else max(0.0, (middle - half) / scale)
    high = 1.0 if successes == n else min(1.0, (middle + half) / scale)
    return low, high


def cohen_kappa(pairs: Sequence[tuple[str, str]]) -> float:
    """Return how far two judges agree beyond chance: 1 always, 0 as chance would have it, below 0 less than that.

    `pairs` holds each judged thing's label by the first and by the second judge. The measure is J. Cohen's
    (Educational and Psychological Measurement 20, 1960), unweighted: all disagreements count alike. Where both judges
    gave one and the same label to everything, chance explains all agreement and the measure is not defined; 1 is
    returned, for they never disagreed. Raises ValueError without pairs.
    """
    if not pairs:
        raise ValueError("Without judged pairs there is no agreement to measure.")
    n = len(pairs)
    agreed = sum(first == second for first, second in pairs)
    firsts = Counter(first for first, _ in pairs)
    seconds = Counter(second for _, second in pairs)
    by_chance = sum(count * seconds[label] for label, count in firsts.items())
    # Whole numbers until the division, so that the borders 1 and 0 come out exactly.
    rest = n * n - by_chance
    return 1.0 if rest == 0 else (n * agreed - by_chance) / rest

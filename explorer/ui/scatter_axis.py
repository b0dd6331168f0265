"""Axes of a picture of scores or ranks: where a value stands, which values are written beside it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

_STEPS = (1.0, 2.0, 5.0, 10.0)
_EDGE = 0.04


@dataclass(frozen=True, slots=True)
class Axis:
    """Values from `low`, at fraction 0, to `high`, at fraction 1.

    `ranks` are drawn by their logarithm and the other way round, so that better is always farther along.
    """

    low: float
    high: float
    ranks: bool = False

    def fraction(self, value: float) -> float:
        """Return where a value stands; below 0 or above 1 when that is outside."""
        low, high, at = self._scaled(self.low), self._scaled(self.high), self._scaled(value)
        along = (at - low) / (high - low)
        return 1 - along if self.ranks else along

    def value(self, fraction: float) -> float:
        """Return which value stands at a fraction."""
        along = 1 - fraction if self.ranks else fraction
        low, high = self._scaled(self.low), self._scaled(self.high)
        at = low + along * (high - low)
        return 10**at if self.ranks else at

    def part(self, start: float, end: float) -> Axis:
        """Return the axis between two fractions, `start` before `end`."""
        values = sorted((self.value(start), self.value(end)))
        return replace(self, low=values[0], high=values[1])

    def ticks(self, most: int) -> list[tuple[float, str]]:
        """Return at most `most` round values on the axis, rising, each with its text."""
        if self.ranks and self.high / self.low > 4:
            found = [step * 10**power for power in range(8) for step in (1, 2, 5)]
            inside = [value for value in found if self.low <= value <= self.high]
            return [(float(value), f"{value:,}") for value in inside[:: max(1, math.ceil(len(inside) / most))]]
        step = _round_step((self.high - self.low) / most)
        step = max(step, 1.0) if self.ranks else step
        while len(found := self._multiples(step)) > most:
            step = _round_step(step * 1.5)
        digits = max(0, -math.floor(math.log10(step) + 1e-9))
        return [(value, f"{value:,.{digits}f}".replace("-", "−")) for value in found]

    def _multiples(self, step: float) -> list[float]:
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [number * step for number in range(first, last + 1)]

    def _scaled(self, value: float) -> float:
        return math.log10(value) if self.ranks else value


def score_axis(values: Iterable[float]) -> Axis:
    """Return an axis that holds these scores with some room at both ends; one from 0 to 1 for none."""
    known = list(values)
    if not known:
        return Axis(0.0, 1.0)
    low, high = min(known), max(known)
    room = (high - low) * _EDGE or max(abs(high) * 0.1, 1e-3)
    return Axis(low - room, high + room)


def rank_axis(ranks: Iterable[int]) -> Axis:
    """Return an axis from rank 1 to the worst of these, with some room at both ends."""
    worst = max((*ranks, 2))
    room = worst**_EDGE
    return Axis(1 / room, worst * room, ranks=True)


def _round_step(least: float) -> float:
    power = 10 ** math.floor(math.log10(least))
    return next(step * power for step in _STEPS if step * power >= least * (1 - 1e-9))

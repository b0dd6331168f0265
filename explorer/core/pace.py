"""How fast long work goes and how long it will still take, from reports of (done, total) and the time of each.

Nothing is said before it can be known: a rate after some steps and seconds, a remaining time only when the last two
stretches of work went about equally fast. Pure: times are handed in, in seconds of any clock that does not go back.
"""

from __future__ import annotations

from dataclasses import dataclass

WINDOW = 40.0
"""Seconds of the past that count: what was slow before that is over."""

_APART = 0.4
_RATE_SECONDS, _RATE_STEPS = 2.0, 3
_LEFT_SECONDS, _LEFT_STEPS = 4.0, 8
_ALIKE = 2.0

Sample = tuple[float, int]
"""A time in seconds, and how much was done then."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The reports of one phase of work. `after` makes the next one; another phase or a smaller count begins anew."""

    phase: str = ""
    total: int = 0
    samples: tuple[Sample, ...] = ()

    def after(self, phase: str, done: int, total: int, at: float) -> Pace:
        """Return the pace with one report more."""
        if phase != self.phase or total != self.total or not self.samples or done < self.samples[-1][1]:
            return Pace(phase, total, ((at, done),))
        kept = self.samples
        if len(kept) > 1 and kept[-1][0] - kept[-2][0] < _APART:
            kept = kept[:-1]
        kept = tuple(each for each in kept if at - each[0] <= WINDOW)
        return Pace(phase, total, (*kept, (at, done)))

    @property
    def rate(self) -> float | None:
        """Return steps a second; None while that cannot be known."""
        return _rate(self.samples, _RATE_SECONDS, _RATE_STEPS)

    @property
    def left(self) -> float | None:
        """Return the seconds that the phase will still take; None while that cannot be known."""
        whole = _rate(self.samples, _LEFT_SECONDS, _LEFT_STEPS)
        if whole is None or self.total <= 0:
            return None
        (began, _), (ended, done) = self.samples[0], self.samples[-1]
        middle = (began + ended) / 2
        parts = (
            tuple(each for each in self.samples if each[0] <= middle),
            tuple(each for each in self.samples if each[0] >= middle),
        )
        first, last = (_rate(part, 0.0, 1) for part in parts)
        if first is None or last is None or not 1 / _ALIKE <= first / last <= _ALIKE:
            return None
        return max(self.total - done, 0) / whole


def _rate(samples: tuple[Sample, ...], seconds: float, steps: int) -> float | None:
    """Return steps a second over `samples`; None where they span less than so many seconds or steps."""
    if len(samples) < 2:
        return None
    passed, made = samples[-1][0] - samples[0][0], samples[-1][1] - samples[0][1]
    return made / passed if passed > seconds and made >= steps else None

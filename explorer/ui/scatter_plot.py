"""A scatter as data: each chunk's place by scores or by ranks, the order in which keys walk, what lies in view."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from explorer.core.retrieval_views import Scatter, ScatterPoint
from explorer.ui.scatter_axis import Axis, rank_axis, score_axis

ChunkKey = tuple[str, int]


class Mode(Enum):
    """What the axes tell."""

    SCORES = 0
    RANKS = 1


class Way(Enum):
    """What becomes of a chunk's rank from the plain side to the context side; the value is its sign in words."""

    RISEN = "▲"
    FALLEN = "▼"
    SAME = "●"
    APART = "◆"


@dataclass(frozen=True, slots=True)
class Dot:
    """A chunk in the picture: `x` and `y` are values on the axes, None where that side has no match."""

    point: ScatterPoint
    x: float | None
    y: float | None
    way: Way

    @property
    def key(self) -> ChunkKey:
        """Return the chunk."""
        return self.point.document, self.point.index


@dataclass(frozen=True, slots=True)
class Plot:
    """All dots in the order of the context side's ranks, and the axes: plain along, context up.

    `diagonal`: both axes measure the same from the same values, so that equal ones stand on a line. `whole` are the
    axes before anything was zoomed.
    """

    dots: tuple[Dot, ...]
    along: Axis
    up: Axis
    diagonal: bool
    whole: tuple[Axis, Axis]

    @property
    def zoomed(self) -> bool:
        """Tell whether a part is shown only."""
        return (self.along, self.up) != self.whole

    def part(self, left: float, right: float, bottom: float, top: float) -> Plot:
        """Return the plot of a part, given by fractions of both axes."""
        return replace(self, along=self.along.part(left, right), up=self.up.part(bottom, top))

    def reset(self) -> Plot:
        """Return the whole plot."""
        return replace(self, along=self.whole[0], up=self.whole[1])

    def around(self, dot: Dot | None, factor: float) -> Plot:
        """Return the plot of a part round a dot or the middle, `factor` as long and high, at most the whole."""
        place = self.fractions(dot) if dot else None
        parts: list[tuple[float, float]] = []
        for axis, whole, at in zip((self.along, self.up), self.whole, place or (0.5, 0.5), strict=True):
            low, high = sorted(axis.fraction(value) for value in (whole.low, whole.high))
            size = min(factor, high - low)
            start = min(max((0.5 if at is None else at) - size / 2, low), high - size)
            parts.append((start, start + size))
        part = self.part(*parts[0], *parts[1])
        return self.reset() if part._as_large_as_whole() else part

    def _as_large_as_whole(self) -> bool:
        pairs = zip((self.along, self.up), self.whole, strict=True)
        return all(abs(whole.fraction(axis.high) - whole.fraction(axis.low)) > 0.999 for axis, whole in pairs)

    def fractions(self, dot: Dot) -> tuple[float | None, float | None] | None:
        """Return where a dot stands along and up (None: on that side's rail), or None when that is out of view."""
        found = tuple(
            None if value is None else axis.fraction(value) for value, axis in ((dot.x, self.along), (dot.y, self.up))
        )
        inside = all(each is None or -1e-9 <= each <= 1 + 1e-9 for each in found)
        return (found[0], found[1]) if inside else None


def make_plot(scatter: Scatter, mode: Mode) -> Plot:
    """Return the plot of a scatter by its scores or its ranks."""
    points = sorted(scatter.points, key=_walk)
    dots = tuple(_dot(point, mode) for point in points)
    xs, ys = [dot.x for dot in dots if dot.x is not None], [dot.y for dot in dots if dot.y is not None]
    same = mode is Mode.RANKS or scatter.plain_measure == scatter.context_measure
    along, up = (_axis([*xs, *ys], mode),) * 2 if same else (_axis(xs, mode), _axis(ys, mode))
    return Plot(dots, along, up, same, (along, up))


def _axis(values: Iterable[float], mode: Mode) -> Axis:
    return rank_axis(int(value) for value in values) if mode is Mode.RANKS else score_axis(values)


def _dot(point: ScatterPoint, mode: Mode) -> Dot:
    scores = (point.plain, point.context) if mode is Mode.SCORES else (point.plain_rank, point.context_rank)
    return Dot(point, scores[0], scores[1], _way(point))


def _way(point: ScatterPoint) -> Way:
    if point.plain_rank is None or point.context_rank is None:
        return Way.APART
    if point.plain_rank == point.context_rank:
        return Way.SAME
    return Way.RISEN if point.context_rank < point.plain_rank else Way.FALLEN


def _walk(point: ScatterPoint) -> tuple[bool, int, bool, int, str, int]:
    """Order by the context side's rank, then by the plain side's; without a rank last."""
    context, plain = point.context_rank, point.plain_rank
    return context is None, context or 0, plain is None, plain or 0, point.document, point.index

"""Which rows of a long list are chosen: ranges, so that all of a hundred thousand rows cost as much as one."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

RowRange = tuple[int, int]
"""The first row, and one past the last."""


class RowChoice:
    """Chosen rows as ranges, in order, none touching another; and the row from which the next range is drawn.

    Guarantee: once rows are chosen at least one stays chosen until `clear`.
    """

    def __init__(self) -> None:
        self._ranges: list[RowRange] = []
        self._anchor = 0

    @property
    def ranges(self) -> tuple[RowRange, ...]:
        """Return the chosen rows."""
        return tuple(self._ranges)

    @property
    def count(self) -> int:
        """Return how many rows are chosen."""
        return sum(stop - start for start, stop in self._ranges)

    def __contains__(self, row: int) -> bool:
        """Say whether a row is chosen."""
        place = bisect_right(self._ranges, row, key=lambda each: each[0]) - 1
        return place >= 0 and row < self._ranges[place][1]

    def clear(self) -> None:
        """Choose nothing."""
        self._ranges.clear()
        self._anchor = 0

    def set(self, row: int) -> None:
        """Choose one row alone."""
        self._ranges = [(row, row + 1)]
        self._anchor = row

    def set_all(self, total: int) -> None:
        """Choose all rows of a list."""
        self._ranges = [(0, total)] if total else []

    def extend(self, row: int) -> None:
        """Choose the rows from where the range began to `row`, and no others."""
        self._ranges = [self._drawn(row)]

    def add(self, row: int) -> None:
        """Choose the rows from where the range began to `row` too."""
        self._add(*self._drawn(row))

    def toggle(self, row: int) -> None:
        """Choose a row too, or no longer unless it is the only one; the next range begins there."""
        self._anchor = row
        if row not in self:
            self._add(row, row + 1)
        elif self.count > 1:
            self._remove(row)

    def nearest(self, row: int) -> int | None:
        """Return the chosen row that is nearest to a row, the lower one of two; None when nothing is chosen."""
        place = bisect_right(self._ranges, row, key=lambda each: each[0])
        near = self._ranges[max(place - 1, 0) : place + 1]
        found = [min(max(row, start), stop - 1) for start, stop in near]
        return min(found, key=lambda each: abs(each - row), default=None)

    def _drawn(self, row: int) -> RowRange:
        return min(self._anchor, row), max(self._anchor, row) + 1

    def _add(self, start: int, stop: int) -> None:
        first = bisect_left(self._ranges, start, key=lambda each: each[1])
        last = bisect_right(self._ranges, stop, key=lambda each: each[0])
        joined = self._ranges[first:last]
        low = min([start, *(each[0] for each in joined[:1])])
        high = max([stop, *(each[1] for each in joined[-1:])])
        self._ranges[first:last] = [(low, high)]

    def _remove(self, row: int) -> None:
        place = bisect_right(self._ranges, row, key=lambda each: each[0]) - 1
        start, stop = self._ranges[place]
        left = [each for each in ((start, row), (row + 1, stop)) if each[0] < each[1]]
        self._ranges[place : place + 1] = left


def cut_short(ranges: tuple[RowRange, ...], most: int) -> tuple[RowRange, ...]:
    """Return the first `most` rows of the ranges."""
    kept: list[RowRange] = []
    for start, stop in ranges:
        if most <= 0:
            break
        kept.append((start, min(stop, start + most)))
        most -= stop - start
    return tuple(kept)


def in_pages(ranges: tuple[RowRange, ...], size: int) -> list[tuple[RowRange, ...]]:
    """Return the ranges in groups of at most `size` rows, in order."""
    pages: list[tuple[RowRange, ...]] = []
    page: list[RowRange] = []
    room = size
    for start, stop in ranges:
        at = start
        while at < stop:
            end = min(stop, at + room)
            page.append((at, end))
            room -= end - at
            at = end
            if not room:
                pages.append(tuple(page))
                page, room = [], size
    return [*pages, tuple(page)] if page else pages

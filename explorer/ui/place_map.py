"""From places in a source to stretches of blocks' texts and back: what lets reading view and chunks follow each other.

All offsets are code points, as in `explorer.core.model`; `utf16_length` turns lengths into Qt's units.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from explorer.core.model import Block, Place, Run


@dataclass(frozen=True, slots=True)
class Stretch:
    """`text[start:end]` of the block with number `block`."""

    block: int
    start: int
    end: int


def utf16_length(text: str) -> int:
    """Return the length of a text in the 16-bit units that Qt counts in."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


class PlaceMap:
    """Finds what stems from places of the source in blocks, without looking at every block and run for each place.

    A run that is not exact counts whole; a block without a matching run counts whole when it has no runs at all.
    """

    def __init__(self, blocks: Sequence[Block], first: int = 0) -> None:
        """Take the blocks, whose numbers count from `first`."""
        self._blocks = blocks
        self._first = first
        self._spans = _Spans(block.place for block in blocks)
        self._runs: dict[int, _Spans] = {}

    def stretches(self, place: Place) -> list[Stretch]:
        """Return the parts of all blocks that stem from `place`, in order."""
        start, end = place.start, place.end
        if start is None or end is None:
            return []
        found = (self._stretch(number, start, end) for number in self._spans.meeting(start, end))
        return [stretch for stretch in found if stretch is not None]

    def _stretch(self, number: int, start: int, end: int) -> Stretch | None:
        block = self._blocks[number]
        if not block.runs:
            return Stretch(self._first + number, 0, len(block.text))
        if number not in self._runs:
            self._runs[number] = _Spans(run.place for run in block.runs)
        covered = self._runs[number].meeting(start, end)
        if not covered:
            return None
        first, last = clip(block.runs[covered[0]], start, end)[0], clip(block.runs[covered[-1]], start, end)[1]
        return Stretch(self._first + number, first, last)


class _Spans:
    """Spans of the source, in any order and possibly nested, found by what they meet."""

    def __init__(self, places: Iterable[Place]) -> None:
        self._spans = sorted(
            (place.start, place.end, number)
            for number, place in enumerate(places)
            if place.start is not None and place.end is not None
        )
        self._starts = [start for start, _, _ in self._spans]
        # How far the spans reach up to each one: this grows, even where a span is nested in an earlier one.
        self._reach = list(accumulate((end for _, end, _ in self._spans), max))

    def meeting(self, start: int, end: int) -> list[int]:
        """Return the numbers of the spans that meet a span, in their own order."""
        first, last = bisect_right(self._reach, start), bisect_left(self._starts, end)
        return sorted(number for _, stop, number in self._spans[first:last] if stop > start)


def clip(run: Run, start: int, end: int) -> tuple[int, int]:
    """Return the part of a block's text that a run, which meets the source's span, has of it."""
    place = run.place
    if not run.exact or place.start is None:
        return run.start, run.end
    return max(run.start, run.start + start - place.start), min(run.end, run.start + end - place.start)


def source_point(block: Block, offset: int) -> int | None:
    """Return the source's code point where `block.text[offset]` comes from."""
    return block.place_of(offset, offset + 1).start


def holds(place: Place, point: int) -> bool:
    """Say whether a place's span holds a code point of the source."""
    return place.start is not None and place.end is not None and place.start <= point < place.end


def holds_on_page(place: Place, page: int, x: float, y: float, slack: float = 2.0) -> bool:
    """Say whether one of a place's rectangles holds a point of a page; `slack` in points widens them."""
    return any(
        rect.page == page and rect.x0 - slack <= x <= rect.x1 + slack and rect.y0 - slack <= y <= rect.y1 + slack
        for rect in place.rects
    )

"""From places in a source to stretches of blocks' texts and back: what lets reading view and chunks follow each other.

All offsets are code points, as in `explorer.core.model`; `utf16_length` turns lengths into Qt's units.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.core.model import Block, Place


@dataclass(frozen=True, slots=True)
class Stretch:
    """`text[start:end]` of the block with number `block`."""

    block: int
    start: int
    end: int


def utf16_length(text: str) -> int:
    """Return the length of a text in the 16-bit units that Qt counts in."""
    return len(text) if text.isascii() else len(text) + sum(1 for letter in text if ord(letter) > 0xFFFF)


def stretch_of(block: Block, number: int, place: Place) -> Stretch | None:
    """Return the part of a block's text that stems from `place`, or None when they do not meet.

    A run that is not exact counts whole; a block without a matching run counts whole, too.
    """
    start, end = place.start, place.end
    if start is None or end is None or not _meet(block.place, start, end):
        return None
    covered = [part for run in block.runs if (part := _clip(run.start, run.end, run.place, run.exact, start, end))]
    if not covered:
        return None if block.runs else Stretch(number, 0, len(block.text))
    return Stretch(number, covered[0][0], covered[-1][1])


def _meet(place: Place, start: int, end: int) -> bool:
    return place.start is not None and place.end is not None and place.start < end and place.end > start


def _clip(first: int, last: int, place: Place, exact: bool, start: int, end: int) -> tuple[int, int] | None:
    if place.start is None or not _meet(place, start, end):
        return None
    if not exact:
        return first, last
    return max(first, first + start - place.start), min(last, first + end - place.start)


def stretches(blocks: Sequence[Block], place: Place) -> list[Stretch]:
    """Return the parts of all blocks that stem from `place`, in order."""
    found = (stretch_of(block, number, place) for number, block in enumerate(blocks))
    return [part for part in found if part is not None]


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

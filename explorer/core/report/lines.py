"""Lines and columns of places, as editors and code scanners count them.

A line ends with a line feed (a carriage return before it belongs to the line). Lines and columns count from 1, columns
in code points; an end column is that of the first sign behind the place. A byte order mark is not counted.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate

from explorer.core.model import Place

TEXT_FORMATS = frozenset({"markdown", "text", "rst"})
"""Formats whose places are spans of the file itself; those of others are spans of a reading text, or pages."""

_MARK = "\ufeff"

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Region:
    """A span of a text file: `offset` and `length` in code points without a byte order mark, and its lines."""

    offset: int
    length: int
    line: int
    column: int
    end_line: int
    end_column: int


Lines = Mapping[str, Mapping[Span, Region]]
"""Regions of the places in text files, by document and span."""


def regions(text: str, places: Iterable[Place | None]) -> dict[Span, Region]:
    """Return the region of each place that is a span of `text`, by its start and end.

    Linear in the text, logarithmic in its lines for each place.
    """
    spans = {
        (place.start, place.end) for place in places if place and place.start is not None and place.end is not None
    }
    if not spans:
        return {}
    mark = len(_MARK) if text.startswith(_MARK) else 0
    starts = [mark, *accumulate(len(line) + 1 for line in text.split("\n")[:-1])]
    return {(start, end): _region(starts, mark, start, end) for start, end in spans}


def _region(starts: list[int], mark: int, start: int, end: int) -> Region:
    first, last = max(start, mark), max(end, mark)
    line, end_line = bisect_right(starts, first), bisect_right(starts, last)
    return Region(
        offset=first - mark,
        length=last - first,
        line=line,
        column=first - starts[line - 1] + 1,
        end_line=end_line,
        end_column=last - starts[end_line - 1] + 1,
    )

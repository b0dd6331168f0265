"""A file's text as a text view shows it: line ends of one sign, overlong lines broken, offsets mapped both ways."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise

SLICE = 20_000
"""Letters searched as one."""
_LONG = 20_000
"""Letters of a line from which on it is shown on several: a text view lays lines out whole."""
_PART = 10_000
_SPECIAL = re.compile("\r\n|[\U00010000-\U0010ffff]")
_LONG_LINE = re.compile(f"[^\n]{{{_LONG},}}")


class ShownText:
    """Maps points (code points of the source) to positions (16-bit units of what is shown)."""

    def __init__(self, source: str) -> None:
        self.source = source
        breaks = list(_breaks(source))
        self.text = _broken(source, breaks).replace("\r\n", "\n")
        # A carriage return shares the position of its line feed; what is behind a letter of two units moves on by one.
        changes = [(special.start() + 1, -1 if special[0] == "\r\n" else 1) for special in _SPECIAL.finditer(source)]
        changes = sorted([*changes, *((point, 1) for point in breaks)])
        self._points = array("I", (point for point, _ in changes))
        self._shifts = array("i", [0])
        for _, change in changes:
            self._shifts.append(self._shifts[-1] + change)
        self._positions = array(
            "I", (point + shift for point, shift in zip(self._points, self._shifts[1:], strict=True))
        )

    def position(self, point: int) -> int:
        """Return where a point is shown."""
        point = min(max(point, 0), len(self.source))
        return point + self._shifts[bisect_right(self._points, point)]

    def point(self, position: int) -> int:
        """Return the point that is shown at a position."""
        at = bisect_right(self._positions, position)
        point = position - self._shifts[at]
        if at < len(self._points):
            point = min(point, self._points[at] - 1)
        return min(max(point, 0), len(self.source))

    def slices(self) -> list[int]:
        """Return where the parts begin in which the text is searched: at line starts, where there are any."""
        starts = [0]
        while starts[-1] + SLICE < len(self.source):
            start = starts[-1]
            cut = max(
                self.source.rfind("\n", start + 1, start + SLICE), self.source.rfind(" ", start + 1, start + SLICE)
            )
            line = self.source.rfind("\n", start + SLICE // 2, start + SLICE)
            cut = line if line > 0 else cut
            starts.append(cut + 1 if cut > start else start + SLICE)
        return starts


def _breaks(source: str) -> Iterator[int]:
    """Yield the points before which an overlong line is broken."""
    for line in _LONG_LINE.finditer(source):
        start, end = line.span()
        while end - start > _LONG:
            blank = source.rfind(" ", start + 1, start + _PART)
            start = blank + 1 if blank > 0 else start + _PART
            yield start


def _broken(source: str, breaks: list[int]) -> str:
    if not breaks:
        return source
    edges = [0, *breaks, len(source)]
    return "\n".join(source[start:end] for start, end in pairwise(edges))

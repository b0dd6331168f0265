"""The headings above any place of a document, found without walking through it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from explorer.core.model import Block, BlockKind


class HeadingPaths:
    """Knows the heading path at each block, and at each height of a page."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._blocks: list[int] = []
        self._texts: list[str] = []
        self._parents: list[int] = []
        points: list[tuple[int, float, int]] = []
        open_: list[tuple[int, int]] = []
        for number, block in enumerate(blocks):
            if block.kind != BlockKind.HEADING:
                continue
            while open_ and open_[-1][0] >= block.level:
                open_.pop()
            at = len(self._blocks)
            self._blocks.append(number)
            self._texts.append(block.text)
            self._parents.append(open_[-1][1] if open_ else -1)
            open_.append((block.level, at))
            if block.place.rects:
                first = block.place.rects[0]
                points.append((first.page, first.y0, at))
        self._points = sorted(points)
        self._keys = [(page, y) for page, y, _ in self._points]

    def __bool__(self) -> bool:
        """Say whether there is any heading."""
        return bool(self._blocks)

    def at_block(self, number: int) -> tuple[str, ...]:
        """Return the headings above a block, itself included, outermost first."""
        return self._path(bisect_right(self._blocks, number) - 1)

    def of_heading(self, ordinal: int) -> tuple[str, ...]:
        """Return a heading, counted from 0 in document order, under those above it; empty when there is none."""
        return self._path(ordinal) if 0 <= ordinal < len(self._blocks) else ()

    def at_point(self, page: int, y: float) -> tuple[str, ...]:
        """Return the headings above a height of a page."""
        at = bisect_right(self._keys, (page, y)) - 1
        return self._path(self._points[at][2]) if at >= 0 else ()

    def _path(self, at: int) -> tuple[str, ...]:
        found: list[str] = []
        while at >= 0:
            found.append(" ".join(self._texts[at].split()))
            at = self._parents[at]
        return tuple(reversed(found))

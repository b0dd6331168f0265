"""Where the pages of a document stand under each other at a zoom. Lengths on a page are points from its top left."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF

FIT_WIDTH = 0.0
FIT_PAGE = -1.0
POINTS_TO_PIXELS = 96 / 72
ZOOMS = (0.25, 8.0)
MARGIN = 12
_LEAST = 40.0


def fitting_zoom(zoom: float) -> float:
    """Return a zoom that there is: one of the two that follow the view, or a number within bounds."""
    return zoom if zoom in (FIT_WIDTH, FIT_PAGE) else min(max(zoom, ZOOMS[0]), ZOOMS[1])


class PageLayout:
    """Pages (from 1) below one another in a view; `zoom` is pixels per 1/96 inch, `FIT_WIDTH` or `FIT_PAGE`."""

    def __init__(self, sizes: Sequence[tuple[float, float]], zoom: float, view: tuple[float, float]) -> None:
        """`sizes` are widths and heights in points, `view` is the view's in pixels."""
        self._sizes = [(max(width, 1.0), max(height, 1.0)) for width, height in sizes]
        self._scales = [_scale(size, zoom, view) for size in self._sizes]
        heights = [size[1] * scale + MARGIN for size, scale in zip(self._sizes, self._scales, strict=True)]
        self._tops = list(accumulate(heights, initial=float(MARGIN)))
        widest = max((size[0] * scale for size, scale in zip(self._sizes, self._scales, strict=True)), default=0.0)
        # What follows the width never asks for a bar below, by rounding.
        self.width = view[0] if zoom in (FIT_WIDTH, FIT_PAGE) else max(widest + 2 * MARGIN, view[0])
        self.height = self._tops[-1] if self._sizes else 0.0

    def scale(self, page: int) -> float:
        """Return a page's pixels per point."""
        return self._scales[page - 1] if 0 < page <= len(self._scales) else POINTS_TO_PIXELS

    def rect(self, page: int) -> QRectF:
        """Return where a page stands."""
        width, height = self._sizes[page - 1]
        scale = self._scales[page - 1]
        return QRectF((self.width - width * scale) / 2, self._tops[page - 1], width * scale, height * scale)

    def page_at(self, y: float) -> int:
        """Return the page at a height; the one above it between two pages; 1 where there is none."""
        return min(max(bisect_right(self._tops, y), 1), max(len(self._sizes), 1))

    def pages_between(self, top: float, bottom: float) -> range:
        """Return the pages of which something stands between two heights."""
        if not self._sizes:
            return range(1, 1)
        first, last = self.page_at(top), self.page_at(bottom)
        return range(first + 1 if first < last and self.rect(first).bottom() <= top else first, last + 1)

    def on_page(self, page: int, point: QPointF) -> tuple[float, float]:
        """Return a point of the whole in points of a page."""
        inside = (point - self.rect(page).topLeft()) / self.scale(page)
        return inside.x(), inside.y()


def _scale(size: tuple[float, float], zoom: float, view: tuple[float, float]) -> float:
    if zoom not in (FIT_WIDTH, FIT_PAGE):
        return zoom * POINTS_TO_PIXELS
    across = max(view[0] - 2 * MARGIN, _LEAST) / size[0]
    down = max(view[1] - 2 * MARGIN, _LEAST) / size[1]
    scale = across if zoom == FIT_WIDTH else min(across, down)
    return min(scale, ZOOMS[1] * POINTS_TO_PIXELS)

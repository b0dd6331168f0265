"""The pictures of the pages that are seen and of their neighbours: asked for a few at a time, dropped when left."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QPixmap

MOST_PIXELS = 16_000_000
"""Pixels of one picture; a larger one (a page at 300 % on a sharp screen) is drawn coarser."""
_AHEAD_PIXELS = 6_000_000
"""Pixels of a picture up to which neighbours are drawn before they are seen."""
_AT_ONCE = 2
_SAME = 0.01


class PagePictures(QObject):
    """Keeps pictures of pages. `wanted` (page, device pixels per point) asks for one."""

    wanted = Signal(int, float)

    def __init__(self, seen: Callable[[], range], scale: Callable[[int], float], parent: QObject | None = None) -> None:
        """`seen` tells which pages are seen, `scale` how many device pixels a page's point should have."""
        super().__init__(parent)
        self._seen = seen
        self._scale = scale
        self._sizes: tuple[tuple[float, float], ...] = ()
        self._pictures: dict[int, tuple[float, QPixmap]] = {}
        self._asked: dict[int, float] = {}
        self._failed: set[int] = set()
        self._ask = QTimer(self, singleShot=True, interval=30)
        self._ask.timeout.connect(self._want)

    def forget(self, sizes: tuple[tuple[float, float], ...] = ()) -> None:
        """Keep nothing: another document, of pages of these sizes, is shown."""
        self._sizes = sizes
        self._pictures.clear()
        self.forget_asked()

    def forget_asked(self) -> None:
        """Wait for nothing: what was asked for will not come."""
        self._asked.clear()
        self._failed.clear()
        self.look()

    def forget_failed(self) -> None:
        """Ask again for pages that could not be drawn: what kept them from it may be over."""
        if self._failed:
            self._failed.clear()
            self.look()

    def look(self) -> None:
        """See soon which pictures are wanted, and drop those that are not."""
        if not self._ask.isActive():
            self._ask.start()

    def get(self, page: int) -> QPixmap | None:
        """Return a page's picture, None when there is none yet."""
        known = self._pictures.get(page)
        return known[1] if known else None

    def kept(self) -> set[int]:
        """Return the pages of which there is a picture."""
        return set(self._pictures)

    def has_failed(self, page: int) -> bool:
        """Say whether a page cannot be drawn."""
        return page in self._failed

    def take(self, page: int, scale: float, picture: QPixmap) -> None:
        """Take a picture, drawn at `scale` device pixels per point; it is kept when the page is still wanted."""
        self._asked.pop(page, None)
        if page in self._wished():
            self._pictures[page] = (scale, picture)
        self.look()

    def fail(self, page: int) -> None:
        """Take notice that a page cannot be drawn."""
        self._asked.pop(page, None)
        self._failed.add(page)
        self.look()

    def wanted_scale(self, page: int) -> float:
        """Return at which scale a page's picture is wanted."""
        width, height = self._sizes[page - 1]
        return min(self._scale(page), (MOST_PIXELS / max(width * height, 1.0)) ** 0.5)

    def _wished(self) -> list[int]:
        """Return the pages of which there should be a picture, those that are seen first."""
        seen = self._seen()
        beside = [page for page in (seen.stop, seen.start - 1) if len(seen) and 0 < page <= len(self._sizes)]
        return [*seen, *(page for page in beside if self._pixels(page) <= _AHEAD_PIXELS)]

    def _pixels(self, page: int) -> float:
        width, height = self._sizes[page - 1]
        return width * height * self.wanted_scale(page) ** 2

    def _want(self) -> None:
        wished = self._wished()
        for page in set(self._pictures) - set(wished):
            del self._pictures[page]
        for page in wished:
            if len(self._asked) >= _AT_ONCE:
                return
            scale = self.wanted_scale(page)
            if page not in self._asked and page not in self._failed and not self._is_good(page, scale):
                self._asked[page] = scale
                self.wanted.emit(page, scale)

    def _is_good(self, page: int, scale: float) -> bool:
        known = self._pictures.get(page)
        return known is not None and abs(known[0] - scale) <= _SAME

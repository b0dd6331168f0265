"""Keeps a chosen place in view while what surrounds it is laid out anew, as long as the user left it in view."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QScrollBar


class HeldPlace(QObject):
    """Knows whether the place is in view: since it was brought there, until the user scrolls away from it."""

    def __init__(self, bar: QScrollBar, seen: Callable[[], bool], bring: Callable[[], None]) -> None:
        super().__init__(bar)
        self._seen = seen
        self._bring = bring
        self._held = False
        self._moving = False
        bar.valueChanged.connect(self._on_scrolled)
        # A long text is laid out bit by bit: its end can be scrolled to only when the bar reaches so far.
        bar.rangeChanged.connect(self._on_range)

    def hold(self) -> None:
        """Take the place as one that is wanted in view."""
        self._held = True

    def keep(self, change: Callable[[], None]) -> None:
        """Do what moves the text; bring the place back into view when it was there before."""
        held, self._moving = self._held, True
        try:
            change()
            if held:
                self._bring()
        finally:
            self._moving = False

    def _on_scrolled(self) -> None:
        if not self._moving:
            self._held = self._seen()

    def _on_range(self) -> None:
        if not self._moving:
            self.keep(lambda: None)

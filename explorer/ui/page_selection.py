"""Words of pages that are selected, from one word to another in reading order, over pages too."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.ui.page_texts import PageText, PageTexts

Spot = tuple[int, int]
"""A word: its page (from 1) and its number there."""


class PageSelection:
    """What is selected; it grows from the words where it began."""

    def __init__(self, texts: PageTexts) -> None:
        self._texts = texts
        self._began: tuple[Spot, Spot] | None = None
        self._span: tuple[Spot, Spot] | None = None

    def __bool__(self) -> bool:
        """Say whether anything is selected."""
        return self._span is not None

    def clear(self) -> None:
        """Select nothing."""
        self._began = self._span = None

    def begin(self, first: Spot, last: Spot) -> None:
        """Select from one word to another; what follows extends from these."""
        self._began = self._span = (first, last)

    def extend(self, spot: Spot) -> None:
        """Select from where the selection began to a word."""
        if self._began is None:
            self.begin(spot, spot)
        else:
            self._span = (min(self._began[0], spot), max(self._began[1], spot))

    def on_page(self, page: int) -> tuple[int, int] | None:
        """Return the first and last selected word of a page whose words are known."""
        text = self._texts.get(page) if self._span and self._span[0][0] <= page <= self._span[1][0] else None
        if self._span is None or text is None or not len(text):
            return None
        (first_page, first), (last_page, last) = self._span
        return (first if page == first_page else 0), (last if page == last_page else len(text) - 1)

    def text(self) -> str:
        """Return the selected words as they are copied; pages that are known no more are left out."""
        return "\n".join(text.words(*span) for text, span in self._parts())

    def _parts(self) -> Iterator[tuple[PageText, tuple[int, int]]]:
        if self._span is not None:
            for page in range(self._span[0][0], self._span[1][0] + 1):
                text, span = self._texts.get(page), self.on_page(page)
                if text is not None and span is not None:
                    yield text, span

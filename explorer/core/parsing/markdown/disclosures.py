"""Headings inside HTML's `details` in Markdown: they govern nothing after its end."""

from __future__ import annotations

from dataclasses import replace

from explorer.core.model import Block, BlockKind

_NO_HEADING = 99


class Disclosures:
    """Follows the `details` elements that are open while a document's blocks go by.

    One that nobody closes lasts to the end of the document; an end without a beginning is none.
    """

    def __init__(self) -> None:
        self._highest: list[int] = []
        self._closes = _NO_HEADING

    def begin(self) -> None:
        """Note that an element begins before the next block."""
        self._highest.append(_NO_HEADING)

    def end(self) -> None:
        """Note that the innermost element ends before the next block."""
        if not self._highest:
            return
        highest = self._highest.pop()
        self._closes = min(self._closes, highest)
        if self._highest:
            self._highest[-1] = min(self._highest[-1], highest)

    def passing(self, block: Block) -> Block:
        """Return a document's next block; after an end it closes the element's headings (`Block.closes`)."""
        closes, self._closes = self._closes, _NO_HEADING
        if block.kind is BlockKind.HEADING and self._highest:
            self._highest[-1] = min(self._highest[-1], block.level)
        return block if closes == _NO_HEADING else replace(block, closes=closes)

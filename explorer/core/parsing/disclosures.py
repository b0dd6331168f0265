"""Parts of a page that a click unfolds (HTML's `details`): their headings govern nothing after them."""

from __future__ import annotations

from dataclasses import replace

from explorer.core.model import Block


class Disclosures:
    """Follows the parts that are open while a document's blocks go by.

    One that nobody closes lasts to the end of the document; an end without a beginning is none.
    """

    def __init__(self) -> None:
        self._passed = 0
        self._begun: list[int] = []
        self._resumes = 0

    def begin(self) -> None:
        """Note that a part begins before the next block."""
        self._begun.append(self._passed)

    def end(self) -> None:
        """Note that the innermost part ends before the next block."""
        begun = self._begun.pop() if self._begun else self._passed
        if begun < self._passed:
            self._resumes = min(begun + 1, self._resumes or begun + 1)

    def passing(self, block: Block) -> Block:
        """Return a document's next block; after an end the headings hold again that held before (`Block.resumes`)."""
        resumes, self._resumes = self._resumes, 0
        self._passed += 1
        return replace(block, resumes=resumes) if resumes else block

"""The reading text of formats whose source is no text to point into: HTML, DOCX, EPUB (DESIGN 4.1).

The reader puts its blocks one after another, a blank line between them; a block's place is its span in the text so
made. Guarantee: `text[block.place.start:block.place.end] == block.text`, and every run is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from explorer.core.model import Block, BlockKind, Place, Run
from explorer.core.outline import slugify
from explorer.core.parsing.disclosures import Disclosures

_BETWEEN = "\n\n"


class ReadingText:
    """Collects a document's blocks and the text that they make. `disclosures`: told where such parts begin and end."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._slugs: dict[str, int] = {}
        self._groups = 0
        self.disclosures = Disclosures()
        self.blocks: list[Block] = []

    @property
    def text(self) -> str:
        """Return all text so far."""
        return "".join(self._parts)

    def new_group(self) -> int:
        """Return a number for the items of one more list or quotation (`Block.group`)."""
        self._groups += 1
        return self._groups

    def add_heading(self, text: str, level: int) -> Block:
        """Append a heading; its white space is collapsed, and it is kept when it is empty (H110)."""
        shown = " ".join(text.split())
        return self._append(BlockKind.HEADING, shown, level=level, slug=slugify(shown, self._slugs))

    def add(self, kind: BlockKind, text: str, *, group: int = 0, header_rows: int = 0) -> Block | None:
        """Append a block as it is; one without any visible character is left out."""
        if not text.strip():
            return None
        return self._append(kind, text, group=group, header_rows=header_rows)

    def _append(
        self, kind: BlockKind, text: str, *, level: int = 0, slug: str = "", group: int = 0, header_rows: int = 0
    ) -> Block:
        if self.blocks:
            self._put(_BETWEEN)
        start = self._length
        self._put(text)
        place = Place(start=start, end=self._length)
        runs = (Run(0, len(text), place, exact=True),) if text else ()
        block = self.disclosures.passing(Block(kind, text, place, runs, level, slug, group, header_rows))
        self.blocks.append(block)
        return block

    def _put(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)


def table_text(rows: Iterable[Sequence[str]]) -> str:
    """Return a table as its block's text: one line a row, `| a | b |`; line breaks inside cells become blanks."""
    return "\n".join("| " + " | ".join(" ".join(cell.split()) for cell in row) + " |" for row in rows)

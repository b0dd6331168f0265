"""What a Word document's parts hold, before it is decided which paragraphs are headings: paragraphs and tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from explorer.core.parsing.docx.numbering import Label
from explorer.core.parsing.docx.styles import Style

NoteKey = tuple[str, str]
"""A note's kind ("footnote" or "endnote") and its id."""


@dataclass(slots=True)
class Paragraph:
    """A paragraph's visible text and what decides about its place in the structure.

    `bold`: half-open ranges of `text`. `level`: by style or outline level, 1 and up for headings, else 0;
    `by_outline` when the paragraph itself states it. `list_id` and `depth`: its number list and its level there, from
    0. `size`: that of most letters, in half-points. `inside`: it stands in a table, text box or note. `page`: counted
    by the breaks that the file states. `contents`: it is part of a table of contents.
    """

    text: str
    style: Style
    bold: tuple[tuple[int, int], ...] = ()
    level: int = 0
    by_outline: bool = False
    label: Label | None = None
    list_id: str = ""
    depth: int = 0
    size: int = 20
    indent: int = 0
    centred: bool = False
    monospaced: bool = False
    inside: bool = False
    page: int = 1
    contents: bool = False
    notes: tuple[tuple[NoteKey, str], ...] = ()

    @property
    def shown(self) -> str:
        """Return the text behind its automatic number, as the page shows it."""
        return f"{self.lead}{self.text}"

    @property
    def lead(self) -> str:
        """Return the automatic number with the gap that follows it; a bullet is no part of a text."""
        if self.label is None or self.label.bullet:
            return ""
        label = self.label.text
        tight = self.label.joined and not (label[-1:].isascii() and label[-1:].isalnum())
        return label if tight or not self.text else f"{label} "

    @property
    def is_bold(self) -> bool:
        """Tell whether every letter and digit is bold."""
        covered = sum(sign.isalnum() for low, high in self.bold for sign in self.text[low:high])
        return 0 < covered == sum(sign.isalnum() for sign in self.text)


@dataclass(slots=True)
class Cell:
    """A table's cell. `span`: how many columns it takes; `continues`: it goes on from the cell above."""

    items: list[Item] = field(default_factory=list["Item"])
    span: int = 1
    continues: bool = False
    continues_left: bool = False


@dataclass(slots=True)
class Row:
    """A table's row; `before`: columns left empty at its beginning. `header`: marked to be repeated on each page."""

    cells: list[Cell] = field(default_factory=list[Cell])
    before: int = 0
    header: bool = False
    deleted: bool = False


@dataclass(slots=True)
class Table:
    """A table in its place. `first_row`: its look sets off the first row. `inside`: it stands in another, or a box."""

    rows: list[Row] = field(default_factory=list[Row])
    columns: int = 0
    first_row: bool = False
    style: str = ""
    inside: bool = False


Item = Paragraph | Table


def paragraphs_of(items: list[Item]) -> Iterator[Paragraph]:
    """Yield all paragraphs in document order, those in cells too."""
    waiting: list[Item] = list(reversed(items))
    while waiting:
        item = waiting.pop()
        if isinstance(item, Paragraph):
            yield item
            continue
        cells = [cell for row in item.rows for cell in row.cells]
        waiting.extend(below for cell in reversed(cells) for below in reversed(cell.items))

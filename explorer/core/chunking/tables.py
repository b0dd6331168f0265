"""Tables: cut between rows, every piece with the table's caption and column headers (DESIGN 4.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from explorer.core.chunking.cutting import cut_prose, line_spans, whole_or_none
from explorer.core.chunking.measure import Carry, Measure, Unit, affordable, spread, trimmed
from explorer.core.model import Block, CutNote

_CELL_BORDER = re.compile(r"(?<!\\)\|")
_CELL_WIDTHS = (64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2, 1)
"""Characters that a column header may keep when the header row takes too much, widest first."""


def table_units(measure: Measure, blocks: Sequence[Block], table: int, caption: int | None) -> list[Unit]:
    """Return the units of a table and its caption, in document order; rows carry caption and column headers."""
    captions = [caption] if caption is not None else []
    carried = [_caption_carry(measure, index, blocks[index].text) for index in captions]
    words = [unit for index in captions for unit in _caption_units(measure, index, blocks[index].text)]
    rows = list(_row_units(measure, table, blocks[table], tuple(carried)))
    return words + rows if caption is not None and caption < table else rows + words


def _caption_carry(measure: Measure, index: int, text: str) -> Carry:
    start, end = trimmed(text, 0, len(text))
    return Carry(text[start:end], measure.count(text[start:end]), index, start, CutNote.HEADER_SHORTENED)


def _caption_units(measure: Measure, index: int, text: str) -> Iterator[Unit]:
    span = trimmed(text, 0, len(text))
    unit = whole_or_none(measure, index, text, span, measure.share)
    if unit is not None:
        yield unit
    else:
        yield from cut_prose(measure, index, text, span, measure.share)


def _row_units(measure: Measure, index: int, block: Block, caption: tuple[Carry, ...]) -> Iterator[Unit]:
    lines = [trimmed(block.text, *span) for span in line_spans(block.text, 0, len(block.text))]
    headers, rows = lines[: block.header_rows], lines[block.header_rows :]
    carry = (*caption, *_header_carry(measure, index, block.text, headers))
    for spans, carried in ((headers, caption), (rows, carry)):
        room = measure.share - spread(affordable(measure, carried))
        for span in spans:
            for unit in _row(measure, index, block.text, span, room):
                yield replace(unit, carry=carried)


def _header_carry(measure: Measure, index: int, text: str, headers: list[tuple[int, int]]) -> tuple[Carry, ...]:
    """Return the column headers as every later piece repeats them, shortened above half of the share.

    Headers that cannot be shortened enough stay too long, so that packing gives them up and reports it.
    """
    lines = [text[start:end] for start, end in headers if start < end]
    if not lines:
        return ()
    most = measure.share // 2
    whole = "\n".join(lines)
    fitting = next((short for short in (whole, *_shortened(lines)) if _within(measure, short, most)), whole)
    tokens = measure.count(fitting)
    return (Carry(fitting, tokens, index, headers[0][0], CutNote.HEADER_SHORTENED, shortened=fitting != whole),)


def _within(measure: Measure, text: str, most: int) -> bool:
    return len(text) <= measure.cap // 2 and measure.count(text) <= most


def _shortened(lines: list[str]) -> Iterator[str]:
    for width in _CELL_WIDTHS:
        yield "\n".join(_narrow(line, width) for line in lines)


def _narrow(line: str, width: int) -> str:
    """Return a header row with each cell cut to `width` characters."""
    cells = [cell.strip() for cell in _CELL_BORDER.split(line)]
    return "|".join(f" {_clip(cell, width)} " if cell else "" for cell in cells).strip()


def _clip(cell: str, width: int) -> str:
    return cell if len(cell) <= width else cell[:width].rstrip() + "…"


def _row(measure: Measure, index: int, text: str, span: tuple[int, int], room: int) -> Iterator[Unit]:
    """Yield a row; one that is over `room` comes cell by cell, a cell over it sentence by sentence, all reported."""
    if span[0] == span[1]:
        return
    unit = whole_or_none(measure, index, text, span, room)
    if unit is not None:
        yield unit
        return
    for cell in _cells(text, span):
        whole = whole_or_none(measure, index, text, trimmed(text, *cell), room)
        pieces = iter((whole,)) if whole is not None else cut_prose(measure, index, text, cell, room)
        for piece in pieces:
            yield replace(piece, notes=(*piece.notes, CutNote.INSIDE_TABLE))


def _cells(text: str, span: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the span of each cell of a row with the border before it; the last one has both borders."""
    start, end = span
    for match in _CELL_BORDER.finditer(text, start, end):
        if match.start() > start and match.end() < end:
            yield start, match.start()
            start = match.start()
    yield start, end

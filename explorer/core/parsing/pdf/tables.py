"""Tables of a PDF: what one is, which of its rows name the columns, and how its parts on several pages are joined."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from explorer.core.model import Rect
from explorer.core.parsing.pdf.lines import PageText, Piece
from explorer.core.parsing.pdf.turns import Box

NUMBER = re.compile(r"^[\s$€£¥%+\-–−±<>≤≥~≈*(]*\d[\d\s.,:/%)€$£¥*–−-]*(?:[kKmMbB]|bn|pp|x)?$")
"""A cell that is a figure: an amount, a share, a date in digits; signs, units of money and marks of a note allowed."""
_YEAR = re.compile(r"^\(?(?:19|20)\d\d\)?$")
_CONTINUED = re.compile(
    r"\b(?:continued|cont\.|cont'd|fortsetzung|fortgesetzt|continuação|continuación|suite)", re.IGNORECASE
)
_NEAR = 6.0
_MOST_HEADER_ROWS = 4
MARGIN = 0.08
"""Share of the page at its top and bottom where text between the parts of a table does not count."""


class Table(NamedTuple):
    """A table: rows of cell texts, the boxes of each row, how many first rows name the columns.

    `columns` are the left and right edge of each column; `box` encloses the table on the page. `turn`: the quarter
    turns clockwise after which the table stands upright.
    """

    page: int
    box: Box
    rows: tuple[tuple[str, ...], ...]
    rects: tuple[tuple[Rect, ...], ...]
    header_rows: int
    columns: tuple[tuple[float, float], ...]
    turn: int = 0


def inside(piece: Piece, tables: Iterable[Table]) -> int:
    """Return the number of the table that holds the middle of `piece`, or -1."""
    x, y = (piece.x0 + piece.x1) / 2, (piece.y0 + piece.y1) / 2
    for number, table in enumerate(tables):
        x0, y0, x1, y1 = table.box
        if x0 <= x <= x1 and y0 <= y <= y1:
            return number
    return -1


def header_rows(rows: Sequence[Sequence[str]], bold: Sequence[bool], ruled_off: int = 0) -> int:
    """Return how many of a table's first rows name its columns.

    `bold` tells of each row whether all of it is bold; `ruled_off` is the number of rows above a line or on a shade
    that sets them off, 0 when nothing does. Rows in bold above others, rows set off, a row of years above other
    figures, or a first row without figures and gaps are headers.
    """
    if len(rows) < 2:
        return 0
    heavy = next((at for at, is_bold in enumerate(bold) if not is_bold), len(rows))
    if 0 < heavy <= min(_MOST_HEADER_ROWS, len(rows) - 1):
        return heavy
    if 0 < ruled_off <= min(_MOST_HEADER_ROWS, len(rows) - 1):
        return ruled_off
    return _wordy_rows(rows)


def _wordy_rows(rows: Sequence[Sequence[str]]) -> int:
    """Return how many first rows look like headers by their words alone."""
    first, second = rows[0], rows[1]
    figures = any(NUMBER.match(cell) for cell in first)
    if all(first[1:]):
        return int(not figures or _names_years(first, rows[1:]))
    # Column groups stand above their columns: the row below fills the gaps and has no figures either.
    if figures or len(rows) < 3 or not all(second[1:]) or not any(first):
        return 0
    return 0 if any(NUMBER.match(cell) for cell in second) else 2


def _names_years(first: Sequence[str], others: Sequence[Sequence[str]]) -> bool:
    years = [at for at, cell in enumerate(first) if _YEAR.match(cell)]
    plain = [cell for at, cell in enumerate(first) if at not in years and NUMBER.match(cell)]
    if not years or plain:
        return False
    return all(not _YEAR.match(row[at]) for row in others for at in years)


def joined_tables(
    found: Sequence[Sequence[Table]], pages: Sequence[PageText], kept: Sequence[Sequence[Piece]], body: float
) -> tuple[list[Table], list[list[int]]]:
    """Join tables that go on over pages; return them with, page by page, their numbers (-1: a continuation).

    `kept` are each page's pieces without running headers and footers, `body` is the document's usual type size: a
    table goes on when nothing but notes in small type stands between its parts.
    """
    chains: list[list[Table]] = []
    numbers: list[list[int]] = []
    for at, tables in enumerate(found):
        row: list[int] = []
        for place, table in enumerate(tables):
            last = chains[-1][-1] if chains else None
            if place == 0 and last is not None and last.page == table.page - 1 and len(found[at - 1]):
                fitted = _fitted(last, table)
                if fitted and _meet(last, table, pages[at - 1 : at + 1], kept[at - 1 : at + 1], body):
                    chains[-1].append(fitted)
                    row.append(-1)
                    continue
            chains.append([table])
            row.append(len(chains) - 1)
        numbers.append(row)
    return [_joined(chain) for chain in chains], numbers


def _meet(above: Table, below: Table, pages: Sequence[PageText], kept: Sequence[Sequence[Piece]], body: float) -> bool:
    """Tell whether no body text stands between a table and the next page's first one."""
    first, second = pages
    return not any(piece.y0 >= above.box[3] - 1 and _parts(piece, above, first, body) for piece in kept[0]) and not any(
        piece.y1 <= below.box[1] + 1 and _parts(piece, below, second, body) for piece in kept[1]
    )


def _parts(piece: Piece, table: Table, page: PageText, body: float) -> bool:
    if not piece.upright or piece.x1 < table.box[0] or piece.x0 > table.box[2]:
        return False
    if piece.y1 < page.height * MARGIN or piece.y0 > page.height * (1 - MARGIN):
        return False
    return piece.size > 0.92 * body and not _CONTINUED.search(piece.text)


def _fitted(above: Table, below: Table) -> Table | None:
    """Return `below` with the columns of `above`, empty ones put in; None when they do not fit."""
    repeats = 0 < above.header_rows == below.header_rows and above.rows[0] == below.rows[0]
    if len(above.columns) == len(below.columns):
        pairs = zip(above.columns, below.columns, strict=True)
        return below if repeats or all(_agree(one, two) for one, two in pairs) else None
    if len(below.columns) > len(above.columns):
        return None
    places = [next((at for at, one in enumerate(above.columns) if _agree(one, two)), -1) for two in below.columns]
    if -1 in places or places != sorted(set(places)):
        return None
    spread = tuple(_spread(row, places, len(above.columns)) for row in below.rows)
    return below._replace(rows=spread, columns=above.columns)


def _agree(one: tuple[float, float], two: tuple[float, float]) -> bool:
    if min(one[1], two[1]) < max(one[0], two[0]):
        return False
    middles = abs(one[0] + one[1] - two[0] - two[1]) / 2
    return min(abs(one[0] - two[0]), abs(one[1] - two[1]), middles) <= _NEAR


def _spread(row: Sequence[str], places: Sequence[int], width: int) -> tuple[str, ...]:
    cells = [""] * width
    for place, cell in zip(places, row, strict=True):
        cells[place] = cell
    return tuple(cells)


def _joined(tables: list[Table]) -> Table:
    """Join the parts of a table that goes on over pages.

    A header that is printed again is dropped, and a row that the page's end cut in two is made whole.
    """
    head = tables[0]
    rows, rects = list(head.rows), list(head.rects)
    for part in tables[1:]:
        skip = head.header_rows if part.rows[: head.header_rows] == head.rows[: head.header_rows] else 0
        if len(part.rows) > skip and len(rows) > head.header_rows and _is_rest(rows[-1], part.rows[skip]):
            rows[-1] = tuple(" ".join(pair).strip() for pair in zip(rows[-1], part.rows[skip], strict=True))
            rects[-1] = rects[-1] + part.rects[skip]
            skip += 1
        rows.extend(part.rows[skip:])
        rects.extend(part.rects[skip:])
    return head._replace(rows=tuple(rows), rects=tuple(rects))


def _is_rest(above: Sequence[str], below: Sequence[str]) -> bool:
    """Tell whether a row is the rest of the one above: no first cell, and what there is goes on in lower case."""
    filled = [at for at, cell in enumerate(below) if cell]
    if below[0] or not filled:
        return False
    return all(above[at] and above[at][-1] not in ".!?" and below[at][0].islower() for at in filled)

"""Ruled tables, found from the lines drawn on a page; cell texts from the page's words.

`Page.find_tables` takes a second a page and its `extract` damages cells (PyMuPDF 2.0), so the grid is rebuilt here
from the drawn paths that come with the text: thin boxes and outlined rectangles give edges, touching edges give a
grid, words go to the cell that holds their middle. A box with one column or one row of text is no table, nor is a
layout grid with long prose in its cells.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from explorer.core.model import Rect
from explorer.core.parsing.pdf_lines import PageText, Piece, Vector

Word = tuple[float, float, float, float, str]
_THIN, _TOUCH, _MOST_EDGES = 4.0, 3.0, 6000
_NUMBER = re.compile(r"^[\s$€£¥%+\-–(]*\d[\d\s.,:/%)€$£-]*$")


class Table(NamedTuple):
    """A table: rows of cell texts, the box of each row, how many first rows name the columns, the columns' edges."""

    page: int
    box: tuple[float, float, float, float]
    rows: tuple[tuple[str, ...], ...]
    rects: tuple[Rect, ...]
    header_rows: int
    edges: tuple[float, ...]


class _Edge(NamedTuple):
    at: float
    low: float
    high: float


def find_tables(page: PageText, words: Callable[[], list[Word]], before: Sequence[Table] = ()) -> list[Table]:
    """Return the page's ruled tables from top to bottom; `words` is asked only when there is a grid."""
    across, down = _edges(page.vectors)
    if len(across) < 2 or not down or len(across) + len(down) > _MOST_EDGES:
        return []
    across, down = _merge(across), _merge(down)
    if len(across) * len(down) > 250_000:
        return []
    grids = [
        grid
        for grid in _grids(across, down)
        if len(grid[0]) > 1 and len(grid[1]) > 0 and _holds_columns(*grid, page.pieces)
    ]
    if not grids:
        return []
    all_words = words()
    tables = [table for ys, xs in grids if (table := _fill(page, ys, xs, all_words)) is not None]
    return sorted(tables, key=lambda table: (table.box[1], table.box[0]))


def inside(piece: Piece, tables: Iterable[Table]) -> int:
    """Return the number of the table that holds the middle of `piece`, or -1."""
    x, y = (piece.x0 + piece.x1) / 2, (piece.y0 + piece.y1) / 2
    for number, table in enumerate(tables):
        x0, y0, x1, y1 = table.box
        if x0 <= x <= x1 and y0 <= y <= y1:
            return number
    return -1


def _edges(vectors: list[Vector]) -> tuple[list[_Edge], list[_Edge]]:
    across: set[_Edge] = set()
    down: set[_Edge] = set()
    for v in vectors:
        width, height = v.x1 - v.x0, v.y1 - v.y0
        if height <= _THIN < width:
            across.add(_Edge(round((v.y0 + v.y1) / 2), round(v.x0), round(v.x1)))
        elif width <= _THIN < height:
            down.add(_Edge(round((v.x0 + v.x1) / 2), round(v.y0), round(v.y1)))
        elif v.outline and width > _THIN and height > _THIN:
            across.update(_Edge(round(y), round(v.x0), round(v.x1)) for y in (v.y0, v.y1))
            down.update(_Edge(round(x), round(v.y0), round(v.y1)) for x in (v.x0, v.x1))
    return list(across), list(down)


def _merge(edges: list[_Edge]) -> list[_Edge]:
    """Join edges on one line that touch: one long edge instead of a cell's borders each."""
    slots: list[list[_Edge]] = []
    for edge in sorted(edges):
        if slots and edge.at - slots[-1][0].at <= _TOUCH:
            slots[-1].append(edge)
        else:
            slots.append([edge])
    merged: list[_Edge] = []
    for slot in slots:
        at = sum(edge.at for edge in slot) / len(slot)
        current: _Edge | None = None
        for edge in sorted(slot, key=lambda e: e.low):
            if current is not None and edge.low <= current.high + _TOUCH:
                current = _Edge(at, current.low, max(current.high, edge.high))
                continue
            if current is not None:
                merged.append(current)
            current = _Edge(at, edge.low, edge.high)
        if current is not None:
            merged.append(current)
    return merged


def _grids(across: list[_Edge], down: list[_Edge]) -> list[tuple[list[_Edge], list[_Edge]]]:
    """Group edges that touch one another into grids."""
    group = list(range(len(across) + len(down)))

    def root(i: int) -> int:
        while group[i] != i:
            group[i] = group[group[i]]
            i = group[i]
        return i

    for i, row in enumerate(across):
        for j, column in enumerate(down):
            meets = row.low - _TOUCH <= column.at <= row.high + _TOUCH
            if meets and column.low - _TOUCH <= row.at <= column.high + _TOUCH:
                group[root(i)] = root(len(across) + j)
    found: dict[int, tuple[list[_Edge], list[_Edge]]] = {}
    for i in range(len(group)):
        ys, xs = found.setdefault(root(i), ([], []))
        if i < len(across):
            ys.append(across[i])
        else:
            xs.append(down[i - len(across)])
    return list(found.values())


def _holds_columns(across: list[_Edge], down: list[_Edge], pieces: list[Piece]) -> bool:
    """Tell cheaply whether text stands in two columns and two rows of a grid or more, and keeps to its columns."""
    ys, xs = _lattice(across, down)
    columns: set[int] = set()
    held_rows: set[int] = set()
    held, crossing = 0, 0
    for piece in pieces:
        y = (piece.y0 + piece.y1) / 2
        if not (ys[0] <= y <= ys[-1] and xs[0] <= piece.x1 and piece.x0 <= xs[-1]):
            continue
        held_rows.add(bisect(ys, y))
        held += 1
        crossing += any(piece.x0 + 3 < e.at < piece.x1 - 3 and e.low <= y <= e.high for e in down)
        columns.update((bisect(xs, piece.x0 + 1), bisect(xs, piece.x1 - 1)))
    return len(held_rows) >= 2 and len(columns) >= 2 and crossing <= 0.1 * held


def _lattice(across: list[_Edge], down: list[_Edge]) -> tuple[list[float], list[float]]:
    """Return the heights of the rows' edges and the positions of the columns', open sides included."""
    ys, xs = sorted({edge.at for edge in across}), sorted({edge.at for edge in down})
    top, bottom = min(edge.low for edge in down), max(edge.high for edge in down)
    left, right = min(edge.low for edge in across), max(edge.high for edge in across)
    ys = [top] * (top < ys[0] - 2 * _TOUCH) + ys + [bottom] * (bottom > ys[-1] + 2 * _TOUCH)
    xs = [left] * (left < xs[0] - 2 * _TOUCH) + xs + [right] * (right > xs[-1] + 2 * _TOUCH)
    return ys, xs


def _fill(page: PageText, across: list[_Edge], down: list[_Edge], words: list[Word]) -> Table | None:
    ys, xs = _lattice(across, down)
    cells = _cells(xs, ys, down, words)
    used_rows = [r for r, row in enumerate(cells) if any(row)]
    used = [c for c in range(len(xs) - 1) if any(row[c] for row in cells)]
    if len(used_rows) < 2 or len(used) < 2:
        return None
    table_rows = tuple(tuple(cells[r][c] for c in used) for r in used_rows)
    filled = [text for row in table_rows for text in row if text]
    if len(filled) < 0.35 * len(used) * len(used_rows) or max(len(text) for text in filled) > 1500:
        return None
    rects = tuple(
        Rect(page.number, max(0.0, xs[0]), max(0.0, ys[r]), min(page.width, xs[-1]), min(page.height, ys[r + 1]))
        for r in used_rows
    )
    box = (xs[0] - 1, ys[0] - 1, xs[-1] + 1, ys[-1] + 1)
    return Table(page.number, box, table_rows, rects, _header_rows(table_rows), tuple(xs[c] for c in used))


def _cells(xs: list[float], ys: list[float], down: list[_Edge], words: list[Word]) -> list[list[str]]:
    texts: list[list[list[Word]]] = [[[] for _ in xs[1:]] for _ in ys[1:]]
    for word in words:
        x, y = (word[0] + word[2]) / 2, (word[1] + word[3]) / 2
        row, column = bisect(ys, y) - 1, bisect(xs, x) - 1
        if not (0 <= row < len(texts) and 0 <= column < len(xs) - 1):
            continue
        middle = (ys[row] + ys[row + 1]) / 2
        while column > 0 and not any(e.at == xs[column] and e.low <= middle <= e.high for e in down):
            column -= 1
        texts[row][column].append(word)
    return [[_cell_text(cell) for cell in row] for row in texts]


def _cell_text(words: list[Word]) -> str:
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda w: (w[3], w[0])):
        if lines and abs(lines[-1][0][3] - word[3]) <= 0.4 * (word[3] - word[1]):
            lines[-1].append(word)
        else:
            lines.append([word])
    return " ".join(w[4] for line in lines for w in sorted(line)).replace("|", "\\|")


def _header_rows(rows: tuple[tuple[str, ...], ...]) -> int:
    first = rows[0]
    if any(_NUMBER.match(cell) for cell in first) or not all(first[1:]):
        return 0
    return 1


def joined(tables: list[Table]) -> Table:
    """Join the parts of a table that goes on over pages; a header that is printed again is dropped."""
    head = tables[0]
    table_rows, rects = list(head.rows), list(head.rects)
    for part in tables[1:]:
        skip = head.header_rows if part.rows[: head.header_rows] == head.rows[: head.header_rows] else 0
        table_rows.extend(part.rows[skip:])
        rects.extend(part.rects[skip:])
    return head._replace(rows=tuple(table_rows), rects=tuple(rects))


def continues(above: Table, below: Table) -> bool:
    """Tell whether `below` has the columns of `above`, which ends one page earlier."""
    if below.page - above.page != 1 or len(above.edges) != len(below.edges):
        return False
    return all(abs(one - two) <= 6 for one, two in zip(above.edges, below.edges, strict=True))

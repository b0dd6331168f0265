"""Ruled tables, found from the lines drawn on a page; cell texts from the page's words.

`Page.find_tables` takes a second a page and its `extract` damages cells (PyMuPDF 2.0), so the grid is rebuilt here
from the drawn paths that come with the text: thin boxes and outlined rectangles give edges, touching edges give a
grid, words go to the cell that holds their middle. A cell over several columns stands in the first of them, one over
several rows in each of them. A box with one column or one row of text is no table, nor is a layout grid with long
prose in its cells. Where no line parts the rows, the lines of text do.
"""

from __future__ import annotations

from bisect import bisect, bisect_left
from collections.abc import Sequence
from itertools import groupby, pairwise
from operator import itemgetter
from typing import NamedTuple

from explorer.core.model import Rect
from explorer.core.parsing.pdf.lines import PageText, Piece, Vector
from explorer.core.parsing.pdf.tables import NUMBER, Table, header_rows
from explorer.core.parsing.pdf.words import Word, joint, reads_leftwards

THIN, TOUCH, MOST_EDGES = 4.0, 3.0, 6000
_LONGEST_CELL, _LONGEST_REPEATED = 1500, 200
_MOST_SLOTS = 250_000


class Edge(NamedTuple):
    """A drawn line: `at` is its height (or distance from the left), from `low` to `high` it reaches."""

    at: float
    low: float
    high: float


class Grid(NamedTuple):
    """Edges that touch one another."""

    across: list[Edge]
    down: list[Edge]


class _Lattice(NamedTuple):
    ys: list[float]
    xs: list[float]


def edges(vectors: Sequence[Vector]) -> tuple[list[Edge], list[Edge]]:
    """Return the horizontal and the vertical lines of a page, those that touch joined."""
    across: set[Edge] = set()
    down: set[Edge] = set()
    for x0, y0, x1, y1, outline, _ in vectors:
        width, height = x1 - x0, y1 - y0
        if height <= THIN < width:
            across.add(Edge(round((y0 + y1) / 2), round(x0), round(x1)))
        elif width <= THIN < height:
            down.add(Edge(round((x0 + x1) / 2), round(y0), round(y1)))
        elif outline and width > THIN and height > THIN:
            left, top, right, bottom = round(x0), round(y0), round(x1), round(y1)
            across.update((Edge(top, left, right), Edge(bottom, left, right)))
            down.update((Edge(left, top, bottom), Edge(right, top, bottom)))
        if len(across) + len(down) > MOST_EDGES:
            return [], []
    return _merge(across), _merge(down)


def grids(across: list[Edge], down: list[Edge], pieces: Sequence[Piece]) -> list[Grid]:
    """Return the groups of edges that have text in two columns and two rows or more."""
    if len(across) < 2 or not down or len(across) * len(down) > _MOST_SLOTS:
        return []
    return [grid for grid in _touching(across, down) if _holds_columns(grid, pieces)]


def ruled_table(page: PageText, grid: Grid, words: Sequence[Word], shades: Sequence[Vector]) -> Table | None:
    """Return the table in a grid; None when it is a frame or a layout. `shades` are filled areas of the page."""
    lattice = _lattice(grid)
    slots = _slots(lattice, grid, _with_turned(page.pieces, words))
    used = [c for c in range(len(lattice.xs) - 1) if any(row[c] for row in slots)]
    drawn = [r for r, row in enumerate(slots) if any(row) and not (r and _is_same(slots[r - 1], row))]
    if len(used) < 2 or not drawn:
        return None
    rows: list[tuple[str, ...]] = []
    rects: list[tuple[Rect, ...]] = []
    bands: list[tuple[float, float]] = []
    for r in drawn:
        cells = [slots[r][c] for c in used]
        for part, (top, bottom) in _parts_of_row(cells, lattice.ys[r], lattice.ys[r + 1]):
            rows.append(tuple(_cell_text(cell) for cell in part))
            rects.append((_row_rect(page, lattice, part, (top, bottom)),))
            bands.append((top, bottom))
    if len(rows) < 2 or not _is_filled(rows):
        return None
    box = (lattice.xs[0] - 1, lattice.ys[0] - 1, lattice.xs[-1] + 1, lattice.ys[-1] + 1)
    heavy = [_is_bold(page.pieces, box, band) for band in bands]
    heads = header_rows(rows, heavy, _shaded(shades, bands, box))
    columns = tuple((lattice.xs[c], lattice.xs[c + 1]) for c in used)
    return Table(page.number, box, tuple(rows), tuple(rects), heads, columns)


def _merge(found: set[Edge]) -> list[Edge]:
    """Join edges on one line that touch: one long edge instead of a cell's borders each."""
    slots: list[list[Edge]] = []
    for edge in sorted(found):
        if slots and edge.at - slots[-1][0].at <= TOUCH:
            slots[-1].append(edge)
        else:
            slots.append([edge])
    merged: list[Edge] = []
    for slot in slots:
        at = sum([edge.at for edge in slot]) / len(slot)
        low, high = float("inf"), float("-inf")
        for _, start, end in sorted(slot, key=_by_low):
            if start <= high + TOUCH:
                high = max(high, end)
                continue
            if low <= high:
                merged.append(Edge(at, low, high))
            low, high = start, end
        merged.append(Edge(at, low, high))
    return merged


_by_low = itemgetter(1)


def _touching(across: list[Edge], down: list[Edge]) -> list[Grid]:
    group = list(range(len(across) + len(down)))

    def root(i: int) -> int:
        while group[i] != i:
            group[i] = group[group[i]]
            i = group[i]
        return i

    # `down` comes sorted by place (see `_merge`).
    places = [column.at for column in down]
    for i, (at, low, high) in enumerate(across):
        for j in range(bisect_left(places, low - TOUCH), bisect(places, high + TOUCH)):
            if down[j].low - TOUCH <= at <= down[j].high + TOUCH:
                group[root(i)] = root(len(across) + j)
    found: dict[int, Grid] = {}
    for i in range(len(group)):
        grid = found.setdefault(root(i), Grid([], []))
        if i < len(across):
            grid.across.append(across[i])
        else:
            grid.down.append(down[i - len(across)])
    return [grid for grid in found.values() if len(grid.across) > 1 and grid.down]


def _holds_columns(grid: Grid, pieces: Sequence[Piece]) -> bool:
    """Tell cheaply whether text stands in two columns and two rows of a grid or more, and keeps to its columns."""
    ys, xs = _lattice(grid)
    columns: set[int] = set()
    heights: set[int] = set()
    held, crossing = 0, 0
    left, right, top, bottom = xs[0], xs[-1], ys[0], ys[-1]
    for piece in pieces:
        y = (piece.y0 + piece.y1) / 2
        if not (top <= y <= bottom and left <= piece.x1 and piece.x0 <= right):
            continue
        heights.add(round(piece.base))
        held += 1
        crossing += any(piece.x0 + 3 < e.at < piece.x1 - 3 and e.low <= y <= e.high for e in grid.down)
        columns.update((bisect(xs, piece.x0 + 1), bisect(xs, piece.x1 - 1)))
    return len(heights) >= 2 and len(columns) >= 2 and crossing <= 0.1 * held


def _lattice(grid: Grid) -> _Lattice:
    """Return the heights of the rows' edges and the positions of the columns', open sides included."""
    across, down = grid
    ys, xs = sorted({edge.at for edge in across}), sorted({edge.at for edge in down})
    top, bottom = min(edge.low for edge in down), max(edge.high for edge in down)
    left, right = min(edge.low for edge in across), max(edge.high for edge in across)
    ys = [top] * (top < ys[0] - 2 * TOUCH) + ys + [bottom] * (bottom > ys[-1] + 2 * TOUCH)
    xs = [left] * (left < xs[0] - 2 * TOUCH) + xs + [right] * (right > xs[-1] + 2 * TOUCH)
    return _Lattice(ys, xs)


def _with_turned(pieces: Sequence[Piece], words: Sequence[Word]) -> Sequence[Word]:
    """Put pieces that run up or down in the place of their words, which do not tell their order."""
    turned = [piece for piece in pieces if piece.turn and len(piece.text) > 1]
    if not turned:
        return words
    kept = [
        word
        for word in words
        if not any(p.x0 - 1 <= (word[0] + word[2]) / 2 <= p.x1 + 1 and p.y0 <= word[1] + 1 <= p.y1 for p in turned)
    ]
    return [*kept, *((p.x0, p.y0, p.x1, p.y1, p.text) for p in turned)]


def _slots(lattice: _Lattice, grid: Grid, words: Sequence[Word]) -> list[list[list[Word]]]:
    """Return the words of each slot; a cell over several rows fills them all, one over several columns the first."""
    ys, xs = lattice
    slots: list[list[list[Word]]] = [[[] for _ in xs[1:]] for _ in ys[1:]]
    borders, lines = _by_place(grid.down), _by_place(grid.across)
    seen: dict[str, list[tuple[int, int]]] = {}
    firsts: dict[tuple[int, int], int] = {}
    left, right, top, bottom = xs[0], xs[-1], ys[0], ys[-1]
    for word in words:
        x0, y0, x1, y1, _ = word
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        if not (left <= x < right and top <= y < bottom):
            continue
        row, column = bisect(ys, y) - 1, bisect(xs, x) - 1
        first = firsts.get((row, column))
        if first is None:
            first = firsts[row, column] = _first_column(column, (ys[row] + ys[row + 1]) / 2, xs, borders)
        if not _is_again(word, seen):
            slots[row][first].append(word)
    for column in range(len(xs) - 1):
        _fill_down(slots, column, lattice, lines)
    return slots


def _first_column(column: int, height: float, xs: Sequence[float], borders: dict[float, list[Edge]]) -> int:
    """Return the first column of the cell that holds a column at a height: to the left, up to the next border."""
    while column > 0 and not any(edge.low <= height <= edge.high for edge in borders.get(xs[column], ())):
        column -= 1
    return column


def _is_same(above: list[list[Word]], row: list[list[Word]]) -> bool:
    """Tell whether all cells of a row are those of the row above: the edge between is drawn for something else."""
    return all(one is two or (not one and not two) for one, two in zip(above, row, strict=True))


def _by_place(found: Sequence[Edge]) -> dict[float, list[Edge]]:
    places: dict[float, list[Edge]] = {}
    for edge in found:
        places.setdefault(edge.at, []).append(edge)
    return places


def _is_again(word: Word, seen: dict[str, list[tuple[int, int]]]) -> bool:
    """Tell whether the same word stands at (nearly) the same place already, and note it."""
    x, y = round(word[0]), round(word[1])
    places = seen.get(word[4])
    if places is None:
        seen[word[4]] = [(x, y)]
        return False
    if any(abs(left - x) <= 1 and abs(top - y) <= 1 for left, top in places):
        return True
    places.append((x, y))
    return False


def _fill_down(slots: list[list[list[Word]]], column: int, lattice: _Lattice, lines: dict[float, list[Edge]]) -> None:
    """Give each row of a cell that no edge parts all words of the cell."""
    ys, xs = lattice
    middle = (xs[column] + xs[column + 1]) / 2
    start = 0
    for row in range(1, len(ys)):
        drawn = any(edge.low <= middle <= edge.high for edge in lines.get(ys[row], ()))
        open_below = row < len(ys) - 1 and not drawn
        if open_below:
            continue
        if row - start > 1:
            together = [word for r in range(start, row) for word in slots[r][column]]
            for r in range(start, row):
                slots[r][column] = together
        start = row


def _parts_of_row(
    cells: list[list[Word]], top: float, bottom: float
) -> list[tuple[list[list[Word]], tuple[float, float]]]:
    """Cut a row that no line parts into the rows that its text shows, or return it whole."""
    lines = [_lines(cell) for cell in cells]
    most = max(len(found) for found in lines)
    if most < 2 or not _are_rows(lines, most):
        return [(cells, (top, bottom))]
    parts: list[tuple[list[list[Word]], tuple[float, float]]] = []
    for at in range(most):
        # A cell of one line beside cells of several stands for all of their lines.
        part = [found[at] if len(found) == most else found[0] if found else [] for found in lines]
        own = [word for found in lines if len(found) == most for word in found[at]]
        high, low = min(word[1] for word in own), max(word[3] for word in own)
        parts.append((part, (max(top, high - 1), min(bottom, low + 1))))
    return parts


def _are_rows(lines: list[list[list[Word]]], count: int) -> bool:
    """Tell rows from cells of several lines: cells stand on the same lines, and some are all figures."""
    full = [found for found in lines if len(found) == count]
    single = sum(len(found) == 1 for found in lines)
    if len(full) < 2 or any(len(found) not in (0, 1, count) for found in lines):
        return False
    for at in range(count):
        bases = [found[at][0][3] for found in full]
        if max(bases) - min(bases) > 3:
            return False
    texts = [[_cell_text(line) for line in found] for found in full]
    figures = sum(all(NUMBER.match(text) for text in found) for found in texts)
    return figures >= 2 or (figures == 1 and count >= 3 and not single)


def _is_filled(rows: Sequence[Sequence[str]]) -> bool:
    filled = [text for row in rows for text in row if text]
    repeated = [one for above, below in pairwise(rows) for one, two in zip(above, below, strict=True) if one == two]
    if max((len(text) for text in repeated), default=0) > _LONGEST_REPEATED:
        return False
    return len(filled) >= 0.35 * len(rows) * len(rows[0]) and max(len(text) for text in filled) <= _LONGEST_CELL


def _row_rect(page: PageText, lattice: _Lattice, cells: Sequence[Sequence[Word]], band: tuple[float, float]) -> Rect:
    """Return the row's box, enlarged by words that stand outside of it (those of cells over several rows)."""
    held = [word for cell in cells for word in cell]
    top = min(band[0], min(word[1] for word in held) + 2)
    bottom = max(band[1], max(word[3] for word in held) - 2)
    left, right = max(0.0, lattice.xs[0]), min(page.width, lattice.xs[-1])
    return Rect(page.number, left, max(0.0, top), right, min(page.height, bottom))


def _lines(words: Sequence[Word]) -> list[list[Word]]:
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda w: (w[3], w[0])):
        if lines and abs(lines[-1][0][3] - word[3]) <= 0.4 * (word[3] - word[1]):
            lines[-1].append(word)
        else:
            lines.append([word])
    return lines


def _cell_text(words: Sequence[Word]) -> str:
    text = ""
    for line in _lines(words):
        ordered = sorted(line, reverse=reads_leftwards("".join(word[4] for word in line)))
        row = " ".join(word[4] for word in ordered)
        text = joint(text, row) + row if text else row
    return text.replace("|", "\\|")


def _is_bold(pieces: Sequence[Piece], box: tuple[float, float, float, float], band: tuple[float, float]) -> bool:
    held = [
        piece.bold
        for piece in pieces
        if band[0] <= (piece.y0 + piece.y1) / 2 <= band[1] and box[0] <= (piece.x0 + piece.x1) / 2 <= box[2]
    ]
    return bool(held) and all(held)


def _shaded(
    shades: Sequence[Vector], bands: Sequence[tuple[float, float]], box: tuple[float, float, float, float]
) -> int:
    """Return how many first rows stand on a shade of their own that the row after them does not have."""
    lit = [_is_shaded(shades, band, box) for band in bands[:6]]
    runs = [(shaded, len(list(group))) for shaded, group in groupby(lit)]
    # Stripes over the whole table say nothing about its first row.
    if len(runs) < 2 or not runs[0][0] or len(runs) > 2:
        return 0
    return runs[0][1]


def _is_shaded(shades: Sequence[Vector], band: tuple[float, float], box: tuple[float, float, float, float]) -> bool:
    middle = (band[0] + band[1]) / 2
    covered = 0.0
    for shade in shades:
        if shade.y0 - 1 <= middle <= shade.y1 + 1 and shade.y1 - shade.y0 < 3 * (band[1] - band[0]) + 6:
            covered += max(0.0, min(shade.x1, box[2]) - max(shade.x0, box[0]))
    return covered >= 0.6 * (box[2] - box[0])

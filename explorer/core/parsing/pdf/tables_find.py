"""All tables of a page, ruled and unruled, upright and turned."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from explorer.core.model import Rect
from explorer.core.parsing.pdf.lines import PageText, Vector
from explorer.core.parsing.pdf.tables import Table, inside
from explorer.core.parsing.pdf.tables_ruled import THIN, Edge, Grid, edges, grids, ruled_table
from explorer.core.parsing.pdf.tables_spaced import Marks, spaced_tables
from explorer.core.parsing.pdf.turns import turned_box, turned_size
from explorer.core.parsing.pdf.words import Word, reads_leftwards, turned_piece


def find_tables(page: PageText, words: Callable[[], list[Word]], before: Sequence[Table] = ()) -> list[Table]:
    """Return the page's tables from top to bottom.

    `words` is asked only when there is a grid. `before` are the tables of the page before, whose last one may go on.
    On a page most of whose text runs up or down, the tables of that text are found.
    """
    quarters = _common_turn(page)
    if not quarters:
        return _upright_tables(page, words, before)
    size = (page.width, page.height)
    turned = _upright_tables(_turned(page, quarters), lambda: _turned_words(words(), quarters, size), ())
    return [_back(table, quarters, turned_size(quarters, *size)) for table in turned]


def _upright_tables(page: PageText, words: Callable[[], list[Word]], before: Sequence[Table]) -> list[Table]:
    across: list[Edge] = []
    tables: list[Table] = []
    shades: list[Vector] = []
    rules: list[Edge] = []
    if page.vectors:
        across, down = edges(page.vectors)
        shades = [v for v in page.vectors if v.y1 - v.y0 > THIN and v.x1 - v.x0 > THIN and not v.outline]
        found = grids(across, down, page.pieces)
        if found:
            all_words = words()
            made = [(grid, ruled_table(page, grid, all_words, shades)) for grid in found]
            tables = [table for _, table in made if table is not None]
            rules = _free(across, [grid for grid, table in made if table is not None])
        else:
            rules = across
    pieces = [piece for piece in page.pieces if inside(piece, tables) < 0] if tables else page.pieces
    tables.extend(spaced_tables(page, pieces, Marks(rules, shades), before))
    return sorted((_ordered(table) for table in tables), key=lambda table: (table.box[1], table.box[0]))


def _ordered(table: Table) -> Table:
    """Return a table with its columns in the order in which its script reads."""
    if not reads_leftwards("".join(cell for row in table.rows for cell in row)):
        return table
    rows = tuple(tuple(reversed(row)) for row in table.rows)
    return table._replace(rows=rows, columns=tuple(reversed(table.columns)))


def _free(across: Sequence[Edge], used: Sequence[Grid]) -> list[Edge]:
    gone = {edge for grid in used for edge in grid.across}
    return [edge for edge in across if edge not in gone]


def _common_turn(page: PageText) -> int:
    """Return the turns that make most of a page's text upright."""
    if all(piece.upright for piece in page.pieces):
        return 0
    counts = [0, 0, 0, 0]
    for piece in page.pieces:
        if piece.turn >= 0:
            counts[piece.turn] += len(piece.text)
    most = max(range(4), key=lambda turn: counts[turn])
    return most if counts[most] else 0


def _turned(page: PageText, quarters: int) -> PageText:
    size = (page.width, page.height)
    vectors = [Vector(*turned_box(v[:4], quarters, *size), v.outline) for v in page.vectors]
    pieces = [turned_piece(piece, *size) for piece in page.pieces if piece.turn == quarters]
    width, height = turned_size(quarters, *size)
    return page._replace(width=width, height=height, pieces=pieces, vectors=vectors)


def _turned_words(words: Sequence[Word], quarters: int, size: tuple[float, float]) -> list[Word]:
    return [(*turned_box(word[:4], quarters, *size), word[4]) for word in words]


def _back(table: Table, quarters: int, size: tuple[float, float]) -> Table:
    """Return a table of a turned page as it stands on the page; `size` is the turned page's."""
    back = 4 - quarters
    rects = tuple(
        tuple(Rect(r.page, *turned_box((r.x0, r.y0, r.x1, r.y1), back, *size)) for r in row) for row in table.rects
    )
    return table._replace(box=turned_box(table.box, back, *size), rects=rects, turn=quarters)

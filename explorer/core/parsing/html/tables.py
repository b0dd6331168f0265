"""Tables by the HTML standard's table model, and the tables that only arrange a page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from explorer.core.parsing.html.inline import InlineText, flat_text
from explorer.core.parsing.html.tree import LeftOut, Node, Walk

_GROUPS = frozenset({"thead", "tbody", "tfoot"})
# Prose in cells: a table whose cells are mostly longer than this arranges text, unless it has column headers.
_LONG_CELL = 45
_LONG_HEADED_CELL = 150
# A table with column headers and small tables in its cells is one of data.
_LONGEST_WITH_TABLES = 300
_REMARKS = frozenset({"note", "tip", "warning", "caution", "important", "admonitionblock"})
# The standard's own bounds of the two attributes.
_WIDEST, _TALLEST = 1000, 65534
# A few spanning cells must not make a text far larger than the file: then they are written once.
_MOST_REPEATED = 2_000_000


@dataclass(frozen=True, slots=True)
class TableRows:
    """A table's cell texts, row by row, all rows equally long; the first `header_rows` name the columns."""

    rows: tuple[tuple[str, ...], ...]
    header_rows: int


@dataclass(slots=True)
class _Cell:
    node: Node
    column: int
    width: int
    height: int


@dataclass(slots=True)
class _Row:
    node: Node
    head: bool
    cells: list[_Cell] = field(default_factory=list["_Cell"])


def is_layout(table: Node) -> bool:
    """Tell whether a table only arranges the page, so that its cells are ordinary content.

    It says so (`role="presentation"`), or holds other tables, or has one row or column without column headers, or
    headings or long prose in its cells.
    """
    if table.get("role") in ("presentation", "none"):
        return True
    rows = [_cells(row) for row, _, _ in _rows(table)]
    cells = [cell for row in rows for cell in row]
    headed = any(cell.tag == "th" for cell in cells)
    if len(cells) < 2 or _has_strays(table) or _is_remark(table, rows):
        return True
    if _holds_tables(cells) and not (headed and table.words <= _LONGEST_WITH_TABLES):
        return True
    if headed or table.get("role") in ("table", "grid", "treegrid"):
        return False
    if any(child.tag in ("caption", "thead") for child in table.children):
        return False
    return _arranges(rows, cells, bordered=table.get("border").strip() not in ("", "0"))


def _is_remark(table: Node, rows: list[list[Node]]) -> bool:
    """Tell whether a table is how DocBook and Asciidoctor draw a note: a picture, a word and the note's text."""
    around = table.parent.get("class").lower().split() if table.parent is not None else []
    return len(rows) <= 2 and len(rows[0]) <= 2 and not _REMARKS.isdisjoint(around)


def _arranges(rows: list[list[Node]], cells: list[Node], *, bordered: bool) -> bool:
    """Judge a table that has no column headers."""
    filled = [cell for cell in cells if cell.words]
    columns = max(map(len, rows))
    single = columns == 1 or sum(any(cell.words for cell in row) for row in rows) == 1
    headed = sum(any(cell.headings for cell in row) for row in rows)
    if headed and (single or headed * 2 > len(rows)):
        return True
    if single and any(child.tag == "pre" for cell in cells for child in cell.children):
        return True
    if any(cell.headings and cell.words > _LONG_HEADED_CELL for cell in cells):
        return True
    if bordered:
        return False
    long = sum(cell.words > _LONG_CELL for cell in filled)
    return columns == 1 or (single and long > 0) or long * 2 > len(filled)


def _holds_tables(cells: Iterable[Node]) -> bool:
    return any(below.tag == "table" for cell in cells if cell.compounds for _, below in Walk(cell))


def _has_strays(table: Node) -> bool:
    """Tell whether words stand in a table outside of its cells, as XHTML allows to write."""
    held = sum(cell.words for row, _, _ in _rows(table) for cell in _cells(row))
    held += sum(child.words for child in table.children if child.tag == "caption" and child.left_out is LeftOut.NO)
    return table.words > held


def caption_of(table: Node) -> str:
    """Return the words of a table's caption, or the empty string."""
    captions = [child for child in table.children if child.tag == "caption" and child.left_out is LeftOut.NO]
    return " ".join(flat_text(caption) for caption in captions)


def _rows(table: Node) -> list[tuple[Node, bool, int]]:
    """Return the rows with whether they stand in a `thead` and the number of their row group; `tfoot` comes last."""
    groups: list[tuple[str, list[Node]]] = []
    for child in table.children:
        if child.left_out is not LeftOut.NO:
            continue
        if child.tag in _GROUPS:
            groups.append((child.tag, _read(child, "tr")))
        elif child.tag == "tr":
            if not groups or groups[-1][0]:
                groups.append(("", []))
            groups[-1][1].append(child)
    ordered = [group for group in groups if group[0] != "tfoot"] + [group for group in groups if group[0] == "tfoot"]
    return [(row, kind == "thead", number) for number, (kind, rows) in enumerate(ordered) for row in rows]


def _read(node: Node, *tags: str) -> list[Node]:
    return [child for child in node.children if child.tag in tags and child.left_out is LeftOut.NO]


def _cells(row: Node) -> list[Node]:
    return _read(row, "td", "th")


def rows_of(table: Node) -> TableRows:
    """Return a table's cells with each spanning cell in all the slots that it covers."""
    rows = _placed(table)
    header_rows = _header_rows(rows)
    starts = sorted({cell.column for row in rows for cell in row.cells})
    positions = {column: number for number, column in enumerate(starts)}
    grid = [["" for _ in starts] for _ in rows] if len(starts) * len(rows) <= _MOST_REPEATED else None
    if grid is None:
        return TableRows(tuple(tuple(_cell_text(cell.node) for cell in row.cells) for row in rows), header_rows)
    left = _MOST_REPEATED
    for number, row in enumerate(rows):
        for cell in row.cells:
            left = _fill(grid, number, cell, _columns(cell, starts, positions), left)
    kept = [(index, tuple(row)) for index, row in enumerate(grid) if any(row)]
    heads = sum(index < header_rows for index, _ in kept)
    return TableRows(tuple(row for _, row in kept), heads)


def _columns(cell: _Cell, starts: list[int], positions: dict[int, int]) -> range:
    """Return the places of the columns that a cell covers; columns in which no cell begins are none."""
    first = positions[cell.column]
    last = first
    while last + 1 < len(starts) and starts[last + 1] < cell.column + cell.width:
        last += 1
    return range(first, last + 1)


def _fill(grid: list[list[str]], row: int, cell: _Cell, columns: range, left: int) -> int:
    """Write a cell into its slots; returns how many characters may still be repeated."""
    text = _cell_text(cell.node)
    grid[row][columns[0]] = text
    for down in range(row, min(row + cell.height, len(grid))):
        for column in columns:
            left -= len(text) + 1
            if left <= 0:
                return 0
            grid[down][column] = grid[down][column] or text
    return left


def _cell_text(cell: Node) -> str:
    return flat_text(cell).replace("|", "\\|")


def _placed(table: Node) -> list[_Row]:
    """Give each cell its column: the first one in its row that no cell above still covers."""
    listed = _rows(table)
    ends = {group: number for number, (_, _, group) in enumerate(listed)}
    covered: dict[int, int] = {}
    work = 0
    placed: list[_Row] = []
    for number, (node, head, group) in enumerate(listed):
        row, column = _Row(node, head), 0
        covered = {at: until for at, until in covered.items() if until >= number and work < _MOST_REPEATED}
        work += len(covered)
        for child in _cells(node):
            while column in covered:
                column += 1
            width = min(max(_number(child.get("colspan"), 1), 1), _WIDEST)
            stated = _number(child.get("rowspan"), 1)
            room = ends[group] - number + 1
            height = room if stated == 0 else min(stated, room, _TALLEST)
            row.cells.append(_Cell(child, column, width, height))
            if height > 1:
                covered.update(dict.fromkeys(range(column, column + width), number + height - 1))
            column += width
        placed.append(row)
    return placed


def _number(text: str, otherwise: int) -> int:
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 8 else otherwise


def _header_rows(rows: list[_Row]) -> int:
    """Count the leading rows in `thead`, or made of `th`, or, where neither is used, the one row set in bold."""
    heads = next((number for number, row in enumerate(rows) if not row.head), len(rows))
    if heads:
        return heads
    heads = next((number for number, row in enumerate(rows) if not _is_header(row)), len(rows))
    if heads:
        return heads if heads < len(rows) else 1
    if len(rows) < 2 or any(cell.node.tag == "th" for row in rows for cell in row.cells):
        return 0
    return int(_is_bold(rows[0]) and not _is_bold(rows[1]))


def _is_header(row: _Row) -> bool:
    """Tell whether a row is made of `th` for columns; an empty corner may be a `td`."""
    heads = [cell for cell in row.cells if cell.node.tag == "th"]
    others = [cell for cell in row.cells if cell.node.tag != "th" and cell.node.words]
    return bool(heads) and not others and any(cell.node.get("scope") not in ("row", "rowgroup") for cell in heads)


def _is_bold(row: _Row) -> bool:
    filled = [cell.node for cell in row.cells if cell.node.words]
    return len(filled) > 1 and all(_all_bold(cell) for cell in filled)


def _all_bold(cell: Node) -> bool:
    inline = InlineText()
    for entering, node in Walk(cell):
        inline.meet(entering, node)
    text, bold = inline.take()
    letters = [at for at, sign in enumerate(text) if sign.isalnum()]
    ranges = iter(bold)
    low, high = next(ranges, (0, 0))
    for at in letters:
        while at >= high and (following := next(ranges, None)):
            low, high = following
        if not low <= at < high:
            return False
    return bool(letters)

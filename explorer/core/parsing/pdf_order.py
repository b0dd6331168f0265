"""Reading order of a page: rows, columns, and lines made of the pieces of a row.

A gutter is a strip in the middle of the page that few pieces cross, with prose on both sides. Pieces that cross it
(a title over both columns) divide the page into bands; in each band the left column is read before the right one.
Pages whose tags state an order keep it. Text that does not run from left to right comes last.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from explorer.core.parsing.pdf_lines import Line, PageText, Piece

_MINIMUM_LINES = 3
_BIN = 3.0


def read_lines(page: PageText, pieces: list[Piece]) -> list[Line]:
    """Return the lines of `pieces` (a selection of the page's) in reading order."""
    upright = [piece for piece in pieces if piece.upright]
    rest = [piece for piece in pieces if not piece.upright]
    lines: list[Line] = []
    if page.tagged:
        lines.extend(_row_line(page.number, 0, row) for row in _runs_of_rows(upright))
        columns = 1
    else:
        columns = 0
        for columns, column in enumerate(_columns(upright), 1):
            lines.extend(_row_line(page.number, columns - 1, row) for row in rows(column))
    lines.extend(_row_line(page.number, columns, [piece]) for piece in rest)
    return lines


def rows(pieces: list[Piece]) -> list[list[Piece]]:
    """Group pieces by baseline, top to bottom, each row from left to right."""
    found: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda p: (p.base, p.x0)):
        if found and _same_row(found[-1][0], piece):
            found[-1].append(piece)
        else:
            found.append([piece])
    return [sorted(row, key=lambda p: p.x0) if len(row) > 1 else row for row in found]


def _runs_of_rows(pieces: list[Piece]) -> list[list[Piece]]:
    """Group neighbours in the given order that stand on one row, left to right."""
    found: list[list[Piece]] = []
    for piece in pieces:
        if found and _same_row(found[-1][-1], piece) and piece.x0 >= found[-1][-1].x1 - 2:
            found[-1].append(piece)
        else:
            found.append([piece])
    return found


def _same_row(one: Piece, two: Piece) -> bool:
    return abs(one.base - two.base) <= 0.35 * min(one.size, two.size)


def _row_line(page: int, column: int, row: list[Piece]) -> Line:
    main = row[0] if len(row) == 1 else max(row, key=lambda p: len(p.text))
    several = len(row) > 1
    return Line(
        page,
        column,
        row[0].x0,
        min(p.y0 for p in row) if several else main.y0,
        max(p.x1 for p in row) if several else main.x1,
        max(p.y1 for p in row) if several else main.y1,
        main.base,
        main.size,
        all(p.bold for p in row),
        all(p.mono for p in row),
        main.font,
        _join(row) if several else main.text,
        main.tag,
        main.role,
        main.upright,
        _starts(row) if several else (),
        element=main.element,
    )


def _join(row: list[Piece]) -> str:
    text = row[0].text
    for left, right in pairwise(row):
        text += (" " if right.x0 - left.x1 > 0.12 * right.size else "") + right.text
    return text


def _starts(row: list[Piece]) -> tuple[float, ...]:
    starts = [row[0].x0]
    starts += [right.x0 for left, right in pairwise(row) if right.x0 - left.x1 > 1.5 * right.size]
    return tuple(starts)


def _columns(pieces: list[Piece]) -> Iterator[list[Piece]]:
    """Split into columns in reading order; each list is one column of one band."""
    gutter = _gutter(pieces)
    if gutter is None:
        if pieces:
            yield pieces
        return
    left_edge, right_edge = gutter
    dividers = sorted((p for p in pieces if p.x0 < left_edge and p.x1 > right_edge), key=lambda p: p.base)
    others = [p for p in pieces if not (p.x0 < left_edge and p.x1 > right_edge)]
    middle = (left_edge + right_edge) / 2
    for band in _bands(dividers, others):
        if len(band) and band[0] in dividers:
            yield band
            continue
        yield from _columns([p for p in band if (p.x0 + p.x1) / 2 <= middle])
        yield from _columns([p for p in band if (p.x0 + p.x1) / 2 > middle])


def _bands(dividers: list[Piece], others: list[Piece]) -> Iterator[list[Piece]]:
    waiting = sorted(others, key=lambda p: p.base)
    at = 0
    i = 0
    while i < len(dividers):
        first = at
        while at < len(waiting) and waiting[at].base < dividers[i].base - 1:
            at += 1
        if at > first:
            yield waiting[first:at]
        limit = waiting[at].base if at < len(waiting) else float("inf")
        block = [dividers[i]]
        i += 1
        while i < len(dividers) and dividers[i].base <= limit:
            block.append(dividers[i])
            i += 1
        yield block
    if at < len(waiting):
        yield waiting[at:]


def _gutter(pieces: list[Piece]) -> tuple[float, float] | None:
    """Return the edges of the widest strip that parts two columns of prose; None for one column."""
    if len(pieces) < 2 * _MINIMUM_LINES:
        return None
    left, right = min(p.x0 for p in pieces), max(p.x1 for p in pieces)
    third = (right - left) * 0.2
    if sum(p.x0 > left + third for p in pieces) < _MINIMUM_LINES or sum(p.x1 < right - third for p in pieces) < 3:
        return None
    strips = _empty_strips(pieces, left, right)
    fitting = [strip for strip in strips if _parts_prose(pieces, *strip)]
    return max(fitting, key=lambda strip: strip[1] - strip[0]) if fitting else None


def _empty_strips(pieces: list[Piece], left: float, right: float) -> list[tuple[float, float]]:
    bins = int((right - left) / _BIN) + 2
    change = [0] * (bins + 1)
    for piece in pieces:
        change[int((piece.x0 - left) / _BIN)] += 1
        change[int((piece.x1 - left) / _BIN) + 1] -= 1
    allowed = 0.2 * len(pieces)
    strips: list[tuple[float, float]] = []
    crossing, start = 0, -1
    for i in range(bins):
        crossing += change[i]
        inside = 0.2 <= i * _BIN / (right - left) <= 0.8
        if inside and crossing <= allowed:
            start = i if start < 0 else start
            continue
        if start >= 0 and (i - start) * _BIN >= 9:
            strips.append((left + start * _BIN, left + i * _BIN))
        start = -1
    return strips


def _parts_prose(pieces: list[Piece], left_edge: float, right_edge: float) -> bool:
    left = [p for p in pieces if p.x1 <= left_edge + _BIN]
    right = [p for p in pieces if p.x0 >= right_edge - _BIN]
    if min(len(left), len(right)) < _MINIMUM_LINES or max(len(left), len(right)) > 5 * min(len(left), len(right)):
        return False
    if min(p.y0 for p in left) > max(p.y1 for p in right) or min(p.y0 for p in right) > max(p.y1 for p in left):
        return False
    return _is_prose(left) and _is_prose(right)


def _is_prose(pieces: list[Piece]) -> bool:
    """Tell a column of running text from a column of table cells: lines that go on, and are long."""
    if sum(len(p.text) for p in pieces) < 12 * len(pieces):
        return False
    cased = [p.text[0] for p in pieces if p.text[0].isupper() or p.text[0].islower()]
    if len(cased) * 2 < len(pieces):
        return any(p.text[0] > "\u2e80" for p in pieces)
    return sum(letter.islower() for letter in cased) >= 0.15 * len(pieces)

"""Reading order of a page: rows, columns, and lines made of the pieces of a row.

A gutter is a strip in the middle of the page that few pieces cross, with prose on both sides. Pieces that cross it
(a title over both columns) divide the page into bands; in each band the left column is read before the right one, in
scripts that are written leftwards the right one first. Where only a part of the page has columns, that part is found
by its rows. Pages whose tags state an order keep it. A table stands as one line where its box begins. Text that does
not run from left to right is read as on the turned page, after the rest.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from operator import itemgetter

from explorer.core.parsing.pdf.lines import Line, PageText, Piece
from explorer.core.parsing.pdf.side_notes import side_notes, with_side_notes
from explorer.core.parsing.pdf.tables import Table, inside
from explorer.core.parsing.pdf.turns import turned_box, turned_size
from explorer.core.parsing.pdf.words import reads_leftwards, turned_piece

_MINIMUM_LINES = 3
_BIN = 3.0
_LONG_LINE, _CLOSE = 20, 1.7
"""Letters of a line of running text in a narrow column, and the distance of its lines over their size, at most."""
_LEVEL, _SHARED = 0.2, 0.4
"""Distance of baselines over the type size that counts as none, and the share of lines beside one at most for columns
whose lines are no prose by their letters.
"""
_FULL, _WORDS = 0.85, 5
"""Width of a full line over the widest one's, and words of a line, for columns that are known by how full they are."""
_WIDE = 0.6
"""Share of the text's width from which a line alone in its row is no line of a column."""
_left_of, _place_of = itemgetter(0), itemgetter(4, 0)
"""A piece's left edge, and its baseline with that edge."""


def page_lines(page: PageText, pieces: list[Piece], found: Sequence[Table], numbers: Sequence[int]) -> list[Line]:
    """Return the lines of `pieces` (a selection of the page's) in reading order, with one line for each table.

    `numbers` are the tables' numbers in the document, -1 for one that goes on from the page before.
    """
    if not found:
        return read_lines(page, pieces)
    placed: list[Piece] = []
    waiting = {at: _stand_in(table, number) for at, (table, number) in enumerate(zip(found, numbers, strict=True))}
    for piece in pieces:
        at = inside(piece, found)
        if at < 0:
            placed.append(piece)
        elif at in waiting:
            stand_in = waiting.pop(at)
            if numbers[at] >= 0:
                placed.append(stand_in)
    placed.extend(stand_in for at, stand_in in waiting.items() if numbers[at] >= 0)
    return read_lines(page, placed)


def _stand_in(table: Table, number: int) -> Piece:
    """Return a piece in the place of a table; its element is -1 less the table's number."""
    x0, y0, x1, y1 = table.box
    size = 0.1
    return Piece(
        x0, y0, x1, y1, y0, size, False, False, "", "-", upright=table.turn == 0, element=-1 - number, turn=table.turn
    )


def read_lines(page: PageText, pieces: list[Piece]) -> list[Line]:
    """Return the lines of `pieces` (a selection of the page's) in reading order."""
    upright = [piece for piece in pieces if piece.upright]
    lines: list[Line] = []
    if page.tagged:
        lines.extend(_row_line(page.number, 0, row) for row in _runs_of_rows(upright))
        columns = 1
    else:
        notes = side_notes(upright)
        columns = 0
        body = [piece for piece in upright if id(piece) not in notes] if notes else upright
        for columns, column in enumerate(columns_of(body), 1):
            lines.extend(_row_line(page.number, columns - 1, row) for row in rows(column))
        if notes:
            beside = rows([piece for piece in upright if id(piece) in notes])
            lines = with_side_notes(lines, [_row_line(page.number, columns, row) for row in beside])
            columns += 1
    if len(upright) < len(pieces):
        lines.extend(_turned_lines(page, [piece for piece in pieces if not piece.upright], columns))
    return lines


def _turned_lines(page: PageText, pieces: list[Piece], columns: int) -> Iterator[Line]:
    """Yield the lines of text that runs up, down, upside down or aslant; those of the page's main text as upright."""
    size = (page.width, page.height)
    letters = [sum(len(piece.text) for piece in page.pieces if piece.turn == turn) for turn in range(4)]
    for turn in (1, 2, 3):
        held = [turned_piece(piece, *size) for piece in pieces if piece.turn == turn]
        upright = letters[turn] == max(letters)
        for column in columns_of(held):
            for row in rows(column):
                line = _row_line(page.number, columns, row)
                box = turned_box((line.x0, line.y0, line.x1, line.y1), 4 - turn, *turned_size(turn, *size))
                yield line._replace(box=box, upright=upright)
            columns += 1
    for piece in pieces:
        if piece.turn < 0:
            yield _row_line(page.number, columns, [piece])


def rows(pieces: list[Piece]) -> list[list[Piece]]:
    """Group pieces by baseline, top to bottom, each row from left to right."""
    found: list[list[Piece]] = []
    first: Piece | None = None
    for piece in sorted(pieces, key=_place_of):
        if first is not None and _same_row(first, piece):
            found[-1].append(piece)
        else:
            first = piece
            found.append([piece])
    found = _with_raised(found)
    return [sorted(row, key=_left_of) if len(row) > 1 else row for row in found]


def _with_raised(found: list[list[Piece]]) -> list[list[Piece]]:
    """Put rows of small figures that stand a little high or low into the row that they touch."""
    figures = [_is_figure(row[0]) for row in found]
    if True not in figures:
        return found
    kept: list[list[Piece]] = []
    for at, row in enumerate(found):
        host = None
        if figures[at] and all(map(_is_figure, row)):
            below = found[at + 1] if at + 1 < len(found) else None
            near = [other for other in (below, kept[-1] if kept else None) if other is not None]
            host = next((other for other in near if all(_touches(piece, other) for piece in row)), None)
        if host is None:
            kept.append(row)
        else:
            host.extend(row)
    return kept


def _is_figure(piece: Piece) -> bool:
    return len(piece.text) <= 4 and piece.text[0].isdecimal()


def _touches(small: Piece, row: list[Piece]) -> bool:
    """Tell whether a piece stands right beside one in larger type, within that one's height."""
    return any(
        small.size <= 0.8 * piece.size
        and -0.35 * piece.size <= piece.base - small.base <= 0.7 * piece.size
        and min(abs(small.x0 - piece.x1), abs(piece.x0 - small.x1)) <= 0.35 * piece.size
        for piece in row
    )


def _runs_of_rows(pieces: list[Piece]) -> list[list[Piece]]:
    """Group neighbours in the given order that stand on one row, left to right (or right to left)."""
    found: list[list[Piece]] = []
    for piece in pieces:
        last = found[-1][-1] if found else None
        if last is not None and _same_row(last, piece) and (piece.x0 >= last.x1 - 2 or _follows_leftwards(last, piece)):
            found[-1].append(piece)
        else:
            found.append([piece])
    return [sorted(row, key=_left_of) if len(row) > 1 else row for row in found]


def _follows_leftwards(last: Piece, piece: Piece) -> bool:
    return piece.x1 <= last.x0 + 2 and (reads_leftwards(last.text) or reads_leftwards(piece.text))


def _same_row(one: Piece, two: Piece) -> bool:
    distance = abs(one.base - two.base)
    return distance <= 0.35 * one.size and distance <= 0.35 * two.size and one.element >= 0 and two.element >= 0


def _row_line(page: int, column: int, row: list[Piece]) -> Line:
    if len(row) == 1 and row[0].element >= 0:
        x0, y0, x1, y1, base, size, bold, mono, font, text, tag, role, upright, element, _, strong, _ = row[0]
        return Line(
            page,
            column,
            x0,
            y0,
            x1,
            y1,
            base,
            size,
            bold,
            mono,
            font,
            text,
            tag,
            role,
            upright,
            (),
            -1,
            element,
            strong,
        )
    main = max(row, key=lambda p: len(p.text))
    if main.element < 0:
        x0, y0, x1, y1 = main[:4]
        return Line(page, column, x0, y0, x1, y1, y1, 0.0, False, False, "", "", table=-1 - main.element)
    return Line(
        page,
        column,
        row[0].x0,
        min(p.y0 for p in row),
        max(p.x1 for p in row),
        max(p.y1 for p in row),
        main.base,
        main.size,
        all(p.bold for p in row),
        all(p.mono for p in row),
        main.font,
        _join(row),
        main.tag,
        main.role,
        main.upright,
        _starts(row),
        element=main.element,
        strong=_strong(row),
    )


def _strong(row: list[Piece]) -> tuple[int, int]:
    """Return the first stretch of a row's text that is bold where not all of it is."""
    if all(piece.bold for piece in row):
        return 0, 0
    text, start, end = "", -1, 0
    for piece in row:
        at = len(text) + bool(text)
        low, high = (0, len(piece.text)) if piece.bold else piece.strong
        if high and (start < 0 or end >= at + low - 1):
            start, end = (at + low if start < 0 else start), at + high
        if start >= 0 and high < len(piece.text):
            break
        text += " " * bool(text) + piece.text
    return (start, end) if start >= 0 else (0, 0)


def _join(row: list[Piece]) -> str:
    """Join the pieces of a row; in type of one width the gaps keep their width in blanks."""
    if any(reads_leftwards(piece.text) for piece in row) and reads_leftwards("".join(piece.text for piece in row)):
        return " ".join(piece.text for piece in reversed(row))
    text = row[0].text
    for left, right in pairwise(row):
        gap = right.x0 - left.x1
        blanks = 1
        if left.mono and right.mono:
            blanks = max(1, round(gap * len(right.text) / max(1.0, right.x1 - right.x0)))
        text += (" " * blanks if gap > 0.12 * right.size else "") + right.text
    return text


def _starts(row: list[Piece]) -> tuple[float, ...]:
    starts = [row[0].x0]
    starts += [right.x0 for left, right in pairwise(row) if right.x0 - left.x1 > 1.5 * right.size]
    return tuple(starts)


def columns_of(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Split upright pieces into columns in reading order; each list is one column of one band."""
    gutter = _gutter(pieces)
    if gutter is not None:
        yield from _parted(pieces, *gutter)
        return
    whole: list[Piece] = []
    for zone in _zones(pieces):
        inner = _gutter(zone) if zone is not pieces else None
        if inner is None:
            whole.extend(zone)
            continue
        if whole:
            yield whole
            whole = []
        yield from _parted(zone, *inner)
    if whole:
        yield whole


def _parted(pieces: Sequence[Piece], left_edge: float, right_edge: float) -> Iterator[list[Piece]]:
    dividers = sorted((p for p in pieces if p.x0 < left_edge and p.x1 > right_edge), key=lambda p: p.base)
    others = [p for p in pieces if not (p.x0 < left_edge and p.x1 > right_edge)]
    middle = (left_edge + right_edge) / 2
    for band in _bands(dividers, others):
        if len(band) and band[0] in dividers:
            yield band
            continue
        sides = [[p for p in band if (p.x0 + p.x1) / 2 <= middle], [p for p in band if (p.x0 + p.x1) / 2 > middle]]
        if reads_leftwards("".join(p.text for p in band)):
            sides.reverse()
        for side in sides:
            yield from columns_of(side)


def _zones(pieces: Sequence[Piece]) -> Sequence[Sequence[Piece]]:
    """Cut a page where rows of wide lines give way to rows in columns, and back; `pieces` themselves for no cut."""
    if len(pieces) < 4 * _MINIMUM_LINES:
        return [pieces]
    left, right = min(p.x0 for p in pieces), max(p.x1 for p in pieces)
    wide = [p.x1 - p.x0 > _WIDE * (right - left) for p in pieces]
    middle = (left + right) / 2
    narrow = [piece for piece, is_wide in zip(pieces, wide, strict=True) if not is_wide]
    sides = sum(piece.x1 < middle for piece in narrow), sum(piece.x0 > middle - _BIN for piece in narrow)
    if len(narrow) == len(pieces) or min(sides) < _MINIMUM_LINES:
        return [pieces]
    found = rows(list(pieces))
    zones: list[tuple[bool, list[Piece]]] = []
    for at, row in enumerate(found):
        parted = _is_parted_row(found, at)
        single = len(row) == 1 and row[0].x1 - row[0].x0 > _WIDE * (right - left)
        if zones and (zones[-1][0] == parted or not (parted or single)):
            zones[-1][1].extend(row)
        else:
            zones.append((parted, list(row)))
    return [zone for _, zone in zones]


def _is_parted_row(found: list[list[Piece]], at: int) -> bool:
    """Tell whether pieces stand side by side, on one baseline or on nearly the same one."""
    row = found[at]
    if len(row) > 1:
        return True
    piece = row[0]
    beside = [other for near in found[max(0, at - 1) : at + 2] for other in near if other is not piece]
    return any(
        abs(other.base - piece.base) < 0.7 * piece.size and (other.x0 > piece.x1 or other.x1 < piece.x0)
        for other in beside
    )


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


def _gutter(pieces: Sequence[Piece]) -> tuple[float, float] | None:
    """Return the edges of the widest strip that parts two columns of prose; None for one column."""
    if len(pieces) < 2 * _MINIMUM_LINES:
        return None
    starts, ends = [p.x0 for p in pieces], [p.x1 for p in pieces]
    left, right = min(starts), max(ends)
    inner, outer = left + (right - left) * 0.2, right - (right - left) * 0.2
    if len([x for x in starts if x > inner]) < _MINIMUM_LINES or len([x for x in ends if x < outer]) < _MINIMUM_LINES:
        return None
    strips = _empty_strips(pieces, left, right)
    fitting = [strip for strip in strips if _parts_prose(pieces, *strip)]
    return max(fitting, key=lambda strip: strip[1] - strip[0]) if fitting else None


def _empty_strips(pieces: Sequence[Piece], left: float, right: float) -> list[tuple[float, float]]:
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


def _parts_prose(pieces: Sequence[Piece], left_edge: float, right_edge: float) -> bool:
    left = [p for p in pieces if p.x1 <= left_edge + _BIN]
    right = [p for p in pieces if p.x0 >= right_edge - _BIN]
    if min(len(left), len(right)) < _MINIMUM_LINES or max(len(left), len(right)) > 5 * min(len(left), len(right)):
        return False
    if min(p.y0 for p in left) > max(p.y1 for p in right) or min(p.y0 for p in right) > max(p.y1 for p in left):
        return False
    prose = _is_prose(left), _is_prose(right)
    if any(prose):
        return all(prose) or _runs_on(right if prose[0] else left)
    # The longest lines may reach a little into the strip.
    left = [p for p in pieces if p.x0 < left_edge and p.x1 < right_edge]
    right = [p for p in pieces if p.x0 >= right_edge - _BIN]
    return _are_apart(left, right) or (_is_filled(left) and _is_filled(right))


def _are_apart(left: list[Piece], right: list[Piece]) -> bool:
    """Tell whether lines run on at both sides, each side at heights of its own; cells of a row share their baseline."""
    few, many = sorted((left, right), key=len)
    heights = sorted(piece.base for piece in many)
    shared = 0
    for piece in few:
        reach = _LEVEL * piece.size
        shared += bisect_left(heights, piece.base - reach) < bisect_right(heights, piece.base + reach)
    return shared <= _SHARED * len(few) and all(
        len(side) > _MINIMUM_LINES and _in_stacks(side, _runs_on) for side in (left, right)
    )


def _is_filled(pieces: list[Piece]) -> bool:
    """Tell whether nearly all lines run on in columns that most of them fill, as wrapped text does and cells do not."""
    return len(pieces) >= 2 * _MINIMUM_LINES and _in_stacks(pieces, _fills)


def _in_stacks(pieces: list[Piece], fits: Callable[[list[Piece]], bool]) -> bool:
    """Tell whether nearly all pieces stand with others at one left edge in stacks that fit."""
    stacks: list[list[Piece]] = []
    for piece in sorted(pieces, key=_left_of):
        if stacks and piece.x0 - stacks[-1][0].x0 <= _BIN:
            stacks[-1].append(piece)
        else:
            stacks.append([piece])
    held = sum(len(stack) for stack in stacks if len(stack) >= _MINIMUM_LINES and fits(stack))
    return held >= 0.8 * len(pieces)


def _fills(pieces: list[Piece]) -> bool:
    widest = max(piece.x1 - piece.x0 for piece in pieces)
    full = sum(piece.x1 - piece.x0 >= _FULL * widest for piece in pieces)
    words = sum(piece.text.count(" ") + 1 for piece in pieces)
    return full >= 0.7 * len(pieces) and words >= _WORDS * len(pieces) and _runs_on(pieces)


def _runs_on(pieces: list[Piece]) -> bool:
    """Tell whether long lines follow one another at a text's distance: a column beside prose, whatever begins them."""
    if sum(len(p.text) for p in pieces) < _LONG_LINE * len(pieces):
        return False
    ordered = sorted(pieces, key=lambda p: p.base)
    near = sum(0.8 * a.size < b.base - a.base < _CLOSE * a.size for a, b in pairwise(ordered))
    return near >= 0.7 * (len(ordered) - 1)


def _is_prose(pieces: list[Piece]) -> bool:
    """Tell a column of running text from a column of table cells: lines that go on, and are long."""
    if sum(len(p.text) for p in pieces) < 12 * len(pieces):
        return False
    cased = [p.text[0] for p in pieces if p.text[0].isupper() or p.text[0].islower()]
    if len(cased) * 2 < len(pieces):
        # Scripts without capitals: Chinese, Hebrew, Arabic, Thai …
        return 2 * sum(p.text[0].isalpha() for p in pieces) > len(pieces)
    return sum(letter.islower() for letter in cased) >= 0.15 * len(pieces)

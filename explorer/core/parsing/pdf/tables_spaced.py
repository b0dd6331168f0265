"""Tables without a grid: columns set apart by white space, perhaps with lines above and below their parts.

Rows that fall into parts are gathered while they follow closely; the strips of white space that (nearly) all of them
leave free are the columns' borders. That alone proves little, so a table must also show what tables have: a column of
figures, or a first row in bold, on a shade or ruled off, with short cells that line up. Prose in columns, lists,
contents, forms, code, addresses and numbered equations show none of it, or are known by their own marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from explorer.core.model import Rect
from explorer.core.parsing.pdf.headings import is_caption
from explorer.core.parsing.pdf.lines import PageText, Piece, Vector
from explorer.core.parsing.pdf.order import columns_of, rows
from explorer.core.parsing.pdf.tables import MARGIN, NUMBER, Table, header_rows
from explorer.core.parsing.pdf.tables_ruled import THIN, Edge
from explorer.core.parsing.pdf.words import joint

_MARK = re.compile(r"^(?:[•‣▪–—*◦●○■□➢✓·►▶-]|\[\w{1,6}\]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|\d+(?:\.\d+)+\.?)$")
_LABEL = re.compile(r"[:：]$|_{3,}")
_LEADERS = re.compile(r"(?:[.…·_]\s?){4,}")
_LEADER_SIGNS = ".…·_"
_EQUATION = re.compile(r"^\(\d{1,3}(?:\.\d{1,3})?[a-z]?\)$")
_PAGE = re.compile(r"^(?:\d{1,4}|[ivxlc]{1,7})$")
_PAGE_WORDS = frozenset({"page", "pages", "seite", "página", "pagina", "pág.", "页", "頁", "p."})
_PART, _STRIP, _FAR, _FAR_OUTSIDE = 0.7, 0.6, 2.7, 1.5
"""Over the type size: the gap between parts of a row, the narrowest strip between columns, rows' widest distance on
the page and in its margins."""
_LONG, _LONGEST = 46, 160
"""Letters: of a cell that is no short one, and of one that is prose."""
_RULE, _ROW, _NEIGHBOURS = 60.0, 20.0, 60
"""Points: the shortest line over or under a table, the height of a row outside of its lines, and the distance within
which rows in parts make it worth to look for a table.
"""


class _Part(NamedTuple):
    x0: float
    x1: float
    text: str


class _Row(NamedTuple):
    base: float
    size: float
    y0: float
    y1: float
    parts: tuple[_Part, ...]
    bold: bool
    barred: bool
    outer: bool


class Marks(NamedTuple):
    """What is drawn on a page: horizontal lines that belong to no grid, and filled areas."""

    rules: Sequence[Edge]
    shades: Sequence[Vector]


def spaced_tables(page: PageText, pieces: Sequence[Piece], marks: Marks, before: Sequence[Table] = ()) -> list[Table]:
    """Return the tables among `pieces` (a selection of the page's).

    `before` are those at the end of
    the page before, which may go on here.
    """
    upright = [piece for piece in pieces if piece.upright]
    heights = _parted_heights(upright)
    if not any(below - above <= _NEIGHBOURS for above, below in pairwise(heights)) and not (before and heights):
        return []
    found: list[Table] = []
    for inner in _between_rules(page, marks.rules, upright):
        table = _table(page, _rows(page, inner), marks, ruled=True)
        if table is not None:
            found.append(table)
            gone = {id(piece) for piece in inner}
            upright = [piece for piece in upright if id(piece) not in gone]
    above = before[-1] if before else None
    for column in columns_of(upright):
        for run in _runs(_rows(page, column)):
            table = _table(page, run, marks, ruled=False) or (above and _rest(page, run, marks, above))
            if table:
                found.append(table)
            above = above if all(row.outer for row in run) else None
    return found


def _parted_heights(pieces: Sequence[Piece]) -> list[int]:
    """Return the heights at which text in parts may stand; marks of lists and code do not count."""
    rights: dict[int, float] = {}
    parted: set[int] = set()
    for piece in pieces:
        if piece.mono or (len(piece.text) < 3 and not piece.text.isalnum()):
            continue
        key = round(piece.base)
        right = rights.get(key)
        if right is None:
            rights[key] = piece.x1
        elif piece.x0 - right > _PART * piece.size or piece.x1 < right:
            parted.add(key)
    return sorted(parted)


def _rows(page: PageText, pieces: Sequence[Piece]) -> list[_Row]:
    low, high = page.height * MARGIN, page.height * (1 - MARGIN)
    return [_row(row, outer=row[0].y1 < low or row[0].y0 > high) for row in rows(list(pieces))]


def _row(pieces: list[Piece], *, outer: bool) -> _Row:
    if len(pieces) == 1:
        only = pieces[0]
        barred = only.mono or _has_leaders(only.text)
        alone = (_Part(only.x0, only.x1, only.text),)
        return _Row(only.base, only.size, only.y0, only.y1, alone, only.bold, barred, outer)
    size = max(piece.size for piece in pieces)
    parts: list[_Part] = []
    for piece in pieces:
        if parts and piece.x0 - parts[-1].x1 < _PART * size:
            last = parts[-1]
            blank = " " if piece.x0 - last.x1 > 0.12 * size else ""
            parts[-1] = _Part(last.x0, max(last.x1, piece.x1), last.text + blank + piece.text)
        else:
            parts.append(_Part(piece.x0, piece.x1, piece.text))
    barred = all(piece.mono for piece in pieces) or any(_has_leaders(part.text) for part in parts)
    return _Row(
        max(piece.base for piece in pieces),
        size,
        min(piece.y0 for piece in pieces),
        max(piece.y1 for piece in pieces),
        tuple(parts),
        all(piece.bold for piece in pieces),
        barred,
        outer,
    )


def _has_leaders(text: str) -> bool:
    """Tell whether there are leaders; to count their signs first is quicker than the search, as most text has few."""
    return sum(map(text.count, _LEADER_SIGNS)) >= 4 and bool(_LEADERS.search(text))


def _runs(found: Sequence[_Row]) -> Iterator[list[_Row]]:
    """Yield the stretches of close rows that begin with one of several parts and hold few of one part."""
    run: list[_Row] = []
    singles = 0
    for row in found:
        several = len(row.parts) > 1 and not row.barred
        far = bool(run) and (
            _is_far(run[-1], row) or (not several and any(is_caption(part.text) for part in row.parts))
        )
        if run and (far or row.barred or (not several and singles >= 2)):
            yield _trimmed(run)
            run, singles = [], 0
        if several or (run and not row.barred):
            run.append(row)
            singles = 0 if several else singles + 1
    if run:
        yield _trimmed(run)


def _is_far(above: _Row, below: _Row) -> bool:
    """Tell whether a row stands too far away to belong to a table; running headers and footers stand nearer."""
    limit = _FAR if not above.outer and not below.outer else _FAR_OUTSIDE
    return below.base - above.base > limit * max(below.size, above.size)


def _trimmed(run: list[_Row]) -> list[_Row]:
    """Take off last rows of one part, save the second line of a cell."""
    end = len(run)
    while end and len(run[end - 1].parts) < 2:
        end -= 1
    if end < len(run) and end > 1:
        last, tail = run[end - 1], run[end]
        pitch = min(b.base - a.base for a, b in pairwise(run[:end]))
        part = tail.parts[0]
        under = any(abs(part.x0 - one.x0) < 2 for one in last.parts[1:])
        if under and tail.base - last.base < min(pitch, 1.35 * tail.size) + 0.5:
            end += 1
    return run[:end]


def _between_rules(page: PageText, rules: Sequence[Edge], pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Yield the pieces between lines of one width that enclose rows of several parts."""
    groups: dict[tuple[int, int], list[Edge]] = {}
    for rule in rules:
        if rule.high - rule.low >= _RULE:
            key = next((k for k in groups if abs(k[0] - rule.low) <= 4 and abs(k[1] - rule.high) <= 4), None)
            groups.setdefault(key or (round(rule.low), round(rule.high)), []).append(rule)
    for group in groups.values():
        heights = sorted(rule.at for rule in group)
        if _part_rows(page, heights, [piece for piece in pieces if _within(piece, group[0])]):
            # The lines part rows: the first one may stand over the first line, and the last one under the last.
            heights = [heights[0] - _ROW, *heights, heights[-1] + _ROW]
        inner: list[Piece] = []
        for top, bottom in pairwise(heights):
            band = [p for p in pieces if top - 1 < (p.y0 + p.y1) / 2 < bottom + 1 and _within(p, group[0])]
            if _is_tabular(_rows(page, band), group[0]):
                inner.extend(band)
            elif band:
                if inner:
                    yield inner
                inner = []
        if inner:
            yield inner


def _part_rows(page: PageText, heights: Sequence[float], pieces: Sequence[Piece]) -> bool:
    """Tell whether there is exactly one row between any two of at least three lines."""
    if len(heights) < 3:
        return False
    bands = [[p for p in pieces if top < (p.y0 + p.y1) / 2 < bottom] for top, bottom in pairwise(heights)]
    return all(len(_rows(page, band)) == 1 for band in bands)


def _within(piece: Piece, rule: Edge) -> bool:
    return rule.low - 6 <= (piece.x0 + piece.x1) / 2 <= rule.high + 6


def _is_tabular(found: Sequence[_Row], rule: Edge) -> bool:
    """Tell whether at least half of a band's rows have parts, and none is a line of prose."""
    width = rule.high - rule.low
    several = sum(len(row.parts) > 1 for row in found)
    prose = any(part.x1 - part.x0 > 0.7 * width and len(part.text) > 60 for row in found for part in row.parts)
    return several > 0 and 2 * several >= len(found) and not prose and not any(row.barred for row in found)


def _table(page: PageText, run: Sequence[_Row], marks: Marks, *, ruled: bool) -> Table | None:
    several = [row for row in run if len(row.parts) > 1]
    if len(several) < (2 if ruled else 3) or 2 * len(several) < len(run):
        return None
    spans = _strips(several)
    if len(spans) < 2:
        return None
    cells = [_cells(row, spans) for row in run]
    ruled_off = _ruled_off(run, marks, spans)
    grouped = _grouped(run, cells, ruled_off, _group_heads(run, spans, marks, ruled_off))
    texts = [row for row, _ in grouped]
    bold = [all(run[at].bold for at in members) for _, members in grouped]
    above = sum(1 for _, members in grouped if members[-1] < ruled_off)
    heads = header_rows(texts, bold, above) if above or _has_heavy_head(bold) else 0
    figures = _figure_columns(texts[max(1, heads) :])
    if not _is_sure(texts, heads, figures, several, spans, ruled=ruled):
        return None
    return _made(page, run, grouped, spans, heads or (header_rows(texts, bold) if figures else 0))


def _rest(page: PageText, run: Sequence[_Row], marks: Marks, above: Table) -> Table | None:
    """Return the rest of the table that ends the page before, when the rows keep to its columns."""
    several = [row for row in run if len(row.parts) > 1]
    texts = [part.text for row in several for part in row.parts]
    if not several or len(texts) < 0.7 * len(several) * len(above.columns) or all(row.outer for row in run):
        return None
    if max(len(text) for text in texts) > _LONGEST or all(row.bold for row in run):
        return None
    if len(several) == 1 and not any(NUMBER.match(text) for text in texts[1:]):
        return None
    for row in several:
        held = [[one for one in above.columns if part.x1 > one[0] - 1 and part.x0 < one[1] + 1] for part in row.parts]
        if any(len(one) != 1 for one in held):
            return None
    spans = list(above.columns)
    cells = [_cells(row, spans) for row in run]
    return _made(page, run, _grouped(run, cells, _ruled_off(run, marks, spans), set()), spans, 0)


def _strips(several: Sequence[_Row]) -> list[tuple[float, float]]:
    """Return the columns: what lies between strips that nearly no row crosses."""
    size = sorted(row.size for row in several)[len(several) // 2]
    allowed = len(several) // 8
    points = sorted(
        [(part.x0, 1) for row in several for part in row.parts]
        + [(part.x1, -1) for row in several for part in row.parts]
    )
    spans: list[tuple[float, float]] = []
    count, start = 0, 0.0
    for x, change in points:
        if count <= allowed < count + change:
            start = spans.pop()[0] if spans and x - spans[-1][1] < _STRIP * size else x
        elif count > allowed >= count + change:
            spans.append((start, x))
        count += change
    return spans


def _cells(row: _Row, spans: Sequence[tuple[float, float]]) -> list[str]:
    """Return a row's texts by column; one that reaches over several stands in the first of them."""
    cells = [""] * len(spans)
    for part in row.parts:
        at = _column(part, spans)
        cells[at] = f"{cells[at]} {part.text}".strip()
    return cells


def _column(part: _Part, spans: Sequence[tuple[float, float]]) -> int:
    touched = [at for at, (low, high) in enumerate(spans) if part.x1 > low + 1 and part.x0 < high - 1]
    if touched:
        return touched[0]
    middle = (part.x0 + part.x1) / 2
    return min(range(len(spans)), key=lambda at: abs(middle - (spans[at][0] + spans[at][1]) / 2))


def _ruled_off(run: Sequence[_Row], marks: Marks, spans: Sequence[tuple[float, float]]) -> int:
    """Return how many first rows a line or a shade sets off from the others."""
    left, right = spans[0][0], spans[-1][1]
    need = 0.7 * (right - left)
    for count in range(1, min(5, len(run))):
        above, below = run[count - 1], run[count]
        drawn = sum(
            max(0.0, min(rule.high, right) - max(rule.low, left))
            for rule in marks.rules
            if above.base - 1 <= rule.at <= below.base - 0.5 * below.size
        )
        if drawn >= need:
            return count
    lit = [_is_shaded(row, marks.shades, need) for row in run]
    count = lit.index(False) if False in lit else 0
    return count if count <= 4 and not any(lit[count:]) else 0


def _is_shaded(row: _Row, shades: Sequence[Vector], need: float) -> bool:
    middle = (row.y0 + row.y1) / 2
    wide = [s for s in shades if s.y1 - s.y0 > THIN and s.y0 <= middle <= s.y1 and s.y1 - s.y0 < 6 * row.size]
    return sum(shade.x1 - shade.x0 for shade in wide) >= need


def _grouped(
    run: Sequence[_Row], cells: Sequence[list[str]], ruled_off: int, apart: set[int]
) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Put together the lines of cells that have several; return each row's texts and which lines it is made of.

    `apart` are lines that begin a row whatever they hold.
    """
    grouped: list[tuple[list[str], list[int]]] = []
    pitches = sorted(b.base - a.base for a, b in pairwise(run))
    usual = pitches[len(pitches) // 2] if pitches else 0.0
    for at, row in enumerate(cells):
        if grouped and at != ruled_off and at not in apart and _goes_on(run, cells, at, usual, at < ruled_off):
            texts, members = grouped[-1]
            for column, text in enumerate(row):
                if text:
                    texts[column] = joint(texts[column], text) + text if texts[column] else text
            members.append(at)
        else:
            grouped.append((list(row), [at]))
    return [(tuple(texts), tuple(members)) for texts, members in grouped]


def _goes_on(run: Sequence[_Row], cells: Sequence[list[str]], at: int, usual: float, in_header: bool) -> bool:
    """Tell whether a line belongs to the row above it."""
    row, above = cells[at], cells[at - 1]
    gap = run[at].base - run[at - 1].base
    filled = [column for column, text in enumerate(row) if text]
    if gap > max(1.4 * run[at].size, 1.05 * min(usual, 1.6 * run[at].size)):
        return False
    if in_header:
        return len([text for text in above if text]) > 1 or len(filled) < len(row)
    if any(NUMBER.match(row[column]) for column in filled) and not (len(filled) == 1 and gap < 0.9 * usual):
        return False
    lower = all(row[column][0].islower() for column in filled)
    if not row[0]:
        return len(filled) < len(row) and (lower or gap < 0.9 * usual or len(filled) == 1)
    return len(filled) == 1 and lower


def _group_heads(run: Sequence[_Row], spans: Sequence[tuple[float, float]], marks: Marks, ruled_off: int) -> set[int]:
    """Return the header's lines under names of column groups: below a line, or a cell over several columns."""
    found: set[int] = set()
    for at in range(1, ruled_off):
        above, below = run[at - 1], run[at]
        ruled = any(
            above.base - 1 <= rule.at <= below.base - 0.4 * below.size
            and rule.low < spans[-1][1]
            and rule.high > spans[0][0]
            for rule in marks.rules
        )
        wide = any(sum(part.x1 > low + 1 and part.x0 < high - 1 for low, high in spans) > 1 for part in above.parts)
        if ruled or wide:
            found.add(at)
    return found


def _has_heavy_head(bold: Sequence[bool]) -> bool:
    return bold[0] and not all(bold)


def _figure_columns(body: Sequence[Sequence[str]]) -> int:
    """Return how many columns but the first hold figures for the most part."""
    if len(body) < 2:
        return 0
    count = 0
    for column in range(1, len(body[0])):
        filled = [row[column] for row in body if row[column]]
        figures = [text for text in filled if NUMBER.match(text) and not _EQUATION.match(text)]
        count += len(figures) >= 2 and len(figures) >= 0.6 * len(filled) and 2 * len(filled) >= len(body)
    return count


def _is_sure(
    texts: Sequence[Sequence[str]],
    heads: int,
    figures: int,
    several: Sequence[_Row],
    spans: Sequence[tuple[float, float]],
    *,
    ruled: bool,
) -> bool:
    body = texts[heads:]
    filled = [text for row in body for text in row if text]
    if not filled or len(filled) < 0.45 * len(body) * len(spans) or _is_other(body, texts[0], heads):
        return False
    long = sum(len(text) > _LONG for text in filled)
    if max(len(text) for text in filled) > (3 if heads or ruled else 1) * _LONGEST:
        return False
    if ruled:
        return len(body) >= 1 and (heads > 0 or figures > 0)
    lined_up = _lined_up(several, spans)
    if figures:
        return len(body) >= 2 and long <= 0.25 * len(filled) and lined_up >= 0.7
    return heads > 0 and len(body) >= 2 and long <= 0.4 * len(filled) and lined_up >= 0.8


def _is_other(body: Sequence[Sequence[str]], first: Sequence[str], heads: int) -> bool:
    """Tell lists, forms and contents from tables."""
    leading = [row[0] for row in body if row[0]]
    width = len(first)
    if width == 2 and sum(bool(_MARK.match(text)) for text in leading) >= 0.4 * len(leading):
        return True
    if width == 2 and not heads and sum(bool(_LABEL.search(text)) for text in leading) >= 0.5 * len(leading):
        return True
    last = [row[-1] for row in body if row[-1]]
    if heads and first[-1].casefold() in _PAGE_WORDS:
        return True
    return not heads and width <= 3 and _are_pages(last)


def _are_pages(last: Sequence[str]) -> bool:
    if len(last) < 3 or not all(_PAGE.match(text) for text in last):
        return False
    numbers = [int(text) for text in last if text.isdecimal()]
    return numbers == sorted(numbers)


def _lined_up(several: Sequence[_Row], spans: Sequence[tuple[float, float]]) -> float:
    """Return the share of parts that share their column's left edge, right edge or middle with most of it."""
    good = total = 0
    for at, _ in enumerate(spans):
        parts = [part for row in several for part in row.parts if _column(part, spans) == at]
        best = 0
        for place in ([p.x0 for p in parts], [p.x1 for p in parts], [(p.x0 + p.x1) / 2 for p in parts]):
            middle = sorted(place)[len(place) // 2] if place else 0.0
            best = max(best, sum(abs(x - middle) <= 3 for x in place))
        good, total = good + best, total + len(parts)
    return good / max(1, total)


def _made(
    page: PageText,
    run: Sequence[_Row],
    grouped: Sequence[tuple[tuple[str, ...], tuple[int, ...]]],
    spans: Sequence[tuple[float, float]],
    heads: int,
) -> Table:
    left = min(part.x0 for row in run for part in row.parts)
    right = max(part.x1 for row in run for part in row.parts)
    rects: list[tuple[Rect, ...]] = []
    for _, members in grouped:
        top = min(run[at].y0 for at in members)
        bottom = max(run[at].y1 for at in members)
        rects.append(
            (Rect(page.number, max(0.0, left), max(0.0, top), min(page.width, right), min(page.height, bottom)),)
        )
    box = (left - 1, min(row.y0 for row in run) - 1, right + 1, max(row.y1 for row in run) + 1)
    texts = tuple(tuple(cell.replace("|", "\\|") for cell in texts) for texts, _ in grouped)
    return Table(page.number, box, texts, tuple(rects), heads, tuple(spans))

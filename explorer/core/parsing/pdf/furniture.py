"""Page furniture: running headers and footers, page numbers, tables of contents. Neither headings nor body.

A row near the page's edge is furniture when rows at the same height say the same on enough pages once digits are
taken away, when its first or last part repeats so, or when it carries the page's number. Rows are peeled from the
edge inwards and the peeling stops at the first row that is none. A row in heading type whose number alone changes
("Sheet 1", "Sheet 2") is a heading unless it stands in the outermost margin; a row that the body follows at the
distance of running text belongs to the body. A row above where the text begins on any page that repeats a heading in
other type is a running head. Where nothing else stands on any page, only rows in the outermost margin are furniture.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile
from typing import NamedTuple

from explorer.core.parsing.pdf.lines import Line, PageText, Piece
from explorer.core.parsing.pdf.order import rows
from explorer.core.parsing.pdf.running_heads import HeadingTexts

_EDGE, _MARGIN = 0.14, 0.06
_LEAST_ENTRIES, _MOST_JUMP = 3, 300
_LEAST_BAND, _LEAST_NAMED, _BAND_SHARE = 5, 2, 0.5
"""Rows in one place that make it one of furniture, where some name headings too, and their share of all rows there."""
_DIGITS = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_FOLIO = re.compile(r"^(\d{1,4})(?=\s|$)|(?:^|\s)(\d{1,4})$")
_PARTS = re.compile(r"\s+[|•·–—:]\s+|\s{3,}")
_LEADERS = re.compile(r"(?:[.…·_]\s?){4,}\s*(?:[\dA-Z]{0,3}[-.]?\d{0,4}|[ivxlc]{1,7})$|(?:\s\.){3,}")
_LEADER_MARKS = ("..", ". .", "…", "··", "· ·", "__")
_LEADER_SIGNS, _FEWEST_SIGNS = ".…·_", 3
_LONGEST_CONTENTS = 20
"""Letters of the longest title of a table of contents, with room to spare."""
_PAGE_AFTER_DOTS = re.compile(r"[.…·_](?:[A-Z]{0,3}[-.]?\d{1,4}|[ivxlc]{1,7})$")
_PAGE_AT_END = re.compile(r"\s(?:\d{1,4}|[ivxlc]{1,7})$")
_CONTENTS = re.compile(
    r"^(?:table of contents|contents|inhalt(?:sverzeichnis)?|índice|indice|sumário|conteúdo|contenido"
    r"|tabla de contenido|table des matières|sommaire|inhoud(?:sopgave)?|indholdsfortegnelse|innehåll|innhold"
    r"|sisällys(?:luettelo)?|obsah|spis treści|tartalom|содержание|оглавление|目录|目錄|目次|차례|목차)$",
    re.IGNORECASE,
)


class _Row(NamedTuple):
    page: int
    side: str
    base: float
    pieces: list[Piece]
    texts: tuple[str, ...]
    heading_type: bool
    outermost: bool
    close: bool
    folio: tuple[int, ...]


def without_furniture(pages: list[PageText], held: list[set[int]], body: float) -> tuple[list[list[Piece]], int]:
    """Return each page's pieces without furniture, and the number of rows taken away.

    `held` names, page by page, the pieces (by `id`) that stand in tables: never furniture.
    """
    need = min(3, max(2, (len(pages) + 1) // 2))
    edges = [_edge_rows(page, held[i], body) for i, page in enumerate(pages)]
    texts: Counter[tuple[str, str, int]] = Counter()
    wordings: dict[tuple[str, str, int], set[str]] = {}
    folios: Counter[tuple[str, int, int]] = Counter()
    for sides in edges:
        for row in (row for side in sides for row in side):
            for key in {key for text in row.texts for key in _keys(row, text)}:
                texts[key] += 1
                wordings.setdefault(key, set()).add(row.pieces[0].text)
            folios.update({(row.side, _slot(row), offset) for offset in row.folio})
    band, headings = _Band(), HeadingTexts(pages, body)
    firsts = [row for sides in edges for side in sides for row in side[:1]]
    text_tops = {round(row.base) + shift for row in firsts if row.close for shift in (-1, 0, 1)}
    for row in firsts:
        is_furniture = _is_furniture(row, texts, wordings, folios, need)
        may_name = not is_furniture and round(row.base) not in text_tops
        band.saw(row, is_furniture=is_furniture, is_named=may_name and _names_heading(row, headings))
    peel = partial(_peeled, band=band, familiar=lambda row: _is_furniture(row, texts, wordings, folios, need))
    peeled = [[row for side in sides for row in peel(side)] if len(pages) > 1 else [] for sides in edges]
    kept = [_without(page, taken) for page, taken in zip(pages, peeled, strict=True)]
    if not any(kept):
        # Pages of one line each, such as certificates: what stands where text may stand is all that they say.
        peeled = [[row for row in taken if row.outermost] for taken in peeled]
        kept = [_without(page, taken) for page, taken in zip(pages, peeled, strict=True)]
    return kept, sum(map(len, peeled))


def _peeled(side: list[_Row], band: _Band, familiar: Callable[[_Row], bool]) -> list[_Row]:
    """Return the rows of one edge that are furniture, from the edge inwards."""
    peeled = list(takewhile(familiar, side))
    if not peeled and side and band.holds(side[0]):
        peeled = side[:1]
    while peeled and peeled[-1].close and not peeled[-1].outermost:
        peeled.pop()
    return peeled


def _without(page: PageText, peeled: list[_Row]) -> list[Piece]:
    gone = {id(piece) for row in peeled for piece in row.pieces}
    return [piece for piece in page.pieces if id(piece) not in gone] if gone else page.pieces


class _Band:
    """Places at the edge, by height and type, where the first row is furniture on most pages that have one."""

    def __init__(self) -> None:
        self._all: Counter[tuple[str, int, float, str]] = Counter()
        self._furniture: Counter[tuple[str, int, float, str]] = Counter()
        self._naming: set[int] = set()
        self._named: set[tuple[str, int, float, str]] = set()

    def saw(self, row: _Row, *, is_furniture: bool, is_named: bool) -> None:
        """Note a page's first row; `is_named` says that it is a running head with the words of a heading."""
        self._all[self._place(row)] += 1
        self._furniture[self._place(row)] += is_furniture or is_named
        if is_named:
            self._naming.add(id(row))
            self._named.add(self._place(row))

    def holds(self, row: _Row) -> bool:
        """Tell whether a row that says nothing familiar stands in such a place: a header seen on this page only."""
        if id(row) in self._naming:
            return True
        place = self._place(row)
        least = _LEAST_NAMED if place in self._named and row.outermost else _LEAST_BAND
        return not row.close and self._furniture[place] >= max(least, _BAND_SHARE * self._all[place])

    @staticmethod
    def _place(row: _Row) -> tuple[str, int, float, str]:
        piece = row.pieces[0]
        return row.side, round(row.base), round(piece.size, 1), piece.font


def _edge_rows(page: PageText, held: set[int], body: float) -> tuple[list[_Row], list[_Row]]:
    top = [p for p in page.pieces if p.y1 < page.height * _EDGE and p.upright]
    bottom = [p for p in page.pieces if p.y0 > page.height * (1 - _EDGE) and p.upright]
    above, below = rows(top), rows(bottom)
    if held:
        above, below = ([row for row in each if not any(id(p) in held for p in row)] for each in (above, below))
    bases = sorted(p.base for p in page.pieces) if above or below else []
    return (
        [_row(page, "top", row, body, bases) for row in above],
        [_row(page, "bottom", row, body, bases) for row in reversed(below)],
    )


def _row(page: PageText, side: str, pieces: list[Piece], body: float, bases: Sequence[float]) -> _Row:
    whole = "   ".join([piece.text for piece in pieces])
    parts = [part for part in _PARTS.split(whole) if part]
    said = _plain(whole)
    texts = {said} | ({_plain(part) for part in (parts[0], parts[-1])} if len(parts) > 1 else set[str]())
    height = min(p.y1 for p in pieces) if side == "top" else page.height - max(p.y0 for p in pieces)
    match = [
        int(number) for part in (parts[0], parts[-1]) for found in _FOLIO.findall(part) for number in found if number
    ]
    return _Row(
        page.number,
        side,
        pieces[0].base,
        pieces,
        tuple(text for text in texts if len(text) >= 6 or text == said),
        side == "top" and max(p.size for p in pieces) >= body * 1.1,
        height < page.height * _MARGIN,
        _is_close(bases, side, pieces[0]),
        tuple(number - page.number for number in match),
    )


def _is_close(bases: Sequence[float], side: str, row: Piece) -> bool:
    """Tell whether the next row towards the middle of the page follows at the distance of running text.

    `bases` are the heights of all the page's baselines, sorted.
    """
    least, most = 0.4 * row.size, 1.5 * row.size
    low, high = (row.base + least, row.base + most) if side == "top" else (row.base - most, row.base - least)
    at = bisect(bases, low)
    return at < len(bases) and bases[at] < high


def _plain(text: str) -> str:
    return " ".join(_DIGITS.sub("", text).casefold().split())


def _slot(row: _Row) -> int:
    return round(row.base / 6)


def _keys(row: _Row, text: str) -> list[tuple[str, str, int]]:
    return [(row.side, text, _slot(row) + shift) for shift in (-1, 0, 1)]


def _is_furniture(
    row: _Row,
    texts: Counter[tuple[str, str, int]],
    wordings: dict[tuple[str, str, int], set[str]],
    folios: Counter[tuple[str, int, int]],
    need: int,
) -> bool:
    keys = [(row.side, text, _slot(row)) for text in row.texts]
    repeated = [key for key in keys if texts[key] >= need and (need >= 3 or _near_edge(row))]
    if row.heading_type and not row.outermost:
        repeated = [key for key in repeated if len(wordings[key]) < texts[key] or not key[1]]
        return bool(repeated)
    return bool(repeated) or any(folios[row.side, _slot(row), offset] >= max(3, need) for offset in row.folio)


def _names_heading(row: _Row, headings: HeadingTexts) -> bool:
    """Tell whether a row at the top says the title of a chapter or section, in type that is none of a heading."""
    if row.side != "top" or row.close or row.heading_type:
        return False
    whole = "   ".join(piece.text for piece in row.pieces)
    parts = [part for part in _PARTS.split(whole) if part]
    texts = {text for part in (whole, *parts) for text in (part, _FOLIO.sub("", part).strip()) if text}
    return headings.repeats(row.page, row.pieces, sorted(texts))


def _near_edge(row: _Row) -> bool:
    return row.outermost or not row.heading_type


def contents_lines(lines: list[Line]) -> set[int]:
    """Return the indices of lines that are entries of a table of contents (or its title)."""
    sure = [_is_entry(line) for line in lines]
    for index in _without_leaders(lines):
        sure[index] = True
    found: set[int] = set()
    start = 0
    while start < len(lines):
        if not sure[start]:
            start += 1
            continue
        end, last, count = start + 1, start, 1
        while end < len(lines) and end - last <= 3 and lines[end].page - lines[last].page <= 1:
            if sure[end] or _ends_in_page(lines[end]):
                last = end
                count += sure[end]
            end += 1
        first = _reach_back(lines, start)
        listed = count >= _LEAST_ENTRIES and _names_pages(lines, [i for i in range(start, last + 1) if sure[i]])
        if listed or any(lines[i].role.startswith("TOC") for i in range(start, last + 1)):
            found.update(range(first, last + 1))
        start = last + 1
    return found


def _without_leaders(lines: list[Line]) -> set[int]:
    """Return the entries that follow the title of a table of contents without dots: page numbers that only grow."""
    found: set[int] = set()
    for start in (index for index, line in enumerate(lines) if _is_contents_title(line.text)):
        entries: list[int] = []
        last = 0
        for index in range(start + 1, len(lines)):
            match = _PAGE_AT_END.search(lines[index].text)
            if match is None or not match[0].strip().isdigit() or not last <= int(match[0]) < last + _MOST_JUMP:
                if index - (entries[-1] if entries else start) > 2:
                    break
                continue
            last = int(match[0])
            entries.append(index)
        if len(entries) >= _LEAST_ENTRIES:
            found.update(entries)
    return found


def _is_entry(line: Line) -> bool:
    if line.role.startswith("TOC"):
        return True
    text = line.text
    # Most lines have too few such signs: to count them is quicker than to search.
    if sum(map(text.count, _LEADER_SIGNS)) < _FEWEST_SIGNS:
        return False
    return any(mark in text for mark in _LEADER_MARKS) and bool(_LEADERS.search(text))


def _is_contents_title(text: str) -> bool:
    return len(text) <= _LONGEST_CONTENTS and bool(_CONTENTS.match(text))


def _names_pages(lines: list[Line], entries: list[int]) -> bool:
    """Tell whether most entries end in a page: the blanks of a form lead nowhere."""
    named = sum(bool(_PAGE_AT_END.search(lines[i].text) or _PAGE_AFTER_DOTS.search(lines[i].text)) for i in entries)
    return 2 * named >= len(entries)


def _ends_in_page(line: Line) -> bool:
    return len(line.starts) > 1 and bool(_PAGE_AT_END.search(line.text))


def _reach_back(lines: list[Line], start: int) -> int:
    first = start
    while first > 0 and start - first < 4 and _ends_in_page(lines[first - 1]):
        first -= 1
    if first > 0 and _is_contents_title(lines[first - 1].text):
        first -= 1
    return first

"""The words of single pages in reading order, for selecting and finding: quick, without a look at the other pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, cast

from explorer.core.page_words import HYPHEN_GOES, JOINED, LINE_END, PARAGRAPH_END, SAME_LINE, PageWords
from explorer.core.parsing.pdf.lines import Piece
from explorer.core.parsing.pdf.order import columns_of, rows
from explorer.core.parsing.pdf.turns import Box, turned_box, turned_size
from explorer.core.parsing.pdf.words import joint

if TYPE_CHECKING:
    import pymupdf

_TWICE = 0.8
"""Points between two printings of a word that fake bold type."""
_LEADING = 0.75
"""Distance of two lines of a paragraph over their height, at most."""


class _Found(NamedTuple):
    text: str
    box: Box
    block: int


class _Row(NamedTuple):
    """Words that stand in one line; `column` counts the page's columns."""

    column: int
    words: list[_Found]


def words_of_pages(document: pymupdf.Document, first: int, count: int) -> list[PageWords]:
    """Return the words of `count` pages from page `first` (from 1) on; fewer at the document's end.

    A page that cannot be read has none.
    """
    last = min(first + count - 1, document.page_count)
    return [_page_words(document, number) for number in range(max(first, 1), last + 1)]


def _page_words(document: pymupdf.Document, number: int) -> PageWords:
    import pymupdf
    from pymupdf.mupdf import FzErrorBase

    try:
        page = document[number - 1]
        extracted = page.get_textpage(flags=pymupdf.TEXT_PRESERVE_WHITESPACE)
        size, quarters = (page.rect.width, page.rect.height), page.rotation // 90 % 4
        raw = cast("list[tuple[float, float, float, float, str, int, int, int]]", extracted.extractWORDS())
    except (RuntimeError, ValueError, IndexError, FzErrorBase):
        return PageWords(number)
    return _in_order(number, _once(_seen(raw, size, quarters)))


def _seen(
    raw: Sequence[tuple[float, float, float, float, str, int, int, int]], size: tuple[float, float], quarters: int
) -> Iterator[tuple[int, _Found]]:
    """Yield words with their line's number where they are on the page as it is shown; those off the page are left."""
    inner = turned_size(quarters, *size)
    lines: dict[tuple[int, int], int] = {}
    for x0, y0, x1, y1, text, block, line, _ in raw:
        box = turned_box((x0, y0, x1, y1), quarters, *inner) if quarters else (x0, y0, x1, y1)
        clean = text.encode("utf-8", "replace").decode()
        if clean.strip() and box[2] > 0 and box[3] > 0 and box[0] < size[0] and box[1] < size[1]:
            yield lines.setdefault((block, line), len(lines)), _Found(clean, box, block)


def _once(words: Iterator[tuple[int, _Found]]) -> dict[int, list[_Found]]:
    """Group words by line; what is printed twice at one place counts once."""
    lines: dict[int, list[_Found]] = defaultdict(list)
    # A contents list has a thousand dots on a page: a word is compared with those that stand about its place alone.
    places: set[tuple[str, int, int]] = set()
    for line, word in words:
        column, row = round(word.box[0] / _TWICE), round(word.box[1] / _TWICE)
        if not any((word.text, column + dx, row + dy) in places for dx in (0, -1, 1) for dy in (0, -1, 1)):
            places.add((word.text, column, row))
            lines[line].append(word)
    return lines


def _in_order(number: int, lines: dict[int, list[_Found]]) -> PageWords:
    pieces = {line: _piece(line, words) for line, words in lines.items() if words}
    upright = [piece for piece in pieces.values() if piece.upright]
    read: list[_Row] = []
    for column, held in enumerate(columns_of(upright)):
        read += [_Row(column, [word for piece in row for word in lines[piece.element]]) for row in rows(held)]
    turned = [_Row(-1 - line, lines[line]) for line, piece in pieces.items() if not piece.upright]
    return _joined(number, [*read, *turned])


def _piece(line: int, words: list[_Found]) -> Piece:
    """Return a line's words as the piece that reading order is told of; its `element` is the line's number."""
    x0, y0 = min(word.box[0] for word in words), min(word.box[1] for word in words)
    x1, y1 = max(word.box[2] for word in words), max(word.box[3] for word in words)
    size = max((y1 - y0) / 1.2, 1.0)
    text = " ".join(word.text for word in words)
    upright = not any(
        len(word.text) > 2 and word.box[3] - word.box[1] > 1.5 * (word.box[2] - word.box[0]) for word in words
    )
    return Piece(x0, y0, x1, y1, y1 - 0.2 * size, size, False, False, "", text, upright=upright, element=line)


def _joined(number: int, read: list[_Row]) -> PageWords:
    ends: list[str] = []
    for row, following in pairwise([*read, _Row(-1, [])]):
        ends.extend(SAME_LINE * (len(row.words) - 1))
        ends.append(_end(row, following))
    words = [word for row in read for word in row.words]
    return PageWords(
        number,
        tuple(word.text for word in words),
        tuple(round(length, 1) for word in words for length in word.box),
        "".join(ends),
    )


def _end(row: _Row, following: _Row) -> str:
    """Return what follows a line's last word."""
    if not following.words:
        return PARAGRAPH_END
    last, first = row.words[-1], following.words[0]
    made = joint(last.text, first.text)
    if made == last.text[:-1]:
        return HYPHEN_GOES
    if made == last.text:
        return JOINED
    height = last.box[3] - last.box[1]
    apart = first.box[1] - last.box[3] > _LEADING * height or row.column != following.column
    return PARAGRAPH_END if apart or last.block != first.block else LINE_END

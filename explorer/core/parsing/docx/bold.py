"""Headings of Word documents without heading styles: short, wholly bold or larger lines, used again and again.

A bold line is prose when it ends as a sentence does, stands in a row of such lines (addresses, tables of contents
typed by hand), or when it is the only one. Levels come from type size first, then from the numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from explorer.core.clauses import KEYWORDS, PLAIN_RANK, ClauseNumber, leading_number
from explorer.core.parsing.docx.content import Paragraph
from explorer.core.parsing.docx.styles import StyleKind

_MOST_WORDS, _MOST_SIGNS, _MOST_IN_A_ROW = 12, 110, 4
_LARGER = 1.15
_NOT_AT_END = tuple(",;:!–—-。，；：、")
_OTHER_KINDS = frozenset({StyleKind.CAPTION, StyleKind.QUOTE, StyleKind.CODE, StyleKind.TOC, StyleKind.TOC_HEADING})
_Width = tuple[int, int]


def body_size(paragraphs: Iterable[Paragraph]) -> int:
    """Return the type size of most letters, in half-points."""
    sizes: Counter[int] = Counter()
    for paragraph in paragraphs:
        sizes[paragraph.size] += len(paragraph.text)
    return max(sizes, key=lambda size: (sizes[size], -size)) if sizes else 20


def bold_headings(body: Sequence[Paragraph | None], below: int = 0) -> dict[int, int]:
    """Return the level of each line that serves as a heading, by its index in `body` (None stands for a table).

    `below`: the level of the one heading that the document has, under which these stand.
    """
    texts = [paragraph for paragraph in body if paragraph is not None]
    size = body_size(texts)
    found = [at for at, line in enumerate(body) if line is not None and _is_candidate(line, size)]
    found = _apart(found, len(body))
    if len(found) < 2 or len(found) * 2 > len(body):
        return {}
    lines = {at: line for at in found if (line := body[at]) is not None}
    kept = _consistent(lines)
    if len(kept) < 2:
        return {}
    levels = _levels(list(kept.values()))
    return {at: levels[_look(line)] + below for at, line in kept.items()}


def _is_candidate(line: Paragraph, body: int) -> bool:
    text = line.shown
    if line.style.kind in _OTHER_KINDS or line.contents or "\n" in text or len(text) > _MOST_SIGNS:
        return False
    if (line.label is not None and line.label.bullet) or not any(map(str.isalpha, text)):
        return False
    words, number = text.split(), leading_number(text)
    if len(words) > _MOST_WORDS or text.endswith(_NOT_AT_END):
        return False
    if text.endswith(".") and (number is None or len(words) > _MOST_WORDS // 2 + 2):
        return False
    return line.is_bold or line.size >= body * _LARGER or _is_keyed(line, number)


def _is_keyed(line: Paragraph, number: ClauseNumber | None) -> bool:
    """Tell whether a line is a legal heading by its word and setting: ARTICLE IV, centred or in capitals."""
    if number is None or not number.keyword:
        return False
    return line.centred or line.text.upper() == line.text


def _apart(found: Sequence[int], length: int) -> list[int]:
    """Leave out lines in long rows of their kind, and those that nothing follows."""
    kept: list[int] = []
    row: list[int] = []
    for at in [*found, -1]:
        if row and at != row[-1] + 1:
            if len(row) <= _MOST_IN_A_ROW and row[-1] + 1 < length:
                kept.extend(row)
            row = []
        row.append(at)
    return kept


def _look(line: Paragraph) -> tuple[int, _Width | None, bool]:
    number = _width(line)
    return line.size, number, number is None and line.text.upper() == line.text


def _width(line: Paragraph) -> _Width | None:
    """Return how wide a part the line's number counts; a year or a quantity numbers nothing.

    An appendix stands beside the widest parts. "Section 4.2" is a part of an article, "Section 4" is not.
    """
    number = leading_number(line.shown)
    if number is None or number.rank == _APPENDIX:
        return None
    if number.rank == PLAIN_RANK and number.depth == 1 and len(number.label) > 2:
        return None
    return (_ARTICLE if number.rank == _SECTION and number.depth > 1 else number.rank), number.depth


def _rank_of(word: str) -> int:
    return next(rank for rank, words in enumerate(KEYWORDS) if word in words)


_APPENDIX, _SECTION, _ARTICLE = _rank_of("appendix"), _rank_of("section"), _rank_of("article")


def _consistent(lines: Mapping[int, Paragraph]) -> dict[int, Paragraph]:
    """Keep looks that occur twice, numbered lines, and a first line that is larger than the rest: the title."""
    looks = Counter(line.size for line in lines.values())
    first = min(lines)
    largest = max(line.size for line in lines.values())
    return {
        at: line
        for at, line in lines.items()
        if looks[line.size] > 1 or _width(line) is not None or (at == first and line.size == largest)
    }


def _levels(lines: Sequence[Paragraph]) -> dict[tuple[int, _Width | None, bool], int]:
    """Return the level of each look: larger above smaller, wider numbers above narrower, capitals above the rest.

    A line without a number (a preamble) stands beside the widest numbered ones of its size.
    """
    looks = {_look(line) for line in lines}
    levels: dict[tuple[int, _Width | None, bool], int] = {}
    level = 0
    for size in sorted({look[0] for look in looks}, reverse=True):
        here = {look for look in looks if look[0] == size}
        widths = sorted({look[1] for look in here if look[1] is not None})
        capitals = sorted({look[2] for look in here if look[1] is None}, reverse=True)
        for look in here:
            if look[1] is not None:
                levels[look] = level + 1 + widths.index(look[1])
            else:
                levels[look] = level + 1 + (0 if widths else capitals.index(look[2]))
        level += max(len(widths), len(capitals) if not widths else 1)
    return levels

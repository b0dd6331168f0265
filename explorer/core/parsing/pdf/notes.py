"""Footnotes and block quotations, told by type size, place and margins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby, pairwise

from explorer.core.parsing.pdf.headings import is_caption
from explorer.core.parsing.pdf.lines import Line
from explorer.core.parsing.pdf.measure import Measure

_SMALL = 0.92
"""Largest size of a footnote over the body's."""
_NOTE_MARK = re.compile(
    r"^(?:[⁰¹²³⁴-⁹]+|[*†‡§¶]+|\[\d{1,3}\]|\(?\d{1,3}[.)]?(?=[\s\u2e80-\uffef])|\d{1,3}(?=[A-Z“\"«]))"
)
_INDENT = 1.2
"""Least distance of a quotation from both edges of its column, over the type size."""
_RAGGED = 0.25
"""How much of a quotation's width its lines may fall short by, the last one left out."""


def footnotes(lines: Sequence[Line], body: float) -> set[int]:
    """Return the indices of lines that are footnotes.

    In small type, at the end of a page's column that also has body text, from the first line that begins with a mark.
    """
    found: set[int] = set()
    start = 0
    with_body = {line.page for line in lines if line.size > _SMALL * body}
    for (page, _), group in groupby(lines, key=lambda line: (line.page, line.column)):
        end = start + len(list(group))
        if page in with_body:
            found.update(_notes_at_end(lines, start, end, _SMALL * body))
        start = end
    return found


def _notes_at_end(lines: Sequence[Line], start: int, end: int, largest: float) -> range:
    first = end
    while first > start and _may_be_note(lines[first - 1], largest):
        first -= 1
    while first < end and not _NOTE_MARK.match(lines[first].text):
        first += 1
    return range(first, end)


def _may_be_note(line: Line, largest: float) -> bool:
    return line.table < 0 and line.upright and line.size <= largest and not line.mono and not is_caption(line.text)


def begins_note(line: Line) -> bool:
    """Tell whether a line begins with the mark of a footnote."""
    return bool(_NOTE_MARK.match(line.text))


def is_quotation(lines: Sequence[Line], measure: Measure) -> bool:
    """Tell whether a paragraph is set off as a quotation: clearly indented on both sides.

    Its lines must break although the column has room for more: so its right margin is its own.
    """
    left, right = measure.edges[lines[0].page, lines[0].column]
    room = _INDENT * lines[0].size
    # Most paragraphs begin at the edge: that says enough.
    if (
        len(lines) < 2
        or lines[0].x0 - left < room
        or any((line.page, line.column) != (lines[0].page, lines[0].column) for line in lines)
    ):
        return False
    inner, outer = min(line.x0 for line in lines), max(line.x1 for line in lines)
    if inner - left < room or right - outer < room or any(line.mono or not line.upright for line in lines):
        return False
    if max(line.x0 for line in lines[1:]) - inner > 1.5 or lines[0].x0 - inner > 2.5 * lines[0].size:
        return False
    if any(outer - line.x1 > _RAGGED * (outer - inner) for line in lines[:-1]):
        return False
    return all(_broke_early(above, below, right) for above, below in pairwise(lines))


def _broke_early(above: Line, below: Line, right: float) -> bool:
    """Tell whether the next line's first word would have fitted into the column behind this line."""
    letter = (above.x1 - above.x0) / max(1, len(above.text))
    return above.x1 + letter * (len(below.text.split(maxsplit=1)[0]) + 1) < right

"""The layout model's opinion as a vote on headings that type alone leaves in doubt.

In doubt is what no number, no clearly larger type and no heading of its kind confirms. A doubtful heading that the
model takes for text, a table, a picture or furniture is dropped; a short line standing alone that it takes for a
heading is added. What numbering or clearly larger type shows is never outvoted, and clearly larger than the text right
below it is enough where the model has put both into one box: it has not told them apart. Lines inside of a picture or
table do not confirm each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set

from explorer.core.parsing.aids import LayoutBox
from explorer.core.parsing.pdf.headings import NO_NUMBER, Candidate, candidate_of
from explorer.core.parsing.pdf.lines import Line
from explorer.core.parsing.pdf.measure import Measure, same_column
from explorer.core.parsing.pdf.sequences import lone_lines

_HEADINGS, _DRAWN = frozenset({"title", "section-header"}), frozenset({"picture", "table"})
_CLEAR, _LEAST_ALIKE, _INSIDE = 1.2, 3, 0.5

Boxes = Mapping[int, tuple[LayoutBox, ...]]


def doubtful_pages(found: Sequence[Candidate], lines: Sequence[Line], measure: Measure, left_out: set[int]) -> set[int]:
    """Return the pages on which the model's opinion could add or drop a heading."""
    pages = {lines[c.first].page for c in _doubtful(found, measure)}
    return pages | {lines[index].page for index in _possible(found, lines, measure, left_out)}


def voted(
    found: Sequence[Candidate], lines: Sequence[Line], measure: Measure, left_out: set[int], layout: Boxes
) -> list[Candidate]:
    """Return the headings after the vote, in order; pages without boxes keep what they have."""
    drawn = {c.first for c in found if _kind(lines[c.first], layout) in _DRAWN}
    doubtful = {c.first for c in _doubtful(found, measure, drawn)}
    kept = [c for c in found if c.first not in doubtful or _is_left(c, lines, layout)]
    added = [
        candidate_of(lines, index, index)
        for index in _possible(found, lines, measure, left_out)
        if _kind(lines[index], layout) in _HEADINGS
    ]
    return sorted([*kept, *added])


def _is_left(candidate: Candidate, lines: Sequence[Line], layout: Boxes) -> bool:
    """Tell whether a doubtful heading stays: the model takes it for one, says nothing, or has not looked closely."""
    line, box = lines[candidate.first], _box(lines[candidate.first], layout)
    if box is None or box.kind in _HEADINGS:
        return True
    below = lines[candidate.last + 1] if candidate.last + 1 < len(lines) else None
    if below is None or not same_column(lines[candidate.last], below):
        return False
    return box.kind == "text" and _box(below, layout) is box and line.size >= _CLEAR * below.size


def _doubtful(found: Sequence[Candidate], measure: Measure, drawn: Set[int] = frozenset()) -> list[Candidate]:
    """Return what neither number nor size nor others of its kind confirm; `drawn` are first lines of no weight."""
    alike = Counter((c.size, c.bold, c.font) for c in found if c.first not in drawn)
    return [
        c
        for c in found
        if c.rank == NO_NUMBER and c.size < _CLEAR * measure.body and alike[c.size, c.bold, c.font] < _LEAST_ALIKE
    ]


def _possible(found: Sequence[Candidate], lines: Sequence[Line], measure: Measure, left_out: set[int]) -> list[int]:
    """Return short lines that stand alone in a type unlike the body's and are no headings yet."""
    taken = {index for c in found for index in range(c.first, c.last + 1)} | left_out
    letters: Counter[tuple[str, bool]] = Counter()
    for line in lines:
        letters[line.font, line.bold] += len(line.text)
    body = letters.most_common(1)[0][0] if letters else ("", False)
    return [
        index
        for index in lone_lines(lines, measure)
        if index not in taken and (lines[index].font, lines[index].bold) != body and not lines[index].mono
    ]


def _kind(line: Line, layout: Boxes) -> str:
    """Return what the model takes a line for; empty where it says nothing."""
    box = _box(line, layout)
    return box.kind if box is not None else ""


def _box(line: Line, layout: Boxes) -> LayoutBox | None:
    area = max(1e-6, (line.x1 - line.x0) * (line.y1 - line.y0))
    for box in layout.get(line.page, ()):
        width = min(line.x1, box.x1) - max(line.x0, box.x0)
        height = min(line.y1, box.y1) - max(line.y0, box.y0)
        if width > 0 and height > 0 and width * height > _INSIDE * area:
            return box
    return None

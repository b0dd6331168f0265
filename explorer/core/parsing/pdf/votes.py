"""The layout model's opinion as a vote on headings that type alone leaves in doubt.

In doubt is what no number, no clearly larger type and no heading of its kind confirms. A doubtful heading that the
model takes for text, a table, a picture or furniture is dropped; a short line standing alone that it takes for a
heading is added. What numbering or clearly larger type shows is never outvoted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from explorer.core.parsing.aids import LayoutBox
from explorer.core.parsing.pdf.headings import NO_NUMBER, Candidate, candidate_of
from explorer.core.parsing.pdf.lines import Line
from explorer.core.parsing.pdf.measure import Measure
from explorer.core.parsing.pdf.sequences import lone_lines

_HEADINGS = frozenset({"title", "section-header"})
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
    doubtful = {c.first for c in _doubtful(found, measure)}
    kept = [c for c in found if c.first not in doubtful or _kind(lines[c.first], layout) in {*_HEADINGS, ""}]
    added = [
        candidate_of(lines, index, index)
        for index in _possible(found, lines, measure, left_out)
        if _kind(lines[index], layout) in _HEADINGS
    ]
    return sorted([*kept, *added])


def _doubtful(found: Sequence[Candidate], measure: Measure) -> list[Candidate]:
    alike = Counter((c.size, c.bold, c.font) for c in found)
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
    area = max(1e-6, (line.x1 - line.x0) * (line.y1 - line.y0))
    for box in layout.get(line.page, ()):
        width = min(line.x1, box.x1) - max(line.x0, box.x0)
        height = min(line.y1, box.y1) - max(line.y0, box.y0)
        if width > 0 and height > 0 and width * height > _INSIDE * area:
            return box.kind
    return ""

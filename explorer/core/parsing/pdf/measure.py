"""Measures of a document's type that headings and paragraphs are told by: body size, line pitch, column edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from explorer.core.parsing.pdf.lines import Line

NATURAL_PITCH = 1.2
"""Distance of baselines over type size where nothing else is known."""
_WORDS_THAT_GO_ON = frozenset(
    {"a", "an", "and", "at", "by", "for", "from", "in", "into", "of", "on", "or", "the", "to", "with", "&"}
    | {"und", "der", "die", "das", "für", "von", "mit", "de", "da", "do", "des", "du", "et", "la", "le", "el", "los"}
)


class Measure(NamedTuple):
    """`pitch` is the usual distance of body baselines in points; `edges` the left and right edge of each column."""

    body: float
    pitch: float
    edges: dict[tuple[int, int], tuple[float, float]]

    def pitch_of(self, line: Line) -> float:
        """Return the distance at which a line of this size would follow in the same paragraph."""
        return max(self.pitch * line.size / self.body, line.size * 1.1) if self.body else line.size * NATURAL_PITCH

    def room(self, above: Line, below: Line) -> bool:
        """Tell whether the first word of `below` would still have fitted on the line `above`."""
        left, right = self.edges[above.page, above.column]
        width = right - left
        if abs(above.x0 - below.x0) <= 2 * above.size:
            width = right - min(above.x0, below.x0)
        letter = (above.x1 - above.x0) / max(1, len(above.text))
        first = below.text.split(maxsplit=1)[0]
        return (above.x1 - above.x0) + letter * (len(first) + 1) < width


def measure(lines: Sequence[Line], body: float) -> Measure:
    """Take the measures of all lines of a document, which come in reading order."""
    gaps: Counter[float] = Counter()
    edges: dict[tuple[int, int], tuple[float, float]] = {}
    counts: Counter[tuple[int, int]] = Counter()
    before: Line | None = None
    for line in lines:
        key = (line.page, line.column)
        low, high = edges.get(key, (line.x0, line.x1))
        edges[key] = (min(low, line.x0), max(high, line.x1))
        counts[key] += 1
        if before is not None and same_column(before, line) and abs(line.size - body) < 0.6 > abs(before.size - body):
            gap = line.base - before.base
            if 0.8 * body < gap < 2.5 * body:
                gaps[round(gap * 4) / 4] += 1
        before = line
    pitch = max(gaps, key=lambda gap: (gaps[gap], -gap)) if gaps else body * NATURAL_PITCH
    return Measure(body, pitch, _widened(edges, counts))


def _widened(
    edges: dict[tuple[int, int], tuple[float, float]], counts: Counter[tuple[int, int]]
) -> dict[tuple[int, int], tuple[float, float]]:
    """Give columns of few lines the width that fuller ones with about the same left edge have."""
    full = [edge for key, edge in edges.items() if counts[key] >= 6]
    if not full:
        return edges
    wide: dict[int, float] = {}
    for left, right in full:
        slot = round(left / 12)
        wide[slot] = max(right, wide.get(slot, 0.0))
    return {
        key: (left, max(right, wide.get(round(left / 12), right))) if counts[key] < 6 else (left, right)
        for key, (left, right) in edges.items()
    }


def same_column(above: Line, below: Line) -> bool:
    """Tell whether two lines stand in one column of one page, the second one lower."""
    return above.page == below.page and above.column == below.column and below.base > above.base


def goes_on(text: str) -> bool:
    """Tell whether a line's last word calls for another one ("of", "and")."""
    last = text.rsplit(maxsplit=1)[-1] if text else ""
    return last.casefold() in _WORDS_THAT_GO_ON

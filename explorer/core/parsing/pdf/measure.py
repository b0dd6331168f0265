"""Measures of a document's type that headings and paragraphs are told by: body size, line pitch, column edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from explorer.core.parsing.pdf.lines import Line

NATURAL_PITCH = 1.2
"""Distance of baselines over type size where nothing else is known."""
_ENOUGH = 5
"""Lines that go on with a small letter from which on they tell the pitch."""
_SHARE_OF_PITCH = 0.5
"""How often a distance is found that may be the pitch, of how often the commonest one is."""
_PROSE_OVER_CELLS = 1.5
"""Largest size of text outside of tables over that of their cells; what is larger is a title."""
_PARAGRAPH_PITCH, _MOST_TITLE_WORDS = 1.7, 30
_SENTENCE_ENDS = (".", ",", ";", "…", "。", "．", "，", "；")
_CLOSING = "\"'”’»›)]）」』"
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
    going_on: Counter[float] = Counter()
    edges: dict[tuple[int, int], tuple[float, float]] = {}
    counts: Counter[tuple[int, int]] = Counter()
    before: Line | None = None
    for line in lines:
        page, column, x0, _, x1, _, base, size, *_ = line
        key = (page, column)
        low, high = edges.get(key, (x0, x1))
        edges[key] = (x0 if x0 < low else low, x1 if x1 > high else high)
        counts[key] += 1
        if before is not None and abs(size - body) < 0.6 > abs(before.size - body) and same_column(before, line):
            gap = base - before.base
            if 0.8 * body < gap < 2.5 * body:
                slot = round(gap * 4) / 4
                gaps[slot] += 1
                going_on[slot] += line.text[0].islower()
        before = line
    pitch = _pitch(gaps, going_on) if gaps else body * NATURAL_PITCH
    return Measure(body, pitch, _widened(edges, counts))


def _pitch(gaps: Counter[float], going_on: Counter[float]) -> float:
    """Return the pitch of running text, of the distances in quarters of a point.

    It is the commonest distance above lines that go on with a small letter (`going_on`). Where few do, in a script
    without them, it is the smallest of the common ones: where paragraphs are short the space between them is commoner.
    Distances of one pitch differ by what rounding makes of them, so that they fall into two slots side by side.
    """
    if going_on.total() >= _ENOUGH:
        around = _with_neighbours(going_on)
        return max(around, key=lambda gap: (around[gap], going_on[gap], -gap))
    around = _with_neighbours(gaps)
    common = _SHARE_OF_PITCH * max(around.values())
    least = min(gap for gap in gaps if around[gap] >= common)
    return max((least, least + 0.25), key=lambda gap: gaps[gap])


def _with_neighbours(gaps: Counter[float]) -> dict[float, int]:
    return {gap: gaps[gap - 0.25] + gaps[gap] + gaps[gap + 0.25] for gap in tuple(gaps)}


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


def prose_size(lines: Sequence[Line], usual: float, left_out: Set[int] = frozenset()) -> float:
    """Return the type size of running text, given the size that most characters of the document have.

    They differ where most characters stand in tables of smaller type. The size that most regular-weight characters
    outside of tables have is taken when it is larger and most text in it reads as running text: it ends like a
    sentence, is too long for a heading or has nothing below that it could head. Titles do not, and type much larger
    than the tables' is never taken. `left_out` are indices of lines that do not count.
    """
    exact: dict[float, int] = {}
    for index, line in enumerate(lines):
        if line.table < 0 and line.upright and not line.bold and index not in left_out:
            exact[line.size] = exact.get(line.size, 0) + len(line.text)
    outside: Counter[float] = Counter()
    for size, length in exact.items():
        if size <= usual * _PROSE_OVER_CELLS:
            outside[_half_points(size)] += length
    size = max(outside, key=lambda size: (outside[size], -size)) if outside else usual
    if size <= usual:
        return usual
    end = _start_of_end(lines, size, usual)
    read = 0
    for first, last in _paragraphs(lines, size, left_out):
        text = " ".join(line.text for line in lines[first : last + 1])
        if first >= end > 0 or _reads_as_prose(text):
            read += len(text)
    return size if read * 2 > outside[size] else usual


def _start_of_end(lines: Sequence[Line], size: float, usual: float) -> int:
    """Return where the text of this size begins that ends a document, but for small print and a page's number."""
    end = len(lines)
    while end and lines[end - 1].table < 0:
        line = lines[end - 1]
        small = _half_points(line.size) < usual or not any(letter.isalpha() for letter in line.text)
        if not small and not (_may_be_prose(line) and _half_points(line.size) == size):
            break
        end -= 1
    return end


def _paragraphs(lines: Sequence[Line], size: float, left_out: Set[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last index of what stands together outside of tables in regular weight of this size."""
    first = -1
    for index, line in enumerate(lines):
        fits = _may_be_prose(line) and index not in left_out and _half_points(line.size) == size
        if first >= 0 and not (fits and _follows(lines[index - 1], line)):
            yield first, index - 1
            first = -1
        if fits and first < 0:
            first = index
    if first >= 0:
        yield first, len(lines) - 1


def _may_be_prose(line: Line) -> bool:
    return line.table < 0 and line.upright and not line.bold


def _half_points(size: float) -> float:
    return round(size * 2) / 2


def _follows(above: Line, below: Line) -> bool:
    return same_column(above, below) and below.base - above.base <= _PARAGRAPH_PITCH * above.size + 1


def _reads_as_prose(text: str) -> bool:
    return text.rstrip(_CLOSING).endswith(_SENTENCE_ENDS) or len(text.split()) > _MOST_TITLE_WORDS


def same_column(above: Line, below: Line) -> bool:
    """Tell whether two lines stand in one column of one page, the second one lower."""
    return above.page == below.page and above.column == below.column and below.base > above.base


def goes_on(text: str) -> bool:
    """Tell whether a line's last word calls for another one ("of", "and")."""
    last = text.rsplit(maxsplit=1)[-1] if text else ""
    return last.casefold() in _WORDS_THAT_GO_ON

"""The title on a cover: the heading above all others where the document counts nothing.

Word processors' documents state their title in large type on a first page without running text and head the parts
below with unnumbered headings; the title is then the first-level heading. Books that number their chapters, print a
table of contents or carry an outline do not count their title among the headings. Where such a title, or one that the
contents list, is set over several lines further on, these are one heading.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from explorer.core.parsing.pdf.headings import LARGER, NO_NUMBER, Candidate, number_rank, wraps
from explorer.core.parsing.pdf.labels import cover_pages
from explorer.core.parsing.pdf.levels import DEEPEST
from explorer.core.parsing.pdf.lines import Line
from explorer.core.parsing.pdf.measure import Measure, same_column
from explorer.core.parsing.pdf.outline import Match, plain

_MOST_WORDS, _MOST_PARTS, _NEAR_LARGEST = 30, 6, 0.6


def with_cover_title(matches: list[Match], lines: Sequence[Line], measure: Measure) -> list[Match]:
    """Put the title of a cover page above the headings, which go one level down; unchanged where there is none."""
    covers = cover_pages(lines, measure)
    if not covers or not matches or any(lines[match.first].page <= covers for match in matches):
        return matches
    numbered = sum(number_rank(lines[match.first].text) != NO_NUMBER for match in matches)
    found = cover_title(lines, measure, covers)
    largest = max(lines[match.first].size for match in matches)
    if found is None or numbered * 2 > len(matches) or lines[found[0]].size <= largest:
        return matches
    return [Match(*found, 1), *(match._replace(level=min(DEEPEST, match.level + 1)) for match in matches)]


def cover_title(lines: Sequence[Line], measure: Measure, covers: int) -> tuple[int, int] | None:
    """Return the first and last line of the title on the first `covers` pages.

    It is the largest text of several words; one word in larger type above it is the name of a firm or a series, and
    is the title only when there is nothing else.
    """
    groups = list(_groups(lines, measure, covers))
    if not groups:
        return None
    largest = max(lines[first].size for first, _ in groups)
    several = [
        group for group in groups if _words(lines, group) > 1 and lines[group[0]].size >= _NEAR_LARGEST * largest
    ]
    return max(several or groups, key=lambda group: lines[group[0]].size)


def with_title_lines(found: list[Candidate], lines: Sequence[Line], measure: Measure) -> list[Candidate]:
    """Join the lines of a title at the head of a document: centred one under the other in the same large type."""
    if not found:
        return found
    last = 0
    while last + 1 < len(found) and _is_title_line(found[last], found[last + 1], lines, measure):
        last += 1
    return [found[0]._replace(last=found[last].last), *found[last + 1 :]] if last else found


def with_known_titles(
    found: list[Candidate], lines: Sequence[Line], measure: Measure, listed: Set[str]
) -> list[Candidate]:
    """Join headings right below each other that make up a title known from elsewhere, in whatever sizes.

    Known are the cover's title, which stands again on half titles and back covers, and the titles that the printed
    contents list (`listed`, as `plain` has them). Designers break such titles where they read well.
    """
    covers = cover_pages(lines, measure)
    title = cover_title(lines, measure, covers) if covers else None
    known = {*listed, _said(lines, *title)} if title else listed
    joined: list[Candidate] = []
    at = 0
    while at < len(found):
        last = _end_of(known, found, at, lines)
        joined.append(found[at]._replace(last=found[last].last))
        at = last + 1
    return joined


def _end_of(known: Set[str], found: Sequence[Candidate], at: int, lines: Sequence[Line]) -> int:
    """Return the last of the headings that from `at` on make up the longest known title; `at` where none do."""
    said, end_of_title = "", at
    for last in range(at, min(len(found), at + _MOST_PARTS) if known else at):
        first, end = found[last].first, found[last].last
        if last > at and not (first == found[last - 1].last + 1 and same_column(lines[first - 1], lines[first])):
            break
        said += _said(lines, first, end)
        if said in known:
            end_of_title = last
    return end_of_title


def _said(lines: Sequence[Line], first: int, last: int) -> str:
    return plain("".join(line.text for line in lines[first : last + 1]))


def _is_title_line(above: Candidate, below: Candidate, lines: Sequence[Line], measure: Measure) -> bool:
    if below.first != above.last + 1 or above.rank != NO_NUMBER or below.rank != NO_NUMBER:
        return False
    return above.size >= measure.body * LARGER and _continues(lines[above.last], lines[below.first], measure)


def _groups(lines: Sequence[Line], measure: Measure, covers: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    index = 0
    while index < len(lines) and lines[index].page <= covers:
        line, last = lines[index], index
        while last + 1 < len(lines) and _continues(lines[last], lines[last + 1], measure):
            last += 1
        if line.upright and line.table < 0 and line.size >= measure.body * LARGER:
            group = (index, last)
            if _words(lines, group) <= _MOST_WORDS and any(letter.isalpha() for letter in line.text):
                found.append(group)
        index = last + 1
    return found


def _continues(above: Line, below: Line, measure: Measure) -> bool:
    """Tell whether a title goes on: as headings do, or centred under the line above in the same type."""
    if wraps(above, below, measure):
        return True
    if not same_column(above, below) or abs(above.size - below.size) > 0.3 or above.font != below.font:
        return False
    centred = abs((above.x0 + above.x1) - (below.x0 + below.x1)) < above.size
    return centred and below.base - above.base < 1.7 * above.size


def _words(lines: Sequence[Line], group: tuple[int, int]) -> int:
    return sum(len(lines[index].text.split()) for index in range(group[0], group[1] + 1))

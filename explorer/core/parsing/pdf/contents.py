"""A printed table of contents, read as an outline: its entries' titles, levels and pages.

Levels come from the numbers where most entries have one, else from how far the entries are indented. The pages that
it names are the printed ones; how far they are from the file's own is told by the entries whose titles stand in only
one place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from explorer.core.parsing.pdf.headings import NO_NUMBER, number_of, number_rank
from explorer.core.parsing.pdf.lines import Line
from explorer.core.parsing.pdf.outline import OutlineEntry, plain, unnumbered

_TAIL = re.compile(r"(?:[\s.…·_]*[.…·_]{2}[\s.…·_]*|\s+)(?P<page>\d{1,4})$")
_ROMAN_TAIL = re.compile(r"(?:[\s.…·_]*[.…·_]{2}[\s.…·_]*|\s+)[ivxlc]{1,7}$")
_FEWEST, _NUMBERED_SHARE, _INDENT = 3, 0.6, 4.0


class _Printed(NamedTuple):
    title: str
    page: int
    left: float


def contents_entries(lines: Sequence[Line], contents: set[int]) -> list[OutlineEntry]:
    """Return the entries of the printed contents (`contents` are its lines) with the file's pages (from 1).

    Empty when there are fewer than three, or when nothing tells where the printed pages are in the file. Entries with
    Roman page numbers belong to the front matter and are left out.
    """
    printed = list(_printed([lines[index] for index in sorted(contents)]))
    if len(printed) < _FEWEST:
        return []
    shift = _shift(printed, lines, contents)
    if shift is None:
        return []
    levels = _levels(printed)
    return [
        OutlineEntry(level, entry.title, entry.page + shift)
        for level, entry in zip(levels, printed, strict=True)
        if entry.page + shift > 0
    ]


def contents_titles(lines: Sequence[Line], contents: set[int]) -> set[str]:
    """Return the titles that the printed contents list, with and without their numbers, as `plain` has them.

    Other than entries they need no place: front matter with Roman page numbers is among them.
    """
    titles = [_ROMAN_TAIL.sub("", lines[index].text) for index in contents]
    titles += [entry.title for entry in _printed([lines[index] for index in sorted(contents)])]
    return {plain(text) for title in titles for text in (title, unnumbered(title))} - {""}


def _printed(lines: Sequence[Line]) -> list[_Printed]:
    found: list[_Printed] = []
    waiting: list[Line] = []
    for line in lines:
        match = _TAIL.search(line.text)
        if match is None:
            # A title that runs over two lines has its page on the last one; a heading above is no entry.
            waiting = [line] if number_rank(line.text) != NO_NUMBER or line.role.startswith("TOC") else []
            continue
        title = " ".join([*(above.text for above in waiting), line.text[: match.start()]]).strip(" .…·_")
        if plain(title):
            found.append(_Printed(title, int(match["page"]), (waiting or [line])[0].x0))
        waiting = []
    return found


def _shift(printed: Sequence[_Printed], lines: Sequence[Line], contents: set[int]) -> int | None:
    """Return what to add to a printed page for the file's own, by most titles; None without at least two that agree."""
    places: dict[str, list[int]] = {}
    for index, line in enumerate(lines):
        if index not in contents and line.table < 0:
            places.setdefault(plain(unnumbered(line.text)), []).append(line.page)
    votes: Counter[int] = Counter()
    for entry in printed:
        for page in set(places.get(plain(unnumbered(entry.title)), ())):
            votes[page - entry.page] += 1
    best = votes.most_common(1)
    return best[0][0] if best and best[0][1] >= 2 else None


def _levels(printed: Sequence[_Printed]) -> list[int]:
    numbers = [number_of(entry.title) for entry in printed]
    if sum(number is not None for number in numbers) >= _NUMBERED_SHARE * len(printed):
        return [number.depth if number else 1 for number in numbers]
    steps: list[float] = []
    for left in sorted({entry.left for entry in printed}):
        if not steps or left - steps[-1] > _INDENT:
            steps.append(left)
    return [max(level for level, step in enumerate(steps, 1) if entry.left >= step) for entry in printed]

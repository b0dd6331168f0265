"""Levels of headings that type and numbering show.

Where the headings are numbered, their numbers say how deep they are: "PART" above "Article" above "1", "1.1" under "1"
or under "Chapter 1". A heading without a number takes the level of the numbered ones in its type; larger type stands
above, smaller type below. Without numbers the levels follow size, then weight.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from explorer.core.parsing.pdf.headings import DECIMAL_KIND, NO_NUMBER, ROMAN_RANK, Candidate, number_of
from explorer.core.parsing.pdf.lines import Line
from explorer.core.parsing.pdf.outline import Match

DEEPEST = 9
_LEAST_NUMBERED, _LEAST_SHARE = 2, 0.25
_RARE = 0.1
_SINGLE_ROMAN = re.compile(r"([IVXLC])[.:)]\s")
_APPENDIX = re.compile(r"(?:appendix|annex|annexe|anhang|anlage|anexo|schedule|exhibit)\s+[\dA-Z]", re.IGNORECASE)

_Style = tuple[float, int]
"""Size (larger ones first when sorted) and weight: 0 for bold, 1 for regular."""


class Levelled(NamedTuple):
    """`numbered` says that numbers confirm the levels; without them they rest on type alone."""

    matches: list[Match]
    numbered: bool


def levelled(candidates: Sequence[Candidate], lines: Sequence[Line]) -> Levelled:
    """Give each candidate its level."""
    numbered = [candidate for candidate in candidates if candidate.rank != NO_NUMBER]
    enough = len(numbered) >= _LEAST_NUMBERED and len(numbered) >= _LEAST_SHARE * len(candidates)
    sizes = _clusters({candidate.size for candidate in candidates})
    styles = [(-sizes[candidate.size], 0 if candidate.bold else 1) for candidate in candidates]
    levels = _by_number(candidates, styles, lines) if enough else _by_type(candidates, styles)
    found = [
        Match(candidate.first, candidate.last, min(DEEPEST, level))
        for candidate, level in zip(candidates, levels, strict=True)
    ]
    return Levelled(found, enough)


def _by_type(candidates: Sequence[Candidate], styles: Sequence[_Style]) -> list[int]:
    """Return levels by size, then weight, then number; what has no number stands beside the widest of its style."""
    widest: dict[_Style, tuple[int, int]] = {}
    for candidate, style in zip(candidates, styles, strict=True):
        widest[style] = min(candidate.rank, widest.get(style, NO_NUMBER))
    keys = [
        (*style, widest[style] if candidate.rank == NO_NUMBER else candidate.rank)
        for candidate, style in zip(candidates, styles, strict=True)
    ]
    order = {key: level for level, key in enumerate(sorted(set(keys)), 1)}
    levels = [order[key] for key in keys]
    if levels and styles[0][0] <= min(styles)[0] and keys.count(keys[0]) == 1:
        # A title in the largest type stands below nothing, whatever its weight.
        levels[0] = 1
    return levels


def _by_number(candidates: Sequence[Candidate], styles: Sequence[_Style], lines: Sequence[Line]) -> list[int]:
    chapter = _chapter_rank(candidates, lines)
    ranks = [
        _joined_rank(rank, chapter) for rank in _with_appendices(_with_romans(candidates, lines), candidates, lines)
    ]
    ranks = _below_appendices(_with_unnumbered_chapters(ranks, candidates, lines), candidates, lines)
    above = _styles_above(ranks, styles)
    depth = {rank: level for level, rank in enumerate(sorted(set(ranks) - {NO_NUMBER}), 1 + len(above))}
    unparented = bool(ranks) and not any(rank <= (DECIMAL_KIND, 1) for rank in ranks)
    if unparented and not above and NO_NUMBER in ranks:
        # "1.1" without any "1": what has no number there is the chapter above.
        depth = {rank: level + 1 for rank, level in depth.items()}
    of_style: dict[_Style, Counter[int]] = defaultdict(Counter)
    for rank, style in zip(ranks, styles, strict=True):
        if rank != NO_NUMBER:
            of_style[style][depth[rank]] += 1
    usual = {style: _shallowest(counts) for style, counts in of_style.items()}
    return [
        depth[rank] if rank != NO_NUMBER else above[style] if style in above else _fitting(style, usual)
        for rank, style in zip(ranks, styles, strict=True)
    ]


def _with_romans(candidates: Sequence[Candidate], lines: Sequence[Line]) -> list[tuple[int, int]]:
    """Take "I.", "V." … for Roman numbers where "II." shows that there are some; "C." after "B." stays a letter."""
    ranks = [candidate.rank for candidate in candidates]
    if ROMAN_RANK not in ranks:
        return ranks
    before = ""
    for at, candidate in enumerate(candidates):
        sign = _SINGLE_ROMAN.match(lines[candidate.first].text)
        if ranks[at] == (DECIMAL_KIND, 1) and sign and before != chr(ord(sign[1]) - 1):
            ranks[at] = ROMAN_RANK
        before = lines[candidate.first].text[:1] if ranks[at] == (DECIMAL_KIND, 1) else before
    return ranks


def _with_appendices(
    ranks: list[tuple[int, int]], candidates: Sequence[Candidate], lines: Sequence[Line]
) -> list[tuple[int, int]]:
    """Put schedules and appendices that come after "1", "2" … beside these, as contracts do."""
    first = next((at for at, rank in enumerate(ranks) if rank == (DECIMAL_KIND, 1)), len(ranks))
    return [
        (DECIMAL_KIND, 1) if at > first and _APPENDIX.match(lines[candidate.first].text) else rank
        for at, (rank, candidate) in enumerate(zip(ranks, candidates, strict=True))
    ]


def _below_appendices(
    ranks: list[tuple[int, int]], candidates: Sequence[Candidate], lines: Sequence[Line]
) -> list[tuple[int, int]]:
    """Put numbers that begin anew behind a schedule below it, where the schedule stands beside those before it."""
    lowered = list(ranks)
    counted = inside = False
    is_restarted: bool | None = None
    for at, (rank, candidate) in enumerate(zip(ranks, candidates, strict=True)):
        text = lines[candidate.first].text
        if _APPENDIX.match(text):
            inside, is_restarted = counted and rank == (DECIMAL_KIND, 1), None
        elif rank[0] == DECIMAL_KIND and text[:1].isdigit():
            if is_restarted is None:
                is_restarted = _is_first(text)
            if inside and is_restarted:
                lowered[at] = (DECIMAL_KIND, rank[1] + 1)
            counted = True
    return lowered


def _chapter_rank(candidates: Sequence[Candidate], lines: Sequence[Line]) -> tuple[int, int] | None:
    """Return the rank of the keyword whose numbers the decimals go on from: "Chapter 1" above "1.1"."""
    keyed: dict[str, tuple[int, int]] = {}
    votes: Counter[tuple[int, int]] = Counter()
    for candidate in candidates:
        number = number_of(lines[candidate.first].text)
        if number is None or candidate.rank == NO_NUMBER:
            continue
        if candidate.rank[0] < DECIMAL_KIND and number.depth == 1:
            keyed[number.label] = candidate.rank
        elif number.depth > 1 and number.parts[0] in keyed:
            votes[keyed[number.parts[0]]] += 1
        elif number.depth == 1 and number.label in keyed:
            votes[DECIMAL_KIND, 1] += 1
    best = votes.most_common(1)
    return best[0][0] if best and best[0][0][0] < DECIMAL_KIND else None


def _joined_rank(rank: tuple[int, int], chapter: tuple[int, int] | None) -> tuple[int, int]:
    """Put chapters where the decimals' first component stands, and what is no wider below the widest of them."""
    if chapter is None or rank == NO_NUMBER or rank[0] >= DECIMAL_KIND or rank < chapter:
        return rank
    return (DECIMAL_KIND, 1) if rank == chapter else (DECIMAL_KIND, 1 + rank[0])


def _with_unnumbered_chapters(
    ranks: list[tuple[int, int]], candidates: Sequence[Candidate], lines: Sequence[Line]
) -> list[tuple[int, int]]:
    """Take what stands right above "2.1", "3.1" … for chapters when no chapter has a number ("About this manual")."""
    wide = sum(rank <= (DECIMAL_KIND, 1) for rank in ranks)
    if wide and wide >= _RARE * sum(rank == (DECIMAL_KIND, 2) for rank in ranks):
        return ranks
    heads = [
        at - 1
        for at in range(1, len(ranks))
        if ranks[at] == (DECIMAL_KIND, 2) and ranks[at - 1] == NO_NUMBER and _is_first(lines[candidates[at].first].text)
    ]
    return [(DECIMAL_KIND, 1) if at in set(heads) else rank for at, rank in enumerate(ranks)]


def _is_first(text: str) -> bool:
    number = number_of(text)
    return number is not None and number.parts[-1] == "1"


def _styles_above(ranks: Sequence[tuple[int, int]], styles: Sequence[_Style]) -> dict[_Style, int]:
    """Return levels of unnumbered styles that are larger than every numbered one and begin before them."""
    first = next((i for i, rank in enumerate(ranks) if rank != NO_NUMBER), len(ranks))
    largest = min((style for rank, style in zip(ranks, styles, strict=True) if rank != NO_NUMBER), default=(0.0, 0))
    early = sorted({style for style in styles[:first] if style[0] < largest[0]})
    return {style: level for level, style in enumerate(early, 1)}


def _shallowest(counts: Counter[int]) -> int:
    """Return the smallest level that is not rare."""
    least = _RARE * counts.total()
    return min(level for level, count in counts.items() if count >= least)


def _fitting(style: _Style, usual: Mapping[_Style, int]) -> int:
    """Return the level for a style without numbers of its own: that of its equals, else one below what is larger."""
    if style in usual:
        return usual[style]
    larger = [level for other, level in usual.items() if other < style]
    return max(larger) + 1 if larger else min(usual.values(), default=1)


def _clusters(sizes: set[float]) -> dict[float, float]:
    """Map sizes that differ by half a point or less to the largest of them."""
    mapped: dict[float, float] = {}
    head = 0.0
    for size in sorted(sizes, reverse=True):
        if head - size > 0.5 or not mapped:
            head = size
        mapped[size] = head
    return mapped

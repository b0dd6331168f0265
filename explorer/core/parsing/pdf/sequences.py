"""Headings in the type of the body, told by what they share: a numbering that goes on, or a style of their own.

"2.1.6.1 Radio" set like the body is a heading when it stands alone and its number goes on from headings that are
sure: the first below its parent, or the next of its siblings. Lines in capitals or in another typeface than the body
are headings when they stand alone, every time or nearly so, and several times.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from explorer.core.clauses import ClauseNumber
from explorer.core.parsing.pdf.headings import (
    DECIMAL_KIND,
    LARGER,
    Candidate,
    candidate_of,
    is_bullet,
    is_caption,
    number_of,
    number_rank,
)
from explorer.core.parsing.pdf.lines import Line
from explorer.core.parsing.pdf.measure import Measure, same_column

_MOST_WORDS, _LEAST_SIZE = 14, 0.93
_LONE_SHARE, _LEAST_TIMES, _LEAST_CHAIN, _LEAST_TOPS = 0.7, 3, 3, 2
_SHORT, _STEP = 0.97, 0.6
"""Share of the column from which a line is full; points that a full line is larger than the text below it."""
_TOP_RANK, _NO_TOP = (DECIMAL_KIND, 1), 1_000_000
_ENDS = (".", ",", ";", ":", "。", "，", "；", "：", "-")


def with_sequences(
    found: list[Candidate], lines: Sequence[Line], measure: Measure, left_out: set[int]
) -> list[Candidate]:
    """Return `found` with the headings that numbering or a style of their own shows, in order."""
    taken = {index for candidate in found for index in range(candidate.first, candidate.last + 1)} | left_out
    last_top = _last_top(found, lines, measure)
    lone = [index for index in lone_lines(lines, measure) if index not in taken]
    lone = [index for index in lone if _top_number(lines[index]) > last_top or _is_capitals(lines[index].text)]
    numbered = _going_on(found, [index for index in lone if number_rank(lines[index].text)[1]], lines)
    own = [index for index in lone if index not in numbered and (not last_top or _top_number(lines[index]) == _NO_TOP)]
    styled = _in_own_style(own, lines)
    added = [candidate_of(lines, index, index) for index in sorted(numbered | styled)]
    return sorted([*found, *added])


def _last_top(found: Sequence[Candidate], lines: Sequence[Line], measure: Measure) -> int:
    """Return the last of the chapters "1", "2" … that are set in larger type than the body; 0 where there are none.

    Chapters count once through the document: a line in the body's size with a number that one of them has is an item
    of a list or counts lines of code. Where their numbers begin anew, nothing is known.
    """
    large = [lines[candidate.first] for candidate in found if candidate.size >= measure.body * LARGER]
    tops = [number for line in large if (number := _top_number(line)) != _NO_TOP]
    rising = all(above < below for above, below in pairwise(tops))
    return tops[-1] if len(tops) >= _LEAST_TOPS and rising else 0


def _top_number(line: Line) -> int:
    """Return the number of a line like "3. Terms"; `_NO_TOP`, which is beyond all, for other lines."""
    number = number_of(line.text) if number_rank(line.text) == _TOP_RANK else None
    return int(number.parts[0]) if number is not None and number.parts[0].isdecimal() else _NO_TOP


def lone_lines(lines: Sequence[Line], measure: Measure) -> Iterator[int]:
    """Yield the indices of short lines in about the body's size that stand apart and read like headings."""
    for index, line in enumerate(lines):
        if line.table >= 0 or not line.upright or not measure.body * _LEAST_SIZE <= line.size < measure.body * LARGER:
            continue
        text = line.text
        if len(text) > 120 or text.endswith(_ENDS) or len(text.split()) > _MOST_WORDS or is_bullet(text):
            continue
        if len(line.starts) > 1 + bool(number_rank(text)[1]):
            continue
        if is_caption(text) or not any(letter.isalpha() for letter in text):
            continue
        if _is_apart_above(lines, index, measure) and _is_apart_below(lines, index, measure):
            yield index


def _is_apart_above(lines: Sequence[Line], index: int, measure: Measure) -> bool:
    before = lines[index - 1] if index else None
    if before is None or not same_column(before, lines[index]):
        return True
    if before.table >= 0 or lines[index].base - before.base > 1.25 * measure.pitch_of(lines[index]):
        return True
    return before.text.endswith((".", "!", "?", "。")) and measure.room(before, lines[index])


def _is_apart_below(lines: Sequence[Line], index: int, measure: Measure) -> bool:
    """Tell whether a line's words end where it does: by a wider gap, or by a change of typeface.

    A full line in another typeface may be prose with a foreign word at its end, unless it is larger too.
    """
    line = lines[index]
    below = lines[index + 1] if index + 1 < len(lines) else None
    if below is None or not same_column(line, below):
        return False
    if below.table >= 0:
        return True
    left, right = measure.edges[line.page, line.column]
    if below.font != line.font and (line.x1 - line.x0 < _SHORT * (right - left) or line.size - below.size > _STEP):
        return True
    wide = below.base - line.base > 1.05 * measure.pitch_of(line)
    return (wide or bool(number_rank(line.text)[1])) and measure.room(line, below)


@dataclass(slots=True)
class _Chain:
    """Siblings in order, below the heading numbered `above`; `weak` are the indices of lines that are not sure."""

    above: tuple[str, ...]
    last: int
    size: int = 1
    sure: bool = False
    weak: list[int] = field(default_factory=list[int])

    def is_trusted(self, lines: Sequence[Line]) -> bool:
        """Tell whether the weak ones are headings: beside or below a sure one, or in a long chain of their own."""
        if self.sure:
            return True
        return self.size >= _LEAST_CHAIN and (
            bool(self.above) or all(_is_capitals(lines[index].text) for index in self.weak)
        )


class _Chains:
    """Builds chains from numbers that come in document order."""

    def __init__(self) -> None:
        self._last: dict[tuple[str, ...], _Chain] = {}
        self._known: set[tuple[str, ...]] = set()
        self.all: list[_Chain] = []

    def add(self, number: ClauseNumber, index: int, *, sure: bool) -> None:
        """Note the number of a sure heading, or of a line (`index`) that may be one."""
        if not number.parts[-1].isdigit() or (number.keyword and not sure):
            if sure:
                self._known.add(number.parts)
            return
        chain = self._chain(int(number.parts[-1]), number.parts[:-1], sure=sure)
        if chain is None:
            return
        chain.sure = chain.sure or sure
        if not sure:
            chain.weak.append(index)
        if chain.sure:
            self._known.add(number.parts)

    def _chain(self, last: int, above: tuple[str, ...], *, sure: bool) -> _Chain | None:
        """Return the chain that a number goes on, a new one where it may begin one, else None."""
        chain = self._last.get(above)
        if chain is not None and chain.last == last - 1:
            chain.last, chain.size = last, chain.size + 1
            return chain
        if last != 1 and not sure:
            return None
        chain = self._last[above] = _Chain(above, last, sure=bool(above) and above in self._known)
        self.all.append(chain)
        return chain


def _going_on(found: Sequence[Candidate], weak: Sequence[int], lines: Sequence[Line]) -> set[int]:
    """Return those of the `weak` lines whose numbers go on from sure headings or make a long chain."""
    sure = {candidate.first for candidate in found}
    chains = _Chains()
    for index in sorted(sure | set(weak)):
        number = number_of(lines[index].text)
        if number is not None:
            chains.add(number, index, sure=index in sure)
    return {index for chain in chains.all if chain.is_trusted(lines) for index in chain.weak}


def _is_capitals(text: str) -> bool:
    return text.isupper() and sum(map(str.isalpha, text)) > 2


def _in_own_style(lone: Sequence[int], lines: Sequence[Line]) -> set[int]:
    """Return the lone lines set in a style that is hardly used for anything else."""
    fonts: Counter[str] = Counter()
    for line in lines:
        fonts[line.font] += len(line.text)
    body_font = fonts.most_common(1)[0][0] if fonts else ""
    uses: Counter[tuple[str, float, bool]] = Counter()
    for line in lines:
        if line.table < 0 and line.upright and not is_caption(line.text):
            uses[line.font, round(line.size, 1), _is_capitals(line.text)] += 1
    by_style: dict[tuple[str, float, bool], list[int]] = defaultdict(list)
    for index in lone:
        line, capitals = lines[index], _is_capitals(lines[index].text)
        # Bold lines have been judged by their type already.
        if line.bold or line.mono or line.text[0].islower():
            continue
        if capitals or line.font != body_font:
            by_style[line.font, round(line.size, 1), capitals].append(index)
    return {
        index
        for style, indices in by_style.items()
        if len(indices) >= _LEAST_TIMES and len(indices) >= _LONE_SHARE * uses[style]
        for index in indices
    }

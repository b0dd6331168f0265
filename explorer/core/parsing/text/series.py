"""Which numbered lines make a series of headings, and which are lists, quantities, years or a table of contents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from explorer.core.parsing.text.candidates import Candidate
from explorer.core.parsing.text.lines import Stretch
from explorer.core.parsing.text.numbers import HeadingNumber, Values, begins, heading_number, next_reading

_OPEN_SERIES = 4
_YEARS = 1000
_Siblings = tuple[str, Values]


class Context:
    """What stands between candidates. All questions are about the candidates given, in document order."""

    def __init__(self, stretches: Sequence[Stretch], listed: Sequence[Candidate]) -> None:
        self.stretches = stretches
        self._next = {id(one): two for one, two in pairwise(listed)}

    def body_indent(self, found: Candidate) -> int | None:
        """Return the indent of what stands below a candidate before the next one, None when nothing does."""
        after = self._next.get(id(found))
        stretch = self.stretches[found.stretch]
        if found.last < len(stretch):
            directly = after is not None and after.stretch == found.stretch and after.first == found.last
            return None if directly else stretch[found.last].indent
        if found.stretch + 1 >= len(self.stretches) or (after is not None and after.stretch == found.stretch + 1):
            return None
        return self.stretches[found.stretch + 1][0].indent

    def next_is_deeper(self, found: Candidate) -> bool:
        """Tell whether the next candidate is a part of this one."""
        after = self._next.get(id(found))
        if after is None or after.number is None or found.number is None:
            return after is not None and bool(after.style)
        return after.number.depth > found.number.depth or after.number.rank > found.number.rank


def in_series(listed: Sequence[Candidate], context: Context) -> dict[int, str]:
    """Return the identities (`id`) of the numbered candidates that are headings, each with its kind of number."""
    entries = _contents_entries(listed, context)
    series = _series([found for found in listed if id(found) not in entries])
    kinds = {id(found): kind for kind, members in series if _are_headings(members, kind, context) for found in members}
    headings = [found for found in listed if id(found) in kinds]
    return {id(found): kinds[id(found)] for found in _without_clauses(headings, context)}


def _without_clauses(headings: Sequence[Candidate], context: Context) -> Iterator[Candidate]:
    """Leave out headings whose siblings are mostly clauses of text: "1. Definitions." before "2. Grant. Subject to".

    As headings they would stand above the clauses that follow. Siblings differ in their last number only.
    """
    taken = {found.stretch for found in headings}
    clauses: dict[_Siblings, set[Values]] = {}
    for index, stretch in enumerate(context.stretches):
        number = None if index in taken else heading_number(stretch[0].text)
        if number is not None:
            clauses.setdefault(_siblings(number), set()).add(number.readings[0])
    siblings: dict[_Siblings, set[Values]] = {}
    numbered = [(found, found.number) for found in headings if found.number is not None]
    for _, number in numbered:
        siblings.setdefault(_siblings(number), set()).add(number.readings[0])
    for found, number in numbered:
        own = siblings[_siblings(number)]
        if len(clauses.get(_siblings(number), set()) - own) < len(own):
            yield found


def _siblings(number: HeadingNumber) -> _Siblings:
    return number.kinds[0], number.readings[0][:-1]


def _contents_entries(listed: Sequence[Candidate], context: Context) -> frozenset[int]:
    """Find entries of a table of contents: three or more that come back below, with nothing between them."""
    seen = Counter(found.text.casefold() for found in listed)
    found_entries: list[int] = []
    run: list[Candidate] = []
    for found in listed:
        seen[found.text.casefold()] -= 1
        bare = context.body_indent(found) is None
        if seen[found.text.casefold()] > 0 and (bare or run):
            run.append(found)
        if not bare or seen[found.text.casefold()] <= 0:
            found_entries += [id(one) for one in run] if len(run) >= 3 else []
            run = []
    return frozenset(found_entries)


def _series(listed: Sequence[Candidate]) -> Iterator[tuple[str, list[Candidate]]]:
    """Yield candidates whose numbers follow one another, by kind; a number that follows none begins a new series."""
    opened: dict[str, list[tuple[list[Candidate], Values]]] = {}
    for found in listed:
        number = found.number
        if number is None or any(_extend(opened.get(kind, []), found) for kind in number.kinds):
            continue
        if number.readings[0][0] >= _YEARS and not number.keyed:
            continue
        kind = "roman" if _begins_roman(found) else number.kinds[0]
        reading = next((values for values in number.readings if begins(values)), number.readings[0])
        runs = opened.setdefault(kind, [])
        runs.append(([found], reading))
        if len(runs) > _OPEN_SERIES:
            yield kind, runs.pop(0)[0]
    for kind, runs in opened.items():
        yield from ((kind, members) for members, _ in runs)


def _begins_roman(found: Candidate) -> bool:
    return found.number is not None and not found.number.keyed and found.number.clause.parts[0] == "i"


def _extend(runs: list[tuple[list[Candidate], Values]], found: Candidate) -> bool:
    """Put a candidate into the latest series that it continues."""
    for at in range(len(runs) - 1, -1, -1):
        members, last = runs[at]
        reading = next_reading(found.number, [last]) if found.number else None
        if reading is not None:
            members.append(found)
            runs[at] = (members, reading)
            runs.append(runs.pop(at))
            return True
    return False


def _are_headings(members: Sequence[Candidate], kind: str, context: Context) -> bool:
    first = members[0].number
    if first is None:
        return False
    if first.keyed:
        return _is_keyed_series(members, context)
    if kind != "decimal" and (len(members) < 2 or not any(map(begins, first.readings))):
        return False
    if len(members) == 1 and not _stands_alone_well(members[0], context):
        return False
    return not _is_list(members, context)


def _is_keyed_series(members: Sequence[Candidate], context: Context) -> bool:
    """Tell whether "Chapter 1", "Chapter 2" … are headings: alone among text, and not a list of steps or parts."""
    below = sum(_has_content(found, context) for found in members)
    return below * 2 >= len(members) or (len(members) == 1 and members[0].alone)


def _stands_alone_well(found: Candidate, context: Context) -> bool:
    """Tell whether a number without others of its kind is a heading's: 4.2, or "1." before text at its margin."""
    number = found.number
    if number is None or context.body_indent(found) is None:
        return False
    short = len(found.rest.split()) <= 8
    return short and (number.depth > 1 or (number.clause.closed and begins(number.readings[0])))


def _has_content(found: Candidate, context: Context) -> bool:
    return context.body_indent(found) is not None or context.next_is_deeper(found)


def _is_list(members: Sequence[Candidate], context: Context) -> bool:
    """Tell whether numbered lines are items: most have nothing below, or only what is indented like an item's text."""
    tops = [found for found in members if found.number and found.number.depth == 1]
    if not tops:
        return False
    asked = tops[:-1] or tops
    if sum(_has_content(found, context) for found in asked) * 2 < len(asked):
        return True
    indents = [(found.indent, indent) for found in tops if (indent := context.body_indent(found)) is not None]
    hanging = sum(own + 1 < below <= own + 8 for own, below in indents)
    if len(tops) < len(members) or not indents or hanging * 2 < len(indents):
        return False
    return prose_share_at(context.stretches, margin_of(tops)) >= 0.2


def margin_of(listed: Sequence[Candidate]) -> int:
    """Return the indent that most of the candidates have."""
    return Counter(found.indent for found in listed).most_common(1)[0][0]


def prose_share_at(stretches: Sequence[Stretch], margin: int) -> float:
    """Return which share of the stretches of two lines or more begins at the margin or left of it."""
    prose = [stretch for stretch in stretches if len(stretch) > 1 and stretch[-1].text[-1] in ".:;!?”\"'"]
    prose = prose or [stretch for stretch in stretches if stretch[-1].text[-1] in ".:;!?"]
    at_margin = sum(min(line.indent for line in stretch[1:] or stretch) <= margin for stretch in prose)
    return at_margin / len(prose) if prose else 1.0

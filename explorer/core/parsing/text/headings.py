"""Which candidates are a plain text's headings, and their levels.

Underlined lines are. Numbered ones are when their numbers make series (`series`). Lines in capitals are when they
form a scheme: three or more of their kind with text below each. In documents set like RFCs, all text indented, short
lines at the margin are headings too. Nothing else is: a short line may be anything.

Levels: underlines count by first appearance, as in reStructuredText. A numbered heading stands below the heading whose
number it continues (4.2 below 4 and below "Article IV"), else below the innermost open heading of a wider kind.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from explorer.core.parsing.text.candidates import (
    MOST_SIGNS,
    Candidate,
    candidates,
    is_title_case,
)
from explorer.core.parsing.text.layout import is_laid_out
from explorer.core.parsing.text.lines import Stretch
from explorer.core.parsing.text.numbers import APPENDIX_RANK, HeadingNumber, continues, next_reading
from explorer.core.parsing.text.series import Context, in_series, margin_of, prose_share_at

_FEWEST_CAPITALS = 3
_MOST_CAPITAL_WORDS = 10
_NO_DEPTH = 99


@dataclass(frozen=True, slots=True)
class TextHeading:
    """A heading: lines `first` to `last` (exclusive) of a stretch; `worded` are those with its words."""

    stretch: int
    first: int
    last: int
    worded: Stretch
    text: str
    level: int


@dataclass(frozen=True, slots=True)
class Headings:
    """A document's headings in order, and what they rest on in words."""

    found: tuple[TextHeading, ...]
    evidence: str


def find_headings(stretches: Sequence[Stretch]) -> Headings:
    """Return the headings of a plain text."""
    may_be = [found for found in candidates(stretches) if not _in_layout(stretches, found)]
    context = Context(stretches, may_be)
    kinds = in_series([found for found in may_be if not found.style], context)
    chosen = [_of_kind(found, kinds.get(id(found), "")) for found in may_be if found.style or id(found) in kinds]
    plain = list(_unnumbered(stretches, chosen))
    ordered = sorted([*chosen, *plain], key=lambda found: (found.stretch, found.first))
    levels = _levels(ordered)
    headings = (
        TextHeading(found.stretch, found.first, found.last, found.worded, found.text, level)
        for found, level in zip(ordered, levels, strict=True)
    )
    return Headings(tuple(headings), _evidence(chosen, plain))


def _of_kind(found: Candidate, kind: str) -> Candidate:
    """Return the candidate with what its series tells of its number: whether "I" is a letter or Roman."""
    if not kind or found.number is None:
        return found
    return replace(found, number=replace(found.number, kinds=(kind,)))


def _in_layout(stretches: Sequence[Stretch], found: Candidate) -> bool:
    return not found.style and not found.alone and is_laid_out(stretches[found.stretch])


def _evidence(chosen: Sequence[Candidate], plain: Sequence[Candidate]) -> str:
    kinds = (
        ("numbered", any(found.number and not found.style for found in chosen)),
        ("underlined", any(found.style for found in chosen)),
        ("standing", any(not found.text.isupper() for found in plain)),
        ("capital", any(found.text.isupper() for found in plain)),
    )
    names = [name for name, is_there in kinds if is_there]
    return " and ".join(names) + " headings" if names else "none"


def _unnumbered(stretches: Sequence[Stretch], chosen: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield headings that have neither number nor underline but belong to a scheme of the whole document."""
    taken = {found.stretch for found in chosen}
    lines = [
        found
        for index in range(len(stretches))
        if index not in taken and (found := _lone_line(index, stretches)) is not None
    ]
    numbered = [found for found in chosen if found.number and not found.style]
    if len(numbered) >= _FEWEST_CAPITALS:
        yield from _beside_numbered(stretches, numbered, lines)
    elif not chosen:
        yield from _capitals(lines)


def _beside_numbered(
    stretches: Sequence[Stretch], numbered: Sequence[Candidate], lines: Sequence[Candidate]
) -> Iterator[Candidate]:
    """Yield lines set like the numbered headings: at the margin of indented text, or in capitals as these are."""
    margin = margin_of(numbered)
    indented = prose_share_at(stretches, margin) < 0.2
    tops = [found for found in numbered if found.number and found.number.depth == 1]
    capital = bool(tops) and all(_is_in_capitals(found) for found in tops)
    for found in lines:
        # The first line of all is the title, whatever it looks like.
        if found.stretch and found.indent == margin and (indented or (capital and found.text.isupper())):
            yield found


def _is_in_capitals(found: Candidate) -> bool:
    """Tell whether a numbered heading's words or, in "CHAPTER I. The Pool", its keyword are in capitals."""
    return found.rest.isupper() or (found.number is not None and found.number.keyed and found.text.split()[0].isupper())


def _capitals(lines: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield lines in capitals when there are several at one indent, each with other words."""
    capital = [found for found in lines if found.text.isupper()]
    indents = Counter(found.indent for found in capital)
    most = indents.most_common(1)[0] if indents else (0, 0)
    scheme = [found for found in capital if found.indent == most[0]]
    if len({found.text for found in scheme}) >= max(_FEWEST_CAPITALS, len(scheme) * 0.6):
        yield from scheme


def _lone_line(index: int, stretches: Sequence[Stretch]) -> Candidate | None:
    """Return a line with a blank line above, like a title, with text below it."""
    stretch = stretches[index]
    line = stretch[0]
    follows = stretch[1:] or (stretches[index + 1] if index + 1 < len(stretches) else ())
    if not follows or not _may_stand(line.text) or (stretch[1:] and follows[0].indent <= line.indent):
        return None
    after = follows[0]
    if after.indent == line.indent and _may_stand(after.text) and after.text.isupper() == line.text.isupper():
        return None
    return Candidate(index, 0, 1, stretch[:1], line.text, line.text, None, "", line.indent, len(stretch) == 1)


def _may_stand(text: str) -> bool:
    if len(text) > MOST_SIGNS // 2 or len(text.split()) > _MOST_CAPITAL_WORDS or text[-1] in ".,;:!,)*":
        return False
    letters = sum(sign.isalpha() for sign in text)
    gaps = re.search(r"\S\s{2,}\S|\t|[|<>{}=@/\\`_]", text)
    words = text[0].isalnum() or text[0] in "\"'“‘«¿¡("
    return words and letters >= max(3, len(text) * 0.6) and not gaps and is_title_case(text)


@dataclass(frozen=True, slots=True)
class _Open:
    """A heading under which others may stand. `order`: how wide its kind is, the widest first."""

    level: int
    number: HeadingNumber | None
    order: float
    style: str


def _levels(ordered: Sequence[Candidate]) -> list[int]:
    styles = {style: at for at, style in enumerate(dict.fromkeys(found.style for found in ordered if found.style), 1)}
    depths = _depths_by_style(ordered)
    orders = _orders([found for found in ordered if found.number and not found.style])
    opened: list[_Open] = []
    levels: list[int] = []
    for found in ordered:
        if found.style:
            deeper = found.number.depth - depths[found.style] if found.number else 0
            level = styles[found.style] + max(deeper, 0)
        elif found.number is None:
            level = _base(opened) + 1
        else:
            level = _numbered_level(found.number, orders, opened)
        while opened and opened[-1].level >= level:
            opened.pop()
        opened.append(_Open(level, found.number, _order(found.number, orders), found.style))
        levels.append(level)
    return levels


def _depths_by_style(ordered: Iterable[Candidate]) -> dict[str, int]:
    """Return the fewest components that numbers have under each underline where these count parts.

    Only a series that counts up divides its parts by depth; the versions of a change log are all alike.
    """
    numbers: dict[str, list[HeadingNumber]] = {}
    for found in ordered:
        if found.style and found.number:
            numbers.setdefault(found.style, []).append(found.number)
    return {
        style: min(number.depth for number in listed) if _counts_up(listed) else _NO_DEPTH
        for style, listed in numbers.items()
    }


def _counts_up(listed: Sequence[HeadingNumber]) -> bool:
    steps = [bool(next_reading(after, before.readings)) for before, after in pairwise(listed)]
    return sum(steps) >= len(steps) * 0.8


def _base(opened: Sequence[_Open]) -> int:
    """Return the level of the innermost open heading that is underlined, 0 when none is."""
    return max((heading.level for heading in opened if heading.style), default=0)


def _numbered_level(number: HeadingNumber, orders: dict[str, float], opened: Sequence[_Open]) -> int:
    for heading in reversed(opened):
        if heading.number is not None and continues(number, heading.number):
            return heading.level + number.depth - heading.number.depth
    base = _base(opened)
    if number.clause.rank == APPENDIX_RANK:
        return base + number.depth
    order = _order(number, orders)
    wider = [heading.level for heading in opened if heading.number is not None and heading.order < order]
    depth = number.depth if not number.keyed else 1
    return max([*wider, base]) + depth


def _order(number: HeadingNumber | None, orders: dict[str, float]) -> float:
    if number is None:
        return 99.0
    if number.clause.rank == APPENDIX_RANK:
        return -1.0
    return orders.get(number.kinds[0], 99.0)


def _orders(numbered: Sequence[Candidate]) -> dict[str, float]:
    """Return for each kind of number how wide it is: by keyword, or by how often it occurs and what comes first.

    A contract divides its articles into sections, a regulation its sections into articles. The wider kind is the rarer
    one. Numbers without keyword (1., A., I.) are narrower than those with one, and among them the first is the widest.
    """
    ranks: dict[str, float] = {}
    counts: Counter[str] = Counter()
    for found in numbered:
        if found.number is not None and found.number.clause.rank != APPENDIX_RANK:
            kind = found.number.kinds[0]
            ranks.setdefault(kind, found.number.rank if found.number.keyed else 50.0 + len(ranks))
            counts[kind] += 1
    kinds = sorted(ranks, key=ranks.__getitem__)
    first = {kind: at for at, kind in enumerate(ranks)}
    for _ in kinds:
        for at in range(len(kinds) - 1):
            outer, inner = kinds[at : at + 2]
            if ranks[inner] < 50 and counts[outer] > counts[inner] and first[inner] < first[outer]:
                kinds[at], kinds[at + 1] = inner, outer
    return {kind: float(at) for at, kind in enumerate(kinds)}

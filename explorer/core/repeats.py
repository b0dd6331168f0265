"""Which texts of a list repeat one above them in nearly the same words, so that a list of hits can fold them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from explorer.core.duplicates import NEAR_DUPLICATE
from explorer.core.words import words_of

_LENGTH = 3
"""Words in a row that are compared, as for C206."""

Shingle = tuple[str, ...]


def firsts_alike(texts: Sequence[str], threshold: float = NEAR_DUPLICATE) -> list[int | None]:
    """Return for each text the first one above it that says nearly the same, by number; None where there is none.

    Alike are texts whose sets of three words in a row have a Jaccard similarity of at least `threshold` (above 0, at
    most 1); texts of fewer words are compared whole, those without any are alike to nothing. What is returned repeats
    nothing itself: of texts that drift apart step by step, none is folded under one that it differs from. All pairs
    are counted exactly.
    """
    found: list[int | None] = []
    sizes: dict[int, int] = {}
    holders: defaultdict[Shingle, list[int]] = defaultdict(list)
    for number, text in enumerate(texts):
        members = _shingles(text)
        common = Counter(first for member in members for first in holders[member])
        first = min(
            (each for each, shared in common.items() if shared >= threshold * (sizes[each] + len(members) - shared)),
            default=None,
        )
        found.append(first)
        if first is None:
            sizes[number] = len(members)
            for member in members:
                holders[member].append(number)
    return found


def _shingles(text: str) -> set[Shingle]:
    words = words_of(text)
    if len(words) < _LENGTH:
        return {tuple(words)} if words else set()
    return set(zip(*(words[start:] for start in range(_LENGTH)), strict=False))

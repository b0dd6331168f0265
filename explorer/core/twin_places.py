"""What there is to say of passages of which it is known how they are alike: the nearest, and how many.

Passages are given by their position in the order of the library, their text by a number, and the heading under which
they stand (their *home*) by anything that can be told from others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from explorer.core.similar_sets import MOST, Pairs

Partners = Mapping[int, Sequence[tuple[int, float]]]
"""Texts near each text, with their similarity."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """The position of the most similar passage under another heading, and counts; see `duplicates.Twin`."""

    position: int
    similarity: float
    equal: int
    near: int
    more: bool


class Group:
    """The passages in the same words: the first one, the first under another heading, and how many by heading."""

    def __init__(self) -> None:
        self.homes: Counter[Hashable] = Counter()
        self._first: list[tuple[int, Hashable]] = []

    def add(self, position: int, home: Hashable) -> None:
        """Take a passage; positions rise."""
        if home not in self.homes and len(self._first) < 2:
            self._first.append((position, home))
        self.homes[home] += 1

    def elsewhere(self, home: Hashable) -> int | None:
        """Return the position of the first passage that is not at this home."""
        return next((position for position, other in self._first if other != home), None)

    def count_elsewhere(self, home: Hashable) -> int:
        """Return how many passages are not at this home."""
        return self.homes.total() - self.homes[home]


def partners_of(pairs: Pairs) -> dict[int, list[tuple[int, float]]]:
    """Return the partners of each text that has any."""
    found: dict[int, list[tuple[int, float]]] = {}
    for left, right, similarity in zip(
        pairs.left.tolist(), pairs.right.tolist(), pairs.similarity.tolist(), strict=True
    ):
        found.setdefault(left, []).append((right, similarity))
    return found


def nearest_to(home: Hashable, text: int, groups: Mapping[int, Group], partners: Partners) -> Nearest | None:
    """Return what there is to say of a passage; None when it has no twin. At the same similarity the first is nearest.

    `groups` holds the group of the text and of all its partners.
    """
    group = groups[text]
    near = partners.get(text, ())
    options = [
        (-1.0, group.elsewhere(home)),
        *((-similarity, groups[other].elsewhere(home)) for other, similarity in near),
    ]
    there = [(similarity, position) for similarity, position in options if position is not None]
    if not there:
        return None
    similarity, position = min(there)
    return Nearest(
        position,
        -similarity,
        equal=group.count_elsewhere(home),
        near=sum(groups[other].count_elsewhere(home) for other, _ in near),
        more=len(near) >= MOST,
    )


def groups_of(passages: Iterable[tuple[int, int, Hashable]]) -> dict[int, Group]:
    """Return the group of each text; `passages` are (position, text, home) by rising position."""
    groups: dict[int, Group] = {}
    for position, text, home in passages:
        group = groups.get(text)
        if group is None:
            group = groups[text] = Group()
        group.add(position, home)
    return groups

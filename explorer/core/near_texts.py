"""Which texts of a library are near to one another, brought up to date when some passages have changed.

What comes out is what a comparison of all texts gives (`explorer.core.similar_sets`), exactly: each text has its first
`MOST` partners by key. Only texts whose own passages changed, or that have one of those among their partners, before or
after, are compared anew: each with all others, which takes a moment. For a text with `MOST` partners the key of the
last one is kept (its *bound*), so that one text out of ten thousand alike concerns few of the others. Where much has
changed all are compared.

Words are known by hashes of 63 bits, and three in a row by a sum of three of those: two different ones are taken for
one with a probability of about 10⁻¹⁹ a pair.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.core import similar_sets
from explorer.core.similar_sets import Integers, Pairs, sets_of, similar_pairs

OPEN = (1 << 63) - 1
"""The bound of a text that has fewer than `MOST` partners: any text can become one."""

_FEWEST = 200
"""So many texts are compared anew one by one, however few there are in all; beyond, a quarter of all."""

_FACTORS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9)
"""Odd numbers: a sum of hashes times these depends on their order."""


@dataclass(frozen=True, slots=True)
class Way:
    """How texts are compared: by sets of `length` words in a row (1 to 3), near from `threshold` on."""

    length: int
    threshold: float


@dataclass(frozen=True, slots=True)
class Texts:
    """Texts by rising key: `words[offsets[i] : offsets[i + 1]]` are the hashes of the words of text i, in order.

    For each way of comparing there are `sizes` (of the sets) and `bounds`.
    """

    keys: Integers
    words: Integers
    offsets: Integers
    sizes: tuple[Integers, ...]
    bounds: tuple[Integers, ...]


@dataclass(frozen=True, slots=True)
class Stands:
    """Passages in the order of the library: the number of each one's text among `Texts`, and its home's hash."""

    texts: Integers
    homes: Integers


@dataclass(frozen=True, slots=True)
class Update:
    """What changed: by way, the partners of the texts `numbers`, and the bounds of those."""

    numbers: Integers
    pairs: tuple[Pairs, ...]
    bounds: tuple[Integers, ...]


@lru_cache(maxsize=1 << 17)
def word_hash(word: str) -> int:
    """Return the hash of a word, or of anything else that is written down."""
    digest = hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def set_size(words: Sequence[int], length: int) -> int:
    """Return how many different rows of `length` words a text has; one of fewer than three words has none."""
    rows = range(len(words) - length + 1) if len(words) >= 3 else ()
    return len({tuple(words[first : first + length]) for first in rows})


def updated(
    texts: Texts, ways: Sequence[Way], before: Stands, after: Stands, changed: Integers, shown: Integers
) -> Update:
    """Return the partners that may have changed.

    `changed` are the texts of all passages that came, went, or stand under another heading; `shown` others whose
    partners are wanted. `texts` hold those of `before` and `after`.
    """
    count = texts.keys.size
    old, new = _alike(before, count), _alike(after, count)
    sides = [_Side(texts, way, number) for number, way in enumerate(ways)]
    most = max(_FEWEST, count // 4)
    told = set(np.concatenate((changed, shown)).tolist())
    for number, side in enumerate(sides):
        if len(told) > most:
            break
        told |= _concerned(side, texts.keys, texts.bounds[number], changed, old, new)
    if len(told) > most:
        return _all(texts, sides, new)
    numbers = np.array(sorted(each for each in told if new[each] != _ABSENT), dtype=np.int64)
    pairs = tuple(_partners(side, numbers, new) for side in sides)
    return Update(numbers, pairs, tuple(_bounds(each, numbers, texts.keys) for each in pairs))


_ABSENT, _SEVERAL = -2, -1
"""In place of a text's home: it has no passage, or passages in several homes."""


def _alike(stands: Stands, count: int) -> Integers:
    """Return the home of each text whose passages all stand in one."""
    order = np.lexsort((stands.homes, stands.texts))
    texts, homes = stands.texts[order], stands.homes[order]
    different = np.ones(order.size, dtype=np.bool_)
    different[1:] = (texts[1:] != texts[:-1]) | (homes[1:] != homes[:-1])
    alike = np.full(count, _ABSENT, dtype=np.int64)
    alike[texts[different]] = homes[different]
    alike[np.bincount(texts[different], minlength=count) > 1] = _SEVERAL
    return alike


def _partnered(alike: Integers, number: int, others: Integers) -> NDArray[np.bool_]:
    """Tell which of other texts can be partners of a text."""
    own = alike[number]
    if own == _ABSENT:
        return np.zeros(others.size, dtype=np.bool_)
    return (alike[others] != _ABSENT) & ((own == _SEVERAL) | (alike[others] != own))


class _Side:
    """All texts as sets, in one way of comparing."""

    def __init__(self, texts: Texts, way: Way, number: int) -> None:
        self._way = way
        self._sizes = texts.sizes[number]
        self._owners, self._members = _rows(texts, way.length)
        self._starts = np.concatenate(([0], np.cumsum(np.bincount(self._owners, minlength=self._sizes.size))))
        self._found: dict[int, tuple[Integers, NDArray[np.float64]]] = {}

    def near(self, chosen: Integers) -> Iterator[tuple[int, Integers, NDArray[np.float64]]]:
        """Yield each chosen text with all that are near to it, by rising number, and their similarity."""
        left = np.array([each for each in chosen.tolist() if each not in self._found], dtype=np.int64)
        if left.size:
            self._find(left)
        for number in chosen.tolist():
            yield number, *self._found[number]

    def _find(self, chosen: Integers) -> None:
        """Compare some texts with all that hold one of their rarest members.

        A near text shares at least ⌈threshold · n⌉ of a text's n members: one of them is left when any others, fewer
        than that, are left aside. The most frequent are.
        """
        own = [np.unique(self._members[self._starts[each] : self._starts[each + 1]]) for each in chosen.tolist()]
        known = np.unique(np.concatenate(own))
        if not known.size:
            self._found |= {each: (_EMPTY, np.zeros(0)) for each in chosen.tolist()}
            return
        places = np.minimum(known.searchsorted(self._members), known.size - 1)
        places[known[places] != self._members] = known.size
        held = np.bincount(places, minlength=known.size + 1)
        members = [known.searchsorted(each) for each in own]
        rarest = [each[np.argsort(held[each], kind="stable")][: self._rare(each.size)] for each in members]
        used = np.zeros(known.size + 1, dtype=np.bool_)
        used[np.concatenate(rarest)] = True
        entries = np.flatnonzero(used[places])
        entries = entries[np.argsort(places[entries], kind="stable")]
        holders, starts = self._owners[entries], np.searchsorted(places[entries], np.arange(known.size + 1))
        for number, mine, rare in zip(chosen.tolist(), members, rarest, strict=True):
            parts = [holders[starts[each] : starts[each + 1]] for each in rare.tolist()]
            others = np.zeros(self._sizes.size, dtype=np.bool_)
            others[np.concatenate([_EMPTY, *parts])] = True
            others[number] = False
            columns = np.full(known.size + 1, -1, dtype=np.int64)
            columns[mine] = np.arange(mine.size)
            self._found[number] = self._near(number, np.flatnonzero(others), columns, places)

    def _rare(self, size: int) -> int:
        """Return how many of a set's members are enough to find all that is near. Rounding may cost a look."""
        return size - max(1, int(np.ceil(self._way.threshold * size - 1e-9))) + 1

    def _near(
        self, number: int, others: Integers, columns: Integers, places: Integers
    ) -> tuple[Integers, NDArray[np.float64]]:
        """Return those of `others` that are near to a text; `columns` numbers its members by their places, else -1."""
        sizes = self._starts[others + 1] - self._starts[others]
        index = np.repeat(self._starts[others] - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
        held = columns[places[index]]
        shared = np.zeros((others.size, int(columns.max()) + 1), dtype=np.bool_)
        shared[np.repeat(np.arange(others.size), sizes)[held >= 0], held[held >= 0]] = True
        common = np.count_nonzero(shared, axis=1)
        similarity = common / (self._sizes[number] + self._sizes[others] - common)
        near = similarity >= self._way.threshold
        return others[near], similarity[near]

    def all(self, alike: Integers) -> Pairs:
        """Return the partners of all texts that have passages."""
        there = alike[self._owners] != _ABSENT
        _, members = np.unique(self._members[there], return_inverse=True)
        _, homes = np.unique(alike, return_inverse=True)
        sets = sets_of(self._owners[there], members.astype(np.int64), alike.size)
        return similar_pairs(sets, self._way.threshold, np.where(alike >= 0, homes, -1), np.arange(alike.size))


def _rows(texts: Texts, length: int) -> tuple[Integers, Integers]:
    """Return (owner, hash) for every `length` words in a row; texts of fewer than three words have none."""
    counts = np.diff(texts.offsets)
    owners = np.repeat(np.arange(counts.size), counts)
    size = max(texts.words.size - length + 1, 0)
    words = texts.words.view(np.uint64)
    members = np.zeros(size, dtype=np.uint64)
    for step, factor in zip(range(length), _FACTORS, strict=False):
        members += words[step : step + size] * np.uint64(factor)
    places = np.arange(size)
    whole = (places + length <= texts.offsets[1:][owners[:size]]) & (counts[owners[:size]] >= 3)
    return owners[:size][whole], members[whole].view(np.int64)


def _concerned(
    side: _Side, keys: Integers, bounds: Integers, changed: Integers, old: Integers, new: Integers
) -> set[int]:
    """Return the texts that have a changed one among their partners, before or after."""
    found: set[int] = set()
    for number, others, _ in side.near(changed):
        partnered = _partnered(old, number, others) | _partnered(new, number, others)
        found.update(others[partnered & (keys[number] <= bounds[others])].tolist())
    return found


def _partners(side: _Side, numbers: Integers, alike: Integers) -> Pairs:
    left, right, similarity = [_EMPTY], [_EMPTY], [np.zeros(0)]
    for number, others, shares in side.near(numbers):
        kept = np.flatnonzero(_partnered(alike, number, others))[: similar_sets.MOST]
        left.append(np.full(kept.size, number, dtype=np.int64))
        right.append(others[kept])
        similarity.append(shares[kept])
    return Pairs(np.concatenate(left), np.concatenate(right), np.concatenate(similarity))


_EMPTY: Integers = np.zeros(0, dtype=np.int64)


def _bounds(pairs: Pairs, numbers: Integers, keys: Integers) -> Integers:
    """Return the bound of each of these texts."""
    counts, last = np.zeros(keys.size, dtype=np.int64), np.zeros(keys.size, dtype=np.int64)
    np.add.at(counts, pairs.left, 1)
    np.maximum.at(last, pairs.left, keys[pairs.right])
    return np.where(counts[numbers] < similar_sets.MOST, OPEN, last[numbers])


def _all(texts: Texts, sides: Iterable[_Side], alike: Integers) -> Update:
    """Return the partners of all texts that have passages."""
    numbers = np.flatnonzero(alike != _ABSENT)
    pairs = tuple(side.all(alike) for side in sides)
    return Update(numbers, pairs, tuple(_bounds(each, numbers, texts.keys) for each in pairs))

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
        self.way = way
        self.sizes = texts.sizes[number]
        self.owners, self.members = _rows(texts, way.length)

    def near(self, chosen: Integers) -> Iterator[tuple[int, Integers, NDArray[np.float64]]]:
        """Yield each chosen text with all that are near to it, by rising number, and their similarity."""
        used = np.zeros(self.sizes.size, dtype=np.bool_)
        used[chosen] = True
        known = np.unique(self.members[used[self.owners]])
        if not known.size:
            return
        places = np.minimum(known.searchsorted(self.members), known.size - 1)
        shared = known[places] == self.members
        entries = np.unique((places[shared] << 32) | self.owners[shared])
        holders, starts = entries & 0xFFFFFFFF, np.searchsorted(entries >> 32, np.arange(known.size + 1))
        mine = used[holders]
        own = np.sort((holders[mine] << 32) | (entries[mine] >> 32))
        for number in chosen.tolist():
            first, last = np.searchsorted(own, (number << 32, (number + 1) << 32))
            members = (own[first:last] & 0xFFFFFFFF).tolist()
            if members:
                yield number, *self._near(number, [holders[starts[each] : starts[each + 1]] for each in members])

    def _near(self, number: int, holders: Sequence[Integers]) -> tuple[Integers, NDArray[np.float64]]:
        """Return the texts near to one, given who holds each of its members."""
        common = np.bincount(np.concatenate(holders), minlength=self.sizes.size)
        common[number] = 0
        others = np.flatnonzero(common)
        common = common[others]
        similarity = common / (self.sizes[number] + self.sizes[others] - common)
        near = similarity >= self.way.threshold
        return others[near], similarity[near]


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
    pairs = tuple(_all_pairs(side, alike) for side in sides)
    return Update(numbers, pairs, tuple(_bounds(each, numbers, texts.keys) for each in pairs))


def _all_pairs(side: _Side, alike: Integers) -> Pairs:
    there = alike[side.owners] != _ABSENT
    _, members = np.unique(side.members[there], return_inverse=True)
    _, homes = np.unique(alike, return_inverse=True)
    count = alike.size
    sets = sets_of(side.owners[there], members.astype(np.int64), count)
    return similar_pairs(sets, side.way.threshold, np.where(alike >= 0, homes, -1), np.arange(count))

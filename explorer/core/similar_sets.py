"""All pairs of sets whose Jaccard similarity reaches a threshold, found exactly (the engine of `duplicates`).

The method is prefix filtering (Bayardo, Ma and Srikant, "Scaling up all pairs similarity search", 2007): order all
members by how many sets hold them, the rarest first. Two sets with Jaccard ≥ t share at least ⌈t · n⌉ members, n the
size of either one; so each of them holds a shared member among its first n − ⌈t · n⌉ + 1, and sets that share none of
those need no look. Sets smaller than t · n cannot reach the threshold either. What remains is counted in full: no
pair is guessed, and none is missed.

The number of pairs may itself grow with the square of the number of sets, as with ten thousand forms that differ in
one word. A set gets all its partners up to `MOST`; of more, those that come first in an order which the caller gives.
So what a set gets follows from the sets alone and not from the way it was found: `explorer.core.near_texts` comes to
the same when a few sets have changed. On the way, past `MOST` partners of a set only those pairs are looked at that
give a partner to a set which has fewer; the first partners of those that have more are looked up afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MOST = 50
"""Partners of a set that are kept; of more of them, the first."""

_LONG = 64
"""A member that more sets than this hold in their prefixes is first looked up among the latest of them."""

_BLOCK = 1024
"""Candidates compared at once."""

Integers = NDArray[np.int64]

_NONE: Integers = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Sets (`left`) and their partners (`right`), with their similarity; most pairs stand in both directions."""

    left: Integers
    right: Integers
    similarity: NDArray[np.float64]


def sets_of(owners: Integers, members: Integers, count: int) -> Sets:
    """Return `count` sets from pairs of owner and member, both numbered from 0; repeated pairs count once."""
    keys = np.unique((owners << 32) | members)
    owners, members = keys >> 32, keys & 0xFFFFFFFF
    held = np.bincount(members)
    rank = np.empty(held.size, dtype=np.int64)
    rank[np.argsort(held, kind="stable")] = np.arange(held.size)
    sizes = np.bincount(owners, minlength=count)
    order = np.argsort(sizes, kind="stable")
    place = np.empty(count, dtype=np.int64)
    place[order] = np.arange(count)
    keys = np.sort((place[owners] << 32) | rank[members])
    offsets = np.concatenate(([0], np.cumsum(sizes[order])))
    return Sets((keys & 0xFFFFFFFF).astype(np.int32), offsets, order, held.size)


@dataclass(frozen=True, slots=True)
class Sets:
    """Sets by rising size: set i holds `members[offsets[i] : offsets[i + 1]]`, the rarest member first.

    `order` gives each one's number as it was named by its owner; `kinds` is the number of distinct members.
    """

    members: NDArray[np.int32]
    offsets: Integers
    order: Integers
    kinds: int

    @property
    def sizes(self) -> Integers:
        """Return the size of each set."""
        return np.diff(self.offsets)


def similar_pairs(sets: Sets, threshold: float, alike: Integers, keys: Integers) -> Pairs:
    """Return for each set its partners: those with a similarity of at least `threshold` (above 0, at most 1).

    `alike` gives a number to each set, by owner: sets with the same number of 0 or more are no partners. `keys`, by
    owner too and all different, say which partners are kept of more than `MOST`: those with the lowest. Owners' numbers
    stand in the answer. Raises `ValueError` for a threshold out of range.
    """
    check_threshold(threshold)
    join = _Join(sets, threshold, alike[sets.order])
    found = list(join.blocks())
    left, right = _joined([block[0] for block in found]), _joined([block[1] for block in found])
    similarity = np.concatenate([np.zeros(0), *(block[2] for block in found)])
    left, right = np.concatenate((left, right)), np.concatenate((right, left))
    similarity = np.concatenate((similarity, similarity))
    kept = join.partners[left] < MOST
    firsts = list(_Firsts(join, keys[sets.order]).blocks())
    left = _joined([left[kept], *(block[0] for block in firsts)])
    right = _joined([right[kept], *(block[1] for block in firsts)])
    similarity = np.concatenate([similarity[kept], *(block[2] for block in firsts)])
    return Pairs(sets.order[left], sets.order[right], similarity)


def check_threshold(threshold: float) -> None:
    """Raise `ValueError` when a similarity is out of range."""
    if not 0 < threshold <= 1:
        raise ValueError(f"a Jaccard similarity is above 0 and at most 1, not {threshold}")


class _Prefixes:
    """The prefixes of all sets, by set and by member; members that stand in one prefix only are left out.

    `entries` holds, for each, the member and the range of sets (by number) that can be similar to its owner when that
    member is the first which both hold: one is at least `threshold` as large, and what remains from the member on is
    enough for both (the positional filter of Xiao et al., "Efficient similarity joins for near duplicate detection",
    2008, taken on the side of the owner).
    """

    def __init__(self, sets: Sets, threshold: float) -> None:
        sizes = sets.sizes
        # Rounding may cost a look at a set, never a pair: bounds are a hair wider than they need be.
        needed = np.maximum(1, np.ceil(threshold * sizes - 1e-9).astype(np.int64))
        owners = np.repeat(np.arange(sizes.size), sizes)
        inside = np.arange(sets.members.size) - np.repeat(sets.offsets[:-1], sizes)
        kept = inside <= (sizes - needed)[owners]
        owners, inside, members = owners[kept], inside[kept], sets.members[kept].astype(np.int64)
        shared = np.bincount(members, minlength=sets.kinds)[members] > 1
        self.owners, self.members, inside = owners[shared], members[shared], inside[shared]
        own = sizes[self.owners]
        largest = np.floor((own - inside) * (1 + threshold) / threshold - own + 1e-9)
        nearest = np.searchsorted(sizes, needed[self.owners])
        farthest = np.searchsorted(sizes, largest, side="right")
        self.entries = list(zip(self.members.tolist(), nearest.tolist(), farthest.tolist(), strict=True))
        self.postings = self.owners[np.argsort(self.members, kind="stable")]
        self.starts = np.concatenate(([0], np.cumsum(np.bincount(self.members, minlength=sets.kinds))))
        self.first = self.starts.tolist()

    def by_set(self) -> Iterator[tuple[int, int, int]]:
        """Yield each set that has a prefix, with the range of its entries."""
        if not self.owners.size:
            return
        firsts = [0, *(np.flatnonzero(np.diff(self.owners)) + 1).tolist()]
        yield from zip(self.owners[firsts].tolist(), firsts, [*firsts[1:], self.owners.size], strict=True)


class _Join:
    """Walks the sets by rising size; each is compared with earlier ones that share a member of its prefix."""

    def __init__(self, sets: Sets, threshold: float, alike: Integers) -> None:
        self._sets = sets
        self._sizes = sets.sizes
        self._threshold = threshold
        self._alike = alike
        self.prefixes = _Prefixes(sets, threshold)
        self._filled = self.prefixes.first[:-1]
        self._mark = np.full(sets.kinds, -1, dtype=np.int32)
        self.partners = np.zeros(self._sizes.size, dtype=np.int64)
        self._open: dict[int, list[int]] = {}

    def blocks(self) -> Iterator[tuple[Integers, Integers, NDArray[np.float64]]]:
        """Yield (left, right, similarity), some pairs at a time."""
        for number, first, last in self.prefixes.by_set():
            self.mark(number)
            for others in self._candidates(number, range(first, last)):
                yield from self._compare(number, others)
            self._enter(number, self.prefixes.members[first:last])

    def mark(self, number: int) -> None:
        """Mark the members of a set, so that others are compared with it."""
        self._mark[self._sets.members[self._sets.offsets[number] : self._sets.offsets[number + 1]]] = number

    def _candidates(self, number: int, entries: Sequence[int]) -> Iterator[Integers]:
        """Yield the sets to compare with, none twice: at once the few, then of the many as many as are needed."""
        slices = [each for each in map(self._before, entries) if each.size]
        if not slices:
            return
        first = _distinct([each[-_LONG:] for each in slices])
        yield first
        if all(each.size <= _LONG for each in slices):
            return
        if self.partners[number] >= MOST:
            yield np.setdiff1d(self._unsaturated(entries), first, assume_unique=True)
            return
        rest = np.setdiff1d(_distinct(slices), first, assume_unique=True)[::-1]
        for start in range(0, rest.size, _BLOCK):
            block = rest[start : start + _BLOCK]
            yield block[self.partners[block] < MOST] if self.partners[number] >= MOST else block

    def _before(self, entry: int) -> Integers:
        """Return the earlier sets that hold the entry's member in their prefix and have a size that is near enough."""
        prefixes = self.prefixes
        member, nearest, farthest = prefixes.entries[entry]
        if nearest >= farthest:
            return _NONE
        found = prefixes.postings[prefixes.first[member] : self._filled[member]]
        return found[found.searchsorted(nearest) : found.searchsorted(farthest)] if found.size else found

    def _unsaturated(self, entries: Sequence[int]) -> Integers:
        """Return the earlier sets that still lack partners; those that do not are forgotten."""
        found: list[int] = []
        for entry in entries:
            member, nearest, farthest = self.prefixes.entries[entry]
            if member in self._open:
                kept = self._open[member] = [each for each in self._open[member] if self.partners[each] < MOST]
                found += [each for each in kept if nearest <= each < farthest]
        return np.unique(np.array(found, dtype=np.int64))

    def _compare(self, number: int, others: Integers) -> Iterator[tuple[Integers, Integers, NDArray[np.float64]]]:
        matched, similarity = self.near(number, others)
        if matched.size:
            self.partners[matched] += 1
            self.partners[number] += matched.size
            yield np.full(matched.size, number, dtype=np.int64), matched, similarity

    def near(self, number: int, others: Integers) -> tuple[Integers, NDArray[np.float64]]:
        """Return those of `others` that are partners of the set whose members are marked, with their similarity."""
        if self._alike[number] >= 0:
            others = others[self._alike[others] != self._alike[number]]
        if not others.size:
            return _NONE, np.zeros(0)
        common = self._common(number, others)
        similarity = common / (self._sizes[number] + self._sizes[others] - common)
        near = similarity >= self._threshold
        return others[near], similarity[near]

    def _common(self, number: int, others: Integers) -> Integers:
        """Return how many members each of `others` shares with the set whose members are marked."""
        sizes = self._sizes[others]
        ends = np.cumsum(sizes)
        index = np.arange(ends[-1]) + np.repeat(self._sets.offsets[others] - ends + sizes, sizes)
        return np.add.reduceat(self._mark[self._sets.members[index]] == number, ends - sizes, dtype=np.int64)

    def _enter(self, number: int, members: Integers) -> None:
        for member in members.tolist():
            self._filled[member] += 1
        if self.partners[number] < MOST:
            starts = self.prefixes.starts
            for member in members[starts[members + 1] - starts[members] > _LONG].tolist():
                self._open.setdefault(member, []).append(number)


class _Firsts:
    """Looks up, for the sets with `MOST` partners or more, those partners that come first by their keys."""

    def __init__(self, join: _Join, keys: Integers) -> None:
        self._join = join
        self._full = np.flatnonzero(join.partners >= MOST).tolist()
        if not self._full:
            return
        prefixes = join.prefixes
        self._by_rank = np.argsort(keys)
        ranks = np.empty(keys.size, dtype=np.int64)
        ranks[self._by_rank] = np.arange(keys.size)
        self._postings = np.sort((prefixes.members << 32) | ranks[prefixes.owners]) & 0xFFFFFFFF
        self._ranges = {number: (first, last) for number, first, last in prefixes.by_set()}

    def blocks(self) -> Iterator[tuple[Integers, Integers, NDArray[np.float64]]]:
        """Yield (left, right, similarity), all partners of a set at once."""
        for number in self._full:
            self._join.mark(number)
            right, similarity = self._of(number)
            yield np.full(right.size, number, dtype=np.int64), right, similarity

    def _of(self, number: int) -> tuple[Integers, NDArray[np.float64]]:
        """Compare with more and more of the sets that share a member of the prefix, the first of them first."""
        prefixes = self._join.prefixes
        members = prefixes.members[slice(*self._ranges[number])].tolist()
        postings = [self._postings[prefixes.first[member] : prefixes.first[member + 1]] for member in members]
        found, similarity = _NONE, np.zeros(0)
        seen, take = -1, 2 * MOST
        while found.size < MOST:
            beyond = [int(each[take - 1]) for each in postings if each.size > take]
            bound = min(beyond, default=len(self._by_rank))
            ranks = _distinct([_between(each, seen, bound) for each in postings])
            others = self._by_rank[ranks]
            near, shares = self._join.near(number, others[others != number])
            found, similarity = np.concatenate((found, near)), np.concatenate((similarity, shares))
            if not beyond:
                break
            seen, take = bound, 4 * take
        return found[:MOST], similarity[:MOST]


def _between(rising: Integers, low: int, high: int) -> Integers:
    """Return those numbers that are above `low` and at most `high`."""
    return rising[rising.searchsorted(low, side="right") : rising.searchsorted(high, side="right")]


def _joined(parts: Sequence[Integers]) -> Integers:
    return np.concatenate([_NONE, *parts])


def _distinct(parts: Sequence[Integers]) -> Integers:
    """Return all numbers of rising parts once, rising; `np.unique` takes three times as long for a few hundred."""
    if len(parts) == 1:
        return parts[0]
    merged = np.sort(np.concatenate(parts))
    fresh = np.ones(merged.size, dtype=np.bool_)
    fresh[1:] = merged[1:] != merged[:-1]
    return merged[fresh]


def shingles(texts: Sequence[Integers], length: int) -> tuple[Integers, Integers]:
    """Return (owner, member) for every `length` words in a row of `texts`, given by the numbers of their words.

    Exact: equal members are equal words in the same order, not equal hashes. A shorter text has no member.
    """
    sizes = np.array([text.size for text in texts], dtype=np.int64)
    words = np.concatenate([*texts, np.zeros(0, dtype=np.int64)]).astype(np.int64)
    owners = np.repeat(np.arange(sizes.size), sizes)
    members = words
    for step in range(1, length):
        owners = owners[: words.size - step]
        _, numbers = np.unique((members[: owners.size] << 32) | words[step:], return_inverse=True)
        members = numbers.astype(np.int64)
    ends = np.cumsum(sizes)[owners]
    whole = np.arange(owners.size) + length <= ends
    return owners[whole], members[whole]

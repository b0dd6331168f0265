"""How the hits of a side are arranged in rows: in groups, near-duplicates folded, those that were lost below.

True ranks stay whatever the arrangement: groups stand in the order of their first hits, hits in that of their ranks
unless another order is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeVar

from explorer.core.views import Comparison, Hit
from explorer.ui.hit_texts import measure_of

ChunkKey = tuple[str, int]
GroupKey = tuple[str, ...]

GROUPINGS = ("", "document", "section")
"""A plain list, or hits together by what they stand in."""

SORTINGS = ("", "other", "moved", "document")
"""By rank, by the rank on the other side, the most moved first, or by document and place."""

LOST: GroupKey = ("lost",)
"""The key of the group of lost hits, which the user can fold as any other."""


class RowKind(Enum):
    """What a row is: a hit, the head of a group, what unfolds near-duplicates, or the head of the lost ones."""

    HIT = 0
    GROUP = 1
    MORE = 2
    LOST = 3


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How the user wants hits arranged; `lost` shows what fell out of the other side's list.

    `sorting` is one of `SORTINGS`.
    """

    grouping: str = ""
    fold_repeats: bool = False
    lost: bool = True
    sorting: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row. `hit` is the row's own, a group's best, or the one that the folded hits resemble; `count` tells how many.

    `inside` is the group's key that folds the row away, `is_open` whether what a head holds is shown. `is_repeat`:
    nearly the words of a hit above. `is_lost`: only the other side shows it among its hits.
    """

    kind: RowKind
    hit: Hit
    inside: GroupKey = ()
    count: int = 0
    is_open: bool = True
    is_repeat: bool = False
    is_lost: bool = False


@dataclass(frozen=True, slots=True)
class SideHits:
    """What a side shows: its hits, those it lost, and which chunks the other side's list has."""

    hits: tuple[Hit, ...] = ()
    lost: tuple[Hit, ...] = ()
    elsewhere: frozenset[ChunkKey] = field(default_factory=frozenset[ChunkKey])


def keys_of(hits: Iterable[Hit]) -> frozenset[ChunkKey]:
    """Return which chunks the hits are."""
    return frozenset((hit.document, hit.index) for hit in hits)


def lost_hits(comparison: Comparison) -> tuple[Hit, ...]:
    """Return the plain side's hits that the context side does not show, as they stand there: best true rank first.

    Their scores there are not known.
    """
    shown, measure = keys_of(comparison.context), measure_of(comparison, is_context=True)
    lost = [
        replace(hit, rank=hit.other_rank, other_rank=hit.rank, score=None, tied=False, measure=measure, repeats=None)
        for hit in comparison.plain
        if (hit.document, hit.index) not in shown
    ]
    return tuple(sorted(lost, key=lambda hit: (*_rank(hit), hit.document, hit.index)))


def side_hits(comparison: Comparison | None, is_context: bool) -> SideHits:
    """Return what a side shows of a comparison."""
    if comparison is None:
        return SideHits()
    if is_context:
        return SideHits(comparison.context, lost_hits(comparison), keys_of(comparison.plain))
    return SideHits(comparison.plain, (), keys_of(comparison.context))


def group_key(hit: Hit, grouping: str) -> GroupKey:
    """Return what a hit is grouped by, () for a plain list."""
    if grouping == "document":
        return ("document", hit.document)
    return ("section", hit.document, *hit.heading_path) if grouping == "section" else ()


def sorted_hits(hits: Sequence[Hit], sorting: str) -> list[Hit]:
    """Return hits in another order; hits alike in it keep their order by rank, those that lack a rank come last."""
    match sorting:
        case "other":
            return sorted(hits, key=lambda hit: (hit.other_rank is None, hit.other_rank or 0))
        case "moved":
            return sorted(hits, key=lambda hit: -abs(hit.other_rank - hit.rank) if hit.other_rank and hit.rank else 1)
        case "document":
            return sorted(hits, key=lambda hit: (hit.document, hit.index))
        case _:
            return list(hits)


def _rank(hit: Hit) -> tuple[bool, int]:
    return hit.rank is None, hit.rank or 0


def arrange(
    side: SideHits, arrangement: Arrangement, folded: Set[GroupKey], unfolded: Set[ChunkKey]
) -> tuple[Row, ...]:
    """Return the rows of a side; `folded` groups hide their hits, `unfolded` hits show those that resemble them."""
    rows = list(_grouped(sorted_hits(side.hits, arrangement.sorting), arrangement, folded, unfolded))
    if arrangement.lost and side.lost:
        is_open = LOST not in folded
        rows.append(Row(RowKind.LOST, side.lost[0], LOST, len(side.lost), is_open))
        rows += [Row(RowKind.HIT, hit, LOST, is_lost=True) for hit in side.lost if is_open]
    return tuple(rows)


def _grouped(
    hits: Sequence[Hit], arrangement: Arrangement, folded: Set[GroupKey], unfolded: Set[ChunkKey]
) -> Iterator[Row]:
    grouping = arrangement.grouping
    for key, members in _parted(hits, lambda hit: group_key(hit, grouping)).items():
        if key:
            yield Row(RowKind.GROUP, min(members, key=_rank), key, len(members), key not in folded)
        if key not in folded:
            yield from _listed(members, key, arrangement, unfolded)


def _listed(hits: Sequence[Hit], key: GroupKey, arrangement: Arrangement, unfolded: Set[ChunkKey]) -> Iterator[Row]:
    """Return hits in their order; with folding, each is followed by those of the group that resemble it."""
    if not arrangement.fold_repeats:
        yield from (Row(RowKind.HIT, hit, key) for hit in hits)
        return
    for hit, *repeats in _alike(hits):
        is_open = (hit.document, hit.index) in unfolded
        yield Row(RowKind.HIT, hit, key)
        if repeats:
            yield Row(RowKind.MORE, hit, key, len(repeats), is_open)
        if is_open:
            yield from (Row(RowKind.HIT, repeat, key, is_repeat=True) for repeat in repeats)


def _alike(hits: Sequence[Hit]) -> Iterable[list[Hit]]:
    """Return hits with those that resemble them, and with those that resemble these."""
    firsts: dict[ChunkKey, ChunkKey] = {}
    for hit in hits:
        own = (hit.document, hit.index)
        firsts[own] = firsts.get(hit.repeats, own) if hit.repeats else own
    return _parted(hits, lambda hit: firsts[hit.document, hit.index]).values()


_Key = TypeVar("_Key")


def _parted(hits: Iterable[Hit], key_of: Callable[[Hit], _Key]) -> dict[_Key, list[Hit]]:
    found: dict[_Key, list[Hit]] = {}
    for hit in hits:
        found.setdefault(key_of(hit), []).append(hit)
    return found

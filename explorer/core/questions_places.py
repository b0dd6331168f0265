"""A place of an entry, and which of a document's chunks count as right for it (DESIGN 4.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.core.questions import Span
from explorer.core.questions_text import Passage, folded_length

ChunkKey = tuple[str, int]
"""A chunk's document and index."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One place of an entry: its length, how much of it each chunk holds, and which chunks count as right."""

    size: int
    shares: tuple[tuple[ChunkKey, int], ...]
    right: tuple[ChunkKey, ...]

    @property
    def is_whole(self) -> bool:
        """Tell whether one chunk holds all of it."""
        return any(share >= self.size for _, share in self.shares)

    def without(self, keys: frozenset[ChunkKey]) -> Occurrence:
        """Return the place less these chunks."""
        gone = sum(share for key, share in self.shares if key in keys)
        shares = tuple(each for each in self.shares if each[0] not in keys)
        return Occurrence(self.size - gone, shares, tuple(key for key in self.right if key not in keys))


def overlaps(passages: Sequence[Passage], span: Span) -> list[tuple[int, int]]:
    """Return the places of the passages that meet a span, each with the code points that both have."""
    found: list[tuple[int, int]] = []
    for place, passage in enumerate(passages):
        if passage.start is not None and passage.end is not None:
            shared = min(passage.end, span.end) - max(passage.start, span.start)
            found += [(place, shared)] if shared > 0 else []
    return found


def occurrence(
    name: str, size: int, shares: Sequence[tuple[int, int]], passages: Sequence[Passage], *, spans: bool = False
) -> Occurrence:
    """Return a place of `size` in document `name`; `spans`: it is counted in code points of the source."""
    lengths = {place: _length(passages[place], spans=spans) for place, _ in shares}
    right = [place for place, share in shares if 2 * share >= min(lengths[place], size)]
    if not right:
        right = [max(shares, key=lambda each: each[1])[0]]
    return Occurrence(
        size,
        tuple(((name, passages[place].index), share) for place, share in shares),
        tuple((name, passages[place].index) for place in right),
    )


def _length(passage: Passage, *, spans: bool) -> int:
    if spans and passage.start is not None and passage.end is not None:
        return passage.end - passage.start
    return folded_length(passage.text)

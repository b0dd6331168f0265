"""What a reader has to take in beside a hit to have evidence that no chunk holds alone: neighbours, or a section."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDEST = 3
"""The most neighbours on each side that the window reads with a hit."""


@dataclass(frozen=True, slots=True)
class SectionSpan:
    """A section of a document; `last` is the ordinal of its last subsection, `parent` -1 at the top."""

    ordinal: int
    last: int
    parent: int
    heading: str


@dataclass(frozen=True, slots=True)
class Reach:
    """How far around the chunk `index` of a document evidence reaches; tokens are those of the texts alone.

    `window` neighbours on each side hold all of it: `window_chunks` chunks. The smallest section that holds all is
    `section`, a heading path, empty for the whole document.
    """

    document: str
    index: int
    hit_tokens: int
    window: int
    window_chunks: int
    window_tokens: int
    section: tuple[str, ...]
    section_chunks: int
    section_tokens: int


def reach(
    place: tuple[str, int],
    pieces: Sequence[int],
    chunks: Sequence[tuple[int, int]],
    sections: Mapping[int, SectionSpan],
) -> Reach:
    """Return what around the chunk at `place` (document, index) holds all `pieces` of the same document.

    `chunks` gives (section, tokens) of each of the document's chunks in order, `sections` its sections by ordinal.
    """
    document, index = place
    window = max(abs(piece - index) for piece in pieces)
    low, high = max(index - window, 0), min(index + window, len(chunks) - 1)
    around = [tokens for _, tokens in chunks[low : high + 1]]
    first, last = _enclosing([chunks[piece][0] for piece in pieces], sections)
    inside = [tokens for section, tokens in chunks if first <= section <= last]
    return Reach(
        document=document,
        index=index,
        hit_tokens=chunks[index][1],
        window=window,
        window_chunks=len(around),
        window_tokens=sum(around),
        section=_path(first, sections),
        section_chunks=len(inside),
        section_tokens=sum(inside),
    )


def _enclosing(wanted: Sequence[int], sections: Mapping[int, SectionSpan]) -> tuple[int, int]:
    """Return the ordinals of the smallest section with all of `wanted`, and of its last subsection."""
    ordinal = wanted[0]
    while ordinal in sections:
        last = sections[ordinal].last
        if all(ordinal <= each <= last for each in wanted):
            return ordinal, last
        ordinal = sections[ordinal].parent
    return -1, max(sections, default=-1)


def _path(ordinal: int, sections: Mapping[int, SectionSpan]) -> tuple[str, ...]:
    path: list[str] = []
    while ordinal in sections:
        path.append(sections[ordinal].heading)
        ordinal = sections[ordinal].parent
    return tuple(reversed(path))

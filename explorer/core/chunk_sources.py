"""A chunk as its document has it: the stretch of the source that it was cut from."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.core.model import Place

MOST_LETTERS = 6000
"""Letters of a chunk's source that are shown; a longer one says how many it leaves out."""


@dataclass(frozen=True, slots=True)
class ChunkSource:
    """`text` is the source from the chunk's first letter to its last, `left_out` how many letters more there are.

    Both are empty where the document has no source text, such as a PDF.
    """

    document: str
    index: int
    text: str = ""
    left_out: int = 0


def source_of(document: str, index: int, source: str, place: Place) -> ChunkSource:
    """Return a chunk's stretch of its document's source text."""
    if place.start is None or place.end is None:
        return ChunkSource(document, index)
    text = source[place.start : min(place.end, place.start + MOST_LETTERS)]
    return ChunkSource(document, index, text, max(min(place.end, len(source)) - place.start - len(text), 0))

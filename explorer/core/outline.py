"""Sections out of headings, by popping all open headings of the same or a deeper level (DESIGN 4.1).

Section ordinals count headings in document order, so a section is known by its position and never by its text: equal
headings in two places are two sections.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from explorer.core.model import Block, BlockKind, Place


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what it governs. All block indices count the document's blocks.

    `ordinal` counts headings from 0; `parent` is the enclosing section's ordinal, -1 at the top. `path` holds all
    headings above, outermost first, this one included. `first_block` is the heading's own block, `body_end` the next
    heading of any level, `end_block` the next heading of the same or a higher level (or the document's end).
    """

    ordinal: int
    parent: int
    level: int
    heading: str
    path: tuple[str, ...]
    slug: str
    place: Place
    first_block: int
    body_end: int
    end_block: int

    @property
    def own_body(self) -> range:
        """Return the indices of the blocks between this heading and the next one of any level."""
        return range(self.first_block + 1, self.body_end)

    @property
    def is_leaf(self) -> bool:
        """Tell whether the section has no subsections."""
        return self.body_end == self.end_block


def outline(blocks: Sequence[Block]) -> tuple[Section, ...]:
    """Return the sections of `blocks` in document order."""
    heads = [index for index, block in enumerate(blocks) if block.kind is BlockKind.HEADING]
    parents = _parents([blocks[index].level for index in heads])
    ends = _ends(heads, [blocks[index].level for index in heads], len(blocks))
    taken: dict[str, int] = {}
    sections: list[Section] = []
    for ordinal, index in enumerate(heads):
        block, parent = blocks[index], parents[ordinal]
        above = sections[parent].path if parent >= 0 else ()
        sections.append(
            Section(
                ordinal=ordinal,
                parent=parent,
                level=block.level,
                heading=block.text,
                path=(*above, block.text),
                slug=block.slug or slugify(block.text, taken),
                place=block.place,
                first_block=index,
                body_end=heads[ordinal + 1] if ordinal + 1 < len(heads) else len(blocks),
                end_block=ends[ordinal],
            )
        )
    return tuple(sections)


def _parents(levels: Sequence[int]) -> list[int]:
    parents: list[int] = []
    open_headings: list[int] = []
    for ordinal, level in enumerate(levels):
        while open_headings and levels[open_headings[-1]] >= level:
            open_headings.pop()
        parents.append(open_headings[-1] if open_headings else -1)
        open_headings.append(ordinal)
    return parents


def _ends(heads: Sequence[int], levels: Sequence[int], length: int) -> list[int]:
    ends = [length] * len(heads)
    open_headings: list[int] = []
    for ordinal, level in enumerate(levels):
        while open_headings and levels[open_headings[-1]] >= level:
            ends[open_headings.pop()] = heads[ordinal]
        open_headings.append(ordinal)
    return ends


def section_of(sections: Sequence[Section], ordinal: int) -> Section | None:
    """Return the section with that ordinal; None for -1, which stands for what comes before the first heading."""
    return sections[ordinal] if 0 <= ordinal < len(sections) else None


def slugify(text: str, taken: dict[str, int]) -> str:
    """Return the anchor of a heading by GitHub's rule, and note it in `taken` (one dictionary a document).

    Lower case; letters of any script, their marks, digits, `_` and `-` stay, spaces become `-`, all else goes. A slug
    that is taken gets `-1`, `-2` and so on.
    """
    kept = "".join(sign for sign in text.strip().lower() if _stays(sign))
    base = kept.replace(" ", "-")
    slug = base
    while slug in taken:
        taken[base] += 1
        slug = f"{base}-{taken[base]}"
    taken[slug] = 0
    return slug


def _stays(sign: str) -> bool:
    return sign in "-_ " or sign.isalnum() or unicodedata.category(sign).startswith("M")

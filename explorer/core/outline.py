"""Sections out of headings, by popping all open headings of the same or a deeper level (DESIGN 4.1).

Section ordinals count headings in document order, so a section is known by its position and never by its text: equal
headings in two places are two sections.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from explorer.core.model import Block, BlockKind, Place


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what it governs. All block indices count the document's blocks.

    `ordinal` counts headings from 0; `parent` is the enclosing section's ordinal, -1 at the top. `path` holds all
    headings above, outermost first, this one included. `first_block` is the heading's own block, `body_end` the next
    heading of any level, `end_block` the next heading of the same or a higher level (or the document's end, or where
    the part of a page ends that the heading stands in: `Block.resumes`). `resumed`: where the own body goes on after
    such parts.
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
    resumed: tuple[range, ...] = ()

    @property
    def own_body(self) -> range:
        """Return the indices of the blocks between this heading and the next one of any level."""
        return range(self.first_block + 1, self.body_end)

    @property
    def own_blocks(self) -> Iterator[int]:
        """Yield the indices of all blocks of the own body, those after an ended part of the page included."""
        return chain(self.own_body, *self.resumed)

    @property
    def is_leaf(self) -> bool:
        """Tell whether the section has no subsections."""
        return self.body_end == self.end_block


def outline(blocks: Sequence[Block]) -> tuple[Section, ...]:
    """Return the sections of `blocks` in document order."""
    return _sections(blocks, _plan(blocks))


def _sections(blocks: Sequence[Block], plan: _Plan) -> tuple[Section, ...]:
    resumed: dict[int, list[range]] = {}
    for ordinal, stretch in plan.resumed:
        resumed.setdefault(ordinal, []).append(stretch)
    taken: dict[str, int] = {}
    sections: list[Section] = []
    for ordinal, index in enumerate(plan.heads):
        block, parent = blocks[index], plan.parents[ordinal]
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
                body_end=plan.body_ends[ordinal],
                end_block=plan.ends[ordinal],
                resumed=tuple(resumed.get(ordinal, ())),
            )
        )
    return tuple(sections)


def own_bodies(blocks: Sequence[Block]) -> Iterator[tuple[Section | None, range]]:
    """Yield the stretches of own bodies in document order, each with its section.

    What no heading governs has None: the blocks before the first heading (a stretch of them comes first, empty or
    not), and those after a part of the page that held all headings so far.
    """
    plan = _plan(blocks)
    sections = _sections(blocks, plan)
    yield None, range(plan.heads[0] if plan.heads else len(blocks))
    stretches = [(section.ordinal, section.own_body) for section in sections] + plan.resumed
    for ordinal, stretch in sorted(stretches, key=lambda each: each[1].start):
        yield section_of(sections, ordinal), stretch


@dataclass(slots=True)
class _Plan:
    """What headings govern: by ordinal the heading's block, its parent, where its first own body and its section end.

    `resumed`: stretches of blocks after an ended part of the page, with the section that they belong to (-1: none).
    """

    heads: list[int] = field(default_factory=list[int])
    parents: list[int] = field(default_factory=list[int])
    body_ends: list[int] = field(default_factory=list[int])
    ends: list[int] = field(default_factory=list[int])
    resumed: list[tuple[int, range]] = field(default_factory=list[tuple[int, range]])

    def reopened(self, open_headings: Sequence[int], top: int, index: int, length: int) -> list[int]:
        """Return the headings that are open again at the block `index` where `top` is the innermost of them.

        Others end there; those that had ended inside the part of the page go on, to the document's end if need be.
        """
        again: list[int] = []
        while top >= 0:
            again.append(top)
            top = self.parents[top]
        again.reverse()
        for ordinal in set(open_headings).difference(again):
            self.ends[ordinal] = index
        for ordinal in set(again).difference(open_headings):
            self.ends[ordinal] = length
        return again

    def end_stretch(self, index: int) -> None:
        """Note that the stretch of blocks that goes on ends before the block at `index`."""
        if self.resumed and self.resumed[-1][1].stop > index:
            ordinal, stretch = self.resumed.pop()
            self.resumed += [(ordinal, range(stretch.start, index))] if index > stretch.start else []
        elif self.body_ends and self.body_ends[-1] > index:
            self.body_ends[-1] = index


def _plan(blocks: Sequence[Block]) -> _Plan:
    plan = _Plan()
    tops: list[int] = []
    open_headings: list[int] = []
    for index, block in enumerate(blocks):
        heading = block.kind is BlockKind.HEADING
        top = _top(open_headings)
        if 0 < block.resumes <= index:
            open_headings = plan.reopened(open_headings, tops[block.resumes - 1], index, len(blocks))
        tops.append(_top(open_headings))
        if heading:
            while open_headings and blocks[plan.heads[open_headings[-1]]].level >= block.level:
                plan.ends[open_headings.pop()] = index
            plan.end_stretch(index)
            plan.parents.append(_top(open_headings))
            open_headings.append(len(plan.heads))
            plan.heads.append(index)
            plan.body_ends.append(len(blocks))
            plan.ends.append(len(blocks))
        elif tops[-1] != top:
            plan.end_stretch(index)
            plan.resumed.append((tops[-1], range(index, len(blocks))))
    return plan


def _top(open_headings: Sequence[int]) -> int:
    return open_headings[-1] if open_headings else -1


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

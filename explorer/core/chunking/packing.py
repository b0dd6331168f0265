"""Packing units greedily into drafts of chunks: own text, what is carried, what had to be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.core.chunking.measure import Carry, Measure, Unit, affordable, spread
from explorer.core.model import Block, BlockKind, CutNote

_WITH_TABLE = ((BlockKind.CAPTION, BlockKind.TABLE), (BlockKind.TABLE, BlockKind.CAPTION))


_MOST_INTRODUCING, _MOST_WORDS, _MOST_LETTERS = 2, 12, 90
_ENDS = (".", "!", "?", "…", "。", "！", "？", "．")
_CLOSING = "\"'”’»›)]）」』*_"


@dataclass(frozen=True, slots=True)
class Draft:
    """A chunk without its surroundings: `ranges` are its own slices (block, start, end), in order."""

    ranges: tuple[tuple[int, int, int], ...]
    text: str
    tokens: int
    carried: tuple[str, ...]
    notes: tuple[CutNote, ...]


class Packer:
    """Packs the units of one document; `blocks` are the document's."""

    def __init__(self, measure: Measure, blocks: Sequence[Block]) -> None:
        self._measure = measure
        self._blocks = blocks

    def pack(self, units: Sequence[Unit]) -> list[Draft]:
        """Return the drafts of `units`, each as full as it can be before the next begins.

        A subhead or lead-in that would end one goes with what it introduces.
        """
        whole = self._whole(units)
        if whole is not None:
            return [whole]
        drafts: list[Draft] = []
        first = 0
        while first < len(units):
            carry, notes = self._open(units[first])
            stop = self._reach(units, first, carry)
            draft, stop = self._settle(units, first, stop, carry, notes)
            before = self._before_introduction(units, first, stop)
            if before < stop:
                draft, stop = self._settle(units, first, before, carry, notes)
            drafts.append(draft)
            first = stop
        return drafts

    def _whole(self, units: Sequence[Unit]) -> Draft | None:
        """Return all units as one draft if they fit, which needs no sums to be exact."""
        if not units or sum(unit.end - unit.start for unit in units) > self._measure.cap:
            return None
        draft = self._draft(units, 0, len(units), (), set())
        return draft if self._fits(draft) else None

    def _fits(self, draft: Draft) -> bool:
        return len(draft.text) <= self._measure.cap and draft.tokens <= self._measure.share

    def _open(self, unit: Unit) -> tuple[tuple[Carry, ...], set[CutNote]]:
        """Return what a chunk that begins with `unit` can carry, and what must be reported about the rest."""
        carry = affordable(self._measure, unit.carry, unit.tokens, unit.end - unit.start)
        return carry, {part.dropped for part in unit.carry[: len(unit.carry) - len(carry)]}

    def _reach(self, units: Sequence[Unit], first: int, carry: tuple[Carry, ...]) -> int:
        """Return the first unit that does not fit any more, by adding up."""
        tokens = spread(carry) + units[first].tokens
        characters = sum(len(part.text) + 1 for part in carry) + units[first].end - units[first].start
        stop = first + 1
        while stop < len(units):
            glue = self._glue(units[stop - 1], units[stop])
            tokens += units[stop].tokens + self._measure.glue(glue)
            characters += units[stop].end - units[stop].start + len(glue)
            for part in (part for part in carry if _holds(units[stop : stop + 1], part)):
                tokens -= part.tokens
                characters -= len(part.text) + 1
            if tokens > self._measure.share or characters > self._measure.cap:
                break
            stop += 1
        return stop

    def _settle(
        self, units: Sequence[Unit], first: int, stop: int, carry: tuple[Carry, ...], notes: set[CutNote]
    ) -> tuple[Draft, int]:
        """Count the joined text, as sums can be short of it, and give up units, then carried parts, until it fits."""
        while True:
            draft = self._draft(units, first, stop, carry, notes)
            if self._fits(draft) or (stop == first + 1 and not carry):
                return draft, stop
            if stop > first + 1:
                stop -= 1
            else:
                notes = notes | {carry[0].dropped}
                carry = carry[1:]

    def _before_introduction(self, units: Sequence[Unit], first: int, stop: int) -> int:
        """Return where a chunk ends that would else end with what introduces the next one, as a line over a list does.

        It ends there as before where more than two such lines stand one after the other, which introduce nothing, where
        nothing else would be left, and where they do not fit before what they introduce.
        """
        last = stop
        while first < last <= stop < len(units) and introduces(self._blocks, units[last - 1], units[last].block):
            last -= 1
        if last in {stop, first} or stop - last > _MOST_INTRODUCING:
            return stop
        together = self._draft(units, last, stop + 1, (), set())
        return last if self._fits(together) else stop

    def _draft(
        self, units: Sequence[Unit], first: int, stop: int, carry: tuple[Carry, ...], notes: set[CutNote]
    ) -> Draft:
        own = units[first:stop]
        carry = tuple(part for part in carry if not _holds(own, part))
        ranges = _ranges(own)
        text = "\n".join((*(part.text for part in carry), self._own_text(ranges)))
        found = notes | {note for unit in own for note in unit.notes}
        found |= {part.dropped for part in carry if part.shortened}
        found |= {CutNote.INSIDE_LIST for edge in (first, stop) if self._inside_item(units, edge)}
        return Draft(
            ranges=ranges,
            text=text,
            tokens=own[0].tokens if len(own) == 1 and not carry else self._measure.count(text),
            carried=tuple(part.text for part in carry),
            notes=tuple(note for note in CutNote if note in found),
        )

    def _inside_item(self, units: Sequence[Unit], edge: int) -> bool:
        """Tell whether a list item stands on both sides of the cut before unit `edge`."""
        if not 0 < edge < len(units):
            return False
        block = units[edge].block
        return units[edge - 1].block == block and self._blocks[block].kind is BlockKind.LIST_ITEM

    def _own_text(self, ranges: Sequence[tuple[int, int, int]]) -> str:
        parts: list[str] = []
        for position, (block, start, end) in enumerate(ranges):
            if position:
                parts.append(self._between(ranges[position - 1][0], block))
            parts.append(self._blocks[block].text[start:end])
        return "".join(parts)

    def _glue(self, before: Unit, after: Unit) -> str:
        """Return what stands between two units: the block's own characters, or what joins two blocks."""
        if before.block == after.block:
            return self._blocks[after.block].text[before.end : after.start]
        return self._between(before.block, after.block)

    def _between(self, before: int, after: int) -> str:
        one, two = self._blocks[before], self._blocks[after]
        same_list = one.kind is two.kind is BlockKind.LIST_ITEM and one.group == two.group
        table = (one.kind, two.kind) in _WITH_TABLE
        return "\n" if same_list or table else "\n\n"


def _holds(own: Sequence[Unit], part: Carry) -> bool:
    """Tell whether the words of `part` stand among the own units anyway."""
    return any(unit.block == part.block and unit.start <= part.start < unit.end for unit in own)


def _ranges(units: Sequence[Unit]) -> tuple[tuple[int, int, int], ...]:
    ranges: list[tuple[int, int, int]] = []
    for unit in units:
        if ranges and ranges[-1][0] == unit.block:
            ranges[-1] = (unit.block, ranges[-1][1], unit.end)
        else:
            ranges.append((unit.block, unit.start, unit.end))
    return tuple(ranges)


def introduces(blocks: Sequence[Block], unit: Unit, following: int) -> bool:
    """Tell whether a unit is a short paragraph that is no sentence: a subhead or lead-in of the block that follows."""
    block = blocks[unit.block]
    if block.kind is not BlockKind.PARAGRAPH or unit.block == following:
        return False
    text = block.text.strip()
    if unit.end - unit.start < len(text) or len(text) > _MOST_LETTERS or len(text.split()) > _MOST_WORDS:
        return False
    return not text.rstrip(_CLOSING).endswith(_ENDS) and any(map(str.isalpha, text))

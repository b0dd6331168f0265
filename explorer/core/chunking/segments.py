"""An own body as segments: stretches of units that are packed apart from each other.

A table with its caption is a segment of its own. Code over the limit begins a new segment, so that it is cut as
seldom as possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from explorer.core.chunking.cutting import cut_code, cut_item, cut_prose, whole_or_none
from explorer.core.chunking.measure import Carry, Measure, Unit, trimmed, trimmed_lines
from explorer.core.chunking.sentences import sentence_spans
from explorer.core.chunking.tables import table_units
from explorer.core.model import Block, BlockKind, CutNote


def heading_units(measure: Measure, blocks: Sequence[Block], index: int) -> list[Unit]:
    """Return the units of a heading that becomes a chunk of its own words."""
    text = blocks[index].text
    span = trimmed(text, 0, len(text))
    unit = whole_or_none(measure, index, text, span, measure.share)
    return [unit] if unit is not None else list(cut_prose(measure, index, text, span, measure.share))


def segments(measure: Measure, blocks: Sequence[Block], body: Sequence[int]) -> list[list[Unit]]:
    """Return the segments of the own body whose content blocks are `body` (indices, in order)."""
    captions = _captions(blocks, body)
    of_tables = set(captions.values())
    leads = _Leads(measure, blocks)
    parts: list[list[Unit]] = [[]]
    for position, index in enumerate(body):
        if index in of_tables:
            continue
        if blocks[index].kind is BlockKind.TABLE:
            parts += [table_units(measure, blocks, index, captions.get(index)), []]
            continue
        lead = leads.of(index, body[position - 1] if position else None)
        units = _block_units(measure, blocks, index, lead)
        if blocks[index].kind is BlockKind.CODE and len(units) > 1:
            parts.append([])
        parts[-1] += units
    return [units for units in parts if units]


def _captions(blocks: Sequence[Block], body: Sequence[int]) -> dict[int, int]:
    """Return the caption of each table that has one: the one directly before it, else a free one directly after."""
    kinds = [blocks[index].kind for index in body]
    pairs = list(pairwise(zip(body, kinds, strict=True)))
    captions = {
        two: one for (one, before), (two, after) in pairs if before is BlockKind.CAPTION and after is BlockKind.TABLE
    }
    taken = set(captions.values())
    for (one, before), (two, after) in pairs:
        free = one not in captions and two not in taken
        if free and before is BlockKind.TABLE and after is BlockKind.CAPTION:
            captions[one] = two
    return captions


def _block_units(measure: Measure, blocks: Sequence[Block], index: int, lead: tuple[Carry, ...]) -> list[Unit]:
    """Return a block that is not a table as one unit if it fits, else as what it can be cut into."""
    block = blocks[index]
    text = block.text
    code = block.kind is BlockKind.CODE
    span = trimmed_lines(text, 0, len(text)) if code else trimmed(text, 0, len(text))
    unit = whole_or_none(measure, index, text, span, measure.share)
    if unit is not None:
        return [replace(unit, carry=lead) if lead else unit]
    if block.kind is BlockKind.LIST_ITEM:
        return list(cut_item(measure, index, text, span, lead))
    cut = cut_code if code else cut_prose
    return list(cut(measure, index, text, span, measure.share))


class _Leads:
    """The lead-in of each list: the paragraph directly before it, when that ends with a colon."""

    def __init__(self, measure: Measure, blocks: Sequence[Block]) -> None:
        self._measure = measure
        self._blocks = blocks
        self._of_list: dict[int, tuple[Carry, ...]] = {}

    def of(self, index: int, before: int | None) -> tuple[Carry, ...]:
        """Return what the list item `index` carries; `before` is the block in front of it in the same own body."""
        block = self._blocks[index]
        if block.kind is not BlockKind.LIST_ITEM:
            return ()
        goes_on = before is not None and self._blocks[before].kind is BlockKind.LIST_ITEM
        if block.group not in self._of_list or (not block.group and not goes_on):
            self._of_list[block.group] = self._lead(before)
        return self._of_list[block.group]

    def _lead(self, index: int | None) -> tuple[Carry, ...]:
        if index is None or self._blocks[index].kind is not BlockKind.PARAGRAPH:
            return ()
        text = self._blocks[index].text
        if not text.rstrip().endswith((":", "：")):
            return ()
        start, end = trimmed(text, 0, len(text))
        if not self._short(text[start:end]):
            start, end = trimmed(text, *sentence_spans(text[:end])[-1])
        tokens = self._measure.count(text[start:end])
        return (Carry(text[start:end], tokens, index, start, CutNote.LEAD_IN_DROPPED),)

    def _short(self, text: str) -> bool:
        """Tell whether a paragraph is short enough to be carried whole: a quarter of the text's share."""
        return self._measure.count(text) <= self._measure.share // 4

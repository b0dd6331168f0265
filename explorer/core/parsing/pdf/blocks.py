"""Blocks made of lines: headings, paragraphs, list items, code, quotations, captions and tables, each with its places.

Lines of a paragraph join with a blank; a word broken by a hyphen is mended, lines in scripts without blanks join
without. A paragraph goes on in the next column or page when its last line ends no sentence and the next begins in
lower case, or when that line is full; footnotes in between come after it. Each line is a run with its own rectangle,
so any slice of a block has only the rectangles of its lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from explorer.core.model import Block, BlockKind, Place, Rect, Run
from explorer.core.outline import slugify
from explorer.core.parsing.pdf.headings import is_caption
from explorer.core.parsing.pdf.lines import Line
from explorer.core.parsing.pdf.measure import NATURAL_PITCH, Measure, same_column
from explorer.core.parsing.pdf.notes import begins_note, footnotes, is_quotation
from explorer.core.parsing.pdf.outline import Match
from explorer.core.parsing.pdf.tables import Table
from explorer.core.parsing.pdf.words import is_broken, is_wide, joint

_MARKER = re.compile(r"^(?:[•‣▪–—*◦●○■□➢✓·►▶]|-(?=\s)|o(?=\s)|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)](?=\s))\s*")
_COMPOUND = re.compile(r"[^\W_]+(?:[-‐][^\W_]+)+")
_NEXT_COLUMN = 60.0
"""Least distance in points of the left edges of two columns."""
_FULL_LINE = 30
"""Least letters of a line from which its width says whether it is full."""
_TERMINAL = (".", "!", "?", ":", ";", "。", "！", "？", "；")


class PageBox(NamedTuple):
    """A page's size in points."""

    width: float
    height: float


class _Part(NamedTuple):
    line: Line
    lead: str


class BlockMaker:
    """Turns a document's lines into blocks, in order."""

    def __init__(
        self, lines: Sequence[Line], tables: Sequence[Table], boxes: Sequence[PageBox], measure: Measure
    ) -> None:
        self._lines = lines
        self._tables = tables
        self._boxes = boxes
        self._measure = measure
        self._group = 0
        self._slugs: dict[str, int] = {}
        self._all_mono = sum(line.mono for line in lines) * 2 > len(lines)
        self._footnotes = {id(lines[index]) for index in footnotes(lines, measure.body)}
        self._hyphenated: frozenset[str] | None = None

    def blocks(self, headings: Sequence[Match], left_out: set[int]) -> list[Block]:
        """Return all blocks; `left_out` are indices of lines that no block holds."""
        starts = {match.first: match for match in headings}
        blocks: list[Block] = []
        waiting: list[Line] = []
        index = 0
        while index < len(self._lines):
            line, match = self._lines[index], starts.get(index)
            if match is not None or line.table >= 0 or index in left_out:
                blocks.extend(self._flow(waiting))
                waiting = []
            if match is not None:
                blocks.append(self._heading(match))
                index = match.last
                waiting.extend(self._rest(match))
            elif line.table >= 0:
                blocks.append(self._table(self._tables[line.table]))
            elif index not in left_out:
                waiting.append(line)
            index += 1
        blocks.extend(self._flow(waiting))
        return blocks

    def rect(self, line: Line) -> Rect:
        """Return a line's box, clipped to its page."""
        width, height = self._boxes[line.page - 1]
        x0, y0, x1, y1 = line.box or line[2:6]
        left, top = (x0 if x0 > 0 else 0.0), (y0 if y0 > 0 else 0.0)
        right, bottom = (x1 if x1 < width else width), (y1 if y1 < height else height)
        return Rect(line.page, round(left, 2), round(top, 2), round(right, 2), round(bottom, 2))

    def _rest(self, match: Match) -> list[Line]:
        """Return what stands behind a run-in heading on its last line: the beginning of its paragraph."""
        line = self._lines[match.last]
        text = line.text[match.end_offset :].strip() if match.end_offset else ""
        return [line._replace(text=text, bold=False)] if text else []

    def _heading(self, match: Match) -> Block:
        lines = list(self._lines[match.first : match.last + 1])
        if match.end_offset:
            lines[-1] = lines[-1]._replace(text=lines[-1].text[: match.end_offset].rstrip())
        block = self._block(BlockKind.HEADING, [_Part(line, "") for line in lines], level=match.level)
        return replace(block, slug=slugify(block.text, self._slugs))

    def _table(self, table: Table) -> Block:
        texts = ["| " + " | ".join(row) + " |" for row in table.rows]
        runs: list[Run] = []
        at = 0
        for text, rects in zip(texts, table.rects, strict=True):
            runs.append(Run(at, at + len(text), Place(page=rects[0].page, rects=rects)))
            at += len(text) + 1
        place = Place(page=table.page, rects=tuple(rect for rects in table.rects for rect in rects))
        return Block(BlockKind.TABLE, "\n".join(texts), place, tuple(runs), header_rows=table.header_rows)

    def _flow(self, lines: list[Line]) -> list[Block]:
        """Cut lines that follow one another into paragraphs, list items, captions and code."""
        groups: list[list[Line]] = []
        notes: list[list[Line]] = []
        for line in lines:
            if id(line) in self._footnotes:
                if notes and not begins_note(line) and not self._starts_block(notes[-1], line):
                    notes[-1].append(line)
                else:
                    notes.append([line])
            elif groups and not self._starts_block(groups[-1], line):
                groups[-1].append(line)
            else:
                groups.extend(notes)
                notes = []
                groups.append([line])
        groups.extend(notes)
        return self._made(groups)

    def _made(self, groups: list[list[Line]]) -> list[Block]:
        blocks: list[Block] = []
        items: list[list[Line]] = []
        for group in groups:
            if self._is_item(group):
                items.append(group)
                continue
            blocks.extend(self._list(items))
            items = []
            blocks.append(self._prose(group))
        blocks.extend(self._list(items))
        return blocks

    def _prose(self, group: list[Line]) -> Block:
        if self._is_code(group[0]):
            return self._code(group)
        parts = [_Part(line, "") for line in group]
        if group[0].role == "Caption" or is_caption(group[0].text):
            return self._block(BlockKind.CAPTION, parts)
        if is_quotation(group, self._measure):
            self._group += 1
            return self._block(BlockKind.QUOTE, parts, group=self._group)
        return self._block(BlockKind.PARAGRAPH, parts)

    def _is_code(self, line: Line) -> bool:
        return line.mono and not self._all_mono

    def _is_item(self, group: list[Line]) -> bool:
        return not self._is_code(group[0]) and bool(_MARKER.match(group[0].text))

    def _starts_block(self, group: list[Line], line: Line) -> bool:
        last = group[-1]
        if _MARKER.match(line.text) and not self._is_code(line):
            return not (self._is_code(last) and line.mono)
        if self._is_code(last) != self._is_code(line) or is_caption(line.text) or _are_cells(last, line):
            return True
        if abs(last.size - line.size) > 0.6 and not (last.text[-1:].isalnum() and line.text[:1].islower()):
            return True
        if not same_column(last, line):
            return self._is_code(line) or not self._runs_over(last, line)
        if self._is_code(line):
            return line.base - last.base > 3 * self._measure.pitch_of(line)
        return self._is_parted(group, line)

    def _runs_over(self, last: Line, line: Line) -> bool:
        """Tell whether a paragraph goes on in the next column or on the next page."""
        if last.text.endswith(_TERMINAL) or not last.upright or not line.upright or last.bold != line.bold:
            return False
        if line.text[0].islower() or is_broken(last.text) or is_wide(line.text):
            return True
        full = len(last.text) >= _FULL_LINE and not self._measure.room(last, line)
        return full and line.text[0].isalnum() and last.font == line.font

    def _is_parted(self, group: list[Line], line: Line) -> bool:
        last = group[-1]
        gap = line.base - last.base
        usual = self._measure.pitch_of(line)
        if len(group) > 1 and same_column(group[-2], last):
            usual = max(last.base - group[-2].base, min(0.8 * usual, NATURAL_PITCH * line.size))
        if gap > 1.3 * usual + 0.5:
            return True
        goes_on = line.text[0].islower()
        if gap > 1.3 * NATURAL_PITCH * line.size + 0.5 and self._measure.room(last, line) and not goes_on:
            # Text that is set so wide apart fills its lines.
            return True
        ended = last.text.endswith(_TERMINAL)
        if last.bold != line.bold and len(group) == 1 and self._measure.room(last, line):
            return True
        if self._is_item(group):
            return ended and line.x0 < group[0].x0 - 1
        indented = line.x0 > last.x0 + 0.8 * line.size and (len(group) == 1 or abs(last.x0 - group[-2].x0) < 1)
        return ended and (indented or self._measure.room(last, line)) and not goes_on

    def _list(self, items: list[list[Line]]) -> list[Block]:
        """Make list items: deeper ones are lines of the item above them."""
        blocks: list[Block] = []
        if items:
            self._group += 1
        parts: list[_Part] = []
        top = _Top()
        for item in items:
            depth = top.depth(item[0], self._measure.edges[item[0].page, item[0].column][0])
            if depth == 0 and parts:
                blocks.append(self._block(BlockKind.LIST_ITEM, parts, group=self._group))
                parts = []
            parts.append(_Part(item[0], "\n" + "  " * depth if parts else ""))
            parts.extend(_Part(line, "") for line in item[1:])
        if parts:
            blocks.append(self._block(BlockKind.LIST_ITEM, parts, group=self._group))
        return blocks

    def _code(self, lines: list[Line]) -> Block:
        left = min(line.x0 for line in lines)
        pitch = min((b.base - a.base for a, b in pairwise(lines) if b.base > a.base), default=0.0)
        parts: list[_Part] = []
        for index, line in enumerate(lines):
            letter = max(1.0, (line.x1 - line.x0) / max(1, len(line.text)))
            breaks = 1
            if index and pitch > 0:
                breaks = min(3, max(1, round((line.base - lines[index - 1].base) / max(pitch, 0.9 * line.size))))
            parts.append(_Part(line, ("\n" * breaks if index else "") + " " * round((line.x0 - left) / letter)))
        return self._block(BlockKind.CODE, parts)

    def _block(self, kind: BlockKind, parts: list[_Part], level: int = 0, group: int = 0) -> Block:
        texts: list[str] = []
        length = 0
        starts: list[int] = []
        for line, lead in parts:
            if lead:
                texts.append(lead)
                length += len(lead)
            elif texts:
                before = texts[-1]
                texts[-1] = joint(before, line.text, self._with_hyphen() if is_broken(before) else ())
                length += len(texts[-1]) - len(before)
            starts.append(length)
            texts.append(line.text)
            length += len(line.text)
        rects = tuple([self.rect(line) for line, _ in parts])
        runs = tuple(
            [
                # A run reaches to the next one's start: what joins two lines belongs to the first.
                Run(start, end, Place(page=rect.page, rects=(rect,)))
                for start, end, rect in zip(starts, [*starts[1:], length], rects, strict=True)
            ]
        )
        place = Place(page=parts[0].line.page, rects=rects)
        return Block(kind, "".join(texts), place, runs, level=level, group=group)

    def _with_hyphen(self) -> frozenset[str]:
        """Return the document's words that have a hyphen inside of a line, in lower case."""
        if self._hyphenated is None:
            held = (line.text for line in self._lines if "-" in line.text or "‐" in line.text)
            words = (word for text in held for word in _COMPOUND.findall(text))
            self._hyphenated = frozenset(word.replace("‐", "-").casefold() for word in words)
        return self._hyphenated


class _Top:
    """Remembers where the items of a list begin, to tell how deep the next one is."""

    def __init__(self) -> None:
        self._lefts: list[float] = []
        self._page = (0, 0)
        self._edge = 0.0

    def depth(self, line: Line, edge: float) -> int:
        """Return how deep an item is; `edge` is the left edge of its column."""
        if not self._lefts:
            self._edge = edge
        shift = edge - self._edge if edge - self._edge > _NEXT_COLUMN else 0.0
        x = line.x0 - shift
        if self._page != (line.page, line.column) and self._lefts and x < self._lefts[0] - 6:
            self._lefts = []
        self._page = (line.page, line.column)
        while self._lefts and x < self._lefts[-1] - 4:
            self._lefts.pop()
        if not self._lefts or x > self._lefts[-1] + 4:
            self._lefts.append(x)
        return len(self._lefts) - 1


def _are_cells(above: Line, below: Line) -> bool:
    """Tell whether two lines are rows of one list in columns: parts behind wide gaps begin at the same places."""
    if not above.starts or not below.starts or above.mono or below.mono:
        return False
    return any(abs(one - two) <= 2 for one in above.starts[1:] for two in below.starts[1:])

"""Stretches of plain text to blocks: paragraphs, list items with their children, quotations, what is laid out.

Wrapped lines are joined by a blank, so that sentences are whole; tables in columns, code and verse keep their lines.
A line's text is an exact run; what joins lines has none of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from explorer.core.model import Block, BlockKind, Place
from explorer.core.parsing.markdown.source import Source
from explorer.core.parsing.markdown.writer import TextWriter
from explorer.core.parsing.text.candidates import between
from explorer.core.parsing.text.layout import is_code, is_laid_out, is_verse
from explorer.core.parsing.text.lines import Stretch, TextLine, is_ornament

_MARKER = re.compile(
    r"(?P<bullet>[-*+•‣⁃◦▪●○·–]|o(?=\s{2}))\s+(?=\S)"
    r"|(?P<open>\(?)(?P<number>\d{1,3}|[a-zA-Z]|[ivx]{2,5})(?P<close>[.)])\s+(?=\S)"
)
_ONE_BLANK = re.compile(r"\S+(?: \S+)*")
_QUOTED = re.compile(r"(?:>\s?)+")
_DEFAULT_WIDTH = 72
_MOST_WIDTH = 120


@dataclass(frozen=True, slots=True)
class _Marker:
    """What a list item begins with. `kind`: what its siblings begin with too; `column`: where its words begin."""

    kind: str
    indent: int
    column: int
    value: int


class BlockMaker:
    """Makes blocks out of stretches; `groups` counts lists and quotations over the whole document."""

    def __init__(self, source: Source, stretches: Sequence[Stretch]) -> None:
        self._source = source
        self._width = _wrap_width(stretches)
        self._groups = 0

    def blocks(self, stretches: Sequence[Stretch]) -> Iterator[Block]:
        """Yield the blocks of what stands between two headings."""
        at = 0
        while at < len(stretches):
            stretch = stretches[at]
            taken = 1
            if all(is_ornament(line.text) for line in stretch):
                pass
            elif all(line.text.startswith(">") for line in stretch):
                taken = _count_quotes(stretches, at)
                yield from self._quotes(stretches[at : at + taken])
            elif is_laid_out(stretch):
                taken = _count_laid_out(stretches, at)
                yield self._code(stretches[at : at + taken])
            elif _marker(stretch[0]) is not None:
                items, taken = _list_items(stretches, at)
                yield from self._list(items)
            else:
                yield from self._paragraph(stretch)
            at += taken

    def heading_text(self, lines: Stretch, block: Block) -> Block:
        """Return the heading's block with the text of its lines, gaps made blanks; `block` brings the rest."""
        writer = TextWriter()
        for number, line in enumerate(lines):
            for at, match in enumerate(_ONE_BLANK.finditer(line.text)):
                if at:
                    writer.put(" ")
                elif number:
                    writer.put(between(lines[number - 1].text, line.text))
                start = line.start + match.start()
                writer.put(match[0], Place(start=start, end=start + len(match[0])), exact=True)
        text, runs = writer.finish(block.place)
        return Block(block.kind, text, block.place, runs, level=block.level, slug=block.slug)

    def _paragraph(self, stretch: Stretch) -> Iterator[Block]:
        """Yield a paragraph, and the list behind it when its last words introduce one without a blank line."""
        cut = _list_within(stretch)
        if cut < len(stretch):
            yield self._prose(stretch[:cut])
            items, _ = _list_items([stretch[cut:]], 0)
            yield from self._list(items)
        else:
            yield self._prose(stretch)

    def _prose(self, stretch: Stretch) -> Block:
        writer = TextWriter()
        if is_verse(stretch, self._width):
            for line in stretch:
                writer.begin_line("")
                writer.put(line.text, line.place, exact=True)
        else:
            _write_joined(stretch, writer)
        return self._finish(BlockKind.PARAGRAPH, writer, stretch)

    def _code(self, stretches: Sequence[Stretch]) -> Block:
        lines = [line for stretch in stretches for line in stretch]
        margin = min(line.indent for line in lines)
        writer = TextWriter()
        for number, line in enumerate(lines):
            if number and line.number > lines[number - 1].number + 1:
                writer.break_line()
            if number:
                writer.break_line()
            writer.put(" " * (line.indent - margin))
            writer.put(line.text, line.place, exact=True)
        return self._finish(BlockKind.CODE, writer, lines)

    def _quotes(self, stretches: Sequence[Stretch]) -> Iterator[Block]:
        self._groups += 1
        for stretch in stretches:
            inner = [_unquoted(line) for line in stretch]
            for part in _parts_between_blank(inner):
                writer = TextWriter()
                _write_joined(part, writer)
                yield self._finish(BlockKind.QUOTE, writer, part, group=self._groups)

    def _list(self, items: Sequence[list[Stretch]]) -> Iterator[Block]:
        self._groups += 1
        for item in items:
            writer = TextWriter()
            _write_item(item, writer)
            yield self._finish(
                BlockKind.LIST_ITEM, writer, [line for part in item for line in part], group=self._groups
            )

    def _finish(self, kind: BlockKind, writer: TextWriter, lines: Sequence[TextLine], *, group: int = 0) -> Block:
        place = self._source.line_span(lines[0].number, lines[-1].number + 1)
        text, runs = writer.finish(place, strip=kind is not BlockKind.CODE)
        return Block(kind, text, place, runs, group=group)


def _wrap_width(stretches: Sequence[Stretch]) -> int:
    """Return the column where the document wraps its lines: that of nearly its widest lines in longer paragraphs."""
    widths = sorted(line.width for stretch in stretches if len(stretch) > 2 for line in stretch[:-1])
    return min(widths[int(len(widths) * 0.9)], _MOST_WIDTH) if widths else _DEFAULT_WIDTH


def _write_joined(lines: Sequence[TextLine], writer: TextWriter) -> None:
    for number, line in enumerate(lines):
        if number:
            writer.put(between(lines[number - 1].text, line.text))
        writer.put(line.text, line.place, exact=True)


def _unquoted(line: TextLine) -> TextLine:
    """Return a line without its marks of quotation; it may be empty then."""
    match = _QUOTED.match(line.text)
    cut = match.end() if match else 0
    text = line.text[cut:].strip()
    start = line.start + (line.text.index(text, cut) if text else cut)
    return TextLine(line.number, start, start + len(text), line.indent, text)


def _parts_between_blank(lines: Sequence[TextLine]) -> Iterator[list[TextLine]]:
    part: list[TextLine] = []
    for line in lines:
        if line.text:
            part.append(line)
        elif part:
            yield part
            part = []
    if part:
        yield part


def _count_quotes(stretches: Sequence[Stretch], at: int) -> int:
    last = at
    while last < len(stretches) and all(line.text.startswith(">") for line in stretches[last]):
        last += 1
    return last - at


def _count_laid_out(stretches: Sequence[Stretch], at: int) -> int:
    """Count the stretches that are one piece of code or drawing: like the first, a blank line apart at most."""
    last = at + 1
    code = is_code(stretches[at])
    while last < len(stretches) and stretches[last][0].number == stretches[last - 1][-1].number + 2:
        if is_code(stretches[last]) != code or not is_laid_out(stretches[last]):
            break
        last += 1
    return last - at


def _marker(line: TextLine) -> _Marker | None:
    match = _MARKER.match(line.text[:40])
    if match is None:
        return None
    column = line.indent + match.end()
    if match["bullet"]:
        return _Marker(match["bullet"], line.indent, column, 0)
    number = match["number"]
    if number.isupper() and match["close"] == "." and not match["open"]:
        # "J. Smith said": initials are far more common than lists by capital letters.
        return None
    kind = match["open"] + ("1" if number.isdigit() else "a") + match["close"]
    return _Marker(kind, line.indent, column, int(number) if number.isdigit() else 0)


def _list_within(stretch: Stretch) -> int:
    """Return the line at which a list begins inside a paragraph, its length when none does.

    A hard-wrapped line may begin with "- " or "2. " by chance: a list is announced by a colon, or has two items.
    """
    for at in range(1, len(stretch)):
        marker = _marker(stretch[at])
        if marker is None:
            continue
        announced = stretch[at - 1].text[-1] in ":："
        others = (_marker(line) for line in stretch[at + 1 : at + 41])
        again = any(other and _are_siblings(marker, other) for other in others)
        starts = marker.value <= 1
        if starts and (announced or (again and marker.indent >= stretch[at - 1].indent)):
            return at
    return len(stretch)


def _are_siblings(one: _Marker, two: _Marker) -> bool:
    return one.kind == two.kind and abs(one.indent - two.indent) <= 1


def _list_items(stretches: Sequence[Stretch], at: int) -> tuple[list[list[Stretch]], int]:
    """Return the items of the list that begins at a stretch, each a list of stretches, and how many stretches it takes.

    An item holds what is indented below it, over blank lines too; a new item begins as the first one did.
    """
    first = _marker(stretches[at][0])
    items: list[list[Stretch]] = []
    taken = 0
    column = first.column if first else 0
    for index in range(at, len(stretches)):
        stretch = stretches[index]
        marker = _marker(stretch[0])
        if first is None or (taken and not _belongs(stretch, marker, first, column)):
            break
        for part in _split_at_siblings(stretch, first):
            own = _marker(part[0])
            if not items or (own is not None and own.indent <= first.indent + 1):
                items.append([part])
                column = own.column if own else column
            else:
                items[-1].append(part)
        taken += 1
    return items, max(taken, 1)


def _belongs(stretch: Stretch, marker: _Marker | None, first: _Marker, column: int) -> bool:
    indent = stretch[0].indent
    if marker is not None and (_are_siblings(marker, first) or indent > first.indent + 1):
        return True
    return first.indent + 1 < indent <= column + 3 and abs(indent - column) <= 3


def _split_at_siblings(stretch: Stretch, first: _Marker) -> Iterator[Stretch]:
    begun = 0
    for at in range(1, len(stretch)):
        marker = _marker(stretch[at])
        if marker is not None and _are_siblings(marker, first):
            yield stretch[begun:at]
            begun = at
    yield stretch[begun:]


def _write_item(item: Sequence[Stretch], writer: TextWriter) -> None:
    """Write an item: nested items each on a line of its own, indented by two blanks for each depth."""
    indents: list[int] = []
    before: TextLine | None = None
    for part in item:
        laid_out = is_laid_out(part)
        for number, line in enumerate(part):
            marker = _marker(line)
            nested = marker is not None and (not indents or number == 0 or marker.indent > indents[0] + 1)
            if nested or number == 0 or laid_out or before is None:
                indent = _depth(line, indents, is_item=nested)
                writer.begin_line(indent)
            else:
                writer.put(between(before.text, line.text))
            writer.put(line.text, line.place, exact=True)
            before = line


def _depth(line: TextLine, indents: list[int], *, is_item: bool) -> str:
    """Return the indentation of a line, and note where the item that it begins stands."""
    while indents and (indents[-1] > line.indent or (is_item and indents[-1] >= line.indent - 1 and len(indents) > 1)):
        indents.pop()
    if not indents:
        indents.append(line.indent)
        return ""
    if is_item and line.indent > indents[-1] + 1:
        indents.append(line.indent)
        return "  " * (len(indents) - 1)
    return "  " * len(indents) if not is_item else "  " * (len(indents) - 1)

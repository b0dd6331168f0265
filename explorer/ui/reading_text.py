"""Builds a reading view's text out of a document's blocks, and knows where each block stands in it.

Only plain text is inserted: no markup of the document is ever interpreted, no picture loaded, no script run.
Positions are Qt's (16-bit units); offsets into blocks are code points.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import (
    QColor,
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTableFormat,
)

from explorer.core.model import Block, BlockKind, Place, join_places
from explorer.ui.chunk_text import table_cells
from explorer.ui.place_map import PlaceMap, Stretch, source_point, utf16_length
from explorer.ui.theme import Theme

PART_LETTERS = 120_000
PART_BLOCKS = 800
_MOST_ROWS = 400
_CELL_END = "\0"
_HEADING_SIZES = (1.5, 1.3, 1.15, 1.05)


@dataclass(frozen=True, slots=True)
class Piece:
    """Positions `start` to `end` hold `text[first:last]` of a block; a table has a piece for each row."""

    start: int
    end: int
    block: int
    first: int
    last: int


def parts_of(blocks: Sequence[Block]) -> list[range]:
    """Return the blocks in parts that are built in an instant; a long document is read part by part."""
    parts: list[range] = []
    start = letters = 0
    for number, block in enumerate(blocks):
        if number > start and (letters + len(block.text) > PART_LETTERS or number - start >= PART_BLOCKS):
            parts.append(range(start, number))
            start, letters = number, 0
        letters += len(block.text)
    return [*parts, range(start, len(blocks))]


class ReadingText:
    """Some of a document's blocks as a text to read."""

    def __init__(self, document: QTextDocument, blocks: Sequence[Block], part: range, theme: Theme) -> None:
        """Fill `document`, which is emptied first, with the blocks in `part`."""
        self._blocks = blocks
        self._theme = theme
        self.part = part
        self.pieces: list[Piece] = []
        document.clear()
        document.setDefaultFont(theme.font(1.05, serif=True))
        document.setDocumentMargin(16)
        self._cursor = QTextCursor(document)
        self._cursor.beginEditBlock()
        self._fresh = True
        for number in part:
            self._add(number, blocks[number])
        self._cursor.endEditBlock()
        self._searched: tuple[int, int, int, str] | None = None
        self._map = PlaceMap(blocks[part.start : part.stop], part.start)
        # Pieces are in order of blocks and within these in order of the text, so all three lists grow.
        self._starts = [piece.start for piece in self.pieces]
        self._firsts = [(piece.block, piece.first) for piece in self.pieces]
        self._lasts = [(piece.block, piece.last) for piece in self.pieces]

    def span_of(self, place: Place) -> tuple[int, int] | None:
        """Return the positions between which a place of the source stands; None when it is not in this part."""
        found = [
            (
                self._position(piece, max(stretch.start, piece.first)),
                self._position(piece, min(stretch.end, piece.last)),
            )
            for stretch in self._map.stretches(place)
            for piece in self._pieces_of(stretch)
        ]
        return (min(start for start, _ in found), max(end for _, end in found)) if found else None

    def found_span(self, block: int, start: int, end: int) -> tuple[int, int] | None:
        """Return the positions of `shown_words(block)[start:end]`; None when the block is not in this part.

        What is left out of a table or an overlong block is said to stand where that is told.
        """
        if block not in self.part:
            return None
        if self._searched is None or self._searched[0] != block:
            pieces = [piece for piece in self.pieces if piece.block == block]
            if not pieces:
                return None
            self._searched = (block, pieces[0].start, pieces[-1].end, shown_words(self._blocks[block]))
        _, origin, edge, words = self._searched
        low = min(origin + utf16_length(words[:start]), edge)
        return low, min(low + utf16_length(words[start:end]), edge)

    def blocks_between(self, first: int, last: int) -> range:
        """Return the numbers of the blocks of which something stands between two positions."""
        if not self.pieces:
            return range(self.part.start, self.part.start)
        low, high = max(bisect_right(self._starts, first) - 1, 0), max(bisect_right(self._starts, last) - 1, 0)
        return range(self.pieces[low].block, self.pieces[high].block + 1)

    def heading_position(self, ordinal: int) -> int | None:
        """Return where the heading with a number (from 0, in document order) stands, None when not in this part."""
        block = heading_block(self._blocks, ordinal)
        return next((piece.start for piece in self.pieces if piece.block == block), None)

    def point_at(self, position: int) -> int | None:
        """Return the source's code point for a position, None outside the blocks."""
        number = bisect_right(self._starts, position) - 1
        if number < 0:
            return None
        piece = self.pieces[number]
        block = self._blocks[piece.block]
        text = block.text[piece.first : piece.last]
        units = min(position, piece.end) - piece.start
        offset = units if text.isascii() else _code_points(text, units)
        if block.kind == BlockKind.TABLE:
            offset = 0
        return source_point(block, min(piece.first + offset, max(piece.last - 1, piece.first)))

    def passage(self, start: int, end: int) -> tuple[int, int, str] | None:
        """Return the span of the source from which the text between two positions comes, and the blocks' words there.

        Rows of tables count whole. None where nothing of the source stands.
        """
        first = max(bisect_right(self._starts, start) - 1, 0)
        places: list[Place] = []
        words: list[str] = []
        for piece in self.pieces[first : bisect_left(self._starts, end)]:
            low, high = self._offset(piece, start), self._offset(piece, end, at_end=True)
            if piece.end >= start and low < high:
                block = self._blocks[piece.block]
                places.append(block.place_of(low, high))
                words.append(block.text[low:high])
        place = join_places(places)
        if place.start is None or place.end is None:
            return None
        return place.start, place.end, "\n".join(words)

    def _offset(self, piece: Piece, position: int, *, at_end: bool = False) -> int:
        """Return the code point of a block's text at a position; its piece's edge where it lies outside."""
        block = self._blocks[piece.block]
        if block.kind == BlockKind.TABLE:
            return piece.last if at_end else piece.first
        inside = min(max(position, piece.start), piece.end) - piece.start
        text = block.text[piece.first : piece.last]
        return piece.first + (inside if text.isascii() else _code_points(text, inside))

    def _pieces_of(self, stretch: Stretch) -> list[Piece]:
        first = bisect_right(self._lasts, (stretch.block, stretch.start))
        return self.pieces[first : bisect_left(self._firsts, (stretch.block, stretch.end))]

    def _position(self, piece: Piece, offset: int) -> int:
        block = self._blocks[piece.block]
        if block.kind == BlockKind.TABLE:
            return piece.start if offset <= piece.first else piece.end
        return min(piece.start + utf16_length(block.text[piece.first : offset]), piece.end)

    def _add(self, number: int, block: Block) -> None:
        if block.kind == BlockKind.TABLE:
            self._add_table(number, block)
            return
        self._begin(self._block_format(block), self._letters(block))
        start = self._cursor.position()
        shown = block.text[:PART_LETTERS]
        self._cursor.insertText(shown.replace("\n", "\u2028"), self._letters(block))
        left_out = len(block.text) - len(shown)
        if left_out:
            self._say_more(f" … {left_out:,} more letters; see the source text")
        self.pieces.append(Piece(start, self._cursor.position(), number, 0, len(block.text)))

    def _begin(self, look: QTextBlockFormat, letters: QTextCharFormat) -> None:
        if self._fresh:
            self._cursor.setBlockFormat(look)
            self._cursor.setBlockCharFormat(letters)
            self._fresh = False
        else:
            self._cursor.insertBlock(look, letters)

    def _block_format(self, block: Block) -> QTextBlockFormat:
        look = QTextBlockFormat()
        look.setLineHeight(128, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        look.setTopMargin(14 if block.kind == BlockKind.HEADING else 4)
        look.setBottomMargin(4)
        if block.kind in (BlockKind.LIST_ITEM, BlockKind.QUOTE):
            look.setLeftMargin(18)
        if block.kind == BlockKind.CODE:
            look.setBackground(self._theme.colour("chip"))
            look.setLineHeight(115, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            look.setLeftMargin(8)
        return look

    def _letters(self, block: Block) -> QTextCharFormat:
        letters = QTextCharFormat()
        letters.setForeground(self._theme.colour("text"))
        # Said for each block: the document's own font gives way to the style sheet's when the theme changes.
        letters.setFont(self._theme.font(1.05, serif=True))
        match block.kind:
            case BlockKind.HEADING:
                size = _HEADING_SIZES[min(max(block.level, 1), len(_HEADING_SIZES)) - 1]
                letters.setFont(self._theme.font(size, serif=True, bold=True))
            case BlockKind.CODE:
                letters.setFont(self._theme.font(0.92, mono=True))
            case BlockKind.QUOTE | BlockKind.CAPTION:
                letters.setFontItalic(True)
                letters.setForeground(self._theme.colour("muted"))
            case _:
                pass
        return letters

    def _add_table(self, number: int, block: Block) -> None:
        lines = block.text.split("\n")
        rows = [table_cells(line) for line in lines[:_MOST_ROWS]]
        columns = max(len(row) for row in rows)
        self._begin(QTextBlockFormat(), QTextCharFormat())
        table = self._cursor.insertTable(len(rows), columns, _table_format(self._theme.colour("border_strong")))
        offset = 0
        for row, (line, cells) in enumerate(zip(lines, rows, strict=False)):
            for column, cell in enumerate(cells):
                letters = QTextCharFormat()
                letters.setForeground(self._theme.colour("text"))
                letters.setFont(self._theme.font(0.92, serif=True))
                letters.setFontWeight(QFont.Weight.Bold if row < block.header_rows else QFont.Weight.Normal)
                table.cellAt(row, column).firstCursorPosition().insertText(cell, letters)
            start = table.cellAt(row, 0).firstCursorPosition().position()
            end = table.cellAt(row, columns - 1).lastCursorPosition().position()
            last = len(block.text) if row == _MOST_ROWS - 1 else offset + len(line)
            self.pieces.append(Piece(start, end, number, offset, last))
            offset += len(line) + 1
        self._cursor = table.lastCursorPosition()
        self._cursor.movePosition(QTextCursor.MoveOperation.NextBlock)
        self._more_rows(len(lines) - len(rows))

    def _more_rows(self, number: int) -> None:
        if number > 0:
            self._say_more(f"… {number:,} more rows; see the source text")

    def _say_more(self, words: str) -> None:
        letters = QTextCharFormat()
        letters.setForeground(self._theme.colour("muted"))
        self._cursor.insertText(words, letters)


def _table_format(line: QColor) -> QTextTableFormat:
    look = QTextTableFormat()
    look.setBorder(1)
    look.setBorderBrush(line)
    look.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    look.setBorderCollapse(True)
    look.setCellPadding(4)
    look.setCellSpacing(0)
    look.setTopMargin(4)
    look.setWidth(QTextLength())
    look.setProperty(QTextFormat.Property.FrameBottomMargin, 6.0)
    return look


def _code_points(text: str, units: int) -> int:
    """Return how many code points the first `units` 16-bit units of a text hold."""
    seen = 0
    for number, letter in enumerate(text):
        if seen >= units:
            return number
        seen += 2 if ord(letter) > 0xFFFF else 1
    return len(text)


def shown_words(block: Block) -> str:
    """Return a block's text as it is shown and searched: each cell of a table followed by one sign that no one types.

    In the view too one position lies between two cells.
    """
    if block.kind != BlockKind.TABLE:
        return block.text
    rows = [table_cells(line) for line in block.text.split("\n")]
    columns = max(len(row) for row in rows)
    return _CELL_END.join(cell for row in rows for cell in (*row, *[""] * (columns - len(row))))


def heading_block(blocks: Sequence[Block], ordinal: int) -> int | None:
    """Return the number of the block that is the heading `ordinal` (from 0, in document order)."""
    headings = (number for number, block in enumerate(blocks) if block.kind == BlockKind.HEADING)
    return next((number for place, number in enumerate(headings) if place == ordinal), None)

"""Writes Markdown tokens as a block's text: inline content, lists with all their children, tables, code, quotations.

Everything inside a container becomes lines of the container's one text; a nested list is indented by two blanks for
each depth, each item on a line of its own behind its own marker.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from markdown_it.token import Token

from explorer.core.model import Place
from explorer.core.parsing.markdown.html import HtmlPart, PartKind, Piece, html_parts
from explorer.core.parsing.markdown.inline import InlineWriter
from explorer.core.parsing.markdown.jsx import closed_names
from explorer.core.parsing.markdown.rules import parse_inline
from explorer.core.parsing.markdown.source import Cell, Locator, Passage, Source
from explorer.core.parsing.markdown.writer import TextWriter

_INDENT = "  "
_UNESCAPED_PIPE = re.compile(r"(?<!\\)\|")
_LISTS = ("bullet_list_open", "ordered_list_open")


class TokenWriter:
    """Writes tokens of one document. `first_line`: the file's line at which the parser's line 0 stands.

    `closes[i]` is the index of the token that closes token i (i itself for tokens without content).
    """

    def __init__(self, tokens: Sequence[Token], source: Source, first_line: int, environment: dict[str, Any]) -> None:
        self.tokens = tokens
        self.source = source
        self.closes = matching_closes(tokens)
        self.closed_tags = closed_names(source.text)
        self._first_line = first_line
        self._environment = environment

    def lines_of(self, token: Token) -> tuple[int, int]:
        """Return the half-open range of the file's lines that a token takes."""
        first, last = token.map or (0, 0)
        return self._first_line + first, self._first_line + last

    def place_of(self, token: Token) -> Place:
        """Return the place of a token's lines."""
        return self.source.line_span(*self.lines_of(token))

    def write_range(self, first: int, last: int, writer: TextWriter, indent: str) -> None:
        """Write the tokens from `first` to `last` (exclusive), each block on a new line."""
        index = first
        while index < last:
            self.write_block(index, writer, indent)
            index = self.closes[index] + 1

    def write_block(self, index: int, writer: TextWriter, indent: str = "") -> None:
        """Write the block that opens at token `index`."""
        token = self.tokens[index]
        if token.type in _LISTS:
            for item, marker in self.items(index):
                self.write_item(item, marker, writer, indent)
        elif token.type in ("paragraph_open", "heading_open"):
            writer.begin_line(indent)
            self.write_inline(index, writer, one_line=token.type == "heading_open")
        elif token.type in ("fence", "code_block"):
            self.write_code(token, writer, indent)
        elif token.type == "html_block":
            self._write_html(token, writer, indent)
        elif token.type == "table_open":
            self.write_table(index, writer, indent)
        else:
            self._write_container(index, writer, indent)

    def _write_container(self, index: int, writer: TextWriter, indent: str) -> None:
        token = self.tokens[index]
        if token.type == "footnote_reference_open":
            self.write_footnote(index, writer, indent)
        elif token.type == "dl_open":
            for first, last in self.definitions(index):
                self.write_definition(first, last, writer, indent)
        elif token.type == "blockquote_open":
            self.write_range(index + 1, self.closes[index], writer, indent)

    def write_inline(self, index: int, writer: TextWriter, *, one_line: bool = False) -> None:
        """Write the words of the paragraph or heading that opens at token `index`."""
        opening, inline = self.tokens[index], self.tokens[index + 1]
        first = self.lines_of(opening)[0]
        search_from = None
        if opening.markup.startswith("#"):
            start = self.source.text.find(opening.markup, self.source.starts[first])
            search_from = start + len(opening.markup)
        if self._write_plain(inline, first, search_from, writer):
            return
        passage = Passage(inline.content, self.source, first, search_from)
        InlineWriter(passage, writer, one_line=one_line, closed=self.closed_tags).write(inline.children or ())

    def _write_plain(self, inline: Token, line: int, search_from: int | None, writer: TextWriter) -> bool:
        """Write a single line without any marks, the most frequent kind; tells whether it is one."""
        children = inline.children or ()
        content = inline.content
        if len(children) != 1 or children[0].type != "text" or children[0].content != content or "\n" in content:
            return False
        text, low, high = self.source.text, self.source.starts[line], self.source.ends[line]
        found = text.rfind(content, low, high) if search_from is None else text.find(content, search_from, high)
        if found < 0:
            return False
        writer.put(content, Place(start=found, end=found + len(content)), exact=True)
        return True

    def items(self, index: int) -> list[tuple[int, str]]:
        """Return a list's items with their markers as written; numbers that all repeat the first one count up."""
        ends, at, found = self.closes[index], index + 1, list[int]()
        while at < ends:
            found.append(at)
            at = self.closes[at] + 1
        numbers = [self.tokens[item].info for item in found]
        counted = len(set(numbers)) == 1 and numbers[0].isdigit()
        return [
            (item, f"{int(numbers[0]) + count if counted else numbers[count]}{self.tokens[item].markup}")
            for count, item in enumerate(found)
        ]

    def write_item(self, index: int, marker: str, writer: TextWriter, indent: str = "") -> None:
        """Write a list item with all its children."""
        token = self.tokens[index]
        writer.begin_line(indent)
        self._write_marker(marker, token.info + token.markup, self.lines_of(token)[0], writer)
        writer.fresh = True
        self.write_range(index + 1, self.closes[index], writer, indent + _INDENT)
        writer.fresh = False

    def _write_marker(self, marker: str, written: str, line: int, writer: TextWriter) -> None:
        """Write a marker; `written` is what the file has for it on `line`."""
        start = max(self.source.starts[line], writer.reached)
        found = self.source.text.find(written, start, self.source.ends[line])
        place = Place(start=found, end=found + len(written)) if found >= 0 else None
        writer.put(marker, place, exact=marker == written)
        writer.put(" ")

    def write_footnote(self, index: int, writer: TextWriter, indent: str = "") -> None:
        """Write a footnote's definition behind its mark (`[^1]:`)."""
        token = self.tokens[index]
        mark = f"[^{token.meta['label']}]:"
        writer.begin_line(indent)
        self._write_marker(mark, mark, self.lines_of(token)[0], writer)
        writer.fresh = True
        self.write_range(index + 1, self.closes[index], writer, indent + _INDENT)
        writer.fresh = False

    def definitions(self, index: int) -> list[tuple[int, int]]:
        """Return the ranges of tokens of a definition list that hold a term with its definitions each."""
        firsts: list[int] = []
        at, ends = index + 1, self.closes[index]
        before = ""
        while at < ends:
            if self.tokens[at].type == "dt_open" and before != "dt_open":
                firsts.append(at)
            before = self.tokens[at].type
            at = self.closes[at] + 1
        return list(pairwise([*firsts, ends]))

    def write_definition(self, first: int, last: int, writer: TextWriter, indent: str = "") -> None:
        """Write a term, and its definitions indented below it."""
        at = first
        while at < last:
            if self.tokens[at].type == "dt_open":
                writer.begin_line(indent)
                self.write_inline(at, writer)
            else:
                self.write_range(at + 1, self.closes[at], writer, indent + _INDENT)
            at = self.closes[at] + 1

    def place_between(self, first: int, last: int) -> Place:
        """Return the place of the lines from token `first` to token `last` (exclusive)."""
        maps = [token.map for token in self.tokens[first:last] if token.map]
        begin, end = min(lines[0] for lines in maps), max(lines[1] for lines in maps)
        return self.source.line_span(self._first_line + begin, self._first_line + end)

    def write_code(self, token: Token, writer: TextWriter, indent: str = "") -> None:
        """Write code line by line, its white space kept."""
        first = self.lines_of(token)[0] + (token.type == "fence")
        content = token.content.removesuffix("\n")
        passage = Passage(content, self.source, first)
        at = 0
        for line in content.split("\n"):
            writer.begin_line(indent)
            place, exact = passage.locate(at, at + len(line))
            writer.put(line, place, exact=exact)
            at += len(line) + 1

    def write_table(self, index: int, writer: TextWriter, indent: str = "") -> None:
        """Write a table, one line a row; cells beyond the header's columns are kept (GFM would drop them)."""
        for at in range(index, self.closes[index]):
            if self.tokens[at].type == "tr_open":
                writer.begin_line(indent)
                self._write_row(at, writer)

    def _write_row(self, index: int, writer: TextWriter) -> None:
        token = self.tokens[index]
        parsed = [
            self.tokens[at].children or ()
            for at in range(index, self.closes[index])
            if self.tokens[at].type == "inline"
        ]
        start, row = self._row_of(token)
        spans = _cell_spans(row, start)
        count = max(len(parsed), len(spans))
        # The borders have places of their own, so that no row reaches into another one or into the line of dashes.
        _write_border(writer, start, exact=row.startswith("|"))
        for number in range(count):
            writer.put(" ")
            if number < len(spans):
                cell = Cell(self.source, *spans[number])
                children = parsed[number] if number < len(parsed) else parse_inline(cell.text, self._environment)
                InlineWriter(cell, writer, one_line=True, cell=True, closed=self.closed_tags).write(children)
            writer.put(" ")
            if number + 1 < count:
                writer.put("|")
        end = start + len(row)
        if len(row) > 1 and row.endswith("|") and not row.endswith("\\|"):
            _write_border(writer, max(end - 1, writer.reached), exact=writer.reached < end)
        else:
            _write_border(writer, max(end, writer.reached), exact=False)

    def _row_of(self, token: Token) -> tuple[int, str]:
        """Return where a table row begins in the file and how it reads, without blanks at its end."""
        line = self.lines_of(token)[0]
        start = self.source.starts[line] + token.meta["column"]
        return start, self.source.text[start : self.source.ends[line]].rstrip(" \t")

    def _write_html(self, token: Token, writer: TextWriter, indent: str) -> None:
        passage = Passage(token.content, self.source, self.lines_of(token)[0])
        for part in html_parts(token.content, self.closed_tags):
            write_html_part(part, passage, writer, indent)


def _cell_spans(row: str, start: int) -> list[tuple[int, int]]:
    """Return where a row's cells stand in the file, as the table rule splits them, white space trimmed."""
    cuts = [-1, *(match.start() for match in _UNESCAPED_PIPE.finditer(row)), len(row)]
    spans = [(first + 1, last) for first, last in pairwise(cuts)]
    if spans and spans[0][0] == spans[0][1]:
        spans.pop(0)
    if spans and spans[-1][0] == spans[-1][1]:
        spans.pop()
    return [_trimmed(row, first, last, start) for first, last in spans]


def _write_border(writer: TextWriter, at: int, *, exact: bool) -> None:
    writer.put("|", Place(start=at, end=at + exact), exact=exact)


def write_html_part(part: HtmlPart, locator: Locator, writer: TextWriter, indent: str = "") -> None:
    """Write what a stretch of HTML says: a table as rows, anything else as it stands."""
    if part.kind is PartKind.TABLE:
        for row in part.rows:
            writer.begin_line(indent)
            writer.put("|")
            for cell in row:
                writer.put(" ")
                _write_pieces(cell, locator, writer, cell=True)
                writer.put(" |")
        return
    writer.begin_line(indent)
    _write_pieces(part.rows[0][0], locator, writer, heading=part.level > 0, code=part.kind is PartKind.CODE)


def _write_pieces(
    pieces: Sequence[Piece],
    locator: Locator,
    writer: TextWriter,
    *,
    cell: bool = False,
    heading: bool = False,
    code: bool = False,
) -> None:
    """Write pieces; a blank at either end, or after another one, is left out except in code."""
    blank = True
    waiting: Piece | None = None
    for piece in pieces:
        if not code and piece.text.isspace():
            broken = piece.text == "\n" and not (cell or heading)
            waiting = piece if waiting is None or broken else waiting
            continue
        if waiting is not None and not blank:
            if waiting.text == "\n" and not (cell or heading):
                writer.break_line()
            else:
                writer.put(" ")
        waiting, blank = None, blank and not piece.text
        _write_piece(piece, locator, writer, cell=cell)


def _write_piece(piece: Piece, locator: Locator, writer: TextWriter, *, cell: bool) -> None:
    text = piece.text.replace("|", "\\|") if cell else piece.text
    lines = text.split("\n")
    at = piece.start
    for number, line in enumerate(lines):
        if number:
            writer.break_line()
        length = len(line) if len(lines) > 1 else piece.end - piece.start
        place, exact = locator.locate(at, at + length)
        writer.put(line, place, exact=exact and locator.text[at : at + length] == line)
        at += length + 1


def _trimmed(row: str, first: int, last: int, start: int) -> tuple[int, int]:
    cell = row[first:last]
    lead = len(cell) - len(cell.lstrip(" \t"))
    return start + first + lead, start + first + max(lead, len(cell.rstrip(" \t")))


def matching_closes(tokens: Sequence[Token]) -> list[int]:
    """Return for each token the index of the token that closes it, itself where nothing is opened."""
    closes = list(range(len(tokens)))
    opened: list[int] = []
    for index, token in enumerate(tokens):
        if token.nesting > 0:
            opened.append(index)
        elif token.nesting < 0 and opened:
            closes[opened.pop()] = index
    return closes

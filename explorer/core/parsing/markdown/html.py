"""HTML blocks inside Markdown: the tags go, the words stay with their places.

One pass over the text, without a tree: HTML in Markdown is often cut in pieces by blank lines, so unclosed and
unopened tags are the rule. Comments, scripts and styles are no words. Headings h1 to h6 count; tables become rows.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from explorer.core.parsing.markdown.inline import image_alt, tag_name
from explorer.core.parsing.markdown.jsx import is_placeholder

_BLOCK_TAG = re.compile(
    "address|article|aside|blockquote|body|caption|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|"
    "footer|form|h[1-6]|header|hr|html|legend|li|main|menu|nav|ol|optgroup|option|p|pre|search|section|summary|"
    "table|tbody|tfoot|thead|title|ul"
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_SILENT = frozenset({"script", "style"})
# A tag ends at the first > outside its quoted attribute values; the groups are possessive, so no text is tried twice.
_TAG = re.compile(r"""</?[A-Za-z][A-Za-z0-9-]*+(?=[\s/>])(?:[^<>"']++|"[^"]*+"|'[^']*+')*+>""")
_OTHER = (("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">"))
_ENTITY = re.compile(r"(&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);)")
_WORD_GAPS = re.compile(r"(\s+)")


@dataclass(frozen=True, slots=True)
class Piece:
    """Text of an HTML block and the span of the block's text that it comes from (empty for added text)."""

    text: str
    start: int
    end: int


class PartKind(Enum):
    """What a stretch of an HTML block is."""

    TEXT = "text"
    TABLE = "table"
    CODE = "code"


@dataclass(slots=True)
class HtmlPart:
    """A heading (`level` above 0), paragraph, table or preformatted text.

    Text that is no table is one row with one cell. `open_heading`: the heading's end tag did not come. `marks`: where
    in a table's cells headings begin (level above 0) and end: row, cell, piece, level. `disclosures`: what stands
    right before, in order: true for the beginning of a `details` element, false for an end.
    """

    kind: PartKind = PartKind.TEXT
    level: int = 0
    rows: list[list[list[Piece]]] = field(default_factory=lambda: [[[]]])
    header_rows: int = 0
    open_heading: bool = False
    marks: list[tuple[int, int, int, int]] = field(default_factory=list[tuple[int, int, int, int]])
    disclosures: list[bool] = field(default_factory=list[bool])

    def has_words(self) -> bool:
        """Say whether there is anything but white space."""
        return any(piece.text.strip() for row in self.rows for cell in row for piece in cell)


def html_parts(text: str, closed: frozenset[str] = frozenset()) -> list[HtmlPart]:
    """Return what a block of HTML says, in order; parts without words are left out.

    Open headings are not, nor where `details` elements begin and end.

    `closed` are the names of the tags that the document closes; other unknown tags are words.
    """
    scanner = _Scanner(closed)
    for start, end, is_tag in _tokens(text):
        if is_tag:
            scanner.tag(text[start:end], start, end)
        else:
            scanner.text(text, start, end)
    scanner.flush()
    return [part for part in scanner.parts if part.has_words() or part.open_heading or part.disclosures]


def _tokens(text: str) -> Iterator[tuple[int, int, bool]]:
    """Yield the spans of tags and of the text between them; comments and their like are passed over."""
    at = 0
    while at < len(text):
        opening = text.find("<", at)
        opening = len(text) if opening < 0 else opening
        if opening > at:
            yield at, opening, False
        if opening == len(text):
            return
        at, kind = _markup_end(text, opening)
        if kind == "tag":
            yield opening, at, True
        elif kind == "cdata":
            yield opening + len("<![CDATA["), max(at - 3, opening + 9), False
        elif kind == "text":
            yield opening, at, False


def _markup_end(text: str, start: int) -> tuple[int, str]:
    """Return where the markup at `start` ends and what it is; a `<` that opens nothing is text."""
    for opening, closing in _OTHER:
        if text.startswith(opening, start):
            end = text.find(closing, start + len(opening))
            end = len(text) if end < 0 else end + len(closing)
            return end, "cdata" if opening == "<![CDATA[" else "other"
    match = _TAG.match(text, start)
    return (match.end(), "tag") if match else (start + 1, "text")


class _Scanner:
    """Sorts text into parts as tags come by."""

    def __init__(self, closed: frozenset[str]) -> None:
        self.parts: list[HtmlPart] = []
        self._closed = closed
        self._part = HtmlPart()
        self._silent = ""

    def text(self, text: str, start: int, end: int) -> None:
        if self._silent:
            return
        keep_space = self._part.kind is PartKind.CODE
        for piece in _ENTITY.split(text[start:end]):
            if piece.startswith("&") and piece.endswith(";"):
                self._add(html.unescape(piece), start, start + len(piece))
            elif piece and keep_space:
                self._add(piece, start, start + len(piece))
            else:
                self._add_words(piece, start)
            start += len(piece)

    def _add_words(self, text: str, start: int) -> None:
        """Add text with white space as one blank each."""
        for piece in _WORD_GAPS.split(text):
            if piece:
                self._add(" " if piece.isspace() else piece, start, start + len(piece))
            start += len(piece)

    def _add(self, text: str, start: int, end: int) -> None:
        row = self._part.rows[-1]
        if not row:
            if text.isspace():
                return
            row.append([])
        row[-1].append(Piece(text, start, end))

    def tag(self, tag: str, start: int, end: int) -> None:
        name, closing = tag_name(tag), tag.startswith("</")
        if self._silent:
            self._silent = "" if closing and name == self._silent else self._silent
        elif name in _SILENT and not closing:
            self._silent = name
        elif name == "img":
            self._add(image_alt(tag), start, end)
        elif name == "br":
            self._add("\n", start, end)
        elif name in ("tr", "td", "th"):
            self._cell(name, closing=closing)
        elif _BLOCK_TAG.fullmatch(name):
            self._block(name, closing=closing)
        elif is_placeholder(tag, self._closed):
            self._add(tag, start, end)

    def _block(self, name: str, *, closing: bool) -> None:
        table = self._part.kind is PartKind.TABLE
        if table and name not in ("table", "caption"):
            if name in _HEADINGS and self._part.rows[-1]:
                rows = self._part.rows
                level = 0 if closing else _HEADINGS[name]
                self._part.marks.append((len(rows) - 1, len(rows[-1]) - 1, len(rows[-1][-1]), level))
            self._add(" ", 0, 0)
            return
        self._part.open_heading = self._part.open_heading and not (closing and name in _HEADINGS)
        self.flush()
        if name in _HEADINGS and not closing:
            self._part.level = _HEADINGS[name]
            self._part.open_heading = True
        elif name == "pre" and not closing:
            self._part.kind = PartKind.CODE
        elif name == "details":
            self._part.disclosures.append(not closing)

    def _cell(self, name: str, *, closing: bool) -> None:
        """Begin a row or a cell. A table's rows count from its first cell, wherever its tag `<table>` stands."""
        if closing:
            return
        if self._part.kind is not PartKind.TABLE:
            self.flush()
            self._part = HtmlPart(PartKind.TABLE, rows=[[]])
        rows = self._part.rows
        if name == "tr":
            if rows[-1]:
                rows.append([])
            return
        if name == "th" and len(rows) == 1:
            self._part.header_rows = 1
        rows[-1].append([])

    def flush(self) -> None:
        """Close the present part and begin a paragraph."""
        part, self._part = self._part, HtmlPart()
        if part.kind is PartKind.TABLE and _is_layout(part):
            self.parts += _laid_out(part)
            return
        if part.kind is PartKind.TABLE:
            part.rows = [row for row in part.rows if row]
        self.parts.append(part)


def _is_layout(table: HtmlPart) -> bool:
    """Tell whether a table only arranges a page: a cell holds a heading and something more."""
    for (row, cell), marks in _marks_by_cell(table).items():
        pieces = table.rows[row][cell]
        ends = (*(piece for piece, _ in marks[1:]), len(pieces))
        outside = [
            (0, marks[0][0]),
            *((piece, end) for (piece, level), end in zip(marks, ends, strict=True) if not level),
        ]
        if any(one.text.strip() for begin, end in outside for one in pieces[begin:end]):
            return True
    return False


def _marks_by_cell(table: HtmlPart) -> dict[tuple[int, int], list[tuple[int, int]]]:
    marks: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row, cell, piece, level in table.marks:
        marks.setdefault((row, cell), []).append((piece, level))
    return marks


def _laid_out(table: HtmlPart) -> Iterator[HtmlPart]:
    """Yield the headings and texts of a layout table's cells in order."""
    marks = _marks_by_cell(table)
    for at_row, row in enumerate(table.rows):
        for at_cell, pieces in enumerate(row):
            begin, level = 0, 0
            for piece, next_level in (*marks.get((at_row, at_cell), ()), (len(pieces), 0)):
                yield HtmlPart(level=level, rows=[[pieces[begin:piece]]])
                begin, level = piece, next_level

"""Writes elements of docutils as a block's text: inline content, and what stands inside lists and other containers.

Everything inside a container becomes lines of the container's one text; a nested list is indented by two blanks for
each depth, each item on a line of its own behind its own marker.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from docutils import nodes

from explorer.core.model import Place
from explorer.core.parsing.docx.number_formats import write_number
from explorer.core.parsing.markdown.writer import TextWriter
from explorer.core.parsing.rst.places import Cursor, write_words

_INDENT = "  "
_MARKER = re.compile(r"[ \t]*(\(?(?:\w{1,8}|#)[.)]|[-+*•‣⁃])(?=\s|$)")
_LISTS = (nodes.bullet_list, nodes.enumerated_list)
# docutils' names of ways to count, and those of `write_number`.
_ENUMERATORS = {
    "loweralpha": "lowerLetter",
    "upperalpha": "upperLetter",
    "lowerroman": "lowerRoman",
    "upperroman": "upperRoman",
}
SILENT = (
    nodes.comment,
    nodes.substitution_definition,
    nodes.pending,
    nodes.transition,
    nodes.raw,
    nodes.decoration,
    nodes.meta,
    nodes.colspec,
)
"""Elements without words of their own."""
LITERAL = (nodes.literal_block, nodes.doctest_block, nodes.math_block)
"""Elements whose white space counts."""
_ERROR = 3
_Way = Callable[[nodes.Element, TextWriter, str], None]


class NodeWriter:
    """Writes the elements of one part of a document; `substitutions` holds what `|name|` stands for, by name."""

    def __init__(self, cursor: Cursor, substitutions: Mapping[str, str]) -> None:
        self.cursor = cursor
        self._substitutions = substitutions
        self._ways: tuple[tuple[tuple[type[nodes.Node], ...], _Way], ...] = (
            (_LISTS, self.write_list),
            (LITERAL, self.write_literal),
            ((nodes.table,), self.write_table),
            ((nodes.line_block,), self.write_lines),
            ((nodes.system_message,), self.write_lost),
            ((nodes.definition_list_item,), self.write_definition),
            ((nodes.field,), self.write_field),
            ((nodes.option_list_item,), self.write_option),
            ((nodes.footnote, nodes.citation), self.write_footnote),
            ((nodes.image,), self.write_image),
        )

    def write_inline(self, node: nodes.Element, writer: TextWriter) -> None:
        """Write the words of a paragraph, title or other text element, wrapped lines joined by a blank."""
        for child in node.children:
            if isinstance(child, nodes.Text):
                write_words(child.astext(), self.cursor, writer)
            elif isinstance(child, nodes.Element):
                self._write_marked(child, writer)

    def _write_marked(self, node: nodes.Element, writer: TextWriter) -> None:
        bold = isinstance(node, nodes.strong)
        if bold:
            writer.begin_bold()
        self._write_element_in_line(node, writer)
        if bold:
            writer.end_bold()

    def _write_element_in_line(self, node: nodes.Element, writer: TextWriter) -> None:
        if isinstance(node, nodes.substitution_reference):
            name = " ".join(node.astext().split())
            place = self.cursor.find(f"|{node.astext()}|")
            writer.put(self._substitutions.get(name, self._substitutions.get(name.lower(), name)), place)
        elif isinstance(node, (nodes.footnote_reference, nodes.citation_reference)):
            shown = node.rawsource.rstrip("_")
            place = self.cursor.find(shown)
            writer.put(shown, place, exact=place is not None)
        elif isinstance(node, nodes.image):
            write_words(str(node.get("alt", "")), self.cursor, writer)
        elif isinstance(node, SILENT):
            return
        elif len(node.children) == 1 and isinstance(node.children[0], nodes.Text) and "\n" not in node.astext():
            text = node.astext()
            place, exact = self.cursor.find_inside(node.rawsource or text, text)
            if place is None:
                write_words(text, self.cursor, writer)
            else:
                writer.put(text, place, exact=exact)
        else:
            self.write_inline(node, writer)

    def write_body(self, children: Sequence[nodes.Node], writer: TextWriter, indent: str = "") -> None:
        """Write elements one below the other, each on a new line."""
        for child in children:
            if isinstance(child, nodes.Element) and not isinstance(child, SILENT):
                self.cursor.hint(line_of(child))
                self._write_element(child, writer, indent)

    def _write_element(self, node: nodes.Element, writer: TextWriter, indent: str) -> None:
        for kinds, write in self._ways:
            if isinstance(node, kinds):
                write(node, writer, indent)
                return
        if isinstance(node, nodes.TextElement):
            writer.begin_line(indent)
            self.write_inline(node, writer)
        else:
            self.write_body(node.children, writer, indent)

    def write_list(self, node: nodes.Element, writer: TextWriter, indent: str = "") -> None:
        """Write a list, each item on a new line."""
        for item, marker in self.items(node):
            writer.begin_line(indent)
            self.write_item(item, marker, writer, indent)

    def write_image(self, node: nodes.Element, writer: TextWriter, indent: str = "") -> None:
        """Write the words that stand for a picture."""
        writer.begin_line(indent)
        self._write_marked(node, writer)

    def items(self, node: nodes.Element) -> Iterator[tuple[nodes.Element, str]]:
        """Yield a list's items, each with its marker as it is to be shown where the author left it to the tool."""
        style = _ENUMERATORS.get(str(node.get("enumtype", "")), "decimal")
        before, after = str(node.get("prefix", "")), str(node.get("suffix", ""))
        children = [child for child in node.children if isinstance(child, nodes.list_item)]
        for count, child in enumerate(children, int(node.get("start", 1))):
            yield child, str(node.get("bullet", "")) or f"{before}{write_number(count, style)}{after}"

    def _written_marker(self, item: nodes.Element) -> tuple[str, Place | None]:
        """Return an item's marker as the source has it, and its place: on the item's own line, never further on."""
        source, cursor = self.cursor.source, self.cursor
        line = cursor.first_line + (item.line or 1) - 1
        for number in (line, line - 1, line + 1):
            if 0 <= number < len(source.starts):
                # A list in a list may begin on the same line, behind the outer marker.
                begin = min(max(source.starts[number], cursor.at), source.ends[number])
                match = _MARKER.match(source.text, begin, source.ends[number])
                match = match or _MARKER.match(source.text, source.starts[number], source.ends[number])
                if match:
                    return match[1], cursor.take(match.start(1), match.end(1))
        return "", None

    def write_item(self, item: nodes.Element, marker: str, writer: TextWriter, indent: str = "") -> None:
        """Write a list item with all it holds; `marker` stands for one that the source leaves open or hides."""
        self.cursor.hint(item.line)
        written, place = self._written_marker(item)
        kept = place is not None and "#" not in written
        writer.put(written if kept else marker, place, exact=kept)
        writer.put(" ")
        writer.fresh = True
        self.write_body(item.children, writer, indent + _INDENT)
        writer.fresh = False

    def write_literal(self, node: nodes.Element, writer: TextWriter, indent: str = "") -> None:
        """Write code line by line, its white space kept."""
        self.cursor.hint(node.line)
        for line in node.astext().split("\n"):
            writer.begin_line(indent)
            write_words(line, self.cursor, writer)

    def write_lines(self, node: nodes.Element, writer: TextWriter, indent: str = "") -> None:
        """Write a line block, its lines kept."""
        for child in node.children:
            if isinstance(child, nodes.line_block):
                self.write_lines(child, writer, indent + _INDENT)
            elif isinstance(child, nodes.line):
                writer.begin_line(indent)
                self.write_inline(child, writer)

    def write_definition(self, node: nodes.Element, writer: TextWriter, indent: str = "") -> None:
        """Write a term and, below it, what it means."""
        for child in node.children:
            if isinstance(child, nodes.definition):
                self.write_body(child.children, writer, indent + _INDENT)
            elif isinstance(child, nodes.classifier):
                writer.put(" : ")
                self.write_inline(child, writer)
            elif isinstance(child, nodes.term):
                writer.begin_line(indent)
                self.write_inline(child, writer)

    def write_field(self, node: nodes.Element, writer: TextWriter, indent: str = "") -> None:
        """Write a field as "Name: body"."""
        writer.begin_line(indent)
        for child in node.children:
            if isinstance(child, nodes.field_name):
                self.write_inline(child, writer)
                writer.put(": ")
                writer.fresh = True
            elif isinstance(child, nodes.Element):
                self.write_body(child.children, writer, indent + _INDENT)
        writer.fresh = False

    def write_option(self, node: nodes.Element, writer: TextWriter, indent: str = "") -> None:
        """Write a command's option and, behind it, what it does."""
        writer.begin_line(indent)
        for child in node.children:
            if isinstance(child, nodes.option_group):
                shown = ", ".join(option.rawsource or option.astext() for option in _elements(child))
                place = self.cursor.find(shown)
                writer.put(shown, place, exact=place is not None)
                writer.put("  ")
                writer.fresh = True
            elif isinstance(child, nodes.Element):
                self.write_body(child.children, writer, indent + _INDENT)
        writer.fresh = False

    def write_footnote(self, node: nodes.Element, writer: TextWriter, indent: str = "") -> None:
        """Write a footnote behind its label."""
        writer.begin_line(indent)
        labels = [child for child in _elements(node) if isinstance(child, nodes.label)]
        if labels:
            shown = f"[{labels[0].astext()}]"
            place = self.cursor.find(shown)
            writer.put(shown, place, exact=place is not None)
            writer.put(" ")
        writer.fresh = True
        self.write_body([child for child in node.children if not isinstance(child, nodes.label)], writer, indent)
        writer.fresh = False

    def write_lost(self, node: nodes.Element, writer: TextWriter, indent: str = "") -> None:
        """Write what docutils could not read and put into a message instead; other messages say nothing."""
        if node.get("level", 0) < _ERROR:
            return
        for child in _elements(node):
            if isinstance(child, nodes.literal_block):
                for line in child.astext().split("\n"):
                    if any(sign.isalnum() for sign in line):
                        writer.begin_line(indent)
                        # Two full stops may mark an empty first cell of a table (see the reader); they are no words.
                        write_words(line.strip().removeprefix(".. ").lstrip(), self.cursor, writer)

    def write_table(self, node: nodes.Element, writer: TextWriter, indent: str = "") -> None:
        """Write a table's rows, one a line; the other slots of a cell over several columns or rows stay empty."""
        below: dict[int, int] = {}
        for row in node.findall(nodes.row):
            writer.begin_line(indent)
            writer.put("|")
            self._write_row(row, below, writer)

    def _write_row(self, row: nodes.Element, below: dict[int, int], writer: TextWriter) -> None:
        """Write a row's cells; `below` counts for each column the rows that a cell above still takes."""
        column, reached = 0, self.cursor.at
        for entry in _elements(row):
            column = _skip_taken(column, below, writer)
            writer.put(" ")
            ended = self._write_cell(entry, writer)
            reached = max(reached, ended if not entry.get("morerows") else 0)
            writer.put(" |" + "  |" * int(entry.get("morecols", 0)))
            for taken in range(column, column + int(entry.get("morecols", 0)) + 1):
                below[taken] = int(entry.get("morerows", 0))
            column += int(entry.get("morecols", 0)) + 1
        _skip_taken(column, below, writer)
        self.cursor.at = reached

    def _write_cell(self, entry: nodes.Element, writer: TextWriter) -> int:
        """Write a cell and return where it ends; the cursor stays on its first line, where the next cell begins.

        Its later lines stand below its first one, between those of other cells.
        """
        started: tuple[int, int] | None = None
        after = ended = self.cursor.at
        for number, text in enumerate(_cell_lines(entry)):
            place = self.cursor.find(text) if started is None else self.cursor.find_at_column(text, *started)
            writer.put(" " if number else "")
            if place is None and "|" not in text:
                write_words(text, self.cursor, writer)
                ended = max(ended, self.cursor.at)
            else:
                writer.put(text.replace("|", "\\|"), place, exact=place is not None and "|" not in text)
            if place is not None:
                after = self.cursor.at if started is None else after
                ended = max(ended, self.cursor.at)
                line, column = self.cursor.line_of(place)
                started = line + 1, column
        self.cursor.at = after
        return ended


def _skip_taken(column: int, below: dict[int, int], writer: TextWriter) -> int:
    """Write empty cells for columns that a cell above takes, and return the next free one."""
    while below.get(column, 0) > 0:
        below[column] -= 1
        writer.put("  |")
        column += 1
    return column


def _cell_lines(entry: nodes.Element) -> list[str]:
    lines: list[str] = []
    for element in entry.children:
        lines += [" ".join(line.split()) for line in element.astext().split("\n")]
    return [line for line in lines if line]


def line_of(node: nodes.Element) -> int | None:
    """Return the line (from 1) that an element is said to begin on; a message knows it as an attribute only."""
    return node.get("line") if isinstance(node, nodes.system_message) else node.line


def _elements(node: nodes.Element) -> list[nodes.Element]:
    return [child for child in node.children if isinstance(child, nodes.Element)]

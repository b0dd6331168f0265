"""Reads reStructuredText with docutils, section by section; Sphinx's directives and roles keep their words.

Guarantees (kept by property tests): blocks come in the order of the file; a block's place is its lines; exact runs
read the same in file and text; no words are lost but comments, metadata and what only steers a tool. Nothing is
included from other files, no raw HTML is let through, no configuration file is read.

A document's title is its first heading, with the other sections below it, and a subtitle is a section of it: docutils
shows the same by promoting them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any, cast

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from docutils.utils import SystemMessage, new_document

from explorer.core.model import Block, BlockKind, ParsedDocument, TitleSource
from explorer.core.outline import slugify
from explorer.core.parsing.decoding import decode
from explorer.core.parsing.markdown.source import Source
from explorer.core.parsing.markdown.writer import TextWriter
from explorer.core.parsing.metadata import FrontMatter, choose_title, metadata_of, single_top_heading
from explorer.core.parsing.rst.blocks import PartReader, State
from explorer.core.parsing.rst.directives import register_names
from explorer.core.parsing.rst.places import Cursor, write_words
from explorer.core.parsing.rst.sections import Part, parts
from explorer.core.parsing.rst.writer import NodeWriter
from explorer.core.parsing.run_in import HeadingLevels
from explorer.core.parsing.text.blocks import BlockMaker
from explorer.core.parsing.text.lines import read_lines
from explorer.core.tokens import is_blank

_LONGEST_LINE = 10_000
_MOST_SIGNS = 300_000
# What docutils is known to raise on hostile input beside its own error; the text is read as plain text then.
_FAULTS = (RecursionError, SystemMessage, AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError)
_PLAIN_NOTE = (
    "Parts of the document (from line {line}) could not be read as reStructuredText; they were read as plain text."
)
# Where the parser would split lines and the file does not.
_NO_NEWLINES = {ord(sign): " " for sign in "\v\f\x1c\x1d\x1e\x85\u2028\u2029"}
_SIMPLE_RULE = re.compile(r"\s*(=+)(?:[ ]+=+)+\s*")
_INLINE = re.compile(r"[*`|_\\\[]")
_MARKUP = re.compile(r"[*`|_\\\[\]@]|::|://|^(?:[^\w\"'“‘(\n]|\w{1,5}[.)]\s|\([\w#]+\)\s|[\"'(][ \t])", re.MULTILINE)


def read_rst(data: bytes, name: str) -> ParsedDocument:
    """Read a reStructuredText file; a blank one has no blocks. Raises `UnreadableDocumentError` when it is no text."""
    decoded = decode(data, name)
    reader = _Reader(Source(decoded.text))
    blocks = tuple(reader.blocks())
    front = FrontMatter(fields=reader.state.fields)
    metadata, field_notes = metadata_of(front, name)
    headings = [(block.level, block.text) for block in blocks if block.kind is BlockKind.HEADING]
    candidates = (
        (reader.state.title or front.text("title"), TitleSource.FRONT_MATTER),
        (single_top_heading(headings), TitleSource.HEADING),
    )
    title, title_source = choose_title(candidates, name)
    empty = () if any(not is_blank(block.text) for block in blocks) else ("empty: there is no text in this file",)
    return ParsedDocument(
        name=name,
        format="rst",
        title=title,
        title_source=title_source,
        blocks=blocks,
        metadata=metadata,
        evidence="reStructuredText sections" if headings else "none",
        notes=(*decoded.notes, *field_notes, *reader.notes, *empty),
        source_text=decoded.text,
    )


@cache
def _settings() -> Any:  # noqa: ANN401 - docutils gives its settings no type
    settings = get_default_settings(cast("Any", Parser))
    settings.file_insertion_enabled = False
    settings.raw_enabled = False
    settings.report_level = settings.halt_level = 5
    settings.warning_stream = None
    settings.syntax_highlight = "none"
    settings.line_length_limit = _LONGEST_LINE
    return settings


class _Reader:
    """Reads the parts of one document."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._lines = [line.translate(_NO_NEWLINES) for line in source.lines()]
        self._slugs: dict[str, int] = {}
        self._levels = HeadingLevels()
        self._plain_from: int | None = None
        self.state = State()

    @property
    def notes(self) -> tuple[str, ...]:
        """Return what the user is to know about the reading."""
        return () if self._plain_from is None else (_PLAIN_NOTE.format(line=self._plain_from + 1),)

    def blocks(self) -> Iterator[Block]:
        """Yield the blocks in order; those without text are left out, empty headings are not."""
        register_names(self._source.text)
        found = list(parts(self._lines))
        parsed = {part.first: self._parse(part) for part in found if not part.level}
        for document in parsed.values():
            self._take_definitions(document)
        level = 0
        for part in found:
            if part.level:
                level = part.level
                yield self._heading(part)
            else:
                yield from self._body(part, parsed[part.first], level)

    def _take_definitions(self, document: nodes.document | None) -> None:
        if document is not None:
            self.state.title = self.state.title or str(document.get("title", ""))
            for name, definition in document.substitution_defs.items():
                self.state.substitutions.setdefault(name, definition.astext())
                self.state.substitutions.setdefault(name.lower(), definition.astext())

    def _parse(self, part: Part) -> nodes.document | None:
        """Return what docutils makes of a part; None when it is plain paragraphs or cannot be read."""
        lines = self._lines[part.first : part.last]
        text = "\n".join(lines)
        if not _MARKUP.search(text):
            return None
        if (
            len(text) > _MOST_SIGNS * 10
            or max(map(len, lines)) > _LONGEST_LINE
            or _longest_stretch(lines) > _MOST_SIGNS
        ):
            self._note_plain(part)
            return None
        document = new_document("", _settings())
        try:
            Parser().parse("\n".join(_with_first_cells(lines)), document)
        except _FAULTS:
            self._note_plain(part)
            return None
        return document

    def _note_plain(self, part: Part) -> None:
        if self._plain_from is None:
            self._plain_from = part.first

    def _heading(self, part: Part) -> Block:
        place = self._source.line_span(part.first, part.last)
        cursor = Cursor(self._source, part.worded, part.worded + 1)
        writer = TextWriter()
        words = self._lines[part.worded].strip()
        paragraph = _title_of(words) if _INLINE.search(words) else None
        if paragraph is None:
            write_words(words, cursor, writer)
        else:
            NodeWriter(cursor, self.state.substitutions).write_inline(paragraph, writer)
        text, runs = writer.finish(place)
        return self._placed(Block(BlockKind.HEADING, text, place, runs, level=part.level))

    def _body(self, part: Part, document: nodes.document | None, level: int) -> Iterator[Block]:
        if document is None:
            yield from self._plain(part)
            return
        cursor = Cursor(self._source, part.first, part.last)
        reader = PartReader(NodeWriter(cursor, self.state.substitutions), self.state, level)
        try:
            blocks = list(reader.blocks(document))
        except RecursionError:
            self._note_plain(part)
            blocks = list(self._plain(part))
        for block in blocks:
            if block.kind is BlockKind.HEADING:
                yield self._placed(block)
            elif block.text:
                yield block

    def _placed(self, heading: Block) -> Block:
        """Return a heading with its slug, a run-in heading with its level among the others too."""
        if heading.level:
            self._levels.saw(heading.level, heading.text)
        level = heading.level or self._levels.level_of(heading.text)
        return replace(heading, level=level, slug=slugify(heading.text, self._slugs))

    def _plain(self, part: Part) -> Iterator[Block]:
        lines = read_lines(self._source, part.first, part.last)
        yield from BlockMaker(self._source, lines.stretches).blocks(lines.stretches)


def _title_of(words: str) -> nodes.Element | None:
    """Return a title's words as docutils reads them, None when it cannot.

    A word before them, taken off again, keeps them from being read as a list item or another construct.
    """
    document = new_document("", _settings())
    try:
        Parser().parse("x " + words, document)
    except _FAULTS:
        return None
    paragraph = next(iter(document.findall(nodes.paragraph)), None)
    first = paragraph.children[0] if paragraph is not None and paragraph.children else None
    if paragraph is None or not isinstance(first, nodes.Text):
        return None
    paragraph.children[0] = nodes.Text(str(first).removeprefix("x").lstrip())
    return paragraph


def _longest_stretch(lines: Sequence[str]) -> int:
    """Return the length of the longest run of lines without a blank one: docutils is slow in very long paragraphs."""
    longest = length = 0
    for line in lines:
        length = length + len(line) if line.strip() else 0
        longest = max(longest, length)
    return longest


def _with_first_cells(lines: Sequence[str]) -> list[str]:
    """Mark an empty first cell below a rule of a simple table by an empty comment, as authors do who know of it.

    Without it docutils takes the row to go on a row above, and drops its words where there is none.
    """
    marked = list(lines)
    for number, (rule, line) in enumerate(pairwise(lines), start=1):
        match = _SIMPLE_RULE.fullmatch(rule)
        if match and len(match[1]) > 1 and line.strip() and not line[: match.end(1)].strip():
            marked[number] = f"{rule[: match.start(1)]}..{line[match.start(1) + 2 :]}"
    return marked

"""Reads Markdown: CommonMark with tables, front matter, footnotes and HTML blocks.

Guarantees (kept by property tests): blocks come in the order of the file; a block's place is exactly its lines;
exact runs read the same in file and text; the kind of newline changes nothing but places; no words are lost.

Headings inside quotations, list items and footnotes are text of these, not headings of the document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from markdown_it.token import Token

from explorer.core.model import Block, BlockKind, ParsedDocument, Place, TitleSource
from explorer.core.outline import slugify
from explorer.core.parsing.decoding import decode
from explorer.core.parsing.disclosures import Disclosures
from explorer.core.parsing.markdown.html import HtmlPart, PartKind, html_parts
from explorer.core.parsing.markdown.nested import TokenWriter, write_html_part
from explorer.core.parsing.markdown.rules import TOO_DEEP, parse
from explorer.core.parsing.markdown.run_in import split_run_in
from explorer.core.parsing.markdown.source import Passage, Source
from explorer.core.parsing.markdown.writer import TextWriter
from explorer.core.parsing.metadata import choose_title, metadata_of, read_front_matter, single_top_heading
from explorer.core.parsing.run_in import HeadingLevels
from explorer.core.tokens import is_blank

# An anchor or attributes behind a heading (`## Setup { #setup }`, `# Preface {-}`) are an address, not words.
_ANCHOR = re.compile(
    r"""\s*\{:?\s*(?:[#.][\w:-]+|-|[\w-]+=(?:"[^"]*"|[^\s"{}]+))(?:\s+(?:[#.][\w:-]+|[\w-]+=(?:"[^"]*"|[^\s"{}]+)))*\s*\}\s*\Z"""
)
_TOO_DEEP_NOTE = "Lists or quotations nested too deeply (line {line}) were read as plain text."
_RECURSION_NOTE = "The document is nested too deeply to be read as Markdown; it was read as plain text."


def read_markdown(data: bytes, name: str) -> ParsedDocument:
    """Read a Markdown file; a blank one has no blocks. Raises `UnreadableDocumentError` when it is no text."""
    decoded = decode(data, name)
    source = Source(decoded.text)
    front = read_front_matter(source.lines())
    blocks, parse_notes = _blocks_of(source, front.lines, mdx=name.lower().endswith(".mdx"))
    metadata, field_notes = metadata_of(front, name)
    headings = [(block.level, block.text) for block in blocks if block.kind is BlockKind.HEADING]
    candidates = (
        (front.text("title"), TitleSource.FRONT_MATTER),
        (single_top_heading(headings), TitleSource.HEADING),
    )
    title, title_source = choose_title(candidates, name)
    return ParsedDocument(
        name=name,
        format="markdown",
        title=title,
        title_source=title_source,
        blocks=blocks,
        metadata=metadata,
        evidence="Markdown headings" if headings else "none",
        notes=(*decoded.notes, *front.notes, *field_notes, *parse_notes, *_emptiness(blocks)),
        source_text=decoded.text,
    )


def _emptiness(blocks: tuple[Block, ...]) -> tuple[str, ...]:
    return () if any(not is_blank(block.text) for block in blocks) else ("empty: there is no text in this file",)


def _blocks_of(source: Source, first_line: int, *, mdx: bool) -> tuple[tuple[Block, ...], tuple[str, ...]]:
    """Return the blocks from `first_line` on, and notes."""
    if first_line >= len(source.starts):
        return (), ()
    try:
        tokens, environment = parse(source.text[source.starts[first_line] :], mdx=mdx)
        blocks = tuple(_BlockReader(TokenWriter(tokens, source, first_line, environment)).blocks())
    except RecursionError:
        return tuple(_plain_blocks(source, first_line)), (_RECURSION_NOTE,)
    if TOO_DEEP not in environment:
        return blocks, ()
    return blocks, (_TOO_DEEP_NOTE.format(line=first_line + environment[TOO_DEEP] + 1),)


def _plain_blocks(source: Source, first_line: int) -> Iterator[Block]:
    """Yield paragraphs between blank lines, for text whose Markdown cannot be read."""
    begun: int | None = None
    for number, line in enumerate((*source.lines(), "")):
        if number >= first_line and line.strip():
            begun = number if begun is None else begun
        elif begun is not None:
            yield _plain_block(source, begun, number)
            begun = None


def _plain_block(source: Source, first: int, last: int) -> Block:
    writer = TextWriter()
    for number in range(first, last):
        start, end = source.starts[number], source.ends[number]
        writer.begin_line("")
        writer.put(source.text[start:end], Place(start=start, end=end), exact=True)
    place = source.line_span(first, last)
    text, runs = writer.finish(place)
    return Block(BlockKind.PARAGRAPH, text, place, runs)


class _BlockReader:
    """Makes a document's blocks out of its top-level tokens."""

    def __init__(self, tokens: TokenWriter) -> None:
        self._tokens = tokens
        self._groups = 0
        self._slugs: dict[str, int] = {}
        self._levels = HeadingLevels()
        # The level of an HTML heading whose tag stands alone, so that the next paragraph is its text.
        self._awaited_level = 0
        self._disclosures = Disclosures()

    def blocks(self) -> Iterator[Block]:
        """Yield the blocks in order; those without text are left out, empty headings are not."""
        index = 0
        while index < len(self._tokens.tokens):
            for block in self._read(index):
                if block.text or block.kind is BlockKind.HEADING:
                    yield self._disclosures.passing(block)
            index = self._tokens.closes[index] + 1

    def _read(self, index: int) -> Iterator[Block]:
        token = self._tokens.tokens[index]
        if token.type == "paragraph_open":
            yield from self._paragraph(index)
        elif token.type == "heading_open":
            writer = TextWriter()
            self._tokens.write_inline(index, writer, one_line=True)
            yield self._heading(writer, self._tokens.place_of(token), int(token.tag[1:]))
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            yield from self._list(index)
        elif token.type == "blockquote_open":
            yield from self._quote(index)
        elif token.type in ("fence", "code_block"):
            yield self._code(token)
        elif token.type == "table_open":
            yield self._simple(BlockKind.TABLE, index, header_rows=1)
        elif token.type == "footnote_reference_open":
            yield self._simple(BlockKind.PARAGRAPH, index)
        elif token.type == "dl_open":
            yield from self._definitions(index)
        elif token.type == "html_block":
            yield from self._html(token)

    def _paragraph(self, index: int) -> Iterator[Block]:
        level, self._awaited_level = self._awaited_level, 0
        writer = TextWriter()
        self._tokens.write_inline(index, writer, one_line=level > 0)
        place = self._tokens.place_of(self._tokens.tokens[index])
        if level:
            yield self._heading(writer, place, level)
            return
        text, runs = writer.finish(place)
        paragraph = Block(BlockKind.PARAGRAPH, text, place, runs)
        parts = split_run_in(paragraph, writer.bold)
        if parts is None:
            yield paragraph
            return
        heading, rest = parts
        level, slug = self._levels.level_of(heading.text), slugify(heading.text, self._slugs)
        yield replace(heading, level=level, slug=slug)
        if rest is not None:
            yield rest

    def _simple(self, kind: BlockKind, index: int, *, group: int = 0, header_rows: int = 0) -> Block:
        """Return the block of a whole top-level token."""
        writer = TextWriter()
        self._tokens.write_block(index, writer)
        place = self._tokens.place_of(self._tokens.tokens[index])
        text, runs = writer.finish(place)
        return Block(kind, text, place, runs, group=group, header_rows=header_rows)

    def _heading(self, writer: TextWriter, place: Place, level: int) -> Block:
        self._awaited_level = 0
        text, runs = writer.finish(place, ending=_ANCHOR)
        slug = slugify(text, self._slugs)
        self._levels.saw(level, text)
        return Block(BlockKind.HEADING, text, place, runs, level=level, slug=slug)

    def _list(self, index: int) -> Iterator[Block]:
        self._groups += 1
        group = self._groups
        for item, marker in self._tokens.items(index):
            writer = TextWriter()
            self._tokens.write_item(item, marker, writer)
            place = self._tokens.place_of(self._tokens.tokens[item])
            text, runs = writer.finish(place)
            yield Block(BlockKind.LIST_ITEM, text, place, runs, group=group)

    def _definitions(self, index: int) -> Iterator[Block]:
        """Yield each term of a definition list with its definitions."""
        self._groups += 1
        group = self._groups
        for first, last in self._tokens.definitions(index):
            writer = TextWriter()
            self._tokens.write_definition(first, last, writer)
            place = self._tokens.place_between(first, last)
            text, runs = writer.finish(place)
            yield Block(BlockKind.LIST_ITEM, text, place, runs, group=group)

    def _quote(self, index: int) -> Iterator[Block]:
        self._groups += 1
        group, at = self._groups, index + 1
        while at < self._tokens.closes[index]:
            yield self._simple(BlockKind.QUOTE, at, group=group)
            at = self._tokens.closes[at] + 1

    def _code(self, token: Token) -> Block:
        writer = TextWriter()
        self._tokens.write_code(token, writer)
        place = self._tokens.place_of(token)
        text, runs = writer.finish(place, strip=not token.content.strip())
        return Block(BlockKind.CODE, text, place, runs)

    def _html(self, token: Token) -> Iterator[Block]:
        self._awaited_level = 0
        passage = Passage(token.content, self._tokens.source, self._tokens.lines_of(token)[0])
        for part in html_parts(token.content, self._tokens.closed_tags):
            for begins in part.disclosures:
                self._disclosures.begin() if begins else self._disclosures.end()
            if part.has_words():
                yield self._html_block(part, passage)
            elif part.open_heading:
                self._awaited_level = part.level

    def _html_block(self, part: HtmlPart, passage: Passage) -> Block:
        pieces = [piece for row in part.rows for cell in row for piece in cell if piece.text.strip()]
        places = [passage.locate(piece.start, piece.end)[0] for piece in pieces]
        start = min(place.start or 0 for place in places)
        end = max(place.end or 0 for place in places)
        place = self._tokens.source.lines_around(start, end)
        writer = TextWriter()
        write_html_part(part, passage, writer)
        if part.level:
            return self._heading(writer, place, part.level)
        text, runs = writer.finish(place, strip=part.kind is not PartKind.CODE)
        kind = {PartKind.TEXT: BlockKind.PARAGRAPH, PartKind.TABLE: BlockKind.TABLE, PartKind.CODE: BlockKind.CODE}
        return Block(kind[part.kind], text, place, runs, header_rows=part.header_rows)

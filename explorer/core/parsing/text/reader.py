"""Reads plain text: numbered and underlined headings where a document has them, paragraphs, lists, what is laid out.

Guarantees (kept by property tests): blocks come in the order of the file; a block's place is its lines; exact runs
read the same in file and text; no words are lost but running headers and footers, which a note counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from explorer.core.model import Block, BlockKind, ParsedDocument, TitleSource
from explorer.core.outline import slugify
from explorer.core.parsing.decoding import decode
from explorer.core.parsing.markdown.source import Source
from explorer.core.parsing.metadata import choose_title, metadata_of, read_front_matter, single_top_heading
from explorer.core.parsing.text.blocks import BlockMaker
from explorer.core.parsing.text.candidates import is_title_case, with_names
from explorer.core.parsing.text.headings import Headings, TextHeading, find_headings
from explorer.core.parsing.text.layout import is_laid_out
from explorer.core.parsing.text.lines import Stretch, is_ornament, read_lines
from explorer.core.parsing.text.numbers import heading_number
from explorer.core.tokens import is_blank

_MOST_TITLE_WORDS, _MOST_TITLE_SIGNS = 12, 100


def read_text(data: bytes, name: str) -> ParsedDocument:
    """Read a plain text file; a blank one has no blocks. Raises `UnreadableDocumentError` when it is no text."""
    decoded = decode(data, name)
    source = Source(decoded.text)
    front = read_front_matter(source.lines())
    lines = read_lines(source, front.lines)
    stretches = with_names(lines.stretches)
    headings = find_headings(stretches)
    blocks = tuple(_blocks(source, stretches, headings))
    metadata, field_notes = metadata_of(front, name)
    titles = ((front.text("title"), TitleSource.FRONT_MATTER), *_titles(stretches, headings))
    title, title_source = choose_title(titles, name)
    empty = () if any(not is_blank(block.text) for block in blocks) else ("empty: there is no text in this file",)
    return ParsedDocument(
        name=name,
        format="text",
        title=title,
        title_source=title_source,
        blocks=blocks,
        metadata=metadata,
        evidence=headings.evidence,
        notes=(*decoded.notes, *front.notes, *field_notes, *_left_out(lines.furniture), *empty),
        source_text=decoded.text,
    )


def _left_out(count: int) -> tuple[str, ...]:
    if not count:
        return ()
    lines = "1 line" if count == 1 else f"{count} lines"
    return (f"Running headers, footers and page numbers were left out: {lines}.",)


def _blocks(source: Source, stretches: Sequence[Stretch], headings: Headings) -> Iterator[Block]:
    maker = BlockMaker(source, stretches)
    slugs: dict[str, int] = {}
    index, line = 0, 0
    for heading in headings.found:
        yield from maker.blocks(_between(stretches, (index, line), (heading.stretch, heading.first)))
        yield _heading(source, stretches, heading, maker, slugs)
        index, line = heading.stretch, heading.last
    yield from maker.blocks(_between(stretches, (index, line), (len(stretches), 0)))


def _between(stretches: Sequence[Stretch], begin: tuple[int, int], end: tuple[int, int]) -> list[Stretch]:
    """Return what stands between two places, each a stretch's index and a line's in it."""
    if begin[0] >= len(stretches):
        return []
    if begin[0] == end[0]:
        return [part] if (part := stretches[begin[0]][begin[1] : end[1]]) else []
    parts = [stretches[begin[0]][begin[1] :], *stretches[begin[0] + 1 : end[0]]]
    if end[0] < len(stretches):
        parts.append(stretches[end[0]][: end[1]])
    return [part for part in parts if part]


def _heading(
    source: Source, stretches: Sequence[Stretch], heading: TextHeading, maker: BlockMaker, slugs: dict[str, int]
) -> Block:
    lines = stretches[heading.stretch][heading.first : heading.last]
    place = source.line_span(lines[0].number, lines[-1].number + 1)
    slug = slugify(heading.text, slugs)
    block = Block(BlockKind.HEADING, heading.text, place, level=heading.level, slug=slug)
    return maker.heading_text(heading.worded, block)


def _titles(stretches: Sequence[Stretch], headings: Headings) -> Iterator[tuple[str, TitleSource]]:
    """Yield what may be the title: a single top heading that comes first, a first line like a title, any single one."""
    pairs = [(heading.level, heading.text) for heading in headings.found]
    top = single_top_heading(pairs)
    first = headings.found[0] if headings.found else None
    if first is not None and first.stretch == 0 and first.text == top and heading_number(top) is None:
        yield top, TitleSource.HEADING
    elif first is None or first.stretch > 0:
        yield _first_line(stretches), TitleSource.LARGEST_LINE
    # "1. Definitions" is the first of several parts even where the others are no headings.
    number = heading_number(top)
    if number is None or number.keyed:
        yield top, TitleSource.HEADING


def _first_line(stretches: Sequence[Stretch]) -> str:
    """Return the first line when it stands alone, is short and reads like a title; text must follow."""
    # A memo's head in columns may stand above its title.
    worded = [
        stretch
        for stretch in stretches[:4]
        if not all(is_ornament(line.text) for line in stretch) and not is_laid_out(stretch)
    ]
    if len(worded) < 2 or len(worded[0]) > 2:
        return ""
    lines = [line.text for line in worded[0] if not is_ornament(line.text)]
    text = " ".join(lines) if len(lines) == 1 or all(line.isupper() for line in lines) else ""
    if not text or len(text) > _MOST_TITLE_SIGNS or len(text.split()) > _MOST_TITLE_WORDS or "   " in text:
        return ""
    like_title = is_title_case(text) or (text[0].isupper() and len(text.split()) <= 8)
    ends = text[-1] not in ".,;:!?。，；：！？"
    return text if like_title and ends and heading_number(text) is None and text[0] not in "-*>•" else ""

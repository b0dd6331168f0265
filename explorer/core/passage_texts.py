"""What is copied of a passage: a citation, a text for a language model, and Markdown.

Each holds the words of the passage once: what a chunk repeats of the one before it (column headers, a list's lead-in)
is left out, and a heading stands where its section begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile

from explorer.core.context import display_text, prompt_text
from explorer.core.header_styles import render, same, version_words
from explorer.core.model import Block, BlockKind, Chunk, Metadata
from explorer.core.recipe import Style
from explorer.core.views import ContextChunk, SectionRow

_CELL_BORDER = re.compile(r"(?<!\\)\|")
_FENCE = re.compile(r"`{3,}")
_DEEPEST = 6
"""Markdown has six levels of headings."""

Blocks = Callable[[int], Sequence[Block]]
"""Gives the content blocks of a section's own body."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk as it stands in a passage; `text` leaves out what the chunk before it says already.

    `joint` is what stands between it and the piece before: a line break inside a table or list that was cut, a space
    inside a paragraph, else a blank line.
    """

    chunk: Chunk
    text: str
    joint: str = "\n\n"


@dataclass(frozen=True, slots=True)
class Texts:
    """The heading path that all of a passage shares, and the texts to copy."""

    heading_path: tuple[str, ...]
    citation: str
    prompt: str
    markdown: str


def pieces_of(items: Sequence[ContextChunk]) -> list[Piece]:
    """Return chunks that follow one another in a document as pieces of a passage."""
    pieces: list[Piece] = []
    for number, item in enumerate(items):
        before = items[number - 1].chunk if number else None
        pieces.append(_piece(item.chunk, before))
    return pieces


def _piece(chunk: Chunk, before: Chunk | None) -> Piece:
    if before is None or before.section != chunk.section or before.index + 1 != chunk.index:
        return Piece(chunk, chunk.text)
    own = chunk.text
    for part in chunk.carried:
        own = own.removeprefix(part).removeprefix("\n")
    kept = [part for part in chunk.carried if f"\n{part}\n" not in f"\n{before.text}\n"]
    if len(kept) < len(chunk.carried):
        return Piece(chunk, "\n".join((*kept, own)), "\n")
    return Piece(chunk, chunk.text, _joint(before, chunk))


def _joint(before: Chunk, chunk: Chunk) -> str:
    """Return what stands between two chunks: nothing but a space where both are of one paragraph in a text format."""
    end, start = before.place.end, chunk.place.start
    prose = before.kind == chunk.kind == BlockKind.PARAGRAPH
    if prose and end is not None and start is not None and 0 <= start - end <= 1:
        return " " * (start - end)
    return "\n\n"


def texts_of(
    document: str,
    title: str,
    metadata: Metadata,
    pieces: Sequence[Piece],
    sections: Sequence[SectionRow],
    blocks: Blocks,
) -> Texts:
    """Return what is copied of a passage of `document`."""
    shared = _shared([piece.chunk for piece in pieces], sections)
    bodies = [(part[0].chunk, _joined(part)) for part in _by_section(pieces)]
    return Texts(
        heading_path=shared,
        citation="\n".join(display_text(document, chunk.heading_path, text) for chunk, text in bodies),
        prompt=prompt_text(title, shared, list(_below(bodies, shared)), metadata),
        markdown="\n\n".join((*_markdown(pieces, sections, blocks), _source(document, metadata))),
    )


def _shared(chunks: Sequence[Chunk], sections: Sequence[SectionRow]) -> tuple[str, ...]:
    """Return the headings that all chunks stand under; two sections of the same words are not one."""
    paths = [chunk.heading_path for chunk in chunks]
    length = _common([min(paths), max(paths)])
    owners = {chunk.section for chunk in chunks}
    if len(owners) > 1:
        chains = [_chain(owner, sections) for owner in owners]
        length = min(length, _common([min(chains), max(chains)]))
    return paths[0][:length]


def _common(sequences: Sequence[Sequence[object]]) -> int:
    """Return how many items all sequences begin with."""
    return sum(1 for _ in takewhile(lambda items: len(set(items)) == 1, zip(*sequences, strict=False)))


def _chain(section: int, sections: Sequence[SectionRow]) -> tuple[int, ...]:
    """Return the ordinals of a section and of those around it, outermost first."""
    chain: list[int] = []
    while section >= 0:
        chain.append(section)
        section = sections[section].parent
    return tuple(reversed(chain))


def _by_section(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Yield pieces that follow one another in one own body."""
    section = -2
    run: list[Piece] = []
    for piece in pieces:
        follows = run and piece.chunk.section == section and run[-1].chunk.index + 1 == piece.chunk.index
        if run and not follows:
            yield run
            run = []
        run.append(piece)
        section = piece.chunk.section
    if run:
        yield run


def _joined(pieces: Sequence[Piece]) -> str:
    return pieces[0].text + "".join(piece.joint + piece.text for piece in pieces[1:])


def _below(bodies: Sequence[tuple[Chunk, str]], shared: tuple[str, ...]) -> Iterator[str]:
    """Yield own bodies, each headed by those of its headings that not all of the passage stands under."""
    for chunk, text in bodies:
        path = chunk.heading_path[len(shared) :]
        header = render(Style.BRACKET, "", path, "")
        alone = chunk.kind == BlockKind.HEADING and path and same(path[-1], text)
        yield header if alone else f"{header}\n{text}" if header else text


def _markdown(pieces: Sequence[Piece], sections: Sequence[SectionRow], blocks: Blocks) -> Iterator[str]:
    """Yield the paragraphs of a passage: each heading once and at its level, tables and code as Markdown has them."""
    told: set[int] = set()
    for section, run in groupby(pieces, key=lambda piece: piece.chunk.section):
        yield from _headings(section, sections, told)
        text = ""
        for piece in run:
            shown = markdown_text(piece, blocks)
            text = f"{text}{piece.joint}{shown}" if text else shown
        if text:
            yield text


def _source(document: str, metadata: Metadata) -> str:
    """Return the line that says where Markdown was copied from: editions of a document look alike without it."""
    return ", ".join(part for part in (f"Source: `{document}`", version_words(metadata)) if part)


def _headings(section: int, sections: Sequence[SectionRow], told: set[int]) -> Iterator[str]:
    chain: list[SectionRow] = []
    while 0 <= section < len(sections) and section not in told:
        told.add(section)
        chain.append(sections[section])
        section = sections[section].parent
    for row in reversed(chain):
        yield f"{'#' * min(max(row.level, 1), _DEEPEST)} {' '.join(row.heading.split())}"


def markdown_text(piece: Piece, blocks: Blocks) -> str:
    """Return a piece's text as Markdown; a heading that became a chunk of its own is "", as it is told already."""
    chunk = piece.chunk
    match chunk.kind:
        case BlockKind.HEADING:
            return ""
        case BlockKind.CODE:
            return _fenced(piece.text)
        case BlockKind.QUOTE:
            return _quoted(piece.text)
        case BlockKind.TABLE:
            return _table(piece, blocks(chunk.section))
        case "mixed":
            return _mixed(piece.text, blocks(chunk.section))
        case _:
            return piece.text


def _fenced(text: str) -> str:
    longest = max((len(run) for run in _FENCE.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}\n{text}\n{fence}"


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def _mixed(text: str, blocks: Sequence[Block]) -> str:
    """Mark the code and the quotations that stand whole in a text."""
    for block in blocks:
        words = block.text.strip("\n")
        if block.kind in (BlockKind.CODE, BlockKind.QUOTE) and words:
            mark = _fenced if block.kind is BlockKind.CODE else _quoted
            before, found, after = f"\n{text}\n".partition(f"\n{words}\n")
            text = f"{before}\n{mark(words)}\n{after}"[1:-1] if found else text
    return text


def _table(piece: Piece, blocks: Sequence[Block]) -> str:
    """Return a table with the line that Markdown wants below the column headers; a caption is a paragraph beside it.

    Rows that follow their column headers in another piece stay as they are; a table without headers gets an empty row.
    """
    lines = piece.text.split("\n")
    rows = [number for number, line in enumerate(lines) if line.startswith("|") and line.endswith("|")]
    if not rows or piece.joint == "\n":
        return piece.text
    first, stop = rows[0], rows[-1] + 1
    columns = max(len(_CELL_BORDER.findall(lines[first])) - 1, 1)
    rule = "|" + " --- |" * columns
    heads = [] if _has_header(piece.chunk, lines[first], blocks) else ["|" + "  |" * columns]
    head = [*heads, *lines[first : first + 1 - len(heads)], rule]
    table = "\n".join((*head, *lines[first + 1 - len(heads) : stop]))
    around = ("\n".join(lines[:first]), table, "\n".join(lines[stop:]))
    return "\n\n".join(part for part in around if part)


def _has_header(chunk: Chunk, row: str, blocks: Sequence[Block]) -> bool:
    """Tell whether a table's first row names its columns, as carried ones do; where nothing tells, it does."""
    if any(row in part.split("\n") for part in chunk.carried):
        return True
    tables = [block for block in blocks if block.kind is BlockKind.TABLE and row in block.text.split("\n")]
    return not tables or any(row in block.text.split("\n")[: block.header_rows] for block in tables)

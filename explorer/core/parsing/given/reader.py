"""Reads chunks that another pipeline made (`.chunks`, see `explorer.core.parsing.given.form`) as a document.

Guarantees (kept by property tests): every chunk with a visible text is one content block, in the order given, except
that those without headings come first (no heading can be closed without another one); the stack rule of
`explorer.core.outline` gives each block exactly the path it came with; texts are as given, but for headings in front
of them that their own path names, which a note counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import Block, BlockKind, Metadata, ParsedDocument, TitleSource
from explorer.core.parsing.given.form import SUFFIX, GivenChunk, GivenDocument, decode_given
from explorer.core.parsing.given.lead import lead_length
from explorer.core.parsing.metadata import FrontMatter, choose_title, iso_date, metadata_of
from explorer.core.parsing.reading import ReadingText

_KINDS = {kind.value: kind for kind in BlockKind if kind is not BlockKind.HEADING}
_DEEPEST = 1000


def read_given(data: bytes, name: str) -> ParsedDocument:
    """Read a `.chunks` file; raises `UnreadableDocumentError` when it is none or holds a refusal."""
    given = decode_given(data, name)
    if given.refusal:
        raise UnreadableDocumentError(given.refusal)
    shown = given.document or name.removesuffix(SUFFIX)
    chunks = [_collapsed(chunk) for chunk in given.chunks if chunk.text.strip()]
    title, title_source = choose_title(
        ((given.title, TitleSource.PROPERTIES), (_lone_heading(chunks), TitleSource.HEADING)), shown
    )
    metadata, field_notes = _metadata(given, shown)
    writer = _Writer(
        given.title or title, first_page=min((chunk.page for chunk in chunks if chunk.page is not None), default=1)
    )
    for chunk in _headless_first(chunks):
        writer.add(chunk)
    return ParsedDocument(
        name=shown,
        format="chunks",
        title=title,
        title_source=title_source,
        blocks=tuple(writer.blocks),
        metadata=metadata,
        evidence="headings given with the chunks" if any(chunk.heading_path for chunk in chunks) else "none",
        notes=(*given.notes, *field_notes, *_notes(given, chunks), *writer.notes),
        source_text=writer.text,
        cuts=tuple(writer.cuts),
    )


def _metadata(given: GivenDocument, name: str) -> tuple[Metadata, tuple[str, ...]]:
    """Return the document's fields, and notes about dates that could not be understood."""
    fields = dict(given.metadata)
    odd = [key for key in ("effective_from", "effective_to") if key in fields and iso_date(fields[key]) is None]
    notes = tuple(f'The date "{fields.pop(key)}" was not understood (expected as 2026-03-01).' for key in odd)
    return metadata_of(FrontMatter(fields=fields), name)[0], notes


def _collapsed(chunk: GivenChunk) -> GivenChunk:
    """Return a chunk whose headings have their white space collapsed, without empty ones."""
    pairs = [(" ".join(text.split()), level) for text, level in zip(chunk.heading_path, _levels(chunk), strict=True)]
    kept = [pair for pair in pairs if pair[0]][:_DEEPEST]
    return GivenChunk(
        text=chunk.text,
        heading_path=tuple(text for text, _ in kept),
        levels=tuple(level for _, level in kept),
        page=chunk.page,
        kind=chunk.kind,
        lead=chunk.lead,
        bare=chunk.bare,
    )


def _levels(chunk: GivenChunk) -> Sequence[int]:
    """Return the levels given, or 1, 2, 3 … where there are none that rise."""
    given, count = chunk.levels, len(chunk.heading_path)
    rising = len(given) == count and all(low < high for low, high in zip((0, *given), given, strict=False))
    return given if rising else range(1, count + 1)


def _lone_heading(chunks: Iterable[GivenChunk]) -> str:
    """Return the outermost heading that all chunks with headings share, or the empty string."""
    tops = {chunk.heading_path[:1] for chunk in chunks if chunk.heading_path}
    return " ".join(next(iter(tops))) if len(tops) == 1 else ""


def _headless_first(chunks: Sequence[GivenChunk]) -> list[GivenChunk]:
    return sorted(chunks, key=lambda chunk: bool(chunk.heading_path))


def _notes(given: GivenDocument, chunks: Sequence[GivenChunk]) -> Iterable[str]:
    blank = len(given.chunks) - len(chunks)
    if blank:
        yield f"{_chunks(blank, 'without text')} left out."
    if not chunks:
        yield "empty: there is no chunk with text."
    seen = False
    late = 0
    for chunk in chunks:
        seen = seen or bool(chunk.heading_path)
        late += seen and not chunk.heading_path
    if late:
        yield f"{_chunks(late, 'without headings')} put before those with headings."


def _chunks(count: int, which: str) -> str:
    return f"1 chunk {which} was" if count == 1 else f"{count} chunks {which} were"


class _Writer:
    """Writes headings and chunks into a reading text, opening for each chunk the headings that are not open yet.

    Pages that begin with 0 are counted from 1, as everywhere.
    """

    def __init__(self, title: str, *, first_page: int) -> None:
        self._shift = 0 if first_page else 1
        self._reading = ReadingText()
        self._title = title
        self._open: list[tuple[int, str]] = []
        self._led = 0
        self.cuts: list[int] = []

    @property
    def text(self) -> str:
        """Return the reading text so far."""
        return self._reading.text

    @property
    def blocks(self) -> list[Block]:
        """Return the blocks so far."""
        return self._reading.blocks

    @property
    def notes(self) -> tuple[str, ...]:
        """Return what was done to texts."""
        if not self._led:
            return ()
        one = self._led == 1
        begins = "1 chunk begins with its headings" if one else f"{self._led} chunks begin with their headings"
        return (f"{begins}; these are left out of the text and stand in {'its header' if one else 'their headers'}.",)

    def add(self, chunk: GivenChunk) -> None:
        """Write a chunk under its headings."""
        self._open_path(chunk)
        lead = 0 if chunk.bare else lead_length(chunk.text, self._title, chunk.heading_path, chunk.lead)
        self._led += bool(lead)
        block = self._reading.add(_KINDS.get(chunk.kind, BlockKind.PARAGRAPH), chunk.text[lead:])
        if block is None:
            return
        self.cuts.append(len(self.blocks) - 1)
        if chunk.page is not None:
            self.blocks[-1] = replace(block, place=replace(block.place, page=chunk.page + self._shift))

    def _open_path(self, chunk: GivenChunk) -> None:
        """Open headings until the open ones are the chunk's.

        Going back up to a heading whose subsection is open takes that heading once more.
        """
        path = chunk.heading_path
        same = 0
        while same < min(len(path), len(self._open)) and self._open[same][1] == path[same]:
            same += 1
        if same == len(path) < len(self._open):
            same -= 1
        for depth in range(same, len(path)):
            level = self._level(depth, chunk.levels[depth])
            del self._open[depth:]
            self._open.append((level, path[depth]))
            self._reading.add_heading(path[depth], level)

    def _level(self, depth: int, given: int) -> int:
        """Return the given level, or the nearest one that closes the heading open at `depth` and not the one above."""
        above = self._open[depth - 1][0] if depth else 0
        level = max(given, above + 1)
        return min(level, self._open[depth][0]) if depth < len(self._open) else level

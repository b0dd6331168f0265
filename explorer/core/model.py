"""The data that every part shares: blocks, documents, chunks. Frozen; an edit makes a new one.

Guarantees:

* A block's `runs` cover its text in order and without overlap; `Block.place_of` turns any slice of the text into a
  place in the source.
* For text formats (Markdown, reStructuredText, plain text) a place is a half-open span in code points of the decoded
  file (byte order mark included when the file has one, newlines as they are). For PDF it is a page (from 1) and
  rectangles in points from the page's top left; spans are absent there. For the other formats it is a span in the
  reading text that the reader makes (`explorer.core.parsing.reading`).
* A heading path is a tuple of every heading above a block, outermost first; never a joined string.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from enum import StrEnum
from operator import attrgetter

_start_of, _end_of = attrgetter("start"), attrgetter("end")


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle on a page (`page` from 1), in points from the page's top left."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in its source: a span (`start`, `end`) or a page with rectangles, never half of one."""

    start: int | None = None
    end: int | None = None
    page: int | None = None
    rects: tuple[Rect, ...] = ()


class BlockKind(StrEnum):
    """What a block is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list"
    TABLE = "table"
    CODE = "code"
    QUOTE = "quote"
    CAPTION = "caption"


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of a block's text, `text[start:end]`, and where it comes from.

    `exact` says that source and text are equal character by character there, so a part of the run has a span of its
    own; otherwise any part of the run stands for all of it.
    """

    start: int
    end: int
    place: Place
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a document that is read as one: `text` without presentation markup.

    `level`: 1 and up for headings, 0 otherwise. `slug`: a heading's anchor by GitHub's rule. `group`: blocks of one
    list or one quotation share a number above 0, in document order. `header_rows`: for tables, how many of the
    text's first lines are column headers (a table's text is one line a row, `| a | b |`). `list_depth`s of nested
    items are shown in the text by indentation: a list item block holds a top-level item with all its children, one
    line a child, each with its own marker. `resumes` above 0: a part of the page has ended before this
    block, and the headings hold again that held before the block of index `resumes` - 1.
    """

    kind: BlockKind
    text: str
    place: Place
    runs: tuple[Run, ...] = ()
    level: int = 0
    slug: str = ""
    group: int = 0
    header_rows: int = 0
    resumes: int = 0

    def place_of(self, start: int, end: int) -> Place:
        """Return the place of `text[start:end]`; the block's own place when no run (they are in order) meets it."""
        low = bisect_right(self.runs, start, key=_end_of)
        hits = self.runs[low : bisect_left(self.runs, end, lo=low, key=_start_of)]
        if not hits:
            return self.place
        return join_places([_clip(run, start, end) for run in hits])


def _clip(run: Run, start: int, end: int) -> Place:
    place = run.place
    if not run.exact or place.start is None:
        return place
    first, last = max(start, run.start), min(end, run.end)
    return Place(start=place.start + first - run.start, end=place.start + last - run.start)


def join_places(places: list[Place]) -> Place:
    """Return the smallest place that covers all of `places`: one span, or all rectangles in order, repeats once."""
    if len(places) == 1 and len(places[0].rects) <= 1:
        return places[0]
    starts = [place.start for place in places if place.start is not None]
    ends = [place.end for place in places if place.end is not None]
    pages = [place.page for place in places if place.page is not None]
    rects = tuple(dict.fromkeys(rect for place in places for rect in place.rects))
    return Place(
        start=min(starts) if starts else None,
        end=max(ends) if ends else None,
        page=min(pages) if pages else None,
        rects=rects,
    )


class TitleSource(StrEnum):
    """Where a document's title comes from, by order of trust (DESIGN 4.1)."""

    FRONT_MATTER = "front matter"
    PROPERTIES = "properties"
    HEADING = "heading"
    LARGEST_LINE = "largest line"
    FILE_NAME = "file name"


@dataclass(frozen=True, slots=True)
class Metadata:
    """Fields beside the vector that a query can filter on; dates as ISO text (`2026`, `2026-03` or `2026-03-01`)."""

    version: str | None = None
    effective_from: str | None = None
    effective_to: str | None = None
    language: str | None = None
    access: str | None = None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """What a reader makes of a file. `name` is the path relative to the library, with `/`.

    `evidence` says in words what the headings rest on ("Markdown headings", "outline", "type size and numbering",
    "none"). `notes` are sentences for the user about what was left out or mended. `source_text` is the decoded file
    for text formats, the reading text for HTML, DOCX and EPUB, and empty for PDF. `pages` holds each page's width and
    height in points, for PDF. `undecided_pages` are those where a layout model's opinion could change the structure;
    `scanned_pages` those that are pictures without text. `cuts` is empty but for chunks that another pipeline made: it
    holds the index of every content block, each of which is a chunk of its own that is neither cut nor merged.
    """

    name: str
    format: str
    title: str
    title_source: TitleSource
    blocks: tuple[Block, ...]
    metadata: Metadata = field(default_factory=Metadata)
    evidence: str = "none"
    notes: tuple[str, ...] = ()
    source_text: str = ""
    pages: tuple[tuple[float, float], ...] = ()
    undecided_pages: tuple[int, ...] = ()
    scanned_pages: tuple[int, ...] = ()
    cuts: tuple[int, ...] = ()


class CutNote(StrEnum):
    """What the chunker had to do to keep a chunk within its limit."""

    INSIDE_SENTENCE = "cut inside a sentence"
    INSIDE_TABLE = "cut inside a table row"
    INSIDE_CODE = "cut inside a code line"
    INSIDE_LIST = "cut inside a list item"
    HEADER_SHORTENED = "table header shortened"
    LEAD_IN_DROPPED = "list lead-in left out"


@dataclass(frozen=True, slots=True)
class Chunk:
    """Blocks of exactly one own body, within the token limit; its identity is (`document`, `index`).

    `text` is `carried` (repeated where a cut would leave a piece senseless) followed by the own part, joined by
    newlines; `place` covers the own part only. `section` is the ordinal of its section (`explorer.core.outline`).
    `embeddable` is false when the model can see no word in it. `kind` is a `BlockKind` value, or "mixed".
    """

    document: str
    index: int
    section: int
    heading_path: tuple[str, ...]
    text: str
    place: Place
    kind: str
    text_tokens: int
    carried: tuple[str, ...] = ()
    notes: tuple[CutNote, ...] = ()
    embeddable: bool = True

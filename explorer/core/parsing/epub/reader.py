"""Reads EPUB books (2 and 3): their chapters in reading order, through the reader of web pages.

A chapter without a heading of its own takes its title from the book's table of contents. Places are spans of one
reading text for the whole book.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import BlockKind, Metadata, ParsedDocument, TitleSource
from explorer.core.parsing.epub.package import Container, Package, TocEntry, read_package
from explorer.core.parsing.html.flow import Part
from explorer.core.parsing.html.furniture import LeftOutWords
from explorer.core.parsing.html.outline import write_parts
from explorer.core.parsing.html.reader import EMPTY_NOTE, Page, read_page
from explorer.core.parsing.metadata import FrontMatter, choose_title, iso_date, metadata_of, single_top_heading
from explorer.core.parsing.reading import ReadingText
from explorer.core.tokens import is_blank

_DATES = ("dcterms:modified", "modified", "date", "dcterms:issued", "dcterms:date")


def read_epub(data: bytes, name: str) -> ParsedDocument:
    """Read a book; raises `UnreadableDocumentError` when it is damaged, encrypted, or holds no chapters."""
    container = Container(data, name)
    package = read_package(container, name)
    if not package.chapters:
        raise UnreadableDocumentError(f"{name} holds no chapters that can be read.")
    parts, from_toc, notes = _book(container, package, name)
    reading = ReadingText()
    evidence = _evidence(write_parts(parts, reading), parts, from_toc)
    headings = [(block.level, block.text) for block in reading.blocks if block.kind is BlockKind.HEADING]
    candidates = [
        (package.text("title"), TitleSource.PROPERTIES),
        (single_top_heading(headings), TitleSource.HEADING),
    ]
    title, title_source = choose_title(candidates, name)
    empty = all(is_blank(block.text) for block in reading.blocks)
    return ParsedDocument(
        name=name,
        format="epub",
        title=title,
        title_source=title_source,
        blocks=tuple(reading.blocks),
        metadata=_metadata(package, name),
        evidence=evidence,
        notes=(*package.notes, *notes, *(EMPTY_NOTE,) * empty),
        source_text=reading.text,
    )


def _book(container: Container, package: Package, name: str) -> tuple[list[Part], int, tuple[str, ...]]:
    """Return all chapters' parts, how many headings came from the table of contents, and notes.

    A chapter that cannot be read leaves a note; raises when none can.
    """
    parts: list[Part] = []
    notes: dict[str, None] = {}
    problems: list[UnreadableDocumentError] = []
    left_out = LeftOutWords()
    entries = _by_path(package.toc)
    from_toc = groups = 0
    for path in package.chapters:
        try:
            page = _chapter(container.read(path), path, entries.get(path, []))
        except UnreadableDocumentError as error:
            problems.append(error)
            notes[str(error)] = None
            continue
        chapter, named = _named(page, entries.get(path, []))
        from_toc += named
        parts.extend(_shifted(chapter, groups))
        groups += max((part.group for part in page.parts), default=0)
        notes.update(dict.fromkeys(page.notes))
        left_out = LeftOutWords(left_out.furniture + page.left_out.furniture, left_out.hidden + page.left_out.hidden)
    if len(problems) == len(package.chapters):
        raise UnreadableDocumentError(f"{name} cannot be read: none of its chapters can.", str(problems[0]))
    return parts, from_toc, (*notes, *left_out.notes())


def _by_path(toc: Sequence[TocEntry]) -> dict[str, list[TocEntry]]:
    found: dict[str, list[TocEntry]] = {}
    for entry in toc:
        if entry.label:
            found.setdefault(entry.path, []).append(entry)
    return found


def _chapter(data: bytes, path: str, entries: Sequence[TocEntry]) -> Page:
    page_name = path if path.lower().endswith((".xhtml", ".xht")) else f"{path}.xhtml"
    anchors = {entry.anchor: _heading(entry) for entry in reversed(entries) if entry.anchor} if len(entries) > 1 else {}
    return read_page(data, page_name, keep_something=False, anchors=anchors)


def _heading(entry: TocEntry) -> Part:
    return Part(BlockKind.HEADING, entry.label, level=entry.level)


def _named(page: Page, entries: Sequence[TocEntry]) -> tuple[Sequence[Part], int]:
    """Return a chapter with the headings that the table of contents gives it, and how many these are.

    The first entry heads a chapter that has no heading before its text; a line that only repeats the heading above it
    is that heading. A chapter with headings of its own stays as it is, except that text before them, which would else
    stand under the last heading of the chapter before, goes under the name that the contents give the file.
    """
    if not entries or not page.parts:
        return page.parts, 0
    if page.own_headings:
        return ([_heading(entries[0]), *page.parts], 1) if _needs_name(page, entries[0]) else (page.parts, 0)
    first = page.parts[0].kind is BlockKind.HEADING
    headed = list(page.parts) if first else [_heading(entries[0]), *page.parts]
    kept = headed[:1]
    for before, part in pairwise(headed):
        repeats = before.kind is BlockKind.HEADING and part.text.casefold() == before.text.casefold()
        if not (repeats and part.kind is BlockKind.PARAGRAPH):
            kept.append(part)
    return kept, sum(part.kind is BlockKind.HEADING for part in kept)


def _needs_name(page: Page, entry: TocEntry) -> bool:
    """Tell whether text stands before a chapter's headings and the contents name the file by none of these."""
    names = {part.text.casefold() for part in page.parts if part.kind is BlockKind.HEADING}
    return not entry.anchor and page.parts[0].kind is not BlockKind.HEADING and entry.label.casefold() not in names


def _shifted(parts: Sequence[Part], groups: int) -> list[Part]:
    """Let a chapter's lists and quotations count on from those of the chapters before."""
    return [replace(part, group=part.group + groups) if part.group else part for part in parts]


def _evidence(found: str, parts: Sequence[Part], from_toc: int) -> str:
    if not from_toc:
        return found
    own = sum(part.kind is BlockKind.HEADING for part in parts) > from_toc
    return "HTML headings and the table of contents" if own else "table of contents"


def _metadata(package: Package, name: str) -> Metadata:
    written = [value for key in _DATES for value in package.fields.get(key, ())]
    fields: dict[str, str | tuple[str, ...]] = {
        "version": package.text("schema:version", "version", "dcterms:hasversion"),
        "date": next((date for date in map(iso_date, written) if date), ""),
        "language": package.text("language"),
        "tags": package.fields.get("subject", ()),
    }
    return metadata_of(FrontMatter(fields=fields), name)[0]

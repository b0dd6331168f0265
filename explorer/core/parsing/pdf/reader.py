"""PDF: blocks with the rectangles of their words, headings by the best evidence the file gives.

In this order, and `ParsedDocument.evidence` names what was used: headings that the file's tags state with text; its
outline matched to the text; type size and numbering. PyMuPDF is imported when the first file is read
(`loading`).

Raises `UnreadableDocumentError` for what is no PDF, needs a password, has no pages, or gives no text although it is
no scan. What was mended or left out is said in `notes`.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from explorer.core.errors import ExplorerError, UnreadableDocumentError
from explorer.core.model import Metadata, ParsedDocument, TitleSource
from explorer.core.page_words import PageWords
from explorer.core.parsing.aids import NO_AIDS, ReadingAids
from explorer.core.parsing.metadata import title_from_name, version_from_name
from explorer.core.parsing.pdf.blocks import BlockMaker, PageBox
from explorer.core.parsing.pdf.evidence import choose_headings
from explorer.core.parsing.pdf.furniture import contents_lines, without_furniture
from explorer.core.parsing.pdf.lines import Line, PageText, body_size
from explorer.core.parsing.pdf.loading import load_pymupdf
from explorer.core.parsing.pdf.measure import measure, prose_size
from explorer.core.parsing.pdf.order import page_lines
from explorer.core.parsing.pdf.outline import OutlineEntry
from explorer.core.parsing.pdf.page_words import words_of_pages
from explorer.core.parsing.pdf.pages import numbered, read_pages
from explorer.core.parsing.pdf.tables import Table, inside, joined_tables
from explorer.core.parsing.pdf.title import pdf_title

if TYPE_CHECKING:
    import pymupdf

_MAGIC_WITHIN = 1024
_MOST_PIXELS = 40_000_000


@dataclass(frozen=True, slots=True)
class _Read:
    """What one pass over the pages gives."""

    pages: list[PageText]
    tables: list[list[Table]]
    entries: list[OutlineEntry]
    title: str
    notes: list[str]
    scans: tuple[int, ...]


def read_pdf(data: bytes, name: str, aids: ReadingAids = NO_AIDS) -> ParsedDocument:
    """Read a PDF's bytes; `name` is its path relative to the library, for messages, version and title.

    Raises `UnreadableDocumentError` with a sentence that says why.
    """
    with opened_pdf(data, name) as document:
        read = _read_pages(document, name, aids)
    sizes = tuple((page.width, page.height) for page in read.pages)
    metadata = Metadata(version=version_from_name(name) or None)
    if not any(page.pieces for page in read.pages):
        title = title_from_name(name)
        notes = tuple(read.notes)
        empty = ParsedDocument(name, "pdf", title, TitleSource.FILE_NAME, (), metadata, notes=notes, pages=sizes)
        return replace(empty, scanned_pages=read.scans)
    return replace(_structured(read, name, aids), metadata=metadata, pages=sizes, scanned_pages=read.scans)


def draw_page(data: bytes, page: int, scale: float) -> bytes:
    """Draw a page (from 1) as PNG at `scale` pixels a point, annotations included.

    The scale is lowered where the picture would have more than 40 million pixels. Raises `ExplorerError` when there
    is no such page, and `UnreadableDocumentError` as `read_pdf` does.
    """
    with opened_pdf(data, "The file") as document:
        import pymupdf

        # The layout model takes smoothing away for the whole process when it looks for a background.
        pymupdf.TOOLS.set_aa_level(8)
        if not 1 <= page <= document.page_count:
            raise ExplorerError(f"There is no page {page}.", f"The file has {document.page_count} pages.")
        drawn = document[page - 1]
        area = max(1.0, drawn.rect.width * drawn.rect.height)
        factor = min(max(scale, 0.05), (_MOST_PIXELS / area) ** 0.5)
        return bytes(drawn.get_pixmap(matrix=pymupdf.Matrix(factor, factor), alpha=False).tobytes("png"))


def page_words(data: bytes, first: int, count: int) -> tuple[PageWords, ...]:
    """Return the words of `count` pages from page `first` (from 1) on. Raises as `draw_page` does."""
    with opened_pdf(data, "The file") as document:
        if not 1 <= first <= document.page_count:
            raise ExplorerError(f"There is no page {first}.", f"The file has {document.page_count} pages.")
        return tuple(words_of_pages(document, first, count))


@contextmanager
def opened_pdf(data: bytes, name: str) -> Generator[pymupdf.Document]:
    """Open a PDF from memory and close it in the end; `name` is for the messages of `UnreadableDocumentError`."""
    if not data:
        raise UnreadableDocumentError(f"{name} is empty.", "The file has 0 bytes.")
    if b"%PDF" not in data[:_MAGIC_WITHIN] and b"endobj" not in data:
        raise UnreadableDocumentError(f"{name} is not a PDF.", "It does not begin as PDF files do.")
    load_pymupdf()
    import pymupdf
    from pymupdf.mupdf import FzErrorBase

    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.mupdf_display_warnings(False)
    pymupdf.TOOLS.reset_mupdf_warnings()
    # Boxes as the file's own fonts give them, whoever has loaded what else: PyMuPDF's Markdown converter sets this too.
    pymupdf.TOOLS.unset_quad_corrections(True)
    try:
        document = pymupdf.open(stream=data, filetype="pdf")
    except (RuntimeError, FzErrorBase) as error:
        raise UnreadableDocumentError(f"{name} is damaged beyond repair.", f"It cannot be opened: {error}.") from error
    try:
        try:
            _refuse(document, name)
        except (RuntimeError, FzErrorBase) as error:
            raise UnreadableDocumentError(
                f"{name} is damaged beyond repair.", f"Its pages cannot be found: {error}."
            ) from error
        yield document
    finally:
        document.close()


def _refuse(document: pymupdf.Document, name: str) -> None:
    """Raise `UnreadableDocumentError` for a document that opened but cannot be read."""
    if document.needs_pass and not document.authenticate(""):
        raise UnreadableDocumentError(f"{name} needs a password.", "Password needed: save a copy without one.")
    if not document.is_pdf:
        raise UnreadableDocumentError(f"{name} is not a PDF.", "It does not begin as PDF files do.")
    if not document.page_count:
        raise UnreadableDocumentError(f"{name} has no pages.", "The file is damaged or empty.")


def _read_pages(document: pymupdf.Document, name: str, aids: ReadingAids) -> _Read:
    pages = read_pages(document, aids.ocr_languages)
    if pages.damaged:
        raise UnreadableDocumentError(
            f"{name} is damaged: none of its {len(pages.texts)} pages gives any text.", "It is no scan either."
        )
    notes = list(pages.notes)
    entries = _entries(document)
    if not entries and _has_outline(document):
        notes.append("the outline is damaged (it may run in a circle) and was not used")
    title = str((document.metadata or {}).get("title") or "")
    return _Read(pages.texts, pages.tables, entries, title, notes, tuple(pages.scans))


def _entries(document: pymupdf.Document) -> list[OutlineEntry]:
    from pymupdf.mupdf import FzErrorBase

    try:
        listed = document.get_toc()
    except (RuntimeError, ValueError, TypeError, KeyError, AttributeError, FzErrorBase):
        # PyMuPDF stumbles over some malformed outlines; the document then counts as one without.
        return []
    return [OutlineEntry(int(level), str(title), int(page)) for level, title, page in listed if page > 0]


def _has_outline(document: pymupdf.Document) -> bool:
    """Tell whether the catalogue names an outline with at least one entry."""
    kind, _ = document.xref_get_key(document.pdf_catalog(), "Outlines/First")
    return kind == "xref"


def _structured(read: _Read, name: str, aids: ReadingAids) -> ParsedDocument:
    """Put lines in order, choose the headings and make the blocks."""
    body = body_size(read.pages)
    held = [
        {id(piece) for piece in page.pieces if inside(piece, found) >= 0} if found else set[int]()
        for page, found in zip(read.pages, read.tables, strict=True)
    ]
    kept, removed = without_furniture(read.pages, held, body)
    tables, numbers = joined_tables(read.tables, read.pages, kept, body)
    lines: list[Line] = []
    for page, pieces, found, number in zip(read.pages, kept, read.tables, numbers, strict=True):
        lines.extend(page_lines(page, pieces, found, number))
    notes = list(read.notes)
    if removed:
        notes.append(f"{removed} lines of running headers and footers left out")
    contents = contents_lines(lines)
    if contents:
        pages = sorted({lines[index].page for index in contents})
        notes.append(f"table of contents on {numbered(pages)} left out")
    sizes = measure(lines, prose_size(lines, body, contents))
    chosen = choose_headings(lines, read.entries, sizes, contents, aids.layout)
    boxes = [PageBox(page.width, page.height) for page in read.pages]
    blocks = tuple(BlockMaker(lines, tables, boxes, sizes).blocks(chosen.matches, contents))
    title, source = pdf_title(read.title, blocks, lines, sizes, PurePosixPath(name).name)
    document = ParsedDocument(name, "pdf", title, source, blocks, evidence=chosen.evidence)
    return replace(document, notes=(*notes, *chosen.notes), undecided_pages=chosen.undecided)

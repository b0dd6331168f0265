"""The pages of a PDF, one after another: their text, their tables, and what is to be said about them.

A page without text that a picture covers is a scan; with languages named, Tesseract reads it. Text comes in points of
the page as it is shown, whatever rotation the file states.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, cast

from explorer.core.parsing.pdf.lines import PageText, Piece, RawBlock, page_text
from explorer.core.parsing.pdf.ocr import recognised, usable_languages
from explorer.core.parsing.pdf.tables import MARGIN, Table
from explorer.core.parsing.pdf.tables_find import find_tables
from explorer.core.parsing.pdf.tables_ruled import THIN
from explorer.core.parsing.pdf.turns import Box, turn_blocks, turned_box, turned_size
from explorer.core.parsing.pdf.words import Word, mended

if TYPE_CHECKING:
    import pymupdf

_SCAN_SHARE, _STAMPED_SHARE = 0.5, 0.8
"""Share of the page that pictures cover on a scan, without any text and with a stamp."""
_MOST_STAMPS, _LONGEST_STAMP = 2, 30
_DRAWN_LETTERS = 300
"""Paths on a page without text that are taken for letters drawn as outlines."""
_BAD = re.compile(r"[\ufffd\ue000-\uf8ff\x00-\x08\x0b-\x1f]")
"""What a font without a Unicode map leaves: replacement, private use and control characters."""
_UNREADABLE_SHARE, _UNREADABLE_LEAST = 0.15, 10


class Pages(NamedTuple):
    """`texts` and `tables` by page; `scans` are the numbers of the pages that are pictures without text.

    `damaged` says that there is no text and no scan, and that the cause is damage.
    """

    texts: list[PageText]
    tables: list[list[Table]]
    scans: list[int]
    notes: list[str]
    damaged: bool


def read_pages(document: pymupdf.Document, ocr_languages: str = "") -> Pages:
    """Read all pages; one that cannot be read is empty and noted.

    `ocr_languages`: Tesseract's names joined by "+" when scanned pages are to be recognised, else empty.
    """
    import pymupdf
    from pymupdf.mupdf import FzErrorBase

    flags = pymupdf.TEXT_COLLECT_VECTORS | pymupdf.TEXT_PRESERVE_WHITESPACE
    kind, _ = document.xref_get_key(document.pdf_catalog(), "StructTreeRoot")
    if kind != "null":
        flags |= pymupdf.TEXT_COLLECT_STRUCTURE | pymupdf.TEXT_IGNORE_ACTUALTEXT
    texts: list[PageText] = []
    tables: list[list[Table]] = []
    scans: list[int] = []
    broken: list[int] = []
    hidden: list[int] = []
    for index in range(document.page_count):
        try:
            page = document[index]
            text, words = _page(page, index + 1, flags)
            text, is_hiding = _without_hidden(page, text)
            is_scan = _is_bare(text) and _is_scan(page, text)
        except (RuntimeError, ValueError, IndexError, FzErrorBase) as error:
            if _lacks_memory(error):
                raise MemoryError(str(error)) from error
            broken.append(index + 1)
            texts.append(PageText(index + 1, 0.0, 0.0, [], [], tagged=False))
            tables.append([])
            continue
        tables.append(find_tables(text, words, _last_table(texts, tables)) if text.pieces else [])
        texts.append(text)
        if is_hiding:
            hidden.append(index + 1)
        if is_scan:
            scans.append(index + 1)
    warnings = pymupdf.TOOLS.mupdf_warnings()
    harmed = bool(warnings or broken or document.is_repaired)
    damaged = harmed and not scans and not any(text.pieces for text in texts)
    notes = ["damaged, repaired: parts of the file may be missing"] if document.is_repaired else []
    if scans and ocr_languages:
        scans, more = _recognise(document, texts, tables, scans, ocr_languages)
        notes.extend(more)
    notes.extend(_page_notes(texts, scans, broken))
    if hidden:
        notes.append(f"invisible text on {numbered(hidden)} (white on white or tiny) left out")
    return Pages(texts, tables, scans, notes, damaged)


def _lacks_memory(error: Exception) -> bool:
    """Tell whether MuPDF says that it got no memory ("malloc (1000 bytes) failed"): no fault of the page's syntax."""
    said = str(error)
    return "alloc" in said and "failed" in said


def _last_table(texts: Sequence[PageText], tables: Sequence[Sequence[Table]]) -> Sequence[Table]:
    """Return the last page's last table when nothing stands below it but what the page's margin holds."""
    if not tables or not tables[-1]:
        return ()
    text, table = texts[-1], max(tables[-1], key=lambda table: table.box[3])
    x0, _, x1, bottom = table.box
    below = (piece for piece in text.pieces if piece.y0 > bottom and piece.x1 > x0 and piece.x0 < x1)
    return () if any(piece.y1 < text.height * (1 - MARGIN) for piece in below) else (table,)


def _page(page: pymupdf.Page, number: int, flags: int) -> tuple[PageText, Callable[[], list[Word]]]:
    """Return a page's text, turned as it is shown, and a function for its words.

    Tags may state another text than what is drawn (`ActualText`). Edited files state an empty one for words that
    everybody sees, so it is asked only where the letters drawn cannot be read, and taken when it says no less.
    """
    import pymupdf

    drawn = _read_page(page, number, flags)
    if flags & pymupdf.TEXT_IGNORE_ACTUALTEXT and any(_BAD.search(piece.text) for piece in drawn[0].pieces):
        stated = _read_page(page, number, flags & ~pymupdf.TEXT_IGNORE_ACTUALTEXT)
        return stated if _letters(stated[0]) >= _letters(drawn[0]) else drawn
    return drawn


def _letters(text: PageText) -> int:
    return sum(letter.isalnum() for piece in text.pieces for letter in piece.text)


def _read_page(page: pymupdf.Page, number: int, flags: int) -> tuple[PageText, Callable[[], list[Word]]]:
    extracted = page.get_textpage(flags=flags)
    return _text_of(extracted, number, page.rect.width, page.rect.height, page.rotation // 90 % 4)


def _text_of(
    extracted: pymupdf.TextPage, number: int, width: float, height: float, quarters: int
) -> tuple[PageText, Callable[[], list[Word]]]:
    blocks = cast("list[RawBlock]", extracted.extractDICT()["blocks"])
    words = partial(_words, extracted)
    if quarters:
        inner = turned_size(quarters, width, height)
        turn_blocks(blocks, quarters, *inner)
        words = partial(_turned_words, extracted, quarters, inner)
    text = page_text(number, width, height, blocks)
    return text._replace(pieces=mended(text.pieces, words)), words


def _without_hidden(page: pymupdf.Page, text: PageText) -> tuple[PageText, bool]:
    """Take away text that nobody can see: tiny, or white with nothing drawn behind it; tell whether there was any."""
    faint = [piece for piece in text.pieces if piece.faint]
    if not faint:
        return text, False
    behind: list[Box] = [v[:4] for v in text.vectors if not v.white and v.x1 - v.x0 > THIN and v.y1 - v.y0 > THIN]
    if any(piece.size >= 1 for piece in faint):
        behind.extend(cast("Box", tuple(image["bbox"])) for image in page.get_image_info())
    gone = {id(piece) for piece in faint if piece.size < 1 or not any(_covers(box, piece) for box in behind)}
    kept = [piece for piece in text.pieces if id(piece) not in gone]
    return text._replace(pieces=kept), bool(gone)


def _covers(box: Box, piece: Piece) -> bool:
    x, y = (piece.x0 + piece.x1) / 2, (piece.y0 + piece.y1) / 2
    return box[0] - 1 <= x <= box[2] + 1 and box[1] - 1 <= y <= box[3] + 1


def _words(extracted: pymupdf.TextPage) -> list[Word]:
    words = cast("list[tuple[float, float, float, float, str, int, int, int]]", extracted.extractWORDS())
    return [word[:5] for word in words]


def _turned_words(extracted: pymupdf.TextPage, quarters: int, size: tuple[float, float]) -> list[Word]:
    return [(*turned_box(word[:4], quarters, *size), word[4]) for word in _words(extracted)]


def _is_bare(text: PageText) -> bool:
    """Tell whether a page has no text, or nothing but a stamp in its margin (a page number, a scanner's name)."""
    if len(text.pieces) > _MOST_STAMPS:
        return False
    low, high = text.height * MARGIN, text.height * (1 - MARGIN)
    return all((piece.y1 < low or piece.y0 > high) and len(piece.text) <= _LONGEST_STAMP for piece in text.pieces)


def _is_scan(page: pymupdf.Page, text: PageText) -> bool:
    if len(text.vectors) >= _DRAWN_LETTERS and not text.pieces:
        return True
    longest = max(page.rect.width, page.rect.height)
    covered = 0.0
    for image in page.get_image_info():
        x0, y0, x1, y1 = cast("tuple[float, float, float, float]", image["bbox"])
        across, down = min(x1, longest) - max(x0, 0.0), min(y1, longest) - max(y0, 0.0)
        covered += max(0.0, across) * max(0.0, down)
    share = _STAMPED_SHARE if text.pieces else _SCAN_SHARE
    return covered >= share * max(1.0, page.rect.width * page.rect.height)


def _recognise(
    document: pymupdf.Document, texts: list[PageText], tables: list[list[Table]], scans: Sequence[int], asked: str
) -> tuple[list[int], list[str]]:
    """Put recognised text in the place of scanned pages; return the pages that stay without, and notes."""
    languages, missing = usable_languages(asked)
    notes = [f"Tesseract has no language {name} here" for name in missing]
    if not languages:
        return list(scans), notes
    import pymupdf
    from pymupdf.mupdf import FzErrorBase

    flags = pymupdf.TEXT_PRESERVE_WHITESPACE
    left: list[int] = []
    read: list[int] = []
    for number in scans:
        try:
            page = document[number - 1]
            extracted = recognised(page, languages, flags)
            text, words = _text_of(extracted, number, page.rect.width, page.rect.height, 0)
        except (RuntimeError, ValueError, FzErrorBase) as error:
            notes.append(f"page {number} could not be recognised: {error}")
            left.append(number)
            continue
        if not text.pieces:
            left.append(number)
            continue
        read.append(number)
        texts[number - 1] = text._replace(vectors=texts[number - 1].vectors)
        tables[number - 1] = find_tables(text, words, _last_table(texts[: number - 1], tables[: number - 1]))
    if read:
        notes.append(f"text of {numbered(read)} recognised by Tesseract ({languages})")
    return left, notes


def _page_notes(pages: list[PageText], scans: Sequence[int], broken: list[int]) -> Iterator[str]:
    if scans and len(scans) == len(pages):
        yield "no text (scan)"
    elif scans:
        yield f"text missing on {numbered(scans)} (scan)"
    elif not any(page.pieces for page in pages):
        yield "no text on any page"
    if broken:
        yield f"{numbered(broken)} could not be read"
    for page in pages:
        if _is_unreadable(page):
            yield f"text of page {page.number} is unreadable"


def numbered(pages: Sequence[int]) -> str:
    """Return "page 2" or "pages 2, 5"."""
    return ("page " if len(pages) == 1 else "pages ") + ", ".join(str(page) for page in pages)


def _is_unreadable(page: PageText) -> bool:
    text = "".join(piece.text for piece in page.pieces)
    # All of the bad but the replacement character are unprintable to Python, which tells that at once.
    bad = 0 if text.isprintable() and "\ufffd" not in text else len(_BAD.findall(text))
    return bad >= _UNREADABLE_LEAST and bad >= _UNREADABLE_SHARE * len(text)

"""A printed table of contents as evidence, and the layout model's vote."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pymupdf
import pytest

from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import BlockKind, ParsedDocument
from explorer.core.parsing.aids import LayoutBox, ReadingAids
from explorer.core.parsing.pdf.contents import contents_entries
from explorer.core.parsing.pdf.layout import layout_boxes
from explorer.core.parsing.pdf.lines import Line
from explorer.core.parsing.pdf.outline import OutlineEntry
from explorer.core.parsing.pdf.reader import read_pdf

PROSE = (
    "The shift leader keeps the station log and the district office reads it at the end of every",
    "single month, when all entries are written in ink and are signed by two of the people who",
    "were there when it happened.",
)
HEADS = (("Pumps", 1, 2), ("Valves", 2, 2), ("Handles", 2, 3), ("Pipes", 1, 4), ("Joints", 2, 4), ("Seals", 2, 5))
CASES = Path(__file__).parents[5] / "shared" / "cases"


def headings(document: ParsedDocument) -> list[tuple[int, str]]:
    return [(block.level, block.text) for block in document.blocks if block.kind is BlockKind.HEADING]


def book(*, leaders: bool, indent: float, shift: int = 0) -> bytes:
    """Draw a book of five pages whose headings all have one type and whose contents stand on the first page."""
    document = pymupdf.open()
    page = document.new_page(width=595, height=842)
    page.insert_text((72, 90), "Contents", fontsize=14, fontname="hebo")
    for row, (title, level, number) in enumerate(HEADS):
        y, x = 120 + 16 * row, 72 + indent * (level - 1)
        page.insert_text((x, y), title + (" " + ". " * 40 if leaders else ""), fontsize=11, fontname="tiro")
        page.insert_text((500, y), str(number + shift), fontsize=11, fontname="tiro")
    for number in range(2, 6):
        page, y = document.new_page(width=595, height=842), 90.0
        for title, _, at in HEADS:
            if at == number:
                page.insert_text((72, y), title, fontsize=14, fontname="hebo")
                for text in PROSE:
                    y += 14
                    page.insert_text((72, y), text, fontsize=11, fontname="tiro")
                y += 40
    data = document.tobytes()
    document.close()
    return data


@pytest.mark.parametrize("leaders", [True, False], ids=["dots", "no dots"])
@pytest.mark.parametrize("shift", [0, 10], ids=["own pages", "other pages"])
def test_contents_give_levels_that_the_type_does_not_show(leaders: bool, shift: int) -> None:
    document = read_pdf(book(leaders=leaders, indent=18, shift=shift), "book.pdf")
    assert headings(document) == [(level, title) for title, level, _ in HEADS]
    assert document.evidence == "printed contents"
    assert document.undecided_pages == ()


def test_contents_that_fit_no_page_are_no_evidence() -> None:
    document = pymupdf.open(stream=book(leaders=True, indent=18))
    document.delete_pages(from_page=2, to_page=4)
    assert read_pdf(document.tobytes(), "book.pdf").evidence == "type size only"


def line(text: str, page: int, x0: float = 72) -> Line:
    return Line(page, 0, x0, 90, 300, 104, 100, 11, False, False, "Serif", text)


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        (
            ["1 Pumps .... 1", "1.1 Valves .... 1", "2 Pipes .... 2"],
            [OutlineEntry(1, "1 Pumps", 2), OutlineEntry(2, "1.1 Valves", 2), OutlineEntry(1, "2 Pipes", 3)],
        ),
        (
            ["1 Pumps that were built before", "the war .... 1", "1.1 Valves .... 1", "2 Pipes .... 2"],
            [
                OutlineEntry(1, "1 Pumps that were built before the war", 2),
                OutlineEntry(2, "1.1 Valves", 2),
                OutlineEntry(1, "2 Pipes", 3),
            ],
        ),
        (["1 Pumps .... 1", "2 Pipes .... 2"], []),
        (["1 Gears .... 1", "2 Wheels .... 2", "3 Chains .... 4"], []),
        (["1 Pumps .... 1", "1.1 Valves .... 1", "2 Pipes .... iv"], []),
    ],
    ids=["numbers", "over two lines", "too few", "titles not in the file", "Roman pages left out"],
)
def test_entries_of_the_contents(printed: Sequence[str], expected: list[OutlineEntry]) -> None:
    body = [line("1 Pumps", 2), line("1.1 Valves", 2), line("2 Pipes", 3)]
    lines = [line(text, 1) for text in printed] + body
    assert contents_entries(lines, set(range(len(printed)))) == expected


def doubtful() -> bytes:
    """Draw a page with a sure heading, a bold line and a line in italics that may or may not be headings."""
    document = pymupdf.open()
    page, y = document.new_page(width=595, height=842), 90.0
    for text, size, font in (("Pumps", 16, "hebo"), ("Care", 11, "hebo"), ("Seen by the mayor", 11, "tiit")):
        page.insert_text((72, y), text, fontsize=size, fontname=font)
        for prose in PROSE:
            y += 16
            page.insert_text((72, y), prose, fontsize=11, fontname="tiro")
        y += 40
    data = document.tobytes()
    document.close()
    return data


def boxes(document: ParsedDocument, kinds: dict[str, str]) -> ReadingAids:
    """Return what a model would say that takes the lines that begin with these words for these kinds."""
    found: list[LayoutBox] = []
    for block in document.blocks:
        for words, kind in kinds.items():
            if block.text.startswith(words):
                rect = block.place.rects[0]
                found.append(LayoutBox(rect.x0 - 1, rect.y0 - 1, rect.x1 + 1, rect.y1 + 1, kind))
    return ReadingAids(layout={1: tuple(found)})


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        ({}, ["Pumps", "Care"]),
        ({"Care": "text"}, ["Pumps"]),
        ({"Care": "section-header"}, ["Pumps", "Care"]),
        ({"Seen by the mayor": "section-header"}, ["Pumps", "Care", "Seen by the mayor"]),
        ({"Pumps": "text"}, ["Pumps", "Care"]),
    ],
    ids=["nothing said", "drops", "confirms", "adds", "never drops what is sure"],
)
def test_the_layout_model_votes_on_doubtful_lines_only(kinds: dict[str, str], expected: list[str]) -> None:
    data = doubtful()
    document = read_pdf(data, "doubt.pdf")
    assert document.undecided_pages == (1,)
    voted = read_pdf(data, "doubt.pdf", boxes(document, kinds))
    assert [text for _, text in headings(voted)] == expected
    assert ("with a layout model" in voted.evidence) is bool(boxes(document, kinds).layout)


def test_numbered_documents_ask_for_no_model() -> None:
    document = pymupdf.open()
    for chapter in range(1, 13):
        page = document.new_page(width=595, height=842)
        page.insert_text((72, 90), f"{chapter} Pump of kind {chapter * 7}", fontsize=16, fontname="hebo")
        for row, prose in enumerate(PROSE):
            page.insert_text((72, 120 + 14 * row), prose, fontsize=11, fontname="tiro")
    assert read_pdf(document.tobytes(), "numbered.pdf").undecided_pages == ()


def test_layout_model_says_what_the_parts_of_a_page_are() -> None:
    found = layout_boxes(doubtful(), "doubt.pdf", [1, 7])
    assert set(found) == {1}
    assert {box.kind for box in found[1]} & {"text", "title", "section-header"}
    assert all(0 <= box.x0 < box.x1 <= 595 and 0 <= box.y0 < box.y1 <= 842 for box in found[1])


def test_layout_of_what_is_no_pdf_is_an_error_for_people() -> None:
    with pytest.raises(UnreadableDocumentError, match="is not a PDF"):
        layout_boxes(b"hello", "hello.pdf", [1])

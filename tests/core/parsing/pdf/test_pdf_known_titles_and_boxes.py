"""Headings that what is known from elsewhere decides: titles set over several lines, boxes of a layout model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pymupdf
import pytest

from explorer.core.model import BlockKind, ParsedDocument, Rect
from explorer.core.parsing.aids import LayoutBox, ReadingAids
from explorer.core.parsing.pdf.reader import read_pdf

PROSE = (
    "The shift leader keeps the station log and the district office reads it at the end of every",
    "single month, when all entries are written in ink and are signed by two of the people who",
    "were there when it happened.",
)


class Put(NamedTuple):
    """A line at `x`, `gap` points lower than it would follow in a paragraph; `colour` is grey from 0 to 1."""

    text: str
    size: float = 11
    font: str = "tiro"
    gap: float = 0
    x: float = 72
    colour: float = 0


BREAK = Put("")


def drawn(parts: Sequence[Put]) -> bytes:
    document = pymupdf.open()
    page, y = document.new_page(width=595, height=842), 90.0
    for part in parts:
        if part == BREAK:
            page, y = document.new_page(width=595, height=842), 90.0
            continue
        y += part.gap + part.size * 1.2
        page.insert_text((part.x, y), part.text, fontsize=part.size, fontname=part.font, color=3 * (part.colour,))
    data = document.tobytes()
    document.close()
    return data


def prose(size: float = 11) -> list[Put]:
    return [Put(text, size, gap=0 if at else 8) for at, text in enumerate(PROSE)]


def headings(document: ParsedDocument) -> list[str]:
    return [block.text for block in document.blocks if block.kind is BlockKind.HEADING]


def chapters(*titles: str) -> list[Put]:
    return [part for title in titles for part in (BREAK, Put(title, 18, "hebo"), *prose(), *prose())]


COVER = [Put("The care of pumps", 36, "hebo", gap=60), Put("in small towns", 36, "hebo"), BREAK]


def test_title_printed_again_in_two_sizes_is_one_heading() -> None:
    back = [BREAK, Put("The care of pumps", 30, "hebo"), Put("in small towns", 26, "hebo"), *prose()]
    found = headings(read_pdf(drawn([*COVER, *prose(), *chapters("Pumps", "Pipes", "Seals"), *back]), "book.pdf"))
    assert found[-1] == "The care of pumps in small towns"
    assert found.count("Pumps") == 1


def test_lines_that_are_not_the_title_stay_apart() -> None:
    back = [BREAK, Put("The care of pumps", 30, "hebo"), Put("in large towns", 26, "hebo"), *prose()]
    found = headings(read_pdf(drawn([*COVER, *prose(), *chapters("Pumps", "Pipes", "Seals"), *back]), "book.pdf"))
    assert found[-2:] == ["The care of pumps", "in large towns"]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("Brief for towns Who we are", ["Brief for towns Who we are"]),
        ("Brief for towns", ["Brief for towns", "Who we are"]),
    ],
    ids=["listed as one", "listed apart"],
)
@pytest.mark.parametrize("page", ["ii", "2"])
def test_lines_that_the_contents_list_as_one_title_are_one_heading(entry: str, expected: list[str], page: str) -> None:
    titles = [entry, "Pumps", "Pipes", "Seals"]
    pages = [page, "5", "9", "12"]
    contents = [Put(f"{title} {'. ' * 40}{number}", gap=4) for title, number in zip(titles, pages, strict=True)]
    brief = [BREAK, Put("Brief for towns", 18, "hebo"), Put("Who we are", 18, "hebo"), *prose()]
    parts = [Put("Contents", 18, "hebo"), *contents, *brief, *chapters("Pumps", "Pipes", "Seals")]
    assert headings(read_pdf(drawn(parts), "book.pdf")) == [*expected, "Pumps", "Pipes", "Seals"]


@pytest.mark.parametrize("word", ["Conteúdo", "Inhoud", "Indice", "Innehåll"])
def test_what_names_the_contents_is_no_heading(word: str) -> None:
    listed = [Put(f"{title} {'. ' * 40}{at + 2}", gap=4) for at, title in enumerate(("Pumps", "Pipes", "Seals"))]
    parts = [Put(word, 18, "hebo"), *listed, *chapters("Pumps", "Pipes", "Seals")]
    assert headings(read_pdf(drawn(parts), "book.pdf")) == ["Pumps", "Pipes", "Seals"]


@pytest.mark.parametrize(
    "text", ["www.pumps.example", "pumps.example/books", "https://pumps.example", "help@pumps.example"]
)
def test_an_address_in_large_type_is_no_heading(text: str) -> None:
    parts = [Put("Pumps", 18, "hebo"), *prose(), Put(text, 14, "hebo", gap=10), *prose()]
    assert headings(read_pdf(drawn(parts), "address.pdf")) == ["Pumps"]


@pytest.mark.parametrize("text", ["Node.js", "Where to find us", "and/or", "config.yaml"])
def test_what_only_looks_like_an_address_is_a_heading(text: str) -> None:
    parts = [Put("Pumps", 18, "hebo"), *prose(), Put(text, 14, "hebo", gap=10), *prose()]
    assert headings(read_pdf(drawn(parts), "address.pdf")) == ["Pumps", text]


def test_nearly_white_text_is_left_out_and_grey_text_stays() -> None:
    parts = [Put("Back cover", 24, "hebo", colour=0.988), Put("Pumps", 18, "hebo", gap=10, colour=0.9), *prose()]
    document = read_pdf(drawn(parts), "cover.pdf")
    assert headings(document) == ["Pumps"]
    assert "invisible text on page 1 (white on white or tiny) left out" in document.notes


def test_a_numbered_line_as_wide_as_its_column_is_a_heading_where_the_type_below_is_smaller() -> None:
    heads = ["(1) Pumps", "(2) Townspeople who look after several pumps throughout the whole year", "(3) Seals"]
    parts = [part for head in heads for part in (Put(head, 11.9, "helv", gap=14), *prose())]
    parts.insert(0, Put("1 Towns", 16, "hebo"))
    assert headings(read_pdf(drawn(parts), "wide.pdf")) == ["1 Towns", *heads]


def box_around(document: ParsedDocument, kind: str, *starts: str) -> LayoutBox:
    """Return a model's box of this kind around the blocks that begin with these words."""
    rects: list[Rect] = [
        rect for block in document.blocks if block.text.startswith(starts) for rect in block.place.rects
    ]
    x0, y0 = min(rect.x0 for rect in rects), min(rect.y0 for rect in rects)
    return LayoutBox(x0 - 1, y0 - 1, max(rect.x1 for rect in rects) + 1, max(rect.y1 for rect in rects) + 1, kind)


@pytest.mark.parametrize(
    ("size", "starts", "expected"),
    [
        (8.0, ("Care", "The log"), ["Pumps", "Care"]),
        (8.0, ("Care",), ["Pumps"]),
        (10.5, ("Care", "The log"), ["Pumps"]),
    ],
    ids=["one box with smaller text", "a box of its own", "one box with text of its size"],
)
def test_a_box_of_text_that_holds_heading_and_text_does_not_outvote_clear_type(
    size: float, starts: tuple[str, ...], expected: list[str]
) -> None:
    small = [Put("Care", 11, "hebo", gap=20), Put("The log is kept dry and out of the sun at all times.", size)]
    data = drawn([Put("Pumps", 18, "hebo"), *prose(), *prose(), *small])
    document = read_pdf(data, "box.pdf")
    aids = ReadingAids(layout={1: (box_around(document, "text", *starts),)})
    assert headings(document) == ["Pumps", "Care"]
    assert headings(read_pdf(data, "box.pdf", aids)) == expected


def test_labels_in_a_picture_do_not_confirm_each_other() -> None:
    labels = [Put(text, 11, "hebo", gap=18) for text in ("Inlet", "Outlet", "Valve seat")]
    data = drawn([Put("Pumps", 18, "hebo"), *prose(), *labels, *prose(), Put("Seen from above", 11, "tiit", gap=20)])
    document = read_pdf(data, "labels.pdf")
    assert headings(document) == ["Pumps", "Inlet", "Outlet", "Valve seat"]
    picture = box_around(document, "picture", "Inlet", "Outlet", "Valve seat")
    assert headings(read_pdf(data, "labels.pdf", ReadingAids(layout={1: (picture,)}))) == ["Pumps"]

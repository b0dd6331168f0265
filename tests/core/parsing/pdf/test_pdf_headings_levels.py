"""Headings and levels of drawn PDFs without tags or outline: numbers, styles, covers, labels, run-in headings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pymupdf
import pytest

from explorer.core.model import BlockKind, ParsedDocument
from explorer.core.parsing.pdf.reader import read_pdf

PROSE = (
    "The shift leader keeps the station log and the district office reads it at the end of every",
    "single month, when all entries are written in ink and are signed by two of the people who",
    "were there when it happened.",
)


class Put(NamedTuple):
    """A line to draw; `font` is one of PyMuPDF's names of base fonts."""

    text: str
    size: float = 11
    font: str = "hebo"
    x: float = 72
    gap: float = 10


class Prose(NamedTuple):
    """A paragraph of body text."""

    first: str = ""


class PageBreak(NamedTuple):
    """A new page begins."""


Part = Put | Prose | PageBreak


def drawn(parts: Sequence[Part]) -> bytes:
    document = pymupdf.open()
    page, y = document.new_page(width=595, height=842), 90.0
    for part in parts:
        if isinstance(part, PageBreak) or y > 740:
            page, y = document.new_page(width=595, height=842), 90.0
        if isinstance(part, Put):
            y += part.gap
            page.insert_text((part.x, y), part.text, fontsize=part.size, fontname=part.font)
            y += part.size * 1.3
        elif isinstance(part, Prose):
            for text in ((part.first,) if part.first else ()) + PROSE:
                page.insert_text((72, y), text, fontsize=11, fontname="tiro")
                y += 13.2
            y += 6
    data = document.tobytes()
    document.close()
    return data


def read(parts: Sequence[Part]) -> ParsedDocument:
    return read_pdf(drawn(parts), "drawn.pdf")


def headings(document: ParsedDocument) -> list[tuple[int, str]]:
    return [(block.level, block.text) for block in document.blocks if block.kind is BlockKind.HEADING]


def with_prose(*heads: Put) -> list[Part]:
    return [part for head in heads for part in (head, Prose())]


LEVELS = {
    "numbers give the level where type does not": (
        with_prose(Put("1 Purpose"), Put("1.1 Users"), Put("1.1.1 Guests"), Put("1.2 Hours"), Put("2 Fees")),
        [(1, "1 Purpose"), (2, "1.1 Users"), (3, "1.1.1 Guests"), (2, "1.2 Hours"), (1, "2 Fees")],
    ),
    "numbers outrank size": (
        with_prose(Put("1 Purpose", 14), Put("1.1 Users", 14), Put("1.1.1 Guests", 12.5), Put("1.1.1.1 Day", 12.5)),
        [(1, "1 Purpose"), (2, "1.1 Users"), (3, "1.1.1 Guests"), (4, "1.1.1.1 Day")],
    ),
    "chapters are the decimals' first level": (
        with_prose(
            Put("Chapter 1 Pumps", 16), Put("1.1 Valves", 14), Put("Chapter 2 Pipes", 16), Put("2.1 Joints", 14)
        ),
        [(1, "Chapter 1 Pumps"), (2, "1.1 Valves"), (1, "Chapter 2 Pipes"), (2, "2.1 Joints")],
    ),
    "an appendix stands beside the chapters": (
        with_prose(
            Put("1 Pumps", 16),
            Put("1.1 Valves", 14),
            Put("2 Pipes", 16),
            Put("Appendix A Tables", 16),
            Put("A.1 Weights", 14),
        ),
        [(1, "1 Pumps"), (2, "1.1 Valves"), (1, "2 Pipes"), (1, "Appendix A Tables"), (2, "A.1 Weights")],
    ),
    "parts above articles above decimals": (
        with_prose(
            Put("PART I"),
            Put("ARTICLE 1. Definitions"),
            Put("1.1 Interpretation"),
            Put("ARTICLE 2. Duties"),
            Put("PART II"),
            Put("ARTICLE 3. Fees"),
        ),
        [
            (1, "PART I"),
            (2, "ARTICLE 1. Definitions"),
            (3, "1.1 Interpretation"),
            (2, "ARTICLE 2. Duties"),
            (1, "PART II"),
            (2, "ARTICLE 3. Fees"),
        ],
    ),
    "what has no number stands beside the numbered ones in its type": (
        with_prose(Put("Preface", 16), Put("1 Pumps", 16), Put("1.1 Valves", 13), Put("Index", 16)),
        [(1, "Preface"), (1, "1 Pumps"), (2, "1.1 Valves"), (1, "Index")],
    ),
    "smaller type stands below the numbered ones": (
        with_prose(Put("1 Pumps", 16), Put("1.1 Valves", 14), Put("Care", 12.5), Put("2 Pipes", 16), Put("Use", 12.5)),
        [(1, "1 Pumps"), (2, "1.1 Valves"), (3, "Care"), (1, "2 Pipes"), (3, "Use")],
    ),
    "a title in larger type stands above the numbers": (
        with_prose(Put("Pump manual", 20), Put("1 Pumps", 14), Put("1.1 Valves", 12.5), Put("2 Pipes", 14)),
        [(1, "Pump manual"), (2, "1 Pumps"), (3, "1.1 Valves"), (2, "2 Pipes")],
    ),
    "chapters without numbers stand above decimals": (
        with_prose(Put("Pumps", 14), Put("1.1 Valves", 14), Put("Pipes", 14), Put("2.1 Joints", 14)),
        [(1, "Pumps"), (2, "1.1 Valves"), (1, "Pipes"), (2, "2.1 Joints")],
    ),
    "size alone gives levels without numbers": (
        with_prose(Put("Pumps", 18), Put("Valves", 14), Put("Handles", 12), Put("Joints", 14)),
        [(1, "Pumps"), (2, "Valves"), (3, "Handles"), (2, "Joints")],
    ),
    "years are no numbers": (
        with_prose(Put("Pumps", 16), Put("2024 in review", 14), Put("2025 in review", 14)),
        [(1, "Pumps"), (2, "2024 in review"), (2, "2025 in review")],
    ),
    "numbers in regular type of the body's size go on from sure ones": (
        [
            *with_prose(Put("1 Pumps", 14), Put("1.1 Valves", 12.5)),
            *with_prose(Put("1.1.1 Red handles", font="tiro"), Put("1.1.2 Blue handles", font="tiro")),
        ],
        [(1, "1 Pumps"), (2, "1.1 Valves"), (3, "1.1.1 Red handles"), (3, "1.1.2 Blue handles")],
    ),
    "capitals that number up are headings": (
        with_prose(
            Put("1. DEFINITIONS", font="tiro"), Put("2. TERM AND RENEWAL", font="tiro"), Put("3. NOTICES", font="tiro")
        ),
        [(1, "1. DEFINITIONS"), (1, "2. TERM AND RENEWAL"), (1, "3. NOTICES")],
    ),
    "schedules stand beside the clauses": (
        with_prose(
            Put("MASTER SERVICES AGREEMENT", 14, x=180),
            Put("1. DEFINITIONS"),
            Put("1.1 Terms"),
            Put("2. SERVICES"),
            Put("SCHEDULE 1 - FEES"),
        ),
        [
            (1, "MASTER SERVICES AGREEMENT"),
            (2, "1. DEFINITIONS"),
            (3, "1.1 Terms"),
            (2, "2. SERVICES"),
            (2, "SCHEDULE 1 - FEES"),
        ],
    ),
    "an article's name below its number belongs to it": (
        [
            Put("CHAPTER I", 12, "tibo", x=270),
            Put("General provisions", 12, "tibo", x=250, gap=0),
            Put("Article 1", 11, "tiit", x=275),
            Put("Subject-matter", 11, "tibo", x=260, gap=0),
            Prose(),
            Put("Article 2", 11, "tiit", x=275),
            Put("Material scope", 11, "tibo", x=255, gap=0),
            Prose(),
        ],
        [(1, "CHAPTER I General provisions"), (2, "Article 1 Subject-matter"), (2, "Article 2 Material scope")],
    ),
    "letters stand below Roman numbers": (
        with_prose(
            Put("I. Introduction"),
            Put("II. Methods"),
            Put("A. Sampling"),
            Put("B. Analysis"),
            Put("C. Care"),
            Put("III. Results"),
        ),
        [
            (1, "I. Introduction"),
            (1, "II. Methods"),
            (2, "A. Sampling"),
            (2, "B. Analysis"),
            (2, "C. Care"),
            (1, "III. Results"),
        ],
    ),
    "paragraph signs in sections": (
        with_prose(
            Put("Abschnitt 1 Allgemeines", 13),
            Put("§ 1 Geltung"),
            Put("§ 2 Kündigung"),
            Put("Abschnitt 2 Besonderes", 13),
            Put("§ 3 Haftung"),
        ),
        [
            (1, "Abschnitt 1 Allgemeines"),
            (2, "§ 1 Geltung"),
            (2, "§ 2 Kündigung"),
            (1, "Abschnitt 2 Besonderes"),
            (2, "§ 3 Haftung"),
        ],
    ),
    "Chinese chapters and articles": (
        with_prose(
            Put("第一章 总则", 14, "china-s"),
            Put("第一条 目的", 11, "china-s"),
            Put("第二章 附则", 14, "china-s"),
            Put("第二条 范围", 11, "china-s"),
        ),
        [(1, "第一章 总则"), (2, "第一条 目的"), (1, "第二章 附则"), (2, "第二条 范围")],
    ),
    "italics that always stand alone are headings": (
        [
            *with_prose(Put("Nuts", 16), Put("Wing nuts", font="tiit"), Put("Cap nuts", font="tiit")),
            *with_prose(Put("Lock nuts", font="tiit")),
        ],
        [(1, "Nuts"), (2, "Wing nuts"), (2, "Cap nuts"), (2, "Lock nuts")],
    ),
}


@pytest.mark.parametrize(("parts", "expected"), LEVELS.values(), ids=LEVELS.keys())
def test_levels(parts: list[Part], expected: list[tuple[int, str]]) -> None:
    assert headings(read(parts)) == expected


NO_HEADINGS = {
    "labels of boxes": (Put("WARNING", 12.5, "helv", 80), Put("Hinweis:", 12.5, "helv", 80)),
    "a sentence that begins with a number": (Put("12.4 litres are lost every day by each of them.", font="tiro"),),
    "a cross-reference": (Put("11.5.14.2 applies to this station too, as said above.", font="tiro"),),
    "a single line in italics": (Put("Seen by the mayor", font="tiit"),),
    "a number that goes on from nothing": (Put("7.3.2 Something", font="tiro"),),
    "a caption": (Put("Figure 3: The pump", font="hebo"),),
    "the words above a chapter's title": (Put("ONE", 14, "hebo"), Put("CHAPTER", 14, "hebo")),
}


@pytest.mark.parametrize("parts", NO_HEADINGS.values(), ids=NO_HEADINGS.keys())
def test_what_is_no_heading(parts: tuple[Put, ...]) -> None:
    document = read([*with_prose(Put("Valves", 16)), Prose(), *with_prose(*parts), *with_prose(Put("Joints", 16))])
    assert headings(document) == [(1, "Valves"), (1, "Joints")]
    text = "\n".join(block.text for block in document.blocks)
    assert all(part.text in text for part in parts)


def test_words_that_fill_a_style_away_from_the_edge_are_labels() -> None:
    words = ("Merke", "Beachte", "Merke", "Merke", "Beachte", "Merke")
    parts = [part for word in words for part in (Put(word, 13, "helv", 90), Prose())]
    assert headings(read([*with_prose(Put("Ventile", 18)), *parts])) == [(1, "Ventile")]


def test_title_of_a_cover_is_above_unnumbered_headings() -> None:
    cover = [Put("Zava", 36, x=250), Put("Health plan in detail", 24, x=170, gap=40), PageBreak()]
    body = with_prose(Put("Benefits", 16), Put("Doctors", 13), Put("Costs", 16))
    document = read([*cover, *body, PageBreak(), Prose(), PageBreak(), Prose()])
    assert headings(document) == [
        (1, "Health plan in detail"),
        (2, "Benefits"),
        (3, "Doctors"),
        (2, "Costs"),
    ]


def test_title_of_a_cover_is_not_above_numbered_chapters() -> None:
    cover = [Put("Pump manual", 30, x=150), PageBreak()]
    body = with_prose(Put("1 Pumps", 16), Put("1.1 Valves", 13), Put("2 Pipes", 16))
    document = read([*cover, *body, PageBreak(), Prose(), PageBreak(), Prose()])
    assert headings(document) == [(1, "1 Pumps"), (2, "1.1 Valves"), (1, "2 Pipes")]
    assert document.title == "Pump manual"


def test_evidence_says_whether_numbers_confirm_the_levels() -> None:
    numbered = read(with_prose(Put("1 Pumps", 16), Put("1.1 Valves", 13), Put("2 Pipes", 16)))
    plain = read(with_prose(Put("Pumps", 16), Put("Valves", 13), Put("Pipes", 16)))
    none = read([Prose(), Prose()])
    assert [document.evidence for document in (numbered, plain, none)] == [
        "type size and numbering",
        "type size only",
        "none",
    ]


def run_in(parts: Sequence[tuple[str, str]], *more: str) -> ParsedDocument:
    """Draw a heading and a clause whose first line is made of (text, font) parts and which goes on in `more`."""
    document = pymupdf.open()
    page = document.new_page(width=595, height=842)
    page.insert_text((72, 90), "4 Term", fontsize=14, fontname="hebo")
    x = 72.0
    for text, font in parts:
        page.insert_text((x, 130), text, fontsize=11, fontname=font)
        x += pymupdf.get_text_length(text, fontname=font, fontsize=11)
    for row, text in enumerate((*more, *PROSE)):
        page.insert_text((72, 144 + 14 * row), text, fontsize=11, fontname="tiro")
    data = document.tobytes()
    document.close()
    return read_pdf(data, "clause.pdf")


def test_run_in_heading_heads_the_rest_of_its_paragraph() -> None:
    document = run_in(
        [("4.2 ", "tiro"), ("Termination.", "tibo"), (" Either party may end it, at any time and", "tiro")]
    )
    assert headings(document) == [(1, "4 Term"), (2, "4.2 Termination.")]
    (paragraph,) = [block for block in document.blocks if block.kind is BlockKind.PARAGRAPH]
    assert paragraph.text.startswith("Either party may end it, at any time and The shift leader")
    assert [rect.y0 for rect in paragraph.place.rects] == sorted({rect.y0 for rect in paragraph.place.rects})


@pytest.mark.parametrize(
    "parts",
    [
        [("Termination.", "tibo"), (" Either party may end it.", "tiro")],
        [("4.2 ", "tiro"), ("Either party", "tibo"), (" may end it.", "tiro")],
        [("4.2 Termination. Either party may end it.", "tiro")],
    ],
    ids=["no number", "no full stop", "not bold"],
)
def test_other_bold_beginnings_are_prose(parts: list[tuple[str, str]]) -> None:
    assert headings(run_in(parts)) == [(1, "4 Term")]


def test_numbers_in_words_count_like_digits() -> None:
    prose = "Members meet once a year in the hall and elect a board that serves for two years or until resignation."
    with pymupdf.open() as document:
        page, y = document.new_page(), 80
        for text in ("CHAPTER ONE", "Section 1. Names", "Section 2. Seat", "CHAPTER TWO", "Section 3. Votes"):
            page.insert_text((72, y), text, fontsize=11, fontname="hebo")
            y += 18
            if text.startswith("Section"):
                page.insert_text((72, y), prose, fontsize=11, fontname="tiro")
                y += 30
        blocks = read_pdf(document.tobytes(), "rules.pdf").blocks
    assert [(block.level, block.text) for block in blocks if block.level] == [
        (1, "CHAPTER ONE"),
        (2, "Section 1. Names"),
        (2, "Section 2. Seat"),
        (1, "CHAPTER TWO"),
        (2, "Section 3. Votes"),
    ]

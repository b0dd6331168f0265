"""Titles over several centred lines, title pages that say more than the title, numbered items between chapters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pymupdf
import pytest

from explorer.core.model import BlockKind
from explorer.core.parsing.pdf.reader import read_pdf

WIDTH, LEFT, RIGHT = 595.0, 72.0, 523.0
PROSE = (
    "The shift leader keeps the station log and the district office reads it at the end of every",
    "single month, when all entries are written in ink and are signed by two of the people who",
    "were there when it happened.",
)


class Put(NamedTuple):
    """A line in one of PyMuPDF's base fonts; `at` is l(eft), c(entred) or r(ight)."""

    text: str
    size: float = 11
    font: str = "tiro"
    at: str = "l"
    gap: float = 10


CHAPTER, SECTION = 18.0, 14.0
PAGE_BREAK = Put("")


def prose() -> list[Put]:
    return [Put(text, gap=0 if at else 10) for at, text in enumerate(PROSE)]


def chapter(number: int, *parts: Put) -> list[Put]:
    title = Put(f"{number} Chapter about matter {number}", CHAPTER, "tibo", gap=20)
    section = Put(f"{number}.1 Section of it", SECTION, "tibo", gap=14)
    return [title, *prose(), section, *prose(), *parts, *prose()]


def headings(parts: Sequence[Put]) -> list[tuple[int, str]]:
    document = pymupdf.open()
    page, y = document.new_page(width=WIDTH, height=842), 90.0
    for part in parts:
        if part == PAGE_BREAK or y > 740:
            page, y = document.new_page(width=WIDTH, height=842), 90.0
        y += part.gap
        length = pymupdf.get_text_length(part.text, part.font, part.size)
        x = {"l": LEFT, "c": (WIDTH - length) / 2, "r": RIGHT - length}[part.at]
        page.insert_text((x, y), part.text, fontsize=part.size, fontname=part.font)
        y += part.size * 1.2
    data = document.tobytes()
    document.close()
    blocks = read_pdf(data, "drawn.pdf").blocks
    return [(block.level, block.text) for block in blocks if block.kind is BlockKind.HEADING]


def outline_of(*numbers: int) -> list[tuple[int, str]]:
    levels = [((1, f"{number} Chapter about matter {number}"), (2, f"{number}.1 Section of it")) for number in numbers]
    return [heading for pair in levels for heading in pair]


def test_centred_lines_of_a_title_are_one_heading() -> None:
    title = [
        Put("The harbour module", 20, at="c"),
        Put("Berths and tides of a small port", 20, at="c", gap=0),
        Put("Port management bundle", 20, at="c", gap=0),
    ]
    found = headings([*title, *chapter(1), *chapter(2)])
    assert found[0] == (1, "The harbour module Berths and tides of a small port Port management bundle")
    assert [text for _, text in found[1:]] == [text for _, text in outline_of(1, 2)]


def test_headings_of_one_size_that_are_not_centred_stay_two() -> None:
    title = [Put("Harbour", 20), Put("Berths and tides", 20, gap=0)]
    assert [text for _, text in headings([*title, *chapter(1), *chapter(2)])][:2] == ["Harbour", "Berths and tides"]


def test_title_page_with_edition_and_slogan_takes_no_chapter_below_it() -> None:
    cover = [
        Put("Pump Manual", CHAPTER, "tibo", gap=80),
        Put("A guide for people who keep small pumps running", at="r", gap=10),
        Put("Edition 7 for model 12", at="r", gap=2),
        Put("November 2022", at="r", gap=2),
        Put("Keep It Flowing", CHAPTER, "tibo", "c", gap=160),
        PAGE_BREAK,
    ]
    body = [*chapter(1), PAGE_BREAK, *chapter(2), PAGE_BREAK, *chapter(3)]
    assert headings([*cover, *body]) == outline_of(1, 2, 3)


ITEMS = ("Precision", "Header line", "Separator")


@pytest.mark.parametrize(
    "items",
    [
        pytest.param(
            [part for at, word in enumerate(ITEMS, 1) for part in (Put(f"{at}. {word}", font="tiit"), *prose())],
            id="in a typeface of their own",
        ),
        pytest.param([Put("2. Start the pump with the lever"), *prose()], id="that goes on from the chapter's number"),
        pytest.param(
            [part for at in (12, 48, 173) for part in (Put(f"{at} [package]", font="heit"), *prose())],
            id="that count lines",
        ),
    ],
)
def test_numbered_lines_in_small_type_are_items_below_larger_chapters(items: list[Put]) -> None:
    assert headings([*chapter(1, *items), *chapter(2), *chapter(3)]) == outline_of(1, 2, 3)


def test_a_chapter_in_small_type_that_comes_next_is_a_heading() -> None:
    last = [Put("3. Closing words on matters"), *prose()]
    assert "3. Closing words on matters" in [text for _, text in headings([*chapter(1), *chapter(2), *last])]


def test_a_first_page_of_prose_is_no_cover_where_code_in_a_smaller_size_makes_up_the_document() -> None:
    prose_in_twelve = [Put(text, 12, gap=0) for _ in range(4) for text in PROSE[:2]]
    first = [Put("1 What it is for", 16, "tibo"), Put(PROSE[0], 12), *prose_in_twelve, PAGE_BREAK]
    code = [Put("let the next pump start when the first one is too warm to go on for long", 10, "cour", gap=2)] * 120
    found = headings([*first, Put("2 How it is made", 16, "tibo"), *code, Put("3 Who made it", 16, "tibo"), *code])
    assert found == [(1, "1 What it is for"), (1, "2 How it is made"), (1, "3 Who made it")]

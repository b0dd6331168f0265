"""Documents whose characters stand mostly in ruled tables of small type: text outside of them heads nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pymupdf
import pytest

from explorer.core.model import BlockKind
from explorer.core.parsing.pdf.reader import read_pdf

EDGES, PITCH, CELL = (72.0, 200.0, 330.0, 460.0), 18.0, 9.0


class Put(NamedTuple):
    """A line outside of the tables, in one of PyMuPDF's base fonts."""

    text: str
    size: float = 11
    font: str = "helv"
    gap: float = 8


class Grid(NamedTuple):
    """A ruled table with that many rows below its head."""

    rows: int = 15
    size: float = CELL


Part = Put | Grid
TITLE = Put("Rates", 18, "hebo")


def headings(parts: Sequence[Part]) -> list[tuple[int, str]]:
    document = pymupdf.open()
    page, y = document.new_page(width=595, height=842), 60.0
    for part in parts:
        if isinstance(part, Put):
            y += part.gap + part.size
            page.insert_text((72, y), part.text, fontsize=part.size, fontname=part.font)
            continue
        y += 12
        if y + PITCH * (part.rows + 1) > 800:
            page, y = document.new_page(width=595, height=842), 60.0
        _draw(page, y, part)
        y += PITCH * (part.rows + 1) + 6
    data = document.tobytes()
    document.close()
    read = read_pdf(data, "drawn.pdf")
    assert sum(block.kind is BlockKind.TABLE for block in read.blocks) == sum(isinstance(part, Grid) for part in parts)
    return [(block.level, block.text) for block in read.blocks if block.kind is BlockKind.HEADING]


def _draw(page: pymupdf.Page, y: float, grid: Grid) -> None:
    rows = [("Item", "Region", "Price"), *((f"item-{n:02}", f"region {n}", f"{n}.50") for n in range(1, grid.rows + 1))]
    for at, row in enumerate(rows):
        for x, cell in zip(EDGES, row, strict=False):
            font = "helv" if at else "hebo"
            page.insert_text((x + 4, y + PITCH * at + 13), cell, fontsize=grid.size, fontname=font)
    for at in range(len(rows) + 1):
        page.draw_line((EDGES[0], y + PITCH * at), (EDGES[-1], y + PITCH * at))
    for x in EDGES:
        page.draw_line((x, y), (x, y + PITCH * len(rows)))


@pytest.mark.parametrize(
    ("parts", "wanted"),
    [
        pytest.param([TITLE, Grid(), Put("Prices hold for one year.")], [(1, "Rates")], id="a sentence below"),
        pytest.param([TITLE, Grid(), Put("Closing words without a stop")], [(1, "Rates")], id="the last words"),
        pytest.param(
            [TITLE, Grid(), Put("Prices without tax"), Put("Valid for one year", gap=20)], [(1, "Rates")], id="two last"
        ),
        pytest.param(
            [TITLE, Grid(), Put("Closing words without a stop"), Put("Page 1 of 1", 8, gap=280)],
            [(1, "Rates")],
            id="above small print",
        ),
        pytest.param(
            [TITLE, Grid(), Put("Prices hold for one year."), Put("They are net.", gap=24)],
            [(1, "Rates")],
            id="two sentences apart",
        ),
        pytest.param([TITLE, Put("These prices hold from May."), Grid()], [(1, "Rates")], id="a sentence above"),
        pytest.param(
            [TITLE, Grid(6), Put("Pumps are above."), Grid(6), Put("Valves are above.")],
            [(1, "Rates")],
            id="two tables",
        ),
        pytest.param([TITLE, Grid(), Put("Closing words.", 10)], [(1, "Rates")], id="hardly larger"),
        pytest.param(
            [TITLE, Grid(size=8), Put("Prices hold for a year.", 12)], [(1, "Rates")], id="half as large again"
        ),
        pytest.param([TITLE, Grid(), Put("価格は一年間有効です。", 11, "japan")], [(1, "Rates")], id="Japanese"),
        pytest.param(
            [TITLE, Grid(), Put("2 Discounts", 14, "hebo"), Put("Ten per cent for crews.")],
            [(1, "Rates"), (2, "2 Discounts")],
            id="below a heading",
        ),
        pytest.param(
            [Put("Price list of the northern works for all of their crews", 18), Grid(), Put("Prices are net.")],
            [(1, "Price list of the northern works for all of their crews")],
            id="below a long title in regular weight",
        ),
    ],
)
def test_text_outside_of_small_tables_is_no_heading(parts: Sequence[Part], wanted: list[tuple[int, str]]) -> None:
    assert headings(parts) == wanted


@pytest.mark.parametrize(
    ("parts", "wanted"),
    [
        pytest.param(
            [
                Put("Price list of the northern works for all of their crews", 18),
                Put("and the shift leaders of the south", 18, gap=4),
                Grid(),
            ],
            ["Price list of the northern works for all of their crews and the shift leaders of the south"],
            id="a long title alone",
        ),
        pytest.param(
            [Put("Prices of the northern works.", 16), Grid()],
            ["Prices of the northern works."],
            id="a title with a stop",
        ),
        pytest.param(
            [Put("Pumps", 11), Grid(5), Put("Valves of the line", 11), Grid(5), Put("Hoses", 11), Grid(5)],
            ["Pumps", "Valves of the line", "Hoses"],
            id="each table has its heading",
        ),
        pytest.param(
            [Put("What does a pump cost?", 11), Grid(5), Put("What does a hose cost?", 11), Grid(5)],
            ["What does a pump cost?", "What does a hose cost?"],
            id="questions",
        ),
        pytest.param(
            [
                Put("Pumps"),
                Put("Each pump is tested once before it leaves the works and is sealed.", CELL),
                Grid(5),
                Put("Hoses"),
                Put("Each hose is tested twice before it leaves the works and is sealed.", CELL),
                Grid(5),
            ],
            ["Pumps", "Hoses"],
            id="text of the tables' size",
        ),
        pytest.param(
            [Put("Pumps", 13), Put("Each pump is tested once before it leaves."), Grid(), Put("Prices are net.")],
            ["Pumps"],
            id="larger than the text",
        ),
    ],
)
def test_headings_of_small_tables_stay(parts: Sequence[Part], wanted: list[str]) -> None:
    assert [text for _, text in headings(parts)] == wanted

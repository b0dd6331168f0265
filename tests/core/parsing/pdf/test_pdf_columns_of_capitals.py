"""Two columns whose lines all begin with a capital are read one after the other; rows of cells stay rows."""

from __future__ import annotations

import re

import pymupdf
import pytest

from explorer.core.model import BlockKind, ParsedDocument
from explorer.core.parsing.pdf.reader import read_pdf

PHRASE = "The boats in the basin are moved when ice comes and the owner pays for all of the days that it takes"
WORDS = PHRASE.split()


def _column(page: pymupdf.Page, x: float, top: float, tag: str, count: int, pitch: float) -> None:
    at = 0
    for number in range(count):
        line = f"{tag}{number:02d}"
        while pymupdf.get_text_length(longer := f"{line} {WORDS[at % len(WORDS)]}", "helv", 10) <= 220:
            line, at = longer, at + 1
        page.insert_text((x, top + pitch * number), line, fontsize=10)


def _read(left: tuple[float, int, float], right: tuple[float, int, float]) -> ParsedDocument:
    """Read a page of two columns, each given by the height of its heading, its lines, and their distance."""
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((60, 60), "Rules of the harbour", fontsize=20, fontname="hebo")
        for x, tag, (top, count, pitch) in ((60, "L", left), (320, "R", right)):
            page.insert_text((x, top), f"{tag} head", fontsize=14, fontname="hebo")
            _column(page, x, top + 20, tag, count, pitch)
        return read_pdf(document.tobytes(), "made.pdf")


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ((95, 40, 13), (95, 40, 13)),
        ((95, 40, 13), (100, 40, 13)),
        ((95, 40, 13), (200, 30, 13)),
        ((95, 40, 13), (95, 12, 13)),
        ((95, 40, 13), (95, 37, 14)),
        ((95, 4, 13), (100, 4, 13)),
    ],
    ids=["one height", "5 points apart", "heading lower", "short right", "other pitch", "few lines"],
)
def test_columns_of_capitals(left: tuple[float, int, float], right: tuple[float, int, float]) -> None:
    document = _read(left, right)
    text = " ".join(block.text for block in document.blocks)
    expected = [f"{tag}{at:02d}" for tag, side in (("L", left), ("R", right)) for at in range(side[1])]
    assert re.findall(r"\b[LR]\d\d\b", text) == expected
    headings = [block.text for block in document.blocks if block.kind is BlockKind.HEADING]
    assert headings == ["Rules of the harbour", "L head", "R head"]


def test_rows_of_cells_with_capitals_stay_a_table() -> None:
    names = ("Harbour master of the town", "Keeper of the northern light", "Pilot", "Clerk of the customs house")
    places = ("Office at the end of the old pier", "Tower", "House beside the lock gates", "Hall behind the market")
    with pymupdf.open() as document:
        page = document.new_page()
        rows = [("Who", "Where"), *zip(names * 2, places * 2, strict=True)]
        for at, cells in enumerate(rows):
            for x, cell in zip((60, 320), cells, strict=True):
                page.insert_text((x, 95 + 14 * at), cell, fontsize=10, fontname="helv" if at else "hebo")
        read = read_pdf(document.tobytes(), "made.pdf")
    assert [block.kind for block in read.blocks] == [BlockKind.TABLE]

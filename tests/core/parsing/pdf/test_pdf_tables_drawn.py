"""Tables drawn here, each for one rule; and what looks like a table and is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pymupdf
import pytest

from explorer.core.model import Block, BlockKind, ParsedDocument
from explorer.core.parsing.pdf.reader import read_pdf

PROSE = (
    "The shift leader keeps the station log and the district office reads it",
    "at the end of a month. Entries are written in ink and signed by two of",
    "the people who were there when it happened.",
)
PRICES = (
    ("Item", "Region", "Price"),
    ("Bolt", "North", "1.50"),
    ("Nut", "South", "12,345.00"),
    ("Pump", "West", "0.04"),
)
Row = Sequence[str]


class Sheet:
    """Writes down a page; remembers where it is."""

    def __init__(self, document: pymupdf.Document, y: float = 90.0) -> None:
        self.page = document.new_page(width=595, height=842)
        self.y = y

    def put(self, text: str, size: float = 11, *, bold: bool = False, x: float = 72, font: str = "") -> None:
        self.page.insert_text((x, self.y), text, fontsize=size, fontname=font or ("hebo" if bold else "helv"))
        self.y += size * 1.35

    def prose(self) -> None:
        self.y += 8
        for line in PROSE:
            self.put(line)
        self.y += 8

    def row(self, cells: Row, xs: Sequence[float], *, bold: bool = False, pitch: float = 16) -> None:
        for x, cell in zip(xs, cells, strict=True):
            if cell:
                self.page.insert_text((x, self.y), cell, fontsize=10, fontname="hebo" if bold else "helv")
        self.y += pitch

    def rule(self, x0: float = 70, x1: float = 420, up: float = 11) -> None:
        self.page.draw_line((x0, self.y - up), (x1, self.y - up), width=0.7)

    def grid(self, rows: Sequence[Row], xs: Sequence[float], *, bold: bool = False, height: float = 18) -> None:
        """Draw a full grid whose columns begin at `xs`; the last of them is the right edge."""
        for at, cells in enumerate(rows):
            for left, right, cell in zip(xs, xs[1:], cells, strict=False):
                self.page.draw_rect((left, self.y, right, self.y + height), width=0.7)
                font = "hebo" if bold and not at else "helv"
                self.page.insert_text((left + 3, self.y + 13), cell, fontsize=10, fontname=font)
            self.y += height
        self.y += 14


def _read(write: Callable[[pymupdf.Document], None]) -> ParsedDocument:
    document = pymupdf.open()
    write(document)
    data = document.tobytes()
    document.close()
    return read_pdf(data, "tables.pdf")


def _tables(document: ParsedDocument) -> list[Block]:
    return [block for block in document.blocks if block.kind is BlockKind.TABLE]


def _rows(block: Block) -> list[tuple[str, ...]]:
    return [tuple(row[2:-2].split(" | ")) for row in block.text.split("\n")]


def _one(document: ParsedDocument) -> Block:
    (table,) = _tables(document)
    return table


def test_columns_of_white_space_with_a_bold_head() -> None:
    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        sheet.put("Prices", 16, bold=True)
        sheet.prose()
        for at, row in enumerate(PRICES):
            sheet.row(row, (72, 200, 330), bold=not at)
        sheet.prose()

    document = _read(write)
    table = _one(document)
    assert _rows(table) == [*PRICES]
    assert table.header_rows == 1
    assert [block.kind for block in document.blocks] == [
        BlockKind.HEADING,
        BlockKind.PARAGRAPH,
        BlockKind.TABLE,
        BlockKind.PARAGRAPH,
    ]


def test_columns_of_white_space_with_figures_and_a_plain_head() -> None:
    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        sheet.prose()
        for row in PRICES:
            sheet.row(row, (72, 200, 330))

    table = _one(_read(write))
    assert (_rows(table), table.header_rows) == ([*PRICES], 1)


def test_words_alone_are_a_table_when_the_head_is_set_off() -> None:
    rows = (("Key", "Action"), ("F1", "shows help"), ("F2", "saves the log"), ("F5", "reads it again"))

    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        sheet.row(rows[0], (72, 200))
        sheet.rule()
        for row in rows[1:]:
            sheet.row(row, (72, 200))

    table = _one(_read(write))
    assert (_rows(table), table.header_rows) == ([*rows], 1)


def test_lines_above_and_below_with_a_head_of_two_lines_and_cells_of_two() -> None:
    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        sheet.prose()
        sheet.rule()
        sheet.row(("", "Unit", "Yearly"), (72, 200, 330), pitch=12)
        sheet.row(("Item", "price", "demand"), (72, 200, 330))
        sheet.rule()
        sheet.row(("Steel bolt", "1.50", "200"), (72, 200, 330), pitch=12)
        sheet.row(("with washer", "", ""), (72, 200, 330))
        sheet.row(("Nut", "0.20", "900"), (72, 200, 330))
        sheet.rule()
        sheet.prose()

    table = _one(_read(write))
    assert _rows(table) == [
        ("Item", "Unit price", "Yearly demand"),
        ("Steel bolt with washer", "1.50", "200"),
        ("Nut", "0.20", "900"),
    ]
    assert table.header_rows == 1


def test_lines_between_rows_take_in_the_first_and_the_last_row() -> None:
    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        sheet.prose()
        for at, row in enumerate((*PRICES, ("Valve", "East", "7.10"))):
            if at:
                sheet.rule()
            sheet.row(row, (72, 200, 330))
        sheet.prose()

    assert _rows(_one(_read(write))) == [*PRICES, ("Valve", "East", "7.10")]


def test_grids_side_by_side_are_two_tables() -> None:
    keys = (("Key", "Act"), ("F1", "help"), ("F2", "save"), ("F3", "quit"))

    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        top = sheet.y
        sheet.grid(PRICES, (60, 120, 180, 250))
        sheet.y = top
        sheet.grid(keys, (320, 400, 500))

    assert [_rows(table) for table in _tables(_read(write))] == [[*PRICES], [*keys]]


def test_a_caption_between_two_tables_parts_them() -> None:
    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        for number in (1, 2):
            sheet.put(f"Table {number}. Prices", 10)
            for at, row in enumerate(PRICES):
                sheet.row(row, (72, 200, 330), bold=not at)
            sheet.y += 8

    assert [_rows(table) for table in _tables(_read(write))] == [[*PRICES], [*PRICES]]


def test_names_of_column_groups_stand_in_a_row_of_their_own() -> None:
    xs = (72, 170, 250, 330, 410)
    head = (("", "North", "", "South", ""), ("Item", "Price", "Stock", "Price", "Stock"))
    body = (
        ("Bolt", "1.50", "20", "1.60", "11"),
        ("Nut", "0.20", "200", "0.30", "110"),
        ("Pump", "100", "2", "120", "1"),
    )

    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        sheet.rule(70, 480)
        sheet.row(head[0], xs, pitch=14)
        sheet.rule(165, 300, 10)
        sheet.rule(325, 480, 10)
        sheet.row(head[1], xs)
        sheet.rule(70, 480)
        for row in body:
            sheet.row(row, xs)
        sheet.rule(70, 480)

    table = _one(_read(write))
    assert (_rows(table), table.header_rows) == ([*head, *body], 2)


def test_a_row_that_the_page_end_cuts_is_made_whole() -> None:
    def write(document: pymupdf.Document) -> None:
        for top, rows in (
            (
                640,
                [
                    ("Key", ["Effect"], 18),
                    ("F1", ["shows help"], 18),
                    ("F2", ["saves the log and tells", "the office that it"], 36),
                ],
            ),
            (70, [("", ["has been saved"], 18), ("F3", ["quits"], 18)]),
        ):
            page, y = document.new_page(width=595, height=842), top
            for key, lines, height in rows:
                for x0, x1, texts in ((72, 150, [key]), (150, 400, lines)):
                    page.draw_rect((x0, y, x1, y + height), width=0.7)
                    for at, text in enumerate(texts):
                        page.insert_text((x0 + 3, y + 12 + 12 * at), text, fontsize=10)
                y += height

    assert _rows(_one(_read(write)))[2] == ("F2", "saves the log and tells the office that it has been saved")


def test_a_caption_stays_beside_the_table() -> None:
    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        sheet.prose()
        sheet.put("Table 1: Prices by region", 10)
        for at, row in enumerate(PRICES):
            sheet.row(row, (72, 200, 330), bold=not at)
        sheet.prose()

    kinds = [block.kind for block in _read(write).blocks]
    assert kinds == [BlockKind.PARAGRAPH, BlockKind.CAPTION, BlockKind.TABLE, BlockKind.PARAGRAPH]


def test_grid_with_a_cell_over_two_rows_and_two_lines_in_a_cell() -> None:
    def write(document: pymupdf.Document) -> None:
        page = Sheet(document).page
        for x0, y0, x1, y1, lines in (
            (72, 100, 172, 120, ("Region",)),
            (172, 100, 272, 120, ("Quarter",)),
            (272, 100, 400, 120, ("Remark",)),
            (72, 120, 172, 184, ("North",)),
            (172, 120, 272, 152, ("Q1",)),
            (172, 152, 272, 184, ("Q2",)),
            (272, 120, 400, 152, ("counted by", "two people")),
            (272, 152, 400, 184, ("none",)),
        ):
            page.draw_rect((x0, y0, x1, y1), width=0.7)
            for at, line in enumerate(lines):
                page.insert_text((x0 + 3, y0 + 13 + 12 * at), line, fontsize=10)

    table = _one(_read(write))
    assert _rows(table) == [
        ("Region", "Quarter", "Remark"),
        ("North", "Q1", "counted by two people"),
        ("North", "Q2", "none"),
    ]


def test_rows_that_only_text_shows_are_told_apart_by_their_figures() -> None:
    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        top = sheet.y - 12
        for row in (*PRICES, ("Valve", "East", "7.10")):
            sheet.row(row, (75, 205, 335))
        for x in (72, 200, 330, 430):
            sheet.page.draw_line((x, top), (x, sheet.y), width=0.7)
        for y in (top, top + 16, sheet.y):
            sheet.page.draw_line((72, y), (430, y), width=0.7)

    table = _one(_read(write))
    assert (_rows(table), table.header_rows) == ([*PRICES, ("Valve", "East", "7.10")], 1)


def test_years_in_bold_name_the_columns() -> None:
    rows = (("Sales", "2023", "2024"), ("North", "1,200", "1,340"), ("South", "800", "790"))

    def write(document: pymupdf.Document) -> None:
        Sheet(document).grid(rows, (72, 172, 272, 372))

    table = _one(_read(write))
    assert (_rows(table), table.header_rows) == ([*rows], 1)


def _long(draw: Callable[[Sheet, Sequence[Row], bool], None], *, again: bool) -> Callable[[pymupdf.Document], None]:
    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        sheet.prose()
        sheet.y = 560
        draw(sheet, [PRICES[0], *((f"part-{n:02d}", "North", f"{n}.50") for n in range(1, 9))], True)
        sheet.page.insert_text((280, 815), "Page 1", fontsize=9)
        second = Sheet(document, y=70)
        rest = [(f"part-{n:02d}", "South", f"{n}.50") for n in range(9, 15)]
        draw(second, [PRICES[0], *rest] if again else rest, again)
        second.prose()
        second.page.insert_text((280, 815), "Page 2", fontsize=9)

    return write


def _as_grid(sheet: Sheet, rows: Sequence[Row], head: bool) -> None:
    sheet.grid(rows, (72, 200, 330, 430), bold=head)


def _as_space(sheet: Sheet, rows: Sequence[Row], head: bool) -> None:
    for at, row in enumerate(rows):
        sheet.row(row, (72, 200, 330), bold=head and not at, pitch=18)
    sheet.y += 14


@pytest.mark.parametrize("again", [True, False], ids=["head-again", "head-once"])
@pytest.mark.parametrize("draw", [_as_grid, _as_space], ids=["grid", "space"])
def test_a_table_over_two_pages_is_one(draw: Callable[[Sheet, Sequence[Row], bool], None], again: bool) -> None:
    table = _one(_read(_long(draw, again=again)))
    assert [row[0] for row in _rows(table)] == ["Item", *(f"part-{n:02d}" for n in range(1, 15))]
    assert table.header_rows == 1
    assert {rect.page for rect in table.place.rects} == {1, 2}


def test_text_between_keeps_tables_of_one_shape_apart() -> None:
    def write(document: pymupdf.Document) -> None:
        for month in ("May", "June"):
            sheet = Sheet(document)
            sheet.put(f"Prices of {month}", 16, bold=True)
            sheet.prose()
            sheet.grid(PRICES, (72, 200, 330, 430), bold=True)

    assert len(_tables(_read(write))) == 2


@pytest.mark.parametrize("quarters", [90, 180, 270])
def test_a_turned_page_gives_the_same_table_and_places_where_it_is_seen(quarters: int) -> None:
    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        sheet.grid(PRICES, (72, 200, 330, 430), bold=True)
        sheet.prose()
        sheet.page.set_rotation(quarters)

    document = _read(write)
    table = _one(document)
    assert _rows(table) == [*PRICES]
    width, height = document.pages[0]
    assert (width > height) == (quarters != 180)
    assert all(0 <= rect.x0 < rect.x1 <= width and 0 <= rect.y0 < rect.y1 <= height for rect in table.place.rects)
    assert sum(block.kind is BlockKind.PARAGRAPH for block in document.blocks) == 1


def test_text_in_a_cell_that_is_printed_twice_comes_out_once() -> None:
    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        for shift in (0.0, 0.3):
            sheet.y = 90 + shift
            sheet.grid(PRICES, (72, 200, 330, 430))

    assert _rows(_one(_read(write))) == [*PRICES]


def test_a_table_in_a_column_does_not_take_the_other_column() -> None:
    left = [f"left column line {n} of the running text here" for n in range(20)]

    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        for at, line in enumerate(left):
            sheet.page.insert_text((60, 90 + 13 * at), line, fontsize=10)
        for at, line in enumerate(left[:8]):
            sheet.page.insert_text((320, 90 + 13 * at), line.replace("left", "right"), fontsize=10)
        sheet.y = 220
        for at, row in enumerate(PRICES):
            sheet.row(row, (320, 400, 470), bold=not at)

    document = _read(write)
    assert _rows(_one(document)) == [*PRICES]
    assert " ".join(left) in " ".join(block.text for block in document.blocks)


LISTS = {
    "numbered": [("1.", "Close the valve"), ("2.", "Open the door"), ("3.", "Read the dial"), ("4.", "Sign")],
    "bulleted": [("*", "Close the valve"), ("*", "Open the door"), ("*", "Read the dial")],
    "contents": [("Arrival", "3"), ("Luggage", "7"), ("Departure", "12"), ("Lost things", "15")],
    "form": [("Name:", "Ada Smith"), ("Town:", "Leeds"), ("Age:", "41"), ("Post:", "8812")],
    "terms": [("valve", "what closes a pipe"), ("pump", "what moves water"), ("dial", "what shows")],
    "equations": [("a = b + c", "(1)"), ("d = e + f", "(2)"), ("g = h + i", "(3)"), ("k = l", "(4)")],
    "addresses": [("Ada Smith", "Bob Jones"), ("1 High Street", "2 Low Street"), ("Leeds 8812", "York 7710")],
    "sections": [("4.1", "The valve"), ("4.2", "The pump"), ("4.3", "The dial"), ("4.4", "The door")],
    "references": [("[1]", "Smith, On valves"), ("[2]", "Jones, On pumps"), ("[3]", "Brown, On dials")],
}


@pytest.mark.parametrize("rows", LISTS.values(), ids=LISTS.keys())
def test_what_stands_in_two_columns_is_not_always_a_table(rows: Sequence[Row]) -> None:
    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        sheet.prose()
        for row in rows:
            sheet.row(row, (72, 250))
        sheet.prose()

    document = _read(write)
    assert _tables(document) == []
    text = " ".join(block.text for block in document.blocks)
    assert [cell for row in rows for cell in row if cell not in text] == []


def test_prose_in_two_columns_and_code_are_no_tables() -> None:
    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        for at in range(12):
            sheet.page.insert_text((60, 90 + 13 * at), f"the left text goes on in line {at} and on", fontsize=10)
            sheet.page.insert_text((320, 90 + 13 * at), f"the right text has its line {at} as well", fontsize=10)
        sheet.y = 300
        for row in (("x", "= 1"), ("yy", "= 22"), ("zzz", "= 333"), ("w", "= 4")):
            for x, cell in zip((72, 130), row, strict=True):
                sheet.page.insert_text((x, sheet.y), cell, fontsize=10, fontname="cour")
            sheet.y += 14

    assert _tables(_read(write)) == []

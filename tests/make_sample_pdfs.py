"""Draws the sample PDFs of `sample_docs/appliance`: one with an outline, one whose headings show by type alone.

`python tests/make_sample_pdfs.py` writes them anew. The same PyMuPDF gives the same bytes: no dates, no random ids.
The pages have what makes PDFs hard: a running header, a footer with page numbers, wrapped lines, a ruled table.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pymupdf

WIDTH, HEIGHT, MARGIN = 595.0, 842.0, 64.0
TOP, BOTTOM = 92.0, HEIGHT - 84.0
TITLE_SIZE, BODY_SIZE, SMALL_SIZE = 24.0, 10.5, 8.5
HEADING_SIZES = {1: 17.0, 2: 13.0}
REGULAR, BOLD = "helv", "hebo"
FOLDER = Path(__file__).resolve().parent.parent / "sample_docs" / "appliance"


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    columns: tuple[float, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class PageBreak:
    """What follows stands on the next page."""


Part = Heading | Table | PageBreak | str


@dataclass(frozen=True, slots=True)
class Guide:
    """A PDF to draw: `outline` says whether its headings are bookmarks too."""

    name: str
    title: str
    subtitle: str
    outline: bool
    parts: tuple[Part, ...]


@dataclass(slots=True)
class Pen:
    """Writes down the pages of one document from the top, and starts a new page when one is full."""

    document: pymupdf.Document
    y: float = TOP
    bookmarks: list[list[object]] = field(default_factory=list[list[object]])

    def new_page(self) -> None:
        self.document.new_page(width=WIDTH, height=HEIGHT)
        self.y = TOP

    def room(self, height: float) -> None:
        if self.y + height > BOTTOM:
            self.new_page()

    def write(self, text: str, x: float, size: float, font: str = REGULAR) -> None:
        self.document[-1].insert_text((x, self.y), text, fontsize=size, fontname=font)

    def lines(self, text: str, size: float, font: str = REGULAR) -> None:
        """Write `text` wrapped to the page's width, one line under the other."""
        for line in wrap(text, WIDTH - 2 * MARGIN, size, font):
            self.room(size * 1.4)
            self.write(line, MARGIN, size, font)
            self.y += size * 1.4

    def heading(self, heading: Heading) -> None:
        size = HEADING_SIZES[heading.level]
        self.y += size * 0.8
        self.room(size * 1.4 + BODY_SIZE * 4)
        to = pymupdf.Point(MARGIN, self.y - size)
        self.bookmarks.append(
            [heading.level, heading.text, len(self.document), {"kind": pymupdf.LINK_GOTO, "to": to, "zoom": 0}]
        )
        self.lines(heading.text, size, BOLD)
        self.y += size * 0.2

    def table(self, table: Table) -> None:
        edges = [MARGIN]
        for share in table.columns:
            edges.append(edges[-1] + share * (WIDTH - 2 * MARGIN))
        for number, row in enumerate(table.rows):
            self._row(row, edges, BOLD if number == 0 else REGULAR)
        self.y += BODY_SIZE * 1.4

    def _row(self, row: Sequence[str], edges: Sequence[float], font: str) -> None:
        size, pad = BODY_SIZE - 1, 5.0
        pairs = list(pairwise(edges))
        cells = [wrap(text, right - left - 2 * pad, size, font) for text, (left, right) in zip(row, pairs, strict=True)]
        height = max(len(lines) for lines in cells) * size * 1.3 + 2 * pad
        self.room(height)
        top, page = self.y, self.document[-1]
        for lines, (left, right) in zip(cells, pairs, strict=True):
            page.draw_rect(pymupdf.Rect(left, top, right, top + height), color=(0.4, 0.4, 0.4), width=0.6)
            for index, line in enumerate(lines):
                at = (left + pad, top + pad + size * (1 + 1.3 * index))
                page.insert_text(at, line, fontsize=size, fontname=font)
        self.y = top + height


def wrap(text: str, width: float, size: float, font: str) -> list[str]:
    """Break `text` at spaces into lines of at most `width` points."""
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and pymupdf.get_text_length(longer, fontname=font, fontsize=size) > width:
            lines.append(line)
            longer = word
        line = longer
    return [*lines, line]


def draw(guide: Guide) -> bytes:
    """Return the PDF file of `guide`."""
    with pymupdf.open() as document:
        pen = Pen(document)
        pen.new_page()
        pen.lines(guide.title, TITLE_SIZE, BOLD)
        pen.lines(guide.subtitle, BODY_SIZE)
        for part in guide.parts:
            _draw_part(pen, part)
        _running_lines(document, guide.title)
        if guide.outline:
            document.set_toc(pen.bookmarks)
            document.set_metadata({"title": guide.title})
        return document.tobytes(garbage=4, deflate=True, no_new_id=True)


def _draw_part(pen: Pen, part: Part) -> None:
    if isinstance(part, Heading):
        pen.heading(part)
    elif isinstance(part, Table):
        pen.table(part)
    elif isinstance(part, PageBreak):
        pen.new_page()
    else:
        pen.lines(part, BODY_SIZE)
        pen.y += BODY_SIZE * 0.6


def _running_lines(document: pymupdf.Document, title: str) -> None:
    for number, page in enumerate(document.pages(), start=1):
        if number > 1:
            page.insert_text((MARGIN, 52), title, fontsize=SMALL_SIZE, fontname=REGULAR)
        footer = f"Page {number} of {len(document)}"
        width = pymupdf.get_text_length(footer, fontname=REGULAR, fontsize=SMALL_SIZE)
        page.insert_text(((WIDTH - width) / 2, HEIGHT - 44), footer, fontsize=SMALL_SIZE, fontname=REGULAR)


def kitchen_guide() -> Guide:
    """Appliances whose instructions leave out what they are about: only the heading tells one filter from another."""
    return Guide(
        name="kitchen-appliance-guide.pdf",
        title="Kitchen Appliance Guide",
        subtitle="For the fitted kitchens of the Tern House apartments. Keep this guide in the drawer under the oven.",
        outline=True,
        parts=(
            Heading(1, "Oven"),
            "The oven has eight programs and a grill. It switches itself off after ten hours.",
            Heading(2, "First use"),
            "Heat it empty at 250 degrees for one hour and open a window. The smell is harmless and does not return.",
            Heading(2, "Cleaning the oven"),
            "Wipe it with warm water and a little soap while it is still lukewarm. Do not use scouring pads on the "
            "glass. The side racks come out when you pull them forward.",
            Heading(2, "Replacing the lamp"),
            "Switch off the fuse, unscrew the cover and use a 25 watt lamp with a G9 base. It is not covered by the "
            "guarantee.",
            Heading(1, "Cooker hood"),
            "The hood carries steam and grease outside. Switch it on five minutes before you start to cook.",
            Heading(2, "Grease filter"),
            "Clean the filter once a month. It may go into the dishwasher at 65 degrees; the metal can turn darker, "
            "which does not matter.",
            Heading(2, "Charcoal filter"),
            "Replace it twice a year. It cannot be washed. Only hoods without a pipe to the outside have one.",
            PageBreak(),
            Heading(1, "Refrigerator"),
            "Four degrees are right for the upper part and minus eighteen for the freezer.",
            Heading(2, "Defrosting"),
            "Defrost it when the ice is thicker than five millimetres. Leave the door open, put a towel on the "
            "floor, and never use a knife.",
            Heading(2, "Door seal"),
            "Wash it every three months with clear water. If a sheet of paper slips out when the door is closed, the "
            "seal is worn and has to be replaced.",
            Heading(2, "Shelves"),
            "They can be moved without tools. Lift the front edge and pull.",
            Heading(1, "Dishwasher"),
            "The short program takes 35 minutes and the economy program three hours.",
            Heading(2, "Sieve"),
            "Rinse it under running water every week. Turn the handle to the left to take it out.",
            Heading(2, "Salt and rinse aid"),
            "Fill up when the lamp lights. Use coarse salt without additives, and wipe away what was spilled, since "
            "it attacks the steel.",
            Heading(1, "Coffee machine"),
            "Use fresh cold water every day. The tank holds one and a half litres.",
            Heading(2, "Descaling"),
            "Descale it after 200 cups or when the red lamp blinks. It takes twenty minutes and must not be "
            "interrupted.",
            Heading(2, "Brewing unit"),
            "Take it out once a week and rinse it with lukewarm water. No soap, and no dishwasher.",
            PageBreak(),
            Heading(1, "When something does not work"),
            "Look at the table first. Most faults can be mended without a visit.",
            Table(
                columns=(0.22, 0.3, 0.28, 0.2),
                rows=(
                    ("Appliance", "What you see", "What to do", "Who pays"),
                    ("Oven", "Display blinks after a power cut", "Set the clock", "Nobody"),
                    ("Oven", "Door does not close", "Call the caretaker", "Landlord"),
                    ("Cooker hood", "Loud, little suction", "Clean the filter", "Nobody"),
                    ("Cooker hood", "Lamp is dark", "Replace the lamp", "Tenant"),
                    ("Refrigerator", "Water on the bottom shelf", "Clear the drain with a straw", "Nobody"),
                    ("Refrigerator", "Runs without a pause", "Check the door seal", "Landlord"),
                    ("Dishwasher", "Water stays in the tub", "Clean the sieve", "Nobody"),
                    ("Dishwasher", "White film on glasses", "Fill up salt", "Tenant"),
                    ("Coffee machine", "Red lamp blinks", "Descale", "Tenant"),
                ),
            ),
            Heading(2, "Calling the caretaker"),
            "Call between eight and noon on working days and have the number of the apartment ready. In case of "
            "water on the floor, call at any time.",
            Heading(2, "Guarantee"),
            "It lasts 24 months from the day on which you moved in. Glass, lamps and filters are not included.",
        ),
    )


def dishwasher_guide() -> Guide:
    """A file without bookmarks: headings show by size, weight and numbering alone."""
    return Guide(
        name="dishwasher-quick-guide.pdf",
        title="Dishwasher Quick Guide",
        subtitle="Model TD 60, built in 2022 and later.",
        outline=False,
        parts=(
            Heading(1, "1 Before the first wash"),
            "Open the tap under the sink and run the short program once without dishes. This rinses out what was "
            "left over from the test in the factory.",
            Heading(2, "1.1 Water hardness"),
            "Ask your water works for the value and set it with the arrow keys. From the factory it stands at three.",
            Heading(2, "1.2 Salt"),
            "Fill in one kilogram before the first wash, and pour in water until it runs over. Later only salt is "
            "added.",
            Heading(1, "2 Loading"),
            "Large pieces go down, glasses go up. Check that the arms turn freely before you close the door.",
            Heading(2, "2.1 Cutlery"),
            "Handles point down, except for knives. Silver is kept apart from steel.",
            Heading(2, "2.2 What does not belong inside"),
            "Wood, copper, painted glass and anything that was glued. It swells, loses its colour or comes apart.",
            Heading(1, "3 Programs"),
            "Press the program key until the lamp beside the name lights, then close the door.",
            Table(
                columns=(0.28, 0.2, 0.2, 0.32),
                rows=(
                    ("Program", "Time", "Water", "For"),
                    ("Short", "35 min", "9 l", "Glasses and cups"),
                    ("Economy", "180 min", "8 l", "Everyday dishes"),
                    ("Intensive", "140 min", "14 l", "Pots and pans"),
                    ("Rinse", "12 min", "4 l", "Dishes that wait until evening"),
                ),
            ),
            PageBreak(),
            Heading(1, "4 Care"),
            "Unplug the machine before you reach inside.",
            Heading(2, "4.1 Filter"),
            "Rinse it once a week. Turn it to the left, lift it out, and clean it with a brush under running water.",
            Heading(2, "4.2 Spray arms"),
            "Pull them off every three months and clear the holes with a toothpick.",
            Heading(2, "4.3 Door"),
            "Wipe its edges with a damp cloth, since the water does not reach them.",
            Heading(1, "5 Faults"),
            "The display shows a letter and a number. Switch the machine off, wait for one minute, and switch it on "
            "again; if the code returns, look it up below.",
            Heading(2, "5.1 Code E1"),
            "No water comes in. Open the tap, and straighten the hose.",
            Heading(2, "5.2 Code E4"),
            "It has leaked into the tray. Close the tap and call the service.",
        ),
    )


def guides() -> tuple[Guide, ...]:
    return kitchen_guide(), dishwasher_guide()


def main() -> None:
    for guide in guides():
        path = FOLDER / guide.name
        path.write_bytes(draw(guide))
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()

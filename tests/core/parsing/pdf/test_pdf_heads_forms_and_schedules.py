"""Running heads that change, forms, columns of capitals, marked captions, schedules and replaced text, drawn here."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pymupdf
import pytest

from explorer.core.model import BlockKind, ParsedDocument
from explorer.core.parsing.pdf.reader import read_pdf

PROSE = (
    "The shift leader keeps the station log and the district office reads it at the end of every",
    "single month, when all entries are written in ink and are signed by two of the people who",
    "were there when it happened.",
)
Write = Callable[[pymupdf.Document], None]


def page_of(document: pymupdf.Document) -> pymupdf.Page:
    return document.new_page(width=595, height=842)


def put(page: pymupdf.Page, text: str, y: float, size: float = 11, font: str = "tiro", x: float = 72) -> float:
    page.insert_text((x, y), text, fontsize=size, fontname=font)
    return y + size * 1.25


def prose(page: pymupdf.Page, y: float) -> float:
    for line in PROSE:
        y = put(page, line, y)
    return y + 14


def read(write: Write) -> ParsedDocument:
    document = pymupdf.open()
    write(document)
    data = document.tobytes()
    document.close()
    return read_pdf(data, "drawn.pdf")


def headings(document: ParsedDocument) -> list[tuple[int, str]]:
    return [(block.level, block.text) for block in document.blocks if block.kind is BlockKind.HEADING]


def whole_text(document: ParsedDocument) -> str:
    return "\n".join(block.text for block in document.blocks)


def manual(heads: Sequence[tuple[str, ...]]) -> Write:
    """Return what draws a chapter with a numbered section on each page, under the parts of a running head."""

    def write(document: pymupdf.Document) -> None:
        page = page_of(document)
        y = put(page, "Chapter 1", 140, 20, "hebo")
        y = put(page, "Keeping the log", y + 20, 24, "hebo")
        prose(page, put(page, "1.1 What a log is", prose(page, y + 20) + 10, 14, "hebo") + 6)
        for number, parts in enumerate(heads, 2):
            page = page_of(document)
            for at, part in enumerate(parts):
                put(page, part, 40, 10, "tiit", 72 + at * 230)
            y = put(page, f"1.{number} {SECTIONS[number]}", prose(page, 90) + 10, 14, "hebo") + 6
            prose(page, prose(page, y))

    return write


SECTIONS = {2: "Who writes the entries", 3: "Where the log is kept"}


@pytest.mark.parametrize(
    "heads",
    [
        (("CHAPTER 1. KEEPING THE LOG", "1.2. WHO WRITES THE ENTRIES"),),
        (("CHAPTER 1. KEEPING THE LOG", "1.2. WHO WRITES …"), ("CHAPTER 1. KEEPING …", "1.3. WHERE THE LOG IS KEPT")),
        (("2   CHAPTER 1. KEEPING THE LOG",), ("1.3. WHERE THE LOG IS KEPT   3",)),
        (("Keeping the log",),),
    ],
)
def test_running_heads_that_name_a_heading_are_left_out(heads: Sequence[tuple[str, ...]]) -> None:
    document = read(manual(heads))
    found = [text for _, text in headings(document)]
    assert found[:2] == ["Chapter 1 Keeping the log", "1.1 What a log is"]
    assert found[2:] == [f"1.{number} {SECTIONS[number]}" for number in range(2, len(heads) + 2)]
    text = whole_text(document)
    assert "CHAPTER" not in text
    assert "WRITES" not in text
    assert text.count("Keeping the log") == 1


def test_a_line_at_a_pages_top_that_names_no_heading_stays() -> None:
    document = read(manual((("Ask the district office first.",),)))
    assert "Ask the district office first." in whole_text(document)


def test_a_lead_in_where_the_text_begins_stays_although_it_repeats_a_heading() -> None:
    def write(document: pymupdf.Document) -> None:
        page = page_of(document)
        prose(page, put(page, "Corrections", prose(page, 72) + 10, 16, "hebo") + 6)
        page = page_of(document)
        prose(page, put(page, "Corrections:", 72) + 14)
        prose(page_of(document), 72)

    assert "Corrections:" in whole_text(read(write))


def test_headings_that_repeat_at_the_top_of_pages_stay() -> None:
    def write(document: pymupdf.Document) -> None:
        for chapter in ("1 Entries", "2 Signatures"):
            prose(page_of(document), 90)
            page = document[-1]
            prose(page, put(page, chapter, 200, 16, "hebo") + 6)
            page = page_of(document)
            prose(page, put(page, "Summary", 60, 13, "hebo") + 30)

    assert [text for _, text in headings(read(write))] == ["1 Entries", "Summary", "2 Signatures", "Summary"]


@pytest.mark.parametrize(
    "blanks",
    [
        ("Name: ______________", "Address: ______________", "Telephone: ______________", "Signature: ______________"),
        ("Name ______________", "Street ______________", "Town ______________", "Date ______________"),
        ("Name: ..............................", "Street: ............................", "Town: ...................."),
    ],
)
def test_the_blanks_of_a_form_are_text(blanks: Sequence[str]) -> None:
    def write(document: pymupdf.Document) -> None:
        page = page_of(document)
        y = prose(page, put(page, "Application", 90, 18, "hebo") + 10)
        for blank in blanks:
            y = put(page, blank, y) + 6
        prose(page, y + 10)

    text = whole_text(read(write))
    assert all(blank.split()[0] in text for blank in blanks)


@pytest.mark.parametrize("leader", [" . . . . . . . . ", " ............ ", " ____________ ", "............"])
def test_entries_that_lead_to_pages_are_contents(leader: str) -> None:
    def write(document: pymupdf.Document) -> None:
        page = page_of(document)
        y = put(page, "Contents", 90, 18, "hebo") + 10
        for number, title in enumerate(("Entries", "Signatures", "Corrections", "Handover"), 1):
            y = put(page, f"{title}{leader}{number + 2}", y)
        prose(page_of(document), 90)

    document = read(write)
    assert "Corrections" not in whole_text(document)
    assert any("table of contents" in note for note in document.notes)


def test_a_column_whose_lines_begin_with_capitals_is_read_beside_prose() -> None:
    left = [
        "the log is kept by the shift leader",
        "and read by the district office at",
        "the end of every single month when",
        "all entries are signed by two of",
        "those who were there at the time",
        "and by nobody else in the station",
        "as long as the station is running",
        "or the office asks for its return",
    ]
    right = [
        "Ardrossan keeps its log in a safe",
        "Saltcoats has two logs and a copy",
        "Stevenston writes in pencil alone",
        "Kilwinning reads it every Tuesday",
        "Irvine sends the log to the office",
        "Troon has no log since the summer",
        "Prestwick signs with three letters",
        "Ayr keeps it open on the long desk",
    ]

    def write(document: pymupdf.Document) -> None:
        page = page_of(document)
        for at, (one, two) in enumerate(zip(left, right, strict=True)):
            put(page, one, 90 + at * 13.5, 11, "tiro", 72)
            put(page, two, 90 + at * 13.5, 11, "tiro", 320)

    text = " ".join(whole_text(read(write)).split())
    assert " ".join(left) in text
    assert text.index("asks for its return") < text.index("Ardrossan")
    assert text.index("Ardrossan") < text.index("Ayr keeps")


@pytest.mark.parametrize("line", ["[Table 1] Entries by station", "<Figure 2> The safe", "(Table 3) Signatures"])
def test_captions_in_brackets_are_no_headings(line: str) -> None:
    def write(document: pymupdf.Document) -> None:
        page = page_of(document)
        y = prose(page, put(page, "1 Entries", 90, 16, "hebo") + 6)
        y = prose(page, put(page, line, y + 10, 14, "hebo") + 6)
        prose(page, put(page, "2 Signatures", y + 10, 16, "hebo") + 6)

    assert [text for _, text in headings(read(write))] == ["1 Entries", "2 Signatures"]


@pytest.mark.parametrize("line", ["[표 1] 기록", "제1695호", "第12號", "표 3 서명"])
def test_korean_captions_and_issues_are_no_headings(line: str) -> None:
    def write(document: pymupdf.Document) -> None:
        page = page_of(document)
        y = prose(page, put(page, "1 Entries", 90, 16, "hebo") + 6)
        y = prose(page, put(page, line, y + 10, 15, "korea") + 6)
        prose(page, put(page, "2 Signatures", y + 10, 16, "hebo") + 6)

    assert [text for _, text in headings(read(write))] == ["1 Entries", "2 Signatures"]


def contract(*titles: str) -> Write:
    def write(document: pymupdf.Document) -> None:
        page, y = page_of(document), 90.0
        for title in titles:
            if y > 680:
                page, y = page_of(document), 90.0
            y = prose(page, put(page, title, y + 10, 13, "hebo") + 4)

    return write


def test_numbers_that_begin_anew_stand_below_their_schedule() -> None:
    titles = ("1. Services", "2. Fees", "3. Term", "Schedule 1", "1. Scope", "2. Hours", "Schedule 2", "1. Rates")
    levels = [level for level, _ in headings(read(contract(*titles)))]
    assert levels == [1, 1, 1, 1, 2, 2, 1, 2]


def test_numbers_that_go_on_behind_a_schedule_stay_beside_it() -> None:
    levels = [level for level, _ in headings(read(contract("1. Services", "2. Fees", "Schedule 1", "3. Term")))]
    assert levels == [1, 1, 1, 1]


def test_words_that_a_tag_replaces_by_nothing_are_read() -> None:
    def write(document: pymupdf.Document) -> None:
        page = page_of(document)
        put(page, "Keeping the log", 90, 18, "hebo")
        prose(page, 130)
        root = document.get_new_xref()
        document.update_object(root, "<</Type/StructTreeRoot>>")
        document.xref_set_key(document.pdf_catalog(), "StructTreeRoot", f"{root} 0 R")
        for xref in page.get_contents():
            stream = document.xref_stream(xref) or b""
            if b"BT" in stream:
                document.update_stream(xref, b"/Span<</ActualText<FEFF>>>BDC\n" + stream + b"\nEMC\n")

    text = whole_text(read(write))
    assert "Keeping the log" in text
    assert "were there when it happened." in text

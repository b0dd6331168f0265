"""Small PDFs made here, each for one rule of the reader."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pymupdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from explorer.core.errors import ExplorerError, UnreadableDocumentError
from explorer.core.model import BlockKind, ParsedDocument, TitleSource
from explorer.core.parsing.pdf.reader import draw_page, read_pdf

DRAWN = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_IGNORE_ACTUALTEXT
"""Words as they are drawn, whatever text the tags put in their place."""
PROSE = (
    "The shift leader keeps the station log and the",
    "district office reads it at the end of a month.",
    "entries are written in ink and signed by two of",
    "the people who were there when it happened.",
)


class Sheet:
    """Writes lines down a page; remembers where it is."""

    def __init__(self, document: pymupdf.Document) -> None:
        self.page = document.new_page(width=595, height=842)
        self.y = 90.0

    def put(
        self, text: str, size: float = 11, *, bold: bool = False, x: float = 72, gap: float = 0, font: str = ""
    ) -> None:
        self.y += gap
        self.page.insert_text((x, self.y), text, fontsize=size, fontname=font or ("hebo" if bold else "helv"))
        self.y += size * 1.3

    def prose(self, x: float = 72, first: str = "") -> None:
        for line in ((first,) if first else ()) + PROSE:
            self.put(line, x=x)
        self.y += 8


def _made(write: Callable[[pymupdf.Document], None]) -> bytes:
    document = pymupdf.open()
    write(document)
    data = document.tobytes()
    document.close()
    return data


def _read(write: Callable[[pymupdf.Document], None], name: str = "made.pdf") -> ParsedDocument:
    return read_pdf(_made(write), name)


def _headings(document: ParsedDocument) -> list[tuple[int, str]]:
    return [(block.level, block.text) for block in document.blocks if block.kind is BlockKind.HEADING]


def _texts(document: ParsedDocument, kind: BlockKind = BlockKind.PARAGRAPH) -> list[str]:
    return [block.text for block in document.blocks if block.kind is kind]


def test_columns_drawn_row_by_row_are_read_column_by_column() -> None:
    left = (
        "Alpha begins in the left column and",
        "goes on there for four lines until",
        "it comes to the foot, where the",
        "sentence is not over but",
    )
    right = (
        "continues at the head of the right",
        "column and ends there. A second",
        "sentence follows it and has lines",
        "of its own in the same column.",
    )

    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        sheet.put("Two columns", 18, bold=True)
        for one, two in zip(left, right, strict=True):
            sheet.page.insert_text((72, sheet.y), one, fontsize=11)
            sheet.page.insert_text((330, sheet.y), two, fontsize=11)
            sheet.y += 14

    assert _texts(_read(write)) == [" ".join(left + right)]


def test_contents_are_left_out_and_noted() -> None:
    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        sheet.put("Contents", 16, bold=True)
        for number, title in enumerate(("Arrival", "Luggage", "Departure", "Lost things"), 1):
            sheet.put(f"{number} {title} {'. ' * 30}{number + 1}")
        for number, title in enumerate(("Arrival", "Luggage", "Departure", "Lost things"), 1):
            sheet = Sheet(document)
            sheet.put(f"{number} {title}", 16, bold=True)
            sheet.prose()

    document = _read(write)
    assert _headings(document) == [(1, "1 Arrival"), (1, "2 Luggage"), (1, "3 Departure"), (1, "4 Lost things")]
    assert "table of contents on page 1 left out" in document.notes
    assert not any(". . ." in text for text in _texts(document))


def test_outline_levels_wrapped_titles_and_missing_entries() -> None:
    long = ("The handling of entries that were left incomplete when a", "shift came to its end before they were signed")

    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        sheet.put("1   Logs", 14, bold=True)
        sheet.prose()
        for line in long:
            sheet.put(line, 14, bold=True)
        sheet.prose()
        sheet.put("Staff", 14, bold=True, gap=6)
        sheet.prose()
        document.set_toc([[1, "LOGS", 1], [2, " ".join(long), 1], [3, "Staff", 1], [1, "Nowhere to be seen", 1]])

    document = _read(write)
    assert document.evidence == "outline"
    assert _headings(document) == [(1, "1 Logs"), (2, " ".join(long)), (3, "Staff")]
    assert "1 of 4 outline entries do not stand on their page" in document.notes


def test_outline_that_is_not_on_the_pages_gives_way_to_type() -> None:
    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        sheet.put("Arrival", 16, bold=True)
        sheet.prose()
        document.set_toc([[1, "Slide 1", 1], [1, "Slide 2", 1]])

    document = _read(write)
    assert document.evidence == "type size only"
    assert _headings(document) == [(1, "Arrival")]


def test_words_broken_by_a_hyphen_are_mended_and_compounds_kept() -> None:
    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        sheet.put("Notes", 16, bold=True)
        sheet.put("The crew reads the instru-")
        sheet.put("ments and hands the UTF-")
        sheet.put("8 file over.")

    assert _texts(_read(write)) == ["The crew reads the instruments and hands the UTF-8 file over."]


def test_list_items_hold_their_children_and_share_a_group() -> None:
    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        sheet.put("Duties", 16, bold=True)
        sheet.put("Each crew does three things:")
        sheet.put("* keep the log, which is written in ink and")
        sheet.put("signed", x=82)
        sheet.put("* close the valves", x=72)
        sheet.put("- the upper one", x=92)
        sheet.put("- the lower one", x=92)
        sheet.put("* hand over the keys")

    document = _read(write)
    items = [block for block in document.blocks if block.kind is BlockKind.LIST_ITEM]
    assert [block.text for block in items] == [
        "* keep the log, which is written in ink and signed",
        "* close the valves\n  - the upper one\n  - the lower one",
        "* hand over the keys",
    ]
    assert {block.group for block in items} == {1}


def test_captions_are_no_headings() -> None:
    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        sheet.put("Pumps", 16, bold=True)
        sheet.prose()
        sheet.put("Figure 3: The upper pump", 12.5, bold=True, gap=10)
        sheet.prose()

    document = _read(write)
    assert _headings(document) == [(1, "Pumps")]
    assert _texts(document, BlockKind.CAPTION) == ["Figure 3: The upper pump"]


def test_chapter_word_joins_the_title_below_it() -> None:
    def write(document: pymupdf.Document) -> None:
        for number, title in ((1, "Arrival"), (2, "Departure")):
            sheet = Sheet(document)
            sheet.put(f"Chapter {number}", 18, bold=True)
            sheet.put(title, 22, bold=True)
            sheet.prose()

    assert _headings(_read(write)) == [(1, "Chapter 1 Arrival"), (1, "Chapter 2 Departure")]


def test_repeated_labels_and_indented_terms_are_no_headings() -> None:
    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        sheet.put("Valves", 16, bold=True)
        for _ in range(4):
            sheet.put("Note", bold=True, gap=10)
            sheet.put("Close the valve first. It is the one with the red handle.")
        sheet.put("upper valve", bold=True, gap=10)
        sheet.put("the one that is nearer to the lake", x=100)

    assert _headings(_read(write)) == [(1, "Valves")]


def test_code_keeps_its_lines() -> None:
    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        sheet.put("Commands", 16, bold=True)
        sheet.prose()
        sheet.put("if ready:", font="cour", gap=4)
        sheet.put("start()", font="cour", x=98.4)

    assert _texts(_read(write), BlockKind.CODE) == ["if ready:\n    start()"]


@pytest.mark.parametrize(
    ("stated", "title", "source"),
    [
        ("Pump manual", "Pump manual", TitleSource.PROPERTIES),
        ("Microsoft Word - pump manual.doc", "Pump manual", TitleSource.HEADING),
        ("Untitled", "Pump manual", TitleSource.HEADING),
        ("Something else altogether", "Pump manual", TitleSource.HEADING),
    ],
)
def test_title_in_the_properties_must_stand_on_the_first_page(stated: str, title: str, source: TitleSource) -> None:
    def write(document: pymupdf.Document) -> None:
        sheet = Sheet(document)
        sheet.put("Pump manual", 20, bold=True)
        sheet.prose()
        document.set_metadata({"title": stated})

    document = _read(write, "guides/pump-v7.pdf")
    assert (document.title, document.title_source) == (title, source)
    assert document.metadata.version == "7"


def test_title_of_last_resort_is_the_file_name() -> None:
    document = _read(lambda made: Sheet(made).prose(), "guides/pump_manual-v7.pdf")
    assert (document.title, document.title_source) == ("pump manual", TitleSource.FILE_NAME)
    assert document.evidence == "none"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"<html><body>no</body></html>", "is not a PDF"),
        (b"\x00\x01\x02" * 50, "is not a PDF"),
        (b"%PDF-1.7\n", "is damaged beyond repair"),
    ],
)
def test_what_is_no_pdf_is_said_in_words(data: bytes, words: str) -> None:
    with pytest.raises(UnreadableDocumentError, match=words):
        read_pdf(data, "odd.pdf")


def _sample() -> bytes:
    def write(document: pymupdf.Document) -> None:
        for title in ("Arrival", "Luggage"):
            sheet = Sheet(document)
            sheet.put(title, 16, bold=True)
            sheet.prose()
        document.set_toc([[1, "Arrival", 1], [1, "Luggage", 2]])

    return _made(write)


SAMPLE = _sample()


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.tuples(st.integers(0, len(SAMPLE) - 1), st.integers(0, 255)), max_size=30), st.integers(0, len(SAMPLE))
)
def test_damage_gives_a_document_or_a_clean_error(changes: list[tuple[int, int]], end: int) -> None:
    damaged = bytearray(SAMPLE)
    for at, value in changes:
        damaged[at] = value
    document = None
    with suppress(UnreadableDocumentError):
        document = read_pdf(bytes(damaged[:end]), "damaged.pdf")
    assert document is None or document.blocks or document.notes


def test_a_page_is_drawn_at_the_scale_asked_for() -> None:
    picture = pymupdf.Pixmap(draw_page(SAMPLE, 2, 1.5))
    assert (picture.width, picture.height) == (893, 1263)


def test_letters_are_smooth_whatever_was_drawn_before() -> None:
    smooth = draw_page(SAMPLE, 1, 1.0)
    pymupdf.TOOLS.set_aa_level(0)
    assert pymupdf.Pixmap(draw_page(SAMPLE, 1, 1.0)).samples == pymupdf.Pixmap(smooth).samples


def test_a_huge_scale_is_lowered() -> None:
    picture = pymupdf.Pixmap(draw_page(SAMPLE, 1, 500.0))
    assert picture.width * picture.height <= 41_000_000


@pytest.mark.parametrize("page", [0, 3])
def test_a_page_that_is_not_there_is_said_so(page: int) -> None:
    with pytest.raises(ExplorerError, match=f"no page {page}"):
        draw_page(SAMPLE, page, 1.0)


def _real_files() -> list[Path | None]:
    shared = Path(__file__).parents[5] / "shared"
    names = [*sorted((shared / "cases").glob("0[567]*/input.pdf"))]
    truth = shared / "corpora" / "headings" / "truth.jsonl"
    if truth.exists():
        files = [json.loads(line)["file"] for line in truth.read_text(encoding="utf-8").splitlines()]
        names += [truth.parent / file for file in files if re.search(r"docling.*\.pdf$|PerksPlus|employee_", file)]
    return [*names] or [None]


def _words(page: pymupdf.Page) -> list[tuple[float, float, float, float, str]]:
    found = page.get_text("words", flags=DRAWN)
    return [(float(x0), float(y0), float(x1), float(y1), str(text)) for x0, y0, x1, y1, text, *_ in found]


@pytest.mark.parametrize("file", _real_files(), ids=lambda file: f"{file.parent.name}-{file.name}" if file else "made")
def test_rectangles_lie_on_their_page_and_hold_the_words(file: Path | None) -> None:
    data = file.read_bytes() if file else SAMPLE
    document = read_pdf(data, "places.pdf")
    with pymupdf.open(stream=data, filetype="pdf") as opened:
        words = {number: _words(page) for number, page in enumerate(opened.pages(), 1)}
    total, held = 0, 0
    for block in document.blocks:
        assert block.runs
        assert block.place.page == block.place.rects[0].page
        for before, after in zip(block.runs, block.runs[1:], strict=False):
            assert before.start < before.end <= after.start
        for run in block.runs:
            for rect in run.place.rects:
                width, height = document.pages[rect.page - 1]
                assert 0 <= rect.x0 <= rect.x1 <= width
                assert 0 <= rect.y0 <= rect.y1 <= height
            around = run.place.rects[0]
            inside = " ".join(
                word[4]
                for word in words[around.page]
                if around.x0 - 3 <= (word[0] + word[2]) / 2 <= around.x1 + 3
                and around.y0 - 3 <= (word[1] + word[3]) / 2 <= around.y1 + 3
            )
            wanted = re.findall(r"[A-Za-z]{3,}", block.text[run.start : run.end])
            total += len(wanted)
            held += sum(word in inside for word in wanted)
    assert held >= 0.99 * total

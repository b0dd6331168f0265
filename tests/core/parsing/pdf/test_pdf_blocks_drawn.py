"""Paragraphs, notes, quotations, code and columns drawn here, each for one rule of reading order and joining."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pymupdf
import pytest

from explorer.core.model import BlockKind, ParsedDocument
from explorer.core.parsing.pdf.reader import read_pdf

LINES = (
    "The shift leader keeps the station log and the district office reads it at",
    "the end of a month. Entries are written in ink and are signed by two of all",
    "the people who were there when it happened, and nobody else may write it in",
    "the log. What is written there stays there for as long as the station is up",
)
Write = Callable[[pymupdf.Document], None]


def _page(document: pymupdf.Document) -> pymupdf.Page:
    return document.new_page(width=595, height=842)


def _put(
    page: pymupdf.Page, lines: Sequence[str], x: float, y: float, size: float = 11, font: str = "helv", pitch: float = 0
) -> float:
    for line in lines:
        page.insert_text((x, y), line, fontsize=size, fontname=font)
        y += pitch or size * 1.3
    return y


def _read(write: Write) -> ParsedDocument:
    document = pymupdf.open()
    write(document)
    data = document.tobytes()
    document.close()
    return read_pdf(data, "blocks.pdf")


def _texts(document: ParsedDocument, kind: BlockKind = BlockKind.PARAGRAPH) -> list[str]:
    return [block.text for block in document.blocks if block.kind is kind]


def test_a_footnote_comes_after_the_sentence_that_goes_on_over_the_page() -> None:
    def write(document: pymupdf.Document) -> None:
        first = _page(document)
        _put(first, [*LINES, "and running, which is what the"], 72, 680)
        _put(first, ["1 See the rules of the district office.", "2 Ink means blue ink."], 72, 780, size=8)
        _put(_page(document), ["office asks for.", "", *LINES], 72, 90)

    texts = _texts(_read(write))
    assert texts[0].endswith("which is what the office asks for.")
    assert texts[1:3] == ["1 See the rules of the district office.", "2 Ink means blue ink."]


def test_a_full_line_goes_on_at_the_next_page_before_a_capital() -> None:
    def write(document: pymupdf.Document) -> None:
        _put(_page(document), [*LINES, LINES[2][:-10] + "by the men of"], 72, 700)
        _put(_page(document), ["Ardrossan station only.", "", *LINES], 72, 90)

    assert "by the men of Ardrossan station only." in " ".join(_texts(_read(write)))
    assert sum("Ardrossan" in text and "by the men of" in text for text in _texts(_read(write))) == 1


def test_a_paragraph_indented_on_both_sides_is_a_quotation() -> None:
    quoted = (
        "Nobody may write in the log who was",
        "not there when it happened, and",
        "nobody may strike out what another",
        "has written.",
    )

    def write(document: pymupdf.Document) -> None:
        page = _page(document)
        y = _put(page, LINES, 72, 90)
        y = _put(page, quoted, 110, y + 8)
        _put(page, LINES, 72, y + 8)

    document = _read(write)
    assert _texts(document, BlockKind.QUOTE) == [" ".join(quoted)]
    assert len(_texts(document)) == 2


def test_a_paragraph_indented_on_the_left_alone_is_none() -> None:
    indented = (
        "What is written there stays there for as long as the station is",
        "up, and the office keeps copies of it. Nobody may strike out what",
        "another has written.",
    )

    def write(document: pymupdf.Document) -> None:
        page = _page(document)
        y = _put(page, LINES, 72, 90)
        y = _put(page, indented, 110, y + 8)
        _put(page, LINES, 72, y + 8)

    assert _texts(_read(write), BlockKind.QUOTE) == []


def test_hyphens_that_the_document_has_elsewhere_stay() -> None:
    def write(document: pymupdf.Document) -> None:
        lines = (
            "A well-known rule: the crew reads the instru-",
            "ments, keeps the well-",
            "known rule and sends it to http://office.example/log-",
            "book/today when asked.",
        )
        _put(_page(document), lines, 72, 90)

    assert _texts(_read(write)) == [
        "A well-known rule: the crew reads the instruments, keeps the well-known rule and sends it to "
        "http://office.example/log-book/today when asked."
    ]


def test_letters_that_type_has_joined_or_raised() -> None:
    def write(document: pymupdf.Document) -> None:
        html = "<p>The oﬃce ﬁles 10<sup>3</sup> m<sup>2</sup> of logs<sup>12</sup> and H<sub>2</sub>O.</p>"
        _page(document).insert_htmlbox((72, 72, 500, 200), html)

    assert _texts(_read(write)) == ["The office files 10³ m² of logs¹² and H2O."]


def test_a_soft_hyphen_goes() -> None:
    def write(document: pymupdf.Document) -> None:
        _page(document).insert_htmlbox((72, 72, 500, 200), "<p>The sta\u00adtion log.</p>")

    assert _texts(_read(write)) == ["The station log."]


def test_an_initial_over_two_lines_begins_its_word() -> None:
    def write(document: pymupdf.Document) -> None:
        page = _page(document)
        page.insert_text((72, 104), "T", fontsize=32)
        _put(
            page,
            [
                "he shift leader keeps the station log and the district",
                "office reads it at the end of a month, when the",
            ],
            94,
            90,
            pitch=14,
        )
        _put(page, ["people have signed it."], 72, 118)

    assert _texts(_read(write)) == [
        "The shift leader keeps the station log and the district office reads it at the end of a month, when the "
        "people have signed it."
    ]


def test_letters_set_apart_are_closed_up() -> None:
    def write(document: pymupdf.Document) -> None:
        page = _page(document)
        x = 72.0
        for letter in "STATION LOG":
            page.insert_text((x, 90), letter, fontsize=12)
            x += pymupdf.get_text_length(letter, fontsize=12) + 4
        _put(page, LINES, 72, 120)

    assert "STATION LOG" in {block.text for block in _read(write).blocks}


def test_code_keeps_blanks_and_empty_lines() -> None:
    code = ("def read(log):", "    for line in log:", "        print(line,  end='')", "", "read(today)    # all of it")

    def write(document: pymupdf.Document) -> None:
        page = _page(document)
        y = _put(page, LINES, 72, 90)
        for line in code:
            if line:
                page.insert_text((90, y + 6), line, fontsize=10, fontname="cour")
            y += 12
        _put(page, LINES, 72, y + 20)

    assert _texts(_read(write), BlockKind.CODE) == ["\n".join(code)]


def test_three_columns_are_read_one_after_the_other() -> None:
    columns = [[f"{name} text goes on in {n} and" for n in range(12)] for name in ("first", "second", "third")]

    def write(document: pymupdf.Document) -> None:
        page = _page(document)
        page.insert_text((72, 70), "A title over all of the three columns of this page", fontsize=18)
        for at in range(12):
            for x, column in zip((50, 220, 390), columns, strict=True):
                page.insert_text((x, 110 + 13 * at), column[at], fontsize=10)

    text = " ".join(block.text for block in _read(write).blocks)
    assert " ".join(line for column in columns for line in column) in text


def test_columns_in_a_part_of_the_page_are_read_one_after_the_other() -> None:
    left = [f"the left text goes on here in {n} and" for n in range(6)]
    right = [f"the right text goes on here in {n} and" for n in range(6)]

    def write(document: pymupdf.Document) -> None:
        page = _page(document)
        y = _put(page, [*LINES, *LINES, *LINES, *LINES], 60, 80)
        for one, two in zip(left, right, strict=True):
            page.insert_text((60, y + 20), one, fontsize=10)
            page.insert_text((310, y + 20), two, fontsize=10)
            y += 13
        _put(page, [*LINES, *LINES], 60, y + 40)

    text = " ".join(block.text for block in _read(write).blocks)
    assert " ".join((*left, *right)) in text


def test_text_outside_the_page_is_left_out() -> None:
    def write(document: pymupdf.Document) -> None:
        page = _page(document)
        _put(page, LINES, 72, 90)
        page.insert_text((700, 300), "printer's mark", fontsize=11)
        page.insert_text((72, -40), "slug line", fontsize=11)

    assert _texts(_read(write)) == [" ".join(LINES)]


def test_chinese_lines_join_without_blanks() -> None:
    lines = ("值班员负责填写泵站日志，每月末由区办", "公室审阅。所有记录必须用墨水书写并由", "两人签字。")

    def write(document: pymupdf.Document) -> None:
        _put(_page(document), lines, 72, 90, font="china-s")

    assert _texts(_read(write)) == ["".join(lines)]


@pytest.mark.parametrize(("rotate", "point"), [(90, (300, 700)), (270, (300, 100)), (180, (500, 700))])
def test_text_that_runs_up_or_down_is_a_paragraph_with_its_place(rotate: int, point: tuple[float, float]) -> None:
    def write(document: pymupdf.Document) -> None:
        page = _page(document)
        x, y = point
        for line in LINES:
            page.insert_text((x, y), line, fontsize=11, rotate=rotate)
            x += {90: 14, 270: -14, 180: 0}[rotate]
            y -= 14 if rotate == 180 else 0

    document = _read(write)
    assert _texts(document) == [" ".join(LINES)]
    rects = document.blocks[0].place.rects
    assert len(rects) == len(LINES)
    assert all((rect.y1 - rect.y0 > rect.x1 - rect.x0) == (rotate != 180) for rect in rects)


def test_columns_in_a_script_written_leftwards_begin_on_the_right() -> None:
    right = [f"העמודה הימנית ממשיכה כאן בשורה {n} וגם" for n in range(8)]
    left = [f"העמודה השמאלית ממשיכה כאן בשורה {n} וגם" for n in range(8)]

    def write(document: pymupdf.Document) -> None:
        page = _page(document)
        for column, x0 in ((right, 310), (left, 60)):
            html = "<div dir='rtl' style='font-size:10px'>" + "<br/>".join(column) + "</div>"
            page.insert_htmlbox((x0, 90, x0 + 225, 400), html)

    text = " ".join(block.text for block in _read(write).blocks)
    assert text.index("הימנית") < text.index("השמאלית")
    assert text.rindex("הימנית") < text.index("השמאלית")


def test_notes_in_the_margin_come_after_their_paragraph() -> None:
    def write(document: pymupdf.Document) -> None:
        page = _page(document)
        y = 90.0
        for _ in range(3):
            y = _put(page, [line[:60] for line in LINES], 180, y) + 8
        _put(page, ["The log must be", "kept in a dry", "place at all times"], 60, 105, size=8, pitch=11)

    texts = _texts(_read(write))
    assert texts[1] == "The log must be kept in a dry place at all times"
    assert len(texts) == 4
    assert texts[0] == texts[2] == texts[3]


def test_text_that_nobody_can_see_is_left_out_and_noted() -> None:
    def write(document: pymupdf.Document) -> None:
        page = _page(document)
        _put(page, LINES, 72, 90)
        page.insert_text((72, 300), "white on white", fontsize=11, color=(1, 1, 1))
        page.insert_text((72, 320), "too small", fontsize=0.4)
        page.draw_rect((60, 380, 400, 420), fill=(0, 0, 0.4))
        page.insert_text((72, 400), "White on blue.", fontsize=11, color=(1, 1, 1))

    document = _read(write)
    assert _texts(document) == [" ".join(LINES), "White on blue."]
    assert "invisible text on page 1 (white on white or tiny) left out" in document.notes


def test_recognised_text_under_a_picture_is_read_and_the_page_is_no_scan() -> None:
    def write(document: pymupdf.Document) -> None:
        page = _page(document)
        y = 90.0
        for line in LINES:
            page.insert_text((72, y), line, fontsize=11, render_mode=3)
            y += 14
        pixels = pymupdf.Pixmap(pymupdf.csGRAY, (0, 0, 60, 84), False)
        pixels.clear_with(200)
        page.insert_image(page.rect, pixmap=pixels)

    document = _read(write)
    assert _texts(document) == [" ".join(LINES)]
    assert document.scanned_pages == ()


def test_items_in_the_next_column_are_no_children() -> None:
    def write(document: pymupdf.Document) -> None:
        page = _page(document)
        for at in range(8):
            for x, words in (
                (60, ("- keep the valve shut and the", "log in ink in a dry place")),
                (320, ("- ring the bell at noon and at", "night when the boat comes")),
            ):
                page.insert_text((x if at % 2 == 0 else x + 8, 90 + 14 * at), words[at % 2], fontsize=11)

    items = _texts(_read(write), BlockKind.LIST_ITEM)
    assert len(items) == 8
    assert all("\n" not in item for item in items)


def test_a_word_printed_over_itself_comes_out_once() -> None:
    def write(document: pymupdf.Document) -> None:
        page = _page(document)
        page.insert_text((72, 90), "Close the valve at once.", fontsize=11)
        page.insert_text((72 + pymupdf.get_text_length("Close the ", fontsize=11), 90), "valve", fontsize=11)

    assert _texts(_read(write)) == ["Close the valve at once."]


def test_terms_beside_what_they_mean_stay_one_a_line() -> None:
    rows = (("Valve", "closes a pipe"), ("Pump", "moves water"), ("Dial", "shows how much"))

    def write(document: pymupdf.Document) -> None:
        page = _page(document)
        for at, (term, words) in enumerate(rows):
            page.insert_text((72, 90 + 15 * at), term, fontsize=11)
            page.insert_text((150, 90 + 15 * at), words, fontsize=11)

    assert _texts(_read(write)) == [" ".join(row) for row in rows]


@pytest.mark.parametrize(("pitches", "space"), [((14.8, 14.9), 24.8), ((13.2,), 22.0), ((15.1, 14.9), 26.0)])
def test_space_between_paragraphs_parts_them_where_it_is_commoner_than_the_pitch(
    pitches: tuple[float, ...], space: float
) -> None:
    written = [
        ["What the office asks for"],
        [*LINES[:2]],
        [*LINES[2:]],
        ["- Ink: entries are written in ink, and nobody may strike out what another", "has written there."],
        ["- Copies: the office keeps them."],
        ["- Names: two of all who were there sign, and nobody else may sign or write", "anything in the log."],
        ["In order to be read they must be sent before the end of the month, which is", "when the office closes."],
        [LINES[0][:-3]],
        ["Nobody else reads it"],
        [*LINES[1:3]],
    ]

    def write(document: pymupdf.Document) -> None:
        page, y, drawn = _page(document), 90.0, 0
        for paragraph in written:
            for line in paragraph:
                page.insert_text((72, y), line, fontsize=11, fontname="helv")
                y += pitches[drawn % len(pitches)]
                drawn += 1
            y += space - pitches[(drawn - 1) % len(pitches)]

    document = _read(write)
    texts = [block.text for block in document.blocks]
    assert texts == [" ".join(paragraph) for paragraph in written]
    assert [block.kind is BlockKind.LIST_ITEM for block in document.blocks] == [
        paragraph[0].startswith("-") for paragraph in written
    ]


def test_short_lines_set_apart_are_paragraphs_of_their_own_and_wide_pitch_keeps_them_whole() -> None:
    short = [f"The {word} is kept" for word in ("ink", "log", "key", "book", "lamp", "bell", "rope", "oil", "flag")]

    def write_short(document: pymupdf.Document) -> None:
        page = _page(document)
        y = _put(page, short, 72, 90, pitch=25)
        _put(page, LINES[:2], 72, y)

    def write_wide(document: pymupdf.Document) -> None:
        page = _page(document)
        y = _put(page, [*LINES, "and running."], 72, 90, pitch=25)
        _put(page, [*LINES, "and running."], 72, y + 18, pitch=25)

    assert _texts(_read(write_short)) == [*short, " ".join(LINES[:2])]
    assert _texts(_read(write_wide)) == 2 * [" ".join([*LINES, "and running."])]


def test_text_set_wider_than_most_of_the_document_stays_whole() -> None:
    entries = [f"{word} of the station log, kept in ink by the crew" for word in ("Ink", "Log", "Key", "Bell", "Rope")]

    def write(document: pymupdf.Document) -> None:
        page = _page(document)
        y = _put(page, [*LINES, *LINES], 72, 90, size=10, pitch=12)
        y = _put(page, entries, 72, y + 18, size=10, pitch=12)
        y = _put(page, [*LINES, "and running."], 72, y + 18, size=10, pitch=18)
        _put(page, [*LINES, "and running."], 72, y + 12, size=10, pitch=18)

    assert _texts(_read(write))[-2:] == 2 * [" ".join([*LINES, "and running."])]

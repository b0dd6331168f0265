"""Headings of Word documents: by style, outline level and name, and bold lines where there are no styles."""

from __future__ import annotations

import pytest
from support.word_files import (
    HEADING_STYLES,
    cell,
    level,
    listed,
    number_list,
    paragraph,
    row,
    run,
    style,
    table,
    word_file,
)

from explorer.core.model import BlockKind, ParsedDocument, TitleSource
from explorer.core.parsing.docx.reader import read_docx
from explorer.core.parsing.docx.styles import heading_level_of_name

BOLD = "<w:b/>"
TITLE = style("Title", "Title")


def read(body: str, styles: str = HEADING_STYLES, **parts: str) -> ParsedDocument:
    return read_docx(word_file(body, {"styles": styles, **parts}), "file.docx")


def headings(document: ParsedDocument) -> list[tuple[int, str]]:
    return [(block.level, block.text) for block in document.blocks if block.kind is BlockKind.HEADING]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("heading 1", 1),
        ("Heading 9", 9),
        ("Heading 0", 1),
        ("Überschrift 2", 2),
        ("berschrift3", 3),
        ("Título 1", 1),
        ("Ttulo2", 2),
        ("Titre 4", 4),
        ("Kop 1", 1),
        ("Titolo 1", 1),
        ("Rubrik 1", 1),
        ("Overskrift 2", 2),
        ("Otsikko 1", 1),
        ("Nadpis 5", 5),
        ("Nagłówek 1", 1),
        ("Заголовок 1", 1),
        ("标题 1", 1),
        ("標題 2", 2),
        ("見出し 3", 3),
        ("제목 1", 1),
        ("BAŞLIK 1", 1),
        ("Наслов 2", 2),
        ("शीर्षक 3", 3),
        ("Izenburua 1", 1),
        ("سرفصل 2", 2),
        ("H3", 3),
        ("heading 2,H2,Chapter", 2),
        ("heading 1 char", None),
        ("Heading 1 text", None),
        ("Heading", None),
        ("heading 10", None),
        ("Normal", None),
    ],
)
def test_level_of_a_style_name(name: str, expected: int | None) -> None:
    assert heading_level_of_name(name) == expected


OUTLINE_2 = '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>'
BODY_TEXT = '<w:pPr><w:outlineLvl w:val="9"/></w:pPr>'


@pytest.mark.parametrize(
    ("styles", "expected"),
    [
        (style("X", "Rubrik zwei", inside=OUTLINE_2), 2),
        (style("X", "Kapitel", based_on="Heading3"), 3),
        (style("X", "Kapitel", based_on="Y") + style("Y", "Teil", based_on="Heading3"), 3),
        (style("X", "Kapitel", based_on="Heading3", inside=BODY_TEXT), 0),
        (style("X", "Kapitel", based_on="Heading3", inside=OUTLINE_2), 2),
        (style("X", "heading 5", based_on="Heading3"), 5),
        (style("X", "Titre 2"), 2),
        (style("X", "Heading 0", inside='<w:pPr><w:outlineLvl w:val="7"/></w:pPr>'), 1),
        (style("X", "Heading"), 1),
        (style("X", "Abstract", based_on="Y") + style("Y", "Heading"), 0),
        (style("X", "One", based_on="Y") + style("Y", "Two", based_on="X"), 0),
        (style("X", "toc 1", based_on="Heading1"), 0),
        (style("X", "TOC Heading", based_on="Heading1"), 0),
        (style("X", "Body", inside='<w:pPr><w:outlineLvl w:val="nonsense"/></w:pPr>'), 0),
    ],
)
def test_level_by_style(styles: str, expected: int) -> None:
    document = read(paragraph("Scope", "X") + paragraph("Text."), HEADING_STYLES + styles)
    assert headings(document) == ([(expected, "Scope")] if expected else [])


@pytest.mark.parametrize(
    ("own", "style_id", "expected"),
    [("1", "", 2), ("9", "Heading1", 0), ("0", "Heading3", 1), ("8", "", 9), ("-3", "Heading3", 3), ("12", "", 0)],
)
def test_own_outline_level_wins_over_the_style(own: str, style_id: str, expected: int) -> None:
    document = read(paragraph("Scope", style_id, properties=f'<w:outlineLvl w:val="{own}"/>') + paragraph("Text."))
    assert headings(document) == ([(expected, "Scope")] if expected else [])


@pytest.mark.parametrize(
    ("body", "evidence"),
    [
        (paragraph("Scope", "Heading1"), "DOCX styles"),
        (paragraph("Scope", properties='<w:outlineLvl w:val="0"/>'), "DOCX styles and outline levels"),
        (paragraph("Only text."), "none"),
        (paragraph("", content=run("4.2 ") + run("Term.", BOLD) + run(" It ends.")), "bold lines"),
    ],
)
def test_evidence_says_what_the_headings_rest_on(body: str, evidence: str) -> None:
    assert read(body).evidence == evidence


def test_undefined_style_is_body_unless_no_heading_style_is_defined() -> None:
    body = paragraph("Scope", "Heading1") + paragraph("Text.")
    assert headings(read(body, style("Heading2", "heading 2"))) == []
    assert headings(read(body, style("Normal", "Normal"))) == [(1, "Scope")]
    assert headings(read_docx(word_file(body), "file.docx")) == [(1, "Scope")]


def test_numbers_of_headings_come_from_the_list_that_their_styles_name() -> None:
    lists = number_list(
        7,
        level(0, "upperRoman", "Article %1.", inside='<w:pStyle w:val="Heading1"/>'),
        level(1, "decimal", "Section %1.%2", inside='<w:pStyle w:val="Heading2"/><w:isLgl/>'),
        level(2, "lowerLetter", "(%3)"),
    )
    numbered = '<w:pPr><w:numPr><w:numId w:val="7"/></w:numPr><w:outlineLvl w:val="{}"/></w:pPr>'
    styles = style("Heading1", "heading 1", inside=numbered.format(0)) + style(
        "Heading2", "heading 2", inside=numbered.format(1)
    )
    body = (
        paragraph("Term", "Heading1")
        + paragraph("Fees", "Heading1")
        + paragraph("Amount", "Heading2")
        + paragraph("in cash", properties=listed(7, 2))
        + paragraph("by transfer", properties=listed(7, 2))
        + paragraph("Due date", "Heading2")
    )
    document = read(body, styles, numbering=lists)
    assert headings(document) == [
        (1, "Article I. Term"),
        (1, "Article II. Fees"),
        (2, "Section 2.1 Amount"),
        (2, "Section 2.2 Due date"),
    ]
    items = [block.text for block in document.blocks if block.kind is BlockKind.LIST_ITEM]
    assert items == ["(a) in cash", "(b) by transfer"]


def test_title_style_that_is_based_on_a_heading_is_the_title() -> None:
    styles = HEADING_STYLES + style("Title", "Title", based_on="Heading1")
    document = read(paragraph("Guide", "Title") + paragraph("Use", "Heading1"), styles)
    assert (document.title, headings(document)) == ("Guide", [(1, "Use")])


def test_empty_heading_is_left_out_and_a_number_alone_is_not() -> None:
    lists = number_list(3, level(0, "decimal", "Section %1"))
    body = (
        paragraph("Term", "Heading1")
        + paragraph("", "Heading1")
        + paragraph("", "Heading1", properties=listed(3))
        + paragraph("Text.")
    )
    assert headings(read(body, numbering=lists)) == [(1, "Term"), (1, "Section 1")]


def test_long_clause_in_a_heading_style_is_text_and_its_run_in_words_are_the_heading() -> None:
    clause = "The vendor delivers the goods " + "on time and in full " * 10 + "without delay."
    body = (
        paragraph("Delivery", "Heading1")
        + paragraph(clause, "Heading2")
        + paragraph("", "Heading2", content=run("2.1 Delay.", BOLD) + run(" The buyer is told of it at once, " * 3))
    )
    document = read(body)
    assert headings(document) == [(1, "Delivery"), (2, "2.1 Delay.")]
    assert any(block.text == clause for block in document.blocks)


@pytest.mark.parametrize(
    ("end", "is_heading"),
    [("", True), (" no. 7", True), (".", False), (";", False), ("; and", False), (" paid. The rest is kept", False)],
)
def test_a_long_text_in_a_heading_style_is_a_heading_unless_it_reads_as_prose(end: str, is_heading: bool) -> None:
    text = "Rules for " + "pumps and valves of the northern works " * 8 + "in use" + end
    document = read(paragraph("Delivery", "Heading1") + paragraph(text, "Heading2") + paragraph("Text."))
    assert headings(document) == [(1, "Delivery"), *([(2, text)] if is_heading else [])]


def test_run_in_heading_of_a_numbered_paragraph() -> None:
    lists = number_list(3, level(0, "decimal", "%1."), level(1, "decimal", "%1.%2"))
    body = (
        paragraph("Fees", "Heading1", properties=listed(3))
        + paragraph("", properties=listed(3, 1), content=run("Amount.", BOLD) + run(" Ten dollars."))
        + paragraph("", properties=listed(3, 1), content=run("Amount", BOLD) + run(" is ten dollars."))
    )
    document = read(body, numbering=lists)
    assert [(block.kind, block.level, block.text) for block in document.blocks] == [
        (BlockKind.HEADING, 1, "1. Fees"),
        (BlockKind.HEADING, 2, "1.1 Amount."),
        (BlockKind.PARAGRAPH, 0, "Ten dollars."),
        (BlockKind.LIST_ITEM, 0, "1.2 Amount is ten dollars."),
    ]


def test_heading_in_a_cell_or_box_is_text_while_there_are_others() -> None:
    box = "<w:r><w:txbxContent>" + paragraph("Aside", "Heading1") + "</w:txbxContent></w:r>"
    body = (
        paragraph("Order", "Heading1")
        + table(row(cell(paragraph("Inner", "Heading2") + paragraph("cell text"))))
        + table(row(cell(paragraph("Inner", "Heading2")), cell(paragraph("right"))))
        + paragraph("Anchor.", content=box)
        + paragraph("outer")
    )
    document = read(body)
    assert headings(document) == [(1, "Order")]
    assert {"Inner", "cell text", "| Inner | right |", "Aside"} <= {block.text for block in document.blocks}


def test_headings_in_a_layout_table_count_when_they_are_all_there_is() -> None:
    left = cell(paragraph("Skills", "Heading1") + paragraph("Welding."))
    right = cell(paragraph("Work", "Heading1") + paragraph("Ten years."))
    document = read(table(row(left, right)))
    assert [block.text for block in document.blocks] == ["Skills", "Welding.", "Work", "Ten years."]
    assert headings(document) == [(1, "Skills"), (1, "Work")]


@pytest.mark.parametrize(
    ("body", "expected", "title"),
    [
        (paragraph("Guide", "Title") + paragraph("Use", "Heading1"), [(1, "Use")], "Guide"),
        (
            paragraph("Guide", "Title") + paragraph("to pumps", "Title") + paragraph("Use", "Heading1"),
            [(1, "Use")],
            "Guide to pumps",
        ),
        (paragraph("Guide", "Title") + paragraph("Text."), [(1, "Guide")], "Guide"),
        (
            paragraph("Part A", "Title") + paragraph("Text.") + paragraph("Part B", "Title") + paragraph("Text."),
            [(1, "Part A"), (1, "Part B")],
            "Part A",
        ),
    ],
)
def test_title_style(body: str, expected: list[tuple[int, str]], title: str) -> None:
    document = read(body, HEADING_STYLES + TITLE)
    assert headings(document) == expected
    assert (document.title, document.title_source) == (title, TitleSource.HEADING)


TEXT = paragraph("The pump is checked once a month by the keeper of the station, who signs the log.")


def bold(*lines: str, size: int = 0) -> str:
    look = BOLD + (f'<w:sz w:val="{size}"/>' if size else "")
    return "".join(paragraph(line, run=look) + TEXT for line in lines)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (bold("Scope", "Fees", "Term"), [(1, "Scope"), (1, "Fees"), (1, "Term")]),
        (bold("1. Scope", "1.1 Pumps", "2. Fees"), [(1, "1. Scope"), (2, "1.1 Pumps"), (1, "2. Fees")]),
        (bold("1. DEFINITIONS.", "2. FEES."), [(1, "1. DEFINITIONS."), (1, "2. FEES.")]),
        (bold("Guide", size=32) + bold("Scope", "Fees"), [(1, "Guide"), (2, "Scope"), (2, "Fees")]),
        (
            bold("ARTICLE I", "Section 1.1 Term", "ARTICLE II"),
            [(1, "ARTICLE I"), (2, "Section 1.1 Term"), (1, "ARTICLE II")],
        ),
        (
            "".join(
                paragraph(f"ARTICLE {number}", properties='<w:jc w:val="center"/>') + TEXT for number in ("I", "II")
            ),
            [(1, "ARTICLE I"), (1, "ARTICLE II")],
        ),
        (
            "".join(paragraph(name, run='<w:sz w:val="28"/>') + TEXT * 2 for name in ("Scope", "Fees")),
            [(1, "Scope"), (1, "Fees")],
        ),
        (bold("Preamble", "1. Scope", "1.1 Pumps"), [(1, "Preamble"), (1, "1. Scope"), (2, "1.1 Pumps")]),
        (paragraph("Guide", "Heading1") + bold("Scope", "Fees"), [(1, "Guide"), (2, "Scope"), (2, "Fees")]),
        (
            bold("Scope", "Fees") + paragraph("Stray", "Heading3") + bold("Term"),
            [(1, "Scope"), (1, "Fees"), (3, "Stray"), (1, "Term")],
        ),
        # Prose: one bold line, sentences, lead-ins, long lines, rows of bold lines, partly bold ones.
        (bold("Scope") + TEXT * 3, []),
        (bold("It is forbidden to smoke.", "It is allowed to eat."), []),
        (bold("Note:", "Please remember:"), []),
        (bold("this line is far too long to be a heading of anything because it has many words", "Fees"), []),
        ("".join(paragraph(f"Line {number}", run=BOLD) for number in "abcdef") + TEXT * 8, []),
        (paragraph("", content=run("Scope", BOLD) + run(" of it")) * 3 + TEXT * 4, []),
        (
            paragraph("Scope", "Heading1") + paragraph("Fees", "Heading1") + bold("One", "Two"),
            [(1, "Scope"), (1, "Fees")],
        ),
        ("".join(table(row(cell(paragraph(name, run=BOLD)), cell(TEXT))) for name in "abc") + TEXT, []),
    ],
)
def test_bold_lines(body: str, expected: list[tuple[int, str]]) -> None:
    assert headings(read(body)) == expected


@pytest.mark.parametrize(
    "contents",
    [
        '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr>'
        f"<w:sdtContent>{paragraph('Contents', 'Heading1')}{paragraph('Scope 1')}</w:sdtContent></w:sdt>",
        paragraph("Contents", "Heading1") + paragraph("Scope\t1", "TOC1") + paragraph("Fees\t2", "TOC1"),
        paragraph("Inhaltsverzeichnis")
        + paragraph(
            content='<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> TOC \\o "1-3" </w:instrText></w:r>'
            '<w:r><w:fldChar w:fldCharType="separate"/></w:r>' + run("Scope 1")
        )
        + paragraph("Fees 2", content='<w:r><w:fldChar w:fldCharType="end"/></w:r>'),
    ],
)
def test_table_of_contents_is_left_out(contents: str) -> None:
    body = contents + paragraph("Scope", "Heading1") + paragraph("Text.") + paragraph("Fees", "Heading1")
    document = read(body, HEADING_STYLES + style("TOC1", "toc 1"))
    assert [block.text for block in document.blocks] == ["Scope", "Text.", "Fees"]


def test_table_of_contents_whose_end_is_lost_hides_nothing() -> None:
    opening = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TOC</w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
    )
    body = paragraph(content=opening + run("Entry 1")) + paragraph("Scope", "Heading1") + paragraph("Text.")
    assert [block.text for block in read(body).blocks][-2:] == ["Scope", "Text."]
    without = paragraph(content=opening + run("Entry 1")) + paragraph("All the text.")
    assert "All the text." in [block.text for block in read(without).blocks]

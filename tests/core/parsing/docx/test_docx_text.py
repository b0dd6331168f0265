"""What of a Word document is text: runs, changes, fields, boxes, notes, lists, tables, code and quotations."""

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

from explorer.core.model import BlockKind, ParsedDocument
from explorer.core.parsing.docx.reader import read_docx


def read(body: str, **parts: str) -> ParsedDocument:
    return read_docx(word_file(body, {"styles": HEADING_STYLES, **parts}), "file.docx")


def texts(body: str, **parts: str) -> list[str]:
    return [block.text for block in read(body, **parts).blocks]


def kinds(document: ParsedDocument) -> list[tuple[str, str]]:
    return [(block.kind.value, block.text) for block in document.blocks]


def field(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


INSTRUCTION = '<w:r><w:instrText xml:space="preserve"> {} </w:instrText></w:r>'
REFERENCE = field("begin") + INSTRUCTION.format("REF x") + field("separate")
BOX = "<w:txbxContent>" + paragraph("in the box") + "</w:txbxContent>"


def maths(before: str, pattern: str, *parts: str) -> str:
    """Return a formula's XML; each `{}` of the pattern stands for a run."""
    made = [f"<m:r><m:t>{part}</m:t></m:r>" for part in (before, *parts)]
    return f"<m:oMath>{made[0]}{pattern.format(*made[1:])}</m:oMath>"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (run("one ") + run("two"), "one two"),
        ("<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:cr/><w:t>d</w:t></w:r>", "a\tb\nc\nd"),
        ("<w:r><w:t>e</w:t><w:noBreakHyphen/><w:t>mail hy</w:t><w:softHyphen/><w:t>phen</w:t></w:r>", "e-mail hyphen"),
        (run("soft\u00adhyphen zero\u200bwidth"), "softhyphen zerowidth"),
        ('<w:r><w:sym w:font="Wingdings" w:char="F0FC"/><w:t> done</w:t></w:r>', "✓ done"),
        ('<w:r><w:sym w:font="Symbol" w:char="F061"/><w:t> rays</w:t></w:r>', "α rays"),
        ('<w:r><w:sym w:font="Wingdings" w:char="nonsense"/><w:t>kept</w:t></w:r>', "kept"),
        ('<w:r><w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr><w:t>\uf0b3 5</w:t></w:r>', "≥ 5"),
        ("<w:ins>" + run("new ") + "</w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del>" + run("x"), "new x"),
        ("<w:moveFrom>" + run("gone") + "</w:moveFrom><w:moveTo>" + run("came") + "</w:moveTo>", "came"),
        (run("seen") + run(" hidden", "<w:vanish/>") + run(" shown", '<w:vanish w:val="0"/>'), "seen shown"),
        (f"<w:hyperlink>{run('linked')}</w:hyperlink>", "linked"),
        (f"<w:smartTag><w:smartTag>{run('smart')}</w:smartTag></w:smartTag>", "smart"),
        (f"<w:sdt><w:sdtContent>{run('controlled')}</w:sdtContent></w:sdt>", "controlled"),
        (REFERENCE + run("see 4") + field("end") + run("."), "see 4."),
        (
            field("begin") + INSTRUCTION.format("IF ") + field("begin") + INSTRUCTION.format("PAGE") + field("separate")
            + run("7") + field("end") + field("separate") + run("yes") + field("end"),
            "yes",
        ),
        ('<w:fldSimple w:instr="DATE">' + run("1 May") + "</w:fldSimple>", "1 May"),
        (field("end") + run("stray end"), "stray end"),
        ("<w:r><w:t>Tax</w:t><w:commentReference w:id='1'/></w:r>", "Tax"),
        (maths("x=", "<m:f><m:num>{}</m:num><m:den>{}</m:den></m:f>", "a+b", "2"), "x=(a+b)/2"),
        (maths("", "<m:sSup><m:e>{}</m:e><m:sup>{}</m:sup></m:sSup>", "x", "2"), "x^2"),
        (
            maths("", '<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>{}</m:sub>{}</m:nary>', "i=1", "i"),
            "∑_(i=1)i",
        ),
        (maths("y=", "<m:rad><m:e>{}</m:e></m:rad>", "ab"), "y=√(ab)"),
        (maths("f", '<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e>{}</m:e></m:d>', "x"), "f[x]"),
        (f"<w:r><w:ruby><w:rt>{run('かん')}</w:rt><w:rubyBase>{run('漢')}</w:rubyBase></w:ruby></w:r>", "漢"),
        (
            '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/><w:checked/>'
            "</w:checkBox></w:ffData></w:fldChar></w:r>" + field("end") + run(" agreed"),
            "☒ agreed",
        ),
        (run("Caps as written", "<w:caps/>"), "Caps as written"),
        (run("was hidden", "<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>"), "was hidden"),
    ],
)  # fmt: skip
def test_text_of_a_paragraph(content: str, expected: str) -> None:
    assert texts(paragraph(content=content)) == [expected]


def test_alternatives_are_read_once_and_boxes_follow_their_paragraph() -> None:
    both = (
        f"<w:r><mc:AlternateContent><mc:Choice Requires='wps'><wps:txbx>{BOX}</wps:txbx></mc:Choice>"
        f"<mc:Fallback><w:pict><v:textbox>{BOX}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )
    only = f"<w:r><mc:AlternateContent><mc:Fallback>{BOX}</mc:Fallback></mc:AlternateContent></w:r>"
    assert texts(paragraph("anchor", content=both)) == ["anchor", "in the box"]
    assert texts(paragraph("anchor", content=only)) == ["anchor", "in the box"]


def test_deleted_paragraph_end_joins_and_deleted_row_goes() -> None:
    ended = "<w:rPr><w:del w:id='1'/></w:rPr>"
    assert texts(paragraph("first ", properties=ended) + paragraph("second")) == ["first second"]
    assert texts(paragraph("last", properties=ended)) == ["last"]
    rows = row("kept", "x") + row("gone", "y", properties="<w:del/>")
    assert texts(table(rows)) == ["| kept | x |"]
    assert "Tracked changes were read as if accepted." in read(table(rows)).notes


def test_drop_cap_belongs_to_its_paragraph() -> None:
    cap = paragraph("O", properties='<w:framePr w:dropCap="drop"/>')
    assert texts(cap + paragraph("nce upon a time")) == ["Once upon a time"]


def test_notes_stand_at_the_end_of_the_text_that_refers_to_them() -> None:
    body = (
        paragraph("Fees", "Heading1")
        + paragraph("Ten dollars.", content='<w:r><w:footnoteReference w:id="2"/></w:r>')
        + paragraph("More.", content='<w:r><w:endnoteReference w:id="5"/></w:r>')
        + paragraph("Term", "Heading1")
        + table(row("a", cell(paragraph("b", content='<w:r><w:footnoteReference w:id="3"/></w:r>'))))
    )
    footnotes = "".join(
        f'<w:footnote w:id="{number}">{paragraph(text)}</w:footnote>'
        for number, text in ((2, "Per month."), (3, "In cell."))
    )
    endnotes = (
        f'<w:endnote w:type="separator" w:id="0">{paragraph("---")}</w:endnote>'
        f'<w:endnote w:id="5">{paragraph("End.")}</w:endnote>'
    )
    assert texts(body, footnotes=footnotes, endnotes=endnotes) == [
        "Fees", "Ten dollars.", "More.", "[1] Per month.", "[i] End.", "Term", "| a | b |", "[2] In cell.",
    ]  # fmt: skip


LISTS = number_list(1, level(0, "decimal", "%1."), level(1, "lowerLetter", "%2)")) + number_list(
    2, level(0, "bullet", "\uf0b7")
)


def test_list_items_hold_their_children() -> None:
    body = (
        paragraph("Do this:")
        + paragraph("first", properties=listed(1))
        + paragraph("deep", properties=listed(1, 1))
        + paragraph("deeper", properties=listed(1, 1))
        + paragraph("second", properties=listed(1))
        + paragraph("Then:")
        + paragraph("third", properties=listed(1))
        + paragraph("dot", properties=listed(2))
    )
    found = [(block.kind.value, block.text, block.group) for block in read(body, numbering=LISTS).blocks]
    assert found == [
        ("paragraph", "Do this:", 0),
        ("list", "1. first\n  a) deep\n  b) deeper", 1),
        ("list", "2. second", 1),
        ("paragraph", "Then:", 0),
        ("list", "3. third", 2),
        ("list", "• dot", 3),
    ]


def test_paragraph_that_goes_on_stays_in_its_item() -> None:
    indented = '<w:ind w:left="720"/>'
    body = (
        paragraph("first", properties=listed(1) + indented)
        + paragraph("goes on", properties=indented)
        + paragraph("outside")
    )
    assert texts(body, numbering=LISTS) == ["1. first\n  goes on", "outside"]


def test_typed_bullets_make_a_list() -> None:
    body = (
        paragraph("•\tone") + paragraph("▪ two") + paragraph("–\tthree") + paragraph("– said he") + paragraph("* * *")
    )
    assert [kind for kind, _ in kinds(read(body))] == ["list", "list", "list", "paragraph", "paragraph"]


@pytest.mark.parametrize(
    ("rows", "expected", "headers"),
    [
        (row("a", "b", properties="<w:tblHeader/>") + row("1", "2"), "| a | b |\n| 1 | 2 |", 1),
        (row("a", "b") + row("1", "2"), "| a | b |\n| 1 | 2 |", 0),
        (
            row("R", cell(paragraph("top"), '<w:gridSpan w:val="2"/>')) + row("x", "1", "2"),
            "| R | top | top |\n| x | 1 | 2 |",
            0,
        ),
        (
            row(cell(paragraph("North"), '<w:vMerge w:val="restart"/>'), "1") + row(cell("<w:p/>", "<w:vMerge/>"), "2"),
            "| North | 1 |\n| North | 2 |",
            0,
        ),
        (row("a", "b") + row("c", properties='<w:gridBefore w:val="1"/>'), "| a | b |\n|  | c |", 0),
        (row("a", "b") + row("only"), "| a | b |\n| only |  |", 0),
        (row("a", "b") + row("", ""), "| a | b |", 0),
        (row("x", cell(table(row("in", "ner")) + "<w:p/>")) + row("y", "z"), "| x | in ner |\n| y | z |", 0),
        (
            row(cell(paragraph("H", run="<w:b/>")), cell(paragraph("I", run="<w:b/>"))) + row("1", "2"),
            "| H | I |\n| 1 | 2 |",
            1,
        ),
        (row(cell(paragraph("two") + paragraph("lines")), "b") + row("1", "2"), "| two lines | b |\n| 1 | 2 |", 0),
        (row(cell(paragraph("one", properties=listed(1))), "b") + row("1", "2"), "| 1. one | b |\n| 1 | 2 |", 0),
    ],
)
def test_tables(rows: str, expected: str, headers: int) -> None:
    (block,) = read(table(rows), numbering=LISTS).blocks
    assert (block.kind, block.text, block.header_rows) == (BlockKind.TABLE, expected, headers)


def test_long_merged_text_is_not_repeated() -> None:
    long = "word " * 60
    (text,) = texts(table(row(cell(paragraph(long), '<w:gridSpan w:val="3"/>')) + row("a", "b", "c")))
    assert text.count(long.strip()) == 1


def test_merged_cells_do_not_make_a_text_far_larger_than_the_file() -> None:
    wide = row(cell(paragraph("m" * 190), '<w:gridSpan w:val="1000"/>'))
    (text,) = texts(table(*[wide] * 400))
    assert text.count("m" * 190) >= 400
    assert len(text) < 2_500_000


def test_first_row_that_the_table_style_sets_off_is_a_header() -> None:
    grid = (
        '<w:style w:type="table" w:styleId="Grid"><w:name w:val="Fancy"/>'
        '<w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr></w:style>'
    )
    look = '<w:tblPr><w:tblStyle w:val="Grid"/><w:tblLook w:val="{}"/></w:tblPr>'
    for value, headers in (("0020", 1), ("0400", 0)):
        (block,) = read(table(look.format(value), row("a", "b"), row("1", "2")), styles=grid).blocks
        assert block.header_rows == headers


def test_order_of_paragraphs_tables_and_frames() -> None:
    body = paragraph("before") + table(row("a", "b")) + paragraph("between") + table(row("framed")) + paragraph("after")
    assert texts(body) == ["before", "| a | b |", "between", "framed", "after"]


def test_code_quotations_and_captions() -> None:
    styles = style("Code", "Source Code") + style("Quote", "Quote") + style("Cap", "caption")
    mono = '<w:rFonts w:ascii="Consolas"/>'
    body = (
        paragraph("def f():", "Code")
        + paragraph("    return 1", "Code")
        + paragraph("To be or not", "Quote")
        + paragraph("that is it", "Quote")
        + paragraph("Table 1 Fees", "Cap")
        + paragraph("if (x) {", run=mono)
        + paragraph("  y;", run=mono)
        + paragraph("typed memo", run=mono)
        + paragraph("plain")
        + paragraph("typed memo", run=mono)
    )
    assert kinds(read(body, styles=styles)) == [
        ("code", "def f():\n    return 1"),
        ("quote", "To be or not"),
        ("quote", "that is it"),
        ("caption", "Table 1 Fees"),
        ("code", "if (x) {\n  y;\ntyped memo"),
        ("paragraph", "plain"),
        ("paragraph", "typed memo"),
    ]


def test_embedded_documents_are_named_in_a_note() -> None:
    document = read(paragraph("text") + '<w:altChunk r:id="rId9"/>')
    assert [block.text for block in document.blocks] == ["text"]
    assert any("altChunk" in note for note in document.notes)


def test_blank_document_says_so() -> None:
    document = read(paragraph() * 3)
    assert (document.blocks, document.notes) == ((), ("empty: there is no text in this file",))

"""What holds for every Word document: places, no words lost, only one kind of error, no limit on depth."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.word_files import (
    HEADING_STYLES,
    cell,
    level,
    listed,
    number_list,
    paragraph,
    row,
    style,
    table,
    word_file,
    word_parts,
    zipped,
)

from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import BlockKind, ParsedDocument
from explorer.core.parsing.docx.reader import read_docx

LISTS = number_list(1, *(level(at, "decimal", f"%{at + 1}.") for at in range(9)))
PARTS = {"styles": HEADING_STYLES, "numbering": LISTS}

WORDS = st.text(alphabet="abc äß泵 .", min_size=1, max_size=12).map(lambda text: f"w{text.strip()}")
STYLES = st.sampled_from(["", "Heading1", "Heading2", "Heading5", "Unknown"])
LISTED = st.sampled_from(["", "", listed(1, 0), listed(1, 1), listed(1, 8), listed(5, 0)])
LOOKS = st.sampled_from(["", "<w:b/>", '<w:sz w:val="40"/>', '<w:rFonts w:ascii="Courier New"/>'])
PARAGRAPHS = st.builds(
    lambda text, key, own, look: paragraph(text, key, properties=own, run=look), WORDS, STYLES, LISTED, LOOKS
)
CONTENT = st.recursive(
    PARAGRAPHS,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=4).map("".join),
        st.lists(
            st.lists(inner.map(cell), min_size=1, max_size=3).map(lambda cells: row(*cells)), min_size=1, max_size=3
        ).map(lambda rows: table(*rows)),
        inner.map(lambda xml: f"<w:sdt><w:sdtContent>{xml}</w:sdtContent></w:sdt>"),
        inner.map(lambda xml: f"<w:p><w:r><w:txbxContent>{xml}</w:txbxContent></w:r></w:p>"),
    ),
    max_leaves=12,
)


def words_of(xml: str) -> list[str]:
    """Return the words of all text elements, in order."""
    return [word for piece in xml.split('preserve">')[1:] for word in piece.split("</w:t>")[0].split()]


def check(document: ParsedDocument) -> None:
    for block in document.blocks:
        start, end = block.place.start or 0, block.place.end or 0
        assert document.source_text[start:end] == block.text
        assert block.text
        assert (block.level > 0) == (block.kind is BlockKind.HEADING)
    starts = [block.place.start or 0 for block in document.blocks]
    assert starts == sorted(starts)


@given(CONTENT)
def test_places_hold_and_no_word_is_lost(body: str) -> None:
    document = read_docx(word_file(body, PARTS), "file.docx")
    check(document)
    found = " ".join(block.text for block in document.blocks).split()
    for word in words_of(body):
        assert word in found


GOOD = word_file(
    paragraph("Fees", "Heading1", properties=listed(1))
    + table(row("a", "b"), row("1", "2"))
    + paragraph("x", run="<w:b/>"),
    {**PARTS, "footnotes": f'<w:footnote w:id="1">{paragraph("note")}</w:footnote>'},
)


@given(st.data())
def test_damaged_bytes_give_a_document_or_one_kind_of_error(data: st.DataObject) -> None:
    damaged = bytearray(GOOD)
    for at, value in data.draw(st.lists(st.tuples(st.integers(0, len(GOOD) - 1), st.integers(0, 255)), max_size=8)):
        damaged[at] = value
    cut = data.draw(st.integers(0, len(GOOD)))
    for one in (bytes(damaged), bytes(damaged[:cut])):
        try:
            check(read_docx(one, "file.docx"))
        except UnreadableDocumentError:
            continue


LISTED_TAGS = (
    "p r t pPr rPr tbl tr tc tcPr trPr tblPr sdt sdtContent txbxContent del ins fldSimple pStyle numPr numId ilvl b "
    "footnoteReference footnote gridSpan vMerge tab br sym fldChar instrText "
    "checkBox checked ruby rt outlineLvl sectPr"
)
TAGS = st.sampled_from(LISTED_TAGS.split())
TREES = st.recursive(
    st.one_of(TAGS.map(lambda tag: f"<w:{tag}/>"), st.just("<w:t>word</w:t>")),
    lambda inner: st.builds(
        lambda tag, value, parts: (
            f'<w:{tag} w:val="{value}" w:id="1" w:char="{value}" w:fldCharType="{value}">{"".join(parts)}</w:{tag}>'
        ),
        TAGS,
        st.sampled_from(["0", "1", "9", "begin", "separate", "end", "Heading1", "", "99999999999", "-1"]),
        st.lists(inner, max_size=4),
    ),
    max_leaves=25,
)  # fmt: skip


@given(TREES)
@example("<w:tc><w:p/></w:tc>")
@example("<w:tr><w:tc/></w:tr><w:tcPr/>")
@example("<w:p><w:tbl><w:tr/><w:trPr><w:del/></w:trPr></w:tbl></w:p>")
@example('<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:t>a</w:t></w:r></w:p><w:p><w:r><w:t>b</w:t></w:r></w:p>')
def test_elements_in_any_order_are_read(body: str) -> None:
    check(read_docx(word_file(body, {**PARTS, "footnotes": body}), "file.docx"))


@given(TREES)
def test_styles_and_numbering_may_hold_anything(content: str) -> None:
    body = paragraph("Fees", "Heading1", properties=listed(1))
    document = read_docx(word_file(body, {"styles": content, "numbering": content}), "file.docx")
    assert document.blocks[0].text == "Fees"


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>"),
        (f"<w:tbl><w:tr><w:tc>{paragraph('q')}</w:tc><w:tc>", "</w:tc></w:tr></w:tbl>"),
        ("<w:sdt><w:sdtContent>", "</w:sdtContent></w:sdt>"),
        ("<w:p><w:r><w:txbxContent>", "</w:txbxContent></w:r></w:p>"),
        ("<w:ins>", "</w:ins>"),
        ("<w:del><w:moveFrom>", "</w:moveFrom></w:del>"),
    ],
)
def test_any_depth_is_read(opening: str, closing: str) -> None:
    deep = opening * 1500 + paragraph("bottom") + closing * 1500
    document = read_docx(word_file(paragraph("top") + deep + paragraph("after")), "file.docx")
    text = document.source_text
    assert text.startswith("top")
    assert text.endswith("after")
    assert ("bottom" in text) == ("<w:del>" not in opening)


def test_many_styles_based_on_each_other_end() -> None:
    chain = "".join(style(f"S{at}", f"s{at}", based_on=f"S{(at + 1) % 3000}") for at in range(3000))
    document = read_docx(word_file(paragraph("text", "S0"), {"styles": chain}), "file.docx")
    assert [block.text for block in document.blocks] == ["text"]


def test_the_same_file_gives_the_same_document_whatever_its_compression() -> None:
    parts = word_parts(paragraph("Fees", "Heading1") + paragraph("Ten."), PARTS)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for path in reversed(parts):
            archive.writestr(path, parts[path])
    assert read_docx(out.getvalue(), "a.docx") == read_docx(zipped(parts), "a.docx")

"""Packages: damaged, foreign, hostile and unusual ones; properties; titles."""

from __future__ import annotations

import io
import zipfile

import pytest
from support.word_files import HEADING_STYLES, NAMESPACES, paragraph, style, word_file, word_parts, zipped

from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import Metadata, TitleSource
from explorer.core.parsing import read_document
from explorer.core.parsing.docx.reader import read_docx

BODY = paragraph("Fine", "Heading1") + paragraph("ok text")
PARTS = word_parts(BODY, {"styles": HEADING_STYLES})
GOOD = zipped(PARTS)
LAUGHS = '<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
OUTSIDE = '<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/hostname">]>'


def without(path: str) -> dict[str, str]:
    return {name: content for name, content in PARTS.items() if name != path}


def main_part(prolog: str, text: str) -> bytes:
    body = f"<w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body>"
    return zipped({**PARTS, "word/document.xml": f"{prolog}<w:document {NAMESPACES}>{body}</w:document>"})


def packed(path: str, content: bytes, method: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(path, content, method)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (bytes.fromhex("D0CF11E0A1B11AE1") + b"\0" * 600, "old Word file (.doc) or protected by a password"),
        (b"{\\rtf1 text}", "not a Word document"),
        (b"just text", "is damaged"),
        (GOOD[: len(GOOD) // 2], "is damaged"),
        (GOOD.replace(b"PK\x01\x02", b"PK\x07\x07"), "is damaged"),
        (zipped(without("word/document.xml")), "is damaged"),
        (zipped({"readme.txt": "hello"}), "not a Word document"),
        (zipped({"[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<x/>"}), "a spreadsheet"),
        (zipped({**PARTS, "word/document.xml": "<w:document"}), "is damaged"),
        (zipped({**PARTS, "word/document.xml": ""}), "is damaged"),
        (zipped({**PARTS, "word/document.xml": "<html/>"}), "not a Word document"),
        (zipped({**PARTS, "_rels/.rels": "<broken"}), "is damaged"),
        (main_part(LAUGHS, "&b;"), "document type definition"),
        (main_part(OUTSIDE, "&x;"), "document type definition"),
        (main_part('<?xml version="1.0" encoding="utf-7"?>', "x"), "is damaged"),
        (main_part("", "&undefined;"), "is damaged"),
        (packed("word/document.xml", b"<x/>", zipfile.ZIP_BZIP2), "never use"),
        (zipped({"_rels/.rels": PARTS["_rels/.rels"], "word/styles.xml": "<x/>"}), "not a Word document"),
    ],
)
def test_unreadable_files_say_why(data: bytes, words: str) -> None:
    with pytest.raises(UnreadableDocumentError) as caught:
        read_docx(data, "file.docx")
    assert "file.docx" in caught.value.title
    assert words in str(caught.value)


def test_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = zipped({**PARTS, "word/document.xml": b"<a>" + b" " * (70 << 20)})
    with pytest.raises(UnreadableDocumentError, match="unpacks to more"):
        read_docx(bomb, "bomb.docx")


def test_encrypted_part_asks_for_the_password() -> None:
    at = GOOD.index(b"word/document.xml", GOOD.index(b"PK\x01\x02")) - 46
    locked = bytearray(GOOD)
    locked[at + 8] |= 1
    with pytest.raises(UnreadableDocumentError, match="password"):
        read_docx(bytes(locked), "file.docx")


def test_broken_side_part_is_left_out_with_a_note() -> None:
    document = read_docx(zipped({**PARTS, "word/styles.xml": "<w:styles"}), "file.docx")
    assert [(block.level, block.text) for block in document.blocks] == [(1, "Fine"), (0, "ok text")]
    assert any("word/styles.xml" in note for note in document.notes)


TRANSITIONAL_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
TRANSITIONAL_LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STRICT = {
    path: content.replace(TRANSITIONAL_WORD, "http://purl.oclc.org/ooxml/wordprocessingml/main").replace(
        TRANSITIONAL_LINK, "http://purl.oclc.org/ooxml/officeDocument/relationships"
    )
    for path, content in PARTS.items()
}
MOVED = {
    **without("word/document.xml"),
    "_rels/.rels": PARTS["_rels/.rels"].replace("word/document.xml", "/word/document2.xml"),
    "word/document2.xml": PARTS["word/document.xml"],
    "word/_rels/document2.xml.rels": PARTS["word/_rels/document.xml.rels"],
}
CAPITALS = {**without("word/styles.xml"), "Word/Styles.XML": PARTS["word/styles.xml"]}
BACKSLASHES = {**without("word/styles.xml"), "word\\styles.xml": PARTS["word/styles.xml"]}
WIDE: dict[str, str | bytes] = {
    **PARTS,
    "word/document.xml": f'<?xml version="1.0" encoding="UTF-16"?>{PARTS["word/document.xml"]}'.encode("utf-16"),
}
PLAIN_KIND = "openxmlformats-officedocument.wordprocessingml.document.main"
MACROS: dict[str, str | bytes] = {
    **{path: content.replace(PLAIN_KIND, "ms-word.document.macroEnabled.main") for path, content in PARTS.items()},
    "word/vbaProject.bin": b"\xd0\xcf\x11\xe0 no one opens this",
}


def nameless(data: bytes) -> bytes:
    """Return an archive with one more entry, whose name is empty."""
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr(zipfile.ZipInfo(""), b"x")
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (GOOD, "a.docx"),
        (zipped(MACROS), "a.docm"),
        (zipped(STRICT), "a.docx"),
        (zipped(MOVED), "a.docx"),
        (zipped(CAPITALS), "a.docx"),
        (zipped(BACKSLASHES), "a.docx"),
        (zipped(WIDE), "a.docx"),
        (zipped(without("[Content_Types].xml")), "a.docx"),
        (b"stub before the archive" + GOOD, "a.docx"),
        (nameless(GOOD), "a.docx"),
    ],
)
def test_unusual_packages_read_the_same(data: bytes, name: str) -> None:
    document = read_document(data, name)
    assert [(block.level, block.text) for block in document.blocks] == [(1, "Fine"), (0, "ok text")]
    assert (document.format, document.evidence, document.notes) == ("docx", "DOCX styles", ())


def own(name: str, value: str) -> str:
    return f'<property name="{name}"><vt:lpwstr>{value}</vt:lpwstr></property>'


@pytest.mark.parametrize(
    ("core", "custom", "expected"),
    [
        ("<dc:language>de-DE</dc:language>", "", Metadata(language="de-DE")),
        ("<cp:keywords>pumps, valves; pumps</cp:keywords>", "", Metadata(tags=("pumps", "valves"))),
        ("<cp:revision>14</cp:revision>", "", Metadata()),
        ("<cp:version>v2.1</cp:version>", "", Metadata(version="2.1")),
        ("", own("Document Version", "3"), Metadata(version="3")),
        ("", own("Classification", "internal"), Metadata(access="internal")),
        ("", own("Effective date", "2025-01-01T00:00:00Z"), Metadata(effective_from="2025-01-01")),
        ("", own("Expiry-Date", "2026"), Metadata(effective_to="2026")),
        ("", own("Company", "Halden") + own("Revision", "7"), Metadata(version="7")),
    ],
)
def test_fields_from_properties(core: str, custom: str, expected: Metadata) -> None:
    assert read_docx(word_file(BODY, core=core, custom=custom), "file.docx").metadata == expected


def test_date_that_is_not_understood_leaves_a_note() -> None:
    document = read_docx(word_file(BODY, custom=own("Effective date", "soon")), "file.docx")
    assert document.metadata.effective_from is None
    assert any('"soon"' in note for note in document.notes)


def test_version_from_the_file_name() -> None:
    assert read_docx(GOOD, "leave/handbook-v7.docx").metadata.version == "7"


BREAK = paragraph(content='<w:r><w:br w:type="page"/></w:r>')


@pytest.mark.parametrize(
    ("body", "stated", "title", "source"),
    [
        (paragraph("The Pump Guide") + paragraph("text"), "Pump guide", "Pump guide", TitleSource.PROPERTIES),
        (BODY, "Untitled", "Fine", TitleSource.HEADING),
        (BODY, "Microsoft Word - x.doc", "Fine", TitleSource.HEADING),
        (BODY, "Something else", "Fine", TitleSource.HEADING),
        (paragraph("text") + BREAK + paragraph("Pump Guide"), "Pump Guide", "file", TitleSource.FILE_NAME),
        (paragraph("Guide", run='<w:sz w:val="40"/>') + paragraph("text " * 30), "", "Guide", TitleSource.LARGEST_LINE),
        (paragraph("text"), "", "file", TitleSource.FILE_NAME),
    ],
)
def test_title(body: str, stated: str, title: str, source: TitleSource) -> None:
    data = word_file(body, {"styles": HEADING_STYLES + style("Title", "Title")}, core=f"<dc:title>{stated}</dc:title>")
    document = read_docx(data, "file.docx")
    assert (document.title, document.title_source) == (title, source)

"""Encodings, titles, fields, and pages that cannot be read."""

from __future__ import annotations

import codecs

import pytest

from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import TitleSource
from explorer.core.parsing import read_document
from explorer.core.parsing.html.reader import read_html

TEXT = "Größe – 5 €"
RUSSIAN = "Привет, мир"


def page(head: str, text: str = TEXT) -> str:
    return f"<!doctype html>{head}<p>{text}</p>"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (page("").encode("cp1252"), TEXT),
        (page("").encode(), TEXT),
        (page("<meta charset=utf-8>").encode(), TEXT),
        (page("<meta charset=iso-8859-1>").encode("cp1252"), TEXT),
        (page("<meta charset='ASCII'>").encode("cp1252"), TEXT),
        (page('<meta http-equiv=Content-Type content="text/html; charset=Windows-1252">').encode("cp1252"), TEXT),
        (page("<meta content='text/html;charset=\"latin1\"' http-equiv=content-type>").encode("cp1252"), TEXT),
        (page("<meta charset=windows-1251>", RUSSIAN).encode("cp1251"), RUSSIAN),
        (page("<meta charset=koi8-r>", RUSSIAN).encode("koi8_r"), RUSSIAN),
        (page("<meta charset=shift_jis>", "取扱説明書").encode("cp932"), "取扱説明書"),
        (page("<meta charset=gb2312>", "使用说明書").encode("gb18030"), "使用说明書"),
        (page("<meta charset=euc-kr>", "사용 설명서").encode("cp949"), "사용 설명서"),
        (page("<!-- <meta charset=koi8-r> --><meta charset=windows-1251>", RUSSIAN).encode("cp1251"), RUSSIAN),
        (page("<title>charset=koi8-r</title><meta charset=windows-1251>", RUSSIAN).encode("cp1251"), RUSSIAN),
        (page("<!--" + "x" * 3000 + "--><meta charset=windows-1251>", RUSSIAN).encode("cp1251"), RUSSIAN),
        (codecs.BOM_UTF8 + page("<meta charset=latin1>").encode(), TEXT),
        (page("").encode("utf-16"), TEXT),
        (codecs.BOM_UTF16_BE + page("").encode("utf-16-be"), TEXT),
        (page("").encode("utf-16-le"), TEXT),
        (page("").encode("utf-16-be"), TEXT),
        (page("<meta charset=utf-16>").encode(), TEXT),
        (page("<meta charset=latin1>").encode(), TEXT),
        (page("<meta charset=no-such-thing>").encode(), TEXT),
        (b"<?xml version='1.0' encoding='iso-8859-15'?><html><body><p>5 \xa4</p></body></html>", "5 €"),
        (b"<?xml version='1.0' encoding='iso-8859-1'?><html><body><p>\x93x\x94</p></body></html>", "“x”"),
        (f"<?xml version='1.0' encoding='windows-1251'?><p>{RUSSIAN}".encode("cp1251"), RUSSIAN),
    ],
)  # fmt: skip
def test_encodings(data: bytes, text: str) -> None:
    assert read_html(data, "page.html").blocks[-1].text == text


@pytest.mark.parametrize(
    ("data", "note"),
    [
        (page("").encode("cp1252"), "Windows-1252"),
        (page("").encode("utf-16-le"), "UTF-16"),
        (page("<meta charset=latin1>").encode(), "its bytes are UTF-8"),
        (page("<meta charset=no-such-thing>").encode(), "does not exist"),
        (page("<meta charset=gb2312>").encode("ascii", "ignore") + b"\xff\xff", "damaged"),
    ],
)
def test_guesses_are_told(data: bytes, note: str) -> None:
    assert note in " ".join(read_html(data, "page.html").notes)


def test_what_needs_no_guess_leaves_no_note() -> None:
    assert read_html(page("<meta charset=iso-8859-1>").encode("cp1252"), "page.html").notes == ()


@pytest.mark.parametrize(
    ("text", "title", "source"),
    [
        ("<title>\n A &amp; B –\n C </title><h1>x</h1>", "A & B – C", TitleSource.PROPERTIES),
        ("<title></title><h1>First</h1><h1>Second</h1>", "First", TitleSource.HEADING),
        ("<title> </title><h2>Only</h2>x", "Only", TitleSource.HEADING),
        ("<h2>One</h2>x<h2>Two</h2>", "my page", TitleSource.FILE_NAME),
        ("<title>Untitled Document</title><h1>x</h1>", "x", TitleSource.HEADING),
        ("<title>Microsoft Word - draft.doc</title><h1>x</h1>", "x", TitleSource.HEADING),
        ("<title>A</title><svg><title>Icon</title></svg>x", "A", TitleSource.PROPERTIES),
        ("<svg><title>Icon</title></svg><h1>x</h1>", "x", TitleSource.HEADING),
        ("<p>x", "my page", TitleSource.FILE_NAME),
    ],
)
def test_titles(text: str, title: str, source: TitleSource) -> None:
    document = read_html(text.encode(), "help/my-page.html")
    assert (document.title, document.title_source) == (title, source)


FIELDS = """<html lang="en-GB"><meta name="version" content="2.1"><meta property="article:modified_time"
content="2026-03-01T10:00:00+01:00"><meta name="DC.Date" content="2020"><meta name=keywords content="a, b,a">
<meta property="article:tag" content="c"><meta name=expires content=2027-01><meta name=access content=internal><p>x"""


def test_fields_of_the_head() -> None:
    metadata = read_html(FIELDS.encode(), "page-v9.html").metadata
    assert (metadata.version, metadata.language, metadata.access) == ("2.1", "en-GB", "internal")
    assert (metadata.effective_from, metadata.effective_to) == ("2026-03-01", "2027-01")
    assert metadata.tags == ("a", "b", "c")


@pytest.mark.parametrize(
    ("head", "field", "value"),
    [
        ("<meta name=dcterms.modified content=2026-02>", "effective_from", "2026-02"),
        ("<meta name=dc.date content='March 2026'><meta name=date content=2025-05-05>", "effective_from", "2025-05-05"),
        ("<meta itemprop=dateModified content=2024-08-09>", "effective_from", "2024-08-09"),
        ("<meta http-equiv=expires content=2020-01-01>", "effective_to", None),
        ("<meta http-equiv=content-language content='de, en'>", "language", "de"),
        ("<meta name=dc.language content=fr>", "language", "fr"),
        ("<body lang=pt>", "language", "pt"),
        ("", "version", "9"),
    ],
)
def test_fields_by_their_other_names(head: str, field: str, value: str | None) -> None:
    assert getattr(read_html(f"{head}<p>x".encode(), "page-v9.html").metadata, field) == value


def test_a_date_that_cannot_be_read_is_told() -> None:
    assert '"March 2026"' in " ".join(read_html(b"<meta name=date content='March 2026'><p>x", "p.html").notes)


MHTML = b"From: <Saved by Browser>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\tboundary=x\r\n\r\n<p>x"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (MHTML, "web archive"),
        (b"<frameset cols=1><frame src=a.html><frame src=b.html></frameset>", "frameset"),
        (b"%PDF-1.7\n1 0 obj", "a PDF file"),
        (b"PK\x03\x04\x14", "a ZIP archive"),
        (b"{\\rtf1 x}", "an RTF file"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0", "binary"),
    ],
)
def test_what_is_no_page_is_reported(data: bytes, said: str) -> None:
    with pytest.raises(UnreadableDocumentError, match=said):
        read_document(data, "page.html")


def test_frames_are_named() -> None:
    with pytest.raises(UnreadableDocumentError) as caught:
        read_html(b"<frameset><frame src=a.html><frame src=b.html></frameset>", "page.html")
    assert "a.html, b.html" in caught.value.detail


def test_self_closing_elements_of_xhtml_swallow_nothing() -> None:
    text = (
        "<html xmlns='http://www.w3.org/1999/xhtml'><head><title/><script src='x'/></head><body><h1><a id='a'/>A</h1>"
    )
    text += "<p>b&nbsp;<b/>c</p><![CDATA[d < e]]></body></html>"
    for name, data in (("p.xhtml", text), ("p.html", "<?xml version='1.0'?>" + text)):
        assert [block.text for block in read_html(data.encode(), name).blocks] == ["A", "b\u00a0c", "d < e"]

"""EPUB books: reading order, titles from the table of contents, fields, and what makes a book unreadable."""

from __future__ import annotations

import contextlib
import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import BlockKind, ParsedDocument, TitleSource
from explorer.core.outline import outline
from explorer.core.parsing import read_document
from explorer.core.parsing.epub import package as epub_package
from explorer.core.parsing.epub.reader import read_epub

CONTAINER = """<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">
<rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""
METADATA = """<dc:title>Orchard  care</dc:title><dc:language>en-GB</dc:language><dc:date>2025-11-02</dc:date>
<dc:subject>fruit</dc:subject><dc:subject>pruning</dc:subject>
<meta property="dcterms:modified">2026-03-01T10:00:00Z</meta>"""


def chapter(body: str, head: str = "<title/>") -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" '
        f'xmlns:epub="http://www.idpf.org/2007/ops"><head>{head}<script src="x.js"/></head><body>{body}</body></html>'
    )


def package(spine: Mapping[str, str], *, extra: str = "", toc: str = "", guide: str = "") -> str:
    """Return a package document; `spine` maps file names to extra attributes of their items."""
    items = "".join(
        f'<item id="i{number}" href="{name}" media-type="application/xhtml+xml" {more}/>'
        for number, (name, more) in enumerate(spine.items())
    )
    refs = "".join(f'<itemref idref="i{number}"/>' for number in range(len(spine)))
    return (
        '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0">'
        f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">{METADATA}</metadata>'
        f"<manifest>{items}{extra}</manifest><spine {toc}>{refs}</spine>{guide}</package>"
    )


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def book(opf: str, files: Mapping[str, str], **more: str) -> bytes:
    inside = {f"OEBPS/{name}": content for name, content in files.items()}
    return zipped({"META-INF/container.xml": CONTAINER, "OEBPS/book.opf": opf, **inside, **more})


def headings(document: ParsedDocument) -> list[tuple[int, str]]:
    return [(block.level, block.text) for block in document.blocks if block.kind is BlockKind.HEADING]


def paths(document: ParsedDocument, text: str) -> list[tuple[str, ...]]:
    sections = outline(document.blocks)
    found = [index for index, block in enumerate(document.blocks) if text in block.text]
    return [
        next((section.path for section in reversed(sections) if section.first_block <= index < section.end_block), ())
        for index in found
    ]


NAV = chapter(
    '<nav epub:type="toc"><h2>Contents</h2><ol><li><a href="a.xhtml">Winter</a><ol><li><a href="b.xhtml">Tools</a></li>'
    '</ol></li><li><a href="c%20c.xhtml#x">Summer</a></li></ol></nav>'
)
NCX = """<?xml version="1.0"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>
<navPoint id="1"><navLabel><text>Winter</text></navLabel><content src="a.xhtml"/>
<navPoint id="2"><navLabel><text>Tools</text></navLabel><content src="b.xhtml"/></navPoint></navPoint>
<navPoint id="3"><navLabel><text>Summer</text></navLabel><content src="c%20c.xhtml#x"/></navPoint></navMap></ncx>"""
PLAIN = {
    "a.xhtml": chapter("<p>Cut old wood.</p><ul><li>one</li></ul>"),
    "b.xhtml": chapter("<p>A clean saw.</p><ul><li>two</li></ul>"),
    "c c.xhtml": chapter("<p>Thin the fruit.</p>"),
}
NCX_ITEM = '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'


@pytest.mark.parametrize(
    ("opf", "files"),
    [
        (
            package({"nav.xhtml": 'properties="nav"', "a.xhtml": "", "b.xhtml": "", "c%20c.xhtml": ""}),
            {"nav.xhtml": NAV},
        ),
        (package({"a.xhtml": "", "b.xhtml": "", "c%20c.xhtml": ""}, extra=NCX_ITEM, toc='toc="ncx"'), {"toc.ncx": NCX}),
        (package({"a.xhtml": "", "b.xhtml": "", "c%20c.xhtml": ""}, extra=NCX_ITEM), {"toc.ncx": NCX}),
    ],
    ids=["navigation document", "NCX named by the spine", "NCX found by its type"],
)
def test_chapters_without_headings_take_their_titles_from_the_table_of_contents(
    opf: str, files: dict[str, str]
) -> None:
    document = read_epub(book(opf, {**PLAIN, **files}), "orchard.epub")
    assert headings(document) == [(1, "Winter"), (2, "Tools"), (1, "Summer")]
    assert paths(document, "A clean saw.") == [("Winter", "Tools")]
    assert document.evidence == "table of contents"
    groups = [block.group for block in document.blocks if block.kind is BlockKind.LIST_ITEM]
    assert len(set(groups)) == 2


def test_a_table_of_contents_that_leads_into_a_file_divides_it() -> None:
    body = '<p id="w">WINTER</p><p>Cut.</p><p>More.</p><a id="t"/><p>Tools</p><p>A saw.</p><p id="s">Thin it.</p>'
    entries = [("a.xhtml#w", "Winter"), ("a.xhtml#t", "Tools"), ("a.xhtml#s", "Summer")]
    lines = "".join(f'<li><a href="{target}">{label}</a></li>' for target, label in entries)
    nav = chapter(f'<nav epub:type="toc"><ol>{lines}</ol></nav>')
    files = {"nav.xhtml": nav, "a.xhtml": chapter(body)}
    document = read_epub(book(package({"nav.xhtml": 'properties="nav"', "a.xhtml": ""}), files), "o.epub")
    assert [block.text for block in document.blocks] == [
        *("Winter", "Cut.", "More.", "Tools", "A saw.", "Summer", "Thin it."),
    ]
    assert headings(document) == [(1, "Winter"), (1, "Tools"), (1, "Summer")]


def test_a_first_line_that_is_the_chapters_title_is_not_said_twice() -> None:
    files = {**PLAIN, "nav.xhtml": NAV, "a.xhtml": chapter("<p class='big'>winter</p><p>Cut old wood.</p>")}
    document = read_epub(book(package({"nav.xhtml": 'properties="nav"', "a.xhtml": ""}), files), "o.epub")
    assert [block.text for block in document.blocks] == ["Winter", "Cut old wood."]


def test_own_headings_win_and_reading_order_is_the_spines() -> None:
    files = {
        "nav.xhtml": NAV.replace("a.xhtml", "z.xhtml").replace("Winter", "First"),
        "z.xhtml": chapter("<h1>First</h1><p>alpha</p>"),
        "a.xhtml": chapter("<h1>Second</h1><h2>Part</h2><p>beta</p>"),
        "m.xhtml": chapter("<p>gamma</p>"),
    }
    spine = {"nav.xhtml": 'properties="nav"', "z.xhtml": "", "a.xhtml": "", "m.xhtml": ""}
    document = read_epub(book(package(spine), files), "orchard.epub")
    assert headings(document) == [(1, "First"), (1, "Second"), (2, "Part")]
    assert paths(document, "gamma") == [("Second", "Part")]
    assert document.evidence == "HTML headings"


def test_text_before_a_chapters_headings_stands_under_its_name_in_the_contents() -> None:
    knots = chapter("<h1>Knots</h1><h2>Bowline</h2><p>It makes a loop.</p>")
    wind = chapter("<p>It comes from the west.</p><h2>Gusts</h2><p>They are short.</p>")
    tides = chapter("<p>By the coast guard.</p><h1>Tides</h1><p>They turn.</p>")
    links = "".join(f'<li><a href="{name}.xhtml">{name.title()}</a></li>' for name in ("knots", "wind", "tides"))
    nav = chapter(f'<nav epub:type="toc"><ol>{links}</ol></nav>')
    spine = {"nav.xhtml": 'properties="nav"', "knots.xhtml": "", "wind.xhtml": "", "tides.xhtml": ""}
    files = {"nav.xhtml": nav, "knots.xhtml": knots, "wind.xhtml": wind, "tides.xhtml": tides}
    document = read_epub(book(package(spine), files), "sailing.epub")
    assert headings(document) == [(1, "Knots"), (2, "Bowline"), (1, "Wind"), (2, "Gusts"), (1, "Tides")]
    assert paths(document, "from the west") == [("Wind",)]
    assert document.evidence == "HTML headings and the table of contents"


def test_fields_come_from_the_package() -> None:
    document = read_epub(book(package({"a.xhtml": ""}), PLAIN), "orchard-v2.epub")
    assert (document.title, document.title_source) == ("Orchard care", TitleSource.PROPERTIES)
    assert document.metadata.language == "en-GB"
    assert document.metadata.effective_from == "2026-03-01"
    assert document.metadata.tags == ("fruit", "pruning")
    assert document.metadata.version == "2"


def test_pages_that_only_list_contents_are_left_out() -> None:
    guide = '<guide><reference type="toc" href="list.xhtml" title="Contents"/></guide>'
    files = {
        **PLAIN,
        "list.xhtml": chapter("<h1>Contents</h1><p><a href='a.xhtml'>Winter</a></p>"),
        "other.xhtml": NAV,
    }
    document = read_epub(
        book(package({"list.xhtml": "", "other.xhtml": "", "a.xhtml": ""}, guide=guide), files), "o.epub"
    )
    assert [block.text for block in document.blocks] == ["Cut old wood.", "- one"]


def test_empty_elements_of_xhtml_swallow_nothing() -> None:
    body = '<h1><a id="x"/>Winter</h1><p>Cut&nbsp;old <b/>wood.</p><div/><p>Then rest.</p>'
    document = read_epub(book(package({"a.xhtml": ""}), {"a.xhtml": chapter(body)}), "o.epub")
    assert [block.text for block in document.blocks] == ["Winter", "Cut\u00a0old wood.", "Then rest."]


def test_missing_and_broken_chapters_leave_notes() -> None:
    files = {"a.xhtml": PLAIN["a.xhtml"], "b.xhtml": "<p>unclosed <b>words"}
    document = read_epub(book(package({"a.xhtml": "", "b.xhtml": "", "gone.xhtml": ""}), files), "o.epub")
    assert "unclosed words" in [block.text for block in document.blocks]
    assert any("gone.xhtml" in note for note in document.notes)


ENCRYPTED = """<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"
 xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptedData><e:EncryptionMethod Algorithm="{}"/>
<e:CipherData><e:CipherReference URI="{}"/></e:CipherData></e:EncryptedData></encryption>"""
AES = "http://www.w3.org/2001/04/xmlenc#aes256-cbc"


def test_protected_chapters_are_refused_but_garbled_fonts_are_not() -> None:
    opf = package({"a.xhtml": ""})
    protected = {"META-INF/encryption.xml": ENCRYPTED.format(AES, "OEBPS/a.xhtml")}
    with pytest.raises(UnreadableDocumentError, match="protected"):
        read_epub(book(opf, PLAIN, **protected), "o.epub")
    font = {"META-INF/encryption.xml": ENCRYPTED.format("http://www.idpf.org/2008/embedding", "OEBPS/f.ttf")}
    assert read_epub(book(opf, PLAIN, **font), "o.epub").blocks


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "damaged"),
        (b"no zip at all", "damaged"),
        (zipped({"mimetype": "application/epub+zip"}), "no package document"),
        (zipped({"META-INF/container.xml": CONTAINER, "OEBPS/book.opf": "<package"}), "not well-formed"),
        (book(package({}), {}), "no chapters"),
        (book(package({"gone.xhtml": ""}), {}), "no chapters"),
    ],
)
def test_damaged_books_are_reported(data: bytes, said: str) -> None:
    with pytest.raises(UnreadableDocumentError, match=said):
        read_document(data, "o.epub")


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(epub_package, "_MOST_OF_A_FILE", 100_000)
    data = book(package({"a.xhtml": ""}), {"a.xhtml": chapter("<p>" + "0" * 200_000 + "</p>")})
    with pytest.raises(UnreadableDocumentError, match="more than a book"):
        read_epub(data, "o.epub")


def test_entities_of_a_document_are_not_expanded() -> None:
    bomb = '<!DOCTYPE html [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
    page = (
        f"<?xml version='1.0'?>{bomb}<html xmlns='http://www.w3.org/1999/xhtml'><body><p>x &b; &f; y</p></body></html>"
    )
    document = read_epub(book(package({"a.xhtml": ""}), {"a.xhtml": page}), "o.epub")
    assert [block.text for block in document.blocks] == ["x &b; &f; y"]


BOOK = book(package({"nav.xhtml": 'properties="nav"', "a.xhtml": "", "b.xhtml": ""}), {**PLAIN, "nav.xhtml": NAV})


@given(st.lists(st.tuples(st.integers(0, len(BOOK) - 1), st.integers(0, 255)), max_size=6), st.integers(0, len(BOOK)))
def test_damage_gives_nothing_but_a_clear_report(changes: list[tuple[int, int]], end: int) -> None:
    data = bytearray(BOOK)
    for at, value in changes:
        data[at] = value
    for candidate in (bytes(data), bytes(data[:end])):
        with contextlib.suppress(UnreadableDocumentError):
            document = read_epub(candidate, "o.epub")
            spans = [document.source_text[block.place.start : block.place.end] for block in document.blocks]
            assert spans == [block.text for block in document.blocks]


def test_sources_are_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "o.epub"
    path.write_bytes(BOOK)
    read_document(path.read_bytes(), "o.epub")
    assert path.read_bytes() == BOOK

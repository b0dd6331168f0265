"""Makes files that are small to keep and huge, endless or harmful to read: one function a kind, bytes out.

Nothing here is written into the project: tests make the files where they need them. `HOSTILE` lists all by the name
that a document of that kind has.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Mapping, Sequence

from tests.support.word_files import word_parts, zipped

MEGA = 1 << 20


def deflated(unit: bytes, times: int) -> bytes:
    """Return a zlib stream of `unit` repeated, made without ever holding what it unpacks to."""
    packer = zlib.compressobj(9)
    head = packer.compress(unit) + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(unit) + packer.flush(zlib.Z_FULL_FLUSH)
    check = 1
    for _ in range(times):
        check = zlib.adler32(unit, check)
    # An empty last block ends the stream.
    return head + block * (times - 1) + b"\x03\x00" + struct.pack(">I", check)


def pdf(objects: Mapping[int, bytes | tuple[bytes, bytes]], trailer: bytes = b"") -> bytes:
    """Return a PDF of objects by number: a body, or the entries of a dictionary and a stream; 1 is the catalogue."""
    out = bytearray(b"%PDF-1.7\n")
    places: dict[int, int] = {}
    for number, body in objects.items():
        places[number] = len(out)
        if isinstance(body, tuple):
            entries, stream = body
            written = b"<<%s /Length %d>>\nstream\n%s\nendstream" % (entries, len(stream), stream)
        else:
            written = body
        out += b"%d 0 obj\n%s\nendobj\n" % (number, written)
    start = len(out)
    size = max(objects) + 1
    out += b"xref\n0 %d\n0000000000 65535 f \n" % size
    for number in range(1, size):
        out += b"%010d 00000 %s \n" % (places.get(number, 0), b"n" if number in places else b"f")
    out += b"trailer\n<</Size %d /Root 1 0 R %s>>\nstartxref\n%d\n%%%%EOF\n" % (size, trailer, start)
    return bytes(out)


_FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
_WORDS = b"BT /F1 24 Tf 72 700 Td (A page of words) Tj ET"


def one_page(
    content: bytes | tuple[bytes, bytes] = _WORDS,
    *,
    box: bytes = b"0 0 612 792",
    resources: bytes = b"",
    catalogue: bytes = b"",
    more: Mapping[int, bytes | tuple[bytes, bytes]] | None = None,
) -> bytes:
    """Return a PDF of one page with this content; objects from 10 on are the caller's."""
    return pdf(
        {
            1: b"<</Type/Catalog/Pages 2 0 R %s>>" % catalogue,
            2: b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            3: b"<</Type/Page/Parent 2 0 R/MediaBox[%s]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>%s>>>>"
            % (box, resources),
            4: content if isinstance(content, tuple) else (b"", content),
            5: _FONT,
            **(more or {}),
        }
    )


def pdf_flate_bomb(megabytes: int = 2048) -> bytes:
    """Return a page whose content unpacks to gigabytes of white space, packed twice."""
    packed = zlib.compress(deflated(b" " * MEGA, megabytes), 9)
    return one_page((b"/Filter[/FlateDecode/FlateDecode]", packed))


def pdf_flate_words(megabytes: int = 256) -> bytes:
    """Return a page whose content unpacks to many millions of words."""
    unit = (b"BT /F1 9 Tf 72 700 Td (word) Tj ET\n" * 32_768)[:MEGA]
    return one_page((b"/Filter[/FlateDecode/FlateDecode]", zlib.compress(deflated(unit, megabytes), 9)))


def pdf_rectangles(count: int = 3_000_000) -> bytes:
    """Return a page of millions of ruled cells."""
    unit = b"".join(b"%d %d 2 2 re S\n" % (x * 3 % 600, x * 7 % 780) for x in range(10_000)) + _WORDS + b"\n"
    return one_page((b"/Filter/FlateDecode", deflated(unit, count // 10_000)))


def pdf_huge_image(side: int = 100_000) -> bytes:
    """Return a page with a picture that says to be `side` pixels wide and high."""
    image = (
        b"/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode"
        % (side, side),
        deflated(bytes(MEGA), 64),
    )
    return one_page(b"q 612 0 0 792 0 0 cm /Im Do Q", resources=b"/XObject<</Im 10 0 R>>", more={10: image})


def pdf_huge_page() -> bytes:
    """Return a page that is larger than a country."""
    return one_page(box=b"0 0 2000000000 2000000000")


def pdf_deep_objects(depth: int = 200_000) -> bytes:
    """Return a PDF whose catalogue holds arrays in arrays."""
    return one_page(catalogue=b"/Deep " + b"[" * depth + b"]" * depth)


def pdf_deep_tags(depth: int = 20_000) -> bytes:
    """Return a PDF whose structure tree is that deep."""
    nodes: dict[int, bytes | tuple[bytes, bytes]] = {
        10: b"<</Type/StructTreeRoot/K 11 0 R>>",
        **{
            number: b"<</Type/StructElem/S/Sect/P %d 0 R/K %d 0 R>>" % (number - 1, number + 1)
            for number in range(11, 11 + depth)
        },
        11 + depth: b"<</Type/StructElem/S/H1/P %d 0 R/Pg 3 0 R/K 0>>" % (10 + depth),
    }
    return one_page(
        b"/H1 <</MCID 0>> BDC " + _WORDS + b" EMC",
        catalogue=b"/StructTreeRoot 10 0 R/MarkInfo<</Marked true>>",
        more=nodes,
    )


def pdf_outline(depth: int = 0, *, count: int = 0, circle: bool = False) -> bytes:
    """Return a PDF whose outline is that deep, or that long, or runs in a circle."""
    more: dict[int, bytes | tuple[bytes, bytes]] = {10: b"<</Type/Outlines/First 11 0 R/Last 11 0 R/Count 1>>"}
    for number in range(11, 11 + max(depth, count)):
        link = b"/First %d 0 R/Last %d 0 R" % (number + 1, number + 1) if depth else b"/Next %d 0 R" % (number + 1)
        last = number == 10 + max(depth, count)
        if last:
            link = b"/Next 11 0 R/First 11 0 R" if circle else b""
        more[number] = b"<</Title(A page of words)/Parent 10 0 R/Dest[3 0 R/Fit]%s>>" % link
    return one_page(catalogue=b"/Outlines 10 0 R", more=more)


def pdf_many_pages(count: int = 100_000) -> bytes:
    """Return a PDF of that many pages, all one and the same."""
    return pdf(
        {
            1: b"<</Type/Catalog/Pages 2 0 R>>",
            2: b"<</Type/Pages/Kids[%s]/Count %d>>" % (b"3 0 R " * count, count),
            3: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
            4: (b"", _WORDS),
            5: _FONT,
        }
    )


def pdf_page_tree(levels: int = 9) -> bytes:
    """Return a PDF whose page tree names each of its nodes ten times: a thousand million pages."""
    nodes: dict[int, bytes | tuple[bytes, bytes]] = {
        10 + level: b"<</Type/Pages/Kids[%s]/Count %d>>" % (b"%d 0 R " % (11 + level) * 10, 10 ** (levels - level))
        for level in range(levels)
    }
    page = b"<</Type/Page/Parent 10 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>"
    return pdf({1: b"<</Type/Catalog/Pages 10 0 R>>", 4: (b"", _WORDS), 5: _FONT, **nodes, 10 + levels: page})


def pdf_forms(levels: int = 9) -> bytes:
    """Return a page that draws a form ten times, which draws a form ten times, and so on."""
    forms: dict[int, bytes | tuple[bytes, bytes]] = {}
    for level in range(levels):
        entries = b"/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>%s>>"
        inner = b"/XObject<</F %d 0 R>>" % (11 + level) if level < levels - 1 else b""
        forms[10 + level] = (entries % inner, b"/F Do " * 10 if inner else _WORDS)
    return one_page(b"/F Do " * 10, resources=b"/XObject<</F 10 0 R>>", more=forms)


def pdf_circular_xref() -> bytes:
    """Return a PDF whose table of objects names itself as the one before it."""
    made = one_page()
    return made.replace(b"/Root 1 0 R", b"/Root 1 0 R /Prev %d" % made.rindex(b"xref\n0"))


def pdf_with_script() -> bytes:
    """Return a PDF that asks to run a script, to start a program and to fetch a page when it is opened."""
    action = b"<</S/JavaScript/JS(app.launchURL('http://127.0.0.1:9/x'))/Next<</S/URI/URI(http://127.0.0.1:9/y)>>>>"
    return one_page(catalogue=b"/OpenAction " + action)


def html_deep(depth: int = 200_000) -> bytes:
    return b"<h1>Deep</h1>" + b"<div>" * depth + b"words" + b"</div>" * depth


def html_attributes(count: int = 300_000) -> bytes:
    return b"<h1>Wide</h1><p " + b" ".join(b"a%d=b" % number for number in range(count)) + b">words</p>"


def html_spans(rows: int = 200) -> bytes:
    row = b"<tr>" + b"<td colspan=1000 rowspan=65534>cell</td>" * 20 + b"</tr>"
    return b"<h1>Spans</h1><table>" + row * rows + b"</table><p>words</p>"


def html_from_elsewhere(address: str) -> bytes:
    """Return a page that would fetch pictures, styles, frames and scripts from `address`, were it shown."""
    return f"""<!doctype html><html><head><title>Elsewhere</title><link rel=stylesheet href="{address}/style.css">
<base href="{address}/"><meta http-equiv=refresh content="0;url={address}/refresh">
<script src="{address}/script.js"></script><style>@import url({address}/import.css);
body {{ background: url({address}/background.png) }}</style></head><body background="{address}/body.png">
<h1>Elsewhere</h1><p>Words <img src="{address}/picture.png" alt="seen" onerror="fetch('{address}/js')">
<img src="file:///etc/passwd" alt="local"><iframe src="{address}/frame"></iframe>
<object data="{address}/object"></object><video src="{address}/video" poster="{address}/poster"></video></p></body>
</html>""".encode()


def markdown_from_elsewhere(address: str) -> bytes:
    return (
        f"# Elsewhere\n\n![picture]({address}/picture.png) <img src='{address}/raw.png'>\n\n"
        f'<script src="{address}/script.js"></script>\n\n[![badge]({address}/badge.svg)]({address}/link)\n'
    ).encode()


def markdown_nested(depth: int = 100_000) -> bytes:
    return b"# Nested\n\n" + b"> " * depth + b"words\n\n" + b"[" * depth + b"\n\n" + b"*a _b " * (depth // 2)


def markdown_lists(depth: int = 3_000) -> bytes:
    return b"# Lists\n\n" + b"".join(b"  " * level + b"- item\n" for level in range(depth))


def front_matter_bomb(levels: int = 30) -> bytes:
    """Return front matter whose aliases multiply."""
    lines = ["---", "a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, levels)]
    return "\n".join(
        [*lines, f"title: *a{levels - 1}", f"tags: *a{levels - 1}", "---", "# Fine", "", "words", ""]
    ).encode()


def front_matter_deep(depth: int = 50_000) -> bytes:
    return b"---\ntitle: " + b"[" * depth + b"]" * depth + b"\n---\n# Fine\n\nwords\n"


def rst_substitutions(levels: int = 30) -> bytes:
    """Return substitutions that multiply when they are put in."""
    lines = ["Title", "=====", "", "|a0|", ""]
    lines += [f".. |a{n}| replace:: |a{n + 1}| |a{n + 1}| |a{n + 1}|" for n in range(levels)]
    return "\n".join([*lines, f".. |a{levels}| replace:: words", ""]).encode()


def rst_from_elsewhere(address: str) -> bytes:
    return f"""Elsewhere
=========

words

.. include:: /etc/passwd

.. raw:: html
   :url: {address}/raw

.. csv-table:: Table
   :url: {address}/csv

.. csv-table:: Local
   :file: /etc/passwd

.. image:: {address}/picture.png
""".encode()


def chunks_deep(depth: int = 200_000) -> bytes:
    return b'{"document":"a.md","chunks":[{"text":"a","heading_path":' + b"[" * depth + b"]" * depth + b"}]}\n"


def xml_laughs() -> str:
    """Return a document type with entities that multiply to thousands of millions."""
    lines = ['<!DOCTYPE x [<!ENTITY a0 "haha">']
    lines += [f'<!ENTITY a{n} "' + f"&a{n - 1};" * 10 + '">' for n in range(1, 11)]
    return "".join([*lines, '<!ENTITY own SYSTEM "file:///etc/passwd">]>'])


def epub(chapters: Sequence[str | bytes], *, head: str = "", package: str = "") -> bytes:
    """Return a book of these chapters; `head` stands before the package's root, `package` in its metadata."""
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
        '<rootfile full-path="p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    items = "".join(
        f'<item id="c{n}" href="c{n}.xhtml" media-type="application/xhtml+xml"/>' for n in range(len(chapters))
    )
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(len(chapters)))
    opf = (
        f'{head}<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Book</dc:title>{package}</metadata>'
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>"
    )
    parts: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": container,
        "p.opf": opf,
        **{f"c{n}.xhtml": chapter for n, chapter in enumerate(chapters)},
    }
    return zipped(parts)


def chapter(body: str, head: str = "") -> str:
    return (
        f'{head}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:xi="http://www.w3.org/2001/XInclude"><body>'
        f"<h1>Chapter</h1>{body}</body></html>"
    )


def epub_zip_bomb() -> bytes:
    return epub([chapter(" " * (48 * MEGA)) for _ in range(6)])


def epub_entities() -> bytes:
    return epub([chapter("<p>&a10;&own;</p>", xml_laughs())], head=xml_laughs(), package="<meta>&a10;&own;</meta>")


def epub_includes(address: str) -> bytes:
    parts = f'<xi:include href="{address}/x"/><xi:include href="file:///etc/passwd" parse="text"/>'
    return epub([chapter(f'<p>words</p>{parts}<img src="{address}/y.png"/>', f'<!DOCTYPE html SYSTEM "{address}/d">')])


def docx(body: str, more: Mapping[str, str | bytes] | None = None) -> bytes:
    return zipped({**word_parts(body), **(more or {})})


_PARAGRAPH = "<w:p><w:r><w:t>words</w:t></w:r></w:p>"


def docx_many_parts() -> bytes:
    """Return a document each of whose parts is just small enough."""
    filler: dict[str, str] = dict.fromkeys(
        ("styles", "numbering", "footnotes", "endnotes"), "<!--" + " " * (60 * MEGA) + "-->"
    )
    return zipped(word_parts(_PARAGRAPH + "<!--" + " " * (60 * MEGA) + "-->", filler))


def docx_deep(depth: int = 200_000) -> bytes:
    return docx(_PARAGRAPH + "<w:sdt><w:sdtContent>" * depth + _PARAGRAPH + "</w:sdtContent></w:sdt>" * depth)


def docx_deep_tables(depth: int = 20_000) -> bytes:
    return docx(
        _PARAGRAPH + "<w:tbl><w:tr><w:tc>" * depth + _PARAGRAPH + ("</w:tc></w:tr></w:tbl>" + _PARAGRAPH) * depth
    )


def docx_attributes(count: int = 300_000) -> bytes:
    attributes = " ".join(f'a{number}="b"' for number in range(count))
    return docx(f"<w:p {attributes}><w:r><w:t>words</w:t></w:r></w:p>")


def docx_entities() -> bytes:
    made = word_parts("<w:p><w:r><w:t>&a10;&own;</w:t></w:r></w:p>")
    return zipped({**made, "word/document.xml": xml_laughs() + made["word/document.xml"]})


def docx_spans() -> bytes:
    cell = f'<w:tc><w:tcPr><w:gridSpan w:val="999999999"/></w:tcPr>{_PARAGRAPH}</w:tc>'
    return docx(f"{_PARAGRAPH}<w:tbl>{('<w:tr>' + cell * 20 + '</w:tr>') * 50}</w:tbl>")


def docx_from_elsewhere(address: str) -> bytes:
    """Return a document with a template, a picture and an object that lie elsewhere."""
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    links = "".join(
        f'<Relationship Id="r{n}" Type="{kind}/{what}" Target="{target}" TargetMode="External"/>'
        for n, (what, target) in enumerate(
            [
                ("attachedTemplate", f"{address}/template.dotm"),
                ("image", f"{address}/picture.png"),
                ("styles", f"{address}/styles.xml"),
                ("footnotes", "file:///etc/passwd"),
                ("aFChunk", f"{address}/chunk"),
            ]
        )
    )
    relations = (
        f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{links}</Relationships>'
    )
    return docx(_PARAGRAPH + '<w:altChunk r:id="r4"/>', {"word/_rels/document.xml.rels": relations})


def docx_huge_picture() -> bytes:
    """Return a document with a picture of gigabytes, which no one has to unpack."""
    return docx(_PARAGRAPH, {"word/media/image1.png": bytes(256 * MEGA)})


NOWHERE = "http://127.0.0.1:9"

HOSTILE: Mapping[str, Callable[[], bytes]] = {
    "flate.pdf": pdf_flate_bomb,
    "flate-words.pdf": pdf_flate_words,
    "rectangles.pdf": pdf_rectangles,
    "image.pdf": pdf_huge_image,
    "page.pdf": pdf_huge_page,
    "objects.pdf": pdf_deep_objects,
    "tags.pdf": pdf_deep_tags,
    "outline-deep.pdf": lambda: pdf_outline(100_000),
    "outline-long.pdf": lambda: pdf_outline(count=100_000),
    "outline-circle.pdf": lambda: pdf_outline(3, circle=True),
    "pages.pdf": pdf_many_pages,
    "page-tree.pdf": pdf_page_tree,
    "forms.pdf": pdf_forms,
    "xref.pdf": pdf_circular_xref,
    "script.pdf": pdf_with_script,
    "deep.html": html_deep,
    "attributes.html": html_attributes,
    "spans.html": html_spans,
    "elsewhere.html": lambda: html_from_elsewhere(NOWHERE),
    "elsewhere.md": lambda: markdown_from_elsewhere(NOWHERE),
    "nested.md": markdown_nested,
    "lists.md": markdown_lists,
    "aliases.md": front_matter_bomb,
    "yaml.md": front_matter_deep,
    "substitutions.rst": rst_substitutions,
    "elsewhere.rst": lambda: rst_from_elsewhere(NOWHERE),
    "deep.chunks": chunks_deep,
    "zip.epub": epub_zip_bomb,
    "entities.epub": epub_entities,
    "includes.epub": lambda: epub_includes(NOWHERE),
    "parts.docx": docx_many_parts,
    "deep.docx": docx_deep,
    "tables.docx": docx_deep_tables,
    "attributes.docx": docx_attributes,
    "entities.docx": docx_entities,
    "spans.docx": docx_spans,
    "elsewhere.docx": lambda: docx_from_elsewhere(NOWHERE),
    "picture.docx": docx_huge_picture,
}

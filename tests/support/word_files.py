"""Builds small Word documents from the XML of their parts, with the same bytes each time."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from xml.sax.saxutils import escape

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml"
NAMESPACES = " ".join(
    f'xmlns:{prefix}="{address}"'
    for prefix, address in {
        "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "m": f"{_OFFICE}/math",
        "r": f"{_OFFICE}/relationships",
        "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
        "v": "urn:schemas-microsoft-com:vml",
        "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
        "dgm": "http://schemas.openxmlformats.org/drawingml/2006/diagram",
        "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    }.items()
)
_ROOTS = {"footnotes": "footnotes", "endnotes": "endnotes", "styles": "styles", "numbering": "numbering"}


def zipped(parts: Mapping[str, str | bytes], *, packed: bool = True) -> bytes:
    """Return a zip archive of these parts, dated 1980; when nothing is packed, its bytes depend on nothing else."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path, content in parts.items():
            info = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
            # The system that made the archive is stated in it: always the same one.
            info.create_system = 3
            archive.writestr(info, content)
    return out.getvalue()


def word_parts(
    body: str, parts: Mapping[str, str] | None = None, *, core: str = "", custom: str = ""
) -> dict[str, str]:
    """Return a document's parts by path. `parts`: the XML inside "styles", "numbering", "footnotes", "endnotes"."""
    given = parts or {}
    made = {
        "[Content_Types].xml": _content_types(given, core=bool(core), custom=bool(custom)),
        "_rels/.rels": _relations(
            [("officeDocument", "word/document.xml", _OFFICE)]
            + ([("metadata/core-properties", "docProps/core.xml", _PACKAGE)] if core else [])
            + ([("custom-properties", "docProps/custom.xml", _OFFICE)] if custom else [])
        ),
        "word/document.xml": f"<w:document {NAMESPACES}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": _relations([(kind, f"{kind}.xml", _OFFICE) for kind in given]),
    }
    for kind, content in given.items():
        made[f"word/{kind}.xml"] = f"<w:{_ROOTS[kind]} {NAMESPACES}>{content}</w:{_ROOTS[kind]}>"
    if core:
        made["docProps/core.xml"] = (
            f'<cp:coreProperties xmlns:cp="{_PACKAGE}/metadata/core-properties" '
            f'xmlns:dc="http://purl.org/dc/elements/1.1/">{core}</cp:coreProperties>'
        )
    if custom:
        made["docProps/custom.xml"] = (
            f'<Properties xmlns="{_OFFICE}/custom-properties" xmlns:vt="{_OFFICE}/docPropsVTypes">{custom}</Properties>'
        )
    return made


def word_file(body: str, parts: Mapping[str, str] | None = None, *, core: str = "", custom: str = "") -> bytes:
    """Return a document's bytes (see `word_parts`)."""
    return zipped(word_parts(body, parts, core=core, custom=custom))


def paragraph(text: str = "", style: str = "", *, properties: str = "", run: str = "", content: str = "") -> str:
    """Return a paragraph's XML. `properties` and `run`: XML of its and its run's properties; `content`: more runs."""
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    own = f"<w:pPr>{named}{properties}</w:pPr>" if named or properties else ""
    look = f"<w:rPr>{run}</w:rPr>" if run else ""
    first = f'<w:r>{look}<w:t xml:space="preserve">{escape(text)}</w:t></w:r>' if text else ""
    return f"<w:p>{own}{first}{content}</w:p>"


def run(text: str, look: str = "") -> str:
    """Return a run's XML."""
    return f'<w:r><w:rPr>{look}</w:rPr><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def style(key: str, name: str, *, based_on: str = "", inside: str = "") -> str:
    """Return a paragraph style's XML; `inside`: its properties."""
    base = f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    return f'<w:style w:type="paragraph" w:styleId="{key}"><w:name w:val="{name}"/>{base}{inside}</w:style>'


def table(*rows: str) -> str:
    """Return a table's XML of rows' XML."""
    return f"<w:tbl>{''.join(rows)}</w:tbl>"


def row(*cells: str, properties: str = "") -> str:
    """Return a row's XML; a cell that is no XML is a text."""
    own = f"<w:trPr>{properties}</w:trPr>" if properties else ""
    return f"<w:tr>{own}{''.join(one if one.startswith('<') else cell(paragraph(one)) for one in cells)}</w:tr>"


def cell(content: str, properties: str = "") -> str:
    """Return a cell's XML."""
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{content}</w:tc>"


def level(at: int, form: str, pattern: str, *, inside: str = "", start: int = 1) -> str:
    """Return the XML of one level of a number list."""
    return (
        f'<w:lvl w:ilvl="{at}"><w:start w:val="{start}"/><w:numFmt w:val="{form}"/>{inside}'
        f'<w:lvlText w:val="{pattern}"/></w:lvl>'
    )


def number_list(key: int, *levels: str, num: str = "") -> str:
    """Return an abstract list and one list of the same number that uses it; `num`: the latter's overrides."""
    return (
        f'<w:abstractNum w:abstractNumId="{key}">{"".join(levels)}</w:abstractNum>'
        f'<w:num w:numId="{key}"><w:abstractNumId w:val="{key}"/>{num}</w:num>'
    )


def listed(number: int, at: int = 0) -> str:
    """Return the properties that put a paragraph into a list."""
    return f'<w:numPr><w:ilvl w:val="{at}"/><w:numId w:val="{number}"/></w:numPr>'


HEADING_STYLES = "".join(
    style(f"Heading{number}", f"heading {number}", inside=f'<w:pPr><w:outlineLvl w:val="{number - 1}"/></w:pPr>')
    for number in range(1, 10)
)


def _relations(links: list[tuple[str, str, str]]) -> str:
    inside = "".join(
        f'<Relationship Id="rId{number}" Type="{base}/relationships/{kind}" Target="{target}"/>'
        for number, (kind, target, base) in enumerate(links, start=1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{inside}</Relationships>'


def _content_types(parts: Mapping[str, str], *, core: bool, custom: bool) -> str:
    kinds = {"/word/document.xml": f"{_WORD}.document.main+xml"}
    kinds |= {f"/word/{kind}.xml": f"{_WORD}.{kind}+xml" for kind in parts}
    if core:
        kinds["/docProps/core.xml"] = "application/vnd.openxmlformats-package.core-properties+xml"
    if custom:
        kinds["/docProps/custom.xml"] = "application/vnd.openxmlformats-officedocument.custom-properties+xml"
    inside = "".join(f'<Override PartName="{path}" ContentType="{kind}"/>' for path, kind in kinds.items())
    return (
        f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{inside}</Types>'
    )

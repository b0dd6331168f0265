"""Styles of a Word document: what a paragraph or run is by its style and those that it is based on.

Heading levels follow ISO/IEC 29500-1, 17.3.1.20 (outlineLvl, counted from 0; 9 is body text). Walking from the style
to its ancestors, the first one that states an outline level or bears the name of a heading style decides, so that
documents whose tool wrote no outline levels (Google Docs, Pages) read the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from explorer.core.parsing.docx.symbols import is_monospaced
from explorer.core.parsing.docx.xml import Attributes, Node, indent_of, is_on, whole_number

_LONGEST_CHAIN = 64
# The word for "heading" in the style names of Word, LibreOffice and others, by language. Word itself writes
# "heading 1" in every language; other tools, templates and the ids of styles have the user's own.
_HEADING_WORDS = (
    "heading|überschrift|uberschrift|berschrift|título|titulo|ttulo|titre|titolo|kop|rubrik|overskrift|otsikko|nadpis|"
    "nagłówek|naglowek|nagwek|zagłowek|заголовок|заглавие|標題|标题|見出し|제목|başlık|baslik|balk|címsor|cimsor|cmsor|"
    "başlik|наслов|शीर्षक|শিরোনাম|izenburua|سرفصل|pennawd|opskrif|titulli|тақырып|სათაური|վերնագիր|"
    "titlu|naslov|antraštė|antrat|virsraksts|pealkiri|fyrirsögn|επικεφαλίδα|כותרת|عنوان|tiêu đề|đầu đề|หัวเรื่อง|"
    "encabezado|encapçalament|titol|títol|cabeçalho|intestazione|tajuk|judul|h"
)
_HEADING_NAME = re.compile(rf"(?:{_HEADING_WORDS})[\s_-]*(\d)")
_TITLE_NAMES_LISTED = (
    "title|titel|titre|título|titulo|titolo|otsikko|tittel|tytuł|název|cím|标题|標題|表題|제목|название"
)
_TITLE_NAMES = frozenset(_TITLE_NAMES_LISTED.split("|"))
_TOC_NAME = re.compile(
    r"(?:toc|contents|table of contents|verzeichnis|inhaltsverzeichnis|tdm|índice|sumário|目录|目次)[\s_-]*\d"
    r"|table of figures|table of authorities|illustration index \d|table index \d"
)
_TOC_HEADINGS = frozenset({"toc heading", "contents heading", "toa heading", "inhaltsverzeichnisüberschrift"})
_KINDS = {
    "caption": "caption", "beschriftung": "caption", "légende": "caption", "table caption": "caption",
    "image caption": "caption", "figure": "caption", "illustration": "caption", "quote": "quote",
    "intense quote": "quote", "block text": "quote", "quotations": "quote", "zitat": "quote", "citation": "quote",
    "block quote": "quote", "blockquote": "quote", "cita": "quote", "citação": "quote", "source code": "code",
    "html preformatted": "code", "preformatted text": "code", "code": "code", "code block": "code",
    "macro text": "code", "macro": "code", "verbatim": "code", "listing": "code", "program listing": "code",
    "programlisting": "code", "code listing": "code",
}  # fmt: skip


class StyleKind(Enum):
    """What paragraphs of a style are, apart from headings."""

    BODY = "body"
    TITLE = "title"
    TOC = "toc"
    TOC_HEADING = "toc heading"
    CAPTION = "caption"
    QUOTE = "quote"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Style:
    """A style with what it inherits; None where neither it nor an ancestor says anything.

    `level`: 1 and up for headings. `numbering`: the number list's id and level, and the id of the style that names
    the list. `size`: in half-points. `indent`: of the left edge, in twentieths of a point.
    """

    id: str = ""
    name: str = ""
    kind: StyleKind = StyleKind.BODY
    level: int | None = None
    numbering: tuple[str | None, int | None, str] = (None, None, "")
    bold: bool | None = None
    hidden: bool | None = None
    size: int | None = None
    monospaced: bool | None = None
    centred: bool = False
    indent: int = 0


@dataclass(frozen=True, slots=True)
class RunFormat:
    """How a run looks: what decides about structure, and the font that its symbols are in."""

    bold: bool = False
    hidden: bool = False
    size: int = 20
    monospaced: bool = False
    font: str = ""


def heading_level_of_name(name: str) -> int | None:
    """Return the level that a style's name or id stands for ("Überschrift 2" gives 2), or None.

    "Heading 0", which some templates have above "Heading 1", counts as level 1: outline levels know nothing higher.
    """
    for part in name.casefold().split(","):
        match = _HEADING_NAME.fullmatch(part.strip())
        if match:
            return max(int(match[1]), 1)
    return None


def _kind_of_name(name: str) -> StyleKind | None:
    shown = name.casefold().split(",", 1)[0].strip()
    if shown in _TITLE_NAMES:
        return StyleKind.TITLE
    if shown in _TOC_HEADINGS:
        return StyleKind.TOC_HEADING
    if _TOC_NAME.fullmatch(shown):
        return StyleKind.TOC
    return StyleKind(_KINDS[shown]) if shown in _KINDS else None


class Styles:
    """All styles of a document, looked up by id and resolved once each."""

    def __init__(self, root: Node | None) -> None:
        styles = list(root.all("w:style")) if root else []
        self._nodes: dict[str, Node] = {}
        for node in styles:
            self._nodes.setdefault(node.attributes.get("w:styleId", ""), node)
        self._default = next(
            (
                node.attributes.get("w:styleId", "")
                for node in styles
                if node.attributes.get("w:type") == "paragraph" and is_on(node.attributes.get("w:default", "0"))
            ),
            "",
        )
        defaults = root.child("w:docDefaults", "w:rPrDefault", "w:rPr") if root else None
        self._default_size = (whole_number(defaults.value("w:sz")) if defaults else None) or 20
        self._resolved: dict[str, Style] = {}
        self._formats: dict[tuple[object, ...], RunFormat] = {}
        self._knows_headings = any(self.of(style_id).level for style_id in self._nodes)

    @property
    def knows_headings(self) -> bool:
        """Tell whether any style is a heading's."""
        return self._knows_headings

    def paragraph(self, style_id: str | None) -> Style:
        """Return a paragraph's style; an id that names no style means the default one (17.3.1.27).

        Only where the document defines no heading styles at all is an undefined id read by its name ("Heading1"):
        some tools leave the definitions to Word.
        """
        if style_id is None or style_id in self._nodes:
            return self.of(self._default if style_id is None else style_id)
        if self._knows_headings:
            return self.of(self._default)
        kind = _kind_of_name(style_id) or StyleKind.BODY
        return Style(id=style_id, name=style_id, level=heading_level_of_name(style_id), kind=kind)

    def of(self, style_id: str) -> Style:
        """Return a style of any type by its id."""
        if style_id not in self._resolved:
            self._resolved[style_id] = self._resolve(style_id)
        return self._resolved[style_id]

    def _chain(self, style_id: str) -> list[Node]:
        """Return a style and its ancestors; a circle ends where it closes."""
        chain: list[Node] = []
        seen: set[str] = set()
        at: str | None = style_id
        while at is not None and at in self._nodes and at not in seen and len(chain) < _LONGEST_CHAIN:
            seen.add(at)
            chain.append(self._nodes[at])
            at = chain[-1].value("w:basedOn")
        return chain

    def _resolve(self, style_id: str) -> Style:
        chain = self._chain(style_id)
        names = [node.value("w:name") or node.attributes.get("w:styleId", "") for node in chain]
        sizes = (whole_number(node.value("w:rPr", "w:sz")) for node in chain)
        return Style(
            id=style_id,
            name=names[0].casefold() if names else "",
            kind=_kind(chain, names),
            level=_level(chain, names),
            numbering=_numbering(chain),
            bold=_toggle(chain, "w:b"),
            hidden=_toggle(chain, "w:vanish"),
            size=next((size for size in sizes if size), None),
            monospaced=_monospaced(chain),
            centred=next((value for node in chain if (value := node.value("w:pPr", "w:jc"))), "") == "center",
            indent=_indent(chain),
        )

    def sets_off_first_row(self, style_id: str) -> bool:
        """Tell whether a table style formats the first row differently from the rest."""
        parts = (part for node in self._chain(style_id) for part in node.all("w:tblStylePr"))
        return any(part.attributes.get("w:type") == "firstRow" and part.children for part in parts)

    def run_format(self, style: Style, properties: Mapping[str, Attributes]) -> RunFormat:
        """Return how a run looks in a paragraph of `style`; `properties` are the run's own by tag."""
        if not properties:
            key: tuple[object, ...] = (style.id,)
        else:
            values = [properties[tag].get("w:val", "") if tag in properties else None for tag in _RUN_TAGS]
            key = (style.id, *values, _font(properties.get("w:rFonts")))
        if key not in self._formats:
            self._formats[key] = self._run_format(style, properties)
        return self._formats[key]

    def _run_format(self, style: Style, properties: Mapping[str, Attributes]) -> RunFormat:
        named = self.of(properties.get("w:rStyle", _NOTHING).get("w:val", ""))
        font = _font(properties.get("w:rFonts"))
        own_size = whole_number(properties.get("w:sz", _NOTHING).get("w:val"))
        monospaced = is_monospaced(font) if font else named.monospaced
        return RunFormat(
            bold=_effective(properties.get("w:b"), named.bold, style.bold),
            hidden=_effective(properties.get("w:vanish"), named.hidden, style.hidden),
            size=own_size or named.size or style.size or self._default_size,
            monospaced=bool(style.monospaced if monospaced is None else monospaced),
            font=font,
        )


_NOTHING: Attributes = {}
_RUN_TAGS = ("w:rStyle", "w:b", "w:vanish", "w:sz")


@dataclass(frozen=True, slots=True)
class ParagraphProperties:
    """A paragraph's own properties by tag (those of its number list by "w:ilvl" and "w:numId")."""

    by_tag: dict[str, Attributes] = field(default_factory=dict[str, Attributes])

    def value(self, tag: str) -> str | None:
        """Return the `w:val` of a property, None where it is not stated."""
        return self.by_tag[tag].get("w:val") if tag in self.by_tag else None


def outline_level(value: str | None) -> int | None:
    """Return the level of a stated outline level: 1 to 9, 0 for body text, None for nothing or nonsense."""
    number = whole_number(value)
    if number is None or not 0 <= number <= 9:
        return None
    return 0 if number == 9 else number + 1


def _level(chain: list[Node], names: list[str]) -> int | None:
    for node, name in zip(chain, names, strict=True):
        if _kind_of_name(name) in (StyleKind.TOC, StyleKind.TOC_HEADING):
            return None
        stated = outline_level(node.value("w:pPr", "w:outlineLvl"))
        if name.casefold() == "heading 0":
            # Above "Heading 1" by its name, while outline levels have no room there: templates state a deep one.
            return 1
        if stated is not None:
            return stated or None
        if node.attributes.get("w:type", "paragraph") != "paragraph" or _kind_of_name(name) is StyleKind.TITLE:
            return None
        level = heading_level_of_name(name)
        if level:
            return level
    # Pages calls its first level "Heading"; in LibreOffice that is only what the real ones are based on.
    return 1 if names and names[0].casefold() == "heading" else None


def _kind(chain: list[Node], names: list[str]) -> StyleKind:
    """Return the kind of the nearest style whose name tells one; a heading style is none of these."""
    for node, name in zip(chain, names, strict=True):
        kind = _kind_of_name(name)
        if kind or heading_level_of_name(name) or node.value("w:pPr", "w:outlineLvl"):
            return kind or StyleKind.BODY
    return StyleKind.BODY


def _numbering(chain: list[Node]) -> tuple[str | None, int | None, str]:
    """Return list id, level and the style that names the list; a style may refine the level of its ancestor's."""
    level: int | None = None
    for node in chain:
        properties = node.child("w:pPr", "w:numPr")
        if properties is None:
            continue
        level = whole_number(properties.value("w:ilvl")) if level is None else level
        list_id = properties.value("w:numId")
        if list_id is not None:
            return list_id, level, node.attributes.get("w:styleId", "")
    return None, level, ""


def _toggle(chain: list[Node], tag: str) -> bool | None:
    found = next((prop for node in chain if (prop := node.child("w:rPr", tag))), None)
    return is_on(found.attributes.get("w:val")) if found else None


def _effective(own: Attributes | None, by_run_style: bool | None, by_paragraph_style: bool | None) -> bool:
    """Combine a toggle property: the run's own wins, else it is on when just one of the styles says so (17.7.3)."""
    if own is not None:
        return is_on(own.get("w:val"))
    return bool(by_run_style) != bool(by_paragraph_style)


def _font(fonts: Attributes | None) -> str:
    return (fonts.get("w:ascii") or fonts.get("w:hAnsi") or "") if fonts else ""


def _monospaced(chain: list[Node]) -> bool | None:
    fonts = (node.child("w:rPr", "w:rFonts") for node in chain)
    name = next((name for node in fonts if node and (name := _font(node.attributes))), "")
    return is_monospaced(name) if name else None


def _indent(chain: list[Node]) -> int:
    found = next((node for style in chain if (node := style.child("w:pPr", "w:ind"))), None)
    return indent_of(found.attributes) if found else 0

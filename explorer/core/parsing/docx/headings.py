"""Which paragraphs of a Word document are headings, of which level, and on what evidence.

Styles and outline levels decide. A paragraph in the Title style is the document's title and no heading, because
headings stand beside it and not below it in Word's own outline; it counts as one when it is the only structure there
is, or when the style is used for several parts. Headings in tables and text boxes are text of these, since they do not
stand above what follows, unless the document has no others. Bold lines count when there are no styles to go by.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from explorer.core.parsing.docx.bold import body_size, bold_headings
from explorer.core.parsing.docx.content import Item, Paragraph, Table, paragraphs_of
from explorer.core.parsing.docx.styles import StyleKind
from explorer.core.parsing.docx.tables import frame_of, is_layout

_MOST_WORDS, _SEVERAL = 40, 3
_STOPS, _ENDS = frozenset(".;:,!?。；："), frozenset(".!?")
_GOES_ON = frozenset({"and", "or", "und", "oder", "et", "ou", "y", "o", "e"})
_CONTENTS_WORDS_LISTED = (
    "contents|table of contents|inhalt|inhaltsverzeichnis|sommaire|table des matières|índice|indice|contenido|"
    "tabla de contenido|tabla de contenidos|sumário|conteúdo|inhoud|inhoudsopgave|indholdsfortegnelse|innehåll|"
    "innehållsförteckning|innhold|sisällys|sisällysluettelo|obsah|spis treści|tartalom|содержание|оглавление|目录|目次|"
    "目錄|차례|목차|list of figures|list of tables|abbildungsverzeichnis|tabellenverzeichnis"
)
_CONTENTS_WORDS = frozenset(_CONTENTS_WORDS_LISTED.split("|"))


@dataclass(frozen=True, slots=True)
class Plan:
    """The document's items in order, frames taken off, with the level of each heading by its item's index.

    `title`: the text in the Title style, or empty. `evidence`: what the headings rest on.
    """

    items: tuple[Item, ...]
    levels: Mapping[int, int]
    title: str
    evidence: str


def plan(items: Sequence[Item], *, contents_left_open: bool) -> Plan:
    """Decide about all paragraphs of a document."""
    for paragraph in paragraphs_of(list(items)) if contents_left_open else ():
        # The mark that ends the table of contents is lost: only its own styles tell what belongs to it.
        paragraph.contents = paragraph.style.kind in (StyleKind.TOC, StyleKind.TOC_HEADING)
    layout = not any(isinstance(item, Paragraph) and _is_stated(item) for item in _unframed(items, layout=False))
    opened = tuple(_without_contents(list(_unframed(items, layout=layout))))
    levels = {
        at: item.level
        for at, item in enumerate(opened)
        if isinstance(item, Paragraph) and (layout or not item.inside) and _is_stated(item, inside=layout)
    }
    by_outline = any(item.by_outline for at in levels if isinstance(item := opened[at], Paragraph))
    evidence = "DOCX styles and outline levels" if by_outline else "DOCX styles"
    bold = _bold(opened, levels)
    if bold:
        levels, evidence = {**levels, **bold}, "bold lines"
    title, levels = _title(opened, levels)
    return Plan(opened, levels, title, evidence if levels else "none")


def _is_stated(paragraph: Paragraph, *, inside: bool = False) -> bool:
    """Tell whether style or outline level make a paragraph a heading that a reader sees.

    Contracts set whole clauses in heading styles for the sake of their numbers: a long text that reads as prose is no
    heading. A long name without a stop is one (H107 tells of it).
    """
    if not paragraph.level or paragraph.contents or (paragraph.inside and not inside):
        return False
    words = paragraph.shown.split()
    has_words = any(sign.isalnum() for word in words for sign in word)
    return has_words and (len(words) <= _MOST_WORDS or not _is_prose(words))


def _is_prose(words: Sequence[str]) -> bool:
    """Tell whether words end as a sentence or an item of an enumeration does, or hold a sentence's end."""
    if words[-1].rstrip("\"')”’»")[-1:] in _STOPS or words[-1] in _GOES_ON:
        return True
    return any(
        len(word) > 3 and word[-1] in _ENDS and word[-2].islower() and after[0].isupper()
        for word, after in pairwise(words)
    )


def _unframed(items: Sequence[Item], *, layout: bool) -> list[Item]:
    """Return the items with the content of frames (and of tables that place headings, when `layout`) in their place."""
    opened: list[Item] = []
    waiting = list(reversed(items))
    while waiting:
        item = waiting.pop()
        frame = frame_of(item) if isinstance(item, Table) else None
        if isinstance(item, Table) and frame is None and layout and is_layout(item):
            cells = [cell for row in item.rows for cell in row.cells]
            waiting.extend(below for cell in reversed(cells) for below in reversed(cell.items))
        elif frame is not None:
            waiting.extend(reversed(frame.items))
        else:
            opened.append(item)
    return opened


def _without_contents(items: list[Item]) -> list[Item]:
    """Leave out tables of contents and the lines that name them."""
    kept: list[Item] = []
    for at, item in enumerate(items):
        if isinstance(item, Paragraph):
            if item.contents:
                continue
            if item.text.casefold().rstrip(":") in _CONTENTS_WORDS and _leads_to_contents(items, at):
                continue
        kept.append(item)
    return kept


def _leads_to_contents(items: Sequence[Item], at: int) -> bool:
    return any(isinstance(item, Paragraph) and item.contents for item in items[at + 1 : at + 4])


def _bold(items: Sequence[Item], levels: Mapping[int, int]) -> dict[int, int]:
    """Return the bold lines that serve as headings, when at most one heading is stated.

    A stated heading that begins the text stands above them; one that strayed into the text has no such meaning, and
    then several bold lines must speak for themselves.
    """
    if len(levels) > 1:
        return {}
    body: list[Paragraph | None] = []
    places: list[int] = []
    for at, item in enumerate(items):
        if isinstance(item, Table):
            body.append(None)
        elif item.inside or not item.text or at in levels or item.style.kind is StyleKind.TITLE:
            continue
        else:
            body.append(item)
        places.append(at)
    stated = next(iter(levels), -1)
    strayed = stated >= 0 and sum(place < stated for place in places) > 2
    found = bold_headings(body, below=0 if strayed else levels.get(stated, 0))
    return {} if strayed and len(found) < _SEVERAL else {places[at]: level for at, level in found.items()}


def _title(items: Sequence[Item], levels: Mapping[int, int]) -> tuple[str, Mapping[int, int]]:
    """Return the text in the Title style; make it a heading where it is one (see the module)."""
    found = [
        at
        for at, item in enumerate(items)
        if isinstance(item, Paragraph) and item.style.kind is StyleKind.TITLE and item.text and not item.inside
    ]
    if not found:
        return "", levels
    groups = [[found[0]]]
    for at in found[1:]:
        if at == groups[-1][-1] + 1:
            groups[-1].append(at)
        else:
            groups.append([at])
    title = " ".join(item.text for at in groups[0] if isinstance(item := items[at], Paragraph))
    if len(groups) == 1 and levels:
        return title, levels
    raised = {group[0]: 1 for group in groups}
    return title, {at: raised.get(at, levels.get(at, 0)) for at in sorted({*levels, *raised})}


def largest_line(items: Sequence[Item]) -> str:
    """Return the largest short text of the first page when nothing else is as large, else the empty string."""
    lines = [item for item in items if isinstance(item, Paragraph) and item.text and item.page == 1][:40]
    if not lines:
        return ""
    body = body_size(paragraphs_of(list(items)))
    largest = max(lines, key=lambda line: line.size)
    alone = sum(isinstance(item, Paragraph) and item.size >= largest.size and bool(item.text) for item in items) == 1
    fits = alone and largest.size > body * 1.1 and len(largest.text.split()) <= 30
    return largest.text if fits else ""

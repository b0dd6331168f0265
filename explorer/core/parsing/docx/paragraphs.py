"""Finishes paragraphs: their level, their place in a number list and its label, what their text looks like."""

from __future__ import annotations

from explorer.core.parsing.docx.content import Paragraph
from explorer.core.parsing.docx.draft import Draft
from explorer.core.parsing.docx.numbering import LEVELS, Numbering
from explorer.core.parsing.docx.styles import StyleKind, outline_level
from explorer.core.parsing.docx.xml import indent_of, is_on, whole_number

_CONTENTS = (StyleKind.TOC, StyleKind.TOC_HEADING)


class Finisher:
    """Makes paragraphs out of drafts; to be asked in the order of the text, since it counts the number lists."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering

    def finish(self, draft: Draft) -> Paragraph | None:
        """Return the finished paragraph, None when there is nothing to see of it."""
        text, bold = draft.text()
        if not text and not draft.contents and _is_hidden(draft):
            return None
        in_contents = bool(draft.contents) and not text
        level, by_outline = self.level(draft)
        list_id, depth = self._list_of(draft)
        centring = draft.properties.get("w:jc")
        paragraph = Paragraph(
            text="".join(draft.contents).strip() if in_contents else text,
            style=draft.style,
            bold=() if in_contents else bold,
            level=level,
            by_outline=by_outline,
            label=self._numbering.count(list_id, depth) if list_id else None,
            list_id=list_id,
            depth=depth,
            size=draft.main_size,
            indent=self._indent(draft, list_id, depth),
            centred=centring.get("w:val") == "center" if centring else draft.style.centred,
            monospaced=draft.is_monospaced,
            inside=draft.inside,
            page=draft.page,
            contents=in_contents or draft.style.kind in _CONTENTS,
            notes=tuple(draft.notes),
        )
        return paragraph if paragraph.text or paragraph.label or paragraph.notes else None

    def level(self, draft: Draft) -> tuple[int, bool]:
        """Return the level by the paragraph's own outline level or its style, and whether it was its own."""
        own = outline_level(draft.properties.get("w:outlineLvl", {}).get("w:val"))
        if own is None or draft.style.kind in _CONTENTS:
            return draft.style.level or 0, False
        return own, own > 0 and own != draft.style.level

    def _indent(self, draft: Draft, list_id: str, depth: int) -> int:
        own = draft.properties.get("w:ind")
        if own and ("w:left" in own or "w:start" in own):
            return indent_of(own)
        listed = self._numbering.indent(list_id, depth) if list_id else None
        return draft.style.indent if listed is None else listed

    def _list_of(self, draft: Draft) -> tuple[str, int]:
        """Return the number list of a paragraph ("" for none) and its level there, from 0."""
        list_id, level, source = draft.style.numbering
        own_id = draft.properties.get("w:numId", {}).get("w:val")
        own_level = whole_number(draft.properties.get("w:ilvl", {}).get("w:val"))
        list_id = list_id if own_id is None else own_id
        if list_id is None or list_id == "0":
            return "", 0
        if own_level is None and own_id is None:
            own_level = level
        if own_level is None:
            linked = [self._numbering.level_of_style(list_id, style_id) for style_id in (draft.style.id, source)]
            own_level = next((at for at in linked if at is not None), level or 0)
        return list_id, min(max(own_level, 0), LEVELS - 1)


def _is_hidden(draft: Draft) -> bool:
    """Tell whether a paragraph without visible text is not there at all: its mark is hidden too."""
    mark = draft.properties.get("w:vanish")
    return (is_on(mark.get("w:val")) if mark else bool(draft.style.hidden)) and "w:specVanish" not in draft.properties

"""Puts the blocks of a Word document into its reading text: headings, lists, code, quotations, tables, notes.

The notes of a section's text (foot- and endnotes) follow at the end of that text, before the next heading, so that
they stand under the headings of the passage that they explain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from explorer.core.model import BlockKind
from explorer.core.parsing.docx.content import Item, NoteKey, Paragraph, Table, paragraphs_of
from explorer.core.parsing.docx.headings import Plan
from explorer.core.parsing.docx.styles import StyleKind, Styles
from explorer.core.parsing.docx.tables import header_rows, table_rows
from explorer.core.parsing.reading import ReadingText, table_text
from explorer.core.parsing.run_in import HeadingLevels, run_in_end

# Signs that only lists have, and such as need a tab behind them to be a list's.
_TYPED_BULLETS, _TYPED_DASHES = "•▪◦‣●○■□", "–-·*"
_CODE_SIGNS = frozenset("{}[]()=;<>_$#|\\/")
_MOST_RUN_IN_WORDS = 12


class BlockWriter:
    """Writes planned items. `run_ins`: how many run-in headings were found."""

    def __init__(self, styles: Styles, notes: Mapping[NoteKey, Sequence[Item]]) -> None:
        self.reading = ReadingText()
        self.run_ins = 0
        self._styles = styles
        self._notes = notes
        self._levels = HeadingLevels()
        self._waiting: list[tuple[NoteKey, str]] = []
        self._list: list[str] = []
        self._depths: list[tuple[int, int]] = []
        self._group = 0
        self._list_id = ""
        self._code: list[str] = []
        self._quotes = 0

    def write(self, planned: Plan) -> None:
        """Write all items and the notes that they refer to."""
        for at, item in enumerate(planned.items):
            if isinstance(item, Table):
                self._table(item)
            elif at in planned.levels:
                self._heading(item, planned.levels[at])
            else:
                self._paragraph(item)
        self._end_section()

    def _heading(self, item: Paragraph, level: int) -> None:
        self._end_section()
        end = _run_in(item) if len(item.shown.split()) > _MOST_RUN_IN_WORDS else 0
        text = item.shown[:end].strip() if end else item.shown
        self.reading.add_heading(text, level)
        self._levels.saw(level, text)
        if end:
            self._plain(BlockKind.PARAGRAPH, item.shown[end:].strip())
        self._waiting.extend(item.notes)

    def _paragraph(self, item: Paragraph) -> None:
        if not item.text:
            self._waiting.extend(item.notes)
            return
        if _is_code(item) or (self._code and item.monospaced and item.label is None):
            self._end_list()
            self._code.append(item.text)
        elif item.style.kind is StyleKind.QUOTE:
            self._end_open(quotes=False)
            self._quotes = self._quotes or self.reading.new_group()
            self.reading.add(BlockKind.QUOTE, item.shown, group=self._quotes)
        elif item.style.kind is StyleKind.CAPTION:
            self._plain(BlockKind.CAPTION, item.shown)
        elif not item.inside and self._run_in_heading(item):
            return
        elif (mark := _mark(item)) is not None:
            self._item(item, *mark)
        elif self._goes_on(item):
            self._list.append(f"{'  ' * self._depth_of(item)}{item.text}")
        else:
            self._plain(BlockKind.PARAGRAPH, item.shown)
        self._waiting.extend(item.notes)

    def _run_in_heading(self, item: Paragraph) -> bool:
        end = _run_in(item)
        if not end:
            return False
        self._end_section()
        text = item.shown[:end].strip()
        self.reading.add_heading(text, self._levels.level_of(text))
        self.run_ins += 1
        self._plain(BlockKind.PARAGRAPH, item.shown[end:].strip())
        self._waiting.extend(item.notes)
        return True

    def _plain(self, kind: BlockKind, text: str) -> None:
        self._end_open()
        self.reading.add(kind, text)

    def _table(self, table: Table) -> None:
        self._end_open()
        rows = table_rows(table)
        if rows:
            self.reading.add(BlockKind.TABLE, table_text(rows), header_rows=header_rows(table, self._styles))
        self._waiting.extend(note for paragraph in paragraphs_of([table]) for note in paragraph.notes)

    # Lists.

    def _item(self, item: Paragraph, mark: str, text: str) -> None:
        """Add an item: to the open one when it stands deeper, else beside it, in one list with those before."""
        self._end_code()
        self._quotes = 0
        place = (item.depth, item.indent)
        while self._depths and not _is_deeper(place, self._depths[-1]):
            self._depths.pop()
        if not self._depths:
            self._write_item()
            if item.list_id != self._list_id or not self._group:
                self._list_id, self._group = item.list_id, self.reading.new_group()
        self._list.append(f"{'  ' * len(self._depths)}{mark} {text}")
        self._depths.append(place)

    def _goes_on(self, item: Paragraph) -> bool:
        """Tell whether a paragraph is a further one of the open list item, by its style or by its indent."""
        if not self._list or item.inside or self._code:
            return False
        return item.style.name.startswith("list continue") or self._depth_of(item) > 0

    def _depth_of(self, item: Paragraph) -> int:
        """Return how many of the open items begin their text no farther right than a paragraph does."""
        return sum(0 < indent <= item.indent for _, indent in self._depths)

    def _write_item(self) -> None:
        if self._list:
            self.reading.add(BlockKind.LIST_ITEM, "\n".join(self._list), group=self._group)
            self._list.clear()

    def _end_list(self) -> None:
        self._write_item()
        self._depths.clear()
        self._group = 0

    def _end_code(self) -> None:
        if self._code:
            self.reading.add(BlockKind.CODE, "\n".join(self._code))
            self._code.clear()

    def _end_open(self, *, quotes: bool = True) -> None:
        self._end_list()
        self._end_code()
        self._quotes = 0 if quotes else self._quotes

    def _end_section(self) -> None:
        """Write what is open, then the notes of the text since the last heading; notes may refer to further ones."""
        self._end_open()
        at = 0
        while at < len(self._waiting):
            key, label = self._waiting[at]
            self._note(self._notes.get(key, ()), label)
            at += 1
        self._waiting.clear()

    def _note(self, items: Sequence[Item], label: str) -> None:
        shown = [paragraph.shown for paragraph in paragraphs_of(list(items)) if paragraph.text]
        if shown:
            self.reading.add(BlockKind.PARAGRAPH, f"[{label}] {' '.join(shown)}" if label else " ".join(shown))


def _is_deeper(place: tuple[int, int], above: tuple[int, int]) -> bool:
    """Tell whether an item is a child: its level is deeper, or, in a list of one level, its indent is."""
    return place[0] > above[0] or (place[0] == above[0] and place[1] > above[1] > 0)


def _mark(item: Paragraph) -> tuple[str, str] | None:
    """Return the mark and the text of a list item, None for other paragraphs."""
    if item.label is not None:
        return item.label.text, item.text
    first, gap, rest = item.text[:1], item.text[1:2], item.text[2:].strip()
    listed = (first in _TYPED_BULLETS and gap.isspace()) or (first in _TYPED_DASHES and gap == "\t")
    return (first, rest) if first and rest and listed else None


def _is_code(item: Paragraph) -> bool:
    if item.label is not None or item.inside:
        return False
    return item.style.kind is StyleKind.CODE or (item.monospaced and not _CODE_SIGNS.isdisjoint(item.text))


def _run_in(item: Paragraph) -> int:
    if not item.bold:
        return 0
    gap = len(item.lead)
    return run_in_end(item.shown, [(low + gap, high + gap) for low, high in item.bold])

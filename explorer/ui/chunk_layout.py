"""Where everything on a chunk's card goes at a given width: path, text, tokens, what was left out, remarks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QFont

from explorer.core.chunk_sources import MOST_LETTERS, ChunkSource
from explorer.core.findings import Severity
from explorer.core.views import ChunkView, PathSegment
from explorer.ui.card_marks import BoxMark, CardFonts, CardLayout, Tip, Tone, WordMark
from explorer.ui.chunk_remarks import add_remark
from explorer.ui.chunk_text import (
    RENAMED,
    SIGNS,
    BodyPart,
    about,
    body_parts,
    header_length,
    remarks,
    split_carried,
    version_text,
)
from explorer.ui.chunk_token_row import add_token_row
from explorer.ui.place_map import utf16_length
from explorer.ui.plain_words import on_one_line
from explorer.ui.remark_texts import remark_text
from explorer.ui.text_blocks import BlockWriter

PAD = 12.0
_CHIP_PAD = 6.0
_MOST_CHIPS, _FIRST_CHIPS, _LAST_CHIPS = 9, 2, 5
"""Headings of a path that are all shown, and of a deeper one those at its start and end."""
_SHORT_HEADING = 60
"""Letters of a heading that are seldom cut off: a reason names it then without repeating it whole."""
_LEAST_PATH = 90.0
"""Pixels of the first line that badges leave to the path."""


class Shown(StrEnum):
    """Which of a chunk's texts a card shows."""

    DISPLAY = "display"
    EMBEDDED = "embedded"
    SOURCE = "source"


def _tr(text: str) -> str:
    return QCoreApplication.translate("ChunkCard", text)


def lay_out(
    view: ChunkView, width: float, fonts: CardFonts, shown: Shown = Shown.DISPLAY, source: ChunkSource | None = None
) -> CardLayout:
    """Return a chunk's card at `width`; `source` is what its document has there, None while that has not come."""
    card = CardLayout(width)
    y = _path_row(card, view, fonts)
    writer = BlockWriter(card, fonts, PAD, width - 2 * PAD, y + 6)
    match shown:
        case Shown.EMBEDDED:
            _embedded_text(writer, view)
        case Shown.SOURCE:
            _source_text(writer, view, source)
        case _:
            _body(writer, body_parts(view.item.chunk, MOST_LETTERS))
    add_token_row(writer, view)
    _left_out(writer, view)
    for remark in remarks(view):
        add_remark(writer, remark)
    card.height = writer.y + PAD - 2
    return card


def _path_row(card: CardLayout, view: ChunkView, fonts: CardFonts) -> float:
    right = _badges(card, view, fonts)
    row = _ChipRow(card, fonts, right)
    segments = view.segments
    if not segments or " ".join(segments[0].text.split()).casefold() != view.item.title.casefold():
        row.chip(
            view.item.title,
            fonts.chip,
            "chip",
            "chip_text",
            tip=_tr("Title of the document: {0}").format(view.item.title),
        )
    hidden = range(_FIRST_CHIPS, len(segments) - _LAST_CHIPS) if len(segments) > _MOST_CHIPS else range(0)
    for number, segment in enumerate(segments):
        if number not in hidden:
            row.segment(segment, is_leaf=number == len(segments) - 1)
        elif number == hidden.start:
            row.several(segments[hidden.start : hidden.stop])
    if not segments:
        row.words(_tr("no heading above"))
    return row.bottom


def _badges(card: CardLayout, view: ChunkView, fonts: CardFonts) -> float:
    """Put the version at the right end of the first line; return where that begins."""
    texts = [version_text(view.version, view.effective_from)]
    texts += [] if view.item.chunk.embeddable else [_tr("not embedded")]
    metrics = fonts.metrics(fonts.small)
    right = card.width - PAD
    for text in filter(None, texts):
        room = min(card.width / 3, right - PAD - _LEAST_PATH)
        if room < _LEAST_PATH / 2:
            break
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room - 16)
        rect = QRectF(0, PAD, metrics.horizontalAdvance(shown) + 16, metrics.height() + 3)
        rect.moveRight(right)
        card.marks.append(BoxMark(rect, fill="chip", line="border_strong", radius=rect.height() / 2))
        card.marks.append(WordMark(shown, rect, fonts.small, "chip_text", centred=True))
        card.tips.append(Tip(rect, text))
        right = rect.left() - 6
    return right


class _ChipRow:
    """Puts chips one after the other; the first line ends where the badges begin."""

    def __init__(self, card: CardLayout, fonts: CardFonts, first_right: float) -> None:
        self._card = card
        self._fonts = fonts
        self._right = first_right
        self._x = PAD
        self._y = PAD
        self._height = fonts.metrics(fonts.chip).height() + 3
        self._first = True

    @property
    def bottom(self) -> float:
        return self._y + self._height

    def segment(self, segment: PathSegment, *, is_leaf: bool) -> None:
        """Add a heading; an uninformative one has a dashed outline, a sign and its reason, a renamed one a pen."""
        font = self._fonts.leaf if is_leaf else self._fonts.chip
        name = segment.text if segment.text.strip() else _tr("(empty heading)")
        text = f"{RENAMED} {name} → {segment.renamed}" if segment.renamed else name
        tip = "\n".join(about(segment))
        if segment.code:
            text = f"{SIGNS[Severity.WARNING]} {text}"
            whole = "" if len(text) <= _SHORT_HEADING else f"{name}\n"
            self.chip(text, font, "warning_soft", "warning", line="warning", dashed=True, tip=whole + tip)
        else:
            fill = "segment_leaf" if is_leaf else "segment"
            line = "accent_line" if segment.renamed else ""
            self.chip(text, font, fill, "segment_text", line=line, tip=tip or name)

    def several(self, segments: Sequence[PathSegment]) -> None:
        """Add one chip for headings in the middle of a deep path; its tool tip names them."""
        weak = f"{SIGNS[Severity.WARNING]} " if any(segment.code for segment in segments) else ""
        text = _tr("{0}… {1} more headings …").format(weak, len(segments))
        names = "\n".join(f"{number}. {' '.join(each.text.split())}" for number, each in enumerate(segments, start=1))
        self.chip(text, self._fonts.chip, "chip", "chip_text", line="border_strong", tip=names)

    def chip(
        self, text: str, font: QFont, fill: str, colour: str, *, line: str = "", dashed: bool = False, tip: str = ""
    ) -> None:
        """Add a chip, on a new line when there is no room left; shortened when it is wider than a line."""
        metrics = self._fonts.metrics(font)
        flat = on_one_line(" ".join(text.split()))
        wanted = metrics.horizontalAdvance(flat) + 2 * _CHIP_PAD + 1
        self._separate(wanted)
        room = self._right - self._x
        shown = flat if wanted <= room else metrics.elidedText(flat, Qt.TextElideMode.ElideRight, room - 2 * _CHIP_PAD)
        rect = QRectF(self._x, self._y, min(wanted, room), self._height)
        self._card.marks.append(BoxMark(rect, fill=fill, line=line, radius=3, dashed=dashed))
        self._card.marks.append(WordMark(shown, rect, font, colour, centred=True))
        self._card.tips.append(Tip(rect, tip or text))
        self._x = rect.right()
        self._first = False

    def _separate(self, wanted: float) -> None:
        gap = 0.0 if self._first else 18.0
        if self._x > PAD and self._x + gap + wanted > self._right:
            self._x, self._y = PAD, self._y + self._height + 3
            self._right = self._card.width - PAD
        if not self._first:
            rect = QRectF(self._x, self._y, 18, self._height)
            self._card.marks.append(WordMark("›", rect, self._fonts.chip, "muted", centred=True))
            self._x += 18

    def words(self, text: str) -> None:
        """Add muted words after the chips."""
        rect = QRectF(self._x + 8, self._y, max(self._right - self._x - 8, 0), self._height)
        shown = self._fonts.metrics(self._fonts.small).elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        self._card.marks.append(WordMark(shown, rect, self._fonts.small, "muted"))


def _body(writer: BlockWriter, parts: list[BodyPart]) -> None:
    shown = 0
    for number, part in enumerate(parts):
        if part.carried and (number == 0 or not parts[number - 1].carried):
            writer.text(_tr("↳ repeated from above"), writer.fonts.small, "muted")
        if part.kind == "table" and part.carried_rows:
            writer.text(_tr("↳ column headers repeated from above"), writer.fonts.small, "muted")
        room = MOST_LETTERS - shown
        if room <= 0:
            writer.text(_tr("… more text (copying takes all of it)"), writer.fonts.small, "muted")
            return
        writer.part(_cut(part, room))
        shown += len(part.text)


def _cut(part: BodyPart, room: int) -> BodyPart:
    return part if len(part.text) <= room else replace(part, text=part.text[:room].rstrip() + " …")


def _embedded_text(writer: BlockWriter, view: ChunkView) -> None:
    text = view.item.embedded_text
    cut = text if len(text) <= MOST_LETTERS else text[:MOST_LETTERS].rstrip() + " …"
    head = utf16_length(text[: header_length(view)])
    if not view.item.chunk.embeddable:
        writer.text(_tr("Not embedded: the model can see no word in it."), writer.fonts.small, "muted")
    writer.text(cut, writer.fonts.body, tones=(Tone(0, head, "accent"),) if head else ())
    writer.y += 3


def _source_text(writer: BlockWriter, view: ChunkView, source: ChunkSource | None) -> None:
    """Add what the document has where the chunk was cut, as it is written there."""
    chunk, small = view.item.chunk, writer.fonts.small
    if source is None:
        writer.text(_tr("The source is on its way …"), small, "muted")
    elif source.text:
        writer.text(source.text.expandtabs(4), writer.fonts.mono)
        if source.left_out:
            words = _tr("… {0} more letters, at the right in the document").format(f"{source.left_out:,}")
            writer.text(words, small, "muted")
    else:
        page = chunk.place.page
        words = _tr("as read from page {0}, which stands at the right").format(page)
        writer.text(words if page is not None else _tr("Where this stands in a text is not known."), small, "muted")
        writer.text(split_carried(chunk)[1][:MOST_LETTERS], writer.fonts.body)
    writer.y += 3


def _left_out(writer: BlockWriter, view: ChunkView) -> None:
    dropped = view.item.header.dropped
    if not dropped:
        return
    named = ", ".join(f"“{segment}” ({remark_text(reason)})" for segment, reason in dropped)
    writer.y += 2
    writer.text(_tr("left out of the header: {0}").format(named), writer.fonts.small, "muted")

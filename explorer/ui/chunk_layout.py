"""Where everything on a chunk's card goes at a given width: path, text, tokens, what was left out, remarks."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QFont

from explorer.core.findings import Severity
from explorer.core.views import ChunkView, PathSegment
from explorer.ui.card_marks import BoxMark, CardFonts, CardLayout, TextMark, Tip, Tone, WordMark
from explorer.ui.chunk_text import (
    RENAMED,
    SIGNS,
    BodyPart,
    Remark,
    body_parts,
    header_length,
    reason_of,
    remarks,
    renaming_of,
    version_text,
)
from explorer.ui.place_map import utf16_length
from explorer.ui.text_blocks import BlockWriter, broken_text

PAD = 12.0
_CHIP_PAD = 6.0
_MOST_LETTERS = 6000
_BAR = 120.0
_TONES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "accent"}


def _tr(text: str) -> str:
    return QCoreApplication.translate("ChunkCard", text)


def lay_out(view: ChunkView, width: float, fonts: CardFonts, *, embedded: bool) -> CardLayout:
    """Return a chunk's card at `width`; `embedded` shows the exact text given to the model instead of the chunk's."""
    card = CardLayout(width)
    y = _path_row(card, view, fonts)
    writer = BlockWriter(card, fonts, PAD, width - 2 * PAD, y + 6)
    if embedded:
        _embedded_text(writer, view)
    else:
        _body(writer, body_parts(view.item.chunk))
    _token_row(writer, view)
    _left_out(writer, view)
    for remark in remarks(view):
        _remark(writer, remark)
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
    for number, segment in enumerate(segments):
        row.segment(segment, is_leaf=number == len(segments) - 1)
    if not segments:
        row.words(_tr("no heading above"))
    return row.bottom


def _badges(card: CardLayout, view: ChunkView, fonts: CardFonts) -> float:
    """Put kind and version at the right end of the first line; return where they begin."""
    chunk = view.item.chunk
    texts = [version_text(view.version, view.effective_from)]
    texts += [chunk.kind] if chunk.kind not in ("paragraph", "mixed") else []
    texts += [] if chunk.embeddable else [_tr("not embedded")]
    metrics = fonts.metrics(fonts.small)
    right = card.width - PAD
    for text in filter(None, texts):
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, card.width / 3)
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
        text = f"{RENAMED} {segment.text} → {segment.renamed}" if segment.renamed else segment.text
        renaming = f"\n{renaming_of(segment)}" if segment.renamed else ""
        if segment.code:
            tip = f"{segment.code} {reason_of(segment)}{renaming}"
            text = f"{SIGNS[Severity.WARNING]} {text}"
            self.chip(text, font, "warning_soft", "warning", line="warning", dashed=True, tip=tip)
        else:
            fill = "segment_leaf" if is_leaf else "segment"
            line = "accent_line" if segment.renamed else ""
            self.chip(text, font, fill, "segment_text", line=line, tip=renaming.strip() or segment.text)

    def chip(
        self, text: str, font: QFont, fill: str, colour: str, *, line: str = "", dashed: bool = False, tip: str = ""
    ) -> None:
        """Add a chip, on a new line when there is no room left; shortened when it is wider than a line."""
        metrics = self._fonts.metrics(font)
        flat = " ".join(text.split())
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
        room = _MOST_LETTERS - shown
        if room <= 0:
            writer.text(_tr("… more text (copying takes all of it)"), writer.fonts.small, "muted")
            return
        writer.part(_cut(part, room))
        shown += len(part.text)


def _cut(part: BodyPart, room: int) -> BodyPart:
    if len(part.text) <= room:
        return part
    text = part.text[:room].rstrip() + " …"
    return BodyPart(part.kind, text, part.carried, part.marker, part.indent)


def _embedded_text(writer: BlockWriter, view: ChunkView) -> None:
    text = view.item.embedded_text
    cut = text if len(text) <= _MOST_LETTERS else text[:_MOST_LETTERS].rstrip() + " …"
    head = utf16_length(text[: header_length(view)])
    if not view.item.chunk.embeddable:
        writer.text(_tr("Not embedded: the model can see no word in it."), writer.fonts.small, "muted")
    writer.text(cut, writer.fonts.body, tones=(Tone(0, head, "accent"),) if head else ())
    writer.y += 3


def tokens_text(view: ChunkView) -> str:
    """Return `header 15 + text 43 of 254 tokens`."""
    item = view.item
    return _tr("header {0} + text {1} of {2} tokens").format(item.header_tokens, item.chunk.text_tokens, item.limit)


def _token_row(writer: BlockWriter, view: ChunkView) -> None:
    card, fonts, item = writer.card, writer.fonts, view.item
    metrics = fonts.metrics(fonts.small)
    height = metrics.height() + 4
    bar = QRectF(writer.left, writer.y + height / 2 - 3, min(_BAR, writer.width / 4), 6)
    card.marks.append(BoxMark(bar, fill="track", radius=3))
    _bar_parts(card, bar, item.header_tokens, item.chunk.text_tokens, item.limit)
    number = f"#{item.chunk.index}"
    right = metrics.horizontalAdvance(number)
    words = QRectF(bar.right() + 10, writer.y, writer.width - bar.width() - right - 24, height)
    shown = metrics.elidedText(tokens_text(view), Qt.TextElideMode.ElideRight, words.width())
    card.marks.append(WordMark(shown, words, fonts.small, "muted"))
    place = QRectF(writer.left + writer.width - right - 1, writer.y, right + 1, height)
    card.marks.append(WordMark(number, place, fonts.small, "muted"))
    tip = _tr("{0} tokens are embedded, of at most {1}.").format(item.tokens, item.limit)
    card.tips.append(Tip(QRectF(writer.left, writer.y, writer.width, height), f"{tokens_text(view)}\n{tip}"))
    writer.y += height


def _bar_parts(card: CardLayout, bar: QRectF, header: int, text: int, limit: int) -> None:
    scale = bar.width() / max(limit, header + text, 1)
    first = QRectF(bar.left(), bar.top(), header * scale, bar.height())
    card.marks.append(BoxMark(first, fill="header_bar", radius=2))
    card.marks.append(BoxMark(QRectF(first.right(), bar.top(), text * scale, bar.height()), fill="text_bar", radius=2))


def _left_out(writer: BlockWriter, view: ChunkView) -> None:
    dropped = view.item.header.dropped
    if not dropped:
        return
    named = ", ".join(f"“{segment}” ({reason})" for segment, reason in dropped)
    writer.y += 2
    writer.text(_tr("left out of the header: {0}").format(named), writer.fonts.small, "muted")


def _remark(writer: BlockWriter, remark: Remark) -> None:
    tone = _TONES[remark.severity]
    text = f"{SIGNS[remark.severity]} {remark.code}  {remark.text}"
    layout, height = broken_text(text, writer.fonts.small, writer.width - 22)
    box = QRectF(writer.left, writer.y + 4, writer.width, height + 8)
    marks = writer.card.marks
    marks.append(BoxMark(box, fill=f"{tone}_soft"))
    marks.append(BoxMark(QRectF(box.left(), box.top(), 3, box.height()), fill=tone))
    marks.append(TextMark(layout, QPointF(box.left() + 12, box.top() + 4), tone))
    writer.card.tips.append(Tip(box, f"{remark.severity.value} {remark.code}"))
    writer.y = box.bottom()

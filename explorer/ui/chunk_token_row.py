"""The line below a chunk's text: tokens as a bar and in words, what kind of text it is, and its number."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, Qt

from explorer.core.views import ChunkView
from explorer.ui.card_marks import BoxMark, CardLayout, Tip, WordMark
from explorer.ui.chunk_text import tokens_text
from explorer.ui.kind_texts import block_text, block_tip, subject_text, subject_tip
from explorer.ui.text_blocks import BlockWriter

_BAR = 120.0
_LEAST_BAR = 36.0
_GAP = 6.0
_BADGE_PAD = 8.0


def _tr(text: str) -> str:
    return QCoreApplication.translate("ChunkCard", text)


def add_token_row(writer: BlockWriter, view: ChunkView) -> None:
    """Add the line; its labels take a line of their own where there is no room beside the tokens."""
    metrics = writer.fonts.metrics(writer.fonts.small)
    height = metrics.height() + 5
    words = tokens_text(view)
    number = metrics.horizontalAdvance(f"#{view.item.chunk.index}") + 1
    spare = writer.width - metrics.horizontalAdvance(words) - number - 22
    bar = QRectF(writer.left, writer.y + height / 2 - 3, max(min(_BAR, writer.width / 4, spare), _LEAST_BAR), 6)
    taken = bar.width() + 10 + metrics.horizontalAdvance(words) + 12 + number
    beside = taken + _labels_width(writer, view) <= writer.width
    _tokens(writer, view, bar, QRectF(bar.right() + 10, writer.y, writer.width - bar.width() - number - 20, height))
    right = writer.left + writer.width
    _word(writer, f"#{view.item.chunk.index}", QRectF(right - number, writer.y, number, height))
    if beside:
        _labels(writer, view, right - number - _GAP, height)
        writer.y += height
    else:
        writer.y += height
        _labels(writer, view, min(writer.left + _labels_width(writer, view) - _GAP, right), height)
        writer.y += height


def _tokens(writer: BlockWriter, view: ChunkView, bar: QRectF, room: QRectF) -> None:
    card, item = writer.card, view.item
    card.marks.append(BoxMark(bar, fill="track", radius=3))
    _bar_parts(card, bar, item.header_tokens, item.chunk.text_tokens, item.limit)
    metrics = writer.fonts.metrics(writer.fonts.small)
    _word(writer, metrics.elidedText(tokens_text(view), Qt.TextElideMode.ElideRight, room.width()), room)
    tip = _tr("{0} tokens are embedded, of at most {1}: the header that the recipe puts before the text, and the text.")
    tip = tip.format(item.tokens, item.limit)
    whole = QRectF(writer.left, room.top(), writer.width, room.height())
    card.tips.append(Tip(whole, f"{tokens_text(view)}\n{tip}"))


def _bar_parts(card: CardLayout, bar: QRectF, header: int, text: int, limit: int) -> None:
    scale = bar.width() / max(limit, header + text, 1)
    first = QRectF(bar.left(), bar.top(), header * scale, bar.height())
    card.marks.append(BoxMark(first, fill="header_bar", radius=2))
    card.marks.append(BoxMark(QRectF(first.right(), bar.top(), text * scale, bar.height()), fill="text_bar", radius=2))


def _word(writer: BlockWriter, text: str, rect: QRectF) -> None:
    writer.card.marks.append(WordMark(text, rect, writer.fonts.small, "muted"))


def _texts(view: ChunkView) -> list[tuple[str, str]]:
    """Return the labels with their tool tips."""
    chunk, subject = view.item.chunk, view.item.subject
    labels = ((block_text(chunk.kind), block_tip(chunk.kind)), (subject_text(subject), subject_tip(subject)))
    return [(text, tip) for text, tip in labels if text]


def _labels_width(writer: BlockWriter, view: ChunkView) -> float:
    metrics = writer.fonts.metrics(writer.fonts.small)
    return sum(metrics.horizontalAdvance(text) + 2 * _BADGE_PAD + _GAP for text, _ in _texts(view))


def _labels(writer: BlockWriter, view: ChunkView, right: float, height: float) -> None:
    """Add the labels, the last one ending at `right`."""
    metrics = writer.fonts.metrics(writer.fonts.small)
    for text, tip in reversed(_texts(view)):
        room = right - writer.left
        if room < 4 * _BADGE_PAD:
            return
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room - 2 * _BADGE_PAD)
        width = min(metrics.horizontalAdvance(shown) + 2 * _BADGE_PAD, room)
        rect = QRectF(right - width, writer.y + 1, width, height - 2)
        writer.card.marks.append(BoxMark(rect, fill="chip", line="border_strong", radius=rect.height() / 2))
        writer.card.marks.append(WordMark(shown, rect, writer.fonts.small, "chip_text", centred=True))
        writer.card.tips.append(Tip(rect, tip or text))
        right = rect.left() - _GAP

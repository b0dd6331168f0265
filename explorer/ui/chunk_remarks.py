"""What the audit says about a chunk, as lines at the foot of its card; about a heading, with what can be done."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt

from explorer.core.findings import Severity
from explorer.core.views import PathSegment
from explorer.ui.card_marks import BoxMark, Deed, Link, TextMark, Tip, WordMark
from explorer.ui.chunk_text import SIGNS, Remark
from explorer.ui.text_blocks import BlockWriter, broken_text
from explorer.ui.texts import code_text, severity_text

_TONES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "accent"}
_INSET = 12.0
_LINK_GAP = 16.0
_MOST_LETTERS = 1500


def _tr(text: str) -> str:
    return QCoreApplication.translate("ChunkCard", text)


def add_remark(writer: BlockWriter, remark: Remark) -> None:
    """Add a remark below what stands on the card."""
    tone = _TONES[remark.severity]
    said = remark.text if len(remark.text) <= _MOST_LETTERS else f"{remark.text[:_MOST_LETTERS].rstrip()} …"
    text = f"{SIGNS[remark.severity]} {remark.code}  {said}"
    small = writer.fonts.small
    width = writer.width - _INSET - 10
    layout, height = broken_text(text, small, width)
    line = writer.fonts.metrics(small).height() + 2.0
    last = layout.lineAt(layout.lineCount() - 1)
    # Links stand behind the last words where there is room, else below.
    links = QPointF(last.naturalTextWidth() + _LINK_GAP, last.y())
    below = remark.segment is not None and links.x() + _links_width(writer, remark.segment) > width
    if below:
        links, height = QPointF(0, height), height + line
    box = QRectF(writer.left, writer.y + 4, writer.width, height + 8)
    marks = writer.card.marks
    marks.append(BoxMark(box, fill=f"{tone}_soft"))
    marks.append(BoxMark(QRectF(box.left(), box.top(), 3, box.height()), fill=tone))
    marks.append(TextMark(layout, QPointF(box.left() + _INSET, box.top() + 4), tone))
    writer.card.tips.append(Tip(box, f"{severity_text(remark.severity)} {remark.code}: {code_text(remark.code)}"))
    if remark.segment:
        at = links + QPointF(box.left() + _INSET, box.top() + 4)
        _add_links(writer, remark.segment, QRectF(at.x(), at.y(), box.right() - 6 - at.x(), line - 2))
    writer.y = box.bottom()


def _deeds(segment: PathSegment) -> list[tuple[Deed, str]]:
    """Return what can be done about a heading, in words to click; the card's menu has the same."""
    deeds = [(Deed.TAKE_MEND, _tr("Take the suggestion"))] if segment.mend else []
    return [*deeds, (Deed.RENAME, _tr("Rename…"))]


def _links_width(writer: BlockWriter, segment: PathSegment) -> float:
    metrics = writer.fonts.metrics(writer.fonts.link)
    return sum(metrics.horizontalAdvance(words) + _LINK_GAP for _, words in _deeds(segment))


def _add_links(writer: BlockWriter, segment: PathSegment, room: QRectF) -> None:
    metrics, left = writer.fonts.metrics(writer.fonts.link), room.left()
    for deed, words in _deeds(segment):
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room.right() - left)
        rect = QRectF(left, room.top(), metrics.horizontalAdvance(shown) + 1, room.height())
        if rect.right() > room.right() + 1:
            return
        writer.card.marks.append(WordMark(shown, rect, writer.fonts.link, "link"))
        writer.card.links.append(Link(rect, deed, segment))
        left = rect.right() + _LINK_GAP

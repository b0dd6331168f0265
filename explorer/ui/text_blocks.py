"""Texts and tables broken into lines at a width, as marks of a card."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QTextLayout, QTextOption

from explorer.ui.card_marks import BoxMark, CardFonts, CardLayout, TextMark, Tip, Tone, WordMark
from explorer.ui.chunk_text import BodyPart, starts_right_to_left

_LINE_SEPARATOR = "\u2028"
_CELL_PAD = 8.0
_CELL_ROOM = 4.0
_MOST_ROWS = 60
_MOST_CELL = 600
"""Letters of a cell that are shown."""
_LEAST_COLUMN = 44.0


def broken_text(text: str, font: QFont, width: float, *, anywhere: bool = False) -> tuple[QTextLayout, float]:
    """Return a text broken at `width` (`anywhere`: inside words only when nothing else helps) and its height."""
    layout = QTextLayout(text.replace("\n", _LINE_SEPARATOR), font)
    backwards = starts_right_to_left(text)
    option = QTextOption(Qt.AlignmentFlag.AlignRight if backwards else Qt.AlignmentFlag.AlignLeft)
    # Qt would take the window's direction of writing.
    option.setTextDirection(Qt.LayoutDirection.RightToLeft if backwards else Qt.LayoutDirection.LeftToRight)
    wrap = QTextOption.WrapMode.WrapAnywhere if anywhere else QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
    option.setWrapMode(wrap)
    layout.setTextOption(option)
    layout.setCacheEnabled(True)
    height = 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(width, 1.0))
        line.setPosition(QPointF(0, height))
        height += line.height() * 1.12
    layout.endLayout()
    return layout, height


class BlockWriter:
    """Adds texts and tables to a card, one below the other, from `y` on between `left` and `left + width`."""

    def __init__(self, card: CardLayout, fonts: CardFonts, left: float, width: float, y: float) -> None:
        self.card = card
        self.fonts = fonts
        self.left = left
        self.width = width
        self.y = y

    def text(
        self, text: str, font: QFont, colour: str = "text", *, inset: float = 0.0, tones: tuple[Tone, ...] = ()
    ) -> None:
        """Add a text of as many lines as it needs."""
        layout, height = broken_text(text, font, self.width - inset)
        self.card.marks.append(TextMark(layout, QPointF(self.left + inset, self.y), colour, tones))
        self.y += height

    def part(self, part: BodyPart) -> None:
        """Add a part of a chunk's text in the way of its kind."""
        top = self.y
        match part.kind:
            case "table":
                self._table(part)
            case "code":
                self._code(part.text)
            case "list":
                self._item(part)
            case "quote":
                self.text(part.text, self.fonts.body, _colour(part), inset=12)
                self._bar(top)
            case _:
                self.text(part.text, self.fonts.body, _colour(part))
        if part.carried:
            self._repeated(top)
        self.y += 3

    def _bar(self, top: float) -> None:
        self.card.marks.append(BoxMark(QRectF(self.left, top, 3, self.y - top), fill="border_strong"))

    def _repeated(self, top: float) -> None:
        rect = QRectF(self.left, top, self.width, self.y - top)
        words = _tr("Repeated from above so that this piece makes sense on its own.")
        self.card.tips.append(Tip(rect, words))

    def _code(self, text: str) -> None:
        layout, height = broken_text(text.expandtabs(4), self.fonts.mono, self.width - 20, anywhere=True)
        box = QRectF(self.left, self.y, self.width, height + 12)
        self.card.marks.append(BoxMark(box, fill="chip", radius=4))
        self.card.marks.append(TextMark(layout, QPointF(self.left + 10, self.y + 6)))
        self.y += height + 14

    def _item(self, part: BodyPart) -> None:
        metrics = self.fonts.metrics(self.fonts.body)
        left = min(part.indent * 5.0, self.width / 3)
        marker = "•" if part.marker in "-*+" else part.marker
        room = metrics.horizontalAdvance(marker) + 8
        rect = QRectF(self.left + left, self.y, room, metrics.height())
        self.card.marks.append(WordMark(marker, rect, self.fonts.body, "muted"))
        self.text(part.text, self.fonts.body, _colour(part), inset=left + room)

    def _table(self, part: BodyPart) -> None:
        every = max(len(row) for row in part.rows)
        count = min(every, max(int(self.width // _LEAST_COLUMN), 1))
        widths = self._column_widths(part, count)
        for number, row in enumerate(part.rows[:_MOST_ROWS]):
            cells = [*map(_cell, row[:count]), *[""] * (count - len(row))]
            self._row(cells, widths, is_head=number < part.header_rows, repeated=number < part.carried_rows)
        if every > count:
            words = _tr("… {0} more columns (copying takes them all)").format(f"{every - count:,}")
            self.text(words, self.fonts.small, "muted")
        left_out = max(len(part.rows) - _MOST_ROWS, 0) + part.left_out
        if left_out:
            words = _tr("… {0} more rows (copying takes them all)").format(f"{left_out:,}")
            self.text(words, self.fonts.small, "muted")

    def _column_widths(self, part: BodyPart, count: int) -> list[float]:
        bold = self.fonts.metrics(self.fonts.bold)
        wanted = [_LEAST_COLUMN] * count
        for row in part.rows[:_MOST_ROWS]:
            for column, cell in enumerate(row[:count]):
                wanted[column] = max(wanted[column], bold.horizontalAdvance(cell[:200]) + 2 * _CELL_PAD)
        return shared_out(wanted, self.width)

    def _row(self, cells: list[str], widths: list[float], *, is_head: bool, repeated: bool) -> None:
        font = self.fonts.bold if is_head else self.fonts.body
        broken = [broken_text(cell, font, width - 2 * _CELL_PAD) for cell, width in zip(cells, widths, strict=True)]
        height = max(tall for _, tall in broken) + 2 * _CELL_ROOM
        left = self.left
        for (layout, _), width in zip(broken, widths, strict=True):
            box = QRectF(left, self.y, width, height)
            self.card.marks.append(BoxMark(box, fill="raised" if is_head else "", line="border"))
            place = QPointF(left + _CELL_PAD, self.y + _CELL_ROOM)
            self.card.marks.append(TextMark(layout, place, "muted" if repeated else "text"))
            left += width
        top = self.y
        self.y += height
        if repeated:
            self._repeated(top)


def _tr(text: str) -> str:
    return QCoreApplication.translate("ChunkCard", text)


def _cell(text: str) -> str:
    return text if len(text) <= _MOST_CELL else f"{text[:_MOST_CELL].rstrip()} …"


def _colour(part: BodyPart) -> str:
    return "muted" if part.carried else "text"


def shared_out(wanted: list[float], room: float) -> list[float]:
    """Return column widths that sum to `room` at most: narrow columns get what they want, wide ones share the rest."""
    if sum(wanted) <= room:
        return wanted
    widths = [0.0] * len(wanted)
    left, open_columns = room, sorted(range(len(wanted)), key=lambda column: wanted[column])
    while open_columns:
        column = open_columns.pop(0)
        widths[column] = min(wanted[column], left / (len(open_columns) + 1))
        left -= widths[column]
    return widths

"""The texts that both sides embed for a chunk, with what only one of them has marked, and what they cost in tokens."""

from __future__ import annotations

import math

from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QFont, QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QBoxLayout, QLabel, QVBoxLayout, QWidget

from explorer.core.retrieval_views import EmbeddedText
from explorer.core.text_difference import Change, Piece, difference
from explorer.ui.naming import named
from explorer.ui.panel_parts import ElidedLabel
from explorer.ui.plain_words import QuietText
from explorer.ui.scatter_texts import side_names, side_phrases
from explorer.ui.theme import Theme

_WIDE = 760


class TextDifferenceView(QWidget):
    """Shows two embedded texts, beside each other where there is room.

    What only the first has is struck through, what only the second has is underlined, each on a ground of its own; the
    header stands in bold.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._texts: tuple[EmbeddedText, EmbeddedText] | None = None
        self.plain = _EmbeddedView(self)
        self.context = _EmbeddedView(self)
        self.note = named(QLabel(), "muted")
        self.note.setWordWrap(True)
        self._sides = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._sides.setSpacing(6)
        self._sides.addWidget(self.plain, 1)
        self._sides.addWidget(self.context, 1)
        self._sides.addStretch(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 4, 10, 6)
        column.setSpacing(4)
        column.addWidget(self.note)
        column.addLayout(self._sides, 1)
        theme.changed.connect(self._show)

    def show_texts(self, texts: tuple[EmbeddedText, EmbeddedText] | None) -> None:
        """Show other texts, the plain side's first; None for none."""
        self._texts = texts
        self._show()

    def copied_text(self) -> str:
        """Return both texts, each below its side, recipe and tokens."""
        sides = (self.plain, self.context) if self._texts else ()
        return "\n\n".join(f"{side.title.whole()}\n{side.text.toPlainText()}" for side in sides)

    def _show(self) -> None:
        if self._texts is None:
            return
        plain, context = self._texts
        pieces = difference(plain.text, context.text)
        names = side_names(plain.recipe, context.recipe)
        self.note.setText(self._note(plain, context))
        for side, name, text, change in (
            (self.plain, names[0], plain, Change.REMOVED),
            (self.context, names[1], context, Change.INSERTED),
        ):
            side.title.set_whole(self._title(name, text))
            side.show_pieces([piece for piece in pieces if piece.change in (change, Change.SAME)], text, self._theme)
            side.text.setAccessibleName(side.title.whole())
            only = " … ".join(piece.text.strip() for piece in pieces if piece.change is change and piece.text.strip())
            side.text.setAccessibleDescription(self.tr("Only here: {0}").format(only) if only else "")

    def _title(self, name: str, text: EmbeddedText) -> str:
        title = self.tr("{0} ({1}) · {2:,} tokens").format(name, text.recipe, text.tokens)
        if not text.own_start:
            return self.tr("{0}, no header").format(title)
        return self.tr("{0}, header {1:,} (bold)").format(title, text.header_tokens)

    def _note(self, plain: EmbeddedText, context: EmbeddedText) -> str:
        if plain.text == context.text:
            return self.tr("Both sides embed the same text.")
        left, right = side_phrases(plain.recipe, context.recipe)
        cost = self.tr("{0:+,} tokens {1}").format(context.tokens - plain.tokens, right).replace("-", "−")
        return self.tr("{0}. Underlined: only {1}; struck through: only {2}.").format(cost, right, left)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the texts beside each other where that leaves them wide enough."""
        super().resizeEvent(event)
        wide = event.size().width() >= _WIDE
        self._sides.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)


class _EmbeddedView(QWidget):
    """One side's embedded text below its name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = ElidedLabel(self)
        self.text = named(QuietText(self), label=self.tr("Embedded text"))
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setMinimumHeight(36)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.text.document().setDocumentMargin(0)
        self.text.document().documentLayout().documentSizeChanged.connect(self._fit)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        column.addWidget(self.title)
        column.addWidget(self.text, 1)

    def _fit(self, size: QSizeF) -> None:
        """Take no more room than the text needs."""
        height = max(math.ceil(size.height()) + 4, self.text.minimumHeight())
        self.text.setMaximumHeight(height)
        self.setMaximumHeight(height + self.title.sizeHint().height() + 1)

    def show_pieces(self, pieces: list[Piece], text: EmbeddedText, theme: Theme) -> None:
        """Write a text piece by piece."""
        self.text.clear()
        cursor = self.text.textCursor()
        written = 0
        for piece in pieces:
            header = max(0, min(text.own_start - written, len(piece.text)))
            for part, bold in ((piece.text[:header], True), (piece.text[header:], False)):
                if part:
                    cursor.insertText(part, _format(piece.change, bold=bold, theme=theme))
            written += len(piece.text)
        cursor.movePosition(QTextCursor.MoveOperation.Start)
        self.text.setTextCursor(cursor)


def _format(change: Change, *, bold: bool, theme: Theme) -> QTextCharFormat:
    form = QTextCharFormat()
    form.setForeground(theme.colour("text"))
    form.setFontWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
    if change is Change.INSERTED:
        form.setBackground(theme.colour("success_soft"))
        form.setForeground(theme.colour("success"))
        form.setFontUnderline(True)
    elif change is Change.REMOVED:
        form.setBackground(theme.colour("error_soft"))
        form.setForeground(theme.colour("error"))
        form.setFontStrikeOut(True)
    return form

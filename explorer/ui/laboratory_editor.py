"""The chosen passage of the laboratory: its title, headings and text to edit, and the texts that are embedded."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from explorer.core.retrieval_views import EmbeddedText, TrialPassage, TrialScore
from explorer.ui.naming import named
from explorer.ui.panel_parts import Choice
from explorer.ui.plain_words import QuietBrowser
from explorer.ui.theme import Theme

_BETWEEN = " > "
_BORDER = re.compile(r"\s>(?:\s|$)")


class LeaveUndo(QObject):
    """Keeps a text field from taking the keys for undo and redo: the laboratory undoes more than one field's typing."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the keys to the actions that have them."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            undo = event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)
            if undo:
                event.ignore()
                return True
        return super().eventFilter(watched, event)


class LaboratoryEditor(QWidget):
    """Edits one passage. `edited` tells (field, passage) at every key."""

    edited = Signal(str, object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._passage: TrialPassage | None = None
        self._score: TrialScore | None = None
        self.choice = Choice(
            (
                (self.tr("Passage"), self.tr("Title, headings and text, to change as you like")),
                (self.tr("Embedded texts"), self.tr("The exact texts that are compared with the question")),
            )
        )
        self._make_fields()
        self.texts = named(QuietBrowser(self), label=self.tr("Embedded texts"))
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._form())
        self._pages.addWidget(self.texts)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 0, 12, 6)
        column.setSpacing(4)
        top = QHBoxLayout()
        top.addWidget(self.choice)
        top.addStretch(1)
        column.addLayout(top)
        column.addWidget(self._pages, 1)
        self.choice.group.idClicked.connect(self._pages.setCurrentIndex)
        theme.changed.connect(self._draw_texts)
        self.show_passage(None, None)

    def _make_fields(self) -> None:
        self.title = named(QLineEdit(self), label=self.tr("Title of the document"))
        self.headings = named(QLineEdit(self), label=self.tr("Headings, outermost first, with > between them"))
        self.headings.setPlaceholderText(self.tr("Plans > Day pass"))
        self.headings.setToolTip(self.headings.accessibleName())
        self.text = named(QPlainTextEdit(self), "field", label=self.tr("Text of the passage"))
        self.text.setTabChangesFocus(True)
        self.text.setMinimumHeight(40)
        self.title.textEdited.connect(lambda text: self._edit("title", title=text))
        self.headings.textEdited.connect(lambda text: self._edit("headings", heading_path=path_of(text)))
        self.text.textChanged.connect(lambda: self._edit("text", text=self.text.toPlainText()))

    def _form(self) -> QWidget:
        page = QWidget(self)
        form = QFormLayout(page)
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(4)
        form.addRow(self.tr("Title"), self.title)
        form.addRow(self.tr("Headings"), self.headings)
        form.addRow(self.tr("Text"), self.text)
        return page

    def fields(self) -> tuple[QWidget, ...]:
        """Return the fields that text is typed into."""
        return (self.title, self.headings, self.text)

    def show_passage(self, passage: TrialPassage | None, score: TrialScore | None) -> None:
        """Show a passage with what is embedded of it; fields that say the same already keep their cursor."""
        self._passage, self._score = passage, score
        self.setEnabled(passage is not None)
        shown = passage or TrialPassage("", (), "")
        # What the user types is left as it is, blanks at its ends included.
        if shown.title != self.title.text():
            self.title.setText(shown.title)
        if shown.heading_path != path_of(self.headings.text()):
            self.headings.setText(_BETWEEN.join(shown.heading_path))
        if shown.text != self.text.toPlainText():
            with QSignalBlocker(self.text):
                self.text.setPlainText(shown.text)
        self._draw_texts()

    def _edit(self, key: str, **change: str | tuple[str, ...]) -> None:
        if self._passage is not None:
            self._passage = replace(self._passage, **change)  # pyright: ignore[reportArgumentType]
            self.edited.emit(key, self._passage)

    def _draw_texts(self) -> None:
        score = self._score
        if score is None:
            self.texts.setHtml("")
            return
        sides = ((self.tr("Without context"), score.plain), (self.tr("With context"), score.context))
        parts = [self._text_html(name, text) for name, text in sides]
        muted = self._theme.colour("muted").name()
        parts += [f'<p style="color:{muted}; margin:4px 0 0 0">{escape(note)}</p>' for note in score.notes]
        self.texts.setHtml("".join(parts))

    def _text_html(self, name: str, text: EmbeddedText) -> str:
        muted, ground = self._theme.colour("muted").name(), self._theme.colour("accent_soft").name()
        cost = self.tr("{0} tokens, {1} of them the header").format(text.tokens, text.header_tokens)
        own = self._passage.text if self._passage is not None else ""
        header = text.text.removesuffix(own) if own else ""
        marked = f'<span style="background:{ground}">{escape(header)}</span>' if header.strip() else ""
        body = text.text[len(header) :] if header.strip() else text.text
        return (
            f'<p style="margin:2px 0 0 0; color:{muted}"><b>{escape(name)}</b> · {escape(cost)}</p>'
            f'<p style="margin:0 0 4px 0; white-space:pre-wrap">{marked}{escape(body)}</p>'
        )


def path_of(text: str) -> tuple[str, ...]:
    """Return the headings that are written as `A > B`; a `>` without blanks around it belongs to a heading."""
    return tuple(part for part in (piece.strip() for piece in _BORDER.split(text)) if part)

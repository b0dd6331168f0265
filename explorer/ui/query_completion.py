"""Completes the values of heading:, doc: and version: while a question is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QStringListModel, Qt, Signal
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView

from explorer.core.retrieval_views import FilterChoices
from explorer.ui.naming import named

_OPEN = re.compile(r'(?:^|\s)(heading|doc|version):("[^"]*|[^\s"]*)$', re.IGNORECASE)
_MOST_SHOWN = 8


@dataclass(frozen=True, slots=True)
class OpenValue:
    """A value that is being written at the end of a text: of which key, where it starts, what stands there."""

    key: str
    start: int
    text: str


def open_value(before: str) -> OpenValue | None:
    """Return the value that is being written at the end of `before`, what stands left of the cursor."""
    found = _OPEN.search(before)
    if found is None:
        return None
    return OpenValue(found[1].casefold(), found.start(2), found[2].removeprefix('"'))


def _sorted(values: Sequence[str], text: str) -> list[str]:
    """Return values, those first that begin with a text, whole or behind their folder."""
    wanted = text.casefold()

    def begins(value: str) -> bool:
        folded = value.casefold()
        return folded.startswith(wanted) or folded.rpartition("/")[2].startswith(wanted)

    return sorted(values, key=lambda value: not begins(value))


def written(value: str) -> str:
    """Return a value as it is written behind a key: in quotation marks where it has several words."""
    return f'"{value}"' if any(sign.isspace() for sign in value) else value


class QueryCompleter(QObject):
    """Offers values below a line. `wanted` tells that values are needed, once for each `expire`."""

    wanted = Signal()

    def __init__(self, line: QLineEdit) -> None:
        super().__init__(line)
        self._line = line
        self._choices: FilterChoices | None = None
        self._model = QStringListModel(self)
        self._completer = QCompleter(self._model, self)
        self._completer.setWidget(line)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self._completer.setMaxVisibleItems(_MOST_SHOWN)
        self.popup = named(QListView(), "popup", label=self.tr("Values to choose from"))
        self._completer.setPopup(self.popup)
        self._completer.activated.connect(self._insert)

    @property
    def is_open(self) -> bool:
        """Say whether values are shown."""
        return self.popup.isVisible()

    @property
    def is_chosen(self) -> bool:
        """Say whether a value of the list is picked, so that Enter takes it."""
        return self.is_open and self.popup.currentIndex().isValid()

    def close(self) -> None:
        """Show no values."""
        self.popup.hide()

    def expire(self) -> None:
        """Forget the values: another library, or another state of it."""
        self._choices = None

    def show_choices(self, choices: FilterChoices) -> None:
        """Know what can be completed; a value that is being written is completed at once."""
        self._choices = choices
        if self._line.hasFocus():
            self.offer()

    def offer(self) -> None:
        """Show what fits the value at the cursor, or nothing."""
        value = open_value(self._line.text()[: self._line.cursorPosition()])
        if value is not None and self._choices is None:
            self.wanted.emit()
        if value is None or self._choices is None:
            self.popup.hide()
            return
        values = _sorted(self._values(value.key, self._choices), value.text)
        self._model.setStringList(values)
        self._completer.setCompletionPrefix(value.text)
        shown = self._completer.completionCount()
        if not shown or (shown == 1 and self._completer.currentCompletion().casefold() == value.text.casefold()):
            self.popup.hide()
            return
        rect = self._line.cursorRect()
        rect.setWidth(self._width())
        self._completer.complete(rect)

    def _width(self) -> int:
        popup = self.popup
        return min(popup.sizeHintForColumn(0) + popup.verticalScrollBar().sizeHint().width() + 16, 420)

    def _values(self, key: str, choices: FilterChoices) -> list[str]:
        found = {"doc": choices.documents, "version": choices.versions, "heading": choices.headings}[key]
        return [value for value, _ in found]

    def _insert(self, value: str) -> None:
        """Put a value in the place of the one that is being written, and go behind it."""
        text, cursor = self._line.text(), self._line.cursorPosition()
        place = open_value(text[:cursor])
        if place is None:
            return
        after = text[cursor:].lstrip('"')
        whole = f"{text[: place.start]}{written(value)} "
        self._line.setText(whole + after.lstrip())
        self._line.setCursorPosition(len(whole))
        self._line.textEdited.emit(self._line.text())

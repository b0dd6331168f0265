"""The field for a question: it tells when to search while one types, completes values, and goes through the history."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from explorer.core.query import parse_query
from explorer.core.words import words_of
from explorer.ui.query_completion import QueryCompleter, open_value

TYPING_MS = 150
"""After this rest, words are ranked at once."""

PAUSE_MS = 600
"""After this one, the chosen rankers rank."""


class QuestionLine(QLineEdit):
    """Signals: `typed` and `paused` (what is written so far, worth asking), `asked` (Enter), `list_wanted` (Down).

    Up goes back through the questions of the history and Down forward again, to what was being written.
    """

    typed = Signal()
    paused = Signal()
    asked = Signal()
    list_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.completer_of_values = QueryCompleter(self)
        self._typing = self._timer(TYPING_MS, self.typed.emit)
        self._pause = self._timer(PAUSE_MS, self.paused.emit)
        self._past: tuple[str, ...] = ()
        self._place = -1
        self._draft = ""
        self.setClearButtonEnabled(True)
        self.setAccessibleName(self.tr("Question"))
        self.setMinimumWidth(160)
        self.textEdited.connect(self._on_edit)

    def _timer(self, milliseconds: int, tell: object) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=milliseconds)
        timer.timeout.connect(tell)
        return timer

    def set_past(self, questions: Sequence[str]) -> None:
        """Know the questions that were asked, newest first; each counts once."""
        self._past = tuple(dict.fromkeys(questions))
        self._place = -1

    def question(self) -> str:
        """Return what is written, without white space around it."""
        return self.text().strip()

    def stop_waiting(self) -> None:
        """Tell nothing of what was typed before."""
        self._typing.stop()
        self._pause.stop()

    def _on_edit(self) -> None:
        self._place = -1
        self.completer_of_values.offer()
        self.stop_waiting()
        if self._is_worth_asking():
            self._pause.start()
            # A value that is being written is asked about after a rest only: it may be whole by then.
            if open_value(self.text()[: self.cursorPosition()]) is None:
                self._typing.start()

    def _is_worth_asking(self) -> bool:
        """Say whether there is anything to rank by, and no phrase that is half written."""
        if self.text()[: self.cursorPosition()].count('"') % 2:
            return False
        return any(len(word) > 1 or not word.isascii() for word in words_of(parse_query(self.question()).text))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask with Enter, go through the history with Up and Down, leave the keys of the list of values to it."""
        key = event.key()
        enter = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if (
            self.completer_of_values.is_open
            and key in _OF_LIST
            and not (enter and not self.completer_of_values.is_chosen)
        ):
            event.ignore()
        elif enter:
            self.completer_of_values.close()
            self.stop_waiting()
            self.asked.emit()
        elif key == Qt.Key.Key_Up and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self._recall(self._place + 1)
        elif key == Qt.Key.Key_Down and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self._down()
        else:
            super().keyPressEvent(event)

    def _down(self) -> None:
        if self._place >= 0:
            self._recall(self._place - 1)
        else:
            self.list_wanted.emit()

    def _recall(self, place: int) -> None:
        """Show a question of the history; -1 is what was being written before."""
        if place >= len(self._past):
            return
        if self._place < 0:
            self._draft = self.text()
        self.stop_waiting()
        self.setText(self._past[place] if place >= 0 else self._draft)
        self._place = place


_OF_LIST = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Escape, Qt.Key.Key_Up, Qt.Key.Key_Down)

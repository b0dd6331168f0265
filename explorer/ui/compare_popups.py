"""What the compare pane's first line opens: the help on questions, and the history."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QWidget

from explorer.ui.compare_asking import CompareAsking
from explorer.ui.compare_bar import CompareBar
from explorer.ui.history_popup import HistoryPopup
from explorer.ui.query_help import QueryHelp
from explorer.ui.search_history import SearchHistory
from explorer.ui.session import Session


class ComparePopups(QObject):
    """`search_chosen` tells which kept search (KeptSearch) is to be asked again."""

    search_chosen = Signal(object)

    def __init__(self, session: Session, history: SearchHistory, asking: CompareAsking, bar: CompareBar) -> None:
        super().__init__(bar)
        self._session = session
        self._history = history
        self._asking = asking
        self._bar = bar
        bar.help_wanted.connect(self._show_help)
        bar.history_wanted.connect(self._show_history)
        history.changed.connect(self._on_history)
        self._on_history()

    def _show_help(self) -> None:
        popup = QueryHelp(self._bar)
        popup.example_chosen.connect(self._take_example)
        popup.open_at(_below(self._bar.help))

    def _take_example(self, example: str) -> None:
        self._bar.question.setText(example)
        self._bar.question.setFocus()

    def _show_history(self) -> None:
        popup = HistoryPopup(self._history, self._asking.wish(), self._bar)
        popup.search_chosen.connect(self.search_chosen)
        popup.keeping_chosen.connect(self._on_keeping)
        popup.open_at(_below(self._bar.history))

    def _on_keeping(self, kept: bool) -> None:
        self._session.change_settings(replace(self._session.settings, keep_history=kept))

    def _on_history(self) -> None:
        self._bar.question.set_past([search.question for search in self._history.asked])


def _below(widget: QWidget) -> QPoint:
    """Return the lower right corner of a widget on the screen."""
    return widget.mapToGlobal(QPoint(widget.width(), widget.height() + 2))

"""Tells at the end of long work which documents could not be read, and offers the list of them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from explorer.core.views import DocumentRow
from explorer.ui.message_bar import MessageBar
from explorer.ui.refusal_texts import refusal_text
from explorer.ui.session import Session
from explorer.ui.texts import counted

CODE = "D305"
"""The finding that says why a document could not be read."""

_NAMED = 2


class UnreadTeller(QObject):
    """Shows one message for each set of unreadable documents, once nothing goes on any more."""

    def __init__(
        self, session: Session, messages: MessageBar, show_list: Callable[[str], object], parent: QObject | None = None
    ) -> None:
        """`show_list` shows all findings of a code."""
        super().__init__(parent)
        self._session = session
        self._messages = messages
        self._show_list = show_list
        self._told: tuple[str, frozenset[tuple[str, str]]] = ("", frozenset())
        self._message = ("", "")
        session.progress_changed.connect(self._on_progress)

    def _on_progress(self, progress: object) -> None:
        library = self._session.library
        if progress is not None or library is None or self._session.busy:
            return
        failed = tuple(row for row in library.documents if row.error)
        state = (library.folder, frozenset((row.name, row.error) for row in failed))
        if state == self._told:
            return
        self._told = state
        self._messages.withdraw(*self._message)
        if failed:
            self._message = (self._title(len(failed)), self._reasons(failed))
            self._messages.show_message(
                *self._message, tone="warning", action=(self.tr("List them"), lambda: self._show_list(CODE))
            )

    def _title(self, number: int) -> str:
        return self.tr("{0} could not be read.").format(counted(number, self.tr("file"), self.tr("files")))

    def _reasons(self, failed: tuple[DocumentRow, ...]) -> str:
        named = [_reason(row) for row in failed[:_NAMED]]
        rest = len(failed) - len(named)
        return " ".join([*named, self.tr("And {0} more.").format(f"{rest:,}")] if rest else named)


def _reason(row: DocumentRow) -> str:
    """Return the document's name with the first line of why it could not be read, which often names it already."""
    reason = refusal_text(row.error).partition("\n")[0].rstrip(".") + "."
    return reason if row.name.rpartition("/")[2] in reason else f"{row.name}: {reason}"

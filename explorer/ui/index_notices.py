"""Tells what is the matter with an index as a whole: it cannot be written, or the documents are gone."""

from __future__ import annotations

from PySide6.QtCore import QObject

from explorer.core.views import LibraryInfo
from explorer.ui.error_texts import error_line
from explorer.ui.message_bar import MessageBar
from explorer.ui.session import Session
from explorer.ui.texts import counted


class IndexNotices(QObject):
    """Keeps at most one message of each kind, and takes it away once it holds no more."""

    def __init__(self, session: Session, messages: MessageBar, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._messages = messages
        self._read_only = self._vanished = ("", "")
        session.library_changed.connect(self._on_library)

    def _on_library(self, library: LibraryInfo | None) -> None:
        self._tell_read_only(library.read_only if library else "")
        self._tell_vanished(library if library and library.vanished else None)

    def _tell_read_only(self, why: str) -> None:
        detail = self.tr("Questions are answered from the index as it is; changed documents are not read.")
        message = (error_line(why), detail) if why else ("", "")
        if message != self._read_only:
            self._messages.withdraw(*self._read_only)
            self._read_only = message
            if why:
                self._messages.show_message(*message, tone="warning")

    def _tell_vanished(self, library: LibraryInfo | None) -> None:
        message = self._words_of(library) if library else ("", "")
        if message == self._vanished:
            return
        self._messages.withdraw(*self._vanished)
        self._vanished = message
        if library:
            action = (self.tr("Remove them"), self._session.let_vanished_go)
            self._messages.show_message(*message, tone="warning", action=action)

    def _words_of(self, library: LibraryInfo) -> tuple[str, str]:
        number = counted(library.vanished, self.tr("document"), self.tr("documents"))
        title = self.tr("{0} cannot be found in {1}.").format(number, library.folder)
        detail = self.tr("Nothing was removed from the index. Is the drive or the share connected?")
        return title, detail

"""Tells that a library's index is damaged, what that costs, and offers to build it again."""

from __future__ import annotations

from PySide6.QtCore import QObject

from explorer import protocol
from explorer.ui.message_bar import MessageBar
from explorer.ui.session import Session


class DamageNotice(QObject):
    """Puts its own message in the place of what `Session.failed` tells; made after what shows that."""

    def __init__(self, session: Session, messages: MessageBar, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._messages = messages
        self._damage: protocol.Failed | None = None
        self._message = ("", "")
        self._folder = ""
        session.answer_arrived.connect(self._on_answer)
        session.failed.connect(self._on_failed)
        session.library_changed.connect(self._on_library)

    def _on_answer(self, event: protocol.AnyEvent) -> None:
        if isinstance(event, protocol.IndexRemoved):
            self._messages.withdraw(*self._message)
            self._session.open_library(event.folder)
        elif isinstance(event, protocol.Failed):
            self._damage = event if event.remedy == "rebuild" else None

    def _on_failed(self, title: str, detail: str) -> None:
        damage, self._damage = self._damage, None
        if damage is None or (title, detail) != (damage.title, damage.detail):
            return
        words = self.tr(
            "Your documents are untouched, and so are renamed headings, verdicts, question sets and settings. Building"
            " it again reads all documents anew."
        )
        self._messages.withdraw(title, detail)
        self._message, self._folder = (title, words), self._session.folder
        self._messages.show_message(*self._message, action=(self.tr("Build it again"), self._build_again))

    def _build_again(self) -> None:
        # The library that the message is about, whichever was opened since.
        folder, store = self._folder, self._session.options.store
        self._session.send("remove index", lambda job: protocol.RemoveIndex(id=job, folder=folder, store=store))

    def _on_library(self, library: object) -> None:
        if library is not None and self._session.busy:
            # Another library, or the same one anew.
            self._messages.withdraw(*self._message)

"""Tells that the engine stopped for good and offers to start it again; takes back trouble that is over."""

from __future__ import annotations

from PySide6.QtCore import QObject

from explorer.ui.message_bar import MessageBar
from explorer.ui.session import Session


class EngineNotices(QObject):
    """Keeps the library shown by a message in place of an empty window."""

    def __init__(self, session: Session, messages: MessageBar, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._messages = messages
        self._message = (
            self.tr("The engine stopped twice."),
            self.tr("What is shown stays; what you ask waits until it runs again (F5)."),
        )
        session.engine_gave_up.connect(self._tell)
        session.engine_restarted.connect(lambda: messages.withdraw(*self._message))
        session.library_changed.connect(lambda _: messages.withdraw(*self._message))
        session.resolved.connect(messages.withdraw)

    def _tell(self) -> None:
        action = (self.tr("Start again"), self._session.start_again)
        self._messages.show_message(*self._message, action=action)

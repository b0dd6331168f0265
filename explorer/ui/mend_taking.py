"""Takes a proposed heading at once, without the dialog."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from explorer import protocol
from explorer.ui.audit_session import AuditSession
from explorer.ui.mend_history import MendHistory
from explorer.ui.wishes import RenameWish

_MOST_PLACES = 10_000


class MendTaking(QObject):
    """Keeps the mend that a proposal makes, as a change that can be undone; `taken` (RenameWish) tells so.

    Which of several headings of the same path it is about is asked of the engine first. Emits `dialog_wanted`
    (RenameWish) when that cannot be told: the user then decides.
    """

    dialog_wanted = Signal(object)
    taken = Signal(object)

    def __init__(self, audit: AuditSession, history: MendHistory, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._audit = audit
        self._history = history
        self._wish: RenameWish | None = None
        audit.occurrences_arrived.connect(self._on_occurrences)

    def take(self, wish: RenameWish) -> None:
        """Rename the heading to its proposal."""
        self._wish = wish
        self._audit.request_occurrences(wish.heading, _MOST_PLACES)

    def _on_occurrences(self, found: protocol.Occurrences) -> None:
        wish = self._wish
        if wish is None or found.heading != wish.heading:
            return
        self._wish = None
        for (document, row), mend in zip(found.places, found.mends, strict=False):
            if (document, row.ordinal) == (wish.document, wish.section):
                self._history.keep((replace(mend, text=wish.proposal),))
                self.taken.emit(wish)
                return
        self.dialog_wanted.emit(wish)

"""The tree's side of the window's state: what is read while a refresh goes on, and which headings match.

Like `Session`, whose link to the engine it uses: panels call its methods and render the facts it announces.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from explorer import protocol
from explorer.core.views import DocumentRow, LibraryInfo
from explorer.ui.session import Session


class TreeSession(QObject):
    """What the tree asks.

    Signals, all facts: `documents_told` (tuple of DocumentRow: documents of which the state changed),
    `headings_matched` (protocol.TreeFiltered).
    """

    documents_told = Signal(object)
    headings_matched = Signal(object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._again: tuple[str, ...] = ()
        self._shown_chunks = False
        session.answer_arrived.connect(self._on_answer)
        session.library_changed.connect(self._on_library)
        session.progress_changed.connect(self._on_progress)

    def match_headings(self, text: str) -> None:
        """Ask which headings match words; an answer to older words is dropped."""
        if self._session.library is not None:
            self._session.send("tree filter", lambda job: protocol.FilterTree(id=job, text=text))

    def read_again(self, documents: tuple[str, ...]) -> None:
        """Read documents even if they seem not to have changed, as soon as nothing else is being read."""
        if self._session.library is None:
            return
        self._again = tuple(dict.fromkeys((*self._again, *documents)))
        if self._again and not self._session.busy:
            wanted, self._again = self._again, ()
            self._session.send("refresh", lambda job: protocol.Refresh(id=job, documents=wanted))

    def _on_answer(self, event: protocol.AnyEvent) -> None:
        match event:
            case protocol.DocumentsTold():
                self.documents_told.emit(event.rows)
                self._show_what_came(event.rows)
            case protocol.TreeFiltered():
                self.headings_matched.emit(event)
            case _:
                pass

    def _on_library(self, library: LibraryInfo | None) -> None:
        self._shown_chunks = library is not None and library.health.chunks > 0
        if library is None:
            self._again = ()

    def _on_progress(self, progress: protocol.Progress | None) -> None:
        if progress is None:
            self.read_again(())

    def _show_what_came(self, rows: tuple[DocumentRow, ...]) -> None:
        """Have a chosen document's chunks shown once it is read, a folder's once the first ones are there."""
        read = [row for row in rows if not row.state]
        chosen = self._session.selection
        if chosen.document:
            if any(row.name == chosen.document for row in read):
                self._session.announce_selection()
        elif not self._shown_chunks and any(row.chunks for row in read):
            self._shown_chunks = True
            self._session.announce_selection()

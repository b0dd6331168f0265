"""Documents that change on disk are read without being asked for, once nothing else goes on."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from explorer import protocol
from explorer.core.views import LibraryInfo
from explorer.ui.session import Session


class FileWatch(QObject):
    """Collects what the engine notices. Facts: `changed` (frozenset of names to be read), `failed` (title, detail)."""

    changed = Signal(object)
    failed = Signal(str, str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._folder = ""
        self._waiting: frozenset[str] = frozenset()
        self._reading: frozenset[str] = frozenset()
        session.answer_arrived.connect(self._on_answer)
        session.library_changed.connect(self._on_library)
        session.progress_changed.connect(self._on_progress)

    @property
    def names(self) -> frozenset[str]:
        """Return the documents that changed and are not read anew yet."""
        return self._waiting | self._reading

    def _on_answer(self, event: protocol.AnyEvent) -> None:
        # What was noticed in the library that was open before says nothing of this one.
        if not isinstance(event, protocol.FilesChanged) or event.folder != self._folder:
            return
        if event.problem:
            self.failed.emit(
                self.tr("Changes in this folder are not noticed by themselves."),
                self.tr("{why} Press F5 to read what changed.").format(why=event.problem),
            )
            return
        self._waiting |= frozenset(event.names)
        self.changed.emit(self.names)
        self._read()

    def _on_library(self, library: LibraryInfo | None) -> None:
        folder = library.folder if library else ""
        if folder != self._folder:
            self._folder = folder
            self._waiting = self._reading = frozenset()
            self.changed.emit(self.names)

    def _on_progress(self, progress: protocol.Progress | None) -> None:
        """Go on when what was under way has ended."""
        if progress is None and not self._session.busy:
            if self._reading:
                self._reading = frozenset()
                self.changed.emit(self.names)
            self._read()

    def _read(self) -> None:
        if self._waiting and self._session.library is not None and not self._session.busy:
            self._reading, self._waiting = self._waiting, frozenset()
            self._session.refresh()

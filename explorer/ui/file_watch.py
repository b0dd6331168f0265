"""Documents that change on disk are read without being asked for, once nothing else goes on."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from explorer import protocol
from explorer.core.views import LibraryInfo
from explorer.ui.session import Session


class FileWatch(QObject):
    """Collects what the engine notices.

    Facts: `changed` (what is known of the files to be read, by name: "changed", "new" or "gone"), `failed` (title,
    detail).
    """

    changed = Signal(object)
    failed = Signal(str, str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._folder = ""
        self._waiting: dict[str, str] = {}
        self._reading: dict[str, str] = {}
        session.answer_arrived.connect(self._on_answer)
        session.library_changed.connect(self._on_library)
        session.progress_changed.connect(self._on_progress)

    @property
    def states(self) -> dict[str, str]:
        """Return what is known of the documents that changed and are not read anew yet."""
        return {**self._reading, **self._waiting}

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
        self._waiting.update(dict.fromkeys(event.names, "changed"))
        self._waiting.update(dict.fromkeys(event.added, "new"))
        self._waiting.update(dict.fromkeys(event.gone, "gone"))
        self.changed.emit(self.states)
        self._read()

    def _on_library(self, library: LibraryInfo | None) -> None:
        folder = library.folder if library else ""
        if folder != self._folder:
            self._folder = folder
            self._waiting, self._reading = {}, {}
            self.changed.emit(self.states)

    def _on_progress(self, progress: protocol.Progress | None) -> None:
        """Go on when what was under way has ended."""
        if progress is None and not self._session.busy:
            if self._reading:
                self._reading = {}
                self.changed.emit(self.states)
            self._read()

    def _read(self) -> None:
        if self._waiting and self._session.library is not None and not self._session.busy:
            self._reading, self._waiting = self._waiting, {}
            self._session.refresh()

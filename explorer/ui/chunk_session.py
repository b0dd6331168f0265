"""What the chunk list asks beyond its pages: chosen rows, the words of the source, files of chunks.

Like `Session`, whose link to the engine it uses.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from explorer import protocol
from explorer.core.views import LibraryInfo
from explorer.ui.models.row_choice import RowRange
from explorer.ui.session import Session

ChunkKey = tuple[str, int]


class ChunkSession(QObject):
    """Asks about the session's selection.

    Signals, all facts: `rows_read` (tuple of ChunkView), `rows_failed` (those asked for last do not come),
    `sources_told` (tuple of ChunkSource), `export_progress` (protocol.Progress), `exported` (path, number of chunks),
    `export_ended` (no file comes: it was stopped, or failed).
    """

    rows_read = Signal(object)
    rows_failed = Signal()
    sources_told = Signal(object)
    export_progress = Signal(object)
    exported = Signal(str, int)
    export_ended = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._jobs: dict[str, int] = {}
        self._folder = ""
        session.library_changed.connect(self._on_library)
        session.answer_arrived.connect(self._on_answer)
        session.engine_restarted.connect(self._end_all)

    @property
    def exporting(self) -> bool:
        """Say whether a file is being written."""
        return "export" in self._jobs

    def read_rows(self, rows: Iterable[RowRange]) -> None:
        """Ask for rows of the selection's list, at most a page of them."""
        chosen, wanted = self._session.selection, tuple(rows)

        def make(job: int) -> protocol.ReadChunkRows:
            self._jobs["rows"] = job
            return protocol.ReadChunkRows(
                id=job, folder=chosen.folder, document=chosen.document, section=chosen.section, rows=wanted
            )

        self._session.send("chunk rows", make)

    def request_sources(self, chunks: Iterable[ChunkKey]) -> None:
        """Ask what stands in the source where chunks were cut."""
        wanted = tuple(chunks)
        self._session.send("chunk sources", lambda job: protocol.GetChunkSources(id=job, chunks=wanted))

    def export(self, path: str, form: str, rows: Iterable[RowRange] = ()) -> None:
        """Write rows of the selection's list, or all of it, as a file: jsonl, csv or markdown."""
        chosen, wanted = self._session.selection, tuple(rows)

        def make(job: int) -> protocol.ExportChunks:
            self._jobs["export"] = job
            return protocol.ExportChunks(
                id=job,
                path=path,
                format=form,
                folder=chosen.folder,
                document=chosen.document,
                section=chosen.section,
                rows=wanted,
            )

        self._session.send("chunk export", make)

    def stop_export(self) -> None:
        """Stop writing; `export_ended` follows when a file was being written."""
        self._session.stop("chunk export")

    def _on_answer(self, event: protocol.AnyEvent) -> None:
        match event:
            case protocol.ChunkRowsRead(rows=rows):
                self._jobs.pop("rows", None)
                self.rows_read.emit(rows)
            case protocol.ChunkSourcesTold(rows=rows):
                self.sources_told.emit(rows)
            case protocol.ChunksExported(path=path, count=count):
                self._jobs.pop("export", None)
                self.exported.emit(path, count)
            case protocol.Progress() if event.id == self._jobs.get("export"):
                self.export_progress.emit(event)
            case protocol.Failed() | protocol.Cancelled():
                self._on_ended(event.id)
            case _:
                pass

    def _on_ended(self, job: int) -> None:
        if job == self._jobs.get("export"):
            self._jobs.pop("export")
            self.export_ended.emit()
        elif job == self._jobs.get("rows"):
            self._jobs.pop("rows")
            self.rows_failed.emit()

    def _on_library(self, library: LibraryInfo | None) -> None:
        """End what was asked of another library: no answer comes."""
        folder = library.folder if library else ""
        if folder != self._folder:
            self._folder = folder
            self._end_all()

    def _end_all(self) -> None:
        for job in tuple(self._jobs.values()):
            self._on_ended(job)

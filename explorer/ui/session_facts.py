"""What a session announces."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from explorer import protocol


class SessionFacts(QObject):
    """All that is announced to the panels.

    Signals, all facts: `library_changed` (LibraryInfo or None), `sections_arrived` (document, tuple of SectionRow,
    whether these are the last), `selection_changed` (Selection), `chunks_arrived` (protocol.Chunks for the present
    selection), `chunk_selected` (ChunkView or None), `source_arrived` (SourceView), `page_arrived`
    (protocol.PageDrawn), `findings_arrived` (protocol.Findings), `headings_found` (protocol.HeadingsFound),
    `answer_arrived` (all else, for `AuditSession`), `comparison_changed` (Comparison or None), `rank_arrived`
    (TrueRank), `progress_changed` (protocol.Progress, None when nothing runs), `search_running`, `search_refused`
    (title, detail: what is written so far cannot be answered), `failed` (title, detail: expected trouble), `crashed`
    (title, report: a bug), `resolved` (title, detail: trouble told by `failed` that is over), `engine_restarted`,
    `engine_gave_up` (it stopped twice: `start_again` is for the user to wish), `settings_changed` (Settings).
    """

    library_changed = Signal(object)
    sections_arrived = Signal(str, object, bool)
    selection_changed = Signal(object)
    chunks_arrived = Signal(object)
    chunk_selected = Signal(object)
    source_arrived = Signal(object)
    page_arrived = Signal(object)
    findings_arrived = Signal(object)
    headings_found = Signal(object)
    comparison_changed = Signal(object)
    rank_arrived = Signal(object)
    answer_arrived = Signal(object)
    progress_changed = Signal(object)
    search_running = Signal(bool)
    search_refused = Signal(str, str)
    failed = Signal(str, str)
    crashed = Signal(str, str)
    resolved = Signal(str, str)
    engine_restarted = Signal()
    engine_gave_up = Signal()
    settings_changed = Signal(object)

    _folder = ""

    @property
    def folder(self) -> str:
        """Return the folder that was to be opened last, whether it is open or not."""
        return self._folder

    def check_version(self, event: protocol.Ready) -> None:
        """Tell that the engine is of another version, if it is."""
        if event.version != protocol.PROTOCOL_VERSION:
            self.failed.emit(
                self.tr("The engine is of another version than the window."),
                self.tr("Install the program anew so that both are of one version."),
            )

    def pass_on(self, event: protocol.AnyEvent) -> None:
        """Announce an answer that changes nothing here."""
        match event:
            case protocol.Source():
                self.source_arrived.emit(event.source)
            case protocol.PageDrawn():
                self.page_arrived.emit(event)
            case protocol.Findings():
                self.findings_arrived.emit(event)
            case protocol.HeadingsFound():
                self.headings_found.emit(event)
            case protocol.ChunkRanked():
                self.rank_arrived.emit(event.rank)
            case _:
                self.answer_arrived.emit(event)

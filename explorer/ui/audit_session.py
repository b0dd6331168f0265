"""The audit's side of the window's state: heading inventory, mends, silences, costs and samples, asked of the engine.

Like `Session`, whose link to the engine it uses: panels call its methods and render the facts it announces. What
changes headers or findings is followed by a refresh, as soon as none is under way.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from explorer import protocol
from explorer.core.findings import Health
from explorer.core.mends import Mend
from explorer.core.views import LibraryInfo
from explorer.ui.session import Session

PAGE = 200
"""Heading texts in one answer."""


class AuditSession(QObject):
    """What the owner asks and decides about a library's audit.

    Signals, all facts: `inventory_arrived` (protocol.Inventory), `occurrences_arrived` (protocol.Occurrences),
    `mend_previewed` (MendEffect), `mends_listed` (tuple of MendRow), `silence_decided` (kind, value, whether
    it holds: a decision of the user that goes to the engine), `silence_changed` (protocol.SilenceChanged),
    `account_told` (protocol.AccountTold), `spread_told` (SpreadReport), `spread_progress` (protocol.Progress),
    `spread_ended` (no figures come: it was stopped, or failed), `sample_drawn` (protocol.SampleDrawn), `judged`
    (protocol.Judged), `verdict_failed` (document, index: it is not kept),
    `report_written` (the file's path), `library_changed` (LibraryInfo or None): another library, or a new state.
    """

    inventory_arrived = Signal(object)
    occurrences_arrived = Signal(object)
    mend_previewed = Signal(object)
    mends_listed = Signal(object)
    silence_decided = Signal(str, str, bool)
    silence_changed = Signal(object)
    account_told = Signal(object)
    spread_told = Signal(object)
    spread_progress = Signal(object)
    spread_ended = Signal()
    sample_drawn = Signal(object)
    judged = Signal(object)
    verdict_failed = Signal(str, int)
    report_written = Signal(str)
    library_changed = Signal(object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._state: tuple[str, int, Health] | None = None
        self._refresh_wanted = False
        self._spread_job = 0
        self._verdict_jobs: dict[int, tuple[str, int]] = {}
        session.answer_arrived.connect(self._on_answer)
        session.library_changed.connect(self._on_library)
        session.progress_changed.connect(self._on_progress)
        session.engine_restarted.connect(self._end_spread)

    @property
    def session(self) -> Session:
        """Return what is open, selected and asked."""
        return self._session

    def request_inventory(
        self, text: str, codes: tuple[str, ...], sort: str, *, descending: bool, offset: int = 0, limit: int = PAGE
    ) -> None:
        """Ask for heading texts; an answer to an older wish is dropped, one to another page too."""
        self._session.send(
            "inventory",
            lambda job: protocol.ListInventory(
                id=job, text=text, codes=codes, sort=sort, descending=descending, offset=offset, limit=limit
            ),
        )

    def request_occurrences(self, heading: str, limit: int = 500) -> None:
        """Ask where a heading text stands: the first `limit` places."""
        self._session.send("occurrences", lambda job: protocol.ListOccurrences(id=job, heading=heading, limit=limit))

    def preview_mend(self, document: str, section: int, text: str) -> None:
        """Ask what renaming a section's heading would do."""
        self._session.send(
            "preview", lambda job: protocol.PreviewMend(id=job, document=document, section=section, text=text)
        )

    def request_mends(self) -> None:
        """Ask for all mends."""
        self._session.send("mends", lambda job: protocol.ListMends(id=job))

    def change_mends(self, keep: Iterable[Mend] = (), drop: Iterable[Mend] = ()) -> None:
        """Keep mends and drop others, and bring the index in line with that."""
        kept, dropped = tuple(keep), tuple(drop)
        self._session.send("change mends", lambda job: protocol.ChangeMends(id=job, keep=kept, drop=dropped))
        self._refresh_wanted = True

    def change_silence(self, kind: str, value: str, *, on: bool) -> None:
        """Silence a rule, a heading or documents (or call a heading generic), or take that back."""
        self._session.send("silence", lambda job: protocol.ChangeSilence(id=job, kind=kind, value=value, on=on))
        self._refresh_wanted = True
        self.silence_decided.emit(kind, value, on)

    def request_silences(self) -> None:
        """Ask what is silenced; announced by `silence_changed`."""
        self._session.send("silences", lambda job: protocol.ListSilences(id=job))

    def request_account(self, recipe: str = "") -> None:
        """Ask what headers cost under a recipe (empty: the library's own) and how texts name their subjects."""
        self._session.send("account", lambda job: protocol.GetAccount(id=job, recipe=recipe))

    def request_spread(self, recipe: str = "") -> None:
        """Ask what a recipe (empty: the library's own) does to the distances between chunks."""

        def make(job: int) -> protocol.GetSpread:
            self._spread_job = job
            return protocol.GetSpread(id=job, recipe=recipe)

        self._session.send("spread", make)

    def stop_spread(self) -> None:
        """Stop measuring; `spread_ended` follows when anything was under way."""
        self._session.stop("spread")

    def draw_sample(self, size: int, seed: int, judge: str) -> None:
        """Ask for a quality sample with the judge's verdicts so far."""
        self._session.send("sample", lambda job: protocol.DrawSample(id=job, size=size, seed=seed, judge=judge))

    def judge(self, document: str, index: int, verdict: str, note: str = "") -> None:
        """Keep a verdict on a chunk of the drawn sample; an empty one takes it back."""

        def make(job: int) -> protocol.Judge:
            self._verdict_jobs[job] = (document, index)
            return protocol.Judge(id=job, document=document, index=index, verdict=verdict, note=note)

        self._session.send(("judge", document, index), make)

    def write_report(self, path: str, report_format: str, *, with_text: bool = True) -> None:
        """Write the audit as a file: text, json, csv, html or sarif."""
        self._session.send(
            "report", lambda job: protocol.WriteReport(id=job, path=path, format=report_format, with_text=with_text)
        )

    def _on_answer(self, event: protocol.AnyEvent) -> None:
        match event:
            case protocol.Inventory():
                self.inventory_arrived.emit(event)
            case protocol.Occurrences():
                self.occurrences_arrived.emit(event)
            case protocol.MendPreviewed(effect=effect):
                self.mend_previewed.emit(effect)
            case protocol.MendsListed(rows=rows):
                self.mends_listed.emit(rows)
                self._refresh_if_wanted()
            case protocol.SilenceChanged():
                self.silence_changed.emit(event)
                self._refresh_if_wanted()
            case _:
                self._on_measure(event)

    def _on_measure(self, event: protocol.AnyEvent) -> None:
        match event:
            case protocol.AccountTold():
                self.account_told.emit(event)
            case protocol.SpreadTold(report=report):
                self._spread_job = 0
                self.spread_told.emit(report)
            case protocol.Progress() if event.id == self._spread_job:
                self.spread_progress.emit(event)
            case protocol.Failed() | protocol.Cancelled() if event.id == self._spread_job:
                self._end_spread()
            case protocol.Failed() | protocol.Cancelled() if event.id in self._verdict_jobs:
                self.verdict_failed.emit(*self._verdict_jobs.pop(event.id))
            case protocol.SampleDrawn():
                self.sample_drawn.emit(event)
            case protocol.Judged():
                self._verdict_jobs.pop(event.id, None)
                self.judged.emit(event)
            case protocol.ReportWritten(path=path):
                self.report_written.emit(path)
            case _:
                pass

    def _end_spread(self) -> None:
        if self._spread_job:
            self._spread_job = 0
            self.spread_ended.emit()

    def _on_library(self, library: LibraryInfo | None) -> None:
        state = (library.folder, library.revision, library.health) if library else None
        if state != self._state:
            self._state = state
            self.library_changed.emit(library)

    def _on_progress(self, progress: protocol.Progress | None) -> None:
        if progress is None:
            self._refresh_if_wanted()

    def _refresh_if_wanted(self) -> None:
        """Refresh for changed mends or silences, now or when what is under way is done."""
        if self._refresh_wanted and self._session.library is not None and not self._session.busy:
            self._refresh_wanted = False
            self._session.refresh()

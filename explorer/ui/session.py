"""The window's state and its only link to the engine: panels call its methods and render the facts it announces.

Guarantees:

* Panels know neither the engine nor one another.
* For each kind of request only the newest one's answer is announced; older answers are dropped.
* `selection_changed` comes before the `chunk_selected` of a chunk that needed another selection.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from pathlib import Path

from PySide6.QtCore import QObject

from explorer import protocol
from explorer.core.recipe import PLAIN
from explorer.core.views import ChunkView, Comparison, LibraryInfo
from explorer.ui.arrived_chunks import ArrivedChunks
from explorer.ui.engine_client import EngineClient, ends_job
from explorer.ui.engine_jobs import EngineJobs
from explorer.ui.session_facts import SessionFacts
from explorer.ui.settings import Settings
from explorer.ui.troubles import Troubles
from explorer.ui.wishes import LibraryOptions, Question, Selection

__all__ = ["LibraryOptions", "Selection", "Session"]


class Session(SessionFacts):
    """What is open, selected and asked. `refusal`: why the last search failed."""

    def __init__(
        self,
        client: EngineClient,
        settings: Settings | None = None,
        options: LibraryOptions | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._jobs = EngineJobs(client)
        self._settings = settings or Settings()
        self._options = options or LibraryOptions()
        self._folder = self._opened = ""
        self._library: LibraryInfo | None = None
        self._selection = Selection()
        self._chunk: ChunkView | None = None
        self._comparison: Comparison | None = None
        self._question: Question | None = None
        # The question waits for vectors or a library; a rank can be asked; the engine's end cut the question off once.
        self._live = self._waits = self._ranked = self._cut_off = False
        self._asked_revision = -1
        self._gone = False
        self._troubles = Troubles()
        self._refresh_wanted = self._refreshing = self._resumed = False
        self.refusal = ("", "")
        self._arrived = ArrivedChunks()
        client.event_arrived.connect(self._on_event)
        client.stopped.connect(self._on_stopped)
        client.restarted.connect(self._on_restarted)
        client.gave_up.connect(self._on_gave_up)

    @property
    def library(self) -> LibraryInfo | None:
        """Return the open library."""
        return self._library

    @property
    def selection(self) -> Selection:
        """Return what the chunk list shows."""
        return self._selection

    @property
    def chunk(self) -> ChunkView | None:
        """Return the chosen chunk."""
        return self._chunk

    @property
    def comparison(self) -> Comparison | None:
        """Return the last answered question with both rankings."""
        return self._comparison

    @property
    def settings(self) -> Settings:
        """Return the user's choices."""
        return self._settings

    @property
    def options(self) -> LibraryOptions:
        """Return how libraries are opened."""
        return self._options

    @property
    def busy(self) -> bool:
        """Say whether a library is being opened or refreshed."""
        return "open" in self._jobs or "refresh" in self._jobs

    @property
    def waiting(self) -> bool:
        """Say whether any answer of the engine is still to come."""
        return bool(self._jobs)

    @property
    def question_waits(self) -> bool:
        """Say whether the last question is asked only when the library, or its vectors, are there."""
        return self._waits

    @property
    def holding(self) -> bool:
        """Say whether what is asked waits until a library is open, or open again."""
        return self._jobs.holding

    def change_settings(self, settings: Settings) -> None:
        """Take new choices and announce them."""
        if settings != self._settings:
            self._settings = settings
            self.settings_changed.emit(settings)

    def open_library(self, folder: str) -> None:
        """Open the library of a folder, then read what changed there."""
        self.stop("refresh", "open")
        self._forget_answers()
        self._folder = str(Path(folder).expanduser().resolve())
        self._refresh_wanted = True
        self._waits = self._ranked = self._gone = False
        self._send_open()

    def start_again(self) -> None:
        """Open the library again after the engine stopped for good; nothing to do while it runs."""
        if self._gone:
            self._on_restarted()

    def refresh(self) -> None:
        """Read, chunk and embed what changed; nothing to do while that is going on."""
        if self._gone:
            self.start_again()
            self._refresh_wanted = True
        elif self._library is not None and not self.busy:
            self._send_refresh()

    def read_scans(self, languages: str) -> None:
        """Read scanned pages with Tesseract, now and in future ("eng+deu"; empty: leave them again)."""
        if self._library is not None and not self.busy:
            self._send_refresh(ocr=languages)

    def let_vanished_go(self) -> None:
        """Take documents out of the index although (nearly) all have vanished (`LibraryInfo.vanished`)."""
        if self._library is not None and not self.busy:
            self._refreshing = True
            self.send("refresh", lambda job: protocol.Refresh(id=job, may_empty=True))

    def cancel(self) -> None:
        """Stop what the user waits for: opening, refreshing, searching and measuring."""
        self._waits = False
        self.stop("refresh", "open", "search", "spread")

    def select(self, selection: Selection) -> None:
        """Show other chunks. A chosen chunk that is not among them is chosen no longer."""
        if selection == self._selection:
            return
        chunk = self._chunk
        self._change_selection(selection)
        if chunk is not None and not self._arrived.holds(chunk, self._selection):
            self._choose(None)

    def announce_selection(self) -> None:
        """Announce the selection again: what it shows has come meanwhile."""
        self._change_selection(self._selection)

    def select_chunk(self, document: str, index: int) -> None:
        """Choose a chunk; announced once its row is known, after another selection when that is needed."""
        view = self._arrived.row(document, index)
        if view is not None:
            self._jobs.drop("locate")
            self._choose(view)
        else:
            self.send("locate", lambda job: protocol.LocateChunk(id=job, document=document, index=index))

    def request_chunks(self, offset: int, limit: int) -> None:
        """Ask for chunks of the present selection."""
        chosen = self._selection
        self.send(
            ("chunks", offset),
            lambda job: protocol.ListChunks(
                id=job,
                folder=chosen.folder,
                document=chosen.document,
                section=chosen.section,
                offset=offset,
                limit=limit,
            ),
        )

    def request_sections(self, document: str) -> None:
        """Ask for a document's sections."""
        self._arrived.expect_sections(document)
        self.send(("sections", document), lambda job: protocol.ListSections(id=job, document=document))

    def request_source(self, document: str) -> None:
        """Ask for a document's text or page sizes."""
        self.send("source", lambda job: protocol.GetSource(id=job, document=document))

    def request_findings(self, document: str = "", codes: tuple[str, ...] = (), offset: int = 0) -> None:
        """Ask for findings `offset` and following of a document, or of the library, of some codes or of all."""
        self.send(
            "findings",
            lambda job: protocol.ListFindings(id=job, document=document, codes=codes, offset=offset),
        )

    def find_headings(self, text: str) -> None:
        """Ask for documents and headings that hold `text`."""
        self.send("headings", lambda job: protocol.FindHeadings(id=job, text=text))

    def search(self, asked: Question, *, live: bool = False) -> None:
        """Rank the pool for a question on both sides; a recipe without vectors is embedded first.

        A `live` question is asked while it is being written: what is wrong with it is told by `search_refused` alone.
        """
        self._question = asked
        self._live = live
        self._asked_revision = -1
        self._waits = self._must_wait(asked)
        if self._gone:
            self.start_again()
        elif not self._waits:
            self._send_search(asked)

    def _must_wait(self, asked: Question) -> bool:
        """Say whether a question cannot be answered yet but will be when what goes on is done."""
        library = self._library
        if self._jobs.holding or library is None or library.indexed:
            return self._jobs.holding or self._embed_for(asked)
        return self.busy and not set(asked.by_vectors()) <= set(library.embedded)

    def _embed_for(self, asked: Question) -> bool:
        """Start embedding the recipes that the question needs and that have no vectors yet; say whether there are any.

        The question is sent when that is done, or when what goes on already is done and this was.
        """
        library = self._library
        if library is None or not library.indexed:
            return False
        wanted = dict.fromkeys(asked.by_vectors())
        missing = set(wanted) - {PLAIN.name, library.recipe, *library.embedded}
        if missing and not self.busy:
            self._send_refresh(tuple(wanted))
        return bool(missing)

    def _send_refresh(self, recipes: tuple[str, ...] = (), ocr: str | None = None) -> None:
        self._refreshing = True
        self.send("refresh", lambda job: protocol.Refresh(id=job, recipes=recipes, ocr=ocr))

    def rank_chunk(self, document: str, index: int) -> None:
        """Ask for a chunk's true rank in the last comparison; nothing to do before the engine made one."""
        if self._ranked:
            self.send("rank", lambda job: protocol.RankChunk(id=job, document=document, index=index))

    def send(self, kind: Hashable, make: Callable[[int], protocol.Request]) -> None:
        """Ask the engine; an older question of that kind is not answered any more."""
        self._jobs.send(kind, make)

    def _send_open(self) -> None:
        self._jobs.hold()
        self.send("open", lambda job: self._options.request(job, self._folder))
        self.progress_changed.emit(protocol.Progress(done=0, total=0, note=self.tr("Opening the library")))

    def _send_search(self, asked: Question) -> None:
        # The engine itself passes over searches that a newer one replaced. A cancel would kill it when it is still
        # loading its model.
        self._jobs.drop("rank")
        self._asked_revision = self._library.revision if self._library else -1
        self.send("search", asked.request)
        self.search_running.emit(True)

    def stop(self, *kinds: str) -> None:
        """Stop the newest jobs of these kinds; each says itself how it ended."""
        self._end_held(self._jobs.stop(*kinds))

    def _end_held(self, jobs: list[int]) -> None:
        for job in jobs:
            self._on_event(protocol.Cancelled(id=job))

    def _forget_answers(self) -> None:
        searching = "search" in self._jobs
        self._jobs.clear()
        if searching:
            self.search_running.emit(False)

    def _on_event(self, event: protocol.AnyEvent) -> None:
        if isinstance(event, protocol.Ready):
            self.check_version(event)
            return
        kind = self._jobs.kind_of(event.id)
        if kind is None and event.id != 0:
            return
        if self._gone and isinstance(event, protocol.Failed) and self._jobs.keep(event.id):
            (self.failed if event.expected else self.crashed).emit(event.title, event.detail)
            return
        if ends_job(event) and kind is not None:
            self._jobs.drop(kind)
        self._announce(event, kind)
        if ends_job(event):
            for trouble in self._troubles.over(kind, event):
                self.resolved.emit(*trouble)

    def _announce(self, event: protocol.AnyEvent, kind: Hashable) -> None:
        match event:
            case protocol.Progress():
                self._on_progress(event, kind)
            case protocol.LibraryOpened():
                self._on_library(event, kind)
            case protocol.Sections():
                self._on_sections(event)
            case protocol.Chunks():
                self._on_chunks(event, kind)
            case protocol.Ranked():
                self._on_ranked(event)
            case protocol.Failed() | protocol.Cancelled():
                self._on_ended(event, kind)
            case _:
                self.pass_on(event)

    def _on_progress(self, event: protocol.Progress, kind: Hashable) -> None:
        shown = kind in {"open", "refresh", "search"}
        (self.progress_changed if shown else self.answer_arrived).emit(event)

    def _on_library(self, event: protocol.LibraryOpened, kind: Hashable) -> None:
        old = self._library
        new = event.info if event.info.folder else None
        self._library = new
        moved = old is None or new is None or old.folder != new.folder
        changed = moved or (old is not None and new is not None and old.revision != new.revision)
        if kind == "open":
            self._opened = self._folder
            if moved and old is not None:
                # Asked of the library that was open before.
                self._end_held(self._jobs.take_held())
        if changed:
            self._forget_rows()
        if moved:
            self._forget_library()
        self.library_changed.emit(new)
        if changed:
            self._reselect()
        if kind == "open":
            self._jobs.release()
        if event.final:
            self._after_library(kind)

    def _after_library(self, kind: Hashable) -> None:
        if kind == "open" and self._refresh_wanted and self._library is not None:
            self._refresh_wanted = False
            if not self._library.read_only:
                self.refresh()
        self._end_progress()
        asked, library = self._question, self._library
        if kind == "refresh":
            self._refreshing = self._resumed = False
        if not asked or not library or self._asked_revision == library.revision:
            return
        if self._waits or not self.busy:
            self.search(asked, live=self._live)

    def _forget_rows(self) -> None:
        self._arrived.clear()
        self._jobs.drop_all("chunks")
        self._jobs.drop_all("sections")
        self._jobs.drop_all("page")

    def _forget_library(self) -> None:
        self._selection = Selection()
        self._question = self._question if self._waits else None
        if self._comparison is not None:
            self._comparison = None
            self.comparison_changed.emit(None)
        self._choose(None)

    def _reselect(self) -> None:
        """Announce the selection again so that its chunks are asked for anew; a vanished document gives way."""
        names = {row.name for row in self._library.documents} if self._library else set[str]()
        chosen = self._selection
        kept = chosen if not chosen.document or chosen.document in names else Selection()
        chunk = self._chunk
        self._change_selection(kept)
        if chunk is None:
            return
        if chunk.item.chunk.document in names:
            self.select_chunk(chunk.item.chunk.document, chunk.item.chunk.index)
        else:
            self._choose(None)

    def _on_sections(self, event: protocol.Sections) -> None:
        self._arrived.add_sections(event)
        self.sections_arrived.emit(event.document, event.rows, event.done)

    def _on_chunks(self, event: protocol.Chunks, kind: Hashable) -> None:
        if kind == "locate":
            for view in event.rows[:1]:
                self._show_located(view)
            return
        self._arrived.add(event)
        self.chunks_arrived.emit(event)

    def _show_located(self, view: ChunkView) -> None:
        if not self._arrived.holds(view, self._selection):
            chunk = view.item.chunk
            self._change_selection(
                Selection(document=chunk.document, section=chunk.section if chunk.section >= 0 else None)
            )
        self._choose(view)

    def _change_selection(self, selection: Selection) -> None:
        self._selection = selection
        self._arrived.clear_rows()
        self._jobs.drop_all("chunks")
        self._jobs.drop("locate")
        self.selection_changed.emit(selection)

    def _choose(self, view: ChunkView | None) -> None:
        if view is None and self._chunk is None:
            return
        self._chunk = view
        self.chunk_selected.emit(view)

    def _on_ranked(self, event: protocol.Ranked) -> None:
        self._comparison = event.comparison
        self._ranked, self._cut_off = True, False
        self.search_running.emit(False)
        self._end_progress()
        self.comparison_changed.emit(event.comparison)

    def _on_ended(self, event: protocol.Failed | protocol.Cancelled, kind: Hashable) -> None:
        if kind == "search":
            self.search_running.emit(False)
        self.answer_arrived.emit(event)
        self._end_progress()
        if kind == "refresh" and (isinstance(event, protocol.Cancelled) or event.expected):
            self._refreshing = False
        if self._gone and kind == "search":
            # What may have ended the engine is asked once more, not for ever.
            self._question, self._cut_off = (None if self._cut_off else self._question), True
        if self._gone and kind == "open":
            return
        if isinstance(event, protocol.Failed):
            self._troubles.note("open" if self._library is None else kind, (event.title, event.detail))
            expected = self.search_refused if kind == "search" and self._live else self.failed
            self.refusal = (event.title, event.detail) if kind == "search" else self.refusal
            (expected if event.expected else self.crashed).emit(event.title, event.detail)
        if kind == "open":
            self._lose_library()

    def _lose_library(self) -> None:
        held = self._jobs.take_held()
        self._jobs.release()
        self._library = None
        self._waits = False
        self._forget_rows()
        self._forget_library()
        self.library_changed.emit(None)
        self._end_held(held)

    def _end_progress(self) -> None:
        if not self.busy and "search" not in self._jobs:
            self.progress_changed.emit(None)

    def _on_restarted(self) -> None:
        """Open the library again, go on with a refresh that was cut off (once), and ask the last question again."""
        self._gone = self._ranked = False
        if "search" in self._jobs:
            self.search_running.emit(False)
        self._jobs.drop_sent()
        self._refresh_wanted = self._refreshing and not self._resumed
        self._resumed = self._refreshing
        self._refreshing = False
        self._asked_revision = -1
        if self._library is not None:
            self._folder = self._opened
            self._jobs.hold()
        self.engine_restarted.emit()
        if self._library is not None:
            self._send_open()

    def _on_stopped(self) -> None:
        """Keep what is asked from now on until the library is open in a new engine."""
        self._gone = self._library is not None
        if self._gone:
            self._jobs.hold()

    def _on_gave_up(self) -> None:
        if self._gone:
            self.engine_gave_up.emit()

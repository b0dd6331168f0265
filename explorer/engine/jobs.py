"""What the engine does for each request: one function a request, each a generator that yields between batches.

A job emits its events itself; the loop runs it, steps it and reports how it ended. The library that is open is the
only state here.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from explorer import protocol
from explorer.core.errors import Cancelled, ExplorerError
from explorer.core.progress import Progress
from explorer.core.recipe import Recipe, parse_recipe
from explorer.engine import audit_jobs, chunk_jobs, retrieval_jobs, source_jobs, tree_jobs
from explorer.engine.catalogue import CatalogueDamagedError
from explorer.engine.library import Library
from explorer.engine.maintenance import remove_index
from explorer.engine.options import Options
from explorer.engine.previewing import preview_folder
from explorer.engine.scanning import is_wanted
from explorer.engine.search import BY_VECTORS
from explorer.engine.store_file import fold_journal
from explorer.engine.watching import Noticed, Watcher, watch

_ANSWERS = {**audit_jobs.ANSWERS, **retrieval_jobs.ANSWERS, **source_jobs.ANSWERS, **chunk_jobs.ANSWERS}
_IN_STEPS = {**audit_jobs.IN_STEPS, **retrieval_jobs.IN_STEPS, **chunk_jobs.IN_STEPS, **tree_jobs.IN_STEPS}

Emit = Callable[[protocol.Event], None]
Job = Iterator[None]

SECTION_BATCH = 1000
"""Sections in one message: a document of 100,000 headings must not hold up the window's event loop."""


class Jobs:
    """The engine's work on one open library at a time."""

    def __init__(self, emit: Emit) -> None:
        self._emit = emit
        self._library: Library | None = None
        self._watcher: Watcher | None = None

    def start(self, request: protocol.AnyRequest, progress: Progress) -> Job:
        """Return the job that answers `request`; nothing runs before its first step."""
        match request:
            case protocol.OpenLibrary() | protocol.Refresh() | protocol.PreviewFolder() | protocol.RemoveIndex():
                return self._about_library(request, progress)
            case protocol.Cancel():
                return iter(())
            case protocol.Search():
                return self._search(request)
            case protocol.PreviewMend():
                return self._preview(request)
            case _:
                return self._in_steps(request, progress) if type(request) in _IN_STEPS else self._answer(request)

    def _about_library(
        self,
        request: protocol.OpenLibrary | protocol.Refresh | protocol.PreviewFolder | protocol.RemoveIndex,
        progress: Progress,
    ) -> Job:
        match request:
            case protocol.OpenLibrary():
                return self._open(request)
            case protocol.Refresh():
                return self._refresh(request, progress)
            case protocol.PreviewFolder():
                return self._preview_folder(request, progress)
            case protocol.RemoveIndex():
                return self._remove_index(request)

    def close(self) -> None:
        """Close the open library, if any, and release its lock."""
        if self._watcher is not None:
            self._watcher.close()
            self._watcher = None
        if self._library is not None:
            self._library.close()
            self._library = None

    def fold_journal(self) -> None:
        """Write what the journal of the open library's index holds into it; may be called by another thread.

        The process ends without closing its files, and a journal that is left would have to be kept beside the index.
        """
        library = self._library
        if library is not None and not library.opened.read_only:
            fold_journal(library.opened.catalogue.path)

    @property
    def _open_library(self) -> Library:
        if self._library is None:
            raise ExplorerError("No library is open.", "Open a folder of documents first.")
        return self._library

    def _open(self, request: protocol.OpenLibrary) -> Job:
        self.close()
        options = Options(
            store=request.store,
            model=request.model,
            recipe=parse_recipe(request.recipe),
            max_tokens=request.max_tokens,
            chroma=request.chroma,
            precision=request.precision,
        )
        yield
        self._library = Library.open(Path(request.folder), options)
        info = self._library.info()
        self._emit(protocol.LibraryOpened(id=request.id, info=info))
        self._watcher = watch(self._library.opened.folder, partial(self._tell_changes, info.folder), self._is_wanted)
        # The first question is answered sooner when the model is on its way already.
        next(self._library.warm(), None)

    def _is_wanted(self, name: str) -> bool:
        """Tell whether the open library's patterns let a document in; called by the watcher's thread."""
        library = self._library
        return library is None or is_wanted(name, library.options.joined(library.opened.setup.settings))

    def _tell_changes(self, folder: str, noticed: Noticed) -> None:
        self._emit(
            protocol.FilesChanged(
                folder=folder, names=noticed.names, added=noticed.added, gone=noticed.gone, problem=noticed.problem
            )
        )

    def _search(self, request: protocol.Search) -> Job:
        """Rank; where that needs the model, wait for it in steps: chunks and sources are served in the meantime."""
        library = self._open_library
        rankers = {request.ranker, request.context_ranker or request.ranker}
        if rankers & BY_VECTORS:
            sides = ((request.ranker, request.plain_recipe), (request.context_ranker, request.context_recipe))
            library.require_vectors(
                *(parse_recipe(recipe) for ranker, recipe in sides if (ranker or request.ranker) in BY_VECTORS)
            )
            yield from library.warm()
        yield from self._answer(request)

    def _preview(self, request: protocol.PreviewMend) -> Job:
        """Wait for the model, when ranks can be told, then tell what a mend would do."""
        library = self._open_library
        if library.awaits_model():
            yield from library.warm()
        yield from self._answer(request)

    def _preview_folder(self, request: protocol.PreviewFolder, progress: Progress) -> Job:
        """Tell what would be read of a folder; no library needs to be open."""
        self._emit((yield from preview_folder(request, progress)))

    def _remove_index(self, request: protocol.RemoveIndex) -> Job:
        """Remove an index that is damaged; so it may not even be possible to close it well."""
        with suppress(CatalogueDamagedError):
            self.close()
        self._library = None
        remove_index(Path(request.folder), request.store)
        self._emit(protocol.IndexRemoved(id=request.id, folder=request.folder))
        yield

    def _in_steps(self, request: protocol.AnyRequest, progress: Progress) -> Job:
        library = self._open_library
        yield from self._told(library, _IN_STEPS[type(request)](request, library, progress))

    def _told(self, library: Library, steps: Generator[None, None, protocol.Event]) -> Job:
        """Find an answer step by step, while others are served; another library ends it."""
        while self._library is library:
            try:
                next(steps)
            except StopIteration as done:
                self._emit(done.value)
                return
            yield
        raise Cancelled

    def _refresh(self, request: protocol.Refresh, progress: Progress) -> Job:
        library = self._open_library
        if request.ocr is not None:
            library.read_scans(request.ocr)
        tree_jobs.doubt(library.opened.catalogue, request.documents)
        news = library.opened.news
        news.clear()
        recipes: tuple[Recipe, ...] = tuple(parse_recipe(name) for name in request.recipes)
        for stage in library.refresh(progress, recipes, may_empty=request.may_empty):
            while rows := tree_jobs.told(library.opened.catalogue, news):
                self._emit(protocol.DocumentsTold(id=request.id, rows=rows))
            if stage == "prepared":
                news.clear()
                self._emit(protocol.LibraryOpened(id=request.id, info=library.info(), final=False))
            yield
        if self._library is not library:
            # Its index was removed between two steps, which ends the refresh quietly.
            raise Cancelled
        self._emit(protocol.LibraryOpened(id=request.id, info=library.info()))

    def _answer(self, request: protocol.AnyRequest) -> Job:
        """Answer a request that takes one step."""
        match request:
            case protocol.ListSections():
                self._sections(request)
            case protocol.ListChunks() | protocol.LocateChunk():
                self._emit(self._chunks(request))
            case protocol.GetSource():
                self._emit(protocol.Source(id=request.id, source=self._open_library.source(request.document)))
            case protocol.DrawPage():
                self._emit(self._page(request))
            case protocol.ListFindings():
                self._emit(self._findings(request))
            case protocol.Search():
                self._emit(self._ranked(request))
            case protocol.RankChunk():
                rank = self._open_library.rank_chunk(request.document, request.index)
                self._emit(protocol.ChunkRanked(id=request.id, rank=rank))
            case _:
                make = _ANSWERS.get(type(request))
                if make is None:
                    raise ExplorerError(f"The engine has no answer to {type(request).__name__}.")
                self._emit(make(request, self._open_library))
        yield

    def _sections(self, request: protocol.ListSections) -> None:
        rows = self._open_library.sections(request.document)
        for first in range(0, max(len(rows), 1), SECTION_BATCH):
            batch = rows[first : first + SECTION_BATCH]
            done = first + SECTION_BATCH >= len(rows)
            self._emit(protocol.Sections(id=request.id, document=request.document, rows=batch, done=done))

    def _chunks(self, request: protocol.ListChunks | protocol.LocateChunk) -> protocol.Chunks:
        library = self._open_library
        if isinstance(request, protocol.LocateChunk):
            row = library.chunk(request.document, request.index)
            return protocol.Chunks(id=request.id, total=1, offset=0, rows=(row,))
        total, rows = library.chunks(request.folder, request.document, request.section, request.offset, request.limit)
        return protocol.Chunks(id=request.id, total=total, offset=request.offset, rows=rows)

    def _page(self, request: protocol.DrawPage) -> protocol.PageDrawn:
        picture = self._open_library.draw_page(request.document, request.page, request.scale)
        return protocol.PageDrawn(
            id=request.id,
            document=request.document,
            page=request.page,
            scale=request.scale,
            picture=str(picture),
        )

    def _findings(self, request: protocol.ListFindings) -> protocol.Findings:
        library = self._open_library
        total, rows, counts = library.findings(request.document, request.codes, request.offset, request.limit)
        return protocol.Findings(id=request.id, total=total, offset=request.offset, rows=rows, counts=counts)

    def _ranked(self, request: protocol.Search) -> protocol.Ranked:
        comparison = self._open_library.search(
            request.question,
            request.ranker,
            parse_recipe(request.plain_recipe),
            parse_recipe(request.context_recipe),
            request.filters,
            request.top,
            context_ranker=request.context_ranker,
        )
        return protocol.Ranked(id=request.id, comparison=comparison)

"""The readers as the engine sees them: documents come out, whatever the files do to the processes that read them.

A reader that dies, hangs or outgrows its limits costs one document (`UnreadableDocumentError`, finding D305); the
next document gets a new process. Where a PDF's structure is in doubt, the pages in question are laid out by
PyMuPDF's model in all processes at once, and the document is read again with what came of it; where that fails, the
first reading stands. Single wishes of the user have processes of their own, so that a page can be drawn while a
library is being read.

Not for use by several threads at once.
"""

from __future__ import annotations

import dataclasses
import os
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from explorer.core.errors import UnreadableDocumentError
from explorer.core.model import ParsedDocument
from explorer.core.page_words import PageWords
from explorer.core.parsing.aids import LayoutBox, ReadingAids
from explorer.engine.reader import (
    Answer,
    Draw,
    Drawn,
    LaidOut,
    Languages,
    LayOut,
    Limits,
    NameLanguages,
    Parsed,
    Read,
    Refused,
    Request,
    TellWords,
    Worded,
    encode_path,
    shown_name,
)
from explorer.engine.reader_pool import Pool, Process

Result = ParsedDocument | UnreadableDocumentError

_LOOK_AHEAD = 8
"""Documents on their way at the least; with more processes than half of that, two for each."""
MOST_READERS = 8
"""Processes side by side at the most: each may take the memory of a whole document."""
_PAGES_AT_ONCE = 6
"""Pages in one request to the layout model: some two seconds of work, so that progress is seen."""
_STEP = 0.25
"""Seconds after which a reading that is not done says so."""
_SECONDS_PER_SCAN = 15
"""What recognising one scanned page may take at most, on average over a document."""


@dataclass(frozen=True, slots=True)
class Working:
    """Said in between while a document is not done: what is going on, in words ("page layout, 12 of 60 pages")."""

    note: str = ""


@dataclass(slots=True)
class _Errand:
    """One document on its way: what is still to be asked, and what came so far."""

    path: Path
    name: str
    requests: deque[Request] = field(default_factory=deque[Request])
    running: int = 0
    first: ParsedDocument | None = None
    wanted: int = 0
    layout: dict[int, tuple[LayoutBox, ...]] = field(default_factory=dict[int, tuple[LayoutBox, ...]])
    laid_out: int = 0
    again: bool = False
    result: Result | None = None

    @property
    def note(self) -> str:
        """Return in words what is being done, where that is more than plain reading."""
        if self.wanted and not self.again:
            return f"page layout, {self.laid_out} of {self.wanted} pages"
        return ""


class Readers:
    """Reads documents and draws pages in processes of their own. A context manager; `close` leaves no process.

    `count`: processes side by side, for many documents and for single wishes each; 0 for what `reader_count` says.
    `layout`: whether the layout model is asked where a PDF's structure is in doubt. `ocr_languages`: Tesseract's
    names, joined by "+", when scanned pages are to be recognised, else empty.
    """

    def __init__(
        self, limits: Limits | None = None, *, count: int = 0, layout: bool = True, ocr_languages: str = ""
    ) -> None:
        self._count = count or reader_count()
        self._limits = limits or Limits()
        self._layout = layout
        self.ocr_languages = ocr_languages
        self._known_languages: tuple[str, ...] | None = None
        self._look_ahead = max(_LOOK_AHEAD, 2 * self._count)
        self._single = Pool(self._count)
        self._many = Pool(self._count)

    def __enter__(self) -> Readers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all reader processes and wait for them."""
        self._single.close()
        self._many.close()

    @property
    def pids(self) -> tuple[int, ...]:
        """Return the ids of the processes that run at present."""
        return tuple(process.pid for pool in (self._single, self._many) for process in pool.processes)

    def read(self, path: Path, name: str) -> ParsedDocument:
        """Read one file as document `name`.

        Raises `UnreadableDocumentError`, also when the reader dies, hangs, or outgrows its limits.
        """
        for _, result in self._steps([(path, name)], self._single):
            if isinstance(result, ParsedDocument):
                return result
            if isinstance(result, UnreadableDocumentError):
                raise result
        raise UnreadableDocumentError(f"{shown_name(name)} was not read.")

    def read_many(self, items: Iterable[tuple[Path, str]]) -> Generator[tuple[str, Result], None, None]:
        """Read (path, name) pairs side by side and yield (name, document or why not), in the order of `items`.

        A few documents are read ahead, no more, so that memory stays bounded. Closing the generator ends what is
        being read.
        """
        steps = self.read_in_steps(items)
        try:
            for name, result in steps:
                if not isinstance(result, Working):
                    yield name, result
        finally:
            steps.close()

    def read_in_steps(self, items: Iterable[tuple[Path, str]]) -> Generator[tuple[str, Result | Working], None, None]:
        """Do as `read_many` does, and yield `Working` at least four times a second while a document is not done."""
        return self._steps(items, self._many)

    def _steps(
        self, items: Iterable[tuple[Path, str]], pool: Pool
    ) -> Generator[tuple[str, Result | Working], None, None]:
        source = iter(items)
        waiting: deque[_Errand] = deque()
        asked: dict[Process, _Errand] = {}
        try:
            while True:
                self._fill(source, waiting, asked, pool)
                if not waiting:
                    return
                first = waiting[0]
                if first.result is not None:
                    waiting.popleft()
                    yield first.name, first.result
                    continue
                told = pool.wait(_STEP)
                if told is not None:
                    process, answer = told
                    self._receive(asked.pop(process), answer)
                if told is None or first.note:
                    # What is done until the next step keeps no process waiting.
                    self._fill(source, waiting, asked, pool)
                    yield first.name, Working(first.note)
        finally:
            pool.abandon()

    def _fill(
        self, source: Iterator[tuple[Path, str]], waiting: deque[_Errand], asked: dict[Process, _Errand], pool: Pool
    ) -> None:
        """Hand out requests while processes are idle: those of documents on their way first, then new documents."""
        while pool.has_room():
            errand = next((each for each in waiting if each.requests), None)
            if errand is None:
                item = next(source, None) if len(waiting) < self._look_ahead else None
                if item is None:
                    return
                errand = _Errand(*item)
                errand.requests.append(self._read_request(errand))
                waiting.append(errand)
            errand.running += 1
            asked[pool.ask(errand.requests.popleft())] = errand

    def _receive(self, errand: _Errand, answer: Answer) -> None:
        errand.running -= 1
        if errand.first is None:
            self._plan(errand, _result(answer, errand.name))
        elif errand.again:
            self._finish(errand, _result(answer, errand.name))
        else:
            self._keep_layout(errand, answer)

    def _plan(self, errand: _Errand, result: Result) -> None:
        """Decide after the first reading whether the document is done."""
        if isinstance(result, UnreadableDocumentError):
            errand.result = result
            return
        errand.first = result
        pages = result.undecided_pages if self._layout else ()
        if pages:
            errand.wanted = len(pages)
            # A share for each process: a short document does not wait for one of them alone.
            step = min(_PAGES_AT_ONCE, -(-len(pages) // self._count))
            for at in range(0, len(pages), step):
                errand.requests.append(self._layout_request(errand, pages[at : at + step]))
        elif self.ocr_languages and result.scanned_pages:
            self._read_again(errand)
        else:
            errand.result = result

    def _keep_layout(self, errand: _Errand, answer: Answer) -> None:
        """Keep a batch of pages; one that failed is missing, and the others still count."""
        if isinstance(answer, LaidOut):
            errand.layout.update(answer.boxes)
            errand.laid_out += len(answer.boxes)
        elif isinstance(answer, Refused) and answer.ended:
            # Each further batch could take as long: a file that is made to do so must not cost its pages times that.
            errand.requests.clear()
        if not errand.requests and not errand.running:
            self._read_again(errand)

    def _read_again(self, errand: _Errand) -> None:
        errand.again = True
        errand.requests.append(self._read_request(errand))

    def _finish(self, errand: _Errand, result: Result) -> None:
        if isinstance(result, UnreadableDocumentError) and errand.first is not None:
            note = f"Read without the help of layout model and text recognition: {result}"
            result = dataclasses.replace(errand.first, notes=(*errand.first.notes, note))
        errand.result = result

    def draw_page(self, path: Path, page: int, scale: float, target: Path) -> None:
        """Draw a PDF's page (from 1) at `scale` pixels per point into the PNG file `target`.

        Raises `UnreadableDocumentError`.
        """
        request = Draw(path=encode_path(path), page=page, scale=scale, target=encode_path(target), limits=self._limits)
        answer = self._ask(request)
        if not isinstance(answer, Drawn):
            raise _refusal(answer, path.name)

    def page_words(self, path: Path, first: int, count: int) -> tuple[PageWords, ...]:
        """Return the words of a PDF's pages from page `first` (from 1) on. Raises `UnreadableDocumentError`."""
        answer = self._ask(TellWords(path=encode_path(path), first=first, count=count, limits=self._limits))
        if not isinstance(answer, Worded):
            raise _refusal(answer, path.name)
        return answer.pages

    def known_ocr_languages(self) -> tuple[str, ...]:
        """Return Tesseract's names of the languages in which scans can be read here; none when it is not installed.

        Found out once; who installs Tesseract opens the library anew.
        """
        if self._known_languages is None:
            answer = self._ask(NameLanguages(limits=self._limits))
            self._known_languages = answer.names if isinstance(answer, Languages) else ()
        return self._known_languages

    def _ask(self, request: Request) -> Answer:
        self._single.ask(request)
        try:
            told = self._single.wait(request.limits.wall_seconds + 1.0)
        finally:
            self._single.abandon()
        return told[1] if told else Refused(title="The reader did not answer in time.")

    def _read_request(self, errand: _Errand) -> Read:
        first = errand.first
        aids = ReadingAids(errand.layout, self.ocr_languages) if first else ReadingAids()
        scans = len(first.scanned_pages) if first and self.ocr_languages else 0
        limits = self._limits
        if scans:
            more = scans * _SECONDS_PER_SCAN
            limits = msgspec.structs.replace(
                limits, cpu_seconds=limits.cpu_seconds + more, wall_seconds=limits.wall_seconds + more
            )
        return Read(path=encode_path(errand.path), name=encode_path(errand.name), limits=limits, aids=aids)

    def _layout_request(self, errand: _Errand, pages: tuple[int, ...]) -> LayOut:
        return LayOut(
            path=encode_path(errand.path), name=encode_path(errand.name), pages=pages, limits=_shorter(self._limits)
        )


def reader_count() -> int:
    """Return how many readers work side by side: one for each core that may be used, `MOST_READERS` at most."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(allowed, MOST_READERS))


def _shorter(limits: Limits) -> Limits:
    """Return the limits of a few pages: a third of the time of a whole document."""
    return msgspec.structs.replace(
        limits, cpu_seconds=-(-limits.cpu_seconds // 3), wall_seconds=max(limits.wall_seconds / 3, 0.5)
    )


def _result(answer: Answer, name: str) -> Result:
    """Return the document under the name that it was asked for, or why there is none."""
    if isinstance(answer, Parsed):
        return dataclasses.replace(answer.document, name=name)
    return _refusal(answer, name)


def _refusal(answer: Answer, name: str) -> UnreadableDocumentError:
    if isinstance(answer, Refused):
        return UnreadableDocumentError(answer.title, answer.detail)
    return UnreadableDocumentError(f"The reader answered something else than asked about {shown_name(name)}.")

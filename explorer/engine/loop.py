"""The engine process: requests in on standard input, events out on standard output, one JSON object per line.

Guarantees:

* Descriptor 1 belongs to the protocol alone: it is duplicated and pointed at stderr before any heavy import, so a
  stray print of a library, native ones included, lands in the log.
* A thread reads requests; jobs run on the main thread, one step at a time. Between two steps of a long job the most
  urgent waiting request is served, so a search waits for one batch at most.
* Every request but `Cancel` is answered by exactly one of its result, `Failed` or `Cancelled`.
* The end of standard input ends the process, whatever it is doing: the store is made to survive that.
"""

from __future__ import annotations

import itertools
import os
import queue
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING

from explorer import protocol
from explorer.core.errors import Cancelled, ExplorerError
from explorer.engine.log import LOG, described, versions
from explorer.redaction import redacted

if TYPE_CHECKING:
    from explorer.engine.jobs import Job, Jobs

PROGRESS_INTERVAL = 0.1
"""Seconds between two progress events: at most ten a second."""

NICENESS = 5
"""How far the engine and its readers stand back for the window, in the system's steps of 19."""

_WORTH_A_LINE = 1.0
"""Seconds from which a short job that went well is worth a line in the log."""

LONG = (protocol.OpenLibrary, protocol.Refresh)
"""Requests that run in steps, one after the other, while others are served in between."""

NEWEST_ONLY = (
    protocol.Search,
    protocol.GetAccount,
    protocol.GetSpread,
    protocol.GetScatter,
    protocol.TryPassages,
    protocol.Diagnose,
    protocol.FindHeadings,
    protocol.FilterTree,
    protocol.PreviewFolder,
)
"""Requests of which a newer one makes the older ones of its kind void."""


def _priority(request: protocol.AnyRequest) -> int:
    """Return how urgent a request is: searches, then pages, then the rest, then long jobs."""
    if isinstance(request, protocol.Search | protocol.RankChunk | protocol.TryPassages):
        return 0
    if isinstance(request, protocol.DrawPage):
        return 1
    return 3 if isinstance(request, LONG) else 2


@dataclass(slots=True)
class _Running:
    """A job between two of its steps."""

    request: protocol.AnyRequest
    steps: Job
    since: float = field(default_factory=time.monotonic)


@dataclass(order=True, slots=True)
class _Waiting:
    priority: int
    order: int
    request: protocol.AnyRequest = field(compare=False)


class Inbox:
    """Requests that wait, most urgent first, and the ids that were cancelled. Filled by one thread, read by another."""

    def __init__(self) -> None:
        self._waiting: queue.PriorityQueue[_Waiting] = queue.PriorityQueue()
        self._order = itertools.count()
        self._cancelled: set[int] = set()
        self._newest: dict[type[protocol.Request], int] = {}

    def put(self, request: protocol.AnyRequest) -> None:
        """Queue a request; a `Cancel` takes effect at once, a new one of `NEWEST_ONLY` makes older ones void."""
        if isinstance(request, protocol.Cancel):
            self._cancelled.add(request.job)
            return
        if isinstance(request, NEWEST_ONLY):
            self._newest[type(request)] = request.id
        self._waiting.put(_Waiting(_priority(request), next(self._order), request))

    def take(self, *, wait: bool, urgent_only: bool = False) -> protocol.AnyRequest | None:
        """Return the most urgent request, or None. `urgent_only` leaves long jobs where they are."""
        try:
            item = self._waiting.get(block=wait)
        except queue.Empty:
            return None
        if urgent_only and isinstance(item.request, LONG):
            self._waiting.put(item)
            return None
        return item.request

    def is_cancelled(self, request: protocol.AnyRequest) -> bool:
        """Say whether the request was cancelled, or a newer one of its kind replaced it."""
        void = isinstance(request, NEWEST_ONLY) and request.id != self._newest.get(type(request))
        return void or request.id in self._cancelled

    def has_open_waiting(self) -> bool:
        """Say whether a request to open another library waits."""
        return any(isinstance(item.request, protocol.OpenLibrary) for item in list(self._waiting.queue))


class Loop:
    """Runs jobs and reports how each ended."""

    def __init__(self, inbox: Inbox, emit: Callable[[protocol.Event], None], jobs: Jobs) -> None:
        self._inbox = inbox
        self._emit = emit
        self._jobs = jobs
        self._running: _Running | None = None
        self._waiting: list[_Running] = []
        self._reported: dict[int, float] = {}

    def run(self) -> None:
        """Serve requests until the process ends."""
        while True:
            self.step()

    def step(self) -> None:
        """Serve the most urgent request, or do one step of what goes on; waits when there is nothing to do."""
        idle = self._running is None and not self._waiting
        request = self._inbox.take(wait=idle, urgent_only=self._running is not None)
        if request is None:
            self._step_waiting()
            self._step_running()
            return
        job = _Running(request, self._jobs.start(request, self._progress(request)))
        if isinstance(request, LONG):
            self._running = job
        elif self._advance(job):
            self._waiting.append(job)

    def _step_waiting(self) -> None:
        """Do one step of each short job that waits for something, such as the model."""
        self._waiting = [job for job in self._waiting if self._advance(job)]

    def _step_running(self) -> None:
        running = self._running
        if running is None:
            return
        if isinstance(running.request, protocol.Refresh) and self._inbox.has_open_waiting():
            self._emit(protocol.Cancelled(id=running.request.id))
            _log_end(running, "cancelled")
            self._end(running)
        elif not self._advance(running):
            self._end(running)

    def _end(self, running: _Running) -> None:
        close = getattr(running.steps, "close", None)
        if close is not None:
            close()
        self._running = None
        self._reported.pop(running.request.id, None)

    def _advance(self, job: _Running) -> bool:
        """Do one step; return whether there is another. Whatever goes wrong is reported, never passed on."""
        request = job.request
        try:
            if self._inbox.is_cancelled(request):
                raise Cancelled  # noqa: TRY301 - one place turns the end of a job into an event
            next(job.steps)
        except StopIteration:
            _log_end(job, "done")
        except Cancelled:
            self._emit(protocol.Cancelled(id=request.id))
            _log_end(job, "cancelled")
        except ExplorerError as error:
            title, detail = redacted(error.title), redacted(error.detail)
            self._emit(protocol.Failed(id=request.id, title=title, detail=detail, remedy=error.remedy))
            _log_end(job, "failed", error)
        except Exception as error:  # noqa: BLE001 - a bug in one job must reach the window, not end the engine
            title = redacted(f"{type(error).__name__}: {error}")
            detail = redacted(traceback.format_exc())
            self._emit(protocol.Failed(id=request.id, title=title, detail=detail, expected=False))
            _log_end(job, "broke", error)
        else:
            return True
        return False

    def _progress(self, request: protocol.AnyRequest) -> Callable[[int, int, str], None]:
        def report(done: int, total: int, note: str) -> None:
            if self._inbox.is_cancelled(request):
                raise Cancelled
            now = time.monotonic()
            if now - self._reported.get(request.id, 0.0) >= PROGRESS_INTERVAL:
                self._reported[request.id] = now
                self._emit(protocol.Progress(id=request.id, done=done, total=total, note=note))

        return report


def _log_end(job: _Running, how: str, error: Exception | None = None) -> None:
    """Log how a job ended: the long ones always, the many short ones only when they took long or failed."""
    seconds = time.monotonic() - job.since
    if error is None and seconds < _WORTH_A_LINE and not isinstance(job.request, LONG):
        return
    facts: dict[str, object] = {"job": type(job.request).__name__, "id": job.request.id, "seconds": seconds}
    texts = {"words": str(error)} if error else {}
    LOG.note(how, {**facts, **(described(error) if error else {})}, texts)


def take_stdout() -> IO[bytes]:
    """Give descriptor 1 to the protocol alone and point standard output at stderr; returns the protocol's stream."""
    stream = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return stream


def _read_requests(
    inbox: Inbox, emit: Callable[[protocol.Event], None], at_end: Callable[[], None] = lambda: None
) -> None:
    """Queue what comes in; the end of the input ends the process, even in the middle of a native call.

    `at_end` is called before, in this thread, while jobs may go on in another.
    """
    for line in sys.stdin.buffer:
        try:
            inbox.put(protocol.decode_request(line))
        except protocol.MalformedMessageError as error:
            emit(protocol.Failed(title=error.title, detail=error.detail, expected=False))
    try:
        at_end()
        LOG.note("engine ends", {})
    finally:
        os._exit(0)


def _give_way() -> None:
    """Let the window go first where both want a core: embedding takes all cores for minutes, a click needs a moment."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def main() -> int:
    """Run the engine until its input ends."""
    _give_way()
    stream = take_stdout()
    lock = threading.Lock()

    def emit(event: protocol.Event) -> None:
        with lock:
            stream.write(protocol.encode(event))
            stream.flush()

    LOG.note("engine starts", {**versions(), "protocol": protocol.PROTOCOL_VERSION})
    inbox = Inbox()
    working: list[Jobs] = []

    def at_end() -> None:
        for each in working:
            each.fold_journal()

    threading.Thread(target=_read_requests, args=(inbox, emit, at_end), name="requests", daemon=True).start()
    emit(protocol.Ready(version=protocol.PROTOCOL_VERSION))
    from explorer.engine.jobs import Jobs

    working.append(Jobs(emit))
    Loop(inbox, emit, working[0]).run()
    return 0

"""Writes what a plan lacks: a generator that yields between calls, and while one is under way, so others can work.

Guarantees: each sentence is kept before the next call is made; a failed call loses nothing, and the run goes on with
the next chunk; a refusal that would meet every call stops the run at once; waits are as long as the server asks for,
else they grow; a cancel is met between calls and while waiting, and the next run goes on where it stopped.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from explorer.core.errors import ExplorerError
from explorer.core.progress import Progress
from explorer.engine.sentences.answers import Answer, CallFailed, Retry, Usage
from explorer.engine.sentences.cache import Passage, SentenceCache
from explorer.engine.sentences.clients import Client
from explorer.engine.sentences.plan import Plan, Prompts

_Result = TypeVar("_Result")

WAITS = (1.0, 2.0, 4.0, 8.0, 16.0)
"""Seconds before each further try, where the server asks for nothing else."""

_LONGEST_WAIT = 600.0
"""A server that asks for more has the run stopped: what is done is kept, and the user knows when to go on."""

_MOST_IN_A_ROW = 20
"""Chunks without a sentence in a row after which the run stops: something is wrong with all of them."""

_MOST_WORN_OUT = 3
"""The same for chunks whose every try failed: the server is down, and each of them took minutes."""

_POLL_SECONDS = 0.05
_STEP = 1.0
"""Seconds between two looks at whether a wait was cancelled."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A chunk that got no sentence, and why."""

    document: str
    index: int
    why: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run did: sentences written, chunks that got none, calls made (tries counted), tokens by the server."""

    written: int = 0
    calls: int = 0
    failed: tuple[Failed, ...] = ()
    usage: Usage = field(default_factory=Usage)


class SentenceRun:
    """Carries out a plan with a client. `pause` waits for seconds and is `time.sleep` outside tests."""

    def __init__(
        self, client: Client, cache: SentenceCache, prompts: Prompts, pause: Callable[[float], None] = time.sleep
    ) -> None:
        self._client = client
        self._cache = cache
        self._prompts = prompts
        self._pause = pause
        self._calls = 0

    def run(self, plan: Plan, progress: Progress) -> Generator[None, None, Outcome]:
        """Write the plan's sentences; `progress` may raise `Cancelled`. Closes the client at its end, however it ends.

        Raises `ExplorerError` for what would meet every call: a refused key, an unknown model, no server there.
        """
        try:
            return (yield from self._write_all(plan, progress))
        finally:
            self._client.close()

    def _write_all(self, plan: Plan, progress: Progress) -> Generator[None, None, Outcome]:
        self._cache.use(plan.kept)
        failed: list[Failed] = []
        in_a_row: list[CallFailed] = []
        written, usage = 0, Usage()
        for done, passage in enumerate(plan.passages):
            report = _Report(progress, done, len(plan.passages), passage.document)
            report("")
            answer = yield from self._ask(passage, report)
            if isinstance(answer, Answer):
                self._cache.write(passage, plan.model, answer.text)
                written, usage = written + 1, usage.plus(answer.usage)
                in_a_row.clear()
            else:
                failed.append(Failed(passage.document, passage.index, answer.why))
                in_a_row.append(answer)
                _stop_if_hopeless(in_a_row, written)
        progress(len(plan.passages), len(plan.passages), "context sentences")
        return Outcome(written, self._calls, tuple(failed), usage)

    def _ask(self, passage: Passage, report: _Report) -> Generator[None, None, Answer | CallFailed]:
        """Call until there is an answer, or no further try can help."""
        prompt = self._prompts.of(passage)
        for growing in (*WAITS, None):
            self._calls += 1
            answer = yield from _beside(lambda: self._client.write(prompt), report)
            if isinstance(answer, Answer) or answer.retry is not Retry.LATER or growing is None:
                return answer
            wait = growing if answer.wait is None else answer.wait
            if wait > _LONGEST_WAIT:
                return CallFailed(f"{answer.why} It asks to wait for {wait / 60:.0f} minutes.", Retry.STOP)
            yield from self._wait(wait, report, answer.why)
        raise AssertionError("the last try returns")

    def _wait(self, seconds: float, report: _Report, why: str) -> Generator[None, None, None]:
        while seconds > 0:
            report(f"{why} Waiting for {seconds:.0f} s.")
            yield
            step = min(_STEP, seconds)
            self._pause(step)
            seconds -= step


def _stop_if_hopeless(in_a_row: Sequence[CallFailed], written: int) -> None:
    last = in_a_row[-1]
    many = f"{written} sentences were written before and are kept." if written else "No sentence was written."
    kept = "1 sentence was written before and is kept." if written == 1 else many
    if last.retry is Retry.STOP or not (last.reached or written):
        raise ExplorerError(last.why, kept)
    worn_out = sum(each.retry is Retry.LATER for each in in_a_row)
    if len(in_a_row) >= _MOST_IN_A_ROW or worn_out >= _MOST_WORN_OUT:
        raise ExplorerError(f"{len(in_a_row)} chunks in a row got no sentence.", f"The last because: {last.why} {kept}")


@dataclass(frozen=True, slots=True)
class _Report:
    progress: Progress
    done: int
    total: int
    document: str

    def __call__(self, note: str) -> None:
        self.progress(self.done, self.total, f"{self.document}: {note}" if note else self.document)


def _beside(work: Callable[[], _Result], report: _Report) -> Generator[None, None, _Result]:
    """Do work in a thread of its own and yield until it is done; a cancel leaves it behind with its connection."""
    call = _Call(work)
    call.start()
    while True:
        call.join(_POLL_SECONDS)
        if not call.is_alive():
            return call.result()
        report("")
        yield


class _Call(threading.Thread, Generic[_Result]):
    """Does work once; what goes wrong in it is a bug, and shown as one."""

    def __init__(self, work: Callable[[], _Result]) -> None:
        super().__init__(name="context sentence", daemon=True)
        self._work = work
        self._results: list[_Result] = []

    def run(self) -> None:
        """Do the work."""
        self._results.append(self._work())

    def result(self) -> _Result:
        """Return what came of it."""
        if not self._results:
            raise RuntimeError("A call ended by a fault of the program; its traceback was written before this one.")
        return self._results[0]

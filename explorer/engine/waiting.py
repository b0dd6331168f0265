"""Long work that needs neither catalogue nor store, on a thread that a job polls, so that the engine serves others."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

from explorer.core.progress import Progress

_Result = TypeVar("_Result")

_POLL_SECONDS = 0.02


def on_thread(work: Callable[[], _Result]) -> Future[_Result]:
    """Have a thread do some work. The thread ends with the process, whatever it is doing; nobody has to wait for it."""
    future: Future[_Result] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001 - raised again by whoever waits for the result
            future.set_exception(error)

    Thread(target=run, name="work", daemon=True).start()
    return future


def result_of(
    future: Future[_Result], total: int, progress: Progress, note: str = "comparing texts"
) -> Generator[None, None, _Result]:
    """Return a result; yields until it is there. `progress` may raise `Cancelled`: the work is then left to itself."""
    while not future.done():
        progress(total, total, note)
        time.sleep(_POLL_SECONDS)
        yield
    return future.result()

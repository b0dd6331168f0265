"""How slow work reports: a plain callable that also stops it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

_Result = TypeVar("_Result")

Progress = Callable[[int, int, str], None]
"""`progress(done, total, note)`; `total` is 0 while unknown. Raises `Cancelled` when the user stopped the job."""


def no_progress(done: int, total: int, note: str) -> None:
    """Ignore the report: for callers that show nothing and cannot cancel."""
    del done, total, note


def finished(steps: Generator[None, None, _Result]) -> _Result:
    """Take all steps of work that pauses for others, and return what comes of it."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value

"""How slow work reports: a plain callable that also stops it."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int, str], None]
"""`progress(done, total, note)`; `total` is 0 while unknown. Raises `Cancelled` when the user stopped the job."""


def no_progress(done: int, total: int, note: str) -> None:
    """Ignore the report: for callers that show nothing and cannot cancel."""
    del done, total, note

"""What a refresh has to tell while it goes on: which documents wait to be read, and which were read since."""

from __future__ import annotations

import time
from collections.abc import Iterable

LOT = 500
"""Documents told at once: a message of which the window's event loop takes no notice."""

INTERVAL = 0.5
"""Seconds between two messages about documents that were read."""

WAITING, CHANGED = "waiting", "changed"
"""States of a document that is not read yet: never read before, or another on disk than the one that was read."""


class ReadingNews:
    """Collects names of documents and hands them out in lots, not more often than the window can take."""

    def __init__(self) -> None:
        self._found: dict[str, str] = {}
        self._read: dict[str, str] = {}
        self._told_at = float("-inf")

    def found(self, names: Iterable[tuple[str, str]]) -> None:
        """Note documents that are to be read, as (name, state)."""
        self._found.update(names)

    def read(self, name: str) -> None:
        """Note that a document is as it is on disk: it was read, could not be read, or had not changed."""
        self._found.pop(name, None)
        self._read[name] = ""

    def clear(self) -> None:
        """Forget what was not told: all documents are told anew."""
        self._found.clear()
        self._read.clear()

    def take(self) -> dict[str, str]:
        """Return the next lot as states by name, "" for documents that were read; empty when nothing is due."""
        if self._found:
            return _first(self._found)
        if not self._read or time.monotonic() - self._told_at < INTERVAL:
            return {}
        self._told_at = time.monotonic()
        return _first(self._read)


def _first(names: dict[str, str]) -> dict[str, str]:
    lot = dict(list(names.items())[:LOT])
    for name in lot:
        del names[name]
    return lot

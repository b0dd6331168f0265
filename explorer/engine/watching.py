"""Watches a library's folder, so that changed documents are read without being asked for."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import watchfiles

from explorer.core.errors import ExplorerError
from explorer.engine.scanning import is_document
from explorer.engine.tokens import clean

SETTLED_MS = 1600
"""Changes that come within this time are told together: programs that save write a file several times."""

MOST_NAMES = 200
"""Names told at once; what is read anew is found by looking at all files."""

Told = Callable[[tuple[str, ...], str], None]


class Watcher:
    """Tells of changed, new and vanished documents below a folder, on a thread of its own, until it is closed.

    `told` gets names relative to the folder and "", or no names and why the folder cannot be watched (a network drive,
    the system's limit of watches): the user then refreshes by hand.
    """

    def __init__(self, folder: Path, told: Told) -> None:
        self._folder = folder
        self._told = told
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watcher", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop watching; nothing is told any more once this has returned."""
        self._stop.set()
        self._thread.join()

    def _watch(self) -> None:
        try:
            for changes in watchfiles.watch(
                self._folder,
                watch_filter=self._concerns,
                debounce=SETTLED_MS,
                stop_event=self._stop,
                raise_interrupt=False,
                ignore_permission_denied=True,
            ):
                names = sorted({self._name(path) for _, path in changes})
                if names and not self._stop.is_set():
                    self._told(tuple(names[:MOST_NAMES]), "")
        except (OSError, RuntimeError) as error:
            self._told((), str(error))

    def _concerns(self, _change: watchfiles.Change, path: str) -> bool:
        """Tell whether a change is one of a document, or of a folder that may hold some; hidden ones are not read."""
        *folders, name = Path(os.path.relpath(path, self._folder)).parts
        hidden = any(part.startswith(".") for part in (*folders, name))
        return not hidden and (is_document(name) or not Path(name).suffix)

    def _name(self, path: str) -> str:
        return clean(os.path.relpath(path, self._folder).replace(os.sep, "/"))


def watch(folder: Path, told: Told) -> Watcher | None:
    """Return what watches a folder; None where there is none, such as a file of another pipeline's chunks."""
    try:
        return Watcher(folder, told) if folder.is_dir() else None
    except OSError as error:
        raise ExplorerError(f"{clean(str(folder))} cannot be watched.", error.strerror or str(error)) from error

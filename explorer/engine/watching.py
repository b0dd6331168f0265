"""Watches a library's folder, so that changed documents are read without being asked for."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import watchfiles

from explorer.core.document_names import is_document
from explorer.core.errors import ExplorerError
from explorer.engine.tokens import clean

SETTLED_MS = 1600
"""Changes that come within this time are told together: programs that save write a file several times."""

MOST_NAMES = 200
"""Names told at once; what is read anew is found by looking at all files."""


@dataclass(frozen=True, slots=True)
class Noticed:
    """What changed, as names relative to the folder; of the documents among `names` some were `added`, some are `gone`.

    `problem` says why the folder cannot be watched (a network drive, the system's limit of watches), "" where it is:
    the user then refreshes by hand.
    """

    names: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    problem: str = ""


Told = Callable[[Noticed], None]
Wanted = Callable[[str], bool]


class Watcher:
    """Tells of changed, new and vanished documents below a folder, on a thread of its own, until it is closed.

    `told` and `wanted` are called by that thread; a document that is not `wanted` is not told.
    """

    def __init__(self, folder: Path, told: Told, wanted: Wanted) -> None:
        self._folder = folder
        self._told = told
        self._wanted = wanted
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
                noticed = self._noticed(changes)
                if noticed.names and not self._stop.is_set():
                    self._told(noticed)
        except (OSError, RuntimeError) as error:
            self._told(Noticed(problem=str(error)))

    def _noticed(self, changes: Iterable[tuple[watchfiles.Change, str]]) -> Noticed:
        kinds: dict[str, set[watchfiles.Change]] = {}
        for kind, path in changes:
            kinds.setdefault(self._name(path), set()).add(kind)
        names = sorted(kinds)[:MOST_NAMES]
        documents = [name for name in names if is_document(name.rpartition("/")[2])]
        there = {name for name in documents if (self._folder / name).exists()}
        added = tuple(name for name in documents if name in there and watchfiles.Change.added in kinds[name])
        return Noticed(tuple(names), added, tuple(name for name in documents if name not in there))

    def _concerns(self, _change: watchfiles.Change, path: str) -> bool:
        """Tell whether a change is one of a document, or of a folder that may hold some; hidden ones are not read."""
        *folders, name = Path(os.path.relpath(path, self._folder)).parts
        hidden = any(part.startswith(".") for part in (*folders, name))
        if hidden or not is_document(name):
            return not hidden and not Path(name).suffix
        return self._wanted("/".join((*folders, name)))

    def _name(self, path: str) -> str:
        return clean(os.path.relpath(path, self._folder).replace(os.sep, "/"))


def _all(_name: str) -> bool:
    return True


def watch(folder: Path, told: Told, wanted: Wanted = _all) -> Watcher | None:
    """Return what watches a folder; None where there is none, such as a file of another pipeline's chunks."""
    try:
        return Watcher(folder, told, wanted) if folder.is_dir() else None
    except OSError as error:
        raise ExplorerError(f"{clean(str(folder))} cannot be watched.", error.strerror or str(error)) from error

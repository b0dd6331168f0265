"""What happened when, for whoever has to find out why: a small file in the data folder that rotates by itself.

It says when the engine and commands started and ended and with which versions, which jobs ran, for how long and how
they ended, and which readers were stopped and why. Libraries appear by the hash that their index folder has. It holds
**no words of documents, questions, names of files or sentences about them** unless `CHUNK_EXPLORER_LOG=texts` asks for
them; `CHUNK_EXPLORER_LOG=off` keeps no log. Keys never stand in it.

Nothing here ever stops or fails the work: what cannot be written is left out, and `problem` says why. Several
processes may write: each line goes to the end of the file in one piece. Two that rotate in the same moment may lose
the oldest part.
"""

from __future__ import annotations

import datetime
import os
import platform
import stat
import threading
import traceback
from collections import deque
from collections.abc import Mapping
from pathlib import Path

from explorer import __version__
from explorer.core.errors import ExplorerError
from explorer.core.terminal_text import one_line
from explorer.paths import data_folder
from explorer.redaction import redacted

VARIABLE = "CHUNK_EXPLORER_LOG"
FOLDER, FILE = "log", "chunk-explorer.log"
_MOST_BYTES = 1_000_000
_OLDER = 2
"""Parts kept beside the newest one."""
_LONGEST = 2_000
_KEPT_BEFORE = 50
"""Lines held in memory until it is known in which data folder the log is."""
_PATIENCE = 0.5


class Log:
    """The log of this process. Lines wait in memory until `place` names the data folder."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._waiting: deque[str] = deque(maxlen=_KEPT_BEFORE)
        self._lock = threading.Lock()
        self.problem = ""

    def place(self, store: str = "") -> None:
        """Write to the data folder that `store` names from here on, what waited first; it is made when missing."""
        if mode() == "off":
            return
        try:
            self._folder = data_folder(store) / FOLDER
            self._folder.mkdir(mode=0o700, exist_ok=True)
        except (ExplorerError, OSError) as error:
            self._folder, self.problem = None, str(error)
            return
        waiting = list(self._waiting)
        self._waiting.clear()
        for line in waiting:
            self._write(line)

    def note(self, what: str, facts: Mapping[str, object], texts: Mapping[str, object] | None = None) -> None:
        """Write a line: what happened and `facts` about it, none of which may hold words of the user.

        `texts` are facts that may (names, sentences): they are left out unless they were asked for.
        """
        wanted = mode()
        if wanted == "off":
            return
        shown = {**facts, **(texts or {})} if wanted == "texts" else facts
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
        parts = [now, f"pid={os.getpid()}", what, *(f"{key}={_shown(value)}" for key, value in shown.items())]
        line = one_line(redacted(" ".join(parts))).encode("utf-8", "replace").decode()[:_LONGEST]
        if self._folder is None:
            self._waiting.append(line)
        else:
            self._write(line)

    def _write(self, line: str) -> None:
        # A thread that ends the process must not wait for one that hangs in a slow file system.
        if self._folder is None or not self._lock.acquire(timeout=_PATIENCE):
            return
        try:
            _append(self._folder / FILE, line.encode() + b"\n")
            self.problem = ""
        except OSError as error:
            self.problem = str(error)
        finally:
            self._lock.release()


def mode() -> str:
    """Return what the user asked for: "off", "texts", or "facts" (the default)."""
    asked = os.environ.get(VARIABLE, "").strip().lower()
    return asked if asked in ("off", "texts") else "facts"


def versions() -> dict[str, object]:
    """Return what is worth knowing of the program and the machine it runs on."""
    return {"version": __version__, "python": platform.python_version(), "system": platform.platform(terse=True)}


def described(error: BaseException) -> dict[str, object]:
    """Return an error as facts: its kind and where it was raised, never its words, which may quote a document."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    where = " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames))
    return {"error": type(error).__name__, "at": where or "?"}


def state(store: str = "") -> str:
    """Return a sentence about the log, for `doctor`; raises `ExplorerError` when it cannot be written."""
    chosen = mode()
    if chosen == "off":
        return f"is off ({VARIABLE}=off)."
    trial = Log()
    trial.note("doctor", versions())
    trial.place(store)
    folder = data_folder(store) / FOLDER
    if trial.problem:
        raise ExplorerError(f"The log in {folder} cannot be written: {trial.problem}.", "Work goes on without it.")
    holds = (
        f"names, questions and errors in full ({VARIABLE}=texts)"
        if chosen == "texts"
        else f"times and facts, no words of yours ({VARIABLE}=texts adds them, off ends it)"
    )
    size = sum(path.stat().st_size for path in folder.glob(f"{FILE}*"))
    return f"{folder / FILE}, {size / 1000:,.0f} kB, holds {holds}."


def _shown(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    text = str(value)
    return text if text and " " not in text and '"' not in text else f'"{text.replace(chr(34), chr(39))}"'


def _append(path: Path, line: bytes) -> None:
    """Append to a regular file of the owner's, rotated first when it is full; raises `OSError`."""
    if path.is_file() and path.stat().st_size + len(line) > _MOST_BYTES:
        _rotate(path)
    # Neither a link to elsewhere nor a pipe that no one reads may stand in the log's place.
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
    for extra in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"):
        flags |= getattr(os, extra, 0)
    file = os.open(path, flags, 0o600)
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise OSError(f"{path} is not a regular file")
        os.write(file, line)
    finally:
        os.close(file)


def _rotate(path: Path) -> None:
    for number in range(_OLDER, 0, -1):
        newer = path.with_name(f"{path.name}.{number - 1}") if number > 1 else path
        if newer.exists():
            newer.replace(path.with_name(f"{path.name}.{number}"))


LOG = Log()
"""The one log of this process."""

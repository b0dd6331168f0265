"""One opener at a time: an operating-system lock on a file of the library's folder, which says who holds it.

The lock dies with its process, however that ends, so a stale file never locks anyone out.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from pathlib import Path
from typing import BinaryIO, cast

from explorer.core.errors import ExplorerError

_FAR = 1 << 30
"""On Windows a locked byte cannot be read, so the byte that is locked lies far behind what the file says."""


class LibraryInUseError(ExplorerError):
    """Another process has the library open."""


class LibraryLock:
    """Holds the lock from construction to `close`; raises `LibraryInUseError` that names the holder."""

    def __init__(self, folder: Path, program: str = "") -> None:
        self._path = folder / "lock"
        self._file = self._acquire()
        holder = {"pid": os.getpid(), "program": program or "Another chunk-explorer", "host": socket.gethostname()}
        self._file.seek(0)
        self._file.truncate()
        self._file.write(json.dumps(holder).encode())
        self._file.flush()

    def close(self) -> None:
        """Release the lock; again is harmless."""
        if not self._file.closed:
            _unlock(self._file)
            self._file.close()

    def _acquire(self) -> BinaryIO:
        while True:
            file = self._open()
            if not _try_lock(file):
                holder = _holder(file)
                file.close()
                raise LibraryInUseError("The library is open in another program.", holder)
            if _still_there(file, self._path):
                return file
            file.close()

    def _open(self) -> BinaryIO:
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        return os.fdopen(descriptor, "r+b")


def _still_there(file: BinaryIO, path: Path) -> bool:
    """Tell whether the locked file is still the one at `path`: `forget` may have removed it in between."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _holder(file: BinaryIO) -> str:
    try:
        facts = json.loads(file.read(4096))
    except (OSError, ValueError):
        return "Close it there first."
    if not isinstance(facts, dict):
        return "Close it there first."
    known = cast("dict[str, object]", facts)
    return f"{known.get('program')} (process {known.get('pid')} on {known.get('host')}) holds it. Close it there first."


if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: BinaryIO) -> bool:
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(0)
        return True

    def _unlock(file: BinaryIO) -> None:
        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def _try_lock(file: BinaryIO) -> bool:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(file: BinaryIO) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_UN)

"""One opener at a time: an operating-system lock on a file of the library's folder, which says who holds it.

The lock dies with its process, however that ends, so a stale file never locks anyone out.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, cast

from explorer.core.errors import ExplorerError
from explorer.engine.store_file import not_writable

NAME = "lock"

_FAR = 1 << 30
"""On Windows a locked byte cannot be read, so the byte that is locked lies far behind what the file says."""


class LibraryInUseError(ExplorerError):
    """Another process has the library open."""


class LibraryLock:
    """Holds the lock from construction to `close`; raises `LibraryInUseError` that names the holder.

    Raises `NotWritableError` when the lock file cannot be written, another `ExplorerError` when it cannot be used.
    """

    def __init__(self, folder: Path, program: str = "") -> None:
        self._path = folder / NAME
        try:
            self._file = self._acquire()
        except OSError as error:
            raise not_writable(error, self._path) from error
        holder = {"pid": os.getpid(), "program": program or "Another chunk-explorer", "host": socket.gethostname()}
        self._note(json.dumps(holder).encode())

    def close(self) -> None:
        """Release the lock; again is harmless."""
        if not self._file.closed:
            self._note(b"")
            _unlock(self._file)
            self._file.close()

    def _note(self, holder: bytes) -> None:
        """Write who holds the lock; on a full disk nobody is told, and the lock holds all the same."""
        with suppress(OSError):
            self._file.seek(0)
            self._file.truncate()
            self._file.write(holder)

    def _acquire(self) -> IO[bytes]:
        while True:
            file = self._open()
            if not _try_lock(file):
                holder = _holder(file)
                file.close()
                raise LibraryInUseError("The library is open in another program.", holder)
            if _still_there(file, self._path):
                return file
            file.close()

    def _open(self) -> IO[bytes]:
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        return os.fdopen(descriptor, "r+b", buffering=0)


class ReadingLock:
    """Keeps writers out of a library that is only read, where its lock file is there; several may read.

    Raises `LibraryInUseError` while somebody writes. Windows has no lock that a reader without rights may take.
    """

    def __init__(self, folder: Path) -> None:
        self._file: IO[bytes] | None = None
        try:
            self._file = (folder / NAME).open("rb", buffering=0)
        except OSError:
            # No program that writes has ever been here, or its file tells this user nothing.
            return
        if not _try_share(self._file):
            holder = _holder(self._file)
            self._file.close()
            raise LibraryInUseError("The library is open in another program.", holder)

    def close(self) -> None:
        """Let writers in; again is harmless."""
        if self._file is not None:
            self._file.close()


def holder_of(folder: Path) -> str:
    """Return who holds a library's lock, in a sentence; "" when nobody does or it cannot be told."""
    try:
        ReadingLock(folder).close()
    except LibraryInUseError as error:
        return error.detail
    return ""


def _still_there(file: IO[bytes], path: Path) -> bool:
    """Tell whether the locked file is still the one at `path`: `forget` may have removed it in between."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _holder(file: IO[bytes]) -> str:
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

    def _try_lock(file: IO[bytes]) -> bool:
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(0)
        return True

    def _try_share(file: IO[bytes]) -> bool:
        free = _try_lock(file)
        if free:
            _unlock(file)
        return free

    def _unlock(file: IO[bytes]) -> None:
        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def _try_lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _try_share(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            # A file system without locks: what cannot be written here is written nowhere else either.
            return True
        return True

    def _unlock(file: IO[bytes]) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_UN)

"""What all SQLite files of a library share: sentences for what the system refuses, and reading what cannot be written.

A store may lie on a medium that is read-only, belong to somebody else, or be on a disk that is full. What it holds can
be read nevertheless. Without a journal beside it a file is opened as immutable, which takes no lock and makes no file;
one whose journal holds something, and one of a former format, is copied with its journal and the copy is read.
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from explorer.core.errors import ExplorerError
from explorer.engine.tokens import clean

_TOO_LITTLE = 1 << 17
"""Bytes of free space below which SQLite cannot even open its journal."""

BUSY_SECONDS = 5.0
"""How long to wait for another program that holds a file."""

_REFUSED = (errno.EROFS, errno.EACCES, errno.EPERM)
_FULL = (errno.ENOSPC, errno.EDQUOT)

_REMEDY = "Give yourself the right to write there, or keep an index elsewhere with --store."

_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_NO_RIGHT = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}


class NotWritableError(ExplorerError):
    """A file of the store cannot be written now; what it holds may still be read."""


def fold_journal(path: Path) -> None:
    """Write what a file's journal holds into the file, and empty it; harmless while others read and write the file.

    Whoever writes just then keeps it from being done, which loses nothing.
    """
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", timeout=0, uri=True)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def not_writable(error: OSError, path: Path) -> ExplorerError:
    """Return the sentence for what the system says about a file that was to be written."""
    if error.errno in _FULL:
        return NotWritableError(*disk_full())
    if error.errno in _REFUSED:
        why = error.strerror or type(error).__name__
        return NotWritableError("The index cannot be written.", f"{clean(str(path.parent))}: {why}. {_REMEDY}")
    return ExplorerError("The index cannot be used.", f"{clean(str(path))}: {error.strerror or error}.")


def disk_full() -> tuple[str, str]:
    """Return title and detail for a disk without room."""
    return "The disk is full.", "Make room, then refresh; nothing done before is lost."


def is_full(path: Path) -> bool:
    """Tell whether the disk of a file has no room left."""
    try:
        return shutil.disk_usage(path.parent).free < _TOO_LITTLE
    except OSError:
        return False


@contextmanager
def explained(path: Path, what: str, damaged: Callable[[], ExplorerError]) -> Generator[None, None, None]:
    """Turn what SQLite says about damage, locks, a full disk or missing rights into a sentence; bugs pass.

    `what` begins sentences about the file at `path` ("The index"); `damaged` makes the error for a damaged one.
    """
    try:
        yield
    except UnicodeDecodeError as error:
        raise damaged() from error
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        # Python's own error for text that is none has no code of SQLite's.
        if code in _DAMAGE or str(error).startswith("Could not decode to UTF-8"):
            raise damaged() from error
        if code in _BUSY:
            raise ExplorerError(
                f"{what} is in use by another program.",
                f"It holds {clean(str(path))}, as a database browser or a backup does. Close it there, then try again;"
                " nothing is lost.",
            ) from error
        full = code == sqlite3.SQLITE_FULL
        if full or (code in {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN} and is_full(path)):
            raise NotWritableError(*disk_full()) from error
        if code in _NO_RIGHT:
            where = clean(str(path.parent))
            raise NotWritableError(f"{what} cannot be written.", f"{where}: SQLite says: {error}. {_REMEDY}") from error
        if code == sqlite3.SQLITE_IOERR:
            raise ExplorerError(f"{what} cannot be read or written.", f"SQLite says: {error}.") from error
        raise


class ReadOnlyFile:
    """A connection that reads a file and cannot change it; raises `sqlite3.Error` or `OSError`.

    `former` tells by the connection whether the file is of a format that must be brought to the present one: then
    `renew` does that, on a copy.
    """

    def __init__(
        self,
        path: Path,
        former: Callable[[sqlite3.Connection], bool],
        renew: Callable[[sqlite3.Connection], None],
    ) -> None:
        self._copy: tempfile.TemporaryDirectory[str] | None = None
        journal = path.with_name(path.name + "-wal")
        if not journal.exists() or not journal.stat().st_size:
            uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
            self.connection = sqlite3.connect(uri, uri=True, isolation_level=None)
            try:
                if not former(self.connection):
                    return
            except BaseException:
                self.connection.close()
                raise
            self.connection.close()
        self._copy = tempfile.TemporaryDirectory(prefix="index-copy-", ignore_cleanup_errors=True)
        copy = Path(self._copy.name) / path.name
        for each in (path, journal):
            if each.exists():
                shutil.copyfile(each, copy.with_name(each.name))
        self.connection = sqlite3.connect(copy, isolation_level=None)
        try:
            renew(self.connection)
            self.connection.execute("PRAGMA query_only = ON")
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the file and remove the copy; again is harmless."""
        self.connection.close()
        if self._copy is not None:
            self._copy.cleanup()
            self._copy = None

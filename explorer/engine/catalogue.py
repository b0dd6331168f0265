"""The catalogue: one SQLite file that is the truth about a library; Chroma is a projection of it.

Guarantees: write-ahead log with synchronous=FULL, so what a finished transaction holds survives a kill and a power
cut; a schema number; a revision number that rises with every change that a ranking could see.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

from explorer.core.errors import ExplorerError
from explorer.engine.catalogue_schema import MIGRATIONS, SCHEMA, SCHEMA_VERSION
from explorer.engine.store_file import BUSY_SECONDS, NotWritableError, ReadOnlyFile, explained, not_writable

FILE_NAME = "catalogue.sqlite3"

_FEW_PAGES = 256
"""Free pages (of 4 kB) that are not worth giving back."""

_PAGES_A_STEP = 500
_INCREMENTAL = 2

Value = str | int | float | bytes | None
Row = tuple[Any, ...]
"""A row's columns, typed as the schema says."""


class CatalogueDamagedError(ExplorerError):
    """The catalogue's file is not what SQLite wrote."""

    remedy = "rebuild"


class CatalogueVersionError(ExplorerError):
    """Another version of the program made the catalogue, which is whole and is left as it is."""


class Catalogue:
    """A connection to the catalogue in `folder` (made when missing).

    `read_only` opens one that is there and cannot be written: what would change it raises `NotWritableError`. Raises
    `CatalogueDamagedError`, `CatalogueVersionError`, or another `ExplorerError` for what the system refuses.
    """

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        self.path = folder / FILE_NAME
        self._file: ReadOnlyFile | None = None
        with self._explained():
            if read_only:
                self._open_for_reading()
                return
            self._connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None)
            try:
                self._prepare(self._connection)
            except BaseException:
                self._connection.close()
                raise
        _keep_private(self.path)

    def _open_for_reading(self) -> None:
        try:
            self._file = ReadOnlyFile(self.path, _is_former, self._prepare)
        except OSError as error:
            raise not_writable(error, self.path) from error
        self._connection = self._file.connection

    @property
    def read_only(self) -> bool:
        """Tell whether nothing can be written."""
        return self._file is not None

    def close(self) -> None:
        """Close the file; again is harmless."""
        self._connection.close()
        if self._file is not None:
            self._file.close()

    def _explained(self) -> AbstractContextManager[None]:
        return explained(self.path, "The index", catalogue_damaged)

    def rows(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        """Return all rows of a query."""
        with self._explained():
            return self._connection.execute(statement, values).fetchall()

    def row(self, statement: str, values: Sequence[Value] = ()) -> Row | None:
        """Return the first row of a query."""
        with self._explained():
            return self._connection.execute(statement, values).fetchone()

    def number(self, statement: str, values: Sequence[Value] = ()) -> int:
        """Return the single number that a query yields; 0 for none."""
        row = self.row(statement, values)
        return int(row[0]) if row and isinstance(row[0], int | float) else 0

    def run(self, statement: str, values: Sequence[Value] = ()) -> int:
        """Run one statement and return the id of the row it inserted, if it did."""
        with self._explained():
            return self._connection.execute(statement, values).lastrowid or 0

    def run_many(self, statement: str, values: Iterable[Sequence[Value]]) -> None:
        """Run one statement for each tuple of values."""
        with self._explained():
            self._connection.executemany(statement, values)

    @contextmanager
    def transaction(self) -> Generator[None, None, None]:
        """Do all of the block or nothing of it."""
        self.run("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:
                self.run("ROLLBACK")
            raise
        self.run("COMMIT")

    def get(self, key: str, default: str = "") -> str:
        """Return a setting of the index."""
        row = self.row("SELECT value FROM meta WHERE key = ?", (key,))
        return str(row[0]) if row else default

    def put(self, key: str, value: str) -> None:
        """Keep a setting of the index; nothing is written when it is kept already."""
        if self.row("SELECT value FROM meta WHERE key = ?", (key,)) == (value,):
            return
        self.run("INSERT INTO meta VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value", (key, value))

    @property
    def revision(self) -> int:
        """Return the number of the present state; it only rises."""
        return int(self.get("revision", "0"))

    def raise_revision(self) -> None:
        """Say that a ranking made before may differ now."""
        self.put("revision", str(self.revision + 1))

    def shrink(self) -> Iterator[None]:
        """Give free pages back to the system, step by step, when they are much; needs no transaction to be open.

        A disk too full for that keeps nothing from working: the pages are used again.
        """
        free = self.number("PRAGMA freelist_count")
        if free < _FEW_PAGES or free * 4 < self.number("PRAGMA page_count"):
            return
        with suppress(NotWritableError):
            if self.number("PRAGMA auto_vacuum") != _INCREMENTAL:
                # A file of a former format learns to shrink in steps by being written anew, once.
                self.run("PRAGMA auto_vacuum = INCREMENTAL")
                self.run("VACUUM")
                yield
            while self.number("PRAGMA freelist_count"):
                self.rows(f"PRAGMA incremental_vacuum({_PAGES_A_STEP})")
                yield
            self.rows("PRAGMA wal_checkpoint(TRUNCATE)")

    def check(self) -> None:
        """Read the whole file's structure; raises `CatalogueDamagedError`."""
        answer = self.row("PRAGMA quick_check(1)")
        if answer != ("ok",):
            raise catalogue_damaged()

    def _prepare(self, connection: sqlite3.Connection) -> None:
        version = _version(connection)
        if version == 0:
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        # What leaves the index is overwritten: texts may hold what nobody else is to read.
        connection.execute("PRAGMA secure_delete = ON")
        if version == 0:
            _build(connection, SCHEMA, SCHEMA_VERSION)
        for former in range(version or SCHEMA_VERSION, SCHEMA_VERSION):
            _build(connection, MIGRATIONS[former], former + 1)


def _version(connection: sqlite3.Connection) -> int:
    """Return the number of a catalogue's format, 0 for a new file; raises `CatalogueVersionError`."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version not in {0, SCHEMA_VERSION, *MIGRATIONS}:
        raise CatalogueVersionError(
            "The index was made by a newer version of the program."
            if version > SCHEMA_VERSION
            else "The index was made by another version of the program.",
            f"Its format is {version}; this version knows formats 1 to {SCHEMA_VERSION}. Use the newer version, or"
            " keep another index with --store. Nothing was changed.",
        )
    return version


def _is_former(connection: sqlite3.Connection) -> bool:
    return _version(connection) != SCHEMA_VERSION


def _build(connection: sqlite3.Connection, statements: str, version: int) -> None:
    script = ";".join((statements, f"PRAGMA user_version = {version}"))
    connection.executescript(f"BEGIN;{script};COMMIT;")


def _keep_private(path: Path) -> None:
    """Take the rights of others away; a file system without rights refuses, and has nothing to take."""
    with suppress(PermissionError):
        path.chmod(0o600)


def catalogue_damaged() -> CatalogueDamagedError:
    """Return the error for a catalogue that holds what this program did not write."""
    return CatalogueDamagedError(
        "The index of this library is damaged.",
        "Remove it with `chunk-explorer doctor` or `chunk-explorer forget`; the documents are untouched and the next"
        " refresh builds it again.",
    )

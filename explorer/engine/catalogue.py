"""The catalogue: one SQLite file that is the truth about a library; Chroma is a projection of it.

Guarantees: write-ahead log with synchronous=FULL, so what a finished transaction holds survives a kill and a power
cut; a schema number; a revision number that rises with every change that a ranking could see.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from explorer.core.errors import ExplorerError
from explorer.engine.catalogue_schema import MIGRATIONS, SCHEMA, SCHEMA_VERSION

Value = str | int | float | bytes | None
Row = tuple[Any, ...]
"""A row's columns, typed as the schema says."""


class CatalogueDamagedError(ExplorerError):
    """The catalogue's file is not what SQLite wrote."""


class CatalogueVersionError(ExplorerError):
    """Another version of the program made the catalogue, which is whole and is left as it is."""


class Catalogue:
    """A connection to the catalogue in `folder` (made when missing).

    Raises `CatalogueDamagedError`, `CatalogueVersionError`, or another `ExplorerError` for what the system refuses.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "catalogue.sqlite3"
        with _explained():
            self._connection = sqlite3.connect(self.path, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._connection.close()
                raise
        self.path.chmod(0o600)

    def close(self) -> None:
        """Close the file; again is harmless."""
        self._connection.close()

    def rows(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        """Return all rows of a query."""
        with _explained():
            return self._connection.execute(statement, values).fetchall()

    def row(self, statement: str, values: Sequence[Value] = ()) -> Row | None:
        """Return the first row of a query."""
        with _explained():
            return self._connection.execute(statement, values).fetchone()

    def number(self, statement: str, values: Sequence[Value] = ()) -> int:
        """Return the single number that a query yields; 0 for none."""
        row = self.row(statement, values)
        return int(row[0]) if row and isinstance(row[0], int | float) else 0

    def run(self, statement: str, values: Sequence[Value] = ()) -> int:
        """Run one statement and return the id of the row it inserted, if it did."""
        with _explained():
            return self._connection.execute(statement, values).lastrowid or 0

    def run_many(self, statement: str, values: Iterable[Sequence[Value]]) -> None:
        """Run one statement for each tuple of values."""
        with _explained():
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
        """Keep a setting of the index."""
        self.run("INSERT INTO meta VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value", (key, value))

    @property
    def revision(self) -> int:
        """Return the number of the present state; it only rises."""
        return int(self.get("revision", "0"))

    def raise_revision(self) -> None:
        """Say that a ranking made before may differ now."""
        self.put("revision", str(self.revision + 1))

    def check(self) -> None:
        """Read the whole file's structure; raises `CatalogueDamagedError`."""
        answer = self.row("PRAGMA quick_check(1)")
        if answer != ("ok",):
            raise CatalogueDamagedError(*_DAMAGED)

    def _prepare(self) -> None:
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        if version not in {0, SCHEMA_VERSION, *MIGRATIONS}:
            raise CatalogueVersionError(
                "The index was made by a newer version of the program."
                if version > SCHEMA_VERSION
                else "The index was made by another version of the program.",
                f"Its format is {version}; this version knows formats 1 to {SCHEMA_VERSION}. Use the newer version, or"
                " keep another index with --store. Nothing was changed.",
            )
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute("PRAGMA foreign_keys = ON")
        if version == 0:
            self._build(SCHEMA, SCHEMA_VERSION)
        for former in range(version or SCHEMA_VERSION, SCHEMA_VERSION):
            self._build(MIGRATIONS[former], former + 1)

    def _build(self, statements: str, version: int) -> None:
        script = ";".join((statements, f"PRAGMA user_version = {version}"))
        self._connection.executescript(f"BEGIN;{script};COMMIT;")


_DAMAGED = (
    "The index of this library is damaged.",
    "Remove it with `chunk-explorer doctor` or `chunk-explorer forget`; the documents are untouched and the next"
    " refresh builds it again.",
)


@contextmanager
def _explained() -> Generator[None, None, None]:
    """Turn what SQLite says about damage, a full disk or missing rights into a sentence; bugs pass."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}:
            raise CatalogueDamagedError(*_DAMAGED) from error
        if code == sqlite3.SQLITE_FULL:
            raise ExplorerError(
                "The disk is full.", "The index could not be written; nothing done before is lost."
            ) from error
        if code in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PERM}:
            raise ExplorerError("The index cannot be read or written.", str(error)) from error
        raise

"""Keeps every context sentence that was written, by its content, in a file of its own in the library's folder.

Guarantees: what was written is on the disk before the next call is made (write-ahead log, synchronous=FULL); the file
knows nothing of the catalogue, so it outlives a rebuild of it; equal content is never paid for twice. The document's
text is not part of the key: what decides where a passage stands is title, name, path and passage, and an edit
elsewhere in the document leaves the sentence right.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Generator, Iterable, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from explorer.core.errors import ExplorerError
from explorer.engine.sentences.prompt import PROMPT_VERSION
from explorer.engine.store_file import BUSY_SECONDS, NotWritableError, ReadOnlyFile, explained, not_writable

FILE_NAME = "sentences.db"
_SCHEMA_VERSION = 1
_SCHEMA = """
CREATE TABLE sentence (
    key TEXT PRIMARY KEY,
    content TEXT NOT NULL,
    document TEXT NOT NULL,
    path TEXT NOT NULL,
    nth INTEGER NOT NULL,
    passage TEXT NOT NULL,
    model TEXT NOT NULL,
    text TEXT NOT NULL,
    used INTEGER NOT NULL
);
CREATE INDEX sentence_content ON sentence (content, used);
CREATE INDEX sentence_document ON sentence (document);
CREATE TABLE state (name TEXT PRIMARY KEY, number INTEGER NOT NULL);
"""


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk as its sentence depends on it. `nth` counts the chunks of its document under the same path, from 0."""

    document: str
    index: int
    title: str
    path: tuple[str, ...]
    nth: int
    text: str

    @property
    def content(self) -> str:
        """Return the hash of all that decides where the passage stands."""
        return _hash(self.title, self.document, list(self.path), self.text)

    def key(self, model: str) -> str:
        """Return the hash under which the sentence of `model` is kept."""
        return _hash(model, PROMPT_VERSION, self.content)


@dataclass(frozen=True, slots=True)
class Written:
    """A kept sentence; `passage` is the hash of the text and `path` the headings that it was made for."""

    content: str
    path: str
    nth: int
    passage: str
    text: str


class SentenceCache:
    """A connection to the file in `folder` (made when missing); raises `ExplorerError` when it cannot be used."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        self._file: ReadOnlyFile | None = None
        try:
            with self._explained():
                self._connection = self._opened_for_writing()
        except NotWritableError:
            if not self.path.exists():
                raise
            self._connection = self._opened_for_reading()

    def _opened_for_writing(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None)
        try:
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        with suppress(PermissionError):
            self.path.chmod(0o600)
        return connection

    def _opened_for_reading(self) -> sqlite3.Connection:
        """Open what cannot be written: the sentences that are here can be used, and no new one be kept."""
        with self._explained():
            try:
                self._file = ReadOnlyFile(self.path, lambda found: not _version(found, self.path), self._prepare)
            except OSError as error:
                raise not_writable(error, self.path) from error
        return self._file.connection

    @classmethod
    def existing(cls, folder: Path) -> SentenceCache | None:
        """Return the cache of a library that has one: looking makes none."""
        return cls(folder) if (folder / FILE_NAME).exists() else None

    def close(self) -> None:
        """Close the file; again is harmless."""
        self._connection.close()
        if self._file is not None:
            self._file.close()

    @property
    def state(self) -> int:
        """Return a number that rises whenever a chunk may have got another sentence."""
        return self._number("state")

    def known(self, keys: Iterable[str]) -> set[str]:
        """Return those keys whose sentence is here."""
        return {key for key in keys if self._rows("SELECT 1 FROM sentence WHERE key = ?", (key,))}

    def write(self, passage: Passage, model: str, text: str) -> None:
        """Keep the sentence that `model` wrote for a passage; it is on the disk when this returns."""
        with self._transaction():
            used = self._raise("used")
            self._run(
                "INSERT OR REPLACE INTO sentence VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    passage.key(model), passage.content, passage.document, path_key(passage.path), passage.nth,
                    _hash(passage.text), model, text, used,
                ),
            )  # fmt: skip
            self._raise("state")

    def use(self, keys: Sequence[str]) -> None:
        """Have these sentences be the ones that stand for their passages, where several models wrote one."""
        with self._transaction():
            used = self._raise("used")
            for key in keys:
                self._run("UPDATE sentence SET used = ? WHERE key = ?", (used, key))
            if keys:
                self._raise("state")

    def sentence(self, content: str) -> str:
        """Return the sentence that stands for a passage (`Passage.content`), "" for none."""
        rows = self._rows("SELECT text FROM sentence WHERE content = ? ORDER BY used DESC LIMIT 1", (content,))
        return str(rows[0][0]) if rows else ""

    def of_document(self, document: str) -> list[Written]:
        """Return all sentences ever written for a document of that name, the latest first."""
        rows = self._rows(
            "SELECT content, path, nth, passage, text FROM sentence WHERE document = ? ORDER BY used DESC", (document,)
        )
        return [Written(*row) for row in rows]

    def _raise(self, name: str) -> int:
        number = self._number(name) + 1
        self._run(
            "INSERT INTO state VALUES (?, ?) ON CONFLICT(name) DO UPDATE SET number = excluded.number", (name, number)
        )
        return number

    def _number(self, name: str) -> int:
        rows = self._rows("SELECT number FROM state WHERE name = ?", (name,))
        return int(rows[0][0]) if rows else 0

    def _rows(self, statement: str, values: Sequence[str | int] = ()) -> list[tuple[Any, ...]]:
        with self._explained():
            return self._connection.execute(statement, values).fetchall()

    def _run(self, statement: str, values: Sequence[str | int] = ()) -> None:
        with self._explained():
            self._connection.execute(statement, values)

    @contextmanager
    def _transaction(self) -> Generator[None, None, None]:
        self._run("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        self._run("COMMIT")

    def _prepare(self, connection: sqlite3.Connection) -> None:
        version = _version(connection, self.path)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if version == 0:
            connection.executescript(f"BEGIN;{_SCHEMA}PRAGMA user_version = {_SCHEMA_VERSION};COMMIT;")

    def _explained(self) -> AbstractContextManager[None]:
        return explained(self.path, "The file of context sentences", self._damaged)

    def _damaged(self) -> ExplorerError:
        return ExplorerError(
            "The file that keeps the context sentences is damaged.",
            f"Move {self.path} away to have them written anew.",
        )


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """Return the number of the file's format, 0 for a new one; raises `ExplorerError` for one that is not known."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version not in {0, _SCHEMA_VERSION}:
        raise ExplorerError(
            f"The context sentences were kept by {'a newer' if version > _SCHEMA_VERSION else 'another'} version of"
            " the program.",
            f"Use that version. Nothing was changed; {path} is where they are.",
        )
    return version


def path_key(path: Sequence[str]) -> str:
    """Return a heading path as one text that no other path has."""
    return json.dumps(list(path), ensure_ascii=True)


def passage_key(text: str) -> str:
    """Return the hash of a passage's text."""
    return _hash(text)


def _hash(*parts: object) -> str:
    return hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode()).hexdigest()

"""Reads the chunks of a Chroma folder that belongs to someone else, without Chroma and without touching a byte.

Chroma's client would migrate, lock and log; its file is an SQLite database whose tables hold ids, documents and
metadata (`collections`, `segments`, `embeddings`, `embedding_metadata`, since version 0.4). Vectors are of no use
here: they belong to another model. Without a journal beside it the file is opened as immutable, which takes no lock
and makes no file; with one (a writer is at work, or died) it is copied with its journal and the copy is read.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from explorer.core.errors import ExplorerError
from explorer.engine.tokens import clean

DATABASE = "chroma.sqlite3"
_BESIDE = ("-wal", "-journal")
_NEEDED = {
    "collections": {"id", "name"},
    "segments": {"id", "scope", "collection"},
    "embeddings": {"id", "segment_id", "embedding_id"},
    "embedding_metadata": {"id", "key", "string_value", "int_value", "float_value"},
}
_ARRAYS = "embedding_metadata_array"
_DOCUMENT = "chroma:document"

Record = dict[str, object]


class ChromaFile:
    """A Chroma folder's database, open for reading; made by `open_chroma`. Methods raise `ExplorerError`."""

    def __init__(self, folder: Path, connection: sqlite3.Connection) -> None:
        self._folder = folder
        self._connection = connection
        tables = {name: self._columns(name) for name in (*_NEEDED, _ARRAYS)}
        odd = sorted(name for name, needed in _NEEDED.items() if not needed <= tables[name])
        if odd:
            raise ExplorerError(
                f"{clean(str(folder))} is no Chroma folder of a version that can be read.",
                f"Of its tables these are missing or otherwise built: {', '.join(odd)}. Chroma 0.4 to 1.5 is known.",
            )
        self._flags = "bool_value" if "bool_value" in tables["embedding_metadata"] else "NULL"
        self._has_arrays = bool(tables[_ARRAYS])

    def collections(self) -> list[str]:
        """Return the names of all collections; one name may stand for one in each of several databases."""
        return sorted(str(row[0]) for row in self._rows("SELECT DISTINCT name FROM collections"))

    def records(self, collection: str) -> Iterator[Record]:
        """Yield what a collection holds in the order in which it was put in: id, text and metadata."""
        query = f"""
            SELECT e.id, e.embedding_id, m.key, m.string_value, m.int_value, m.float_value, {self._flags}
            FROM embeddings AS e LEFT JOIN embedding_metadata AS m ON m.id = e.id
            WHERE +e.segment_id IN (
                SELECT s.id FROM segments AS s JOIN collections AS c ON s.collection = c.id
                WHERE c.name = ? AND s.scope = 'METADATA')
            ORDER BY e.id
        """  # noqa: S608 - the one part that varies is a column name written above
        for (number, name), rows in groupby(self._rows(query, collection), key=itemgetter(0, 1)):
            fields = {row[2]: _value(row[3:]) for row in rows if row[2] is not None}
            fields.update(self._arrays(number))
            text = fields.pop(_DOCUMENT, None)
            record: Record = {"id": name, "metadata": fields}
            yield record if text is None else {**record, "text": text}

    def _arrays(self, number: int) -> dict[str, object]:
        """Return the fields of one record that hold lists."""
        found: dict[str, list[object]] = {}
        if self._has_arrays:
            query = f"SELECT key, string_value, int_value, float_value, bool_value FROM {_ARRAYS} WHERE id = ? ORDER BY rowid"  # noqa: S608, E501 - a constant
            for row in self._rows(query, number):
                found.setdefault(str(row[0]), []).append(_value(row[1:]))
        return dict(found)

    def _columns(self, table: str) -> set[str]:
        return {str(row[1]) for row in self._rows(f"PRAGMA table_info({table})")}

    def _rows(self, query: str, *values: object) -> Iterator[tuple[object, ...]]:
        try:
            yield from self._connection.execute(query, values)
        except (sqlite3.Error, OverflowError) as error:
            raise damaged(self._folder, error) from error


def _value(columns: tuple[object, ...]) -> object:
    """Return the one of a row's columns that is set; the last stands for a truth value."""
    for column in columns[:-1]:
        if column is not None:
            return column
    return None if columns[-1] is None else bool(columns[-1])


def damaged(folder: Path, error: Exception) -> ExplorerError:
    """Return the error that says why a Chroma folder cannot be read."""
    return ExplorerError(f"The Chroma folder {clean(str(folder))} cannot be read.", f"SQLite says: {error}.")


@contextmanager
def open_chroma(folder: Path) -> Generator[ChromaFile, None, None]:
    """Open a Chroma folder for reading; raises `ExplorerError` when it is damaged or of an unknown version."""
    path = folder / DATABASE
    with tempfile.TemporaryDirectory(prefix="chroma-copy-", ignore_cleanup_errors=True) as temporary:
        try:
            beside = [suffix for suffix in _BESIDE if _size(path, suffix)]
            if beside:
                for suffix in ("", *beside):
                    shutil.copyfile(f"{path}{suffix}", Path(temporary) / f"{DATABASE}{suffix}")
                connection = sqlite3.connect(Path(temporary) / DATABASE)
            else:
                connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        except (OSError, sqlite3.Error) as error:
            raise damaged(folder, error) from error
        # Texts of other programs may hold anything; what is not UTF-8 is shown as such and never stops the reading.
        connection.text_factory = _text
        with closing(connection):
            yield ChromaFile(folder, connection)


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _size(path: Path, suffix: str) -> int:
    beside = Path(f"{path}{suffix}")
    return beside.stat().st_size if beside.exists() else 0


def fingerprint(folder: Path) -> str:
    """Return a text that changes whenever the database could have; raises `OSError` when there is none."""
    facts = [(folder / DATABASE).stat()]
    facts += [Path(f"{folder / DATABASE}{suffix}").stat() for suffix in _BESIDE if _size(folder / DATABASE, suffix)]
    return " ".join(f"{each.st_size}.{each.st_mtime_ns}.{each.st_ino}" for each in facts)

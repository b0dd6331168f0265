"""Chunks of another pipeline as a folder of documents, a `.chunks` file for each, in a private folder of the index.

The source is read only. Its records may come in any order of documents, so each goes to a file of its document's own
first (in large pieces), and the documents are put together one by one: time grows with the source, memory with its
largest document. A `.chunks` file is written anew only when its content changes, so a refresh reads what changed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import cast

import msgspec

from explorer.core.errors import ExplorerError
from explorer.core.parsing.given.assembly import assemble
from explorer.core.parsing.given.form import SUFFIX, GivenDocument, encode_given
from explorer.core.parsing.given.names import document_names
from explorer.core.parsing.given.records import GivenRecord
from explorer.engine.given_records import Problem, Source, is_given, source_of
from explorer.engine.tokens import clean
from explorer.paths import make_private_folder

__all__ = ["is_given", "unpack", "unpack_in_steps", "unpacked"]

UNPACKING_VERSION = 2
"""Raised when records are understood otherwise, so that sources unpacked before are unpacked again."""

_INDEX = "index.json"
_PARTS = "parts-"
_ATTEMPTS = 3
_BUFFERED = 8 << 20
_MOST_OF_A_DOCUMENT = 128 << 20
"""Bytes of records of one document: it is put together, read and chunked in memory."""
_TOO_MUCH = f"its document holds more than {_MOST_OF_A_DOCUMENT >> 20} MiB of chunks"
_A_STEP = 500
_MOST_TOLD = 100
_A_DAY = 24 * 60 * 60

_RECORDS = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(GivenRecord)


class _Index(msgspec.Struct, frozen=True):
    """What was unpacked: the state of the source, and the file of each document by its name."""

    source: str
    files: dict[str, str]


def unpack(path: Path, home: Path) -> Path:
    """Write the documents of a source (`is_given`) into a folder below `home`, the library's own, and return it.

    Raises `ExplorerError` when the source cannot be read, holds no chunks or does not come to rest.
    """
    steps = unpack_in_steps(path, home)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return cast("Path", done.value)


def unpack_in_steps(path: Path, home: Path) -> Generator[int, None, Path]:
    """Do as `unpack` does, and yield the number of chunks read so far every few hundred and with every document.

    What is no chunk stands in a file of its own that says so when it is read. Closed before its end, it leaves what
    was unpacked before.
    """
    source = source_of(path)
    make_private_folder(home)
    folder = home / "given"
    make_private_folder(folder)
    _clear_old_parts(folder)
    for _ in range(_ATTEMPTS):
        before = _state(source)
        if (index := _index(folder)) is not None and index.source == before:
            return folder
        try:
            files = yield from _unpack(source, folder)
        except ExplorerError:
            if _state(source) == before:
                raise
            continue
        if _state(source) == before:
            _settle(folder, _Index(before, files))
            return folder
    raise ExplorerError(f"{clean(str(path))} changes while it is being read.", "Try again once nothing writes to it.")


def unpacked(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the name and the file of each document in a folder that `unpack` returned."""
    index = _index(folder)
    for name, file in (index.files if index else {}).items():
        yield name, folder / file


def _state(source: Source) -> str:
    try:
        return f"{UNPACKING_VERSION} {source.fingerprint()}"
    except OSError as error:
        raise ExplorerError(f"{clean(str(source.path))} cannot be read: {error.strerror or error}.") from error


def _index(folder: Path) -> _Index | None:
    """Return what was unpacked before; None when nothing was, or a file of it is missing."""
    try:
        index = msgspec.json.decode((folder / _INDEX).read_bytes(), type=_Index)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None
    return index if all((folder / file).is_file() for file in index.files.values()) else None


def _unpack(source: Source, folder: Path) -> Generator[int, None, dict[str, str]]:
    """Write all documents and return their files by name."""
    try:
        with tempfile.TemporaryDirectory(prefix=_PARTS, dir=folder) as temporary:
            parts = _Parts(Path(temporary))
            told = _Told(source)
            for record in source.records():
                if isinstance(record, Problem):
                    told.add(record)
                elif parts.add(record):
                    told.chunks += 1
                else:
                    told.add(Problem(f"a chunk of {clean(record.source)[:80] or source.name}", _TOO_MUCH))
                if (told.chunks + told.problems) % _A_STEP == 0:
                    yield told.chunks
            if not told.chunks:
                raise told.error()
            return (yield from _write_all(source, folder, parts, told))
    except OSError as error:
        raise ExplorerError(f"The chunks cannot be unpacked: {error.strerror or error}.", f"Into {folder}.") from error


def _write_all(source: Source, folder: Path, parts: _Parts, told: _Told) -> Generator[int, None, dict[str, str]]:
    files: dict[str, str] = {}
    names = document_names(parts.sources, source.name)
    for key, name in names.items():
        files[name] = _write(folder, assemble(name, parts.records(key)))
        yield told.chunks
    if told.problems:
        name = f"left out of {source.name}"
        files[name] = _write(folder, GivenDocument(document=name, refusal=told.sentence()))
    return files


def _write(folder: Path, document: GivenDocument) -> str:
    """Write a document's file unless it holds just that already; return its name."""
    file = hashlib.sha256(document.document.encode("utf-8", "surrogatepass")).hexdigest()[:32] + SUFFIX
    data = encode_given(document)
    path = folder / file
    if not (path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data):
        _replace(path, data)
    return file


def _replace(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or as it was before."""
    handle, unfinished = tempfile.mkstemp(dir=path.parent, prefix=_PARTS)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    Path(unfinished).replace(path)


def _settle(folder: Path, index: _Index) -> None:
    """Note what is there, and remove the documents that are gone."""
    _replace(folder / _INDEX, msgspec.json.encode(index))
    kept = set(index.files.values())
    for path in folder.glob(f"*{SUFFIX}"):
        if path.name not in kept:
            path.unlink(missing_ok=True)


def _clear_old_parts(folder: Path) -> None:
    """Remove what a process left behind that was killed a day ago or earlier."""
    for path in folder.glob(f"{_PARTS}*"):
        if path.stat().st_mtime < time.time() - _A_DAY:
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)


class _Parts:
    """The records by document, kept in files that grow piece by piece."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._waiting: dict[str, list[bytes]] = {}
        self._size = 0
        self._numbers: dict[str, int] = {}
        self._sizes: Counter[str] = Counter()

    @property
    def sources(self) -> list[str]:
        """Return what the records call their documents, in the order of their first ones."""
        return list(self._numbers)

    def add(self, record: GivenRecord) -> bool:
        """Keep a record, unless its document holds as much already as can be held in memory; tell whether it was."""
        line = _RECORDS.encode(record)
        if self._sizes[record.source] + len(line) > _MOST_OF_A_DOCUMENT:
            return False
        self._sizes[record.source] += len(line)
        self._numbers.setdefault(record.source, len(self._numbers))
        self._waiting.setdefault(record.source, []).append(line)
        self._size += len(line)
        if self._size > _BUFFERED:
            self._flush()
        return True

    def records(self, source: str) -> list[GivenRecord]:
        """Return the records of one document."""
        path = self._path(source)
        written = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
        return [_DECODER.decode(line) for line in (*written, *self._waiting.get(source, ()))]

    def _flush(self) -> None:
        for source, lines in self._waiting.items():
            with self._path(source).open("ab") as file:
                file.write(b"\n".join(lines) + b"\n")
        self._waiting, self._size = {}, 0

    def _path(self, source: str) -> Path:
        return self._folder / str(self._numbers[source])


class _Told:
    """What is no chunk: the first hundred with their reasons, and how many."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.chunks = 0
        self.problems = 0
        self._first: list[Problem] = []

    def add(self, problem: Problem) -> None:
        """Keep a problem."""
        self.problems += 1
        if len(self._first) < _MOST_TOLD:
            self._first.append(problem)

    def sentence(self) -> str:
        """Return all problems in a sentence."""
        records = "records" if self._source.collection else "lines"
        count = f"{self.problems} of {self.problems + self.chunks} {records} of {self._source.name}"
        listed = "; ".join(f"{each.where}: {each.why}" for each in self._first)
        more = self.problems - len(self._first)
        rest = f"; and {more} more" if more else ""
        return f"{count} {'is' if self.problems == 1 else 'are'} left out: {listed}{rest}."

    def error(self) -> ExplorerError:
        """Return the error for a source without any chunk."""
        shown = clean(str(self._source.path))
        if not self.problems:
            return ExplorerError(f"{self._source.name} holds no chunks.", f"{shown} is empty.")
        first = "; ".join(f"{each.where}: {each.why}" for each in self._first[:3])
        hint = "Expected is one JSON object a line." if not self._source.collection else ""
        return ExplorerError(f"{self._source.name} holds no chunks: {first}.", hint)

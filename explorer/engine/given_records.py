"""The records of a source of given chunks, one by one: the lines of a JSONL file, or the rows of a Chroma collection.

What is no chunk is told with its line or id and the reason, and the rest is read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from explorer.core.errors import ExplorerError
from explorer.core.parsing import format_of
from explorer.core.parsing.given.records import GivenRecord, NotAChunkError, read_record
from explorer.engine.chroma_file import DATABASE, fingerprint, open_chroma
from explorer.engine.tokens import clean

LINES = frozenset({".jsonl", ".ndjson"})
"""Suffixes of files that hold one JSON object a line."""

LONGEST_RECORD = 4 << 20
"""Bytes of a line, or characters of a text: some million tokens, far more than any model reads."""

_MARKS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is no chunk: where it stands ("line 7"), and why in words."""

    where: str
    why: str


@dataclass(frozen=True, slots=True)
class Source:
    """A file of lines (`collection` is empty) or a collection in a Chroma folder, and what to call it."""

    path: Path
    collection: str = ""

    @property
    def name(self) -> str:
        """Return what documents without a name of their own are called."""
        return clean(self.collection or self.path.name)

    def fingerprint(self) -> str:
        """Return a text that changes whenever the chunks could have; raises `OSError` when the source is gone."""
        if self.collection:
            return f"{fingerprint(self.path)} {self.collection}"
        facts = self.path.stat()
        return f"{facts.st_size}.{facts.st_mtime_ns}.{facts.st_ino}"

    def records(self) -> Iterator[GivenRecord | Problem]:
        """Yield every chunk, or why something is none; raises `ExplorerError` when the source cannot be read at all."""
        yield from _rows(self) if self.collection else _lines(self.path)


def is_given(path: Path) -> bool:
    """Tell whether a path names chunks of another pipeline: a JSONL file, a Chroma folder, or a collection in one.

    A folder that holds documents beside a Chroma database is a folder of documents.
    """
    try:
        if path.is_file():
            return path.suffix.lower() in LINES
        if path.is_dir():
            return (path / DATABASE).is_file() and not any(format_of(each.name) for each in path.iterdir())
        return path.parent.is_dir() and is_given(path.parent)
    except OSError:
        # What cannot be looked into is no source of chunks; whoever opens it says why.
        return False


def source_of(path: Path) -> Source:
    """Return the source that a path names; raises `ExplorerError` when a Chroma folder leaves open which collection."""
    if path.is_file():
        return Source(path)
    folder, wanted = (path, "") if path.is_dir() else (path.parent, path.name)
    with open_chroma(folder) as chroma:
        names = chroma.collections()
    shown = clean(str(folder))
    if wanted in names:
        return Source(folder, wanted)
    if not wanted and len(names) == 1:
        return Source(folder, names[0])
    listed = ", ".join(clean(name) for name in names[:20]) + (", …" if len(names) > 20 else "")
    if not names:
        raise ExplorerError(f"The Chroma folder {shown} holds no collection.")
    if wanted:
        raise ExplorerError(f"{shown} has no collection {clean(wanted)}.", f"It has {listed}.")
    raise ExplorerError(
        f"The Chroma folder {shown} holds {len(names)} collections: {listed}.",
        f"Name one of them behind the folder: {clean(str(folder / names[0]))}.",
    )


def _rows(source: Source) -> Iterator[GivenRecord | Problem]:
    with open_chroma(source.path) as chroma:
        for record in chroma.records(source.collection):
            where = f"the chunk {clean(str(record['id']))[:80]}"
            text = record.get("text")
            if isinstance(text, str) and len(text) > LONGEST_RECORD:
                yield Problem(where, f"its text is longer than {LONGEST_RECORD >> 20} MiB")
            else:
                yield _record(record, where)


def _lines(path: Path) -> Iterator[GivenRecord | Problem]:
    try:
        with path.open("rb") as file:
            for number, line in _numbered(file):
                yield _line(line, f"line {number}")
    except OSError as error:
        raise ExplorerError(f"{clean(str(path))} cannot be read: {error.strerror or error}.") from error


def _numbered(file: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """Yield the lines that are not blank with their numbers (from 1); None stands for one that is too long."""
    number = 0
    while line := file.readline(LONGEST_RECORD + 1):
        number += 1
        whole = len(line) <= LONGEST_RECORD or line.endswith(b"\n")
        while not line.endswith(b"\n") and (more := file.readline(LONGEST_RECORD)):
            line = more
        if number == 1 and line.startswith(_MARKS):
            raise ExplorerError(f"{clean(str(file.name))} is UTF-16.", "Write it as UTF-8, one JSON object a line.")
        bare = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
        if bare.strip() or not whole:
            yield number, bare if whole else None


def _line(line: bytes | None, where: str) -> GivenRecord | Problem:
    if line is None:
        return Problem(where, f"it is longer than {LONGEST_RECORD >> 20} MiB")
    try:
        return _record(json.loads(line.decode("utf-8")), where)
    except UnicodeDecodeError:
        return Problem(where, "it is not UTF-8")
    except RecursionError:
        return Problem(where, "it is nested too deeply")
    except json.JSONDecodeError as error:
        return Problem(where, f"it is not JSON ({error.msg}, column {error.colno})")
    except ValueError as error:
        return Problem(where, f"it is not JSON ({error})")


def _record(record: object, where: str) -> GivenRecord | Problem:
    try:
        return read_record(record)
    except NotAChunkError as error:
        return Problem(where, str(error))

"""Writes chunks of an open library as a file, step by step, whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from explorer.core.chunk_export import ChunkWriter
from explorer.core.errors import ExplorerError
from explorer.core.progress import Progress
from explorer.engine.catalogue_chunks import ChunkTable, Span, StoredChunk
from explorer.engine.opened import Opened
from explorer.whole_files import mode_of, regular_place, require_outside

STEP = 200
"""Chunks that are written between two looks at what else is asked: some hundredths of a second."""


@dataclass(frozen=True, slots=True)
class ChunkList:
    """Which chunks: `rows` (first, one past the last) of a list as `ListChunks` names it; no rows mean all of it."""

    folder: str = ""
    document: str = ""
    section: int | None = None
    rows: tuple[tuple[int, int], ...] = ()


def export_chunks(
    opened: Opened, wanted: ChunkList, path: Path, form: str, progress: Progress
) -> Generator[None, None, int]:
    """Write chunks to `path` and return how many; yields between steps.

    The file appears when it is whole: until then, and when the work is stopped or fails, what was there stays there.
    `ExplorerError`: the place cannot be written, would be read as a document, or the library changes meanwhile.
    """
    writer = ChunkWriter(form)
    require_outside(path, opened.folder)
    part = _Part(regular_place(path))
    try:
        count = yield from _write(opened, wanted, writer, part, progress)
        part.finish()
    finally:
        part.close()
    return count


def _write(
    opened: Opened, wanted: ChunkList, writer: ChunkWriter, part: _Part, progress: Progress
) -> Generator[None, None, int]:
    table, revision = ChunkTable(opened.catalogue), opened.catalogue.revision
    spans = table.spans(wanted.folder, wanted.document, wanted.section)
    rows = _within(wanted.rows, sum(span.count for span in spans))
    total, done = sum(stop - start for start, stop in rows), 0
    part.write(writer.head())
    for found in _steps(table, spans, rows):
        if opened.catalogue.revision != revision:
            raise ExplorerError(
                "The library changed while its chunks were written, so no file was written.",
                "Export them again when the library has been read.",
            )
        findings = table.chunk_findings(each.id for each in found)
        for each in found:
            codes = [finding.code for finding in findings.get(each.id, ())]
            part.write(writer.text(each.item, codes, each.metadata))
        done += len(found)
        progress(done, total, "writing chunks")
        yield
    return done


def _within(rows: Sequence[tuple[int, int]], count: int) -> list[tuple[int, int]]:
    """Return the ranges as far as there are rows; all rows for no range."""
    clipped = [(max(start, 0), min(stop, count)) for start, stop in (rows or [(0, count)])]
    return [(start, stop) for start, stop in clipped if start < stop]


def _steps(table: ChunkTable, spans: Sequence[Span], rows: Sequence[tuple[int, int]]) -> Iterator[list[StoredChunk]]:
    """Yield the rows in lists of at most `STEP`, scattered ones together."""
    found: list[StoredChunk] = []
    for start, stop in rows:
        at = start
        while at < stop:
            end = min(stop, at + STEP - len(found))
            found += table.rows_of(spans, at, end)
            at = end
            if len(found) >= STEP:
                yield found
                found = []
    if found:
        yield found


class _Part:
    """The file while it is written: beside its place, under another name."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._name: Path | None = None
        self._file = self._open()

    def _open(self) -> IO[str]:
        try:
            handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=f".{self._path.name[:40]}.")
        except OSError as error:
            raise self._trouble(error) from error
        self._name = Path(name)
        # What is written is UTF-8 whatever the documents hold; lines end as the formats say, on all systems.
        return os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace", newline="")

    def write(self, text: str) -> None:
        """Write on."""
        try:
            self._file.write(text)
        except OSError as error:
            raise self._trouble(error) from error

    def finish(self) -> None:
        """Put the whole file in its place."""
        if self._name is None:
            return
        try:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            self._name.chmod(mode_of(self._path))
            self._name.replace(self._path)
        except OSError as error:
            raise self._trouble(error) from error
        self._name = None

    def close(self) -> None:
        """Leave nothing behind of a file that did not get whole."""
        if self._name is not None:
            try:
                self._file.close()
            except OSError as error:
                raise self._trouble(error) from error
            finally:
                self._name.unlink(missing_ok=True)
                self._name = None

    def _trouble(self, error: OSError) -> ExplorerError:
        return ExplorerError(f"{self._path.name} cannot be written.", error.strerror or str(error))

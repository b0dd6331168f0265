"""Whether a folder of Chroma can be trusted, told without opening it in this process: damaged files can end who does.

Three looks, from cheap to thorough: sizes and ends of files; the numbers of vectors, read from Chroma's SQLite file,
against those that must be there; and a process of its own that reads every vector and asks some for themselves.
"""

from __future__ import annotations

import os
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

from explorer.engine.chroma_file import DATABASE

_MAGIC = b"SQLite format 3\0"
_HEADER = struct.Struct("<i6Q")
_HEADER_VERSION = 1
_PICKLE_END = b"."
_BESIDE = ("-wal", "-journal")

_FEW_PAGES = 500
"""Free pages (of 4 kB) that are not worth writing everything else anew."""

_PATIENCE = 300.0
"""Seconds after which a process that reads the vectors is held to hang."""

_COUNTS = (
    "SELECT c.name, count(e.id) FROM collections c JOIN segments s ON s.collection = c.id AND s.scope = 'METADATA'"
    " LEFT JOIN embeddings e ON e.segment_id = s.id GROUP BY c.id"
)


def looks_whole(folder: Path, counts: Mapping[str, int]) -> bool:
    """Tell whether files have the sizes they state, and collections the numbers of vectors that `counts` asks for."""
    return files_look_whole(folder) and _has_counts(folder / DATABASE, counts)


def files_look_whole(folder: Path) -> bool:
    """Tell whether all files have the sizes they state; a folder that is not there is whole."""
    if not folder.exists():
        return True
    try:
        return (
            _is_whole_database(folder / DATABASE)
            and all(_is_whole_segment(segment) for segment in {path.parent for path in folder.glob("*/*.bin")})
            and all(_ends_well(pickle) for pickle in folder.glob("*/*.pickle"))
        )
    except OSError:
        return False


def _is_whole_database(path: Path) -> bool:
    """Compare an SQLite file with the number of pages that it states, where it is up to date (format, 1.3.8)."""
    with path.open("rb") as file:
        head = file.read(100)
    if len(head) < 100 or not head.startswith(_MAGIC):
        return False
    page = int.from_bytes(head[16:18], "big")
    pages, changed, valid = (int.from_bytes(head[at : at + 4], "big") for at in (28, 24, 92))
    if changed != valid or any(_size_of(path.with_name(path.name + suffix)) > 0 for suffix in _BESIDE):
        return True
    return path.stat().st_size == pages * (65536 if page == 1 else page)


def _is_whole_segment(folder: Path) -> bool:
    """Compare a segment's files with the sizes that its header states; another version's cannot be judged.

    As hnswlib writes them: version, offset, room for elements, elements, bytes an element, and two offsets; then a row
    of these bytes for each element (or for all there is room for, while there are none), its length as a 32-bit
    number, and its links, each led by their size in bytes.
    """
    header = folder / "header.bin"
    if _size_of(header) < _HEADER.size:
        return False
    with header.open("rb") as file:
        version, _, room, count, size, _, _ = _HEADER.unpack(file.read(_HEADER.size))
    if version != _HEADER_VERSION:
        return True
    rows, lengths = _size_of(folder / "data_level0.bin"), _size_of(folder / "length.bin")
    if (rows, lengths) not in ((count * size, count * 4), (room * size, room * 4)):
        return False
    links = folder / "link_lists.bin"
    return links.is_file() and _are_links(links.read_bytes(), count)


def _are_links(data: bytes, count: int) -> bool:
    at = 0
    for _ in range(count):
        if at + 4 > len(data):
            return False
        at += 4 + int.from_bytes(data[at : at + 4], "little")
    return at == len(data)


def _ends_well(pickle: Path) -> bool:
    """Tell whether a pickle ends as all do; it is never loaded here."""
    with pickle.open("rb") as file:
        if not file.seek(0, os.SEEK_END):
            return False
        file.seek(-1, os.SEEK_END)
        return file.read(1) == _PICKLE_END


def _size_of(path: Path) -> int:
    return path.stat().st_size if path.is_file() else -1


def _has_counts(path: Path, counts: Mapping[str, int]) -> bool:
    if not path.exists():
        return not any(counts.values())
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            found: dict[str, int] = dict(connection.execute(_COUNTS).fetchall())
    except sqlite3.DatabaseError:
        return False
    return all(found.get(name, 0) == count for name, count in counts.items())


def is_mostly_free(folder: Path) -> bool:
    """Tell whether more than half of Chroma's SQLite file, and more than a little, are pages that hold nothing."""
    try:
        with (folder / DATABASE).open("rb") as file:
            head = file.read(100)
    except OSError:
        return False
    pages, free = int.from_bytes(head[28:32], "big"), int.from_bytes(head[36:40], "big")
    return len(head) == 100 and free > _FEW_PAGES and free * 2 > pages


class Probe:
    """A process of its own that reads a folder of Chroma.

    It ends with this process, however that ends: its input is closed then.
    """

    def __init__(self, folder: Path, *, beside: bool = False) -> None:
        """Begin to read; `beside` other work, to which it leaves the processor."""
        self._process: subprocess.Popen[bytes] | None = None
        if getattr(sys, "frozen", False) or not folder.exists():
            return
        code = (
            f"import os, sys, threading; getattr(os, 'nice', int)({5 if beside else 0})\n"
            "threading.Thread(target=lambda: os._exit(sys.stdin.read() == ''), daemon=True).start()\n"
            "from pathlib import Path; from explorer.engine.vectors import examine\n"
            f"examine(Path({str(folder)!r})); os._exit(0)"
        )
        self._process = subprocess.Popen(  # noqa: S603 - this program's own code
            [sys.executable, "-c", code],
            cwd=Path(__file__).resolve().parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    @property
    def done(self) -> bool:
        """Tell whether the answer is there."""
        return self._process is None or self._process.poll() is not None

    def passed(self) -> bool:
        """Wait for the answer: whether all could be read and every vector that was asked for itself was found."""
        if self._process is None:
            return True
        try:
            return self._process.wait(_PATIENCE) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            self.close()

    def close(self) -> None:
        """End the process; again is harmless."""
        if self._process is None:
            return
        if self._process.poll() is None:
            with suppress(ProcessLookupError):
                self._process.kill()
            self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()

"""Fingerprints of files that may be anything: bounded, cancelled at any time, never waiting for a pipe."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

import pytest

from explorer.core.errors import Cancelled, UnreadableDocumentError
from explorer.engine.digest import MOST_BYTES, file_digest


def no_pause() -> None:
    """Go on."""


@pytest.mark.parametrize("size", [0, 1, 1 << 24, (1 << 24) + 1])
def test_it_is_the_sha_256_of_the_content(tmp_path: Path, size: int) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"x" * size)
    assert file_digest(path, no_pause) == hashlib.sha256(b"x" * size).hexdigest()


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX systems")
def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    with pytest.raises(OSError, match="not a regular file"):
        file_digest(tmp_path / "pipe.md", no_pause)


def test_what_no_reader_could_hold_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "huge.md"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)

    def never() -> None:
        raise AssertionError

    with pytest.raises(UnreadableDocumentError, match=r"1\.1 GB"):
        file_digest(path, never)


def test_a_cancel_is_met_between_pieces(tmp_path: Path) -> None:
    path = tmp_path / "large.md"
    with path.open("wb") as file:
        file.truncate(1 << 27)
    met: list[int] = []

    def cancel() -> None:
        met.append(1)
        raise Cancelled

    with pytest.raises(Cancelled):
        file_digest(path, cancel)
    assert met == [1]

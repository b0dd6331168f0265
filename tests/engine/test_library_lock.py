"""One opener at a time, also across processes (case 119)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from explorer.engine.library import Library, forget
from explorer.engine.lock import LibraryInUseError, LibraryLock
from explorer.engine.options import Options

PROJECT = Path(__file__).resolve().parents[2]

HOLD = """
import sys, time
from pathlib import Path
from explorer.engine.lock import LibraryLock
lock = LibraryLock(Path(sys.argv[1]), "holder")
print("held", flush=True)
time.sleep(600)
"""


def hold(folder: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)], stdout=subprocess.PIPE, text=True, cwd=PROJECT
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_the_second_is_told_who_holds_it_and_a_kill_frees_it(tmp_path: Path) -> None:
    holder = hold(tmp_path)
    try:
        with pytest.raises(LibraryInUseError) as refused:
            LibraryLock(tmp_path)
        assert f"holder (process {holder.pid} on " in refused.value.detail
    finally:
        os.kill(holder.pid, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
        holder.communicate()
    LibraryLock(tmp_path).close()


def test_the_same_process_is_refused_too_until_closed(tmp_path: Path) -> None:
    lock = LibraryLock(tmp_path)
    with pytest.raises(LibraryInUseError):
        LibraryLock(tmp_path)
    lock.close()
    lock.close()
    LibraryLock(tmp_path).close()


def test_an_open_library_is_not_opened_twice_nor_forgotten(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    options = Options(store=str(tmp_path / "store"))
    library = Library.open(tmp_path / "docs", options)
    with pytest.raises(LibraryInUseError):
        Library.open(tmp_path / "docs", options)
    with pytest.raises(LibraryInUseError):
        forget(tmp_path / "docs", options)
    library.close()
    assert "Removed" in forget(tmp_path / "docs", options)
    assert "There is no index" in forget(tmp_path / "docs", options)
    assert not list((tmp_path / "store" / "libraries").iterdir())

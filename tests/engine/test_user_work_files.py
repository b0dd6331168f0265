"""The user's files: all or nothing on a full disk, no line spoilt by a cut one, odd files refused with a sentence."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from explorer.core.errors import ExplorerError
from explorer.engine.user_work import LARGEST_SETTINGS, SHARED, UserWork
from explorer.whole_files import write_whole


@pytest.fixture
def work(tmp_path: Path) -> UserWork:
    (tmp_path / "docs").mkdir()
    return UserWork(tmp_path / "docs", tmp_path / "home")


def test_a_cut_line_spoils_only_itself(work: UserWork) -> None:
    work.append("a.jsonl", [b"one", b"two"])
    path = work.folder / "a.jsonl"
    path.write_bytes(path.read_bytes() + b"cut")
    work.append("a.jsonl", [b"three"])
    assert work.lines("a.jsonl") == [b"one", b"two", b"cut", b"three"]
    assert work.lines("nothing.jsonl") == []


def test_a_full_disk_leaves_the_lines_that_were_there(work: UserWork, monkeypatch: pytest.MonkeyPatch) -> None:
    work.append("a.jsonl", [b"one"])
    sync = os.fsync

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ExplorerError, match="No space left"):
        work.append("a.jsonl", [b"two"])
    with pytest.raises(ExplorerError, match="No space left"):
        work.write("mends.json", b"[]")
    monkeypatch.setattr(os, "fsync", sync)
    work.append("a.jsonl", [b"three"])
    assert work.lines("a.jsonl") == [b"one", b"three"]
    assert [path.name for path in work.folder.iterdir()] == ["a.jsonl"]


def test_what_is_no_file_is_refused_with_a_sentence(work: UserWork) -> None:
    work.append("a.jsonl", [b"one"])
    (work.folder / "mends.json").mkdir()
    (work.folder / "b.jsonl").mkdir()
    for read in (work.mends, lambda: work.lines("b.jsonl"), lambda: work.append("b.jsonl", [b"x"])):
        with pytest.raises(ExplorerError, match=r"cannot be (read|written)"):
            read()


def _directory(path: Path) -> None:
    path.mkdir()


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _large(path: Path) -> None:
    path.write_bytes(b"#" * (LARGEST_SETTINGS + 1))


def _utf16(path: Path) -> None:
    path.write_bytes("[audit]".encode("utf-16"))


def _deep(path: Path) -> None:
    path.write_text("a=" + "[" * 60_000, encoding="utf-8")


def _digits(path: Path) -> None:
    path.write_text("a=" + "9" * 10_000, encoding="utf-8")


@pytest.mark.parametrize("make", [_directory, _pipe, _large, _utf16, _deep, _digits])
def test_odd_settings_are_refused_with_a_sentence(work: UserWork, tmp_path: Path, make: Any) -> None:
    make(tmp_path / "docs" / SHARED)
    with pytest.raises(ExplorerError, match="cannot be read"):
        work.settings()


@pytest.mark.parametrize("value", ["90", "0", "-3", "nan", "inf", "1" + "0" * 400])
def test_thresholds_out_of_range_are_refused(work: UserWork, tmp_path: Path, value: str) -> None:
    (tmp_path / "docs" / SHARED).write_text(f"[audit.thresholds.C206]\nsimilarity = {value}\n", encoding="utf-8")
    with pytest.raises(ExplorerError, match=r"threshold C206\.similarity"):
        work.settings()


def test_a_failed_write_leaves_the_file_of_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "report.html"
    write_whole(path, b"old", 0o600)

    def refuse(_self: Path, _target: Path) -> Path:
        raise OSError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(ExplorerError, match="Permission denied"):
        write_whole(path, b"new", 0o600)
    assert (path.read_bytes(), [one.name for one in tmp_path.iterdir()]) == (b"old", ["report.html"])

"""Files that a user names: what is refused with a sentence, and what is written whole."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from explorer.core.errors import ExplorerError
from explorer.whole_files import is_among_documents, require_outside, write_file


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    (folder / "sub").mkdir(parents=True)
    for name in ("plans.md", "questions.jsonl", "chunk-explorer.toml"):
        (folder / name).write_text("mine")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "link.csv").symlink_to(folder / "plans.md")
    (tmp_path / "docs2").mkdir()
    (tmp_path / "way").symlink_to(folder)
    return folder


@pytest.mark.parametrize(
    "name",
    ["docs/plans.md", "docs/sub/new.MD", "docs/a.html", "docs2/../docs/a.txt", "way/new.md", "out/link.csv"],
)
def test_no_document_of_the_library_is_written(library: Path, name: str) -> None:
    with pytest.raises(ExplorerError, match="be read as one of its documents"):
        require_outside(library.parent / name, library)


@pytest.mark.parametrize("name", ["docs/questions.jsonl", "way/chunk-explorer.toml"])
def test_the_librarys_own_files_are_not_written(library: Path, name: str) -> None:
    with pytest.raises(ExplorerError, match="library's own file"):
        require_outside(library.parent / name, library)


@pytest.mark.parametrize("name", ["docs/table.csv", "docs/questions.new.csv", "docs2/plans.md", "out/plans.md"])
def test_other_places_are_free(library: Path, name: str) -> None:
    require_outside(library.parent / name, library)


def test_a_library_that_is_a_file_is_not_written(tmp_path: Path) -> None:
    chunks = tmp_path / "pipeline.jsonl"
    chunks.write_text("{}")
    assert is_among_documents(chunks, chunks)
    assert not is_among_documents(tmp_path / "other.jsonl", chunks)


def _fifo(folder: Path) -> Path:
    os.mkfifo(folder / "pipe.csv")
    return folder / "pipe.csv"


def _loop(folder: Path) -> Path:
    (folder / "loop.csv").symlink_to("loop.csv")
    return folder / "loop.csv"


def _device_behind_a_link(folder: Path) -> Path:
    (folder / "full.csv").symlink_to("/dev/full")
    return folder / "full.csv"


@pytest.mark.skipif(os.name != "posix", reason="devices and pipes of POSIX systems")
@pytest.mark.parametrize(
    "make",
    [
        _fifo,
        _loop,
        _device_behind_a_link,
        lambda _: Path("/dev/full"),
        lambda folder: folder,
        lambda folder: folder / "none" / "a.csv",
        lambda folder: folder / f"{'n' * 300}.csv",
        lambda folder: folder / f"{'ü' * 150}.csv",
        lambda folder: folder / "nul\0.csv",
        lambda _: Path("/proc/x.csv"),
    ],
)
def test_what_cannot_be_a_file_is_told_in_a_sentence(tmp_path: Path, make: object) -> None:
    path: Path = make(tmp_path)  # type: ignore[operator]
    before = sorted(tmp_path.iterdir())
    with pytest.raises(ExplorerError, match="cannot be written"):
        write_file(path, b"new")
    assert sorted(tmp_path.iterdir()) == before
    assert not stat.S_ISREG(os.stat("/dev/full").st_mode)  # noqa: PTH116 - a device, if it is still there


def test_a_file_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    path.chmod(0o604)
    (tmp_path / "link.csv").symlink_to(path)
    write_file(tmp_path / "link.csv", b"new")
    assert path.read_bytes() == b"new"
    assert (tmp_path / "link.csv").is_symlink()
    assert os.name != "posix" or stat.S_IMODE(path.stat().st_mode) == 0o604


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the system lets root write everything")
def test_a_protected_file_is_left(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(ExplorerError, match="cannot be written"):
        write_file(path, b"new")
    assert path.read_bytes() == b"old"

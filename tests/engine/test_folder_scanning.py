"""Which files of a folder are documents, and what they are called."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from explorer.core.errors import ExplorerError
from explorer.engine.options import Options
from explorer.engine.scanning import scan

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="names and links of POSIX systems")


def write(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {name}\n", encoding="utf-8")


def names(folder: Path, options: Options | None = None) -> list[str]:
    return [found.name for found in scan(folder, options)]


def test_only_documents_are_listed_sorted_with_slashes(tmp_path: Path) -> None:
    write(tmp_path, "b.md", "a/z.MD", "a/b/c.pdf", "notes.xyz", "README")
    assert names(tmp_path) == ["a/b/c.pdf", "a/z.MD", "b.md"]


@pytest.mark.parametrize(
    "name",
    [
        ".hidden.md",
        ".git/a.md",
        "a/.b/c.md",
        "~$a.md",
        ".~lock.a.md",
        "chunk-explorer.toml",
        "questions.md",
        "Questions.md",
    ],
)
def test_hidden_files_lock_files_and_the_programs_own_are_not(tmp_path: Path, name: str) -> None:
    write(tmp_path, "kept.md", name)
    assert names(tmp_path) == ["kept.md"]


@pytest.mark.parametrize(
    ("include", "exclude", "kept"),
    [
        ((), (), ["a.md", "hr/b.md", "hr/old/c.md"]),
        (("hr/*",), (), ["hr/b.md", "hr/old/c.md"]),
        ((), ("*/old/*",), ["a.md", "hr/b.md"]),
        (("hr/*",), ("*/old/*",), ["hr/b.md"]),
    ],
)
def test_patterns(tmp_path: Path, include: tuple[str, ...], exclude: tuple[str, ...], kept: list[str]) -> None:
    write(tmp_path, "a.md", "hr/b.md", "hr/old/c.md")
    assert names(tmp_path, Options(include=include, exclude=exclude)) == kept


@posix_only
def test_links_in_circles_case_100(tmp_path: Path, shared: Path) -> None:
    script = next(shared.glob("cases/100-*/make.sh"))
    subprocess.run(["sh", str(script), str(tmp_path / "d")], check=True)
    assert names(tmp_path / "d") == ["a.md", "sub/b.md"]


@posix_only
def test_links_that_lead_outside_are_left_out(tmp_path: Path) -> None:
    write(tmp_path, "outside/secret.md", "library/own.md")
    (tmp_path / "library" / "file.md").symlink_to(tmp_path / "outside" / "secret.md")
    (tmp_path / "library" / "folder").symlink_to(tmp_path / "outside")
    (tmp_path / "library" / "dangling.md").symlink_to(tmp_path / "nowhere.md")
    (tmp_path / "library" / "self.md").symlink_to("self.md")
    assert names(tmp_path / "library") == ["own.md"]


@posix_only
def test_only_regular_files(tmp_path: Path) -> None:
    write(tmp_path, "own.md")
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "folder.md").mkdir()
    assert names(tmp_path) == ["own.md"]


@posix_only
def test_odd_names_case_105(tmp_path: Path, shared: Path) -> None:
    script = next(shared.glob("cases/105-*/make.py"))
    subprocess.run([sys.executable, str(script), str(tmp_path / "d")], check=True)
    found = scan(tmp_path / "d")
    assert len({each.name for each in found}) == 8
    assert all(each.name.encode("utf-8") for each in found)
    assert all(each.path.read_bytes().startswith(b"# Doc") for each in found)


@posix_only
def test_names_that_look_alike_stay_apart(tmp_path: Path) -> None:
    for raw in (b"caf\xe9.md", b"caf\xe8.md", "caf\ufffd.md".encode()):
        (Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + raw))).write_bytes(raw)
    found = scan(tmp_path)
    assert len({each.name for each in found}) == 3
    by_name = {each.name: each for each in found}
    assert by_name["caf\ufffd.md"].path.read_bytes() == "caf\ufffd.md".encode()
    assert all(name.endswith(".md") for name in by_name)
    assert [each.name for each in scan(tmp_path)] == [each.name for each in found]


def test_a_folder_that_is_none_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ExplorerError, match="is not a folder"):
        scan(tmp_path / "missing")

"""What would be read is told before it is read, within a bound, and nothing is made by telling it."""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path

import pytest

from explorer import protocol
from explorer.core.errors import Cancelled, ExplorerError
from explorer.core.progress import no_progress
from explorer.engine import previewing
from explorer.engine.options import Options
from explorer.engine.previewing import preview_folder
from explorer.engine.scanning import scan
from explorer.engine.user_work import UserWork
from explorer.paths import library_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "docs"
    for name, text in {
        "plans.md": "# Plans\n",
        "hr/leave.md": "# Leave\n",
        "hr/old.HTML": "<h1>Old</h1>",
        "drafts/a.md": "# A\n",
        "picture.png": "x",
        ".hidden/secret.md": "# S\n",
        "~$lock.docx": "x",
    }.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text(text, "utf-8")
    return made


def ask(folder: Path, tmp_path: Path, **fields: object) -> protocol.FolderPreviewed:
    request = protocol.PreviewFolder(id=1, folder=str(folder), store=str(tmp_path / "store"), **fields)  # pyright: ignore[reportArgumentType]
    return ended(preview_folder(request, no_progress))[0]


def ended(
    steps: Generator[None, None, protocol.FolderPreviewed],
) -> tuple[protocol.FolderPreviewed, int]:
    count = 0
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return done.value, count
        count += 1


def test_documents_are_counted_by_format_and_the_rest_by_reason(folder: Path, tmp_path: Path) -> None:
    found = ask(folder, tmp_path)
    assert (found.documents, found.whole, found.known) == (4, True, False)
    assert found.formats == ((".md", 3, 20), (".html", 1, 12))
    assert found.size == 32
    assert dict(found.skipped) == {"hidden": 1, "kind": 2}
    assert found.documents == len(scan(folder))
    assert not (tmp_path / "store").exists()


def test_settings_and_question_sets_are_no_documents_of_an_unread_kind(folder: Path, tmp_path: Path) -> None:
    for name in ("Questions.csv", "questions.jsonl", "questions.xml", "hr/questions.csv", "hr/chunk-explorer.toml"):
        (folder / name).write_text("", "utf-8")
    (folder / "chunk-explorer.toml").write_text("[library]\n", "utf-8")
    # Those in folders below are read by nothing.
    assert dict(ask(folder, tmp_path).skipped) == {"hidden": 1, "kind": 5, "settings": 1, "questions": 2}


@pytest.mark.parametrize(
    ("include", "exclude"), [((), ("drafts/*",)), (("*.md",), ()), (("hr/*",), ("*.HTML",)), (("nothing",), ())]
)
def test_patterns_are_tried_as_the_reading_applies_them(
    folder: Path, tmp_path: Path, include: tuple[str, ...], exclude: tuple[str, ...]
) -> None:
    found = ask(folder, tmp_path, include=include, exclude=exclude)
    wanted = scan(folder, Options(include=include, exclude=exclude))
    assert found.documents == len(wanted)
    assert dict(found.skipped).get("pattern", 0) == 4 - len(wanted)
    assert not {each.name for each in wanted} & set(found.examples)


def test_patterns_are_kept_for_the_library_and_told_the_next_time(folder: Path, tmp_path: Path) -> None:
    (folder / "chunk-explorer.toml").write_text('[library]\nexclude = ["*.HTML"]\n', "utf-8")
    kept = ask(folder, tmp_path, include=(), exclude=("drafts/*",), keep=True)
    assert kept.exclude == ("drafts/*",)
    found = ask(folder, tmp_path)
    assert (found.exclude, found.shared, found.documents) == (("drafts/*",), ("!*.HTML",), 2)
    home = library_folder(folder, str(tmp_path / "store"))
    assert UserWork(folder, home).settings().exclude == ("*.HTML", "drafts/*")


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="the system knows no links")
def test_links_are_counted_once(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text("# O\n", "utf-8")
    (folder / "again.md").symlink_to(folder / "plans.md")
    (folder / "out.md").symlink_to(tmp_path / "outside.md")
    found = ask(folder, tmp_path)
    assert (found.documents, dict(found.skipped)["link"]) == (4, 2)


def test_a_huge_folder_is_looked_through_up_to_a_bound(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(previewing, "STEP", 1)
    request = protocol.PreviewFolder(id=1, folder=str(folder), store=str(tmp_path / "store"))
    assert ended(preview_folder(request, no_progress))[1] >= 4
    monkeypatch.setattr(previewing, "MOST_FILES", 2)
    found, steps = ended(preview_folder(request, no_progress))
    assert not found.whole
    assert steps <= 2


def test_looking_can_be_stopped(folder: Path, tmp_path: Path) -> None:
    def stop(_done: int, _total: int, _note: str) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        next(preview_folder(protocol.PreviewFolder(id=1, folder=str(folder), store=str(tmp_path)), stop))


def test_what_has_an_index_or_is_no_folder_is_told(folder: Path, tmp_path: Path) -> None:
    home = library_folder(folder, str(tmp_path / "store"))
    home.mkdir(parents=True)
    (home / "catalogue.sqlite3").touch()
    assert ask(folder, tmp_path).known
    with pytest.raises(ExplorerError):
        ask(tmp_path / "nothing", tmp_path)

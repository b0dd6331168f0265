"""What changes in a library's folder is told; what is no document is not."""

from __future__ import annotations

import queue
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.engine_process import EngineProcess

from explorer import protocol
from explorer.engine.watching import Noticed, Watcher, watch

Told = queue.Queue[Noticed]
WAIT = 30.0


@pytest.fixture
def told() -> Told:
    return queue.Queue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "hr").mkdir()
    (tmp_path / "plans.md").write_text("# Plans\n", "utf-8")
    (tmp_path / "hr" / "leave.md").write_text("# Leave\n", "utf-8")
    return tmp_path.resolve()


@pytest.fixture
def watcher(folder: Path, told: Told) -> Iterator[Watcher]:
    made = watch(folder, told.put, lambda name: not name.startswith("drafts/"))
    assert made is not None
    # A watch is in force when a change is noticed: until then files are written again and again.
    while True:
        (folder / "probe.md").write_text("# Probe\n", "utf-8")
        try:
            told.get(timeout=1)
            break
        except queue.Empty:
            continue
    yield made
    made.close()


def names_told(told: Told, wanted: set[str]) -> set[str]:
    found: set[str] = set()
    while not wanted <= found:
        noticed = told.get(timeout=WAIT)
        assert noticed.problem == ""
        found.update(noticed.names)
    return found


def test_changed_new_and_vanished_documents_are_told(folder: Path, watcher: Watcher, told: Told) -> None:
    (folder / "plans.md").write_text("# Other plans\n", "utf-8")
    (folder / "new.html").write_text("<h1>New</h1>", "utf-8")
    (folder / "hr" / "leave.md").unlink()
    found: list[Noticed] = []
    while not {"plans.md", "new.html", "hr/leave.md"} <= {name for noticed in found for name in noticed.names}:
        found.append(told.get(timeout=WAIT))
    assert {name for noticed in found for name in noticed.added} - {"probe.md"} == {"new.html"}
    assert {name for noticed in found for name in noticed.gone} == {"hr/leave.md"}


def test_hidden_files_and_other_kinds_are_not_told(folder: Path, watcher: Watcher, told: Told) -> None:
    (folder / ".git").mkdir()
    for name in (".git/x.md", ".hidden.md", "~$plans.docx", "questions.jsonl", "chunk-explorer.toml", "picture.png"):
        (folder / name).write_text("x", "utf-8")
    (folder / "last.md").write_text("# Last\n", "utf-8")
    found = names_told(told, {"last.md"})
    assert found - {"last.md", "probe.md"} == set()


def test_documents_that_are_left_out_are_not_told(folder: Path, watcher: Watcher, told: Told) -> None:
    (folder / "drafts").mkdir()
    for name in ("drafts/plan.md", "last.md"):
        (folder / name).write_text("# X\n", "utf-8")
    assert "drafts/plan.md" not in names_told(told, {"last.md"})


def test_a_folder_that_moves_away_is_told(folder: Path, watcher: Watcher, told: Told) -> None:
    (folder / "hr").rename(folder.parent / f"{folder.name}-hr")
    names_told(told, {"hr"})


def test_after_closing_nothing_is_told(folder: Path, watcher: Watcher, told: Told) -> None:
    watcher.close()
    while not told.empty():
        told.get()
    (folder / "plans.md").write_text("# Other plans\n", "utf-8")
    with pytest.raises(queue.Empty):
        told.get(timeout=3)


def test_a_file_of_chunks_is_not_watched(tmp_path: Path, told: Told) -> None:
    (tmp_path / "chunks.jsonl").write_text("{}\n", "utf-8")
    assert watch(tmp_path / "chunks.jsonl", told.put) is None


def test_the_engine_tells_changes_of_the_open_library_by_its_own_name(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    engine = EngineProcess()
    try:
        engine.open(folder, tmp_path_factory.mktemp("watched-store"))
        found: list[protocol.FilesChanged] = []
        for attempt in range(int(WAIT)):
            (folder / "plans.md").write_text(f"# Plans {attempt}\n", "utf-8")
            time.sleep(1)
            found = [event for event in engine.events if isinstance(event, protocol.FilesChanged)]
            if found:
                break
        assert found[0].names == ("plans.md",)
        assert found[0].folder == str(folder)
        assert found[0].id == 0
    finally:
        engine.kill()

"""The log says what happened when, holds no words of the user unless asked, and never stops the work."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from explorer import protocol
from explorer.core.errors import ExplorerError
from explorer.engine import log
from explorer.engine.log import Log
from tests.support.engine_process import EngineProcess

KEY = "sk-planted0123456789abcdef"
unix_only = pytest.mark.skipif(sys.platform == "win32", reason="modes, links and pipes of POSIX systems")


@pytest.fixture
def placed(tmp_path: Path) -> Log:
    made = Log()
    made.place(str(tmp_path))
    return made


def written(store: Path) -> str:
    path = store / log.FOLDER / log.FILE
    return path.read_text("utf-8") if path.exists() else ""


def test_lines_wait_until_the_place_is_known(tmp_path: Path) -> None:
    made = Log()
    made.note("first", {"number": 1})
    made.place(str(tmp_path))
    made.note("second", {"seconds": 0.25})
    first, second = written(tmp_path).splitlines()
    assert f"pid={os.getpid()} first number=1" in first
    assert second.endswith("second seconds=0.250")


@pytest.mark.parametrize(("asked", "there"), [("", False), ("facts", False), ("texts", True), ("nonsense", False)])
def test_words_of_the_user_only_when_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str, there: bool
) -> None:
    monkeypatch.setenv(log.VARIABLE, asked)
    made = Log()
    made.place(str(tmp_path))
    made.note("failed", {"job": "Search"}, {"words": "salaries.md could not be read"})
    assert "job=Search" in written(tmp_path)
    assert ("salaries" in written(tmp_path)) is there


def test_off_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(log.VARIABLE, "off")
    made = Log()
    made.place(str(tmp_path))
    made.note("failed", {})
    assert not (tmp_path / log.FOLDER).exists()
    assert "is off" in log.state(str(tmp_path))


def test_a_line_stays_a_line_and_holds_no_key(placed: Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "planted-in-the-environment")
    placed.note("odd\nname", {"a": f"x\n{KEY}\u202e", "b": "planted-in-the-environment"})
    assert len(written(tmp_path).splitlines()) == 1
    assert "planted" not in written(tmp_path)


def test_an_error_is_told_by_kind_and_place_not_by_its_words(placed: Log, tmp_path: Path) -> None:
    with pytest.raises(KeyError) as caught:
        _ = {}["words of a document"]
    placed.note("broke", log.described(caught.value))
    assert "error=KeyError at=test_log_of_the_engine.py:" in written(tmp_path)
    assert "document" not in written(tmp_path)


def test_it_rotates_and_keeps_three_parts(placed: Log, tmp_path: Path) -> None:
    folder = tmp_path / log.FOLDER
    for number in range(5):
        with (folder / log.FILE).open("a") as file:
            file.write(f"part {number}" + "." * 999_990)
        placed.note("next", {"number": number})
    names = sorted(path.name for path in folder.iterdir())
    assert names == [log.FILE, f"{log.FILE}.1", f"{log.FILE}.2"]
    assert sum(path.stat().st_size for path in folder.iterdir()) < 3_300_000
    assert "number=4" in written(tmp_path)


@unix_only
def test_only_its_owner_may_read_it(placed: Log, tmp_path: Path) -> None:
    placed.note("x", {})
    folder = tmp_path / log.FOLDER
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / log.FILE).stat().st_mode) == 0o600


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _folder(path: Path) -> None:
    path.mkdir()


def _link(path: Path) -> None:
    (path.parent.parent / "elsewhere").write_text("untouched")
    path.symlink_to(path.parent.parent / "elsewhere")


@unix_only
@pytest.mark.parametrize("put", [_pipe, _folder, _link])
def test_what_stands_in_its_place_stops_nothing(tmp_path: Path, put: object) -> None:
    (tmp_path / log.FOLDER).mkdir()
    assert callable(put)
    put(tmp_path / log.FOLDER / log.FILE)
    made = Log()
    made.place(str(tmp_path))
    made.note("x", {})
    assert made.problem
    elsewhere = tmp_path / "elsewhere"
    assert not elsewhere.exists() or elsewhere.read_text() == "untouched"
    with pytest.raises(ExplorerError, match="cannot be written"):
        log.state(str(tmp_path))


@unix_only
def test_a_folder_that_cannot_be_made_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    made = Log()
    made.place(str(tmp_path / "file" / "store"))
    made.note("x", {})
    assert made.problem


def test_the_engine_writes_what_it_did(tmp_path: Path) -> None:
    documents, store = tmp_path / "salaries of 2026", tmp_path / "store"
    documents.mkdir()
    (documents / "wages.md").write_text("# Wages\n\nTwelve dollars.\n", "utf-8")
    engine = EngineProcess()
    engine.open(documents, store)
    engine.ask(protocol.Search, question="What are the wages?", ranker="keyword")
    engine.close()
    said = written(store)
    assert "engine starts version=" in said
    assert "library opens library=" in said
    assert "done job=OpenLibrary" in said
    assert said.splitlines()[-1].endswith("engine ends")
    assert "salaries" not in said
    assert "wages" not in said

"""A store that is read-only, locked by another program, or on a full disk: a sentence, and searching goes on."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from explorer.core.errors import ExplorerError
from explorer.core.recipe import PLAIN, Recipe
from explorer.core.views import Filters
from explorer.engine.catalogue import Catalogue
from explorer.engine.library import Library
from explorer.engine.sentences.cache import SentenceCache
from explorer.engine.store_file import NotWritableError
from explorer.paths import library_folder
from tests.support.limited_store import can_mount, run_on_small_disk, run_read_only

Opener = Callable[..., Library]

mounts = pytest.mark.skipif(not can_mount(), reason="this system gives no file systems to processes")

COMMON = """
import contextlib, io, json, os, sys
from pathlib import Path
from explorer.cli import main as command, parse
from explorer.core.errors import ExplorerError
from explorer.core.progress import finished, no_progress
from explorer.core.recipe import PLAIN, Recipe
from explorer.core.views import Filters
from explorer.engine.library import Library, doctor, forget
from explorer.engine.options import Options

folder, store = Path(sys.argv[1]), Path(sys.argv[2])
options = Options(store=str(store))

def ranks(library):
    found = library.search("monthly pass", "embedding", PLAIN, Recipe(), Filters(), 1000)
    return [[hit.document, hit.index, hit.rank] for hit in (*found.plain, *found.context)]

def refused(work):
    try:
        work()
    except ExplorerError as error:
        return str(error)
    return "not refused"

def told(*words):
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = command(parse([*words, "--store", str(store)]))
        out.flush()
        err.flush()
    return [code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode()]
"""

READ_ONLY = (
    COMMON
    + """
before = sorted((str(path), path.stat().st_mtime_ns) for path in store.rglob("*"))
answer = {}
library = Library.open(folder, options)
answer["read_only"] = library.info().read_only
answer["indexed"] = library.info().indexed
answer["ranks"] = ranks(library)
answer["chunk"] = library.chunk("plans.md", 0).item.chunk.text
answer["twins"] = finished(library.spreads.measure(PLAIN, Recipe(), no_progress)).library.chunks
answer["refresh"] = refused(lambda: list(library.refresh(no_progress)))
library.close()
answer["forget"] = refused(lambda: forget(folder, options))
answer["search"] = told("search", str(folder), "monthly pass", "--top", "1")
answer["index"] = told("index", str(folder))
answer["doctor"] = doctor(options, folder)
answer["untouched"] = before == sorted((str(path), path.stat().st_mtime_ns) for path in store.rglob("*"))
print(json.dumps(answer))
"""
)


def ranks(library: Library) -> list[list[Any]]:
    found = library.search("monthly pass", "embedding", PLAIN, Recipe(), Filters(), 1000)
    return [[hit.document, hit.index, hit.rank] for hit in (*found.plain, *found.context)]


@mounts
def test_a_read_only_store_is_searched_and_says_why_it_is_not_refreshed(
    copied: tuple[Path, Path], small: Library
) -> None:
    answer = run_read_only(READ_ONLY, *copied)
    assert "Read-only file system" in answer["read_only"]
    assert answer["indexed"]
    assert answer["ranks"] == ranks(small)
    assert answer["chunk"] == small.chunk("plans.md", 0).item.chunk.text
    assert answer["twins"] > 0
    assert "cannot be brought up to date" in answer["refresh"]
    assert "Read-only file system" in answer["refresh"]
    assert "Read-only file system" in answer["forget"]
    code, out, err = answer["search"]
    assert (code, "25 dollars" in out) == (0, True)
    assert "as it was at its last refresh" in err
    code, _, err = answer["index"]
    assert (code, "cannot be brought up to date" in err) == (2, True)
    checks = {name: (fine, words) for name, fine, words in answer["doctor"]}
    assert checks["data folder"][0] is False
    assert answer["untouched"]


@mounts
def test_a_read_only_store_with_an_open_journal_is_read_too(
    copied: tuple[Path, Path], small: Library, tmp_path: Path
) -> None:
    home = library_folder(copied[0], str(copied[1]))
    catalogue = Catalogue(home)
    catalogue.run("UPDATE meta SET value = value WHERE key = 'revision'")
    catalogue.run("UPDATE chunk SET text = 'From the journal.' WHERE ordinal = 0 AND document IN"
                  " (SELECT id FROM document WHERE name = 'plans.md')")  # fmt: skip
    answer = run_read_only(READ_ONLY, *copied)
    catalogue.close()
    assert answer["chunk"] == "From the journal."
    assert answer["ranks"] == ranks(small)
    assert answer["untouched"]


@mounts
def test_a_read_only_store_without_an_index_says_so(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "store").mkdir()
    code = COMMON + "print(json.dumps(refused(lambda: Library.open(folder, options))))"
    assert "Read-only file system" in run_read_only(code, tmp_path / "docs", tmp_path / "store")


FULL = (
    COMMON
    + """
library = Library.open(folder, options)
for number in range(6):
    lines = "".join(f"## Part {part}\\n\\nValve {number} {part} is turned.\\n\\n" for part in range(10))
    (folder / f"more-{number}.md").write_text(f"# More {number}\\n\\n{lines}")
with (store / "filling").open("wb", buffering=0) as filling, contextlib.suppress(OSError):
    while True:
        filling.write(b"x" * 4096)
answer = {"free": os.statvfs(store).f_bavail}
answer["search while open"] = ranks(library)
answer["refresh"] = refused(lambda: list(library.refresh(no_progress)))
answer["search after that"] = len(ranks(library)) > 0
library.close()
for place in ("first", "second"):
    with (store / place).open("wb", buffering=0) as filling, contextlib.suppress(OSError):
        while True:
            filling.write(b"x" * 4096)
library = Library.open(folder, options)
answer["read_only"] = library.info().read_only
answer["search"] = len(ranks(library)) > 0
library.close()
answer["doctor"] = doctor(options, folder)
answer["command"] = told("search", str(folder), "monthly pass", "--top", "1")
for place in ("filling", "first", "second"):
    with contextlib.suppress(OSError):
        (store / place).unlink()
library = Library.open(folder, options)
list(library.refresh(no_progress))
info = library.info()
answer["after"] = [info.read_only, info.indexed, len(info.documents)]
library.close()
print(json.dumps(answer))
"""
)


@mounts
def test_a_full_disk_is_said_and_searching_goes_on(copied: tuple[Path, Path], small: Library) -> None:
    answer = run_on_small_disk(FULL, *copied, megabytes=12)
    assert answer["free"] == 0
    assert answer["search while open"] == ranks(small)
    assert answer["refresh"].startswith("The disk is full.")
    assert answer["search after that"]
    assert answer["search"]
    checks = {name: (fine, words) for name, fine, words in answer["doctor"]}
    assert checks["data folder"][0] is False
    assert "full" in checks["data folder"][1]
    assert "full" in checks["index"][1]
    assert answer["command"][0] == 0
    assert answer["after"] == ["", True, 11]


def test_a_catalogue_held_by_another_program_is_a_sentence(
    copied: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("explorer.engine.catalogue.BUSY_SECONDS", 0.1)
    home = library_folder(copied[0], str(copied[1]))
    catalogue = Catalogue(home)
    with closing(sqlite3.connect(catalogue.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(ExplorerError, match="in use by another program"):
            catalogue.put("key", "value")
        other.execute("ROLLBACK")
    catalogue.put("key", "value")
    catalogue.close()


def test_sentences_held_by_another_program_are_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explorer.engine.sentences.cache.BUSY_SECONDS", 0.1)
    cache = SentenceCache(tmp_path)
    with closing(sqlite3.connect(cache.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(ExplorerError, match="in use by another program"):
            cache.use(["key"])
        other.execute("ROLLBACK")
    cache.close()


def test_a_library_for_reading_refuses_every_change(copied: tuple[Path, Path]) -> None:
    catalogue = Catalogue(library_folder(copied[0], str(copied[1])), read_only=True)
    assert catalogue.number("SELECT count(*) FROM document") == 5
    with pytest.raises(NotWritableError):
        catalogue.put("key", "value")
    catalogue.close()

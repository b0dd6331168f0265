"""What an index costs and leaves behind: size, rights, words that were deleted, forgetting, odd folder names."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_documents import DocumentTable
from explorer.engine.disk_use import bytes_in, in_words
from explorer.engine.library import Library, doctor, forget
from explorer.engine.options import Options
from explorer.paths import library_folder
from tests.support.small_library import refresh, write_documents

Opener = Callable[..., Library]

posix_only = pytest.mark.skipif("sys.platform == 'win32'", reason="Windows has other rights")


def home_of(copied: tuple[Path, Path]) -> Path:
    return library_folder(copied[0], str(copied[1]))


@pytest.mark.parametrize(
    ("size", "words"),
    [(0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (12_345_678, "12.3 MB"), (4 * 10**15, "4000.0 TB")],
)
def test_sizes_in_words(size: int, words: str) -> None:
    assert in_words(size) == words


def test_the_size_of_an_index_is_told(copied: tuple[Path, Path], open_library: Opener) -> None:
    library = open_library(*copied)
    assert library.info().index_bytes == bytes_in(home_of(copied)) > 100_000


@posix_only
def test_rights_that_a_backup_widened_are_taken_back(copied: tuple[Path, Path], open_library: Opener) -> None:
    home = home_of(copied)
    for folder in (copied[1], home.parent, home):
        folder.chmod(0o755)
    open_library(*copied).close()
    assert [folder.stat().st_mode & 0o777 for folder in (home.parent, home)] == [0o700, 0o700]
    # The store itself may be any folder of the user's.
    assert copied[1].stat().st_mode & 0o777 == 0o755


@posix_only
def test_the_doctor_says_versions_room_rights_size_and_what_it_mended(copied: tuple[Path, Path]) -> None:
    home = home_of(copied)
    home.chmod(0o755)
    shutil.rmtree(home / "chroma-1")
    checks = {name: (fine, words) for name, fine, words in doctor(Options(store=str(copied[1])), copied[0])}
    assert "Chroma 1." in checks["program"][1]
    assert "index format" in checks["program"][1]
    assert " free; rights " in checks["data folder"][1]
    fine, words = checks["index"]
    assert fine
    for said in ("Mended: ", "vectors were written", "Rights were 755.", "B in ", "no other program holds it"):
        assert said in words, words


def test_the_doctor_names_who_holds_the_index(copied: tuple[Path, Path], open_library: Opener) -> None:
    open_library(*copied)
    checks = {name: (fine, words) for name, fine, words in doctor(Options(store=str(copied[1])), copied[0])}
    assert not checks["index"][0]
    assert "holds it" in checks["index"][1]


def fill(catalogue: Catalogue, count: int, word: str) -> None:
    with catalogue.transaction():
        for number in range(count):
            document = catalogue.run(
                "INSERT INTO document (name, raw, size, mtime_ns, hash, error, chunks, facts, metadata)"
                " VALUES (?, x'00', 0, 0, '', '', 1, x'', x'')",
                (f"{word}-{number}.md",),
            )
            catalogue.run(
                "INSERT INTO chunk (document, ordinal, section, embeddable, text, embedded, item)"
                " VALUES (?, 0, -1, 1, ?, '', x'')",
                (document, f"{word} {number} " * 800),
            )


def test_words_that_leave_are_overwritten_and_the_file_shrinks(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    fill(catalogue, 20, "kept")
    fill(catalogue, 400, "secret")
    catalogue.close()
    before = catalogue.path.stat().st_size
    catalogue = Catalogue(tmp_path)
    documents = DocumentTable(catalogue)
    with catalogue.transaction():
        for number in range(400):
            documents.remove(f"secret-{number}.md")
    steps = len(list(catalogue.shrink()))
    assert steps > 1
    assert catalogue.number("PRAGMA freelist_count") == 0
    assert catalogue.path.stat().st_size < before / 5
    assert catalogue.number("SELECT count(*) FROM chunk") == 20
    catalogue.close()
    assert b"secret" not in catalogue.path.read_bytes()
    assert b"kept 7 " in catalogue.path.read_bytes()


def test_little_that_is_free_is_left(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    fill(catalogue, 20, "kept")
    with catalogue.transaction():
        DocumentTable(catalogue).remove("kept-3.md")
    assert list(catalogue.shrink()) == []
    catalogue.close()


def test_a_file_of_a_former_version_learns_to_shrink(tmp_path: Path) -> None:
    Catalogue(tmp_path).close()
    with sqlite3.connect(tmp_path / "catalogue.sqlite3", isolation_level=None) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA auto_vacuum = NONE")
        connection.execute("VACUUM")
    connection.close()
    catalogue = Catalogue(tmp_path)
    assert catalogue.number("PRAGMA auto_vacuum") == 0
    fill(catalogue, 400, "old")
    with catalogue.transaction():
        for number in range(400):
            DocumentTable(catalogue).remove(f"old-{number}.md")
    assert list(catalogue.shrink())
    assert catalogue.number("PRAGMA auto_vacuum") == 2
    assert catalogue.number("PRAGMA page_count") < 100
    catalogue.close()


def test_deleting_many_documents_costs_statements_in_proportion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each document that leaves costs the same number of SQLite's own steps, however many leave."""
    costs: list[float] = []
    for count in (100, 400):
        home = tmp_path / str(count)
        home.mkdir()
        catalogue = Catalogue(home)
        fill(catalogue, count, "gone")
        steps = [0]

        def counted(steps: list[int] = steps) -> int:
            steps[0] += 1
            return 0

        connection: Any = catalogue._connection  # pyright: ignore[reportPrivateUsage]
        connection.set_progress_handler(counted, 10)
        with catalogue.transaction():
            for number in range(count):
                DocumentTable(catalogue).remove(f"gone-{number}.md")
        connection.set_progress_handler(None, 0)
        costs.append(steps[0] / count)
        catalogue.close()
    assert costs[1] < costs[0] * 1.5


def test_indexing_forgetting_and_indexing_again_in_one_process_case_117(
    copied: tuple[Path, Path], open_library: Opener
) -> None:
    folder, store = copied
    (folder / "more.md").write_text("# More\n\nA new passage.\n")
    library = open_library(folder, store)
    refresh(library)
    library.close()
    assert "Removed the index" in forget(folder, Options(store=str(store)))
    assert not home_of(copied).exists()
    again = open_library(folder, store)
    refresh(again)
    assert again.info().indexed
    (folder / "more.md").write_text("# More\n\nAnother passage.\n")
    refresh(again)
    assert again.info().indexed
    assert len(again.info().documents) == 6


def test_folders_of_any_name_have_their_own_index_case_120(tmp_path: Path, shared: Path, open_library: Opener) -> None:
    case = next(shared.glob("cases/120-*"))
    names = [name for name in (case / "names.txt").read_text(encoding="utf-8").splitlines() if name.strip()]
    assert len(names) >= 8
    homes: set[Path] = set()
    for name in names:
        folder = tmp_path / name
        write_documents(folder, {"a.md": "# A\n\nThe same words.\n"})
        library = open_library(folder, tmp_path / "store")
        if len(homes) < 2:
            refresh(library)
            assert library.info().indexed
        assert library.info().name == name
        homes.add(library.opened.home)
        library.close()
    assert len(homes) == len(names)

"""A catalogue of a former format is brought to the present one with all it holds, and goes on from there."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_documents import DocumentTable
from explorer.engine.catalogue_schema import MIGRATIONS, SCHEMA_VERSION
from explorer.engine.library import Library
from explorer.paths import library_folder
from tests.support.small_library import PLANS, refresh, write_documents

OLD = Path(__file__).parent / "old_catalogues"

FORMATS = range(1, SCHEMA_VERSION)


def write_old(home: Path, version: int) -> None:
    with sqlite3.connect(home / "catalogue.sqlite3") as connection:
        connection.executescript((OLD / f"format{version}.sql").read_text(encoding="utf-8"))
    connection.close()


def shape(catalogue: Catalogue) -> dict[str, object]:
    """Return the columns of every table, and the indexes, whatever the order of the columns."""
    names = [row[0] for row in catalogue.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    columns = {name: sorted(row[1:] for row in catalogue.rows(f"PRAGMA table_info({name})")) for name in names}
    return {**columns, "indexes": catalogue.rows("SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY name")}


def test_every_former_format_has_its_way_here() -> None:
    assert list(MIGRATIONS) == list(FORMATS)
    assert len(list(OLD.glob("format*.sql"))) == len(MIGRATIONS)


@pytest.mark.parametrize("version", FORMATS)
def test_an_old_catalogue_becomes_what_a_new_one_is(tmp_path: Path, version: int) -> None:
    (tmp_path / "new").mkdir()
    write_old(tmp_path, version)
    new, old = Catalogue(tmp_path / "new"), Catalogue(tmp_path)
    assert old.row("PRAGMA user_version") == (SCHEMA_VERSION,)
    assert shape(old) == shape(new)
    assert old.revision == 7
    (file,) = DocumentTable(old).known().values()
    assert (file.name, file.size, file.hash, file.inode) == ("plans.md", 40, "aa", 0)
    assert old.row("SELECT text, embedded FROM chunk") == ("It costs 3 dollars.", "Plans: It costs 3 dollars.")
    assert old.number("SELECT count(*) FROM chunk_vector JOIN vector ON hash = vector_id") == 1
    old.check()
    old.close()
    new.close()


@pytest.mark.parametrize("version", FORMATS)
def test_an_old_index_is_refreshed_and_searched(
    tmp_path: Path, version: int, open_library: Callable[..., Library]
) -> None:
    write_documents(tmp_path / "docs", {"plans.md": PLANS})
    home = library_folder(tmp_path / "docs", str(tmp_path / "store"))
    home.mkdir(parents=True)
    write_old(home, version)
    library = open_library(tmp_path / "docs", tmp_path / "store")
    refresh(library)
    info = library.info()
    assert info.indexed
    assert [(row.name, row.chunks) for row in info.documents] == [("plans.md", 4)]

"""The catalogue's file: whole transactions, a schema number, damage said in a sentence."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from explorer.engine.catalogue import Catalogue, CatalogueDamagedError, CatalogueVersionError
from explorer.engine.catalogue_schema import SCHEMA_VERSION


def test_a_transaction_is_all_or_nothing(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    with pytest.raises(sqlite3.ProgrammingError), catalogue.transaction():
        catalogue.run_many("INSERT INTO meta VALUES (?, ?)", [("a", "1"), ("incomplete",)])
    with catalogue.transaction():
        catalogue.put("b", "2")
    catalogue.close()
    again = Catalogue(tmp_path)
    assert (again.get("a", "none"), again.get("b")) == ("none", "2")
    again.close()


def test_settings_of_durability_and_rights(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    assert catalogue.row("PRAGMA journal_mode") == ("wal",)
    assert catalogue.row("PRAGMA synchronous") == (2,)
    assert catalogue.row("PRAGMA user_version") == (SCHEMA_VERSION,)
    assert catalogue.path.stat().st_mode & 0o077 == 0
    catalogue.close()


def test_the_revision_only_rises(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    before = catalogue.revision
    catalogue.raise_revision()
    assert catalogue.revision == before + 1
    catalogue.close()


@pytest.mark.parametrize("garbage", [b"not a database" * 1000, b"SQLite format 3\0" + b"\xff" * 8000])
def test_garbage_is_damage(tmp_path: Path, garbage: bytes) -> None:
    (tmp_path / "catalogue.sqlite3").write_bytes(garbage)
    with pytest.raises(CatalogueDamagedError, match="damaged"):
        Catalogue(tmp_path)


def test_a_page_overwritten_in_the_middle_is_found_by_the_check(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    catalogue.run_many("INSERT INTO meta VALUES (?, ?)", ((f"k{n:05}", "v" * 100) for n in range(2000)))
    catalogue.close()
    data = bytearray(catalogue.path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 20_000] = b"\x55" * 20_000
    catalogue.path.write_bytes(data)
    with pytest.raises(CatalogueDamagedError):  # noqa: PT012 - either the opening or the check may notice
        damaged = Catalogue(tmp_path)
        try:
            damaged.check()
        finally:
            damaged.close()


@pytest.mark.parametrize(("version", "words"), [(SCHEMA_VERSION + 1, "newer version"), (-1, "another version")])
def test_another_version_is_not_touched(tmp_path: Path, version: int, words: str) -> None:
    with sqlite3.connect(tmp_path / "catalogue.sqlite3") as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    before = (tmp_path / "catalogue.sqlite3").read_bytes()
    with pytest.raises(CatalogueVersionError, match=words):
        Catalogue(tmp_path)
    assert (tmp_path / "catalogue.sqlite3").read_bytes() == before

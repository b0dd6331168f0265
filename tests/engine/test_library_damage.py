"""A damaged store (case 118) leads to a sentence or a rebuild, never to a dead program or quietly wrong ranks."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explorer import protocol
from explorer.core.errors import Cancelled
from explorer.core.model import Chunk, Metadata, Place
from explorer.core.recipe import PLAIN, Recipe
from explorer.core.views import ContextChunk, DocumentRow, Filters, Header
from explorer.engine.catalogue import Catalogue, CatalogueDamagedError, CatalogueVersionError
from explorer.engine.catalogue_schema import SCHEMA_VERSION
from explorer.engine.catalogue_vectors import VectorTable
from explorer.engine.embedder import Embedder
from explorer.engine.jobs import Jobs
from explorer.engine.library import Library, doctor
from explorer.engine.options import Options
from explorer.engine.packing import pack
from explorer.engine.vectors import VectorStore
from explorer.paths import library_folder
from tests.support.small_library import refresh

Damage = Callable[[Path], None]


def home_of(copied: tuple[Path, Path]) -> Path:
    return library_folder(copied[0], str(copied[1]))


def search(library: Library) -> list[tuple[str, int, int | None, float]]:
    """Return both sides' ranks and scores; the last digits depend on the order of the rows."""
    found = library.search("monthly pass", "embedding", PLAIN, Recipe(), Filters(), 1000)
    return [(hit.document, hit.index, hit.rank, round(hit.score or 0.0, 4)) for hit in (*found.plain, *found.context)]


def mark_unclean(home: Path) -> None:
    catalogue = Catalogue(home)
    catalogue.put("dirty", "1")
    catalogue.close()


def change_vectors(home: Path, change: Callable[[VectorStore, Any, list[str], Any], None]) -> None:
    """Change a collection of Chroma behind the program's back."""
    catalogue, store = Catalogue(home), VectorStore(home / "chroma-1")
    for collection in VectorTable(catalogue).collections():
        ids, matrix = store.read_matrix(collection.key)
        change(store, collection.key, ids, matrix)
    store.close()
    catalogue.close()


def half_of_the_vectors_gone(home: Path) -> None:
    change_vectors(home, lambda store, key, ids, _: store.delete(key, ids[::2]))


def a_stranger_among_them(home: Path) -> None:
    def add(store: VectorStore, key: Any, ids: list[str], matrix: Any) -> None:
        store.upsert(key, {"stranger": matrix[0]}, {"stranger": "text"}, {"stranger": {"index": 1}})

    change_vectors(home, add)


def one_turned_round(home: Path) -> None:
    def turn(store: VectorStore, key: Any, ids: list[str], matrix: Any) -> None:
        store.upsert(key, {ids[0]: -matrix[0]}, {ids[0]: "text"}, {ids[0]: {"index": 1}})

    change_vectors(home, turn)


def a_collection_gone(home: Path) -> None:
    change_vectors(home, lambda store, key, *_: store.drop(key.name))


def folder_gone(home: Path) -> None:
    shutil.rmtree(home / "chroma-1")


def sqlite_garbage(home: Path) -> None:
    (home / "chroma-1" / "chroma.sqlite3").write_bytes(b"not a database" * 100)


def sqlite_emptied(home: Path) -> None:
    os.truncate(home / "chroma-1" / "chroma.sqlite3", 0)


def sqlite_halved(home: Path) -> None:
    path = home / "chroma-1" / "chroma.sqlite3"
    os.truncate(path, path.stat().st_size // 2)


@pytest.mark.parametrize(
    "damage",
    [
        half_of_the_vectors_gone,
        a_stranger_among_them,
        one_turned_round,
        a_collection_gone,
        folder_gone,
        sqlite_garbage,
        sqlite_emptied,
        sqlite_halved,
    ],
)
def test_after_an_unclean_end_chroma_is_put_right_without_encoding(
    copied: tuple[Path, Path], small: Library, open_library: Any, damage: Damage, monkeypatch: pytest.MonkeyPatch
) -> None:
    damage(home_of(copied))
    mark_unclean(home_of(copied))
    monkeypatch.setattr(Embedder, "encode_documents", None)
    library = open_library(*copied)
    assert search(library) == search(small)
    assert refresh(library)[-1] == "prepared"


@pytest.mark.parametrize(
    "damage", [one_turned_round, a_collection_gone, folder_gone, sqlite_garbage, sqlite_emptied, sqlite_halved]
)
def test_damage_that_comes_later_is_noticed_when_vectors_are_read(
    copied: tuple[Path, Path], small: Library, open_library: Any, damage: Damage, monkeypatch: pytest.MonkeyPatch
) -> None:
    damage(home_of(copied))
    monkeypatch.setattr(Embedder, "encode_documents", None)
    assert search(open_library(*copied)) == search(small)


PARTS = ["data_level0.bin", "header.bin", "length.bin", "link_lists.bin", "index_metadata.pickle", "chroma.sqlite3"]


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return folder and store of a library that Chroma has written all its files for: from a thousand vectors on."""
    folder, store = tmp_path_factory.mktemp("docs"), tmp_path_factory.mktemp("store")
    (folder / "one.md").write_text("# One\n\nWords.\n")
    library = Library.open(folder, Options(store=str(store)))
    refresh(library)
    rows = np.random.default_rng(3).normal(size=(1500, 384)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    vectors = {f"{number:032x}": row for number, row in enumerate(rows)}
    fill(library.opened.catalogue, VectorTable(library.opened.catalogue).collections()[0], vectors)
    library.opened.projection.rebuild()
    library.close()
    return folder, store


@pytest.mark.parametrize("unclean", [False, True])
@pytest.mark.parametrize("part", PARTS)
def test_a_file_cut_in_half_is_noticed_at_the_start(
    large: tuple[Path, Path], tmp_path: Path, part: str, unclean: bool, open_library: Any
) -> None:
    """Half of one gives wrong rows without an error, or ends the process that reads it, after a clean end too."""
    folder, store = large[0], tmp_path / "store"
    shutil.copytree(large[1], store)
    home = library_folder(folder, str(store))
    cut = [path for path in home.glob(f"chroma-*/**/{part}") if path.stat().st_size]
    assert cut or part == "link_lists.bin"
    for path in cut:
        os.truncate(path, path.stat().st_size // 2)
    if unclean:
        mark_unclean(home)
    projection = open_library(folder, store).opened.projection
    assert projection.looks_whole()
    with projection.change():
        pass
    catalogue = open_catalogue(home)
    collection = VectorTable(catalogue).collections()[0]
    ids, matrix = VectorStore(max(home.glob("chroma-*"))).read_matrix(collection.key)
    kept = VectorTable(catalogue).load(collection.key, ids)
    assert len(ids) == VectorTable(catalogue).count(collection) == 1501
    assert all(np.allclose(row, kept[number], atol=1e-6) for number, row in zip(ids, matrix, strict=True))
    catalogue.close()


def open_catalogue(home: Path) -> Catalogue:
    return Catalogue(home, read_only=True)


def test_bytes_that_changed_inside_are_found_by_a_process_of_its_own(
    large: tuple[Path, Path], tmp_path: Path, open_library: Any
) -> None:
    """Sizes and numbers are right; the refresh has Chroma read beside it, and what that finds is mended."""
    folder, store = large[0], tmp_path / "store"
    shutil.copytree(large[1], store)
    home = library_folder(folder, str(store))
    path = max(home.glob("chroma-*/*/data_level0.bin"), key=lambda each: each.stat().st_size)
    before = path.parent.parent
    path.write_bytes(bytes(path.stat().st_size))
    library = open_library(folder, store)
    assert library.opened.projection.looks_whole()
    library.opened.projection.check()
    assert library.opened.projection.mend(wait=True)
    assert max(home.glob("chroma-*")) != before
    assert not before.exists()


def fill(catalogue: Catalogue, collection: Any, vectors: dict[str, Any]) -> None:
    """Write a document of many chunks, each with a vector, straight into the catalogue."""
    table = VectorTable(catalogue)
    with catalogue.transaction():
        row = DocumentRow("big.md", "Big", "markdown", chunks=len(vectors))
        document = catalogue.run(
            "INSERT INTO document (name, raw, size, mtime_ns, hash, error, chunks, facts, metadata)"
            " VALUES ('big.md', x'00', 0, 0, '', '', ?, ?, ?)",
            (len(vectors), pack(row), pack(Metadata())),
        )
        table.store(collection.key, vectors)
        for index, number in enumerate(vectors):
            chunk = Chunk("big.md", index, -1, (), "", Place(0, 1), "paragraph", 1)
            item = ContextChunk(chunk, "Big", Header(), "", "", 1, 0, 254)
            found = catalogue.run(
                "INSERT INTO chunk (document, ordinal, section, embeddable, text, embedded, item)"
                " VALUES (?, ?, -1, 1, ?, ?, ?)",
                (document, index, "text", "text", pack(item)),
            )
            table.assign(collection, {found: number})


def test_a_damaged_catalogue_is_said_and_the_doctor_removes_it(copied: tuple[Path, Path], open_library: Any) -> None:
    path = home_of(copied) / "catalogue.sqlite3"
    path.write_bytes(b"not a database" * 1000)
    # A write-ahead log that was copied along would bring the pages back.
    path.with_name(path.name + "-wal").unlink(missing_ok=True)
    with pytest.raises(CatalogueDamagedError, match="chunk-explorer doctor"):
        open_library(*copied)
    checks = {name: (fine, words) for name, fine, words in doctor(Options(store=str(copied[1])), copied[0])}
    assert checks["index"][0]
    assert "has been removed" in checks["index"][1]
    library = open_library(*copied)
    refresh(library)
    assert library.info().indexed


def test_the_doctor_leaves_the_index_of_a_newer_version_alone(copied: tuple[Path, Path], open_library: Any) -> None:
    home = home_of(copied)
    with sqlite3.connect(home / "catalogue.sqlite3") as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    connection.close()
    before = sorted(path.relative_to(home) for path in home.rglob("*"))
    checks = {name: (fine, words) for name, fine, words in doctor(Options(store=str(copied[1])), copied[0])}
    assert not checks["index"][0]
    assert "newer version" in checks["index"][1]
    with pytest.raises(CatalogueVersionError):
        open_library(*copied)
    assert sorted(path.relative_to(home) for path in home.rglob("*")) == before
    with sqlite3.connect(home / "catalogue.sqlite3") as connection:
        assert connection.execute("SELECT count(*) FROM chunk").fetchone()[0] > 0
    connection.close()


def test_the_doctor_mends_chroma(copied: tuple[Path, Path], small: Library, open_library: Any) -> None:
    half_of_the_vectors_gone(home_of(copied))
    checks = doctor(Options(store=str(copied[1])), copied[0])
    assert all(fine for _, fine, _ in checks), checks
    assert search(open_library(*copied)) == search(small)


def test_the_doctor_says_what_is_missing(tmp_path: Path) -> None:
    checks = {name: fine for name, fine, _ in doctor(Options(store=str(tmp_path), model="no/such-model"), None)}
    assert checks["embedding model"] is False
    assert checks["program"] is True


@pytest.mark.parametrize(
    ("written", "spoilt"),
    [(b"\xa7warning", b"\xa7warnXng"), (b"\xa4code", b"\xc1code"), (b"CREATE TABLE meta", b"CREATE\x80TABLE meta")],
    ids=["value", "form", "schema"],
)
def test_values_that_the_program_did_not_write_are_damage(
    copied: tuple[Path, Path], open_library: Callable[..., Library], written: bytes, spoilt: bytes
) -> None:
    path = home_of(copied) / "catalogue.sqlite3"
    whole = path.read_bytes()
    assert written in whole
    path.write_bytes(whole.replace(written, spoilt))
    with pytest.raises(CatalogueDamagedError, match="is damaged"):
        open_library(*copied).chunks("", "", None, 0, 1000)


def test_removing_an_index_cancels_its_refresh(copied: tuple[Path, Path]) -> None:
    folder, store = str(copied[0]), str(copied[1])
    jobs = Jobs(lambda _: None)
    for _ in jobs.start(protocol.OpenLibrary(id=1, folder=folder, store=store), lambda *_: None):
        pass
    refreshing = jobs.start(protocol.Refresh(id=2), lambda *_: None)
    next(refreshing)
    for _ in jobs.start(protocol.RemoveIndex(id=3, folder=folder, store=store), lambda *_: None):
        pass
    with pytest.raises(Cancelled):
        list(refreshing)

"""Chunks in a Chroma folder that belongs to someone else: read whole, and not a byte or a date of it changed."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from explorer.core.errors import ExplorerError
from explorer.core.parsing import read_document
from explorer.engine.chroma_file import DATABASE
from explorer.engine.imported import is_given, unpack, unpacked

MAKE = """
import json, sys
import chromadb
from chromadb.config import Settings

client = chromadb.PersistentClient(sys.argv[1], settings=Settings(anonymized_telemetry=False))
for name, rows in json.loads(sys.argv[2]).items():
    collection = client.create_collection(name, embedding_function=None)
    collection.add(
        ids=[row[0] for row in rows],
        embeddings=[[1.0, float(number)] for number, _ in enumerate(rows)],
        documents=[row[1] for row in rows],
        metadatas=[row[2] for row in rows],
    )
"""
NODE = json.dumps({"id_": "n", "text": "", "metadata": {"header_path": "/Handbook/"}, "start_char_idx": 4})
ROWS = [
    ["c1", "Twelve dollars.", {"source": "/d/plans.md", "heading_path": ["Plans", "Day pass"], "index": 1, "page": 2}],
    ["c0", "Three dollars.", {"source": "/d/plans.md", "heading_path": ["Plans", "Single ride"], "index": 0, "x": 0.5}],
    ["n", "## Leave\n\n25 days.", {"file_path": "/d/hr/leave.md", "_node_content": NODE, "ok": True}],
]
EXPECTED = {
    "plans.md": [(("Plans", "Single ride"), "Three dollars."), (("Plans", "Day pass"), "Twelve dollars.")],
    "hr/leave.md": [(("Handbook", "Leave"), "25 days.")],
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which Chroma itself has stored one collection, and one in which it has stored two."""
    folder = tmp_path_factory.mktemp("chroma")
    for name, collections in (("one", {"docs": ROWS}), ("two", {"docs": ROWS, "more": ROWS[:1]})):
        words = [sys.executable, "-c", MAKE, str(folder / name), json.dumps(collections)]
        subprocess.run(words, check=True, capture_output=True, timeout=300)
    return folder


@pytest.fixture
def store(made: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made / "one", tmp_path / "chroma")


def snapshot(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        str(path.relative_to(folder)): (path.read_bytes() if path.is_file() else b"", path.stat().st_mtime_ns)
        for path in (folder, *folder.rglob("*"))
    }


def contents(source: Path, home: Path) -> dict[str, list[tuple[tuple[str, ...], str]]]:
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for name, path in unpacked(unpack(source, home)):
        document = read_document(path.read_bytes(), path.name)
        stack: list[tuple[int, str]] = []
        for block in document.blocks:
            if block.level:
                stack = [pair for pair in stack if pair[0] < block.level] + [(block.level, block.text)]
            else:
                found.setdefault(name, []).append((tuple(text for _, text in stack), block.text))
    return found


def test_a_collection_is_read_and_nothing_is_touched(store: Path, tmp_path: Path) -> None:
    before = snapshot(store)
    assert is_given(store)
    assert contents(store, tmp_path / "home") == EXPECTED
    assert snapshot(store) == before


def _write_ahead(store: Path, tmp_path: Path) -> Path:
    """Return the store with a change that stands in its write-ahead log only."""
    writer = sqlite3.connect(store / DATABASE)
    writer.execute("PRAGMA journal_mode=WAL")
    writer.execute("UPDATE embedding_metadata SET string_value = '13 dollars.' WHERE string_value = 'Twelve dollars.'")
    writer.commit()
    copy = shutil.copytree(store, tmp_path / "with log")
    (copy / f"{DATABASE}-shm").unlink()
    writer.close()
    return copy


def test_what_stands_in_a_write_ahead_log_counts(store: Path, tmp_path: Path) -> None:
    copy = _write_ahead(store, tmp_path)
    assert (copy / f"{DATABASE}-wal").stat().st_size
    before = snapshot(copy)
    expected = {**EXPECTED, "plans.md": [EXPECTED["plans.md"][0], (("Plans", "Day pass"), "13 dollars.")]}
    assert contents(copy, tmp_path / "home") == expected
    assert snapshot(copy) == before


def test_a_change_that_was_cut_off_does_not_count(store: Path, tmp_path: Path) -> None:
    writer = sqlite3.connect(store / DATABASE, isolation_level=None)
    writer.execute("PRAGMA cache_size=1")
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE embedding_metadata SET string_value = string_value || hex(zeroblob(20000))")
    copy = shutil.copytree(store, tmp_path / "cut off")
    writer.execute("ROLLBACK")
    writer.close()
    assert (copy / f"{DATABASE}-journal").stat().st_size
    assert (copy / DATABASE).read_bytes() != (store / DATABASE).read_bytes()
    before = snapshot(copy)
    assert contents(copy, tmp_path / "home") == EXPECTED
    assert snapshot(copy) == before


def test_a_changed_store_is_read_again(store: Path, tmp_path: Path) -> None:
    contents(store, tmp_path / "home")
    with sqlite3.connect(store / DATABASE) as writer:
        writer.execute("DELETE FROM embeddings WHERE embedding_id = 'n'")
    writer.close()
    assert list(contents(store, tmp_path / "home")) == ["plans.md"]


def test_one_of_several_collections_is_named_behind_the_folder(made: Path, tmp_path: Path) -> None:
    store = made / "two"
    before = snapshot(store)
    assert is_given(store / "more")
    assert contents(store / "more", tmp_path / "home") == {"plans.md": [EXPECTED["plans.md"][1]]}
    with pytest.raises(
        ExplorerError, match=r"holds 2 collections: docs, more. Name one of them behind the folder: .*/docs"
    ):
        unpack(store, tmp_path / "home")
    with pytest.raises(ExplorerError, match=r"has no collection other\. It has docs, more"):
        unpack(store / "other", tmp_path / "home")
    assert snapshot(store) == before


def test_documents_beside_a_database_make_it_a_folder_of_documents(store: Path) -> None:
    (store / "readme.md").write_text("# A\n")
    assert not is_given(store)


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ("DROP TABLE embedding_metadata", "missing or otherwise built: embedding_metadata. Chroma 0.4 to 1.5"),
        ("ALTER TABLE segments RENAME COLUMN scope TO topic", "missing or otherwise built: segments"),
        ("DELETE FROM collections", "holds no collection"),
        ("DELETE FROM embeddings", "docs holds no chunks"),
    ],
)
def test_another_schema_is_refused_in_a_sentence(store: Path, tmp_path: Path, damage: str, why: str) -> None:
    with sqlite3.connect(store / DATABASE) as writer:
        writer.execute(damage)
    writer.close()
    with pytest.raises(ExplorerError, match=why):
        unpack(store, tmp_path / "home")


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\x00" + b"\xff" * 4000, b"no database" * 50])
def test_a_damaged_database_is_refused_in_a_sentence(store: Path, tmp_path: Path, content: bytes) -> None:
    (store / DATABASE).write_bytes(content)
    with pytest.raises(ExplorerError, match="Chroma folder"):
        unpack(store, tmp_path / "home")


def test_a_database_cut_short_is_refused_or_read(store: Path, tmp_path: Path) -> None:
    whole = (store / DATABASE).read_bytes()
    for number, part in enumerate(range(1, 8)):
        (store / DATABASE).write_bytes(whole[: len(whole) * part // 8])
        with pytest.raises(ExplorerError, match=r"cannot be read|missing|no chunks|no collection"):
            unpack(store, tmp_path / str(number))


def test_older_tables_without_truth_values_and_lists_are_read(store: Path, tmp_path: Path) -> None:
    with sqlite3.connect(store / DATABASE) as writer:
        writer.execute("DROP TABLE embedding_metadata_array")
        writer.execute("ALTER TABLE embedding_metadata DROP COLUMN bool_value")
    writer.close()
    assert {name: [text for _, text in chunks] for name, chunks in contents(store, tmp_path / "home").items()} == {
        name: [text for _, text in chunks] for name, chunks in EXPECTED.items()
    }


def test_text_that_is_not_utf8_is_shown_as_such(store: Path, tmp_path: Path) -> None:
    with sqlite3.connect(store / DATABASE) as writer:
        writer.execute(
            "UPDATE embedding_metadata SET string_value = CAST(X'41FF42' AS TEXT) WHERE string_value LIKE 'Tw%'"
        )
    writer.close()
    assert contents(store, tmp_path / "home")["plans.md"][1][1] == "A\ufffdB"

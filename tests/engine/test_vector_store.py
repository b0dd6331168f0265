"""Chroma as the program uses it: pages, metadata that any client can read, absent values absent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explorer.engine.catalogue_vectors import CollectionKey
from explorer.engine.chroma_check import Probe, files_look_whole, looks_whole
from explorer.engine.vectors import Meta, VectorStore, VectorStoreError
from tests.support.small_library import chroma_at

KEY = CollectionKey("model", "fp32", "path", 254)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[VectorStore]:
    store = VectorStore(tmp_path / "chroma")
    store.make(KEY)
    yield store
    store.close()


def unit_rows(count: int, width: int = 4) -> np.ndarray[Any, np.dtype[np.float32]]:
    rows = np.random.default_rng(1).normal(size=(count, width)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def put(store: VectorStore, count: int, meta: Meta | None = None) -> dict[str, Any]:
    vectors = {f"v{number:05}": row for number, row in enumerate(unit_rows(count))}
    store.upsert(KEY, vectors, dict.fromkeys(vectors, "text"), dict.fromkeys(vectors, meta or {"index": 1}))
    return vectors


def metadata_of(tmp_path: Path, vector: str) -> Any:
    """Read as any other client would."""
    client = chroma_at(tmp_path / "chroma")
    with client:
        found = client.get_collection(KEY.name, embedding_function=None).get(ids=[vector], include=["metadatas"])
    assert found["metadatas"] is not None
    return found["metadatas"][0]


def test_more_vectors_than_a_batch_takes_case_112(store: VectorStore) -> None:
    vectors = put(store, 6000)
    ids, matrix = store.read_matrix(KEY)
    assert sorted(ids) == sorted(vectors)
    assert matrix.dtype == np.float32
    assert np.allclose(matrix, np.stack([vectors[number] for number in ids]), atol=1e-6)
    store.delete(KEY, list(vectors)[:5800])
    assert store.count(KEY) == 200


def test_absent_values_are_absent_and_lists_are_lists_case_114(store: VectorStore, tmp_path: Path) -> None:
    put(store, 1, {"index": 0, "heading_path": ("A", "B"), "version": None, "language": "en", "chunks": ()})
    assert metadata_of(tmp_path, "v00000") == {"index": 0, "heading_path": ["A", "B"], "language": "en"}
    put(store, 1, {"index": 0, "heading_path": (), "version": "7", "language": None})
    assert metadata_of(tmp_path, "v00000") == {"index": 0, "version": "7"}


def test_surrogates_are_written_as_replacement_signs(store: VectorStore, tmp_path: Path) -> None:
    put(store, 1, {"document": "caf\udce9.md", "heading_path": ("\udc80",)})
    assert metadata_of(tmp_path, "v00000") == {"document": "caf\ufffd.md", "heading_path": ["\ufffd"]}


def test_completeness_is_in_the_collections_metadata(store: VectorStore, tmp_path: Path) -> None:
    client = chroma_at(tmp_path / "chroma")
    with client:
        for complete in (False, True):
            store.mark(KEY, complete=complete)
            found = client.get_collection(KEY.name, embedding_function=None).metadata
            assert found == {
                "model": "model", "precision": "fp32", "recipe": "path", "limit": 254, "complete": complete
            }  # fmt: skip


def test_names_differ_by_model_precision_recipe_and_limit() -> None:
    keys = [
        KEY,
        CollectionKey("model2", "fp32", "path", 254),
        CollectionKey("model", "bf16", "path", 254),
        CollectionKey("model", "fp32", "none", 254),
        CollectionKey("model", "fp32", "path", 64),
    ]
    assert len({key.name for key in keys}) == len(keys)


def test_a_missing_collection_is_the_stores_error(store: VectorStore) -> None:
    store.drop(KEY.name)
    store.drop(KEY.name)
    assert store.count(KEY) == 0
    with pytest.raises(VectorStoreError):
        store.read_matrix(KEY)


def test_a_good_folder_survives_the_probe(store: VectorStore, tmp_path: Path) -> None:
    put(store, 10)
    store.close()
    for folder in (tmp_path / "chroma", tmp_path / "missing"):
        assert files_look_whole(folder)
        assert Probe(folder).passed()
    assert looks_whole(tmp_path / "chroma", {KEY.name: 10})
    assert not looks_whole(tmp_path / "chroma", {KEY.name: 11})
    assert not looks_whole(tmp_path / "missing", {KEY.name: 10})
    assert looks_whole(tmp_path / "missing", {})


@pytest.mark.parametrize("part", ["data_level0.bin", "header.bin", "length.bin", "link_lists.bin"])
@pytest.mark.parametrize("count", [10, 1300])
def test_files_that_are_shorter_than_they_state_do_not_pass_the_probe(
    store: VectorStore, tmp_path: Path, part: str, count: int
) -> None:
    put(store, count)
    store.close()
    assert files_look_whole(tmp_path / "chroma")
    (path,) = (tmp_path / "chroma").glob(f"*/{part}")
    size = path.stat().st_size
    path.write_bytes(path.read_bytes()[: size // 2])
    assert files_look_whole(tmp_path / "chroma") is (size == 0)


def test_vectors_that_do_not_find_themselves_do_not_pass_the_probe(store: VectorStore, tmp_path: Path) -> None:
    """The bytes of the graph are overwritten: sizes and numbers are right, and no row can be found."""
    put(store, 1300)
    store.close()
    (path,) = (tmp_path / "chroma").glob("*/data_level0.bin")
    size = path.stat().st_size
    path.write_bytes(bytes(size))
    assert files_look_whole(tmp_path / "chroma")
    assert not Probe(tmp_path / "chroma").passed()


def test_a_probe_that_nobody_waits_for_ends(store: VectorStore, tmp_path: Path) -> None:
    probe = Probe(tmp_path / "chroma")
    probe.close()
    probe.close()
    assert probe.done

"""Compares what a library's Chroma folder holds, read as any client reads it, with the catalogue."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_vectors import VectorTable
from tests.support.small_library import chroma_at


def check_consistency(home: Path) -> int:
    """Compare ids, vectors, and what each stands for; returns how many vectors were compared. Nobody may write."""
    catalogue = Catalogue(home)
    table = VectorTable(catalogue)
    compared = 0
    with chroma_at(home / f"chroma-{catalogue.get('chroma', '1')}") as client:
        collections = table.collections()
        assert {each.name for each in client.list_collections()} == {each.key.name for each in collections}
        for each in collections:
            assert table.missing(each) == []
            found: Any = client.get_collection(each.key.name, embedding_function=None).get(
                include=["embeddings", "metadatas"]
            )
            kept = table.load(each.key, found["ids"])
            assert sorted(found["ids"]) == table.vector_ids(each)
            owners = table.owners(each, found["ids"])
            for number, row, meta in zip(found["ids"], found["embeddings"], found["metadatas"], strict=True):
                assert np.allclose(row, kept[number], atol=1e-6)
                assert len(meta["chunks"]) == len(owners[number])
            compared += len(found["ids"])
    assert catalogue.number("SELECT count(*) FROM pending") == 0
    assert catalogue.number("SELECT count(*) FROM reading") == 0
    catalogue.check()
    catalogue.close()
    return compared

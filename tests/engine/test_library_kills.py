"""A process killed ten times at random moments of indexing: the next start completes and is consistent."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explorer.core.recipe import PLAIN, Recipe
from explorer.core.views import Filters
from explorer.engine.catalogue import Catalogue
from explorer.engine.catalogue_vectors import VectorTable
from explorer.paths import library_folder
from tests.support.small_library import chroma_at, refresh, write_documents

PROJECT = Path(__file__).resolve().parents[2]

INDEX = """
import sys
from pathlib import Path
from explorer.engine import embedding
from explorer.engine.library import Library
from explorer.engine.options import Options

embedding.BATCH = 2
library = Library.open(Path(sys.argv[1]), Options(store=sys.argv[2]))

def report(done, total, note):
    print(note, done, total, flush=True)

for stage in library.refresh(report):
    print(stage, flush=True)
library.close()
"""


def texts(round_: int) -> dict[str, str]:
    """Return documents of which a third changes from round to round."""
    return {
        f"d{number:02}.md": "\n\n".join(
            f"## Part {part}\n\nPassage {part} of document {number}, as of {round_ if number % 3 == 0 else 0}."
            for part in range(4)
        )
        for number in range(12)
    }


def run_and_kill(folder: Path, store: Path, lines: int, delay: float) -> bool:
    """Index in a process of its own and kill it after so many lines of progress; false when it was done before."""
    process = subprocess.Popen(
        [sys.executable, "-c", INDEX, str(folder), str(store)], stdout=subprocess.PIPE, text=True, cwd=PROJECT
    )
    assert process.stdout is not None
    for _ in range(lines):
        if not process.stdout.readline():
            break
    time.sleep(delay)
    process.send_signal(signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
    process.communicate()
    return process.returncode != 0


def check_consistency(home: Path) -> None:
    """Compare Chroma, read as any client reads it, with the catalogue: ids, vectors, and what each stands for."""
    catalogue = Catalogue(home)
    table = VectorTable(catalogue)
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
            for number, row, meta in zip(found["ids"], found["embeddings"], found["metadatas"], strict=True):
                assert np.allclose(row, kept[number], atol=1e-6)
                assert len(meta["chunks"]) == len(table.owners(each, [number])[number])
    assert catalogue.number("SELECT count(*) FROM pending") == 0
    assert catalogue.number("SELECT count(*) FROM reading") == 0
    catalogue.close()


@pytest.mark.slow
def test_ten_kills_lose_nothing(tmp_path: Path, open_library: Any) -> None:
    folder, store = tmp_path / "docs", tmp_path / "store"
    folder.mkdir()
    chance = random.Random(20261130)
    killed = 0
    for round_ in range(10):
        write_documents(folder, texts(round_))
        killed += run_and_kill(folder, store, chance.randrange(1, 60), chance.uniform(0, 0.05))
    assert killed >= 8
    library = open_library(folder, store)
    refresh(library)
    info = library.info()
    assert info.indexed
    assert {row.error for row in info.documents} == {""}
    total, views = library.chunks("", "", None, 0, 1000)
    assert total == 48
    assert sum("as of 9." in view.item.chunk.text for view in views) == 16
    found = library.search("Passage 3 of document 3, as of 9.", "embedding", PLAIN, Recipe(), Filters(), 1)
    assert found.plain[0].text == "Passage 3 of document 3, as of 9."
    assert found.pool.size == 48
    library.close()
    check_consistency(library_folder(folder, str(store)))

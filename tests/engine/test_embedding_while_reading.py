"""While readers keep the engine waiting it embeds what is read by now; the index is the same as without."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any

import pytest

from explorer.core.context import vector_id
from explorer.core.errors import Cancelled, ExplorerError
from explorer.core.progress import no_progress
from explorer.engine.embedder import Embedder
from explorer.engine.embedding import Embedding
from explorer.engine.library import Library
from explorer.engine.options import Options
from explorer.engine.projection import Projection
from explorer.engine.readers import Readers, Result, Working
from explorer.paths import library_folder
from tests.support.small_library import chroma_at, refresh

Opener = Callable[..., Library]
WAITS = 12
"""Times that the readers keep the engine waiting before each document."""


def write_manuals(folder: Path, count: int = 4) -> None:
    """Write documents with enough chunks, some of which repeat in the next document."""
    folder.mkdir(exist_ok=True)
    for number in range(count):
        parts = [f"## Part {part}\n\nThe pump of part {part + 20 * number} takes {part} litres." for part in range(40)]
        (folder / f"manual-{number}.md").write_text(f"# Manual {number}\n\n" + "\n\n".join(parts), encoding="utf-8")


_read_in_steps = Readers.read_in_steps


def waiting(self: Readers, items: Iterable[tuple[Path, str]]) -> Generator[tuple[str, Result | Working], None, None]:
    """Read as the readers do, and keep the engine waiting before each document."""
    for name, result in _read_in_steps(self, items):
        for _ in range(WAITS):
            yield name, Working()
        yield name, result


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the readers keep the engine waiting; nothing else is other than usual."""
    monkeypatch.setattr(Readers, "read_in_steps", waiting)


@pytest.fixture
def manuals(tmp_path: Path) -> tuple[Path, Path]:
    """Return the folder of some manuals, and a store."""
    write_manuals(tmp_path / "manuals")
    return tmp_path / "manuals", tmp_path / "store"


@pytest.fixture
def library(slow: None, manuals: tuple[Path, Path], open_library: Opener) -> Library:
    """Return a library of slow manuals whose model is in memory already, as it is once a question was asked."""
    opened = open_library(*manuals)
    opened.opened.embedder.encode_query("warm")
    return opened


def contents(library: Library, store: Path) -> tuple[object, ...]:
    """Return which vector each chunk has under each recipe, and all that Chroma holds."""
    catalogue = library.opened.catalogue
    mapped = catalogue.rows(
        "SELECT d.name, c.ordinal, k.recipe, v.vector_id FROM chunk_vector v JOIN chunk c ON c.id = v.chunk"
        " JOIN document d ON d.id = c.document JOIN collection k ON k.id = v.collection ORDER BY 1, 2, 3"
    )
    home = library_folder(library.opened.folder, str(store))
    assert catalogue.number("SELECT count(*) FROM pending") == 0
    library.close()
    held: dict[str, Any] = {}
    (path,) = [each for each in home.iterdir() if each.is_dir() and each.name.startswith("chroma")]
    with chroma_at(path) as client:
        for collection in client.list_collections():
            found = collection.get(include=["embeddings", "documents", "metadatas"])
            rows = zip(found["ids"], found["documents"], found["metadatas"], found["embeddings"], strict=True)
            held[collection.name] = sorted(
                (number, text, str(sorted(facts.items())), vector.tobytes()) for number, text, facts, vector in rows
            )
    return mapped, held


def test_what_is_embedded_while_reading_is_what_is_embedded_at_the_end(
    library: Library,
    manuals: tuple[Path, Path],
    tmp_path: Path,
    open_library: Opener,
    encoded: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stages: list[int] = []
    for stage in library.refresh(no_progress):
        stages += [len(encoded)] if stage == "prepared" else []
    assert 0 < stages[0] < len(encoded), "a part was embedded before all was read"
    assert len(encoded) == len({vector_id(text) for text in encoded}), "no text is encoded twice"
    fed = contents(library, manuals[1])
    with monkeypatch.context() as alone:
        alone.setattr(Embedding, "feed", lambda *_: False)
        other = open_library(manuals[0], tmp_path / "other")
        refresh(other)
        assert contents(other, tmp_path / "other") == fed


def test_documents_that_change_take_their_fed_vectors_along(
    library: Library, manuals: tuple[Path, Path], tmp_path: Path, open_library: Opener, encoded: list[str]
) -> None:
    refresh(library)
    changed = manuals[0] / "manual-1.md"
    changed.write_text(changed.read_text(encoding="utf-8").replace("takes", "holds"), encoding="utf-8")
    (manuals[0] / "manual-3.md").unlink()
    encoded.clear()
    refresh(library)
    assert all("holds" in text for text in encoded)
    assert len(encoded) == len(set(encoded)) > 0
    fresh = open_library(manuals[0], tmp_path / "fresh")
    refresh(fresh)
    assert contents(library, manuals[1]) == contents(fresh, tmp_path / "fresh")


def test_a_cancel_while_reading_keeps_what_was_embedded(library: Library, encoded: list[str]) -> None:
    def cancelled(_done: int, _total: int, _note: str) -> None:
        if encoded:
            raise Cancelled

    with pytest.raises(Cancelled):
        for _ in library.refresh(cancelled):
            pass
    kept = set(encoded)
    assert kept
    assert not library.opened.projection.dirty
    encoded.clear()
    refresh(library)
    assert not kept & set(encoded)
    assert library.info().indexed


def killed_while_feeding(folder: Path, store: Path, moment: str) -> None:
    """Refresh with slow readers, and be killed when something was embedded: at what was written last."""
    owner = Projection if moment == "write" else Embedding
    done = getattr(owner, moment)

    def last(*given: Any, **named: Any) -> None:
        done(*given, **named)
        os.kill(os.getpid(), signal.SIGKILL)

    setattr(owner, moment, last)
    setattr(Readers, "read_in_steps", waiting)  # noqa: B010 - a method of a class
    library = Library.open(folder, Options(store=str(store)))
    library.opened.embedder.encode_query("warm")
    for stage in library.refresh(no_progress):
        assert stage == "read", "killed before all was read"


@pytest.mark.parametrize("moment", ["write", "_keep"])
def test_a_kill_while_feeding_loses_nothing_that_was_kept(
    manuals: tuple[Path, Path], tmp_path: Path, open_library: Opener, encoded: list[str], moment: str
) -> None:
    """`write`: Chroma has vectors that the catalogue does not know yet. `_keep`: both have them."""
    child = multiprocessing.get_context("spawn").Process(target=killed_while_feeding, args=(*manuals, moment))
    child.start()
    child.join(120)
    assert child.exitcode == -signal.SIGKILL
    library = open_library(*manuals)
    kept = library.opened.catalogue.number("SELECT count(*) FROM vector")
    assert (kept > 0) == (moment == "_keep")
    refresh(library)
    assert len(encoded) == len(set(encoded)) == library.opened.catalogue.number("SELECT count(*) FROM vector") - kept
    fresh = open_library(manuals[0], tmp_path / "fresh")
    refresh(fresh)
    assert contents(library, manuals[1]) == contents(fresh, tmp_path / "fresh")


def test_reading_goes_on_where_nothing_can_be_embedded(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def refused(*_: object) -> None:
        tried.append(1)
        raise ExplorerError("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(Projection, "make", refused)
        with pytest.raises(ExplorerError, match="The disk is full"):
            refresh(library)
    assert len(tried) == 2, "once while reading, once when all was read"
    assert library.info().health.chunks == 4 * 40
    refresh(library)
    assert library.info().indexed


@pytest.mark.usefixtures("slow")
def test_the_model_is_loaded_beside_reading_where_it_is_needed(
    manuals: tuple[Path, Path], open_library: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    warmed: list[int] = []
    warm = Embedder.warm

    def noted(self: Embedder) -> None:
        warmed.append(1)
        warm(self)

    monkeypatch.setattr(Embedder, "warm", noted)
    library = open_library(*manuals)
    before: list[int] = []
    for stage in library.refresh(no_progress):
        before += [len(warmed)] if stage == "prepared" else []
    assert before[0] > 0
    warmed.clear()
    plans = manuals[0] / "manual-0.md"
    plans.write_text(plans.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    refresh(library)
    assert not warmed, "a file that is slow loads no model where nothing is missing"

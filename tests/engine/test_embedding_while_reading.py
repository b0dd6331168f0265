"""While readers keep the engine waiting it embeds what is read by now; the index is the same as without."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any

import pytest

from explorer.core.context import vector_id
from explorer.core.errors import Cancelled, ExplorerError
from explorer.engine.embedder import Embedder
from explorer.engine.library import Library
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


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the readers keep the engine waiting, so that nothing but their answers is slower than usual."""
    read = Readers.read_in_steps

    def waiting(
        self: Readers, items: Iterable[tuple[Path, str]]
    ) -> Generator[tuple[str, Result | Working], None, None]:
        for name, result in read(self, items):
            for _ in range(WAITS):
                yield name, Working()
            yield name, result

    monkeypatch.setattr(Readers, "read_in_steps", waiting)


def open_warm(open_library: Opener, folder: Path, store: Path) -> Library:
    """Open a library whose model is in memory already, as it is once a question was asked."""
    library = open_library(folder, store)
    library.opened.embedder.encode_query("warm")
    return library


def contents(library: Library, store: Path) -> tuple[object, ...]:
    """Return which vector each chunk has under each recipe, and all that Chroma holds."""
    catalogue = library.opened.catalogue
    mapped = catalogue.rows(
        "SELECT d.name, c.ordinal, k.recipe, v.vector_id FROM chunk_vector v JOIN chunk c ON c.id = v.chunk"
        " JOIN document d ON d.id = c.document JOIN collection k ON k.id = v.collection ORDER BY 1, 2, 3"
    )
    home, folder = library_folder(library.opened.folder, str(store)), catalogue.get("chroma", "1")
    assert catalogue.number("SELECT count(*) FROM pending") == 0
    library.close()
    held: dict[str, Any] = {}
    (path,) = [each for each in home.iterdir() if each.is_dir() and each.name.startswith("chroma") and folder]
    with chroma_at(path) as client:
        for collection in client.list_collections():
            found = collection.get(include=["embeddings", "documents", "metadatas"])
            rows = zip(found["ids"], found["documents"], found["metadatas"], found["embeddings"], strict=True)
            held[collection.name] = sorted(
                (number, text, str(sorted(facts.items())), vector.tobytes()) for number, text, facts, vector in rows
            )
    return mapped, held


@pytest.mark.usefixtures("slow")
def test_what_is_embedded_while_reading_is_what_is_embedded_at_the_end(
    tmp_path: Path, open_library: Opener, encoded: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, store = tmp_path / "manuals", tmp_path / "store"
    write_manuals(folder)
    library = open_warm(open_library, folder, store)
    stages: list[int] = []
    for stage in library.refresh(lambda *_: None):
        stages += [len(encoded)] if stage == "prepared" else []
    assert 0 < stages[0] < len(encoded), "a part was embedded before all was read"
    assert len(encoded) == len({vector_id(text) for text in encoded}), "no text is encoded twice"
    fed = contents(library, store)
    with monkeypatch.context() as alone:
        alone.setattr("explorer.engine.embedding.Embedding.feed", lambda *_: False)
        other = open_library(folder, tmp_path / "other")
        refresh(other)
        assert contents(other, tmp_path / "other") == fed


@pytest.mark.usefixtures("slow")
def test_documents_that_change_take_their_fed_vectors_along(
    tmp_path: Path, open_library: Opener, encoded: list[str]
) -> None:
    folder, store = tmp_path / "manuals", tmp_path / "store"
    write_manuals(folder)
    library = open_warm(open_library, folder, store)
    refresh(library)
    write_manuals(folder, 3)
    changed = (folder / "manual-1.md").read_text(encoding="utf-8").replace("takes", "holds")
    (folder / "manual-1.md").write_text(changed, encoding="utf-8")
    (folder / "manual-3.md").unlink()
    encoded.clear()
    refresh(library)
    assert all("holds" in text for text in encoded)
    assert len(encoded) == len(set(encoded)) > 0
    fresh = open_library(folder, tmp_path / "fresh")
    refresh(fresh)
    assert contents(library, store) == contents(fresh, tmp_path / "fresh")


@pytest.mark.usefixtures("slow")
def test_a_cancel_while_reading_keeps_what_was_embedded(
    tmp_path: Path, open_library: Opener, encoded: list[str]
) -> None:
    folder, store = tmp_path / "manuals", tmp_path / "store"
    write_manuals(folder)
    library = open_warm(open_library, folder, store)

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


@pytest.mark.usefixtures("slow")
def test_reading_goes_on_where_nothing_can_be_embedded(
    tmp_path: Path, open_library: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, store = tmp_path / "manuals", tmp_path / "store"
    write_manuals(folder)
    library = open_warm(open_library, folder, store)
    tried: list[int] = []

    def refused(*_: object) -> None:
        tried.append(1)
        raise ExplorerError("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(Projection, "make", refused)
        stages: list[str] = []
        with pytest.raises(ExplorerError, match="The disk is full"):
            stages.extend(library.refresh(lambda *_: None))
    assert len(tried) == 2, "once while reading, once when all was read"
    assert library.info().health.chunks == 4 * 40
    refresh(library)
    assert library.info().indexed


@pytest.mark.usefixtures("slow")
def test_a_file_that_is_slow_loads_no_model_where_nothing_is_missing(
    copied: tuple[Path, Path], open_library: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = open_library(*copied)
    refresh(library)
    plans = copied[0] / "plans.md"
    plans.write_text(plans.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    monkeypatch.setattr(Embedder, "warm", lambda _: pytest.fail("the model is loaded for nothing"))
    refresh(library)
    assert library.info().indexed

"""A small library, indexed once with the real model into a real Chroma; tests that change it work on a copy."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from explorer.core.progress import no_progress
from explorer.engine.embedder import Embedder
from explorer.engine.library import Library
from explorer.engine.options import Options
from explorer.paths import library_folder
from tests.support.small_library import DOCUMENTS, write_documents

Opener = Callable[..., Library]


@pytest.fixture(scope="session")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the folder and the store of the small library after a refresh. Not to be changed."""
    folder, store = tmp_path_factory.mktemp("small"), tmp_path_factory.mktemp("store")
    write_documents(folder, DOCUMENTS)
    library = Library.open(folder, Options(store=str(store)))
    for _ in library.refresh(no_progress):
        pass
    library.close()
    return folder, store


@pytest.fixture
def copied(indexed: tuple[Path, Path], tmp_path: Path) -> tuple[Path, Path]:
    """Return folder and store of a copy that the test may change."""
    folder, store = tmp_path / "documents", tmp_path / "store"
    shutil.copytree(indexed[0], folder)
    home = library_folder(folder, str(store))
    home.parent.mkdir(parents=True)
    shutil.copytree(library_folder(indexed[0], str(indexed[1])), home)
    return folder, store


@pytest.fixture
def open_library() -> Iterator[Opener]:
    """Return a function that opens a library and closes it after the test."""
    with ExitStack() as opened:

        def opener(folder: Path, store: Path, **options: object) -> Library:
            library = Library.open(folder, Options(store=str(store), **options))  # type: ignore[arg-type]
            opened.callback(library.close)
            return library

        yield opener


@pytest.fixture(scope="module")
def small(indexed: tuple[Path, Path]) -> Iterator[Library]:
    """Return the small library, open, for tests that only read."""
    library = Library.open(indexed[0], Options(store=str(indexed[1])))
    yield library
    library.close()


@pytest.fixture
def encoded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the texts that are really encoded."""
    texts: list[str] = []
    encode = Embedder.encode_documents

    def noted(self: Embedder, given: Sequence[str]) -> Any:
        texts.extend(given)
        return encode(self, given)

    monkeypatch.setattr(Embedder, "encode_documents", noted)
    return texts

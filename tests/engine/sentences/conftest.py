"""A small library that is read but not embedded, and a server on the loopback address."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from explorer.core.progress import no_progress
from explorer.engine.opened import Opened
from explorer.engine.options import Options
from explorer.engine.sentences.cache import FILE_NAME
from explorer.engine.sentences.job import SentenceJob
from explorer.paths import library_folder
from tests.support.model_server import ModelServer, model_server
from tests.support.small_library import write_documents

PLANS = """# Plans

Lumen Bikes lends bicycles by the minute.

## Day pass

It costs 12 dollars.

## Monthly pass

It costs 25 dollars and includes unlimited rides of up to 45 minutes.
"""
LEAVE = """# Parental leave

## Notice

It must be requested eight weeks before the first day of absence.
"""


def read(opened: Opened) -> None:
    with SentenceJob(opened) as job:
        for _ in job.read(no_progress):
            pass


@pytest.fixture(scope="session")
def read_once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return folder and store of the library after it was read. Not to be changed."""
    folder, store = tmp_path_factory.mktemp("documents"), tmp_path_factory.mktemp("store")
    write_documents(folder, {"hr/leave.md": LEAVE, "plans.md": PLANS})
    library = Opened(folder, Options(store=str(store)))
    read(library)
    library.close()
    return folder, store


@pytest.fixture
def folder(read_once: tuple[Path, Path], tmp_path: Path) -> Path:
    place = tmp_path / "documents"
    shutil.copytree(read_once[0], place)
    return place


@pytest.fixture
def store(read_once: tuple[Path, Path], folder: Path, tmp_path: Path) -> Path:
    """Return a copy of the store, in which the copied folder is read already."""
    place = tmp_path / "store"
    home = library_folder(folder, str(place))
    home.parent.mkdir(parents=True)
    shutil.copytree(library_folder(read_once[0], str(read_once[1])), home)
    (home / FILE_NAME).unlink()
    return place


@pytest.fixture
def opened(folder: Path, store: Path) -> Iterator[Opened]:
    library = Opened(folder, Options(store=str(store)))
    yield library
    library.close()


@pytest.fixture
def job(opened: Opened) -> Iterator[SentenceJob]:
    with SentenceJob(opened) as made:
        for _ in made.read(no_progress):
            pass
        yield made


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.setenv("NO_PROXY", "*")
    with model_server() as running:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", running.address)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test-key-0123456789")
        monkeypatch.setenv("OPENAI_API_KEY", "sk-test-key-0123456789")
        yield running

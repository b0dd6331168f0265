"""A small library that is read but not embedded, and a server on the loopback address."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from explorer.core.progress import no_progress
from explorer.engine.opened import Opened
from explorer.engine.options import Options
from explorer.engine.sentences.job import SentenceJob
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


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "documents"
    write_documents(place, {"hr/leave.md": LEAVE, "plans.md": PLANS})
    return place


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store"


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

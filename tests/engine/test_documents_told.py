"""While a refresh goes on the window is told what waits and what was read, in lots."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.engine_process import EngineProcess

from explorer import protocol
from explorer.engine import reading_news
from explorer.engine.reading_news import ReadingNews


def test_what_was_found_is_told_at_once_and_in_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_news, "LOT", 2)
    news = ReadingNews()
    news.found((name, "waiting") for name in "abc")
    assert news.take() == {"a": "waiting", "b": "waiting"}
    assert news.take() == {"c": "waiting"}
    assert news.take() == {}


def test_what_was_read_is_told_once_in_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(reading_news.time, "monotonic", lambda: now[0])
    news = ReadingNews()
    news.found([("a", "changed")])
    news.read("a")
    assert news.take() == {"a": ""}
    news.read("b")
    news.read("c")
    assert news.take() == {}
    now[0] += reading_news.INTERVAL
    assert news.take() == {"b": "", "c": ""}
    news.read("d")
    news.clear()
    now[0] += reading_news.INTERVAL
    assert news.take() == {}


@pytest.fixture
def engine() -> Iterator[EngineProcess]:
    made = EngineProcess()
    yield made
    made.close()


def told(engine: EngineProcess, request: int) -> list[tuple[str, str]]:
    events = [event for event in engine.events if isinstance(event, protocol.DocumentsTold) and event.id == request]
    return [(row.name, row.state) for event in events for row in event.rows]


def test_documents_wait_are_read_and_are_read_again_when_asked(engine: EngineProcess, tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for name in "abc":
        (folder / f"{name}.md").write_text(f"# Manual {name}\n\nTurn the valve of pump {name}.\n", "utf-8")
    engine.open(folder, tmp_path / "store")
    first = engine.send(protocol.Refresh)
    engine.answer(first)
    states = told(engine, first)
    assert states[:3] == [("a.md", "waiting"), ("b.md", "waiting"), ("c.md", "waiting")]
    assert {name for name, state in states[3:] if not state} <= {"a.md", "b.md", "c.md"}
    second = engine.send(protocol.Refresh, documents=("b.md", "unknown.md"))
    assert engine.answer(second).info.indexed
    assert told(engine, second)[0] == ("b.md", "changed")
    assert {name for name, _ in told(engine, second)} == {"b.md"}
    opened = [event for event in engine.events if isinstance(event, protocol.LibraryOpened) and event.id == second]
    assert {row.state for row in opened[-1].info.documents} == {""}

"""The engine process as the window talks to it."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.engine_process import EngineProcess

from explorer import protocol
from explorer.engine.jobs import Jobs
from explorer.engine.loop import NICENESS, Inbox, Loop
from explorer.paths import library_folder


def write_library(folder: Path, documents: int, sections: int = 6) -> Path:
    """Write Markdown documents whose sections are all different."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(documents):
        lines = [f"# Manual {number}", ""]
        for part in range(sections):
            lines += [f"## Valve {number}-{part}", "", f"Turn valve {part} of pump {number} by {part * 7} degrees.", ""]
        (folder / f"manual-{number:03}.md").write_text("\n".join(lines), encoding="utf-8")
    return folder


@pytest.fixture
def engine() -> Iterator[EngineProcess]:
    process = EngineProcess()
    yield process
    if process.process.poll() is None:
        process.kill()
    else:
        process.close()


def test_engine_says_ready_first(engine: EngineProcess) -> None:
    ready = engine.wait(lambda event: event.id == 0)
    assert ready == protocol.Ready(version=protocol.PROTOCOL_VERSION)


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="needs the priorities of POSIX")
def test_engine_stands_back_for_the_window(engine: EngineProcess) -> None:
    engine.wait(lambda event: event.id == 0)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, engine.process.pid) == min(19, own + NICENESS)


@pytest.mark.parametrize("line", [b"{}\n", b"not json\n", b'{"type":"Search","id":"x"}\n', b"\xff\xfe\n", b"\n"])
def test_malformed_line_is_refused_and_the_engine_goes_on(engine: EngineProcess, line: bytes, tmp_path: Path) -> None:
    engine.send_line(line)
    failed = engine.wait(lambda event: isinstance(event, protocol.Failed))
    assert isinstance(failed, protocol.Failed)
    assert not failed.expected
    folder = write_library(tmp_path / "docs", 1)
    assert isinstance(engine.open(folder, tmp_path / "store"), protocol.LibraryOpened)


def test_request_without_library_fails_with_a_sentence(engine: EngineProcess) -> None:
    failed = engine.ask(protocol.Search, question="anything")
    assert isinstance(failed, protocol.Failed)
    assert failed.expected
    assert failed.title == "No library is open."


def test_open_refresh_search_and_pages(engine: EngineProcess, tmp_path: Path) -> None:
    folder = write_library(tmp_path / "docs", 3)
    opened = engine.open(folder, tmp_path / "store")
    assert not opened.info.indexed
    refreshed = engine.ask(protocol.Refresh)
    assert refreshed.info.indexed
    assert refreshed.info.health.chunks == 18
    states = [event for event in engine.events if isinstance(event, protocol.LibraryOpened) and not event.final]
    assert len(states) == 1, "chunks must be shown before embedding starts"
    ranked = engine.ask(protocol.Search, question="How far is valve 1-4 turned?")
    assert ranked.comparison.pool.size == 18
    assert ranked.comparison.context[0].heading_path[-1] == "Valve 1-4"
    hit = ranked.comparison.context[0]
    rank = engine.ask(protocol.RankChunk, document=hit.document, index=hit.index).rank
    assert rank.context.rank == hit.rank
    assert rank.plain.rank == hit.other_rank
    page = engine.ask(protocol.ListChunks, document="manual-001.md", offset=2, limit=2)
    assert (page.total, page.offset, [row.item.chunk.index for row in page.rows]) == (6, 2, [2, 3])
    sections = engine.ask(protocol.ListSections, document="manual-001.md")
    assert [row.heading for row in sections.rows][:2] == ["Manual 1", "Valve 1-0"]
    assert sections.done


def test_search_is_answered_while_indexing_goes_on(engine: EngineProcess, tmp_path: Path) -> None:
    folder = write_library(tmp_path / "docs", 20, sections=12)
    engine.open(folder, tmp_path / "store")
    refresh = engine.send(protocol.Refresh)
    engine.wait(lambda event: isinstance(event, protocol.LibraryOpened) and not event.final)
    ranked = engine.ask(protocol.Search, question="valve 7-3", ranker="keyword")
    assert isinstance(ranked, protocol.Ranked)
    ended = [event for event in engine.events if event.id == refresh and getattr(event, "final", False)]
    assert not ended, "the search waited for the whole index"
    assert engine.answer(refresh).info.indexed


def test_chunks_are_served_while_a_search_waits_for_the_model(engine: EngineProcess, tmp_path: Path) -> None:
    folder = write_library(tmp_path / "docs", 2)
    engine.open(folder, tmp_path / "store")
    engine.ask(protocol.Refresh)
    engine.close()
    second = EngineProcess()
    try:
        second.open(folder, tmp_path / "store")
        search = second.send(protocol.Search, question="valve")
        assert isinstance(second.ask(protocol.ListChunks), protocol.Chunks)
        assert not [event for event in second.events if event.id == search], "the chunks waited for the model"
        assert isinstance(second.answer(search), protocol.Ranked)
    finally:
        second.close()


def test_cancel_stops_indexing_and_the_next_refresh_completes(engine: EngineProcess, tmp_path: Path) -> None:
    folder = write_library(tmp_path / "docs", 20, sections=12)
    engine.open(folder, tmp_path / "store")
    refresh = engine.send(protocol.Refresh)
    engine.wait(lambda event: isinstance(event, protocol.LibraryOpened) and not event.final)
    engine.send(protocol.Cancel, job=refresh)
    assert isinstance(engine.answer(refresh), protocol.Cancelled)
    assert engine.ask(protocol.Refresh).info.indexed


def test_a_newer_search_makes_a_waiting_one_void(engine: EngineProcess, tmp_path: Path) -> None:
    engine.open(write_library(tmp_path / "docs", 2), tmp_path / "store")
    engine.ask(protocol.Refresh)
    asked = [engine.send(protocol.Search, question=f"valve {n}", ranker="keyword") for n in range(30)]
    answers = [engine.answer(request) for request in asked]
    assert isinstance(answers[-1], protocol.Ranked)
    assert all(isinstance(answer, protocol.Ranked | protocol.Cancelled) for answer in answers)


def test_end_of_input_ends_the_engine_in_the_middle_of_work(engine: EngineProcess, tmp_path: Path) -> None:
    engine.open(write_library(tmp_path / "docs", 20, sections=12), tmp_path / "store")
    engine.send(protocol.Refresh)
    engine.wait(lambda event: isinstance(event, protocol.LibraryOpened) and not event.final)
    assert engine.close() == 0


def test_the_end_of_input_leaves_no_journal_beside_the_index(engine: EngineProcess, tmp_path: Path) -> None:
    engine.open(write_library(tmp_path / "docs", 2), tmp_path / "store")
    (journal,) = (tmp_path / "store").rglob("catalogue.sqlite3-wal")
    assert journal.stat().st_size
    assert engine.close() == 0
    assert not journal.exists() or not journal.stat().st_size


def test_a_damaged_index_is_told_with_what_helps(tmp_path: Path) -> None:
    folder, told = write_library(tmp_path / "docs", 1), list[protocol.Event]()
    home = library_folder(folder, str(tmp_path / "store"))
    home.mkdir(parents=True)
    (home / "catalogue.sqlite3").write_bytes(b"not a database" * 1000)
    inbox = Inbox()
    loop = Loop(inbox, told.append, Jobs(told.append))
    inbox.put(protocol.OpenLibrary(id=1, folder=str(folder), store=str(tmp_path / "store")))
    while not told:
        loop.step()
    (failed,) = told
    assert isinstance(failed, protocol.Failed)
    assert (failed.expected, failed.remedy) == (True, "rebuild")


def test_second_engine_is_told_who_holds_the_library(engine: EngineProcess, tmp_path: Path) -> None:
    folder = write_library(tmp_path / "docs", 1)
    engine.open(folder, tmp_path / "store")
    second = EngineProcess()
    try:
        failed = second.open(folder, tmp_path / "store")
        assert isinstance(failed, protocol.Failed)
        assert failed.expected
        assert str(engine.process.pid) in f"{failed.title} {failed.detail}"
    finally:
        second.close()


def test_kills_at_random_moments_lose_nothing(tmp_path: Path) -> None:
    folder = write_library(tmp_path / "docs", 30, sections=8)
    seed = random.Random(20261130)
    for attempt in range(5):
        (folder / f"manual-{attempt:03}.md").write_text(
            f"# Changed {attempt}\n\nNew text {attempt}.\n", encoding="utf-8"
        )
        engine = EngineProcess()
        engine.open(folder, tmp_path / "store")
        engine.send(protocol.Refresh)
        time.sleep(seed.uniform(0.1, 4.0))
        engine.kill()
    engine = EngineProcess()
    try:
        engine.open(folder, tmp_path / "store")
        info = engine.ask(protocol.Refresh).info
        assert info.indexed
        assert info.health.chunks == 5 + 25 * 8
        ranked = engine.ask(protocol.Search, question="Changed 3", top=500).comparison
        assert len(ranked.context) == ranked.pool.size == 205
        assert ranked.context[0].document == "manual-003.md"
    finally:
        engine.close()

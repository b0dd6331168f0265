"""One writer at a time on a real Chroma server: refused, taken over when it has ended, never by comparing clocks."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from explorer.core.errors import ExplorerError
from explorer.engine.catalogue import Catalogue
from explorer.engine.library import Library
from explorer.engine.lock import LibraryInUseError
from explorer.engine.options import Options
from explorer.engine.shared import lease as lease_module
from explorer.engine.shared.address import SharedName, parse_address
from explorer.engine.shared.connection import Connection
from explorer.engine.shared.lease import Lease, LeaseLostError
from tests.support.chroma_server import ChromaServer
from tests.support.small_library import refresh, write_documents

ELSEWHERE = {"host": "host-b", "user": "bea", "process": 4711, "since": "2026-11-30 15:00:00+00:00", "machine": "b"}
Take = Callable[..., Lease]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChromaServer]:
    server = ChromaServer(tmp_path_factory.mktemp("chroma-lease-server"))
    server.start()
    yield server
    server.kill()


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(lease_module, "time", clock)
    return clock


@pytest.fixture
def name(request: pytest.FixtureRequest) -> SharedName:
    return SharedName(str(request.node.name))


@pytest.fixture
def take(server: ChromaServer, name: SharedName, tmp_path: Path) -> Iterator[Take]:
    """Return a function that gives the lease of a writer of its own, with its own catalogue."""
    ends: list[Callable[[], None]] = []

    def make(who: str) -> Lease:
        connection = Connection(parse_address(server.url))
        (tmp_path / who).mkdir(exist_ok=True)
        catalogue = Catalogue(tmp_path / who)
        lease = Lease(connection, name, catalogue)
        ends.extend((lease.close, connection.close, catalogue.close))
        return lease

    yield make
    for end in ends:
        end()


def held_elsewhere(server: ChromaServer, name: SharedName, **facts: Any) -> None:
    """Have a program on another machine hold the lease."""
    with server.client() as client:
        metadata = {"library": name.library, "token": "theirs", "count": 7, **ELSEWHERE, **facts}
        client.get_or_create_collection(name.lease, embedding_function=None).modify(metadata=metadata)


def holder(server: ChromaServer, name: SharedName) -> dict[str, Any]:
    with server.client() as client:
        return dict(client.get_collection(name.lease, embedding_function=None).metadata)


def test_the_second_writer_is_told_who_holds_it_and_since_when(
    server: ChromaServer, name: SharedName, take: Take
) -> None:
    held_elsewhere(server, name)
    with pytest.raises(LibraryInUseError) as refused:
        take("mine").hold()
    for words in ("bea at host-b", "process 4711", "since 2026-11-30 15:00", name.library):
        assert words in str(refused.value)
    assert holder(server, name)["token"] == "theirs"


def test_what_is_given_back_is_free_at_once(take: Take) -> None:
    first, second = take("first"), take("second")
    first.hold()
    with pytest.raises(LibraryInUseError, match=f"process {os.getpid()}"):
        second.hold()
    first.close()
    second.hold()
    second.hold()


def test_a_holder_elsewhere_whose_count_stands_still_is_replaced(
    server: ChromaServer, name: SharedName, take: Take, clock: Clock
) -> None:
    held_elsewhere(server, name)
    mine = take("mine")
    for seconds in (0, lease_module.STALE_SECONDS - 1):
        clock.now += seconds
        with pytest.raises(LibraryInUseError):
            mine.hold()
    clock.now += 1
    mine.hold()
    assert holder(server, name)["process"] == os.getpid()


def test_a_holder_elsewhere_that_still_counts_is_not_replaced_whatever_the_clocks_say(
    server: ChromaServer, name: SharedName, take: Take, clock: Clock
) -> None:
    mine = take("mine")
    for count in range(4):
        held_elsewhere(server, name, count=count, since="1999-01-01 00:00:00+00:00")
        with pytest.raises(LibraryInUseError):
            mine.hold()
        clock.now += 10 * lease_module.STALE_SECONDS
    clock.now -= 100 * lease_module.STALE_SECONDS
    with pytest.raises(LibraryInUseError):
        mine.hold()


def test_a_holder_here_whose_process_has_ended_is_replaced_at_once(
    server: ChromaServer, name: SharedName, take: Take
) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    machine = lease_module._own_facts("x", "y")["machine"]  # pyright: ignore[reportPrivateUsage]
    held_elsewhere(server, name, process=ended.pid, machine=machine)
    take("mine").hold()
    assert holder(server, name)["process"] == os.getpid()


def test_a_holder_that_was_replaced_notices_before_it_writes(take: Take, clock: Clock) -> None:
    slept, other = take("slept"), take("other")
    slept.hold()
    with pytest.raises(LibraryInUseError):
        other.hold()
    clock.now += 2 * lease_module.STALE_SECONDS
    other.hold()
    with pytest.raises(LeaseLostError, match="taken over"):
        slept.hold()
    with pytest.raises(LibraryInUseError):
        slept.hold()


def test_the_count_rises_while_the_lease_is_held(
    server: ChromaServer, name: SharedName, take: Take, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lease_module, "BEAT_SECONDS", 0.02)
    mine = take("mine")
    mine.hold()
    before = threading.active_count()
    with server.client() as client:
        end = time.monotonic() + 60
        while client.get_collection(name.lease, embedding_function=None).metadata["count"] < 3:
            assert time.monotonic() < end
            time.sleep(0.02)
    mine.close()
    assert threading.active_count() <= before


def test_of_many_that_find_a_dead_holder_one_takes_over(
    server: ChromaServer, name: SharedName, take: Take, clock: Clock, tmp_path: Path
) -> None:
    held_elsewhere(server, name)
    leases = [take(f"writer-{number}") for number in range(4)]
    for each in leases:
        with pytest.raises(LibraryInUseError):
            each.hold()
    clock.now += lease_module.STALE_SECONDS
    winners: list[int] = []
    begin = threading.Barrier(len(leases), timeout=60)

    def contend(number: int) -> None:
        catalogue, connection = Catalogue(tmp_path / f"writer-{number}"), Connection(parse_address(server.url))
        lease = Lease(connection, name, catalogue)
        begin.wait()
        with suppress(LibraryInUseError):
            lease.hold()
            winners.append(number)
        end.wait()
        lease.close()
        connection.close()
        catalogue.close()

    end = threading.Barrier(len(leases), timeout=60)
    threads = [threading.Thread(target=contend, args=(number,)) for number in range(len(leases))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(winners) == 1


def test_two_libraries_of_one_name_are_not_mixed_up(server: ChromaServer, tmp_path: Path) -> None:
    """Another folder with other documents is refused; one with the same documents may go on where the first ended."""
    folders = [tmp_path / place / "manuals" for place in ("a", "b", "c")]
    same = {"one.md": "# One\n\nThe first text.\n", "two.md": "# Two\n\nThe second text.\n"}
    for folder, texts in zip(folders, (same, {"three.md": "# Three\n\nOther words.\n"}, same), strict=True):
        write_documents(folder, texts)

    def index(number: int) -> Library:
        library = Library.open(folders[number], Options(store=str(tmp_path / f"store-{number}"), chroma=server.url))
        try:
            refresh(library)
        except BaseException:
            library.close()
            raise
        return library

    first = index(0)
    with pytest.raises(LibraryInUseError, match="being written by another program"):
        index(2)
    first.close()
    with pytest.raises(ExplorerError, match=r"another library 'manuals' already.*of its 2 documents, 0 are in this"):
        index(1)
    index(2).close()
    index(0).close()

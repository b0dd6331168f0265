"""The client against a real process that answers, hangs, crashes and talks nonsense."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.ui.engine_client import EngineClient, ends_job

STUB = str(Path(__file__).parent / "stub_engine.py")


class Talk:
    """A client with everything that it announced."""

    def __init__(self, *options: str, cancel_ms: int = 300) -> None:
        self.client = EngineClient([sys.executable, STUB, *options], cancel_ms=cancel_ms)
        self.events: list[protocol.AnyEvent] = []
        self.restarts = 0
        self.client.event_arrived.connect(self.events.append)
        self.client.restarted.connect(self._on_restart)
        self.facts: list[str] = []
        self.client.stopped.connect(lambda: self.facts.append("stopped"))
        self.client.event_arrived.connect(self._on_event)
        self.client.restarted.connect(lambda: self.facts.append("restarted"))
        self.client.gave_up.connect(lambda: self.facts.append("gave up"))

    def _on_event(self, event: protocol.AnyEvent) -> None:
        if isinstance(event, protocol.Failed | protocol.Cancelled):
            self.facts.append(type(event).__name__)

    def _on_restart(self) -> None:
        self.restarts += 1

    def ask(self, job: int, order: str) -> None:
        self.client.send(protocol.FindHeadings(id=job, text=order))

    def of(self, job: int) -> list[protocol.AnyEvent]:
        return [event for event in self.events if event.id == job and not isinstance(event, protocol.Ready)]

    def title(self, job: int) -> str:
        (event,) = self.of(job)
        assert isinstance(event, protocol.HeadingsFound)
        return event.rows[0].title


@pytest.fixture
def talk(qtbot: QtBot) -> Iterator[Callable[..., Talk]]:
    talks: list[Talk] = []

    def make(*options: str, cancel_ms: int = 300) -> Talk:
        talks.append(Talk(*options, cancel_ms=cancel_ms))
        return talks[-1]

    yield make
    for made in talks:
        made.client.close()


def test_answers_arrive_decoded(qtbot: QtBot, talk: Callable[..., Talk]) -> None:
    one = talk()
    one.ask(1, "hello")
    qtbot.waitUntil(lambda: bool(one.of(1)))
    assert isinstance(one.events[0], protocol.Ready)
    assert one.title(1).startswith("hello from ")


def test_nonsense_is_reported_and_the_engine_goes_on(qtbot: QtBot, talk: Callable[..., Talk]) -> None:
    one = talk()
    one.ask(1, "nonsense")
    qtbot.waitUntil(lambda: bool(one.of(1)))
    (bad,) = [event for event in one.events if isinstance(event, protocol.Failed)]
    assert bad.id == 0
    assert not bad.expected
    assert "JSON is malformed" in bad.detail
    assert "this is no JSON" not in bad.detail, "a report tells nothing of what documents say"
    assert one.title(1) == "after nonsense"


def test_a_crash_fails_open_jobs_with_the_log_and_starts_anew(qtbot: QtBot, talk: Callable[..., Talk]) -> None:
    one = talk()
    one.ask(1, "ignore")
    one.ask(2, "crash")
    qtbot.waitUntil(lambda: one.restarts == 1)
    for job in (1, 2):
        (failed,) = one.of(job)
        assert isinstance(failed, protocol.Failed)
        assert not failed.expected
        assert "the last words" in failed.detail
    one.ask(3, "again")
    qtbot.waitUntil(lambda: bool(one.of(3)))
    assert one.title(3).startswith("again")


def test_a_second_crash_without_an_answer_between_does_not_start_anew(qtbot: QtBot, talk: Callable[..., Talk]) -> None:
    one = talk()
    for job in (1, 2):
        one.ask(job, "crash")
        qtbot.waitUntil(lambda job=job: bool(one.of(job)))
    assert one.restarts == 1
    assert one.facts == ["stopped", "Failed", "restarted", "stopped", "Failed", "gave up"]
    assert not one.client.running
    one.ask(3, "on demand")
    qtbot.waitUntil(lambda: bool(one.of(3)))
    assert one.title(3).startswith("on demand")


def test_a_cancel_that_is_answered_leaves_the_engine_alone(qtbot: QtBot, talk: Callable[..., Talk]) -> None:
    one = talk()
    one.ask(1, "ignore")
    one.client.cancel(1)
    qtbot.waitUntil(lambda: bool(one.of(1)))
    qtbot.wait(400)
    assert [type(event) for event in one.of(1)] == [protocol.Cancelled]
    assert one.restarts == 0


def test_a_cancel_without_answer_kills_and_starts_anew(qtbot: QtBot, talk: Callable[..., Talk]) -> None:
    one = talk()
    one.ask(1, "hang")
    one.ask(2, "waits behind it")
    one.client.cancel(1)
    qtbot.waitUntil(lambda: one.restarts == 1)
    assert [type(event) for event in one.of(1)] == [protocol.Cancelled]
    (other,) = one.of(2)
    assert isinstance(other, protocol.Failed)
    assert other.expected
    assert one.facts == ["stopped", "Cancelled", "Failed", "restarted"]
    one.ask(3, "fresh")
    qtbot.waitUntil(lambda: bool(one.of(3)))
    assert one.title(3).startswith("fresh")


def test_cancelling_what_has_ended_sends_nothing(qtbot: QtBot, talk: Callable[..., Talk]) -> None:
    one = talk()
    one.ask(1, "quick")
    qtbot.waitUntil(lambda: bool(one.of(1)))
    one.client.cancel(1)
    qtbot.wait(400)
    assert len(one.of(1)) == 1
    assert one.restarts == 0


def test_the_log_keeps_its_tail(qtbot: QtBot, talk: Callable[..., Talk]) -> None:
    one = talk()
    one.ask(1, "shout")
    qtbot.waitUntil(lambda: bool(one.of(1)) and "end of the log" in one.client.log_tail)
    assert len(one.client.log_tail) <= 64 * 1024


@pytest.mark.parametrize("options", [(), ("--stubborn",)])
def test_close_leaves_no_process(qtbot: QtBot, talk: Callable[..., Talk], options: tuple[str, ...]) -> None:
    one = talk(*options)
    one.ask(1, "hello")
    qtbot.waitUntil(lambda: bool(one.of(1)))
    one.client.close()
    assert not one.client.running
    one.ask(2, "too late")
    assert not one.client.running


def test_a_program_that_does_not_exist_fails_in_words(qtbot: QtBot) -> None:
    client = EngineClient(["/nonexistent/engine"])
    events: list[protocol.AnyEvent] = []
    client.event_arrived.connect(events.append)
    client.send(protocol.FindHeadings(id=1, text="x"))
    qtbot.waitUntil(lambda: bool(events))
    (failed,) = events
    assert isinstance(failed, protocol.Failed)
    assert failed.id == 1
    assert failed.expected


@pytest.mark.parametrize(
    ("event", "last"),
    [
        (protocol.Ready(version=1), False),
        (protocol.Progress(id=1, done=1, total=2, note=""), False),
        (protocol.Sections(id=1, document="a", rows=(), done=False), False),
        (protocol.Sections(id=1, document="a", rows=(), done=True), True),
        (protocol.Cancelled(id=1), True),
        (protocol.Failed(id=1, title="x"), True),
    ],
)
def test_which_events_end_a_job(event: protocol.AnyEvent, last: bool) -> None:
    assert ends_job(event) is last

"""Runs over a real library against a local server: failures, waits, cancel and resume, personal data, and the bill."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from explorer.core.errors import Cancelled, ExplorerError
from explorer.core.progress import no_progress
from explorer.engine.opened import Opened
from explorer.engine.options import Options
from explorer.engine.sentences.bill import Bill, Price
from explorer.engine.sentences.clients import make_client
from explorer.engine.sentences.job import SentenceJob, fault_counts
from explorer.engine.sentences.plan import Plan
from explorer.engine.sentences.run import WAITS, Outcome
from tests.support.model_server import GOOD, ModelServer, Reply

LLM = "small-model"
CHUNKS = 4


class Waits:
    """Notes the seconds that a run would wait, and how long each wait was in all."""

    def __init__(self) -> None:
        self.total = 0.0

    def __call__(self, seconds: float) -> None:
        self.total += seconds


def run(
    job: SentenceJob, server: ModelServer, plan: Plan | None = None, *, kind: str = "openai", timeout: float = 20
) -> tuple[Outcome, float]:
    waits = Waits()
    client = make_client(server.address if kind == "openai" else kind, LLM, timeout=timeout)
    steps = job.run(plan or job.plan(LLM, job.guarded()), client, no_progress, waits)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return done.value, waits.total


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
def test_every_chunk_gets_its_sentence_once(kind: str, job: SentenceJob, server: ModelServer) -> None:
    outcome, waited = run(job, server, kind=kind)
    assert (outcome.written, outcome.calls, outcome.failed, waited) == (CHUNKS, CHUNKS, (), 0)
    assert outcome.usage.output == 12 * CHUNKS
    assert job.plan(LLM, ()).passages == ()
    again, _ = run(job, server, kind=kind)
    assert (again.written, again.calls) == (0, 0)
    assert len(server.requests) == CHUNKS


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
def test_calls_carry_document_path_and_passage(kind: str, job: SentenceJob, server: ModelServer) -> None:
    run(job, server, kind=kind)
    day = next(
        each.text for each in server.requests if "Headings above the passage, outermost first: Plans > Day" in each.text
    )
    for words in (
        "Document plans.md, titled Plans",
        "## Monthly pass",
        "<passage>\\nIt costs 12 dollars.\\n</passage>",
    ):
        assert words in day
    if kind == "anthropic":
        blocks = [request.body["messages"][0]["content"] for request in server.requests]
        assert all(block[0]["cache_control"] == {"type": "ephemeral"} for block in blocks)
        assert len({block[0]["text"] for block in blocks}) == 2, "one cached beginning a document"


@pytest.mark.parametrize(
    ("script", "waited"),
    [
        ([Reply(429, headers={"Retry-After": "7"}), GOOD], 7.0),
        ([Reply(429), GOOD], WAITS[0]),
        ([Reply(500, "oops"), Reply(503), GOOD], WAITS[0] + WAITS[1]),
        ([Reply(cut=True), GOOD], WAITS[0]),
        ([Reply(200, "{malformed"), GOOD], WAITS[0]),
    ],
)
@pytest.mark.parametrize("kind", ["openai", "anthropic"])
def test_what_passes_is_tried_again_after_a_wait(
    kind: str, script: list[Reply], waited: float, job: SentenceJob, server: ModelServer
) -> None:
    server.script = list(script)
    outcome, seconds = run(job, server, kind=kind)
    assert (outcome.written, outcome.failed) == (CHUNKS, ())
    assert outcome.calls == CHUNKS + len(script) - 1
    assert seconds == pytest.approx(waited)


def test_a_call_without_an_answer_is_tried_again(job: SentenceJob, server: ModelServer) -> None:
    server.script = [Reply(hang=True), GOOD]
    outcome, seconds = run(job, server, timeout=0.5)
    assert (outcome.written, seconds) == (CHUNKS, WAITS[0])


def test_a_chunk_that_always_fails_is_listed_and_the_run_goes_on(job: SentenceJob, server: ModelServer) -> None:
    server.script = [GOOD, *[Reply(500, "oops")] * (len(WAITS) + 1), Reply(400, {"error": "Too long."}), GOOD]
    plan = job.plan(LLM, ())
    outcome, seconds = run(job, server, plan)
    assert outcome.written == 2
    assert [(each.document, each.index) for each in outcome.failed] == [
        (each.document, each.index) for each in plan.passages[1:3]
    ]
    assert "500" in outcome.failed[0].why
    assert "Too long." in outcome.failed[1].why
    assert seconds == sum(WAITS)
    server.script = []
    after, _ = run(job, server)
    assert (after.written, after.calls) == (2, 2), "only what failed is asked for again"


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (Reply(401, {"error": {"message": "bad key"}}), "refused the key"),
        (Reply(404, {"error": "model 'small-model' not found"}), "not found"),
        (Reply(429, headers={"Retry-After": "3600"}), "wait for 60 minutes"),
    ],
)
def test_what_would_meet_every_call_stops_the_run_and_loses_nothing(
    reply: Reply, words: str, job: SentenceJob, server: ModelServer
) -> None:
    server.script = [GOOD, GOOD, reply]
    with pytest.raises(ExplorerError, match=words) as caught:
        run(job, server)
    assert "2 sentences were written before and are kept" in str(caught.value)
    assert len(server.requests) == 3
    assert len(job.plan(LLM, ()).passages) == CHUNKS - 2


def test_without_a_server_the_run_stops_at_the_first_chunk(job: SentenceJob, server: ModelServer) -> None:
    server.http.server_close()
    with pytest.raises(ExplorerError, match="connection"):
        run(job, server)


def test_a_server_that_is_down_stops_the_run_before_hours_have_passed(job: SentenceJob, server: ModelServer) -> None:
    server.script = [GOOD, *[Reply(503)] * 100]
    with pytest.raises(ExplorerError, match="3 chunks in a row got no sentence") as caught:
        run(job, server)
    assert "1 sentence was written before and is kept" in str(caught.value)
    assert len(server.requests) == 1 + 3 * (len(WAITS) + 1)


def test_cancel_in_the_middle_and_resume(job: SentenceJob, server: ModelServer, store: Path) -> None:
    def stop_after_two(done: int, total: int, note: str) -> None:
        if done == 2:
            raise Cancelled

    client = make_client(server.address, LLM)
    with pytest.raises(Cancelled):
        list(job.run(job.plan(LLM, ()), client, stop_after_two, Waits()))
    (file,) = store.rglob("sentences.db")
    with sqlite3.connect(file) as other:
        assert other.execute("SELECT count(*) FROM sentence").fetchone() == (2,), "written before the next call"
    other.close()
    outcome, _ = run(job, server)
    assert (outcome.written, len(server.requests)) == (2, CHUNKS)
    assert len({request.text for request in server.requests}) == CHUNKS, "no call was made twice"


def test_a_cancel_is_met_while_a_call_is_under_way(job: SentenceJob, server: ModelServer) -> None:
    server.script = [Reply(hang=True)]
    asked = threading.Event()

    def stop_when_asked(done: int, total: int, note: str) -> None:
        if server.requests:
            asked.set()
            raise Cancelled

    client = make_client(server.address, LLM)
    with pytest.raises(Cancelled):
        list(job.run(job.plan(LLM, ()), client, stop_when_asked, Waits()))
    assert asked.is_set()
    server.ended.set()


def test_a_cancel_is_met_while_waiting(job: SentenceJob, server: ModelServer) -> None:
    server.script = [Reply(429, headers={"Retry-After": "500"})]

    def stop_in_the_wait(done: int, total: int, note: str) -> None:
        if "Waiting for 4" in note:
            raise Cancelled

    waits = Waits()
    with pytest.raises(Cancelled):
        list(job.run(job.plan(LLM, ()), make_client(server.address, LLM), stop_in_the_wait, waits))
    assert waits.total == 1


def test_personal_data_is_sent_only_by_name(job: SentenceJob, server: ModelServer) -> None:
    plan = job.plan(LLM, {"hr/leave.md"})
    assert plan.guarded == ("hr/leave.md",)
    run(job, server, plan)
    assert not any("leave" in request.text for request in server.requests)
    allowed = job.plan(LLM, {"hr/leave.md"}, ["hr/leave.md"])
    assert (allowed.guarded, {each.document for each in allowed.passages}) == ((), {"hr/leave.md"})
    with pytest.raises(ExplorerError, match=r"There is no document 'leave\.md'"):
        job.plan(LLM, {"hr/leave.md"}, ["leave.md"])


@pytest.mark.parametrize("settings", ["", '[audit]\nsilence_documents = ["hr/*"]\n'])
def test_the_guard_finds_personal_data_whatever_is_silenced(
    settings: str, folder: Path, store: Path, server: ModelServer
) -> None:
    (folder / "chunk-explorer.toml").write_text(settings, encoding="utf-8")
    path = folder / "hr" / "leave.md"
    path.write_text(path.read_text(encoding="utf-8") + "\nWrite to maria.souza.lima@gmail.com.\n", encoding="utf-8")
    library = Opened(folder, Options(store=str(store)))
    with SentenceJob(library) as job:
        for _ in job.read(no_progress):
            pass
        assert job.guarded() == {"hr/leave.md"}
        run(job, server)
    library.close()
    assert server.requests
    assert not any("maria" in request.text or "leave" in request.text for request in server.requests)


def test_a_limit_leaves_the_rest_for_later(job: SentenceJob, server: ModelServer) -> None:
    plan = job.plan(LLM, (), most=3)
    assert (len(plan.passages), plan.later) == (3, 1)
    run(job, server, plan)
    rest = job.plan(LLM, (), most=3)
    assert (len(rest.passages), rest.later, len(rest.kept)) == (1, 0, 3)


def test_a_changed_heading_asks_for_its_own_chunks_only(
    folder: Path, store: Path, opened: Opened, job: SentenceJob, server: ModelServer
) -> None:
    run(job, server)
    path = folder / "plans.md"
    path.write_text(path.read_text(encoding="utf-8").replace("## Day pass", "## Pass for a day"), encoding="utf-8")
    for _ in job.read(no_progress):
        pass
    stale = [each for each in job.judged() if any(str(one.fault) == "out of date" for one in each.reasons)]
    assert [each.chunk.heading_path for each in stale] == [("Plans", "Pass for a day")]
    outcome, _ = run(job, server)
    assert outcome.written == 1
    assert fault_counts(list(job.judged())).get("out of date", 0) == 0


def test_sentences_outlive_the_catalogue(folder: Path, store: Path, server: ModelServer) -> None:
    def open_and_run() -> Outcome:
        library = Opened(folder, Options(store=str(store)))
        with SentenceJob(library) as job:
            for _ in job.read(no_progress):
                pass
            outcome, _ = run(job, server)
        library.close()
        return outcome

    assert open_and_run().written == CHUNKS
    (catalogue,) = store.rglob("catalogue.sqlite3")
    for file in catalogue.parent.glob("catalogue.sqlite3*"):
        file.unlink()
    assert open_and_run().written == 0


def test_the_bill_counts_what_will_be_sent(job: SentenceJob) -> None:
    local, hosted = (job.bill(job.plan(LLM, ()), keeps=keeps) for keeps in (False, True))
    assert (local.calls, local.documents, local.output_tokens) == (CHUNKS, 2, 60 * CHUNKS)
    assert local.kept_tokens == 0
    assert local.cached_tokens > 0, "the plans are sent once more for each further passage"
    assert (hosted.kept_tokens, hosted.cached_tokens) == (0, 0), "too short for Anthropic to keep"
    assert hosted.input_tokens == local.input_tokens + local.cached_tokens


def test_a_long_document_is_kept_once(folder: Path, store: Path) -> None:
    (folder / "plans.md").write_text(
        "# Plans\n\n" + "## Price\n\nIt costs twelve dollars a day.\n\n" * 200, encoding="utf-8"
    )
    library = Opened(folder, Options(store=str(store)))
    with SentenceJob(library, budget=1500) as job:
        for _ in job.read(no_progress):
            pass
        plan = job.plan(LLM, {"hr/leave.md"})
        bill = job.bill(plan, keeps=True)
    library.close()
    assert 1024 < bill.kept_tokens < 1800
    assert bill.cached_tokens == bill.kept_tokens * (bill.calls - 1)


@pytest.mark.parametrize(
    ("price", "cost"),
    [(Price(3, 15), 3 + 3.75 + 3 + 15), (Price(3, 15, 0.3), 3 + 3.75 + 0.3 + 15), (Price(0, 0, 0), 0)],
)
def test_costs(price: Price, cost: float) -> None:
    million = 1_000_000
    bill = Bill(1, 1, million, million, million, million)
    assert bill.cost(price) == pytest.approx(cost)

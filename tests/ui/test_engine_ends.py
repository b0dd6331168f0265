"""What the session does when the engine ends: requests wait, none is lost or wrongly answered, the library stays."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.sampling import Verdict
from explorer.core.views import Comparison, LibraryInfo, Pool, SourceView
from explorer.ui.audit_session import AuditSession
from explorer.ui.engine_notices import EngineNotices
from explorer.ui.message_bar import MessageBar
from explorer.ui.sample_flow import SampleFlow
from explorer.ui.session import Session
from explorer.ui.source_session import SourceSession
from explorer.ui.theme import Theme
from explorer.ui.wishes import Question
from tests.ui.test_sample_panel import item, state

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

INFO = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, indexed=True, embedded=("none", "path"))
BY_WORDS = Question("q", ranker="keyword")


def answer_open(engine: RecordingEngine, info: LibraryInfo = INFO) -> None:
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=info))


def answer_refresh(engine: RecordingEngine, info: LibraryInfo = INFO) -> None:
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=info))


def rank(engine: RecordingEngine) -> None:
    asked = engine.last(protocol.Search)
    comparison = Comparison(asked.question, "embedding", "none", "path", "cosine", Pool(2, 2))
    engine.answer(protocol.Ranked(id=asked.id, comparison=comparison))


def die(engine: RecordingEngine, *jobs: int, again: bool = True) -> None:
    """Do what the client does when the process ends with these jobs open."""
    engine.stopped.emit()
    for job in jobs:
        engine.answer(protocol.Failed(id=job, title="The engine stopped", expected=False))
    (engine.restarted if again else engine.gave_up).emit()


@pytest.fixture
def docs(session: Session, engine: RecordingEngine) -> Session:
    session.open_library("/docs")
    answer_open(engine)
    answer_refresh(engine)
    engine.sent.clear()
    return session


def kinds(engine: RecordingEngine) -> list[str]:
    return [type(request).__name__ for request in engine.sent]


def test_what_is_asked_meanwhile_waits_in_order_and_the_newest_of_a_kind_counts(
    docs: Session, engine: RecordingEngine
) -> None:
    engine.stopped.emit()
    docs.request_source("a.md")
    engine.restarted.emit()
    for text in ("x", "xy"):
        docs.find_headings(text)
    docs.request_findings()
    assert kinds(engine) == ["OpenLibrary"]
    answer_open(engine)
    assert kinds(engine) == ["OpenLibrary", "GetSource", "FindHeadings", "ListFindings"]
    assert engine.last(protocol.FindHeadings).text == "xy"
    docs.find_headings("later")
    assert kinds(engine)[-1] == "FindHeadings"


def test_a_folder_is_looked_into_without_waiting_for_a_library(docs: Session, engine: RecordingEngine) -> None:
    engine.restarted.emit()
    docs.send("preview folder", lambda job: protocol.PreviewFolder(id=job, folder="/other"))
    assert kinds(engine) == ["OpenLibrary", "PreviewFolder"]


def test_a_first_library_answers_what_was_asked_while_it_opened(session: Session, engine: RecordingEngine) -> None:
    session.open_library("/docs")
    session.find_headings("x")
    session.search(BY_WORDS)
    assert kinds(engine) == ["OpenLibrary"]
    answer_open(engine)
    assert kinds(engine) == ["OpenLibrary", "FindHeadings", "Refresh", "Search"]


def test_another_library_is_not_asked_what_was_meant_for_the_last(docs: Session, engine: RecordingEngine) -> None:
    ended: list[protocol.AnyEvent] = []
    docs.answer_arrived.connect(ended.append)
    docs.open_library("/other")
    docs.request_source("a.md")
    answer_open(engine, replace(INFO, folder="/other"))
    assert kinds(engine) == ["OpenLibrary", "Refresh"]
    assert [type(event) for event in ended] == [protocol.Cancelled]


def test_a_library_that_does_not_open_ends_what_waited(docs: Session, engine: RecordingEngine) -> None:
    ended: list[protocol.AnyEvent] = []
    docs.answer_arrived.connect(ended.append)
    engine.restarted.emit()
    docs.request_source("a.md")
    engine.answer(protocol.Failed(id=engine.last(protocol.OpenLibrary).id, title="It is locked."))
    assert docs.library is None
    assert [type(event) for event in ended] == [protocol.Failed, protocol.Cancelled]
    assert not docs.waiting
    assert not engine.all(protocol.GetSource)


def test_what_waits_can_be_stopped(docs: Session, engine: RecordingEngine) -> None:
    ended: list[protocol.AnyEvent] = []
    docs.answer_arrived.connect(ended.append)
    engine.restarted.emit()
    docs.send("spread", lambda job: protocol.GetSpread(id=job, recipe=""))
    docs.stop("spread")
    assert [type(event) for event in ended] == [protocol.Cancelled]
    answer_open(engine)
    assert not engine.all(protocol.GetSpread)


def test_a_read_that_was_cut_off_is_asked_once_more(docs: Session, engine: RecordingEngine) -> None:
    crashes: list[str] = []
    docs.crashed.connect(lambda title, _: crashes.append(title))
    docs.select_chunk("a.md", 3)
    for _ in range(2):
        die(engine, engine.last(protocol.LocateChunk).id)
        answer_open(engine)
    assert len(engine.all(protocol.LocateChunk)) == 2
    assert len(crashes) == 2, "each end is told"
    assert not docs.waiting


def test_a_rank_is_asked_only_of_an_engine_that_ranked(docs: Session, engine: RecordingEngine) -> None:
    docs.search(BY_WORDS)
    rank(engine)
    docs.rank_chunk("a.md", 0)
    assert len(engine.all(protocol.RankChunk)) == 1
    die(engine)
    docs.rank_chunk("a.md", 0)
    answer_open(engine)
    docs.rank_chunk("a.md", 0)
    assert len(engine.all(protocol.RankChunk)) == 1
    rank(engine)
    docs.rank_chunk("a.md", 0)
    assert len(engine.all(protocol.RankChunk)) == 2


def test_a_question_that_ends_the_engine_is_asked_twice_and_no_more(docs: Session, engine: RecordingEngine) -> None:
    docs.search(BY_WORDS)
    for _ in range(3):
        die(engine, engine.last(protocol.Search).id)
        answer_open(engine)
    assert len(engine.all(protocol.Search)) == 2


def test_two_ends_in_a_row_keep_the_library_and_offer_a_start(
    qtbot: QtBot, docs: Session, engine: RecordingEngine, theme: Theme
) -> None:
    bar = MessageBar(theme)
    qtbot.addWidget(bar)
    notices = EngineNotices(docs, bar, bar)
    assert notices.parent() is bar
    die(engine)
    die(engine, engine.last(protocol.OpenLibrary).id, again=False)
    assert docs.library == INFO
    assert not docs.busy
    assert [title for title, _ in bar.shown] == ["The engine stopped twice."]
    docs.find_headings("x")
    assert kinds(engine) == ["OpenLibrary"]
    docs.refresh()
    assert kinds(engine) == ["OpenLibrary", "OpenLibrary"]
    assert bar.shown == ()
    answer_open(engine)
    assert kinds(engine)[2:] == ["FindHeadings", "Refresh"]


def test_a_question_starts_an_engine_that_stopped_twice(docs: Session, engine: RecordingEngine) -> None:
    die(engine)
    die(engine, engine.last(protocol.OpenLibrary).id, again=False)
    docs.search(BY_WORDS)
    answer_open(engine)
    assert kinds(engine) == ["OpenLibrary", "OpenLibrary", "Search"]


def test_the_library_shown_is_opened_again_when_another_one_ends_the_engine(
    docs: Session, engine: RecordingEngine
) -> None:
    docs.open_library("/poison")
    die(engine, engine.last(protocol.OpenLibrary).id)
    assert engine.last(protocol.OpenLibrary).folder == "/docs"
    assert docs.library == INFO


def test_trouble_goes_with_its_cause(qtbot: QtBot, docs: Session, engine: RecordingEngine, theme: Theme) -> None:
    bar = MessageBar(theme)
    qtbot.addWidget(bar)
    docs.failed.connect(bar.show_message)
    docs.resolved.connect(bar.withdraw)
    docs.refresh()
    engine.answer(protocol.Failed(id=engine.last(protocol.Refresh).id, title="It is not a folder."))
    docs.request_source("a.md")
    engine.answer(protocol.Failed(id=engine.last(protocol.GetSource).id, title="A page is damaged."))
    assert len(bar.shown) == 2
    docs.refresh()
    answer_refresh(engine)
    assert bar.shown == (("A page is damaged.", ""),)
    docs.request_source("b.md")
    engine.answer(protocol.Cancelled(id=engine.last(protocol.GetSource).id))
    assert len(bar.shown) == 1, "what was cancelled did not come well"
    docs.request_source("b.md")
    source = SourceView("b.md", "markdown", "B")
    engine.answer(protocol.Source(id=engine.last(protocol.GetSource).id, source=source))
    assert bar.shown == ()


def test_a_page_that_is_drawn_takes_back_that_another_was_not(docs: Session, engine: RecordingEngine) -> None:
    told: list[tuple[str, str]] = []
    over: list[tuple[str, str]] = []
    docs.failed.connect(lambda *trouble: told.append(trouble))
    docs.resolved.connect(lambda *trouble: over.append(trouble))
    pages = SourceSession(docs)
    pages.show("a.pdf")
    for page in (1, 2):
        pages.request_picture(page, 1.0)
        engine.answer(protocol.Failed(id=engine.last(protocol.DrawPage).id, title="The page is too large."))
    pages.request_picture(3, 1.0)
    drawn = engine.last(protocol.DrawPage)
    engine.answer(protocol.PageDrawn(id=drawn.id, document="a.pdf", page=3, scale=1.0, picture="/none.png"))
    assert (set(told), over) == ({("The page is too large.", "")}, [("The page is too large.", "")])


def test_work_that_comes_well_takes_back_no_trouble_of_other_work(docs: Session, engine: RecordingEngine) -> None:
    over: list[str] = []
    docs.resolved.connect(lambda title, _: over.append(title))
    docs.send("judge", lambda job: protocol.FindHeadings(id=job, text="a verdict"))
    engine.answer(protocol.Failed(id=engine.last(protocol.FindHeadings).id, title="The verdict was not kept."))
    docs.send("judge", lambda job: protocol.FindHeadings(id=job, text="another verdict"))
    engine.answer(protocol.HeadingsFound(id=engine.last(protocol.FindHeadings).id, rows=()))
    assert over == []


def test_a_question_during_the_first_reading_is_answered_at_its_end(session: Session, engine: RecordingEngine) -> None:
    session.open_library("/docs")
    answer_open(engine, replace(INFO, indexed=False, embedded=()))
    session.search(Question("q"))
    assert session.question_waits
    assert not engine.all(protocol.Search)
    session.search(BY_WORDS)
    assert not session.question_waits
    assert len(engine.all(protocol.Search)) == 1, "words need no vectors"
    session.search(Question("q"))
    answer_refresh(engine)
    assert not session.question_waits
    assert [asked.ranker for asked in engine.all(protocol.Search)] == ["keyword", "embedding"]


def test_an_unfinished_index_that_nobody_finishes_answers_at_once(session: Session, engine: RecordingEngine) -> None:
    session.open_library("/docs")
    unfinished = replace(INFO, indexed=False, embedded=())
    answer_open(engine, unfinished)
    answer_refresh(engine, unfinished)
    session.search(Question("q"))
    assert len(engine.all(protocol.Search)) == 1


@pytest.fixture
def flow(docs: Session, engine: RecordingEngine) -> SampleFlow:
    made = SampleFlow(AuditSession(docs, docs), docs)
    made.draw(5, 1, "ana")
    answer_draw(engine)
    return made


def answer_draw(engine: RecordingEngine, *verdicts: Verdict | None) -> None:
    given = dict(enumerate(verdicts))
    items = tuple(item(number, given.get(number)) for number in range(5))
    engine.answer(protocol.SampleDrawn(id=engine.last(protocol.DrawSample).id, items=items, state=state()))


def judged(engine: RecordingEngine) -> None:
    for asked in engine.all(protocol.Judge):
        judgement = item(asked.index, Verdict(asked.verdict) if asked.verdict else None).judgement
        engine.answer(
            protocol.Judged(id=asked.id, document="plans.md", index=asked.index, judgement=judgement, state=state())
        )


def said(flow: SampleFlow) -> list[Verdict | None]:
    return [one.judgement.verdict if one.judgement else None for one in flow.items]


def test_verdicts_outlive_the_engine(flow: SampleFlow, engine: RecordingEngine) -> None:
    told: list[str] = []
    flow.failed.connect(lambda title, _: told.append(title))
    flow.judge(Verdict.RIGHT)
    lost = engine.last(protocol.Judge).id
    die(engine, lost)
    flow.judge(Verdict.RIGHT)
    engine.sent[:] = engine.all(protocol.OpenLibrary)
    answer_open(engine)
    assert kinds(engine) == ["OpenLibrary", "DrawSample", "Judge", "Judge"], "only what is drawn can be judged"
    answer_draw(engine)
    assert flow.position == 2
    judged(engine)
    assert said(flow)[:3] == [Verdict.RIGHT, Verdict.RIGHT, None]
    assert told == []
    flow.undo()
    assert engine.last(protocol.Judge).index == 1
    assert engine.last(protocol.Judge).verdict == ""


def test_a_verdict_that_ends_the_engine_twice_is_told(flow: SampleFlow, engine: RecordingEngine) -> None:
    told: list[str] = []
    flow.failed.connect(lambda title, _: told.append(title))
    flow.judge(Verdict.RIGHT)
    for _ in range(2):
        die(engine, engine.last(protocol.Judge).id)
        answer_open(engine)
        answer_draw(engine)
    assert told == ["The verdict on chunk 1 is not kept."]
    assert flow.position == 0
    assert not flow.undo_action.isEnabled()


def test_a_verdict_that_is_not_kept_leads_back_to_its_chunk(flow: SampleFlow, engine: RecordingEngine) -> None:
    flow.judge(Verdict.RIGHT)
    judged(engine)
    flow.judge(Verdict.RIGHT)
    engine.answer(protocol.Failed(id=engine.last(protocol.Judge).id, title="The disk is full."))
    assert flow.position == 1
    assert flow.said.verdict is None
    flow.undo()
    assert flow.position == 0, "what was not kept cannot be undone"
    engine.answer(protocol.Failed(id=engine.last(protocol.Judge).id, title="The disk is full."))
    assert flow.said.verdict is Verdict.RIGHT, "it is still kept"
    assert flow.undo_action.isEnabled()
    assert not flow.redo_action.isEnabled()
    flow.undo()
    judged(engine)
    flow.redo()
    engine.answer(protocol.Failed(id=engine.last(protocol.Judge).id, title="The disk is full."))
    assert flow.said.verdict is None
    assert flow.redo_action.isEnabled()
    assert not flow.undo_action.isEnabled()

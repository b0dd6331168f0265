"""The session: stale answers, selection that follows, restarts. The engine's part is played by the test."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from explorer import protocol
from explorer.core.model import Chunk, Place
from explorer.core.views import (
    ChunkView,
    Comparison,
    ContextChunk,
    DocumentRow,
    Header,
    LibraryInfo,
    Pool,
    SectionRow,
    TrueRank,
)
from explorer.ui.session import Selection, Session
from explorer.ui.wishes import Question

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

INFO = LibraryInfo(
    folder="/docs",
    name="docs",
    model="mini",
    recipe="path",
    limit=254,
    revision=1,
    documents=(DocumentRow("a.md", "A", "markdown", sections=3), DocumentRow("b.md", "B", "markdown")),
    indexed=True,
)
SECTIONS = (
    SectionRow(0, -1, 1, "Top", Place()),
    SectionRow(1, 0, 2, "Inner", Place()),
    SectionRow(2, -1, 1, "Other", Place()),
)


def chunk(document: str, index: int, section: int) -> ChunkView:
    bare = Chunk(document, index, section, ("Top",), "text", Place(), "paragraph", 1)
    return ChunkView(ContextChunk(bare, "A", Header(), "text", "text", 1, 0, 254), ())


def comparison(question: str) -> Comparison:
    return Comparison(question, "embedding", "none", "path", "cosine", Pool(2, 2))


class Heard:
    """What a session announced, in order."""

    def __init__(self, session: Session) -> None:
        self.facts: list[tuple[str, object]] = []
        for name in ("library_changed", "selection_changed", "chunk_selected", "chunks_arrived", "comparison_changed"):
            getattr(session, name).connect(lambda value, name=name: self.facts.append((name, value)))
        for name in ("rank_arrived", "progress_changed", "search_running"):
            getattr(session, name).connect(lambda value, name=name: self.facts.append((name, value)))
        for name in ("failed", "crashed"):
            getattr(session, name).connect(lambda title, detail, name=name: self.facts.append((name, (title, detail))))

    def of(self, name: str) -> list[object]:
        return [value for known, value in self.facts if known == name]


@pytest.fixture
def heard(session: Session) -> Heard:
    return Heard(session)


def open_docs(session: Session, engine: RecordingEngine, info: LibraryInfo = INFO) -> None:
    session.open_library("/docs")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=info))
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=info))


def test_opening_reads_what_changed(session: Session, engine: RecordingEngine, heard: Heard) -> None:
    session.open_library("/docs")
    assert session.busy
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
    assert session.library == INFO
    assert session.busy
    refresh = engine.last(protocol.Refresh)
    engine.answer(protocol.Progress(id=refresh.id, done=1, total=2, note="Embedding"))
    engine.answer(protocol.LibraryOpened(id=refresh.id, info=replace(INFO, indexed=False), final=False))
    assert session.busy
    engine.answer(protocol.LibraryOpened(id=refresh.id, info=INFO))
    assert not session.busy
    assert heard.of("progress_changed")[-1] is None


def test_only_the_newest_answer_of_a_kind_counts(session: Session, engine: RecordingEngine, heard: Heard) -> None:
    open_docs(session, engine)
    session.search(Question("old"))
    old = engine.last(protocol.Search).id
    session.search(Question("new"))
    new = engine.last(protocol.Search).id
    engine.answer(protocol.Ranked(id=old, comparison=comparison("old")))
    assert session.comparison is None
    engine.answer(protocol.Ranked(id=new, comparison=comparison("new")))
    assert session.comparison == comparison("new")
    assert heard.of("search_running") == [True, True, False]


def test_a_failure_that_came_too_late_is_not_told(session: Session, engine: RecordingEngine, heard: Heard) -> None:
    session.find_headings("a")
    old = engine.last(protocol.FindHeadings).id
    session.find_headings("ab")
    engine.answer(protocol.Failed(id=old, title="too late"))
    assert heard.of("failed") == []
    engine.answer(protocol.Failed(id=engine.last(protocol.FindHeadings).id, title="now"))
    assert heard.of("failed") == [("now", "")]


def test_bugs_and_expected_trouble_go_different_ways(session: Session, engine: RecordingEngine, heard: Heard) -> None:
    engine.answer(protocol.Failed(title="a bug", detail="trace", expected=False))
    engine.answer(protocol.Failed(title="a locked store", detail="close the other window"))
    assert heard.of("crashed") == [("a bug", "trace")]
    assert heard.of("failed") == [("a locked store", "close the other window")]


def test_chunks_of_an_older_selection_are_dropped(session: Session, engine: RecordingEngine, heard: Heard) -> None:
    open_docs(session, engine)
    session.request_chunks(0, 200)
    stale = engine.last(protocol.ListChunks).id
    session.select(Selection(document="a.md"))
    engine.answer(protocol.Chunks(id=stale, total=1, offset=0, rows=(chunk("b.md", 0, -1),)))
    assert heard.of("chunks_arrived") == []
    session.request_chunks(0, 200)
    asked = engine.last(protocol.ListChunks)
    assert (asked.document, asked.offset, asked.limit) == ("a.md", 0, 200)


def test_pages_of_chunks_are_awaited_together(session: Session, engine: RecordingEngine, heard: Heard) -> None:
    open_docs(session, engine)
    session.request_chunks(0, 1)
    session.request_chunks(1, 1)
    first, second = (request.id for request in engine.all(protocol.ListChunks)[-2:])
    engine.answer(protocol.Chunks(id=second, total=2, offset=1, rows=(chunk("a.md", 1, 1),)))
    engine.answer(protocol.Chunks(id=first, total=2, offset=0, rows=(chunk("a.md", 0, 0),)))
    assert len(heard.of("chunks_arrived")) == 2


def located(session: Session, engine: RecordingEngine, view: ChunkView) -> None:
    session.select_chunk(view.item.chunk.document, view.item.chunk.index)
    engine.answer(protocol.Chunks(id=engine.last(protocol.LocateChunk).id, total=1, offset=0, rows=(view,)))


@pytest.mark.parametrize(
    ("selected", "view", "expected"),
    [
        (Selection(), chunk("a.md", 4, 1), Selection(document="a.md", section=1)),
        (Selection(), chunk("a.md", 4, -1), Selection(document="a.md")),
        (Selection(document="a.md"), chunk("a.md", 4, 1), Selection(document="a.md")),
        (Selection(document="b.md"), chunk("a.md", 4, 1), Selection(document="a.md", section=1)),
        (Selection(document="a.md", section=0), chunk("a.md", 4, 1), Selection(document="a.md", section=0)),
        (Selection(document="a.md", section=2), chunk("a.md", 4, 1), Selection(document="a.md", section=1)),
    ],
)
def test_a_located_chunk_changes_the_selection_only_when_it_must(
    session: Session,
    engine: RecordingEngine,
    heard: Heard,
    selected: Selection,
    view: ChunkView,
    expected: Selection,
) -> None:
    open_docs(session, engine)
    session.request_sections("a.md")
    engine.answer(
        protocol.Sections(id=engine.last(protocol.ListSections).id, document="a.md", rows=SECTIONS, done=True)
    )
    session.select(selected)
    before = len(heard.of("selection_changed"))
    located(session, engine, view)
    assert session.selection == expected
    assert len(heard.of("selection_changed")) - before == int(expected != selected)
    assert session.chunk == view
    assert heard.facts[-1] == ("chunk_selected", view)


def test_a_row_that_is_there_needs_no_question(session: Session, engine: RecordingEngine) -> None:
    open_docs(session, engine)
    session.request_chunks(0, 200)
    row = chunk("b.md", 0, -1)
    engine.answer(protocol.Chunks(id=engine.last(protocol.ListChunks).id, total=1, offset=0, rows=(row,)))
    session.select_chunk("b.md", 0)
    assert session.chunk == row
    assert session.selection == Selection()
    assert engine.all(protocol.LocateChunk) == []


def test_another_selection_lets_go_of_a_chunk_that_it_lacks(
    session: Session, engine: RecordingEngine, heard: Heard
) -> None:
    open_docs(session, engine)
    located(session, engine, chunk("a.md", 0, 0))
    session.select(Selection(document="a.md"))
    assert session.chunk is not None
    session.select(Selection(document="b.md"))
    assert session.chunk is None
    assert heard.of("chunk_selected")[-1] is None


def test_a_new_revision_asks_everything_anew(session: Session, engine: RecordingEngine, heard: Heard) -> None:
    open_docs(session, engine)
    session.search(Question("how much?"))
    engine.answer(protocol.Ranked(id=engine.last(protocol.Search).id, comparison=comparison("how much?")))
    session.select(Selection(document="a.md"))
    before = len(heard.of("selection_changed"))
    session.refresh()
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=replace(INFO, revision=2)))
    assert session.selection == Selection(document="a.md")
    assert len(heard.of("selection_changed")) == before + 1
    assert [request.question for request in engine.all(protocol.Search)] == ["how much?", "how much?"]
    assert session.comparison == comparison("how much?")


def test_a_refresh_without_a_change_disturbs_nothing(session: Session, engine: RecordingEngine, heard: Heard) -> None:
    open_docs(session, engine)
    session.select(Selection(document="a.md"))
    before = len(heard.of("selection_changed"))
    session.refresh()
    session.refresh()
    assert len(engine.all(protocol.Refresh)) == 2, "one from opening, one asked for; the second waits for nothing"
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=INFO))
    assert len(heard.of("selection_changed")) == before


def test_a_document_that_vanished_is_selected_no_longer(session: Session, engine: RecordingEngine) -> None:
    open_docs(session, engine)
    located(session, engine, chunk("b.md", 0, -1))
    session.select(Selection(document="b.md"))
    session.refresh()
    gone = replace(INFO, revision=2, documents=INFO.documents[:1])
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=gone))
    assert session.selection == Selection()
    assert session.chunk is None


def test_another_library_starts_afresh(session: Session, engine: RecordingEngine) -> None:
    open_docs(session, engine)
    session.search(Question("x"))
    engine.answer(protocol.Ranked(id=engine.last(protocol.Search).id, comparison=comparison("x")))
    session.select(Selection(document="a.md"))
    session.refresh()
    running = engine.last(protocol.Refresh).id
    session.open_library("/other")
    assert running in engine.cancelled
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=replace(INFO, folder="/other")))
    assert session.selection == Selection()
    assert session.comparison is None
    assert len(engine.all(protocol.Search)) == 1


def test_a_library_that_cannot_be_opened_leaves_none(session: Session, engine: RecordingEngine, heard: Heard) -> None:
    session.open_library("/docs")
    engine.answer(protocol.Failed(id=engine.last(protocol.OpenLibrary).id, title="It is locked."))
    assert session.library is None
    assert heard.of("library_changed") == [None]
    assert heard.of("progress_changed")[-1] is None
    assert not session.busy


def test_cancel_stops_what_the_user_waits_for(session: Session, engine: RecordingEngine, heard: Heard) -> None:
    open_docs(session, engine)
    session.refresh()
    session.search(Question("x"))
    session.request_source("a.md")
    session.cancel()
    waited = {engine.last(protocol.Refresh).id, engine.last(protocol.Search).id}
    assert set(engine.cancelled) == waited
    for job in waited:
        engine.answer(protocol.Cancelled(id=job))
    assert heard.of("search_running")[-1] is False
    assert heard.of("progress_changed")[-1] is None
    assert heard.of("failed") == []


def test_a_new_engine_gets_its_library_back_without_a_refresh(session: Session, engine: RecordingEngine) -> None:
    open_docs(session, engine)
    refreshes = len(engine.all(protocol.Refresh))
    engine.restarted.emit()
    assert engine.last(protocol.OpenLibrary).folder == "/docs"
    assert len(engine.all(protocol.OpenLibrary)) == 2
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
    assert len(engine.all(protocol.Refresh)) == refreshes


def test_ranks_of_an_older_question_are_dropped(session: Session, engine: RecordingEngine, heard: Heard) -> None:
    open_docs(session, engine)
    session.search(Question("old"))
    engine.answer(protocol.Ranked(id=engine.last(protocol.Search).id, comparison=comparison("old")))
    session.rank_chunk("a.md", 0)
    stale = engine.last(protocol.RankChunk).id
    session.search(Question("new"))
    engine.answer(protocol.ChunkRanked(id=stale, rank=TrueRank("a.md", 0, pooled=True)))
    assert heard.of("rank_arrived") == []


def test_another_version_of_the_engine_is_said(session: Session, engine: RecordingEngine, heard: Heard) -> None:
    engine.answer(protocol.Ready(version=protocol.PROTOCOL_VERSION))
    assert heard.of("failed") == []
    engine.answer(protocol.Ready(version=protocol.PROTOCOL_VERSION + 1))
    assert len(heard.of("failed")) == 1


def test_a_recipe_without_vectors_is_embedded_before_the_question_is_asked(
    session: Session, engine: RecordingEngine
) -> None:
    session.open_library("/docs")
    info = LibraryInfo("/docs", "docs", "m", "path", 254, 3, indexed=True, embedded=("none", "path"))
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=info))
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=info))
    session.search(Question("q", "embedding", "none", "prose"))
    assert engine.last(protocol.Refresh).recipes == ("none", "prose")
    assert not engine.all(protocol.Search)
    done = replace(info, revision=4, embedded=("none", "path", "prose"))
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=done))
    asked = engine.last(protocol.Search)
    assert (asked.question, asked.context_recipe) == ("q", "prose")


def test_the_last_of_quickly_chosen_recipes_is_embedded_and_ranked(session: Session, engine: RecordingEngine) -> None:
    open_docs(session, engine)
    session.search(Question("q", "embedding", "none", "label"))
    first = engine.last(protocol.Refresh)
    session.search(Question("q", "embedding", "none", "prose"))
    assert engine.last(protocol.Refresh) is first, "one refresh at a time"
    info = replace(INFO, revision=8, embedded=("none", "path", "label"))
    engine.answer(protocol.LibraryOpened(id=first.id, info=info))
    assert engine.last(protocol.Refresh).recipes == ("none", "prose")
    assert not engine.all(protocol.Search)
    info = replace(info, revision=9, embedded=("none", "path", "label", "prose"))
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=info))
    assert engine.last(protocol.Search).context_recipe == "prose"


def test_a_refresh_that_a_crash_cut_off_goes_on_once_and_the_question_is_asked_again(
    session: Session, engine: RecordingEngine
) -> None:
    open_docs(session, engine)
    session.search(Question("q"))
    engine.answer(protocol.Ranked(id=engine.last(protocol.Search).id, comparison=comparison("q")))
    for attempt in range(2):
        if not attempt:
            session.refresh()
        cut_off = engine.last(protocol.Refresh)
        engine.answer(protocol.Failed(id=cut_off.id, title="The engine stopped", detail="", expected=False))
        engine.restarted.emit()
        engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
        assert (engine.last(protocol.Refresh) is not cut_off) is (attempt == 0)
    assert engine.all(protocol.Search)[-1].question == "q"
    assert len(engine.all(protocol.Search)) > 1

"""The compare pane over a real session: asking, both sides, the chosen chunk's true rank, copying, words for states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.model import Chunk, Place
from explorer.core.views import (
    ChunkView,
    Comparison,
    ContextChunk,
    DocumentRow,
    Filters,
    Header,
    Hit,
    LibraryInfo,
    Pool,
    TrueRank,
)
from explorer.ui.compare_panel import ComparePanel
from explorer.ui.hit_groups import side_hits
from explorer.ui.hit_texts import Direction
from explorer.ui.models.hit_model import HitModel, HitRole
from explorer.ui.session import Session
from explorer.ui.theme import Theme
from explorer.ui.wishes import Question

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

LIBRARY = LibraryInfo(
    folder="/library",
    name="library",
    model="m",
    recipe="label",
    limit=254,
    revision=1,
    documents=(DocumentRow("hr/leave.md", "Leave", "markdown"), DocumentRow("plans.md", "Plans", "markdown")),
    sample_questions=("How much is the monthly pass?", "What does a single ride cost?"),
    indexed=True,
    embedded=("none", "label", "path", "bracket", "prose"),
)


def hit(index: int, rank: int | None, other: int | None, score: float = 0.5) -> Hit:
    path = ("Plans", f"Heading {index}")
    text = f"It costs {index} dollars & more."
    return Hit("plans.md", index, "Plans", path, text, text, rank, score, "cosine", False, other, matched=("costs",))


PLAIN = (hit(0, 1, 3), hit(1, 2, 2), hit(2, 3, 1))
CONTEXT = (hit(2, 1, 3), hit(1, 2, 2), hit(0, 3, 1))
RANKED = Comparison("How much?", "embedding", "none", "label", "cosine", Pool(10, 12, superseded=2), PLAIN, CONTEXT)


def make_view(index: int) -> ChunkView:
    chunk = Chunk("plans.md", index, 1, ("Plans",), "x", Place(0, 1), "paragraph", 5)
    return ChunkView(ContextChunk(chunk, "Plans", Header(), "x", "x", 5, 0, 254), ())


@pytest.fixture
def panel(
    qtbot: QtBot, session: Session, engine: RecordingEngine, theme: Theme, show_active: Callable[[QWidget], None]
) -> ComparePanel:
    made = ComparePanel(session, theme)
    qtbot.addWidget(made)
    made.resize(1000, 420)
    show_active(made)
    engine.answer(protocol.LibraryOpened(id=0, info=LIBRARY))
    return made


def choose(session: Session, engine: RecordingEngine, index: int) -> None:
    session.select_chunk("plans.md", index)
    located = engine.last(protocol.LocateChunk)
    engine.answer(protocol.Chunks(id=located.id, total=1, offset=0, rows=(make_view(index),)))


def rank(engine: RecordingEngine, qtbot: QtBot, panel: ComparePanel, comparison: Comparison = RANKED) -> None:
    panel.question.setText(comparison.question)
    qtbot.keyClick(panel.question, Qt.Key.Key_Return)
    engine.answer(protocol.Ranked(id=engine.last(protocol.Search).id, comparison=comparison))


def test_enter_asks_with_what_is_chosen(qtbot: QtBot, panel: ComparePanel, engine: RecordingEngine) -> None:
    panel.question.setText("  How much?  ")
    qtbot.keyClick(panel.question, Qt.Key.Key_Return)
    asked = engine.last(protocol.Search)
    assert (asked.question, asked.ranker, asked.plain_recipe, asked.context_recipe, asked.top) == (
        "How much?",
        "embedding",
        "none",
        "label",
        20,
    )
    assert asked.filters == Filters()


def test_empty_question_asks_nothing(qtbot: QtBot, panel: ComparePanel, engine: RecordingEngine) -> None:
    qtbot.keyClick(panel.question, Qt.Key.Key_Return)
    assert not engine.all(protocol.Search)
    assert panel.question.placeholderText() == "For example: How much is the monthly pass?"


def test_both_sides_are_shown_with_pool_and_lines(qtbot: QtBot, panel: ComparePanel, engine: RecordingEngine) -> None:
    rank(engine, qtbot, panel)
    assert panel.plain.list.hits.hits() == PLAIN
    assert panel.context.list.hits.hits() == CONTEXT
    assert panel.facts.pool() == "cosine · exact over 10 of 12 (2 superseded left out)"
    assert panel.lines.links() == [
        (0, 2, Direction.WORSE, False),
        (1, 1, Direction.SAME, False),
        (2, 0, Direction.BETTER, False),
    ]


def test_a_low_list_sets_hits_closer_together(panel: ComparePanel, engine: RecordingEngine, qtbot: QtBot) -> None:
    panel.ask("How much?")
    engine.answer(protocol.Ranked(id=engine.last(protocol.Search).id, comparison=RANKED))
    hits, heights = panel.plain.list, list[int]()
    for height in (420, 250, 420):
        panel.resize(1000, height)
        qtbot.wait(20)
        rows = [hits.visualRect(hits.model().index(row, 0)) for row in range(3)]
        assert all(one.bottom() < other.top() for one, other in pairwise(rows))
        heights.append(rows[0].height())
    assert heights[1] < heights[0] == heights[2]
    words = hits.fontMetrics().height()
    assert heights[1] >= 2 * words, "both lines have room"


def test_another_ranking_is_read_from_its_first_rank_and_a_renewed_one_where_it_was(
    qtbot: QtBot, panel: ComparePanel, session: Session, engine: RecordingEngine
) -> None:
    hits = tuple(hit(index, index + 1, index + 1) for index in range(20))
    long = replace(RANKED, plain=hits, context=hits)
    others = (
        replace(long, question="How far?"),
        replace(long, ranker="keyword"),
        replace(long, context_recipe="path"),
        replace(long, filters=Filters("hr")),
    )
    bars = [side.list.verticalScrollBar() for side in (panel.plain, panel.context)]
    for other in others:
        session.comparison_changed.emit(long)
        qtbot.waitUntil(lambda: all(bar.maximum() > 0 for bar in bars))
        for bar in bars:
            bar.setValue(bar.maximum() // 2)
        read = [bar.value() for bar in bars]
        session.comparison_changed.emit(replace(long, plain=hits[:19]))
        qtbot.wait(20)
        assert [bar.value() for bar in bars] == read, "renewed"
        session.comparison_changed.emit(other)
        qtbot.wait(20)
        assert [bar.value() for bar in bars] == [0, 0], other


def test_another_library_is_read_from_the_first_rank(qtbot: QtBot, panel: ComparePanel, session: Session) -> None:
    hits = tuple(hit(index, index + 1, index + 1) for index in range(20))
    long = replace(RANKED, plain=hits, context=hits)
    bar = panel.plain.list.verticalScrollBar()
    session.comparison_changed.emit(long)
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    session.comparison_changed.emit(None)
    session.comparison_changed.emit(long)
    qtbot.wait(20)
    assert bar.value() == 0


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_enter_on_a_hit_chooses_its_chunk(
    qtbot: QtBot, panel: ComparePanel, engine: RecordingEngine, key: Qt.Key
) -> None:
    rank(engine, qtbot, panel)
    side = panel.context.list
    side.setCurrentIndex(side.hits.index(0))
    qtbot.keyClick(side, key)
    assert (engine.last(protocol.LocateChunk).document, engine.last(protocol.LocateChunk).index) == ("plans.md", 2)


def test_click_on_a_hit_chooses_its_chunk(qtbot: QtBot, panel: ComparePanel, engine: RecordingEngine) -> None:
    rank(engine, qtbot, panel)
    side = panel.plain.list
    place = side.visualRect(side.hits.index(1)).center()
    qtbot.mouseClick(side.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert engine.last(protocol.LocateChunk).index == 1


def test_chosen_chunk_among_the_hits_needs_no_question_to_the_engine(
    qtbot: QtBot, panel: ComparePanel, session: Session, engine: RecordingEngine
) -> None:
    rank(engine, qtbot, panel)
    choose(session, engine, 2)
    assert not engine.all(protocol.RankChunk)
    assert panel.summary() == "chosen chunk: rank 3 → 1"
    assert panel.lines.links()[-1] == (2, 0, Direction.BETTER, True)
    assert panel.plain.list.hits.index(2).data(HitRole.CHOSEN)


def test_chosen_chunk_outside_the_top_is_appended_with_its_true_rank(
    qtbot: QtBot, panel: ComparePanel, session: Session, engine: RecordingEngine
) -> None:
    rank(engine, qtbot, panel)
    choose(session, engine, 7)
    asked = engine.last(protocol.RankChunk)
    true = TrueRank("plans.md", 7, True, hit(7, 9, 4), hit(7, 4, 9))
    engine.answer(protocol.ChunkRanked(id=asked.id, rank=true))
    assert panel.summary() == "chosen chunk: rank 9 → 4"
    for side in (panel.plain, panel.context):
        last = side.list.hits.index(3)
        assert last.data(HitRole.APART)
        assert last.data(HitRole.CHOSEN)
    choose(session, engine, 1)
    assert panel.plain.list.hits.rowCount() == 3


def test_rank_of_a_chunk_chosen_before_is_dropped(
    qtbot: QtBot, panel: ComparePanel, session: Session, engine: RecordingEngine
) -> None:
    rank(engine, qtbot, panel)
    choose(session, engine, 7)
    choose(session, engine, 8)
    session.rank_arrived.emit(TrueRank("plans.md", 7, True, hit(7, 9, 4), hit(7, 4, 9)))
    assert panel.summary() == ""


def test_filtered_chosen_chunk_is_said(
    qtbot: QtBot, panel: ComparePanel, session: Session, engine: RecordingEngine
) -> None:
    rank(engine, qtbot, panel)
    choose(session, engine, 7)
    engine.answer(protocol.ChunkRanked(id=engine.last(protocol.RankChunk).id, rank=TrueRank("plans.md", 7, False)))
    assert panel.summary() == "chosen chunk: left out by the filters"


def test_another_choice_asks_again_and_is_remembered(
    qtbot: QtBot, panel: ComparePanel, session: Session, engine: RecordingEngine
) -> None:
    rank(engine, qtbot, panel)
    panel.ranker.setCurrentIndex(1)
    panel.ranker.activated.emit(1)
    assert engine.last(protocol.Search).ranker == "keyword"
    assert session.settings.ranker == "keyword"
    panel.filter.set_filters(Filters("hr", (), False))
    panel.filter.filters_changed.emit()
    assert engine.last(protocol.Search).filters == Filters("hr", (), False)
    assert session.settings.current_only is False


def test_states_are_said_in_words(qtbot: QtBot, panel: ComparePanel, session: Session, engine: RecordingEngine) -> None:
    assert panel.hint() == ""
    panel.ask("How much?")
    assert "Searching" in panel.hint()
    nothing = replace(RANKED, plain=(), context=())
    engine.answer(protocol.Ranked(id=engine.last(protocol.Search).id, comparison=nothing))
    assert panel.hint() == "None of the 10 chunks has any of these words."


def test_index_is_said_to_be_built_only_while_that_goes_on(
    panel: ComparePanel, session: Session, engine: RecordingEngine
) -> None:
    part = replace(LIBRARY, indexed=False)
    engine.answer(protocol.LibraryOpened(id=0, info=part))
    idle = "The index is not complete. Refresh (F5) to finish it; Keyword and Shared words work now."
    assert panel.hint() == idle
    session.refresh()
    refresh = engine.last(protocol.Refresh).id
    engine.answer(protocol.Progress(id=refresh, done=1, total=2, note="Embedding"))
    assert "being built" in panel.hint()
    engine.answer(protocol.Cancelled(id=refresh))
    assert panel.hint() == idle
    session.refresh()
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=LIBRARY, final=True))
    assert panel.hint() == ""


def test_no_vectors_are_said_to_be_made_after_a_refresh_that_failed(
    panel: ComparePanel, session: Session, engine: RecordingEngine
) -> None:
    engine.answer(protocol.LibraryOpened(id=0, info=replace(LIBRARY, indexed=False, embedded=())))
    session.refresh()
    panel.ask("How much?")
    assert "Vectors are being made" in panel.hint()
    engine.answer(protocol.Failed(id=engine.last(protocol.Refresh).id, title="The disk is full."))
    assert session.question_waits
    assert panel.hint().startswith("The index is not complete. Refresh (F5)")


def test_hits_of_another_recipe_are_said(
    qtbot: QtBot, panel: ComparePanel, session: Session, engine: RecordingEngine
) -> None:
    engine.answer(protocol.LibraryOpened(id=0, info=replace(LIBRARY, embedded=("none", "label"))))
    rank(engine, qtbot, panel)
    assert panel.hint() == ""
    panel.context.recipe_box.take("prose")
    assert panel.hint() == "The hits below were ranked with label; prose is being embedded."
    engine.answer(protocol.Cancelled(id=engine.last(protocol.Refresh).id))
    assert panel.hint() == "The hits below were ranked with label. Refresh or ask again to rank with prose."


def test_other_settings_leave_the_sides_recipes(
    qtbot: QtBot, panel: ComparePanel, session: Session, engine: RecordingEngine
) -> None:
    rank(engine, qtbot, panel)
    session.change_settings(replace(session.settings, chunk_text="embedded"))
    assert panel.context.recipe == "label"
    assert panel.hint() == ""


def test_library_without_chunks_has_nothing_to_rank(panel: ComparePanel, engine: RecordingEngine) -> None:
    panel.ask("How much?")
    nothing = replace(RANKED, plain=(), context=(), pool=Pool(0, 0))
    engine.answer(protocol.Ranked(id=engine.last(protocol.Search).id, comparison=nothing))
    assert "no chunks to rank" in panel.hint()


def test_question_asked_elsewhere_is_shown(panel: ComparePanel, session: Session, engine: RecordingEngine) -> None:
    session.search(Question("How much?"))
    engine.answer(protocol.Ranked(id=engine.last(protocol.Search).id, comparison=RANKED))
    assert panel.question.text() == "How much?"


def test_results_can_be_copied(qtbot: QtBot, panel: ComparePanel, engine: RecordingEngine) -> None:
    rank(engine, qtbot, panel)
    panel.copies.copy_tsv()
    assert QGuiApplication.clipboard().text().count("\n") == 6
    panel.copies.copy_markdown()
    assert "| with context | 1 | ▲ 2 | rank 3 | 0.500 cosine |" in QGuiApplication.clipboard().text()
    side = panel.plain.list
    side.setCurrentIndex(side.hits.index(0))
    qtbot.keyClick(side, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().startswith("without context\t1\t▼ 2\t")


def test_model_keeps_the_rules_of_item_models(keeps_rules: Callable[..., None]) -> None:
    model = HitModel(is_context=False)
    keeps_rules(model)
    model.show(side_hits(RANKED, False))
    model.choose(("plans.md", 7))
    model.append_chosen(hit(7, 9, 4))
    model.append_chosen(hit(7, 8, 4))
    assert [one.rank for one in model.hits()] == [1, 2, 3, 8]
    model.append_chosen(None)
    model.show(side_hits(None, False))
    assert model.rowCount() == 0


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize("width", [600, 1400])
def test_chosen_hit_is_drawn_on_its_ground(
    qtbot: QtBot, panel: ComparePanel, session: Session, engine: RecordingEngine, theme: Theme, name: str, width: int
) -> None:
    theme.choose(name)
    panel.resize(width, 420)
    rank(engine, qtbot, panel)
    choose(session, engine, 2)
    side = panel.context.list
    card = side.visualRect(side.hits.index(0))
    picture = side.viewport().grab().toImage()
    assert picture.pixelColor(card.left() + 5, card.center().y()) == theme.colour("success_soft")

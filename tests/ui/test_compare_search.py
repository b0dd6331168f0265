"""Searching in the compare pane: while one types, any two recipes and rankers, filters, history, empty answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.retrieval_views import FilterChoices, KeptSearch
from explorer.core.views import Comparison, DocumentRow, Filters, Hit, LibraryInfo, Pool
from explorer.ui.compare_panel import ComparePanel
from explorer.ui.compare_words import nothing_ranked
from explorer.ui.hit_groups import Arrangement, RowKind
from explorer.ui.session import Session
from explorer.ui.theme import Theme
from explorer.ui.wishes import Question

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

LIBRARY = LibraryInfo(
    "/library", "library", "m", "path", 254, 1, (DocumentRow("a.md", "A", "markdown"),), indexed=True,
    embedded=("none", "path", "label", "bracket", "prose", "path+depth=2"),
)  # fmt: skip


def hit(index: int, rank: int, other: int | None) -> Hit:
    return Hit("a.md", index, "A", ("A",), "It costs 3 dollars.", "", rank, 0.5, "cosine", False, other)


RANKED = Comparison(
    "fees", "embedding", "none", "path", "cosine", Pool(9, 9), (hit(0, 1, 2), hit(1, 2, 30)), (hit(0, 2, 1),),
    overlap=((1, 0), (2, 1)),
)  # fmt: skip


@pytest.fixture
def panel(
    qtbot: QtBot, session: Session, engine: RecordingEngine, theme: Theme, show_active: Callable[[QWidget], None]
) -> ComparePanel:
    made = ComparePanel(session, theme)
    qtbot.addWidget(made)
    made.resize(1000, 420)
    show_active(made)
    engine.answer(protocol.LibraryOpened(id=0, info=LIBRARY))
    engine.answer(protocol.SearchesListed(id=engine.last(protocol.ListSearches).id, history=(), saved=()))
    made.focus_question()
    return made


def answer(engine: RecordingEngine, comparison: Comparison = RANKED) -> None:
    asked = engine.last(protocol.Search)
    told = replace(comparison, question=asked.question, ranker=asked.ranker, context_ranker=asked.context_ranker)
    engine.answer(protocol.Ranked(id=asked.id, comparison=told))


def test_words_are_ranked_while_one_types_and_the_chosen_ranker_follows(
    qtbot: QtBot, panel: ComparePanel, engine: RecordingEngine
) -> None:
    with qtbot.waitSignal(panel.question.typed):
        qtbot.keyClicks(panel.question, "fees ")
    assert (engine.last(protocol.Search).ranker, engine.last(protocol.Search).question) == ("keyword", "fees")
    answer(engine)
    assert panel.facts.live() == "keyword, while you type"
    assert panel.question.text() == "fees "
    with qtbot.waitSignal(panel.question.paused):
        pass
    assert engine.last(protocol.Search).ranker == "embedding"
    answer(engine)
    assert panel.facts.live() == ""
    assert not engine.all(protocol.ChangeSearches)


def test_a_ranker_that_is_as_quick_is_asked_at_once_and_once(
    qtbot: QtBot, panel: ComparePanel, engine: RecordingEngine
) -> None:
    panel.ranker.set_ranker("shared-words")
    with qtbot.waitSignal(panel.question.paused):
        qtbot.keyClicks(panel.question, "fees")
    assert [each.ranker for each in engine.all(protocol.Search)] == ["shared-words"]


def test_what_cannot_be_answered_while_one_types_is_said_quietly(
    qtbot: QtBot, panel: ComparePanel, session: Session, engine: RecordingEngine
) -> None:
    with qtbot.waitSignal(panel.question.typed):
        qtbot.keyClicks(panel.question, "fees doc:zebra ")
    refusal = protocol.Failed(id=engine.last(protocol.Search).id, title="No zebra.", detail="Known: a.", expected=True)
    with qtbot.assertNotEmitted(session.failed):
        engine.answer(refusal)
    assert panel.hint() == "No zebra. Known: a."
    panel.asking.search()
    with qtbot.waitSignal(session.failed):
        engine.answer(replace_id(refusal, engine.last(protocol.Search).id))


def replace_id(event: protocol.Failed, job: int) -> protocol.Failed:
    return protocol.Failed(id=job, title=event.title, detail=event.detail, expected=event.expected)


def test_an_answer_does_not_write_into_an_emptied_field(
    qtbot: QtBot, panel: ComparePanel, engine: RecordingEngine
) -> None:
    with qtbot.waitSignal(panel.question.typed):
        qtbot.keyClicks(panel.question, "fees")
    panel.question.selectAll()
    qtbot.keyClick(panel.question, Qt.Key.Key_Delete)
    answer(engine)
    assert panel.question.text() == ""


def test_enter_and_an_opened_hit_go_into_the_history(
    qtbot: QtBot, panel: ComparePanel, engine: RecordingEngine
) -> None:
    panel.ask("fees")
    assert engine.last(protocol.ChangeSearches).keep == (KeptSearch("fees"),)
    with qtbot.waitSignal(panel.question.paused):
        qtbot.keyClicks(panel.question, " today")
    assert len(engine.all(protocol.ChangeSearches)) == 1
    answer(engine)
    panel.context.list.chunk_wanted.emit("a.md", 0)
    assert engine.last(protocol.ChangeSearches).keep == (KeptSearch("fees today"),)


def test_sides_have_recipes_and_rankers_of_their_own(
    panel: ComparePanel, session: Session, engine: RecordingEngine
) -> None:
    panel.ask("fees")
    panel.plain.recipe_box.take("path + depth=2".replace(" ", ""))
    panel.context.ranker_box.set_ranker("keyword")
    panel.context.ranker_box.ranker_chosen.emit()
    asked = engine.last(protocol.Search)
    assert (asked.plain_recipe, asked.context_recipe) == ("path+depth=2", "path")
    assert (asked.ranker, asked.context_ranker) == ("embedding", "keyword")
    assert (session.settings.plain_recipe, session.settings.context_ranker) == ("path+depth=2", "keyword")
    panel.ranker.set_ranker("keyword")
    panel.ranker.ranker_chosen.emit()
    assert engine.last(protocol.Search).context_ranker == ""


@pytest.mark.parametrize("written", ["zebra", "path+zebra", "path+depth=0+no-title", ""])
def test_a_recipe_that_cannot_be_read_is_said_and_not_taken(
    panel: ComparePanel, engine: RecordingEngine, written: str
) -> None:
    panel.context.recipe_box.take(written)
    assert "recipe" in panel.hint()
    assert panel.context.recipe == panel.context.recipe_box.currentText() == "path"
    assert not engine.all(protocol.Search)


def test_each_side_names_its_measure_and_the_overlap_is_shown(panel: ComparePanel, engine: RecordingEngine) -> None:
    panel.ask("fees")
    answer(engine, replace(RANKED, context_measure="BM25"))
    assert panel.facts.pool() == "cosine / BM25 · exact over 9"
    assert panel.facts.overlap() == "1 of the first 2 on both sides"


def test_a_hit_that_fell_out_stands_below_and_lines_lead_to_it(panel: ComparePanel, engine: RecordingEngine) -> None:
    panel.ask("fees")
    answer(engine)
    rows = panel.context.list.hits
    assert [rows.row(number).kind for number in range(rows.rowCount())] == [  # type: ignore[union-attr]
        RowKind.HIT,
        RowKind.LOST,
        RowKind.HIT,
    ]
    assert [(left, right) for left, right, _, _ in panel.lines.links()] == [(0, 0), (1, 2)]


def test_filters_of_the_question_are_chips_and_leave_it_by_a_click(
    panel: ComparePanel, engine: RecordingEngine
) -> None:
    panel.ask('the "day pass" doc:plans')
    assert [chip.words for chip in panel.facts.chips.chips()] == ["with “day pass”", "doc: plans"]
    panel.facts.chips.buttons()[1].click()
    assert engine.last(protocol.Search).question == 'the "day pass"'
    panel.filter.choose(Filters(tags=("fees",)))
    assert engine.last(protocol.Search).filters == Filters(tags=("fees",))
    panel.facts.chips.buttons()[0].click()
    assert engine.last(protocol.Search).filters == Filters()


def test_choices_are_asked_for_when_they_are_wanted_and_again_after_a_change(
    qtbot: QtBot, panel: ComparePanel, engine: RecordingEngine
) -> None:
    assert not engine.all(protocol.ListFilterChoices)
    qtbot.keyClicks(panel.question, "doc:a")
    job = engine.last(protocol.ListFilterChoices).id
    engine.answer(protocol.FilterChoicesTold(id=job, choices=FilterChoices(documents=(("a.md", 1),))))
    assert panel.question.completer_of_values.is_open
    engine.answer(protocol.LibraryOpened(id=0, info=replace(LIBRARY, revision=2)))
    qtbot.keyClicks(panel.question, ".")
    assert engine.last(protocol.ListFilterChoices).id > job


def test_another_library_begins_without_the_filters_of_the_last(panel: ComparePanel, engine: RecordingEngine) -> None:
    panel.filter.set_filters(Filters("hr", tags=("fees",)))
    engine.answer(protocol.LibraryOpened(id=0, info=replace(LIBRARY, folder="/other")))
    assert panel.filter.filters == Filters()


def test_a_kept_search_is_asked_as_it_was(panel: ComparePanel, session: Session, engine: RecordingEngine) -> None:
    kept = KeptSearch("leave", "hybrid", "path", "label", "keyword", Filters("hr", current_only=False))
    panel.history.changed.emit()
    panel.take_search(kept)
    asked = engine.last(protocol.Search)
    assert (asked.question, asked.ranker, asked.context_ranker) == ("leave", "hybrid", "keyword")
    assert (asked.plain_recipe, asked.context_recipe, asked.filters) == ("path", "label", kept.filters)
    assert session.settings.current_only is False


def test_down_goes_into_the_hits_and_up_back(qtbot: QtBot, panel: ComparePanel, engine: RecordingEngine) -> None:
    panel.ask("fees")
    answer(engine)
    qtbot.keyClick(panel.question, Qt.Key.Key_Down)
    assert panel.context.list.hasFocus()
    qtbot.keyClick(panel.context.list, Qt.Key.Key_Up)
    assert panel.question.hasFocus()


def test_the_arrangement_is_remembered(panel: ComparePanel, session: Session, engine: RecordingEngine) -> None:
    panel.ask("fees")
    answer(engine)
    panel.bar.arranged.emit(Arrangement("document", True, False))
    chosen = session.settings
    assert (chosen.grouping, chosen.fold_repeats, chosen.show_lost) == ("document", True, False)
    assert panel.context.list.hits.row(0).kind is RowKind.GROUP  # type: ignore[union-attr]
    actions = {action.text(): action.isChecked() for action in panel.bar.view.menu().actions() if action.text()}
    assert [name for name, checked in actions.items() if checked] == [
        "Grouped by &document",
        "By &rank",
        "&Fold hits that say nearly the same",
    ]


def test_the_view_menu_arranges(panel: ComparePanel, session: Session) -> None:
    actions = {action.text(): action for action in panel.bar.view.menu().actions()}
    actions["Grouped by &section"].trigger()
    actions["Show what &fell out of the list"].trigger()
    assert (session.settings.grouping, session.settings.show_lost) == ("section", False)
    actions["The most &moved first"].trigger()
    session.change_settings(replace(session.settings, fold_repeats=True))
    assert panel.bar.arrangement == Arrangement("section", True, False, "moved")


def test_results_are_written_as_csv(
    panel: ComparePanel, session: Session, engine: RecordingEngine, tmp_path: Path, qtbot: QtBot
) -> None:
    panel.ask("fees")
    answer(engine)
    panel.copies.write_csv(tmp_path / "results.csv")
    lines = (tmp_path / "results.csv").read_text("utf-8-sig").splitlines()
    assert len(lines) == 5
    assert lines[4].startswith("fees,path,embedding,with context,30,▼ fell out")
    with qtbot.waitSignal(session.failed):
        panel.copies.write_csv(tmp_path / "missing" / "results.csv")


EMPTY = replace(RANKED, plain=(), context=(), overlap=())


@pytest.mark.parametrize(
    ("question", "pool", "chosen", "words", "action", "asked"),
    [
        (
            'pass "zebra crossing"',
            Pool(0, 9, filtered=9, left_out=(("phrase", 9),)),
            Filters(current_only=False),
            'No chunk has these words side by side: without "zebra crossing" there are 9 chunks.',
            'Ask without "zebra crossing"',
            "pass zebra crossing",
        ),
        (
            "pass -costs doc:a",
            Pool(0, 9, filtered=9, left_out=(("doc", 3), ("without", 6))),
            Filters(),
            "Every chunk that passes has a word you excluded: without -costs there are up to 6 chunks.",
            "Ask without -costs",
            "pass doc:a",
        ),
        (
            "pass version:7",
            Pool(0, 9, superseded=9, left_out=(("version", 0),)),
            Filters(),
            "All 9 chunks that pass are superseded or expired.",
            "Include them",
            "pass version:7",
        ),
        (
            "pass",
            Pool(0, 9, filtered=9, left_out=(("folder", 8), ("tag", 1))),
            Filters("hr", tags=("fees",)),
            "No chunk passes all filters together; the last of them leaves out 1 chunk.",
            "Ask without filters",
            "pass",
        ),
        ("pass", Pool(0, 9, not_embedded=9), Filters(), "The chunks that pass have no words to rank by.", "", ""),
        ("pass", Pool(0, 0), Filters(), "There are no chunks to rank: no document with text was read in this folder.",
         "", ""),
    ],
)  # fmt: skip
def test_an_empty_answer_says_why_and_what_to_do(
    question: str, pool: Pool, chosen: Filters, words: str, action: str, asked: str
) -> None:
    remedy = nothing_ranked(replace(EMPTY, question=question, pool=pool), chosen)
    assert remedy is not None
    assert (remedy.words, remedy.action, remedy.question) == (words, action, asked)


def test_what_is_offered_is_done(panel: ComparePanel, engine: RecordingEngine) -> None:
    panel.ask("pass version:7")
    answer(engine, replace(EMPTY, pool=Pool(0, 9, superseded=9)))
    panel.facts.remedy().click()
    assert engine.last(protocol.Search).filters == Filters(current_only=False)
    panel.ranker.set_ranker("keyword")
    panel.ranker.ranker_chosen.emit()
    answer(engine, EMPTY)
    assert panel.hint().startswith("None of the 9 chunks has any of these words.")
    panel.facts.remedy().click()
    assert engine.last(protocol.Search).ranker == "embedding"


def test_nothing_is_offered_while_one_types(qtbot: QtBot, panel: ComparePanel, engine: RecordingEngine) -> None:
    with qtbot.waitSignal(panel.question.typed):
        qtbot.keyClicks(panel.question, "zebra")
    answer(engine, EMPTY)
    assert panel.hint() == ""


@pytest.mark.parametrize("width", [560, 900, 1400])
def test_no_word_above_the_rankings_is_cut(panel: ComparePanel, engine: RecordingEngine, width: int) -> None:
    panel.resize(width, 420)
    panel.ask('the "day pass" -refund doc:plans')
    pool = Pool(3, 380, superseded=32, filtered=345, left_out=(("doc", 300), ("phrase", 40), ("without", 5)))
    answer(engine, replace(RANKED, pool=pool))
    panel.repaint()
    for label in panel.facts.findChildren(QWidget):
        if label.isVisible() and label.property("text"):
            assert label.width() >= label.minimumSizeHint().width() or label.property("wordWrap"), label.property(
                "text"
            )
            assert label.mapTo(panel, label.rect().bottomRight()).x() <= panel.width()


def test_tab_goes_from_the_question_through_both_sides(panel: ComparePanel) -> None:
    order = [*panel.bar.controls(), *panel.plain.controls(), *panel.context.controls()]
    seen: list[QWidget] = []
    widget: QWidget | None = panel.question
    while widget is not None and widget not in seen:
        seen.append(widget)
        widget = widget.nextInFocusChain()
    assert [each for each in seen if each in order] == order
    assert all(each.accessibleName() or each.property("text") for each in order)


def test_lines_of_filters_are_all_in_view(panel: ComparePanel) -> None:
    panel.resize(600, 330)
    panel.question.setText(" ".join(f'"phrase {number}"' for number in range(9)) + " doc:plans")
    QTest.qWait(50)
    for button in panel.facts.chips.buttons():
        corner = button.mapTo(panel.facts, button.rect().bottomRight())
        assert panel.facts.rect().contains(corner)


def test_an_older_answer_that_comes_while_recipes_are_embedded_does_not_change_the_question(
    panel: ComparePanel, engine: RecordingEngine
) -> None:
    panel.ask("first")
    first = engine.last(protocol.Search)
    panel.take_search(KeptSearch("second", plain_recipe="prose+version"))
    assert engine.last(protocol.Search) is first
    answer(engine)
    assert panel.question.text() == "second"
    embedded = replace(LIBRARY, embedded=(*LIBRARY.embedded, "prose+version"))
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=embedded, final=True))
    assert engine.last(protocol.Search).question == "second"
    answer(engine)
    assert panel.question.text() == "second"


def test_a_question_asked_elsewhere_and_then_here(
    panel: ComparePanel, session: Session, engine: RecordingEngine
) -> None:
    session.search(Question("elsewhere"))
    answer(engine)
    assert panel.question.text() == "elsewhere"
    panel.ask("here")
    answer(engine)
    assert panel.question.text() == "here"

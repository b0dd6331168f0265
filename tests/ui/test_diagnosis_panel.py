"""The tab of diagnoses: marking evidence, asking at the right moment, the ladder, what helps, copies and files."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.diagnosis import Kind
from explorer.core.model import Chunk, Place
from explorer.core.phrases import phrase
from explorer.core.question_views import EntryRow
from explorer.core.retrieval_views import Diagnosis, Evidence, EvidenceChunk
from explorer.core.views import ChunkView, Comparison, ContextChunk, Filters, Header, LibraryInfo, Pool
from explorer.ui.diagnosis_panel import DiagnosisPanel
from explorer.ui.diagnosis_texts import actions_of, as_markdown, as_text, row_words, steps, tone
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.session import Session
from explorer.ui.theme import Theme
from explorer.ui.wishes import Question, RenameWish

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

INFO = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, indexed=True, embedded=("none", "path"))
POOL = Pool(380, 412)
COMPARISON = Comparison(
    "How much doc:plans", "keyword", "none", "label", "BM25", POOL, filters=Filters(named=("plans",))
)
DIAGNOSIS = Diagnosis(
    question="How much",
    kind="vocabulary",
    title="Vocabulary gap",
    reason="They share no word.",
    remedy="Rename it.",
    facts=(("Ranked", "380 of 412 chunks"), ("Shared | words", "none")),
    evidence=(
        Evidence("It costs 25 dollars.", (EvidenceChunk("plans.md", 3, ("Plans", "Monthly pass"), 1.0, 30, None),)),
        Evidence("It costs 12 dollars.", (EvidenceChunk("old.md", 0, (), 0.002, left_out="expired on 2020-01-31"),)),
    ),
    pool=POOL,
    ranker="keyword",
    document="plans.md",
    index=3,
    section=2,
    heading="Monthly pass",
    proposal="Pass",
    renamed="",
)


def view(document: str, index: int, text: str, start: int | None) -> ChunkView:
    place = Place(start=start, end=None if start is None else start + len(text), page=1 if start is None else None)
    chunk = Chunk(document, index, 0, ("Plans", "Monthly pass"), f"| a |\n{text}", place, "paragraph", 5, ("| a |",))
    return ChunkView(ContextChunk(chunk, "Plans", Header(), text, text, 5, 0, 254), ())


@pytest.fixture
def panel(
    qtbot: QtBot,
    session: Session,
    retrieval: RetrievalSession,
    engine: RecordingEngine,
    theme: Theme,
    show_active: Callable[[QWidget], None],
) -> DiagnosisPanel:
    made = DiagnosisPanel(retrieval, theme)
    qtbot.addWidget(made)
    made.resize(1300, 330)
    show_active(made)
    session.open_library("/docs")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=INFO))
    return made


def compare(engine: RecordingEngine, session: Session, comparison: Comparison = COMPARISON) -> None:
    session.search(Question(comparison.question))
    engine.answer(protocol.Ranked(id=engine.last(protocol.Search).id, comparison=comparison))


def choose(engine: RecordingEngine, session: Session, chunk: ChunkView) -> None:
    session.select_chunk(chunk.item.chunk.document, chunk.item.chunk.index)
    engine.answer(protocol.Chunks(id=engine.last(protocol.LocateChunk).id, total=1, offset=0, rows=(chunk,)))


def tell(engine: RecordingEngine, diagnosis: Diagnosis = DIAGNOSIS) -> None:
    engine.answer(protocol.Diagnosed(id=engine.last(protocol.Diagnose).id, diagnosis=diagnosis))


def test_it_says_what_to_do_step_by_step(panel: DiagnosisPanel, engine: RecordingEngine, session: Session) -> None:
    assert "Ask a question in Compare" in panel.empty.words()
    assert not panel.marks.add_chunk.isEnabled()
    compare(engine, session)
    assert "“How much doc:plans”\nWhich passage answers" in panel.empty.words()
    assert not panel.diagnose_button.isEnabled()
    choose(engine, session, view("plans.md", 3, "It costs 25 dollars.", 40))
    panel.marks.add_chunk.trigger()
    assert "Finding out" in panel.empty.words()
    tell(engine)
    assert panel.view.isVisible()
    assert panel.view.verdict.text() == "▲ Vocabulary gap"
    assert panel.diagnose_button.isEnabled()


def test_the_chosen_chunk_is_marked_by_its_span_or_its_words(
    panel: DiagnosisPanel, engine: RecordingEngine, session: Session
) -> None:
    compare(engine, session)
    choose(engine, session, view("plans.md", 3, "It costs 25 dollars.", 40))
    panel.marks.add_chunk.trigger()
    choose(engine, session, view("plans.pdf", 1, "It costs 12 dollars.", None))
    panel.marks.add_chunk.trigger()
    panel.marks.add_chunk.trigger()
    path = ("Plans", "Monthly pass")
    assert panel.marks.rows == (
        EntryRow("span", "It costs 25 dollars.", "plans.md", 40, 60, path),
        EntryRow("fragment", "It costs 12 dollars.", "plans.pdf"),
    )
    assert [request.evidence for request in engine.all(protocol.Diagnose)] == [panel.marks.rows[:1], panel.marks.rows]


def test_it_is_ranked_like_the_comparison_without_the_filters_that_are_written(
    panel: DiagnosisPanel, engine: RecordingEngine, session: Session
) -> None:
    filters = Filters(named=("plans",), headings=("pass",), formats=("md",))
    compare(engine, session, replace(COMPARISON, filters=filters, context_ranker="hybrid", context_measure="RRF"))
    panel.add_evidence(EntryRow("section", "plans#monthly-pass"))
    asked = engine.last(protocol.Diagnose)
    assert (asked.question, asked.ranker, asked.context_ranker) == ("How much doc:plans", "keyword", "hybrid")
    assert (asked.plain_recipe, asked.context_recipe) == ("none", "label")
    assert asked.filters == Filters(headings=("pass",), formats=("md",))


def test_another_panel_may_ask_about_a_question_of_a_set(
    panel: DiagnosisPanel, engine: RecordingEngine, session: Session
) -> None:
    panel.diagnose("What?", (EntryRow("section", "plans"),))
    asked = engine.last(protocol.Diagnose)
    assert (asked.question, asked.ranker, asked.context_recipe) == ("What?", "embedding", "path")
    compare(engine, session)
    panel.diagnose("Why?", (EntryRow("section", "hr"),))
    asked = engine.last(protocol.Diagnose)
    assert (asked.question, asked.ranker, asked.filters) == ("Why?", "keyword", Filters())
    assert panel.question.whole() == "Why?"
    panel.diagnose(Question("Who?", "hybrid", "none", "prose"), (EntryRow("section", "hr"),))
    asked = engine.last(protocol.Diagnose)
    assert (asked.question, asked.ranker, asked.context_recipe) == ("Who?", "hybrid", "prose")


def test_a_hidden_tab_asks_nothing_until_it_is_seen(
    panel: DiagnosisPanel, engine: RecordingEngine, session: Session
) -> None:
    panel.add_evidence(EntryRow("section", "plans"))
    panel.hide()
    compare(engine, session)
    assert engine.all(protocol.Diagnose) == []
    panel.show()
    assert len(engine.all(protocol.Diagnose)) == 1
    tell(engine)
    panel.hide()
    panel.show()
    assert len(engine.all(protocol.Diagnose)) == 1
    compare(engine, session, replace(COMPARISON, question="Else"))
    assert len(engine.all(protocol.Diagnose)) == 2
    assert not panel.view.isVisible()


def test_removing_clearing_and_undoing(panel: DiagnosisPanel, engine: RecordingEngine, qtbot: QtBot) -> None:
    first, second = EntryRow("section", "plans"), EntryRow("section", "hr")
    panel.diagnose("What?", (first, second))
    panel.marks.table.selectRow(0)
    panel.marks.table.setFocus()
    qtbot.keyClick(panel.marks.table, Qt.Key.Key_Delete)
    assert panel.marks.rows == (second,)
    panel.marks.clear_action.trigger()
    assert panel.marks.rows == ()
    assert "“What?”\nWhich passage answers" in panel.empty.words()
    panel.marks.undo_action.trigger()
    panel.marks.undo_action.trigger()
    assert panel.marks.rows == (first, second)
    assert engine.last(protocol.Diagnose).evidence == (first, second)
    panel.marks.redo_action.trigger()
    assert panel.marks.rows == (second,)
    panel.marks.redo_action.trigger()
    assert panel.marks.rows == ()
    assert not panel.marks.redo_action.isEnabled()
    for _ in range(3):
        panel.marks.undo_action.trigger()
    assert not panel.marks.undo_action.isEnabled()
    panel.marks.add(first)
    assert not panel.marks.redo_action.isEnabled()


def test_words_are_typed_in_the_chosen_document_or_anywhere(
    panel: DiagnosisPanel, engine: RecordingEngine, session: Session
) -> None:
    panel.marks.add_words.trigger()
    dialog = panel.marks.dialog
    assert dialog is not None
    assert not dialog.only_here.isVisible()
    assert not dialog.accept_button.isEnabled()
    dialog.words.setPlainText(" “It costs\n25 dollars.” ")
    dialog.accept_button.click()
    choose(engine, session, view("plans.md", 3, "It costs 25 dollars.", 40))
    panel.marks.add_words.trigger()
    assert panel.marks.dialog is not None
    panel.marks.dialog.words.setPlainText("per month")
    panel.marks.dialog.accept_button.click()
    assert panel.marks.rows == (
        EntryRow("fragment", "It costs 25 dollars."),
        EntryRow("fragment", "per month", "plans.md"),
    )


@pytest.mark.parametrize("kind", list(Kind))
def test_every_ladder_shows_the_step_that_decides(kind: Kind) -> None:
    ladder = steps(kind)
    place = list(Kind).index(kind)
    assert len(ladder) == 9
    assert [step.decides for step in ladder] == [number == place for number in range(9)]
    assert [step.reached for step in ladder] == [number <= place for number in range(9)]
    assert {step.sign for step in ladder[:place]} <= {"✓"}
    answers = [step.text.rpartition(" ")[2] for step in ladder[: place + 1]]
    wanted = ["Yes", "Yes", "Yes", "Yes", "No", "No", "Yes", "Yes"][:place]
    assert answers[:-1] == wanted
    assert (answers[-1] == "Yes") == (kind in {Kind.NO_FAILURE, Kind.REFERENCE})
    assert tone(replace(DIAGNOSIS, kind=kind)) in {"success", "warning", "error", "plain"}


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ({}, ("rename", "hybrid", "laboratory", "show")),
        ({"ranker": "hybrid"}, ("rename", "laboratory", "show")),
        ({"kind": "boundary", "section": -1}, ("neighbours", "laboratory", "show")),
        ({"kind": "filtered", "wider": Filters()}, ("widen", "laboratory", "show")),
        ({"kind": "filtered"}, ("laboratory", "show")),
        ({"kind": "absent", "index": -1, "section": -1}, ()),
        ({"kind": "undetermined"}, ("hybrid", "rename", "laboratory", "show")),
        ({"kind": "undetermined", "ranker": "embedding"}, ("rename", "laboratory", "show")),
        ({"kind": "uninformative"}, ("rename", "laboratory", "show")),
        ({"kind": "no-failure", "section": -1}, ("laboratory", "show")),
        ({"kind": "reference", "section": -1}, ("laboratory", "show")),
    ],
)
def test_what_can_be_done(changes: dict[str, object], names: tuple[str, ...]) -> None:
    assert actions_of(replace(DIAGNOSIS, **changes)) == names  # type: ignore[arg-type]


def test_buttons_say_their_wishes(panel: DiagnosisPanel, engine: RecordingEngine, qtbot: QtBot) -> None:
    panel.diagnose("What?", (EntryRow("section", "plans"),))
    wider = Filters(current_only=False)
    tell(engine, replace(DIAGNOSIS, wider=wider))
    buttons = panel.view.buttons
    assert buttons["rename"].text() == "Rename “Monthly pass”…"
    assert buttons["rename"].objectName() == "primary"
    assert not buttons["neighbours"].isVisible()
    with qtbot.waitSignal(panel.rename_wanted) as told:
        buttons["rename"].click()
    assert told.args == [RenameWish("plans.md", 2, "Monthly pass", "Pass", "")]
    for name, signal, args in (
        ("hybrid", panel.ranker_wanted, ["hybrid"]),
        ("laboratory", panel.laboratory_wanted, ["plans.md", 3]),
    ):
        with qtbot.waitSignal(signal) as told:
            buttons[name].click()
        assert told.args == args
    buttons["show"].click()
    located = engine.last(protocol.LocateChunk)
    assert (located.document, located.index) == ("plans.md", 3)
    panel.run()
    tell(engine, replace(DIAGNOSIS, kind="filtered", wider=wider))
    with qtbot.waitSignal(panel.filters_wanted) as told:
        buttons["widen"].click()
    assert told.args == [wider]
    panel.run()
    tell(engine, replace(DIAGNOSIS, kind="boundary"))
    with qtbot.waitSignal(panel.neighbours_wanted) as told:
        buttons["neighbours"].click()
    assert told.args == ["plans.md", 3]


def test_all_words_are_those_of_the_phrases(panel: DiagnosisPanel, engine: RecordingEngine) -> None:
    english = ("Vocabulary gap", "They share no word.", "Rename it.", "Ranked", "none", "expired on 2020-01-31")
    panel.diagnose("What?", (EntryRow("section", "plans"),))
    tell(engine, replace(DIAGNOSIS, phrases={text: phrase("other {0}", str(n)) for n, text in enumerate(english)}))
    view = panel.view
    assert (view.verdict.text(), view.reason.text(), view.remedy.text()) == (
        "▲ other 0", "other 1", "What helps: other 2",
    )  # fmt: skip
    assert view.facts.lines()[1:] == [["other 3", "380 of 412 chunks"], ["Shared | words", "other 4"]]
    assert view.parts.lines()[2][5] == "other 5"


def test_tables_hold_facts_and_chunks(
    panel: DiagnosisPanel, engine: RecordingEngine, qtbot: QtBot, keeps_rules: Callable[..., None]
) -> None:
    view = panel.view
    keeps_rules(view.facts, view.parts, panel.marks.model, view.fact_table.order, view.part_table.order)
    panel.diagnose("What?", (EntryRow("section", "plans"), EntryRow("section", "old")))
    tell(engine)
    assert panel.view.facts.lines()[1:] == [["Ranked", "380 of 412 chunks"], ["Shared | words", "none"]]
    assert panel.view.parts.lines()[1:] == [
        ["plans.md #3", "Monthly pass", "100 %", "30", "no match", "", "It costs 25 dollars."],
        ["old.md #0", "", "1 %", "–", "–", "expired on 2020-01-31", "It costs 12 dollars."],
    ]
    assert not panel.view.part_table.isColumnHidden(5)
    panel.view.choice.group.button(2).click()
    panel.view.part_table.selectRow(1)
    panel.view.part_table.setFocus()
    qtbot.keyClick(panel.view.part_table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "old.md #0\t\t1 %" in QGuiApplication.clipboard().text()
    panel.view.part_table.clicked.emit(panel.view.part_table.order.index(1, 0))
    assert engine.last(protocol.LocateChunk).document == "old.md"
    panel.run()
    tell(engine, replace(DIAGNOSIS, evidence=DIAGNOSIS.evidence[:1]))
    assert panel.view.part_table.isColumnHidden(5)
    assert panel.view.part_table.isColumnHidden(6)


def test_copies_and_files(panel: DiagnosisPanel, engine: RecordingEngine, tmp_path: Path) -> None:
    panel.write(tmp_path / "nothing.md")
    assert not (tmp_path / "nothing.md").exists()
    panel.diagnose("What?", (EntryRow("section", "plans"),))
    tell(engine)
    menu = panel.copy_button.menu()
    assert menu is not None
    menu.actions()[0].trigger()
    assert QGuiApplication.clipboard().text() == as_text(DIAGNOSIS)
    assert "old.md #0: 1 %, not ranked: expired on 2020-01-31" in as_text(DIAGNOSIS)
    menu.actions()[1].trigger()
    assert QGuiApplication.clipboard().text() == as_markdown(DIAGNOSIS)
    assert "| Shared \\| words | none |" in as_markdown(DIAGNOSIS)
    panel.write(tmp_path / "why.md")
    assert (tmp_path / "why.md").read_text("utf-8") == as_markdown(DIAGNOSIS)
    panel.write(tmp_path / "why.csv")
    rows = list(csv.reader((tmp_path / "why.csv").read_text("utf-8-sig").splitlines()))
    assert ["Ranked", "380 of 412 chunks"] in rows
    assert any(row[:1] == ["plans.md #3"] for row in rows)


def test_a_file_that_cannot_be_written_is_told(
    panel: DiagnosisPanel, engine: RecordingEngine, qtbot: QtBot, tmp_path: Path
) -> None:
    panel.diagnose("What?", (EntryRow("section", "plans"),))
    tell(engine)
    with qtbot.waitSignal(panel.failed) as told:
        panel.write(tmp_path / "no" / "why.md")
    assert told.args is not None
    assert "could not be written" in told.args[0]


def test_a_failure_ends_the_waiting(panel: DiagnosisPanel, engine: RecordingEngine) -> None:
    panel.diagnose("What?", (EntryRow("section", "plans"),))
    engine.answer(protocol.Failed(id=engine.last(protocol.Diagnose).id, title="The question is empty.", detail="Type."))
    assert panel.empty.words() == "The question is empty. Type."
    assert panel.diagnose_button.isEnabled()


def test_another_library_forgets_what_was_marked(
    panel: DiagnosisPanel, engine: RecordingEngine, session: Session
) -> None:
    panel.diagnose("What?", (EntryRow("section", "plans"),))
    tell(engine)
    engine.answer(protocol.LibraryOpened(id=0, info=replace(INFO, revision=2)))
    assert len(engine.all(protocol.Diagnose)) == 2
    tell(engine)
    session.open_library("/else")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=replace(INFO, folder="/else")))
    assert panel.marks.rows == ()
    assert not panel.marks.undo_action.isEnabled()
    assert "Ask a question in Compare" in panel.empty.words()


def test_themes_and_names_of_passages(panel: DiagnosisPanel, engine: RecordingEngine, theme: Theme) -> None:
    panel.diagnose("What?", (EntryRow("section", "plans"),))
    tell(engine)
    before = panel.view.step_labels[7][1].styleSheet()
    theme.choose("dark")
    assert panel.view.step_labels[7][1].styleSheet() != before
    assert row_words(EntryRow("section", "plans#x")) == "plans#x"
    assert row_words(EntryRow("span", "It\ncosts", "a/plans.md", 0, 8, ("P", "Q"))) == "plans.md › Q › “It costs”"


def test_the_failure_of_something_else_is_not_taken_for_the_diagnosis(
    panel: DiagnosisPanel, engine: RecordingEngine
) -> None:
    panel.diagnose("What?", (EntryRow("section", "plans"),))
    engine.answer(protocol.Failed(id=0, title="There is no version 9 in this library."))
    tell(engine)
    assert panel.diagnosis == DIAGNOSIS
    panel.run()
    job = engine.last(protocol.Diagnose).id
    engine.answer(protocol.Failed(id=job, title="The passage is gone.", detail="Mark it."))
    assert panel.diagnosis is None
    assert "The passage is gone. Mark it." in panel.empty.words()

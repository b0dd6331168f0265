"""The evaluation tab: run, embed first, stop; figures, verdict, questions; comparison over time; copies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.question_views import EntryRow, EvaluationView, QuestionSetInfo
from explorer.core.views import LibraryInfo, Pool
from explorer.ui.evaluation_charts import ChartRow, IntervalChart
from explorer.ui.evaluation_figures import CHART, COURSE, KEPT
from explorer.ui.evaluation_flow import Stage
from explorer.ui.evaluation_panel import EvaluationPanel
from explorer.ui.models.evaluation_model import ChangesModel, KeptModel, RunsModel, asked_rows
from explorer.ui.models.rows_order import RowsOrder
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.session import Session
from explorer.ui.table_files import as_markdown
from explorer.ui.theme import Theme
from explorer.ui.wishes import Question
from tests.support.evaluations import WHEN, kept, kept_run, shown

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

INFO = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, indexed=True, embedded=("none", "path"))
SETS = (QuestionSetInfo("questions.jsonl", 4, own=False), QuestionSetInfo("mine", 1, own=True))
TEXTS = ("How much?", "How long?", "Who?", "Where?")
VIEW = replace(
    shown(TEXTS, (4, 1, 1, None), (1, 2, 1, 7)),
    pool=Pool(10, 12, superseded=2),
    relevant=tuple((EntryRow("section", f"a.md#{number}"),) for number in range(4)),
)
EARLIER = kept(
    "2026-11-28T10:00:00+00:00",
    kept_run("plain", "none", "embedding", (4, 1, 1, None)),
    kept_run("context", "path", "embedding", (3, 2, 1, None)),
    questions=TEXTS,
    revision=4,
)
OTHER = kept("2026-11-27T10:00:00+00:00", *EARLIER.runs, questions_hash="other")


@pytest.fixture
def panel(
    qtbot: QtBot,
    session: Session,
    retrieval: RetrievalSession,
    engine: RecordingEngine,
    theme: Theme,
    show_active: Callable[[QWidget], None],
) -> EvaluationPanel:
    made = EvaluationPanel(retrieval, theme)
    qtbot.addWidget(made)
    made.resize(1300, 330)
    show_active(made)
    session.open_library("/docs")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
    refresh(engine, INFO)
    engine.answer(protocol.QuestionSetsListed(id=engine.last(protocol.ListQuestionSets).id, sets=SETS))
    return made


def refresh(engine: RecordingEngine, info: LibraryInfo) -> None:
    """End the refresh that is under way."""
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=info))


def tell(engine: RecordingEngine, view: EvaluationView = VIEW) -> None:
    engine.answer(protocol.EvaluationTold(id=engine.last(protocol.Evaluate).id, evaluation=view))


def list_kept(engine: RecordingEngine, *rows: object) -> None:
    engine.answer(
        protocol.EvaluationsListed(id=engine.last(protocol.ListEvaluations).id, rows=rows)  # pyright: ignore[reportArgumentType]
    )


def measured(panel: EvaluationPanel, engine: RecordingEngine, view: EvaluationView = VIEW) -> None:
    panel.controls.run.click()
    tell(engine, view)


def test_a_set_is_run_with_text_alone_and_the_librarys_recipe(panel: EvaluationPanel, engine: RecordingEngine) -> None:
    assert panel.controls.sets.currentText() == "questions.jsonl · 4 questions"
    assert "Run the questions" in panel.empty.words()
    panel.controls.run.click()
    wish = engine.last(protocol.Evaluate).wish
    assert (wish.questions, wish.recipes, wish.rankers) == ("questions.jsonl", ("none", "path"), ("embedding",))
    assert panel.controls.stop.isVisible()
    assert not panel.controls.run.isVisible()
    job = engine.last(protocol.Evaluate).id
    engine.answer(protocol.Progress(id=job, done=3, total=8, note="ranking"))
    assert panel.controls.state.whole() == "Running the questions: ranking 3 / 8"
    assert (panel.busy.value(), panel.busy.maximum()) == (3, 8)
    tell(engine)
    assert panel.controls.run.isVisible()
    assert panel.figures.isVisible()
    assert panel.controls.export.isEnabled()


def test_a_low_panel_says_the_change_on_one_line(panel: EvaluationPanel, engine: RecordingEngine) -> None:
    measured(panel, engine)
    changes = panel.changes
    for height, in_brief in ((400, False), (160, True)):
        panel.resize(900, height)
        QTest.qWait(20)
        assert (changes.brief.isVisible(), changes.verdict.isVisible()) == (in_brief, not in_brief)
    assert "MRR" in changes.brief.text()


def test_the_keys_stay_with_what_runs_and_stops(
    panel: EvaluationPanel, engine: RecordingEngine, show_active: Callable[[QWidget], None]
) -> None:
    show_active(panel)
    panel.controls.run.setFocus()
    panel.controls.run.click()
    assert panel.controls.stop.hasFocus()
    tell(engine)
    assert panel.controls.run.hasFocus()


def test_figures_have_their_n_and_intervals(panel: EvaluationPanel, engine: RecordingEngine) -> None:
    measured(panel, engine)
    rows = panel.figures.runs
    assert rows.headerData(1, Qt.Orientation.Horizontal) == "MRR\nn = 4"
    assert "1 ÷ the place" in str(rows.headerData(1, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole))
    assert rows.index(0, 1).data() == "0.562"
    spoken = rows.index(1, 1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("With context · Embedding, MRR: 0.661 (0.")
    assert spoken.endswith("n = 4")
    assert "10 of 12 chunks ranked (2 superseded left out)" in panel.figures.about.whole()


def test_of_few_questions_the_list_leads_and_a_sentence_says_why(
    panel: EvaluationPanel, engine: RecordingEngine
) -> None:
    measured(panel, engine)
    assert panel.changes.x() < panel.figures.x()
    assert "Of fewer than 50 questions an average says little" in panel.changes.verdict.toolTip()
    many = shown([f"Question {number}" for number in range(50)], [2] * 50, [1] * 50)
    measured(panel, engine, many)
    QApplication.processEvents()
    assert panel.changes.x() > panel.figures.x()
    assert "fewer than 50" not in panel.changes.verdict.toolTip()


def test_the_verdict_is_honest(panel: EvaluationPanel, engine: RecordingEngine) -> None:
    measured(panel, engine)
    words = panel.changes.verdict.toolTip()
    assert words.startswith("With context against Without context: 2 questions better, 1 worse, 1 the same; MRR +0.10")
    assert "n = 4. No difference can be shown with these questions." in words
    assert panel.changes.sign.text() == "○"
    better = shown([str(number) for number in range(27)], [5] * 27, [1] * 27)
    measured(panel, engine, better)
    assert panel.changes.sign.text() == "▲"
    assert panel.changes.sign.property("tone") == "success"
    assert "It is better; chance alone" in panel.changes.verdict.toolTip()


def test_questions_are_listed_the_most_changed_first_and_can_be_narrowed(
    panel: EvaluationPanel, engine: RecordingEngine
) -> None:
    measured(panel, engine)
    rows = panel.changes.rows
    assert rows.lines()[1:] == [
        ["▲ better", "How much?", "4 → 1", "+0.750"],
        ["▼ worse", "How long?", "1 → 2", "−0.500"],
        ["▲ better", "Where?", "none → 7", "+0.143"],
        ["— same", "Who?", "1", ""],
    ]
    buttons = [panel.changes.kind.group.button(number) for number in range(4)]
    assert [button.text() for button in buttons] == ["All 4", "▲ 2", "▼ 1", "— 1"]
    for button, questions in zip(buttons, (4, 2, 1, 1), strict=True):
        button.click()
        assert rows.rowCount() == questions
    assert rows.lines()[1][1] == "Who?"


def test_a_question_is_asked_or_explained(panel: EvaluationPanel, engine: RecordingEngine, qtbot: QtBot) -> None:
    measured(panel, engine)
    panel.changes.table.selectRow(1)
    with qtbot.waitSignal(panel.ask_wanted) as asked:
        panel.changes.table.activated.emit(panel.changes.rows.index(1, 0))
    assert asked.args == ["How long?", "none", "path", "embedding"]
    with qtbot.waitSignal(panel.diagnosis_wanted) as wanted:
        panel.changes.why.trigger()
    assert wanted.args == [Question("How long?", "embedding", "none", "path"), (EntryRow("section", "a.md#1"),)]


def test_recipes_without_vectors_are_embedded_by_the_same_click(
    panel: EvaluationPanel, engine: RecordingEngine
) -> None:
    panel.controls.recipes.choose(("none", "label"))
    panel.controls.chosen_changed.emit()
    assert "embeds first what has no vectors yet: label" in panel.controls.state.whole()
    panel.controls.run.click()
    assert engine.last(protocol.Refresh).recipes == ("label",)
    assert not engine.all(protocol.Evaluate)
    assert panel.flow.stage is Stage.EMBEDDING
    engine.answer(protocol.Progress(id=engine.last(protocol.Refresh).id, done=2, total=9, note="embedding"))
    assert "2 / 9" in panel.controls.state.whole()
    refresh(engine, replace(INFO, revision=2, embedded=("none", "path", "label")))
    assert engine.last(protocol.Evaluate).wish.recipes == ("none", "label")
    tell(engine)
    assert panel.flow.stage is Stage.IDLE


def test_rankers_by_words_need_no_vectors(panel: EvaluationPanel, engine: RecordingEngine) -> None:
    panel.controls.recipes.choose(("none", "label"))
    panel.controls.rankers.choose(("keyword",))
    panel.controls.run.click()
    assert engine.last(protocol.Evaluate).wish.rankers == ("keyword",)


def test_embedding_that_was_stopped_is_not_begun_again(panel: EvaluationPanel, engine: RecordingEngine) -> None:
    panel.controls.recipes.choose(("none", "label"))
    panel.controls.run.click()
    job = engine.last(protocol.Refresh).id
    panel.controls.stop.click()
    assert engine.cancelled == [job]
    engine.answer(protocol.Cancelled(id=job))
    assert panel.flow.stage is Stage.IDLE
    assert "label could not be embedded, or that was stopped" in panel.controls.state.whole()
    assert engine.last(protocol.Refresh).id == job


def test_a_run_waits_for_a_refresh(panel: EvaluationPanel, engine: RecordingEngine, session: Session) -> None:
    session.refresh()
    panel.controls.run.click()
    assert panel.flow.stage is Stage.WAITING
    refresh(engine, replace(INFO, revision=2))
    assert len(engine.all(protocol.Evaluate)) == 1


def test_a_run_can_be_stopped(panel: EvaluationPanel, engine: RecordingEngine) -> None:
    panel.controls.run.click()
    job = engine.last(protocol.Evaluate).id
    panel.controls.stop.click()
    assert engine.cancelled == [job]
    engine.answer(protocol.Cancelled(id=job))
    assert "Nothing was measured" in panel.controls.state.whole()
    assert panel.controls.run.isVisible()


@pytest.mark.parametrize("ends", ["failed", "restarted"])
def test_trouble_ends_the_waiting(panel: EvaluationPanel, engine: RecordingEngine, ends: str) -> None:
    panel.controls.run.click()
    if ends == "failed":
        engine.answer(protocol.Failed(id=engine.last(protocol.Evaluate).id, title="No."))
    else:
        engine.restarted.emit()
    assert not panel.flow.busy
    assert "othing was measured" in panel.controls.state.whole()


def test_another_library_takes_figures_and_waiting_away(
    panel: EvaluationPanel, engine: RecordingEngine, session: Session
) -> None:
    measured(panel, engine)
    panel.controls.run.click()
    session.open_library("/others")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=replace(INFO, folder="/others")))
    assert not panel.flow.busy
    assert panel.empty.isVisible()
    assert not panel.controls.export.isEnabled()


def test_without_questions_or_recipes_running_is_refused_with_the_reason(
    panel: EvaluationPanel, engine: RecordingEngine
) -> None:
    panel.controls.recipes.choose(())
    panel.controls.recipes.chosen_changed.emit()
    assert not panel.controls.run.isEnabled()
    assert "at least one recipe" in panel.controls.run.toolTip()
    engine.answer(protocol.QuestionSetsListed(id=0, sets=()))
    assert "no question set" in panel.empty.words().lower()
    assert not panel.controls.sets.isEnabled()


def test_several_recipes_are_chosen_without_the_menu_closing(panel: EvaluationPanel) -> None:
    menu = panel.controls.recipes.menu()
    menu.popup(panel.mapToGlobal(panel.rect().center()))
    action = menu.actions()[2]
    assert not action.isChecked()
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
    assert action.isChecked()
    assert menu.isVisible()
    menu.setActiveAction(action)
    QTest.keyClick(menu, Qt.Key.Key_Space)
    assert not action.isChecked()
    assert menu.isVisible()
    menu.close()


def test_what_was_measured_last_time_is_shown_at_the_start(panel: EvaluationPanel, engine: RecordingEngine) -> None:
    list_kept(engine, EARLIER, OTHER)
    assert panel.figures.isVisible()
    assert "kept" in panel.figures.about.whole()
    assert "1 question better, 1 worse, 2 the same" in panel.changes.verdict.toolTip()
    assert not panel.controls.export.isEnabled()
    assert not panel.changes.why.isEnabled()
    assert panel.changes.ask.isEnabled()


def test_each_set_shows_what_was_measured_with_it(panel: EvaluationPanel, engine: RecordingEngine) -> None:
    mine = kept("2026-11-20T10:00:00+00:00", kept_run("plain", "none", "embedding", (2,)), questions_hash="mine")
    mine = replace(mine, settings={**mine.settings, "questions": "mine"})
    measured(panel, engine, replace(VIEW, settings={**VIEW.settings, "questions": "questions.jsonl"}))
    list_kept(engine, mine)
    panel.show_set("mine")
    assert panel.figures.about.whole().startswith("mine: 1 question ·")
    assert not panel.controls.export.isEnabled()
    panel.show_set("questions.jsonl")
    assert panel.figures.about.whole().startswith("questions.jsonl: 4 questions")
    assert panel.controls.export.isEnabled()
    panel.show_set("new")
    assert panel.controls.sets.currentData() == "questions.jsonl"
    engine.answer(protocol.QuestionSetsListed(id=0, sets=(*SETS, QuestionSetInfo("new", 2, own=True))))
    assert panel.controls.sets.currentData() == "new"


def test_figures_are_compared_with_kept_ones_question_by_question(
    panel: EvaluationPanel, engine: RecordingEngine, qtbot: QtBot
) -> None:
    measured(panel, engine)
    present = kept(WHEN, *VIEW.runs, questions=TEXTS)
    list_kept(engine, present, EARLIER, OTHER)
    figures = panel.figures
    figures.choice.group.button(KEPT).click()
    figures.kept.selectRow(0)
    assert not figures.compare.isEnabled()
    figures.kept.selectRow(1)
    figures.compare.click()
    words = panel.changes.verdict.toolTip()
    assert words.startswith("With context against then: 2 questions better, 0 worse, 2 the same")
    assert "Changed since: revision 4 → 1." in words
    assert panel.changes.pair.currentText() == "With context · Embedding · now against 2026-11-28 10:00"
    assert panel.changes.rows.lines()[1] == ["▲ better", "How much?", "3 → 1", "+0.667"]
    with qtbot.waitSignal(panel.ask_wanted) as asked:
        panel.changes.ask.trigger()
    assert asked.args == ["How much?", "none", "path", "embedding"]
    figures.kept.selectRow(2)
    with qtbot.waitSignal(panel.failed) as failed:
        figures.compare.click()
    assert "has changed between the two" in str(failed.args)


def test_the_course_of_a_run_shows_only_evaluations_of_the_same_questions(
    panel: EvaluationPanel, engine: RecordingEngine
) -> None:
    measured(panel, engine)
    list_kept(engine, kept(WHEN, *VIEW.runs), EARLIER, OTHER)
    panel.figures.choice.group.button(COURSE).click()
    assert panel.figures.course.isVisible()
    assert panel.figures.run.currentText() == "With context · Embedding"
    lines = panel.figures.course.lines()
    assert [line[0] for line in lines] == ["MRR, With context · Embedding", "2026-11-28 10:00", "2026-11-30 14:02"]
    assert lines[2][1].startswith("0.661 (")


def test_the_chart_shows_the_measure_whose_figure_was_clicked(panel: EvaluationPanel, engine: RecordingEngine) -> None:
    measured(panel, engine)
    panel.figures.table.clicked.emit(panel.figures.runs.index(0, 2))
    panel.figures.choice.group.button(CHART).click()
    chart = panel.figures.chart
    assert chart.accessibleName() == "hit@1"
    assert chart.accessibleDescription().startswith("Without context: 0.500 (")
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "With context\t0.500 (" in QApplication.clipboard().text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_chart_is_drawn_in_the_themes_colours(qtbot: QtBot, theme: Theme, scheme: str) -> None:
    theme.choose(scheme)
    chart = IntervalChart(theme, "mrr")
    qtbot.addWidget(chart)
    figure = kept_run("plain", "none", "embedding", (1, 2, 4)).measures["MRR"]
    chart.show_rows("MRR", [ChartRow("Plain", figure), ChartRow("Context", figure, figure, marked=True)])
    chart.resize(500, chart.sizeHint().height())
    picture = chart.grab().toImage()
    colours = {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(0, picture.height(), 2)}
    for name in ("panel", "accent", "accent_soft", "border"):
        assert theme.colour(name).name() in colours


def test_figures_and_questions_are_copied(panel: EvaluationPanel, engine: RecordingEngine) -> None:
    measured(panel, engine)
    clipboard = QApplication.clipboard()
    panel.controls.copy_wanted.emit("tsv")
    assert "With context · Embedding\tpath\t0.661 (" in clipboard.text()
    panel.controls.copy_wanted.emit("markdown")
    assert "| With context · Embedding | path | 0.661 (" in clipboard.text()
    panel.controls.copy_wanted.emit("questions")
    assert "2 questions better" in clipboard.text()
    assert "▲ better\tHow much?\t4 → 1\t+0.750" in clipboard.text()
    panel.controls.copy_wanted.emit("questions-markdown")
    assert "| ▼ worse | How long? | 1 → 2 | −0.500 |" in clipboard.text()


def test_an_evaluation_is_written_by_the_engine(panel: EvaluationPanel, engine: RecordingEngine) -> None:
    measured(panel, engine)
    panel.export("/tmp/e.html", "html")
    request = engine.last(protocol.WriteEvaluation)
    assert (request.path, request.format) == ("/tmp/e.html", "html")
    engine.answer(protocol.EvaluationWritten(id=request.id, path="/tmp/e.html"))
    assert panel.controls.state.whole() == "Written: /tmp/e.html"


def test_the_models_keep_qts_rules(keeps_rules: Callable[..., None]) -> None:
    models = (RunsModel(), ChangesModel(), KeptModel())
    keeps_rules(*models, *(RowsOrder(model) for model in models))
    runs, changes, kept_rows = models
    for view, rows in ((VIEW, (EARLIER, OTHER)), (replace(VIEW, runs=(), differences=()), ())):
        runs.show_runs(view.runs)
        changes.show_rows([row for each in view.differences for row in asked_rows(view, each)])
        for kind in ("wins", "losses", "same", "all"):
            changes.show_kind(kind)
        kept_rows.show_rows(rows)


def test_words_of_markdown_tables_are_escaped() -> None:
    assert as_markdown([["a|b", "c"], ["1\n2", "\\"]]).splitlines() == [
        "| a\\|b | c |",
        "| --- | --- |",
        "| 1 2 | \\\\ |",
    ]
    assert as_markdown([]) == ""

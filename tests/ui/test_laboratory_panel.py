"""The what-if laboratory: asks while one types, marks changes, undoes them; its exercises are the sample's chunks."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer import paths, protocol
from explorer.core.model import Chunk, Place
from explorer.core.retrieval_views import EmbeddedText, Trial, TrialPassage, TrialScore
from explorer.core.views import ChunkView, Comparison, ContextChunk, Header, LibraryInfo, Pool
from explorer.ui.exercises import exercise_passages, exercises
from explorer.ui.laboratory_editor import path_of
from explorer.ui.laboratory_panel import LaboratoryPanel
from explorer.ui.laboratory_state import MOST_PASSAGES
from explorer.ui.models.trial_model import BARS, SHARE_ROLE, rank_text
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.session import Session
from explorer.ui.settings import Settings, load, save
from explorer.ui.theme import Theme
from explorer.ui.wishes import Question

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

INFO = LibraryInfo("/docs", "docs", "mini", "label", 254, 1, indexed=True)
OTHER = LibraryInfo("/other", "other", "mini", "path", 254, 1, indexed=True)
DAY = TrialPassage("Plans", ("Plans", "Day pass"), "It costs 12 dollars.", "plans.md", 2)
OWN = TrialPassage("Plans", ("Month > week",), "It costs 25 dollars.")


@pytest.fixture
def panel(
    qtbot: QtBot,
    session: Session,
    engine: RecordingEngine,
    theme: Theme,
    show_active: Callable[[QWidget], None],
    keeps_rules: Callable[..., None],
) -> LaboratoryPanel:
    made = LaboratoryPanel(RetrievalSession(session), theme)
    qtbot.addWidget(made)
    keeps_rules(made.rows, made.table.order)
    made.resize(1300, 330)
    show_active(made)
    opened(session, engine, INFO)
    return made


def opened(session: Session, engine: RecordingEngine, info: LibraryInfo) -> None:
    session.open_library(info.folder)
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=info))
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=info))


def score(plain: float, context: float, rank: int, pool: int | None = 3) -> TrialScore:
    return TrialScore(
        EmbeddedText("none", "It costs 12 dollars.", 5, 0),
        EmbeddedText("path", "Plans > Day pass\n\nIt costs 12 dollars.", 9, 4),
        plain, context, rank, rank, pool, pool, (), ("A note.",),
    )  # fmt: skip


def tell(engine: RecordingEngine, *scores: TrialScore, size: int = 150) -> None:
    wish = engine.last(protocol.TryPassages)
    trial = Trial(wish.question, wish.ranker, "cosine", wish.recipe, scores, Pool(size, size))
    engine.answer(protocol.Tried(id=wish.id, trial=trial))


def cells(panel: LaboratoryPanel, row: int) -> list[str]:
    return [str(panel.rows.index(row, column).data()) for column in range(panel.rows.columnCount())]


def tries(engine: RecordingEngine) -> int:
    return len(engine.all(protocol.TryPassages))


def test_the_laboratory_begins_with_the_librarys_recipe(panel: LaboratoryPanel, engine: RecordingEngine) -> None:
    assert panel.state.recipe == panel.recipe.recipe == "label"
    assert tries(engine) == 0
    assert "begin with an exercise" in panel.empty.words()


def test_passages_are_tried_as_they_come(panel: LaboratoryPanel, engine: RecordingEngine) -> None:
    panel.question.setText("How much?")
    panel.question.textEdited.emit("How much?")
    panel.add([DAY, OWN])
    wish = engine.last(protocol.TryPassages)
    assert (wish.question, wish.ranker, wish.recipe, wish.passages) == ("How much?", "embedding", "label", (DAY, OWN))
    tell(engine, score(0.43, 0.75, 1), score(0.2, 0.3, 2, None))
    assert cells(panel, 0) == ["Plans › Day pass", "0.430", "", "1", "3", "0.750", "", "1", "3"]
    assert cells(panel, 1)[4] == "–"
    assert panel.rows.index(0, BARS[1]).data(SHARE_ROLE) == 0.75
    assert panel.note.whole() == "cosine · ranks in the library: exact over 150"


def test_typing_asks_after_a_pause_only(panel: LaboratoryPanel, engine: RecordingEngine, qtbot: QtBot) -> None:
    panel.add([DAY])
    before = tries(engine)
    panel.editor.text.setFocus()
    QTest.keyClicks(panel.editor.text, "Only ")
    assert tries(engine) == before
    qtbot.waitUntil(lambda: tries(engine) == before + 1)
    assert engine.last(protocol.TryPassages).passages[0].text == "Only It costs 12 dollars."
    assert engine.last(protocol.TryPassages).passages[0].document == "plans.md"


def test_changes_are_told_against_the_first_figures_or_those_that_were_marked(
    panel: LaboratoryPanel, engine: RecordingEngine
) -> None:
    panel.question.textEdited.emit("How much?")
    panel.add([DAY])
    tell(engine, score(0.43, 0.75, 1, 5))
    panel.editor.title.textEdited.emit("Prices")
    panel.ask()
    tell(engine, score(0.43, 0.65, 1, 2))
    assert cells(panel, 0) == ["✎ Plans › Day pass", "0.430", "", "1", "2 ▲ 3", "0.650 ▼ 0.100", "", "1", "2 ▲ 3"]
    panel.tools.mark.trigger()
    assert cells(panel, 0)[5] == "0.650"
    assert cells(panel, 0)[8] == "2"


def test_one_title_stands_for_all(panel: LaboratoryPanel, engine: RecordingEngine) -> None:
    panel.add([DAY, OWN])
    panel.title.textEdited.emit("Terms")
    panel.ask()
    assert [each.title for each in engine.last(protocol.TryPassages).passages] == ["Terms", "Terms"]
    assert not panel.editor.title.isEnabled()
    panel.title.textEdited.emit("")
    panel.ask()
    assert [each.title for each in engine.last(protocol.TryPassages).passages] == ["Plans", "Plans"]


def test_every_change_is_undone_and_done_again(panel: LaboratoryPanel) -> None:
    panel.add([DAY])
    panel.editor.text.setFocus()
    QTest.keyClicks(panel.editor.text, "abc")
    panel.tools.duplicate.trigger()
    panel.tools.remove.trigger()
    texts = [[each.present.text for each in panel.state.passages]]
    while panel.tools.undo.isEnabled():
        panel.tools.undo.trigger()
        texts.append([each.present.text for each in panel.state.passages])
    typed, plain = "abcIt costs 12 dollars.", "It costs 12 dollars."
    assert texts == [[typed], [typed, typed], [typed], [plain], []]
    while panel.tools.redo.isEnabled():
        panel.tools.redo.trigger()
    assert [each.present.text for each in panel.state.passages] == [typed]


def test_the_windows_keys_for_undo_work_while_typing(panel: LaboratoryPanel) -> None:
    for keys, action in (("Ctrl+Z", panel.undo), ("Ctrl+Shift+Z", panel.redo)):
        mine = QAction(panel, shortcut=QKeySequence(keys))
        mine.triggered.connect(action.trigger)
        panel.addAction(mine)
    panel.add([DAY])
    panel.editor.text.setFocus()
    QTest.keyClicks(panel.editor.text, "abc")
    QTest.keyClick(panel.editor.text, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert panel.editor.text.toPlainText() == panel.state.passages[0].present.text == "It costs 12 dollars."
    QTest.keyClick(
        panel.editor.text, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert panel.editor.text.toPlainText() == "abcIt costs 12 dollars."


def test_a_passage_is_made_what_it_was(panel: LaboratoryPanel) -> None:
    panel.add([DAY])
    assert not panel.tools.reset.isEnabled()
    panel.editor.headings.textEdited.emit("A > B")
    assert panel.state.passages[0].present.heading_path == ("A", "B")
    panel.tools.reset.trigger()
    assert panel.state.passages[0].present == DAY
    assert panel.editor.headings.text() == "Plans > Day pass"


def test_the_chosen_chunk_comes_as_retrieval_sees_it(
    panel: LaboratoryPanel, engine: RecordingEngine, session: Session
) -> None:
    assert not panel.tools.add_chunk.isEnabled()
    chunk = Chunk("plans.md", 2, 1, ("Plans", "Day pass"), "It costs 12 dollars.", Place(), "paragraph", 5)
    item = ContextChunk(chunk, "Plans", Header(), "", "", 5, 0, 254, renamed=("Plans", "One day"))
    session.select_chunk("plans.md", 2)
    rows = (ChunkView(item, ()),)
    engine.answer(protocol.Chunks(id=engine.last(protocol.LocateChunk).id, total=1, offset=0, rows=rows))
    panel.tools.add_chunk.trigger()
    wanted = TrialPassage("Plans", ("Plans", "One day"), "It costs 12 dollars.", "plans.md", 2)
    assert engine.last(protocol.TryPassages).passages == (wanted,)


def test_there_is_room_for_some_passages(panel: LaboratoryPanel) -> None:
    panel.add([DAY] * (MOST_PASSAGES + 3))
    assert len(panel.state.passages) == MOST_PASSAGES
    assert not panel.tools.add_own.isEnabled()
    assert not panel.tools.duplicate.isEnabled()


def test_the_embedded_texts_are_shown(panel: LaboratoryPanel, engine: RecordingEngine) -> None:
    panel.add([DAY])
    tell(engine, score(0.4, 0.7, 1))
    panel.editor.choice.group.button(1).click()
    text = panel.editor.texts.toPlainText()
    assert "With context · 9 tokens, 4 of them the header" in text
    assert "Plans > Day pass\n\nIt costs 12 dollars." in text.replace("\u2028", "\n")
    assert "A note." in text


def test_another_library_has_other_chunks(panel: LaboratoryPanel, engine: RecordingEngine, session: Session) -> None:
    panel.add([DAY])
    opened(session, engine, OTHER)
    [passage] = engine.last(protocol.TryPassages).passages
    assert (passage.text, passage.document, passage.index) == (DAY.text, "", -1)
    assert not panel.tools.undo.isEnabled()


def test_without_an_index_it_is_said_that_there_are_no_ranks(panel: LaboratoryPanel, engine: RecordingEngine) -> None:
    panel.question.textEdited.emit("How much?")
    panel.add([DAY])
    tell(engine, score(0.4, 0.7, 1, None), size=0)
    assert "no ranks in the library" in panel.note.whole()


def test_the_table_is_copied_and_exported(panel: LaboratoryPanel, engine: RecordingEngine, tmp_path: Path) -> None:
    panel.question.textEdited.emit("How much?")
    panel.add([DAY])
    tell(engine, score(0.4, 0.7, 1))
    lines = panel.copied_text().splitlines()
    assert lines[:3] == ["Question\tHow much?", "Ranker\tembedding", "Recipe\tlabel"]
    assert lines[-1] == "Plans\tPlans > Day pass\tIt costs 12 dollars.\t0.400\t1\t3\t0.700\t1\t3"
    panel.table.write(tmp_path / "table.csv")
    rows = list(csv.reader((tmp_path / "table.csv").read_text("utf-8").splitlines()))
    assert rows[1][:3] == ["Plans", "Plans > Day pass", "It costs 12 dollars."]
    assert len({len(row) for row in rows}) == 1


@pytest.mark.parametrize("number", [0, 1])
def test_exercises_fill_the_laboratory_and_can_be_undone(
    panel: LaboratoryPanel, engine: RecordingEngine, number: int
) -> None:
    panel.add([OWN])
    exercise = exercises()[number]
    panel.start(exercise)
    wish = engine.last(protocol.TryPassages)
    assert wish.question == exercise.question
    assert [each.heading_path[-1] for each in wish.passages] == ["Single ride", "Day pass", "Monthly pass"]
    assert {each.document for each in wish.passages} == {""}
    assert {each.title for each in wish.passages} == {exercise.title or "Plans"}
    assert panel.task.whole() == exercise.task
    panel.tools.undo.trigger()
    assert [each.present for each in panel.state.passages] == [OWN]


def test_in_the_sample_library_exercises_are_its_chunks() -> None:
    passages = exercise_passages(str(paths.sample_library()))
    source = (paths.sample_library() / "plans.md").read_text("utf-8")
    assert [(each.document, each.index) for each in passages] == [("plans.md", 1), ("plans.md", 2), ("plans.md", 3)]
    for each in passages:
        assert f"\n## {each.heading_path[-1]}\n\n{each.text}\n" in source
    long = (paths.sample_library() / "plans-full-title.md").read_text("utf-8")
    assert long.startswith(f"# {exercises()[1].title}\n")


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("A > B", ("A", "B")),
        ("A>B", ("A>B",)),
        (" A  >  B > ", ("A", "B")),
        ("", ()),
        (" > ", ()),
        ("p > 0.05 > q", ("p", "0.05", "q")),
    ],
)
def test_headings_are_written_with_a_sign_between(text: str, path: tuple[str, ...]) -> None:
    assert path_of(text) == path


def test_a_heading_with_the_sign_in_it_stays_whole_until_it_is_edited(panel: LaboratoryPanel) -> None:
    panel.add([OWN])
    panel.editor.text.setFocus()
    QTest.keyClicks(panel.editor.text, "x")
    assert panel.state.passages[0].present.heading_path == ("Month > week",)


@pytest.mark.parametrize(
    ("present", "before", "text"),
    [(1, 3, "1 ▲ 2"), (3, 1, "3 ▼ 2"), (2, 2, "2"), (2, None, "2"), (None, 2, "–")],
)
def test_ranks_that_moved_are_marked(present: int | None, before: int | None, text: str) -> None:
    assert rank_text(present, before, known=True) == text


def test_the_program_for_documents_is_kept(tmp_path: Path) -> None:
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    save(Settings(open_with="kate -l {line} {file}"), store)
    assert load(store).open_with == "kate -l {line} {file}"


def test_sorted_and_filtered_rows_are_still_the_same_passages(panel: LaboratoryPanel, engine: RecordingEngine) -> None:
    panel.question.textEdited.emit("How much?")
    panel.add([DAY, OWN])
    tell(engine, score(0.43, 0.75, 2), score(0.2, 0.3, 1))
    panel.table.sort_by(3)
    assert panel.order.source_row(0) == 1
    panel.table.setCurrentIndex(panel.order.index(0, 0))
    assert panel.editor.text.toPlainText() == OWN.text
    panel.words.setText("Month")
    assert panel.order.rowCount() == 1
    panel.tools.remove.trigger()
    assert [each.present for each in panel.state.passages] == [DAY]


def test_the_question_that_was_asked_is_taken(
    panel: LaboratoryPanel, session: Session, engine: RecordingEngine
) -> None:
    session.search(Question("What does a day cost?", "keyword"))
    asked = engine.last(protocol.Search)
    ranked = Comparison(asked.question, "keyword", "none", "path", "bm25", Pool(1, 1))
    engine.answer(protocol.Ranked(id=asked.id, comparison=ranked))
    assert panel.state.question == "What does a day cost?"
    panel.add([DAY])
    assert panel.state.question == "What does a day cost?"
    assert not panel.tools.take_question.isEnabled()
    panel.question.textEdited.emit("Other")
    panel.tools.take_question.trigger()
    assert panel.state.question == "What does a day cost?"


def ask(session: Session, engine: RecordingEngine, words: str) -> None:
    session.search(Question(words, "keyword"))
    asked = engine.last(protocol.Search)
    ranked = Comparison(asked.question, "keyword", "none", "path", "bm25", Pool(1, 1))
    engine.answer(protocol.Ranked(id=asked.id, comparison=ranked))


def test_an_untouched_laboratory_begins_with_the_question_that_was_asked(
    panel: LaboratoryPanel, session: Session, engine: RecordingEngine
) -> None:
    panel.hide()
    ask(session, engine, "What does a day cost?")
    ask(session, engine, "And a month?")
    assert panel.state.question == ""
    panel.show()
    assert panel.state.question == panel.question.text() == "And a month?"
    assert not panel.undo.isEnabled(), "a beginning is no change"
    ask(session, engine, "And a week?")
    assert panel.state.question == "And a month?", "what stands there stays"


def test_an_untouched_laboratory_begins_with_the_chosen_chunk_once_a_question_was_asked(
    panel: LaboratoryPanel, session: Session, engine: RecordingEngine
) -> None:
    chunk = Chunk("plans.md", 3, 1, ("Plans", "Monthly pass"), "It costs 25 dollars.", Place(0, 20), "paragraph", 5)
    view = ChunkView(ContextChunk(chunk, "Plans", Header(), "x", "x", 5, 0, 254), ())
    session.select_chunk("plans.md", 3)
    engine.answer(protocol.Chunks(id=engine.last(protocol.LocateChunk).id, total=1, offset=0, rows=(view,)))
    panel.hide()
    panel.show()
    assert panel.state.passages == (), "nothing was asked"
    ask(session, engine, "What does a month cost?")
    assert [each.present.text for each in panel.state.passages] == ["It costs 25 dollars."]
    assert not panel.undo.isEnabled()
    panel.tools.remove.trigger()
    panel.hide()
    panel.show()
    assert panel.state.passages == (), "what was taken out stays out"


def test_a_laboratory_in_use_keeps_its_own_question(
    panel: LaboratoryPanel, session: Session, engine: RecordingEngine
) -> None:
    panel.question.textEdited.emit("Mine")
    panel.history.pause()
    panel.question.textEdited.emit("")
    ask(session, engine, "Asked?")
    assert panel.state.question == ""
    panel.tools.take_question.trigger()
    assert panel.state.question == "Asked?"


def test_an_answer_that_is_awaited_is_not_a_missing_index(panel: LaboratoryPanel, engine: RecordingEngine) -> None:
    panel.question.textEdited.emit("How much?")
    panel.add([DAY])
    tell(engine, score(0.43, 0.75, 1), size=0)
    assert "no index" in panel.note.whole()
    panel.recipe.recipe_chosen.emit("prose")
    assert panel.note.whole() == "Comparing …"

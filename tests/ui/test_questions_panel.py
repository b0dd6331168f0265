"""The questions tab: sets, changes that are kept and undone, pairs, marking, proposals, damage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton, QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.model import Chunk, Place
from explorer.core.question_views import EntryRow, ProposedTwin, QuestionRow, QuestionSetInfo
from explorer.core.views import ChunkView, ContextChunk, DocumentRow, Header, LibraryInfo, SectionRow
from explorer.ui.models.questions_model import ENTRY_COLUMNS, QUESTION_COLUMNS, TWIN_COLUMNS, RowsModel, Side
from explorer.ui.models.rows_order import RowsOrder
from explorer.ui.question_dialog import QuestionDialog
from explorer.ui.question_texts import entry_state, question_state, typed_entry
from explorer.ui.questions_panel import QuestionsPanel
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.session import Session
from explorer.ui.theme import Theme

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

INFO = LibraryInfo("/docs", "docs", "m", "path", 254, 1, (DocumentRow("plans.md", "Plans", "markdown"),), indexed=True)
DAY = EntryRow("section", "plans#day-pass", "plans.md", chunks=(("plans.md", 2),))
MONTH = EntryRow("section", "plans#monthly-pass", "plans.md", chunks=(("plans.md", 3),))
LOST = EntryRow("section", "plans#x", problem="plans.md has no heading #x.", nearest=("plans.md#a", "plans.md#b"))
ROWS = (QuestionRow("Day?", (DAY,)), QuestionRow("Month?", (MONTH,)), QuestionRow("Lost?", (LOST,)))
OWN = QuestionSetInfo("Mine", 3, own=True)
SHARED = QuestionSetInfo("questions.jsonl", 3, own=False)
BAD = QuestionSetInfo("Bad", 0, own=True, problem="The question set Bad.jsonl cannot be read. Line 2: is no JSON.")


@pytest.fixture
def panel(
    qtbot: QtBot, session: Session, theme: Theme, engine: RecordingEngine, show_active: Callable[[QWidget], None]
) -> QuestionsPanel:
    made = QuestionsPanel(RetrievalSession(session, session), theme)
    qtbot.addWidget(made)
    made.resize(900, 300)
    show_active(made)
    engine.answer(protocol.LibraryOpened(id=0, info=INFO))
    return made


def send_sets(engine: RecordingEngine, *sets: QuestionSetInfo) -> None:
    engine.answer(protocol.QuestionSetsListed(id=engine.last(protocol.ListQuestionSets).id, sets=sets))


def send_rows(engine: RecordingEngine, rows: tuple[QuestionRow, ...] = ROWS, *, own: bool = True) -> None:
    asked = engine.last(protocol.OpenQuestions)
    engine.answer(protocol.QuestionsTold(id=asked.id, name=asked.name, own=own, rows=rows))


@pytest.fixture
def mine(panel: QuestionsPanel, engine: RecordingEngine) -> QuestionsPanel:
    send_sets(engine, OWN, SHARED, BAD)
    send_rows(engine)
    return panel


def kept(engine: RecordingEngine) -> tuple[QuestionRow, ...]:
    """Answer the last wish to keep a set, and return what was to be kept."""
    asked = engine.last(protocol.KeepQuestions)
    engine.answer(protocol.QuestionsTold(id=asked.id, name=asked.name, own=True, rows=asked.rows))
    return asked.rows


def choose(panel: QuestionsPanel, *rows: int) -> None:
    """Choose rows whatever keys another test has left down."""
    model, flags = panel.table.selectionModel(), QItemSelectionModel.SelectionFlag
    model.setCurrentIndex(panel.rows.index(rows[0], 0), flags.NoUpdate)
    model.clearSelection()
    for row in rows:
        model.select(panel.rows.index(row, 0), flags.Select | flags.Rows)


def select_chunk(session: Session, engine: RecordingEngine, section: int = 1) -> None:
    chunk = Chunk("plans.md", 3, section, ("Plans", "Monthly pass"), "It costs 25.", Place(90, 102), "paragraph", 5)
    view = ChunkView(ContextChunk(chunk, "Plans", Header(), "x", "x", 5, 0, 254), ())
    session.select_chunk("plans.md", 3)
    engine.answer(protocol.Chunks(id=engine.last(protocol.LocateChunk).id, total=1, offset=0, rows=(view,)))


def word(panel: QuestionsPanel, text: str) -> QuestionDialog:
    dialog = panel.dialog
    assert dialog is not None
    dialog.text.setText(text)
    dialog.done_button.click()
    return dialog


def test_models_keep_the_rules_of_item_models(keeps_rules: Callable[..., None]) -> None:
    questions: RowsModel[QuestionRow] = RowsModel(QUESTION_COLUMNS)
    entries: RowsModel[Side] = RowsModel(ENTRY_COLUMNS)
    twins: RowsModel[ProposedTwin] = RowsModel(TWIN_COLUMNS)
    keeps_rules(*(watched for model in (questions, entries, twins) for watched in (model, RowsOrder(model))))
    questions.show_rows(ROWS)
    questions.show_rows(ROWS[::-1])
    questions.show_rows(ROWS[:1])
    entries.show_rows((Side(DAY, relevant=True), Side(LOST, relevant=False)))
    twins.show_rows((ProposedTwin(DAY, MONTH, 0.999),))
    assert [twins.index(0, column).data() for column in range(3)] == ["99 %", "plans.md", "plans.md"]
    for model in (questions, entries, twins):
        model.show_rows(())
        assert model.rowCount() == 0


@pytest.mark.parametrize(
    ("row", "state"),
    [
        (ROWS[0], "✓ found: 1 chunk"),
        (ROWS[2], "● 1 passage to mend"),
        (QuestionRow("A?", not_relevant=(DAY,)), "● no answer is marked"),
        (QuestionRow("A?", (replace(DAY, cut=2),)), "▲ 1 passage cut apart"),
        (QuestionRow("A?", (replace(DAY, likeness=0.9),)), "▲ found in other words"),
        (QuestionRow("A?", (replace(DAY, chunks=()),)), "… being looked up"),
        (QuestionRow("A?", (DAY,), problem="Its twin “B?” is not in the set."), "▲ Its twin “B?” is not in the set."),
    ],
)
def test_a_question_says_how_it_stands(row: QuestionRow, state: str) -> None:
    assert question_state(row) == state


def test_a_passage_says_into_how_many_chunks_it_is_cut() -> None:
    assert entry_state(replace(DAY, cut=3)) == "▲ cut apart into 3 chunks; 1 chunk right"
    assert entry_state(replace(DAY, likeness=0.999)) == "▲ found in other words: 99 % are the same"


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("plans.md#day-pass", EntryRow("section", "plans.md#day-pass")),
        ("plans#day pass", EntryRow("section", "plans#day pass")),
        (" plans ", EntryRow("section", "plans")),
        ("c#.md#x", EntryRow("section", "c#.md#x")),
        ("guide.pdf#a", EntryRow("section", "guide.pdf#a")),
        ("plan.md#day pass", EntryRow("section", "plan.md#day pass")),
        ("order #5 of plans", EntryRow("fragment", "order #5 of plans")),
        ("No.#5", EntryRow("fragment", "No.#5")),
        ("“plans”", EntryRow("fragment", "plans")),
        ('"12 dollars"', EntryRow("fragment", "12 dollars")),
        ("It costs 12 dollars.", EntryRow("fragment", "It costs 12 dollars.")),
    ],
)
def test_typed_words_are_a_section_only_where_they_name_a_document(text: str, entry: EntryRow) -> None:
    assert typed_entry(text, ("plans.md", "c#.md", "sub/guide.pdf")) == entry


def test_the_first_set_that_can_be_read_is_opened(panel: QuestionsPanel, engine: RecordingEngine) -> None:
    send_sets(engine, BAD, OWN, SHARED)
    assert engine.last(protocol.OpenQuestions).name == "Mine"
    send_rows(engine)
    assert [panel.rows.index(row, 0).data() for row in range(3)] == ["Day?", "Month?", "Lost?"]
    assert [panel.sets.itemText(place) for place in range(3)] == [
        "● Bad: cannot be read", "Mine (3)", "questions.jsonl (3, read only)"
    ]  # fmt: skip
    assert panel.sets.currentIndex() == 1


def test_a_damaged_set_says_so_and_takes_no_question(mine: QuestionsPanel, engine: RecordingEngine) -> None:
    asked = len(engine.all(protocol.OpenQuestions))
    mine.sets.activated.emit(mine.sets.findData("Bad"))
    assert len(engine.all(protocol.OpenQuestions)) == asked
    assert "Line 2: is no JSON. It was left as it is." in mine.empty.words()
    assert mine.book.target == "Mine"


def test_a_set_of_the_library_is_read_only_and_copied_to_be_edited(
    mine: QuestionsPanel, engine: RecordingEngine
) -> None:
    mine.sets.activated.emit(mine.sets.findData("questions.jsonl"))
    send_rows(engine, own=False)
    choose(mine, 0)
    actions = mine.actions_
    assert not any(action.isEnabled() for action in (actions.edit, actions.remove, actions.remove_set))
    assert all(action.isEnabled() for action in (actions.copy_set, actions.ask, actions.export, actions.evaluate))
    actions.copy_set.trigger()
    assert engine.last(protocol.KeepQuestions).name == "questions"
    assert kept(engine) == ROWS
    assert mine.book.can_edit


def test_questions_are_removed_and_put_back(mine: QuestionsPanel, engine: RecordingEngine, qtbot: QtBot) -> None:
    choose(mine, 0, 2)
    mine.actions_.remove.trigger()
    assert kept(engine) == ROWS[1:2]
    mine.table.setFocus()
    qtbot.keyClick(mine.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert kept(engine) == ROWS
    qtbot.keyClick(mine.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert kept(engine) == ROWS[1:2]


def test_undo_finds_its_set_again(mine: QuestionsPanel, engine: RecordingEngine) -> None:
    choose(mine, 0)
    mine.actions_.remove.trigger()
    kept(engine)
    mine.book.open("questions.jsonl")
    send_rows(engine, own=False)
    mine.book.stack.undo()
    assert (engine.last(protocol.KeepQuestions).name, kept(engine)) == ("Mine", ROWS)
    assert mine.book.name == "Mine"


def test_another_set_waits_until_changes_are_kept(mine: QuestionsPanel, engine: RecordingEngine) -> None:
    choose(mine, 0)
    mine.actions_.remove.trigger()
    mine.book.open("questions.jsonl")
    assert mine.book.name == "Mine"
    kept(engine)
    assert mine.book.name == "questions.jsonl"


def test_what_cannot_be_kept_stays_and_is_tried_again(mine: QuestionsPanel, engine: RecordingEngine) -> None:
    choose(mine, 0)
    mine.actions_.remove.trigger()
    mine.book.open("questions.jsonl")
    failed = engine.last(protocol.KeepQuestions)
    engine.answer(protocol.Failed(id=failed.id, title="Mine.jsonl cannot be written.", detail="No space left"))
    assert (mine.book.name, mine.book.rows, mine.book.unkept) == ("Mine", ROWS[1:], True)
    assert mine.count.text() == "● These changes are not kept"
    assert mine.actions_.again_button.isVisible()
    mine.actions_.again.trigger()
    assert kept(engine) == ROWS[1:]
    assert not mine.book.unkept
    assert not mine.actions_.again_button.isVisible()


def test_a_pair_is_made_shown_and_taken_apart(mine: QuestionsPanel, engine: RecordingEngine) -> None:
    choose(mine, 0, 1)
    mine.actions_.pair.trigger()
    rows = kept(engine)
    assert [row.twin for row in rows] == ["Month?", "Day?", ""]
    assert rows[0].not_relevant == (MONTH,)
    assert mine.rows.index(0, 4).data() == "⇄ Month?"
    choose(mine, 1)
    mine.actions_.part.trigger()
    assert kept(engine) == ROWS


def test_two_questions_in_the_same_words_are_no_pair(
    mine: QuestionsPanel, engine: RecordingEngine, qtbot: QtBot
) -> None:
    choose(mine, 0)
    mine.actions_.duplicate.trigger()
    assert kept(engine) == (*ROWS, ROWS[0])
    choose(mine, 0, 3)
    with qtbot.waitSignal(mine.failed) as told:
        mine.actions_.pair.trigger()
    assert told.args == ["The two questions cannot be a pair.", "A pair needs two questions in different words."]


def test_a_question_is_asked_diagnosed_evaluated_and_its_answer_chosen(
    mine: QuestionsPanel, engine: RecordingEngine, qtbot: QtBot, show_active: Callable[[QWidget], None]
) -> None:
    show_active(mine)
    mine.table.setFocus()
    choose(mine, 1)
    asked = engine.last(protocol.LocateChunk)
    assert (asked.document, asked.index) == ("plans.md", 3)
    with qtbot.waitSignal(mine.ask_wanted) as wished:
        qtbot.keyClick(mine.table, Qt.Key.Key_Return)
    assert wished.args == ["Month?"]
    with qtbot.waitSignal(mine.diagnosis_wanted) as wished:
        mine.actions_.diagnose.trigger()
    assert wished.args == ["Month?", (MONTH,)]
    with qtbot.waitSignal(mine.evaluate_wanted) as wished:
        mine.actions_.evaluate.trigger()
    assert wished.args == ["Mine"]


def test_the_filter_looks_into_every_column(mine: QuestionsPanel) -> None:
    mine.words.setText("MONTHLY-pass")
    assert (mine.rows.rowCount(), mine.rows.index(0, 0).data()) == (1, "Month?")
    assert mine.count.text() == "1 of 3 questions, ● 1"


def test_rows_are_copied_with_a_head_line(mine: QuestionsPanel, qtbot: QtBot) -> None:
    choose(mine, 1)
    mine.table.setFocus()
    qtbot.keyClick(mine.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().splitlines() == [
        "Question\tAnswers\tNot the answer\tState\tPair", "Month?\tplans#monthly-pass\t\t✓ found: 1 chunk\t"
    ]  # fmt: skip


def test_a_chosen_chunk_becomes_the_answer_of_a_new_question_in_the_users_own_set(
    mine: QuestionsPanel, engine: RecordingEngine, session: Session
) -> None:
    mine.book.open("questions.jsonl")
    send_rows(engine, own=False)
    assert not mine.actions_.mark.isEnabled()
    select_chunk(session, engine)
    assert mine.actions_.mark.shortcut().toString() == "Ctrl+Shift+M"
    mine.actions_.mark.trigger()
    dialog = mine.dialog
    assert dialog is not None
    assert dialog.windowTitle() == "New question in Mine"
    assert dialog.focusWidget() is dialog.text
    assert not dialog.done_button.isEnabled()
    word(mine, " How   much? ")
    send_rows(engine)
    (*before, new) = kept(engine)
    assert tuple(before) == ROWS
    span = EntryRow("span", "It costs 25.", "plans.md", 90, 102, ("Plans", "Monthly pass"))
    assert new == QuestionRow("How much?", (span,))
    assert mine.table.currentIndex().row() == 3


def test_without_any_set_the_first_question_makes_one(panel: QuestionsPanel, engine: RecordingEngine) -> None:
    send_sets(engine)
    assert "Ctrl+Shift+M" in panel.empty.words()
    panel.mark_passage("plans.md", -1, -1, " some words ")
    word(panel, "What?")
    asked = engine.last(protocol.KeepQuestions)
    assert (asked.name, asked.rows) == (
        "My questions", (QuestionRow("What?", (EntryRow("fragment", "some words", "plans.md"),)),)
    )  # fmt: skip
    kept(engine)
    assert panel.sets.currentText() == "My questions (1)"
    panel.book.stack.undo()
    assert kept(engine) == ()


def test_passages_are_marked_in_the_dialog_in_every_way(
    mine: QuestionsPanel, engine: RecordingEngine, session: Session, qtbot: QtBot
) -> None:
    dialog = mine.word_question()
    assert not any(button.isEnabled() for button in (dialog.chunk, dialog.section, dialog.words, dialog.add))
    select_chunk(session, engine)
    dialog.chunk.click()
    dialog.section.click()
    sections = tuple(SectionRow(n, 0, 2, text, Place()) for n, text in enumerate(("Plans", "Plans", "Day pass")))
    asked = engine.last(protocol.ListSections)
    engine.answer(protocol.Sections(id=asked.id, document="plans.md", rows=sections, done=True))
    mine.note_selected("plans.md", 4, 9, "words")
    dialog.side.group.button(1).click()
    dialog.words.click()
    dialog.typed.setFocus()
    qtbot.keyClicks(dialog.typed, "typed words")
    qtbot.keyClick(dialog.typed, Qt.Key.Key_Return)
    mine.mark_passage("plans.md", 20, 30, "from the menu")
    row = dialog.row
    assert [(entry.kind, entry.text) for entry in row.relevant] == [
        ("span", "It costs 25."), ("section", "plans.md#plans-1")
    ]  # fmt: skip
    assert [entry.text for entry in row.not_relevant] == ["words", "typed words", "from the menu"]
    assert dialog.isVisible()
    mine.note_selected("plans.md", -1, -1, "")
    assert not dialog.words.isEnabled()


def test_passages_change_sides_and_go(mine: QuestionsPanel) -> None:
    dialog = mine.word_question(replace(ROWS[0], not_relevant=(MONTH,)))
    dialog.table.selectRow(1)
    dialog.switch.trigger()
    assert (dialog.row.relevant, dialog.row.not_relevant) == ((DAY, MONTH), ())
    dialog.table.selectRow(0)
    dialog.drop.trigger()
    assert dialog.row.relevant == (MONTH,)


def test_a_passage_is_shown_in_the_window(mine: QuestionsPanel, engine: RecordingEngine) -> None:
    dialog = mine.word_question(replace(ROWS[0], not_relevant=(LOST,)))
    for row in (1, 0):
        dialog.table.clicked.emit(dialog.entries.index(row, 0))
        dialog.table.selectRow(row)
        dialog.table.activated.emit(dialog.entries.index(row, 0))
    assert [(asked.document, asked.index) for asked in engine.all(protocol.LocateChunk)] == [("plans.md", 2)]


def test_what_is_not_found_is_mended_by_a_click(mine: QuestionsPanel, engine: RecordingEngine, qtbot: QtBot) -> None:
    choose(mine, 2)
    mine.actions_.edit.trigger()
    dialog = mine.dialog
    assert dialog is not None
    dialog.table.selectRow(0)
    assert dialog.said.text() == "● plans.md has no heading #x."
    buttons = [each for each in dialog.findChildren(QToolButton) if each.text().startswith("Use ")]
    assert [each.text() for each in buttons] == ["Use plans.md#a", "Use plans.md#b"]
    buttons[1].click()
    qtbot.waitUntil(lambda: bool(engine.all(protocol.KeepQuestions)))
    asked = engine.last(protocol.KeepQuestions)
    assert asked.check_only
    found = replace(asked.rows[0], relevant=(EntryRow("section", "plans.md#b", "plans.md", chunks=(("plans.md", 7),)),))
    engine.answer(protocol.QuestionsTold(id=asked.id, name="", own=True, rows=(found,), check_only=True))
    assert dialog.said.text() == "✓ found: 1 chunk"
    assert mine.book.rows == ROWS
    word(mine, "Lost?")
    assert [row.text for row in kept(engine)] == ["Day?", "Month?", "Lost?"]
    assert mine.book.rows[2].relevant == found.relevant


def test_a_late_check_changes_nothing(mine: QuestionsPanel, engine: RecordingEngine, qtbot: QtBot) -> None:
    dialog = mine.word_question(ROWS[0])
    dialog.add_entry(MONTH)
    qtbot.waitUntil(lambda: bool(engine.all(protocol.KeepQuestions)))
    asked = engine.last(protocol.KeepQuestions)
    dialog.add_entry(LOST)
    engine.answer(protocol.QuestionsTold(id=asked.id, name="", own=True, rows=asked.rows, check_only=True))
    assert dialog.row.relevant == (DAY, MONTH, LOST)


def test_proposed_pairs_are_worded_and_become_questions(mine: QuestionsPanel, engine: RecordingEngine) -> None:
    one, other = (
        EntryRow("span", "It costs 5.", "plans.md", start, start + 11, ("Plans", name), ((("plans.md", 1)),))
        for start, name in ((5, "A"), (50, "B"))
    )
    dialog = mine.propose_twins()
    assert "being compared" in dialog.empty.words()
    pairs = (ProposedTwin(one, other, 1.0), ProposedTwin(other, one, 0.8))
    engine.answer(protocol.TwinsProposed(id=engine.last(protocol.ProposeTwins).id, rows=pairs, total=7))
    assert dialog.said.text() == "the 2 most alike of 7"
    assert [side.where.whole() for side in dialog.sides] == ["plans.md:  Plans › A", "plans.md:  Plans › B"]
    for side, text in zip(dialog.sides, ("Cost of A?", "cost of a?"), strict=True):
        side.question.setText(text)
    assert not dialog.keep.isEnabled()
    assert dialog.said.text() == "▲ The two questions must differ."
    dialog.sides[1].question.setText("Cost of B?")
    dialog.keep.click()
    rows = kept(engine)
    assert [(row.text, row.twin) for row in rows[3:]] == [("Cost of A?", "Cost of B?"), ("Cost of B?", "Cost of A?")]
    assert rows[3].not_relevant == rows[4].relevant == (other,)
    assert (dialog.current, dialog.sides[0].text, dialog.keep.isEnabled()) == (1, "", False)
    mine.book.stack.undo()
    assert kept(engine) == ROWS
    dialog.close()


def test_without_near_duplicates_there_is_nothing_to_propose(mine: QuestionsPanel, engine: RecordingEngine) -> None:
    dialog = mine.propose_twins()
    engine.answer(protocol.TwinsProposed(id=engine.last(protocol.ProposeTwins).id, rows=(), total=0))
    assert "nothing to propose" in dialog.empty.words()
    dialog.close()


def test_a_new_set_needs_a_name_that_a_file_can_have(
    mine: QuestionsPanel, engine: RecordingEngine, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(mine.failed) as told:
        mine.begin("a/b")
    assert told.args == ["“a/b” cannot be the name of a question set: it holds '/'.", "Choose another name."]
    mine.begin("mine")
    assert (mine.book.name, mine.book.rows) == ("mine 2", ())
    assert not engine.all(protocol.KeepQuestions)


def test_an_import_opens_the_new_set(mine: QuestionsPanel, engine: RecordingEngine) -> None:
    mine.book.take_in("/somewhere/other.csv")
    asked = engine.last(protocol.ImportQuestions)
    engine.answer(protocol.QuestionsTold(id=asked.id, name="other", own=True, rows=ROWS[:1]))
    assert (mine.book.name, mine.book.rows) == ("other", ROWS[:1])
    assert len(engine.all(protocol.ListQuestionSets)) == 2


def test_a_failed_import_leaves_the_open_set(mine: QuestionsPanel, engine: RecordingEngine) -> None:
    mine.book.take_in("/somewhere/other.csv")
    asked = engine.last(protocol.ImportQuestions)
    engine.answer(protocol.Failed(id=asked.id, title="The question set other.csv cannot be read."))
    assert (mine.book.name, mine.book.rows, mine.book.can_edit, mine.book.unkept) == ("Mine", ROWS, True, False)


def test_a_removed_set_comes_back_by_undo(mine: QuestionsPanel, engine: RecordingEngine) -> None:
    mine.actions_.remove_set.trigger()
    assert kept(engine) == ()
    assert mine.book.name == "questions.jsonl"
    send_sets(engine, SHARED)
    mine.book.stack.undo()
    assert (engine.last(protocol.KeepQuestions).name, kept(engine)) == ("Mine", ROWS)


def test_questions_are_checked_again_when_the_library_changed(mine: QuestionsPanel, engine: RecordingEngine) -> None:
    asked = len(engine.all(protocol.OpenQuestions))
    engine.answer(protocol.LibraryOpened(id=0, info=INFO))
    assert len(engine.all(protocol.OpenQuestions)) == asked
    engine.answer(protocol.LibraryOpened(id=0, info=replace(INFO, revision=2)))
    assert len(engine.all(protocol.OpenQuestions)) == asked + 1
    engine.answer(protocol.LibraryOpened(id=0, info=replace(INFO, folder="/other")))
    assert (mine.book.name, mine.book.rows) == ("", ())
    assert not mine.book.stack.canUndo()


def test_what_fails_elsewhere_does_not_empty_a_set_that_is_still_coming(
    panel: QuestionsPanel, session: Session, engine: RecordingEngine
) -> None:
    send_sets(engine, OWN, SHARED)
    session.failed.emit("There is no version 9 in this library.", "Known: 6, 7.")
    panel.book.add(QuestionRow("New?", (DAY,)))
    assert not engine.all(protocol.KeepQuestions)
    send_rows(engine)
    assert [row.text for row in kept(engine)] == ["Day?", "Month?", "Lost?", "New?"]


def test_a_set_that_did_not_come_is_asked_for_again_before_it_is_changed(
    panel: QuestionsPanel, engine: RecordingEngine
) -> None:
    send_sets(engine, OWN, SHARED)
    engine.answer(protocol.Failed(id=engine.last(protocol.OpenQuestions).id, title="Stopped.", detail=""))
    assert not panel.book.can_edit
    panel.book.add(QuestionRow("New?", (DAY,)))
    assert not engine.all(protocol.KeepQuestions)
    assert len(engine.all(protocol.OpenQuestions)) == 2
    send_rows(engine)
    assert len(kept(engine)) == 4
    panel.book.stack.undo()
    assert len(kept(engine)) == 3


def test_questions_that_could_not_be_kept_stay_when_the_library_changes(
    mine: QuestionsPanel, engine: RecordingEngine
) -> None:
    mine.book.add(QuestionRow("New?", (DAY,)))
    engine.answer(protocol.Failed(id=engine.last(protocol.KeepQuestions).id, title="The disk is full.", detail=""))
    asked = len(engine.all(protocol.OpenQuestions))
    engine.answer(protocol.LibraryOpened(id=0, info=replace(INFO, revision=INFO.revision + 1)))
    assert len(engine.all(protocol.OpenQuestions)) == asked
    assert mine.book.unkept
    mine.book.keep_again()
    assert [row.text for row in kept(engine)][-1] == "New?"


def test_a_question_for_one_library_is_not_added_to_the_next(panel: QuestionsPanel, engine: RecordingEngine) -> None:
    send_sets(engine, OWN)
    panel.book.add(QuestionRow("New?", (DAY,)))
    engine.answer(protocol.LibraryOpened(id=0, info=replace(INFO, folder="/other")))
    send_sets(engine, OWN)
    send_rows(engine)
    assert not engine.all(protocol.KeepQuestions)

"""Find in document, in all three views of the source panel; the headings in sight; pages joined to their session."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.model import Block, BlockKind, Place, Rect
from explorer.core.page_words import PageWords
from explorer.core.parsing import read_document
from explorer.core.views import DocumentRow, LibraryInfo, SourceView
from explorer.ui.find_run import LETTERS_A_STEP
from explorer.ui.page_view import FIT_PAGE
from explorer.ui.reading_text import PART_BLOCKS, PART_LETTERS
from explorer.ui.reading_view import ReadingView
from explorer.ui.session import Selection, Session
from explorer.ui.settings import Settings
from explorer.ui.source_panel import SourcePanel
from explorer.ui.theme import Theme

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

DAYS = "".join(f"## Day {number}\n\nThe fée 😀 is *{number}* dollars; Fees rise.\n\n" for number in range(1, 31))
TEXT = f"# Fees\n\n{DAYS}## Table\n\n| Plan | Fee |\n|---|---|\n| Day | a \\| fee |\n"
ROWS = (DocumentRow("fees.md", "Fees", "markdown"), DocumentRow("guide.pdf", "Guide", "pdf"))
INFO = LibraryInfo("/docs", "docs", "m", "path", 254, 1, ROWS, indexed=True)


@pytest.fixture
def panel(
    qtbot: QtBot, session: Session, engine: RecordingEngine, theme: Theme, show_active: Callable[[QWidget], None]
) -> SourcePanel:
    made = SourcePanel(session, theme)
    qtbot.addWidget(made)
    made.resize(460, 520)
    show_active(made)
    engine.answer(protocol.LibraryOpened(id=0, info=INFO))
    return made


def show_text(session: Session, engine: RecordingEngine, text: str = TEXT) -> None:
    session.select(Selection(document="fees.md"))
    view = SourceView("fees.md", "markdown", "Fees", text, read_document(text.encode(), "fees.md").blocks)
    engine.answer(protocol.Source(id=engine.last(protocol.GetSource).id, source=view))


def heading(level: int, text: str, page: int, y: float) -> Block:
    return Block(BlockKind.HEADING, text, Place(page=page, rects=(Rect(page, 20, y, 200, y + 12),)), level=level)


def show_pages(session: Session, engine: RecordingEngine, count: int = 40) -> None:
    session.select(Selection(document="guide.pdf"))
    blocks = (heading(1, "Guide", 1, 10), heading(2, "Care", 3, 10), heading(2, "Repair", 30, 300))
    view = SourceView("guide.pdf", "pdf", "Guide", blocks=blocks, pages=((300.0, 400.0),) * count)
    engine.answer(protocol.Source(id=engine.last(protocol.GetSource).id, source=view))


def answer_words(engine: RecordingEngine) -> bool:
    """Answer the last request for words: "fee" on every third page."""
    asked = engine.last(protocol.GetPageWords)
    numbers = range(asked.first, asked.first + asked.count)
    boxes = (20.0, 300.0, 60.0, 312.0)
    pages = tuple(PageWords(number, ("fee" if number % 3 == 0 else "none",), boxes, "¶") for number in numbers)
    engine.answer(protocol.PageWordsTold(id=asked.id, document=asked.document, pages=pages))
    return asked.first + asked.count > 40


def find(panel: SourcePanel, qtbot: QtBot, words: str) -> None:
    QTest.keyClick(panel.window(), Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert panel.find_bar.isVisible()
    QTest.keyClicks(panel.find_bar.field, words)
    qtbot.waitUntil(lambda: panel.finding.run.sought.words == words and not panel.finding.run.searching)


@pytest.mark.parametrize("raw", [False, True])
def test_words_are_counted_marked_and_stepped_through(
    panel: SourcePanel, session: Session, engine: RecordingEngine, qtbot: QtBot, raw: bool
) -> None:
    show_text(session, engine)
    panel.show_raw(raw)
    find(panel, qtbot, "fee")
    view = panel.raw if raw else panel.reading
    count = panel.find_bar.count
    assert count.whole() == "1 of 63"
    assert view.found_texts()[-1] == "Fee"
    assert {"fée", "Fee"} == set(view.found_texts())
    field = panel.find_bar.field
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert (count.whole(), view.found_texts()[-1]) == ("2 of 63", "fée")
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(panel.window(), Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert (count.whole(), view.found_texts()[-1]) == ("63 of 63", "fee")
    QTest.keyClick(panel.window(), Qt.Key.Key_F3)
    assert count.whole() == "1 of 63"
    panel.find_bar.whole.click()
    panel.find_bar.case.click()
    qtbot.waitUntil(lambda: count.whole() == "1 of 31")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert panel.find_bar.isHidden()
    assert view.found_texts() == []
    assert view.hasFocus()


def test_a_match_in_a_cell_is_marked_in_its_cell(
    panel: SourcePanel, session: Session, engine: RecordingEngine, qtbot: QtBot
) -> None:
    show_text(session, engine)
    find(panel, qtbot, "a | fee")
    assert panel.find_bar.count.whole() == "1 of 1"
    assert panel.reading.found_texts() == ["a | fee"]


def test_selected_words_are_taken_and_another_view_is_searched_anew(
    panel: SourcePanel, session: Session, engine: RecordingEngine, qtbot: QtBot
) -> None:
    show_text(session, engine)
    panel.reading.setTextCursor(panel.reading.document().find("dollars"))
    panel.finding.open()
    assert panel.find_bar.field.text() == "dollars"
    qtbot.waitUntil(lambda: panel.finding.run.total == 30)
    assert panel.reading.found_texts()
    panel.show_raw(True)
    qtbot.waitUntil(lambda: panel.finding.run.total == 30)
    assert panel.raw.found_texts()
    assert not panel.reading.found_texts()


def test_pages_are_searched_as_their_words_come(
    panel: SourcePanel, session: Session, engine: RecordingEngine, qtbot: QtBot
) -> None:
    show_pages(session, engine)
    panel.finding.open()
    QTest.keyClicks(panel.find_bar.field, "fee")
    qtbot.waitUntil(lambda: bool(engine.all(protocol.GetPageWords)))
    assert "searched" in panel.find_bar.count.whole()
    answered = 1
    while not answer_words(engine):
        answered += 1
        qtbot.waitUntil(lambda answered=answered: len(engine.all(protocol.GetPageWords)) == answered)
    qtbot.waitUntil(lambda: panel.find_bar.count.whole() == "1 of 13")
    assert (panel.pages.page, answered) == (3, 3)
    panel.find_bar.step(-1)
    assert (panel.find_bar.count.whole(), panel.pages.page) == ("13 of 13", 39)


def test_pages_without_words_end_the_search(
    panel: SourcePanel, session: Session, engine: RecordingEngine, qtbot: QtBot
) -> None:
    show_pages(session, engine, count=3)
    panel.finding.open()
    QTest.keyClicks(panel.find_bar.field, "fee")
    qtbot.waitUntil(lambda: bool(engine.all(protocol.GetPageWords)))
    engine.answer(protocol.Failed(id=engine.last(protocol.GetPageWords).id, title="No."))
    qtbot.waitUntil(lambda: panel.find_bar.count.whole() == "Not found")


def test_the_headings_above_stay_in_sight(
    panel: SourcePanel, session: Session, engine: RecordingEngine, qtbot: QtBot
) -> None:
    show_text(session, engine)
    panel.reading.show_heading(20)
    assert panel.path_words() in ("Fees › Day 19", "Fees › Day 20")
    panel.show_raw(True)
    assert panel.path_words() == ""
    show_pages(session, engine)
    for page, words in ((1, "Guide"), (3, "Guide › Care"), (30, "Guide › Care"), (31, "Guide › Repair")):
        panel.pages.show_page(page)
        assert panel.path_words() == words
    QTest.keyClick(panel.window(), Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(panel.turner.field, "12\r")
    assert panel.pages.page == 12


def test_selected_words_of_a_page_are_marked_as_an_answer(
    panel: SourcePanel, session: Session, engine: RecordingEngine, qtbot: QtBot
) -> None:
    show_pages(session, engine)
    panel.pages.texts.want([3])
    answer_words(engine)
    panel.pages.show_page(3)
    with qtbot.waitSignal(panel.passage_selected) as selected:
        panel.pages.select_page()
    assert selected.args == ["guide.pdf", -1, -1, "fee"]
    action = panel.marks[2].make_menu(QPoint(5, 5)).actions()[-1]
    with qtbot.waitSignal(panel.passage_marked) as marked:
        action.trigger()
    assert marked.args == ["guide.pdf", -1, -1, "fee"]


def test_a_page_that_cannot_be_drawn_holds_up_no_other(
    panel: SourcePanel, session: Session, engine: RecordingEngine, qtbot: QtBot
) -> None:
    show_pages(session, engine)
    for _ in range(3):
        before = len(engine.all(protocol.DrawPage))
        qtbot.waitUntil(lambda: len(engine.all(protocol.DrawPage)) > 0)
        engine.answer(protocol.Failed(id=engine.last(protocol.DrawPage).id, title="No."))
        panel.pages.show_page(panel.pages.page + 5)
        qtbot.waitUntil(lambda before=before: len(engine.all(protocol.DrawPage)) > before)
    assert panel.pages.pictures.has_failed(1) or panel.pages.pictures.has_failed(2)


def test_a_page_that_could_not_be_drawn_is_asked_for_again_once_the_library_was_read(
    panel: SourcePanel, session: Session, engine: RecordingEngine, qtbot: QtBot
) -> None:
    show_pages(session, engine)
    qtbot.waitUntil(lambda: len(engine.all(protocol.DrawPage)) > 0)
    failed = engine.all(protocol.DrawPage)[0]
    engine.answer(protocol.Failed(id=failed.id, title="The folder is away."))
    assert panel.pages.pictures.has_failed(failed.page)
    engine.answer(protocol.LibraryOpened(id=0, info=INFO))
    assert not panel.pages.pictures.has_failed(failed.page)
    qtbot.waitUntil(lambda: [each.page for each in engine.all(protocol.DrawPage)].count(failed.page) == 2)


def test_the_zoom_is_remembered(
    qtbot: QtBot, session: Session, engine: RecordingEngine, theme: Theme, panel: SourcePanel
) -> None:
    show_pages(session, engine)
    panel.pages.set_zoom(1.5)
    assert session.settings.zoom == 1.5
    session.change_settings(Settings(zoom=FIT_PAGE))
    again = SourcePanel(session, theme)
    qtbot.addWidget(again)
    assert again.pages.zoom == FIT_PAGE
    assert again.zoom.text() == "Fit page"


def test_another_revision_with_the_same_text_moves_nothing(
    panel: SourcePanel, session: Session, engine: RecordingEngine
) -> None:
    show_text(session, engine)
    bar = panel.reading.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    value = bar.value()
    engine.answer(protocol.LibraryOpened(id=0, info=LibraryInfo("/docs", "docs", "m", "path", 254, 2, ROWS)))
    assert panel.empty_words() == ""
    show_text(session, engine)
    assert bar.value() == value > 0


def test_a_text_of_five_megabytes_is_laid_out_and_searched_in_parts(
    panel: SourcePanel, session: Session, engine: RecordingEngine, qtbot: QtBot
) -> None:
    text = ("A paragraph of some words, and then of others. " * 11 + "Few more.\n\n") * 10_000
    size = len(text) // 10_000
    spans = ((at, at + size - 2) for at in range(0, len(text), size))
    blocks = tuple(Block(BlockKind.PARAGRAPH, text[start:end], Place(start, end)) for start, end in spans)
    session.select(Selection(document="fees.md"))
    view = SourceView("fees.md", "text", "Fees", text, blocks)
    engine.answer(protocol.Source(id=engine.last(protocol.GetSource).id, source=view))
    assert panel.reading.document().blockCount() <= PART_BLOCKS
    assert panel.reading.document().characterCount() <= PART_LETTERS + PART_BLOCKS
    assert panel.raw.document().characterCount() == 1
    panel.finding.open()
    panel.find_bar.field.setText("few")
    qtbot.waitUntil(lambda: panel.finding.run.total == 10_000, timeout=20_000)
    assert len(panel.reading.found_texts()) < 60
    panel.find_bar.step(-1)
    assert panel.find_bar.count.whole() == "10,000 of 10,000"
    assert panel.reading.part == panel.reading.parts - 1
    assert panel.reading.document().blockCount() <= PART_BLOCKS


def test_an_overlong_paragraph_is_shown_in_part_and_says_so(qtbot: QtBot, theme: Theme) -> None:
    view = ReadingView(theme)
    qtbot.addWidget(view)
    words = "word " * (PART_LETTERS // 5 + LETTERS_A_STEP)
    view.show_blocks((Block(BlockKind.PARAGRAPH, words, Place(0, len(words))),))
    assert view.document().characterCount() < PART_LETTERS + 100
    assert "200,000 more letters" in view.toPlainText()[-60:]


def test_every_control_has_a_name(panel: SourcePanel, session: Session, engine: RecordingEngine) -> None:
    show_pages(session, engine)
    panel.finding.open()
    controls = [panel.reading, panel.raw, panel.pages, panel.zoom, panel.turner.field, panel.find_bar.field]
    bar, turner = panel.find_bar, panel.turner
    controls += [bar.back, bar.forward, bar.case, bar.whole, bar.close_button, turner.back, turner.forward]
    assert all(len(control.accessibleName()) > 3 for control in controls)
    assert panel.pages.accessibleDescription() == "page 1 of 40"

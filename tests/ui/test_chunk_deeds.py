"""What is done from the chunk list: headings renamed, chosen chunks copied and exported, neighbours, sources."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.chunk_sources import ChunkSource
from explorer.core.mends import Mend
from explorer.core.model import Place
from explorer.core.views import PathSegment, SectionRow
from explorer.ui.audit_session import AuditSession
from explorer.ui.card_marks import CardFonts, CardLayout, TextMark, WordMark
from explorer.ui.chunk_actions import main_heading
from explorer.ui.chunk_copy import MOST_COPIED, Form
from explorer.ui.chunk_footer import ChunkFooter
from explorer.ui.chunk_layout import Shown, lay_out
from explorer.ui.chunk_panel import ChunkPanel
from explorer.ui.mend_history import MendHistory
from explorer.ui.mend_taking import MendTaking
from explorer.ui.session import Selection, Session
from explorer.ui.theme import Theme
from explorer.ui.wishes import RenameWish
from tests.support.chunk_lists import LIBRARY, WEAK, listed, open_list, send_page

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

PLANS = PathSegment("Plans", 0)
WISH = RenameWish("plans.md", 1, "Section 4.2", "4.2 Termination")


@pytest.fixture
def panel(qtbot: QtBot, session: Session, theme: Theme, show_active: Callable[[QWidget], None]) -> ChunkPanel:
    made = ChunkPanel(session, theme)
    qtbot.addWidget(made)
    made.resize(600, 700)
    show_active(made)
    return made


def words_of(card: CardLayout) -> str:
    texts = [mark.text for mark in card.marks if isinstance(mark, WordMark)]
    return " ".join(texts + [mark.layout.text() for mark in card.marks if isinstance(mark, TextMark)])


def texts_of(menu: QMenu) -> list[str]:
    found: list[str] = []
    for action in menu.actions():
        below = action.menu()
        found += [action.text(), *(texts_of(below) if isinstance(below, QMenu) else [])]
    return found


def trigger(menu: QMenu, text: str) -> None:
    next(action for action in menu.actions() if action.text() == text).trigger()


def test_a_card_tells_reason_and_proposal_and_what_kind_of_text_it_is(theme: Theme) -> None:
    card = lay_out(listed(0, "Text", PLANS, WEAK, subject="vague-subject"), 700, CardFonts(theme))
    words = words_of(card)
    for said in ("only a number", "Suggested: “4.2 Termination”", "paragraph", "a vague subject"):
        assert said in words
    chip = [tip.text for tip in card.tips if tip.text.startswith("H101")]
    assert chip == ["H101 “Section 4.2”: only a number Suggested: “4.2 Termination”."]


def test_a_deep_path_shows_its_ends_and_names_the_rest(theme: Theme) -> None:
    path = tuple(PathSegment(f"Level {number}", number) for number in range(20))
    card = lay_out(listed(0, "Text", *path), 700, CardFonts(theme))
    words = words_of(card)
    assert "… 13 more headings …" in words
    assert "Level 19" in words
    assert "Level 9 " not in words
    assert any("Level 9" in tip.text for tip in card.tips)


@pytest.mark.parametrize("width", [260.0, 420.0, 900.0])
def test_odd_cards_stay_bounded(theme: Theme, width: float) -> None:
    rows = "\n".join(f"| row {number} | {number} |" for number in range(20_000))
    base = listed(0)
    for text, kind in (
        (rows, "table"),
        ("| " + " | ".join("cell" for _ in range(300)) + " |", "table"),
        ("| " + "y" * 50_000 + " | 2 |", "table"),
        ("x" * 50_000, "paragraph"),
        ("def f():\n" * 20_000, "code"),
    ):
        chunk = replace(base.item.chunk, text=text, kind=kind)
        view = replace(base, item=replace(base.item, chunk=chunk))
        card = lay_out(view, width, CardFonts(theme))
        assert len(card.marks) < 1000
        assert sum(len(mark.layout.text()) for mark in card.marks if isinstance(mark, TextMark)) < 20_000
        assert "more" in words_of(card) or "…" in words_of(card)
        assert all(mark.rect.right() <= width + 0.5 for mark in card.marks if isinstance(mark, WordMark))


def test_words_from_right_to_left_stand_at_the_right(theme: Theme) -> None:
    card = lay_out(listed(0, "המחיר הוא"), 500, CardFonts(theme))
    body = next(mark.layout for mark in card.marks if isinstance(mark, TextMark))
    assert body.textOption().textDirection() == Qt.LayoutDirection.RightToLeft
    assert body.textOption().alignment() == Qt.AlignmentFlag.AlignRight


@pytest.mark.parametrize(
    ("segments", "section"),
    [
        ((PLANS, PathSegment("Day pass", 1)), 1),
        ((PathSegment("1", 0, "H101", "a number"), PathSegment("Day pass", 1)), 0),
        ((PathSegment("1", 0, "H101", "a number", mend="1 Plans"), PathSegment("2", 1, "H101", "a number")), 0),
        ((PathSegment("1", 0, "H101", "", mend="1 A"), PathSegment("2", 1, "H101", "", mend="2 B")), 1),
    ],
)
def test_the_heading_that_most_wants_a_name_is_renamed(segments: tuple[PathSegment, ...], section: int) -> None:
    found = main_heading(listed(0, "Text", *segments))
    assert found is not None
    assert found.section == section


def test_keys_and_menu_wish_for_other_headings(
    qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine
) -> None:
    wishes: list[tuple[str, RenameWish]] = []
    panel.rename_wanted.connect(lambda wish: wishes.append(("rename", wish)))
    panel.mend_wanted.connect(lambda wish: wishes.append(("mend", wish)))
    qtbot.keyClick(panel.cards, Qt.Key.Key_F2)
    open_list(session, engine, 5, PLANS, WEAK)
    session.select_chunk("plans.md", 2)
    qtbot.keyClick(panel.cards, Qt.Key.Key_F2)
    menu = panel.make_menu()
    assert "Rename “Plans”…" in texts_of(menu)
    trigger(menu, "Take “4.2 Termination” as heading")
    assert wishes == [("rename", WISH), ("mend", WISH)]


def test_every_deed_is_an_action_of_the_panel_and_a_menu_filled_again_holds_nothing_twice(
    panel: ChunkPanel, session: Session, engine: RecordingEngine
) -> None:
    open_list(session, engine, 5, PLANS, WEAK)
    session.select_chunk("plans.md", 2)
    menu = panel.make_menu()
    before = texts_of(menu)
    panel.actions_.fill(menu)
    assert texts_of(menu) == before
    own = {action.text() for action in panel.findChildren(QAction)}
    assert {text for text in before if text.startswith(("Copy", "Export", "Show", "Mark", "Choose"))} <= own


def test_words_on_a_card_are_clicked(
    qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine
) -> None:
    wishes: list[RenameWish] = []
    panel.mend_wanted.connect(wishes.append)
    open_list(session, engine, 5, PLANS, WEAK)
    rect, card = panel.cards.card_rect(1), panel.cards.layouts.of(1)
    assert rect is not None
    assert card is not None
    place = (card.links[0].rect.center() + rect.topLeft()).toPoint()
    qtbot.mouseClick(panel.cards.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert wishes == [WISH]
    assert session.chunk is None


@pytest.mark.parametrize("proposed", [True, False])
def test_taking_a_proposal_does_it_or_says_that_there_is_none(
    qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine, proposed: bool
) -> None:
    wishes: list[RenameWish] = []
    panel.mend_wanted.connect(wishes.append)
    open_list(session, engine, 1, PLANS, WEAK if proposed else PathSegment("Termination", 1))
    session.select_chunk("plans.md", 0)
    (take,) = [each for each in panel.actions() if each.shortcut().toString() == "Ctrl+Shift+T"]
    take.trigger()
    assert [wish.proposal for wish in wishes] == (["4.2 Termination"] if proposed else [])
    (footer,) = panel.findChildren(ChunkFooter)
    assert ("F2" in footer.words()) is not proposed


PLACES = (
    ("other.md", SectionRow(1, 0, 2, "Section 4.2", Place())),
    ("plans.md", SectionRow(1, 0, 2, "Section 4.2", Place())),
)
KNOWN = (
    Mend("other.md", ("Plans", "Section 4.2"), 0, ""),
    Mend("plans.md", ("Plans", "Section 4.2"), 2, ""),
)


def test_a_taken_proposal_can_be_undone(session: Session, engine: RecordingEngine) -> None:
    audit = AuditSession(session)
    history = MendHistory(audit)
    taking = MendTaking(audit, history)
    taking.take(WISH)
    asked = engine.last(protocol.ListOccurrences)
    engine.answer(protocol.Occurrences(id=asked.id, heading="Section 4.2", places=PLACES, mends=KNOWN))
    assert engine.last(protocol.ChangeMends).keep == (replace(KNOWN[1], text="4.2 Termination"),)
    history.stack.undo()
    assert engine.last(protocol.ChangeMends).drop == (replace(KNOWN[1], text="4.2 Termination"),)


def test_a_place_that_cannot_be_told_is_left_to_the_dialog(session: Session, engine: RecordingEngine) -> None:
    audit = AuditSession(session)
    taking = MendTaking(audit, MendHistory(audit))
    wishes: list[RenameWish] = []
    taking.dialog_wanted.connect(wishes.append)
    taking.take(WISH)
    asked = engine.last(protocol.ListOccurrences)
    engine.answer(protocol.Occurrences(id=asked.id, heading="Section 4.2", places=PLACES[:1], mends=KNOWN[:1]))
    assert wishes == [WISH]
    assert not engine.all(protocol.ChangeMends)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (Form.DISPLAY, "[plans.md] Day pass - Text 1\n\n[plans.md] Day pass - Text 3"),
        (Form.TEXT, "Text 1\n\nText 3"),
        (Form.EMBEDDED, "Plans\n\nText 1\n\nPlans\n\nText 3"),
        (Form.CITATION, "plans.md, Plans › Day pass\nplans.md, Plans › Day pass"),
        (Form.PROMPT, "[Plans | Day pass]\nText 1\n\n[Plans | Day pass]\nText 3"),
        (
            Form.PROMPT_WITH_NEIGHBOURS,
            "[Plans | Day pass]\nText 0\n\nText 1\n\nText 2\n\n[Plans | Day pass]\nText 2\n\nText 3\n\nText 4",
        ),
    ],
)
def test_all_chosen_are_copied(
    panel: ChunkPanel, session: Session, engine: RecordingEngine, form: Form, text: str
) -> None:
    open_list(session, engine, 6)
    session.select_chunk("plans.md", 1)
    panel.cards.picked.rows.toggle(3)
    panel.copy(form)
    assert QGuiApplication.clipboard().text() == text
    assert panel.footer.words() == "2 copied"


def answer_rows(engine: RecordingEngine) -> None:
    asked = engine.last(protocol.ReadChunkRows)
    rows = tuple(listed(row, "Text") for start, stop in asked.rows for row in range(start, stop))
    engine.answer(protocol.ChunkRowsRead(id=asked.id, rows=rows))


def test_copies_of_very_many_are_bounded_and_that_is_told(
    panel: ChunkPanel, session: Session, engine: RecordingEngine
) -> None:
    open_list(session, engine, 100_000)
    session.select_chunk("plans.md", 1)
    panel.cards.choose_all()
    panel.copy(Form.TEXT)
    for _ in range(4):
        answer_rows(engine)
    assert engine.all(protocol.ReadChunkRows)[0].rows == ((200, 400),)
    assert len(engine.all(protocol.ReadChunkRows)) == 4
    lines = QGuiApplication.clipboard().text().split("\n\n")
    assert lines == [f"Text {row}" for row in range(MOST_COPIED)]
    assert "1,000 copied, 99,000 left out" in panel.footer.words()


def test_a_copy_ends_with_the_list_it_is_of(panel: ChunkPanel, session: Session, engine: RecordingEngine) -> None:
    open_list(session, engine, 1000)
    session.select_chunk("plans.md", 1)
    panel.cards.choose_all()
    QGuiApplication.clipboard().setText("before")
    panel.copy(Form.TEXT)
    session.select(Selection())
    answer_rows(engine)
    assert QGuiApplication.clipboard().text() == "before"


def test_chosen_chunks_are_exported_with_progress_and_can_be_stopped(
    qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine
) -> None:
    open_list(session, engine, 1000)
    session.select_chunk("plans.md", 1)
    panel.cards.picked.rows.toggle(3)
    panel.export("/somewhere/chunks.csv", "csv", chosen_only=True)
    asked = engine.last(protocol.ExportChunks)
    assert (asked.document, asked.rows, asked.format) == ("plans.md", ((1, 2), (3, 4)), "csv")
    engine.answer(protocol.Progress(id=asked.id, done=1, total=2, note="writing chunks"))
    assert "Writing chunks 1 / 2" in panel.footer.words()
    qtbot.mouseClick(panel.footer.stop, Qt.MouseButton.LeftButton)
    assert engine.cancelled == [asked.id]
    engine.answer(protocol.Cancelled(id=asked.id))
    assert "No file was written." in panel.footer.words()
    panel.export("/somewhere/chunks.csv", "csv", chosen_only=False)
    asked = engine.last(protocol.ExportChunks)
    assert asked.rows == ()
    engine.answer(protocol.ChunksExported(id=asked.id, path=asked.path, count=1000))
    assert "1,000 chunks written to chunks.csv" in panel.footer.words()
    assert panel.footer.stop.isHidden()


def test_one_file_is_written_at_a_time_and_another_library_ends_it(
    panel: ChunkPanel, session: Session, engine: RecordingEngine
) -> None:
    open_list(session, engine, 1000)
    session.select_chunk("plans.md", 1)
    panel.export("/somewhere/chunks.csv", "csv", chosen_only=True)
    session.select_chunk("plans.md", 2)
    assert not panel.actions_.export.isEnabled()
    assert "Writing chunks" in panel.footer.words()
    engine.answer(protocol.LibraryOpened(id=0, info=replace(LIBRARY, folder="/other")))
    assert panel.footer.words() == ""
    assert panel.footer.stop.isHidden()


def test_neighbours_are_the_documents_chunks_with_this_one_in_view(
    qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine
) -> None:
    open_list(session, engine, 1000)
    session.select(Selection(document="plans.md", section=1))
    asked = engine.last(protocol.ListChunks)
    engine.answer(protocol.Chunks(id=asked.id, total=1, offset=0, rows=(listed(700, "Text"),)))
    session.select_chunk("plans.md", 700)
    qtbot.keyClick(panel.cards, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert session.selection == Selection(document="plans.md")
    send_page(engine, 1000, 0)
    qtbot.waitUntil(lambda: engine.last(protocol.ListChunks).offset == 600)
    send_page(engine, 1000, 600)
    assert session.chunk is not None
    assert session.chunk.item.chunk.index == 700
    rect = panel.cards.card_rect(700)
    assert rect is not None
    assert panel.cards.viewport().rect().contains(QPoint(round(rect.center().x()), round(rect.bottom()) - 2))


def test_sources_are_asked_for_only_when_they_are_shown_and_only_in_view(
    qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine
) -> None:
    open_list(session, engine, 100)
    qtbot.wait(30)
    assert not engine.all(protocol.GetChunkSources)
    session.change_settings(replace(session.settings, chunk_text="source"))
    qtbot.waitUntil(lambda: bool(engine.all(protocol.GetChunkSources)))
    asked = engine.last(protocol.GetChunkSources)
    assert [index for _, index in asked.chunks] == list(panel.cards.visible_rows())
    rows = tuple(ChunkSource(*key, text=f"**Text** {key[1]}") for key in asked.chunks[1:])
    engine.answer(protocol.ChunkSourcesTold(id=asked.id, rows=rows))
    card = panel.cards.layouts.of(1)
    assert card is not None
    assert "**Text** 1" in words_of(card)
    qtbot.wait(40)
    again = [key for one in engine.all(protocol.GetChunkSources)[1:] for key in one.chunks]
    assert asked.chunks[0] not in again


def test_a_source_says_what_it_leaves_out_and_where_there_is_none(theme: Theme) -> None:
    fonts, view = CardFonts(theme), listed(3)
    assert "on its way" in words_of(lay_out(view, 500, fonts, Shown.SOURCE))
    cut = ChunkSource("plans.md", 3, "# Plans", 1234)
    assert "1,234 more letters" in words_of(lay_out(view, 500, fonts, Shown.SOURCE, cut))
    paged = replace(view, item=replace(view.item, chunk=replace(view.item.chunk, place=Place(page=4))))
    words = words_of(lay_out(paged, 500, fonts, Shown.SOURCE, ChunkSource("plans.md", 3)))
    assert "from page 4" in words
    assert "It costs 12 dollars. 3" in words

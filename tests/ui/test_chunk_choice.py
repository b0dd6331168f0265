"""Choosing many chunks, by mouse and by keyboard alone; one of them stays the one that is followed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.ui.chunk_panel import ChunkPanel
from explorer.ui.models.row_choice import RowChoice, cut_short, in_pages
from explorer.ui.session import Session
from explorer.ui.theme import Theme
from tests.support.chunk_lists import LIBRARY, open_list, send_page

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier
DOWN, UP, SPACE = Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Space


@pytest.fixture
def panel(qtbot: QtBot, session: Session, theme: Theme, show_active: Callable[[QWidget], None]) -> ChunkPanel:
    made = ChunkPanel(session, theme)
    qtbot.addWidget(made)
    made.resize(600, 900)
    show_active(made)
    return made


OPERATIONS = st.lists(st.tuples(st.sampled_from(["set", "extend", "add", "toggle"]), st.integers(0, 30)), max_size=25)


@given(OPERATIONS)
def test_ranges_hold_what_sets_would(operations: list[tuple[str, int]]) -> None:
    choice, rows, anchor = RowChoice(), set[int](), 0
    for name, row in operations:
        getattr(choice, name)(row)
        span = set(range(min(anchor, row), max(anchor, row) + 1))
        match name:
            case "set":
                rows = {row}
            case "extend":
                rows = span
            case "add":
                rows |= span
            case _:
                rows = rows ^ {row} or {row}
        anchor = row if name in ("set", "toggle") else anchor
        assert [each for each in range(40) if each in choice] == sorted(rows)
        assert choice.count == len(rows)
        starts = [start for start, _ in choice.ranges]
        assert all(stop < start for (_, stop), start in zip(choice.ranges, starts[1:], strict=False))
        near = choice.nearest(row)
        assert near is not None
        assert abs(near - row) == min(abs(each - row) for each in rows)


@given(st.lists(st.integers(0, 400), min_size=1, max_size=12, unique=True), st.integers(0, 60), st.integers(1, 9))
def test_ranges_are_cut_short_and_parted_in_order(rows: list[int], most: int, size: int) -> None:
    choice = RowChoice()
    for row in rows:
        choice.toggle(row)
        choice.add(row + row % 5)
    every = [row for start, stop in choice.ranges for row in range(start, stop)]
    assert [row for start, stop in cut_short(choice.ranges, most) for row in range(start, stop)] == every[:most]
    pages = [[row for start, stop in page for row in range(start, stop)] for page in in_pages(choice.ranges, size)]
    assert pages == [every[first : first + size] for first in range(0, len(every), size)]


@pytest.mark.parametrize(
    ("keys", "chosen", "current"),
    [
        ([(DOWN, NONE), (DOWN, SHIFT), (DOWN, SHIFT)], ((0, 3),), 2),
        ([(DOWN, NONE), (DOWN, SHIFT), (DOWN, SHIFT), (UP, SHIFT)], ((0, 2),), 1),
        ([(DOWN, NONE), (Qt.Key.Key_End, SHIFT)], ((0, 30),), 29),
        ([(DOWN, NONE), (DOWN, CTRL), (DOWN, CTRL), (SPACE, CTRL)], ((0, 1), (2, 3)), 2),
        ([(DOWN, NONE), (DOWN, CTRL)], ((0, 1),), 0),
        ([(DOWN, NONE), (DOWN, CTRL), (DOWN, CTRL), (SPACE, NONE)], ((2, 3),), 2),
        ([(DOWN, NONE), (DOWN, CTRL), (DOWN, CTRL), (SPACE, CTRL), (DOWN, SHIFT | CTRL)], ((0, 1), (2, 4)), 3),
        ([(DOWN, NONE), (DOWN, SHIFT), (SPACE, CTRL)], ((0, 1),), 0),
        ([(DOWN, NONE), (SPACE, CTRL)], ((0, 1),), 0),
        ([(DOWN, NONE), (DOWN, NONE), (Qt.Key.Key_A, CTRL)], ((0, 30),), 1),
        ([(Qt.Key.Key_A, CTRL)], ((0, 30),), 0),
        ([(DOWN, NONE), (DOWN, SHIFT), (DOWN, NONE)], ((2, 3),), 2),
    ],
)
def test_keys_choose_many(
    qtbot: QtBot,
    panel: ChunkPanel,
    session: Session,
    engine: RecordingEngine,
    keys: list[tuple[Qt.Key, Qt.KeyboardModifier]],
    chosen: tuple[tuple[int, int], ...],
    current: int,
) -> None:
    open_list(session, engine, 30)
    for key, modifier in keys:
        qtbot.keyClick(panel.cards, key, modifier)
    assert panel.cards.chosen_rows() == chosen
    assert session.chunk is not None
    assert session.chunk.item.chunk.index == current


def click(qtbot: QtBot, panel: ChunkPanel, row: int, modifier: Qt.KeyboardModifier = NONE) -> None:
    rect = panel.cards.card_rect(row)
    assert rect is not None
    place = QPoint(round(rect.right()) - 4, round(rect.top()) + 40)
    qtbot.mouseClick(panel.cards.viewport(), Qt.MouseButton.LeftButton, modifier, place)


def test_mouse_chooses_many(qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine) -> None:
    open_list(session, engine, 30)
    for row, modifier in ((0, NONE), (2, SHIFT), (4, CTRL), (1, CTRL)):
        click(qtbot, panel, row, modifier)
    assert panel.cards.chosen_rows() == ((0, 1), (2, 3), (4, 5))
    assert session.chunk is not None
    assert session.chunk.item.chunk.index == 4
    assert panel.footer.words() == "3 chunks chosen"
    click(qtbot, panel, 3)
    assert panel.cards.chosen_rows() == ((3, 4),)
    assert panel.footer.words() == ""


def test_right_click_keeps_what_is_chosen(
    qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine
) -> None:
    open_list(session, engine, 30)
    click(qtbot, panel, 0)
    click(qtbot, panel, 2, SHIFT)
    rect = panel.cards.card_rect(1)
    assert rect is not None
    qtbot.mousePress(panel.cards.viewport(), Qt.MouseButton.RightButton, NONE, rect.center().toPoint())
    assert panel.cards.chosen_rows() == ((0, 3),)
    assert session.chunk is not None
    assert session.chunk.item.chunk.index == 1


def test_all_of_a_hundred_thousand_are_chosen_without_being_asked_for(
    qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine
) -> None:
    open_list(session, engine, 100_000)
    qtbot.keyClick(panel.cards, DOWN)
    qtbot.keyClick(panel.cards, Qt.Key.Key_A, CTRL)
    qtbot.keyClick(panel.cards, Qt.Key.Key_End, CTRL)
    assert panel.cards.chosen_rows() == ((0, 100_000),)
    qtbot.waitUntil(lambda: engine.last(protocol.ListChunks).offset == 99_800)
    assert len(engine.all(protocol.ListChunks)) == 3
    send_page(engine, 100_000, 99_800)
    assert panel.cards.picked.rows.count == 100_000
    assert session.chunk is not None
    assert session.chunk.item.chunk.index == 0


@pytest.mark.parametrize(("modifier", "chosen"), [(NONE, ((999, 1000),)), (SHIFT, ((0, 1000),))])
def test_a_choice_waits_for_its_row_whatever_else_comes(
    qtbot: QtBot,
    panel: ChunkPanel,
    session: Session,
    engine: RecordingEngine,
    modifier: Qt.KeyboardModifier,
    chosen: tuple[tuple[int, int], ...],
) -> None:
    open_list(session, engine, 1000)
    qtbot.keyClick(panel.cards, DOWN)
    qtbot.keyClick(panel.cards, Qt.Key.Key_End, modifier)
    qtbot.waitUntil(lambda: engine.last(protocol.ListChunks).offset == 800)
    panel.cards.rows_changed()
    assert panel.cards.chosen_rows() == chosen
    send_page(engine, 1000, 800)
    assert panel.cards.chosen_rows() == chosen
    assert session.chunk is not None
    assert session.chunk.item.chunk.index == 999


def test_what_is_chosen_elsewhere_is_chosen_alone(panel: ChunkPanel, session: Session, engine: RecordingEngine) -> None:
    open_list(session, engine, 30)
    session.select_chunk("plans.md", 3)
    panel.cards.choose_all()
    assert panel.cards.picked.rows.count == 30
    session.select_chunk("plans.md", 3)
    assert panel.cards.picked.rows.count == 30
    session.select_chunk("plans.md", 4)
    assert panel.cards.chosen_rows() == ((4, 5),)


def test_a_list_of_another_length_keeps_only_the_current_one(
    panel: ChunkPanel, session: Session, engine: RecordingEngine
) -> None:
    open_list(session, engine, 30)
    session.select_chunk("plans.md", 3)
    panel.cards.choose_all()
    engine.answer(protocol.LibraryOpened(id=0, info=replace(LIBRARY, revision=2)))
    send_page(engine, 29, 0)
    assert panel.cards.chosen_rows() == ((3, 4),)


def test_the_chosen_card_stays_in_view_when_the_list_gets_smaller(
    qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine
) -> None:
    open_list(session, engine, 50)
    cards = panel.cards
    for _ in range(4):
        qtbot.keyClick(cards, DOWN)
    chosen = cards.picked.current
    assert cards.card_rect(chosen) is not None
    for width, height in ((600, 400), (330, 300), (330, 900), (600, 330)):
        panel.resize(width, height)
        rect = cards.card_rect(chosen)
        assert rect is not None, (width, height)
        assert rect.top() >= 0, (width, height)
        assert rect.bottom() <= cards.viewport().height(), (width, height)
    qtbot.keyClick(cards, Qt.Key.Key_End)
    cards.verticalScrollBar().setValue(0)
    panel.resize(600, 300)
    assert cards.verticalScrollBar().value() == 0, "who scrolled away is not called back"


def test_an_event_lays_out_few_cards(
    qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine
) -> None:
    """Scrolling, resizing and keys cost what is in view and what ends the list, whatever its length."""
    open_list(session, engine, 100_000)
    cards = panel.cards
    seen = len(cards.visible_rows())
    events: list[Callable[[], object]] = [
        lambda: qtbot.keyClick(cards, Qt.Key.Key_PageDown),
        lambda: qtbot.keyClick(cards, DOWN, SHIFT),
        lambda: cards.verticalScrollBar().setValue(90 * 64),
        lambda: panel.resize(520, 900),
        lambda: panel.resize(520, 700),
        lambda: qtbot.keyClick(cards, Qt.Key.Key_A, CTRL),
        lambda: qtbot.keyClick(cards, Qt.Key.Key_End),
    ]
    for event in events:
        before = cards.layouts.made
        event()
        cards.viewport().grab()
        assert cards.layouts.made - before <= 2 * seen + 4
    qtbot.wait(30)
    assert {asked.offset for asked in engine.all(protocol.ListChunks)} == {0, 99_800}


def test_cards_are_laid_out_once_while_nothing_changes(
    qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine
) -> None:
    open_list(session, engine, 50)
    qtbot.keyClick(panel.cards, DOWN)
    before = panel.cards.layouts.made
    for _ in range(3):
        panel.cards.viewport().grab()
    panel.cards.choose_all()
    panel.cards.viewport().grab()
    assert panel.cards.layouts.made == before

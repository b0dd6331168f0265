"""The chunk list as screen readers see it: rows with names, states and places, and news of what is chosen."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from explorer import protocol
from explorer.ui.chunk_access import KEPT
from explorer.ui.chunk_panel import ChunkPanel
from explorer.ui.chunk_view import ChunkCards
from explorer.ui.models.chunk_store import ChunkStore
from explorer.ui.session import Session
from explorer.ui.theme import Theme
from tests.support.chunk_lists import WEAK, listed, open_list, send_page

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

NAME, DESCRIPTION = QAccessible.Text.Name, QAccessible.Text.Description
Told = list[tuple[QAccessible.Event, int]]


@pytest.fixture
def panel(qtbot: QtBot, session: Session, theme: Theme, show_active: Callable[[QWidget], None]) -> ChunkPanel:
    made = ChunkPanel(session, theme)
    qtbot.addWidget(made)
    made.resize(600, 500)
    show_active(made)
    made.cards.setFocus()
    return made


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """Return the news in the order in which screen readers get them."""
    found: Told = []

    def note(event: QAccessibleEvent) -> None:
        found.append((event.type(), event.child()))

    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", note)
    return found


def interface(panel: ChunkPanel) -> QAccessibleInterface:
    return QAccessible.queryAccessibleInterface(panel.cards)


def test_rows_have_names_places_and_states(panel: ChunkPanel, session: Session, engine: RecordingEngine) -> None:
    open_list(session, engine, 500, WEAK)
    session.select_chunk("plans.md", 1)
    whole = interface(panel)
    assert (whole.role(), whole.childCount(), whole.text(NAME)) == (QAccessible.Role.List, 500, "Chunks")
    row = whole.child(1)
    assert row.role() == QAccessible.Role.ListItem
    assert row.text(NAME).startswith("[plans.md] Section 4.2 - Text 1")
    assert "Suggested: “4.2 Termination”." in row.text(NAME)
    said = row.text(DESCRIPTION)
    for part in ("Chunk 2 of 500", "Section 4.2", "paragraph", "header 4 + text 5 of 254 tokens"):
        assert part in said
    assert whole.indexOfChild(row) == 1
    assert row.parent().text(NAME) == "Chunks"
    state = row.state()
    assert state.selected
    assert state.focused
    assert not state.offscreen
    assert whole.child(499).state().offscreen
    centre = row.rect().center()
    found = whole.childAt(centre.x(), centre.y())
    assert whole.indexOfChild(found) == 1


def test_a_row_that_has_not_come_says_so(panel: ChunkPanel, session: Session, engine: RecordingEngine) -> None:
    open_list(session, engine, 100_000)
    assert interface(panel).child(70_000).text(NAME) == "Chunk 70,001 of 100,000, on its way"
    assert interface(panel).child(100_000) is None


def test_few_rows_are_kept_however_many_are_read(panel: ChunkPanel, session: Session, engine: RecordingEngine) -> None:
    open_list(session, engine, 100_000)
    whole = interface(panel)
    first = whole.child(0)
    for number in range(1, 3 * KEPT):
        assert whole.child(number).isValid()
    assert not isValid(first)
    assert whole.child(0).text(NAME).startswith("[plans.md]")


def test_keys_tell_where_they_are_and_what_is_chosen(
    qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine, told: Told
) -> None:
    open_list(session, engine, 30)
    told.clear()
    qtbot.keyClick(panel.cards, Qt.Key.Key_Down)
    assert (QAccessible.Event.Focus, 0) in told
    assert (QAccessible.Event.Selection, 0) in told
    assert panel.cards.accessibleDescription().startswith("[plans.md] Day pass - Text 0")
    told.clear()
    qtbot.keyClick(panel.cards, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert (QAccessible.Event.SelectionWithin, 1) in told
    told.clear()
    qtbot.keyClick(panel.cards, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert told == [(QAccessible.Event.Focus, 2)]
    assert interface(panel).text(QAccessible.Text.Value) == "2 of 30 chosen"


def test_words_that_come_later_are_told(
    qtbot: QtBot, panel: ChunkPanel, session: Session, engine: RecordingEngine, told: Told
) -> None:
    open_list(session, engine, 1000)
    qtbot.keyClick(panel.cards, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: engine.last(protocol.ListChunks).offset == 800)
    told.clear()
    send_page(engine, 1000, 800)
    assert told[-1][1] == 999
    assert panel.cards.accessibleDescription().startswith("[plans.md] Day pass - Text 999")


def test_very_long_chunks_are_not_read_out_whole(panel: ChunkPanel) -> None:
    view = listed(0)
    long = replace(view, item=replace(view.item, display_text="word " * 100_000))
    store = ChunkStore()
    store.add(1, 0, [long])
    cards = ChunkCards(store, Theme("light"), panel)
    cards.rows_changed()
    assert len(QAccessible.queryAccessibleInterface(cards).child(0).text(NAME)) < 3000


def test_rows_outlive_their_list_without_harm(panel: ChunkPanel) -> None:
    store = ChunkStore()
    store.add(3, 0, [listed(row) for row in range(3)])
    cards = ChunkCards(store, Theme("light"), panel)
    cards.rows_changed()
    row = QAccessible.queryAccessibleInterface(cards).child(2)
    cards.deleteLater()
    QCoreApplication.sendPostedEvents(cards, QEvent.Type.DeferredDelete)
    gc.collect()
    if isValid(row):
        assert not row.isValid()
        assert row.text(NAME) == ""
        assert row.rect().isEmpty()
        assert row.state().invalid

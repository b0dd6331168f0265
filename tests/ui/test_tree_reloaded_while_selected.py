"""Shared case 152: a document of 100,000 headings is read again while a deep one is chosen and keys go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QAbstractItemModel, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.model import Place
from explorer.core.views import DocumentRow, LibraryInfo, SectionRow
from explorer.ui.session import Selection, Session
from explorer.ui.theme import Theme
from explorer.ui.tree_panel import TreePanel

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

COUNT = 100_000
NAME = "hr/manual.md"
INFO = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, (DocumentRow(NAME, "Manual", "markdown", sections=COUNT),))


def rows(count: int, word: str) -> list[SectionRow]:
    """Return chapters of ten sections each."""
    return [
        SectionRow(number, -1 if number % 10 == 0 else number - number % 10, 1 + (number % 10 > 0), word, Place())
        for number in range(count)
    ]


def send(engine: RecordingEngine, count: int, word: str) -> None:
    asked = engine.last(protocol.ListSections)
    listed = rows(count, word)
    for at in range(0, count, 10_000):
        batch = tuple(listed[at : at + 10_000])
        done = at + 10_000 >= count
        engine.answer(protocol.Sections(id=asked.id, document=NAME, rows=batch, done=done))


@pytest.fixture
def panel(
    qtbot: QtBot, session: Session, theme: Theme, engine: RecordingEngine, show_active: Callable[[QWidget], None]
) -> TreePanel:
    made = TreePanel(session, theme)
    qtbot.addWidget(made)
    made.resize(300, 400)
    show_active(made)
    session.open_library("/docs")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
    index = made.model.index_of(("", NAME, -1))
    made.view.setCurrentIndex(index)
    qtbot.keyClick(made.view, Qt.Key.Key_Return)
    send(engine, COUNT, "Before")
    return made


def deep(panel: TreePanel, session: Session, qtbot: QtBot, ordinal: int) -> None:
    """Choose a heading far down, as a click on a chunk does, and move in the tree by keys."""
    session.select(Selection(document=NAME, section=ordinal))
    qtbot.waitUntil(lambda: panel.model.index_of(("", NAME, ordinal)).isValid())
    panel.view.setCurrentIndex(panel.model.index_of(("", NAME, ordinal)))
    assert panel.view.currentIndex().data() in {"Before", "After"}
    qtbot.keyClick(panel.view, Qt.Key.Key_Down)


@pytest.mark.parametrize("left", [COUNT, 0])
def test_reading_it_again_keeps_the_window_alive(
    qtbot: QtBot,
    panel: TreePanel,
    session: Session,
    engine: RecordingEngine,
    keeps_rules: Callable[[QAbstractItemModel], None],
    left: int,
) -> None:
    deep(panel, session, qtbot, 107)
    keeps_rules(panel.model)
    held = QPersistentModelIndex(panel.view.currentIndex())
    row = replace(INFO.documents[0], sections=left)
    engine.answer(protocol.LibraryOpened(id=0, info=replace(INFO, revision=2, documents=(row,) if left else ())))
    if left:
        send(engine, left, "After")
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_End, Qt.Key.Key_Down):
        qtbot.keyClick(panel.view, key)
    assert not held.isValid() or held.data() in {"Before", "After"}
    if left:
        assert panel.model.index_of(("", NAME, -1)).isValid()
        assert panel.view.currentIndex().isValid()
    else:
        assert panel.model.rowCount() == 0


def test_another_library_while_it_is_chosen(
    qtbot: QtBot, panel: TreePanel, session: Session, engine: RecordingEngine
) -> None:
    deep(panel, session, qtbot, 998)
    other = LibraryInfo("/other", "other", "mini", "path", 254, 1, (DocumentRow("a.md", "A", "markdown"),))
    session.open_library("/other")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=other))
    qtbot.keyClick(panel.view, Qt.Key.Key_Down)
    assert panel.model.index(0, 0).data() == "a.md"
    assert panel.model.rowCount() == 1

"""The tree panel: selection follows both ways without a loop, expansion survives a refresh."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.model import Chunk, Place
from explorer.core.views import ChunkView, ContextChunk, DocumentRow, Header, LibraryInfo, SectionRow
from explorer.ui.badges import Badge, badges_width, fitting, shortened
from explorer.ui.session import Selection, Session
from explorer.ui.theme import Theme
from explorer.ui.tree_panel import TreePanel

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

INFO = LibraryInfo(
    "/docs",
    "docs",
    "mini",
    "path",
    254,
    1,
    (DocumentRow("hr/leave.md", "Leave", "markdown", sections=2), DocumentRow("plans.md", "Plans", "markdown")),
)
ROWS = (SectionRow(0, -1, 1, "Leave", Place()), SectionRow(1, 0, 2, "Parental leave", Place()))


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
    return made


def send_sections(engine: RecordingEngine) -> None:
    asked = engine.last(protocol.ListSections)
    engine.answer(protocol.Sections(id=asked.id, document=asked.document, rows=ROWS, done=True))


def current(panel: TreePanel) -> str:
    return str(panel.view.currentIndex().data())


def test_moving_in_the_tree_selects(qtbot: QtBot, panel: TreePanel, session: Session) -> None:
    panel.view.setCurrentIndex(panel.model.index(0, 0))
    assert session.selection == Selection(folder="hr")
    qtbot.keyClick(panel.view, Qt.Key.Key_Down)
    assert session.selection == Selection(document="hr/leave.md")


def test_enter_opens_a_document_and_asks_for_its_sections(
    qtbot: QtBot, panel: TreePanel, engine: RecordingEngine
) -> None:
    index = panel.model.index_of(("", "hr/leave.md", -1))
    panel.view.setCurrentIndex(index)
    qtbot.keyClick(panel.view, Qt.Key.Key_Return)
    assert engine.last(protocol.ListSections).document == "hr/leave.md"
    send_sections(engine)
    assert panel.view.isExpanded(index)
    assert panel.model.rowCount(index) == 1


def test_a_chunk_chosen_elsewhere_shows_its_section(
    panel: TreePanel, session: Session, engine: RecordingEngine
) -> None:
    bare = Chunk("hr/leave.md", 3, 1, ("Leave", "Parental leave"), "text", Place(), "paragraph", 1)
    view = ChunkView(ContextChunk(bare, "Leave", Header(), "text", "text", 1, 0, 254), ())
    session.select_chunk("hr/leave.md", 3)
    engine.answer(protocol.Chunks(id=engine.last(protocol.LocateChunk).id, total=1, offset=0, rows=(view,)))
    assert session.selection == Selection(document="hr/leave.md", section=1)
    send_sections(engine)
    assert current(panel) == "Parental leave"
    assert session.selection == Selection(document="hr/leave.md", section=1)
    assert session.chunk == view


def test_expansion_and_place_survive_a_refresh(panel: TreePanel, session: Session, engine: RecordingEngine) -> None:
    panel.view.expand(panel.model.index_of(("", "hr/leave.md", -1)))
    send_sections(engine)
    panel.view.expand(panel.model.index_of(("", "hr/leave.md", 0)))
    session.select(Selection(document="hr/leave.md", section=1))
    assert current(panel) == "Parental leave"
    info = replace(INFO, revision=2, documents=(*INFO.documents, DocumentRow("new.md", "New", "markdown")))
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=info))
    send_sections(engine)
    for key in (("hr", "", -1), ("", "hr/leave.md", -1), ("", "hr/leave.md", 0)):
        assert panel.view.isExpanded(panel.model.index_of(key))
    assert current(panel) == "Parental leave"
    assert panel.model.index_of(("", "new.md", -1)).isValid()


def test_the_row_that_is_shown_already_can_be_chosen_by_a_click(
    qtbot: QtBot, panel: TreePanel, session: Session
) -> None:
    session.select(Selection(document="plans.md"))
    index = panel.model.index_of(("hr", "", -1))
    area = panel.view.visualRect(index)
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=area.center())
    assert session.selection == Selection(folder="hr")


def test_without_a_library_the_tree_is_empty(panel: TreePanel, session: Session) -> None:
    session.library_changed.emit(None)
    assert panel.model.rowCount() == 0


def test_rows_are_painted_with_their_badges(panel: TreePanel, session: Session, theme: Theme) -> None:
    warned = replace(INFO, documents=(DocumentRow("plans.md", "Plans", "markdown", warnings=21),))
    session.library_changed.emit(warned)
    picture = panel.view.viewport().grab().toImage()
    area = panel.view.visualRect(panel.model.index(0, 0))
    ground = theme.colour("warning_soft").rgb()
    painted = [picture.pixel(x, area.center().y() - 6) for x in range(area.right() - 50, area.right())]
    assert ground in painted


def test_badges_leave_room_for_the_name_and_the_worst_stays(theme: Theme) -> None:
    badges = (Badge("superseded", short="old"), Badge("○ 2", rank=0), Badge("▲ 3", rank=1), Badge("● 1", rank=3))
    assert fitting(theme, badges, 1000) == badges
    width = badges_width(theme, shortened(badges))
    assert [badge.text for badge in fitting(theme, badges, width)] == ["old", "○ 2", "▲ 3", "● 1"]
    assert [badge.text for badge in fitting(theme, badges, width - 1)] == ["old", "▲ 3", "● 1"]
    assert [badge.text for badge in fitting(theme, badges, 0)] == ["● 1"]

"""The tree's filter and menu, and documents that change on disk."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.views import DocumentRow, LibraryInfo
from explorer.ui.audit_session import AuditSession
from explorer.ui.models.tree_model import BADGES_ROLE, TreeModel
from explorer.ui.session import Session
from explorer.ui.theme import Theme
from explorer.ui.tree_menu import shown
from explorer.ui.tree_panel import TreePanel
from explorer.ui.upkeep import Upkeep

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

ROWS = (
    DocumentRow("hr/employee-handbook.md", "Employee handbook", "markdown", warnings=1),
    DocumentRow("hr/leave [old].md", "Leave", "markdown"),
    DocumentRow("plans.md", "Tariffs", "markdown"),
)
INFO = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, ROWS, indexed=True)


@pytest.fixture
def panel(
    qtbot: QtBot, session: Session, theme: Theme, engine: RecordingEngine, show_active: Callable[[QWidget], None]
) -> TreePanel:
    made = TreePanel(session, theme)
    made.upkeep = Upkeep(made, AuditSession(session, made), made)  # pyright: ignore[reportAttributeAccessIssue]
    qtbot.addWidget(made)
    made.resize(300, 400)
    show_active(made)
    session.open_library("/docs")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=INFO))
    return made


def documents(model: TreeModel) -> list[str]:
    return [row.name for row in ROWS if model.index_of(("", row.name, -1)).isValid()]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", [row.name for row in ROWS]),
        ("emhb", ["hr/employee-handbook.md"]),
        ("TARIF", ["plans.md"]),
        ("hr leave", ["hr/leave [old].md"]),
        ("xyz", []),
    ],
)
def test_the_tree_is_filtered_by_name_and_title(panel: TreePanel, typed: str, expected: list[str]) -> None:
    panel.words.setText(typed)
    panel.words.tell()
    assert documents(panel.model) == expected
    panel.words.clear()
    assert documents(panel.model) == [row.name for row in ROWS]


def test_what_changed_on_disk_is_marked_and_read_once_nothing_else_goes_on(
    panel: TreePanel, engine: RecordingEngine
) -> None:
    before = len(engine.all(protocol.Refresh))
    engine.answer(protocol.FilesChanged(folder="/docs", names=("plans.md", "new.md")))
    index = panel.model.index_of(("", "plans.md", -1))
    assert [badge.text for badge in index.data(BADGES_ROLE)] == ["changed"]
    assert len(engine.all(protocol.Refresh)) == before + 1
    engine.answer(protocol.FilesChanged(folder="/docs", names=("hr/leave [old].md",)))
    assert len(engine.all(protocol.Refresh)) == before + 1
    newer = replace(INFO, revision=2)
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=newer))
    assert len(engine.all(protocol.Refresh)) == before + 2
    assert panel.model.index_of(("", "plans.md", -1)).data(BADGES_ROLE) == ()
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=newer))
    assert panel.model.index_of(("", "hr/leave [old].md", -1)).data(BADGES_ROLE) == ()
    assert len(engine.all(protocol.Refresh)) == before + 2


def test_what_changed_in_the_library_before_is_not_read_in_this_one(panel: TreePanel, engine: RecordingEngine) -> None:
    before = len(engine.all(protocol.Refresh))
    engine.answer(protocol.FilesChanged(folder="/other", names=("plans.md",)))
    assert panel.model.index_of(("", "plans.md", -1)).data(BADGES_ROLE) == ()
    assert len(engine.all(protocol.Refresh)) == before


def test_a_folder_that_cannot_be_watched_is_told(panel: TreePanel, engine: RecordingEngine, qtbot: QtBot) -> None:
    upkeep = panel.findChild(Upkeep)
    assert upkeep is not None
    with qtbot.waitSignal(upkeep.failed) as told:
        engine.answer(protocol.FilesChanged(folder="/docs", names=(), problem="OS file watch limit reached."))
    assert told.args is not None
    assert "OS file watch limit reached." in told.args[1]


@pytest.mark.parametrize(
    ("key", "covers", "spares"),
    [
        (("", "hr/leave [old].md", -1), "hr/leave [old].md", "hr/leave o.md"),
        (("hr", "", -1), "hr/employee-handbook.md", "plans.md"),
    ],
)
def test_a_document_or_folder_is_left_out_and_taken_in_again(
    panel: TreePanel, engine: RecordingEngine, key: tuple[str, str, int], covers: str, spares: str
) -> None:
    panel.view.setCurrentIndex(panel.model.index_of(key))
    panel.menu.leave.trigger()
    asked = engine.last(protocol.ChangeSilence)
    assert (asked.kind, asked.on) == ("exclude", True)
    assert fnmatch.fnmatchcase(covers, asked.value)
    assert not fnmatch.fnmatchcase(spares, asked.value)
    engine.answer(protocol.SilenceChanged(id=asked.id, rules=(), headings=(), documents=(), generic=(), exclude=("x",)))
    assert shown(asked.value) == (key[1] or f"{key[0]}/*")


def test_the_menu_opens_a_document_and_shows_its_folder(panel: TreePanel, qtbot: QtBot) -> None:
    panel.view.setCurrentIndex(panel.model.index_of(("", "plans.md", -1)))
    with qtbot.waitSignal(panel.menu.open_wanted) as opened:
        panel.menu.open.trigger()
    with qtbot.waitSignal(panel.menu.place_wanted) as placed:
        panel.menu.place.trigger()
    assert (opened.args, placed.args) == (["plans.md"], ["plans.md"])


def test_the_menu_copies_a_name(panel: TreePanel, qtbot: QtBot) -> None:
    panel.view.setCurrentIndex(panel.model.index_of(("", "plans.md", -1)))
    panel.menu.copy.trigger()
    assert QGuiApplication.clipboard().text() == "plans.md"
    assert panel.menu.open.isEnabled()
    panel.view.setCurrentIndex(panel.model.index_of(("hr", "", -1)))
    assert not panel.menu.open.isEnabled()


@pytest.mark.parametrize(
    ("key", "names"),
    [
        (("", "plans.md", -1), ("plans.md",)),
        (("hr", "", -1), ("hr/employee-handbook.md", "hr/leave [old].md")),
    ],
)
def test_a_document_or_folder_is_read_again(
    panel: TreePanel, engine: RecordingEngine, key: tuple[str, str, int], names: tuple[str, ...]
) -> None:
    before = len(engine.all(protocol.Refresh))
    panel.view.setCurrentIndex(panel.model.index_of(key))
    panel.menu.again.trigger()
    assert engine.last(protocol.Refresh).documents == names
    panel.menu.again.trigger()
    assert len(engine.all(protocol.Refresh)) == before + 1, "a second one waits"
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=INFO))
    assert len(engine.all(protocol.Refresh)) == before + 2


def test_new_and_vanished_files_are_marked_until_the_folder_was_read(panel: TreePanel, engine: RecordingEngine) -> None:
    engine.answer(
        protocol.FilesChanged(
            folder="/docs", names=("hr", "new/a.md", "plans.md"), added=("new/a.md",), gone=("plans.md",)
        )
    )
    new = panel.model.index_of(("", "new/a.md", -1))
    assert [badge.text for badge in new.data(BADGES_ROLE)] == ["new"]
    gone = panel.model.index_of(("", "plans.md", -1))
    assert [badge.text for badge in gone.data(BADGES_ROLE)] == ["gone"]
    rest = replace(INFO, revision=2, documents=ROWS[:2])
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=rest))
    assert not panel.model.index_of(("", "new/a.md", -1)).isValid()
    assert documents(panel.model) == [row.name for row in ROWS[:2]]

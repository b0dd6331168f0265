"""A damaged index is told with what it costs and built again by one button; the engine keeps what the user made."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.views import LibraryInfo
from explorer.engine.jobs import Jobs
from explorer.engine.user_work import FOLDER
from explorer.paths import library_folder
from explorer.ui.damage_notice import DamageNotice
from explorer.ui.message_bar import MessageBar
from explorer.ui.session import Session
from explorer.ui.theme import Theme

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

INFO = LibraryInfo("/docs", "docs", "mini", "path", 254, 1)
DAMAGED = ("The index is damaged.", "Remove it on the command line.")


@pytest.fixture
def messages(qtbot: QtBot, session: Session) -> MessageBar:
    bar = MessageBar(Theme("light"))
    qtbot.addWidget(bar)
    session.failed.connect(bar.show_message)
    DamageNotice(session, bar, bar)
    return bar


def fail(engine: RecordingEngine, job: int, remedy: str = "rebuild") -> None:
    engine.answer(protocol.Failed(id=job, title=DAMAGED[0], detail=DAMAGED[1], remedy=remedy))


@pytest.mark.parametrize("opened", [False, True])
def test_damage_is_told_once_and_a_button_builds_the_index_again(
    opened: bool, session: Session, engine: RecordingEngine, messages: MessageBar, qtbot: QtBot
) -> None:
    session.open_library("/docs")
    if opened:
        engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
        for document in ("a.md", "b.md"):
            session.request_source(document)
            fail(engine, engine.last(protocol.GetSource).id)
    else:
        fail(engine, engine.last(protocol.OpenLibrary).id)
    ((title, detail),) = messages.shown
    assert title == DAMAGED[0]
    assert "renamed headings, verdicts, question sets" in detail
    (button,) = messages.findChildren(QPushButton)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    removal = engine.last(protocol.RemoveIndex)
    assert removal.folder == "/docs"
    asked = len(engine.all(protocol.OpenLibrary))
    engine.answer(protocol.IndexRemoved(id=removal.id, folder="/docs"))
    assert len(engine.all(protocol.OpenLibrary)) == asked + 1
    assert messages.shown == ()


def test_the_button_means_the_library_that_was_damaged(
    session: Session, engine: RecordingEngine, messages: MessageBar, qtbot: QtBot
) -> None:
    session.open_library("/docs")
    fail(engine, engine.last(protocol.OpenLibrary).id)
    session.open_library("/other")
    qtbot.mouseClick(messages.findChildren(QPushButton)[0], Qt.MouseButton.LeftButton)
    assert engine.last(protocol.RemoveIndex).folder == "/docs"


def test_other_trouble_is_told_as_it_is(session: Session, engine: RecordingEngine, messages: MessageBar) -> None:
    session.open_library("/docs")
    fail(engine, engine.last(protocol.OpenLibrary).id, remedy="")
    assert messages.shown == (DAMAGED,)


def test_the_engine_removes_a_damaged_index_and_keeps_what_the_user_made(tmp_path: Path) -> None:
    docs, store = tmp_path / "docs", tmp_path / "store"
    docs.mkdir()
    home = library_folder(docs, str(store))
    (home / FOLDER).mkdir(parents=True)
    (home / FOLDER / "mends.json").write_text("[]", "utf-8")
    (home / "catalogue.sqlite3").write_bytes(b"not a database" * 1000)
    told: list[protocol.Event] = []
    jobs = Jobs(told.append)
    for _ in jobs.start(protocol.RemoveIndex(id=7, folder=str(docs), store=str(store)), lambda *_: None):
        pass
    assert told == [protocol.IndexRemoved(id=7, folder=str(docs))]
    assert not (home / "catalogue.sqlite3").exists()
    assert (home / FOLDER / "mends.json").exists()

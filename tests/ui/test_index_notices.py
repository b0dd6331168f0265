"""What is the matter with an index as a whole is told, with what can be done, and told no longer once it is over."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.views import DocumentRow, LibraryInfo
from explorer.ui.index_notices import IndexNotices
from explorer.ui.message_bar import MessageBar
from explorer.ui.session import Session
from explorer.ui.theme import Theme

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

INFO = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, documents=(DocumentRow("a.md", "A", "markdown"),))


@pytest.fixture
def messages(qtbot: QtBot, session: Session) -> MessageBar:
    bar = MessageBar(Theme("light"))
    qtbot.addWidget(bar)
    IndexNotices(session, bar, bar)
    return bar


def opened(session: Session, engine: RecordingEngine, info: LibraryInfo) -> None:
    session.open_library(info.folder)
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=info))


def test_vanished_documents_are_told_and_leave_only_when_asked(
    session: Session, engine: RecordingEngine, messages: MessageBar, qtbot: QtBot
) -> None:
    opened(session, engine, INFO)
    refresh = engine.last(protocol.Refresh)
    engine.answer(protocol.LibraryOpened(id=refresh.id, info=replace(INFO, vanished=12)))
    assert [title for title, _ in messages.shown] == ["12 documents cannot be found in /docs."]
    assert not refresh.may_empty
    button = next(each for each in messages.findChildren(QPushButton) if each.text() == "Remove them")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    asked = engine.last(protocol.Refresh)
    assert asked.may_empty
    engine.answer(protocol.LibraryOpened(id=asked.id, info=replace(INFO, documents=(), revision=2)))
    assert messages.shown == ()


def test_an_index_that_cannot_be_written_is_told_and_not_refreshed(
    session: Session, engine: RecordingEngine, messages: MessageBar
) -> None:
    opened(session, engine, replace(INFO, read_only="The index cannot be written: its disk is full."))
    assert [title for title, _ in messages.shown] == ["The index cannot be written: its disk is full."]
    assert not [each for each in engine.sent if isinstance(each, protocol.Refresh)]
    opened(session, engine, INFO)
    assert messages.shown == ()
    assert isinstance(engine.last(protocol.Refresh), protocol.Refresh)

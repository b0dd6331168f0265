"""Words of a document are marked as an answer from the source, in both of its views, and from the chunk list."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.model import Chunk, Place
from explorer.core.parsing import read_document
from explorer.core.views import ChunkView, ContextChunk, DocumentRow, Header, LibraryInfo, SourceView
from explorer.ui.chunk_panel import ChunkPanel
from explorer.ui.session import Selection, Session
from explorer.ui.source_panel import SourcePanel
from explorer.ui.theme import Theme

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

TEXT = (
    "# Fees 🚲\n\nIt costs *3* dollars 😀 a day.\n\n| Plan | Price |\n|---|---|\n| Day | 12 |\n| Month | 25 |\n\n"
    "- one\n- two 😀 three\n\nThe end.\n"
).replace("\n", "\r\n")
INFO = LibraryInfo("/docs", "docs", "m", "path", 254, 1, (DocumentRow("fees.md", "Fees", "markdown"),), indexed=True)


@pytest.fixture
def source(
    qtbot: QtBot, session: Session, engine: RecordingEngine, theme: Theme, show_active: Callable[[QWidget], None]
) -> SourcePanel:
    panel = SourcePanel(session, theme)
    qtbot.addWidget(panel)
    panel.resize(460, 420)
    show_active(panel)
    engine.answer(protocol.LibraryOpened(id=0, info=INFO))
    session.select(Selection(document="fees.md"))
    view = SourceView("fees.md", "markdown", "Fees", TEXT, read_document(TEXT.encode(), "fees.md").blocks)
    engine.answer(protocol.Source(id=engine.last(protocol.GetSource).id, source=view))
    return panel


def select(view: QTextEdit | QPlainTextEdit, first: str, last: str) -> None:
    """Select from where `first` begins to where `last` ends."""
    document = view.document()
    start, end = document.find(first), document.find(last)
    assert not start.isNull()
    cursor = QTextCursor(document)
    cursor.setPosition(start.selectionStart())
    cursor.setPosition(end.selectionEnd(), QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)


@pytest.mark.parametrize(
    ("first", "last", "words", "origin"),
    [
        ("dollars", "😀", "dollars 😀", "dollars 😀"),
        ("3", "day", "3 dollars 😀 a day", "3* dollars 😀 a day"),
        # Qt selects tables whole when a selection goes over their edge.
        ("day.", "Price", "day.\n| Plan | Price |\n| Day | 12 |\n| Month | 25 |", None),
        ("Month", "25", "| Month | 25 |", "| Month | 25 |"),
        ("two", "three", "two 😀 three", "two 😀 three"),
        ("three", "The", "three\nThe", None),
        ("The", "end.", "The end.", "The end."),
        ("Fees", "It", "Fees 🚲\nIt", "Fees 🚲\r\n\r\nIt"),
    ],
)
def test_selected_words_of_the_reading_view_have_their_span(
    source: SourcePanel, qtbot: QtBot, first: str, last: str, words: str, origin: str | None
) -> None:
    with qtbot.waitSignal(source.passage_selected) as told:
        select(source.reading, first, last)
    document, start, end, text = told.args or []
    assert (document, text) == ("fees.md", words)
    if origin is None:
        assert TEXT[start:].startswith(first)
        assert TEXT[:end].endswith((last, "| 25 |"))
    else:
        assert TEXT[start:end] == origin


def test_selected_text_of_the_source_view_has_its_span(source: SourcePanel, qtbot: QtBot) -> None:
    source.show_raw(True)
    with qtbot.waitSignal(source.passage_selected) as told:
        select(source.raw, "*3*", "Plan")
    _, start, end, text = told.args or []
    assert TEXT[start:end] == "*3* dollars 😀 a day.\r\n\r\n| Plan"
    assert text == "*3* dollars 😀 a day.\n\n| Plan"


def test_words_that_are_selected_no_longer_are_told(source: SourcePanel, qtbot: QtBot) -> None:
    select(source.reading, "The", "end.")
    with qtbot.waitSignal(source.passage_selected) as told:
        source.reading.setTextCursor(QTextCursor(source.reading.document()))
    assert told.args == ["fees.md", -1, -1, ""]


@pytest.mark.parametrize("raw", [False, True])
def test_the_menu_marks_selected_words_and_nothing_else(source: SourcePanel, qtbot: QtBot, raw: bool) -> None:
    source.show_raw(raw)
    view, marks = (source.raw, source.marks[1]) if raw else (source.reading, source.marks[0])
    assert not marks.make_menu(QPoint(5, 5)).actions()[-1].isEnabled()
    select(view, "The", "end.")
    action = marks.make_menu(QPoint(5, 5)).actions()[-1]
    assert action.text() == "Mark as answer…"
    with qtbot.waitSignal(source.passage_marked) as told:
        action.trigger()
    start = TEXT.index("The end.")
    assert told.args == ["fees.md", start, start + 8, "The end."]


@pytest.mark.parametrize(
    ("place", "span"), [(Place(10, 20), [10, 20]), (Place(page=3), [-1, -1])], ids=["text", "pages"]
)
def test_a_chunk_is_marked_by_its_own_words(
    qtbot: QtBot, session: Session, engine: RecordingEngine, theme: Theme, place: Place, span: list[int]
) -> None:
    panel = ChunkPanel(session, theme)
    qtbot.addWidget(panel)
    engine.answer(protocol.LibraryOpened(id=0, info=INFO))
    chunk = Chunk("fees.md", 0, 0, ("Fees",), "Carried.\nOwn words.", place, "list", 4, ("Carried.",))
    row = ChunkView(ContextChunk(chunk, "Fees", Header(), "x", "x", 5, 0, 254), ())
    engine.answer(protocol.Chunks(id=engine.last(protocol.ListChunks).id, total=1, offset=0, rows=(row,)))
    session.select_chunk("fees.md", 0)
    with qtbot.waitSignal(panel.passage_marked) as told:
        next(action for action in panel.make_menu().actions() if action.text() == "Mark as answer…").trigger()
    assert told.args == ["fees.md", *span, "Own words."]

"""Long work is told: phase, document, rate and remaining time; what could not be read is listed at the end."""

from __future__ import annotations

import ast
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from explorer import engine as engine_package
from explorer import protocol
from explorer.core.pace import Pace
from explorer.core.views import DocumentRow, LibraryInfo
from explorer.ui.message_bar import MessageBar
from explorer.ui.progress_texts import READING, left_text, phase_of, progress_line, rate_text
from explorer.ui.session import Session
from explorer.ui.status_strip import StatusStrip
from explorer.ui.theme import Theme
from explorer.ui.unread import CODE, UnreadTeller

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

GOOD = DocumentRow("a.md", "A", "markdown")
BROKEN = DocumentRow("b.pdf", "b", "pdf", error="It is not a PDF.")
INFO = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, documents=(GOOD, BROKEN), indexed=True)


def opened(session: Session, engine: RecordingEngine, info: LibraryInfo = INFO) -> int:
    """Open a library and return the number of the refresh that follows."""
    session.open_library(info.folder)
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=info))
    return engine.last(protocol.Refresh).id


@pytest.mark.parametrize(("rate", "words"), [(0.25, "15 a minute"), (3.14, "3.1 a second"), (1234.5, "1,234 a second")])
def test_rates_in_words(rate: float, words: str) -> None:
    assert rate_text(rate) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (3, "a few seconds left"),
        (42, "less than a minute left"),
        (61, "about 1 min left"),
        (600, "about 10 min left"),
        (9000, "about 2.5 h left"),
    ],
)
def test_remaining_times_in_words(seconds: float, words: str) -> None:
    assert left_text(seconds) == words


def notes_of_the_engine() -> Iterator[str]:
    """Yield the words that the engine's calls of `progress` say it is at; names of documents are no literals."""
    for path in Path(engine_package.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="progress") | ast.Attribute(attr="progress"),
                    args=[_, _, ast.Constant(value=str(note))],
                ):
                    yield note
                case _:
                    pass


def test_what_the_engine_is_at_is_not_taken_for_a_documents_name() -> None:
    notes = set(notes_of_the_engine())
    assert len(notes) >= 8, "calls of progress are found"
    unworded = {note for note in notes if note != READING and phase_of(note) == READING}
    assert not unworded


def test_the_line_names_phase_and_document() -> None:
    assert progress_line(3, 10, "hr/leave.md: page 4", Pace()) == "Reading 3 / 10 · hr/leave.md: page 4"
    assert progress_line(3, 10, "embedding", Pace()) == "Embedding texts 3 / 10"
    assert progress_line(0, 322, "loading the embedding model", Pace()) == "Getting the embedding model ready"
    assert progress_line(0, 0, "scanning", Pace()) == "Looking for documents"


def test_the_strip_tells_rate_and_time_and_takes_them_back_when_nothing_comes(
    qtbot: QtBot, session: Session, engine: RecordingEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    strip = StatusStrip(session)
    qtbot.addWidget(strip)
    refresh = opened(session, engine)
    clock = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    for done in range(0, 130, 10):
        engine.answer(protocol.Progress(id=refresh, done=done, total=1000, note=f"doc-{done}.md"))
        clock[0] += 0.5
    assert strip.note == "Reading 120 / 1,000 · 20 a second · less than a minute left · doc-120.md"
    strip.silence.timeout.emit()
    assert strip.note == "Reading 120 / 1,000 · doc-120.md"
    engine.answer(protocol.Progress(id=refresh, done=0, total=500, note="embedding"))
    assert strip.note == "Embedding texts 0 / 500"


def test_unreadable_files_are_told_once_after_all_work(
    qtbot: QtBot, session: Session, engine: RecordingEngine, theme: Theme
) -> None:
    messages = MessageBar(theme)
    qtbot.addWidget(messages)
    listed: list[str] = []
    teller = UnreadTeller(session, messages, listed.append, session)
    refresh = opened(session, engine)
    engine.answer(protocol.LibraryOpened(id=refresh, info=INFO, final=False))
    assert messages.shown == (), "the work still goes on"
    engine.answer(protocol.LibraryOpened(id=refresh, info=INFO))
    assert messages.shown == (("1 file could not be read.", "b.pdf: It is not a PDF."),)
    messages.clear()
    session.refresh()
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=INFO))
    assert messages.shown == (), "the same files are not told again"
    more = tuple(replace(BROKEN, name=f"c{number}.pdf") for number in range(2))
    session.refresh()
    info = replace(INFO, revision=2, documents=(*INFO.documents, *more))
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=info))
    ((title, detail),) = messages.shown
    assert title == "3 files could not be read."
    assert detail.endswith("And 1 more.")
    *_, button = messages.findChildren(QPushButton)
    button.click()
    assert listed == [CODE]
    assert teller.parent() is session
    session.refresh()
    info = replace(INFO, revision=3, documents=(GOOD,))
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=info))
    assert messages.shown == (), "they are readable again"

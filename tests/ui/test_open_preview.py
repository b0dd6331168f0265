"""The page before a new folder is opened: what it tells, which patterns it tries and keeps, and when it stays away."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.ui.open_preview import OpenPreview
from explorer.ui.session import Session

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine


@pytest.fixture
def page(qtbot: QtBot, session: Session, show_active: Callable[[QWidget], None]) -> OpenPreview:
    made = OpenPreview(session)
    qtbot.addWidget(made)
    made.resize(900, 600)
    show_active(made)
    made.look_at("/docs")
    return made


def answer(engine: RecordingEngine, **fields: object) -> None:
    asked = engine.last(protocol.PreviewFolder)
    engine.answer(protocol.FolderPreviewed(id=asked.id, folder=asked.folder, **fields))  # pyright: ignore[reportArgumentType]


def test_what_would_be_read_is_told(page: OpenPreview, engine: RecordingEngine) -> None:
    told = QSignalSpy(page.told)
    answer(
        engine,
        documents=1204,
        size=5_000_000,
        formats=((".md", 1200, 4_000_000), (".pdf", 4, 1_000_000)),
        skipped=(("pattern", 3), ("questions", 2), ("kind", 1), ("settings", 1)),
        examples=("drafts/a.md",),
        exclude=("drafts/*",),
        shared=("!*.html",),
        whole=False,
    )
    assert told.count() == 1
    assert page.count.text().startswith("At least 1,204 documents to read")
    assert "1,200 .md" in page.formats.text()
    for words in ("3 left out by patterns", "1 of kinds that are not read", "drafts/a.md", "!*.html"):
        assert words in page.skipped.text()
    used = "the library's settings (chunk-explorer.toml), 2 sets of questions"
    assert f"No documents, but used: {used}." in page.skipped.text()
    assert page.patterns() == ((), ("drafts/*",))


def test_what_has_an_index_is_opened_without_more_ado(page: OpenPreview, engine: RecordingEngine) -> None:
    told, opened = QSignalSpy(page.told), QSignalSpy(page.open_wanted)
    answer(engine, known=True)
    assert (told.count(), opened.count()) == (0, 1)


def test_an_answer_about_another_folder_is_dropped(page: OpenPreview, engine: RecordingEngine) -> None:
    told = QSignalSpy(page.told)
    asked = engine.last(protocol.PreviewFolder)
    page.look_at("/others")
    engine.answer(protocol.FolderPreviewed(id=asked.id, folder="/docs", documents=1))
    assert told.count() == 0


def test_enter_opens_with_the_patterns_that_are_kept_already(
    qtbot: QtBot, page: OpenPreview, engine: RecordingEngine
) -> None:
    answer(engine, documents=3, exclude=("x",))
    opened = QSignalSpy(page.open_wanted)
    qtbot.keyClick(page.include, Qt.Key.Key_Return)
    assert opened.count() == 1
    assert len(engine.all(protocol.PreviewFolder)) == 1


def test_other_patterns_are_tried_after_a_pause_and_kept_before_the_folder_is_opened(
    qtbot: QtBot, page: OpenPreview, engine: RecordingEngine
) -> None:
    answer(engine, documents=3)
    opened = QSignalSpy(page.open_wanted)
    qtbot.keyClicks(page.exclude, "drafts/*, ,*.pdf")
    assert len(engine.all(protocol.PreviewFolder)) == 1
    qtbot.waitUntil(lambda: len(engine.all(protocol.PreviewFolder)) == 2)
    tried = engine.last(protocol.PreviewFolder)
    assert (tried.include, tried.exclude, tried.keep) == ((), ("drafts/*", "*.pdf"), False)
    answer(engine, documents=1, exclude=tried.exclude)
    qtbot.keyClick(page.exclude, Qt.Key.Key_Return)
    assert engine.last(protocol.PreviewFolder).keep
    assert opened.count() == 0
    answer(engine, exclude=tried.exclude)
    assert opened.count() == 1


def test_enter_on_a_button_presses_it(qtbot: QtBot, page: OpenPreview, engine: RecordingEngine) -> None:
    answer(engine, documents=3)
    left, opened = QSignalSpy(page.cancel_wanted), QSignalSpy(page.open_wanted)
    page.cancel.setFocus()
    qtbot.keyClick(page.cancel, Qt.Key.Key_Return)
    assert (left.count(), opened.count()) == (1, 0)


def test_escape_goes_back_and_stops_looking(qtbot: QtBot, page: OpenPreview, engine: RecordingEngine) -> None:
    left = QSignalSpy(page.cancel_wanted)
    qtbot.keyClick(page.include, Qt.Key.Key_Escape)
    assert left.count() == 1
    assert engine.cancelled == [engine.last(protocol.PreviewFolder).id]

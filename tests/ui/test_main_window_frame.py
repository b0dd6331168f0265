"""The window's frame, with an engine that the test plays: pages, keys, sizes, themes, what is remembered."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import shiboken6
from PySide6.QtCore import QMimeData, QPointF, QSettings, QSize, Qt, QUrl
from PySide6.QtGui import QDropEvent, QScreen
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QFileDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from explorer import paths, protocol
from explorer.core.findings import Severity
from explorer.core.views import Comparison, LibraryInfo, Pool
from explorer.ui import settings as stored
from explorer.ui.main_window import SMALLEST, USUAL, MainWindow
from explorer.ui.session import Session
from explorer.ui.settings import Settings
from explorer.ui.theme import Theme

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

INFO = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, indexed=True)
Make = Callable[[], MainWindow]


@pytest.fixture
def store(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def make(qapp: QApplication, engine: RecordingEngine, store: QSettings) -> Iterator[Make]:
    made: list[MainWindow] = []

    def make() -> MainWindow:
        chosen = stored.load(store)
        session, theme = Session(engine, chosen), Theme(chosen.theme)
        window = MainWindow(session, theme, store)
        session.setParent(window)
        theme.setParent(window)
        made.append(window)
        window.show()
        return window

    yield make
    for window in made:
        window.close()
        shiboken6.delete(window)


def open_docs(window: MainWindow, engine: RecordingEngine, info: LibraryInfo = INFO) -> None:
    window.open_library(info.folder)
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=info))


@pytest.mark.parametrize("screen", [(1024, 768), (800, 480), (1440, 900), (2560, 1440)])
def test_the_first_window_is_no_larger_than_the_screen(
    make: Make, monkeypatch: pytest.MonkeyPatch, screen: tuple[int, int]
) -> None:
    monkeypatch.setattr(QScreen, "availableSize", lambda _: QSize(*screen))
    assert make().size() == QSize(*USUAL).boundedTo(QSize(*screen)).expandedTo(QSize(*SMALLEST))


def test_the_first_start_offers_the_sample_library(make: Make, engine: RecordingEngine) -> None:
    window = make()
    assert window.welcome.isVisible()
    window.welcome.sample_button.click()
    assert Path(engine.last(protocol.OpenLibrary).folder).name == "sample_docs"
    assert window.tree.isVisible()


def test_a_copy_of_the_samples_opens_without_a_question_and_other_folders_show_what_would_be_read(
    make: Make, engine: RecordingEngine, tmp_path: Path
) -> None:
    window = make()
    other = tmp_path / "other"
    other.mkdir()
    window.offer_library(str(other))
    assert not engine.all(protocol.OpenLibrary)
    assert engine.last(protocol.PreviewFolder).folder == str(other)
    copy = shutil.copytree(paths.sample_library(), tmp_path / "sample_docs")
    window.offer_library(str(copy))
    assert engine.last(protocol.OpenLibrary).folder == str(copy)


def test_whoever_has_found_a_place_goes_on_there(make: Make, engine: RecordingEngine, qtbot: QtBot) -> None:
    window = make()
    window.activateWindow()
    open_docs(window, engine)
    search = window.top_bar.search
    search.setFocus()
    qtbot.keyClicks(search, "day")
    qtbot.waitUntil(lambda: bool(engine.all(protocol.FindHeadings)))
    match = protocol.HeadingMatch(document="plans.md", title="Plans", heading_path=("Plans", "Day pass"), section=1)
    engine.answer(protocol.HeadingsFound(id=engine.last(protocol.FindHeadings).id, rows=(match,)))
    qtbot.keyClick(search, Qt.Key.Key_Return)
    focus = window.focusWidget()
    assert focus is not None
    assert window.chunks.isAncestorOf(focus)
    qtbot.waitUntil(lambda: not search.text())


def test_a_failed_opening_goes_back_to_the_first_page(make: Make, engine: RecordingEngine) -> None:
    window = make()
    window.open_library("/locked")
    engine.answer(protocol.Failed(id=engine.last(protocol.OpenLibrary).id, title="It is locked.", detail="Close it."))
    assert window.welcome.isVisible()
    assert window.messages.shown == (("It is locked.", "Close it."),)
    window.open_library("/docs")
    assert window.messages.shown == ()


def test_an_opened_library_is_remembered(make: Make, engine: RecordingEngine, store: QSettings) -> None:
    window = make()
    open_docs(window, engine)
    open_docs(window, engine, replace(INFO, folder="/other", name="other"))
    assert window.windowTitle().startswith("other")
    assert stored.load(store).recent == ("/other", "/docs")


def test_keys(qtbot: QtBot, make: Make, engine: RecordingEngine) -> None:
    window = make()
    open_docs(window, engine)
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=INFO))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert window.focusWidget() is window.top_bar.search
    window.show_findings(Severity.ERROR)
    qtbot.keyClick(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert window.tabs.currentWidget() is window.compare
    assert isinstance(window.focusWidget(), QLineEdit)
    refreshes = len(engine.all(protocol.Refresh))
    qtbot.keyClick(window, Qt.Key.Key_F5)
    assert len(engine.all(protocol.Refresh)) == refreshes + 1
    window.messages.show_message("Trouble.")
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.messages.shown == ()
    assert engine.cancelled == []
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert engine.cancelled == [engine.last(protocol.Refresh).id]


def test_a_bug_of_the_engine_opens_one_report(make: Make, engine: RecordingEngine) -> None:
    window = make()
    for _ in range(2):
        engine.answer(protocol.Failed(title="KeyError", detail="Traceback", expected=False))
    assert len(window.errors.dialogs) == 1
    for dialog in window.errors.dialogs:
        dialog.reject()


def test_findings_are_counted_in_their_tab(make: Make, engine: RecordingEngine) -> None:
    window = make()
    open_docs(window, engine)
    asked = engine.last(protocol.ListFindings).id
    engine.answer(protocol.Findings(id=asked, total=1234, offset=0, rows=(), counts={}))
    assert window.tabs.tabText(window.tabs.indexOf(window.findings)) == "Findings 1,234"


def test_sizes_and_theme_survive_a_restart(make: Make, engine: RecordingEngine) -> None:
    window = make()
    open_docs(window, engine)
    window.resize(1000, 700)
    window.top_bar.theme_wanted.emit("dark")
    window.close()
    again = make()
    # The platform of the tests has a screen of 800 x 800, to which widths are cut.
    assert again.height() == 700
    assert again.session.settings.theme == "dark"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_smallest_window_shows_everything(
    qapp: QApplication, make: Make, engine: RecordingEngine, theme: str
) -> None:
    window = make()
    open_docs(window, engine)
    window.session.change_settings(Settings(theme=theme))
    window.resize(*SMALLEST)
    qapp.processEvents()
    assert (window.width(), window.height()) == SMALLEST
    body = window.centralWidget()
    assert body is not None
    for panel in (window.top_bar, window.tree, window.chunks, window.source, window.compare, window.status):
        corner = panel.mapTo(body, panel.rect().bottomRight())
        assert panel.width() > 100
        assert body.rect().contains(corner)
    ground = Theme(theme).colour("panel")
    assert window.grab().toImage().pixelColor(window.top_bar.width() - 4, 6) == ground


def test_every_control_has_a_name_for_screen_readers(make: Make, engine: RecordingEngine) -> None:
    window = make()
    open_docs(window, engine)
    controls: list[QWidget] = [
        one
        for kind in (QAbstractButton, QLineEdit, QComboBox)
        for one in window.findChildren(kind)
        if one.isVisible() and one.focusPolicy() != Qt.FocusPolicy.NoFocus
    ]
    assert len(controls) > 8
    nameless = [one for one in controls if not (one.accessibleName() or getattr(one, "text", str)())]
    assert nameless == []


def test_reading_scans_is_offered_once_and_withdrawn_when_it_is_done(make: Make, engine: RecordingEngine) -> None:
    window = make()
    scans = replace(INFO, scans=2, ocr_languages=("eng",))
    open_docs(window, engine, scans)
    offered = [title for title, _ in window.messages.shown]
    assert len(offered) == 1
    assert "2 documents have pages that are pictures" in offered[0]
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=scans))
    assert [title for title, _ in window.messages.shown] == offered
    window.top_bar.scans_wanted.emit(True)
    asked = engine.last(protocol.Refresh)
    assert asked.ocr == "eng"
    engine.answer(protocol.LibraryOpened(id=asked.id, info=replace(INFO, ocr="eng", revision=2)))
    assert window.messages.shown == ()


def test_chunks_of_another_pipeline_are_opened_from_the_menu(
    make: Make, engine: RecordingEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = make()
    file = tmp_path / "chunks.jsonl"
    file.write_text('{"text": "It costs 25 dollars."}\n', encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    window.top_bar.chunks_wanted.emit()
    assert engine.last(protocol.OpenLibrary).folder == str(file)


def test_a_new_folder_is_shown_first_and_stays_until_it_is_opened_or_left(
    make: Make, engine: RecordingEngine, qtbot: QtBot, tmp_path: Path
) -> None:
    window = make()
    open_docs(window, engine)
    window.offer_library(str(tmp_path))
    asked = engine.last(protocol.PreviewFolder)
    assert window.tree.isVisible()
    engine.answer(protocol.FolderPreviewed(id=asked.id, folder=asked.folder, documents=2))
    assert window.preview.isVisible()
    assert window.focusWidget() is window.preview.open
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=replace(INFO, revision=7)))
    assert window.preview.isVisible()
    qtbot.keyClick(window.preview.open, Qt.Key.Key_Escape)
    assert window.tree.isVisible()
    window.offer_library("shared:handbooks")
    assert engine.last(protocol.OpenLibrary).folder.endswith("shared:handbooks")


@pytest.mark.parametrize(("name", "accepted"), [("chunks.jsonl", True), ("chunks.NDJSON", True), ("a.md", False)])
def test_a_file_of_chunks_is_opened_when_it_is_dropped(
    make: Make, engine: RecordingEngine, tmp_path: Path, name: str, accepted: bool
) -> None:
    window = make()
    (tmp_path / name).write_text("{}\n", encoding="utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / name))])
    action, button, key = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.dropEvent(QDropEvent(QPointF(5, 5), action, data, button, key))
    asked = engine.all(protocol.OpenLibrary)
    assert [request.folder for request in asked] == ([str(tmp_path / name)] if accepted else [])


def test_what_a_question_was_refused_for_goes_with_the_next_answer(make: Make, engine: RecordingEngine) -> None:
    window = make()
    open_docs(window, engine)
    window.ask("leave doc:nothing")
    engine.answer(protocol.Failed(id=engine.last(protocol.Search).id, title="There is no document 'nothing'."))
    engine.answer(protocol.Failed(id=0, title="The disk is full."))
    assert len(window.messages.shown) == 2
    window.ask("leave")
    answer = Comparison("leave", "embedding", "none", "path", "cosine", Pool(0, 0))
    engine.answer(protocol.Ranked(id=engine.last(protocol.Search).id, comparison=answer))
    assert window.messages.shown == (("The disk is full.", ""),)


def test_tabs_stand_close_together_where_they_would_not_all_be_seen(
    make: Make, engine: RecordingEngine, qtbot: QtBot
) -> None:
    window = make()
    open_docs(window, engine)
    tabs, bar = window.tabs, window.tabs.tabBar()
    for width, narrow in ((1440, False), (SMALLEST[0], True), (1440, False)):
        window.resize(width, 700)
        qtbot.wait(20)
        assert bool(bar.property("narrow")) is narrow, width
        assert bar.tabRect(tabs.count() - 1).right() < tabs.width()


def test_tabs_make_room_for_a_longer_text_and_part_again(make: Make, engine: RecordingEngine, qtbot: QtBot) -> None:
    window = make()
    open_docs(window, engine)
    tabs, bar = window.tabs, window.tabs.tabBar()
    window.resize(1200, 700)
    qtbot.wait(20)
    text, wide = tabs.tabText(0), bar.tabRect(1).width()
    tabs.setTabText(0, "A tool whose name is longer than it ever was")
    assert bar.property("narrow")
    assert bar.tabRect(1).width() == wide - 14
    tabs.setTabText(0, text)
    assert not bar.property("narrow")
    assert bar.tabRect(1).width() == wide

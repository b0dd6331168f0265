"""What was just done is told at the window's bottom line, from panels, dialogs and floating areas, for a moment."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication, QStatusTipEvent
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.mends import Mend
from explorer.core.model import Place
from explorer.core.views import LibraryInfo, SectionRow
from explorer.ui.file_saver import FileSaver
from explorer.ui.main_window import MainWindow
from explorer.ui.news import copy_text, tell
from explorer.ui.wishes import RenameWish

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

INFO = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, indexed=True)


@pytest.fixture
def window(empty_window: MainWindow, engine: RecordingEngine) -> MainWindow:
    empty_window.open_library("/docs")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO, final=True))
    return empty_window


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("plans.md", "Copied: “plans.md”"),
        ("a\tb\n", "Copied: “a b”"),
        ("one\ntwo\n", "Copied: 2 lines"),
        ("word " * 40, f"Copied: “{'word ' * 11}word…”"),
    ],
)
def test_a_copy_is_told_by_what_was_copied(window: MainWindow, text: str, words: str) -> None:
    copy_text(text, window.findings.table)
    assert QGuiApplication.clipboard().text() == text
    assert window.status.text == words


def test_words_of_ones_own_are_told_instead(window: MainWindow) -> None:
    copy_text("text", window.compare, "Copied as Citation: 1 passage")
    assert window.status.text == "Copied as Citation: 1 passage"


def test_dialogs_of_dialogs_and_floating_areas_are_heard(window: MainWindow) -> None:
    tell(QDialog(QDialog(window)), "From a dialog.")
    assert window.status.text == "From a dialog."
    for dock in window.workspace.docks.values():
        dock.setFloating(True)
        tell(dock.widget(), f"From {dock.objectName()}.")
        assert window.status.text == f"From {dock.objectName()}."


def test_it_stands_for_a_moment_whatever_comes_meanwhile(
    window: MainWindow, engine: RecordingEngine, qtbot: QtBot
) -> None:
    window.status.news.setInterval(300)
    tell(window.tree, "Done.")
    window.session.library_changed.emit(INFO)
    assert window.status.text == "Done."
    QCoreApplication.sendEvent(window, QStatusTipEvent(""))
    assert window.status.text == "Done.", "a menu has nothing to tell"
    qtbot.waitUntil(lambda: window.status.text.startswith("Index "))


def test_a_file_is_told_when_it_is_written_and_not_when_not(window: MainWindow, tmp_path: Path) -> None:
    saver = FileSaver(window.findings, (".csv",))
    usual = window.status.text
    assert not saver.write(tmp_path / "none" / "a.csv", lambda _: "a")
    assert window.status.text == usual
    assert saver.write(tmp_path / "a.csv", lambda _: "a")
    assert window.status.text == f"Written: {tmp_path / 'a.csv'}"


def test_a_proposal_is_told_when_it_is_taken_and_when_there_is_none(
    window: MainWindow, engine: RecordingEngine
) -> None:
    tabs = window.audit_tabs
    tabs.take(RenameWish("plans.md", 1, "Overview"))
    assert window.status.text == "Nothing is proposed for “Overview”: F2 takes words of your own."
    assert not engine.all(protocol.ListOccurrences)
    tabs.take(RenameWish("plans.md", 1, "Overview", "Monthly pass"))
    place = ("plans.md", SectionRow(1, 0, 2, "Overview", Place()))
    asked = engine.last(protocol.ListOccurrences).id
    mend = Mend("plans.md", ("Overview",), 0, "")
    engine.answer(protocol.Occurrences(id=asked, heading="Overview", places=(place,), mends=(mend,)))
    assert engine.last(protocol.ChangeMends).keep[0].text == "Monthly pass"
    assert window.status.text == "For retrieval “Overview” is “Monthly pass” now: Ctrl+Z takes that back."

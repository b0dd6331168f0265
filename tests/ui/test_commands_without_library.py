"""Every command that the window offers can be given while no library is open, or an empty one: nothing breaks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.views import LibraryInfo
from explorer.ui.main_window import MainWindow
from explorer.ui.menus import Menus

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

_ABOUT_LIBRARY = (
    protocol.Search,
    protocol.Refresh,
    protocol.RemoveIndex,
    protocol.Evaluate,
    protocol.PreviewMend,
)
"""Requests that an engine without a library could only refuse."""


@pytest.fixture
def dialogs_turned_away(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Close every dialog, menu and second window as soon as it is open; give the names of their classes."""
    seen: list[str] = []
    for name, none in (("getOpenFileName", ("", "")), ("getSaveFileName", ("", "")), ("getExistingDirectory", "")):
        monkeypatch.setattr(QFileDialog, name, lambda *_, answer=none, **__: answer)

    def turn_away() -> None:
        for shown in (qapp.activePopupWidget(), qapp.activeModalWidget()):
            if shown is not None:
                seen.append(type(shown).__name__)
                shown.close()

    timer = QTimer()
    timer.timeout.connect(turn_away)
    timer.start(0)
    yield seen
    timer.stop()


def _give_all(window: MainWindow, qtbot: QtBot) -> list[str]:
    """Give every command that can be given but the one that ends the program; return their names."""
    (menus,) = window.findChildren(Menus)
    given: list[str] = []
    for command in menus.all_commands():
        if command.enabled and "Ctrl+Q" not in command.keys:
            command.run()
            qtbot.wait(1)
            given.append(f"{command.place} › {command.text}")
    return given


def test_without_a_library_every_command_can_be_given(
    empty_window: MainWindow, engine: RecordingEngine, dialogs_turned_away: list[str], qtbot: QtBot
) -> None:
    assert len(_give_all(empty_window, qtbot)) > 100
    assert dialogs_turned_away
    assert not [each for each in engine.sent if isinstance(each, _ABOUT_LIBRARY)]


def test_with_an_empty_library_every_command_can_be_given(
    empty_window: MainWindow, engine: RecordingEngine, dialogs_turned_away: list[str], qtbot: QtBot
) -> None:
    empty_window.open_library("/docs")
    info = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, indexed=True)
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=info))
    assert len(_give_all(empty_window, qtbot)) > 100
    assert dialogs_turned_away
    assert empty_window.isVisible()

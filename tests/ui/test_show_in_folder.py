"""A file is shown in its folder by the way of each system; where none works the folder is opened."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtDBus import QDBusConnection
from pytestqt.qtbot import QtBot

from explorer.ui.show_in_folder import MANAGER, FolderShower, choosing


@pytest.fixture
def place(tmp_path: Path) -> Path:
    made = tmp_path / "a folder" / "plans 100%.md"
    made.parent.mkdir()
    made.touch()
    return made


@pytest.mark.parametrize(
    ("system", "program", "first"), [("win32", "explorer.exe", "/select,"), ("darwin", "open", "-R")]
)
def test_the_systems_own_program_is_asked(qtbot: QtBot, place: Path, system: str, program: str, first: str) -> None:
    started: list[tuple[str, list[str]]] = []

    def start(name: str, arguments: Sequence[str]) -> bool:
        started.append((name, list(arguments)))
        return True

    FolderShower(system=system, start=start).show(place, place.parent)
    assert started == [(program, [first, str(place)])]


def test_the_folder_is_opened_where_nothing_else_works(qtbot: QtBot, place: Path) -> None:
    shown: list[QUrl] = []
    shower = FolderShower(
        system="linux", show=lambda url: bool(shown.append(url)), bus=QDBusConnection("no connection")
    )
    with qtbot.waitSignal(shower.failed) as failed:
        shower.show(place, place.parent)
    assert shown == [QUrl.fromLocalFile(str(place.parent))]
    assert failed.args == [str(place.parent)]


def test_what_is_gone_is_shown_by_the_folder_above(qtbot: QtBot, place: Path) -> None:
    started: list[str] = []
    shower = FolderShower(system="darwin", start=lambda _name, arguments: bool(started.append(arguments[-1])) or True)
    shower.show(place.parent / "gone" / "plans.md", place.parent)
    assert started == [str(place.parent)]


def test_without_the_librarys_folder_nothing_is_shown(qtbot: QtBot, tmp_path: Path) -> None:
    shower = FolderShower(system="darwin", start=lambda _name, _arguments: pytest.fail("something was started"))
    with qtbot.waitSignal(shower.failed) as failed:
        shower.show(tmp_path / "gone" / "plans.md", tmp_path / "gone")
    assert failed.args == [str(tmp_path / "gone")]


def test_the_desktops_file_manager_is_asked_to_choose_the_file(qtbot: QtBot, place: Path) -> None:
    message = choosing(place)
    assert (message.service(), message.path()) == (MANAGER, "/org/freedesktop/FileManager1")
    assert (message.interface(), message.member()) == (MANAGER, "ShowItems")
    (items, startup) = message.arguments()
    assert ([Path(QUrl(item).toLocalFile()) for item in items], startup) == ([place], "")
    assert items[0].endswith("a%20folder/plans%20100%25.md")

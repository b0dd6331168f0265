"""Panes stand where the user puts them: by menu, by dragging, in windows of their own; and stand there again."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QTabWidget, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from explorer.ui.workspace import VERSION, Workspace

Make = Callable[[], Workspace]


class First(QWidget):
    """A tool."""


class Second(QWidget):
    """Another tool."""


@pytest.fixture
def make(qtbot: QtBot, show_active: Callable[[QWidget], None]) -> Iterator[Make]:
    made: list[Workspace] = []

    def make() -> Workspace:
        tools = QTabWidget()
        for each in (First(), Second()):
            tools.addTab(each, type(each).__name__)
        space = Workspace(QTextEdit(), QTextEdit(), QTextEdit(), tools)
        space.resize(1000, 700)
        show_active(space)
        made.append(space)
        return space

    yield make
    for each in made:
        shiboken6.delete(each)


def menus(space: Workspace) -> list[QMenu]:
    return [part for part in space.menu_parts() if isinstance(part, QMenu)]


def trigger(menu: QMenu, words: str) -> None:
    (action,) = [each for each in menu.actions() if words in each.text().replace("&", "")]
    action.trigger()


def widths(space: Workspace) -> list[int]:
    return [space.docks[name].width() for name in ("documents", "source")]


def test_at_first_there_are_no_title_bars_and_the_panes_have_their_shares(make: Make) -> None:
    space = make()
    assert [dock.titleBarWidget().height() for dock in space.docks.values()] == [0, 0, 0]
    assert widths(space) == [pytest.approx(210, abs=2), pytest.approx(305, abs=2)]
    assert space.docks["tools"].width() == 1000


def test_panes_keep_their_shares_of_another_window(make: Make, qtbot: QtBot) -> None:
    space = make()
    space.resizeDocks([space.docks["documents"]], [300], Qt.Orientation.Horizontal)
    qtbot.wait(20)
    space.resize(1400, 700)
    qtbot.waitUntil(lambda: abs(space.docks["documents"].width() - 420) <= 2)
    space.resize(1000, 700)
    qtbot.waitUntil(lambda: abs(space.docks["documents"].width() - 300) <= 2)


def test_larger_text_gives_the_tools_more_of_a_window(make: Make, qtbot: QtBot) -> None:
    space = make()
    space.resize(1000, 750)
    qtbot.waitUntil(lambda: abs(space.docks["tools"].height() - 300) <= 2)
    space.take_text_size(13)
    qtbot.waitUntil(lambda: abs(space.docks["tools"].height() - 390) <= 2)
    space.take_text_size(24)
    qtbot.waitUntil(lambda: abs(space.docks["tools"].height() - 420) <= 2)
    space.take_text_size(10)
    qtbot.waitUntil(lambda: abs(space.docks["tools"].height() - 300) <= 2)


@pytest.mark.parametrize(("height", "least", "most"), [(900, 358, 362), (750, 298, 302), (500, 278, 282)])
def test_tools_have_four_tenths_of_the_height_and_more_of_a_low_window(
    make: Make, qtbot: QtBot, height: int, least: int, most: int
) -> None:
    space = make()
    space.resize(1000, height)
    qtbot.waitUntil(lambda: least <= space.docks["tools"].height() <= most)
    space.take_shares([None, None, "0.3"])
    space.resize(1001, height)
    qtbot.waitUntil(lambda: abs(space.docks["tools"].height() - 0.3 * height) <= 2)


def test_tools_are_enlarged_for_a_while(make: Make, qtbot: QtBot) -> None:
    space = make()
    tools, usual = space.docks["tools"].widget(), space.shares()
    before = space.docks["tools"].height()
    assert isinstance(tools, QTabWidget)
    tools.tabBarDoubleClicked.emit(0)
    assert space.enlarging.isChecked()
    qtbot.waitUntil(lambda: space.docks["tools"].height() > 1.8 * before)
    space.resize(1000, 800)
    qtbot.waitUntil(lambda: space.docks["tools"].height() > 640)
    assert space.shares() == usual, "what is given for a while is not kept"
    space.resizeDocks([space.docks["documents"]], [320], Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: abs(space.shares()[0] - 0.32) < 0.01)
    space.resize(1000, 700)
    space.enlarging.trigger()
    qtbot.waitUntil(lambda: abs(space.docks["tools"].height() - before) <= 2)
    space.docks["tools"].hide()
    space.enlarging.trigger()
    assert space.docks["tools"].isVisible()
    space.reset()
    assert not space.enlarging.isChecked()


def test_a_pane_is_hidden_shown_and_revealed_when_it_is_wanted(make: Make) -> None:
    space = make()
    switches = [part for part in space.menu_parts() if isinstance(part, QAction)]
    assert [each.text() for each in switches[:3]] == ["Documents", "Source", "Tools"]
    switches[2].trigger()
    assert not space.docks["tools"].isVisible()
    tools = space.docks["tools"].widget()
    space.reveal(tools)
    assert tools.isVisible()


def test_a_pane_is_moved_by_menu_and_floats_with_a_title_bar(make: Make) -> None:
    space = make()
    documents = space.docks["documents"]
    trigger(menus(space)[0], "At the right")
    assert space.dockWidgetArea(documents) == Qt.DockWidgetArea.RightDockWidgetArea
    trigger(menus(space)[0], "window of its own")
    assert documents.isFloating()
    assert documents.titleBarWidget() is None
    space.reset()
    assert not documents.isFloating()
    assert documents.titleBarWidget() is not None
    assert space.dockWidgetArea(documents) == Qt.DockWidgetArea.LeftDockWidgetArea


def test_title_bars_come_and_go_at_will(make: Make) -> None:
    space = make()
    space.arranging.trigger()
    assert [dock.titleBarWidget() for dock in space.docks.values()] == [None, None, None]
    space.arranging.trigger()
    assert None not in [dock.titleBarWidget() for dock in space.docks.values()]


def test_an_arrangement_is_kept_and_one_of_another_version_is_not_taken(make: Make) -> None:
    space = make()
    trigger(menus(space)[1], "At the left")
    space.docks["tools"].hide()
    space.sort_tools(["Second", "Unknown"])
    kept, order = space.kept(), space.tools_order()
    other = make()
    assert other.restore(kept)
    other.sort_tools(order)
    assert other.dockWidgetArea(other.docks["source"]) == Qt.DockWidgetArea.LeftDockWidgetArea
    assert not other.docks["tools"].isVisible()
    assert other.tools_order() == ["Second", "First"]
    assert not make().restore(space.saveState(VERSION + 1))
    other.reset()
    assert other.tools_order() == ["First", "Second"]
    assert all(dock.isVisible() for dock in other.docks.values())


def test_panes_take_the_shares_that_were_kept(make: Make, qtbot: QtBot) -> None:
    first = make()
    first.resizeDocks([first.docks["documents"]], [300], Qt.Orientation.Horizontal)
    qtbot.wait(20)
    second = make()
    second.take_shares([f"{share:.4f}" for share in first.shares()])
    second.resize(1400, 700)
    qtbot.waitUntil(lambda: abs(second.docks["documents"].width() - 420) <= 2)


@pytest.mark.parametrize("shares", [["x", "nan", "7"], ["0", "-1", ""], ["0.5"], [None, None, None]])
def test_shares_that_cannot_be_are_the_usual_ones(make: Make, shares: list[object]) -> None:
    space = make()
    usual = space.shares()
    space.take_shares(shares)
    assert space.shares() == usual

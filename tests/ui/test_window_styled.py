"""Another theme or text size: what is seen changes at once, the rest in small steps, and nothing keeps old looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMenu, QTabBar, QToolButton, QWidget

from explorer import protocol
from explorer.core.views import DocumentRow, LibraryInfo
from explorer.ui.main_window import MainWindow
from explorer.ui.session import Session
from explorer.ui.settings import Settings
from explorer.ui.table_parts import RowTable
from explorer.ui.theme import Theme

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

DOCUMENTS = tuple(DocumentRow(f"manual-{number}.md", "Manual", "markdown", warnings=number % 2) for number in range(30))
INFO = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, DOCUMENTS, indexed=True)
LIGHT, DARK, LARGE = Settings(theme="light"), Settings(theme="dark"), Settings(theme="dark", font_size=13)
PALE = 60
"""Difference in lightness that is plainly seen."""
Make = Callable[[Settings], MainWindow]


class Styled(QObject):
    """Counts how many widgets of the program are styled while it is in force."""

    def __init__(self, app: QApplication) -> None:
        super().__init__()
        self.app = app
        self.seen: Counter[QWidget] = Counter()

    def __enter__(self) -> Counter[QWidget]:
        self.app.installEventFilter(self)
        return self.seen

    def __exit__(self, *_: object) -> None:
        self.app.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() == QEvent.Type.StyleChange and isinstance(watched, QWidget):
            self.seen[watched] += 1
        return False


@pytest.fixture
def make(qapp: QApplication, engine: RecordingEngine) -> Iterator[Make]:
    made: list[MainWindow] = []
    flash, palette = qapp.cursorFlashTime(), qapp.palette()
    qapp.setCursorFlashTime(0)

    def make(settings: Settings) -> MainWindow:
        session, theme = Session(engine, settings), Theme(settings.theme, settings.font_size)
        window = MainWindow(session, theme, None)
        session.setParent(window)
        theme.setParent(window)
        made.append(window)
        window.resize(1100, 760)
        window.show()
        window.open_library(INFO.folder)
        engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
        # Nothing is at work: a moving bar would look different in every picture.
        engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=INFO))
        settle(qapp, window)
        return window

    yield make
    for window in made:
        window.close()
        shiboken6.delete(window)
    qapp.setCursorFlashTime(flash)
    qapp.setPalette(palette)


def settle(qapp: QApplication, window: MainWindow) -> None:
    for _ in range(60):
        qapp.processEvents()
        if not window.styling.waiting:
            break
    assert not window.styling.waiting
    qapp.processEvents()


def pictures(qapp: QApplication, window: MainWindow) -> dict[str, QImage]:
    """Return the window with each tool in front, by the tool's name."""
    seen: dict[str, QImage] = {}
    for panel in window.tabs.panels():
        window.tabs.setCurrentWidget(panel)
        qapp.processEvents()
        seen[type(panel).__name__] = window.grab().toImage()
    return seen


def hidden_of(window: MainWindow) -> set[QWidget]:
    tools = [panel for panel in window.tabs.panels() if not panel.isVisible()]
    panels = (*tools, window.welcome, window.preview)
    # Labels that have a style of their own are made anew wherever they are.
    return {widget for panel in panels for widget in panel.findChildren(QWidget) if not widget.styleSheet()}


def test_a_changed_window_looks_like_one_that_began_so(qapp: QApplication, make: Make) -> None:
    window = make(LIGHT)
    light = pictures(qapp, window)
    between = QPoint(window.tree.mapTo(window, window.tree.rect().topRight()).x() + 1, window.height() // 3)
    assert window.chunks.mapTo(window, QPoint(0, 0)).x() == between.x() + 1
    for theme in (LIGHT, DARK):
        window.session.change_settings(theme)
        settle(qapp, window)
        assert window.grab().toImage().pixelColor(between) == Theme(theme.theme).colour("border")
    changed = pictures(qapp, window)
    assert [name for name, picture in changed.items() if picture == light[name]] == []
    window.close()
    begun = pictures(qapp, make(DARK))
    assert [name for name, picture in changed.items() if picture != begun[name]] == []


def test_small_panels_change_at_once_and_the_rest_one_in_a_turn(qapp: QApplication, make: Make) -> None:
    window = make(LIGHT)
    with Styled(qapp) as at_once:
        window.session.change_settings(DARK)
    hidden = hidden_of(window)
    assert len(hidden) > 700
    for panel in (window.tree, window.chunks, window.top_bar, window.status):
        assert set(panel.findChildren(QWidget)) <= set(at_once)
    assert len(at_once) < 200
    order: list[set[QWidget]] = []
    largest = max(len(panel.findChildren(QWidget)) for panel in window.tabs.panels())
    while window.styling.waiting:
        before = window.styling.waiting
        with Styled(qapp) as later:
            qapp.processEvents()
        assert window.styling.waiting >= before - 1
        assert len(later) <= largest + 40
        order.append(set(later))
    assert len(order) > 10
    # What is seen is not kept waiting, and is painted again as soon as it is styled.
    assert window.source in order[0]
    assert window.compare in order[1]
    assert window.source.updatesEnabled()
    assert window.compare.updatesEnabled()
    assert not hidden - set().union(*order)
    qapp.processEvents()
    with Styled(qapp) as again:
        window.session.change_settings(Settings(theme="dark", judge="Ada"))
        qapp.processEvents()
    assert not again


def test_a_tool_shown_before_its_turn_has_the_new_looks(qapp: QApplication, make: Make) -> None:
    window = make(LIGHT)
    window.session.change_settings(DARK)
    waiting = window.styling.waiting
    with Styled(qapp) as styled:
        window.tabs.setCurrentWidget(window.findings)
    assert window.styling.waiting == waiting - 1
    assert window.findings.table in styled
    settle(qapp, window)
    before = window.findings.table.verticalHeader().defaultSectionSize()
    window.session.change_settings(Settings(theme="dark", font_size=20))
    settle(qapp, window)
    for panel in window.tabs.panels():
        for table in panel.findChildren(RowTable):
            assert table.font().pointSizeF() == 20
            assert table.verticalHeader().defaultSectionSize() >= table.fontMetrics().height() > 24
    window.session.change_settings(DARK)
    settle(qapp, window)
    assert window.findings.table.verticalHeader().defaultSectionSize() == before


def test_what_comes_later_has_the_windows_looks_too(qapp: QApplication, make: Make) -> None:
    window = make(DARK)
    dialog = QDialog(window)
    dialog.resize(200, 100)
    dialog.show()
    docks = window.workspace.docks
    window.workspace.tabifyDockWidget(docks["documents"], docks["source"])
    qapp.processEvents()
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    bars = [bar for bar in window.workspace.findChildren(QTabBar, options=direct) if bar.isVisible()]
    assert len(bars) == 1
    assert docks["source"].font().pointSizeF() == pytest.approx(8.5)
    for settings in (DARK, LIGHT, LARGE):
        window.session.change_settings(settings)
        qapp.processEvents()
        theme = Theme(settings.theme)
        assert dialog.grab().toImage().pixelColor(3, 3) == theme.colour("window")
        assert bars[0].palette().windowText().color() == theme.colour("text")
    assert docks["source"].font().pointSizeF() == pytest.approx(13 * 0.85, abs=0.06)
    dialog.close()


def test_menus_that_were_open_before_follow_in_colours_and_size(qapp: QApplication, make: Make) -> None:
    window = make(LIGHT)
    menus = [menu for menu in window.findChildren(QMenu) if menu.actions()]
    assert len(menus) > 20
    for menu in menus:
        menu.popup(window.pos())
        qapp.processEvents()
        menu.close()
    window.session.change_settings(LARGE)
    settle(qapp, window)
    assert {menu.title() for menu in menus if menu.font().pointSizeF() != LARGE.font_size} == set()
    ground = Theme(LARGE.theme).colour("raised")
    for menu in menus:
        picture = menu.grab().toImage()
        assert picture.pixelColor(picture.width() // 2, 2) == ground, menu.title()


@pytest.mark.parametrize("settings", [LIGHT, DARK], ids=["light", "dark"])
def test_qts_own_file_dialog_shows_what_its_buttons_do(qapp: QApplication, make: Make, settings: Settings) -> None:
    dialog = QFileDialog(make(settings), "Open")
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.resize(700, 400)
    dialog.show()
    qapp.processEvents()
    buttons = [each for each in dialog.findChildren(QToolButton) if each.isVisible()]
    assert len(buttons) >= 6
    for button in buttons:
        picture = button.grab().toImage()
        inner = range(7, picture.width() - 7), range(7, picture.height() - 7)
        shades = {picture.pixelColor(x, y).lightness() for x in inner[0] for y in inner[1]}
        least = PALE if button.isEnabled() else PALE / 3
        assert max(shades) - min(shades) >= least, button.objectName()
    dialog.close()

"""Every tool of the window is drawn at three sizes, light and dark: none is blank, cut off or lies over another."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QTabBar,
    QWidget,
)

from explorer.ui.hit_list import HitList
from explorer.ui.main_window import MainWindow
from explorer.ui.scatter_view import ScatterView
from explorer.ui.settings import Settings
from tests.support.small_library import DOCUMENTS, write_documents
from tests.support.walking import Walk, walking

PICTURES = os.environ.get("CHUNK_EXPLORER_PICTURES", "")
SIZES = ((1440, 900), (900, 600), (1920, 1080))
CONTROLS = (QAbstractButton, QAbstractSpinBox, QComboBox, QLabel, QLineEdit)


@pytest.fixture(scope="module")
def walk(
    qapp: QApplication, show_active: Callable[[QWidget], None], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Walk]:
    """Return a window with a small library, a question that is answered and a chunk that is chosen."""
    folder = tmp_path_factory.mktemp("pictures") / "Small"
    write_documents(folder, DOCUMENTS)
    with walking(show_active, tmp_path_factory.mktemp("pictures-store"), Settings(theme="light")) as made:
        made.window.open_library(str(folder))
        made.until_settled()
        made.window.ask("How much is the monthly pass?")
        made.window.session.select_chunk("plans.md", 3)
        made.until(lambda: made.window.session.comparison and made.window.session.chunk, "hits")
        yield made


def panels_of(window: MainWindow) -> list[QWidget]:
    found = [window.tabs.widget(number) for number in range(window.tabs.count())]
    return [panel for panel in found if panel is not None]


def on_window(part: QWidget) -> QRect:
    return QRect(part.mapTo(part.window(), part.rect().topLeft()), part.size())


def is_scrolled(part: QWidget) -> bool:
    """Say whether a widget stands in an area that scrolls, where being out of view is usual."""
    above = part.parentWidget()
    while above is not None and not above.isWindow():
        if isinstance(above, QAbstractScrollArea):
            return True
        above = above.parentWidget()
    return False


def shown_parts(top: QWidget) -> list[QWidget]:
    """Return the controls and views that are meant to be seen, but those that are parts of another one."""
    kinds = (*CONTROLS, QAbstractScrollArea)
    found = [part for part in top.findChildren(QWidget) if isinstance(part, kinds) and part.isVisible()]
    usual = [part for part in found if not is_scrolled(part) and part.width() and part.height()]
    return [part for part in usual if not isinstance(part.parentWidget(), (*kinds, QTabBar))]


def cut_off(top: QWidget) -> list[str]:
    """Return the parts of a window that reach beyond it or beyond what they stand in."""
    return [
        f"{type(part).__name__} “{part.accessibleName() or getattr(part, 'text', str)()}” {on_window(part)}"
        for part in shown_parts(top)
        if part.visibleRegion().boundingRect() != part.rect()
    ]


def overlapping(top: QWidget) -> list[str]:
    """Return the pairs of controls that lie over one another."""
    places = [(part, on_window(part)) for part in shown_parts(top)]
    return [
        f"{type(one).__name__} {here} and {type(other).__name__} {there}"
        for (one, here), (other, there) in combinations(places, 2)
        if here.intersects(there) and not one.isAncestorOf(other) and not other.isAncestorOf(one)
    ]


def lasting_faults(top: QWidget) -> list[str]:
    """Return what is wrong once the parts of a window have found their places, which takes some rounds of events."""
    faults = [""]
    for _ in range(20):
        faults = cut_off(top) + overlapping(top)
        if not faults:
            break
        QTest.qWait(20)
    return faults


def shades(top: QWidget, area: QRect) -> int:
    """Return how many colours are seen at points of a part of a window."""
    picture = top.grab(area).toImage()
    points = ((x, y) for x in range(0, picture.width(), 5) for y in range(0, picture.height(), 3))
    return len({picture.pixel(x, y) for x, y in points})


def test_the_smallest_window_shows_several_hits_a_side_and_a_picture_to_look_at(walk: Walk) -> None:
    window = walk.window
    window.resize(900, 600)
    window.tabs.setCurrentWidget(window.compare)
    sides = (window.compare.plain.list, window.compare.context.list)

    def whole(hits: HitList) -> int:
        rows = range(hits.model().rowCount())
        return sum(hits.viewport().rect().contains(hits.visualRect(hits.model().index(row, 0))) for row in rows)

    walk.until(lambda: all(whole(each) >= 3 for each in sides), "three hits a side")
    (picture,) = window.findChildren(ScatterView)
    window.tabs.setCurrentWidget(next(panel for panel in panels_of(window) if panel.isAncestorOf(picture)))
    walk.until(lambda: picture.isVisible() and picture.height() >= 150, "a picture of the scores")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_tool_is_drawn_whole(walk: Walk, theme: str, size: tuple[int, int], tmp_path: Path) -> None:
    window = walk.window
    window.session.change_settings(window.session.settings.with_theme(theme))
    window.resize(*size)
    wrong: dict[str, list[str]] = {}
    for number in range(window.tabs.count()):
        window.tabs.setCurrentIndex(number)
        walk.until(lambda: True)
        QTest.qWait(20)
        panel = window.tabs.widget(number)
        name = window.tabs.tabText(number)
        assert panel is not None
        assert (window.width(), window.height()) == size
        if PICTURES:
            assert window.grab().save(str(Path(PICTURES) / f"{theme}-{size[0]}-{number}.png"))
        if shades(window, on_window(panel)) < 4:
            wrong.setdefault(name, []).append("blank")
        ground = window.grab(QRect(size[0] // 2, 8, 1, 1)).toImage().pixelColor(0, 0).lightness()
        assert (ground > 128) is (theme == "light")
        wrong.setdefault(name, []).extend(lasting_faults(window))
    assert not any(wrong.values()), "\n".join(f"{name}: {fault}" for name, faults in wrong.items() for fault in faults)

"""Pages below one another: few pictures, sharp ones, words that are selected and copied, chunks under the mouse."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QMouseEvent, QPixmap, QShortcut, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from explorer.core.model import Block, BlockKind, Place, Rect, Run
from explorer.core.page_words import PageWords
from explorer.ui import page_texts
from explorer.ui.find_run import FindRun
from explorer.ui.find_words import Sought
from explorer.ui.page_layout import FIT_PAGE, FIT_WIDTH
from explorer.ui.page_pictures import MOST_PIXELS
from explorer.ui.page_view import PageView
from explorer.ui.theme import Theme

SIZE = (300.0, 400.0)
NO_KEYS = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


def words_of(page: int) -> PageWords:
    """Return three lines of three words: line n stands at 40 n points, word m begins at 80 m."""
    rows = (("one", "two", "re-"), ("newed", "five", "six"), ("seven", "eight", "nine"))
    boxes = [
        length
        for line in range(3)
        for at in range(3)
        for length in (20.0 + 80 * at, 40.0 + 40 * line, 70.0 + 80 * at, 60.0 + 40 * line)
    ]
    return PageWords(page, tuple(word for row in rows for word in row), tuple(boxes), "  -  ¶  ¶")


class Reader:
    """Answers what a view wants, and remembers it."""

    def __init__(self, view: PageView) -> None:
        self.view = view
        self.pictures: list[tuple[int, float]] = []
        view.page_wanted.connect(self._draw)
        view.texts.wanted.connect(lambda first, count: view.texts.take(map(words_of, range(first, first + count))))

    def _draw(self, page: int, scale: float) -> None:
        self.pictures.append((page, scale))
        picture = QPixmap(max(round(SIZE[0] * scale), 1), max(round(SIZE[1] * scale), 1))
        picture.fill(Qt.GlobalColor.white)
        self.view.take_picture(page, scale, picture)


@pytest.fixture
def view(qtbot: QtBot, theme: Theme, show_active: Callable[[QWidget], None]) -> PageView:
    made = PageView(theme)
    qtbot.addWidget(made)
    made.resize(340, 420)
    show_active(made)
    return made


@pytest.fixture
def reader(view: PageView, qtbot: QtBot) -> Reader:
    made = Reader(view)
    view.show_document([SIZE] * 200)
    qtbot.waitUntil(lambda: view.texts.get(1) is not None and len(view.pictures.kept()) > 1)
    return made


def spot(view: PageView, word: int, page: int = 1) -> QPoint:
    line, at = divmod(word, 3)
    return view.point_on_screen(45 + 80 * at, 50 + 40 * line, page)


def drag(view: PageView, start: QPoint, end: QPoint) -> None:
    port = view.viewport()
    QTest.mousePress(port, LEFT, NO_KEYS, start)
    QTest.mouseMove(port, start + QPoint(6, 0))
    QTest.mouseMove(port, end)
    QTest.mouseRelease(port, LEFT, NO_KEYS, end)


def test_only_pages_near_what_is_seen_have_pictures(view: PageView, reader: Reader, qtbot: QtBot) -> None:
    bar = view.verticalScrollBar()
    for value in range(0, bar.maximum(), 40):
        bar.setValue(value)
    passed = len(reader.pictures)
    assert passed <= 8
    qtbot.waitUntil(lambda: set(view.visible_pages()) <= view.pictures.kept())
    qtbot.wait(80)
    assert view.pictures.kept() <= set(range(view.visible_pages().start - 1, view.visible_pages().stop + 1))
    assert len(reader.pictures) <= passed + 4


def test_at_most_two_pictures_are_on_their_way(view: PageView, qtbot: QtBot) -> None:
    asked: list[int] = []
    view.page_wanted.connect(lambda page, _scale: asked.append(page))
    view.show_document([SIZE] * 200)
    for value in range(0, 40_000, 900):
        view.verticalScrollBar().setValue(value)
        qtbot.wait(2)
    assert len(asked) == 2
    view.fail_picture(asked[0])
    qtbot.waitUntil(lambda: len(asked) == 3)
    assert asked[2] in view.visible_pages()


def test_a_large_picture_is_drawn_coarser(view: PageView, reader: Reader, qtbot: QtBot) -> None:
    view.set_zoom(8.0)
    qtbot.waitUntil(lambda: reader.pictures[-1][1] > 5)
    assert SIZE[0] * SIZE[1] * reader.pictures[-1][1] ** 2 <= MOST_PIXELS * 1.001


@pytest.mark.parametrize(("zoom", "scale"), [(1.0, 96 / 72), (FIT_WIDTH, None), (FIT_PAGE, None)])
def test_zoom_holds_what_is_at_the_top(view: PageView, reader: Reader, zoom: float, scale: float | None) -> None:
    del reader
    view.show_page(40)
    before = view.top_point()
    view.set_zoom(2.0)
    view.set_zoom(zoom)
    page, height = view.top_point()
    assert (page, view.page) == (before[0], 40)
    assert height == pytest.approx(before[1], abs=30)
    rect = view.page_rect(40)
    if scale is not None:
        assert rect.width() == pytest.approx(SIZE[0] * scale)
    assert zoom != FIT_WIDTH or rect.width() == pytest.approx(view.viewport().width() - 24)
    assert zoom != FIT_PAGE or rect.height() <= view.viewport().height()


def test_wheel_and_keys_with_ctrl_zoom(view: PageView, reader: Reader, qtbot: QtBot) -> None:
    del reader
    chosen: list[float] = []
    view.zoom_changed.connect(chosen.append)
    before = view.effective_zoom()
    centre = QPointF(view.viewport().rect().center())
    turned = QWheelEvent(
        centre,
        view.viewport().mapToGlobal(centre),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), turned)
    assert view.effective_zoom() == pytest.approx(before * 1.15)
    qtbot.keyClick(view, Qt.Key.Key_Minus, Qt.KeyboardModifier.ControlModifier)
    assert view.effective_zoom() == pytest.approx(before)
    qtbot.keyClick(view, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert chosen[-1] == FIT_WIDTH


def test_keys_scroll_from_end_to_end(view: PageView, reader: Reader, qtbot: QtBot) -> None:
    del reader
    bar = view.verticalScrollBar()
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert 0 < bar.value() < view.viewport().height()
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert (bar.value(), view.page) == (bar.maximum(), 200)
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert (bar.value(), view.page) == (0, 1)


@pytest.mark.parametrize(
    ("first", "last", "text"),
    [(0, 1, "one two"), (1, 4, "two renewed five"), (5, 3, "newed five six"), (4, 6, "five six\nseven")],
)
def test_dragging_selects_words_in_reading_order(
    view: PageView, reader: Reader, first: int, last: int, text: str
) -> None:
    del reader
    clicked: list[object] = []
    view.point_clicked.connect(lambda *point: clicked.append(point))
    drag(view, spot(view, first), spot(view, last))
    assert view.selected_passage() == (-1, -1, text)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == text
    assert not clicked


def test_words_are_selected_over_pages(view: PageView, reader: Reader, qtbot: QtBot) -> None:
    del reader
    view.verticalScrollBar().setValue(round(view.page_rect(1).height()) - 200)
    qtbot.waitUntil(lambda: view.texts.get(2) is not None)
    view.selection.begin((1, 8), (1, 8))
    view.selection.extend((2, 1))
    assert view.selection.text() == "nine\none two"


def test_clicks_select_a_word_then_its_line_then_nothing(view: PageView, reader: Reader, qtbot: QtBot) -> None:
    del reader
    port, place = view.viewport(), spot(view, 4)
    QTest.mouseDClick(port, LEFT, NO_KEYS, place)
    assert view.selection.text() == "five"
    QTest.mousePress(port, LEFT, NO_KEYS, place)
    QTest.mouseRelease(port, LEFT, NO_KEYS, place)
    assert view.selection.text() == "newed five six"
    with qtbot.waitSignal(view.point_clicked):
        qtbot.mouseClick(port, LEFT, NO_KEYS, spot(view, 8))
    assert view.selected_passage() is None


def test_words_of_few_pages_are_kept(
    view: PageView, reader: Reader, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    del reader
    monkeypatch.setattr(page_texts, "MOST_WORDS", 200)
    run = FindRun()
    run.start(view, Sought("seven"))
    qtbot.waitUntil(lambda: not run.searching)
    assert run.total == 200
    assert view.texts.words <= 200
    run.step(-1)
    qtbot.waitUntil(lambda: run.current is not None and run.current.start > 0)
    assert (run.place(), view.page) == (200, 200)


def test_ctrl_a_selects_the_page(view: PageView, reader: Reader) -> None:
    del reader
    QTest.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert view.selection.text() == "one two renewed five six\nseven eight nine"


def hover(view: PageView, place: QPoint) -> None:
    """Move the mouse over the view, wherever the screen's pointer is."""
    at, no_button = QPointF(place), Qt.MouseButton.NoButton
    moved = QMouseEvent(
        QEvent.Type.MouseMove, at, view.viewport().mapToGlobal(at), no_button, no_button, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(view.viewport(), moved)


def test_the_chunk_under_the_mouse_shows_its_number(view: PageView, reader: Reader, qtbot: QtBot) -> None:
    del reader
    view.mark_places({7: Place(page=1, rects=(Rect(1, 20, 120, 200, 150),))})
    place = view.point_on_screen(100, 135, 1)
    before = view.viewport().grab().toImage()
    hover(view, place)
    qtbot.waitUntil(lambda: view.hovered == 7)
    assert view.viewport().grab().toImage() != before
    hover(view, view.point_on_screen(100, 300, 1))
    qtbot.waitUntil(lambda: view.hovered is None)


def test_words_of_a_scan_are_those_that_were_recognised(view: PageView, qtbot: QtBot) -> None:
    text = "Clean the filter\nonce a month."
    runs = (
        Run(0, 16, Place(page=1, rects=(Rect(1, 20, 40, 180, 60),))),
        Run(17, 30, Place(page=1, rects=(Rect(1, 20, 70, 150, 90),))),
    )
    view.show_document([SIZE], (Block(BlockKind.PARAGRAPH, text, Place(page=1), runs),))
    view.texts.want([1])
    view.texts.take((PageWords(1),))
    words = view.texts.get(1)
    assert words is not None
    assert (words.text, words.words(2, 3)) == (text + "\n\n", "filter once")
    assert words.box(1) == pytest.approx((80, 40, 110, 60))
    assert view.find_text(0) == words.text


def test_keys_of_zooming_are_the_page_s_while_it_has_the_focus(
    theme: Theme, qtbot: QtBot, show_active: Callable[[QWidget], None]
) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    pages, other = PageView(theme), QLineEdit()
    window.setCentralWidget(pages)
    window.addToolBar("").addWidget(other)
    taken: list[str] = []
    for keys in ("Ctrl++", "Ctrl+0", "Ctrl+A"):
        QShortcut(QKeySequence(keys), window).activated.connect(lambda keys=keys: taken.append(keys))
    show_active(window)
    pages.show_document([SIZE])
    pages.setFocus()
    before = pages.effective_zoom()
    QTest.keyClick(pages, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert (taken, pages.effective_zoom() > before) == ([], True)
    QTest.keyClick(pages, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert (taken, pages.zoom) == ([], FIT_WIDTH)
    other.setFocus()
    QTest.keyClick(other, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert taken == ["Ctrl++"]


SHARP = """
import sys
from PySide6.QtGui import QImage, QPixmap, Qt
from PySide6.QtWidgets import QApplication
from explorer.ui.page_view import PageView
from explorer.ui.theme import Theme

app = QApplication([])
view = PageView(Theme("light"))
view.resize(341, 300)
view.set_zoom(1.0)
view.show()
asked = []
view.page_wanted.connect(lambda page, scale: asked.append(scale))
view.show_document([(200.0, 300.0)])
while not asked:
    app.processEvents()
ratio, scale = view.devicePixelRatioF(), asked[0]
picture = QImage(round(200 * scale), round(300 * scale), QImage.Format.Format_RGB32)
for x in range(picture.width()):
    for y in range(picture.height()):
        picture.setPixel(x, y, 0xff000000 if (x + y) % 2 else 0xffffffff)
view.take_picture(1, scale, QPixmap.fromImage(picture))
shown = view.viewport().grab().toImage()
corner = view.page_rect(1).topLeft() * ratio
left, top = round(corner.x()), round(corner.y())
same = all(
    shown.pixel(left + x, top + y) == picture.pixel(x, y) for x in range(20, 300, 7) for y in range(20, 200, 7)
)
print(ratio, scale == view.effective_zoom() * 96 / 72 * ratio, same)
"""


@pytest.mark.parametrize("factor", ["1.5", "2"])
def test_a_page_is_drawn_pixel_by_pixel_on_a_sharp_screen(factor: str) -> None:
    root = Path(__file__).resolve().parents[2]
    environment = {
        **os.environ,
        "QT_SCALE_FACTOR": factor,
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": str(root),
    }
    ran = subprocess.run(
        [sys.executable, "-c", SHARP], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert ran.stdout.split() == [str(float(factor)), "True", "True"], ran.stderr

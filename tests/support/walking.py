"""A person at the window: clicks where things stand, presses keys, reads what is on the screen.

Mouse and keys go to the window itself and not to a widget, so that what lies on top takes the click and what has the
focus takes the keys, as at a real desk. What is read is what is drawn: rows scrolled away and hidden parts are not.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QPointF, QRect, Qt, QTimer
from PySide6.QtGui import QColor, QGuiApplication, QImage, QKeySequence, QTextCursor, QTextDocumentFragment, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QFileDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QTabBar,
    QTextEdit,
    QToolTip,
    QTreeView,
    QWidget,
)

from explorer.ui import app
from explorer.ui.card_marks import TextMark, WordMark
from explorer.ui.chunk_view import ChunkCards
from explorer.ui.engine_client import EngineClient
from explorer.ui.main_window import MainWindow
from explorer.ui.session import LibraryOptions
from explorer.ui.settings import Settings
from explorer.ui.theme import Theme

PATIENCE = 60
"""Seconds that anything may take."""

_LOOK_EVERY_MS = 30
_STRIKES = 3
_LEFT = Qt.MouseButton.LeftButton
_NONE = Qt.KeyboardModifier.NoModifier


@contextmanager
def walking(
    show_active: Callable[[QWidget], None], store: Path, settings: Settings, size: tuple[int, int] = (1440, 900)
) -> Generator[Walk]:
    """Open a window on an engine of its own, and close both in the end."""
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
    client = EngineClient()
    client.start()
    window = app.make_window(client, settings, None, LibraryOptions(store=str(store)))
    window.resize(*size)
    try:
        show_active(window)
        yield Walk(window)
    finally:
        client.close()
        window.close()
        QApplication.processEvents()
        window.deleteLater()


class _Felt(QObject):
    """Knows whether the mouse was pressed over a widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.pressed = False
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - the name is Qt's
        del watched
        self.pressed |= event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)
        return False


class Walk:
    """What a person does at one window, and sees there."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.theme = Theme(window.session.settings.theme)

    # ------------------------------------------------------------------------------------------- waiting

    def until(self, condition: Callable[[], object], what: str = "") -> None:
        """Run the event loop until `condition` holds and no answer is awaited any more."""
        end = monotonic() + PATIENCE
        while monotonic() < end:
            if condition() and not self.window.session.waiting:
                return
            QTest.qWait(_LOOK_EVERY_MS)
        raise AssertionError(f"waited in vain for {what or condition}; on the screen:\n{seen(self.window)}")

    def until_seen(self, words: str, place: QWidget) -> None:
        """Wait until words stand on the screen."""
        end = monotonic() + PATIENCE
        while monotonic() < end:
            if words in seen(place):
                return
            QTest.qWait(_LOOK_EVERY_MS)
        raise AssertionError(f"“{words}” is not on the screen, but:\n{seen(place)}")

    def until_settled(self) -> None:
        """Wait until the engine has answered all that was asked of it."""
        self.until(lambda: self.window.session.library is not None and self.window.session.library.indexed, "an index")

    def rest(self, milliseconds: int) -> None:
        """Do nothing for a while, as people do between two words."""
        QTest.qWait(milliseconds)

    def open_new(self, folder: Path, asks: Callable[[], None], expected: str) -> None:
        """Ask for a folder that is new, read what would be read of it, and open it with Enter."""
        self.in_file_dialog(folder, asks)
        preview = self.window.preview
        self.until_seen(expected, preview)
        self._with_keys()
        self.until(preview.open.hasFocus, "the button that opens")
        self.press("Return")
        self.until_settled()

    # ------------------------------------------------------------------------------------------- the mouse

    def click(self, widget: QWidget, at: QPoint | QPointF | None = None, *, double: bool = False) -> None:
        """Click a widget in its middle, or at a point of it."""
        top, place = reachable(widget, at)
        strike = QTest.mouseDClick if double else QTest.mouseClick
        felt = _Felt(top.childAt(place) or widget)
        for _ in range(_STRIKES):
            strike(top.windowHandle(), _LEFT, _NONE, place)
            QApplication.processEvents()
            if felt.pressed:
                return
            # What another test left open (a list, a menu) takes the first click, as it would a person's.
            QTest.qWait(_LOOK_EVERY_MS)
        raise AssertionError(f"{widget} does not feel the mouse")

    def click_tab(self, name: str) -> None:
        """Click the tool whose tab begins with `name`."""
        bar = self.window.tabs.tabBar()
        place = next(number for number in range(bar.count()) if bar.tabText(number).startswith(name))
        self.click(bar, bar.tabRect(place).center())
        assert self.window.tabs.currentIndex() == place

    def click_row(self, view: QAbstractItemView, words: str, *, double: bool = False) -> None:
        """Click the row of a list, tree or table that shows some words."""
        place = rect_of_row(view, words)
        self.click(view.viewport(), place.center() if place.width() < 300 else place.topLeft() + QPoint(60, 8))
        if double:
            self.click(view.viewport(), place.topLeft() + QPoint(60, 8), double=True)

    def drag(self, widget: QWidget, start: QPoint, end: QPoint) -> None:
        """Press the mouse at one point of a widget, move it to another one and let it go there."""
        top, first = reachable(widget, start)
        last = widget.mapTo(top, end)
        handle = top.windowHandle()
        QTest.mousePress(handle, _LEFT, _NONE, first)
        for step in range(1, 5):
            QTest.mouseMove(handle, first + (last - first) * step / 4)
        QTest.mouseRelease(handle, _LEFT, _NONE, last)
        QApplication.processEvents()

    def rest_at(self, widget: QWidget, at: QPoint) -> str:
        """Let the mouse rest at a point until a tool tip comes, and read it."""
        top, place = reachable(widget, at)
        handle = top.windowHandle()
        for step in range(100):
            if QToolTip.isVisible() and QToolTip.text():
                return QTextDocumentFragment.fromHtml(QToolTip.text()).toPlainText()
            if step % 10 == 0:
                QTest.mouseMove(handle, place - QPoint(2, 0))
                QTest.mouseMove(handle, place)
            QTest.qWait(200)
        raise AssertionError("no tool tip came")

    # ------------------------------------------------------------------------------------------- the keys

    def press(self, *keys: str) -> None:
        """Press keys one after the other: "F2", "Ctrl+F"."""
        for each in keys:
            QTest.keySequence(self._with_keys(), QKeySequence(each))
            QApplication.processEvents()

    def type(self, text: str) -> None:
        """Type a text where the focus is."""
        for letter in text:
            # The window takes letters as keys too, which the stubs do not tell.
            QTest.keyClick(self._with_keys(), letter)  # type: ignore[call-overload]
        QApplication.processEvents()

    def dialog(self) -> QWidget:
        """Wait until a dialog has the keys and return it."""
        self.until(lambda: (top := QApplication.activeModalWidget()) and top.isActiveWindow(), "a dialog")
        found = QApplication.activeModalWidget()
        assert found is not None
        return found

    def _with_keys(self) -> QWindow:
        """Return the window that has the keys. When a dialog closes, a window manager gives them back; here we do."""
        if not QGuiApplication.focusWindow():
            top = QApplication.activeModalWidget() or self.window
            top.activateWindow()
            assert QTest.qWaitForWindowActive(top)
        return QGuiApplication.focusWindow()

    def in_file_dialog(self, path: Path, opens: Callable[[], None]) -> None:
        """Do what opens a file dialog, type a path there and press Enter."""

        def answer() -> bool:
            dialog = QApplication.activeModalWidget()
            if not isinstance(dialog, QFileDialog) or not dialog.isActiveWindow():
                return False
            assert isinstance(QApplication.focusWidget(), QLineEdit)
            self.press("Ctrl+A")
            self.type(str(path))
            self.press("Return")
            return True

        self._meanwhile(answer, opens)

    def in_menu(self, words: str, opens: Callable[[], None]) -> None:
        """Do what opens a menu, and go down in it by keys to the entry that says some words."""

        def choose() -> bool:
            menu = QApplication.activePopupWidget()
            if not isinstance(menu, QMenu):
                return False
            for _ in menu.actions():
                self.press("Down")
                if words in menu.activeAction().text():
                    break
            self.press("Return")
            return True

        self._meanwhile(choose, opens)

    def _meanwhile(self, answer: Callable[[], bool], opens: Callable[[], None]) -> None:
        """Do what does not return before it is answered, as menus and dialogs for files do, and answer it."""
        answered: list[bool] = []
        timer = QTimer(interval=_LOOK_EVERY_MS)

        def look() -> None:
            if not answered and answer():
                answered.append(True)
                timer.stop()

        timer.timeout.connect(look)
        timer.start()
        opens()
        self.until(lambda: answered, "what was to be answered")


# ----------------------------------------------------------------------------------------------- looking


def reachable(widget: QWidget, at: QPoint | QPointF | None = None) -> tuple[QWidget, QPoint]:
    """Return the window of a widget and a point of the widget in it, where nothing else lies on top."""
    top = widget.window()
    inside = widget.rect().center() if at is None else QPointF(at).toPoint()
    place = widget.mapTo(top, inside)
    under = top.childAt(place)
    assert widget.isVisible(), f"{widget} is hidden"
    assert under is not None, f"{widget} is outside the window at {place}"
    assert under is widget or widget.isAncestorOf(under), f"{under} lies over {widget}"
    return top, place


def seen(widget: QWidget) -> str:
    """Return the words that are on the screen in a widget, a line for each part of it."""
    parts = [widget, *widget.findChildren(QWidget)]
    lines = (_words(part) for part in parts if part.isVisible() and not part.visibleRegion().isEmpty())
    return "\n".join(line for line in lines if line)


def _text_in_view(page: QTextEdit) -> str:
    area = page.viewport().rect()
    cursor = page.cursorForPosition(area.topLeft())
    end = page.cursorForPosition(area.bottomRight()).position()
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return cursor.selection().toPlainText()


_READ: tuple[tuple[type[QWidget], Callable[[Any], str]], ...] = (
    (QLabel, lambda part: _plain(part.text())),
    (QAbstractButton, lambda part: part.text()),
    (QLineEdit, lambda part: part.text() or part.placeholderText()),
    (QComboBox, lambda part: part.currentText()),
    (QAbstractSpinBox, lambda part: part.text()),
    (QTabBar, lambda part: "  ".join(part.tabText(number) for number in range(part.count()))),
    (QTextEdit, _text_in_view),
    (QHeaderView, lambda _: ""),
    (QAbstractItemView, lambda part: "\n".join(words for words, _ in rows_seen(part))),
    (ChunkCards, lambda part: "\n".join(card_words(part, row) for row in part.visible_rows())),
)
"""How each kind of widget is read, the more special kinds first."""


def _words(part: QWidget) -> str:
    read = next((read for kind, read in _READ if isinstance(part, kind)), None)
    return read(part) if read else ""


def _plain(text: str) -> str:
    return QTextDocumentFragment.fromHtml(text).toPlainText() if "</" in text else text


def rows_seen(view: QAbstractItemView) -> list[tuple[str, QRect]]:
    """Return the rows in view of a list, tree or table: the words of their cells, and where they stand."""
    found: list[tuple[str, QRect]] = []
    model, area = view.model(), view.viewport().rect()
    # Models of lists keep their one column to themselves.
    columns = 1 if isinstance(view, QListView) else model.columnCount()
    waiting = [QModelIndex()]
    while waiting:
        parent = waiting.pop(0)
        for row in range(model.rowCount(parent)):
            cells = [model.index(row, column, parent) for column in range(columns)]
            rects = [view.visualRect(cell) for cell in cells]
            shown = [str(cell.data() or "") for cell, rect in zip(cells, rects, strict=True) if rect.intersects(area)]
            if shown:
                whole = rects[0]
                for rect in rects[1:]:
                    whole = whole.united(rect)
                found.append(("  ".join(shown), whole.intersected(area)))
            if isinstance(view, QTreeView):
                waiting.append(cells[0])
    return sorted(found, key=lambda pair: pair[1].top())


def rect_of_row(view: QAbstractItemView, words: str) -> QRect:
    """Return where the first row in view stands that shows some words."""
    found = next((rect for text, rect in rows_seen(view) if words in text), None)
    assert found is not None, f"no row in view says “{words}”, but:\n{seen(view)}"
    return found


def card_words(cards: ChunkCards, row: int) -> str:
    """Return the words that are drawn on a chunk's card."""
    card = cards.layouts.of(row)
    if card is None:
        return ""
    return "\n".join(
        mark.text if isinstance(mark, WordMark) else mark.layout.text()
        for mark in card.marks
        if isinstance(mark, WordMark | TextMark)
    )


def place_on_card(cards: ChunkCards, row: int, words: str) -> QPoint:
    """Return where some words, a chip or a link, stand on a card in view."""
    card, rect = cards.layouts.of(row), cards.card_rect(row)
    assert card is not None
    assert rect is not None
    mark = next(mark for mark in card.marks if isinstance(mark, WordMark) and words in mark.text)
    return (rect.topLeft() + mark.rect.center()).toPoint()


def shows_colour(widget: QWidget, colour: QColor, area: QRect | None = None) -> bool:
    """Say whether any pixel of a widget, or of a part of it, has a colour."""
    picture = widget.grab(area or widget.rect()).toImage().convertToFormat(QImage.Format.Format_RGB32)
    # Rows of whole pixels, four bytes each: places that are no multiples of four lie across two pixels.
    pixels, sought = bytes(picture.constBits()), colour.rgb().to_bytes(4, sys.byteorder)
    place = pixels.find(sought)
    while place > 0 and place % 4:
        place = pixels.find(sought, place + 1)
    return place >= 0

"""The menu bar and the help: every command has its place, and F1 leads to what is about the tool in use."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from explorer import paths, protocol
from explorer.core.report.guide import GUIDE
from explorer.core.views import LibraryInfo
from explorer.ui.help_window import TOPICS, HelpWindow, shipped_topics
from explorer.ui.main_window import MainWindow
from explorer.ui.theme import Theme

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine


@pytest.fixture
def window(empty_window: MainWindow, engine: RecordingEngine) -> MainWindow:
    empty_window.open_library("/docs")
    info = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, indexed=True)
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=info))
    return empty_window


def test_every_tool_has_its_entry_and_no_keys_are_given_twice(window: MainWindow) -> None:
    keys = window.menus.listed_keys()
    names = [name for name, _ in keys]
    for place in range(window.tabs.count()):
        assert window.tabs.tabText(place).replace("&&", "&") in names
    doubled = [shortcut for shortcut, count in Counter(shortcut for _, shortcut in keys).items() if count > 1]
    assert doubled == []


def test_keys_bring_a_tool_to_the_front(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert window.tabs.currentIndex() == 1
    qtbot.keyClick(window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert window.tabs.currentIndex() == 0


def test_f6_goes_through_the_panes_and_back(window: MainWindow, qtbot: QtBot) -> None:
    panes: tuple[QWidget, ...] = (window.tree, window.chunks, window.source, window.tabs)

    def held() -> int:
        focus = QApplication.focusWidget()
        return next(place for place, pane in enumerate(panes) if focus is not None and pane.isAncestorOf(focus))

    window.tree.setFocus()
    seen = [held()]
    for _ in panes:
        qtbot.keyClick(window, Qt.Key.Key_F6)
        seen.append(held())
    assert seen == [0, 1, 2, 3, 0]
    qtbot.keyClick(window, Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert held() == 3


def test_the_text_grows_shrinks_and_returns(window: MainWindow, qtbot: QtBot) -> None:
    usual = window.tree.font().pointSize()
    window.menus.text_size_wanted.emit(1)
    larger = window.session.settings.font_size
    qtbot.waitUntil(lambda: window.tree.font().pointSize() == larger)
    window.menus.text_size_wanted.emit(-1)
    assert (larger, window.session.settings.font_size) == (usual + 1, usual)
    qtbot.waitUntil(lambda: window.tree.font().pointSize() == usual)
    window.menus.text_size_wanted.emit(0)
    assert window.session.settings.font_size == 0


def test_f1_opens_the_help_at_the_tool_in_use(window: MainWindow, qtbot: QtBot) -> None:
    window.tree.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_F1)
    page = window.help.page
    assert page is not None
    assert page.list.currentItem().text() == "Documents"
    page.close()
    window.top_bar.search.setFocus()
    window.help.show_here()
    assert page.list.currentItem().text() == "Start"
    page.close()
    window.tabs.setCurrentWidget(window.audit_tabs.sample)
    window.audit_tabs.sample.setFocus()
    qtbot.waitUntil(lambda: window.tabs.isAncestorOf(QApplication.focusWidget() or window))
    window.help.show_here()
    assert page.list.currentItem().text() == "Judge a sample"
    assert "Press" in page.text.toPlainText()


def test_the_helps_titles_are_read_whole(window: MainWindow, qtbot: QtBot) -> None:
    for size in (10, 16):
        window.session.change_settings(replace(window.session.settings, font_size=size))
        window.help.show_here()
        page = window.help.page
        assert page is not None
        qtbot.waitExposed(page)
        qtbot.waitUntil(lambda page=page: page.list.horizontalScrollBar().maximum() == 0)
        page.close()


def test_words_of_a_list_stand_off_its_bullets_and_below_each_other(window: MainWindow, qapp: QApplication) -> None:
    shown = HelpWindow(Theme("light"), [], window)
    shown.show_topic("Find out why")
    shown.resize(560, 500)
    qapp.processEvents()
    document = shown.text.document()
    space = QFontMetricsF(document.defaultFont()).horizontalAdvance(" ")
    blocks = [document.findBlockByNumber(number) for number in range(document.blockCount())]
    items = [block for block in blocks if block.textList()]
    assert items
    starts = set[int]()
    for block in items:
        layout = block.layout()
        first = layout.lineAt(0)
        words = first.cursorToX(len(block.text()) - len(block.text().lstrip()))
        assert isinstance(words, tuple)
        assert words[0] - first.naturalTextRect().left() > space, block.text()
        starts.add(round(words[0]))
        starts.update(round(layout.lineAt(line).naturalTextRect().left()) for line in range(1, layout.lineCount()))
    assert len(starts) == 1
    assert any(block.layout().lineCount() > 1 for block in items), "one item takes two lines"
    shown.close()


def test_the_help_tells_all_findings_and_all_keys(window: MainWindow) -> None:
    window.help.show_here()
    page = window.help.page
    assert page is not None
    page.list.setCurrentRow(page.titles.index("Findings"))
    told = page.text.toPlainText()
    assert [code for code in GUIDE if code not in told] == []
    page.list.setCurrentRow(page.titles.index("Keys"))
    told = page.text.toPlainText()
    assert [shortcut for _, shortcut in window.menus.listed_keys() if shortcut not in told] == []


def test_topics_of_tools_are_there() -> None:
    titles = [title for title, _ in shipped_topics()]
    assert set(TOPICS.values()) - set(titles) == {"Findings", "Keys"}
    assert len(set(titles)) == len(titles)


def test_the_help_file_is_shipped() -> None:
    assert (Path(__file__).parents[2] / "resources" / "help" / "en.md").is_file()


def test_f1_tells_about_a_dialog_above_it(window: MainWindow, qtbot: QtBot) -> None:
    dialog = window.audit_tabs.write_report()
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.isAncestorOf(QApplication.focusWidget() or window))
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F1)
    (page,) = dialog.findChildren(HelpWindow)
    assert page.list.currentItem().text() == "Write a report"
    assert page.isVisible()
    page.close()
    dialog.reject()


def test_every_dialog_and_every_tool_has_its_topic(window: MainWindow) -> None:
    parts = [window.tree, window.chunks, window.source, *(window.tabs.widget(place) for place in range(13))]
    assert [type(part).__name__ for part in parts if type(part).__name__ not in TOPICS] == []
    named = "".join(path.read_text("utf-8") for path in Path(paths.__file__).parent.glob("ui/*.py"))
    dialogs = set(re.findall(r"^class (\w+)\(QDialog\)", named, re.MULTILINE)) - {"HelpWindow"}
    assert "MendDialog" in dialogs
    assert dialogs - set(TOPICS) == set()


def test_the_help_explains_the_words_of_the_program() -> None:
    words = dict(shipped_topics())["Words"]
    for word in (
        *("library", "document", "block", "own body", "section", "heading path", "chunk", "header", "recipe"),
        *("context sentence", "embedded text", "display text", "prompt text", "neighbours", "parent section", "pool"),
        "plain / with context",
    ):
        assert f"* **{word}**:" in words, word

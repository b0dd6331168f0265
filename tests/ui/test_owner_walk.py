"""The content owner's walk on a real engine: find a heading that says nothing, see what a better one does, undo it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from explorer.ui import app
from explorer.ui.engine_client import EngineClient
from explorer.ui.main_window import MainWindow
from explorer.ui.session import LibraryOptions
from explorer.ui.settings import Settings
from tests.support.small_library import DOCUMENTS, write_documents

WAIT_MS = 120_000
QUESTION = "Where do I get a visitor badge?"


@pytest.fixture(scope="module")
def window(
    qapp: QApplication, tmp_path_factory: pytest.TempPathFactory, show_active: Callable[[QWidget], None]
) -> Iterator[MainWindow]:
    """Return a window whose real engine has indexed the small library, with one question of its own."""
    folder = tmp_path_factory.mktemp("owner")
    write_documents(folder, {**DOCUMENTS, "questions.jsonl": f'{{"question": "{QUESTION}"}}\n'})
    client = EngineClient()
    client.start()
    options = LibraryOptions(store=str(tmp_path_factory.mktemp("owner-store")))
    made = app.make_window(client, Settings(theme="light"), None, options)
    show_active(made)
    made.open_library(str(folder))
    until(made, lambda: made.session.library is not None and made.session.library.indexed)
    yield made
    client.close()
    made.close()
    qapp.processEvents()
    made.deleteLater()
    qapp.setStyleSheet("")


def until(window: MainWindow, condition: Callable[[], bool]) -> None:
    """Run the event loop until `condition` holds and nothing is awaited any more."""
    for _ in range(WAIT_MS // 20):
        if condition() and not window.session.waiting:
            return
        QTest.qWait(20)
    raise AssertionError(f"still waiting; messages: {window.messages.shown}")


def rank_of_badges(window: MainWindow) -> int:
    window.ask(QUESTION)
    until(window, lambda: window.session.comparison is not None and window.session.comparison.question == QUESTION)
    comparison = window.session.comparison
    assert comparison is not None
    rank = next(hit.rank for hit in comparison.context if hit.text.startswith("Badges"))
    assert rank is not None
    return rank


def mends_tab(window: MainWindow) -> str:
    return window.tabs.tabText(window.tabs.indexOf(window.audit_tabs.mends))


def headings(window: MainWindow) -> list[str]:
    model = window.audit_tabs.inventory.model
    return [model.use(row).heading for row in range(model.rowCount())]


def test_a_heading_that_says_nothing_is_renamed_and_the_renaming_undone(window: MainWindow) -> None:
    before = rank_of_badges(window)
    tabs = window.audit_tabs
    window.tabs.setCurrentWidget(tabs.inventory)
    until(window, lambda: "Overview" in headings(window))
    tabs.inventory.code.choose("-")
    until(window, lambda: "Overview" in headings(window) and "Rooms" not in headings(window))
    tabs.inventory.table.setCurrentIndex(tabs.inventory.model.index(headings(window).index("Overview"), 0))
    window.activateWindow()
    tabs.inventory.table.setFocus()
    until(window, window.isActiveWindow)
    QTest.keyClick(tabs.inventory.table, Qt.Key.Key_F2)
    dialog = tabs.dialog
    assert dialog is not None
    dialog.text.selectAll()
    QTest.keyClicks(dialog.text, "Parking garage regulations")
    until(window, lambda: "before" in dialog.effect.toPlainText())
    told = dialog.effect.toPlainText()
    QTest.keyClick(dialog.text, Qt.Key.Key_Return)
    until(window, lambda: "Overview" not in headings(window) and mends_tab(window) == "Mends 1")
    after = rank_of_badges(window)
    assert (f"{before} → {after}" in told) is (before != after)
    tabs.inventory.code.setCurrentIndex(0)
    until(window, lambda: "Overview" in headings(window))
    row = headings(window).index("Overview")
    assert tabs.inventory.model.index(row, 5).data() == "✎ renamed"
    tabs.history.undo_action.trigger()
    until(window, lambda: mends_tab(window) == "Mends")
    until(window, lambda: tabs.inventory.model.use(headings(window).index("Overview")).renamed == 0)
    assert rank_of_badges(window) == before
    assert window.messages.shown == ()


def test_a_heading_is_left_alone_and_heard_again(window: MainWindow) -> None:
    tabs = window.audit_tabs
    window.tabs.setCurrentWidget(tabs.inventory)
    tabs.inventory.code.setCurrentIndex(0)
    until(window, lambda: "Overview" in headings(window))

    def state() -> tuple[str, bool]:
        use = tabs.inventory.model.use(headings(window).index("Overview"))
        return use.code, use.silenced

    tabs.inventory.table.setCurrentIndex(tabs.inventory.model.index(headings(window).index("Overview"), 0))
    assert state() == ("H102", False)
    tabs.inventory.actions_.silence.trigger()
    until(window, lambda: state() == ("", True))
    assert window.findings.menu.silenced.text() == "Silenced 1"
    assert tabs.inventory.actions_.silence.text() == "Hear again"
    tabs.inventory.actions_.silence.trigger()
    until(window, lambda: state() == ("H102", False))

"""Sample, costs and report on one real engine: what is judged by keys is there again after a new start."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from explorer.ui import app
from explorer.ui.engine_client import EngineClient
from explorer.ui.main_window import MainWindow
from explorer.ui.session import LibraryOptions
from explorer.ui.settings import Settings
from tests.support.small_library import DOCUMENTS, write_documents

WAIT = 120_000


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    """Return a small library and a store."""
    folder = tmp_path / "small"
    write_documents(folder, DOCUMENTS)
    return folder, tmp_path / "store"


@pytest.fixture
def windows(qapp: QApplication) -> Iterator[list[tuple[EngineClient, MainWindow]]]:
    opened: list[tuple[EngineClient, MainWindow]] = []
    yield opened
    for client, window in opened:
        client.close()
        window.close()
        window.deleteLater()
    qapp.processEvents()
    qapp.setStyleSheet("")


def open_window(
    qtbot: QtBot,
    opened: list[tuple[EngineClient, MainWindow]],
    places: tuple[Path, Path],
    show_active: Callable[[QWidget], None],
) -> MainWindow:
    client = EngineClient()
    client.start()
    window = app.make_window(client, Settings(theme="light", judge="ana"), None, LibraryOptions(store=str(places[1])))
    opened.append((client, window))
    show_active(window)
    window.open_library(str(places[0]))
    qtbot.waitUntil(lambda: window.session.library is not None and window.session.library.indexed, timeout=WAIT)
    window.tabs.setCurrentWidget(window.audit_tabs.sample)
    return window


def press(window: MainWindow, key: Qt.Key) -> None:
    focus = window.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key)


def test_a_sample_is_judged_by_keys_and_resumed_after_a_new_start(
    qtbot: QtBot,
    windows: list[tuple[EngineClient, MainWindow]],
    places: tuple[Path, Path],
    show_active: Callable[[QWidget], None],
) -> None:
    window = open_window(qtbot, windows, places, show_active)
    sample = window.audit_tabs.sample
    sample.draw()
    qtbot.waitUntil(lambda: bool(sample.flow.items), timeout=WAIT)
    size = len(sample.flow.items)
    for key in (Qt.Key.Key_1, Qt.Key.Key_3, Qt.Key.Key_2):
        press(window, key)
    qtbot.waitUntil(lambda: sample.flow.state is not None and sample.flow.state.judged == 3, timeout=WAIT)
    rates = sample.copied_rates().split("\n")
    assert rates[1].startswith("All chunks\t2 of 3\t66.7 %\t20.8 – 93.9 %")
    qtbot.waitUntil(lambda: window.session.chunk is not None and not window.session.waiting, timeout=WAIT)
    assert sample.flow.item is not None
    assert window.session.chunk is not None
    assert window.session.chunk.item == sample.flow.item.view.item
    windows[0][0].close()

    again = open_window(qtbot, windows, places, show_active)
    resumed = again.audit_tabs.sample
    assert resumed.judge.text() == "ana"
    resumed.draw()
    qtbot.waitUntil(lambda: bool(resumed.flow.items), timeout=WAIT)
    assert resumed.flow.position == 3
    assert f"3 of {size} judged" in resumed.progress.text()
    press(again, Qt.Key.Key_Left)
    press(again, Qt.Key.Key_U)
    qtbot.waitUntil(lambda: resumed.flow.state is not None and resumed.flow.state.judged == 2, timeout=WAIT)

    costs = again.audit_tabs.costs
    again.tabs.setCurrentWidget(costs)
    qtbot.waitUntil(lambda: costs.order.rowCount() == 5, timeout=WAIT)
    before = costs.sentence.text()
    costs.recipe.setCurrentIndex(costs.recipe.findData("none"))
    costs.recipe.activated.emit(costs.recipe.currentIndex())
    qtbot.waitUntil(lambda: costs.sentence.text().startswith("0 header tokens"), timeout=WAIT)
    assert not before.startswith("0 header tokens")

    path = places[0].parent / "audit.html"
    again.audit_tabs.audit.write_report(str(path), "html")
    qtbot.waitUntil(lambda: bool(again.messages.shown), timeout=WAIT)
    assert again.messages.shown == (("The report is written.", str(path)),)
    assert path.read_text("utf-8").startswith("<!DOCTYPE html")
    again.audit_tabs.audit.write_report(str(places[0] / "audit.html"), "html")
    qtbot.waitUntil(lambda: len(again.messages.shown) == 2, timeout=WAIT)
    assert "read as one of its documents" in again.messages.shown[1][0]

"""The chunk list on one real engine: a suggestion taken and undone, the source shown, chosen chunks written."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from explorer.ui import app
from explorer.ui.card_marks import TextMark
from explorer.ui.engine_client import EngineClient
from explorer.ui.main_window import MainWindow
from explorer.ui.session import LibraryOptions, Selection
from explorer.ui.settings import Settings
from tests.support.small_library import OFFICE, PLANS, write_documents

WAIT = 60_000
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, show_active: Callable[[QWidget], None]
) -> Iterator[MainWindow]:
    folder = tmp_path / "small"
    write_documents(folder, {"plans.md": PLANS, "office.md": OFFICE})
    client = EngineClient()
    client.start()
    made = app.make_window(client, Settings(theme="light"), None, LibraryOptions(store=str(tmp_path / "store")))
    show_active(made)
    made.open_library(str(folder))
    qtbot.waitUntil(lambda: made.session.library is not None and made.session.library.indexed, timeout=WAIT)
    yield made
    client.close()
    made.close()
    made.deleteLater()
    qapp.processEvents()
    qapp.setStyleSheet("")


def headings(window: MainWindow) -> list[str]:
    view = window.session.chunk
    return [segment.renamed or segment.text for segment in view.segments] if view else []


def test_owner_mends_a_heading_from_its_card_and_takes_chunks_along(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    chunks, cards, session = window.chunks, window.chunks.cards, window.session
    session.select(Selection(document="office.md"))
    qtbot.waitUntil(lambda: chunks.title().endswith("OFFICE.MD · 3"), timeout=WAIT)
    cards.setFocus()
    QTest.keyClick(cards, Qt.Key.Key_Home)
    assert headings(window) == ["Office", "Overview"]
    card, rect = cards.layouts.of(0), cards.card_rect(0)
    assert card is not None
    assert rect is not None
    QTest.mouseClick(
        cards.viewport(), Qt.MouseButton.LeftButton, pos=(rect.topLeft() + card.links[0].rect.center()).toPoint()
    )
    qtbot.waitUntil(lambda: headings(window) == ["Office", "Badges"], timeout=WAIT)
    qtbot.waitUntil(lambda: not session.busy, timeout=WAIT)
    window.undo.undo.trigger()
    qtbot.waitUntil(lambda: headings(window) == ["Office", "Overview"], timeout=WAIT)
    qtbot.waitUntil(lambda: not session.waiting, timeout=WAIT)

    session.change_settings(Settings(theme="light", chunk_text="source"))
    qtbot.waitUntil(lambda: "Badges are handed out" in shown(window), timeout=WAIT)

    QTest.keyClick(cards, Qt.Key.Key_A, CTRL)
    target = tmp_path / "chosen.jsonl"
    chunks.export(str(target), "jsonl", chosen_only=True)
    qtbot.waitUntil(lambda: "3 chunks written to chosen.jsonl" in chunks.footer.words(), timeout=WAIT)
    lines = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    assert [line["heading_path"][-1] for line in lines] == ["Overview", "Rooms", "Signs"]


def shown(window: MainWindow) -> str:
    card = window.chunks.cards.layouts.of(0)
    marks = card.marks if card else []
    return " ".join(mark.layout.text() for mark in marks if isinstance(mark, TextMark))

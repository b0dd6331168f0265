"""The tab of scores on one real engine: pictures of two rankers, and the texts that were really embedded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer.ui.engine_client import EngineClient
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.scores_panel import ScoresPanel
from explorer.ui.session import LibraryOptions, Session
from explorer.ui.theme import Theme
from explorer.ui.wishes import Question
from tests.support.small_library import DOCUMENTS, write_documents

WAIT = 120_000
MONTHLY = "How much is the monthly pass?"


def test_two_rankers_are_drawn_and_their_texts_compared(
    qtbot: QtBot, tmp_path: Path, theme: Theme, show_active: Callable[[QWidget], None]
) -> None:
    write_documents(tmp_path / "small", DOCUMENTS)
    client = EngineClient()
    client.start()
    session = Session(client, options=LibraryOptions(store=str(tmp_path / "store")))
    panel = ScoresPanel(RetrievalSession(session), theme)
    qtbot.addWidget(panel)
    panel.resize(1200, 340)
    show_active(panel)
    try:
        session.open_library(str(tmp_path / "small"))
        qtbot.waitUntil(lambda: session.library is not None and session.library.indexed, timeout=WAIT)
        session.search(Question(MONTHLY))
        qtbot.waitUntil(panel.view.isVisible, timeout=WAIT)
        comparison, plot = session.comparison, panel.view.plot()
        assert comparison is not None
        assert plot is not None
        assert len(plot.dots) == comparison.pool.size
        assert f"(n = {comparison.pool.size})" in panel.summary.whole()
        panel.view.setFocus()
        QTest.keyClick(panel.view, Qt.Key.Key_Home)
        assert panel.info.whole().startswith("plans.md #3 · Monthly pass — without context: 0.43")
        QTest.keyClick(panel.view, Qt.Key.Key_Return)
        qtbot.waitUntil(panel.texts.isVisible, timeout=WAIT)
        assert panel.texts.context.text.toPlainText().startswith("Plans > Monthly pass\n\nIt costs 25")
        session.search(Question(MONTHLY, "keyword", context_ranker="embedding"))
        qtbot.waitUntil(lambda: "Scores of BM25 and cosine" in panel.summary.whole(), timeout=WAIT)
        assert "match only with context" in panel.summary.whole()
    finally:
        client.close()

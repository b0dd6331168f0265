"""The evaluation tab on a real engine: one click embeds a recipe and runs, what was kept is there again, a page."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer.ui.engine_client import EngineClient
from explorer.ui.evaluation_panel import EvaluationPanel
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.session import LibraryOptions, Session
from explorer.ui.theme import Theme
from tests.support.small_library import DOCUMENTS, write_documents

WAIT = 120_000
ROWS = (
    {"question": "How much is the monthly pass?", "relevant": ["plans#monthly-pass"]},
    {"question": "What does a single ride cost?", "relevant": ["plans#single-ride"]},
)
Opener = Callable[[], tuple[Session, EvaluationPanel]]


@pytest.fixture
def opener(qtbot: QtBot, tmp_path: Path, theme: Theme, show_active: Callable[[QWidget], None]) -> Iterator[Opener]:
    """Return a function that opens a small library with questions in a new engine."""
    folder = tmp_path / "small"
    write_documents(folder, DOCUMENTS)
    (folder / "questions.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    clients: list[EngineClient] = []

    def open_panel() -> tuple[Session, EvaluationPanel]:
        for client in clients:
            client.close()
        clients[:] = [EngineClient()]
        clients[0].start()
        session = Session(clients[0], options=LibraryOptions(store=str(tmp_path / "store")))
        panel = EvaluationPanel(RetrievalSession(session, clients[0]), theme)
        qtbot.addWidget(panel)
        session.setParent(panel)
        panel.resize(1300, 330)
        show_active(panel)
        session.open_library(str(folder))
        qtbot.waitUntil(lambda: session.library is not None and session.library.indexed, timeout=WAIT)
        qtbot.waitUntil(lambda: panel.controls.wish is not None and not session.waiting, timeout=WAIT)
        return session, panel

    yield open_panel
    for client in clients:
        client.close()


def test_one_click_embeds_and_runs_and_the_next_start_shows_what_was_kept(
    qtbot: QtBot, opener: Opener, tmp_path: Path
) -> None:
    session, panel = opener()
    panel.controls.recipes.choose(("none", "path", "label"))
    panel.controls.run.click()
    with qtbot.waitSignal(panel.flow.told, timeout=WAIT) as told:
        pass
    view = told.args[0] if told.args else None
    assert [(run.name, run.ranker) for run in view.runs] == [  # pyright: ignore[reportOptionalMemberAccess]
        (name, "embedding") for name in ("plain", "context", "label")
    ]
    assert session.library is not None
    assert "label" in session.library.embedded
    assert panel.figures.runs.rowCount() == 3
    assert panel.changes.rows.rowCount() == len(ROWS)
    page = tmp_path / "evaluation.html"
    panel.export(str(page), "html")
    qtbot.waitUntil(lambda: "Written" in panel.controls.state.whole(), timeout=WAIT)
    assert "How much is the monthly pass?" in page.read_text("utf-8")
    qtbot.waitUntil(lambda: panel.figures.kept_rows.rowCount() == 1, timeout=WAIT)

    _session, again = opener()
    qtbot.waitUntil(lambda: again.figures.runs.rowCount() == 3, timeout=WAIT)
    assert not again.controls.export.isEnabled()
    assert again.changes.rows.lines()[1:] == panel.changes.rows.lines()[1:]
    again.controls.rankers.choose(("embedding", "keyword"))
    again.controls.run.click()
    with qtbot.waitSignal(again.flow.told, timeout=WAIT):
        pass
    qtbot.waitUntil(lambda: again.figures.kept_rows.rowCount() == 2, timeout=WAIT)
    again.figures.kept.selectRow(1)
    again.figures.compare.click()
    assert "against then" in again.changes.verdict.toolTip()
    assert again.changes.difference is not None
    assert again.changes.difference.same == len(ROWS)

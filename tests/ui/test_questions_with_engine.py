"""The questions tab on a real engine: a set is copied, edited, checked, kept and exported; pairs are proposed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer.core.questions import read_questions
from explorer.ui.engine_client import EngineClient
from explorer.ui.questions_panel import QuestionsPanel
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.session import LibraryOptions, Session
from explorer.ui.theme import Theme

WAIT = 120_000
TEXT = "# Plans\n\n## Day pass\n\nIt costs 12 dollars a day.\n\n## Night pass\n\nIt costs 9 dollars a day.\n"
SET = (
    '{"question": "Day?", "relevant": ["plans#day-pas"], "id": 4}\n'
    '{"question": "Night?", "relevant": ["plans#night-pass"]}\n'
)


def test_a_set_is_copied_mended_and_exported(
    qtbot: QtBot, theme: Theme, tmp_path: Path, show_active: Callable[[QWidget], None]
) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "plans.md").write_text(TEXT)
    (folder / "questions.jsonl").write_text(SET)
    client = EngineClient()
    client.start()
    session = Session(client, options=LibraryOptions(store=str(tmp_path / "store")))
    retrieval = RetrievalSession(session, session)
    panel = QuestionsPanel(retrieval, theme)
    qtbot.addWidget(panel)
    show_active(panel)

    def until(condition: Callable[[], Any]) -> None:
        qtbot.waitUntil(lambda: bool(condition()) and not session.waiting, timeout=WAIT)

    try:
        session.open_library(str(folder))
        until(lambda: session.library and session.library.indexed and panel.book.rows)
        book = panel.book
        assert book.rows[0].relevant[0].problem.endswith("the nearest is #day-pass.")
        panel.actions_.copy_set.trigger()
        until(lambda: book.own and book.info)
        assert book.name == "questions"
        dialog = panel.word_question(book.rows[0])
        dialog.table.selectRow(0)
        button: Any = dialog.repairs.itemAt(0)
        button.widget().click()
        until(lambda: dialog.row.relevant[0].chunks == (("plans.md", 0),))
        dialog.done_button.click()
        until(lambda: book.rows[0].relevant[0].chunks)
        book.link(0, 1)
        until(lambda: len(book.rows[0].not_relevant) == 1 and book.rows[0].not_relevant[0].chunks)
        twins = panel.propose_twins()
        until(lambda: twins.pairs.rows)
        assert {twins.pairs.rows[0].first.heading_path[-1], twins.pairs.rows[0].second.heading_path[-1]} == {
            "Day pass", "Night pass"
        }  # fmt: skip
        twins.close()
        target = tmp_path / "out.json"
        with qtbot.waitSignal(retrieval.questions_exported, timeout=WAIT):
            retrieval.export_questions(book.name, str(target))
    finally:
        client.close()
    first, second = read_questions(target.read_bytes(), "out.json")
    assert [str(getattr(each.relevant[0], "text", "")) for each in (first, second)] == [
        "plans.md#day-pass", "plans#night-pass"
    ]  # fmt: skip
    assert dict(first.extra) == {"id": "4", "twin": '"Night?"'}
    assert first.not_relevant == second.relevant
    assert (folder / "questions.jsonl").read_text() == SET

"""Searching in the whole window on a real engine: typing, filters, two rankers, history and folds, by keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from explorer.core.views import Comparison, Filters
from explorer.ui import app
from explorer.ui.engine_client import EngineClient
from explorer.ui.filter_words import with_values
from explorer.ui.hit_groups import Arrangement, RowKind
from explorer.ui.main_window import MainWindow
from explorer.ui.session import LibraryOptions
from explorer.ui.settings import Settings

WAIT = 120_000


@pytest.fixture(scope="module")
def window(
    qapp: QApplication, samples: Path, tmp_path_factory: pytest.TempPathFactory, show_active: Callable[[QWidget], None]
) -> Iterator[MainWindow]:
    """Return a window whose real engine has indexed the sample library."""
    client = EngineClient()
    client.start()
    store = str(tmp_path_factory.mktemp("search-store"))
    made = app.make_window(client, Settings(theme="light"), None, LibraryOptions(store=store))
    show_active(made)
    made.open_library(str(samples))
    until(lambda: made.session.library is not None and made.session.library.indexed)
    until(lambda: not made.session.waiting)
    yield made
    client.close()
    made.close()
    qapp.processEvents()
    made.deleteLater()
    qapp.setStyleSheet("")


def until(condition: Callable[[], bool]) -> None:
    for _ in range(WAIT // 20):
        if condition():
            return
        QTest.qWait(20)
    raise AssertionError("still waiting")


def asked(window: MainWindow, ranker: str, question: str) -> Comparison:
    def answered() -> bool:
        told = window.session.comparison
        return told is not None and (told.ranker, told.question) == (ranker, question) and not window.session.waiting

    until(answered)
    assert window.session.comparison is not None
    return window.session.comparison


def test_a_search_from_typing_to_the_history(window: MainWindow) -> None:
    panel = window.compare
    window.focus_question()
    QTest.keyClicks(panel.question, "monthly pass")
    keyword = asked(window, "keyword", "monthly pass")
    assert keyword.measure == "BM25"
    paused = asked(window, "embedding", "monthly pass")
    assert paused.overlap
    assert panel.facts.live() == ""
    assert panel.history.asked == ()
    QTest.keyClick(panel.question, Qt.Key.Key_Return)
    until(lambda: [search.question for search in panel.history.asked] == ["monthly pass"])

    panel.context.ranker_box.set_ranker("keyword")
    panel.context.ranker_box.ranker_chosen.emit()
    until(lambda: window.session.comparison is not None and window.session.comparison.context_ranker == "keyword")
    until(lambda: not window.session.waiting)
    assert panel.facts.pool().startswith("cosine / BM25 · exact over ")
    kinds = {row.kind for row in panel.context.list.hits._rows}  # pyright: ignore[reportPrivateUsage]
    assert RowKind.LOST in kinds
    panel.context.ranker_box.set_ranker("")
    panel.context.ranker_box.ranker_chosen.emit()
    asked(window, "embedding", "monthly pass")


def test_filters_come_from_the_library_and_narrow_the_pool(window: MainWindow) -> None:
    panel = window.compare
    panel.ask("What does a single ride cost?")
    whole = asked(window, "embedding", "What does a single ride cost?")
    panel.filter.click()
    dialog = panel.filter.dialog
    assert dialog is not None
    until(lambda: dialog.values["documents"].list.count() > 1)
    rows = dialog.values["documents"].list
    plans = next(row for row in range(rows.count()) if rows.item(row).toolTip() == "plans.md")
    rows.item(plans).setCheckState(Qt.CheckState.Checked)
    dialog.accept()
    until(lambda: not window.session.waiting)
    narrowed = window.session.comparison
    assert narrowed is not None
    assert {hit.document for hit in narrowed.context} == {"plans.md"}
    assert narrowed.pool.size < whole.pool.size
    assert "by document" in panel.facts.pool()
    panel.facts.chips.buttons()[0].click()
    until(lambda: not window.session.waiting)
    assert panel.filter.filters == Filters()


def test_operators_of_the_question_are_completed_and_obeyed(window: MainWindow) -> None:
    panel = window.compare
    window.focus_question()
    QTest.keyClick(panel.question, Qt.Key.Key_Delete)
    QTest.keyClicks(panel.question, "pass doc:plans.")
    until(lambda: panel.question.completer_of_values.is_open)
    QTest.keyClick(panel.question.completer_of_values.popup, Qt.Key.Key_Down)
    QTest.keyClick(panel.question.completer_of_values.popup, Qt.Key.Key_Return)
    assert panel.question.text() == "pass doc:plans.md "
    found = asked(window, "embedding", "pass doc:plans.md")
    assert {hit.document for hit in found.context} == {"plans.md"}
    panel.ask('pass "zebra crossing"')
    asked(window, "embedding", 'pass "zebra crossing"')
    assert panel.hint().startswith('No chunk has these words side by side: without "zebra crossing" there are up to')
    panel.facts.remedy().click()
    assert asked(window, "embedding", "pass zebra crossing").context


def test_near_duplicates_fold_and_unfold_by_keys(window: MainWindow) -> None:
    panel = window.compare
    panel.bar.arranged.emit(Arrangement("", True, True))
    panel.ask("How much is the monthly pass?")
    found = asked(window, "embedding", "How much is the monthly pass?")
    assert any(hit.repeats for hit in found.context)
    rows = panel.context.list.hits
    folded = rows.rowCount()
    more = next(row for row in range(folded) if (each := rows.row(row)) and each.kind is RowKind.MORE)
    panel.context.list.setFocus()
    panel.context.list.setCurrentIndex(rows.index(more - 1))
    QTest.keyClick(panel.context.list, Qt.Key.Key_Right)
    assert rows.rowCount() > folded
    QTest.keyClick(panel.context.list, Qt.Key.Key_Left)
    assert rows.rowCount() == folded
    panel.bar.arranged.emit(Arrangement())


def test_superseded_ones_are_let_in_by_the_filter(window: MainWindow) -> None:
    panel = window.compare
    panel.ask("elective surgery")
    before = asked(window, "embedding", "elective surgery").pool
    assert before.superseded
    panel.filter.choose(with_values(Filters(current_only=False), "documents", ()))
    until(lambda: not window.session.waiting)
    after = window.session.comparison
    assert after is not None
    assert (after.pool.size, after.pool.superseded) == (before.size + before.superseded, 0)
    panel.filter.choose(Filters())
    until(lambda: not window.session.waiting)

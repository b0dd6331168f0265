"""The tab of near twins: measured while seen, stopped and resumed, told in words, sorted by numbers, exported."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.core.duplicates import Passage
from explorer.core.spread import Spread, SpreadReport, TwinPair, Verdict
from explorer.core.views import LibraryInfo
from explorer.ui import spread_texts
from explorer.ui.audit_session import AuditSession
from explorer.ui.models.rows_order import RowsOrder
from explorer.ui.models.spread_model import DOCUMENT_COLUMNS, TWIN_COLUMNS, SpreadModel
from explorer.ui.session import Selection, Session
from explorer.ui.spread_panel import SpreadPanel
from explorer.ui.theme import Theme

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

INFO = LibraryInfo("/docs", "docs", "mini", "path", 254, 1, indexed=True, embedded=("none", "label", "path"))
GOLD, SILVER = (Passage(name, 2, ("Plans", "Deductible")) for name in ("a/gold.md", "a/silver.md"))
START = Passage("a/gold.md", 0, ())
PAIRS = (
    TwinPair(GOLD, SILVER, 0.71, 0.91, 0.95),
    TwinPair(START, GOLD, 1.0, 1.0, 0.5),
)
ROWS = (
    Spread("a/gold.md", 12, 2, 0.23, 0.2, 0.25, 0.40, 0.8),
    Spread("a/silver.md", 9, 1, -0.04, -0.1, 0.25, 0.70, 0.4),
    Spread("a/one.md", 1),
)
LIBRARY = Spread("", 22, 12, 0.23, 0.2, 0.25, 0.40, 0.8)
REPORT = SpreadReport("none", "path", LIBRARY, ROWS, PAIRS)


@pytest.fixture
def panel(
    qtbot: QtBot, session: Session, engine: RecordingEngine, theme: Theme, show_active: Callable[[QWidget], None]
) -> SpreadPanel:
    made = SpreadPanel(AuditSession(session), theme)
    qtbot.addWidget(made)
    made.resize(1300, 330)
    show_active(made)
    session.open_library("/docs")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
    refresh(engine, INFO)
    return made


def refresh(engine: RecordingEngine, info: LibraryInfo) -> None:
    """End the refresh that is under way."""
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.Refresh).id, info=info))


def tell(engine: RecordingEngine, report: SpreadReport = REPORT) -> None:
    engine.answer(protocol.SpreadTold(id=engine.last(protocol.GetSpread).id, report=report))


def asked(engine: RecordingEngine) -> list[str]:
    return [one.recipe for one in engine.all(protocol.GetSpread)]


def test_the_librarys_recipe_is_measured_once_the_library_is_up_to_date(
    panel: SpreadPanel, engine: RecordingEngine
) -> None:
    assert asked(engine) == ["path"]
    assert "Measuring" in panel.empty.words()
    engine.answer(protocol.Progress(id=engine.last(protocol.GetSpread).id, done=3, total=9, note="comparing texts"))
    assert "3 of 9 documents" in panel.empty.words()
    assert not panel.copy_button.isEnabled()
    tell(engine)
    assert panel.figures.isVisible()
    assert panel.figures.verdict.text() == "✓ helpful"
    assert "look-alike passages stand +0.200 further apart" in panel.figures.reason.text()
    assert "(n = 22 chunks, 12 pairs)" in panel.figures.reason.text()
    assert not panel.stop_button.isVisible()
    assert panel.copy_button.isEnabled()


def test_a_hidden_tab_measures_nothing_until_it_is_seen(
    panel: SpreadPanel, engine: RecordingEngine, session: Session
) -> None:
    tell(engine)
    panel.hide()
    session.refresh()
    refresh(engine, replace(INFO, revision=2))
    assert len(asked(engine)) == 1
    panel.show()
    assert len(asked(engine)) == 2
    tell(engine)
    panel.hide()
    panel.show()
    assert len(asked(engine)) == 2


def test_only_embedded_recipes_are_offered_the_librarys_first(panel: SpreadPanel, engine: RecordingEngine) -> None:
    assert [panel.recipe.itemData(number) for number in range(panel.recipe.count())] == ["path", "label"]
    panel.recipe.setCurrentIndex(1)
    panel.recipe.activated.emit(1)
    assert asked(engine) == ["path", "label"]
    tell(engine)
    engine.answer(protocol.LibraryOpened(id=0, info=replace(INFO, revision=2)))
    assert asked(engine) == ["path", "label", "label"]


@pytest.mark.parametrize(
    ("info", "words"),
    [
        (replace(INFO, revision=2, indexed=False), "once every chunk is embedded"),
        (replace(INFO, revision=2, recipe="none", embedded=("none",)), "Only texts without headers"),
    ],
)
def test_what_cannot_be_measured_says_why(
    panel: SpreadPanel, engine: RecordingEngine, info: LibraryInfo, words: str
) -> None:
    tell(engine)
    engine.answer(protocol.LibraryOpened(id=0, info=info))
    assert words in panel.empty.words()
    assert panel.empty.isVisible()
    assert len(asked(engine)) == 1


def test_measuring_can_be_stopped_and_taken_up_again(panel: SpreadPanel, engine: RecordingEngine) -> None:
    job = engine.last(protocol.GetSpread).id
    panel.stop_button.click()
    assert engine.cancelled == [job]
    engine.answer(protocol.Cancelled(id=job))
    assert panel.empty.words() == "Measuring was stopped."
    assert not panel.stop_button.isVisible()
    assert len(asked(engine)) == 1
    panel.measure_button.click()
    assert len(asked(engine)) == 2
    tell(engine)
    assert not panel.measure_button.isVisible()


def test_a_failure_ends_the_waiting(panel: SpreadPanel, engine: RecordingEngine) -> None:
    engine.answer(protocol.Failed(id=engine.last(protocol.GetSpread).id, title="No."))
    assert panel.measure_button.isVisible()


def test_a_restarted_engine_does_not_leave_the_tab_waiting(panel: SpreadPanel, engine: RecordingEngine) -> None:
    engine.restarted.emit()
    assert not panel.stop_button.isVisible()
    assert panel.measure_button.isVisible()


def test_a_refresh_puts_measuring_off(panel: SpreadPanel, engine: RecordingEngine, session: Session) -> None:
    job = engine.last(protocol.GetSpread).id
    session.refresh()
    engine.answer(protocol.Progress(id=engine.last(protocol.Refresh).id, done=0, total=9, note="reading"))
    assert engine.cancelled == [job]
    engine.answer(protocol.Cancelled(id=job))
    assert len(asked(engine)) == 1
    refresh(engine, replace(INFO, revision=2))
    assert len(asked(engine)) == 2


def test_an_old_answer_is_not_shown_for_a_new_state(panel: SpreadPanel, engine: RecordingEngine) -> None:
    engine.answer(protocol.LibraryOpened(id=0, info=replace(INFO, revision=2, indexed=False)))
    tell(engine)
    assert panel.empty.isVisible()


def test_pairs_are_sorted_by_numbers_and_choose_their_chunk(panel: SpreadPanel, engine: RecordingEngine) -> None:
    tell(engine)
    assert [line[5] for line in panel.twins.order.lines()] == ["Change", "+0.040", "−0.500"]
    assert panel.twins.order.lines()[1][:5] == [
        "Plans › Deductible · gold.md #2",
        "Plans › Deductible · silver.md #2",
        "71 %",
        "0.910",
        "0.950",
    ]
    panel.twins.sortByColumn(5, Qt.SortOrder.AscendingOrder)
    assert panel.twins.order.lines()[1][0] == "gold.md #0"
    for column, place in ((0, ("a/gold.md", 0)), (1, ("a/gold.md", 2)), (4, ("a/gold.md", 0))):
        panel.twins.clicked.emit(panel.twins.order.index(0, column))
        located = engine.last(protocol.LocateChunk)
        assert (located.document, located.index) == place


def test_documents_with_the_least_spread_come_first_and_can_be_chosen(
    panel: SpreadPanel, engine: RecordingEngine, session: Session
) -> None:
    tell(engine)
    panel.choice.group.button(1).click()
    assert panel.documents.isVisible()
    assert [line[:3] for line in panel.documents.order.lines()[1:]] == [
        ["a/silver.md", "40 %", "✗ harmful"],
        ["a/gold.md", "80 %", "○ no verdict"],
        ["a/one.md", "–", "○ no verdict"],
    ]
    panel.documents.clicked.emit(panel.documents.order.index(0, 3))
    assert session.selection == Selection(document="a/silver.md")


def test_copy_and_export(panel: SpreadPanel, engine: RecordingEngine, qtbot: QtBot, tmp_path: Path) -> None:
    tell(engine)
    text = panel.copied_text()
    assert "✓ helpful\t" in text
    assert "Room left between chunks\t80 %\t" in text
    assert "gold.md #0\tPlans › Deductible · gold.md #2\t100 %\t1.000\t0.500\t−0.500" in text
    path = tmp_path / "twins.csv"
    panel.write(path)
    rows = list(csv.reader(path.read_text("utf-8-sig").splitlines()))
    assert rows[1][:2] == ["a/gold.md #2 Plans > Deductible", "a/silver.md #2 Plans > Deductible"]
    panel.choice.group.button(1).click()
    panel.write(path)
    assert [row[0] for row in csv.reader(path.read_text("utf-8-sig").splitlines())][1] == "a/silver.md"
    with qtbot.waitSignal(panel.failed):
        panel.write(tmp_path / "gone" / "twins.csv")


def test_a_library_without_twins_says_what_that_means(panel: SpreadPanel, engine: RecordingEngine) -> None:
    tell(engine, SpreadReport("none", "path", Spread("", 3), (), ()))
    assert "No near twins" in panel.note.text()
    assert panel.figures.verdict.text() == "○ no verdict"
    tell_neighbours = replace(REPORT, by_words=False, twins=(replace(PAIRS[0], similarity=None),))
    panel.measure()
    tell(engine, tell_neighbours)
    assert "alike in words" in panel.note.text()
    assert panel.twins.order.lines()[1][2] == "–"


@pytest.mark.parametrize(
    ("spread", "verdict", "words"),
    [
        (LIBRARY, Verdict.HELPFUL, "stand +0.200 further apart"),
        (replace(LIBRARY, kept=0.41), Verdict.HARMFUL, "only 41 % of the room between them is left (below 50 %"),
        (
            replace(LIBRARY, kept=0.55, apart=-0.1),
            Verdict.HARMFUL,
            "leave only 55 % of the room between the chunks of a document (less than 60 %)",
        ),
        (replace(LIBRARY, apart=0.001), Verdict.NEUTRAL, "do not stand further apart than other chunks do (+0.001"),
        (replace(LIBRARY, pairs=1), Verdict.NEUTRAL, "fewer than 5 pairs"),
        (Spread("", 1), Verdict.NEUTRAL, "there is no room between them to measure"),
    ],
)
def test_every_verdict_has_its_reason(spread: Spread, verdict: Verdict, words: str) -> None:
    assert spread.verdict is verdict
    assert words in spread_texts.reason(spread)
    chunks = "1 chunk," if spread.chunks == 1 else "22 chunks,"
    assert chunks in spread_texts.reason(spread)


def test_every_figure_has_a_meaning_and_a_formula(panel: SpreadPanel, engine: RecordingEngine) -> None:
    tell(engine)
    for figure in spread_texts.figures(LIBRARY):
        assert figure.meaning.endswith(".")
        assert any(sign in figure.formula for sign in "−÷ ")
    assert len({figure.formula for figure in spread_texts.figures(LIBRARY)}) == 5


def test_the_spread_model_keeps_qts_rules(keeps_rules: Callable[..., None]) -> None:
    for columns, rows in ((TWIN_COLUMNS, PAIRS), (DOCUMENT_COLUMNS, ROWS)):
        model = SpreadModel(columns)
        order = RowsOrder(model)
        keeps_rules(model, order)
        for shown in ((), rows, ()):
            model.show_rows(shown)
            for column in range(len(columns)):
                order.sort(column, Qt.SortOrder.DescendingOrder)


def test_a_chosen_pair_stays_chosen_when_the_order_changes(panel: SpreadPanel, engine: RecordingEngine) -> None:
    tell(engine)
    panel.twins.selectRow(0)
    panel.twins.sortByColumn(5, Qt.SortOrder.AscendingOrder)
    assert panel.twins.chosen_rows() == [1]
    assert panel.twins.currentIndex().row() == 1

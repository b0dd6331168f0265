"""The sample tab: drawn, judged by keys alone, taken back, resumed, rated, exported; the window follows."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from explorer import protocol
from explorer.cli.sample import run_sample
from explorer.core.findings import Finding, Scope, Severity
from explorer.core.model import Chunk, Place
from explorer.core.sampling import (
    ErrorRate,
    Judgement,
    SampleItem,
    SampleState,
    Verdict,
    text_hash,
)
from explorer.core.views import ChunkView, ContextChunk, Header, LibraryInfo, PathSegment
from explorer.ui.audit_session import AuditSession
from explorer.ui.bar_delegates import paint_interval
from explorer.ui.models.rates_model import BAR, RatesModel
from explorer.ui.models.rows_order import RowsOrder
from explorer.ui.sample_panel import SamplePanel
from explorer.ui.session import Session
from explorer.ui.settings import Settings
from explorer.ui.theme import Theme

if TYPE_CHECKING:
    from tests.ui.conftest import RecordingEngine

INFO = LibraryInfo("/docs", "docs", "mini", "path", 254, 1)
ALL = ErrorRate("all", "", 3, 1, 0.0615, 0.7923)
RATES = (ALL, ErrorRate("format", "markdown", 3, 1, 0.0615, 0.7923), ErrorRate("finding", "no finding", 3, 1, 0.1, 0.8))


def item(number: int, verdict: Verdict | None = None, text: str = "It costs 12 dollars.") -> SampleItem:
    chunk = Chunk("plans.md", number, 1, ("Plans", f"Pass <b>{number}</b>"), text, Place(), "paragraph", 5)
    whole = ContextChunk(chunk, "Plans", Header("Plans > Pass"), f"Plans > Pass\n\n{text}", text, 9, 4, 254)
    view = ChunkView(whole, (PathSegment("Plans", 0), PathSegment(f"Pass {number}", 1)))
    judgement = Judgement("plans.md", number, text_hash(text), verdict, "ana", "2026-01-01") if verdict else None
    return SampleItem(view, "markdown", (), judgement)


def state(judged: int = 0, size: int = 5) -> SampleState:
    return SampleState(size, 1, "ana", judged, RATES if judged else ())


@pytest.fixture
def audit(session: Session, engine: RecordingEngine) -> AuditSession:
    made = AuditSession(session)
    session.open_library("/docs")
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
    return made


@pytest.fixture
def panel(qtbot: QtBot, audit: AuditSession, theme: Theme, show_active: Callable[[QWidget], None]) -> SamplePanel:
    made = SamplePanel(audit, theme)
    qtbot.addWidget(made)
    made.resize(1300, 330)
    show_active(made)
    return made


def draw(panel: SamplePanel, engine: RecordingEngine, *items: SampleItem) -> None:
    panel.judge.setText("ana")
    panel.draw()
    answer_draw(engine, *(items or tuple(item(number) for number in range(5))))


def answer_draw(engine: RecordingEngine, *items: SampleItem) -> None:
    judged = sum(one.judgement is not None for one in items)
    engine.answer(
        protocol.SampleDrawn(id=engine.last(protocol.DrawSample).id, items=items, state=state(judged, len(items)))
    )


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key, modifier)


def sent(engine: RecordingEngine) -> list[tuple[int, str, str]]:
    return [(one.index, one.verdict, one.note) for one in engine.all(protocol.Judge)]


def test_nothing_is_drawn_without_a_name(panel: SamplePanel, engine: RecordingEngine) -> None:
    assert not panel.draw_button.isEnabled()
    panel.draw()
    assert not engine.all(protocol.DrawSample)
    panel.judge.setText(" ana ")
    panel.size_box.setValue(20)
    panel.seed.setValue(7)
    assert panel.draw_button.isEnabled()
    panel.draw_button.click()
    asked = engine.last(protocol.DrawSample)
    assert (asked.size, asked.seed, asked.judge) == (20, 7, "ana")


def test_the_judges_name_is_remembered(panel: SamplePanel, session: Session, engine: RecordingEngine) -> None:
    draw(panel, engine)
    assert session.settings.judge == "ana"


def test_a_remembered_name_stands_in_the_field(qtbot: QtBot, engine: RecordingEngine, theme: Theme) -> None:
    made = SamplePanel(AuditSession(Session(engine, Settings(judge="ben"))), theme)
    qtbot.addWidget(made)
    assert made.judge.text() == "ben"


def test_each_key_gives_its_verdict_and_goes_on(panel: SamplePanel, engine: RecordingEngine) -> None:
    draw(panel, engine)
    for key in (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4, Qt.Key.Key_5):
        press(key)
    assert sent(engine) == [(number, str(verdict), "") for number, verdict in enumerate(Verdict)]
    assert panel.flow.complete
    assert panel.flow.position == 4
    assert "complete" in panel.progress.text()


def test_keys_go_back_and_on_without_a_verdict(panel: SamplePanel, engine: RecordingEngine) -> None:
    draw(panel, engine)
    press(Qt.Key.Key_Left)
    assert panel.flow.position == 0
    press(Qt.Key.Key_Right)
    press(Qt.Key.Key_Right)
    assert panel.flow.position == 2
    press(Qt.Key.Key_Backspace)
    press(Qt.Key.Key_Left)
    assert panel.flow.position == 0
    for _ in range(9):
        press(Qt.Key.Key_Right)
    assert panel.flow.position == 4
    assert sent(engine) == []


def test_after_a_verdict_the_next_chunk_without_one_is_shown(panel: SamplePanel, engine: RecordingEngine) -> None:
    draw(panel, engine, item(0), item(1, Verdict.RIGHT), item(2), item(3, Verdict.RIGHT), item(4, Verdict.RIGHT))
    assert panel.flow.position == 0
    press(Qt.Key.Key_Right)
    press(Qt.Key.Key_Right)
    press(Qt.Key.Key_1)
    assert panel.flow.position == 0


def test_a_resumed_sample_begins_at_the_first_open_chunk(panel: SamplePanel, engine: RecordingEngine) -> None:
    draw(panel, engine, item(0, Verdict.RIGHT), item(1, Verdict.WRONG_CUT), item(2))
    assert panel.flow.position == 2
    assert "2 of 3 judged" in panel.progress.text()
    press(Qt.Key.Key_Left)
    assert panel.judging.verdicts[Verdict.WRONG_CUT].isChecked()
    assert "wrong cut" in panel.judging.card.toPlainText()


def test_a_verdict_is_taken_back_by_its_chunk_or_as_the_last_one(panel: SamplePanel, engine: RecordingEngine) -> None:
    draw(panel, engine)
    press(Qt.Key.Key_1)
    press(Qt.Key.Key_2)
    press(Qt.Key.Key_U)
    assert (sent(engine)[-1], panel.flow.position) == ((1, "", ""), 1)
    press(Qt.Key.Key_3)
    press(Qt.Key.Key_Left)
    press(Qt.Key.Key_Left)
    press(Qt.Key.Key_U)
    assert (sent(engine)[-1], panel.flow.position) == ((0, "", ""), 0)
    panel.flow.undo_action.trigger()
    assert (sent(engine)[-1], panel.flow.position) == ((0, "right", ""), 0)
    panel.flow.undo_action.trigger()
    assert (sent(engine)[-1], panel.flow.position) == ((1, "", ""), 1)


def test_an_undone_change_of_mind_brings_back_the_first_verdict(panel: SamplePanel, engine: RecordingEngine) -> None:
    draw(panel, engine)
    press(Qt.Key.Key_1)
    press(Qt.Key.Key_Left)
    press(Qt.Key.Key_4)
    panel.flow.undo_action.trigger()
    assert sent(engine) == [(0, "right", ""), (0, "wrong cut", ""), (0, "right", "")]


def test_verdicts_are_undone_and_given_again_in_order(panel: SamplePanel, engine: RecordingEngine) -> None:
    undo, redo = panel.flow.undo_action, panel.flow.redo_action
    draw(panel, engine)
    assert (undo.isEnabled(), redo.isEnabled()) == (False, False)
    press(Qt.Key.Key_1)
    press(Qt.Key.Key_2)
    undo.trigger()
    undo.trigger()
    assert (undo.isEnabled(), redo.isEnabled(), panel.flow.position) == (False, True, 0)
    redo.trigger()
    redo.trigger()
    assert sent(engine)[-2][0] == 0
    assert (sent(engine)[-1][0], panel.flow.position) == (1, 1)
    assert [each[1] for each in sent(engine)[:2]] == [each[1] for each in sent(engine)[-2:]]
    undo.trigger()
    press(Qt.Key.Key_3)
    assert not redo.isEnabled(), "another verdict in between: there is nothing to repeat"


def test_a_trouble_elsewhere_takes_no_kept_verdict_away(panel: SamplePanel, engine: RecordingEngine) -> None:
    draw(panel, engine)
    press(Qt.Key.Key_1)
    asked = engine.last(protocol.Judge)
    engine.answer(protocol.Failed(id=0, title="No model.", detail=""))
    judged = Judgement("plans.md", 0, "x", Verdict.RIGHT, "ana", "2026-01-01")
    engine.answer(protocol.Judged(id=asked.id, document="plans.md", index=0, judgement=judged, state=state(3)))
    press(Qt.Key.Key_Left)
    assert panel.judging.verdicts[Verdict.RIGHT].isChecked()


def test_nothing_to_undo_is_harmless(panel: SamplePanel, engine: RecordingEngine) -> None:
    draw(panel, engine)
    press(Qt.Key.Key_U)
    panel.flow.undo_action.trigger()
    assert sent(engine) == []


def test_a_note_goes_with_the_verdict_and_its_letters_judge_nothing(
    panel: SamplePanel, engine: RecordingEngine
) -> None:
    draw(panel, engine)
    press(Qt.Key.Key_N)
    assert QApplication.focusWidget() is panel.judging.note
    QTest.keyClicks(panel.judging.note, "5 unclear")
    press(Qt.Key.Key_Backspace)
    press(Qt.Key.Key_Return)
    assert sent(engine) == []
    assert "5 unclea" in panel.judging.card.toPlainText()
    press(Qt.Key.Key_3)
    assert sent(engine) == [(0, "says nothing", "5 unclea")]
    assert panel.judging.note.text() == ""


def test_a_note_on_a_judged_chunk_is_kept_at_once_and_esc_leaves_it(
    panel: SamplePanel, engine: RecordingEngine
) -> None:
    draw(panel, engine)
    press(Qt.Key.Key_1)
    press(Qt.Key.Key_Left)
    press(Qt.Key.Key_N)
    QTest.keyClicks(panel.judging.note, "why")
    press(Qt.Key.Key_Escape)
    assert sent(engine) == [(0, "right", "")]
    press(Qt.Key.Key_N)
    QTest.keyClicks(panel.judging.note, "why")
    press(Qt.Key.Key_Return)
    assert sent(engine)[-1] == (0, "right", "why")


def test_digits_in_the_fields_judge_nothing(panel: SamplePanel, engine: RecordingEngine) -> None:
    draw(panel, engine)
    panel.judge.setFocus()
    QTest.keyClicks(panel.judge, "1u")
    panel.seed.setFocus()
    press(Qt.Key.Key_2)
    assert sent(engine) == []


def test_a_click_judges_and_keys_go_on_working(panel: SamplePanel, engine: RecordingEngine) -> None:
    draw(panel, engine)
    QTest.mouseClick(panel.judging.verdicts[Verdict.WRONG_PATH], Qt.MouseButton.LeftButton)
    press(Qt.Key.Key_1)
    assert sent(engine) == [(0, "wrong path", ""), (1, "right", "")]


def test_the_window_follows_the_chunk_shown(panel: SamplePanel, engine: RecordingEngine) -> None:
    draw(panel, engine)
    assert [one.index for one in engine.all(protocol.LocateChunk)] == [0]
    press(Qt.Key.Key_1)
    assert [one.index for one in engine.all(protocol.LocateChunk)] == [0, 1]


def test_a_hidden_tab_moves_nothing_until_it_is_seen(panel: SamplePanel, engine: RecordingEngine) -> None:
    panel.hide()
    draw(panel, engine)
    assert engine.all(protocol.LocateChunk) == []
    panel.show()
    assert [one.index for one in engine.all(protocol.LocateChunk)] == [0]


def test_the_page_shows_path_header_text_and_findings_and_interprets_no_markup(
    panel: SamplePanel, engine: RecordingEngine
) -> None:
    finding = Finding("C202", Severity.WARNING, Scope.CHUNK, "plans.md", "Nothing names a subject.", chunk=0)
    one = item(0, text="It <i>costs</i> &amp; 12 dollars.")
    draw(panel, engine, replace(one, view=replace(one.view, findings=(finding,), version="7")))
    shown = panel.judging.card.toPlainText()
    for words in (
        "plans.md · markdown · v7",
        "Plans › Pass <b>0</b>",
        "Plans > Pass",
        "It <i>costs</i> &amp; 12 dollars.",
    ):
        assert words in shown
    assert "▲ warning C202 Nothing names a subject." in shown


def test_a_chunk_under_no_heading_and_without_header_says_so(panel: SamplePanel, engine: RecordingEngine) -> None:
    one = item(0).view.item
    bare = replace(one, chunk=replace(one.chunk, heading_path=()), embedded_text=one.chunk.text, header=Header())
    draw(panel, engine, SampleItem(ChunkView(bare, ()), "markdown"))
    shown = panel.judging.card.toPlainText()
    assert "Under no heading" in shown
    assert "none" in shown


def test_rates_have_their_numbers_and_can_be_copied(panel: SamplePanel, engine: RecordingEngine) -> None:
    draw(panel, engine)
    assert panel.rates.rowCount() == 0
    press(Qt.Key.Key_1)
    judged = Judgement("plans.md", 0, "x", Verdict.RIGHT, "ana", "2026-01-01")
    engine.answer(
        protocol.Judged(
            id=engine.last(protocol.Judge).id, document="plans.md", index=0, judgement=judged, state=state(3)
        )
    )
    assert "3 of 5 judged" in panel.progress.text()
    lines = [line.split("\t") for line in panel.copied_rates().split("\n")]
    assert lines[1] == ["All chunks", "1 of 3", "33.3 %", "6.2 – 79.2 %"]
    assert [line[0] for line in lines[2:]] == ["Format markdown", "No finding"]
    spoken = panel.rates.data(panel.rates.index(0, BAR), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "All chunks: 1 of 3 wrong, 33.3 %; 95 % interval 6.2 – 79.2 %"


def test_verdicts_are_taken_for_given_only_when_kept(panel: SamplePanel, engine: RecordingEngine) -> None:
    draw(panel, engine)
    press(Qt.Key.Key_1)
    press(Qt.Key.Key_Left)
    assert panel.judging.verdicts[Verdict.RIGHT].isChecked()
    engine.answer(protocol.Failed(id=engine.last(protocol.Judge).id, title="The disk is full.", detail=""))
    assert not panel.judging.verdicts[Verdict.RIGHT].isChecked()


def test_changed_texts_are_drawn_again_at_the_same_chunk(panel: SamplePanel, engine: RecordingEngine) -> None:
    draw(panel, engine)
    press(Qt.Key.Key_Right)
    press(Qt.Key.Key_Right)
    engine.answer(protocol.LibraryOpened(id=0, info=replace(INFO, revision=2)))
    assert len(engine.all(protocol.DrawSample)) == 2
    answer_draw(engine, item(0), item(2), item(3))
    assert panel.flow.position == 1


def test_another_library_has_no_sample(panel: SamplePanel, engine: RecordingEngine) -> None:
    draw(panel, engine)
    engine.answer(protocol.LibraryOpened(id=0, info=replace(INFO, folder="/other")))
    assert panel.flow.items == ()
    assert len(engine.all(protocol.DrawSample)) == 1
    assert not panel.export_button.isEnabled()
    assert panel.export_action.shortcut().toString() == "Ctrl+E"


def test_a_new_engine_draws_the_sample_again(panel: SamplePanel, engine: RecordingEngine) -> None:
    draw(panel, engine)
    engine.restarted.emit()
    assert len(engine.all(protocol.DrawSample)) == 1
    engine.answer(protocol.LibraryOpened(id=engine.last(protocol.OpenLibrary).id, info=INFO))
    assert len(engine.all(protocol.DrawSample)) == 2


def test_an_empty_library_says_that_there_is_nothing(panel: SamplePanel, engine: RecordingEngine) -> None:
    panel.judge.setText("ana")
    panel.draw()
    answer_draw(engine)
    assert not panel.flow.items
    assert not panel.export_button.isEnabled()


def test_the_exported_sheet_is_the_commands(
    panel: SamplePanel, engine: RecordingEngine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draw(panel, engine, item(0, Verdict.RIGHT), item(1, Verdict.WRONG_CUT), item(2))
    panel.export(str(tmp_path / "ana.md"))
    assert not (tmp_path / "ana.md").exists()
    panel.export(str(tmp_path / "ana"))
    text = (tmp_path / "ana.csv").read_text("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [(row["document"], row["index"], row["verdict"]) for row in rows] == [
        ("plans.md", "0", "right"),
        ("plans.md", "1", "wrong cut"),
        ("plans.md", "2", ""),
    ]
    from explorer import cli

    assert run_sample(cli.parse(["sample", str(tmp_path), "--rate", str(tmp_path / "ana.csv")])) == 0
    assert "1 of 2 wrong" in capsys.readouterr().out
    assert panel.copied_verdicts().split("\n")[1].startswith("plans.md\t0\tmarkdown\tno finding\t")


def test_a_sheet_that_cannot_be_written_is_told(
    qtbot: QtBot, panel: SamplePanel, engine: RecordingEngine, tmp_path: Path
) -> None:
    draw(panel, engine)
    with qtbot.waitSignal(panel.failed) as told:
        panel.export(str(tmp_path / "nowhere" / "a.csv"))
    assert told.args is not None
    assert "cannot be written" in told.args[0]


def test_the_model_keeps_qts_rules(keeps_rules: Callable[..., None]) -> None:
    model = RatesModel()
    keeps_rules(model, RowsOrder(model))
    for rates in ((), RATES, RATES, RATES[:1], ()):
        model.show_rates(rates)


@pytest.mark.parametrize(("width", "height"), [(880, 120), (1300, 330), (640, 260)])
def test_every_button_is_seen_at_every_size(
    panel: SamplePanel, engine: RecordingEngine, width: int, height: int
) -> None:
    panel.resize(width, height + 40)
    draw(panel, engine)
    QTest.qWait(20)
    view = panel.judging
    boxes = [one.geometry() for one in (*view.verdicts.values(), view.back_button, view.skip_button, view.undo_button)]
    assert all(not one.intersects(other) for one in boxes for other in boxes if one is not other)
    assert all(not one.intersects(view.card.geometry()) for one in boxes)


def test_where_it_is_narrow_rates_take_room_once_there_are_some(panel: SamplePanel, engine: RecordingEngine) -> None:
    panel.resize(880, 260)
    draw(panel, engine)
    rates = panel.rates_place
    assert not rates.isVisible()
    panel.resize(1300, 330)
    assert rates.isVisible()


def test_a_bar_is_drawn_within_its_cell(theme: Theme) -> None:
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QColor, QImage, QPainter

    image = QImage(120, 30, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    paint_interval(painter, theme, QRectF(20, 5, 80, 20), ErrorRate("all", "", 4, 4, 0.5, 1.0))
    painter.end()
    touched = [x for x in range(120) for y in range(30) if image.pixelColor(x, y) != QColor("white")]
    assert touched
    assert min(touched) >= 20
    assert max(touched) < 100

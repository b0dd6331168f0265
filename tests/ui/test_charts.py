"""Charts: what they tell, choose by mouse and keys, and give as pictures; and that no tool is wider than its window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from explorer.core.findings import Finding, Scope, Severity
from explorer.core.sampling import ErrorRate
from explorer.ui.audit_session import AuditSession
from explorer.ui.bar_chart import Bar, BarChart, Move, MoveChart
from explorer.ui.charts import Axis
from explorer.ui.compare_panel import ComparePanel
from explorer.ui.costs_panel import CostsPanel
from explorer.ui.diagnosis_panel import DiagnosisPanel
from explorer.ui.evaluation_panel import EvaluationPanel
from explorer.ui.findings_charts import bars_by_code, bars_by_folder
from explorer.ui.findings_panel import FindingsPanel
from explorer.ui.flow_layout import FlowLayout
from explorer.ui.inventory_panel import InventoryPanel, kind_bars
from explorer.ui.laboratory_panel import LaboratoryPanel
from explorer.ui.mend_history import MendHistory
from explorer.ui.mends_panel import MendsPanel
from explorer.ui.questions_panel import QuestionsPanel
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.sample_panel import SamplePanel, chart_rows
from explorer.ui.session import Session
from explorer.ui.spread_panel import SpreadPanel
from explorer.ui.theme import Theme

BARS = (
    Bar("● C202", (("error", 4),), "4", "C202"),
    Bar("▲ H101", (("warning", 16),), "16", "H101"),
    Bar("drafts", (("error", 1), ("warning", 2), ("plain", 3)), "● 1  ▲ 2  ○ 3", "drafts", marked=True),
)


@pytest.fixture
def chart(qtbot: QtBot, theme: Theme) -> BarChart:
    made = BarChart(theme, "findings")
    qtbot.addWidget(made)
    made.show_bars("Findings by kind", "Findings", BARS)
    made.resize(500, made.sizeHint().height())
    return made


def colours_of(image: QImage) -> set[str]:
    return {image.pixelColor(x, y).name() for x in range(0, image.width(), 2) for y in range(image.height())}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_bars_are_drawn_in_the_themes_colours(chart: BarChart, theme: Theme, scheme: str) -> None:
    theme.choose(scheme)
    drawn = colours_of(chart.grab().toImage())
    for name in ("panel", "error", "warning", "warning_soft", "track", "accent_soft"):
        assert theme.colour(name).name() in drawn


def test_all_rows_are_told_to_screen_readers(chart: BarChart) -> None:
    assert chart.accessibleName() == "Findings by kind"
    assert chart.accessibleDescription() == "● C202: 4; ▲ H101: 16; drafts: ● 1  ▲ 2  ○ 3"


def test_a_chart_has_a_name_before_it_is_filled(qtbot: QtBot, theme: Theme) -> None:
    made = BarChart(theme, "empty")
    qtbot.addWidget(made)
    assert made.accessibleName()
    assert made.accessibleDescription()


def test_a_bar_is_chosen_by_mouse_and_by_keys(chart: BarChart, qtbot: QtBot) -> None:
    with qtbot.waitSignal(chart.chosen) as told:
        qtbot.mouseClick(chart, Qt.MouseButton.LeftButton, pos=QPoint(200, chart.row_height() + 5))
    assert told.args == ["H101"]
    qtbot.keyClick(chart, Qt.Key.Key_Down)
    assert chart.accessibleName() == "Findings by kind, drafts: ● 1  ▲ 2  ○ 3"
    with qtbot.waitSignal(chart.chosen) as told:
        qtbot.keyClick(chart, Qt.Key.Key_Return)
    assert told.args == ["drafts"]


def test_numbers_and_picture_are_copied(chart: BarChart, qtbot: QtBot) -> None:
    qtbot.keyClick(chart, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().startswith("Findings by kind\tFindings\n● C202\t4")
    chart.picture.copy.trigger()
    image = QGuiApplication.clipboard().image()
    assert (image.width(), image.height()) == (2 * chart.width(), 2 * chart.height())


def test_pictures_are_written_as_svg_and_png(chart: BarChart, tmp_path: Path, qtbot: QtBot, theme: Theme) -> None:
    chart.picture.write(tmp_path / "a.svg")
    assert QSvgRenderer(str(tmp_path / "a.svg")).isValid()
    assert "H101" in (tmp_path / "a.svg").read_text("utf-8")
    chart.picture.write(tmp_path / "a.png")
    assert theme.colour("warning").name() in colours_of(QImage(str(tmp_path / "a.png")))
    with qtbot.waitSignal(chart.picture.failed) as told:
        chart.picture.write(tmp_path / "none" / "a.svg")
    assert told.args is not None
    assert "could not be written" in told.args[0]


def test_moves_are_told_with_their_values(qtbot: QtBot, theme: Theme) -> None:
    made = MoveChart(theme, "twins")
    qtbot.addWidget(made)
    made.show_moves("Twins", "Cosine", [Move("A ⇄ B", 0.4, 0.9, "0.400 → 0.900", "warning")], Axis(ticks=(0, 1)))
    made.resize(400, made.sizeHint().height())
    assert theme.colour("warning").name() in colours_of(made.grab().toImage())
    assert made.lines() == [["Twins", "Cosine"], ["A ⇄ B", "0.400 → 0.900"]]


def finding(code: str, severity: Severity, document: str) -> Finding:
    return Finding(code, severity, Scope.DOCUMENT, document=document, reason="why")


def test_findings_are_counted_by_kind_and_by_folder() -> None:
    found = [
        finding("H101", Severity.WARNING, "hr/a.md"),
        finding("H101", Severity.WARNING, "b.md"),
        finding("C202", Severity.ERROR, "b.md"),
        finding("D304", Severity.NOTE, "hr/a.md"),
        finding("H112", Severity.NOTE, ""),
    ]
    kinds = bars_by_code(found, "C202")
    assert [(bar.key, bar.whole, bar.marked) for bar in kinds] == [
        ("C202", 1, True),
        ("H101", 2, False),
        ("D304", 1, False),
        ("H112", 1, False),
    ]
    folders = bars_by_folder(found)
    assert [(bar.key, bar.words) for bar in folders] == [("/", "● 1  ▲ 1"), ("hr", "▲ 1  ○ 1")]


def test_headings_and_error_rates_have_rows() -> None:
    assert [(bar.key, bar.words) for bar in kind_bars({"": 5, "H101": 2, "H102": 3})] == [
        ("", "5"),
        ("H102", "3"),
        ("H101", "2"),
    ]
    rows = chart_rows((ErrorRate("all", "", 4, 2, 0.15, 0.85), ErrorRate("format", "pdf", 2, 0, 0.0, 0.66)))
    assert [(row.words, row.base is None) for row in rows] == [("50.0 %  (2 of 4)", True), ("0.0 %  (0 of 2)", False)]


def test_a_line_of_controls_wraps_and_shares_what_is_left(qtbot: QtBot) -> None:
    box = QWidget()
    qtbot.addWidget(box)
    flow = FlowLayout(box, spacing=6, modest=100)
    field, first, second = QLineEdit(), QPushButton("First"), QPushButton("Second")
    for widget in (field, first):
        flow.addWidget(widget)
    flow.add_stretch()
    flow.addWidget(second)
    box.resize(600, 40)
    box.show()
    assert second.geometry().right() == 599
    assert field.width() > 300
    box.resize(150, 200)
    QApplication.processEvents()
    assert first.y() > field.y()
    assert flow.minimumSize().width() <= 150
    assert flow.heightForWidth(150) > flow.heightForWidth(600)


@pytest.mark.parametrize(("size", "widest"), [(0, 880), (16, 900)])
def test_no_tool_is_wider_than_the_smallest_window(
    qtbot: QtBot, session: Session, retrieval: RetrievalSession, size: int, widest: int
) -> None:
    theme = Theme("light", size)
    audit = AuditSession(session)
    window = QWidget()
    qtbot.addWidget(window)
    window.setStyleSheet(theme.style_sheet())
    panels = [
        ComparePanel(session, theme, retrieval=retrieval),
        *(panel(retrieval, theme) for panel in (DiagnosisPanel, LaboratoryPanel, QuestionsPanel, EvaluationPanel)),
        FindingsPanel(session, theme),
        *(panel(audit, theme) for panel in (InventoryPanel, SamplePanel, CostsPanel, SpreadPanel)),
        MendsPanel(audit, MendHistory(audit), theme),
    ]
    for panel in panels:
        panel.setParent(window)
        panel.ensurePolished()
    window.show()
    widths = {type(panel).__name__: panel.minimumSizeHint().width() for panel in panels}
    assert {name: width for name, width in widths.items() if width > widest} == {}

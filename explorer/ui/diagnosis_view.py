"""A diagnosis as people read it: the ladder with the step that decides, the verdict, what helps, and two tables."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from explorer.core.diagnosis import Kind
from explorer.core.retrieval_views import Diagnosis
from explorer.ui.diagnosis_texts import ACTIONS, action_text, actions_of, remedies_of, sign, steps, tone
from explorer.ui.filter_line import FilterLine
from explorer.ui.flow_layout import FlowLayout, control_line
from explorer.ui.models.diagnosis_model import FACT_COLUMNS, PART_COLUMNS, ROW_ROLE, HeldPart, TellingModel, parts_of
from explorer.ui.naming import named
from explorer.ui.panel_parts import Choice
from explorer.ui.table_parts import RowTable
from explorer.ui.theme import Theme

_FACT_WIDTHS = (150, 180)
_PART_WIDTHS = (130, 110, 66, 110, 90, 190, 150)
_WHY_NOT, _OF_PASSAGE = 5, 6


class DiagnosisView(QWidget):
    """Shows one diagnosis.

    Emits `wanted` (the name of an action of `explorer.ui.diagnosis_texts`) and `chunk_wanted` (document, index), and
    `failed` (title, detail).
    """

    wanted = Signal(str)
    chunk_wanted = Signal(str, int)
    failed = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.verdict = named(QLabel(), "pill")
        self.reason = _words(self.tr("Reason"))
        self.remedy = _words(self.tr("What helps"))
        self.ladder = QWidget()
        self.step_labels = [(QLabel(), QLabel()) for _ in Kind]
        self.buttons = {name: QPushButton() for name in ACTIONS}
        self.facts = TellingModel(FACT_COLUMNS, self)
        self.parts = TellingModel(PART_COLUMNS, self)
        self._lay_out()
        for name, button in self.buttons.items():
            button.clicked.connect(self._wisher(name))
        theme.changed.connect(self._restyle)

    def _lay_out(self) -> None:
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self._scrolled(self._telling()))
        split.addWidget(self._tables())
        split.setSizes([430, 520])
        split.setStretchFactor(0, 1)
        split.setStretchFactor(1, 1)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(split)

    def _telling(self) -> QWidget:
        """Return the verdict with its words and what can be done."""
        page = named(QWidget(), "panel")
        page.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(page)
        column.setContentsMargins(12, 8, 12, 10)
        column.setSpacing(6)
        column.addWidget(self.verdict, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.reason)
        column.addWidget(self.remedy)
        column.addWidget(self._button_line())
        column.addStretch(1)
        return page

    def _button_line(self) -> QWidget:
        line = QWidget()
        flow = FlowLayout(line)
        for button in self.buttons.values():
            flow.addWidget(button)
        return line

    def _ladder(self) -> QWidget:
        grid = QGridLayout(self.ladder)
        grid.setContentsMargins(12, 4, 12, 8)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(1, 1)
        named(self.ladder, label=self.tr("Steps of the diagnosis; the first that matches decides"))
        for row, (mark, text) in enumerate(self.step_labels):
            text.setWordWrap(True)
            grid.addWidget(mark, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(text, row, 1)
        grid.setRowStretch(len(self.step_labels), 1)
        named(self.ladder, "panel").setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        return self._scrolled(self.ladder)

    def _tables(self) -> QWidget:
        self.fact_table = _table(self.tr("What the diagnosis rests on"), _FACT_WIDTHS, (1,), self.facts, self)
        self.part_table = _table(self.tr("Chunks that hold the evidence"), _PART_WIDTHS, (0, 1), self.parts, self)
        self.part_table.file_name = "chunks"
        self.words = FilterLine(self.fact_table, self.tr("Search"), self)
        self.words.setMaximumWidth(180)
        self.words.textChanged.connect(self.part_table.order.show_words)
        self.part_table.search_wanted.connect(self.words.take_keys)
        self.words.hide()
        self.choice = Choice(
            (
                (self.tr("Steps"), self.tr("What was asked one after the other; the first that matches decides")),
                (self.tr("Facts"), self.tr("What the diagnosis rests on")),
                (self.tr("Chunks"), self.tr("The chunks that hold the marked passages, with their ranks")),
            )
        )
        pages = QStackedWidget()
        pages.addWidget(self._ladder())
        pages.addWidget(self.fact_table)
        pages.addWidget(self.part_table)
        self.choice.group.idClicked.connect(pages.setCurrentIndex)
        self.choice.group.idClicked.connect(lambda number: self.words.setVisible(number > 0))
        for table in (self.fact_table, self.part_table):
            table.failed.connect(self.failed)
            self._theme.changed.connect(table.fit_rows)
        self.part_table.clicked.connect(self._show_part)
        self.part_table.activated.connect(self._show_part)
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(2)
        column.addLayout(control_line(self.choice, None, self.words, modest=70, sides=8, above=0))
        column.addWidget(pages, 1)
        return box

    def _scrolled(self, page: QWidget) -> QScrollArea:
        scroll = named(QScrollArea(), "panel")
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setMinimumWidth(240)
        scroll.setWidget(page)
        return scroll

    def show_diagnosis(self, diagnosis: Diagnosis) -> None:
        """Show another diagnosis."""
        self.verdict.setText(f"{sign(diagnosis)} {diagnosis.title}")
        self.verdict.setProperty("tone", tone(diagnosis))
        self.verdict.style().polish(self.verdict)
        self.reason.setText(diagnosis.reason)
        self.remedy.setText(self.tr("What helps: {0}").format(diagnosis.remedy))
        self.facts.show_rows(diagnosis.facts)
        self.parts.show_rows(parts_of(diagnosis))
        self.part_table.setColumnHidden(_WHY_NOT, not any(row.chunk.left_out for row in parts_of(diagnosis)))
        self.part_table.setColumnHidden(_OF_PASSAGE, len(diagnosis.evidence) < 2)
        for (mark, text), step in zip(self.step_labels, steps(diagnosis.kind), strict=True):
            mark.setText(step.sign)
            text.setText(step.text)
            for label in (mark, text):
                label.setProperty("decides", step.decides)
                label.setProperty("reached", step.reached)
        offered = actions_of(diagnosis)
        for name, button in self.buttons.items():
            button.setVisible(name in offered)
            button.setText(action_text(name, diagnosis))
            button.setObjectName("primary" if remedies_of(diagnosis)[:1] == (name,) else "")
            button.style().unpolish(button)
            button.style().polish(button)
        self._restyle()

    def _restyle(self) -> None:
        """Colour the steps: the one that decides stands out, those not reached step back."""
        for labels in self.step_labels:
            for label in labels:
                strong = label.property("decides")
                colour = "accent" if strong else "text" if label.property("reached") else "muted"
                weight = 600 if strong else 400
                label.setStyleSheet(f"color: {self._theme.colour(colour).name()}; font-weight: {weight};")

    def _wisher(self, name: str) -> Callable[[], None]:
        return lambda: self.wanted.emit(name)

    def _show_part(self, index: QModelIndex) -> None:
        part: HeldPart = index.data(ROW_ROLE)
        self.chunk_wanted.emit(part.chunk.document, part.chunk.index)


def _words(label: str) -> QLabel:
    found = named(QLabel(), label=label)
    found.setWordWrap(True)
    found.setTextFormat(Qt.TextFormat.PlainText)
    found.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    found.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    return found


def _table(label: str, widths: tuple[int, ...], wide: tuple[int, ...], model: TellingModel, owner: QWidget) -> RowTable:
    table = RowTable(label, widths, wide, owner)
    table.show_rows_of(model)
    table.file_name = "facts"
    return table

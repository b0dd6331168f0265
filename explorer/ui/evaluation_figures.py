"""The figures of an evaluation: runs with their measures, a chart of one measure, kept runs, and their course."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from explorer.core.evaluation_history import QUESTIONS_HASH
from explorer.core.question_views import EvaluationView, Figure, KeptEvaluationView, RunView
from explorer.ui import evaluation_texts as texts
from explorer.ui.charts import scrolled
from explorer.ui.evaluation_charts import ChartRow, FigureDelegate, IntervalChart
from explorer.ui.flow_layout import control_line
from explorer.ui.models.evaluation_model import ROW_ROLE, KeptModel, RunsModel
from explorer.ui.naming import named
from explorer.ui.panel_parts import Choice, ElidedLabel, flat_button
from explorer.ui.table_parts import RowTable, tabbed
from explorer.ui.theme import Theme

TABLE, CHART, KEPT, COURSE = range(4)
_NAME = 210
_FIGURE = 86
_MOST_FIGURES = 20
_KEPT_WIDTHS = (138, 110, 44, 74, 150)
_TALL = 44


class EvaluationFigures(QWidget):
    """`compare_wanted` (KeptEvaluationView): the user wants what is shown compared with a kept evaluation.

    `failed` (title, detail): a table or picture cannot be written.
    """

    compare_wanted = Signal(object)
    failed = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._evaluation: EvaluationView | None = None
        self._kept: tuple[KeptEvaluationView, ...] = ()
        self._compared = ""
        self.runs = RunsModel(self)
        self.kept_rows = KeptModel(self)
        self._make_parts()
        self._lay_out()
        self._connect()
        self._show_page(TABLE)

    def _make_parts(self) -> None:
        self.choice = Choice(
            (
                (self.tr("Figures"), self.tr("Every run with all measures")),
                (self.tr("Chart"), self.tr("One measure of every run with its interval")),
                (self.tr("Kept"), self.tr("Earlier evaluations, to compare with")),
                (
                    self.tr("Over time"),
                    self.tr("One measure of one run through all kept evaluations of these questions"),
                ),
            ),
            self,
        )
        self.about = named(ElidedLabel(self), "muted")
        self.measure = named(QComboBox(self), label=self.tr("Measure in the chart"))
        self.run = named(QComboBox(self), label=self.tr("Run whose course is shown"))
        for box, letters in ((self.measure, 5), (self.run, 5)):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(letters)
            box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            box.setMaximumWidth(260)
        self.compare = flat_button(
            self.tr("Compare with this"), self.tr("Show which questions changed since the chosen evaluation"), self
        )
        self.table = RowTable(self.tr("Runs and their measures"), (_NAME, *[_FIGURE] * _MOST_FIGURES), (), self)
        self.table.show_rows_of(self.runs)
        self.table.take_lines(self.runs.lines)
        self.table.file_name = "runs"
        self.table.room, self.table.least_height = 24, _TALL
        self.table.fit_rows()
        self.table.setItemDelegate(FigureDelegate(self._theme, self.table))
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.chart = IntervalChart(self._theme, "evaluation", self)
        self.kept = RowTable(self.tr("Kept evaluations, the newest first"), _KEPT_WIDTHS, (1, 4), self)
        self.kept.show_rows_of(self.kept_rows)
        self.kept.file_name = "evaluations"
        self.course = IntervalChart(self._theme, "course", self)

    def _lay_out(self) -> None:
        line = control_line(self.choice, self.measure, self.run, self.compare, self.about, modest=40, above=4)
        self._pages = QStackedWidget(self)
        for page in (self.table, scrolled(self.chart), self.kept, scrolled(self.course)):
            self._pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(line)
        column.addWidget(self._pages, 1)

    def _connect(self) -> None:
        self.choice.group.idClicked.connect(self._show_page)
        self.measure.activated.connect(self._draw)
        self.run.activated.connect(self._draw)
        self.compare.clicked.connect(self._on_compare)
        self.kept.activated.connect(self._on_compare)
        self.kept.selectionModel().currentRowChanged.connect(self._tell)
        self.table.clicked.connect(self._on_figure)
        for part in (self.table, self.kept, self.chart, self.course):
            part.copied = self.copied_text
            part.failed.connect(self.failed)

    def show_evaluation(self, evaluation: EvaluationView) -> None:
        """Show another evaluation's figures."""
        self._evaluation = evaluation
        self._compared = ""
        self.about.set_whole(texts.about(evaluation))
        self.runs.show_runs(evaluation.runs)
        self._fit()
        self._fill(self.measure, [(name, name) for name in self.runs.measures])
        runs = [(texts.run_words(run.name, run.ranker), (run.name, run.ranker)) for run in evaluation.runs]
        self._fill(self.run, runs, first=min(1, len(runs) - 1))
        self._draw()

    def show_kept(self, kept: Sequence[KeptEvaluationView]) -> None:
        """Show which evaluations are kept, the newest first."""
        self._kept = tuple(kept)
        self.kept_rows.show_rows(kept)
        self._draw()
        self._tell()

    def mark_compared(self, when: str) -> None:
        """Mark the evaluation that is compared with in the course."""
        self._compared = when
        self._draw()

    def _fill(self, box: QComboBox, entries: Sequence[tuple[str, object]], *, first: int = 0) -> None:
        """Offer other entries; what was chosen stays chosen, else the entry number `first` is."""
        chosen = box.currentText()
        with QSignalBlocker(box):
            box.clear()
            for words, data in entries:
                box.addItem(words, data)
            place = box.findText(chosen)
            box.setCurrentIndex(place if place >= 0 else first)

    def changeEvent(self, event: QEvent) -> None:
        """Fit the columns when a style sheet gives another font, which comes after the theme has changed."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self.layout() is not None:
            self._fit()

    def _fit(self) -> None:
        name = max((self.fontMetrics().horizontalAdvance(line[0]) for line in self.runs.lines()[1:]), default=_NAME)
        self.table.setColumnWidth(0, min(max(name + 20, 120), 300))
        for column in range(1, self.runs.columnCount()):
            title = str(self.runs.headerData(column, Qt.Orientation.Horizontal)).split("\n", maxsplit=1)[0]
            self.table.setColumnWidth(column, max(_FIGURE, self.fontMetrics().horizontalAdvance(title) + 20))

    def _show_page(self, number: int) -> None:
        self._pages.setCurrentIndex(number)
        self.choice.choose(number)
        self.measure.setVisible(number in (CHART, COURSE))
        self.run.setVisible(number == COURSE)
        self.compare.setVisible(number == KEPT)
        self.about.setVisible(number == TABLE)
        self._tell()

    def page(self) -> int:
        """Return which page is shown."""
        return self._pages.currentIndex()

    def _draw(self) -> None:
        """Draw both charts anew."""
        measure, evaluation = self.measure.currentText(), self._evaluation
        if evaluation is None:
            return
        bases: dict[str, Figure] = {}
        rows: list[ChartRow] = []
        for run in evaluation.runs:
            figure = run.measures.get(measure)
            if figure is not None:
                base = bases.get(run.ranker)
                bases.setdefault(run.ranker, figure)
                rows.append(ChartRow(self._label(run, evaluation), figure, base))
        self.chart.show_rows(measure, rows)
        title = f"{measure}, {self.run.currentText()}"
        self.course.show_rows(title, self._course_rows(evaluation, measure))

    def _label(self, run: RunView, evaluation: EvaluationView) -> str:
        """Return a run's name, without the ranker where all have the same one."""
        alike = len({each.ranker for each in evaluation.runs}) == 1
        return texts.side_words(run.name) if alike else texts.run_words(run.name, run.ranker)

    def _course_rows(self, evaluation: EvaluationView, measure: str) -> list[ChartRow]:
        """Return a measure of one run in all kept evaluations of the same questions, the oldest first."""
        known = evaluation.settings.get(QUESTIONS_HASH)
        rows: list[ChartRow] = []
        base: Figure | None = None
        for kept in reversed(self._kept):
            figure = self._figure(kept.runs, measure) if kept.settings.get(QUESTIONS_HASH) == known else None
            if figure is not None:
                marked = kept.when in (self._compared, evaluation.when)
                rows.append(ChartRow(texts.when_words(kept.when), figure, base, marked=marked))
                base = base or figure
        return rows

    def _figure(self, runs: Sequence[RunView], measure: str) -> Figure | None:
        chosen = self.run.currentData()
        run = next((run for run in runs if (run.name, run.ranker) == tuple(chosen or ())), None)
        return run.measures.get(measure) if run else None

    def _on_figure(self, index: QModelIndex) -> None:
        """Have the chart show the measure whose figure was clicked."""
        if index.column():
            self.measure.setCurrentIndex(index.column() - 1)
            self._draw()

    def chosen_kept(self) -> KeptEvaluationView | None:
        """Return the chosen kept evaluation."""
        found = self.kept.currentIndex().data(ROW_ROLE)
        return found if isinstance(found, KeptEvaluationView) else None

    def _tell(self) -> None:
        kept, evaluation = self.chosen_kept(), self._evaluation
        self.compare.setEnabled(kept is not None and evaluation is not None and kept.when != evaluation.when)

    def _on_compare(self) -> None:
        kept = self.chosen_kept()
        if kept is not None and self.compare.isEnabled():
            self.compare_wanted.emit(kept)

    def lines(self) -> list[list[str]]:
        """Return what is seen as cells."""
        parts = (self.table, self.chart, self.kept, self.course)
        return parts[self.page()].lines()

    def copied_text(self) -> str:
        """Return what was measured, then what is seen as tab-separated lines."""
        return "\n".join([self.about.whole(), "", tabbed(self.lines())])

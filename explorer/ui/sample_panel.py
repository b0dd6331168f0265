"""The sample tab: draw chunks by a seed, judge them one by one with one key each, see the error rates grow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer.core.question_views import Figure
from explorer.core.sample_sheet import COLUMNS as SHEET
from explorer.core.sample_sheet import judged_row, sheet_csv
from explorer.core.sampling import ErrorRate
from explorer.core.views import LibraryInfo
from explorer.ui.audit_session import AuditSession
from explorer.ui.bar_delegates import IntervalDelegate
from explorer.ui.charts import scrolled
from explorer.ui.evaluation_charts import ChartRow, IntervalChart
from explorer.ui.file_saver import FileSaver
from explorer.ui.flow_layout import FlowLayout, control_line
from explorer.ui.models.rates_model import BAR, RatesModel
from explorer.ui.naming import named
from explorer.ui.news import copy_text
from explorer.ui.panel_parts import Choice, EmptyWords, action_button, flat_button, labelled, number_box
from explorer.ui.sample_flow import SampleFlow
from explorer.ui.sample_judging import JudgingView
from explorer.ui.sample_texts import count_text, group_text, progress_text, rate_text, spoken_rate
from explorer.ui.settings import Settings
from explorer.ui.table_parts import RowTable, tabbed, table_action
from explorer.ui.theme import Theme

LARGEST = 2000
_SIZE, _SEED = 50, 1
_RATES, _ROOMY = 220, 1100
_WIDTHS = (100, 68, 76, 124, 80)


class SamplePanel(QWidget):
    """Controls, the chunk to judge, verdict buttons, rates. Emits `failed` (title, detail)."""

    failed = Signal(str, str)

    def __init__(self, audit: AuditSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = audit.session
        self._theme = theme
        self._saver = FileSaver(self, (".csv",))
        self._saver.failed.connect(self.failed)
        self.flow = SampleFlow(audit, self)
        self._followed: tuple[str, int] | None = None
        self._make_controls()
        self.judging = JudgingView(self.flow, theme)
        self._make_rates()
        self._lay_out()
        self._connect()
        self.judging.make_keys(self)
        self._on_settings(self._session.settings)
        self._on_library(self._session.library)
        self._on_drawn()
        self._on_rated()

    def _make_controls(self) -> None:
        self.size_box = number_box(self.tr("Chunks to draw"), 1, LARGEST, _SIZE)
        self.seed = number_box(self.tr("Seed"), 0, 999_999, _SEED)
        self.seed.setToolTip(self.tr("The same seed draws the same chunks, with the verdicts given so far"))
        self.judge = named(QLineEdit(placeholderText=self.tr("Your name")), label=self.tr("Judge's name"))
        self.judge.setToolTip(self.tr("Verdicts are kept by judge, so that two can be compared"))
        self.judge.setMaximumWidth(180)
        self.draw_button = named(QPushButton(self.tr("Draw")), "primary")
        self.progress = named(QLabel(), "pill")
        words = self.tr("Write the chunks with their verdicts as CSV")
        self.export_action = table_action(self, self.tr("Export…"), "Ctrl+E", words)
        self.export_button = action_button(self.export_action, self)
        self.copy_button = flat_button(self.tr("Copy"), self.tr("Copy verdicts or error rates"))
        menu = QMenu(self.copy_button)
        menu.addAction(self.tr("Copy the error rates")).triggered.connect(self.copy_rates)
        menu.addAction(self.tr("Copy the chunks with their verdicts")).triggered.connect(self.copy_verdicts)
        self.copy_button.setMenu(menu)
        self.copy_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)

    def _make_rates(self) -> None:
        self.rates = RatesModel(self)
        self.table = RowTable(self.tr("Error rates"), _WIDTHS, (0,), self)
        self.order = self.table.show_rows_of(self.rates)
        self.table.take_lines(self.rates.lines)
        self.table.file_name = "error-rates"
        self.table.setItemDelegateForColumn(BAR, IntervalDelegate(self._theme, self.table))
        self.chart = IntervalChart(self._theme, "error-rates", self)
        self.chart.failed.connect(self.failed)
        self.chart.copied = self.copied_rates
        self.view = Choice(
            (
                (self.tr("Table"), self.tr("Error rates with their intervals")),
                (self.tr("Chart"), self.tr("Error rates with their intervals, one below the other")),
            )
        )
        self._views = QStackedWidget()
        self._views.addWidget(self.table)
        self._views.addWidget(scrolled(self.chart))
        self.view.group.idClicked.connect(self._views.setCurrentIndex)
        shown = QWidget()
        column = QVBoxLayout(shown)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(control_line(self.view, above=2))
        column.addWidget(self._views, 1)
        self._no_rates = EmptyWords()
        self._no_rates.say(self.tr("Error rates with their 95 % intervals stand here from the first verdict on."))
        self.rates_place = QStackedWidget()
        self.rates_place.addWidget(self._no_rates)
        self.rates_place.addWidget(shown)
        self.rates_place.setMinimumWidth(_RATES)

    def _lay_out(self) -> None:
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.addWidget(self.judging)
        self._split.addWidget(self.rates_place)
        self._split.setStretchFactor(0, 3)
        self._split.setStretchFactor(1, 2)
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(1)
        self._words = EmptyWords()
        self._stack = QStackedWidget()
        self._stack.addWidget(self._words)
        self._stack.addWidget(self._split)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._control_line())
        column.addWidget(self._stack, 1)

    def _control_line(self) -> FlowLayout:
        fields = ((self.tr("Chunks"), self.size_box), (self.tr("Seed"), self.seed), (self.tr("Judge"), self.judge))
        pairs = [labelled(text, field) for text, field in fields]
        return control_line(
            *pairs, self.draw_button, self.progress, None, self.copy_button, self.export_button, modest=110
        )

    def _connect(self) -> None:
        self._session.library_changed.connect(self._on_library)
        self._session.settings_changed.connect(self._on_settings)
        self.flow.drawn.connect(self._on_drawn)
        self.flow.shown.connect(self._on_shown)
        self.flow.rated.connect(self._on_rated)
        self.draw_button.clicked.connect(self.draw)
        self.judge.textChanged.connect(self._enable)
        self.judge.returnPressed.connect(self.draw)
        self.export_action.triggered.connect(lambda _=False: self._choose_file())
        self.table.failed.connect(self.failed)
        self._theme.changed.connect(self.table.fit_rows)

    def draw(self) -> None:
        """Draw the sample that the fields describe; nothing to do without a judge's name or a library."""
        name = self.judge.text().strip()
        if name and self._session.library is not None:
            self._session.change_settings(replace(self._session.settings, judge=name))
            self.flow.draw(self.size_box.value(), self.seed.value(), name)

    def copied_verdicts(self) -> str:
        """Return the drawn chunks with their verdicts, as lines of tab-separated cells with a head line."""
        return tabbed([SHEET, *(judged_row(item) for item in self.flow.items)])

    def copied_rates(self) -> str:
        """Return the error rates as lines of tab-separated cells with a head line."""
        return tabbed(self.table.lines_of(range(self.order.rowCount())))

    def copy_verdicts(self) -> None:
        """Put the drawn chunks with their verdicts on the clipboard."""
        copy_text(self.copied_verdicts(), self)

    def copy_rates(self) -> None:
        """Put the error rates on the clipboard."""
        copy_text(self.copied_rates(), self)

    def export(self, path: str) -> None:
        """Write the drawn chunks with their verdicts as a CSV file that the command `sample --rate` reads."""
        self._saver.write(Path(path), lambda _: sheet_csv(judged_row(item) for item in self.flow.items))

    def _choose_file(self) -> None:
        path = self._saver.ask(self.tr("Export the sample with its verdicts"), "sample")
        if path is not None:
            self.export(str(path))

    def _on_library(self, library: LibraryInfo | None) -> None:
        self._enable()
        self._words.say(
            self.tr(
                "Type who judges, draw a sample, then judge each chunk with one key: is its header right for its text? "
                "The same number and seed draw the same chunks again, with your verdicts so far."
            )
            if library
            else self.tr("Open a folder of documents to judge a sample of its chunks.")
        )

    def _on_settings(self, settings: Settings) -> None:
        if not self.judge.text():
            self.judge.setText(settings.judge)

    def _enable(self) -> None:
        ready = self._session.library is not None
        self.draw_button.setEnabled(ready and bool(self.judge.text().strip()))
        self.draw_button.setToolTip("" if self.judge.text().strip() else self.tr("Type your name first"))
        for part in (self.export_action, self.copy_button):
            part.setEnabled(bool(self.flow.items))

    def _on_drawn(self) -> None:
        self._enable()
        self._followed = None
        empty = self.flow.state is not None and not self.flow.items
        if empty:
            self._words.say(self.tr("There are no chunks to draw."))
        self._stack.setCurrentIndex(int(bool(self.flow.items)))
        if self.flow.items and self.isVisible():
            self.judging.take_focus()

    def _on_shown(self) -> None:
        self._on_rated()
        self._follow()

    def _follow(self) -> None:
        """Have the window select the chunk shown, once for each time that it comes up while the tab is seen."""
        item = self.flow.item
        if item is None or not self.isVisible():
            return
        key = (item.view.item.chunk.document, item.view.item.chunk.index)
        if key != self._followed:
            self._followed = key
            self._session.select_chunk(*key)

    def _on_rated(self) -> None:
        state = self.flow.state
        words = progress_text(state)
        if state is not None and self.flow.items:
            words = self.tr("no. {0} · {1}").format(f"{self.flow.position + 1:,}", words)
        if self.flow.complete:
            words = self.tr("{0} ✓ complete").format(words)
        self.progress.setText(words)
        self.progress.setVisible(bool(words))
        rates = state.rates if state else ()
        judged = state is not None and state.judged > 0
        self.rates.show_rates(rates if judged else ())
        self.chart.show_rows(self.tr("Error rates"), chart_rows(rates if judged else ()))
        self.rates_place.setCurrentIndex(int(judged))
        self._show_rates()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the verdicts their line where the panel is narrow: the rates are read less often."""
        super().resizeEvent(event)
        self._show_rates()
        width = event.size().width()
        self._split.setSizes([width - _RATES, _RATES] if width < _ROOMY else [3 * width // 5, 2 * width // 5])

    def _show_rates(self) -> None:
        # Where it is narrow the chunk to be judged needs the room that no rate takes yet.
        self.rates_place.setVisible(self.width() >= _ROOMY or self.rates_place.currentIndex() > 0)

    def showEvent(self, event: QShowEvent) -> None:
        """Show the chunk's place when the tab comes up."""
        super().showEvent(event)
        self._follow()
        if self.flow.items:
            self.judging.take_focus()


def chart_rows(rates: Sequence[ErrorRate]) -> list[ChartRow]:
    """Return error rates as rows of a chart, held against the rate of all chunks, the first one."""
    figures = [Figure(rate.rate, rate.low, rate.high, rate.judged) for rate in rates]
    return [
        ChartRow(
            group_text(rate),
            figure,
            figures[0] if place else None,
            words=f"{rate_text(rate)}  ({count_text(rate)})",
            tip=spoken_rate(rate),
        )
        for place, (rate, figure) in enumerate(zip(rates, figures, strict=True))
    ]

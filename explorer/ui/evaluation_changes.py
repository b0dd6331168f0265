"""The questions of an evaluation: the verdict on two runs, then who won and lost, the most changed question first."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from explorer.core.evaluation_history import OverTime
from explorer.core.question_views import ChangeView, DifferenceView, EvaluationView
from explorer.ui import evaluation_texts as texts
from explorer.ui.filter_line import FilterLine
from explorer.ui.flow_layout import control_line
from explorer.ui.models.evaluation_model import (
    CHANGE,
    QUESTION,
    ROW_ROLE,
    SHOWN,
    ChangesModel,
    asked_rows,
)
from explorer.ui.naming import named
from explorer.ui.panel_parts import Choice, ElidedLabel, flat_button
from explorer.ui.table_parts import RowTable, tabbed, table_action
from explorer.ui.theme import Theme
from explorer.ui.tone_delegate import AnyIndex, ToneDelegate

_WIDTHS = (82, 200, 138, 78)
_LOW = 230
"""Height in pixels below which the verdict has one line."""


class EvaluationChanges(QWidget):
    """Signals: `ask_wanted` and `diagnosis_wanted` (both ChangeView and DifferenceView), `failed` (title, detail)."""

    ask_wanted = Signal(object, object)
    diagnosis_wanted = Signal(object, object)
    failed = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._evaluation: EvaluationView | None = None
        self._pairs: list[tuple[str, DifferenceView]] = []
        self._then = ""
        self._over_time = 0
        self.rows = ChangesModel(self)
        self.pair = named(QComboBox(self), label=self.tr("Which two runs are compared"))
        self.pair.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.pair.setMinimumContentsLength(4)
        self.pair.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.kind = Choice((("", ""),) * len(SHOWN), self)
        self.sign = named(QLabel(self), "pill")
        self.verdict = self._words()
        self.brief = ElidedLabel(self)
        self.brief.hide()
        self.table = self._make_table()
        ask = self.tr("Ask the question in the tab Compare, to see both rankings")
        why = self.tr("See why the question does or does not find its answer")
        self.ask = table_action(self, self.tr("Compare"), "", ask)
        self.why = table_action(self, self.tr("Why?"), "", why)
        self.table.addActions([self.ask, self.why])
        self.words = FilterLine(self.table, self.tr("Search in questions"), self)
        self._lay_out()
        self._connect()

    def _words(self) -> QLabel:
        label = QLabel(self)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    def _make_table(self) -> RowTable:
        table = RowTable(self.tr("Questions, the most changed first"), _WIDTHS, (QUESTION,), self)
        self.order = table.show_rows_of(self.rows)
        table.file_name = "questions"
        table.copied = self.copied
        table.setItemDelegateForColumn(CHANGE, ToneDelegate(self._theme, _tone, table))
        return table

    def _lay_out(self) -> None:
        self._ask_button, self._why_button = (
            flat_button(action.text(), action.toolTip(), self) for action in (self.ask, self.why)
        )
        first = control_line(self.pair, self.kind, self.words, modest=70, sides=0, above=0)
        second = self._line = QHBoxLayout()
        second.setSpacing(8)
        second.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        second.addWidget(self.verdict, 1)
        second.addWidget(self.brief, 1)
        for button in (self._ask_button, self._why_button):
            second.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        top = QVBoxLayout()
        top.setContentsMargins(12, 4, 8, 4)
        top.setSpacing(4)
        top.addLayout(first)
        top.addLayout(second)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self.table, 1)

    def _connect(self) -> None:
        self.pair.activated.connect(self._show_pair)
        self.kind.group.idClicked.connect(self._on_kind)
        self.table.activated.connect(self._on_activated)
        self.table.failed.connect(self.failed)
        self.order.changed.connect(self._tell_actions)
        self.table.selectionModel().currentRowChanged.connect(self._tell_actions)
        self.ask.triggered.connect(self._on_ask)
        self.why.triggered.connect(self._on_why)
        self._ask_button.clicked.connect(self.ask.trigger)
        self._why_button.clicked.connect(self.why.trigger)
        self._theme.changed.connect(self.table.fit_rows)

    @property
    def difference(self) -> DifferenceView | None:
        """Return the comparison that is shown."""
        place = self.pair.currentIndex()
        return self._pairs[place][1] if 0 <= place < len(self._pairs) else None

    def show_evaluation(self, evaluation: EvaluationView, over_time: OverTime | None = None) -> None:
        """Show an evaluation's comparisons; those with a kept one, if any, stand first and are chosen."""
        self._evaluation = evaluation
        since = over_time.runs if over_time else ()
        self._over_time = len(since)
        self._then = texts.changed_settings(over_time) if over_time else ""
        self._pairs = [(texts.then_words(each, over_time.before), each) for each in since] if over_time else []
        self._pairs += [(texts.pair_words(each), each) for each in evaluation.differences]
        with QSignalBlocker(self.pair):
            self.pair.clear()
            self.pair.addItems([name for name, _difference in self._pairs])
            own = (number for number, (_name, each) in enumerate(self._pairs) if each.after == "context")
            self.pair.setCurrentIndex(next(own, 0))
        # The verdict names the only pair.
        self.pair.setVisible(len(self._pairs) > 1)
        self._show_pair()

    def _show_pair(self) -> None:
        difference, evaluation = self.difference, self._evaluation
        if difference is None or evaluation is None:
            self.verdict.setText(self.tr("One recipe was run, so there is nothing to compare. Choose a second one."))
            self.verdict.show()
            self.brief.hide()
            self.sign.hide()
            self.rows.show_rows(())
        else:
            self._say_verdict(difference)
            self.sign.setText(texts.verdict_sign(difference))
            self.sign.setProperty("tone", texts.verdict_tone(difference))
            self.sign.style().polish(self.sign)
            self.sign.show()
            self.rows.show_rows(asked_rows(evaluation, difference))
        self._name_kinds(difference)
        if self.order.rowCount():
            self.table.setCurrentIndex(self.order.index(0, 0))
        self._tell_actions()

    def _say_verdict(self, difference: DifferenceView) -> None:
        """Say the verdict; where there is little room, what goes with it is left to the tool tip."""
        words = texts.verdict_words(difference, over_time=self.is_over_time)
        few = texts.few_words(self._evaluation.n) if self._evaluation else ""
        whole = " ".join(part for part in (words, self._then if self.is_over_time else "", few) if part)
        self.verdict.setText(whole)
        self.verdict.setToolTip(whole)
        self.verdict.setAccessibleName(whole)
        self.brief.set_whole(words, texts.change_words(difference))
        self.brief.set_tip(whole)
        in_brief = self.height() < _LOW
        self.verdict.setVisible(not in_brief)
        self.brief.setVisible(in_brief)
        side = Qt.AlignmentFlag.AlignVCenter if in_brief else Qt.AlignmentFlag.AlignTop
        self._line.setAlignment(self.sign, side)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say as much as there is room for."""
        super().resizeEvent(event)
        difference = self.difference
        if difference is not None:
            self._say_verdict(difference)

    @property
    def is_over_time(self) -> bool:
        """Say whether the comparison that is shown is one with a kept evaluation."""
        return 0 <= self.pair.currentIndex() < self._over_time

    def _name_kinds(self, difference: DifferenceView | None) -> None:
        wins, losses, same = (difference.wins, difference.losses, difference.same) if difference else (0, 0, 0)
        counts = (wins + losses + same, wins, losses, same)
        signs = (self.tr("All"), "▲", "▼", "—")
        names = (self.tr("all questions"), self.tr("better"), self.tr("worse"), self.tr("the same"))
        for number, (sign, name, count) in enumerate(zip(signs, names, counts, strict=True)):
            self.kind.rename(number, f"{sign} {count:,}", self.tr("Show {0}: {1}").format(name, f"{count:,}"))

    def _on_kind(self, number: int) -> None:
        self.rows.show_kind(SHOWN[number])
        if self.order.rowCount():
            self.table.setCurrentIndex(self.order.index(0, 0))
        self._tell_actions()

    def chosen(self) -> ChangeView | None:
        """Return the chosen question."""
        index = self.table.currentIndex()
        return self.rows.row(self.order.source_row(index.row())) if index.isValid() else None

    def _tell_actions(self) -> None:
        row, evaluation = self.chosen(), self._evaluation
        can_ask = row is not None and bool(row.text)
        can_tell = can_ask and evaluation is not None and bool(evaluation.relevant)
        for action, button, able in ((self.ask, self._ask_button, can_ask), (self.why, self._why_button, can_tell)):
            action.setEnabled(able)
            button.setEnabled(able)

    def _on_activated(self, index: QModelIndex) -> None:
        del index
        self.ask.trigger()

    def _on_ask(self) -> None:
        row, difference = self.chosen(), self.difference
        if row is not None and difference is not None:
            self.ask_wanted.emit(row, difference)

    def _on_why(self) -> None:
        row, difference = self.chosen(), self.difference
        if row is not None and difference is not None:
            self.diagnosis_wanted.emit(row, difference)

    def copied(self) -> str:
        """Return the verdict, then the chosen questions, or all that are shown, as tab-separated lines."""
        return f"{self.verdict.text()}\n\n{tabbed(self.table.lines())}"

    def lines(self) -> list[list[str]]:
        """Return the shown questions as cells."""
        return self.table.lines_of(range(self.order.rowCount()))


def _tone(index: AnyIndex) -> str:
    row = index.data(ROW_ROLE)
    if not isinstance(row, ChangeView) or not row.gain:
        return "plain"
    return "success" if row.gain > 0 else "error"

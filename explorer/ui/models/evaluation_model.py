"""Tables of the evaluation tab: runs with their measures, questions with their places before and after, kept runs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from explorer.core.evaluation_words import MISSING, figure_text, rank_text, signed
from explorer.core.question_views import ChangeView, DifferenceView, EvaluationView, Figure, KeptEvaluationView, RunView
from explorer.ui import evaluation_texts as texts
from explorer.ui.models.column_model import SORT_ROLE, ColumnModel
from explorer.ui.plain_words import plainly

AnyIndex = QModelIndex | QPersistentModelIndex
FIGURE_ROLE = Qt.ItemDataRole.UserRole
ROW_ROLE = Qt.ItemDataRole.UserRole + 1
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class RunsModel(ColumnModel):
    """Runs as rows, measures as columns behind the run's name."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self._runs: tuple[RunView, ...] = ()
        self.measures: tuple[str, ...] = ()

    def show_runs(self, runs: Sequence[RunView]) -> None:
        """Show other runs, with the measures that say something."""
        self.beginResetModel()
        self._runs = tuple(runs)
        names = dict.fromkeys(name for run in runs for name, figure in run.measures.items() if figure.n)
        self.measures = tuple(names)
        self.endResetModel()

    def row_total(self) -> int:
        """Return how many runs there are."""
        return len(self._runs)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        """Return the run's name and each measure."""
        return 0 if parent.isValid() else 1 + len(self.measures)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a measure's name with its n; its meaning as tool tip."""
        if orientation != Qt.Orientation.Horizontal or section > len(self.measures):
            return None
        if section == 0:
            return self.tr("Run") if role == Qt.ItemDataRole.DisplayRole else None
        name = self.measures[section - 1]
        if role == Qt.ItemDataRole.ToolTipRole:
            return texts.measure_meaning(name)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        counts = [run.measures[name].n for run in self._runs if name in run.measures]
        return f"{name}\nn = {max(counts, default=0):,}"

    @plainly
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a run's name or a figure."""
        if not index.isValid():
            return None
        run = self._runs[index.row()]
        if role == ROW_ROLE:
            return run
        if index.column() == 0:
            return self._name(run, role)
        figure = run.measures.get(self.measures[index.column() - 1])
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._in_full(run, self.measures[index.column() - 1], figure)
        found: dict[int, object] = {
            Qt.ItemDataRole.DisplayRole: value_text(figure),
            SORT_ROLE: value_key(figure),
            FIGURE_ROLE: figure,
        }
        return found.get(role)

    def _name(self, run: RunView, role: int) -> str | None:
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return texts.run_words(run.name, run.ranker)
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                return texts.recipe_note(run)
            case _:
                return None

    def _in_full(self, run: RunView, measure: str, figure: Figure | None) -> str:
        words = figure_words(figure)
        return f"{texts.run_words(run.name, run.ranker)}, {measure}: {words}"

    def lines(self) -> list[list[str]]:
        """Return the titles and all rows as cells; each figure with its interval and its n."""
        titles = [self.tr("Run"), self.tr("Recipe"), *self.measures]
        rows = (
            [
                texts.run_words(run.name, run.ranker),
                run.recipe,
                *(figure_words(run.measures.get(name)) for name in self.measures),
            ]
            for run in self._runs
        )
        return [titles, *rows]


def value_text(figure: Figure | None) -> str:
    """Return a figure without its interval."""
    return MISSING if figure is None or figure.value is None else f"{figure.value:.3f}"


def value_key(figure: Figure | None) -> float:
    """Return what a figure sorts by."""
    return math.nan if figure is None or figure.value is None else figure.value


def figure_words(figure: Figure | None) -> str:
    """Return a figure with its interval and its n."""
    return MISSING if figure is None or figure.value is None else f"{figure_text(figure)}, n = {figure.n:,}"


@dataclass(frozen=True, slots=True)
class Titled:
    """A column with its title."""

    title: object


CHANGE_COLUMNS = (
    Titled(QT_TRANSLATE_NOOP("ChangesModel", "Change")),
    Titled(QT_TRANSLATE_NOOP("ChangesModel", "Question")),
    Titled(QT_TRANSLATE_NOOP("ChangesModel", "Place before → after")),
    Titled(QT_TRANSLATE_NOOP("ChangesModel", "Gain")),
)
CHANGE, QUESTION, PLACES, GAIN = range(len(CHANGE_COLUMNS))
SHOWN = ("all", "wins", "losses", "same")


def asked_rows(evaluation: EvaluationView, difference: DifferenceView) -> tuple[ChangeView, ...]:
    """Return every question of a difference: the changed ones first, then those that stay where they are."""
    changed = {change.number for change in difference.changes}
    rows = list(difference.changes)
    run = next((run for run in evaluation.runs if _is_after(run, difference)), None)
    if run is not None:
        rows += [
            ChangeView(number, text, place, place, 0.0)
            for number, (text, place) in enumerate(zip(evaluation.questions, run.best, strict=False), start=1)
            if number not in changed
        ]
    return tuple(rows)


def _is_after(run: RunView, difference: DifferenceView) -> bool:
    return (run.name, run.ranker) == (difference.after, difference.ranker)


class ChangesModel(ColumnModel):
    """Questions with their places under two runs; `kind` of `SHOWN` tells which of them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(CHANGE_COLUMNS, parent)
        self._all: tuple[ChangeView, ...] = ()
        self._rows: list[ChangeView] = []
        self._kind = SHOWN[0]

    def show_rows(self, rows: Sequence[ChangeView]) -> None:
        """Show other questions."""
        self._all = tuple(rows)
        self.show_kind(self._kind)

    def show_kind(self, kind: str) -> None:
        """Show all, those that win, lose, or stay."""
        self.beginResetModel()
        self._kind = kind
        self._rows = [row for row in self._all if kind in ("all", _kind(row))]
        self.endResetModel()

    def row_total(self) -> int:
        """Return how many questions are shown."""
        return len(self._rows)

    def row(self, number: int) -> ChangeView | None:
        """Return a shown question."""
        return self._rows[number] if 0 <= number < len(self._rows) else None

    @plainly
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, or the row."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._cells(row)[index.column()]
            case Qt.ItemDataRole.ToolTipRole:
                return row.text or None
            case Qt.ItemDataRole.TextAlignmentRole:
                return _RIGHT if index.column() == GAIN else None
            case _ if role == SORT_ROLE and index.column() != QUESTION:
                return _change_key(row, index.column())
            case _:
                return row if role == ROW_ROLE else None

    def _cells(self, row: ChangeView) -> list[str]:
        named = {"wins": self.tr("▲ better"), "losses": self.tr("▼ worse"), "same": self.tr("— same")}
        text = " ".join(row.text.split()) or self.tr("Question {0}").format(row.number)
        places = f"{rank_text(row.before)} → {rank_text(row.after)}" if row.gain else rank_text(row.after)
        return [named[_kind(row)], text, places, signed(row.gain, 3) if row.gain else ""]

    def lines(self) -> list[list[str]]:
        """Return the titles and the shown rows as cells."""
        titles = [str(self.headerData(column, Qt.Orientation.Horizontal)) for column in range(len(CHANGE_COLUMNS))]
        return [titles, *(self._cells(row) for row in self._rows)]


def _change_key(row: ChangeView, column: int) -> float:
    """Return what a change sorts by: its place after, or else its gain."""
    if column == PLACES:
        return math.nan if row.after is None else float(row.after)
    return row.gain


def _kind(row: ChangeView) -> str:
    if row.gain > 0:
        return "wins"
    return "losses" if row.gain < 0 else "same"


KEPT_COLUMNS = (
    Titled(QT_TRANSLATE_NOOP("KeptModel", "When (UTC)")),
    Titled(QT_TRANSLATE_NOOP("KeptModel", "Question set")),
    Titled(QT_TRANSLATE_NOOP("KeptModel", "n")),
    Titled(QT_TRANSLATE_NOOP("KeptModel", "Best MRR")),
    Titled(QT_TRANSLATE_NOOP("KeptModel", "Model and recipe")),
)
_KEPT_N, _KEPT_BEST = 2, 3


class KeptModel(ColumnModel):
    """Kept evaluations, the newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(KEPT_COLUMNS, parent)
        self._rows: tuple[KeptEvaluationView, ...] = ()

    def show_rows(self, rows: Sequence[KeptEvaluationView]) -> None:
        """Show other evaluations."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def row_total(self) -> int:
        """Return how many evaluations there are."""
        return len(self._rows)

    @plainly
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, or the row."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _kept_cells(row)[index.column()]
            case Qt.ItemDataRole.ToolTipRole:
                return self._in_full(row)
            case _ if role == SORT_ROLE and index.column() in (_KEPT_N, _KEPT_BEST):
                return float(row.n) if index.column() == _KEPT_N else value_key(_best(row))
            case _:
                return row if role == ROW_ROLE else None

    def _in_full(self, row: KeptEvaluationView) -> str:
        runs = (f"{texts.recipe_note(run)}: MRR {figure_words(run.measures.get('MRR'))}" for run in row.runs)
        return "\n".join([f"{texts.when_words(row.when)} · {texts.kept_words(row)}", *runs])

    def lines(self) -> list[list[str]]:
        """Return the titles and all rows as cells."""
        titles = [str(self.headerData(column, Qt.Orientation.Horizontal)) for column in range(len(KEPT_COLUMNS))]
        return [titles, *(_kept_cells(row) for row in self._rows)]


def _best(row: KeptEvaluationView) -> Figure | None:
    figures = [figure for run in row.runs if (figure := run.measures.get("MRR")) and figure.value is not None]
    return max(figures, key=lambda figure: figure.value or 0.0, default=None)


def _kept_cells(row: KeptEvaluationView) -> list[str]:
    return [
        texts.when_words(row.when),
        row.settings.get("questions", ""),
        f"{row.n:,}",
        value_text(_best(row)),
        texts.kept_words(row),
    ]

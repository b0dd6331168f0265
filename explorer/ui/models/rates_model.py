"""Error rates of a quality sample as a table: group, errors of judged, rate, interval, and a bar of both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from explorer.core.sampling import ErrorRate
from explorer.ui.models.column_model import SORT_ROLE, ColumnModel
from explorer.ui.plain_words import plainly
from explorer.ui.sample_texts import count_text, group_text, interval_text, rate_text, spoken_rate

AnyIndex = QModelIndex | QPersistentModelIndex
RATE_ROLE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, the text it shows, and the number it sorts by, None for its text."""

    title: object
    text: Callable[[ErrorRate], str]
    sort: Callable[[ErrorRate], float] | None = None


COLUMNS = (
    Column(QT_TRANSLATE_NOOP("RatesModel", "Chunks"), group_text),
    Column(QT_TRANSLATE_NOOP("RatesModel", "Wrong"), count_text, lambda rate: float(rate.errors)),
    Column(QT_TRANSLATE_NOOP("RatesModel", "Rate"), rate_text, lambda rate: rate.rate),
    Column(QT_TRANSLATE_NOOP("RatesModel", "95 % interval"), interval_text, lambda rate: rate.low),
    Column(QT_TRANSLATE_NOOP("RatesModel", "0 – 100 %"), lambda _rate: "", lambda rate: rate.rate),
)
BAR = len(COLUMNS) - 1


class RatesModel(ColumnModel):
    """The rates of the sample: of all chunks first, then by format, finding and document."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)
        self._rows: tuple[ErrorRate, ...] = ()

    def show_rates(self, rates: Sequence[ErrorRate]) -> None:
        """Show other rates; where the groups are the same ones, rows stay where they are."""
        same = [(rate.stratum, rate.value) for rate in rates] == [(rate.stratum, rate.value) for rate in self._rows]
        if same and rates:
            self._rows = tuple(rates)
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, BAR))
            return
        self.beginResetModel()
        self._rows = tuple(rates)
        self.endResetModel()

    def rate(self, row: int) -> ErrorRate:
        """Return the rate in a row."""
        return self._rows[row]

    def lines(self) -> list[list[str]]:
        """Return the titles and all rows as cells, the bars aside."""
        titles = [self.tr(str(column.title)) for column in COLUMNS[:BAR]]
        return [titles, *([column.text(rate) for column in COLUMNS[:BAR]] for rate in self._rows)]

    def row_total(self) -> int:
        """Return how many rows there are."""
        return len(self._rows)

    @plainly
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, a sentence as tool tip and for screen readers, or the row's rate."""
        if not index.isValid():
            return None
        rate = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[index.column()].text(rate)
        if role in {Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole}:
            return spoken_rate(rate)
        column = COLUMNS[index.column()]
        if role == SORT_ROLE and column.sort:
            return column.sort(rate)
        return rate if role == RATE_ROLE else None

"""Near twins and documents with their distances, as two tables of one kind of model, which sorts them by raw values.

The model sorts, not a proxy: that would ask for two values at each comparison, a second's work for thousands of pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from explorer.core.duplicates import Passage
from explorer.core.spread import Spread, TwinPair
from explorer.ui import spread_texts as texts
from explorer.ui.models.column_model import cell

AnyIndex = QModelIndex | QPersistentModelIndex
ROW_ROLE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, the text it shows, what it sorts by, and the tool tip of its cells where that says more."""

    title: object
    text: Callable[[Any], str]
    sort: Callable[[Any], str | float]
    tip: Callable[[Any], str] | None = None
    number: bool = True


def _known(value: float | None) -> float:
    """Return what a figure sorts by: those that are missing come last where the lowest come first."""
    return float("inf") if value is None else value


def _change(pair: TwinPair) -> float:
    return pair.context - pair.plain


def _place(passage: Passage) -> str:
    return texts.passage_text(passage).casefold()


TWIN_COLUMNS = (
    Column(
        QT_TRANSLATE_NOOP("SpreadModel", "Passage"),
        lambda pair: texts.passage_text(pair.left),
        lambda pair: _place(pair.left),
        lambda pair: texts.passage_words(pair.left),
        number=False,
    ),
    Column(
        QT_TRANSLATE_NOOP("SpreadModel", "Twin"),
        lambda pair: texts.passage_text(pair.right),
        lambda pair: _place(pair.right),
        lambda pair: texts.passage_words(pair.right),
        number=False,
    ),
    Column(
        QT_TRANSLATE_NOOP("SpreadModel", "Same words"),
        lambda pair: texts.share(pair.similarity),
        lambda pair: _known(pair.similarity),
    ),
    Column(
        QT_TRANSLATE_NOOP("SpreadModel", "Cosine plain"),
        lambda pair: texts.number(pair.plain),
        lambda pair: pair.plain,
    ),
    Column(
        QT_TRANSLATE_NOOP("SpreadModel", "With context"),
        lambda pair: texts.number(pair.context),
        lambda pair: pair.context,
    ),
    Column(QT_TRANSLATE_NOOP("SpreadModel", "Change"), lambda pair: texts.signed(_change(pair)), _change),
)
RIGHT_PASSAGE, CHANGE = 1, len(TWIN_COLUMNS) - 1

DOCUMENT_COLUMNS = (
    Column(
        QT_TRANSLATE_NOOP("SpreadModel", "Document"),
        lambda row: row.document,
        lambda row: row.document.casefold(),
        number=False,
    ),
    Column(
        QT_TRANSLATE_NOOP("SpreadModel", "Spread kept"),
        lambda row: texts.share(row.kept),
        lambda row: _known(row.kept),
    ),
    Column(
        QT_TRANSLATE_NOOP("SpreadModel", "Verdict"),
        lambda row: texts.verdict_text(row.verdict),
        lambda row: texts.verdict_text(row.verdict),
        texts.reason,
        number=False,
    ),
    Column(QT_TRANSLATE_NOOP("SpreadModel", "Chunks"), lambda row: f"{row.chunks:,}", lambda row: row.chunks),
    Column(QT_TRANSLATE_NOOP("SpreadModel", "Pairs"), lambda row: f"{row.pairs:,}", lambda row: row.pairs),
    Column(
        QT_TRANSLATE_NOOP("SpreadModel", "Separation"),
        lambda row: texts.signed(row.separation),
        lambda row: _known(row.separation),
    ),
    Column(
        QT_TRANSLATE_NOOP("SpreadModel", "Moved apart"),
        lambda row: texts.signed(row.apart),
        lambda row: _known(row.apart),
    ),
    Column(
        QT_TRANSLATE_NOOP("SpreadModel", "Crowding plain"),
        lambda row: texts.number(row.crowding_plain),
        lambda row: _known(row.crowding_plain),
    ),
    Column(
        QT_TRANSLATE_NOOP("SpreadModel", "With context"),
        lambda row: texts.number(row.crowding_context),
        lambda row: _known(row.crowding_context),
    ),
)
KEPT, VERDICT = 1, 2


class SpreadModel(QAbstractTableModel):
    """Rows of one kind (`TwinPair` or `Spread`) with the columns that are given."""

    def __init__(self, columns: Sequence[Column], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)
        self._rows: list[TwinPair | Spread] = []
        self._sorting = (-1, Qt.SortOrder.AscendingOrder)

    def show_rows(self, rows: Sequence[TwinPair | Spread]) -> None:
        """Show other rows, in the present order."""
        self.beginResetModel()
        self._rows = list(rows)
        self._rows = [self._rows[place] for place in self._places()]
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by the raw values of a column; rows with the same value keep their order."""
        self._sorting = (column, order)
        self.layoutAboutToBeChanged.emit()
        places = self._places()
        self._rows = [self._rows[place] for place in places]
        moved = {place: row for row, place in enumerate(places)}
        old = self.persistentIndexList()
        self.changePersistentIndexList(old, [self.index(moved[index.row()], index.column()) for index in old])
        self.layoutChanged.emit()

    def lines(self) -> list[list[str]]:
        """Return the titles and all rows as cells."""
        titles = [_title(column) for column in self._columns]
        return [titles, *([column.text(row) for column in self._columns] for row in self._rows)]

    def _places(self) -> list[int]:
        """Return where the rows stand now, in the order in which they are to be shown."""
        column, order = self._sorting
        if column < 0:
            return list(range(len(self._rows)))
        keys = [self._columns[column].sort(row) for row in self._rows]
        return sorted(range(len(keys)), key=keys.__getitem__, reverse=order == Qt.SortOrder.DescendingOrder)

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's own default, never changed
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self._columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title; those of numbers stand in the middle, where no sort mark covers them."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and self._columns[section].number:
            return Qt.AlignmentFlag.AlignCenter
        return _title(self._columns[section]) if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, tool tip and place, or the whole row."""
        if not index.isValid():
            return None
        return cell(self._rows[index.row()], self._columns[index.column()], role)


def _title(column: Column) -> str:
    return QCoreApplication.translate("SpreadModel", str(column.title))

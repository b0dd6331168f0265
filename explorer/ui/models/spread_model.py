"""Near twins and documents with their distances, as two tables of one kind of model."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QCoreApplication,
    QObject,
    Qt,
)

from explorer.core.duplicates import Passage
from explorer.core.spread import Spread, TwinPair
from explorer.ui import spread_texts as texts
from explorer.ui.models.column_model import AnyIndex, ColumnModel, cell
from explorer.ui.plain_words import plainly

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
    """Return what a figure sorts by: those that are missing come last."""
    return math.nan if value is None else value


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
        QT_TRANSLATE_NOOP("SpreadModel", "Alike, text alone"),
        lambda pair: texts.number(pair.plain),
        lambda pair: pair.plain,
    ),
    Column(
        QT_TRANSLATE_NOOP("SpreadModel", "Alike, with headers"),
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
        QT_TRANSLATE_NOOP("SpreadModel", "Room left"),
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
        QT_TRANSLATE_NOOP("SpreadModel", "Apart"),
        lambda row: texts.signed(row.separation),
        lambda row: _known(row.separation),
    ),
    Column(
        QT_TRANSLATE_NOOP("SpreadModel", "Against others"),
        lambda row: texts.signed(row.apart),
        lambda row: _known(row.apart),
    ),
    Column(
        QT_TRANSLATE_NOOP("SpreadModel", "Alike, text alone"),
        lambda row: texts.number(row.crowding_plain),
        lambda row: _known(row.crowding_plain),
    ),
    Column(
        QT_TRANSLATE_NOOP("SpreadModel", "Alike, with headers"),
        lambda row: texts.number(row.crowding_context),
        lambda row: _known(row.crowding_context),
    ),
)
KEPT, VERDICT = 1, 2


class SpreadModel(ColumnModel):
    """Rows of one kind (`TwinPair` or `Spread`) with the columns that are given."""

    def __init__(self, columns: Sequence[Column], parent: QObject | None = None) -> None:
        super().__init__(columns, parent)
        self._cells = tuple(columns)
        self._rows: tuple[TwinPair | Spread, ...] = ()

    def show_rows(self, rows: Sequence[TwinPair | Spread]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def row_total(self) -> int:
        """Return how many rows there are."""
        return len(self._rows)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title; those of numbers stand in the middle, where no sort mark covers them."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and self._cells[section].number:
            return Qt.AlignmentFlag.AlignCenter
        return _title(self._cells[section]) if role == Qt.ItemDataRole.DisplayRole else None

    @plainly
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, tool tip, place and sort value, or the whole row."""
        if not index.isValid():
            return None
        return cell(self._rows[index.row()], self._cells[index.column()], role)


def _title(column: Column) -> str:
    return QCoreApplication.translate("SpreadModel", str(column.title))

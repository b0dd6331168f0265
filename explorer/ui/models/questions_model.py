"""Questions as a table, the passages of one question as a table, and proposed pairs as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from explorer.core.question_views import EntryRow, ProposedTwin, QuestionRow
from explorer.ui.models.column_model import SORT_ROLE, ColumnModel
from explorer.ui.plain_words import plainly
from explorer.ui.question_texts import (
    entries_words,
    entry_state,
    entry_words,
    passage_name,
    question_state,
    question_tip,
)

AnyIndex = QModelIndex | QPersistentModelIndex
AnyRow = TypeVar("AnyRow")
ROW_ROLE = Qt.ItemDataRole.UserRole
NUMBER_ROLE = Qt.ItemDataRole.UserRole + 1


def _tr(text: object) -> str:
    return QCoreApplication.translate("RowsModel", str(text))


@dataclass(frozen=True, slots=True)
class Column(Generic[AnyRow]):
    """A column: its title, the text it shows, its tool tip, and the number it sorts by, None for its text."""

    title: object
    text: Callable[[AnyRow], str]
    tip: Callable[[AnyRow], str] | None = None
    sort: Callable[[AnyRow], float] | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """A passage of a question, and whether it is an answer."""

    row: EntryRow
    relevant: bool


def side_text(side: Side) -> str:
    """Return in words whether a passage is an answer."""
    return _tr("✓ answer") if side.relevant else _tr("✗ no answer")


QUESTION_COLUMNS: tuple[Column[QuestionRow], ...] = (
    Column(QT_TRANSLATE_NOOP("RowsModel", "Question"), lambda row: row.text, question_tip),
    Column(QT_TRANSLATE_NOOP("RowsModel", "Answers"), lambda row: entries_words(row.relevant), question_tip),
    Column(QT_TRANSLATE_NOOP("RowsModel", "Not the answer"), lambda row: entries_words(row.not_relevant), question_tip),
    Column(QT_TRANSLATE_NOOP("RowsModel", "State"), question_state, question_tip),
    Column(QT_TRANSLATE_NOOP("RowsModel", "Pair"), lambda row: f"⇄ {row.twin}" if row.twin else "", question_tip),
)
STATE = 3

ENTRY_COLUMNS: tuple[Column[Side], ...] = (
    Column(QT_TRANSLATE_NOOP("RowsModel", "Marked as"), side_text),
    Column(QT_TRANSLATE_NOOP("RowsModel", "Passage"), lambda side: entry_words(side.row), lambda side: side.row.text),
    Column(QT_TRANSLATE_NOOP("RowsModel", "State"), lambda side: entry_state(side.row)),
)
ENTRY_STATE = 2

TWIN_COLUMNS: tuple[Column[ProposedTwin], ...] = (
    Column(
        QT_TRANSLATE_NOOP("RowsModel", "Alike"),
        lambda pair: f"{int(pair.similarity * 100 + 1e-9)} %",
        sort=lambda pair: pair.similarity,
    ),
    Column(QT_TRANSLATE_NOOP("RowsModel", "First passage"), lambda pair: passage_name(pair.first)),
    Column(QT_TRANSLATE_NOOP("RowsModel", "Second passage"), lambda pair: passage_name(pair.second)),
)


class RowsModel(ColumnModel, Generic[AnyRow]):
    """Rows of one kind under columns."""

    def __init__(self, columns: Sequence[Column[AnyRow]], parent: QObject | None = None) -> None:
        super().__init__(columns, parent)
        self._cells = columns
        self._rows: tuple[AnyRow, ...] = ()

    @property
    def rows(self) -> tuple[AnyRow, ...]:
        """Return what is shown."""
        return self._rows

    def show_rows(self, rows: Sequence[AnyRow]) -> None:
        """Show other rows; where there are as many as before, their places and what is chosen stay."""
        new = tuple(rows)
        if len(new) == len(self._rows):
            self._rows = new
            if new:
                self.dataChanged.emit(self.index(0, 0), self.index(len(new) - 1, len(self._cells) - 1))
            return
        self.beginResetModel()
        self._rows = new
        self.endResetModel()

    def row_total(self) -> int:
        """Return how many rows there are."""
        return len(self._rows)

    def lines(self, rows: Sequence[int]) -> list[list[str]]:
        """Return a head line and some rows as cells."""
        head = [_tr(column.title) for column in self._cells]
        return [head, *([column.text(self._rows[row]) for column in self._cells] for row in rows)]

    @plainly
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, the row itself or its number."""
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], self._cells[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return column.text(row)
            case Qt.ItemDataRole.ToolTipRole:
                return (column.tip or column.text)(row)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{_tr(column.title)}: {column.text(row)}"
            case _ if role == SORT_ROLE:
                return column.sort(row) if column.sort else None
            case _:
                return {int(ROW_ROLE): row, NUMBER_ROLE: index.row()}.get(role)

"""What tables whose columns are data have in common: counts and titles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

AnyIndex = QModelIndex | QPersistentModelIndex
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
SORT_ROLE: int = Qt.ItemDataRole.UserRole + 64
"""What a cell sorts by: a text or a number, the same kind in a whole column; "" and NaN come last."""


class Titled(Protocol):
    """A column; its title is marked for translation in the context of its model's class."""

    @property
    def title(self) -> object:
        """Return the title."""
        ...


class Telling(Protocol):
    """A column whose cells are made from their rows: a text, and a tool tip where that says more."""

    @property
    def text(self) -> Callable[[Any], str]:
        """Return what makes the text."""
        ...

    @property
    def tip(self) -> Callable[[Any], str] | None:
        """Return what makes the tool tip, None where the text will do."""
        ...

    @property
    def number(self) -> bool:
        """Return whether the cells are numbers, which stand at the right."""
        ...

    @property
    def sort(self) -> Callable[[Any], str | float] | None:
        """Return what makes the value that cells sort by, None where their text will do."""
        ...


def cell(row: object, column: Telling, role: int) -> object:
    """Return a cell's text, tool tip, place and sort value, or with the first role of the user's own the whole row."""
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return column.text(row)
        case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
            return (column.tip or column.text)(row)
        case Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if column.number else None
        case _ if role == SORT_ROLE:
            return column.sort(row) if column.sort else None
        case _:
            return row if role == Qt.ItemDataRole.UserRole else None


class ColumnModel(QAbstractTableModel):
    """A table of rows under titled columns; a subclass gives the rows' number and each cell."""

    def __init__(self, columns: Sequence[Titled], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = columns

    def row_total(self) -> int:
        """Return how many rows there are."""
        raise NotImplementedError

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's own default, never changed
        """Return how many rows there are; rows have none below them."""
        return 0 if parent.isValid() else self.row_total()

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self._columns)

    def sort_key(self, row: int, column: int) -> object:
        """Return what a cell sorts by, None for its text."""
        return self.data(self.index(row, column), SORT_ROLE)

    def row_text(self, row: int) -> str:
        """Return a row's cells as one text, to be searched."""
        cells = (self.data(self.index(row, column)) for column in range(self.columnCount()))
        return "\n".join("" if cell is None else str(cell) for cell in cells)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.tr(str(self._columns[section].title))
        return None

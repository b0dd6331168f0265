"""What tables whose columns are data have in common: counts and titles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

AnyIndex = QModelIndex | QPersistentModelIndex


class Titled(Protocol):
    """A column; its title is marked for translation in the context of its model's class."""

    @property
    def title(self) -> object:
        """Return the title."""
        ...


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

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.tr(str(self._columns[section].title))
        return None

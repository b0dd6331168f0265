"""Mends as a table: document, the heading's path in the document, what it is called for retrieval, and its state."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from explorer.core.audit_views import MendRow
from explorer.ui.models.column_model import SORT_ROLE, ColumnModel
from explorer.ui.plain_words import plainly

AnyIndex = QModelIndex | QPersistentModelIndex
ROW_ROLE = Qt.ItemDataRole.UserRole


def _tr(text: object) -> str:
    return QCoreApplication.translate("MendsModel", str(text))


@dataclass(frozen=True, slots=True)
class Listed:
    """A mend with whether its document is still in the library."""

    row: MendRow
    document_gone: bool = False


def path_text(listed: Listed) -> str:
    """Return the heading's path in the document; a repeated path says which one of them it is."""
    path = " › ".join(" ".join(heading.split()) for heading in listed.row.mend.path)
    ordinal = listed.row.mend.ordinal
    return path + (_tr(" (no. {0} of this path)").format(ordinal + 1) if ordinal else "")


def state_text(listed: Listed) -> str:
    """Return whether a mend is in use, and what to do with one that is not."""
    if not listed.row.stale:
        return _tr("✓ in use")
    if listed.document_gone:
        return _tr("▲ stale: the document is gone. Take it back, unless the document returns.")
    return _tr("▲ stale: this heading is gone or changed. Rename the new heading, or take this one back.")


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title and the text it shows and sorts by."""

    title: object
    text: Callable[[Listed], str]


COLUMNS = (
    Column(QT_TRANSLATE_NOOP("MendsModel", "Document"), lambda listed: listed.row.mend.document),
    Column(QT_TRANSLATE_NOOP("MendsModel", "Heading in the document"), path_text),
    Column(QT_TRANSLATE_NOOP("MendsModel", "Renamed to"), lambda listed: listed.row.mend.text),
    Column(QT_TRANSLATE_NOOP("MendsModel", "State"), state_text),
)
STATE = 3


class MendsModel(ColumnModel):
    """All mends of the library."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)
        self._rows: list[Listed] = []

    def show_rows(self, rows: Sequence[MendRow], documents: Collection[str]) -> None:
        """Show other mends; `documents` are the names of those in the library."""
        self.beginResetModel()
        self._rows = [Listed(row, row.mend.document not in documents) for row in rows]
        self.endResetModel()

    def listed(self, row: int) -> Listed:
        """Return the mend in a row."""
        return self._rows[row]

    def row_total(self) -> int:
        """Return how many rows there are."""
        return len(self._rows)

    @plainly
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, what it sorts by, or the row's mend."""
        if not index.isValid():
            return None
        listed, column = self._rows[index.row()], COLUMNS[index.column()]
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return column.text(listed)
        if role == SORT_ROLE:
            # Stale ones come first: they ask for something.
            return (
                f"{'1' if not listed.row.stale else '0'}" if index.column() == STATE else column.text(listed).casefold()
            )
        return listed if role == ROW_ROLE else None

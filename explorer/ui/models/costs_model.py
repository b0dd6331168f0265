"""What headers cost in each document, as a table: chunks, tokens of texts and headers, the headers' share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QObject,
    Qt,
)

from explorer.core.token_account import TokenAccount
from explorer.ui.models.column_model import SORT_ROLE, AnyIndex, ColumnModel
from explorer.ui.plain_words import plainly

DOCUMENT_ROLE = Qt.ItemDataRole.UserRole
SHARE_ROLE = Qt.ItemDataRole.UserRole + 2

Row = tuple[str, TokenAccount]


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, the text it shows, and what it sorts by."""

    title: object
    text: Callable[[Row], str]
    sort: Callable[[Row], str | float]


COLUMNS = (
    Column(QT_TRANSLATE_NOOP("CostsModel", "Document"), lambda row: row[0], lambda row: row[0].casefold()),
    Column(QT_TRANSLATE_NOOP("CostsModel", "Chunks"), lambda row: f"{row[1].chunks:,}", lambda row: row[1].chunks),
    Column(
        QT_TRANSLATE_NOOP("CostsModel", "Text tokens"),
        lambda row: f"{row[1].text_tokens:,}",
        lambda row: row[1].text_tokens,
    ),
    Column(
        QT_TRANSLATE_NOOP("CostsModel", "Header tokens"),
        lambda row: f"{row[1].header_tokens:,}",
        lambda row: row[1].header_tokens,
    ),
    Column(
        QT_TRANSLATE_NOOP("CostsModel", "Share"),
        lambda row: f"{100 * row[1].header_share:.1f} %",
        lambda row: row[1].header_share,
    ),
    Column(QT_TRANSLATE_NOOP("CostsModel", "0 – 100 %"), lambda _row: "", lambda row: row[1].header_share),
)
BAR = len(COLUMNS) - 1
_NUMBERS = range(1, BAR)


class CostsModel(ColumnModel):
    """The token accounts of the library's documents."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)
        self._rows: list[Row] = []

    def show_accounts(self, accounts: Mapping[str, TokenAccount]) -> None:
        """Show other accounts."""
        self.beginResetModel()
        self._rows = list(accounts.items())
        self.endResetModel()

    def row_total(self) -> int:
        """Return how many documents there are."""
        return len(self._rows)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title; those of numbers stand in the middle, where no sort mark covers them."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section in _NUMBERS:
            return Qt.AlignmentFlag.AlignCenter
        return self.tr(str(COLUMNS[section].title)) if role == Qt.ItemDataRole.DisplayRole else None

    @plainly
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, place and sort value, or the row's document and share."""
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], COLUMNS[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return column.text(row)
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                return column.text(row) or COLUMNS[BAR - 1].text(row)
            case Qt.ItemDataRole.TextAlignmentRole if index.column() in _NUMBERS:
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            case _:
                return {SORT_ROLE: column.sort(row), DOCUMENT_ROLE: row[0], SHARE_ROLE: row[1].header_share}.get(role)

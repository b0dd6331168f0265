"""Heading texts as a table that grows page by page; sorting and filtering are the engine's work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from explorer.core.audit_views import HeadingUse
from explorer.core.findings import Severity
from explorer.ui.plain_words import plainly
from explorer.ui.reason_texts import heading_reason
from explorer.ui.texts import code_text, severity_sign, severity_text

AnyIndex = QModelIndex | QPersistentModelIndex
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
USE_ROLE = Qt.ItemDataRole.UserRole


def _tr(text: object) -> str:
    return QCoreApplication.translate("InventoryModel", str(text))


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, the text it shows, and the engine's name for sorting by it, "" where it cannot."""

    title: object
    text: Callable[[HeadingUse], str]
    sort: str = ""
    number: bool = False


def finding_text(use: HeadingUse) -> str:
    """Return why a heading says nothing, in sign, code and words; empty when it says something."""
    return f"{severity_sign(Severity.WARNING)} {use.code}  {code_text(use.code)}" if use.code else ""


def state_text(use: HeadingUse) -> str:
    """Return what the user decided about a heading."""
    parts = [_tr("⊘ left alone")] if use.silenced else []
    if use.renamed and use.renamed == use.count:
        parts.append(_tr("✎ renamed"))
    elif use.renamed:
        parts.append(_tr("✎ renamed {0} of {1}").format(f"{use.renamed:,}", f"{use.count:,}"))
    return ", ".join(parts)


def heading_text(use: HeadingUse) -> str:
    """Return a heading, or words for an empty one."""
    return use.heading if use.heading.strip() else _tr("(empty heading)")


COLUMNS = (
    Column(QT_TRANSLATE_NOOP("InventoryModel", "Heading"), heading_text, "heading"),
    Column(QT_TRANSLATE_NOOP("InventoryModel", "Count"), lambda use: f"{use.count:,}", "count", number=True),
    Column(
        QT_TRANSLATE_NOOP("InventoryModel", "Documents"), lambda use: f"{use.documents:,}", "documents", number=True
    ),
    Column(QT_TRANSLATE_NOOP("InventoryModel", "Finding"), finding_text, "code"),
    Column(QT_TRANSLATE_NOOP("InventoryModel", "Proposed heading"), lambda use: use.proposal),
    Column(QT_TRANSLATE_NOOP("InventoryModel", "State"), state_text),
)


class InventoryModel(QAbstractTableModel):
    """The heading texts that have come. Emits `page_wanted` (the offset) when more are to be shown."""

    page_wanted = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[HeadingUse] = []
        self._total = 0
        self._waiting = False

    @property
    def total(self) -> int:
        """Return how many heading texts pass the filter, those that have not come included."""
        return self._total

    def show_page(self, total: int, offset: int, rows: Sequence[HeadingUse]) -> None:
        """Show a page: the first one takes the place of all rows, a further one is added; others are dropped."""
        if offset == 0:
            self.beginResetModel()
            self._rows, self._total, self._waiting = list(rows), total, False
            self.endResetModel()
        elif offset == len(self._rows):
            self._waiting = False
            # A page that comes empty ends the list, whatever was counted before.
            self._total = total if rows else offset
            if rows:
                self.beginInsertRows(QModelIndex(), offset, offset + len(rows) - 1)
                self._rows.extend(rows)
                self.endInsertRows()

    def use(self, row: int) -> HeadingUse:
        """Return the heading text in a row."""
        return self._rows[row]

    def row_of(self, heading: str) -> int:
        """Return the row of a heading text, -1 when it has not come."""
        return next((row for row, use in enumerate(self._rows) if use.heading == heading), -1)

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's own default, never changed
        """Return how many heading texts have come."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(COLUMNS)

    def canFetchMore(self, parent: AnyIndex) -> bool:
        """Say whether there are more and none is on its way."""
        return not parent.isValid() and not self._waiting and len(self._rows) < self._total

    def fetchMore(self, parent: AnyIndex) -> None:
        """Ask for the next page."""
        if self.canFetchMore(parent):
            self._waiting = True
            self.page_wanted.emit(len(self._rows))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.tr(str(COLUMNS[section].title))
        return None

    @plainly
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, its tool tip, its text for screen readers, or the row's heading text."""
        if not index.isValid():
            return None
        use, column = self._rows[index.row()], COLUMNS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return " ".join(column.text(use).split())
        if role == Qt.ItemDataRole.ToolTipRole:
            return heading_reason(use) if column.sort == "code" and use.code else column.text(use)
        if role == Qt.ItemDataRole.TextAlignmentRole and column.number:
            return _RIGHT
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return _spoken(use, column)
        return use if role == USE_ROLE else None


def _spoken(use: HeadingUse, column: Column) -> str:
    if column.sort == "code" and use.code:
        return f"{severity_text(Severity.WARNING)} {use.code}: {heading_reason(use)}"
    return column.text(use)

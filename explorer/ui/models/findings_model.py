"""Findings as a table: columns are data, sorting goes by raw values, a role returns the finding itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)

from explorer.core.findings import Finding, Severity
from explorer.ui.models.column_model import ColumnModel
from explorer.ui.texts import code_text, severity_sign, severity_text

AnyIndex = QModelIndex | QPersistentModelIndex
FINDING_ROLE = Qt.ItemDataRole.UserRole
SORT_ROLE = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, the text it shows, and what it sorts by."""

    title: object
    text: Callable[[Finding], str]
    sort: Callable[[Finding], str]


def _worst_first(finding: Finding) -> str:
    where = f"{finding.document}\0{finding.section or 0:09}\0{finding.chunk or 0:09}"
    return f"{2 - finding.severity.rank}\0{finding.code}\0{where}"


def _where(finding: Finding) -> str:
    path = " › ".join(finding.heading_path) or finding.heading
    return f"{path} #{finding.chunk}".strip() if finding.chunk is not None else path


def document_text(finding: Finding) -> str:
    """Return the document that a finding is about, or words for the whole library."""
    return finding.document or QCoreApplication.translate("FindingsModel", "(whole library)")


COLUMNS = (
    Column(
        QT_TRANSLATE_NOOP("FindingsModel", "Finding"),
        lambda finding: f"{severity_sign(finding.severity)} {finding.code}  {code_text(finding.code)}",
        _worst_first,
    ),
    Column(
        QT_TRANSLATE_NOOP("FindingsModel", "Document"),
        document_text,
        lambda finding: f"{finding.document.casefold()}\0{_worst_first(finding)}",
    ),
    Column(QT_TRANSLATE_NOOP("FindingsModel", "Heading path"), _where, lambda finding: _where(finding).casefold()),
    Column(
        QT_TRANSLATE_NOOP("FindingsModel", "Reason"),
        lambda finding: finding.reason,
        lambda finding: finding.reason.casefold(),
    ),
    Column(
        QT_TRANSLATE_NOOP("FindingsModel", "Proposed heading"),
        lambda finding: finding.mend or "",
        # Rows without a proposal come last.
        lambda finding: finding.mend.casefold() if finding.mend else "\U0010ffff",
    ),
)


class FindingsModel(ColumnModel):
    """The findings that have arrived."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)
        self._rows: list[Finding] = []

    def set_rows(self, rows: Sequence[Finding]) -> None:
        """Show other findings."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def add_rows(self, rows: Sequence[Finding]) -> None:
        """Add findings after those that are there."""
        if rows:
            first = len(self._rows)
            self.beginInsertRows(QModelIndex(), first, first + len(rows) - 1)
            self._rows.extend(rows)
            self.endInsertRows()

    def row(self, number: int) -> Finding:
        """Return the finding in a row."""
        return self._rows[number]

    def row_total(self) -> int:
        """Return how many rows there are."""
        return len(self._rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, sort value, tool tip, text for screen readers, or the row's finding."""
        if not index.isValid():
            return None
        finding, column = self._rows[index.row()], COLUMNS[index.column()]
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return column.text(finding)
        if role == SORT_ROLE:
            return column.sort(finding)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            text = column.text(finding)
            return f"{severity_text(finding.severity)}: {text}" if index.column() == 0 else text
        return finding if role == FINDING_ROLE else None


class FindingsFilter(QSortFilterProxyModel):
    """Sorts and filters findings by severity, code and text."""

    def __init__(self, model: FindingsModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._findings = model
        self._severity: Severity | None = None
        self._code = ""
        self._words: tuple[str, ...] = ()
        self.setSortRole(SORT_ROLE)
        self.setSourceModel(model)
        self.sort(0)

    def show_only(self, severity: Severity | None, code: str, text: str) -> None:
        """Keep findings of a severity and code (none: all) that hold every word of `text` in one of their cells."""
        wanted = (severity, code, tuple(text.casefold().split()))
        if wanted != (self._severity, self._code, self._words):
            self.beginFilterChange()
            self._severity, self._code, self._words = wanted
            self.endFilterChange()

    def finding(self, index: AnyIndex) -> Finding:
        """Return the finding in a row of this filtered view."""
        return self._findings.row(self.mapToSource(index).row())

    def filterAcceptsRow(self, source_row: int, source_parent: AnyIndex) -> bool:
        """Decide on one finding."""
        del source_parent
        finding = self._findings.row(source_row)
        if self._severity is not None and finding.severity is not self._severity:
            return False
        if self._code and finding.code != self._code:
            return False
        held = "\n".join(column.text(finding) for column in COLUMNS).casefold() if self._words else ""
        return all(word in held for word in self._words)

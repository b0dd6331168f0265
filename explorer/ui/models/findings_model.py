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
    Qt,
)

from explorer.core.findings import Finding, Severity
from explorer.ui.guide_texts import about_text
from explorer.ui.models.column_model import SORT_ROLE, ColumnModel
from explorer.ui.models.rows_order import RowsOrder
from explorer.ui.plain_words import plainly
from explorer.ui.reason_texts import reason_text
from explorer.ui.texts import code_text, severity_sign, severity_text

AnyIndex = QModelIndex | QPersistentModelIndex
FINDING_ROLE = Qt.ItemDataRole.UserRole


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


def folder_of(finding: Finding) -> str:
    """Return the folder of a finding's document, "/" for the library's own; "" where it is about the whole library."""
    return (finding.document.rpartition("/")[0] or "/") if finding.document else ""


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
        reason_text,
        lambda finding: reason_text(finding).casefold(),
    ),
    Column(
        QT_TRANSLATE_NOOP("FindingsModel", "Proposed heading"),
        lambda finding: finding.mend or "",
        lambda finding: (finding.mend or "").casefold(),
    ),
)

REASON = 3
"""The column of the reasons."""


class FindingsModel(ColumnModel):
    """The findings that have arrived."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)
        self._rows: list[Finding] = []
        # Made as findings arrive, a page at a time: a search through thousands of them then has the sentences ready.
        self._reasons: list[str] = []
        self._names: dict[str, str] = {}

    def set_rows(self, rows: Sequence[Finding]) -> None:
        """Show other findings."""
        self.beginResetModel()
        self._rows = list(rows)
        self._reasons = list(map(reason_text, rows))
        self.endResetModel()

    def add_rows(self, rows: Sequence[Finding]) -> None:
        """Add findings after those that are there."""
        if rows:
            first = len(self._rows)
            self.beginInsertRows(QModelIndex(), first, first + len(rows) - 1)
            self._rows.extend(rows)
            self._reasons.extend(map(reason_text, rows))
            self.endInsertRows()

    def rows(self) -> Sequence[Finding]:
        """Return all findings, in the order in which they came."""
        return self._rows

    def row(self, number: int) -> Finding:
        """Return the finding in a row."""
        return self._rows[number]

    def row_total(self) -> int:
        """Return how many rows there are."""
        return len(self._rows)

    @plainly
    def sort_key(self, row: int, column: int) -> object:
        """Return what a cell sorts by, without the way through an index."""
        return self._reasons[row].casefold() if column == REASON else COLUMNS[column].sort(self._rows[row])

    def row_text(self, row: int) -> str:
        """Return a row's cells as one text, each kind's name looked up once."""
        finding = self._rows[row]
        kind = self._names.setdefault(finding.code, "") or self._name(finding)
        rest = (document_text(finding), _where(finding), self._reasons[row], finding.mend or "")
        return "\n".join((kind, *rest))

    def _name(self, finding: Finding) -> str:
        self._names[finding.code] = COLUMNS[0].text(finding)
        return self._names[finding.code]

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, sort value, tool tip, text for screen readers, or the row's finding."""
        if not index.isValid():
            return None
        finding, column = self._rows[index.row()], COLUMNS[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == 0:
            return f"{column.text(finding)}\n{about_text(finding.code)}"
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return column.text(finding)
        if role == SORT_ROLE:
            return column.sort(finding)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            text = column.text(finding)
            return f"{severity_text(finding.severity)}: {text}" if index.column() == 0 else text
        return finding if role == FINDING_ROLE else None


class FindingsFilter(RowsOrder):
    """Sorts findings, and filters them by severity, code, folder and words."""

    def __init__(self, model: FindingsModel, parent: QObject | None = None) -> None:
        super().__init__(model, parent)
        self._findings = model
        self.sort(0)

    def show_kinds(self, severity: Severity | None, code: str = "", folder: str = "") -> None:
        """Keep findings of a severity, of a code and in a folder (each none: all)."""

        def wanted(row: int) -> bool:
            finding = self._findings.row(row)
            return (
                (severity is None or finding.severity is severity)
                and (not code or finding.code == code)
                and (not folder or folder_of(finding) == folder)
            )

        self.show_only(wanted if severity is not None or code or folder else None)

    def finding(self, index: AnyIndex) -> Finding:
        """Return the finding in a row of this filtered view."""
        return self._findings.row(self.source_row(index.row()))

    def findings(self) -> list[Finding]:
        """Return the findings that are shown."""
        return [self._findings.row(self.source_row(row)) for row in range(self.rowCount())]

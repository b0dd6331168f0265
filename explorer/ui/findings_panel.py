"""The findings tab: a table, worst first, filtered by severity, code and words; a row leads to its place."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from explorer import protocol
from explorer.core.findings import Finding, Severity
from explorer.core.views import LibraryInfo
from explorer.ui.finding_menu import FindingMenu
from explorer.ui.models.findings_model import FINDING_ROLE, AnyIndex, FindingsFilter, FindingsModel, document_text
from explorer.ui.naming import named
from explorer.ui.session import Selection, Session
from explorer.ui.texts import code_text, counted, severity_sign, severity_text, severity_tone
from explorer.ui.theme import Theme

_MOST = 20_000
"""Findings that the table takes; the engine sends the worst first."""

_WIDTHS = (250, 180, 240, 300, 190)
_REASON = 3


class FindingsPanel(QWidget):
    """Table and filters.

    Emits `count_changed` (warnings, errors and notes in the library), `rename_wanted` (RenameWish) and
    `silence_wanted` (rule, heading or document; its code, text or name; whether it shall be silent).
    """

    count_changed = Signal(int)
    rename_wanted = Signal(object)
    silence_wanted = Signal(str, str, bool)

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._shown: LibraryInfo | None = None
        self._total = 0
        self._model = FindingsModel(self)
        self.filter = FindingsFilter(self._model, self)
        self.severity = self._make_severities()
        self.code = named(QComboBox(), label=self.tr("Kind of finding"))
        self.words = QLineEdit(placeholderText=self.tr("Search in findings"), clearButtonEnabled=True)
        self.words.setAccessibleName(self.tr("Search in findings"))
        self._count = named(QLabel(), "muted")
        self.table = self._make_table(theme)
        self.menu = FindingMenu(self)
        self._fill_codes({})
        self._lay_out()
        self._connect(theme)

    def show_severity(self, severity: Severity | None) -> None:
        """Keep findings of one severity, of any kind and with any words."""
        self.words.clear()
        self.code.setCurrentIndex(0)
        self.severity.setCurrentIndex(max(self.severity.findData(severity), 0))

    def show_code(self, code: str) -> None:
        """Keep findings of one kind, of any severity and with any words."""
        self.show_severity(None)
        self.code.setCurrentIndex(max(self.code.findData(code), 0))

    def copied_text(self) -> str:
        """Return the chosen rows, or all when none is chosen, as lines of tab-separated cells with a head line."""
        chosen = {index.row() for index in self.table.selectionModel().selectedRows()}
        rows = sorted(chosen) or range(self.filter.rowCount())
        findings = [self.filter.finding(self.filter.index(row, 0)) for row in rows]
        lines = [[self.tr("Severity"), self.tr("Code"), *(self.tr(title) for title in ("Document", "Heading path"))]]
        lines[0] += [self.tr("Chunk"), self.tr("Reason"), self.tr("Proposed heading")]
        lines += [_cells(finding) for finding in findings]
        return "\n".join("\t".join(" ".join(cell.split()) for cell in line) for line in lines)

    def _make_severities(self) -> QComboBox:
        box = named(QComboBox(), label=self.tr("Severity"))
        box.addItem(self.tr("All severities"), None)
        for severity in reversed(Severity):
            box.addItem(f"{severity_sign(severity)} {severity_text(severity).capitalize()}", severity)
        return box

    def _make_table(self, theme: Theme) -> FindingsTable:
        table = named(FindingsTable(theme), label=self.tr("Findings"))
        table.setModel(self.filter)
        table.setSortingEnabled(True)
        table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setTabKeyNavigation(False)
        table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        table.verticalHeader().hide()
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 12)
        header = table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        for column, width in enumerate(_WIDTHS):
            table.setColumnWidth(column, width)
        return table

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.setContentsMargins(12, 8, 12, 8)
        line.setSpacing(8)
        line.addWidget(self.severity)
        line.addWidget(self.code)
        line.addWidget(self.words, 1)
        line.addWidget(self._count)
        line.addWidget(self.menu.silenced)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(line)
        layout.addWidget(self.table, 1)

    def _connect(self, theme: Theme) -> None:
        self._session.library_changed.connect(self._on_library)
        self._session.findings_arrived.connect(self._on_findings)
        self.severity.currentIndexChanged.connect(self._apply)
        self.code.currentIndexChanged.connect(self._apply)
        self.words.textChanged.connect(self._apply)
        self.table.activated.connect(self._follow)
        self.table.clicked.connect(self._follow)
        self.table.copy_wanted.connect(lambda: QGuiApplication.clipboard().setText(self.copied_text()))
        theme.changed.connect(self._fit_rows)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(
            lambda place: self.menu.popup(self.table.viewport().mapToGlobal(place))
        )
        self.table.selectionModel().currentRowChanged.connect(lambda: self.menu.show_finding(self._current()))
        self.filter.modelReset.connect(lambda: self.menu.show_finding(None))
        self.menu.rename_wanted.connect(self.rename_wanted)
        self.menu.silence_wanted.connect(self.silence_wanted)

    def show_silences(self, silenced: protocol.SilenceChanged) -> None:
        """Take notice of what is silenced, so that it can be heard again."""
        self.menu.show_silences(silenced)

    def _current(self) -> Finding | None:
        index = self.table.currentIndex()
        return self.filter.finding(index) if index.isValid() else None

    def _fit_rows(self) -> None:
        self.table.verticalHeader().setDefaultSectionSize(self.table.fontMetrics().height() + 12)

    def _on_library(self, library: LibraryInfo | None) -> None:
        old, self._shown = self._shown, library
        if library is None:
            self._model.set_rows(())
            self._total = 0
            self._tell_count()
        elif old is None or (old.folder, old.revision, old.health) != (
            library.folder,
            library.revision,
            library.health,
        ):
            self._session.request_findings()

    def _on_findings(self, arrived: protocol.Findings) -> None:
        self._total = arrived.total
        if arrived.offset == 0:
            self._model.set_rows(arrived.rows)
            self._fill_codes(arrived.counts)
        else:
            self._model.add_rows(arrived.rows)
        held = self._model.rowCount()
        if arrived.rows and held < min(arrived.total, _MOST):
            self._session.request_findings(offset=held)
        self._tell_count()

    def _fill_codes(self, counts: dict[str, int]) -> None:
        chosen = self.code.currentData()
        with QSignalBlocker(self.code):
            self.code.clear()
            self.code.addItem(self.tr("All kinds"), "")
            for code in sorted(counts):
                self.code.addItem(f"{code}  {code_text(code)} ({counts[code]:,})", code)
            self.code.setCurrentIndex(max(self.code.findData(chosen), 0))
        self._apply()

    def _apply(self) -> None:
        severity = self.severity.currentData()
        self.filter.show_only(
            Severity(severity) if severity else None, self.code.currentData() or "", self.words.text()
        )
        self._tell_count()

    def _tell_count(self) -> None:
        shown, held = self.filter.rowCount(), self._model.rowCount()
        text = counted(shown, self.tr("finding"), self.tr("findings"))
        if shown < held:
            text = self.tr("{shown} of {held}").format(shown=f"{shown:,}", held=text.replace(f"{shown:,}", f"{held:,}"))
        if held < self._total:
            text += self.tr(" (the worst of {total})").format(total=f"{self._total:,}")
        self._count.setText(text)
        self.count_changed.emit(self._total)

    def _follow(self, index: QModelIndex) -> None:
        finding = self.filter.finding(index)
        if finding.chunk is not None:
            self._session.select_chunk(finding.document, finding.chunk)
        elif document := finding.document or _first_named(finding):
            self._session.select(Selection(document=document, section=finding.section))


class FindingsTable(QTableView):
    """The table; the reason takes the width that the other columns leave. Ctrl+C emits `copy_wanted`."""

    copy_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setItemDelegateForColumn(0, SeverityDelegate(theme, self))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the reason what is left."""
        super().resizeEvent(event)
        others = sum(self.columnWidth(column) for column in range(len(_WIDTHS)) if column != _REASON)
        self.setColumnWidth(_REASON, max(self.viewport().width() - others, _WIDTHS[_REASON]))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy rows instead of one cell's text."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_wanted.emit()
            return
        super().keyPressEvent(event)


class SeverityDelegate(QStyledItemDelegate):
    """Writes a finding's sign and code in its severity's colour."""

    def __init__(self, theme: Theme, table: QTableView) -> None:
        super().__init__(table)
        self._theme = theme

    def initStyleOption(self, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Set the colour."""
        super().initStyleOption(option, index)
        tone = severity_tone(index.data(FINDING_ROLE).severity)
        colour = self._theme.colour("text" if tone == "plain" else tone)
        for role in (QPalette.ColorRole.Text, QPalette.ColorRole.HighlightedText):
            option.palette.setColor(role, colour)


def _first_named(finding: Finding) -> str:
    """Return the first document that a finding about the whole library names, "" for none."""
    names = finding.facts.get("names")
    return names[0] if isinstance(names, tuple) and names else ""


def _cells(finding: Finding) -> list[str]:
    chunk = "" if finding.chunk is None else str(finding.chunk)
    path = " > ".join(finding.heading_path) or finding.heading
    place = [document_text(finding), path, chunk]
    return [str(finding.severity), finding.code, *place, finding.reason, finding.mend or ""]

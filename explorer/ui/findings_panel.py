"""The findings tab: a table, worst first, filtered by severity, kind, folder and words, and the same as bars."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QMenu,
    QSizePolicy,
    QStackedWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from explorer import protocol
from explorer.core.export import finding_json
from explorer.core.findings import Finding, Severity
from explorer.core.report.to_csv import findings_csv
from explorer.core.views import LibraryInfo
from explorer.ui.bar_chart import BarChart
from explorer.ui.charts import scrolled
from explorer.ui.file_saver import FileSaver
from explorer.ui.filter_line import FilterLine
from explorer.ui.finding_menu import FindingMenu
from explorer.ui.findings_charts import bars_by_code, bars_by_folder
from explorer.ui.flow_layout import control_line
from explorer.ui.models.findings_model import (
    FINDING_ROLE,
    REASON,
    AnyIndex,
    FindingsFilter,
    FindingsModel,
    document_text,
    folder_of,
)
from explorer.ui.naming import named
from explorer.ui.panel_parts import Choice, flat_button
from explorer.ui.reason_texts import reason_text
from explorer.ui.session import Selection, Session
from explorer.ui.table_parts import RowTable
from explorer.ui.texts import code_text, counted, severity_sign, severity_text, severity_tone
from explorer.ui.theme import Theme

_MOST = 20_000
"""Findings that the table takes; the engine sends the worst first."""

_WIDTHS = (250, 180, 240, 300, 190)
_LIST, _KINDS, _FOLDERS = range(3)


class FindingsPanel(QWidget):
    """Table, bars and filters.

    Emits `count_changed` (warnings, errors and notes in the library), `rename_wanted` and `mend_wanted` (RenameWish;
    the latter takes its proposal at once), `silence_wanted` (rule, heading or document; its code, text or name; whether
    it shall be silent) and `failed` (title, detail).
    """

    count_changed = Signal(int)
    rename_wanted = Signal(object)
    mend_wanted = Signal(object)
    silence_wanted = Signal(str, str, bool)
    failed = Signal(str, str)

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._saver = FileSaver(self, (".csv", ".json"), self.tr("The findings could not be written."))
        self._saver.failed.connect(self.failed)
        self._shown: LibraryInfo | None = None
        self._total = 0
        self._counting = False
        self._folder = ""
        self._model = FindingsModel(self)
        self.filter = FindingsFilter(self._model, self)
        self.severity = self._make_severities()
        self.code = named(QComboBox(), label=self.tr("Kind of finding"))
        self.table = self._make_table(theme)
        self.words = FilterLine(self.table, self.tr("Search in findings"), self)
        self._count = named(QLabel(), "muted")
        self._make_views(theme)
        self.menu = FindingMenu(self)
        self._fill_codes({})
        self._lay_out()
        self._connect(theme)

    def show_severity(self, severity: Severity | None) -> None:
        """Keep findings of one severity, of any kind, in any folder and with any words."""
        self.words.clear()
        self.code.setCurrentIndex(0)
        self._folder = ""
        self.severity.setCurrentIndex(max(self.severity.findData(severity), 0))
        self._show_view(_LIST)
        self._apply()

    def copied_text(self) -> str:
        """Return the chosen rows, or all when none is chosen, as lines of tab-separated cells with a head line."""
        return self.table.copied()

    def _lines(self, rows: Sequence[int]) -> list[list[str]]:
        head = [self.tr("Severity"), self.tr("Code"), self.tr("Document"), self.tr("Heading path")]
        head += [self.tr("Chunk"), self.tr("Reason"), self.tr("Proposed heading")]
        return [head, *(_cells(self.filter.finding(self.filter.index(row, 0))) for row in rows)]

    def _make_severities(self) -> QComboBox:
        box = named(QComboBox(), label=self.tr("Severity"))
        box.addItem(self.tr("All severities"), None)
        for severity in reversed(Severity):
            box.addItem(f"{severity_sign(severity)} {severity_text(severity).capitalize()}", severity)
        return box

    def _make_table(self, theme: Theme) -> RowTable:
        table = RowTable(self.tr("Findings"), _WIDTHS, (REASON,), self)
        table.setItemDelegateForColumn(0, SeverityDelegate(theme, table))
        table.show_rows_of(self.filter, 0)
        table.lines_of = self._lines
        table.ask_file = self._ask_file
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        return table

    def _make_views(self, theme: Theme) -> None:
        self.view = Choice(
            (
                (self.tr("List"), self.tr("Every finding, the worst first")),
                (self.tr("By kind"), self.tr("How many findings of each kind; a bar leads to its list")),
                (self.tr("By folder"), self.tr("How many findings in each folder; a bar leads to its list")),
            )
        )
        self.kinds = BarChart(theme, "findings-by-kind", self)
        self.folders = BarChart(theme, "findings-by-folder", self)
        self.export_button = flat_button(
            self.tr("Export…"), self.tr("Write the findings that are shown as CSV or JSON, as the command audit does")
        )
        self.folder_button = flat_button("", self.tr("Show findings of all folders again"))
        self.folder_button.hide()
        self._pages = QStackedWidget()
        for page in (self.table, scrolled(self.kinds), scrolled(self.folders)):
            self._pages.addWidget(page)

    def _lay_out(self) -> None:
        for box, letters in ((self.severity, 9), (self.code, 10)):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(letters)
            box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            box.setMaximumWidth(320)
        line = control_line(
            self.view,
            self.severity,
            self.code,
            self.words,
            self.folder_button,
            self._count,
            self.menu.silenced,
            self.export_button,
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(line)
        layout.addWidget(self._pages, 1)

    def _connect(self, theme: Theme) -> None:
        self._session.library_changed.connect(self._on_library)
        self._session.findings_arrived.connect(self._on_findings)
        self._session.progress_changed.connect(self._on_progress)
        self.severity.currentIndexChanged.connect(self._apply)
        self.code.currentIndexChanged.connect(self._apply)
        self.filter.changed.connect(self._on_filtered)
        self.table.activated.connect(self._follow)
        self.table.clicked.connect(self._follow)
        theme.changed.connect(self.table.fit_rows)
        self.table.customContextMenuRequested.connect(self._on_menu)
        self.table.selectionModel().currentRowChanged.connect(lambda: self.menu.show_finding(self._current()))
        self.filter.modelReset.connect(lambda: self.menu.show_finding(self._current()))
        self.menu.rename_wanted.connect(self.rename_wanted)
        self.menu.mend_wanted.connect(self.mend_wanted)
        self.menu.silence_wanted.connect(self.silence_wanted)
        self.view.group.idClicked.connect(self._show_view)
        self.kinds.chosen.connect(self._choose_code)
        self.folders.chosen.connect(self._choose_folder)
        self.folder_button.clicked.connect(lambda: self._choose_folder(""))
        self.export_button.clicked.connect(self._ask_file)
        for part in (self.table, self.kinds, self.folders):
            part.failed.connect(self.failed)

    def show_silences(self, silenced: protocol.SilenceChanged) -> None:
        """Take notice of what is silenced, so that it can be heard again."""
        self.menu.show_silences(silenced)

    def _current(self) -> Finding | None:
        index = self.table.currentIndex()
        return self.filter.finding(index) if index.isValid() else None

    def _on_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self._current() is not None:
            menu.addActions(self.menu.actions())
        self.table.fill(menu)
        menu.popup(self.table.viewport().mapToGlobal(place))

    def _show_view(self, number: int) -> None:
        self.view.choose(number)
        self._pages.setCurrentIndex(number)
        self._draw()

    def _choose_code(self, code: object) -> None:
        self.code.setCurrentIndex(max(self.code.findData(code), 0))
        self._show_view(_LIST)
        self.table.setFocus()

    def _choose_folder(self, folder: object) -> None:
        self._folder = str(folder)
        self._apply()
        self._show_view(_LIST)
        self.table.setFocus()

    def _draw(self) -> None:
        """Draw the bars that are seen: of what is shown, each without its own filter, so that others can be chosen."""
        severity = self._severity()
        found = [finding for finding in self._model.rows() if severity is None or finding.severity is severity]
        if self._pages.currentIndex() == _KINDS:
            kept = [each for each in found if not self._folder or folder_of(each) == self._folder]
            bars = bars_by_code(kept, self.code.currentData() or "")
            self.kinds.show_bars(self.tr("Findings by kind"), self.tr("Findings"), bars)
        elif self._pages.currentIndex() == _FOLDERS:
            code = self.code.currentData()
            kept = [each for each in found if not code or each.code == code]
            bars = bars_by_folder(kept, self._folder)
            self.folders.show_bars(self.tr("Findings by folder"), self.tr("Findings"), bars)

    def _on_library(self, library: LibraryInfo | None) -> None:
        old, self._shown = self._shown, library
        if library is None or (old is not None and old.folder != library.folder):
            self._folder = ""
        if library is None:
            self._model.set_rows(())
            self._total = 0
            self._fill_codes({})
        elif old is None or (old.folder, old.revision, old.health) != (
            library.folder,
            library.revision,
            library.health,
        ):
            self._session.request_findings()

    def _on_progress(self) -> None:
        """Tell when findings begin and end to be added."""
        if self._session.busy != self._counting:
            self._tell_count()

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
        self._on_filtered()

    def _fill_codes(self, counts: dict[str, int]) -> None:
        chosen = self.code.currentData()
        with QSignalBlocker(self.code):
            self.code.clear()
            self.code.addItem(self.tr("All kinds"), "")
            for code in sorted(counts):
                self.code.addItem(f"{code}  {code_text(code)} ({counts[code]:,})", code)
            self.code.setCurrentIndex(max(self.code.findData(chosen), 0))
        self._apply()

    def _severity(self) -> Severity | None:
        chosen = self.severity.currentData()
        return Severity(chosen) if chosen else None

    def _apply(self) -> None:
        self.filter.show_kinds(self._severity(), self.code.currentData() or "", self._folder)
        self.folder_button.setText(self.tr("✕ {0}").format(self._folder))
        self.folder_button.setVisible(bool(self._folder))

    def _on_filtered(self) -> None:
        self._tell_count()
        self._draw()

    def _tell_count(self) -> None:
        shown, held = self.filter.rowCount(), self._model.rowCount()
        text = counted(held, self.tr("finding"), self.tr("findings"))
        if shown < held:
            text = self.tr("{shown} of {held}").format(shown=f"{shown:,}", held=text)
        tip = ""
        if held < self._total:
            text += self.tr(" (▲ the worst of {total})").format(total=f"{self._total:,}")
            tip = self.tr("The list ends after {held} findings, the worst first. A report holds all {total}.").format(
                held=f"{held:,}", total=f"{self._total:,}"
            )
        self._counting = self._session.busy
        if self._counting:
            text = self.tr("{0} …").format(text)
            tip = f"{self.tr('So far: passages are still read or compared, more may be found')}\n{tip}".strip()
        self._count.setText(text)
        self._count.setToolTip(tip)
        self.export_button.setEnabled(bool(shown))
        self.count_changed.emit(self._total)

    def _ask_file(self) -> None:
        path = self._saver.ask(self.tr("Export findings"), "findings")
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Write the findings that are shown as `audit --format` does: CSV or JSON by the name's ending."""
        self._saver.write(path, self._file)

    def _file(self, ending: str) -> str:
        found = self.filter.findings()
        if ending == ".json":
            rows = [finding_json(finding) for finding in found]
            return json.dumps({"findings": rows}, ensure_ascii=False, indent=2) + "\n"
        return findings_csv((finding, None) for finding in found)

    def _follow(self, index: QModelIndex) -> None:
        finding = self.filter.finding(index)
        if finding.chunk is not None:
            self._session.select_chunk(finding.document, finding.chunk)
        elif document := finding.document or _first_named(finding):
            self._session.select(Selection(document=document, section=finding.section))


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
    return [str(finding.severity), finding.code, *place, reason_text(finding), finding.mend or ""]

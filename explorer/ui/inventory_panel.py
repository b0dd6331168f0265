"""The headings tab: every heading text of the library, and what to do with those that say nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QModelIndex, QPoint, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QMenu, QStackedWidget, QVBoxLayout, QWidget

from explorer import protocol
from explorer.core.audit_views import HeadingUse
from explorer.core.findings import Severity
from explorer.core.views import LibraryInfo
from explorer.ui.audit_session import PAGE, AuditSession
from explorer.ui.bar_chart import Bar, BarChart
from explorer.ui.charts import scrolled
from explorer.ui.file_saver import FileSaver
from explorer.ui.filter_line import FilterLine
from explorer.ui.flow_layout import control_line
from explorer.ui.heading_kinds import HeadingKinds
from explorer.ui.inventory_actions import InventoryActions
from explorer.ui.models.inventory_model import COLUMNS, USE_ROLE, InventoryModel, finding_text, state_text
from explorer.ui.naming import named
from explorer.ui.panel_parts import Choice
from explorer.ui.places_popup import PlacesPopup
from explorer.ui.reason_texts import heading_reason
from explorer.ui.session import Selection
from explorer.ui.table_files import ENDINGS, as_file
from explorer.ui.table_parts import RowTable, tabbed
from explorer.ui.texts import code_text, counted, severity_sign
from explorer.ui.theme import Theme
from explorer.ui.tone_delegate import ToneDelegate
from explorer.ui.wishes import RenameWish

_WIDTHS = (190, 72, 94, 200, 206, 126)
_HEADING = 0
_FINDING = 3
_PROPOSAL = 4
_TYPING_MS = 150
_USUAL_SORT = ("code", True)
_ALL = 1_000_000
"""More heading texts than a library has: an export takes them all in one answer."""


class InventoryPanel(QWidget):
    """Filters, table and actions.

    Emits `rename_wanted` and `mend_wanted` (RenameWish; the latter takes the proposal at once: of a heading that stands
    in one place) and `failed` (title, detail).
    """

    rename_wanted = Signal(object)
    mend_wanted = Signal(object)
    failed = Signal(str, str)

    def __init__(self, audit: AuditSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.audit = audit
        self._saver = FileSaver(self, ENDINGS, self.tr("The list could not be written."))
        self._saver.failed.connect(self.failed)
        self._sort = _USUAL_SORT
        self._stale = True
        self._generic: tuple[str, ...] = ()
        self._wanted = ("", 0)
        self._file: Path | None = None
        self._places_of: HeadingUse | None = None
        self.model = InventoryModel(self)
        self.code = HeadingKinds()
        self._count = named(QLabel(), "muted")
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self.table = self._make_table(theme)
        # The engine filters: most headings have not come.
        self.words = FilterLine(self.table, self.tr("Search in headings"), self, bound=False)
        self.view = Choice(
            (
                (self.tr("List"), self.tr("Every heading text")),
                (self.tr("By kind"), self.tr("How many headings of each kind; a bar leads to its list")),
            )
        )
        self.chart = BarChart(theme, "headings-by-kind", self)
        self.actions_ = InventoryActions(self)
        self._lay_out()
        self._connect(theme)

    @property
    def current(self) -> HeadingUse | None:
        """Return the heading text that the actions are about."""
        index = self.table.currentIndex()
        return self.model.use(index.row()) if index.isValid() else None

    def copied_lines(self) -> list[list[str]]:
        """Return a head line and the chosen rows, or all that have come when none is chosen, as cells."""
        return self._lines(self.table.chosen_rows() or range(self.model.rowCount()))

    def _lines(self, rows: Sequence[int]) -> list[list[str]]:
        head = [str(self.model.headerData(number, Qt.Orientation.Horizontal)) for number in range(len(COLUMNS))]
        head += [self.tr("Reason"), self.tr("First document")]
        return [head, *(_cells(self.model.use(row)) for row in rows)]

    def _make_table(self, theme: Theme) -> RowTable:
        table = RowTable(self.tr("Headings"), _WIDTHS, (_HEADING, _PROPOSAL))
        table.setModel(self.model)
        table.setItemDelegateForColumn(_FINDING, ToneDelegate(theme, lambda _: "warning", table))
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header = table.horizontalHeader()
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicator(_FINDING, Qt.SortOrder.DescendingOrder)
        table.fit_columns()
        return table

    def _lay_out(self) -> None:
        line = control_line(self.view, self.code, self.words, self._count, *self.actions_.buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.table)
        self._pages.addWidget(scrolled(self.chart))
        layout.addLayout(line)
        layout.addWidget(self._pages, 1)

    def _connect(self, theme: Theme) -> None:
        self.audit.library_changed.connect(self._on_library)
        self.audit.inventory_arrived.connect(self._on_page)
        self.audit.silence_changed.connect(self._on_silence)
        self.audit.occurrences_arrived.connect(self._on_occurrences)
        self.audit.session.failed.connect(self._forget_file)
        self.model.page_wanted.connect(self._ask)
        self.code.currentIndexChanged.connect(lambda: self._ask(0))
        self.words.textChanged.connect(self._on_typing)
        self._typing.timeout.connect(lambda: self._ask(0))
        self.table.clicked.connect(self._follow)
        self.table.activated.connect(self._follow)
        self.table.copied = lambda: tabbed(self.copied_lines())
        self.table.ask_file = self.export
        self.table.failed.connect(self.failed)
        self.chart.chosen.connect(self._choose_kind)
        self.chart.failed.connect(self.failed)
        self.view.group.idClicked.connect(self._pages.setCurrentIndex)
        self.table.selectionModel().currentRowChanged.connect(self._tell_actions)
        self.table.customContextMenuRequested.connect(self._on_menu)
        self.table.horizontalHeader().sortIndicatorChanged.connect(self._on_sort)
        theme.changed.connect(self.table.fit_rows)
        theme.changed.connect(self.table.viewport().update)
        actions = self.actions_
        actions.sort_wanted.connect(self.sort_by)
        actions.rename.triggered.connect(self.rename)
        actions.take.triggered.connect(self.take)
        actions.silence.triggered.connect(self.leave_alone)
        actions.generic.triggered.connect(self.call_generic)
        actions.places.triggered.connect(self.show_places)
        actions.copy.triggered.connect(self.copy)
        actions.export.triggered.connect(self.export)
        self._tell_actions()

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for what changed while the tab was hidden."""
        super().showEvent(event)
        if self._stale:
            self._ask(0)

    def _ask(self, offset: int, limit: int = PAGE) -> None:
        if self.audit.session.library is None:
            return
        self._stale = False
        column, descending = self._sort
        if offset == 0:
            use = self.current
            self._wanted = (use.heading if use else "", self.table.currentIndex().row())
        self.audit.request_inventory(
            self.words.text(), self.code.codes(), column, descending=descending, offset=offset, limit=limit
        )

    def _choose_kind(self, code: object) -> None:
        self.code.choose(str(code))
        self.view.choose(0)
        self._pages.setCurrentIndex(0)
        self.table.setFocus()

    def _on_typing(self) -> None:
        self._typing.start()

    def _on_library(self, library: LibraryInfo | None) -> None:
        self._stale = True
        if library is None:
            self.model.show_page(0, 0, ())
            self._tell_count()
        elif self.isVisible():
            self._ask(0)

    def _on_page(self, arrived: protocol.Inventory) -> None:
        self.code.show_counts(arrived.counts)
        self.chart.show_bars(self.tr("Headings by kind"), self.tr("Heading texts"), kind_bars(arrived.counts))
        self.model.show_page(arrived.total, arrived.offset, arrived.rows)
        self._choose_again()
        self._tell_count()
        self._tell_actions()
        if self._file is not None:
            self._write(self._file)

    def _choose_again(self) -> None:
        """Choose the heading that was chosen before the list came anew, or else what stands in its row."""
        heading, row = self._wanted
        if not heading:
            return
        found = self.model.row_of(heading)
        more = self.model.rowCount() < self.model.total
        if found < 0 and row >= self.model.rowCount() and more:
            self.model.fetchMore(QModelIndex())
            return
        self._wanted = ("", 0)
        index = self.model.index(found if found >= 0 else min(row, self.model.rowCount() - 1), 0)
        self.table.setCurrentIndex(index)
        self.table.scrollTo(index)

    def _tell_count(self) -> None:
        every, total = self.code.total, self.model.total
        text = counted(total, self.tr("heading"), self.tr("headings"))
        if total < every:
            text = self.tr("{0} of {1} headings").format(f"{total:,}", f"{every:,}")
        self._count.setText(text)

    def _tell_actions(self) -> None:
        use = self.current
        self.actions_.show_use(use, generic=use is not None and use.heading in self._generic)

    def _on_sort(self, column: int, order: Qt.SortOrder) -> None:
        header = self.table.horizontalHeader()
        if not COLUMNS[column].sort:
            name, descending = self._sort
            shown = next(number for number, each in enumerate(COLUMNS) if each.sort == name)
            with QSignalBlocker(header):
                header.setSortIndicator(shown, _order(descending))
            return
        self._sort = (COLUMNS[column].sort, order == Qt.SortOrder.DescendingOrder)
        self._ask(0)

    def sort_by(self, column: int) -> None:
        """Sort by a column, numbers and findings from the top; once more turns the order round."""
        header = self.table.horizontalHeader()
        descending = column > 0
        if header.sortIndicatorSection() == column:
            descending = header.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
        header.setSortIndicator(column, _order(descending))

    def _follow(self, index: QModelIndex) -> None:
        use: HeadingUse = index.data(USE_ROLE)
        self.audit.session.select(Selection(document=use.document, section=use.section))

    def _on_menu(self, place: QPoint) -> None:
        if self.current is not None:
            menu = QMenu(self)
            self.actions_.fill(menu)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.table.viewport().mapToGlobal(place))

    def rename(self) -> None:
        """Wish to rename the current heading."""
        if use := self.current:
            self.rename_wanted.emit(RenameWish(use.document, use.section, use.heading, use.proposal))

    def take(self) -> None:
        """Wish to take the proposal; where the heading stands in several places the user says for which."""
        if use := self.current:
            several = use.proposal and use.count > 1
            wanted = self.rename_wanted if several else self.mend_wanted
            wanted.emit(RenameWish(use.document, use.section, use.heading, use.proposal))

    def leave_alone(self) -> None:
        """Leave the current heading alone, or hear it again."""
        if use := self.current:
            self.audit.change_silence("heading", use.heading, on=not use.silenced)

    def call_generic(self) -> None:
        """Say that the current heading says nothing in this library, or take that back."""
        if use := self.current:
            self.audit.change_silence("generic", use.heading, on=use.heading not in self._generic)

    def show_places(self) -> None:
        """List where the current heading stands."""
        if use := self.current:
            self._places_of = use
            self.audit.request_occurrences(use.heading)

    def _on_occurrences(self, found: protocol.Occurrences) -> None:
        use, self._places_of = self._places_of, None
        if use is None or use.heading != found.heading or not found.places:
            return
        popup = PlacesPopup(found, use.count, self)
        popup.chosen.connect(self.audit.session.select)
        corner = self.table.visualRect(self.table.currentIndex()).topLeft()
        popup.open_at(self.table.viewport().mapToGlobal(corner))

    def _on_silence(self, silenced: protocol.SilenceChanged) -> None:
        self._generic = silenced.generic
        self._tell_actions()

    def copy(self) -> None:
        """Put the chosen rows on the clipboard, or all that have come."""
        self.table.copy_wanted.emit()

    def export(self) -> None:
        """Ask for a file and write the list into it."""
        path = self._saver.ask(self.tr("Export headings"), "headings")
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Write all headings that pass the filter, once they have come: CSV, TSV, JSON or Markdown by the ending."""
        self._file = path
        self._ask(0, limit=_ALL)

    def _write(self, path: Path) -> None:
        self._file = None
        self._saver.write(path, lambda ending: as_file(self._lines(range(self.model.rowCount())), ending))

    def _forget_file(self) -> None:
        self._file = None


def kind_bars(counts: Mapping[str, int]) -> list[Bar]:
    """Return a bar for headings that say something, then one for each kind of the others, the most frequent first."""
    sign = severity_sign(Severity.WARNING)
    silent = sorted((code for code in counts if code), key=lambda code: (-counts[code], code))
    says = QCoreApplication.translate("InventoryPanel", "✓ Says something")
    bars = [Bar(says, (("success", counts[""]),), f"{counts['']:,}", "")] if counts.get("") else []
    return [
        *bars,
        *(
            Bar(f"{sign} {code}  {code_text(code)}", (("warning", counts[code]),), f"{counts[code]:,}", code)
            for code in silent
        ),
    ]


def _order(descending: bool) -> Qt.SortOrder:
    return Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder


def _cells(use: HeadingUse) -> list[str]:
    finding = finding_text(use)
    return [
        use.heading,
        str(use.count),
        str(use.documents),
        finding,
        use.proposal,
        state_text(use),
        heading_reason(use),
        use.document,
    ]

"""What the tables of the tools below have in common: looks, keys, order, filter, copying and files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTableView, QWidget

from explorer.ui.file_saver import FileSaver
from explorer.ui.models.column_model import ColumnModel
from explorer.ui.models.rows_order import RowsOrder
from explorer.ui.naming import named
from explorer.ui.news import copy_text
from explorer.ui.table_files import ENDINGS, as_file, comma_separated, tabbed

__all__ = ["RowTable", "comma_separated", "tabbed", "table_action"]

_ROOM = 12
_ASCENDING, _DESCENDING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


class RowTable(QTableView):
    """A table of whole rows without a grid, sorted by a click on a title or by the menu.

    `widths` are the columns' widths at the start, in pixels; the columns `wide` share what is left. Ctrl+C copies the
    chosen rows, or all that are shown. Emits `search_wanted` ("/": the user wants to type into the filter line) and
    `failed` (title, detail; a file cannot be written).

    `lines_of` makes the titles and some shown rows as cells, for copies and files; `copied` makes what is copied;
    `ask_file` asks for a file and writes it; `file_name` is proposed for that. Rows have `room` pixels besides their
    text and are at least `least_height` tall.
    """

    copy_wanted = Signal()
    search_wanted = Signal()
    failed = Signal(str, str)

    def __init__(self, label: str, widths: Sequence[int], wide: Sequence[int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, label=label)
        self._widths = tuple(widths)
        self._wide = tuple(wide)
        self._kept: tuple[int, list[int]] = (-1, [])
        self.file_name = "table"
        self.room, self.least_height = _ROOM, 0
        self._saver = FileSaver(self, ENDINGS, self.tr("The table could not be written."))
        self._saver.failed.connect(self.failed)
        self.lines_of: Callable[[Sequence[int]], list[list[str]]] = self._lines_of
        self.copied: Callable[[], str] = lambda: tabbed(self.lines())
        self.ask_file: Callable[[], None] = self._ask_file
        self.copy_action = self._action(self.tr("Copy rows"), self.copy_wanted.emit, "Ctrl+C")
        self.export_action = self._action(self.tr("Export…"), self._export)
        self.export_action.setToolTip(self.tr("Write the rows that are shown as CSV, TSV, JSON or Markdown"))
        self.copy_wanted.connect(lambda: copy_text(self.copied(), self))
        self._set_looks()
        self.fit_rows()

    def _set_looks(self) -> None:
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)

    def _action(self, text: str, slot: Callable[[], object], keys: str = "") -> QAction:
        """Return an action for menus; the keys are told there, and taken by the table itself."""
        action = QAction(text, self)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutVisibleInContextMenu(True)
        action.triggered.connect(lambda _=False: slot())
        return action

    @property
    def order(self) -> RowsOrder:
        """Return what sorts and filters; raises TypeError before `show_rows_of`."""
        model = self.model()
        if not isinstance(model, RowsOrder):
            message = "This table shows a model as it is."
            raise TypeError(message)
        return model

    def show_rows_of(
        self, model: ColumnModel | RowsOrder, column: int = -1, order: Qt.SortOrder = _ASCENDING
    ) -> RowsOrder:
        """Show a model, sorted by a column at first; -1 keeps its own order, to which a third click leads back."""
        rows = model if isinstance(model, RowsOrder) else RowsOrder(model, self)
        rows.filtering.connect(self._keep_chosen)
        rows.filtered.connect(self._choose_kept)
        rows.sort(column, order)
        self.setModel(rows)
        header = self.horizontalHeader()
        header.setSortIndicatorClearable(True)
        with QSignalBlocker(header):
            header.setSortIndicator(column, order)
        self.setSortingEnabled(True)
        self.fit_columns()
        return rows

    def _keep_chosen(self) -> None:
        rows = [self.order.source_row(row) for row in self.chosen_rows()]
        self._kept = (self.order.source_row(self.currentIndex().row()), rows)

    def _choose_kept(self) -> None:
        """Choose again what was chosen, as far as it is shown."""
        current, chosen = self._kept
        selection = QItemSelection()
        for row in (self.order.shown_row(source) for source in chosen):
            if row >= 0:
                index = self.order.index(row, 0)
                selection.select(index, index)
        row = self.order.shown_row(current)
        if row >= 0:
            self.selectionModel().setCurrentIndex(self.order.index(row, 0), QItemSelectionModel.SelectionFlag.NoUpdate)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().select(selection, flags)

    def fit_rows(self) -> None:
        """Make rows as tall as the font asks for."""
        header, height = self.verticalHeader(), max(self.least_height, self.fontMetrics().height() + self.room)
        if header.defaultSectionSize() != height:
            header.setDefaultSectionSize(height)

    def changeEvent(self, event: QEvent) -> None:
        """Fit the rows when a style sheet gives another font, which comes after the theme has changed."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.fit_rows()

    def fit_columns(self) -> None:
        """Give the columns their widths; asked for once the model is there."""
        for column, width in enumerate(self._widths):
            self.setColumnWidth(column, width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the wide columns what is left."""
        super().resizeEvent(event)
        others = sum(self.columnWidth(column) for column in range(len(self._widths)) if column not in self._wide)
        spare = self.viewport().width() - others - sum(self._widths[column] for column in self._wide)
        for column in self._wide:
            self.setColumnWidth(column, self._widths[column] + max(spare, 0) // len(self._wide))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy rows instead of one cell's text; go to the filter line by "/"."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_wanted.emit()
        elif event.text() == "/":
            self.search_wanted.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the table's own actions, then what every table can do."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self.actions())
        self.fill(menu)
        menu.popup(event.globalPos())

    def fill(self, menu: QMenu) -> None:
        """Add to a menu what every table can do: sort (which titles offer to the mouse alone), copy, write a file."""
        if menu.actions():
            menu.addSeparator()
        if isinstance(self.model(), RowsOrder):
            self._fill_sort(menu.addMenu(self.tr("Sort by")))
        menu.addActions([self.copy_action, self.export_action])

    def _fill_sort(self, menu: QMenu) -> None:
        column, direction = self.order.sorting
        for number in range(self.order.columnCount()):
            title = " ".join(str(self.order.headerData(number, Qt.Orientation.Horizontal) or "").split())
            if title and not self.isColumnHidden(number):
                sign = {_ASCENDING: "▲ ", _DESCENDING: "▼ "}[direction] if number == column else ""
                action = menu.addAction(f"{sign}{title}".replace("&", "&&"))
                action.triggered.connect(lambda _=False, number=number: self.sort_by(number))
        menu.addSeparator()
        menu.addAction(self.tr("As they came")).triggered.connect(lambda: self.sort_by(-1))

    def sort_by(self, column: int) -> None:
        """Sort by a column; once more turns the order round."""
        present, direction = self.order.sorting
        turned = column == present and direction == _ASCENDING
        self.horizontalHeader().setSortIndicator(column, _DESCENDING if turned else _ASCENDING)

    def chosen_rows(self) -> list[int]:
        """Return the numbers of the chosen rows as they are shown, from the top."""
        return sorted({index.row() for index in self.selectionModel().selectedRows()})

    def chosen_sources(self) -> list[int]:
        """Return the model's numbers of the chosen rows, in the order in which they are shown."""
        return [self.order.source_row(row) for row in self.chosen_rows()]

    def choose_source(self, row: int) -> None:
        """Choose a row by the model's number, if it is shown."""
        index = self.order.index(self.order.shown_row(row), 0)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def lines(self) -> list[list[str]]:
        """Return the titles and the chosen rows, or all that are shown when none is chosen, as cells."""
        return self.lines_of(self.chosen_rows() or range(self.model().rowCount()))

    def _lines_of(self, rows: Sequence[int]) -> list[list[str]]:
        model = self.model()
        columns = range(model.columnCount())
        head = [" ".join(str(model.headerData(each, Qt.Orientation.Horizontal) or "").split()) for each in columns]
        return [head, *([str(model.index(row, column).data() or "") for column in columns] for row in rows)]

    def take_lines(self, lines: Callable[[], list[list[str]]]) -> None:
        """Take the cells for copies and files from the model's own lines, which may say more than is shown."""

        def chosen(rows: Sequence[int]) -> list[list[str]]:
            every = lines()
            return [every[0], *(every[1 + self.order.source_row(row)] for row in rows)]

        self.lines_of = chosen

    def write(self, path: Path) -> None:
        """Write all rows that are shown: CSV, TSV, JSON or Markdown by the name's ending."""
        self._saver.write(path, lambda ending: as_file(self.lines_of(range(self.model().rowCount())), ending))

    def _export(self) -> None:
        self.ask_file()

    def _ask_file(self) -> None:
        path = self._saver.ask(self.tr("Export"), self.file_name)
        if path is not None:
            self.write(path)


def table_action(owner: QWidget, text: str, keys: str = "", tip: str = "") -> QAction:
    """Return an action of a panel, with keys that work while the focus is in the panel."""
    action = QAction(text, owner)
    action.setToolTip(f"{tip or text} ({keys})" if keys else tip or text)
    if keys:
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.setShortcutVisibleInContextMenu(True)
    owner.addAction(action)
    return action

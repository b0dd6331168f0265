"""What the tables of the tools below have in common: looks, keys, and columns that share the room that is left."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from explorer.core.spreadsheet import guarded
from explorer.ui.naming import named

_ROOM = 12


class RowTable(QTableView):
    """A table of whole rows without a grid. Ctrl+C emits `copy_wanted`.

    `widths` are the columns' widths at the start, in pixels; the columns `wide` share what is left.
    """

    copy_wanted = Signal()

    def __init__(self, label: str, widths: Sequence[int], wide: Sequence[int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, label=label)
        self._widths = tuple(widths)
        self._wide = tuple(wide)
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
        self.fit_rows()

    def fit_rows(self) -> None:
        """Make rows as tall as the font asks for."""
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + _ROOM)

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
        """Copy rows instead of one cell's text."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_wanted.emit()
            return
        super().keyPressEvent(event)

    def chosen_rows(self) -> list[int]:
        """Return the numbers of the chosen rows, from the top."""
        return sorted({index.row() for index in self.selectionModel().selectedRows()})


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


def tabbed(lines: Iterable[Sequence[str]]) -> str:
    """Return lines of cells with tabs between them, white space inside a cell made plain."""
    return "\n".join("\t".join(" ".join(cell.split()) for cell in line) for line in lines)


def comma_separated(lines: Iterable[Sequence[str]]) -> str:
    """Return lines of cells as CSV. A cell that a spreadsheet would take for a formula gets an apostrophe."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([guarded(cell) for cell in line] for line in lines)
    return out.getvalue()

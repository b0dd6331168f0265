"""The mends tab: every heading that is renamed for retrieval, with what can be done about it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtWidgets import QLabel, QMenu, QStackedLayout, QVBoxLayout, QWidget

from explorer.core.audit_views import MendRow
from explorer.core.views import LibraryInfo
from explorer.ui.audit_session import AuditSession
from explorer.ui.file_saver import FileSaver
from explorer.ui.filter_line import FilterLine
from explorer.ui.flow_layout import control_line
from explorer.ui.mend_history import MendHistory
from explorer.ui.models.mends_model import COLUMNS, ROW_ROLE, STATE, Listed, MendsModel
from explorer.ui.naming import named
from explorer.ui.panel_parts import EmptyWords, action_button
from explorer.ui.session import Selection
from explorer.ui.table_parts import RowTable, comma_separated, table_action
from explorer.ui.texts import counted
from explorer.ui.theme import Theme
from explorer.ui.tone_delegate import ToneDelegate
from explorer.ui.wishes import RenameWish

_WIDTHS = (210, 240, 200, 240)


class MendsPanel(QWidget):
    """Table and actions.

    Emits `rename_wanted` (RenameWish), `headings_wanted` (one is to be chosen), `failed` (title, detail) and
    `count_changed` (stale).
    """

    rename_wanted = Signal(object)
    headings_wanted = Signal()
    failed = Signal(str, str)
    count_changed = Signal(int)

    def __init__(self, audit: AuditSession, history: MendHistory, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._audit = audit
        self.history = history
        self._saver = FileSaver(self, (".json", ".csv"), self.tr("The mends could not be written."))
        self._saver.failed.connect(self.failed)
        self._model = MendsModel(self)
        self._count = named(QLabel(), "muted")
        self._empty = EmptyWords()
        self._empty.step_wanted.connect(self.headings_wanted)
        self.table = self._make_table(theme)
        self.words = FilterLine(self.table, self.tr("Search in mends"), self)
        self.words.setMaximumWidth(260)
        self._make_actions()
        self._lay_out()
        self._connect(theme)
        self._tell()

    @property
    def chosen(self) -> tuple[Listed, ...]:
        """Return the chosen mends, from the top."""
        return tuple(self._listed(row) for row in self.table.chosen_rows())

    def _listed(self, row: int) -> Listed:
        return self.rows.index(row, 0).data(ROW_ROLE)

    def _make_table(self, theme: Theme) -> RowTable:
        table = RowTable(self.tr("Mends"), _WIDTHS, (1, 2, STATE))
        self.rows = table.show_rows_of(self._model, STATE)
        table.lines_of = self._lines
        table.ask_file = self._export
        table.failed.connect(self.failed)
        table.setItemDelegateForColumn(STATE, ToneDelegate(theme, _tone, table))
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        return table

    def _make_actions(self) -> None:
        self.change = table_action(self, self.tr("Change…"), "F2", self.tr("Give the heading another name"))
        self.take_back = table_action(
            self, self.tr("Take back"), "Del", self.tr("Use the document's own heading again")
        )
        self.go = table_action(self, self.tr("Go to place"))
        self.export = table_action(
            self, self.tr("Export…"), "Ctrl+E", self.tr("Write the mends that are shown as JSON or CSV")
        )
        self.change.triggered.connect(self._change)
        self.take_back.triggered.connect(self._take_back)
        self.go.triggered.connect(self._go)
        self.export.triggered.connect(self._export)

    def _lay_out(self) -> None:
        actions = (self.history.undo_action, self.history.redo_action, self.change, self.take_back, self.export)
        line = control_line(self.words, self._count, None, *(action_button(action, self) for action in actions))
        self._stack = QStackedLayout()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.table)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(line)
        layout.addLayout(self._stack, 1)

    def _connect(self, theme: Theme) -> None:
        self._audit.library_changed.connect(self._on_library)
        self._audit.mends_listed.connect(self._on_mends)
        self.table.clicked.connect(self._go)
        self.table.activated.connect(self._go)
        self.rows.changed.connect(self._tell)
        self.table.selectionModel().selectionChanged.connect(self._tell_actions)
        self.table.customContextMenuRequested.connect(self._on_menu)
        theme.changed.connect(self.table.fit_rows)
        theme.changed.connect(self.table.viewport().update)

    def _on_library(self, library: LibraryInfo | None) -> None:
        if library is None:
            self._on_mends(())
        else:
            self._audit.request_mends()

    def _on_mends(self, rows: tuple[MendRow, ...]) -> None:
        library = self._audit.session.library
        chosen = {listed.row.mend.key for listed in self.chosen}
        self._model.show_rows(rows, {row.name for row in library.documents} if library else set[str]())
        for row in range(self.rows.rowCount()):
            if self._listed(row).row.mend.key in chosen:
                self.table.setCurrentIndex(self.rows.index(row, 0))
                break
        self._tell()

    def _tell(self) -> None:
        rows = [self._model.listed(row).row for row in range(self._model.rowCount())]
        stale = sum(row.stale for row in rows)
        shown = self.rows.rowCount()
        text = counted(len(rows), self.tr("heading renamed"), self.tr("headings renamed")) if rows else ""
        text = self.tr("{0} of {1}").format(f"{shown:,}", text) if shown < len(rows) else text
        self._count.setText(f"{text}, ▲ {stale:,} " + self.tr("stale") if stale else text)
        library_open = self._audit.session.library is not None
        self._empty.say(
            self.tr(
                "No heading is renamed. Choose one in the tab Headings or Findings and press F2: retrieval then sees"
                " the new words, and the document stays as it is."
            ),
            self.tr("Show the headings") if library_open else "",
        )
        self._stack.setCurrentIndex(1 if rows else 0)
        self._tell_actions()
        self.count_changed.emit(len(rows))

    def _tell_actions(self) -> None:
        chosen = self.chosen
        in_use = bool(chosen) and not chosen[0].row.stale
        self.change.setEnabled(in_use)
        self.go.setEnabled(bool(chosen) and not chosen[0].document_gone)
        self.take_back.setEnabled(bool(chosen))
        self.export.setEnabled(self.rows.rowCount() > 0)

    def _on_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions([self.change, self.take_back, self.go])
        menu.addSeparator()
        menu.addActions([self.history.undo_action, self.history.redo_action])
        self.table.fill(menu)
        menu.popup(self.table.viewport().mapToGlobal(place))

    def _change(self) -> None:
        row = self.chosen[0].row if self.chosen else None
        if row is not None and row.section is not None:
            mend = row.mend
            self.rename_wanted.emit(RenameWish(mend.document, row.section, mend.path[-1], text=mend.text))

    def _take_back(self) -> None:
        self.history.drop(listed.row.mend for listed in self.chosen)

    def _go(self, index: QModelIndex | bool = False) -> None:
        if isinstance(index, QModelIndex):
            listed = self._listed(index.row())
        elif self.chosen:
            listed = self.chosen[0]
        else:
            return
        if not listed.document_gone:
            self._audit.session.select(Selection(document=listed.row.mend.document, section=listed.row.section))

    def lines(self) -> list[list[str]]:
        """Return a head line and the chosen mends, or all that are shown when none is chosen, as cells."""
        return self.table.lines()

    def _lines(self, rows: Sequence[int]) -> list[list[str]]:
        head = [self.tr(str(column.title)) for column in COLUMNS]
        return [head, *([column.text(self._listed(row)) for column in COLUMNS] for row in rows)]

    def _export(self) -> None:
        path = self._saver.ask(self.tr("Export mends"), "mends")
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Write the mends that are shown, for those who mend the source: CSV by the file's name, else JSON."""
        self._saver.write(path, self._written)

    def _written(self, ending: str) -> str:
        every = range(self.rows.rowCount())
        if ending == ".csv":
            return comma_separated(self._lines(every))
        return _json([self._listed(row).row for row in every])


def _tone(index: object) -> str:
    listed: Listed = index.data(ROW_ROLE)  # type: ignore[attr-defined]
    return "warning" if listed.row.stale else "plain"


def _json(rows: Sequence[MendRow]) -> str:
    items = [
        {
            "document": row.mend.document,
            "heading_path": list(row.mend.path),
            "ordinal": row.mend.ordinal,
            "heading": row.mend.path[-1],
            "renamed": row.mend.text,
            "stale": row.stale,
        }
        for row in rows
    ]
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"

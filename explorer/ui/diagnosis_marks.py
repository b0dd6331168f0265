"""The passages that are marked as a question's answer: a list that is added to, cleared, undone and copied."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QItemSelectionModel, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from explorer.core.question_rows import chunk_row
from explorer.core.question_views import EntryRow
from explorer.core.views import ChunkView
from explorer.ui.flow_layout import FlowLayout
from explorer.ui.models.diagnosis_model import MARK_COLUMNS, ROW_ROLE, TellingModel
from explorer.ui.panel_parts import EmptyWords, action_button
from explorer.ui.table_parts import RowTable, table_action
from explorer.ui.words_dialog import WordsDialog

_MOST_UNDONE = 50


class MarkedPassages(QWidget):
    """Emits `changed` when other passages are marked, and `shown` (EntryRow) when one is to be shown."""

    changed = Signal()
    shown = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[EntryRow, ...] = ()
        self._before: list[tuple[EntryRow, ...]] = []
        self._after: list[tuple[EntryRow, ...]] = []
        self._chunk: ChunkView | None = None
        self.dialog: WordsDialog | None = None
        self.model = TellingModel(MARK_COLUMNS, self)
        self.table = RowTable(self.tr("Passages that answer the question"), (180,), (0,), self)
        self.table.show_rows_of(self.model)
        self.table.file_name = "passages"
        self.table.horizontalHeader().hide()
        self.empty = EmptyWords()
        self._make_actions()
        self._lay_out()
        self.table.activated.connect(lambda index: self.shown.emit(index.data(ROW_ROLE)))
        self.table.doubleClicked.connect(lambda index: self.shown.emit(index.data(ROW_ROLE)))
        self.table.selectionModel().selectionChanged.connect(self._tell_actions)
        self._tell()

    def _make_actions(self) -> None:
        self.add_chunk = self._action(
            self.tr("Add the chosen chunk"), "", self.tr("Mark the chunk that is chosen in the list of chunks")
        )
        self.add_words = self._action(self.tr("Add words…"), "", self.tr("Mark a passage by its words"))
        self.remove_action = self._action(self.tr("Remove"), "Del", self.tr("Mark this passage no longer"))
        self.clear_action = self._action(self.tr("Remove all"), "", self.tr("Mark no passage"))
        self.undo_action = self._action(self.tr("Undo"), "", self.tr("Take the last change of this list back (Ctrl+Z)"))
        self.redo_action = self._action(self.tr("Redo"), "", self.tr("Make the change again (Ctrl+Shift+Z)"))
        self.add_chunk.triggered.connect(self._add_chosen)
        self.add_words.triggered.connect(self.ask_words)
        self.remove_action.triggered.connect(self._remove)
        self.clear_action.triggered.connect(lambda: self.mark(()))
        self.undo_action.triggered.connect(self._undo)
        self.redo_action.triggered.connect(self._redo)
        self.table.addActions([self.remove_action, self.clear_action, self.undo_action, self.redo_action])

    def _action(self, text: str, keys: str, tip: str) -> QAction:
        return table_action(self, text, keys, tip)

    def _lay_out(self) -> None:
        self._pages = QStackedWidget()
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(0)
        column.addWidget(self._pages, 1)
        for actions in ((self.add_chunk, self.add_words), (self.remove_action, self.clear_action, self.undo_action)):
            line = FlowLayout(spacing=2)
            line.setContentsMargins(6, 2, 6, 0)
            for action in actions:
                line.addWidget(action_button(action, self))
            column.addLayout(line)

    @property
    def rows(self) -> tuple[EntryRow, ...]:
        """Return the marked passages."""
        return self._rows

    def mark(self, rows: Iterable[EntryRow]) -> None:
        """Mark these passages and no others."""
        wanted = tuple(dict.fromkeys(rows))
        if wanted != self._rows:
            self._before = [*self._before[-_MOST_UNDONE:], self._rows]
            self._after = []
            self._show(wanted)

    def add(self, row: EntryRow) -> None:
        """Mark one passage more."""
        self.mark((*self._rows, row))

    def show_chosen(self, chunk: ChunkView | None) -> None:
        """Offer the chosen chunk to be marked."""
        self._chunk = chunk
        self._tell_actions()

    def forget(self) -> None:
        """Mark nothing, and undo nothing: another library is open."""
        self._before, self._after = [], []
        if self._rows:
            self._show(())
        self._tell_actions()

    def ask_words(self) -> None:
        """Ask for the words of a passage."""
        document = self._chunk.item.chunk.document if self._chunk else ""
        self.dialog = WordsDialog(document, self)
        self.dialog.passage_wanted.connect(self.add)
        self.dialog.open()

    def _add_chosen(self) -> None:
        if self._chunk is not None:
            self.add(chunk_row(self._chunk.item.chunk))

    def _remove(self) -> None:
        chosen = set(self.table.chosen_rows())
        self.mark(row for number, row in enumerate(self._rows) if number not in chosen)

    def _undo(self) -> None:
        if self._before:
            self._after.append(self._rows)
            self._show(self._before.pop())

    def _redo(self) -> None:
        if self._after:
            self._before.append(self._rows)
            self._show(self._after.pop())

    def _show(self, rows: tuple[EntryRow, ...]) -> None:
        self._rows = rows
        self.model.show_rows(rows)
        if rows:
            place = self.model.index(len(rows) - 1, 0)
            self.table.selectionModel().select(place, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self._tell()
        self.changed.emit()

    def _tell(self) -> None:
        self._pages.setCurrentIndex(int(bool(self._rows)))
        self.empty.say(self.tr("No passage is marked."))
        self._tell_actions()

    def _tell_actions(self) -> None:
        self.add_chunk.setEnabled(self._chunk is not None)
        self.remove_action.setEnabled(bool(self._rows) and bool(self.table.chosen_rows()))
        self.clear_action.setEnabled(bool(self._rows))
        self.undo_action.setEnabled(bool(self._before))
        self.redo_action.setEnabled(bool(self._after))

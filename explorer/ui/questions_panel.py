"""The questions tab: question sets, their questions, and whether the passages they name are found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QLabel,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from explorer.core.question_names import name_problem
from explorer.core.question_pairs import twin_of
from explorer.core.question_rows import chunk_row, passage_row
from explorer.core.question_views import EntryRow, QuestionRow
from explorer.core.views import ChunkView
from explorer.ui.dialog_parts import ask_text
from explorer.ui.elided_box import ElidedBox
from explorer.ui.file_saver import FileSaver
from explorer.ui.filter_line import FilterLine
from explorer.ui.flow_layout import control_line
from explorer.ui.models.questions_model import QUESTION_COLUMNS, ROW_ROLE, STATE, RowsModel
from explorer.ui.naming import named
from explorer.ui.panel_parts import EmptyWords
from explorer.ui.question_actions import QuestionActions
from explorer.ui.question_book import QuestionBook
from explorer.ui.question_dialog import QuestionDialog
from explorer.ui.question_texts import question_tone
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.table_parts import RowTable, tabbed
from explorer.ui.texts import counted
from explorer.ui.theme import Theme
from explorer.ui.tone_delegate import AnyIndex, ToneDelegate
from explorer.ui.twins_dialog import TwinsDialog

_WIDTHS = (230, 150, 120, 190, 110)


class QuestionsPanel(QWidget):
    """Set, table and actions.

    Signals: `ask_wanted` (a question, to be ranked), `diagnosis_wanted` (a question, its answers as a tuple of
    EntryRow), `evaluate_wanted` (a set's name), `failed` (title, detail), `count_changed` (questions in the open set).
    `actions_.mark` has keys for the whole window, which adds it to its own actions.
    """

    ask_wanted = Signal(str)
    diagnosis_wanted = Signal(str, object)
    evaluate_wanted = Signal(str)
    failed = Signal(str, str)
    count_changed = Signal(int)

    def __init__(self, retrieval: RetrievalSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._retrieval = retrieval
        self._theme = theme
        self._saver = FileSaver(self, (".jsonl", ".json", ".csv"))
        self._saver.failed.connect(self.failed)
        self._selected: EntryRow | None = None
        self._shown = ("", False)
        self.dialog: QuestionDialog | None = None
        self.twins: TwinsDialog | None = None
        self.book = QuestionBook(retrieval, self)
        self.model: RowsModel[QuestionRow] = RowsModel(QUESTION_COLUMNS, self)
        self.actions_ = QuestionActions(self, self.book.stack)
        self.sets = named(ElidedBox(), label=self.tr("Question set"))
        self.count = named(QLabel(), "muted")
        self.empty = EmptyWords()
        self._make_table(theme)
        self.words = FilterLine(self.table, self.tr("Search in questions"), self)
        self._lay_out()
        self._connect(theme)
        self._show_sets()
        self._show_rows()

    @property
    def chosen(self) -> list[int]:
        """Return the numbers of the chosen questions in the set."""
        return sorted(self.table.chosen_sources())

    def mark_passage(self, document: str, start: int, end: int, text: str) -> None:
        """Mark words of a document (-1 twice where it has pages) in the question that is worded, or in a new one."""
        self.mark_entry(passage_row(document, start, end, text))

    def mark_entry(self, entry: EntryRow) -> None:
        """Mark a passage in the question that is worded, or in a new one."""
        dialog = self.dialog
        if dialog is None:
            dialog = self.word_question()
            dialog.add_entry(entry, relevant=True)
        else:
            dialog.add_entry(entry)
        dialog.raise_()
        dialog.activateWindow()
        dialog.text.setFocus()

    def note_selected(self, document: str, start: int, end: int, text: str) -> None:
        """Take notice of words that are selected in the source; none where `text` is empty."""
        self._selected = passage_row(document, start, end, text) if text.strip() else None
        if self.dialog is not None:
            self.dialog.note_selected(self._selected)

    def mark_chunk(self) -> None:
        """Word a question that the chosen chunk answers."""
        view: ChunkView | None = self._retrieval.session.chunk
        if view is not None:
            self.mark_entry(chunk_row(view.item.chunk))

    def word_question(self, row: QuestionRow | None = None) -> QuestionDialog:
        """Open the dialog for a new question, or to edit one."""
        if self.dialog is not None:
            self.dialog.close()
        dialog = QuestionDialog(self._retrieval, self._theme, self.book.target, row, self.window())
        dialog.note_selected(self._selected)
        dialog.worded.connect(self._on_worded)
        dialog.table.failed.connect(self.failed)
        dialog.finished.connect(lambda: self._forget(dialog))
        self.dialog = dialog
        dialog.show()
        return dialog

    def propose_twins(self) -> TwinsDialog:
        """Open the dialog of proposed pairs."""
        dialog = TwinsDialog(self._retrieval, self._theme, self.book.target, self.window())
        dialog.table.failed.connect(self.failed)
        dialog.pair_worded.connect(lambda rows: self.book.add(*rows))
        self.twins = dialog
        dialog.open()
        return dialog

    def _make_table(self, theme: Theme) -> None:
        self.table = RowTable(self.tr("Questions"), _WIDTHS, (0, 1, 2))
        self.rows = self.table.show_rows_of(self.model)
        self.table.copied = lambda: tabbed(self.model.lines(self.chosen or range(len(self.book.rows))))
        self.table.ask_file = self._export
        self.table.failed.connect(self.failed)
        self.table.setItemDelegateForColumn(STATE, ToneDelegate(theme, _tone, self.table))
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.fit_columns()
        self.table.installEventFilter(self)

    def _lay_out(self) -> None:
        self.sets.setMinimumContentsLength(14)
        self.sets.setMaximumWidth(320)
        self.words.setMinimumWidth(120)
        self.sets.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        parts = (self.sets, self.actions_.set_button(), self.words, self.count, *self.actions_.buttons)
        line = control_line(*parts)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(line)
        column.addWidget(self._stack, 1)

    def _connect(self, theme: Theme) -> None:
        self.book.sets_changed.connect(self._show_sets)
        self.book.rows_changed.connect(self._show_rows)
        self.book.state_changed.connect(self._tell)
        self.sets.activated.connect(lambda place: self.book.open(self.sets.itemData(place)))
        self.rows.changed.connect(self._tell)
        self.table.activated.connect(self._ask)
        self.table.selectionModel().selectionChanged.connect(self._on_chosen)
        self.table.customContextMenuRequested.connect(self._on_menu)
        self._retrieval.session.chunk_selected.connect(self._tell)
        self._retrieval.session.library_changed.connect(self._on_library)
        theme.changed.connect(self.table.fit_rows)
        theme.changed.connect(self.table.viewport().update)
        actions = self.actions_
        slots: dict[QObject, Callable[[], object]] = {
            actions.new: self.word_question,
            actions.edit: self._edit,
            actions.remove: lambda: self.book.remove(self.chosen),
            actions.duplicate: self._duplicate,
            actions.ask: self._ask,
            actions.diagnose: self._diagnose,
            actions.pair: self._pair,
            actions.part: lambda: self.book.part(self.chosen[0]),
            actions.copy: self._copy,
            actions.begin: self._begin,
            actions.copy_set: self.book.copy,
            actions.import_: self._import,
            actions.export: self._export,
            actions.twins: self.propose_twins,
            actions.evaluate: lambda: self.evaluate_wanted.emit(self.book.name),
            actions.remove_set: self.book.remove_set,
            actions.again: self.book.keep_again,
            actions.mark: self.mark_chunk,
        }
        for action, slot in slots.items():
            action.triggered.connect(lambda _=False, slot=slot: slot())  # type: ignore[attr-defined]

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for what changed while the tab was hidden."""
        super().showEvent(event)
        self.book.renew()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Undo and redo questions while the table has the keys; elsewhere they are other tools' keys."""
        if isinstance(event, QKeyEvent):
            undo = event.matches(QKeySequence.StandardKey.Undo)
            redo = event.matches(QKeySequence.StandardKey.Redo)
            if undo or redo:
                if event.type() == QEvent.Type.KeyPress:
                    (self.book.stack.undo if undo else self.book.stack.redo)()
                event.accept()
                return True
        return super().eventFilter(watched, event)

    def _on_library(self, library: object) -> None:
        if library is None and self.dialog is not None:
            self.dialog.close()
        if self.isVisible():
            self.book.renew()

    def _show_sets(self) -> None:
        with QSignalBlocker(self.sets):
            self.sets.clear()
            for info in self.book.sets:
                self.sets.addItem(self._set_words(info.name, info.count, own=info.own, problem=info.problem), info.name)
                if info.problem:
                    self.sets.setItemData(self.sets.count() - 1, info.problem, Qt.ItemDataRole.ToolTipRole)
            if self.book.name and self.book.info is None:
                self.sets.addItem(self._set_words(self.book.name, len(self.book.rows), own=True), self.book.name)
            self.sets.setCurrentIndex(self.sets.findData(self.book.name))
        self.sets.setEnabled(self.sets.count() > 0)
        self._tell()

    def _set_words(self, name: str, count: int, *, own: bool, problem: str = "") -> str:
        if problem:
            return self.tr("● {0}: cannot be read").format(name)
        words = self.tr("{0} ({1})") if own else self.tr("{0} ({1}, read only)")
        return words.format(name, f"{count:,}")

    def _show_rows(self) -> None:
        before, row = len(self.model.rows), self.table.currentIndex().row()
        self.model.show_rows(self.book.rows)
        total = len(self.book.rows)
        if self._shown == (self.book.name, False) and total != before:
            # What was added is shown; after a removal what stands in its place.
            place = self.rows.shown_row(total - 1) if total > before else row
            index = self.rows.index(min(place, self.rows.rowCount() - 1), 0)
            self.table.setCurrentIndex(index)
            self.table.scrollTo(index)
        self._shown = (self.book.name, self.book.loading)
        self._tell()
        self.count_changed.emit(len(self.book.rows))

    def _tell(self) -> None:
        book, total = self.book, len(self.book.rows)
        text = counted(total, self.tr("question"), self.tr("questions")) if total else ""
        if 0 <= self.rows.rowCount() < total:
            text = self.tr("{0} of {1} questions").format(f"{self.rows.rowCount():,}", f"{total:,}")
        bad = sum(question_tone(row) == "error" for row in book.rows)
        text = f"{text}, ● {bad:,}" if bad else text
        if book.unkept:
            text = self.tr("● These changes are not kept")
        self.count.setText(text)
        self.count.setToolTip(self.tr("● marks questions whose passages are not found or not marked") if bad else "")
        self.empty.say(self._why_empty())
        self._stack.setCurrentIndex(1 if total else 0)
        self._tell_actions()

    def _why_empty(self) -> str:
        info = self.book.info
        if self._retrieval.session.library is None:
            return self.tr("Open a folder of documents to see its questions.")
        if info is not None and info.problem:
            return self.tr("{0} It was left as it is.").format(info.problem)
        if self.book.loading:
            return self.tr("Questions are on their way …")
        return self.tr(
            "No questions yet. Choose a chunk and press Ctrl+Shift+M to word a question that it answers, import a"
            " file, or have pairs proposed by the button Set."
        )

    def _tell_actions(self) -> None:
        chosen, actions, book = self.chosen, self.actions_, self.book
        one, own = len(chosen) == 1, book.can_edit
        has_library = self._retrieval.session.library is not None
        row = book.rows[chosen[0]] if chosen and chosen[0] < len(book.rows) else None
        states = {
            actions.new: has_library,
            actions.edit: one and own,
            actions.duplicate: one and own,
            actions.remove: bool(chosen) and own,
            actions.ask: one,
            actions.diagnose: one and row is not None and bool(row.relevant),
            actions.pair: len(chosen) == 2 and own and twin_of(book.rows, chosen[0]) != chosen[1],
            actions.part: one and own and row is not None and bool(row.twin),
            actions.copy: bool(book.rows),
            actions.begin: has_library,
            actions.copy_set: bool(book.rows),
            actions.import_: has_library,
            actions.export: bool(book.rows) and not book.unkept,
            actions.twins: has_library,
            actions.evaluate: bool(book.rows),
            actions.remove_set: own and bool(book.rows),
            actions.again: book.unkept,
            actions.mark: self._retrieval.session.chunk is not None,
        }
        for action, possible in states.items():
            action.setEnabled(possible)
        actions.again_button.setVisible(book.unkept)

    def _on_chosen(self) -> None:
        self._tell_actions()
        chosen = self.chosen
        if len(chosen) == 1 and self.table.hasFocus():
            entries = self.book.rows[chosen[0]].relevant
            key = next((key for entry in entries for key in entry.chunks), None)
            if key is not None:
                self._retrieval.session.select_chunk(*key)

    def _on_menu(self, place: QPoint) -> None:
        self.actions_.show_menu(self.table.viewport().mapToGlobal(place))

    def _ask(self, index: QModelIndex | None = None) -> None:
        row: QuestionRow | None = index.data(ROW_ROLE) if index is not None else self._chosen_row()
        if row is not None:
            self.ask_wanted.emit(row.text)

    def _chosen_row(self) -> QuestionRow | None:
        return self.book.rows[self.chosen[0]] if len(self.chosen) == 1 else None

    def _diagnose(self) -> None:
        row = self._chosen_row()
        if row is not None:
            self.diagnosis_wanted.emit(row.text, row.relevant)

    def _edit(self) -> None:
        row = self._chosen_row()
        if row is not None:
            self.word_question(row)

    def _duplicate(self) -> None:
        row = self._chosen_row()
        if row is not None:
            self.book.add(replace(row, twin="", problem=""))

    def _pair(self) -> None:
        first, second = self.chosen
        try:
            self.book.link(first, second)
        except ValueError as error:
            self.failed.emit(self.tr("The two questions cannot be a pair."), str(error))

    def _on_worded(self, old: QuestionRow | None, new: QuestionRow) -> None:
        if old is None:
            self.book.add(new)
        else:
            self.book.replace(old, new)

    def _forget(self, dialog: QuestionDialog) -> None:
        if self.dialog is dialog:
            self.dialog = None

    def _begin(self) -> None:
        name = ask_text(self, self.tr("New question set"), self.tr("Name of the set"))
        if name is not None:
            self.begin(name.strip())

    def begin(self, name: str) -> None:
        """Open a new set of that name; one that cannot be a set's is told."""
        problem = name_problem(name)
        if problem:
            self.failed.emit(problem, self.tr("Choose another name."))
        else:
            self.book.begin(name)

    def _import(self) -> None:
        kinds = self.tr("Questions (*.jsonl *.json *.csv *.ndjson *.tsv)")
        path, _ = QFileDialog.getOpenFileName(self, self.tr("Import questions"), str(Path.home()), kinds)
        if path:
            self.book.take_in(path)

    def _export(self) -> None:
        name = Path(self.book.name).stem if not self.book.own else self.book.name
        path = self._saver.ask(self.tr("Export questions"), name)
        if path is not None:
            self._retrieval.export_questions(self.book.name, str(path))

    def _copy(self) -> None:
        self.table.copy_wanted.emit()


def _tone(index: AnyIndex) -> str:
    return question_tone(index.data(ROW_ROLE))

"""Wording a question and marking its passages: chosen chunks and sections, selected words, what is typed.

It stays open beside the window, so that passages can be chosen in the chunk list and in the source meanwhile.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from explorer import protocol
from explorer.core.question_pairs import entry_key
from explorer.core.question_rows import SECTION, chunk_row
from explorer.core.question_views import EntryRow, QuestionRow
from explorer.ui.dialog_parts import button_box
from explorer.ui.models.questions_model import ENTRY_COLUMNS, ENTRY_STATE, ROW_ROLE, RowsModel, Side
from explorer.ui.naming import named
from explorer.ui.panel_parts import Choice, EmptyWords, action_button, flat_button
from explorer.ui.question_texts import entry_state, entry_tone, typed_entry
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.section_names import SectionNames
from explorer.ui.table_parts import RowTable, table_action
from explorer.ui.theme import Theme
from explorer.ui.tone_delegate import ToneDelegate

_PAUSE_MS = 200
_SIZE = (780, 470)
_WIDTHS = (128, 290, 190)


class QuestionDialog(QDialog):
    """Emits `worded` (the QuestionRow as it was, None for a new one, and the new one) when the user is done."""

    worded = Signal(object, object)

    def __init__(
        self,
        retrieval: RetrievalSession,
        theme: Theme,
        where: str,
        row: QuestionRow | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """`where` names the set; `row` is the question to edit."""
        super().__init__(parent)
        self._retrieval = retrieval
        self._old = row
        self._row = row or QuestionRow("")
        self._selected: EntryRow | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        title = self.tr("New question in {0}") if row is None else self.tr("Edit question in {0}")
        self.setWindowTitle(title.format(where))
        self._sections = SectionNames(retrieval.session, self)
        self.text = named(QLineEdit(self._row.text), label=self.tr("Question"))
        self.text.setPlaceholderText(self.tr("How would somebody ask who does not know the document?"))
        self.entries: RowsModel[Side] = RowsModel(ENTRY_COLUMNS, self)
        self._empty = EmptyWords()
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._make_table(theme)
        self._make_marks()
        self._make_buttons()
        self._lay_out()
        self._connect()
        self._show_entries()
        self._tell_marks()
        self.text.setFocus()

    @property
    def row(self) -> QuestionRow:
        """Return the question as it stands in the dialog."""
        return replace(self._row, text=" ".join(self.text.text().split()))

    @property
    def current(self) -> Side | None:
        """Return the chosen passage."""
        index = self.table.currentIndex()
        return index.data(ROW_ROLE) if index.isValid() else None

    def add_entry(self, entry: EntryRow, *, relevant: bool | None = None) -> None:
        """Mark a passage: as an answer or not, or as the switch says. One that is there changes sides."""
        right = self.side.group.checkedId() == 0 if relevant is None else relevant
        rest = self._without(entry)
        if right:
            self._row = replace(rest, relevant=(*rest.relevant, entry))
        else:
            self._row = replace(rest, not_relevant=(*rest.not_relevant, entry))
        self._show_entries(entry)
        self._pause.start()

    def note_selected(self, entry: EntryRow | None) -> None:
        """Take notice of the words that are selected in the source."""
        self._selected = entry
        self._tell_marks()

    def _make_table(self, theme: Theme) -> None:
        self.table = RowTable(self.tr("Passages of the question"), _WIDTHS, (1, ENTRY_STATE))
        self.table.show_rows_of(self.entries)
        self.table.file_name = "passages"
        tone = lambda index: entry_tone(index.data(ROW_ROLE).row)  # noqa: E731
        self.table.setItemDelegateForColumn(ENTRY_STATE, ToneDelegate(theme, tone, self.table))
        self.switch = table_action(self, self.tr("Other side"), "", self.tr("Make an answer of it, or take that back"))
        self.drop = table_action(self.table, self.tr("Remove"), "Del", self.tr("Take the passage out of the question"))
        self.table.addAction(self.switch)

    def _make_marks(self) -> None:
        self.side = Choice(
            (
                (self.tr("Right answer"), self.tr("What is marked answers the question")),
                (self.tr("Looks right, but is not"), self.tr("What is marked is easily taken for the answer")),
            )
        )
        self.chunk = _button(self.tr("Chosen chunk"), self.tr("Mark the chunk that is chosen in the window"))
        self.section = _button(
            self.tr("Its section"), self.tr("Mark the section of the chosen chunk, with its subsections")
        )
        self.words = _button(self.tr("Selected words"), self.tr("Mark the words that are selected in the source"))
        self.typed = named(QLineEdit(), label=self.tr("Words of a document, or document#heading"))
        self.typed.setPlaceholderText(self.tr("or type words of a document, or document#heading"))
        self.add = _button(self.tr("Mark"), self.tr("Mark what is typed (Enter)"))

    def _make_buttons(self) -> None:
        self.said = QLabel(wordWrap=True)
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.repairs = QHBoxLayout()
        self.pair = named(QLabel(wordWrap=True), "muted")
        self.pair.setTextFormat(Qt.TextFormat.PlainText)
        self.pair.setText(self.tr("⇄ Kept as a pair with “{0}”").format(self._row.twin))
        self.pair.setVisible(bool(self._row.twin))
        self.buttons = button_box(QDialogButtonBox.StandardButton.Cancel)
        self.done_button: QPushButton = named(
            self.buttons.addButton(self.tr("Keep question"), QDialogButtonBox.ButtonRole.AcceptRole), "primary"
        )
        self.done_button.setDefault(True)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(8)
        label = QLabel(self.tr("&Question"))
        label.setBuddy(self.text)
        marks = QHBoxLayout()
        marks.setSpacing(4)
        for widget in (self.chunk, self.section, self.words):
            marks.addWidget(widget)
        marks.addStretch(1)
        marks.addWidget(QLabel(self.tr("mark as")))
        marks.addWidget(self.side)
        typing = QHBoxLayout()
        typing.setSpacing(4)
        typing.addWidget(self.typed, 1)
        typing.addWidget(self.add)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.table)
        tools = QHBoxLayout()
        tools.setSpacing(4)
        tools.addWidget(self.said, 1)
        tools.addLayout(self.repairs)
        for action in (self.switch, self.drop):
            tools.addWidget(action_button(action, self), 0, Qt.AlignmentFlag.AlignTop)
        for part in (label, self.text, self.pair, marks, typing, self._stack, tools, self.buttons):
            column.addLayout(part) if isinstance(part, QHBoxLayout) else column.addWidget(part)
        column.setStretchFactor(self._stack, 1)
        self.resize(*_SIZE)

    def _connect(self) -> None:
        session = self._retrieval.session
        self.text.textChanged.connect(self._tell_done)
        self.chunk.clicked.connect(self._mark_chunk)
        self.section.clicked.connect(self._mark_section)
        self.words.clicked.connect(self._mark_words)
        self.add.clicked.connect(self._mark_typed)
        self.typed.textChanged.connect(self._tell_marks)
        self.typed.installEventFilter(self)
        self.switch.triggered.connect(self._switch)
        self.drop.triggered.connect(self._drop)
        self.table.selectionModel().currentRowChanged.connect(self._tell_current)
        self.table.clicked.connect(self._go)
        self.table.activated.connect(self._go)
        self.buttons.accepted.connect(self._finish)
        self.buttons.rejected.connect(self.reject)
        self._pause.timeout.connect(self._check)
        self._retrieval.questions_told.connect(self._on_checked)
        session.chunk_selected.connect(self._tell_marks)

    def _mark_chunk(self) -> None:
        view = self._retrieval.session.chunk
        if view is not None:
            self.add_entry(chunk_row(view.item.chunk))

    def _mark_section(self) -> None:
        chunk = self._retrieval.session.chunk
        if chunk is not None:
            self._sections.ask(chunk.item.chunk.document, chunk.item.chunk.section, self._on_section)

    def _on_section(self, entry: EntryRow | None) -> None:
        if entry is None:
            self.said.setText(self.tr("▲ This heading has no letters to name it by: mark its chunks instead."))
        else:
            self.add_entry(entry)

    def _mark_words(self) -> None:
        if self._selected is not None:
            self.add_entry(self._selected)

    def _mark_typed(self) -> None:
        library = self._retrieval.session.library
        entry = typed_entry(self.typed.text(), (row.name for row in library.documents) if library else ())
        if entry.text:
            self.typed.clear()
            self.add_entry(entry)

    def _switch(self) -> None:
        if self.current is not None:
            self.add_entry(self.current.row, relevant=not self.current.relevant)

    def _drop(self) -> None:
        if self.current is not None:
            self._row = self._without(self.current.row)
            self._show_entries()
            self._pause.start()

    def _repair(self, text: str) -> None:
        side = self.current
        if side is not None:
            self._row = self._without(side.row)
            self.add_entry(EntryRow(SECTION, text), relevant=side.relevant)

    def _without(self, entry: EntryRow) -> QuestionRow:
        sides = (
            tuple(each for each in side if entry_key(each) != entry_key(entry))
            for side in (self._row.relevant, self._row.not_relevant)
        )
        relevant, others = sides
        return replace(self._row, relevant=relevant, not_relevant=others)

    def _show_entries(self, chosen: EntryRow | None = None) -> None:
        sides = [Side(row, relevant=True) for row in self._row.relevant]
        sides += [Side(row, relevant=False) for row in self._row.not_relevant]
        before = chosen or (self.current.row if self.current else None)
        self.entries.show_rows(sides)
        keys = [entry_key(side.row) for side in sides]
        if before is not None and entry_key(before) in keys:
            self.table.choose_source(keys.index(entry_key(before)))
        self._empty.say(
            self.tr(
                "No passage is marked. Choose a chunk in the window or select words in the source, and mark them here"
                " as the answer; then mark what is easily taken for it."
            )
        )
        self._stack.setCurrentIndex(1 if sides else 0)
        self._tell_current()
        self._tell_done()

    def _tell_marks(self) -> None:
        chunk = self._retrieval.session.chunk
        self.chunk.setEnabled(chunk is not None)
        self.section.setEnabled(chunk is not None and chunk.item.chunk.section >= 0)
        self.words.setEnabled(self._selected is not None)
        self.add.setEnabled(bool(self.typed.text().strip()))

    def _tell_current(self) -> None:
        side = self.current
        self.switch.setEnabled(side is not None)
        self.drop.setEnabled(side is not None)
        self.said.setText(entry_state(side.row) if side else "")
        while (item := self.repairs.takeAt(0)) is not None:
            if widget := item.widget():
                widget.deleteLater()
        for text in side.row.nearest if side else ():
            button = flat_button(self.tr("Use {0}").format(text), self.tr("Name this section instead"))
            button.clicked.connect(lambda _=False, text=text: self._repair(text))
            self.repairs.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)

    def _tell_done(self) -> None:
        self.done_button.setEnabled(bool(self.row.text))

    def _check(self) -> None:
        asked = replace(self._row, text="?", twin="")
        self._retrieval.session.send(
            "check questions", lambda job: protocol.KeepQuestions(id=job, name="", rows=(asked,), check_only=True)
        )

    def _on_checked(self, told: protocol.QuestionsTold) -> None:
        if not told.check_only or len(told.rows) != 1:
            return
        row = told.rows[0]
        ours, theirs = (
            [entry_key(entry) for entry in (*each.relevant, *each.not_relevant)] for each in (self._row, row)
        )
        if ours == theirs:
            self._row = replace(self._row, relevant=row.relevant, not_relevant=row.not_relevant, problem=row.problem)
            self._show_entries()

    def _go(self) -> None:
        """Choose the passage's first chunk in the window."""
        side = self.current
        if side is not None and side.row.chunks:
            self._retrieval.session.select_chunk(*side.row.chunks[0])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Mark what is typed by Enter, which presses the dialog's own button elsewhere."""
        enter = isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.type() == QEvent.Type.KeyPress and self.typed.text().strip():
            self._mark_typed()
            return True
        return super().eventFilter(watched, event)

    def _finish(self) -> None:
        if self.row.text:
            self.worded.emit(self._old, self.row)
            self.accept()


def _button(text: str, tip: str) -> QPushButton:
    """Return a button that Enter never presses in the place of the dialog's own."""
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setAutoDefault(False)
    return button

"""The what-if laboratory: a question, a few passages, and both sides' scores and ranks that follow as one types."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QLineEdit,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from explorer.core.retrieval_views import Trial, TrialPassage
from explorer.core.views import LibraryInfo
from explorer.ui.bar_delegates import ShareDelegate
from explorer.ui.exercises import Exercise, exercise_passages
from explorer.ui.filter_line import FilterLine
from explorer.ui.flow_layout import FlowLayout, control_line
from explorer.ui.hit_texts import pool_text
from explorer.ui.laboratory_actions import LaboratoryActions
from explorer.ui.laboratory_editor import LaboratoryEditor, LeaveUndo
from explorer.ui.laboratory_figures import LabFigures
from explorer.ui.laboratory_state import MOST_PASSAGES, LabHistory, LabPassage, LabState, new_passage
from explorer.ui.models.trial_model import BARS, SHARE_ROLE, TrialModel, rows_of
from explorer.ui.naming import named
from explorer.ui.panel_parts import ElidedLabel, EmptyWords, action_button, labelled
from explorer.ui.recipe_box import RankerBox, RecipeBox
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.table_parts import RowTable, tabbed
from explorer.ui.texts import measure_text
from explorer.ui.theme import Theme

_PAUSE_MS = 150
_ROOMY = 1100
_WIDTHS = (96, 112, 56, 54, 66, 112, 56, 54, 66)


class LaboratoryPanel(QWidget):
    """Asks for figures only while it is seen. Emits `failed`."""

    failed = Signal(str, str)

    def __init__(self, retrieval: RetrievalSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._retrieval = retrieval
        self._session = retrieval.session
        self._theme = theme
        self._folder = ""
        self._figures = LabFigures()
        self._pending = False
        self.history = LabHistory()
        self.rows = TrialModel(self)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._make_controls()
        self.tools = LaboratoryActions(self)
        self.add_chunk, self.undo, self.redo = self.tools.add_chunk, self.tools.undo, self.tools.redo
        self._make_table()
        self._lay_out()
        self._connect()
        self._on_library(self._session.library)
        self._show()

    def _make_controls(self) -> None:
        self.question = named(QLineEdit(self), label=self.tr("Question to try"))
        self.question.setPlaceholderText(self.tr("Type a question to rank the passages for"))
        self.question.setClearButtonEnabled(True)
        self.question.setMinimumWidth(180)
        self.ranker = RankerBox(False, self)
        self.recipe = RecipeBox(self)
        self.title = named(QLineEdit(self), label=self.tr("Title in front of every passage"))
        self.title.setPlaceholderText(self.tr("each its own"))
        self.title.setToolTip(self.tr("Type a title that stands in front of every passage, in place of its own"))
        self.title.setFixedWidth(110)
        self.editor = LaboratoryEditor(self._theme, self)
        self.note = named(ElidedLabel(self), "muted")
        self.task = ElidedLabel(self)
        self.task.setContentsMargins(12, 0, 12, 4)
        self._leave_undo = LeaveUndo(self)
        for field in (self.question, self.title, *self.editor.fields()):
            field.installEventFilter(self._leave_undo)

    def _make_table(self) -> None:
        self.table = RowTable(self.tr("Passages of the laboratory"), _WIDTHS, (0,), self)
        self.order = self.table.show_rows_of(self.rows)
        self.table.take_lines(self.rows.lines)
        self.table.copied = self.copied_text
        self.table.file_name = "what-if"
        self.words = FilterLine(self.table, self.tr("Search in passages"), self)
        self.words.setMaximumWidth(170)
        self.table.addActions([self.tools.duplicate, self.tools.remove, self.tools.reset])
        # Both ends of a passage's name matter: whether it was changed, and its own heading.
        self.table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        for column in BARS:
            self.table.setItemDelegateForColumn(column, ShareDelegate(self._theme, SHARE_ROLE, self.table))

    def _lay_out(self) -> None:
        ask = control_line(self.question, self.ranker, self.recipe, self.tools.exercises, self.tools.more, modest=260)
        ask.setContentsMargins(12, 6, 12, 0)
        tools = FlowLayout(spacing=4, modest=70)
        tools.setContentsMargins(8, 4, 12, 4)
        for action in self.tools.line:
            tools.addWidget(action_button(action, self))
        tools.addWidget(self._titled())
        tools.addWidget(action_button(self.tools.mark, self))
        self.empty = EmptyWords(self)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self._split())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(ask)
        column.addLayout(tools)
        column.addWidget(self.task)
        column.addWidget(self._pages, 1)

    def _titled(self) -> QWidget:
        """Return the field of the title for all behind its name."""
        return labelled(self.tr("Title for all"), self.title)

    def _split(self) -> QSplitter:
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.table, 1)
        column.addLayout(control_line(self.note, self.words, modest=70, above=2))
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(left)
        split.addWidget(self.editor)
        split.setSizes([860, 520])
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        return split

    def _connect(self) -> None:
        self._session.library_changed.connect(self._on_library)
        self._session.chunk_selected.connect(lambda _: self._enable())
        self._retrieval.tried.connect(self._on_trial)
        self._session.engine_restarted.connect(self._on_restart)
        self._session.comparison_changed.connect(lambda _: self._on_asked())
        self.tools.take_question.triggered.connect(self._take_question)
        self._pause.timeout.connect(self.ask)
        self.question.textEdited.connect(lambda text: self._change(question=text, key="question"))
        self.title.textEdited.connect(lambda text: self._change(title=text, key="title"))
        self.ranker.ranker_chosen.connect(lambda: self._change(ranker=self.ranker.ranker))
        self.recipe.recipe_chosen.connect(lambda name: self._change(recipe=name))
        self.recipe.refused.connect(lambda words: self.failed.emit(self.tr("This recipe cannot be read."), words))
        self.editor.edited.connect(self._on_edited)
        self.tools.add_chunk.triggered.connect(self._add_chunk)
        self.tools.add_own.triggered.connect(lambda: self.add([TrialPassage(self._usual_title(), (), "")], edit=True))
        self.tools.duplicate.triggered.connect(self._duplicate)
        self.tools.remove.triggered.connect(self._remove)
        self.tools.reset.triggered.connect(self._reset)
        self.tools.undo.triggered.connect(lambda: self._travel(self.history.undo))
        self.tools.redo.triggered.connect(lambda: self._travel(self.history.redo))
        self.tools.mark.triggered.connect(self.compare_from_here)
        self.tools.copy.triggered.connect(self.table.copy_action.trigger)
        self.tools.export.triggered.connect(self.table.export_action.trigger)
        self.table.failed.connect(self.failed)
        for action, exercise in self.tools.exercise_actions:
            action.triggered.connect(lambda _=False, each=exercise: self.start(each))
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._on_row())
        self._theme.changed.connect(self.table.fit_rows)

    @property
    def state(self) -> LabState:
        """Return what stands in the laboratory."""
        return self.history.present

    def start(self, exercise: Exercise) -> None:
        """Fill the laboratory with an exercise; what was there can be had back with Undo."""
        rows = tuple(new_passage(passage) for passage in exercise_passages(self._folder))
        self._figures.forget_start()
        state = replace(self.state, question=exercise.question, title=exercise.title, passages=rows)
        self._take(replace(state, task=exercise.task))
        self._choose_row(0)

    def add(self, passages: Iterable[TrialPassage], *, edit: bool = False) -> None:
        """Add passages below the others, as many as there is room for, and choose the last one."""
        room = MOST_PASSAGES - len(self.state.passages)
        rows = tuple(new_passage(passage) for passage in passages)[:room]
        if not rows:
            return
        question = self.state.question if self.state.question.strip() else self._asked_question()
        self._take(replace(self.state, question=question, passages=(*self.state.passages, *rows)))
        self._choose_row(len(self.state.passages) - 1)
        if edit:
            self.editor.choice.group.button(0).click()
            self.editor.headings.setFocus()

    def ask(self) -> None:
        """Ask how the passages fare, when that is not known yet; nothing while unseen or without a library."""
        state = self.state
        ready = self._session.library is not None and self.isVisible() and state.passages
        if ready and state != self._figures.asked:
            self._figures.asked = state
            self._pending = True
            self._retrieval.try_passages(state.question, state.trial_passages(), state.ranker, state.recipe)
            self.note.set_whole(self._note_words(self._figures.trial(state)))

    def _asked_question(self) -> str:
        """Return the question that was asked in the window last."""
        comparison = self._session.comparison
        return comparison.question if comparison is not None else ""

    def _on_asked(self) -> None:
        if self.isVisible():
            self._begin()
        self._enable()

    def _take_question(self) -> None:
        if self._asked_question():
            self._take(replace(self.state, question=self._asked_question()))

    def compare_from_here(self) -> None:
        """Tell changes against the present figures from now on."""
        self._figures.compare_from_here()
        self.history.pause()
        self._show()

    def copied_text(self) -> str:
        """Return question, settings and table as tab-separated lines."""
        state = self.state
        facts = [["Question", state.question], ["Ranker", state.ranker], ["Recipe", state.recipe]]
        return f"{tabbed(facts)}\n\n{tabbed(self.table.lines())}"

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with what was asked and chosen where nothing stands yet, and ask for what changed while unseen."""
        super().showEvent(event)
        self._begin()
        self.ask()

    def _begin(self) -> None:
        """Let an untouched laboratory hold the question that was asked and the chosen chunk.

        That is a beginning, no change to undo. Without a question nothing is begun.
        """
        state, asked = self.state, self._asked_question()
        if asked and not (state.question.strip() or state.passages or self.history.can_undo):
            passages = tuple(new_passage(passage) for passage in self._chosen_passage())
            self.history.forget(replace(state, question=asked, passages=passages))
            self._show()

    def _chosen_passage(self) -> list[TrialPassage]:
        """Return the chosen chunk as a passage, none while none is chosen."""
        view = self._session.chunk
        if view is None:
            return []
        item = view.item
        chunk = item.chunk
        return [TrialPassage(item.title, item.path, chunk.text, chunk.document, chunk.index)]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the bars out where there is no room for them; the numbers stay."""
        super().resizeEvent(event)
        for column in BARS:
            self.table.setColumnHidden(column, event.size().width() < _ROOMY)

    def _change(self, key: str = "", **fields: str) -> None:
        self._take(replace(self.state, **fields), key)  # pyright: ignore[reportArgumentType]

    def _take(self, state: LabState, key: str = "") -> None:
        if self.history.change(state, key):
            self._after_change(at_once=not key)

    def _after_change(self, *, at_once: bool) -> None:
        self._show()
        if at_once:
            self._pause.stop()
            self.ask()
        else:
            self._pause.start()

    def _travel(self, step: Callable[[], None]) -> None:
        step()
        self._after_change(at_once=True)

    def _on_edited(self, key: str, passage: TrialPassage) -> None:
        row = self._row()
        if row is None:
            return
        kept = self.state.passages[row]
        self._take(self.state.with_passage(row, passage), f"{key} {kept.number}")

    def _add_chunk(self) -> None:
        self.add(self._chosen_passage())

    def _duplicate(self) -> None:
        row = self._row()
        if row is not None:
            self.add([self.state.passages[row].present])

    def _remove(self) -> None:
        rows = set(self.table.chosen_sources()) or ({self._row() or 0} if self.state.passages else set[int]())
        if rows:
            self._take(self.state.without(rows))
            self._choose_row(min(*rows, len(self.state.passages) - 1))

    def _reset(self) -> None:
        row = self._row()
        if row is not None:
            self._take(self.state.with_passage(row, self.state.passages[row].origin))

    def _usual_title(self) -> str:
        passages = self.state.passages
        return passages[-1].present.title if passages else ""

    def _on_library(self, library: LibraryInfo | None) -> None:
        folder = library.folder if library else ""
        if folder and self._folder and folder != self._folder:
            self.history.forget(self.state.detached())
        if folder and folder != self._folder:
            self._folder = folder
            self._figures.forget()
            if library is not None and not self.state.passages:
                self.history.forget(replace(self.state, recipe=library.recipe))
        self._figures.asked = None
        self._show()
        self.ask()

    def _on_trial(self, trial: Trial) -> None:
        self._pending = False
        if self._figures.take(trial):
            self._show()

    def _on_restart(self) -> None:
        """Ask anew what the engine that is gone was asked."""
        if self._pending:
            self._pending = False
            self._figures.asked = None
            self.ask()

    def _show(self) -> None:
        state, trial = self.state, self._figures.trial(self.state)
        for field, text in ((self.question, state.question), (self.title, state.title)):
            if field.text() != text:
                field.setText(text)
        self.ranker.set_ranker(state.ranker)
        self.recipe.set_recipe(state.recipe)
        passages = [(each.number, shown, each.edited) for each, shown in self._pairs(state)]
        before = self._figures.before(state.ranker)
        self.rows.show_rows(rows_of(passages, trial, before), trial.measure if trial else "cosine")
        if state.passages and not self.table.currentIndex().isValid():
            self._choose_row(0)
        self._pages.setCurrentIndex(int(bool(state.passages)))
        self.empty.say(self._empty_words())
        self.note.set_whole(self._note_words(trial))
        self.task.set_whole(state.task)
        self.task.setVisible(bool(state.task and state.passages))
        self._show_passage()
        self._enable()

    def _pairs(self, state: LabState) -> list[tuple[LabPassage, TrialPassage]]:
        return list(zip(state.passages, state.trial_passages(), strict=True))

    def _show_passage(self) -> None:
        row, trial = self._row(), self._figures.trial(self.state)
        passage = self.state.passages[row].present if row is not None else None
        self.editor.show_passage(passage, trial.scores[row] if trial is not None and row is not None else None)
        self.editor.title.setEnabled(not self.state.title.strip())

    def _on_row(self) -> None:
        self.history.pause()
        self._show_passage()
        self._enable()

    def _row(self) -> int | None:
        row = self.order.source_row(self.table.currentIndex().row())
        return row if 0 <= row < len(self.state.passages) else None

    def _choose_row(self, row: int) -> None:
        if 0 <= row < len(self.state.passages):
            self.table.selectRow(self.order.shown_row(row))

    def _enable(self) -> None:
        library, chunk = self._session.library is not None, self._session.chunk is not None
        self.tools.take_question.setEnabled(self._asked_question() not in ("", self.state.question))
        self.tools.enable(self.history, self._row(), library=library, chunk=chunk)

    def _empty_words(self) -> str:
        if self._session.library is None:
            return self.tr("Open a folder of documents first: its model compares the passages.")
        return self.tr(
            "Try what a heading, a title or other words would do, without touching the library: add the chosen chunk "
            "or a passage of your own, or begin with an exercise."
        )

    def _note_words(self, trial: Trial | None) -> str:
        if not self.state.question.strip():
            return self.tr("Type a question to see scores and ranks.")
        if trial is None or (self._pending and not trial.pool.size):
            return self.tr("Comparing …")
        measure = measure_text(trial.measure)
        if not trial.pool.size:
            return self.tr("{0} · no ranks in the library: it has no index for this yet").format(measure)
        about = self.tr("approximate, among {0:,}").format(trial.pool.size)
        pool = about if trial.approximate else pool_text(trial.pool)
        return self.tr("{0} · ranks in the library: {1}").format(measure, pool)

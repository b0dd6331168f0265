"""The tab that runs question sets: figures with their intervals, who won and lost, and how that changed over time."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QProgressBar, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from explorer.core.evaluation_history import QUESTIONS_HASH, as_evaluation, compare_over_time, why_not_paired
from explorer.core.question_views import ChangeView, DifferenceView, EvaluationView, EvaluationWish, KeptEvaluationView
from explorer.core.recipe import PLAIN
from explorer.core.views import LibraryInfo
from explorer.ui import evaluation_texts as texts
from explorer.ui.evaluation_changes import EvaluationChanges
from explorer.ui.evaluation_choices import EvaluationControls
from explorer.ui.evaluation_figures import EvaluationFigures
from explorer.ui.evaluation_flow import EvaluationFlow, Stage
from explorer.ui.file_saver import FileSaver
from explorer.ui.naming import named
from explorer.ui.news import copy_text
from explorer.ui.panel_parts import EmptyWords
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.table_files import as_markdown, tabbed
from explorer.ui.theme import Theme
from explorer.ui.wishes import Question

_TALL = 3


class EvaluationPanel(QWidget):
    """Controls, figures and questions.

    Signals: `ask_wanted` (question, plain recipe, context recipe, ranker), `diagnosis_wanted` (Question as it was
    asked, its passages as a tuple of EntryRow), `failed` (title, detail).
    """

    ask_wanted = Signal(str, str, str, str)
    diagnosis_wanted = Signal(object, object)
    failed = Signal(str, str)

    def __init__(self, retrieval: RetrievalSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "panel").setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._retrieval = retrieval
        self._saver = FileSaver(self, (".html", ".json", ".csv"))
        self._saver.failed.connect(self.failed)
        self._evaluation: EvaluationView | None = None
        self._kept: tuple[KeptEvaluationView, ...] = ()
        self._asked: EvaluationWish | None = None
        self._last: EvaluationView | None = None
        self._stale = True
        self._folder = ""
        self._written = ""
        self.flow = EvaluationFlow(retrieval, self)
        self.controls = EvaluationControls(self)
        self.figures = EvaluationFigures(theme, self)
        self.changes = EvaluationChanges(theme, self)
        self.busy = QProgressBar(self)
        self.empty = EmptyWords(self)
        self._lay_out()
        self._connect()
        self.controls.show_sets(())
        self._on_library(retrieval.session.library)

    def _lay_out(self) -> None:
        self.busy.setTextVisible(False)
        self.busy.setFixedHeight(_TALL)
        kept = self.busy.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.busy.setSizePolicy(kept)
        self._split = QSplitter(Qt.Orientation.Horizontal)
        for part in (self.figures, self.changes):
            self._split.addWidget(part)
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(1)
        self._split.setSizes([600, 600])
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self._split)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.controls)
        column.addWidget(self.busy)
        column.addWidget(self._pages, 1)

    def _connect(self) -> None:
        retrieval, session = self._retrieval, self._retrieval.session
        retrieval.sets_listed.connect(self.controls.show_sets)
        retrieval.evaluations_listed.connect(self._on_kept)
        retrieval.evaluation_written.connect(self._on_written)
        retrieval.choices_told.connect(self.controls.filter.show_choices)
        session.library_changed.connect(self._on_library)
        session.selection_changed.connect(self.controls.filter.show_selection)
        self.controls.filter.choices_wanted.connect(retrieval.request_choices)
        self.controls.run_wanted.connect(self._on_run)
        self.controls.stop.clicked.connect(self.flow.stop)
        self.controls.copy_wanted.connect(self._on_copy)
        self.controls.export_wanted.connect(self._on_export)
        self.controls.chosen_changed.connect(self._say)
        self.controls.set_chosen.connect(self._show_newest)
        self.flow.changed.connect(self._on_flow)
        self.flow.told.connect(self._on_told)
        self.figures.compare_wanted.connect(self.compare_with)
        self.changes.ask_wanted.connect(self._on_ask)
        self.changes.diagnosis_wanted.connect(self._on_why)
        for part in (self.figures, self.changes):
            part.failed.connect(self.failed)

    def show_set(self, name: str) -> None:
        """Choose a question set to run."""
        self.controls.choose_set(name)

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for sets and kept evaluations, which may have changed."""
        super().showEvent(event)
        self._ask()

    def _ask(self) -> None:
        if self._retrieval.session.library is not None and self.isVisible():
            self._retrieval.request_sets()
            if self._stale:
                self._stale = False
                self._retrieval.request_evaluations()

    def _on_library(self, library: LibraryInfo | None) -> None:
        self.controls.show_library(library)
        folder = library.folder if library else ""
        if folder != self._folder:
            self._folder = folder
            self._evaluation, self._last, self._kept, self._stale = None, None, (), True
            self.figures.show_kept(())
            self._ask()
        self._say()

    def _on_run(self, wish: EvaluationWish) -> None:
        self._written = ""
        self._asked = wish
        self.flow.run(wish)

    def _on_flow(self) -> None:
        self.controls.show_busy(busy=self.flow.busy)
        progress = self.flow.progress
        known = progress is not None and progress.total > 0
        self.busy.setRange(0, progress.total if progress is not None and known else 0)
        self.busy.setValue(progress.done if progress is not None and known else 0)
        self.busy.setVisible(self.flow.busy)
        self._say()

    def _on_told(self, evaluation: EvaluationView) -> None:
        self._last = evaluation
        self._show(evaluation)
        self._retrieval.request_evaluations()

    def _show(self, evaluation: EvaluationView) -> None:
        self._evaluation = evaluation
        self.figures.show_evaluation(evaluation)
        self.changes.show_evaluation(evaluation)
        self._arrange(few=bool(texts.few_words(evaluation.n)))
        self._say()

    def _arrange(self, *, few: bool) -> None:
        """Put what leads to the left: of few questions their list, else the figures."""
        first = self.changes if few else self.figures
        if self._split.indexOf(first) != 0:
            self._split.insertWidget(0, first)
            self._split.setSizes([self.width() // 2] * 2)

    def _on_kept(self, kept: tuple[KeptEvaluationView, ...]) -> None:
        self._kept = kept
        self.figures.show_kept(kept)
        if self._evaluation is None and kept:
            self.controls.choose_set(kept[0].settings.get("questions", ""))
            self._show(as_evaluation(kept[0]))
        self._say()

    def _show_newest(self) -> None:
        """Show what was measured last with the chosen set, if anything was; nothing else changes."""
        name, shown = self.controls.sets.currentData(), self._evaluation
        if shown is not None and shown.settings.get("questions") == name:
            return
        if self._last is not None and self._last.settings.get("questions") == name:
            self._show(self._last)
            return
        kept = next((each for each in self._kept if not name or each.settings.get("questions") == name), None)
        if kept is not None:
            self._show(as_evaluation(kept))

    def compare_with(self, kept: KeptEvaluationView) -> None:
        """Show which questions changed since a kept evaluation, or say why the two cannot be compared."""
        evaluation = self._evaluation
        if evaluation is None:
            return
        present = KeptEvaluationView(
            evaluation.when,
            evaluation.revision,
            evaluation.settings,
            evaluation.n,
            evaluation.runs,
            evaluation.questions,
        )
        reason = why_not_paired(kept, present)
        if reason:
            self.failed.emit(self.tr("These two evaluations cannot be compared question by question."), reason)
            return
        self.changes.show_evaluation(evaluation, compare_over_time(kept, present, self._texts(present)))
        self.figures.mark_compared(kept.when)

    def _texts(self, evaluation: KeptEvaluationView) -> tuple[str, ...]:
        """Return the questions' texts, which the newest kept evaluation of a set has."""
        known = evaluation.settings.get(QUESTIONS_HASH)
        found = (each.questions for each in self._kept if each.settings.get(QUESTIONS_HASH) == known)
        return next((each for each in found if each), ())

    def _say(self) -> None:
        there = self._evaluation is not None
        self._pages.setCurrentIndex(int(there))
        self.controls.copy.setEnabled(there)
        measured = there and self._evaluation is self._last
        self.controls.export.setEnabled(measured)
        tip = self.tr("Write the evaluation to a file") if measured else self.tr("Run the questions first.")
        self.controls.export.setToolTip(tip)
        self.controls.state.set_whole(self._state_words())
        self.empty.say(self._empty_words())

    def _state_words(self) -> str:
        progress = self.flow.progress
        done = f"{progress.done:,} / {progress.total:,}" if progress and progress.total else ""
        match self.flow.stage:
            case Stage.WAITING:
                return self.tr("Waiting until the library is up to date …")
            case Stage.EMBEDDING:
                return self.tr("Embedding the recipes that have no vectors yet … {0}").format(done)
            case Stage.RUNNING:
                note = progress.note if progress else ""
                return self.tr("Running the questions: {0} {1}").format(note, done).strip()
            case _:
                return self.flow.note or self._written or self._first_words()

    def _first_words(self) -> str:
        wish = self.controls.wish
        missing = self.flow.missing(wish) if wish else ()
        if not missing:
            return ""
        return self.tr("Run embeds first what has no vectors yet: {0}.").format(", ".join(missing))

    def _empty_words(self) -> str:
        if self._retrieval.session.library is None:
            return self.tr("No library is open.")
        if self.flow.busy:
            return self.tr("The questions are being asked …")
        if not self.controls.sets.currentData():
            return self.tr(
                "There is no question set yet. Make one in the tab Questions: mark a passage, type the question it "
                "answers. Then see here which headers help to find it."
            )
        return self.tr("Run the questions to see which headers help, by how much, and how sure that is.")

    def _on_ask(self, row: ChangeView, difference: DifferenceView) -> None:
        before, after = self._recipes(difference)
        self.ask_wanted.emit(row.text, before, after, difference.ranker)

    def _on_why(self, row: ChangeView, difference: DifferenceView) -> None:
        evaluation = self._evaluation
        if evaluation is None or row.number > len(evaluation.relevant):
            return
        before, after = self._recipes(difference)
        filters = self._asked.filters if self._asked else self.controls.filter.filters
        asked = Question(row.text, difference.ranker, before, after, filters)
        self.diagnosis_wanted.emit(asked, evaluation.relevant[row.number - 1])

    def _recipes(self, difference: DifferenceView) -> tuple[str, str]:
        """Return the recipes of a comparison; of one over time, text alone and the run's own."""
        runs = {(run.name, run.ranker): run.recipe for run in self._evaluation.runs} if self._evaluation else {}
        after = runs.get((difference.after, difference.ranker), PLAIN.name)
        if self.changes.is_over_time:
            return PLAIN.name, after
        return runs.get((difference.before, difference.ranker), PLAIN.name), after

    def _on_copy(self, form: str) -> None:
        kind, _, markdown = form.partition("-")
        lines = self.changes.lines() if kind == "questions" else self.figures.table.lines()
        body = as_markdown(lines) if markdown or form == "markdown" else tabbed(lines)
        parts = [self.figures.about.whole(), *([self.changes.verdict.text()] if kind == "questions" else []), body]
        copy_text("\n\n".join(parts), self)

    def _on_export(self, form: str) -> None:
        path = self._saver.ask(self.tr("Export the evaluation"), "evaluation", f".{form}")
        if path is not None:
            self.export(str(path), form)

    def export(self, path: str, form: str) -> None:
        """Have the last evaluation written to a file: as its name ends, where that says a form, else as `form`."""
        whole = self._saver.named(path, f".{form}")
        if whole is not None:
            self._retrieval.write_evaluation(str(whole), whole.suffix[1:].lower())

    def _on_written(self, path: str) -> None:
        self._written = self.tr("Written: {0}").format(path)
        self._say()

"""The analyst's tabs (reading, scores, diagnosis, what-if, questions, evaluation) and all connections between them."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QTabWidget, QWidget

from explorer.core.question_views import EntryRow
from explorer.core.retrieval_views import KeptSearch
from explorer.core.views import ChunkView, Filters
from explorer.ui.chunk_panel import ChunkPanel
from explorer.ui.compare_panel import ComparePanel
from explorer.ui.diagnosis_panel import DiagnosisPanel
from explorer.ui.evaluation_panel import EvaluationPanel
from explorer.ui.laboratory_panel import LaboratoryPanel
from explorer.ui.passage_panel import PassagePanel
from explorer.ui.questions_panel import QuestionsPanel
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.scores_panel import ScoresPanel
from explorer.ui.session import Session
from explorer.ui.source_panel import SourcePanel
from explorer.ui.theme import Theme
from explorer.ui.undo import Pair
from explorer.ui.wishes import Question


class RetrievalTabs(QObject):
    """Makes the panels about questions and hits, once for a window.

    Emits `failed` (title, detail) and `rename_wanted` (RenameWish).
    """

    failed = Signal(str, str)
    rename_wanted = Signal(object)

    def __init__(self, session: Session, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._tabs: QTabWidget | None = None
        self._for_laboratory: tuple[str, int] | None = None
        self.retrieval = RetrievalSession(session, self)
        self.compare = ComparePanel(session, theme, retrieval=self.retrieval)
        self.reading = PassagePanel(self.retrieval, theme)
        self.scores = ScoresPanel(self.retrieval, theme)
        self.diagnosis = DiagnosisPanel(self.retrieval, theme)
        self.laboratory = LaboratoryPanel(self.retrieval, theme)
        self.questions = QuestionsPanel(self.retrieval, theme)
        self.evaluation = EvaluationPanel(self.retrieval, theme)
        self._mark = QShortcut(QKeySequence("Ctrl+Shift+M"), window)
        self._connect()

    def add_to(self, tabs: QTabWidget) -> None:
        """Add the panels as tabs."""
        self._tabs = tabs
        tabs.addTab(self.compare, self.tr("Compare"))
        tabs.addTab(self.reading, self.tr("Reading"))
        tabs.addTab(self.scores, self.tr("Scores"))
        tabs.addTab(self.diagnosis, self.tr("Diagnosis"))
        tabs.addTab(self.laboratory, self.tr("What-if"))
        tabs.addTab(self.questions, self.tr("Questions"))
        tabs.addTab(self.evaluation, self.tr("Evaluation"))

    def undo_pairs(self) -> dict[QWidget, Pair]:
        """Return what takes back and repeats changes in the tabs that have changes of their own."""
        questions, laboratory = self.questions.actions_, self.laboratory
        return {
            self.questions: (questions.undo, questions.redo),
            self.laboratory: (laboratory.undo, laboratory.redo),
            self.diagnosis: (self.diagnosis.marks.undo_action, self.diagnosis.marks.redo_action),
        }

    def take_passages_from(self, chunks: ChunkPanel, source: SourcePanel) -> None:
        """Let passages be marked in the chunk list and in the source."""
        chunks.passage_marked.connect(self._mark_passage)
        source.passage_marked.connect(self._mark_passage)
        source.passage_selected.connect(self.questions.note_selected)

    def _connect(self) -> None:
        for panel in (self.reading, self.scores, self.diagnosis, self.laboratory, self.questions, self.evaluation):
            panel.failed.connect(self.failed)
        self._mark.activated.connect(self._mark_chunk)
        self._session.chunk_selected.connect(self._on_chunk)
        self.retrieval.diagnosed.connect(self._on_diagnosed)
        self.diagnosis.rename_wanted.connect(self.rename_wanted)
        self.diagnosis.neighbours_wanted.connect(self._read_around)
        self.diagnosis.ranker_wanted.connect(self._rank_by)
        self.diagnosis.filters_wanted.connect(self._widen)
        self.diagnosis.laboratory_wanted.connect(self._try_chunk)
        self.diagnosis.question_wanted.connect(self._ask_first)
        self.scores.question_wanted.connect(self._ask_first)
        self.questions.ask_wanted.connect(self._ask)
        self.questions.diagnosis_wanted.connect(self._diagnose)
        self.questions.evaluate_wanted.connect(self._evaluate)
        self.evaluation.ask_wanted.connect(self._ask_as)
        self.evaluation.diagnosis_wanted.connect(self._diagnose)

    def _show(self, panel: QWidget) -> None:
        if self._tabs is not None:
            self._tabs.setCurrentWidget(panel)

    def _mark_passage(self, document: str, start: int, end: int, text: str) -> None:
        self._show(self.questions)
        self.questions.mark_passage(document, start, end, text)

    def _mark_chunk(self) -> None:
        if self._session.chunk is not None:
            self._show(self.questions)
            self.questions.mark_chunk()
        else:
            self.failed.emit(self.tr("No chunk is chosen."), self.tr("Choose the one that answers, then mark it."))

    def _ask_first(self) -> None:
        self._show(self.compare)
        self.compare.focus_question()

    def _ask(self, question: str) -> None:
        self._show(self.compare)
        self.compare.ask(question)

    def _ask_as(self, question: str, plain: str, context: str, ranker: str) -> None:
        self._show(self.compare)
        self.compare.take_search(KeptSearch(question, ranker, plain, context))

    def _diagnose(self, asked: str | Question, evidence: tuple[EntryRow, ...]) -> None:
        self._show(self.diagnosis)
        self.diagnosis.diagnose(asked, evidence)

    def _evaluate(self, name: str) -> None:
        self._show(self.evaluation)
        self.evaluation.show_set(name)

    def _on_diagnosed(self, diagnosis: object) -> None:
        """Mark the chunks that hold the evidence among the scores."""
        found = self.diagnosis.diagnosis
        if found is not None and found == diagnosis:
            self.scores.mark((part.document, part.index) for each in found.evidence for part in each.chunks)

    def _read_around(self, document: str, index: int) -> None:
        self._show(self.reading)
        self.reading.choice.choose(0)
        self._session.select_chunk(document, index)

    def _rank_by(self, ranker: str) -> None:
        """Ask what was diagnosed by another ranker, over the same pool."""
        if self.diagnosis.asked is not None:
            self._ask_again(replace(self.diagnosis.asked, ranker=ranker, context_ranker=""))

    def _widen(self, filters: Filters) -> None:
        """Ask what was diagnosed over a wider pool."""
        if self.diagnosis.asked is not None:
            self._ask_again(replace(self.diagnosis.asked, filters=filters))

    def _ask_again(self, asked: Question) -> None:
        self._show(self.compare)
        self.compare.take_search(
            KeptSearch(
                asked.question,
                asked.ranker,
                asked.plain_recipe,
                asked.context_recipe,
                asked.context_ranker,
                asked.filters,
            )
        )

    def _try_chunk(self, document: str, index: int) -> None:
        """Take a chunk into the laboratory as soon as it is chosen."""
        self._show(self.laboratory)
        self._for_laboratory = (document, index)
        self._session.select_chunk(document, index)

    def _on_chunk(self, view: ChunkView | None) -> None:
        if view is not None and (view.item.chunk.document, view.item.chunk.index) == self._for_laboratory:
            self._for_laboratory = None
            self.laboratory.add_chunk.trigger()

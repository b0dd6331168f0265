"""What is asked about hits, question sets and evaluations, and what the engine answers.

Like `Session`, whose link to the engine it uses: panels call its methods and render the facts it announces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, Signal

from explorer import protocol
from explorer.core.question_views import EntryRow, EvaluationWish, QuestionRow
from explorer.core.retrieval_views import KeptSearch, TrialPassage
from explorer.core.views import Filters
from explorer.ui.session import Session
from explorer.ui.wishes import Question

ChunkKey = tuple[str, int]


class RetrievalSession(QObject):
    """What the analyst and the owner ask beyond the two lists of hits.

    Signals, all facts: `passages_read` (tuple of Passage), `scatter_told` (Scatter), `texts_told`
    (protocol.EmbeddedTextsTold), `choices_told` (FilterChoices), `searches_listed` (protocol.SearchesListed),
    `diagnosed` (Diagnosis), `tried` (Trial), `sets_listed` (tuple of QuestionSetInfo), `questions_told`
    (protocol.QuestionsTold), `questions_failed` (the set asked for last does not come, or was not kept),
    `diagnosis_failed` and `twins_failed` (title, detail: the last of these that was asked for does not come),
    `questions_exported` (path), `twins_proposed` (protocol.TwinsProposed),
    `evaluation_progress` (protocol.Progress), `evaluation_told` (EvaluationView), `evaluation_ended` (no figures come:
    it was stopped, or failed), `evaluations_listed` (tuple of KeptEvaluationView), `evaluation_written` (path).
    """

    passages_read = Signal(object)
    scatter_told = Signal(object)
    texts_told = Signal(object)
    choices_told = Signal(object)
    searches_listed = Signal(object)
    diagnosed = Signal(object)
    tried = Signal(object)
    sets_listed = Signal(object)
    questions_told = Signal(object)
    questions_failed = Signal()
    diagnosis_failed = Signal(str, str)
    twins_failed = Signal(str, str)
    questions_exported = Signal(str)
    twins_proposed = Signal(object)
    evaluation_progress = Signal(object)
    evaluation_told = Signal(object)
    evaluation_ended = Signal()
    evaluations_listed = Signal(object)
    evaluation_written = Signal(str)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._evaluation_job = 0
        self._jobs: dict[str, int] = {}
        session.answer_arrived.connect(self._on_answer)
        session.engine_restarted.connect(self._end_evaluation)

    @property
    def session(self) -> Session:
        """Return what is open, selected and asked."""
        return self._session

    def read_passages(self, hits: Iterable[ChunkKey], window: int, budget: int = 0) -> None:
        """Ask for what stands around hits, best first; with a budget in tokens, for the section around each."""
        wanted = tuple(hits)
        self._session.send(
            "passages", lambda job: protocol.ReadPassages(id=job, hits=wanted, window=window, budget=budget)
        )

    def request_scatter(self, marked: Iterable[ChunkKey] = ()) -> None:
        """Ask for both scores of the last comparison over its pool."""
        kept = tuple(marked)
        self._session.send("scatter", lambda job: protocol.GetScatter(id=job, marked=kept))

    def request_texts(self, document: str, index: int, plain_recipe: str, context_recipe: str) -> None:
        """Ask for a chunk's embedded texts under two recipes."""
        self._session.send(
            "texts",
            lambda job: protocol.GetEmbeddedTexts(
                id=job, document=document, index=index, plain_recipe=plain_recipe, context_recipe=context_recipe
            ),
        )

    def request_choices(self) -> None:
        """Ask what the library can be filtered by."""
        self._session.send("choices", lambda job: protocol.ListFilterChoices(id=job))

    def request_searches(self) -> None:
        """Ask for the history and the saved searches."""
        self._session.send("searches", lambda job: protocol.ListSearches(id=job))

    def change_searches(self, keep: Iterable[KeptSearch] = (), drop: Iterable[KeptSearch] = ()) -> None:
        """Keep searches (named ones are saved) and drop others."""
        kept, dropped = tuple(keep), tuple(drop)
        self._session.send(
            ("change searches", kept, dropped), lambda job: protocol.ChangeSearches(id=job, keep=kept, drop=dropped)
        )

    def diagnose(self, asked: Question, evidence: Iterable[EntryRow]) -> None:
        """Ask why a question does or does not find its evidence."""
        rows = tuple(evidence)
        self._send_known(
            "diagnose",
            lambda job: protocol.Diagnose(
                id=job,
                question=asked.question,
                evidence=rows,
                ranker=asked.ranker,
                plain_recipe=asked.plain_recipe,
                context_recipe=asked.context_recipe,
                filters=asked.filters,
                context_ranker=asked.context_ranker,
            ),
        )

    def try_passages(
        self, question: str, passages: Iterable[TrialPassage], ranker: str, recipe: str, filters: Filters | None = None
    ) -> None:
        """Ask how passages of the laboratory fare for a question."""
        rows, narrowed = tuple(passages), filters or Filters()
        self._session.send(
            "try",
            lambda job: protocol.TryPassages(
                id=job, question=question, passages=rows, ranker=ranker, recipe=recipe, filters=narrowed
            ),
        )

    def request_sets(self) -> None:
        """Ask which question sets there are."""
        self._session.send("sets", lambda job: protocol.ListQuestionSets(id=job))

    def open_questions(self, name: str) -> None:
        """Ask for a set's questions."""
        self._send_known("questions", lambda job: protocol.OpenQuestions(id=job, name=name))

    def keep_questions(self, name: str, rows: Iterable[QuestionRow]) -> None:
        """Keep a set of the user's own, whole."""
        kept = tuple(rows)
        self._send_known("questions", lambda job: protocol.KeepQuestions(id=job, name=name, rows=kept))

    def import_questions(self, path: str, name: str = "") -> None:
        """Read a file into a set of the user's own."""
        self._send_known("questions", lambda job: protocol.ImportQuestions(id=job, path=path, name=name))

    def export_questions(self, name: str, path: str) -> None:
        """Write a set as a file."""
        self._session.send("export questions", lambda job: protocol.ExportQuestions(id=job, name=name, path=path))

    def propose_twins(self) -> None:
        """Ask for near-duplicates under different headings."""
        self._send_known("twins", lambda job: protocol.ProposeTwins(id=job))

    def evaluate(self, wish: EvaluationWish) -> None:
        """Run a question set."""

        def make(job: int) -> protocol.Evaluate:
            self._evaluation_job = job
            return protocol.Evaluate(id=job, wish=wish)

        self._session.send("evaluate", make)

    def stop_evaluation(self) -> None:
        """Stop evaluating; `evaluation_ended` follows when anything was under way."""
        self._session.stop("evaluate")

    def request_evaluations(self) -> None:
        """Ask for the kept evaluations."""
        self._session.send("evaluations", lambda job: protocol.ListEvaluations(id=job))

    def write_evaluation(self, path: str, form: str) -> None:
        """Write the last evaluation as a file: json, csv or html."""
        self._session.send("write evaluation", lambda job: protocol.WriteEvaluation(id=job, path=path, format=form))

    def _send_known(self, kind: str, make: Callable[[int], protocol.Request]) -> None:
        """Ask, and know the newest request of a kind again when it fails: any panel's failure is announced to all."""

        def numbered(job: int) -> protocol.Request:
            self._jobs[kind] = job
            return make(job)

        self._session.send(kind, numbered)

    def _on_answer(self, event: protocol.AnyEvent) -> None:
        match event:
            case protocol.PassagesRead(passages=passages):
                self.passages_read.emit(passages)
            case protocol.ScatterTold(scatter=scatter):
                self.scatter_told.emit(scatter)
            case protocol.EmbeddedTextsTold():
                self.texts_told.emit(event)
            case protocol.FilterChoicesTold(choices=choices):
                self.choices_told.emit(choices)
            case protocol.SearchesListed():
                self.searches_listed.emit(event)
            case protocol.Diagnosed(diagnosis=diagnosis):
                self.diagnosed.emit(diagnosis)
            case protocol.Tried(trial=trial):
                self.tried.emit(trial)
            case _:
                self._on_questions(event)

    def _on_questions(self, event: protocol.AnyEvent) -> None:
        match event:
            case protocol.QuestionSetsListed(sets=sets):
                self.sets_listed.emit(sets)
            case protocol.QuestionsTold():
                self.questions_told.emit(event)
            case protocol.QuestionsExported(path=path):
                self.questions_exported.emit(path)
            case protocol.Failed() | protocol.Cancelled() if event.id in self._jobs.values():
                self._on_known_failure(event)
            case protocol.TwinsProposed():
                self.twins_proposed.emit(event)
            case _:
                self._on_evaluation(event)

    def _on_known_failure(self, event: protocol.Failed | protocol.Cancelled) -> None:
        words = (event.title, event.detail) if isinstance(event, protocol.Failed) else ("", "")
        if event.id == self._jobs.get("questions"):
            self.questions_failed.emit()
        elif event.id == self._jobs.get("diagnose"):
            self.diagnosis_failed.emit(*words)
        else:
            self.twins_failed.emit(*words)

    def _on_evaluation(self, event: protocol.AnyEvent) -> None:
        match event:
            case protocol.EvaluationTold(evaluation=evaluation):
                self._evaluation_job = 0
                self.evaluation_told.emit(evaluation)
            case protocol.EvaluationsListed(rows=rows):
                self.evaluations_listed.emit(rows)
            case protocol.EvaluationWritten(path=path):
                self.evaluation_written.emit(path)
            case protocol.Progress() if event.id == self._evaluation_job:
                self.evaluation_progress.emit(event)
            case protocol.Failed() | protocol.Cancelled() if event.id == self._evaluation_job:
                self._end_evaluation()
            case _:
                pass

    def _end_evaluation(self) -> None:
        if self._evaluation_job:
            self._evaluation_job = 0
            self.evaluation_ended.emit()

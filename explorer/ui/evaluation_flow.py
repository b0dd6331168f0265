"""From the wish to evaluate to its figures: waits for a refresh, has recipes embedded that need it, then runs."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import QObject, Signal

from explorer import protocol
from explorer.core.question_views import EvaluationView, EvaluationWish
from explorer.core.views import LibraryInfo
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.wishes import BY_VECTORS


class Stage(Enum):
    """What goes on."""

    IDLE = auto()
    WAITING = auto()
    EMBEDDING = auto()
    RUNNING = auto()


class EvaluationFlow(QObject):
    """One evaluation at a time. Signals: `changed` (stage, progress or note), `told` (EvaluationView).

    `note` says in a sentence how the last one ended without figures, "" when it did not.
    """

    changed = Signal()
    told = Signal(object)

    def __init__(self, retrieval: RetrievalSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._retrieval = retrieval
        self.stage = Stage.IDLE
        self.progress: protocol.Progress | None = None
        self.note = ""
        self._wish: EvaluationWish | None = None
        self._folder = ""
        self._embedded = False
        session = retrieval.session
        session.progress_changed.connect(self._on_work)
        session.library_changed.connect(self._on_library)
        session.engine_restarted.connect(self._on_restarted)
        retrieval.evaluation_progress.connect(self._on_progress)
        retrieval.evaluation_told.connect(self._on_told)
        retrieval.evaluation_ended.connect(self._on_ended)

    @property
    def busy(self) -> bool:
        """Say whether figures are on their way."""
        return self.stage is not Stage.IDLE

    def missing(self, wish: EvaluationWish) -> tuple[str, ...]:
        """Return the recipes that must be embedded first."""
        library = self._retrieval.session.library
        if library is None or not BY_VECTORS & set(wish.rankers):
            return ()
        return tuple(recipe for recipe in wish.recipes if recipe not in library.embedded)

    def run(self, wish: EvaluationWish) -> None:
        """Evaluate; nothing to do while one goes on or no library is open."""
        library = self._retrieval.session.library
        if self.busy or library is None:
            return
        self._wish, self._folder, self._embedded = wish, library.folder, False
        self._go()

    def stop(self) -> None:
        """Stop what goes on."""
        match self.stage:
            case Stage.RUNNING:
                self._retrieval.stop_evaluation()
            case Stage.EMBEDDING:
                self._retrieval.session.stop("refresh")
            case _:
                self._end(self.tr("Stopped."))

    def _go(self) -> None:
        wish = self._wish
        if wish is None:
            return
        missing = self.missing(wish)
        if self._retrieval.session.busy:
            self._enter(Stage.WAITING)
        elif not missing:
            self._enter(Stage.RUNNING)
            self._retrieval.evaluate(wish)
        elif self._embedded:
            words = self.tr("Nothing was measured: {0} could not be embedded, or that was stopped.")
            self._end(words.format(", ".join(missing)))
        else:
            self._embedded = True
            self._enter(Stage.EMBEDDING)
            self._retrieval.session.send("refresh", lambda job: protocol.Refresh(id=job, recipes=missing))

    def _enter(self, stage: Stage) -> None:
        self.stage, self.progress, self.note = stage, None, ""
        self.changed.emit()

    def _end(self, note: str) -> None:
        self.stage, self.progress, self.note = Stage.IDLE, None, note
        self._wish = None
        self.changed.emit()

    def _on_work(self, progress: protocol.Progress | None) -> None:
        """Follow the refresh that goes on; go on when it is over."""
        if self.stage not in (Stage.WAITING, Stage.EMBEDDING):
            return
        if progress is None and not self._retrieval.session.busy:
            self._go()
            return
        self.progress = progress
        self.changed.emit()

    def _on_library(self, library: LibraryInfo | None) -> None:
        """Leave off when another library is opened."""
        if self.busy and (library is None or library.folder != self._folder):
            self._end("")

    def _on_restarted(self) -> None:
        if self.busy:
            self._end(self.tr("The engine had to be started again, so nothing was measured. Run it again."))

    def _on_progress(self, progress: protocol.Progress) -> None:
        if self.stage is Stage.RUNNING:
            self.progress = progress
            self.changed.emit()

    def _on_told(self, evaluation: EvaluationView) -> None:
        self._end("")
        self.told.emit(evaluation)

    def _on_ended(self) -> None:
        if self.stage is Stage.RUNNING:
            self._end(self.tr("Nothing was measured: the run was stopped, or could not be finished."))

"""The laboratory's figures: the last answer, which passages it is of, and what changes are told against."""

from __future__ import annotations

from dataclasses import dataclass, field

from explorer.core.retrieval_views import Trial, TrialScore
from explorer.ui.laboratory_state import LabState


@dataclass(slots=True)
class LabFigures:
    """`asked` is the state that was asked for last, None when it must be asked again."""

    asked: LabState | None = None
    _trial: Trial | None = None
    _before: dict[tuple[int, str], TrialScore] = field(default_factory=dict[tuple[int, str], TrialScore])

    def forget(self) -> None:
        """Forget everything: the figures were of another library."""
        self.asked = self._trial = None
        self._before.clear()

    def take(self, trial: Trial) -> bool:
        """Take an answer; tell whether it is of the passages that were asked for."""
        if self.asked is None or len(trial.scores) != len(self.asked.passages):
            return False
        self._trial = trial
        self._keep_first()
        return True

    def compare_from_here(self) -> None:
        """Tell changes against the present figures."""
        self._before.clear()
        self._keep_first()

    def forget_start(self) -> None:
        """Tell changes against the next figures: all passages are other ones."""
        self._before.clear()

    def trial(self, state: LabState) -> Trial | None:
        """Return the last answer when it is of the passages of `state`, typed on since or not."""
        if self._trial is None or self.asked is None or self._trial.ranker != state.ranker:
            return None
        numbers = ([each.number for each in one.passages] for one in (self.asked, state))
        same = next(numbers) == next(numbers)
        return self._trial if same and len(self._trial.scores) == len(state.passages) else None

    def before(self, ranker: str) -> dict[int, TrialScore]:
        """Return what a passage's changes are told against under a ranker, by the passages' numbers."""
        return {number: score for (number, name), score in self._before.items() if name == ranker}

    def _keep_first(self) -> None:
        """Keep the first figures of each passage and ranker."""
        if self._trial is None or self.asked is None or not self._trial.question.strip():
            return
        for passage, score in zip(self.asked.passages, self._trial.scores, strict=False):
            self._before.setdefault((passage.number, self._trial.ranker), score)

"""A question set's runs with what they were measured on, and what they look like to the window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from explorer.core.bootstrap import Estimate
from explorer.core.evaluation import Difference, Run
from explorer.core.question_views import (
    ChangeView,
    DifferenceView,
    EntryRow,
    EvaluationView,
    Figure,
    KeptEvaluationView,
    RunView,
)
from explorer.core.questions_gold import ChunkKey
from explorer.core.views import Pool


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A question set's runs, with what they were measured on.

    `differences` compare each ranker's runs with its first. `keys` names the chunk of each number. `outside` counts
    the questions with a relevant passage that no chunk of the pool holds: they count as not met.
    """

    when: str
    revision: int
    settings: Mapping[str, str]
    pool: Pool
    runs: tuple[Run, ...]
    differences: tuple[Difference, ...]
    keys: tuple[ChunkKey, ...]
    outside: int

    @property
    def n(self) -> int:
        """Return the number of questions."""
        return len(self.runs[0].questions) if self.runs else 0

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the questions."""
        return tuple(each.question.text for each in self.runs[0].questions) if self.runs else ()


def evaluation_view(evaluated: Evaluated, relevant: Sequence[tuple[EntryRow, ...]] = ()) -> EvaluationView:
    """Return an evaluation as the window shows it; `relevant` are each question's passages, to be asked about."""
    return EvaluationView(
        when=evaluated.when,
        revision=evaluated.revision,
        settings=dict(evaluated.settings),
        n=evaluated.n,
        outside=evaluated.outside,
        pool=evaluated.pool,
        runs=tuple(run_view(run) for run in evaluated.runs),
        differences=tuple(difference_view(each) for each in evaluated.differences),
        questions=evaluated.texts,
        relevant=tuple(relevant),
    )


def kept_view(evaluated: Evaluated) -> KeptEvaluationView:
    """Return an evaluation as it is kept."""
    runs = tuple(run_view(run) for run in evaluated.runs)
    return KeptEvaluationView(
        evaluated.when, evaluated.revision, dict(evaluated.settings), evaluated.n, runs, evaluated.texts
    )


def run_view(run: Run) -> RunView:
    """Return a run as it is shown and kept."""
    return RunView(
        name=run.name,
        recipe=run.recipe,
        ranker=run.ranker,
        measures={name: figure_of(each) for name, each in run.measures.items()},
        best=tuple(each.best for each in run.questions),
    )


def figure_of(estimate: Estimate) -> Figure:
    """Return an estimate as it is shown."""
    return Figure(estimate.value, estimate.low, estimate.high, estimate.n)


def difference_view(difference: Difference) -> DifferenceView:
    """Return a difference as it is shown."""
    return DifferenceView(
        ranker=difference.ranker,
        before=difference.before,
        after=difference.after,
        measures={name: figure_of(each) for name, each in difference.measures.items()},
        wins=difference.wins,
        losses=difference.losses,
        same=difference.same,
        changes=tuple(
            ChangeView(each.number, each.text, each.before, each.after, each.gain) for each in difference.changes
        ),
    )

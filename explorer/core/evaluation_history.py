"""Evaluations over time: which kept ones can be compared, and what changed between two of them (DESIGN 4.7).

Two evaluations are paired question by question, so both must be of the same questions with the same passages. What is
kept of a run is each question's best place; the measures that follow from it alone are compared, with intervals of
their paired differences.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.core.bootstrap import estimate
from explorer.core.question_views import ChangeView, DifferenceView, EvaluationView, Figure, KeptEvaluationView, RunView
from explorer.core.questions import Question, questions_jsonl
from explorer.core.views import Pool

QUESTIONS_HASH = "questions_hash"
"""The setting that tells question sets apart by their content."""

BY_BEST = ("MRR", "hit@1", "hit@5", "hit@20")
"""The measures that a question's best place decides."""

_HIT = "hit@"
_HASH_SIGNS = 16


@dataclass(frozen=True, slots=True)
class SettingChange:
    """A setting that is another one in the second evaluation; "" where one of them has none."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class OverTime:
    """The second of two evaluations of the same questions less the first.

    `before` and `after` are their times. `runs` pair what has the same recipe and ranker, else the same role (plain,
    context); `left_out` names the runs, as "recipe, ranker", that the other evaluation has nothing like.
    """

    before: str
    after: str
    n: int
    settings: tuple[SettingChange, ...]
    runs: tuple[DifferenceView, ...]
    left_out: tuple[str, ...]


def questions_hash(questions: Sequence[Question]) -> str:
    """Return what tells a question set by its content: the texts, their passages and other fields, in order."""
    written = questions_jsonl(list(questions))
    return hashlib.sha256(written.encode("utf-8", "replace")).hexdigest()[:_HASH_SIGNS]


def why_not_paired(before: KeptEvaluationView, after: KeptEvaluationView) -> str:
    """Return why two evaluations cannot be compared question by question, in a sentence; "" when they can."""
    first, second = (each.settings.get(QUESTIONS_HASH, "") for each in (before, after))
    names = [each.settings.get("questions", "") or "a set without a name" for each in (before, after)]
    if not first or not second:
        return "It is not known which questions one of the evaluations asked, so they cannot be paired."
    if first != second and names[0] == names[1]:
        return f"{names[0]} has changed between the two: its questions or their passages are not the same."
    if first != second:
        return f"They asked different questions: {names[0]} ({before.n}) and {names[1]} ({after.n})."
    if any(len(run.best) != after.n for each in (before, after) for run in each.runs):
        return "One of the evaluations is not whole: it does not hold a place for each question."
    if not pairs_of(before.runs, after.runs):
        return "They have no run in common: neither recipe nor ranker are the same."
    return ""


def compare_over_time(before: KeptEvaluationView, after: KeptEvaluationView, questions: Sequence[str] = ()) -> OverTime:
    """Return what changed from one evaluation to another; `questions` are texts, where the evaluations lack them.

    Raises ValueError, with the sentence of `why_not_paired`, for two that cannot be paired.
    """
    reason = why_not_paired(before, after)
    if reason:
        raise ValueError(reason)
    known = (after.questions, before.questions, tuple(questions))
    texts = next((each for each in known if len(each) == after.n), ("",) * after.n)
    pairs = pairs_of(before.runs, after.runs)
    partners = {id(run) for pair in pairs for run in pair}
    return OverTime(
        before=before.when,
        after=after.when,
        n=after.n,
        settings=setting_changes(before, after),
        runs=tuple(_difference(first, second, texts) for first, second in pairs),
        left_out=tuple(f"{run.name}, {run.ranker}" for run in (*before.runs, *after.runs) if id(run) not in partners),
    )


def as_evaluation(kept: KeptEvaluationView, questions: Sequence[str] = ()) -> EvaluationView:
    """Return a kept evaluation to be looked at again: its pool is not known, and differences rest on best places."""
    texts = next((each for each in (kept.questions, tuple(questions)) if len(each) == kept.n), ("",) * kept.n)
    first: dict[str, RunView] = {}
    pairs = [(first.setdefault(run.ranker, run), run) for run in kept.runs if len(run.best) == kept.n]
    return EvaluationView(
        when=kept.when,
        revision=kept.revision,
        settings=kept.settings,
        n=kept.n,
        outside=0,
        pool=Pool(0, 0),
        runs=kept.runs,
        differences=tuple(_difference(before, run, texts) for before, run in pairs if before is not run),
        questions=texts,
    )


def pairs_of(before: Iterable[RunView], after: Iterable[RunView]) -> tuple[tuple[RunView, RunView], ...]:
    """Return the runs that stand for the same: same ranker, and the same recipe or else the same name."""
    left = list(before)
    pairs: list[tuple[RunView, RunView]] = []
    waiting: list[RunView] = []
    for second in after:
        first = next((run for run in left if (run.recipe, run.ranker) == (second.recipe, second.ranker)), None)
        if first is None:
            waiting.append(second)
        else:
            left.remove(first)
            pairs.append((first, second))
    for second in waiting:
        first = next((run for run in left if (run.name, run.ranker) == (second.name, second.ranker)), None)
        if first is not None:
            left.remove(first)
            pairs.append((first, second))
    return tuple(pairs)


def setting_changes(before: KeptEvaluationView, after: KeptEvaluationView) -> tuple[SettingChange, ...]:
    """Return which settings differ; the library's revision last, as it says that documents or headings changed."""
    names = [name for name in dict.fromkeys((*before.settings, *after.settings)) if name != QUESTIONS_HASH]
    changes = [SettingChange(name, before.settings.get(name, ""), after.settings.get(name, "")) for name in names]
    changes.append(SettingChange("revision", str(before.revision), str(after.revision)))
    return tuple(each for each in changes if each.before != each.after)


def _difference(before: RunView, after: RunView, texts: Sequence[str]) -> DifferenceView:
    gains = _values(after, "MRR") - _values(before, "MRR")
    changes = [
        ChangeView(number, texts[number - 1], first, second, float(gains[number - 1]))
        for number, (first, second) in enumerate(zip(before.best, after.best, strict=True), start=1)
        if first != second
    ]
    wins = sum(change.gain > 0 for change in changes)
    return DifferenceView(
        ranker=after.ranker,
        before=before.name,
        after=after.name,
        measures={name: _paired(before, after, name) for name in BY_BEST},
        wins=wins,
        losses=len(changes) - wins,
        same=len(after.best) - len(changes),
        changes=tuple(sorted(changes, key=lambda change: (-abs(change.gain), change.number))),
    )


def _paired(before: RunView, after: RunView, measure: str) -> Figure:
    found = estimate(_values(after, measure) - _values(before, measure))
    return Figure(found.value, found.low, found.high, found.n)


def _values(run: RunView, measure: str) -> NDArray[np.float64]:
    """Return a measure by question from the best places."""
    if measure == "MRR":
        return np.array([0.0 if place is None else 1 / place for place in run.best])
    deepest = int(measure.removeprefix(_HIT))
    return np.array([float(place is not None and place <= deepest) for place in run.best])

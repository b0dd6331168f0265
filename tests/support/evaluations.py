"""Evaluations made by hand: runs from the best place of each question."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from explorer.core.bootstrap import estimate
from explorer.core.evaluated import Evaluated, figure_of
from explorer.core.evaluation import Asked, ChunkFacts, Passages, Run, compare, finish_run, judge
from explorer.core.evaluation_history import QUESTIONS_HASH, as_evaluation
from explorer.core.question_views import EvaluationView, KeptEvaluationView, RunView
from explorer.core.views import Pool

SETTINGS = {
    "questions": "set.jsonl",
    QUESTIONS_HASH: "0123456789abcdef",
    "model": "mini",
    "limit": "254",
    "recipe": "path",
    "filters": "{}",
}
WHEN = "2026-11-30T14:02:05+00:00"

Places = Sequence[int | None]


def kept_run(name: str, recipe: str, ranker: str, best: Places) -> RunView:
    """Return a run with the measures that follow from the best places."""
    values = {
        "MRR": [1 / place if place else 0.0 for place in best],
        **{f"hit@{k}": [float(place is not None and place <= k) for place in best] for k in (1, 5, 20)},
    }
    measures = {measure: figure_of(estimate(np.array(each))) for measure, each in values.items()}
    return RunView(name, recipe, ranker, measures, tuple(best))


def kept(
    when: str, *runs: RunView, questions: Sequence[str] = (), revision: int = 1, **settings: str
) -> KeptEvaluationView:
    """Return a kept evaluation."""
    n = len(runs[0].best) if runs else 0
    return KeptEvaluationView(when, revision, {**SETTINGS, **settings}, n, runs, tuple(questions))


def shown(questions: Sequence[str], plain: Places, context: Places, *more: RunView) -> EvaluationView:
    """Return an evaluation of two runs and more as it is shown."""
    runs = (kept_run("plain", "none", "embedding", plain), kept_run("context", "path", "embedding", context), *more)
    return as_evaluation(kept(WHEN, *runs, questions=questions))


def measured(questions: Sequence[str], plain: Places, context: Places) -> Evaluated:
    """Return an evaluation of questions that each have one right chunk, at these places of the lists."""
    runs = (_run("plain", "none", questions, plain), _run("context", "path", questions, context))
    keys = tuple(("a.md", number) for number in range(_CHUNKS))
    pool = Pool(_CHUNKS, _CHUNKS + 2, superseded=2)
    return Evaluated(WHEN, 3, SETTINGS, pool, runs, (compare(*runs),), keys, 0)


_CHUNKS = 60


def _run(name: str, recipe: str, questions: Sequence[str], places: Places) -> Run:
    facts = ChunkFacts(tokens=np.full(_CHUNKS, 100), sections=np.arange(_CHUNKS))
    results = [
        judge(
            Asked(text, number, (Passages("a#b", (0,), ((10, {0: 10}),)),), (Passages("a#c", (1,)),)),
            np.array(_order(place), dtype=np.intp),
            facts,
        )
        for number, (text, place) in enumerate(zip(questions, places, strict=True), start=1)
    ]
    return finish_run(name, recipe, "embedding", results)


def _order(place: int | None) -> list[int]:
    """Return a list with chunk 0 at a place, or without it."""
    others = list(range(1, _CHUNKS))
    return others if place is None else [*others[: place - 1], 0, *others[place - 1 :]]

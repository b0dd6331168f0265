"""What `evaluate --diagnose` adds: why the questions that are not answered with context are not."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from explorer.core.diagnosis import FOUND_WITHIN, Kind, is_found
from explorer.core.errors import ExplorerError
from explorer.core.evaluated import Evaluated
from explorer.core.progress import finished
from explorer.core.questions import entry_text
from explorer.core.questions_gold import AskedQuestion, Resolved
from explorer.core.recipe import PLAIN, Recipe
from explorer.core.retrieval_views import Diagnosis
from explorer.core.terminal_text import one_line
from explorer.core.views import Filters

if TYPE_CHECKING:
    from explorer.engine.opened import Opened

ANSWERED = "answered"
"""What is counted beside the kinds: a relevant passage stands among the first ten with context."""


@dataclass(frozen=True, slots=True)
class RunDiagnoses:
    """The diagnoses of a run with context, by question; None where it is answered."""

    ranker: str
    recipe: str
    diagnoses: tuple[Diagnosis | None, ...]

    @property
    def counts(self) -> Mapping[str, int]:
        """Return how many questions are answered and how many have which diagnosis; they add up to all questions."""
        counted = Counter(each.kind if each else ANSWERED for each in self.diagnoses)
        return {kind: counted[kind] for kind in (ANSWERED, *Kind) if counted[kind]}


def context_of(recipes: Sequence[Recipe], own: Recipe) -> Recipe:
    """Return the recipe whose run is diagnosed: the library's own, else the last one that has a header.

    Raises `ExplorerError` when only texts without headers are ranked.
    """
    headed = [recipe for recipe in recipes if recipe != PLAIN]
    if not headed:
        raise ExplorerError("There is nothing to diagnose.", "Name a recipe with context beside none in --recipes.")
    return own if own in headed else headed[-1]


def diagnose_runs(
    opened: Opened, resolved: Resolved, evaluated: Evaluated, context: Recipe, filters: Filters
) -> tuple[RunDiagnoses, ...]:
    """Return for each ranker why questions are not answered under `context`; may raise `ExplorerError`."""
    found: list[RunDiagnoses] = []
    for run in evaluated.runs:
        if run.recipe == context.name:
            pairs = zip(resolved.questions, run.questions, strict=True)
            diagnoses = tuple(
                None if is_found(result.best) else _diagnosis(opened, asked, run.ranker, context, filters)
                for asked, result in pairs
            )
            found.append(RunDiagnoses(run.ranker, run.recipe, diagnoses))
    return tuple(found)


def with_diagnoses(text: str, found: Sequence[RunDiagnoses], form: str) -> str:
    """Return an evaluation in one of the forms, with its diagnoses where the form has room for them: text and JSON."""
    if form == "json":
        return json.dumps(_in_json(json.loads(text), found), ensure_ascii=False) + "\n"
    return f"{text.rstrip()}\n{''.join(map(_text, found))}" if form == "text" else text


def _diagnosis(opened: Opened, asked: AskedQuestion, ranker: str, context: Recipe, filters: Filters) -> Diagnosis:
    from explorer.engine.diagnosis import Diagnoser
    from explorer.engine.diagnosis_marks import Marked
    from explorer.engine.diagnosis_pool import Wish

    wish = Wish(asked.question.text, ranker, PLAIN, context, filters)
    evidence = [Marked(entry_text(gold.entry), gold) for gold in asked.relevant]
    return finished(Diagnoser(opened).diagnose(wish, evidence))


def _in_json(report: dict[str, Any], found: Sequence[RunDiagnoses]) -> dict[str, Any]:
    """Add to each diagnosed run its counts and to its questions their diagnoses; the first run's counts lead."""
    by_run = {(each.recipe, each.ranker): each for each in found}
    for run in report["runs"]:
        each = by_run.get((run["recipe_name"], run["ranker"]))
        if each is None:
            continue
        run["diagnoses"] = each.counts
        for question, diagnosis in zip(run["questions"], each.diagnoses, strict=True):
            question["diagnosis"] = _diagnosis_json(diagnosis) if diagnosis else None
    return {**report, "diagnoses": found[0].counts} if found else report


def _diagnosis_json(diagnosis: Diagnosis) -> dict[str, object]:
    return {
        "kind": diagnosis.kind,
        "title": diagnosis.title,
        "reason": diagnosis.reason,
        "remedy": diagnosis.remedy,
        "facts": dict(diagnosis.facts),
        "evidence": msgspec.to_builtins(diagnosis.evidence),
    }


def _text(found: RunDiagnoses) -> str:
    """Return the counts of a run, then each question that is not answered, with its diagnosis."""
    counts = ", ".join(f"{count} {kind}" for kind, count in found.counts.items())
    lines = ["", f"Diagnoses, {found.ranker}, {found.recipe} ({ANSWERED}: within {FOUND_WITHIN}): {counts}"]
    lines[-1] += f"; n = {len(found.diagnoses)} questions"
    for diagnosis in filter(None, found.diagnoses):
        lines += [
            f"  {one_line(diagnosis.question)}",
            f"    {diagnosis.title}. {one_line(diagnosis.reason)}",
            f"    → {one_line(diagnosis.remedy)}",
        ]
    return "\n".join(lines) + "\n"

"""What the evaluation tab says: runs, measures, verdicts and ranks in words; plain functions."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from explorer.core.evaluation import FEW
from explorer.core.evaluation_history import OverTime
from explorer.core.evaluation_words import (
    MEASURE_WORDS,
    MISSING,
    Outcome,
    change_words,
    conclusion,
    outcome,
    pool_words,
)
from explorer.core.question_views import DifferenceView, EvaluationView, KeptEvaluationView, RunView
from explorer.ui.texts import counted, ranker_text

TONES = {Outcome.BETTER: "success", Outcome.WORSE: "error", Outcome.UNSHOWN: "plain"}


def _tr(text: str) -> str:
    return QCoreApplication.translate("EvaluationTexts", text)


def side_words(name: str) -> str:
    """Return what a run's recipe is called: text alone, the library's own, or its name."""
    return {"plain": _tr("Without context"), "context": _tr("With context")}.get(name, name)


def ranker_name(ranker: str) -> str:
    """Return a ranker's name without what explains it."""
    return ranker_text(ranker).split(" (", maxsplit=1)[0]


def run_words(name: str, ranker: str) -> str:
    """Return what a run is called: `With context · Keyword`."""
    return f"{side_words(name)} · {ranker_name(ranker)}"


def recipe_note(run: RunView) -> str:
    """Return a run in full, with its recipe's name."""
    return f"{run_words(run.name, run.ranker)} ({run.recipe})"


def measure_meaning(name: str) -> str:
    """Return what a measure means."""
    return _tr(MEASURE_WORDS.get(name, ""))


def pair_words(difference: DifferenceView) -> str:
    """Return which two runs are compared."""
    words = _tr("{0} against {1} · {2}")
    after, before = side_words(difference.after), side_words(difference.before)
    return words.format(after, before, ranker_name(difference.ranker))


def then_words(difference: DifferenceView, when: str) -> str:
    """Return which run is compared with what was kept of it at a time."""
    words = _tr("{0} · now against {1}")
    return words.format(run_words(difference.after, difference.ranker), when_words(when))


def changed_settings(found: OverTime) -> str:
    """Return which settings differ between two evaluations."""
    if not found.settings:
        return _tr("The settings and the documents are the same.")
    changes = (f"{each.name} {each.before or MISSING} → {each.after or MISSING}" for each in found.settings)
    return _tr("Changed since: {0}.").format(", ".join(changes))


def verdict_words(difference: DifferenceView, *, over_time: bool = False) -> str:
    """Return the honest verdict: counts, change with interval, n, and what that shows."""
    count = difference.wins + difference.losses + difference.same
    after, before = side_words(difference.after), side_words(difference.before)
    if over_time:
        before = _tr("then") if after == before else _tr("{0} then").format(before)
    wins = _tr("1 question") if difference.wins == 1 else _tr("{0} questions").format(f"{difference.wins:,}")
    words = _tr("{0} against {1}: {2} better, {3} worse, {4} the same; {5}, n = {6}. {7}")
    return words.format(
        after,
        before,
        wins,
        f"{difference.losses:,}",
        f"{difference.same:,}",
        change_words(difference),
        f"{count:,}",
        _tr(conclusion(difference)),
    )


def verdict_sign(difference: DifferenceView) -> str:
    """Return the sign of what a difference shows."""
    return str(outcome(difference))


def verdict_tone(difference: DifferenceView) -> str:
    """Return the tone of what a difference shows."""
    return TONES[outcome(difference)]


def about(evaluation: EvaluationView) -> str:
    """Return what was measured on what, in a line."""
    settings = evaluation.settings
    parts = [
        f"{settings.get('questions', '')}: {counted(evaluation.n, _tr('question'), _tr('questions'))}",
        settings.get("model", ""),
        pool_words(evaluation.pool) if evaluation.pool.total else _tr("kept"),
        when_words(evaluation.when),
    ]
    if evaluation.outside:
        words = _tr("{0} of them ask for passages that were not ranked")
        parts.insert(1, words.format(f"{evaluation.outside:,}"))
    return " · ".join(part for part in parts if part)


def few_words(count: int) -> str:
    """Return why the list of questions leads, "" where it does not."""
    if count >= FEW:
        return ""
    words = _tr("Of fewer than {0} questions an average says little: look at the questions and the intervals.")
    return words.format(FEW)


def when_words(when: str) -> str:
    """Return the time of an evaluation to the minute."""
    return when[:16].replace("T", " ")


def kept_words(kept: KeptEvaluationView) -> str:
    """Return a kept evaluation's settings in a line."""
    settings = kept.settings
    return " · ".join(part for part in (settings.get("model", ""), settings.get("recipe", "")) if part)

"""Kept evaluations and what changed between two of them, as text for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterable

from explorer.core.evaluation import FEW
from explorer.core.evaluation_history import OverTime
from explorer.core.evaluation_words import figure_text, most_changed, rank_text, signed, verdict, when_words
from explorer.core.question_views import ChangeView, DifferenceView, Figure, KeptEvaluationView

_SHOWN_CHANGES = 10


def history_text(kept: Iterable[KeptEvaluationView]) -> str:
    """Return kept evaluations, each with its runs' MRR; "" for none."""
    lines: list[str] = []
    for each in kept:
        settings = each.settings
        lines.append(
            f"{each.when}  {settings.get('questions', '')}, n = {each.n}, model {settings.get('model', '')}, "
            f"recipe {settings.get('recipe', '')}, revision {each.revision}"
        )
        lines += [
            f"  {run.name}, {run.ranker}: MRR {figure_text(run.measures['MRR'])}"
            for run in each.runs
            if "MRR" in run.measures
        ]
    return "\n".join(lines)


def history_json(kept: Iterable[KeptEvaluationView]) -> dict[str, object]:
    """Return kept evaluations as other programs read them."""
    return {
        "evaluations": [
            {
                "date": each.when,
                "revision": each.revision,
                "settings": each.settings,
                "n": each.n,
                "runs": [
                    {
                        "recipe": run.name,
                        "recipe_name": run.recipe,
                        "ranker": run.ranker,
                        "measures": _figures(run.measures),
                        "best": list(run.best),
                    }
                    for run in each.runs
                ],
            }
            for each in kept
        ]
    }


def over_time_text(found: OverTime) -> str:
    """Return what changed since a kept evaluation: settings, then each run with its most changed questions."""
    changes = ", ".join(f"{each.name} {each.before or '-'} → {each.after or '-'}" for each in found.settings)
    lines = [f"Against {when_words(found.before)}: {changes or 'with the same settings and documents'}"]
    for difference in found.runs:
        lines.append(verdict(difference, _then_and_now(difference)))
        shown = difference.changes if found.n < FEW else most_changed(difference.changes, _SHOWN_CHANGES)
        lines += [_change_line(each) for each in shown]
        left = len(difference.changes) - len(shown)
        lines += [f"  … and {left} less changed"] if left else []
    lines += [f"Only in one of them: {name}" for name in found.left_out]
    return "\n".join(lines)


def over_time_json(found: OverTime) -> dict[str, object]:
    """Return what changed since a kept evaluation as other programs read it."""
    return {
        "before": found.before,
        "after": found.after,
        "n": found.n,
        "settings": [{"name": each.name, "before": each.before, "after": each.after} for each in found.settings],
        "runs": [_difference(each) for each in found.runs],
        "left_out": list(found.left_out),
    }


def _difference(difference: DifferenceView) -> dict[str, object]:
    return {
        "ranker": difference.ranker,
        "before": difference.before,
        "after": difference.after,
        "measures": _figures(difference.measures),
        "wins": difference.wins,
        "losses": difference.losses,
        "same": difference.same,
        "changes": [
            {
                "number": each.number,
                "question": each.text,
                "before": each.before,
                "after": each.after,
                "gain": each.gain,
            }
            for each in difference.changes
        ],
    }


def _figures(measures: dict[str, Figure]) -> dict[str, object]:
    return {
        name: {"value": each.value, "low": each.low, "high": each.high, "n": each.n} for name, each in measures.items()
    }


def _then_and_now(difference: DifferenceView) -> str:
    before = "then" if difference.before == difference.after else f"{difference.before} then"
    return f"{difference.after} against {before}"


def _change_line(change: ChangeView) -> str:
    text = " ".join(change.text.split()) or f"question {change.number}"
    return f"  {rank_text(change.before):>5} → {rank_text(change.after):<5} {signed(change.gain):>6}  {text}"

"""What is said of an evaluation, alike in text and on the HTML page: figures, ranks, verdicts, what measures mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TypeVar

from explorer.core.evaluation import Change, Run
from explorer.core.question_views import ChangeView, DifferenceView, Figure
from explorer.core.views import Pool

AnyChange = TypeVar("AnyChange", Change, ChangeView)

MISSING = "–"
"""Stands for a figure that nothing was measured for."""

NO_RANK = "none"
"""Stands for the rank of a passage that a ranker does not list."""

LEAST_CHANGED = 6
"""Questions that must have changed before a difference is said to be shown: where chance alone moves five, all of them
go the same way in one of sixteen draws, which a 95 % interval must not pass over. Of so few, the bootstrap's own
interval has next to no width."""

MEASURE_WORDS: Mapping[str, str] = {
    "MRR": "Mean of 1 ÷ the place of the first right chunk: 1 when it is always first, 0.5 when it is second.",
    "hit@1": "Share of questions whose first chunk is right.",
    "hit@5": "Share of questions with a right chunk among the first 5.",
    "hit@20": "Share of questions with a right chunk among the first 20.",
    "recall@1": "Share of a question's passages that the first chunk holds.",
    "recall@5": "Share of a question's passages found among the first 5 chunks.",
    "recall@10": "Share of a question's passages found among the first 10 chunks.",
    "recall@20": "Share of a question's passages found among the first 20 chunks.",
    "precision@5": "Share of the first 5 chunks that are right.",
    "nDCG@10": "How early the right chunks stand among the first 10: 1 when no order could be better.",
    "citation": "Share of questions whose first chunk lies in a section that holds the answer.",
    "covered@1000": "Share of the answer's characters within the first 1,000 tokens of chunks.",
    "inversion": "Share of questions where a passage marked as wrong stands above every right one. Less is better.",
    "confusion@5": "Share of questions with a passage marked as wrong among the first 5. Less is better.",
}
"""Each measure with its meaning in a sentence."""


class Outcome(StrEnum):
    """What a difference of two runs shows; the value is the sign that stands for it."""

    BETTER = "▲"
    WORSE = "▼"
    UNSHOWN = "○"


def outcome(difference: DifferenceView) -> Outcome:
    """Return what the paired interval of MRR shows: a difference only where 0 lies outside of it.

    Never anything of fewer than `LEAST_CHANGED` changed questions.
    """
    if difference.wins + difference.losses < LEAST_CHANGED:
        return Outcome.UNSHOWN
    figure = difference.measures["MRR"]
    if figure.low is not None and figure.low > 0:
        return Outcome.BETTER
    if figure.high is not None and figure.high < 0:
        return Outcome.WORSE
    return Outcome.UNSHOWN


def verdict(difference: DifferenceView, compared: str = "") -> str:
    """Return what the second of two runs changes, in sentences; `compared` names the two where their names do not."""
    count = difference.wins + difference.losses + difference.same
    counted = (
        f"{compared or f'{difference.after} against {difference.before}'}, {difference.ranker}: "
        f"{_questions(difference.wins)} better, {difference.losses} worse, {difference.same} the same"
    )
    return f"{counted}; {change_words(difference)}, n = {count}. {conclusion(difference)}"


def conclusion(difference: DifferenceView) -> str:
    """Return what a difference shows, in a sentence."""
    return CONCLUSIONS[outcome(difference)] if difference.wins or difference.losses else ALL_SAME


CONCLUSIONS: Mapping[Outcome, str] = {
    Outcome.BETTER: "It is better; chance alone would hardly explain it.",
    Outcome.WORSE: "It is worse; chance alone would hardly explain it.",
    Outcome.UNSHOWN: "No difference can be shown with these questions.",
}


ALL_SAME = "Every question is answered at the same place."


def change_words(difference: DifferenceView) -> str:
    """Return the change of MRR with its interval: `MRR +0.24 (95 % +0.11 to +0.37)`."""
    figure = difference.measures["MRR"]
    if figure.value is None or figure.low is None or figure.high is None:
        return f"MRR {MISSING}"
    ends = (figure.low, figure.high)
    # An end that differs from 0 must not look like 0: what it shows would not be seen.
    digits = 3 if any(end and not round(end, 2) for end in ends) else 2
    value, low, high = (signed(each, digits) for each in (figure.value, *ends))
    return f"MRR {value} (95 % {low} to {high})"


def figure_text(figure: Figure, *, sign: bool = False) -> str:
    """Return a figure with its interval: `0.759 (0.648 to 0.862)`."""
    if figure.value is None or figure.low is None or figure.high is None:
        return MISSING
    value, low, high = (signed(each, 3) if sign else f"{each:.3f}" for each in (figure.value, figure.low, figure.high))
    return f"{value} ({low} to {high})"


def signed(value: float, digits: int = 2) -> str:
    """Return a difference with its sign; what rounds to nothing has none."""
    text = f"{value:+.{digits}f}"
    return text[1:] if float(text) == 0 else text.replace("-", "−")


def most_changed(changes: Sequence[AnyChange], each: int) -> list[AnyChange]:
    """Return the first `each` wins and the first `each` losses, in their order: a few losses are not left out."""
    wins = [change for change in changes if change.gain > 0][:each]
    losses = [change for change in changes if change.gain <= 0][:each]
    shown = {change.number for change in (*wins, *losses)}
    return [change for change in changes if change.number in shown]


def sides_words(runs: Iterable[Run]) -> str:
    """Return what the names of the two sides mean, as far as they were run; "" where neither was."""
    recipes = {run.name: run.recipe for run in runs}
    said = {"plain": "plain: without context", "context": "context: with context (recipe {})"}
    return "; ".join(words.format(recipes[name]) for name, words in said.items() if name in recipes)


def rank_text(rank: int | None) -> str:
    """Return a place in a list."""
    return NO_RANK if rank is None else f"{rank:,}"


def when_words(when: str) -> str:
    """Return the time of an evaluation to read: `2026-11-30 14:02:05 UTC`."""
    return when.replace("T", " ").replace("+00:00", " UTC")


def pool_words(pool: Pool) -> str:
    """Return what was ranked: `348 of 380 chunks ranked (32 superseded left out)`."""
    left_out = (
        (pool.superseded, "superseded"),
        (pool.expired, "expired"),
        (pool.filtered, "filtered"),
        (pool.not_embedded, "without words"),
    )
    named = ", ".join(f"{number:,} {why}" for number, why in left_out if number)
    over = f"{pool.size:,}" if pool.size == pool.total else f"{pool.size:,} of {pool.total:,}"
    return f"{over} chunks ranked ({named} left out)" if named else f"{over} chunks ranked"


def _questions(count: int) -> str:
    return "1 question" if count == 1 else f"{count:,} questions"

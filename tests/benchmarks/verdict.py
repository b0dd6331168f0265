"""Does the verdict on a recipe, made without questions, have the sign of what the recipe does to the MRR?

Run as `python tests/benchmarks/verdict.py --cache FOLDER`; vectors are kept there, so that another run encodes only
what is new. Needs the question sets beside the checkout (`../shared/corpora/questions`).
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from verdict_sets import CORPORA, RECIPES, QuestionSet, Vectors, load, plain

from explorer.core.duplicates import Passage, Passages, pairs_of
from explorer.core.ranking import TOLERANCE
from explorer.core.spread import SpreadReport, Verdict, spread_report, unit_rows
from explorer.engine.options import Options
from explorer.engine.pipeline import make_setup

SETS = (
    ("emanual_s10", "questions.jsonl"),
    ("chroma_wikitexts", "questions.jsonl"),
    ("emanual_siblings", "questions_six.jsonl"),
    ("northwind_pdf", "questions.jsonl"),
)

DRAWS = 2_000
"""Of the bootstrap over questions."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Row:
    """A recipe on a set: the figures without questions, and the change in MRR with its interval (95 %)."""

    recipe: str
    report: SpreadReport
    change: float
    low: float
    high: float
    wins: int
    losses: int

    @property
    def outcome(self) -> str:
        """Return whether the verdict has the sign of the change."""
        return self.judge(self.report.library.verdict)

    @property
    def outcome_by_separation(self) -> str:
        """Return the same for a rule that takes the sign of the separation in place of `apart`."""
        verdict = self.report.library.verdict
        if verdict is not Verdict.HARMFUL:
            verdict = Verdict.HELPFUL if (self.report.library.separation or 0) > 0 else Verdict.NEUTRAL
        return self.judge(verdict)

    def judge(self, verdict: Verdict) -> str:
        """Return how a verdict stands to the change; "no verdict" is right where the change may be chance."""
        chance = self.low <= 0 <= self.high
        right = {Verdict.HELPFUL: self.change > 0, Verdict.HARMFUL: self.change < 0, Verdict.NEUTRAL: chance}[verdict]
        return "agrees" if right else "miss within chance" if chance else "MISS"


def expected_reciprocal_rank(scores: Floats, relevant: list[int]) -> float:
    """Return the mean of 1 / (rank of the first relevant chunk) over all orders of equal scores.

    Copies of a passage in other documents have the same plain vector; to count the right one as first would flatter
    the plain side.
    """
    best = scores[relevant].max()
    better = int(np.count_nonzero(scores > best + TOLERANCE))
    tied = np.abs(scores - best) <= TOLERANCE
    size, good = int(np.count_nonzero(tied)), int(np.count_nonzero(tied[relevant]))
    total, left = 0.0, 1.0
    for place in range(size - good + 1):
        first = left * good / (size - place)
        total += first / (better + place + 1)
        left -= first
    return total


def reciprocal_ranks(units: Floats, questions: Floats, relevant: list[list[int]]) -> Floats:
    """Return the expected reciprocal rank of each question."""
    return np.array(
        [expected_reciprocal_rank(units @ question, own) for question, own in zip(questions, relevant, strict=True)]
    )


def measure(data: QuestionSet, vectors: Vectors, recipes: list[str]) -> tuple[float, int, list[Row]]:
    """Return the plain MRR, the number of questions that have a relevant chunk, and a row a recipe."""
    relevant = [data.relevant(question) for question in data.questions]
    kept = [number for number, own in enumerate(relevant) if own]
    own = [relevant[number] for number in kept]
    questions = unit_rows(vectors.of([data.questions[number].text for number in kept], f"{data.name} questions"))
    passages = Passages()
    chunks: list[Passage] = [passages.add_chunk(item.chunk) for item in data.chunks]
    twins = pairs_of(passages.near_twins())
    setup = vectors.setup
    base = vectors.of([plain(item, "", setup) for item in data.chunks], f"{data.name} plain")
    before = reciprocal_ranks(unit_rows(base).astype(float), questions.astype(float), own)
    rows: list[Row] = []
    for recipe in recipes:
        texts = [RECIPES[recipe](item, data.abstracts[item.chunk.document], setup) for item in data.chunks]
        context = vectors.of(texts, f"{data.name} {recipe}")
        report = spread_report(("plain", recipe), chunks, base, context, twins)
        change = reciprocal_ranks(unit_rows(context).astype(float), questions.astype(float), own) - before
        rows.append(_row(recipe, report, change))
    return float(before.mean()), len(kept), rows


def _row(recipe: str, report: SpreadReport, change: Floats) -> Row:
    draws = np.random.default_rng(1).integers(len(change), size=(DRAWS, len(change)))
    low, high = np.quantile(change[draws].mean(axis=1), (0.025, 0.975))
    wins, losses = int(np.count_nonzero(change > 1e-9)), int(np.count_nonzero(change < -1e-9))
    return Row(recipe, report, float(change.mean()), float(low), float(high), wins, losses)


def show(data: QuestionSet, mrr: float, questions: int, rows: list[Row]) -> None:
    """Print the table of a set."""
    report = rows[0].report
    kind = "near twins in words" if report.by_words else "nearest neighbours (too few near twins in words)"
    print(f"\n{data.name}: {len(data.chunks)} chunks, {questions} questions, plain MRR {mrr:.3f}")
    print(f"{report.library.pairs} pairs: {kind}")
    print("| recipe | separation | crowding | spread kept | apart | verdict | MRR change (95 %) | won/lost | |")
    print("|---|---|---|---|---|---|---|---|---|")
    for row in rows:
        found = row.report.library
        print(
            f"| {row.recipe} | {_figure(found.separation)} | {_figure(found.crowding_plain, '.2f')} → "
            f"{_figure(found.crowding_context, '.2f')} | {_figure(found.kept, '.2f')} | {_figure(found.apart)} | "
            f"{found.verdict} | {row.change:+.3f} ({row.low:+.3f} to {row.high:+.3f}) | {row.wins}/{row.losses} | "
            f"{row.outcome} |",
            flush=True,
        )


def _figure(value: float | None, style: str = "+.3f") -> str:
    return "none" if value is None else format(value, style)


def main() -> None:
    """Print the tables, the misses, and what the rule without `apart` would have said."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--cache", type=Path, required=True, help="folder for the vectors")
    options.add_argument("--questions", type=int, default=1_000, help="at most so many questions of a set")
    options.add_argument("--sets", default=",".join(name for name, _ in SETS))
    options.add_argument("--recipes", default=",".join(RECIPES), help=f"of: {', '.join(RECIPES)}")
    chosen = options.parse_args()
    if not CORPORA.is_dir():
        raise SystemExit(f"There are no question sets in {CORPORA}.")
    torch.set_num_threads(1)
    vectors = Vectors(chosen.cache / "vectors.sqlite", make_setup(Options()))
    found: list[tuple[str, Row]] = []
    for name, file in SETS:
        if name in chosen.sets.split(","):
            data = load(name, file, vectors.setup, chosen.questions)
            mrr, questions, rows = measure(data, vectors, chosen.recipes.split(","))
            show(data, mrr, questions, rows)
            found += [(name, row) for row in rows]
    print(f"\n{sum(row.outcome == 'agrees' for _, row in found)} of {len(found)} verdicts agree")
    for name, row in found:
        if row.outcome != "agrees":
            print(f"{row.outcome}: {name}, {row.recipe}: {row.report.library.verdict}, MRR {row.change:+.3f}")
    old = sum(row.outcome_by_separation == "agrees" for _, row in found)
    print(f"by the sign of the separation of the same pairs: {old} of {len(found)}")


if __name__ == "__main__":
    main()

"""What rankings are worth on a question set: measures per question and per run, with their intervals (DESIGN 4.7).

All measures are taken from the list as it is shown: ties stand in the order of document and index. Recall counts
entries met, precision counts chunks. A measure that says nothing about a question (inversion without passages that
are not relevant) is None there and left out of the mean; every figure has its own n.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from explorer.core.bootstrap import Estimate, estimate
from explorer.core.evaluation_measures import DEEPEST, library_measures

RECALL_AT = (1, 5, 10, 20)
CONFUSED_AT = 5
BUDGET = 1000
"""Tokens of passages, headers not counted, within which the gold's characters are looked for."""

CITATION, COVERED = "citation", f"covered@{BUDGET}"
INVERSION, CONFUSION = "inversion", f"confusion@{CONFUSED_AT}"
MEASURES = (
    *("MRR", "hit@1", "hit@5", "hit@20"),
    *(f"recall@{k}" for k in RECALL_AT),
    *("precision@5", "nDCG@10", CITATION, COVERED, INVERSION, CONFUSION),
)
"""All measures in the order in which they are shown; each lies between 0 and 1."""

LESS_IS_BETTER = frozenset({INVERSION, CONFUSION})

FEW = 50
"""Under so many questions an average says little: the list of questions and the intervals lead."""

Chunks = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Passages:
    """An entry's chunks by number: those that count as right, and for each of its places the length and the shares."""

    name: str
    right: tuple[int, ...]
    places: tuple[tuple[int, Mapping[int, int]], ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its entries as chunk numbers. `outside` counts relevant entries without a chunk in the pool."""

    text: str
    line: int
    relevant: tuple[Passages, ...]
    not_relevant: tuple[Passages, ...]
    outside: int = 0


@dataclass(frozen=True, slots=True)
class ChunkFacts:
    """Tokens and section of every chunk by number; sections of different documents have different numbers."""

    tokens: Chunks
    sections: Chunks


@dataclass(frozen=True, slots=True)
class QuestionResult:
    """How one ranking answers one question.

    `ranks` and `not_relevant_ranks` hold the best place of each entry, None where the ranker does not list it.
    `listed` are the first chunks by number, as far as any measure looks. `values` holds every measure.
    """

    question: Asked
    ranks: tuple[int | None, ...]
    not_relevant_ranks: tuple[int | None, ...]
    listed: tuple[int, ...]
    values: Mapping[str, float | None]

    @property
    def best(self) -> int | None:
        """Return the best place of a relevant entry."""
        return min((rank for rank in self.ranks if rank is not None), default=None)


@dataclass(frozen=True, slots=True)
class Run:
    """One recipe with one ranker over the whole set. `name` is what is shown: "plain", "context" or the recipe."""

    name: str
    recipe: str
    ranker: str
    questions: tuple[QuestionResult, ...]
    measures: Mapping[str, Estimate]


@dataclass(frozen=True, slots=True)
class Change:
    """A question that two runs answer differently: best places before and after, and what that adds to MRR."""

    number: int
    text: str
    before: int | None
    after: int | None
    gain: float


@dataclass(frozen=True, slots=True)
class Difference:
    """The second of two runs less the first, over the same questions; `changes` begin with the most changed one."""

    ranker: str
    before: str
    after: str
    measures: Mapping[str, Estimate]
    wins: int
    losses: int
    same: int
    changes: tuple[Change, ...] = field(default=())


def judge(question: Asked, order: Chunks, facts: ChunkFacts) -> QuestionResult:
    """Return what a ranking is worth for a question, the library's measures aside (`finish_run` adds them).

    `order` holds the numbers of all chunks that the ranker lists, best first.
    """
    places = np.zeros(len(facts.tokens), dtype=np.intp)
    places[order] = np.arange(1, len(order) + 1)
    ranks = tuple(_best(places, entry.right) for entry in question.relevant)
    others = tuple(_best(places, _wrong(entry, question)) for entry in question.not_relevant)
    met = [rank for rank in ranks if rank is not None]
    best = min(met, default=len(places) + 1)
    values: dict[str, float | None] = {
        f"recall@{k}": sum(rank <= k for rank in met) / len(ranks) if ranks else None for k in RECALL_AT
    }
    values[CITATION] = _cites(question, order, facts)
    values[COVERED] = _covered(question, order, facts)
    wrong = [rank for rank in others if rank is not None]
    values[INVERSION] = float(any(rank < best for rank in wrong)) if others else None
    values[CONFUSION] = float(any(rank <= CONFUSED_AT for rank in wrong)) if others else None
    listed = tuple(int(chunk) for chunk in order[: max(DEEPEST, best if met else 0)])
    return QuestionResult(question, ranks, others, listed, values)


def finish_run(name: str, recipe: str, ranker: str, results: Sequence[QuestionResult]) -> Run:
    """Return the run with the library's measures of each question, and every measure's mean and interval."""
    relevant = [_right(each.question) for each in results]
    found = library_measures(relevant, [each.listed for each in results])
    whole = tuple(
        replace(each, values={name: {**each.values, **added}.get(name) for name in MEASURES})
        for each, added in zip(results, found, strict=True)
    )
    return Run(name, recipe, ranker, whole, {measure: estimate(values_of(whole, measure)) for measure in MEASURES})


def compare(before: Run, after: Run) -> Difference:
    """Return what `after` changes; both runs must be over the same questions. Intervals are of paired differences."""
    pairs = list(zip(before.questions, after.questions, strict=True))
    changes = [
        Change(number, first.question.text, first.best, second.best, _worth(second) - _worth(first))
        for number, (first, second) in enumerate(pairs, start=1)
    ]
    moved = [change for change in changes if change.before != change.after]
    wins = sum(change.gain > 0 for change in moved)
    return Difference(
        ranker=after.ranker,
        before=before.name,
        after=after.name,
        measures={measure: estimate(_differences(before, after, measure)) for measure in MEASURES},
        wins=wins,
        losses=len(moved) - wins,
        same=len(changes) - len(moved),
        changes=tuple(sorted(moved, key=lambda change: (-abs(change.gain), change.number))),
    )


def _worth(result: QuestionResult) -> float:
    return result.values["MRR"] or 0.0


def values_of(questions: Sequence[QuestionResult], measure: str) -> NDArray[np.float64]:
    """Return a measure by question, not a number where it says nothing."""
    return np.array([np.nan if (value := each.values[measure]) is None else value for each in questions], dtype=float)


def _differences(before: Run, after: Run, measure: str) -> NDArray[np.float64]:
    return values_of(after.questions, measure) - values_of(before.questions, measure)


def _best(places: Chunks, chunks: Sequence[int]) -> int | None:
    found = places[list(chunks)]
    found = found[found > 0]
    return int(found.min()) if len(found) else None


def _right(question: Asked) -> frozenset[int]:
    return frozenset(chunk for entry in question.relevant for chunk in entry.right)


def _wrong(entry: Passages, question: Asked) -> list[int]:
    """Return an entry's chunks that no relevant entry has: a section may be wrong but for a part of it."""
    right = _right(question)
    return [chunk for chunk in entry.right if chunk not in right]


def _cites(question: Asked, order: Chunks, facts: ChunkFacts) -> float:
    """Tell whether the first hit would be cited with a section that holds relevant text."""
    right = list(_right(question))
    return float(len(order) > 0 and bool(np.isin(facts.sections[order[0]], facts.sections[right])))


def _covered(question: Asked, order: Chunks, facts: ChunkFacts) -> float | None:
    """Return the share of the gold's characters in the first tokens; of a chunk over the budget's end, its part."""
    held: dict[int, float] = {}
    left = float(BUDGET)
    for chunk in order:
        if left <= 0:
            break
        tokens = float(facts.tokens[chunk])
        held[int(chunk)] = min(1.0, left / tokens) if tokens else 1.0
        left -= tokens
    size = covered = 0.0
    for entry in question.relevant:
        # Of an entry that stands in several places, the one that is covered best is what the reader needs.
        best = max(entry.places, key=lambda place: _part(place, held), default=None)
        if best is not None:
            size += best[0]
            covered += _part(best, held) * best[0]
    return covered / size if size else None


def _part(place: tuple[int, Mapping[int, int]], held: Mapping[int, float]) -> float:
    size, shares = place
    return sum(share * held.get(chunk, 0.0) for chunk, share in shares.items()) / size if size else 0.0

"""Running a question set over an open library, under several recipes and rankers, over one pool (DESIGN 4.7)."""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec
import numpy as np
from numpy.typing import NDArray

from explorer.core.errors import ExplorerError
from explorer.core.evaluation import (
    Asked,
    Difference,
    Passages,
    QuestionResult,
    Run,
    compare,
    finish_run,
    judge,
)
from explorer.core.progress import Progress
from explorer.core.questions import Question, entry_text, questions_jsonl
from explorer.core.questions_gold import AskedQuestion, ChunkKey, Gold, QuestionDocument, Resolved, resolve
from explorer.core.questions_sections import Heading
from explorer.core.questions_text import Passage, own_text
from explorer.core.recipe import PLAIN, Recipe
from explorer.core.views import Filters, Pool
from explorer.engine.catalogue_chunks import ChunkTable
from explorer.engine.embedder import BATCH
from explorer.engine.evaluation_bench import Bench
from explorer.engine.opened import Opened
from explorer.engine.search import BY_VECTORS, MEASURES

KEPT = "evaluations.jsonl"
"""The file of the user's folder that keeps every evaluation, one a line."""

Numbers = NDArray[np.int64]


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


class KeptRun(msgspec.Struct, frozen=True):
    """A run as it is kept: measures as (value, low, high, n), and the best place of each question (None: not met)."""

    name: str
    recipe: str
    ranker: str
    measures: dict[str, tuple[float | None, float | None, float | None, int]]
    best: tuple[int | None, ...]


class KeptEvaluation(msgspec.Struct, frozen=True):
    """An evaluation as it is kept, to be compared over time."""

    when: str
    revision: int
    settings: dict[str, str]
    n: int
    runs: tuple[KeptRun, ...]


class Evaluator:
    """Evaluates question sets over an open library. Every method may raise `ExplorerError`."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened

    def resolve(self, questions: Sequence[Question]) -> Resolved:
        """Find the entries of questions in the library as it was last read."""
        return resolve(questions, question_documents(self._opened))

    def run(
        self,
        resolved: Resolved,
        recipes: Sequence[Recipe],
        rankers: Sequence[str],
        filters: Filters,
        progress: Progress,
        name: str = "",
    ) -> Generator[None, None, Evaluated]:
        """Rank every question under each recipe with each ranker, and return what that is worth.

        Yields between questions; `progress` may raise `Cancelled`. `name` is the question set's. Raises
        `ExplorerError` for an unknown ranker, for no questions, and when a recipe has not been embedded yet.
        """
        _check(resolved, recipes, rankers)
        bench = Bench(self._opened, recipes, rankers, filters)
        asked = [_asked(each, bench) for each in resolved.questions]
        vectors = (yield from self._encode(asked, progress)) if BY_VECTORS & set(rankers) else None
        total = len(recipes) * len(rankers) * len(asked)
        runs: list[Run] = []
        for ranker in rankers:
            for recipe in recipes:
                results: list[QuestionResult] = []
                for number, question in enumerate(asked):
                    progress(len(runs) * len(asked) + number, total, "ranking")
                    vector = vectors[number] if vectors is not None else None
                    results.append(judge(question, bench.order(question.text, vector, recipe, ranker), bench.facts))
                    yield
                runs.append(finish_run(self.shown(recipe), recipe.name, ranker, results))
        return Evaluated(
            when=datetime.now(UTC).isoformat(timespec="seconds"),
            revision=self._opened.catalogue.revision,
            settings=self._settings(resolved, filters, name),
            pool=bench.pool,
            runs=tuple(runs),
            differences=_differences(runs),
            keys=bench.keys,
            outside=sum(question.outside > 0 for question in asked),
        )

    def shown(self, recipe: Recipe) -> str:
        """Return what a recipe is called: "plain", "context" for the library's own, else its name."""
        if recipe == PLAIN:
            return "plain"
        return "context" if recipe == self._opened.setup.recipe else recipe.name

    def keep(self, evaluated: Evaluated) -> None:
        """Keep an evaluation in the user's folder."""
        line = KeptEvaluation(
            evaluated.when,
            evaluated.revision,
            dict(evaluated.settings),
            evaluated.n,
            tuple(_kept(run) for run in evaluated.runs),
        )
        self._opened.work.append(KEPT, [msgspec.json.encode(line)])

    def kept(self) -> tuple[KeptEvaluation, ...]:
        """Return all kept evaluations, the oldest first; raises `ExplorerError` for a line that cannot be read."""
        found: list[KeptEvaluation] = []
        for number, line in enumerate(self._opened.work.lines(KEPT), start=1):
            try:
                found.append(msgspec.json.decode(line, type=KeptEvaluation))
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                where = self._opened.work.folder / KEPT
                raise ExplorerError(
                    f"Line {number} of {KEPT} cannot be read.", f"{error} Mend or remove it in {where}."
                ) from error
        return tuple(found)

    def _encode(self, asked: Sequence[Asked], progress: Progress) -> Generator[None, None, NDArray[np.float32]]:
        rows: list[NDArray[np.float32]] = []
        for first in range(0, len(asked), BATCH):
            progress(first, len(asked), "encoding questions")
            rows.append(self._opened.embedder.encode_queries([each.text for each in asked[first : first + BATCH]]))
            yield
        return np.concatenate(rows)

    def _settings(self, resolved: Resolved, filters: Filters, name: str) -> dict[str, str]:
        """Return what decides the figures besides the documents: two evaluations with the same can be compared."""
        setup = self._opened.setup
        written = questions_jsonl([each.question for each in resolved.questions])
        usual = msgspec.to_builtins(Filters())
        narrowed = {key: value for key, value in msgspec.to_builtins(filters).items() if value != usual[key]}
        return {
            "questions": name,
            "questions_hash": hashlib.sha256(written.encode("utf-8", "replace")).hexdigest()[:16],
            "model": setup.model.name,
            "limit": str(setup.limit),
            "recipe": setup.recipe.name,
            "filters": msgspec.json.encode(narrowed).decode(),
        }


def question_documents(opened: Opened) -> list[QuestionDocument]:
    """Return the library's documents as the entries of question sets are looked up in them."""
    chunks = ChunkTable(opened.catalogue)
    headings: dict[str, list[Heading]] = {}
    for name, *values in opened.catalogue.rows(
        "SELECT d.name, s.ordinal, s.last, s.parent, s.heading, s.slug FROM section s"
        " JOIN document d ON d.id = s.document ORDER BY d.name, s.ordinal"
    ):
        headings.setdefault(name, []).append(Heading(*values))
    found: list[QuestionDocument] = []
    for row in chunks.documents():
        passages = tuple(
            Passage(
                index=chunk.index,
                section=chunk.section,
                text=own_text(chunk.text, chunk.carried),
                start=chunk.place.start,
                end=chunk.place.end,
            )
            for chunk in (stored.item.chunk for stored in chunks.of_document(row.name))
        )
        found.append(QuestionDocument(row.name, tuple(headings.get(row.name, ())), passages))
    return found


def _check(resolved: Resolved, recipes: Sequence[Recipe], rankers: Sequence[str]) -> None:
    strangers = [ranker for ranker in rankers if ranker not in MEASURES]
    if strangers:
        raise ExplorerError(f"There is no ranker {strangers[0]!r}.", f"Known: {', '.join(MEASURES)}.")
    if not resolved.questions:
        raise ExplorerError("There is no question to ask.", "None of the set's questions names passages that are here.")
    if not recipes or not rankers:
        raise ExplorerError("There is nothing to evaluate.", "Name at least one recipe and one ranker.")


def _asked(each: AskedQuestion, bench: Bench) -> Asked:
    relevant = tuple(_passages(gold, bench) for gold in each.relevant)
    return Asked(
        text=each.question.text,
        line=each.question.line,
        relevant=relevant,
        not_relevant=tuple(_passages(gold, bench) for gold in each.not_relevant),
        outside=sum(not bench.pooled.intersection(entry.right) for entry in relevant),
    )


def _passages(gold: Gold, bench: Bench) -> Passages:
    return Passages(
        name=entry_text(gold.entry),
        right=tuple(sorted(bench.numbers[key] for key in gold.right)),
        places=tuple(
            (each.size, {bench.numbers[key]: share for key, share in each.shares}) for each in gold.occurrences
        ),
    )


def _differences(runs: Sequence[Run]) -> tuple[Difference, ...]:
    first: dict[str, Run] = {}
    return tuple(compare(first[run.ranker], run) for run in runs if first.setdefault(run.ranker, run) is not run)


def _kept(run: Run) -> KeptRun:
    return KeptRun(
        name=run.name,
        recipe=run.recipe,
        ranker=run.ranker,
        measures={name: (each.value, each.low, each.high, each.n) for name, each in run.measures.items()},
        best=tuple(each.best for each in run.questions),
    )

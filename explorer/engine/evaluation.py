"""Running a question set over an open library, under several recipes and rankers, over one pool (DESIGN 4.7)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial

import msgspec
import numpy as np
from numpy.typing import NDArray

from explorer.core.errors import ExplorerError
from explorer.core.evaluated import Evaluated
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
from explorer.core.evaluation_history import QUESTIONS_HASH, questions_hash
from explorer.core.progress import Progress
from explorer.core.question_views import Figure, KeptEvaluationView, RunView
from explorer.core.questions import Question, entry_text
from explorer.core.questions_gold import AskedQuestion, Gold, QuestionDocument, Resolved, resolve
from explorer.core.questions_sections import Heading
from explorer.core.questions_text import Passage, own_text
from explorer.core.recipe import PLAIN, Recipe
from explorer.core.views import Filters
from explorer.engine.catalogue_chunks import ChunkTable
from explorer.engine.embedder import BATCH
from explorer.engine.evaluation_bench import BY_WORDS, Bench
from explorer.engine.opened import Opened
from explorer.engine.search import BY_VECTORS, MEASURES
from explorer.engine.user_work import UserWork
from explorer.engine.waiting import on_thread, result_of

KEPT = "evaluations.jsonl"
"""The file of the user's folder that keeps every evaluation, one a line."""

Numbers = NDArray[np.int64]


class KeptRun(msgspec.Struct, frozen=True):
    """A run as it is kept: measures as (value, low, high, n), and the best place of each question (None: not met)."""

    name: str
    recipe: str
    ranker: str
    measures: dict[str, tuple[float | None, float | None, float | None, int]]
    best: tuple[int | None, ...]


class KeptEvaluation(msgspec.Struct, frozen=True):
    """An evaluation as it is kept, to be compared over time; lines of older versions have no `questions`."""

    when: str
    revision: int
    settings: dict[str, str]
    n: int
    runs: tuple[KeptRun, ...]
    questions: tuple[str, ...] = ()


class Evaluator:
    """Evaluates question sets over an open library. Every method may raise `ExplorerError`."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened

    def resolve(self, questions: Sequence[Question]) -> Resolved:
        """Find the entries of questions in the library as it was last read."""
        return resolve(questions, question_documents(self._opened))

    def resolve_in_steps(self, questions: Sequence[Question], progress: Progress) -> Generator[None, None, Resolved]:
        """Do what `resolve` does; yields after each document and while its texts are searched."""
        documents: list[QuestionDocument] = []
        total = self._opened.catalogue.rows("SELECT count(*) FROM document")[0][0]
        for document in read_documents(self._opened):
            progress(len(documents), total, "reading")
            documents.append(document)
            yield
        finding = on_thread(lambda: resolve(questions, documents))
        return (yield from result_of(finding, total, progress, "finding passages"))

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
        if BY_WORDS & set(rankers):
            for recipe in recipes:
                yield from bench.index_words(recipe, progress)
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
                measured = on_thread(partial(finish_run, self.shown(recipe), recipe.name, ranker, results))
                runs.append((yield from result_of(measured, total, progress, "measuring")))
        differences = yield from result_of(on_thread(partial(_differences, runs)), total, progress, "measuring")
        return Evaluated(
            when=datetime.now(UTC).isoformat(timespec="seconds"),
            revision=self._opened.catalogue.revision,
            settings=self._settings(resolved, filters, name),
            pool=bench.pool,
            runs=tuple(runs),
            differences=differences,
            keys=bench.keys,
            outside=sum(question.outside > 0 for question in asked),
        )

    def shown(self, recipe: Recipe) -> str:
        """Return what a recipe is called: "plain", "context" for the library's own, else its name."""
        if recipe == PLAIN:
            return "plain"
        return "context" if recipe == self._opened.setup.recipe else recipe.name

    def require_place(self) -> None:
        """Raise `ExplorerError` when nothing can be kept: better before what takes long than after it."""
        self._opened.work.append(KEPT, [])

    def keep(self, evaluated: Evaluated) -> None:
        """Keep an evaluation in the user's folder."""
        line = KeptEvaluation(
            evaluated.when,
            evaluated.revision,
            dict(evaluated.settings),
            evaluated.n,
            tuple(_kept(run) for run in evaluated.runs),
            evaluated.texts,
        )
        self._opened.work.append(KEPT, [msgspec.json.encode(line)])

    def kept(self) -> tuple[KeptEvaluation, ...]:
        """Return all kept evaluations, the oldest first; raises `ExplorerError` for a line that cannot be read."""
        return kept_evaluations(self._opened.work)

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
        usual = msgspec.to_builtins(Filters())
        narrowed = {key: value for key, value in msgspec.to_builtins(filters).items() if value != usual[key]}
        return {
            "questions": name,
            QUESTIONS_HASH: questions_hash([each.question for each in resolved.questions]),
            "model": setup.model.name,
            "limit": str(setup.limit),
            "recipe": setup.recipe.name,
            "filters": msgspec.json.encode(narrowed).decode(),
        }


def kept_evaluations(work: UserWork) -> tuple[KeptEvaluation, ...]:
    """Return what the user's folder keeps, the oldest first; raises `ExplorerError` for a line that cannot be read."""
    found: list[KeptEvaluation] = []
    for number, line in enumerate(work.lines(KEPT), start=1):
        try:
            found.append(msgspec.json.decode(line, type=KeptEvaluation))
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise ExplorerError(
                f"Line {number} of {KEPT} cannot be read.", f"{error} Mend or remove it in {work.folder / KEPT}."
            ) from error
    return tuple(found)


def kept_views(kept: Sequence[KeptEvaluation]) -> tuple[KeptEvaluationView, ...]:
    """Return kept evaluations as they are shown, the newest first; the newest of each set has the questions' texts."""
    views: list[KeptEvaluationView] = []
    told: set[str] = set()
    for each in reversed(kept):
        known = each.settings.get(QUESTIONS_HASH, "")
        views.append(_kept_view(each, each.questions if known not in told else ()))
        told.update([known] if each.questions else [])
    return tuple(views)


def question_documents(opened: Opened) -> list[QuestionDocument]:
    """Return the library's documents as the entries of question sets are looked up in them."""
    return list(read_documents(opened))


def read_documents(opened: Opened) -> Iterator[QuestionDocument]:
    """Yield what `question_documents` returns, a document at a time."""
    chunks = ChunkTable(opened.catalogue)
    headings: dict[str, list[Heading]] = {}
    for name, *values in opened.catalogue.rows(
        "SELECT d.name, s.ordinal, s.last, s.parent, s.heading, s.slug FROM section s"
        " JOIN document d ON d.id = s.document ORDER BY d.name, s.ordinal"
    ):
        headings.setdefault(name, []).append(Heading(*values))
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
        yield QuestionDocument(row.name, tuple(headings.get(row.name, ())), passages)


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


def _kept_view(kept: KeptEvaluation, questions: tuple[str, ...]) -> KeptEvaluationView:
    runs = tuple(
        RunView(
            run.name, run.recipe, run.ranker, {name: Figure(*each) for name, each in run.measures.items()}, run.best
        )
        for run in kept.runs
    )
    return KeptEvaluationView(kept.when, kept.revision, kept.settings, kept.n, runs, questions)

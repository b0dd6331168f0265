"""Question sets on real libraries: the sample library's twins, exact ranks under every ranker, runs that are kept."""

from __future__ import annotations

import shutil
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from explorer.core.errors import Cancelled, ExplorerError
from explorer.core.progress import no_progress
from explorer.core.questions import Question, Reference, read_questions
from explorer.core.recipe import PLAIN, Recipe, parse_recipe
from explorer.core.views import Filters
from explorer.engine.evaluation import KEPT, Evaluated, Evaluator
from explorer.engine.opened import Opened
from explorer.engine.options import Options
from explorer.engine.search import MEASURES

PATH = Recipe()
SET = (
    Question("How much is the monthly pass?", (Reference("plans#monthly-pass"),), (Reference("plans#day-pass"),)),
    Question(
        "elective surgery deadline", (Reference("handbook-v7#elective-surgery-4.1"),), (Reference("handbook-v6#4.1"),)
    ),
    Question("see the general terms", (Reference("repeat#b"),), (Reference("repeat#a"), Reference("repeat#a-1"))),
)


@pytest.fixture(scope="module")
def opened(indexed: tuple[Path, Path]) -> Iterator[Opened]:
    parts = Opened(indexed[0], Options(store=str(indexed[1])))
    yield parts
    parts.close()


def finish(running: Generator[None, None, Evaluated]) -> Evaluated:
    while True:
        try:
            next(running)
        except StopIteration as end:
            found: Evaluated = end.value
            return found


def evaluate(
    opened: Opened,
    questions: Sequence[Question] = SET,
    recipes: Sequence[Recipe] = (PLAIN, PATH),
    rankers: Sequence[str] = ("embedding",),
    filters: Filters = Filters(),  # noqa: B008 - frozen
) -> Evaluated:
    evaluator = Evaluator(opened)
    resolved = evaluator.resolve(questions)
    assert resolved.problems == ()
    return finish(evaluator.run(resolved, recipes, rankers, filters, no_progress, "set"))


@pytest.fixture(scope="module")
def sample_runs(samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Evaluated:
    folder, store = tmp_path_factory.mktemp("twins") / "samples", tmp_path_factory.mktemp("twin-store")
    shutil.copytree(samples, folder)
    opened = Opened(folder, Options(store=str(store)))
    try:
        for _ in opened.refresh(no_progress, ()):
            pass
        content = (samples / "questions.jsonl").read_bytes()
        return evaluate(opened, read_questions(content, "questions.jsonl"))
    finally:
        opened.close()


def test_no_twin_of_the_samples_stands_above_its_answer_with_context_and_some_do_without(
    sample_runs: Evaluated,
) -> None:
    """A twin is a section of the same document that says much the same under another heading."""
    plain, context = sample_runs.runs
    assert (plain.name, context.name, plain.ranker, sample_runs.n) == ("plain", "context", "embedding", 27)
    inverted = [[each.question.text for each in run.questions if each.values["inversion"]] for run in (plain, context)]
    assert "How much is the monthly pass?" in inverted[0]
    assert len(inverted[0]) >= 5
    assert inverted[1] == []


def test_context_pays_on_the_samples_and_its_losses_are_told(sample_runs: Evaluated) -> None:
    (difference,) = sample_runs.differences
    assert difference.wins > difference.losses > 0
    assert (difference.measures["MRR"].low or 0) > 0
    assert difference.wins + difference.losses + difference.same == 27


@pytest.mark.parametrize("ranker", list(MEASURES))
@pytest.mark.parametrize("current", [True, False])
def test_lists_are_those_of_search(opened: Opened, ranker: str, current: bool) -> None:
    filters = Filters(current_only=current)
    found = evaluate(opened, rankers=(ranker,), filters=filters)
    for number, question in enumerate(SET):
        searched = opened.searcher.search(question.text, ranker, PLAIN, PATH, filters, 1000)
        assert found.pool.size == searched.pool.size
        for run, hits in zip(found.runs, (searched.plain, searched.context), strict=True):
            listed = [found.keys[chunk] for chunk in run.questions[number].listed]
            assert listed == [(hit.document, hit.index) for hit in hits][: len(listed)]
            assert len(listed) >= min(20, len(hits))


def test_a_relevant_passage_outside_the_pool_is_counted_and_a_wrong_one_there_is_not_above(opened: Opened) -> None:
    asked = Question("elective surgery", (Reference("handbook-v6#4.1"),), (Reference("repeat#b"),))
    found = evaluate(opened, [asked])
    assert found.outside == 1
    assert found.runs[0].questions[0].ranks == (None,)
    assert found.runs[0].questions[0].values["inversion"] == 1.0
    wider = evaluate(opened, [asked], filters=Filters(current_only=False))
    assert wider.outside == 0
    assert wider.runs[0].questions[0].ranks[0] is not None
    superseded = evaluate(opened, [SET[1]]).runs[1].questions[0]
    assert (superseded.not_relevant_ranks, superseded.values["inversion"]) == ((None,), 0.0)


def test_headings_can_narrow_the_pool(opened: Opened) -> None:
    found = evaluate(opened, [SET[0]], filters=Filters(headings=("monthly",)))
    assert found.pool.size == 1
    assert found.runs[0].questions[0].ranks == (1,)


def test_every_recipe_and_ranker_is_run_and_compared_with_the_first_recipe(opened: Opened) -> None:
    title = parse_recipe("path+depth=0")
    found = evaluate(opened, recipes=(PLAIN, PATH, title), rankers=("keyword", "shared-words"))
    assert [(run.name, run.recipe, run.ranker) for run in found.runs] == [
        (name, recipe, ranker)
        for ranker in ("keyword", "shared-words")
        for name, recipe in (("plain", "none"), ("context", "path"), ("path+depth=0", "path+depth=0"))
    ]
    assert [(each.before, each.after, each.ranker) for each in found.differences] == [
        ("plain", after, ranker) for ranker in ("keyword", "shared-words") for after in ("context", "path+depth=0")
    ]


def test_it_yields_between_questions_and_can_be_cancelled(opened: Opened) -> None:
    evaluator = Evaluator(opened)
    resolved = evaluator.resolve(SET)
    told: list[tuple[int, int, str]] = []

    def progress(done: int, total: int, note: str) -> None:
        told.append((done, total, note))
        if done == 4 and note == "ranking":
            raise Cancelled

    running = evaluator.run(resolved, (PLAIN, PATH), ("embedding",), Filters(), progress)
    with pytest.raises(Cancelled):
        finish(running)
    ranked = [each for each in told if each[2] != "measuring"]
    assert ranked == [(0, 3, "encoding questions"), *((done, 6, "ranking") for done in range(5))]


REFUSED = [
    ((PLAIN,), ("cosine",), "There is no ranker 'cosine'"),
    ((PLAIN,), (), "nothing to evaluate"),
    ((parse_recipe("label"),), ("embedding",), "no vectors for recipe 'label'"),
]


@pytest.mark.parametrize(("recipes", "rankers", "sentence"), REFUSED)
def test_what_cannot_be_run_is_told(
    opened: Opened, recipes: tuple[Recipe, ...], rankers: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(ExplorerError) as caught:
        evaluate(opened, recipes=recipes, rankers=rankers)
    assert sentence in str(caught.value)


def test_a_set_without_a_question_that_can_be_asked_is_told(opened: Opened) -> None:
    evaluator = Evaluator(opened)
    nothing = evaluator.resolve([Question("?", (Reference("nowhere#x"),))])
    with pytest.raises(ExplorerError, match="no question to ask"):
        finish(evaluator.run(nothing, (PLAIN,), ("keyword",), Filters(), no_progress))


def test_evaluations_are_kept_to_be_compared_over_time(copied: tuple[Path, Path]) -> None:
    opened = Opened(copied[0], Options(store=str(copied[1])))
    try:
        evaluator = Evaluator(opened)
        found = evaluate(opened, rankers=("keyword",), filters=Filters(folder="insurer"), questions=SET[1:2])
        assert evaluator.kept() == ()
        evaluator.keep(found)
        evaluator.keep(found)
        first, second = evaluator.kept()
        assert first == second
        assert (first.n, first.when, first.revision) == (1, found.when, opened.catalogue.revision)
        assert first.settings["filters"] == '{"folder":"insurer"}'
        assert first.settings["questions"] == "set"
        run, figure = first.runs[1], found.runs[1].measures["MRR"]
        assert (run.name, run.ranker, run.best) == ("context", "keyword", (1,))
        assert run.measures["MRR"] == (figure.value, figure.low, figure.high, 1)
        opened.work.append(KEPT, [msgspec.json.encode({"when": 3})])
        with pytest.raises(ExplorerError, match=f"Line 3 of {KEPT} cannot be read"):
            evaluator.kept()
    finally:
        opened.close()

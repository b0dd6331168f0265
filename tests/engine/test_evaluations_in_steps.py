"""Question sets run from the window: in steps, by name, kept, listed, written to files, and refused with the reason."""

from __future__ import annotations

import csv
import json
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from explorer import protocol
from explorer.core.errors import Cancelled, ExplorerError
from explorer.core.evaluation_history import QUESTIONS_HASH
from explorer.core.progress import Progress, no_progress
from explorer.core.question_views import EvaluationView, EvaluationWish
from explorer.core.views import Filters
from explorer.engine.evaluating import Evaluations
from explorer.engine.evaluation import KEPT, Evaluator
from explorer.engine.opened import Opened
from explorer.engine.options import Options
from tests.support.engine_process import EngineProcess

Row = dict[str, str | list[str]]

PASS: Row = {
    "question": "How much is the monthly pass?",
    "relevant": ["plans#monthly-pass"],
    "not_relevant": ["plans#day-pass"],
}
ROWS: list[Row] = [PASS, {"question": "see the general terms", "relevant": ["repeat#b"], "not_relevant": []}]
SET = "questions.jsonl"
WORDS = EvaluationWish(SET, ("none", "path"), ("keyword",))


@pytest.fixture
def opened(copied: tuple[Path, Path]) -> Iterator[Opened]:
    write_set(copied[0], *ROWS)
    parts = Opened(copied[0], Options(store=str(copied[1])))
    yield parts
    parts.close()


def write_set(folder: Path, *rows: Row) -> None:
    (folder / SET).write_text("".join(json.dumps(row) + "\n" for row in rows))


def finish(running: Generator[None, None, EvaluationView]) -> tuple[int, EvaluationView]:
    """Return the number of steps and what comes of them."""
    steps = 0
    while True:
        try:
            next(running)
        except StopIteration as end:
            return steps, end.value
        steps += 1


def run(opened: Opened, wish: EvaluationWish = WORDS, progress: Progress = no_progress) -> EvaluationView:
    return finish(Evaluations(opened).run(wish, progress))[1]


def test_a_set_is_run_by_its_name_and_told_with_passages_to_ask_about(opened: Opened) -> None:
    steps, view = finish(Evaluations(opened).run(WORDS, no_progress))
    assert steps >= 2 * len(ROWS)
    assert view.questions == tuple(row["question"] for row in ROWS)
    assert [(run.name, run.ranker, len(run.best)) for run in view.runs] == [
        ("plain", "keyword", 2),
        ("context", "keyword", 2),
    ]
    assert [[row.text for row in rows] for rows in view.relevant] == [["plans#monthly-pass"], ["repeat#b"]]
    assert view.runs[1].measures["MRR"].n == 2
    assert view.runs[1].measures["inversion"].n == 1
    assert view.pool.size > 0


def test_figures_and_places_are_those_of_the_evaluator(opened: Opened) -> None:
    view = run(opened, EvaluationWish(SET, ("none", "path"), ("embedding", "hybrid"), Filters(current_only=False)))
    kept = Evaluator(opened).kept()[-1]
    assert [(run.name, run.ranker, run.best) for run in view.runs] == [
        (run.name, run.ranker, run.best) for run in kept.runs
    ]
    for shown, line in zip(view.runs, kept.runs, strict=True):
        assert {
            name: (each.value, each.low, each.high, each.n) for name, each in shown.measures.items()
        } == line.measures


def test_without_recipes_and_rankers_text_alone_and_the_librarys_own_are_run(opened: Opened) -> None:
    view = run(opened, EvaluationWish(SET))
    assert [(each.recipe, each.ranker) for each in view.runs] == [("none", "embedding"), ("path", "embedding")]


def test_progress_is_told_and_a_stopped_run_keeps_nothing(opened: Opened) -> None:
    told: list[str] = []

    def progress(done: int, total: int, note: str) -> None:
        assert 0 <= done <= total
        told.append(note)
        if note == "ranking" and done == 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        run(opened, progress=progress)
    assert told[-1] == "ranking"
    assert {"reading", "reading texts", "ranking"} <= set(told)
    assert Evaluations(opened).kept() == ()


def test_what_could_not_be_kept_is_not_measured(opened: Opened) -> None:
    blocked = opened.work.folder / KEPT
    blocked.mkdir(parents=True)
    told: list[str] = []
    with pytest.raises(ExplorerError, match="cannot be written"):
        run(opened, progress=lambda _done, _total, note: told.append(note))
    assert told == []


def test_kept_ones_are_listed_the_newest_first_with_the_texts_once(opened: Opened) -> None:
    run(opened)
    run(opened)
    write_set(Path(opened.folder), ROWS[0])
    run(opened)
    kept = Evaluations(opened).kept()
    assert [each.n for each in kept] == [1, 2, 2]
    assert [len(each.questions) for each in kept] == [1, 2, 0]
    assert kept[1].settings[QUESTIONS_HASH] == kept[2].settings[QUESTIONS_HASH] != kept[0].settings[QUESTIONS_HASH]


def test_the_last_evaluation_is_written_in_each_form(opened: Opened, tmp_path: Path) -> None:
    evaluations = Evaluations(opened)
    with pytest.raises(ExplorerError, match="Nothing has been evaluated yet"):
        evaluations.write(tmp_path / "a.html", "html")
    _steps, view = finish(evaluations.run(WORDS, no_progress))
    for form in ("html", "json", "csv", "text"):
        evaluations.write(tmp_path / f"a.{form}", form)
    assert (tmp_path / "a.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    data = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert [run["measures"]["MRR"]["value"] for run in data["runs"]] == [run.measures["MRR"].value for run in view.runs]
    rows = list(csv.DictReader((tmp_path / "a.csv").read_text("utf-8-sig").splitlines()))
    assert [row["recipe"] for row in rows] == ["plain", "plain", "context", "context"]
    assert "n = 2 questions" in (tmp_path / "a.text").read_text("utf-8")
    with pytest.raises(ExplorerError, match="read as one of its documents"):
        evaluations.write(Path(opened.folder) / "a.html", "html")
    with pytest.raises(ExplorerError, match="no format 'pdf'"):
        evaluations.write(tmp_path / "a.pdf", "pdf")


def test_passages_that_are_not_there_are_named(opened: Opened) -> None:
    lost: list[Row] = [{"question": f"{number}?", "relevant": [f"plans#nothing-{number}"]} for number in range(5)]
    write_set(Path(opened.folder), ROWS[0], *lost)
    with pytest.raises(ExplorerError) as caught:
        run(opened)
    assert caught.value.title == f"{SET} names 5 passages that cannot be found."
    assert caught.value.detail.startswith("Line 2: plans.md has no heading #nothing-0")
    assert caught.value.detail.endswith("2 more.")


REFUSED = [
    (EvaluationWish("nowhere.csv"), "nowhere.csv"),
    (EvaluationWish(SET, ("label",), ("embedding",)), "no vectors for recipe 'label'"),
    (EvaluationWish(SET, ("fancy",), ("keyword",)), "no recipe style 'fancy'"),
    (EvaluationWish(SET, ("none",), ("best",)), "no ranker 'best'"),
]


@pytest.mark.parametrize(("wish", "words"), REFUSED)
def test_what_cannot_be_run_says_why(opened: Opened, wish: EvaluationWish, words: str) -> None:
    with pytest.raises(ExplorerError) as caught:
        run(opened, wish)
    assert words in str(caught.value)


def test_a_library_that_changes_meanwhile_is_not_measured_by_halves(opened: Opened) -> None:
    running = Evaluations(opened).run(WORDS, no_progress)
    next(running)
    opened.catalogue.raise_revision()
    with pytest.raises(ExplorerError, match="changed while"):
        finish(running)
    assert Evaluations(opened).kept() == ()


def test_the_engine_runs_embeds_what_it_is_asked_to_first_and_stops(copied: tuple[Path, Path], tmp_path: Path) -> None:
    write_set(copied[0], *ROWS)
    engine = EngineProcess()
    try:
        engine.open(*copied)
        wish = EvaluationWish(SET, ("none", "label"), ("embedding",))
        refused = engine.ask(protocol.Evaluate, wish=wish)
        assert isinstance(refused, protocol.Failed)
        assert "'label'" in f"{refused.title} {refused.detail}"
        engine.ask(protocol.Refresh, recipes=("label",))
        told = engine.ask(protocol.Evaluate, wish=wish)
        assert isinstance(told, protocol.EvaluationTold)
        assert [each.name for each in told.evaluation.runs] == ["plain", "label"]
        listed = engine.ask(protocol.ListEvaluations)
        assert [each.when for each in listed.rows] == [told.evaluation.when]
        written = engine.ask(protocol.WriteEvaluation, path=str(tmp_path / "e.html"))
        assert isinstance(written, protocol.EvaluationWritten)
        assert (tmp_path / "e.html").is_file()
        job = engine.send(protocol.Evaluate, wish=wish)
        engine.send(protocol.Cancel, job=job)
        assert isinstance(engine.answer(job), protocol.Cancelled | protocol.EvaluationTold)
    finally:
        engine.close()

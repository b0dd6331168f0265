"""The command `evaluate`: what recipes and rankers are worth on a question set."""

from __future__ import annotations

import argparse
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.cli.options import existing_folder, options_of
from explorer.cli.output import FAILED, OK, clear_progress, complain, say, say_json, terminal_progress
from explorer.cli.search import parse_filters
from explorer.core.errors import ExplorerError
from explorer.core.evaluation import Run
from explorer.core.evaluation_export import (
    difference_json,
    evaluation_csv,
    evaluation_text,
    judgement_file,
    run_file,
    run_json,
)
from explorer.core.questions import Question, QuestionProblem, QuestionSetError, read_questions
from explorer.core.questions_gold import Resolved
from explorer.core.recipe import PLAIN, Recipe, parse_recipe

if TYPE_CHECKING:
    from explorer.engine.evaluation import Evaluated
    from explorer.engine.options import Options

FORMATS = ("text", "json", "csv")


def add_evaluate(parser: argparse.ArgumentParser) -> None:
    """Declare what `evaluate` takes."""
    parser.add_argument("folder")
    parser.add_argument("questions", help="a question set: JSON, JSON lines or CSV")
    parser.add_argument("--json", action="store_true", help="the same as --format json")
    parser.add_argument("--format", choices=FORMATS, default="text")
    parser.add_argument(
        "--recipes", default="", metavar="A,B", help="recipes to compare (default: none and the library's own)"
    )
    parser.add_argument("--rankers", default="embedding", metavar="A,B", help="rankers to run (default: embedding)")
    parser.add_argument(
        "--where", action="append", default=[], metavar="KEY=VALUE", help="narrow or widen the pool, as for search"
    )
    parser.add_argument("--run-files", default="", metavar="DIR", help="also write TREC run files and judgements here")


def run_evaluate(arguments: argparse.Namespace) -> int:
    """Refresh, rank every question under each recipe with each ranker, keep and print the figures."""
    path = Path(arguments.questions)
    options = options_of(arguments)
    filters = parse_filters(arguments.where)
    recipes = _recipes(arguments.recipes, options)
    rankers = tuple(dict.fromkeys(part.strip() for part in arguments.rankers.split(",") if part.strip()))
    folder = existing_folder(arguments.folder)
    try:
        questions = _read(path)
    except QuestionSetError as error:
        return _complain_of(path.name, error.problems)

    from explorer.engine.evaluation import Evaluator
    from explorer.engine.opened import Opened

    opened = Opened(folder, options)
    try:
        progress = terminal_progress()
        for _stage in opened.refresh(progress, recipes):
            pass
        evaluator = Evaluator(opened)
        resolved = evaluator.resolve(questions)
        if resolved.problems:
            clear_progress(progress)
            return _complain_of(path.name, resolved.problems)
        running = evaluator.run(resolved, recipes, rankers, filters, progress, path.name)
        evaluated = _finish(running)
        clear_progress(progress)
        evaluator.keep(evaluated)
    finally:
        opened.close()
    _say_notes(resolved, evaluated)
    if arguments.run_files:
        _write_runs(Path(arguments.run_files), evaluated)
    _say(evaluated, "json" if arguments.json else arguments.format)
    return OK


def _recipes(asked: str, options: Options) -> tuple[Recipe, ...]:
    named = [parse_recipe(part) for part in asked.split(",") if part.strip()]
    return tuple(dict.fromkeys(named or [PLAIN, options.recipe]))


def _read(path: Path) -> tuple[Question, ...]:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ExplorerError(f"The question set {path} cannot be read.", error.strerror or str(error)) from error
    return read_questions(content, path.name)


def _complain_of(name: str, problems: tuple[QuestionProblem, ...]) -> int:
    """Say all that is wrong with a question set, a line each."""
    for problem in problems:
        complain(f"{name}: {problem}")
    return FAILED


def _finish(running: Generator[None, None, Evaluated]) -> Evaluated:
    while True:
        try:
            next(running)
        except StopIteration as end:
            return end.value


def _say_notes(resolved: Resolved, evaluated: Evaluated) -> None:
    """Say what makes figures worse that is not the ranking: passages cut apart, or outside of the pool."""
    for note in resolved.notes:
        complain(str(note))
    if evaluated.outside:
        counted = "1 question has" if evaluated.outside == 1 else f"{evaluated.outside} questions have"
        complain(
            f"{counted} relevant passages outside the pool of {evaluated.pool.size} of {evaluated.pool.total} chunks; "
            "--where current=any ranks superseded and expired documents too."
        )


def _write_runs(folder: Path, evaluated: Evaluated) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for run in evaluated.runs:
            (folder / _run_name(run)).write_text(run_file(run, evaluated.keys), encoding="utf-8")
        (folder / "judgements.qrels").write_text(judgement_file(evaluated.runs[0], evaluated.keys), encoding="utf-8")
    except OSError as error:
        raise ExplorerError(f"The run files cannot be written to {folder}.", error.strerror or str(error)) from error


def _run_name(run: Run) -> str:
    return f"{run.name}-{run.ranker}.run"


def _say(evaluated: Evaluated, form: str) -> None:
    if form == "csv":
        say(evaluation_csv(evaluated.runs).replace("\r\n", "\n").rstrip("\n"))
    elif form == "json":
        say_json(evaluation_json(evaluated))
    else:
        pool = evaluated.pool
        say(f"{pool.size} of {pool.total} chunks ranked, {pool.superseded} superseded left out")
        say(evaluation_text(evaluated.runs, evaluated.differences))


def evaluation_json(evaluated: Evaluated) -> dict[str, object]:
    """Return an evaluation as other programs read it (DESIGN 6)."""
    pool = evaluated.pool
    return {
        "n": evaluated.n,
        "date": evaluated.when,
        "revision": evaluated.revision,
        "settings": dict(evaluated.settings),
        "pool": {"size": pool.size, "total": pool.total, "superseded": pool.superseded, "expired": pool.expired},
        "runs": [run_json(run, evaluated.keys) for run in evaluated.runs],
        "differences": [difference_json(each) for each in evaluated.differences],
    }

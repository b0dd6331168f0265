"""The command `evaluate`: what recipes and rankers are worth on a question set."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.cli.evaluation_diagnoses import context_of, diagnose_runs
from explorer.cli.evaluation_output import check_output, kept_one, say_evaluation, say_history
from explorer.cli.evaluation_questions import propose_twins, say_check
from explorer.cli.options import existing_folder, not_empty, options_of, output_file
from explorer.cli.output import FAILED, clear_progress, complain, terminal_progress
from explorer.cli.search import parse_filters
from explorer.core.errors import ExplorerError
from explorer.core.evaluation import Run
from explorer.core.evaluation_export import judgement_file, run_file
from explorer.core.progress import finished
from explorer.core.questions import Question, QuestionProblem, QuestionSetError, read_questions
from explorer.core.questions_gold import Resolved
from explorer.core.recipe import PLAIN, Recipe, parse_recipe

if TYPE_CHECKING:
    from explorer.core.evaluated import Evaluated
    from explorer.engine.options import Options

FORMATS = ("text", "json", "csv", "html")
"""As `explorer.engine.evaluating` has them; that is imported only when something is evaluated."""


def add_evaluate(parser: argparse.ArgumentParser) -> None:
    """Declare what `evaluate` takes."""
    parser.add_argument("folder", type=not_empty("folder"))
    parser.add_argument("questions", nargs="?", type=not_empty("file"), help="a question set: JSON, JSON lines or CSV")
    parser.add_argument("--format", choices=FORMATS, default="text", help="html is one page with charts")
    parser.add_argument("--json", action="store_const", const="json", dest="format", help="the same as --format json")
    parser.add_argument("--output", type=output_file, metavar="FILE", help="write the evaluation to this file")
    parser.add_argument(
        "--recipes", default="", metavar="A,B", help="recipes to compare (default: none and the library's own)"
    )
    parser.add_argument("--rankers", default="embedding", metavar="A,B", help="rankers to run (default: embedding)")
    parser.add_argument(
        "--where", action="append", default=[], metavar="KEY=VALUE", help="narrow or widen the pool, as for search"
    )
    parser.add_argument(
        "--against",
        default="",
        metavar="WHEN",
        help="also compare with a kept evaluation of these questions: last, or the start of its date",
    )
    parser.add_argument(
        "--diagnose", action="store_true", help="say why questions are not answered within 10 with context"
    )
    parser.add_argument(
        "--check", action="store_true", help="only look the questions' passages up: exit code 1 when one is not found"
    )
    parser.add_argument(
        "--propose-twins", action="store_true", help="list passages that are nearly the same under different headings"
    )
    parser.add_argument("--history", action="store_true", help="list the kept evaluations instead, the newest first")
    parser.add_argument(
        "--run-files", type=not_empty("folder"), metavar="DIR", help="also write TREC run files and judgements here"
    )


def run_evaluate(arguments: argparse.Namespace) -> int:
    """Refresh, rank every question under each recipe with each ranker, keep and print the figures."""
    if arguments.history:
        return say_history(arguments)
    if arguments.propose_twins:
        return propose_twins(existing_folder(arguments.folder), options_of(arguments), arguments.format)
    if not arguments.questions:
        raise ExplorerError("Which questions?", "Name a question set after the folder, or ask for --history.")
    path = Path(arguments.questions)
    options = options_of(arguments)
    filters = parse_filters(arguments.where)
    recipes = _recipes(arguments.recipes, options)
    rankers = tuple(dict.fromkeys(part.strip() for part in arguments.rankers.split(",") if part.strip()))
    context = context_of(recipes, options.recipe) if arguments.diagnose else None
    folder = existing_folder(arguments.folder)
    check_output(arguments.output, folder, path)
    try:
        questions = _read(path)
    except QuestionSetError as error:
        return _complain_of(path.name, error.problems)
    if arguments.check:
        return say_check(folder, options, questions, path.name, arguments.format)

    from explorer.engine.evaluation import Evaluator
    from explorer.engine.opened import Opened

    opened = Opened(folder, options)
    try:
        evaluator = Evaluator(opened)
        earlier = kept_one(evaluator.kept(), arguments.against, questions) if arguments.against else None
        evaluator.require_place()
        progress = terminal_progress()
        for _stage in opened.refresh(progress, recipes):
            pass
        resolved = evaluator.resolve(questions)
        if resolved.problems:
            clear_progress(progress)
            return _complain_of(path.name, resolved.problems)
        running = evaluator.run(resolved, recipes, rankers, filters, progress, path.name)
        evaluated = finished(running)
        diagnosed = diagnose_runs(opened, resolved, evaluated, context, filters) if context else ()
        clear_progress(progress)
        evaluator.keep(evaluated)
    finally:
        opened.close()
    _say_notes(resolved, evaluated)
    if arguments.run_files:
        _write_runs(Path(arguments.run_files), evaluated)
    return say_evaluation(evaluated, earlier, arguments, folder, diagnosed)


def _recipes(asked: str, options: Options) -> tuple[Recipe, ...]:
    named = [parse_recipe(part) for part in asked.split(",") if part.strip()]
    return tuple(dict.fromkeys(named or [PLAIN, options.recipe]))


def _read(path: Path) -> tuple[Question, ...]:
    from explorer.engine.question_sets import LARGEST

    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise ExplorerError(f"The question set {path} cannot be read.", error.strerror or str(error)) from error
    if len(content) > LARGEST:
        raise ExplorerError(f"The question set {path} cannot be read.", f"It is larger than {LARGEST >> 20} MB.")
    return read_questions(content, path.name)


def _complain_of(name: str, problems: tuple[QuestionProblem, ...]) -> int:
    """Say all that is wrong with a question set, a line each."""
    for problem in problems:
        complain(f"{name}: {problem}")
    return FAILED


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
    """Write a run file for each run, and the judgements; each file is whole or as it was before."""
    from explorer.whole_files import write_file

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ExplorerError(f"The run files cannot be written to {folder}.", error.strerror or str(error)) from error
    for run in evaluated.runs:
        write_file(folder / _run_name(run), run_file(run, evaluated.keys).encode("utf-8"))
    judgements = judgement_file(evaluated.runs[0], evaluated.keys)
    write_file(folder / "judgements.qrels", judgements.encode("utf-8"))


def _run_name(run: Run) -> str:
    return f"{run.name}-{run.ranker}.run"

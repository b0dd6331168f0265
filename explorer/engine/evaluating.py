"""Evaluations of an open library as the window asks for them: run in steps, kept, listed and written to files."""

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path

from explorer import __version__
from explorer.core.errors import ExplorerError
from explorer.core.evaluated import Evaluated, evaluation_view
from explorer.core.evaluation_export import evaluation_csv, evaluation_json, evaluation_text
from explorer.core.evaluation_words import sides_words
from explorer.core.progress import Progress
from explorer.core.question_rows import entry_row
from explorer.core.question_views import EvaluationView, EvaluationWish, KeptEvaluationView
from explorer.core.questions import Question
from explorer.core.questions_gold import Resolved
from explorer.core.recipe import PLAIN, Recipe, parse_recipe
from explorer.engine.evaluation import Evaluator, kept_views
from explorer.engine.opened import Opened
from explorer.engine.question_bench import sets_of
from explorer.engine.reporting import file_bytes
from explorer.engine.tokens import clean
from explorer.whole_files import require_outside, write_file

FORMATS = ("text", "json", "csv", "html")

USUAL_RANKER = "embedding"

LISTED = 200
"""Kept evaluations that are listed: the newest ones."""

_NAMED_PROBLEMS = 3


class Evaluations:
    """What is measured on an open library, and the last of it. Every method may raise `ExplorerError`."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._evaluator = Evaluator(opened)
        self._last: Evaluated | None = None

    def run(self, wish: EvaluationWish, progress: Progress) -> Generator[None, None, EvaluationView]:
        """Run a question set by its name, keep what comes of it, and return it; yields between questions.

        Raises `ExplorerError` when passages cannot be found, a recipe has no vectors, or the library changes meanwhile.
        """
        self._evaluator.require_place()
        questions = questions_of(self._opened, wish.questions)
        revision = self._opened.catalogue.revision
        resolved = yield from self._evaluator.resolve_in_steps(questions, progress)
        require_found(resolved, wish.questions)
        evaluated = yield from self._evaluator.run(
            resolved, recipes_of(self._opened, wish), rankers_of(wish), wish.filters, progress, wish.questions
        )
        if self._opened.catalogue.revision != revision:
            raise ExplorerError("The library changed while it was evaluated.", "Run the questions again.")
        self._evaluator.keep(evaluated)
        self._last = evaluated
        return evaluation_view(
            evaluated, [tuple(map(entry_row, each.question.relevant)) for each in resolved.questions]
        )

    def kept(self) -> tuple[KeptEvaluationView, ...]:
        """Return the kept evaluations, the newest first."""
        return kept_views(self._evaluator.kept())[:LISTED]

    def write(self, path: Path, form: str) -> None:
        """Write the last evaluation as a file, whole or not at all."""
        if self._last is None:
            raise ExplorerError("Nothing has been evaluated yet.", "Run a question set first.")
        require_outside(path, self._opened.folder)
        text = rendered(self._last, form, self._opened.folder)
        write_file(path, file_bytes(text, form))


def questions_of(opened: Opened, name: str) -> tuple[Question, ...]:
    """Return the questions of a set of the user's own, or of the library's folder."""
    return sets_of(opened).read(name).questions


def recipes_of(opened: Opened, wish: EvaluationWish) -> tuple[Recipe, ...]:
    """Return the recipes of a wish; without any, text alone and the library's own."""
    named = [parse_recipe(name) for name in wish.recipes]
    return tuple(dict.fromkeys(named or [PLAIN, opened.setup.recipe]))


def rankers_of(wish: EvaluationWish) -> tuple[str, ...]:
    """Return the rankers of a wish."""
    return tuple(dict.fromkeys(wish.rankers)) or (USUAL_RANKER,)


def require_found(resolved: Resolved, name: str) -> None:
    """Raise `ExplorerError` when passages of a set are not there, naming the first ones."""
    count = len(resolved.problems)
    if not count:
        return
    named = [f"{str(problem)[:1].upper()}{str(problem)[1:]}" for problem in resolved.problems[:_NAMED_PROBLEMS]]
    left = [f"{count - len(named)} more."] if count > len(named) else []
    things = "1 passage" if count == 1 else f"{count} passages"
    raise ExplorerError(f"{name} names {things} that cannot be found.", " ".join([*named, *left]))


def rendered(evaluated: Evaluated, form: str, folder: Path) -> str:
    """Return an evaluation of the library in `folder` in one of `FORMATS`; raises `ExplorerError` for another."""
    match form:
        case "json":
            return json.dumps(evaluation_json(evaluated), ensure_ascii=False) + "\n"
        case "csv":
            return evaluation_csv(evaluated.runs)
        case "html":
            from explorer.core.evaluation_html import evaluation_html

            return evaluation_html(evaluation_view(evaluated), clean(folder.resolve().name) or "library", __version__)
        case "text":
            pool = evaluated.pool
            ranked = f"{pool.size} of {pool.total} chunks ranked, {pool.superseded} superseded left out"
            sides = sides_words(evaluated.runs)
            text = evaluation_text(evaluated.runs, evaluated.differences)
            return "\n".join([ranked, *([sides] if sides else []), text, ""])
        case _:
            raise ExplorerError(f"There is no format {form!r}.", f"Known: {', '.join(FORMATS)}.")

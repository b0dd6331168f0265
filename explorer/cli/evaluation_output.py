"""What `evaluate` prints and writes: an evaluation, how it differs from a kept one, and the list of those."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.cli.audit import check_place, deliver
from explorer.cli.evaluation_diagnoses import RunDiagnoses, with_diagnoses
from explorer.cli.options import existing_folder, options_of
from explorer.cli.output import FAILED, OK, complain, say, say_json
from explorer.core.errors import ExplorerError
from explorer.core.evaluated import Evaluated, kept_view
from explorer.core.evaluation_export import evaluation_json
from explorer.core.evaluation_history import (
    QUESTIONS_HASH,
    OverTime,
    compare_over_time,
    questions_hash,
    why_not_paired,
)
from explorer.core.evaluation_history_export import history_json, history_text, over_time_json, over_time_text
from explorer.core.question_views import KeptEvaluationView
from explorer.core.questions import Question

if TYPE_CHECKING:
    from explorer.engine.evaluation import KeptEvaluation

LAST = "last"
"""Stands for the newest kept evaluation of the same questions."""

_LIST = "`evaluate FOLDER --history` lists what is kept."


def check_output(output: str | None, folder: Path, questions: Path) -> None:
    """Raise `ExplorerError` when the evaluation of these questions cannot be written to this file; None: no file."""
    if not output:
        return
    check_place(Path(output), folder)
    if Path(output).resolve() == questions.resolve():
        raise ExplorerError(f"{output} holds the questions and is not written over.", "Name another file.")


def say_history(arguments: argparse.Namespace) -> int:
    """Print the kept evaluations of a folder, the newest first, without opening its index."""
    from explorer.engine.evaluation import kept_evaluations, kept_views
    from explorer.engine.user_work import UserWork
    from explorer.paths import library_folder

    folder = existing_folder(arguments.folder).resolve()
    options = options_of(arguments)
    kept = kept_views(kept_evaluations(UserWork(folder, library_folder(folder, options.store))))
    if arguments.format == "json":
        say_json(history_json(kept))
    elif kept:
        say(history_text(kept))
    else:
        complain("No evaluation has been kept yet.")
    return OK


def kept_one(kept: Sequence[KeptEvaluation], when: str, questions: Sequence[Question]) -> KeptEvaluationView:
    """Return the newest kept evaluation of the same questions at `when`; raises `ExplorerError` where there is none."""
    from explorer.engine.evaluation import kept_views

    start = "" if when == LAST else when.strip().replace(" ", "T")
    at = [each for each in kept_views(kept) if each.when.startswith(start)]
    if not at:
        none = "No evaluation has been kept yet." if not start else f"No evaluation of {when} has been kept."
        raise ExplorerError(none, _LIST)
    same = [each for each in at if each.settings.get(QUESTIONS_HASH) == questions_hash(questions)]
    if not same:
        why = (
            f"The evaluation of {at[0].when} asked other questions."
            if start
            else "All kept ones asked other questions."
        )
        raise ExplorerError("There is nothing to compare with.", f"{why} {_LIST}")
    return same[0]


def say_evaluation(
    evaluated: Evaluated,
    earlier: KeptEvaluationView | None,
    arguments: argparse.Namespace,
    folder: Path,
    diagnosed: Sequence[RunDiagnoses] = (),
) -> int:
    """Print an evaluation, or write it to `--output`; text and JSON also say what changed since an earlier one.

    The same two forms have the diagnoses.

    Returns the exit code: 2 where the two have no run in common.
    """
    from explorer.engine.evaluating import rendered

    form, present = arguments.format, kept_view(evaluated)
    reason = why_not_paired(earlier, present) if earlier else ""
    text = rendered(evaluated, form, folder)
    if earlier is not None and not reason:
        text = _with_changes(text, compare_over_time(earlier, present), evaluated, form)
    if diagnosed:
        text = with_diagnoses(text, diagnosed, form)
    if form == "text" and not arguments.output:
        say(text.rstrip("\n"))
    else:
        deliver(text, arguments.output, form)
    if reason:
        complain(reason)
    return FAILED if reason else OK


def _with_changes(text: str, found: OverTime, evaluated: Evaluated, form: str) -> str:
    if form == "json":
        return json.dumps({**evaluation_json(evaluated), "over_time": over_time_json(found)}, ensure_ascii=False) + "\n"
    return f"{text}\n{over_time_text(found)}\n" if form == "text" else text

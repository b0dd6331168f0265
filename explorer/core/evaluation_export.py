"""Evaluations as JSON, CSV and text, and as run files for the programs of the Text Retrieval Conference (TREC)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from urllib.parse import quote

from explorer.core.bootstrap import Estimate
from explorer.core.evaluated import Evaluated, difference_view
from explorer.core.evaluation import FEW, LESS_IS_BETTER, MEASURES, Difference, QuestionResult, Run
from explorer.core.evaluation_words import conclusion, most_changed
from explorer.core.questions_gold import ChunkKey
from explorer.core.spreadsheet import guarded

_SHOWN_CHANGES = 10


def estimate_json(figure: Estimate) -> dict[str, object]:
    """Return a figure with its interval and its n."""
    return {"value": figure.value, "low": figure.low, "high": figure.high, "n": figure.n}


def evaluation_json(evaluated: Evaluated) -> dict[str, object]:
    """Return an evaluation as other programs read it (DESIGN 6)."""
    pool = evaluated.pool
    return {
        "n": evaluated.n,
        "date": evaluated.when,
        "revision": evaluated.revision,
        "settings": dict(evaluated.settings),
        "outside": evaluated.outside,
        "pool": {"size": pool.size, "total": pool.total, "superseded": pool.superseded, "expired": pool.expired},
        "runs": [run_json(run, evaluated.keys) for run in evaluated.runs],
        "differences": [difference_json(each) for each in evaluated.differences],
    }


def run_json(run: Run, keys: Sequence[ChunkKey]) -> dict[str, object]:
    """Return a run as other programs read it (DESIGN 6); `keys` names the chunk of each number."""
    return {
        "recipe": run.name,
        "recipe_name": run.recipe,
        "ranker": run.ranker,
        "measures": {name: estimate_json(figure) for name, figure in run.measures.items()},
        "questions": [_question_json(each, keys) for each in run.questions],
    }


def _question_json(result: QuestionResult, keys: Sequence[ChunkKey]) -> dict[str, object]:
    question = result.question
    return {
        "question": question.text,
        "line": question.line or None,
        "ranks": list(result.ranks),
        "not_relevant_ranks": list(result.not_relevant_ranks),
        "best": result.best,
        "relevant": [entry.name for entry in question.relevant],
        "not_relevant": [entry.name for entry in question.not_relevant],
        "measures": dict(result.values),
        "top": [{"document": keys[chunk][0], "index": keys[chunk][1]} for chunk in result.listed[:5]],
    }


def difference_json(difference: Difference) -> dict[str, object]:
    """Return what the second of two runs changes."""
    return {
        "ranker": difference.ranker,
        "before": difference.before,
        "after": difference.after,
        "measures": {name: estimate_json(figure) for name, figure in difference.measures.items()},
        "wins": difference.wins,
        "losses": difference.losses,
        "same": difference.same,
        "changes": [
            {"question": each.text, "before": each.before, "after": each.after, "gain": each.gain}
            for each in difference.changes
        ],
    }


def evaluation_csv(runs: Iterable[Run]) -> str:
    """Return one row a run and question; measures that say nothing about a question are empty.

    A question that a spreadsheet would take for a formula gets an apostrophe.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(["recipe", "ranker", "question", "ranks", "not_relevant_ranks", *MEASURES])
    for run in runs:
        for each in run.questions:
            figures = ("" if (value := each.values[name]) is None else round(value, 6) for name in MEASURES)
            ranks = (_ranks_text(each.ranks), _ranks_text(each.not_relevant_ranks))
            writer.writerow([run.name, run.ranker, guarded(each.question.text), *ranks, *figures])
    return out.getvalue()


def evaluation_text(runs: Sequence[Run], differences: Sequence[Difference]) -> str:
    """Return tables for people: runs side by side, then who won and lost; under `FEW` questions the questions lead."""
    count = len(runs[0].questions) if runs else 0
    tables = _table(runs)
    changes = [line for difference in differences for line in _difference_lines(difference, every=count < FEW)]
    if count >= FEW:
        return "\n".join([f"n = {count} questions", "", *tables, *changes])
    few = f"n = {count} questions: too few for averages to say much; look at the questions and the intervals."
    return "\n".join([few, *changes, "", *tables])


def _table(runs: Sequence[Run]) -> list[str]:
    """Return one line a measure, the runs side by side, each with its interval and, where it differs, its own n."""
    count = len(runs[0].questions) if runs else 0
    rows = [["measure (95 % interval)", *(f"{run.name}, {run.ranker}" for run in runs)]]
    for name in MEASURES:
        label = f"{name} (less is better)" if name in LESS_IS_BETTER else name
        rows.append([label, *(_figure(run.measures[name], count) for run in runs)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _figure(figure: Estimate, count: int, sign: str = "") -> str:
    if figure.value is None or figure.low is None or figure.high is None:
        return "–"
    own = "" if figure.n == count else f" n={figure.n}"
    return f"{figure.value:{sign}.3f} [{figure.low:{sign}.3f}, {figure.high:{sign}.3f}]{own}"


def _difference_lines(difference: Difference, *, every: bool) -> list[str]:
    count = difference.wins + difference.losses + difference.same
    shown = difference.changes if every else most_changed(difference.changes, _SHOWN_CHANGES)
    lines = [
        "",
        f"{difference.before} → {difference.after}, {difference.ranker}: {difference.wins} better, "
        f"{difference.losses} worse, {difference.same} the same of {count}",
        f"  MRR {_figure(difference.measures['MRR'], count, '+')}. {conclusion(difference_view(difference))}",
    ]
    lines += [f"  {_rank(each.before):>5} → {_rank(each.after):<5} {' '.join(each.text.split())}" for each in shown]
    left = len(difference.changes) - len(shown)
    return [*lines, f"  … and {left} less changed"] if left else lines


def _rank(rank: int | None) -> str:
    return "none" if rank is None else str(rank)


def _ranks_text(ranks: Iterable[int | None]) -> str:
    return " ".join("-" if rank is None else str(rank) for rank in ranks)


def run_file(run: Run, keys: Sequence[ChunkKey]) -> str:
    """Return a run as TREC's programs read it: question, Q0, chunk, place, score, tag.

    Scores fall by 1 a place, so that programs with an order of ties of their own see the list as it is. A list ends
    where no measure looks further (at its first relevant chunk, or at place 20 if that is deeper).
    """
    tag = f"{quote(run.recipe, safe='+=')}-{run.ranker}"
    return "".join(
        f"q{number} Q0 {_chunk_name(keys[chunk])} {place} {len(each.listed) - place + 1} {tag}\n"
        for number, each in enumerate(run.questions, start=1)
        for place, chunk in enumerate(each.listed, start=1)
    )


def judgement_file(run: Run, keys: Sequence[ChunkKey]) -> str:
    """Return the chunks that count as right as TREC's programs read them: question, 0, chunk, 1."""
    return "".join(
        f"q{number} 0 {_chunk_name(keys[chunk])} 1\n"
        for number, each in enumerate(run.questions, start=1)
        for chunk in sorted({chunk for entry in each.question.relevant for chunk in entry.right})
    )


def _chunk_name(key: ChunkKey) -> str:
    return f"{quote(key[0])}#{key[1]}"

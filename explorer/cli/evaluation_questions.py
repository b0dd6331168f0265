"""`evaluate --check` and `evaluate --propose-twins`: work on question sets that ranks nothing."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from explorer.cli.output import FOUND, OK, clear_progress, say, say_json, terminal_progress
from explorer.core.progress import Progress, finished
from explorer.core.question_rows import entry_of
from explorer.core.question_views import EntryRow, ProposedTwin, QuestionRow
from explorer.core.questions import Question, entry_json, entry_text

if TYPE_CHECKING:
    from explorer.engine.opened import Opened
    from explorer.engine.options import Options

_MOST_TWINS = 100
_MOST_LETTERS = 160
_Result = TypeVar("_Result")


def say_check(folder: Path, options: Options, questions: Sequence[Question], name: str, form: str) -> int:
    """Refresh, and say which passages of a set are found, cut apart or missing; 1 when a question cannot be asked."""
    from explorer.engine.question_checks import QuestionChecks

    def check(opened: Opened, progress: Progress) -> Generator[None, None, tuple[QuestionRow, ...]]:
        return QuestionChecks(opened).check(questions, progress)

    rows = _in_library(folder, options, check)
    lines = [question.line for question in questions]
    bad = sum(not _can_be_asked(row) for row in rows)
    if form == "json":
        told = [_question_json(row, line) for row, line in zip(rows, lines, strict=True)]
        say_json({"n": len(rows), "not_asked": bad, "cut_apart": _count_cut(rows), "questions": told})
    else:
        _say_rows(rows, lines, name)
    return FOUND if bad else OK


def propose_twins(folder: Path, options: Options, form: str) -> int:
    """Refresh, and list near-duplicates under different headings, the most similar first."""
    from explorer.engine.question_twins import TwinProposals

    def propose(opened: Opened, progress: Progress) -> Generator[None, None, tuple[tuple[ProposedTwin, ...], int]]:
        return TwinProposals(opened).propose(_MOST_TWINS, progress)

    pairs, total = _in_library(folder, options, propose)
    if form == "json":
        say_json({"total": total, "pairs": [_pair_json(pair) for pair in pairs]})
        return OK
    say(f"{_counted(total, 'pair')} of passages nearly the same under different headings, {len(pairs)} listed")
    for pair in pairs:
        say(f"\n{int(pair.similarity * 100 + 1e-9)} % alike")
        for entry in (pair.first, pair.second):
            say(f"  {entry.document}: {' > '.join(entry.heading_path)}\n    {_short(entry.text)}")
    return OK


def _in_library(
    folder: Path, options: Options, work: Callable[[Opened, Progress], Generator[None, None, _Result]]
) -> _Result:
    """Return what `work` finds in a library that was refreshed."""
    from explorer.engine.opened import Opened

    opened = Opened(folder, options)
    progress = terminal_progress()
    try:
        for _stage in opened.refresh(progress, ()):
            pass
        return finished(work(opened, progress))
    finally:
        clear_progress(progress)
        opened.close()


def _say_rows(rows: Sequence[QuestionRow], lines: Sequence[int], name: str) -> None:
    bad = sum(not _can_be_asked(row) for row in rows)
    cut = _counted(_count_cut(rows), "passage")
    say(f"{name}: {_counted(len(rows), 'question')}, {bad} cannot be asked, {cut} cut apart")
    for row, line in zip(rows, lines, strict=True):
        told = list(_told(row))
        if told:
            say(f"\n{f'line {line}: ' if line else ''}{_short(row.text)}")
            say("\n".join(f"  {each}" for each in told))


def _told(row: QuestionRow) -> Iterator[str]:
    """Yield what there is to say about a question."""
    if row.problem:
        yield row.problem
    for entry in (*row.relevant, *row.not_relevant):
        named = _short(entry_text(entry_of(entry)))
        if entry.problem:
            yield f"{named}: {entry.problem}"
        elif entry.likeness < 1:
            yield f"{named}: found in other words, {int(entry.likeness * 100)} % of them the same"
        elif entry.cut:
            yield f"{named}: cut apart into {entry.cut} chunks, {len(entry.chunks)} of them right"


def _can_be_asked(row: QuestionRow) -> bool:
    return bool(row.relevant) and not any(entry.problem for entry in (*row.relevant, *row.not_relevant))


def _count_cut(rows: Sequence[QuestionRow]) -> int:
    return sum(bool(entry.cut) for row in rows for entry in (*row.relevant, *row.not_relevant))


def _question_json(row: QuestionRow, line: int) -> dict[str, object]:
    return {
        "question": row.text,
        "line": line,
        "problem": row.problem,
        "relevant": [_entry_json(entry) for entry in row.relevant],
        "not_relevant": [_entry_json(entry) for entry in row.not_relevant],
    }


def _entry_json(entry: EntryRow) -> dict[str, object]:
    return {
        "entry": entry_json(entry_of(entry)),
        "chunks": [{"document": document, "index": index} for document, index in entry.chunks],
        "cut_apart": entry.cut,
        "likeness": entry.likeness,
        "problem": entry.problem,
        "nearest": list(entry.nearest),
    }


def _pair_json(pair: ProposedTwin) -> dict[str, object]:
    first, second = (
        {
            "document": entry.document,
            "heading_path": list(entry.heading_path),
            "chunk": entry.chunks[0][1],
            "text": entry.text,
            "entry": entry_json(entry_of(entry)),
        }
        for entry in (pair.first, pair.second)
    )
    return {"similarity": pair.similarity, "first": first, "second": second}


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MOST_LETTERS else f"{line[: _MOST_LETTERS - 1]}…"

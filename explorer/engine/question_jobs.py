"""What the engine answers to requests about question sets; see `explorer.engine.retrieval_jobs`."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from pathlib import Path

from explorer import protocol
from explorer.core.errors import ExplorerError
from explorer.core.progress import Progress
from explorer.core.question_rows import question_of
from explorer.core.question_views import QuestionRow
from explorer.core.questions import Question
from explorer.engine.library import Library

Told = Generator[None, None, protocol.QuestionsTold]


def list_sets(request: protocol.ListQuestionSets, library: Library) -> protocol.QuestionSetsListed:
    """Return which sets there are."""
    return protocol.QuestionSetsListed(id=request.id, sets=library.questions.sets.listed())


def open_questions(request: protocol.OpenQuestions, library: Library, progress: Progress) -> Told:
    """Return a set's questions, looked up in the library."""
    return (yield from _told(request.id, request.name, library, progress))


def keep_questions(request: protocol.KeepQuestions, library: Library, progress: Progress) -> Told:
    """Keep a set before anything else, then return it looked up; with `check_only` only the latter."""
    questions = _questions(request.rows)
    if request.check_only:
        rows = yield from library.questions.checks.check(questions, progress)
        return protocol.QuestionsTold(id=request.id, name=request.name, own=True, rows=rows, check_only=True)
    library.questions.sets.keep(request.name, questions)
    if not questions:
        return protocol.QuestionsTold(id=request.id, name=request.name, own=True, rows=())
    return (yield from _told(request.id, request.name, library, progress))


def import_questions(request: protocol.ImportQuestions, library: Library, progress: Progress) -> Told:
    """Read a file into a set of the user's own, and return that."""
    name = library.questions.sets.take_in(Path(request.path), request.name)
    return (yield from _told(request.id, name, library, progress))


def export_questions(request: protocol.ExportQuestions, library: Library) -> protocol.QuestionsExported:
    """Write a set as a file."""
    library.questions.sets.export(request.name, Path(request.path))
    return protocol.QuestionsExported(id=request.id, path=request.path)


def propose_twins(
    request: protocol.ProposeTwins, library: Library, progress: Progress
) -> Generator[None, None, protocol.TwinsProposed]:
    """Return near-duplicates under different headings."""
    rows, total = yield from library.questions.twins.propose(request.limit, progress)
    return protocol.TwinsProposed(id=request.id, rows=rows, total=total)


def _told(request_id: int, name: str, library: Library, progress: Progress) -> Told:
    read = library.questions.sets.read(name)
    rows = yield from library.questions.checks.check(read.questions, progress)
    return protocol.QuestionsTold(id=request_id, name=read.name, own=read.own, rows=rows)


def _questions(rows: Sequence[QuestionRow]) -> list[Question]:
    try:
        return [question_of(row) for row in rows]
    except ValueError as error:
        raise ExplorerError("The questions cannot be kept.", f"In one of them, {error}.") from error

"""What the engine answers about question sets of a real library: checks, edits, imports, exports, proposed twins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from explorer import protocol
from explorer.core.errors import Cancelled, ExplorerError
from explorer.core.progress import no_progress
from explorer.core.question_rows import entry_of
from explorer.core.question_views import EntryRow, QuestionRow
from explorer.engine import question_checks
from explorer.engine.jobs import Jobs
from explorer.engine.library import Library
from explorer.engine.retrieval_jobs import ANSWERS, IN_STEPS

Opener = Callable[..., Library]
PASS = QuestionRow("How much is the monthly pass?", (EntryRow("section", "plans#monthly-pass"),))


def ask(library: Library, request: protocol.Request) -> Any:
    if type(request) in ANSWERS:
        return ANSWERS[type(request)](request, library)
    steps = IN_STEPS[type(request)](request, library, no_progress)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return protocol.decode_event(protocol.encode(done.value))


@pytest.fixture
def library(copied: tuple[Path, Path], open_library: Opener) -> Library:
    return open_library(*copied)


def test_the_librarys_own_set_is_told_with_where_its_entries_stand(library: Library) -> None:
    (info,) = ask(library, protocol.ListQuestionSets(id=1)).sets
    assert (info.name, info.count, info.own) == ("questions.jsonl", 1, False)
    told = ask(library, protocol.OpenQuestions(id=2, name=info.name))
    assert (told.id, told.name, told.own) == (2, "questions.jsonl", False)
    (row,) = told.rows
    (entry,) = row.relevant
    assert (row.text, row.problem, entry.problem, entry.document) == (PASS.text, "", "", "plans.md")
    assert [library.chunk(*key).item.chunk.heading_path[-1] for key in entry.chunks] == ["Monthly pass"]


def test_a_kept_set_is_checked_and_can_be_undone(library: Library) -> None:
    lost = QuestionRow("Day?", (EntryRow("section", "plans#dai-pass"),), (EntryRow("fragment", "costs 12 dollars"),))
    told = ask(library, protocol.KeepQuestions(id=1, name="mine", rows=(PASS, lost)))
    assert told.own
    assert told.rows[1].relevant[0].nearest == ("plans.md#day-pass",)
    assert told.rows[1].not_relevant[0].document == "plans.md"
    again = ask(library, protocol.KeepQuestions(id=2, name="mine", rows=told.rows))
    assert again.rows == told.rows
    gone = ask(library, protocol.KeepQuestions(id=3, name="mine", rows=()))
    assert (gone.name, gone.rows) == ("mine", ())
    with pytest.raises(ExplorerError, match="no question set mine"):
        ask(library, protocol.OpenQuestions(id=4, name="mine"))


def test_a_question_that_is_only_checked_is_not_kept(library: Library) -> None:
    told = ask(library, protocol.KeepQuestions(id=1, name="", rows=(PASS,), check_only=True))
    assert told.check_only
    assert told.rows[0].relevant[0].chunks
    assert [each.name for each in library.questions.sets.listed()] == ["questions.jsonl"]


def test_rows_that_are_no_question_are_refused_before_anything_is_kept(library: Library) -> None:
    ask(library, protocol.KeepQuestions(id=1, name="mine", rows=(PASS,)))
    with pytest.raises(ExplorerError, match="a question has no words"):
        ask(library, protocol.KeepQuestions(id=2, name="mine", rows=(QuestionRow(" "),)))
    assert len(library.questions.sets.read("mine").questions) == 1


def test_a_set_is_kept_before_it_is_checked(library: Library) -> None:
    def stopped(_done: int, _total: int, _note: str) -> None:
        raise Cancelled

    request = protocol.KeepQuestions(id=1, name="mine", rows=(PASS,))
    with pytest.raises(Cancelled):
        list(IN_STEPS[type(request)](request, library, stopped))
    assert len(library.questions.sets.read("mine").questions) == 1


def test_an_export_is_imported_under_another_name(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "questions.csv"
    answer = ask(library, protocol.ExportQuestions(id=1, name="questions.jsonl", path=str(path)))
    assert answer.path == str(path)
    told = ask(library, protocol.ImportQuestions(id=2, path=str(path)))
    assert (told.name, told.own, told.rows[0].text) == ("questions", True, PASS.text)
    assert ask(library, protocol.ImportQuestions(id=3, path=str(path))).name == "questions 2"


@pytest.mark.parametrize("most", [question_checks.MOST_KEPT, 0])
def test_a_check_follows_the_library(
    copied: tuple[Path, Path], library: Library, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(question_checks, "MOST_KEPT", most)
    ask(library, protocol.KeepQuestions(id=1, name="mine", rows=(PASS,)))
    plans = copied[0] / "plans.md"
    plans.write_text(plans.read_text().replace("Monthly pass", "Pass for a month"))
    for _ in library.refresh(no_progress):
        pass
    (row,) = ask(library, protocol.OpenQuestions(id=2, name="mine")).rows
    assert row.relevant[0].problem.startswith("plans.md has no heading #monthly-pass; the nearest is")


def test_near_duplicates_under_different_headings_are_proposed(library: Library) -> None:
    told = ask(library, protocol.ProposeTwins(id=1))
    assert told.total == len(told.rows) > 0
    assert [pair.similarity for pair in told.rows] == sorted((pair.similarity for pair in told.rows), reverse=True)
    for pair in told.rows:
        assert (pair.first.document, pair.first.heading_path) != (pair.second.document, pair.second.heading_path)
        assert "handbook-v6" not in pair.first.document + pair.second.document
        rows = (QuestionRow("A?", (pair.first,), (pair.second,)),)
        (checked,) = ask(library, protocol.KeepQuestions(id=2, name="", rows=rows, check_only=True)).rows
        for entry, proposed in zip((*checked.relevant, *checked.not_relevant), (pair.first, pair.second), strict=True):
            assert (entry.problem, entry.chunks) == ("", proposed.chunks)
            assert entry_of(entry) == entry_of(proposed)
    few = ask(library, protocol.ProposeTwins(id=3, limit=1))
    assert (few.rows, few.total) == (told.rows[:1], told.total)


def test_equal_words_on_pages_are_proposed_by_their_sections(tmp_path: Path, open_library: Opener) -> None:
    """The words would name both places."""
    folder = tmp_path / "chunks.jsonl"
    folder.write_text(
        "".join(
            f'{{"id": "{number}", "text": "The limit is 5 dollars a day.", "document": "b.pdf",'
            f' "heading_path": ["{name}"]}}\n'
            for number, name in enumerate(("Travel", "Meals"))
        )
    )
    library = open_library(folder, tmp_path / "store")
    for _ in library.refresh(no_progress):
        pass
    (pair,) = ask(library, protocol.ProposeTwins(id=1)).rows
    assert [each.kind for each in (pair.first, pair.second)] != ["fragment", "fragment"]


def test_the_engine_answers_through_its_jobs(copied: tuple[Path, Path]) -> None:
    told: list[protocol.Event] = []
    jobs = Jobs(told.append)
    try:
        for request in (
            protocol.OpenLibrary(id=1, folder=str(copied[0]), store=str(copied[1])),
            protocol.ListQuestionSets(id=2),
            protocol.OpenQuestions(id=3, name="questions.jsonl"),
            protocol.ProposeTwins(id=4),
        ):
            for _ in jobs.start(request, no_progress):
                pass
    finally:
        jobs.close()
    assert [type(each).__name__ for each in told] == [
        "LibraryOpened", "QuestionSetsListed", "QuestionsTold", "TwinsProposed"
    ]  # fmt: skip

"""Looking a question set's entries up in the open library, in steps, and keeping what was found.

Reading all passages takes the longest. They are kept until the library changes, so that an edited set is checked at
once; those of a very large library are read anew for entries that were not looked up yet.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from explorer.core.progress import Progress
from explorer.core.question_rows import Found, checked, looked_up, with_twins_checked
from explorer.core.question_views import QuestionRow
from explorer.core.questions import Entry, Question
from explorer.core.questions_gold import GoldFinder, QuestionDocument
from explorer.engine.evaluation import read_documents
from explorer.engine.opened import Opened

MOST_KEPT = 50_000
"""Chunks whose texts are kept: some hundred megabytes."""

_MOST_ENTRIES = 100_000


class QuestionChecks:
    """Checks sets against one library."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._revision = -1
        self._finder: GoldFinder | None = None
        self._found: dict[Entry, Found] = {}

    def check(
        self, questions: Sequence[Question], progress: Progress
    ) -> Generator[None, None, tuple[QuestionRow, ...]]:
        """Return a set's rows with where each entry stands; yields while it reads, and after each question."""
        found, finder = self._state(), None
        for done, entry in enumerate(_entries(questions)):
            if entry not in found:
                finder = finder or (yield from self._read(progress))
                progress(done, 0, "looking passages up")
                found[entry] = looked_up(entry, finder.find)
                yield
        return with_twins_checked([checked(question, found.__getitem__) for question in questions])

    def _state(self) -> dict[Entry, Found]:
        """Return what is known of entries, nothing after the library has changed."""
        revision = self._opened.catalogue.revision
        if revision != self._revision or len(self._found) > _MOST_ENTRIES:
            self._revision, self._finder, self._found = revision, None, {}
        return self._found

    def _read(self, progress: Progress) -> Generator[None, None, GoldFinder]:
        if self._finder is not None:
            return self._finder
        revision = self._revision
        documents: list[QuestionDocument] = []
        for document in read_documents(self._opened):
            documents.append(document)
            progress(len(documents), 0, "reading passages")
            yield
        finder = GoldFinder(documents)
        small = sum(len(document.passages) for document in documents) <= MOST_KEPT
        if small and revision == self._opened.catalogue.revision == self._revision:
            self._finder = finder
        return finder


def _entries(questions: Sequence[Question]) -> list[Entry]:
    """Return all entries, each once."""
    both = (entry for question in questions for entry in (*question.relevant, *question.not_relevant))
    return list(dict.fromkeys(both))

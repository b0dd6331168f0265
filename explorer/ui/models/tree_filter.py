"""What the document tree leaves out: documents without findings, and what does not match the words typed."""

from __future__ import annotations

import heapq
from dataclasses import dataclass

from explorer.core.fuzzy import Pattern, Span, fold
from explorer.core.views import DocumentRow
from explorer.ui.models.tree_rows import Key, counts
from explorer.ui.models.tree_texts import is_inactive

MOST = 500
"""Documents that a filter by words shows at most, the best: nobody reads more, and every key stays cheap."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Where words stand in a row's text; or in a title, which is then shown behind it."""

    spans: tuple[Span, ...] = ()
    title: str = ""
    title_spans: tuple[Span, ...] = ()


NO_MARKS = Marks()


class TreeFilter:
    """A filter and what it has found so far: `score` is asked for each document, then `names` tells which are shown."""

    def __init__(self, text: str = "", *, only_findings: bool = False) -> None:
        self.text = text
        self.only_findings = only_findings
        self.pattern = Pattern(text)
        self.hits: set[Key] = set()
        self.documents: set[str] = set()
        self._found: dict[str, float] = {}
        self._best: tuple[float, Key] | None = None

    def __bool__(self) -> bool:
        """Say whether anything is left out."""
        return self.only_findings or bool(self.pattern)

    def does_as(self, other: TreeFilter) -> bool:
        """Say whether two filters leave out the same."""
        return (self.pattern.words, self.only_findings) == (other.pattern.words, other.only_findings)

    def score(self, row: DocumentRow, folded: tuple[str, ...]) -> bool:
        """Look at a document, of which `folded` are name, title and folders; return whether it passes."""
        if self.only_findings and not counts(row):
            return False
        if not self.pattern:
            self._found[row.name] = 0.0
            return True
        # A document stands before its own headings that match as well; its suffix makes its name longer than they are.
        score = self.pattern.score(*folded)
        if score:
            self._note(row.name, score)
            self._prefer(score + 1 - is_inactive(row), ("", row.name, -1))
        return score > 0

    def note_headings(self, row: DocumentRow, score: float, ordinals: tuple[int, ...]) -> None:
        """Take in a document's headings that match, the best first and matching with `score`."""
        document = row.name
        self._note(document, score)
        self.documents.add(document)
        self.hits.update(("", document, ordinal) for ordinal in ordinals)
        self._prefer(score - is_inactive(row), ("", document, ordinals[0]))

    @property
    def best(self) -> Key | None:
        """Return the row that matches best, None when nothing matches or nothing was typed."""
        return self._best[1] if self._best else None

    @property
    def found(self) -> int:
        """Return how many documents passed."""
        return len(self._found)

    def names(self) -> list[str]:
        """Return the documents to show: all that passed, or the best of them when words were typed."""
        if not self.pattern:
            return list(self._found)
        return heapq.nlargest(MOST, self._found, key=self._found.__getitem__)

    def spans(self, text: str) -> tuple[Span, ...]:
        """Return what to mark in a text."""
        return self.pattern.spans(text) if self.pattern else ()

    def _note(self, name: str, score: float) -> None:
        self._found[name] = max(score, self._found.get(name, 0.0))

    def _prefer(self, score: float, key: Key) -> None:
        if self._best is None or score > self._best[0]:
            self._best = (score, key)


def folded_of(row: DocumentRow) -> tuple[str, str, str]:
    """Return what words are looked for in: name, title and folders."""
    folders, _, name = row.name.rpartition("/")
    return fold(name), fold(row.title), fold(folders)

"""Finds documents and headings by some of their letters, best first; see `explorer.core.fuzzy`.

In steps: a library of 100,000 headings is looked through without holding up a search.
"""

from __future__ import annotations

import heapq
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

from explorer.core.fuzzy import Pattern, fold
from explorer.core.views import DocumentRow, SectionRow
from explorer.engine.catalogue import Catalogue, Row
from explorer.engine.catalogue_chunks import ChunkTable

PAGE = 2000
"""Headings looked at in one step."""

_EVERY = 1 << 60
_ESCAPE = "\\"


@dataclass(frozen=True, slots=True)
class Found:
    """A document (`section` None) or heading that matches; `text` is its title or heading, `score` how well it does."""

    score: float
    document: str
    text: str
    section: int | None = None


@dataclass(frozen=True, slots=True)
class FoundIn:
    """A document's matching headings as rows together with all above them.

    `hits` are the ordinals of those that match, best first; `best` is the first one's score.
    """

    document: str
    best: float
    rows: tuple[SectionRow, ...]
    hits: tuple[int, ...]


class HeadingSearch:
    """Searches the names, titles and headings of a catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._table = ChunkTable(catalogue)

    def find(self, typed: str, limit: int) -> Generator[None, None, tuple[Found, ...]]:
        """Return the best `limit` documents and headings, documents before headings that match as well."""
        pattern = Pattern(typed)
        if not pattern:
            return ()
        rows = self._table.documents()
        documents = [Found(score, row.name, row.title) for row in rows if (score := document_score(pattern, row))]
        headings, _ = yield from self._headings(pattern, rows, limit)
        both = heapq.nlargest(limit, (*documents, *headings), key=_standing)
        return tuple(both)

    def filtered(self, typed: str, limit: int) -> Generator[None, None, tuple[tuple[FoundIn, ...], int]]:
        """Return the documents with the best `limit` headings, best first, and how many headings match in all."""
        pattern = Pattern(typed)
        if not pattern:
            return (), 0
        found, total = yield from self._headings(pattern, self._table.documents(), limit)
        by_document: dict[str, list[Found]] = {}
        for each in found:
            by_document.setdefault(each.document, []).append(each)
        matches: list[FoundIn] = []
        for name, hits in by_document.items():
            matches.append(self._with_rows(name, hits))
            yield
        return tuple(matches), total

    def _headings(
        self, pattern: Pattern, rows: Sequence[DocumentRow], limit: int
    ) -> Generator[None, None, tuple[list[Found], int]]:
        """Return the best headings, best first, and how many match.

        A word that the heading does not hold may stand in its document's name or title, but one must be the heading's.
        """
        about = {row.name: (fold(row.name), fold(row.title)) for row in rows}
        best: list[Found] = []
        total = 0
        for page in self._pages(pattern.words):
            matching = list(_matching(pattern, page, about))
            total += len(matching)
            best = heapq.nlargest(limit, (*best, *matching), key=attrgetter("score"))
            yield
        return best, total

    def _pages(self, words: Sequence[str]) -> Iterator[list[Row]]:
        """Yield headings that may match: SQLite passes over those without the letters of any word.

        It compares only ASCII letters without regard to case, so all others are looked at.
        """
        letters = " OR ".join([f"s.folded LIKE ? ESCAPE '{_ESCAPE}'"] * len(words))
        statement = (
            "SELECT d.name, s.heading, s.ordinal, s.document FROM section s JOIN document d ON d.id = s.document"  # noqa: S608
            " WHERE (s.document, s.ordinal) > (?, ?) AND (s.document, s.ordinal) <= (?, ?)"
            f" AND ({letters} OR s.folded GLOB '*[^ -~]*')"
            " ORDER BY s.document, s.ordinal"
        )
        patterns = [_letters_pattern(word) for word in words]
        place = (-1, -1)
        while (end := self._page_end(place)) is not None:
            yield self._catalogue.rows(statement, (*place, *end, *patterns))
            place = end

    def _page_end(self, place: tuple[int, int]) -> tuple[int, int] | None:
        """Return the last heading of the page that follows `place`; None when no heading does."""
        after = "FROM section WHERE (document, ordinal) > (?, ?) ORDER BY document, ordinal"
        row = self._catalogue.row(f"SELECT document, ordinal {after} LIMIT 1 OFFSET ?", (*place, PAGE - 1))
        if row is None:
            more = self._catalogue.row(f"SELECT 1 {after} LIMIT 1", place)
            return (_EVERY, _EVERY) if more else None
        return row[0], row[1]

    def _with_rows(self, document: str, hits: Sequence[Found]) -> FoundIn:
        ordinals = [hit.section for hit in hits if hit.section is not None]
        shown = {above for ordinal in ordinals for above, _, _ in self._table.chain(document, ordinal)}
        rows = self._table.sections(document, sorted(shown))
        return FoundIn(document, hits[0].score, tuple(rows), tuple(ordinals))


def _standing(found: Found) -> float:
    """Return what finds are ordered by: of those that match as well documents come first, their suffixes aside."""
    return found.score + (found.section is None)


def document_score(pattern: Pattern, row: DocumentRow) -> float:
    """Return how well a document matches by its name, its title and its folders."""
    folders, _, name = row.name.rpartition("/")
    return pattern.score(fold(name), fold(row.title), fold(folders))


def _matching(pattern: Pattern, rows: Sequence[Row], about: dict[str, tuple[str, str]]) -> Iterator[Found]:
    for name, heading, ordinal, _ in rows:
        folded = fold(heading)
        if pattern.touches(folded) and (score := pattern.score(folded, *about.get(name, ()))):
            yield Found(score, name, heading, ordinal)


def _letters_pattern(word: str) -> str:
    """Return the pattern of texts that hold a word's letters in their order."""
    signs = (f"{_ESCAPE}{letter}" if letter in "%_\\" else letter for letter in word)
    return f"%{'%'.join(signs)}%"

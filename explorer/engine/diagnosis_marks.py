"""Marked passages: where they stand in an open library, and what of them each chunk holds."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from explorer.core.audit import unreadable
from explorer.core.diagnosis import PassageFacts
from explorer.core.phrases import Words, phrase, quoted_sentence
from explorer.core.question_rows import entry_of
from explorer.core.question_views import EntryRow
from explorer.core.questions import Entry, Fragment, Reference, Span, entry_text
from explorer.core.questions_gold import Gold, GoldFinder, QuestionDocument
from explorer.core.questions_places import ChunkKey
from explorer.core.questions_sections import NotFoundError
from explorer.core.questions_text import folded
from explorer.engine.catalogue_chunks import StoredChunk
from explorer.engine.catalogue_documents import DocumentTable
from explorer.engine.evaluation import question_documents
from explorer.engine.opened import Opened
from explorer.engine.question_checks import MOST_KEPT


@dataclass(frozen=True, slots=True)
class Marked:
    """A marked passage, looked up: where it stands, or why it does not."""

    name: str
    gold: Gold | None = None
    problem: Words = ""

    def chunks(self) -> Iterator[ChunkKey]:
        """Yield the chunks that hold some of it."""
        occurrences = self.gold.occurrences if self.gold else ()
        return (key for each in occurrences for key, _ in each.shares)


_FINDERS: WeakKeyDictionary[Opened, tuple[int, GoldFinder]] = WeakKeyDictionary()
"""What finds passages in an open library, with the revision whose texts it has; reading them all takes a while."""


def look_up(opened: Opened, rows: Sequence[EntryRow]) -> Generator[None, None, tuple[Marked, ...]]:
    """Find marked passages; yields while the library's texts are read. Nothing is raised for what is absent."""
    finder = yield from _current_finder(opened)
    return tuple(_marked(row, finder, opened) for row in rows)


def _current_finder(opened: Opened) -> Generator[None, None, GoldFinder]:
    revision, kept = opened.catalogue.revision, _FINDERS.get(opened)
    if kept is not None and kept[0] == revision:
        return kept[1]
    documents: list[QuestionDocument] = []
    for document in question_documents(opened):
        documents.append(document)
        yield
    finder = GoldFinder(documents)
    if sum(len(document.passages) for document in documents) <= MOST_KEPT:
        _FINDERS[opened] = (revision, finder)
    return finder


def _marked(row: EntryRow, finder: GoldFinder, opened: Opened) -> Marked:
    try:
        entry = entry_of(row)
        gold = finder.find(entry)
    except (ValueError, NotFoundError) as error:
        return Marked(row.text or row.document, problem=_with_error(row, opened, quoted_sentence(f"{error}.")))
    if isinstance(entry, Fragment) and row.document:
        places = tuple(each for each in gold.occurrences if each.shares[0][0][0] == row.document)
        if not places:
            problem = phrase("{0} does not hold these words.", row.document)
            return Marked(row.text, problem=_with_error(row, opened, problem))
        gold = replace(gold, occurrences=places)
    return Marked(_name(entry), gold)


def _with_error(row: EntryRow, opened: Opened, problem: Words) -> Words:
    """Return what keeps a passage from being found; a document that could not be read says why."""
    file = DocumentTable(opened.catalogue).file(row.document) if row.document else None
    if file is None or not file.error:
        return problem
    found = unreadable(row.document, file.error)
    return phrase("{0} could not be read: {1}", row.document, quoted_sentence(found.reason, found.code, found.facts))


def _name(entry: Entry) -> str:
    """Return what a passage is called: its words where they are known."""
    return entry.text if isinstance(entry, Fragment | Span) and entry.text else entry_text(entry)


def passage_facts(marked: Marked, stored: Mapping[ChunkKey, StoredChunk]) -> PassageFacts:
    """Return a passage for the ladder; `stored` has the chunks that its places name."""
    if marked.gold is None:
        return PassageFacts(marked.name, problem=marked.problem)
    entry = marked.gold.entry
    whole = _letters(entry.text) if isinstance(entry, Fragment | Span) else ""
    places = tuple(
        tuple(
            # What a chunk carries (a list's lead-in) is no part of its own place, but of what it shows.
            (key, 1.0 if whole and whole in _letters(stored[key].item.chunk.text) else share / each.size)
            for key, share in each.shares
            if key in stored
        )
        for each in marked.gold.occurrences
    )
    named = isinstance(entry, Reference) and not _is_quoted(marked.gold)
    return PassageFacts(marked.name, places, any_chunk=named)


def _letters(text: str) -> str:
    """Return the letters and digits alone: quotations leave list markers and line breaks out."""
    return "".join(filter(str.isalnum, text))


def _is_quoted(gold: Gold) -> bool:
    """Tell whether what is written without quotation marks was found as words of a text, not as a section."""
    text = entry_text(gold.entry)
    return " " in text and any(each.size <= len(folded(text)) for each in gold.occurrences)

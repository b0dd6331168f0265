"""From the entries of a question set to the chunks that hold them (DESIGN 4.7).

A section is held by its chunks and those of its subsections. A fragment or span may be cut apart: a chunk is right
when it shares at least half of the shorter of itself and the passage, else the one that shares most of it. Lengths are
signs other than white space for sections and fragments, code points of the source for spans. A chunk that a relevant
and a not relevant entry name belongs to the narrower one, so that a section may be right but for a part of it.

A span's text that its document does not hold is looked for in nearly the same words, and a note says so: its document
is known, and another edition or format of it seldom has every sign. A fragment alone must stand there as it is quoted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from explorer.core.questions import Entry, Fragment, Question, QuestionProblem, Reference, Span, entry_text
from explorer.core.questions_places import ChunkKey, Occurrence, occurrence, overlaps
from explorer.core.questions_sections import DocumentFinder, Heading, NotFoundError, SectionFinder
from explorer.core.questions_text import Passage, PassageTexts, folded_length


@dataclass(frozen=True, slots=True)
class QuestionDocument:
    """A document as entries are looked up in it."""

    name: str
    headings: tuple[Heading, ...]
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Gold:
    """An entry with all its places; a fragment that stands in several places is met at any of them.

    `likeness` is the share of its words that stand there: below 1 where they are not all the same.
    """

    entry: Entry
    occurrences: tuple[Occurrence, ...]
    likeness: float = 1.0

    @property
    def right(self) -> frozenset[ChunkKey]:
        """Return the chunks that count as right."""
        return frozenset(key for each in self.occurrences for key in each.right)

    def without(self, keys: frozenset[ChunkKey]) -> Gold:
        """Return the entry less these chunks; places that are left without a right chunk go."""
        left = (each.without(keys) for each in self.occurrences)
        return replace(self, occurrences=tuple(each for each in left if each.right))

    @property
    def cut_apart(self) -> int:
        """Return into how many chunks a fragment or span is cut at best, 0 where one chunk holds it; sections: 0."""
        if isinstance(self.entry, Reference) or any(each.is_whole for each in self.occurrences):
            return 0
        return min(len(each.shares) for each in self.occurrences)


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question with its entries found."""

    question: Question
    relevant: tuple[Gold, ...]
    not_relevant: tuple[Gold, ...]


@dataclass(frozen=True, slots=True)
class Resolved:
    """A question set over a library. `problems` say what is not there; a question with a problem is not asked.

    `notes` tell of passages that are cut apart, and of those that stand there in other words.
    """

    questions: tuple[AskedQuestion, ...]
    problems: tuple[QuestionProblem, ...]
    notes: tuple[QuestionProblem, ...]


def resolve(questions: Iterable[Question], documents: Iterable[QuestionDocument]) -> Resolved:
    """Find the entries of all questions in the library's documents; nothing is raised for what cannot be found."""
    finder = GoldFinder(documents)
    asked: list[AskedQuestion] = []
    problems: list[QuestionProblem] = []
    notes: list[QuestionProblem] = []
    for question in questions:
        found = _resolve_one(question, finder, problems)
        if found is not None:
            asked.append(found)
            notes += (
                QuestionProblem(question.line, told)
                for gold in (*found.relevant, *found.not_relevant)
                for told in _notes(gold)
            )
    return Resolved(tuple(asked), tuple(problems), tuple(notes))


def _notes(gold: Gold) -> Iterator[str]:
    if gold.cut_apart:
        yield f"{_short(gold.entry)} is cut apart into {gold.cut_apart} chunks."
    if gold.likeness < 1:
        quoted = gold.entry.text if isinstance(gold.entry, Span) else entry_text(gold.entry)
        yield (
            f"“{_cut(quoted)}” stands there in other words: {gold.likeness:.0%} of them are the same. "
            f"The passage that is most like it is taken."
        )


def _resolve_one(question: Question, finder: GoldFinder, problems: list[QuestionProblem]) -> AskedQuestion | None:
    before = len(problems)
    sides: list[tuple[Gold, ...]] = []
    for entries in (question.relevant, question.not_relevant):
        found: list[Gold] = []
        for entry in entries:
            try:
                found.append(finder.find(entry))
            except NotFoundError as error:
                problems.append(QuestionProblem(question.line, f"{error}."))
        sides.append(tuple(found))
    if not question.relevant:
        problems.append(QuestionProblem(question.line, f"no passage is relevant to “{_cut(question.text)}”."))
    relevant, others = apart(*sides)
    problems += (
        QuestionProblem(question.line, f"{_short(gold.entry)} is both relevant and not relevant.")
        for gold in (*relevant, *others)
        if not gold.occurrences
    )
    return AskedQuestion(question, relevant, others) if len(problems) == before else None


def apart(relevant: Sequence[Gold], others: Sequence[Gold]) -> tuple[tuple[Gold, ...], tuple[Gold, ...]]:
    """Give each chunk that stands on both sides to the narrower entry; entries of the same chunks lose them."""
    right, wrong = [list[ChunkKey]() for _ in relevant], [list[ChunkKey]() for _ in others]
    for place, good in enumerate(relevant):
        for number, bad in enumerate(others):
            both = good.right & bad.right
            if both and bad.right < good.right:
                right[place] += both
            elif both:
                wrong[number] += both
    return _less(relevant, right), _less(others, wrong)


def _less(entries: Sequence[Gold], lost: Sequence[Sequence[ChunkKey]]) -> tuple[Gold, ...]:
    return tuple(gold.without(frozenset(keys)) if keys else gold for gold, keys in zip(entries, lost, strict=True))


class GoldFinder:
    """Finds entries in documents, and the chunks that hold them."""

    def __init__(self, documents: Iterable[QuestionDocument]) -> None:
        self._documents = {document.name: document for document in documents}
        self._names = DocumentFinder(self._documents)
        self._sections: dict[str, SectionFinder] = {}
        self._texts = {name: PassageTexts(each.passages, _headings(each)) for name, each in self._documents.items()}

    def find(self, entry: Entry) -> Gold:
        """Return where an entry stands; raises `NotFoundError` that names the nearest heading or document."""
        if isinstance(entry, Fragment):
            return Gold(entry, self._fragment(entry.text, self._documents))
        if isinstance(entry, Span):
            return self._span(entry)
        try:
            return Gold(entry, (self._section(entry.text),))
        except NotFoundError:
            # Words without quotation marks are a fragment where they stand in a document.
            found = self._occurrences(entry.text, self._documents) if " " in entry.text else ()
            if not found:
                raise
            return Gold(entry, found)

    def _section(self, written: str) -> Occurrence:
        name, behind = self._names.split(written)
        document = self._documents[name]
        first, last = -1, len(document.headings)
        if behind is not None:
            try:
                heading = self._finder(document).find(behind)
            except NotFoundError as error:
                raise NotFoundError(f"{name} {error}", (f"{name}#{slug}" for slug in error.nearest)) from error
            first, last = heading.ordinal, heading.last
        shares = [
            ((name, passage.index), folded_length(passage.text))
            for passage in document.passages
            if first <= passage.section <= last
        ]
        if not shares:
            raise NotFoundError(f"{written} has no text")
        return Occurrence(sum(share for _, share in shares), tuple(shares), tuple(key for key, _ in shares))

    def _finder(self, document: QuestionDocument) -> SectionFinder:
        if document.name not in self._sections:
            self._sections[document.name] = SectionFinder(document.headings)
        return self._sections[document.name]

    def _fragment(self, text: str, names: Iterable[str]) -> tuple[Occurrence, ...]:
        within = list(names)
        found = self._occurrences(text, within)
        if found:
            return found
        near = self._nearest(text, within)
        raise NotFoundError(f"no text holds “{_cut(text)}”{_or_nearest(near)}", near)

    def _occurrences(self, text: str, names: Iterable[str]) -> tuple[Occurrence, ...]:
        within = list(names)
        for look in (PassageTexts.find, PassageTexts.find_words):
            found = [
                occurrence(name, size, shares, self._documents[name].passages)
                for name in within
                for size, shares in look(self._texts[name], text)
            ]
            if found:
                return tuple(found)
        return ()

    def _span(self, span: Span) -> Gold:
        try:
            name = self._names.find(span.doc)
        except NotFoundError:
            if not span.text:
                raise
            # The same document in another format has other positions, but the same words.
            return self._of_edition(span, self._names.find(span.doc, any_suffix=True))
        document = self._documents[name]
        shares = overlaps(document.passages, span)
        if shares and (not span.text or self._texts[name].agrees(span.text, [place for place, _ in shares])):
            size = sum(share for _, share in shares)
            return Gold(span, (occurrence(name, size, shares, document.passages, spans=True),))
        if span.text:
            return self._of_edition(span, name)
        if document.passages and all(passage.start is None for passage in document.passages):
            raise NotFoundError(f"{name} has pages, not positions: name a section or quote the text")
        near = self._nearest_place(document, span)
        raise NotFoundError(f"{name} has no text from {span.start} to {span.end}{_or_nearest(near)}", near)

    def _of_edition(self, span: Span, name: str) -> Gold:
        """Find a span by its text, in nearly the same words where it must be."""
        found = self._occurrences(span.text, [name])
        if found:
            return Gold(span, found)
        alike = self._texts[name].find_alike(span.text)
        if not alike:
            return Gold(span, self._fragment(span.text, [name]))
        passages = self._documents[name].passages
        places = (occurrence(name, sum(size for _, size in each.shares), each.shares, passages) for each in alike)
        return Gold(span, tuple(places), alike[0].share)

    def _nearest(self, text: str, names: Iterable[str]) -> tuple[str, ...]:
        """Name the section whose chunk shares the most words with `text`."""
        best = max(((*self._texts[name].nearest(text), name) for name in names), default=(0, 0, ""))
        return (self._named(self._documents[best[2]], best[1]),) if best[0] else ()

    def _nearest_place(self, document: QuestionDocument, span: Span) -> tuple[str, ...]:
        placed = [
            (abs(passage.start - span.start), number)
            for number, passage in enumerate(document.passages)
            if passage.start is not None
        ]
        return (self._named(document, min(placed)[1]),) if placed else ()

    def _named(self, document: QuestionDocument, place: int) -> str:
        section = document.passages[place].section
        return f"{document.name}#{document.headings[section].slug}" if section >= 0 else document.name


def _or_nearest(near: Sequence[str]) -> str:
    return f"; the nearest is {near[0]}" if near else ""


def _headings(document: QuestionDocument) -> tuple[str, ...]:
    return tuple(heading.text for heading in document.headings)


def _short(entry: Entry) -> str:
    return _cut(entry_text(entry))


def _cut(text: str, most: int = 60) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"

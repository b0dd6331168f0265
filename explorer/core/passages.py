"""Which chunks are read together: a hit with its neighbours, or the section around it (DESIGN 4.3, 2).

Guarantees:

* A hit stands in exactly one passage; passages of one document share no chunk; they come in the order of their best
  hits.
* With a budget, the prompt text of a passage has at most that many tokens, unless the hit alone has more.
* A parent section holds more than its hits: one that is nothing but the hit says nothing that the hit does not.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from explorer.core.context import merge_windows
from explorer.core.model import Block, Metadata
from explorer.core.passage_texts import Piece, Texts, pieces_of, texts_of
from explorer.core.retrieval_views import MOST_NEIGHBOURS, Passage, PassagePart
from explorer.core.tokens import Tokenizer
from explorer.core.views import ContextChunk, SectionRow

_PAGE = 64
"""Chunks that are loaded at once to see whether a section may fit."""


@dataclass(frozen=True, slots=True)
class Book:
    """A document that passages are read from.

    `owners` names the section of each of its chunks (-1: before the first heading). `chunks` loads those of a range,
    `blocks` the content blocks of a section's own body; both are asked for no more than a passage needs.
    """

    name: str
    title: str
    metadata: Metadata
    sections: Sequence[SectionRow]
    owners: Sequence[int]
    chunks: Callable[[range], Sequence[ContextChunk]]
    blocks: Callable[[int], Sequence[Block]]


@dataclass(frozen=True, slots=True)
class _Choice:
    """Chunks that are read together, and the hits among them."""

    chunks: range
    hits: frozenset[int]
    kind: str
    note: str = ""


def read_around(book: Book, hits: Iterable[int], window: int, tokenizer: Tokenizer) -> tuple[Passage, ...]:
    """Return the hits of one document, best first, each with `window` neighbours on both sides; what touches is one."""
    wanted = tuple(dict.fromkeys(hits))
    span = min(max(window, 0), MOST_NEIGHBOURS)
    reader = _Reader(book, tokenizer)
    found = [
        _Choice(part, frozenset(wanted).intersection(part), "neighbours")
        for part in merge_windows(wanted, span, len(book.owners))
    ]
    return tuple(reader.passage(each) for each in _by_best_hit(found, wanted))


def read_sections(book: Book, hits: Iterable[int], budget: int, tokenizer: Tokenizer) -> tuple[Passage, ...]:
    """Return the hits of one document, best first, each in the smallest section around it within `budget` tokens.

    Hits whose sections overlap or touch share the smallest section that holds them all, where that fits. Where no
    section fits, the hit comes with as many neighbours out of the smallest one as fit, and the note says so.
    """
    wanted = tuple(dict.fromkeys(hits))
    reader = _Reader(book, tokenizer)
    found: list[_Choice] = []
    left: list[int] = []
    for hit in wanted:
        holder = next((each for each in found if hit in each.chunks), None)
        if holder is not None:
            found[found.index(holder)] = replace(holder, hits=holder.hits | {hit})
            continue
        choice = reader.section_around(frozenset({hit}), budget)
        if choice is None:
            left.append(hit)
        else:
            found = _with_section(found, choice)
    found = _merged(found, reader, budget)
    for hit in left:
        found = _with_window(found, hit, reader, budget)
    return tuple(reader.passage(each) for each in _by_best_hit(found, wanted))


def in_order(passages: Iterable[Passage], hits: Sequence[tuple[str, int]]) -> tuple[Passage, ...]:
    """Return passages of several documents in the order of their best hits."""
    place = {key: number for number, key in reversed(list(enumerate(hits)))}

    def best(passage: Passage) -> int:
        return min(place[passage.document, part.index] for part in passage.parts if part.is_hit)

    return tuple(sorted(passages, key=best))


def _by_best_hit(found: Iterable[_Choice], hits: Sequence[int]) -> list[_Choice]:
    place = {hit: number for number, hit in enumerate(hits)}
    return sorted(found, key=lambda choice: min(place[hit] for hit in choice.hits))


def _with_section(found: Sequence[_Choice], choice: _Choice) -> list[_Choice]:
    """Add a section; those inside it are read with it, for sections are nested or apart."""
    inside = [each for each in found if each.chunks.start in choice.chunks]
    hits = choice.hits.union(*(each.hits for each in inside))
    return [*(each for each in found if each not in inside), replace(choice, hits=hits)]


def _merged(found: Sequence[_Choice], reader: _Reader, budget: int) -> list[_Choice]:
    """Join sections that touch where one section that fits holds the hits of both."""
    done: list[_Choice] = []
    for choice in sorted(found, key=lambda each: each.chunks.start):
        last = choice
        while done and done[-1].chunks.stop >= last.chunks.start:
            wider = reader.section_around(done[-1].hits | last.hits, budget)
            if wider is None:
                break
            last = wider
            done.pop()
        done.append(last)
    return done


def _with_window(found: Sequence[_Choice], hit: int, reader: _Reader, budget: int) -> list[_Choice]:
    """Add a hit whose section does not fit, with the neighbours that do and that no other passage holds."""
    holder = next((each for each in found if hit in each.chunks), None)
    if holder is not None:
        return [replace(each, hits=each.hits | {hit}) if each is holder else each for each in found]
    taken = [each.chunks for each in found]
    return [*found, reader.window_around(hit, budget, taken)]


@dataclass(slots=True)
class _Reader:
    """Makes the passages of one document."""

    book: Book
    tokenizer: Tokenizer
    lasts: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.lasts = _lasts(self.book.sections)

    def passage(self, choice: _Choice) -> Passage:
        """Return what is read, with its texts and what they cost."""
        pieces = self._pieces(choice.chunks)
        texts = self._texts(pieces)
        alone = self._texts([piece for piece in pieces if piece.chunk.index in choice.hits])
        parts = tuple(self._part(piece, choice.hits) for piece in pieces)
        hits_only = all(part.is_hit for part in parts) and choice.kind == "neighbours"
        return Passage(
            document=self.book.name,
            title=self.book.title,
            kind="hit" if hits_only else choice.kind,
            heading_path=texts.heading_path,
            parts=parts,
            tokens=self.tokenizer.count(texts.prompt),
            hit_tokens=self.tokenizer.count(alone.prompt),
            citation=texts.citation,
            prompt=texts.prompt,
            markdown=texts.markdown,
            note=choice.note,
        )

    def section_around(self, hits: frozenset[int], budget: int) -> _Choice | None:
        """Return the smallest section that holds the hits and more, None where it does not fit."""
        chunks, section = self._smallest(hits)
        if not self._fits(chunks, budget):
            return None
        whole = "No section holds more than the hit, so this is the whole document." if section < 0 else ""
        note = whole if len(chunks) > len(hits) else ""
        return _Choice(chunks, hits, "section", note)

    def window_around(self, hit: int, budget: int, taken: Sequence[range]) -> _Choice:
        """Return the hit with neighbours out of its section, the next and the one before by turns, while they fit."""
        bounds, section = self._smallest(frozenset({hit}))
        chunks, grows = range(hit, hit + 1), True
        while grows:
            grows = False
            for before in (False, True):
                wider = range(chunks.start - before, chunks.stop + (not before))
                free = bounds.start <= wider.start and wider.stop <= bounds.stop and not _meet(wider, taken)
                if free and self._fits(wider, budget):
                    chunks, grows = wider, True
        return _Choice(chunks, frozenset({hit}), "neighbours", self._note(hit, section, budget, chunks))

    def _note(self, hit: int, section: int, budget: int, chunks: range) -> str:
        """Say in a sentence or two why no section was taken."""
        name = f"The section “{self.book.sections[section].heading}”" if section >= 0 else "The whole document"
        note = f"{name} has more than {budget} tokens"
        if len(chunks) > 1:
            return f"{note}, so only the neighbours that fit are here."
        if self._fits(range(hit, hit + 1), budget):
            return f"{note}, and so have the hit and its neighbour together: only the hit is here."
        return f"The hit alone has more than {budget} tokens."

    def _smallest(self, hits: frozenset[int]) -> tuple[range, int]:
        """Return the chunks of the smallest section that holds the hits and more, and its ordinal.

        The document itself, -1, is the outermost one.
        """
        first, last = min(hits), max(hits)
        for section in self._chain(self.book.owners[first]):
            chunks = self._chunks_of(section)
            if last in chunks and len(chunks) > len(hits):
                return chunks, section
        return range(len(self.book.owners)), -1

    def _chain(self, section: int) -> Iterator[int]:
        while section >= 0:
            yield section
            section = self.book.sections[section].parent

    def _chunks_of(self, section: int) -> range:
        """Return the chunks of a section with all below it: they stand side by side, in the order of sections."""
        return range(bisect_left(self.book.owners, section), bisect_left(self.book.owners, self.lasts[section] + 1))

    def _fits(self, chunks: range, budget: int) -> bool:
        return self._may_fit(chunks, budget) and self._cost(chunks) <= budget

    def _may_fit(self, chunks: range, budget: int) -> bool:
        """Tell whether counting is worth while, without loading all of a section that is far too long.

        Every chunk has a word, and of its tokens a quarter or more are its own, not carried.
        """
        if len(chunks) > budget:
            return False
        counted = 0
        for start in range(chunks.start, chunks.stop, _PAGE):
            page = self.book.chunks(range(start, min(start + _PAGE, chunks.stop)))
            counted += sum(item.chunk.text_tokens for item in page)
            if counted > 4 * budget:
                return False
        return True

    def _cost(self, chunks: range) -> int:
        return self.tokenizer.count(self._texts(self._pieces(chunks)).prompt)

    def _pieces(self, chunks: range) -> list[Piece]:
        return pieces_of(self.book.chunks(chunks))

    def _texts(self, pieces: Sequence[Piece]) -> Texts:
        return texts_of(
            self.book.name, self.book.title, self.book.metadata, pieces, self.book.sections, self.book.blocks
        )

    def _part(self, piece: Piece, hits: frozenset[int]) -> PassagePart:
        chunk = piece.chunk
        tokens = self.tokenizer.count(piece.text)
        return PassagePart(chunk.index, chunk.heading_path, piece.text, tokens, chunk.index in hits, chunk.place)


def _meet(chunks: range, taken: Iterable[range]) -> bool:
    return any(chunks.start < other.stop and other.start < chunks.stop for other in taken)


def _lasts(sections: Sequence[SectionRow]) -> list[int]:
    """Return the ordinal of each section's last subsection, or its own."""
    lasts = [row.ordinal for row in sections]
    for row in reversed(sections):
        if row.parent >= 0:
            lasts[row.parent] = max(lasts[row.parent], lasts[row.ordinal])
    return lasts

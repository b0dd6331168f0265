"""Finding a passage in the texts of a document's chunks, white space aside, also where a cut goes through it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from explorer.core.questions_alike import Editions, Likeness
from explorer.core.words import words_of

_MOST = 100
"""Places of one passage in one document that are told apart; more of them are no passage but a phrase."""
_TARGET = re.compile(r"(?<=\])\([^()\n]*\)")
"""The target of a link, which no chunk's text has."""
_COUNT = re.compile(r"^[ \t]*(?:\d{1,3}|[A-Za-z])[.)][ \t]+", re.MULTILINE)
"""A list's count, which formats and quotations write or leave out as they like."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk's own text (what it carries left out), with its section, its place and its tokens."""

    index: int
    section: int
    text: str
    start: int | None = None
    end: int | None = None
    tokens: int = 0


def own_text(text: str, carried: Sequence[str]) -> str:
    """Return a chunk's text without what it carries."""
    head = "\n".join(carried) + "\n"
    return text[len(head) :] if carried and text.startswith(head) else text


def folded(text: str) -> str:
    """Return `text` without white space."""
    return "".join(text.split())


def folded_length(text: str) -> int:
    """Return the number of signs other than white space."""
    return sum(map(len, text.split()))


def _lettered(text: str) -> str:
    """Return the letters and digits alone, a list's counts left out."""
    return "".join(sign for sign in _COUNT.sub("", text) if sign.isalnum())


@dataclass(frozen=True, slots=True)
class _Stream:
    """The folded texts of all passages after each other; `starts` says where each begins."""

    text: str
    starts: tuple[int, ...]

    @classmethod
    def of(cls, texts: Iterable[str]) -> _Stream:
        parts = list(texts)
        return cls("".join(parts), tuple(accumulate(map(len, parts[:-1]), initial=0)) if parts else ())

    def find(self, wanted: str) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        """Yield the length of each place of `wanted` and the share of each passage, as (number, length)."""
        place, seen = self.text.find(wanted), 0
        while place >= 0 and seen < _MOST:
            yield len(wanted), self._shares(place, place + len(wanted))
            place, seen = self.text.find(wanted, place + len(wanted)), seen + 1

    def _shares(self, start: int, end: int) -> list[tuple[int, int]]:
        shares: list[tuple[int, int]] = []
        number = bisect_right(self.starts, start) - 1
        while number < len(self.starts) and self.starts[number] < end:
            until = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.text)
            shared = min(until, end) - max(self.starts[number], start)
            shares += [(number, shared)] if shared > 0 else []
            number += 1
        return shares


@dataclass(slots=True)
class PassageTexts:
    """The texts of a document's chunks, in order, to be searched; folded when they are first needed."""

    passages: Sequence[Passage]
    headings: Sequence[str]
    _folded: _Stream | None = field(default=None, init=False)
    _letters: _Stream | None = field(default=None, init=False)
    _words: list[frozenset[str]] | None = field(default=None, init=False)
    _editions: Editions | None = field(default=None, init=False)

    def find(self, text: str) -> list[tuple[int, list[tuple[int, int]]]]:
        """Return each place of `text`, white space aside: its length, and how much of it which passage holds."""
        if self._folded is None:
            self._folded = _Stream.of(folded(passage.text) for passage in self.passages)
        return list(self._folded.find(folded(text))) if text.strip() else []

    def find_words(self, text: str) -> list[tuple[int, list[tuple[int, int]]]]:
        """Return each place of the letters and digits of `text`; lines that are headings may be left out of it.

        For quotations of a source with its markup, and of the same document in another format.
        """
        if self._letters is None:
            self._letters = _Stream.of(_lettered(passage.text) for passage in self.passages)
        whole = _lettered(_TARGET.sub("", text))
        found = list(self._letters.find(whole)) if whole else []
        if found:
            return found
        short = "".join(map(_lettered, self._without_headings(text)))
        return list(self._letters.find(short)) if short else []

    def find_alike(self, text: str) -> list[Likeness]:
        """Return the places in nearly the same words, lines that are headings aside (`explorer.core.questions_alike`).

        For passages of another edition of this very document; anywhere else likeness proves nothing.
        """
        if self._editions is None:
            self._editions = Editions(passage.text for passage in self.passages)
        return self._editions.find("\n".join(self._without_headings(text)))

    def _without_headings(self, text: str) -> list[str]:
        """Return the lines of `text` that are not the document's headings, targets of links left out."""
        headings = {_lettered(heading) for heading in self.headings}
        return [line for line in _TARGET.sub("", text).splitlines() if _lettered(line) not in headings]

    def agrees(self, text: str, places: Sequence[int]) -> bool:
        """Tell whether the passages at `places` have a word of `text`; a span of another edition seldom has."""
        wanted = frozenset(words_of(text))
        return not wanted or any(wanted & frozenset(words_of(self.passages[place].text)) for place in places)

    def nearest(self, text: str) -> tuple[int, int]:
        """Return how many words of `text` the passage has that has the most, and its number."""
        if self._words is None:
            self._words = [frozenset(words_of(passage.text)) for passage in self.passages]
        wanted = frozenset(words_of(text))
        count: Callable[[int], int] = lambda number: len(wanted & self._words[number]) if self._words else 0  # noqa: E731
        best = max(range(len(self._words)), key=count, default=-1)
        return (count(best), best) if best >= 0 else (0, 0)

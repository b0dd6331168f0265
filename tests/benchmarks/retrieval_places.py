"""Where texts stand in a document, counted in its letters and digits, whoever wrote white space and marks how.

A document, a gold passage and a chunk of any tool are compared by the half-open spans of letters and digits that they
cover, so that a tool neither wins nor loses by keeping list markers, table bars or blank lines.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from explorer.core.questions_alike import Editions

Span = tuple[int, int]
Spans = tuple[Span, ...]

SLACK = 3_000
"""Letters that may lie between a chunk and the next one of the same document: headings, and what a tool leaves out."""


def letters_of(text: str) -> str:
    """Return the letters and digits of `text`."""
    return "".join(filter(str.isalnum, text))


@dataclass(frozen=True, slots=True)
class Letters:
    """A document's letters and digits; `offsets` says where in the text each stands.

    `lines` are the text's lines, `places` the letters of each.
    """

    text: str
    offsets: tuple[int, ...]
    lines: tuple[str, ...]
    places: Spans

    @classmethod
    def of(cls, text: str) -> Letters:
        """Return the letters of a document's text."""
        offsets = tuple(place for place, sign in enumerate(text) if sign.isalnum())
        letters = "".join(text[place] for place in offsets)
        lines = tuple(text.splitlines())
        ends = accumulate(sum(map(str.isalnum, line)) for line in lines)
        return cls(letters, offsets, lines, tuple(pairwise((0, *ends))))

    def span(self, start: int, end: int) -> Span:
        """Return the letters that `text[start:end]` covers."""
        return bisect_left(self.offsets, start), bisect_left(self.offsets, end)

    def nearest(self, wanted: str, expected: float) -> Span | None:
        """Return the place of `wanted` whose beginning is nearest to the share `expected` of the document."""
        places: list[int] = []
        place = self.text.find(wanted) if wanted else -1
        while place >= 0:
            places.append(place)
            place = self.text.find(wanted, place + 1)
        if not places:
            return None
        start = min(places, key=lambda each: abs(each - expected * len(self.text)))
        return start, start + len(wanted)


@dataclass(slots=True)
class Cursor:
    """Finds the chunks of one document in their order; `lost` counts the letters that were not found."""

    letters: Letters
    at: int = 0
    lost: int = 0
    _reach: int = field(default=SLACK, init=False)

    def find(self, text: str) -> Spans:
        """Return where a chunk stands behind the chunk before it: whole, else line by line, else nowhere."""
        whole = self._next(letters_of(text))
        if whole is not None:
            return (whole,)
        found: list[Span] = []
        for line in text.splitlines():
            wanted = letters_of(line)
            span = self._next(wanted) if wanted else None
            if span is not None:
                found.append(span)
            else:
                self.lost += len(wanted)
                self._reach += 2 * len(wanted)
        return merged(found)

    def _next(self, wanted: str) -> Span | None:
        place = self.letters.text.find(wanted, self.at, self.at + self._reach + len(wanted)) if wanted else -1
        if place < 0:
            return None
        self.at, self._reach = place + len(wanted), SLACK
        return place, self.at


def passage(letters: Letters, text: str, expected: float) -> Spans:
    """Return where a passage of another edition stands: whole, else line by line, else in nearly the same words.

    Of several places, that nearest to the share `expected` of the document. () when less than nine tenths of its
    letters are found together by lines, and no stretch has nearly the same words either.
    """
    whole = letters.nearest(letters_of(text), expected)
    if whole is not None:
        return (whole,)
    return _by_lines(letters, text, expected) or _by_words(letters, text)


def _by_lines(letters: Letters, text: str, expected: float) -> Spans:
    size = len(letters_of(text))
    longest = max(map(letters_of, text.splitlines()), key=len, default="")
    anchor = letters.nearest(longest, expected)
    if anchor is None:
        return ()
    found = Cursor(letters, max(0, anchor[0] - size - SLACK // 10)).find(text)
    return found if length(found) >= 0.9 * size else ()


def _by_words(letters: Letters, text: str) -> Spans:
    """Return the lines of which the passage has at least half, by the words that it shares with them."""
    found = Editions(letters.lines).find(text)
    if not found:
        return ()
    places = letters.places
    return merged(places[number] for number, share in found[0].shares if 2 * share >= length([places[number]]))


def merged(spans: Iterable[Span]) -> Spans:
    """Return the spans in order; those that touch or overlap are one."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def length(spans: Sequence[Span]) -> int:
    """Return the letters that spans cover; they must not overlap."""
    return sum(end - start for start, end in spans)


def shared(one: Sequence[Span], two: Sequence[Span]) -> int:
    """Return the letters that both cover."""
    return sum(max(0, min(a[1], b[1]) - max(a[0], b[0])) for a in one for b in two)

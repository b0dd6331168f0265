"""Finding a name by some of its letters: whole words, beginnings, parts, initials, letters in their order.

One matcher for the document tree and for the search of documents and headings, so that both find the same. Letters are
compared without regard to case and diacritics ("ubersicht" finds "Übersicht").
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

WORD, BEGINNING, INITIALS, PART, LETTERS = 100, 80, 70, 60, 40
"""What a typed word scores where it is a whole word of the text, begins one, is made of initials, stands inside a word,
or has its letters in order close together. Zero means no match, so any match scores more."""

_NEAR = 4
"""Letters in order count as a match when they span at most this many times their number: further apart is chance. So it
is when they are torn into more than half as many pieces, unless one word holds them all ("hndbk", "handbook")."""

_LONGEST = 300
"""Characters of a text that are looked at for scattered letters; names and headings are shorter."""

_WORDS = re.compile(r"[^\W_]+")
Span = tuple[int, int]


def fold(text: str) -> str:
    """Return a text as it is compared: small letters without diacritics."""
    if text.isascii():
        return text.lower()
    parted = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in parted if not unicodedata.combining(sign)).casefold()


class Pattern:
    """What a user typed, as words that must all be found, in any order."""

    def __init__(self, typed: str) -> None:
        self.words: tuple[str, ...] = tuple(dict.fromkeys(fold(typed).split()))

    def __bool__(self) -> bool:
        """Say whether anything was typed."""
        return bool(self.words)

    def score(self, *fields: str) -> float:
        """Return how well folded texts match, 0 when a word is in none of them; a field counts more than the next.

        The share of the first field that was typed decides between else equal matches: the shortest name wins.
        """
        total = 0.0
        for word in self.words:
            best = max(
                (_found(word, field)[0] * 0.9**place for place, field in enumerate(fields) if field), default=0.0
            )
            if not best:
                return 0.0
            total += best
        typed = sum(map(len, self.words))
        return total / len(self.words) + min(typed / max(len(fields[0]), 1), 1.0) if self.words else 0.0

    def touches(self, field: str) -> bool:
        """Say whether a folded text matches at least one of the words."""
        return any(_found(word, field)[0] for word in self.words)

    def spans(self, text: str) -> tuple[Span, ...]:
        """Return where the words stand in a text that is not folded, as half-open spans in order, none overlapping.

        Words that the text does not hold are passed over: another field may hold them.
        """
        folded, origins = _traced(text)
        marked = {place for word in self.words for span in _found(word, folded)[1] for place in range(*span)}
        return _runs(sorted({origins[place] for place in marked}))


def _traced(text: str) -> tuple[str, Sequence[int]]:
    """Return a folded text and for each of its characters the one of `text` that it comes from."""
    folded = fold(text)
    if len(folded) == len(text):
        return folded, range(len(text))
    parts = [fold(sign) for sign in text]
    return "".join(parts), [place for place, part in enumerate(parts) for _ in part]


def _runs(places: Sequence[int]) -> tuple[Span, ...]:
    runs: list[Span] = []
    for place in places:
        if runs and runs[-1][1] == place:
            runs[-1] = (runs[-1][0], place + 1)
        else:
            runs.append((place, place + 1))
    return tuple(runs)


def _found(word: str, text: str) -> tuple[float, tuple[Span, ...]]:
    """Return the score of a typed word in a folded text and where it stands: the best way of those there are."""
    if not _holds_letters(text, word):
        return 0.0, ()
    place = text.find(word)
    whole = _whole(word, text, place) if place >= 0 else None
    if whole and (whole[0] > INITIALS or len(word) == 1):
        return whole
    starts = [match.start() for match in _WORDS.finditer(text)]
    return _initials(word, text, starts) or whole or _scattered(word, text[:_LONGEST], starts) or (0.0, ())


def _holds_letters(text: str, word: str) -> bool:
    """Tell whether a text has the letters of a word in their order: what is needed for any match, and quickly told."""
    place = -1
    for letter in word:
        place = text.find(letter, place + 1)
        if place < 0:
            return False
    return True


def _whole(word: str, text: str, place: int) -> tuple[float, tuple[Span, ...]]:
    """Score a word that a text holds in one piece, by its best occurrence."""
    best = (0.0, place)
    while place >= 0:
        begins = place == 0 or not text[place - 1].isalnum()
        end = place + len(word)
        ends = end == len(text) or not text[end].isalnum()
        score = WORD if begins and ends else BEGINNING if begins else PART
        if score > best[0]:
            best = (float(score), place)
        place = -1 if best[0] == WORD else text.find(word, place + 1)
    return best[0], ((best[1], best[1] + len(word)),)


def _initials(word: str, text: str, starts: Sequence[int]) -> tuple[float, tuple[Span, ...]] | None:
    """Score a word made of the first letters of neighbouring words: "eh" finds "employee handbook"."""
    place = "".join(text[start] for start in starts).find(word)
    if place < 0:
        return None
    return float(INITIALS), tuple((start, start + 1) for start in starts[place : place + len(word)])


def _scattered(word: str, text: str, starts: Sequence[int]) -> tuple[float, tuple[Span, ...]] | None:
    """Score letters in their order from a word's beginning on: "emhb" finds "employee-handbook"."""
    ways = [list(_letters(word, text, start)) for start in starts if text[start : start + 1] == word[0]]
    near = [way for way in ways if len(way) == len(word) and _is_meant(way, text)]
    if not near:
        return None
    best = min(near, key=lambda way: way[-1] - way[0])
    return LETTERS * len(word) / (best[-1] - best[0] + 1), _runs(best)


def _is_meant(way: Sequence[int], text: str) -> bool:
    """Tell whether letters stand so close together that they can be meant."""
    if way[-1] - way[0] >= _NEAR * len(way):
        return False
    return len(_runs(way)) <= len(way) / 2 + 1 or text[way[0] : way[-1]].isalnum()


def _letters(word: str, text: str, start: int) -> Iterator[int]:
    """Yield where the letters of a word stand, each at the first place after the one before."""
    place = start - 1
    for letter in word:
        place = text.find(letter, place + 1)
        if place < 0:
            return
        yield place

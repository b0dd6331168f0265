"""Finding a passage that another edition of its document has in nearly the same words (DESIGN 4.7).

Editions of one document differ in small things: an apostrophe is lost, a link's words stand behind the sentence, a
menu is called otherwise, an encoding is broken. A passage counts as found where at least 85 of 100 of its words
stand in the same order within a stretch of about its length, and all of its numbers among them. Only runs of two words
or more count, so that "the" and "to" on the way prove nothing. Passages of a few words are found exactly or not at all.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

from explorer.core.words import words_of

LEAST = 0.85
"""The share of a passage's words that must stand there."""

SHORTEST, LONGEST = 8, 1_000
"""Words of a passage that is looked for: fewer are alike by chance, more are a document."""

_SHORTEST_RUN = 2
_COMMON = 50
"""A pair of words that stands so often tells nothing about a place."""

_TRIED = 3
"""The likeliest places that are compared word by word."""

_APOSTROPHES = str.maketrans("", "", "'’‘´`")


@dataclass(frozen=True, slots=True)
class Likeness:
    """A place in nearly the same words: the share of the passage's words that it has, and letters by passage number."""

    share: float
    shares: tuple[tuple[int, int], ...]


class Editions:
    """The words of a document's passages one after the other, to be searched for passages of other editions."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._words: list[str] = []
        self._owners: list[int] = []
        for number, text in enumerate(texts):
            words = _plain_words(text)
            self._words += words
            self._owners += [number] * len(words)
        self._pairs: dict[tuple[str, str], list[int]] = defaultdict(list)
        for place, pair in enumerate(pairwise(self._words)):
            self._pairs[pair].append(place)

    def find(self, text: str) -> list[Likeness]:
        """Return the places that are most like `text`, [] when none is alike enough."""
        wanted = _plain_words(text)
        if not SHORTEST <= len(wanted) <= LONGEST:
            return []
        found = [each for start in self._likely(wanted) if (each := self._compare(wanted, start)) is not None]
        best = max((each.share for each in found), default=0.0)
        return list({each.shares: each for each in found if each.share == best}.values())

    def _likely(self, wanted: Sequence[str]) -> Iterator[int]:
        """Yield where the passage would begin by most of its pairs of words, the likeliest first."""
        width = max(SHORTEST, len(wanted) // 2)
        votes = Counter[int]()
        for place, pair in enumerate(pairwise(wanted)):
            places = self._pairs.get(pair, ())
            if len(places) <= _COMMON:
                votes.update({(found - place) // width for found in places})
        # A place on the border of two stretches has its votes in both.
        for stretch in list(votes):
            votes[stretch] += votes.get(stretch + 1, 0)
        for stretch, _ in votes.most_common(_TRIED):
            yield stretch * width

    def _compare(self, wanted: Sequence[str], start: int) -> Likeness | None:
        first, last = max(0, start - len(wanted) // 2), start + 2 * len(wanted)
        matcher = SequenceMatcher(None, wanted, self._words[first:last], autojunk=False)
        runs = [run for run in matcher.get_matching_blocks() if run.size >= _SHORTEST_RUN]
        matched = sum(run.size for run in runs)
        if matched < LEAST * len(wanted) or not _has_numbers(wanted, [range(run.a, run.a + run.size) for run in runs]):
            return None
        letters = Counter[int]()
        for run in runs:
            for place in range(first + run.b, first + run.b + run.size):
                letters[self._owners[place]] += len(self._words[place])
        return Likeness(matched / len(wanted), tuple(sorted(letters.items())))


def _plain_words(text: str) -> list[str]:
    return words_of(text.translate(_APOSTROPHES))


def _has_numbers(wanted: Sequence[str], runs: Sequence[range]) -> bool:
    """Tell whether every number of the passage was matched: other numbers make another statement."""
    matched = {place for run in runs for place in run}
    return all(place in matched for place, word in enumerate(wanted) if any(map(str.isdecimal, word)))

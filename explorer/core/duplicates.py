"""Passages in equal or nearly equal words under different headings (C206, C207, and the kind needs-discriminator).

Guarantees:

* Similarity is the Jaccard similarity of the sets of words in a row (`words_of`), three at a time for duplicates.
  Every passage with another one at or over the threshold is found, by an exact method (`explorer.core.similar_sets`).
  Texts of fewer than three words are compared whole: equal or not.
* "Under another heading" is another heading path, or another document. Passages with the same path in the same
  document are one long passage that was cut, or a list of like entries; they are never each other's twins.
* Equal texts are one text with several places, so a text that repeats ten thousand times costs as much as one.
* Texts are not kept: a passage costs four bytes a word.

Callers pass current documents only: two versions of a document share nearly all their words, and D303 reports them.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from explorer.core.model import BlockKind, Chunk, Place
from explorer.core.ranking import words_of
from explorer.core.similar_sets import Integers, Pairs, sets_of, shingles, similar_pairs
from explorer.core.subject import SubjectKind
from explorer.core.twin_places import Group, Nearest, Partners, groups_of, nearest_to, partners_of

NEAR_DUPLICATE = 0.9
"""The similarity from which on two passages say the same (DESIGN 4.4)."""

NEAR_TWIN = 0.6
"""The similarity, of sets of single words, from which on a passage needs something to tell it from another.

Three words in a row are too strict here: "The annual deductible is 500 dollars." and the same with 750 share two of
six (0.33), but five of seven single words (0.71). In six manuals of phones, nearly all pairs from 0.6 on are the same
matter told for two devices, or two steps that differ in a word or two ("Export contacts", "Import contacts"); in a
benefits handbook, pairs below 0.4 only share the way its author writes.
"""


@dataclass(frozen=True, slots=True)
class Passage:
    """Where a chunk stands: what a finding about it needs, its text aside."""

    document: str
    index: int
    heading_path: tuple[str, ...]
    section: int = -1
    place: Place = field(default_factory=Place)

    @property
    def home(self) -> tuple[str, tuple[str, ...]]:
        """Return document and heading path."""
        return self.document, self.heading_path


@dataclass(frozen=True, slots=True)
class Twin:
    """A passage that has others like it under another heading.

    `nearest` is the most similar of them, with its `similarity`; at the same similarity, the first in the order in
    which passages were given. `equal` counts those in the same words, `near` the others at or over the threshold;
    `more` says that `near` may be too small, as a passage has at least `similar_sets.MOST` different texts beside it,
    and only so many are looked at.
    """

    passage: Passage
    nearest: Passage
    similarity: float
    equal: int = 0
    near: int = 0
    more: bool = False


Counts = Callable[[str], bool]
"""Tells by its name whether a document is compared."""


def _all(_document: str) -> bool:
    return True


class Compared(Protocol):
    """What gives cause to C206 and C207: passages that were compared with one another; see `Passages`."""

    def copies(self, counts: Counts = ..., /) -> tuple[Twin, ...]:
        """Return the passages whose words stand under another heading too."""
        ...

    def twins(self, threshold: float = ..., words: int = ..., counts: Counts = ...) -> tuple[Twin, ...]:
        """Return the passages that have an equal or near twin."""
        ...


class Passages:
    """Takes passages one after the other, and finds those that are alike."""

    def __init__(self) -> None:
        self._vocabulary: dict[str, int] = {}
        self._texts: dict[bytes, int] = {}
        self._passages: list[tuple[Passage, int]] = []

    def add(self, passage: Passage, text: str, kind: str = BlockKind.PARAGRAPH) -> None:
        """Take a passage. One without words, or that is a heading and nothing else, has no text to be compared."""
        words = compared_words(text, kind)
        if words:
            numbers = array("I", [self._vocabulary.setdefault(word, len(self._vocabulary)) for word in words])
            self._passages.append((passage, self._texts.setdefault(numbers.tobytes(), len(self._texts))))

    def add_chunk(self, chunk: Chunk) -> Passage:
        """Take a chunk, and return where it stands."""
        passage = Passage(chunk.document, chunk.index, chunk.heading_path, chunk.section, chunk.place)
        self.add(passage, chunk.text, chunk.kind)
        return passage

    def copies(self, counts: Counts = _all) -> tuple[Twin, ...]:
        """Return the passages whose words stand under another heading too, in the order in which they were given.

        `counts` tells, by its name, whether a document is compared at all.
        """
        return self._twins(self._groups(counts), {}, counts)

    def twins(self, threshold: float = NEAR_DUPLICATE, words: int = 3, counts: Counts = _all) -> tuple[Twin, ...]:
        """Return the passages that have an equal or near twin, in the order in which they were given.

        `words` in a row are compared. Raises `ValueError` for a threshold that is not above 0 and at most 1.
        """
        groups = self._groups(counts)
        return self._twins(groups, partners_of(self._near(groups, threshold, words)), counts)

    def near_twins(self, counts: Counts = _all) -> tuple[Twin, ...]:
        """Return the passages that need something to tell them from another (see `NEAR_TWIN`)."""
        return self.twins(NEAR_TWIN, 1, counts)

    def _groups(self, counts: Counts) -> dict[int, Group]:
        return groups_of(
            (position, text, passage.home)
            for position, (passage, text) in enumerate(self._passages)
            if counts(passage.document)
        )

    def _twins(self, groups: Mapping[int, Group], partners: Partners, counts: Counts) -> tuple[Twin, ...]:
        found: list[Twin] = []
        for passage, text in self._passages:
            nearest = nearest_to(passage.home, text, groups, partners) if counts(passage.document) else None
            if nearest:
                found.append(twin_of(passage, self._passages[nearest.position][0], nearest))
        return tuple(found)

    def _near(self, groups: Mapping[int, Group], threshold: float, words: int) -> Pairs:
        """Return the pairs of near texts; a pair whose passages all stand under one heading is left out."""
        used = np.array(sorted(groups), dtype=np.int64)
        spelled = list(self._texts)
        names = list(self._vocabulary)
        owners, members = shingles([_spelled(spelled[text]) for text in used.tolist()], words)
        homes: dict[Hashable, int] = {}
        alike = [
            homes.setdefault(next(iter(groups[text].homes)), len(homes)) if len(groups[text].homes) == 1 else -1
            for text in used.tolist()
        ]
        keys = [text_key([names[word] for word in array("I", spelled[text])]) for text in used.tolist()]
        pairs = similar_pairs(
            sets_of(owners, members, used.size), threshold, np.array(alike, dtype=np.int64), np.array(keys, np.int64)
        )
        return Pairs(used[pairs.left], used[pairs.right], pairs.similarity)


def twin_of(passage: Passage, other: Passage, nearest: Nearest) -> Twin:
    """Return what was found about a passage; `other` is the one nearest to it."""
    return Twin(passage, other, nearest.similarity, nearest.equal, nearest.near, nearest.more)


def compared_words(text: str, kind: str) -> list[str]:
    """Return the words by which a passage is compared: none for one that is a heading and nothing else."""
    return words_of(text) if kind != BlockKind.HEADING else []


def text_key(words: Sequence[str]) -> int:
    """Return a number of 63 bits for a text of these words: of many near texts, the lowest come first.

    It follows from the words alone. Two of a million texts have the same number with a probability of 10⁻⁷.
    """
    digest = hashlib.blake2b(" ".join(words).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def _spelled(text: bytes) -> Integers:
    """Return the numbers of a text's words; none where it has fewer than three, for such texts are compared whole."""
    words = np.frombuffer(text, dtype=np.uint32).astype(np.int64)
    return words if words.size >= 3 else words[:0]


def pairs_of(twins: Iterable[Twin]) -> tuple[tuple[Passage, Passage, float], ...]:
    """Return each twin with its nearest and their similarity, every pair once."""
    seen: dict[frozenset[tuple[str, int]], tuple[Passage, Passage, float]] = {}
    for twin in twins:
        key = frozenset((_key(twin.passage), _key(twin.nearest)))
        seen.setdefault(key, (twin.passage, twin.nearest, twin.similarity))
    return tuple(seen.values())


def needs_discriminator(subjects: Mapping[tuple[str, int], str], twins: Iterable[Twin]) -> frozenset[tuple[str, int]]:
    """Return the chunks, as (document, index), whose kind is needs-discriminator (DESIGN 4.5).

    `subjects` gives each chunk's kind by its own words (`explorer.core.subject`): only those that name their subject
    can need more, for the other kinds say already that something is missing. `twins` come from `near_twins`.
    """
    named = (_key(twin.passage) for twin in twins)
    return frozenset(key for key in named if subjects.get(key) == SubjectKind.NAMED)


def _key(passage: Passage) -> tuple[str, int]:
    return passage.document, passage.index

"""Which word stands how often in which text, and the two measures that need nothing else: BM25 and shared words.

An index holds distinct texts; a ranking ranks chunks, several of which may have the same text. So the measures take
`weights`, the number of the pool's chunks that have each text, and every count of BM25 (N, how many hold a word, the
mean length) is taken over the pool exactly, whatever else is indexed. A filter needs no other index.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.core.words import STOP_WORDS, words_of

Numbers = NDArray[np.int32]
Weights = NDArray[np.intp]
Scores = NDArray[np.float64]

K1 = 1.5
B = 0.75
"""The defaults of `bm25s` (method "lucene")."""


@dataclass(frozen=True, slots=True)
class WordIndex:
    """The words of a number of texts. Entries stand word by word: those of word n from `starts[n]` to `starts[n + 1]`.

    `rows` names the text of each entry, `counts` how often the word stands there; `lengths` counts each text's words.
    """

    vocabulary: Mapping[str, int]
    starts: NDArray[np.int64]
    rows: Numbers
    counts: Numbers
    lengths: Numbers

    def entries(self, word: str) -> tuple[Numbers, Numbers]:
        """Return the texts that hold `word`, and how often each does."""
        number = self.vocabulary.get(word)
        if number is None:
            return self.rows[:0], self.counts[:0]
        found = slice(int(self.starts[number]), int(self.starts[number + 1]))
        return self.rows[found], self.counts[found]

    def bm25(self, words: Sequence[str], weights: Weights) -> Scores:
        """Return each text's BM25 over the pool; not a number where it holds none of `words`.

        A word weighs idf · tf / (tf + k1 · (1 − b + b · length / mean length)) in a text, with
        idf = log(1 + (N − df + 0.5) / (df + 0.5)). A word that stands twice in the question counts twice.
        """
        return self._bm25(words, weights, None)[:-1]

    def bm25_with(self, words: Sequence[str], weights: Weights, guest: Sequence[str]) -> Scores:
        """Return the same where a text of the words `guest` is in the pool too; its own score stands last."""
        return self._bm25(words, weights, guest)

    def _bm25(self, words: Sequence[str], weights: Weights, guest: Sequence[str] | None) -> Scores:
        """Return each text's score and then the guest's, which is not a number when there is none."""
        held = Counter(guest or ())
        lengths = np.append(self.lengths, len(guest or ()))
        size = int(weights.sum()) + (guest is not None)
        mean = float(np.append(weights, guest is not None) @ lengths.astype(np.float64)) / size if size else 0.0
        totals = np.full(len(lengths), np.nan)
        for word, times in Counter(words).items():
            rows, counts = self.entries(word)
            found = int(weights[rows].sum()) + (word in held)
            if word in held:
                rows, counts = np.append(rows, len(self.lengths)), np.append(counts, held[word])
            if found:
                norms = K1 * (1 - B + B * lengths[rows] / (mean or 1.0))
                gained = times * _idf(size, found) * counts / (counts + norms)
                totals[rows] = np.nan_to_num(totals[rows]) + gained
        return totals

    def shared(self, words: Iterable[str]) -> Scores:
        """Return how many distinct ones of `words`, stop words aside, each text holds; not a number for none."""
        totals = np.zeros(len(self.lengths))
        for word in set(words) - STOP_WORDS:
            totals[self.entries(word)[0]] += 1
        return np.where(totals > 0, totals, np.nan)

    def holding(self, words: Iterable[str]) -> NDArray[np.bool_]:
        """Tell for each text whether it holds all of `words`, in any order."""
        held = np.ones(len(self.lengths), dtype=bool)
        for word in set(words):
            here = np.zeros(len(self.lengths), dtype=bool)
            here[self.entries(word)[0]] = True
            held &= here
        return held

    def renewed(self, kept: Sequence[int], texts: Sequence[str]) -> WordIndex:
        """Return the index of the texts `kept` (by their rows, in this order), followed by new ones."""
        place = np.full(len(self.lengths), -1, dtype=np.int32)
        place[np.asarray(kept, dtype=np.intp)] = np.arange(len(kept), dtype=np.int32)
        rows = place[self.rows]
        stay = rows >= 0
        owners = np.repeat(np.arange(len(self.starts) - 1, dtype=np.int32), np.diff(self.starts))
        vocabulary = dict(self.vocabulary)
        added, lengths = _counted(texts, vocabulary, len(kept))
        return _sorted(
            list(vocabulary),
            np.concatenate([owners[stay], added[0]]),
            np.concatenate([rows[stay], added[1]]),
            np.concatenate([self.counts[stay], added[2]]),
            np.concatenate([self.lengths[np.asarray(kept, dtype=np.intp)], lengths]),
        )


def index_texts(texts: Sequence[str]) -> WordIndex:
    """Return the index of `texts`, each in a row of its own even where two are equal."""
    none = np.zeros(0, dtype=np.int32)
    return WordIndex({}, np.zeros(1, dtype=np.int64), none, none, none).renewed([], texts)


def holds_phrase(text: str, phrase: Sequence[str]) -> bool:
    """Tell whether the words of `phrase` stand side by side and in this order among the words of `text`."""
    words, size = words_of(text), len(phrase)
    wanted = list(phrase)
    return any(words[place : place + size] == wanted for place in range(len(words) - size + 1))


def _counted(
    texts: Sequence[str], vocabulary: dict[str, int], first: int
) -> tuple[tuple[Numbers, Numbers, Numbers], Numbers]:
    """Return (word, row, count) of all entries of `texts`, rows from `first` on, and lengths; new words are added."""
    number_of = defaultdict[str, int](None, vocabulary)
    number_of.default_factory = number_of.__len__
    standing, lengths = array("i"), list[int]()
    for text in texts:
        words = words_of(text)
        standing.extend(map(number_of.__getitem__, words))
        lengths.append(len(words))
    vocabulary.update(number_of)
    sizes = np.array(lengths, dtype=np.int32)
    width = max(len(texts), 1)
    places = np.array(standing, dtype=np.int64) * width + np.repeat(np.arange(len(texts)), sizes)
    entries, counts = np.unique(places, return_counts=True)
    rows = first + entries % width
    return ((entries // width).astype(np.int32), rows.astype(np.int32), counts.astype(np.int32)), sizes


def _sorted(words: Sequence[str], owners: Numbers, rows: Numbers, counts: Numbers, lengths: Numbers) -> WordIndex:
    """Bring entries into the order of their words; words without any are forgotten."""
    order = np.argsort(owners, kind="stable")
    sizes = np.bincount(owners, minlength=len(words))
    used = np.flatnonzero(sizes)
    starts = np.concatenate([[0], np.cumsum(sizes[used])]).astype(np.int64)
    vocabulary = {words[old]: new for new, old in enumerate(used.tolist())}
    return WordIndex(vocabulary, starts, rows[order], counts[order], lengths)


def _idf(size: int, found: int) -> float:
    return math.log(1 + (size - found + 0.5) / (found + 0.5))

"""Exact ranks, and the rankers that need no model: keywords (BM25) and shared words (DESIGN 4.6).

Guarantees:

* A rank is 1 + the number of scores greater by more than `TOLERANCE`; ties are ordered by position.
* A score that is not a number stands for "no match": it has no rank and no place in an order.
* Scores of one measure are never mixed with those of another; nothing here turns a score into a distance.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explorer.core.subject_words import word_set

Floats = NDArray[np.floating]
Integers = NDArray[np.intp]

TOLERANCE = 1e-6
"""Scores this close are equal: the order of additions in a product may not decide who is first."""

_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0963\u0966-\u0dff"
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_LETTER = rf"(?:(?![{_UNSPACED}])[^\W_]|[{_MARKS}])"
_WORD = re.compile(rf"\d+(?:[.,:]\d+)+(?!{_LETTER})|{_LETTER}+(?:['’]{_LETTER}+)*|(?!_)[{_UNSPACED}]")
_HAS_CONTENT = re.compile(r"[^\W_]")

STOP_WORDS = word_set(
    "a about above after again against all am an and any are aren't as at be because been before being below between "
    "both but by can cannot can't could couldn't did didn't do does doesn't doing don't down during each few for from "
    "further had hadn't has hasn't have haven't having he her here hers herself him himself his how i i'm if in into "
    "is isn't it it's its itself just let's many may me might more most much must my myself no nor not of off on once "
    "only or other ought our ours ourselves out over own same shall she should shouldn't so some such than that "
    "that's the their theirs them themselves then there these they this those through to too under until up upon very "
    "was wasn't we were weren't what what's when where which while who whom whose why will with won't would wouldn't "
    "you your yours yourself yourselves"
)
"""English words that carry no content, left out by `shared_words` only: BM25 weighs them by itself."""


def exact_ranks(scores: Floats) -> tuple[Integers, NDArray[np.bool_]]:
    """Return each score's rank from 1 (0 for no match), and whether others share it."""
    values = np.asarray(scores, dtype=np.float64)
    matched = ~np.isnan(values)
    ranks = np.zeros(values.shape, dtype=np.intp)
    rising = np.sort(values[matched])
    ranks[matched] = 1 + rising.size - np.searchsorted(rising, values[matched] + TOLERANCE, side="right")
    counts = np.bincount(ranks, minlength=1)
    return ranks, matched & (counts[ranks] > 1)


def ranking_order(scores: Floats) -> Integers:
    """Return the positions of all that matched, best first, equal ranks in the order of their positions."""
    ranks, _ = exact_ranks(scores)
    positions = np.flatnonzero(ranks)
    return positions[np.argsort(ranks[positions], kind="stable")]


def cosine(matrix: Floats, vector: Floats) -> NDArray[np.float32]:
    """Return the cosine of each row of `matrix` with `vector`; 0 where either has no length."""
    rows = np.asarray(matrix, dtype=np.float32)
    target = np.asarray(vector, dtype=np.float32).ravel()
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows)) * np.float32(np.linalg.norm(target))
    products = rows @ target
    return np.divide(products, lengths, out=np.zeros_like(products), where=lengths > 0)


def words_of(text: str) -> list[str]:
    """Return the words of `text` in order, in small letters, compatibility forms resolved.

    A number keeps its inner signs ("4.1", "12,345.00", "10:30"), a word its apostrophes ("don't"); hyphens and
    underscores part words. Scripts without spaces between words (Chinese, Japanese, Thai …) give one word a character.
    """
    folded = unicodedata.normalize("NFKC", text).lower().replace("’", "'")
    return [word for word in _WORD.findall(folded) if _HAS_CONTENT.search(word)]


def shared_words(question: str, texts: Sequence[str]) -> Integers:
    """Return how many distinct words of `question` each text holds, stop words aside; no stemming."""
    wanted = frozenset(words_of(question)) - STOP_WORDS
    return np.array([len(wanted.intersection(words_of(text))) for text in texts], dtype=np.intp)


class Bm25:
    """Keyword scores over `texts`: equal to those of the package `bm25s` at its defaults on the same words.

    Its method "lucene": a word weighs idf · tf / (tf + k1 · (1 − b + b · length / mean length)) in a text, with
    idf = log(1 + (N − df + 0.5) / (df + 0.5)), k1 = 1.5 and b = 0.75. A word that stands twice in the question counts
    twice.
    """

    K1 = 1.5
    B = 0.75

    def __init__(self, texts: Sequence[str]) -> None:
        self._size = len(texts)
        self._postings = _postings(texts)
        self._lengths = np.zeros(self._size)
        for places, counts in self._postings.values():
            self._lengths[places] += counts
        mean = float(self._lengths.mean()) if self._size else 0.0
        self._norms = self.K1 * (1 - self.B + self.B * self._lengths / (mean or 1.0))

    def scores(self, question: str) -> NDArray[np.float64]:
        """Return each text's score; not a number where it holds no word of `question`."""
        totals = np.full(self._size, np.nan)
        for word, times in Counter(words_of(question)).items():
            if word in self._postings:
                places, counts = self._postings[word]
                gained = times * self._idf(len(places)) * counts / (counts + self._norms[places])
                totals[places] = np.nan_to_num(totals[places]) + gained
        return totals

    def _idf(self, found: int) -> float:
        return math.log(1 + (self._size - found + 0.5) / (found + 0.5))


def _postings(texts: Sequence[str]) -> dict[str, tuple[Integers, NDArray[np.float64]]]:
    """Return, for each word, the positions of the texts that hold it and how often each does."""
    lists: dict[str, tuple[list[int], list[int]]] = {}
    for position, text in enumerate(texts):
        for word, count in Counter(words_of(text)).items():
            places, counts = lists.setdefault(word, ([], []))
            places.append(position)
            counts.append(count)
    return {
        word: (np.array(places, dtype=np.intp), np.array(counts, dtype=np.float64))
        for word, (places, counts) in lists.items()
    }

"""The index of words against counting word by word, over pools with repeated texts; fusion against its definition."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core.ranking import FUSED_TOLERANCE, Bm25, exact_ranks, fused, order_of, shared_words
from explorer.core.word_index import WordIndex, holds_phrase, index_texts
from explorer.core.words import STOP_WORDS, words_of

_WORDS = st.sampled_from(["pass", "day", "ride", "the", "4.1", "fee", "泵", "don't"])
_TEXT = st.lists(_WORDS, max_size=7).map(" ".join)
_TEXTS = st.lists(_TEXT, max_size=8, unique=True)


def same(index: WordIndex, texts: list[str]) -> bool:
    """Tell whether an index says of `texts` what counting says."""
    counted = [Counter(words_of(text)) for text in texts]
    words = {word for counts in counted for word in counts}
    held = {
        word: dict(zip(rows.tolist(), counts.tolist(), strict=True))
        for word in index.vocabulary
        for rows, counts in [index.entries(word)]
    }
    expected = {word: {row: counts[word] for row, counts in enumerate(counted) if counts[word]} for word in words}
    return held == expected and index.lengths.tolist() == [counts.total() for counts in counted]


@settings(deadline=None)
@given(_TEXTS, st.lists(_TEXT, max_size=5), st.data())
def test_a_renewed_index_is_that_of_its_texts(old: list[str], new: list[str], data: st.DataObject) -> None:
    kept = data.draw(st.lists(st.sampled_from(range(len(old))), unique=True) if old else st.just(list[int]()))
    index = index_texts(old)
    assert same(index, old)
    assert same(index.renewed(kept, new), [*(old[row] for row in kept), *new])


@settings(deadline=None)
@given(_TEXTS, st.data(), _TEXT)
def test_scores_over_a_pool_are_those_of_the_pool_alone(texts: list[str], data: st.DataObject, question: str) -> None:
    """Texts outside the pool count for nothing, a text that several chunks of it have counts for each."""
    pool = data.draw(st.lists(st.sampled_from(range(len(texts))), max_size=12) if texts else st.just(list[int]()))
    index = index_texts(texts)
    weights = np.bincount(np.array(pool, dtype=np.intp), minlength=len(texts))
    words = words_of(question)
    found = index.bm25(words, weights)[pool]
    alone = Bm25([texts[row] for row in pool]).scores(question)
    assert np.allclose(found, alone, rtol=1e-12, equal_nan=True)
    counts = shared_words(question, [texts[row] for row in pool]).astype(float)
    assert np.array_equal(index.shared(words)[pool], np.where(counts > 0, counts, np.nan), equal_nan=True)


@settings(deadline=None)
@given(_TEXTS, st.lists(_WORDS, min_size=1, max_size=3))
def test_holding_and_phrases_equal_brute_force(texts: list[str], phrase: list[str]) -> None:
    assert index_texts(texts).holding(phrase).tolist() == [set(phrase) <= set(words_of(text)) for text in texts]
    wanted = " ".join(phrase)
    assert [holds_phrase(text, phrase) for text in texts] == [f" {wanted} " in f" {text} " for text in texts]


def test_stop_words_alone_match_nothing_by_shared_words() -> None:
    index = index_texts(["the day of the ride", "pass"])
    assert np.isnan(index.shared(["the", "of"])).all()
    assert index.shared(["the", "ride", "ride"]).tolist()[0] == 1
    assert {"the", "of"} <= STOP_WORDS


_RANKS = st.lists(st.integers(0, 30), min_size=1, max_size=20)


@settings(deadline=None)
@given(_RANKS)
def test_fusion_by_its_definition(first: list[int]) -> None:
    second = first[::-1]
    scores = fused([np.array(first, dtype=np.intp), np.array(second, dtype=np.intp)])
    for score, pair in zip(scores, zip(first, second, strict=True), strict=True):
        expected = sum(1 / (60 + rank) for rank in pair if rank)
        assert score == pytest.approx(expected) if expected else math.isnan(score)


def test_fusion_of_long_rankings_keeps_neighbours_apart() -> None:
    """One step far down is less than the tolerance of other scores."""
    ranks = np.arange(1, 50_001, dtype=np.intp)
    found, tied = exact_ranks(fused([ranks, ranks]), FUSED_TOLERANCE)
    assert found.tolist() == ranks.tolist()
    assert not tied.any()


def test_fusion_ties_what_swaps_its_ranks() -> None:
    ranks, tied = exact_ranks(fused([np.array([1, 2, 3, 0]), np.array([2, 1, 0, 0])]), FUSED_TOLERANCE)
    assert ranks.tolist() == [1, 1, 3, 0]
    assert tied.tolist() == [True, True, False, False]
    assert order_of(ranks).tolist() == [0, 1, 2]


@settings(deadline=None)
@given(st.text(alphabet="ab9.,:' _-\n", max_size=12))
def test_texts_of_ascii_have_the_words_of_the_general_rule(text: str) -> None:
    assert words_of(text) == words_of(f"{text} \u2014")

"""Ranks against brute force, keyword scores against bm25s, shared words on the plans of Lumen Bikes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core.ranking import TOLERANCE, Bm25, cosine, exact_ranks, ranking_order, shared_words, words_of

RIDE = "It costs 3 dollars and lasts up to 30 minutes."
DAY = "It costs 12 dollars."
MONTH = "It costs 25 dollars and includes unlimited rides of up to 45 minutes."
PLANS = [
    f"Plans > {name}\n\n{text}" for name, text in (("Single ride", RIDE), ("Day pass", DAY), ("Monthly pass", MONTH))
]

_NEAR = st.integers(0, 6).map(lambda step: 0.5 + step * TOLERANCE / 2.5)
_SCORES = st.lists(st.one_of(st.floats(-1, 1), _NEAR, st.just(math.nan)), max_size=40)


@settings(deadline=None)
@given(_SCORES)
def test_ranks_equal_brute_force(scores: list[float]) -> None:
    ranks, tied = exact_ranks(np.array(scores))
    expected = [0 if math.isnan(score) else 1 + sum(other > score + TOLERANCE for other in scores) for score in scores]
    assert ranks.tolist() == expected
    assert tied.tolist() == [rank > 0 and expected.count(rank) > 1 for rank in expected]


@settings(deadline=None)
@given(_SCORES)
def test_order_follows_ranks_then_positions(scores: list[float]) -> None:
    ranks, _ = exact_ranks(np.array(scores))
    order = ranking_order(np.array(scores)).tolist()
    assert order == sorted((place for place, rank in enumerate(ranks) if rank), key=lambda place: (ranks[place], place))


def test_ties_share_a_rank_and_the_next_rank_counts_them() -> None:
    ranks, tied = exact_ranks(np.array([0.2, 0.9, 0.9 + 5e-7, math.nan, 0.1], dtype=np.float64))
    assert ranks.tolist() == [3, 1, 1, 0, 4]
    assert tied.tolist() == [False, True, True, False, False]
    assert ranking_order(np.array([math.nan, math.nan])).tolist() == []


@settings(deadline=None)
@given(st.lists(st.lists(st.floats(-5, 5, width=32), min_size=4, max_size=4), min_size=1, max_size=8))
def test_cosine_is_that_of_its_definition(rows: list[list[float]]) -> None:
    matrix, vector = np.array(rows, dtype=np.float32), np.array([1, -2, 0.5, 3], dtype=np.float32)
    lengths = np.linalg.norm(matrix.astype(np.float64), axis=1)
    sound = lengths > 1e-6
    expected = matrix[sound].astype(np.float64) @ vector / (lengths[sound] * np.linalg.norm(vector))
    assert np.allclose(cosine(matrix, vector)[sound], expected, atol=1e-5)
    assert cosine(np.zeros((1, 4), dtype=np.float32), vector).tolist() == [0.0]


@pytest.mark.parametrize(("question", "plain", "context"), [
    ("How much is the monthly pass?", [0, 0, 0], [0, 1, 2]),
    ("What does a single ride cost?", [0, 0, 0], [2, 0, 0]),
    ("the of and", [0, 0, 0], [0, 0, 0]),
    ("12 dollars, dollars, dollars", [1, 2, 1], [1, 2, 1]),
])  # fmt: skip
def test_shared_words(question: str, plain: list[int], context: list[int]) -> None:
    assert shared_words(question, [RIDE, DAY, MONTH]).tolist() == plain
    assert shared_words(question, PLANS).tolist() == context


@pytest.mark.parametrize(("text", "expected"), [
    ("Section 4.1: 12,345.00 at 10:30.", ["section", "4.1", "12,345.00", "at", "10:30"]),
    ("Don’t e-mail max_tokens", ["don't", "e", "mail", "max", "tokens"]),
    ("ﬁlter ＡＢＣ Ünder", ["filter", "abc", "ünder"]),
    ("泵站 A1", ["泵", "站", "a1"]),
    ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
    ("v1.2 3rd 5G", ["v1", "2", "3rd", "5g"]),
    ("... --- !", []),
])  # fmt: skip
def test_words_of(text: str, expected: list[str]) -> None:
    assert words_of(text) == expected


def test_keyword_scores_by_the_formula() -> None:
    scores = Bm25(["pass day pass", "day", "ride"]).scores("pass or day")
    idf_pass, idf_day = math.log(1 + 2.5 / 1.5), math.log(1 + 1.5 / 2.5)
    norm = 1.5 * (0.25 + 0.75 * 3 / (5 / 3))
    assert scores[0] == pytest.approx(idf_pass * 2 / (2 + norm) + idf_day / (1 + norm))
    assert math.isnan(scores[2])


def test_no_texts_and_empty_texts_have_no_match() -> None:
    assert Bm25([]).scores("pass").tolist() == []
    assert np.isnan(Bm25(["", "  "]).scores("pass")).all()


_TEXTS = st.lists(st.lists(st.sampled_from(["pass", "day", "ride", "4.1", "fee"]), max_size=8), min_size=1, max_size=8)


@settings(deadline=None)
@given(_TEXTS, st.lists(st.sampled_from(["pass", "day", "ride", "none"]), min_size=1, max_size=4))
def test_keyword_scores_equal_bm25s(texts: list[list[str]], question: list[str]) -> None:
    bm25s = pytest.importorskip("bm25s")
    if not any(texts):
        return
    peer = bm25s.BM25()
    peer.index(texts, show_progress=False)
    known = [word for word in question if any(word in text for text in texts)]
    expected = peer.get_scores(known) if known else np.zeros(len(texts))
    scores = Bm25([" ".join(text) for text in texts]).scores(" ".join(question))
    assert np.allclose(np.nan_to_num(scores), expected, atol=1e-5)
    assert np.isnan(scores).tolist() == [not set(question) & set(text) for text in texts]

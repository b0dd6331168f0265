"""A text that is ranked as a guest has the score that it would have in the index, and so have all others."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.word_index import index_texts
from explorer.core.words import words_of

WORDS = st.lists(st.sampled_from(["pass", "day", "month", "costs", "ride", "12", "zebra"]), max_size=6).map(" ".join)


@given(st.lists(WORDS, max_size=6), WORDS, WORDS, st.data())
def test_a_guest_counts_as_one_more_text(texts: list[str], guest: str, question: str, data: st.DataObject) -> None:
    weights = data.draw(st.lists(st.integers(0, 3), min_size=len(texts), max_size=len(texts)))
    counts = np.array(weights, dtype=np.intp)
    beside = index_texts(texts).bm25_with(words_of(question), counts, words_of(guest))
    inside = index_texts([*texts, guest]).bm25(words_of(question), np.append(counts, 1).astype(np.intp))
    assert np.array_equal(beside, inside, equal_nan=True)

"""Which texts of a list repeat one above them, against the Jaccard similarity of every pair; overlap at k."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.ranking import overlap_at
from explorer.core.repeats import firsts_alike

LONG = "one two three four five six seven eight nine ten eleven twelve"
WORDS = st.lists(st.sampled_from("ab"), max_size=7).map(" ".join)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ([], []),
        (["A pass.", "a PASS", "a pass too"], [None, 0, None]),
        (["", "", "?!"], [None, None, None]),
        ([LONG, "something else", LONG.upper(), f"{LONG} thirteen"], [None, None, 0, 0]),
        ([LONG, f"zero {LONG} thirteen"], [None, None]),
        (["x", LONG, "x", LONG], [None, None, 0, 1]),
    ],
)
def test_repeats_point_to_the_first(texts: list[str], expected: list[int | None]) -> None:
    assert firsts_alike(texts) == expected


def similarity(one: str, other: str) -> float:
    sets: list[set[tuple[str, ...]]] = []
    for text in (one, other):
        words = text.split()
        sets.append({tuple(words[at : at + 3]) for at in range(len(words) - 2)} if len(words) > 2 else {tuple(words)})
    return len(sets[0] & sets[1]) / len(sets[0] | sets[1])


@given(st.lists(WORDS, max_size=12), st.sampled_from([0.3, 0.5, 0.9, 1.0]))
def test_all_pairs_are_counted(texts: list[str], threshold: float) -> None:
    found = firsts_alike(texts, threshold)
    for number, text in enumerate(texts):
        leaders = [each for each in range(number) if found[each] is None and texts[each]]
        alike = [each for each in leaders if text and similarity(texts[each], text) >= threshold]
        assert found[number] == min(alike, default=None)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("", "", ()),
        ("abcdefghij", "jihgfedcba", ((5, 0), (10, 10))),
        ("abcde", "abxye", ((5, 3),)),
        ("abc", "cab", ((3, 3),)),
        ("abcdefg", "", ((5, 0), (7, 0))),
    ],
)
def test_overlap_at_k(one: str, other: str, expected: tuple[tuple[int, int], ...]) -> None:
    assert overlap_at(one, other, (5, 10)) == expected

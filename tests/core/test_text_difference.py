"""Word by word from one text to another: both texts are kept, the way is the shortest, and words stay whole."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.text_difference import Change, Piece, difference

TEXTS = st.text(st.sampled_from("ab1 \n.>é|"), max_size=40) | st.text(max_size=30)


def parts(first: str, second: str) -> list[tuple[str, str]]:
    return [(str(piece.change), piece.text) for piece in difference(first, second)]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("", "", []),
        ("It costs.", "It costs.", [("same", "It costs.")]),
        ("", "new", [("inserted", "new")]),
        ("old", "", [("removed", "old")]),
        ("It costs.", "Plans > Pass\n\nIt costs.", [("inserted", "Plans > Pass\n\n"), ("same", "It costs.")]),
        ("one two", "one three", [("same", "one "), ("removed", "two"), ("inserted", "three")]),
        ("passes", "pass", [("removed", "passes"), ("inserted", "pass")]),
        (
            "[A | B]\nx",
            "A > B: x",
            [
                *(("removed", "["), ("same", "A "), ("removed", "|"), ("inserted", ">"), ("same", " B")),
                *(("removed", "]\n"), ("inserted", ": "), ("same", "x")),
            ],
        ),
        ("one, two", "six, ten", [("removed", "one, two"), ("inserted", "six, ten")]),
        ("通行证", "月通行证", [("inserted", "月"), ("same", "通行证")]),
        ("snake_case", "snake_cases", [("same", "snake_"), ("removed", "case"), ("inserted", "cases")]),
    ],
)
def test_pieces(first: str, second: str, expected: list[tuple[str, str]]) -> None:
    assert parts(first, second) == expected


@given(TEXTS, TEXTS)
def test_both_texts_are_in_the_pieces(first: str, second: str) -> None:
    pieces = difference(first, second)
    assert "".join(piece.text for piece in pieces if piece.change is not Change.INSERTED) == first
    assert "".join(piece.text for piece in pieces if piece.change is not Change.REMOVED) == second
    assert all(piece.text for piece in pieces)
    order = [piece.change for piece in pieces]
    assert all(one is not other for one, other in pairwise(order))
    assert (Change.INSERTED, Change.REMOVED) not in set(pairwise(order))


@given(st.lists(st.sampled_from("月日年"), max_size=9), st.lists(st.sampled_from("月日年"), max_size=9))
def test_the_way_is_the_shortest_in_words(first: list[str], second: list[str]) -> None:
    """Against the table of longest common subsequences."""

    @cache
    def longest(one: int, other: int) -> int:
        if one == len(first) or other == len(second):
            return 0
        if first[one] == second[other]:
            return 1 + longest(one + 1, other + 1)
        return max(longest(one + 1, other), longest(one, other + 1))

    pieces = difference("".join(first), "".join(second))
    kept = sum(len(piece.text) for piece in pieces if piece.change is Change.SAME)
    assert kept == longest(0, 0)


def test_texts_of_nothing_in_common_are_told_whole() -> None:
    first, second = (" ".join(f"{letter}{number}" for number in range(1500)) for letter in "xy")
    assert difference(first, second) == (Piece(Change.REMOVED, first), Piece(Change.INSERTED, second))

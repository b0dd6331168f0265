"""Who moved, in words: up, down, new and lost by true ranks, and what both sides are called."""

from __future__ import annotations

import pytest

from explorer.core.export import comparison_json, comparison_text, movement_text, side_name
from explorer.core.views import Comparison, Hit, Pool


def hit(index: int, rank: int | None, other: int | None, repeats: tuple[str, int] | None = None) -> Hit:
    return Hit(
        "a.md", index, "A", ("A",), "It costs.", "", rank, 0.5, "cosine", other_rank=other, repeats=repeats
    )  # fmt: skip


@pytest.mark.parametrize(
    ("rank", "other", "listed", "on_plain", "on_context"),
    [
        (1, 4, True, "down 3: 1 to 4", "up 3: 4 to 1"),
        (4, 1, True, "up 3: 4 to 1", "down 3: 1 to 4"),
        (2, 2, True, "same rank", "same rank"),
        (2, 34, False, "lost: rank 34 on the other side", "new: rank 34 on the other side"),
        (2, None, False, "lost: no match on the other side", "new: no match on the other side"),
    ],
)
def test_a_hits_way_is_the_same_on_both_sides(
    rank: int, other: int | None, listed: bool, on_plain: str, on_context: str
) -> None:
    assert movement_text(hit(0, rank, other), listed, is_context=False) == on_plain
    assert movement_text(hit(0, rank, other), listed, is_context=True) == on_context


@pytest.mark.parametrize(
    ("recipes", "ranker", "names"),
    [
        (("none", "path"), "", ("Without context (recipe none)", "With context (recipe path)")),
        (("label", "path"), "", ("First side (recipe label)", "Second side (recipe path)")),
        (("path", "none"), "", ("First side (recipe path)", "Second side (recipe none)")),
        (("none", "none"), "hybrid",
         ("First side (recipe none, ranker keyword)", "Second side (recipe none, ranker hybrid)")),
    ],
)  # fmt: skip
def test_sides_are_named(recipes: tuple[str, str], ranker: str, names: tuple[str, str]) -> None:
    found = Comparison("q", "keyword", *recipes, "BM25", Pool(1, 1), context_ranker=ranker)
    assert (side_name(found, is_context=False), side_name(found, is_context=True)) == names


def test_a_comparison_for_the_terminal() -> None:
    plain, context = (hit(0, 1, 2), hit(1, 2, 9)), (hit(2, 1, None), hit(0, 2, 1, ("b.md", 7)))
    found = Comparison(
        "q", "embedding", "none", "path", "cosine", Pool(9, 9), plain, context,
        context_ranker="keyword", overlap=((2, 1),),
    )  # fmt: skip
    text = comparison_text(found)
    assert "Rankers: embedding, keyword; ranked 9 chunks" in text
    assert "On both sides: 1 of the first 2" in text
    for said in ("[down 1: 1 to 2]  a.md #0", "[lost: rank 9 on the other side]  a.md #1",
                 "[new: no match on the other side]  a.md #2", "a.md #0  (repeats b.md #7)"):  # fmt: skip
        assert said in text
    data = comparison_json(found)
    assert data["overlap"] == [{"k": 2, "shared": 1}]
    assert data["context_ranker"] == "keyword"
    assert comparison_json(Comparison("q", "hybrid", "none", "path", "RRF", Pool(1, 1)))["context_ranker"] == "hybrid"

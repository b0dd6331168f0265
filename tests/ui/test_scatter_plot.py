"""The scatter as data and words: axes and round values, places, the order of keys, parts, summaries and rows."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.retrieval_views import Scatter, ScatterCounts, ScatterPoint
from explorer.ui.scatter_axis import Axis, rank_axis, score_axis
from explorer.ui.scatter_plot import Mode, Way, make_plot
from explorer.ui.scatter_texts import axis_titles, chunk_words, legend, point_rows, shown_words, summary

POINTS = (
    ScatterPoint("a.md", 0, 0.2, 0.1, 2, 3, "Day pass"),
    ScatterPoint("a.md", 1, 0.1, 0.7, 3, 1, "Monthly pass"),
    ScatterPoint("b.md", 0, 0.4, 0.4, 1, 2),
    ScatterPoint("b.md", 1, None, 0.05, None, 4),
    ScatterPoint("b.md", 2, 0.05, None, 4, None),
)
COUNTS = ScatterCounts(both=3, plain_only=1, context_only=1, neither=2, risen=1, fallen=2, higher=1, lower=1)
SCATTER = Scatter("How much?", "cosine", "cosine", 7, POINTS, COUNTS)
MIXED = replace(SCATTER, context_measure="BM25", context_ranker="keyword")
VALUES = st.floats(-100, 100)


@given(st.lists(VALUES, min_size=1, max_size=20), st.integers(2, 12))
def test_a_score_axis_holds_its_values_and_few_round_ones(values: list[float], most: int) -> None:
    axis = score_axis(values)
    assert all(0 < axis.fraction(value) < 1 for value in values)
    ticks = axis.ticks(most)
    assert len(ticks) <= most
    assert all(axis.low - 1e-9 <= tick <= axis.high + 1e-9 for tick, _ in ticks)
    assert len({text for _, text in ticks}) == len(ticks)


@given(st.integers(1, 2_000_000), st.integers(2, 10))
def test_a_rank_axis_runs_from_the_worst_to_the_first(worst: int, most: int) -> None:
    axis = rank_axis([worst])
    assert 0 < axis.fraction(max(worst, 2)) < axis.fraction(1) < 1
    ticks = axis.ticks(most)
    assert 1 <= len(ticks) <= most
    assert ticks[0] == (1, "1")
    assert all(tick == int(tick) for tick, _ in ticks)


@given(st.floats(0, 0.4), st.floats(0.6, 1), st.booleans())
def test_a_part_of_an_axis_shows_the_same_values_larger(start: float, end: float, ranks: bool) -> None:
    axis = rank_axis([1000]) if ranks else score_axis([-0.2, 0.9])
    part = axis.part(start, end)
    assert math.isclose(axis.fraction(part.value(0)), start, abs_tol=1e-9)
    assert math.isclose(axis.fraction(part.value(1)), end, abs_tol=1e-9)
    assert math.isclose(part.fraction(axis.value(0.5)), (0.5 - start) / (end - start), abs_tol=1e-9)


@pytest.mark.parametrize(
    ("axis", "most", "texts"),
    [
        (Axis(-0.15, 0.8), 6, ["0.0", "0.2", "0.4", "0.6", "0.8"]),
        (Axis(0.0, 4.2), 3, ["0", "2", "4"]),
        (Axis(0.01, 0.033), 4, ["0.01", "0.02", "0.03"]),
        (Axis(-0.5, 0.5), 3, ["−0.5", "0.0", "0.5"]),
        (rank_axis([100_000]), 6, ["1", "10", "100", "1,000", "10,000", "100,000"]),
        (Axis(40, 60, ranks=True), 3, ["40", "50", "60"]),
        (Axis(0.0, 1.0), 1, ["0"]),
    ],
)
def test_round_values(axis: Axis, most: int, texts: list[str]) -> None:
    assert [text for _, text in axis.ticks(most)] == texts


def test_dots_stand_by_scores_or_ranks_and_are_walked_by_rank() -> None:
    plot = make_plot(SCATTER, Mode.SCORES)
    assert [dot.key for dot in plot.dots] == [("a.md", 1), ("b.md", 0), ("a.md", 0), ("b.md", 1), ("b.md", 2)]
    assert [dot.way for dot in plot.dots] == [Way.RISEN, Way.FALLEN, Way.FALLEN, Way.APART, Way.APART]
    assert (plot.dots[0].x, plot.dots[0].y) == (0.1, 0.7)
    assert (plot.dots[3].x, plot.dots[4].y) == (None, None)
    assert plot.along == plot.up
    assert plot.diagonal
    ranks = make_plot(SCATTER, Mode.RANKS)
    assert (ranks.dots[0].x, ranks.dots[0].y) == (3, 1)
    assert ranks.fractions(ranks.dots[0]) is not None
    first, second = (ranks.fractions(dot) for dot in ranks.dots[:2])
    assert first is not None
    assert second is not None
    assert (first[1] or 0) > (second[1] or 1)


def test_other_measures_have_axes_of_their_own_and_no_line_of_equal_ones() -> None:
    plot = make_plot(MIXED, Mode.SCORES)
    assert plot.along != plot.up
    assert not plot.diagonal
    assert make_plot(MIXED, Mode.RANKS).diagonal


def test_a_part_leaves_out_what_is_outside_and_can_be_widened() -> None:
    plot = make_plot(SCATTER, Mode.SCORES)
    part = plot.part(0.0, 0.5, 0.5, 1.0)
    assert part.zoomed
    inside = {dot.key for dot in part.dots if part.fractions(dot) is not None}
    assert inside == {("a.md", 1), ("b.md", 2)}
    assert part.reset() == plot
    near = plot.around(plot.dots[0], 0.5)
    assert near.zoomed
    assert near.fractions(near.dots[0]) is not None
    for _ in range(4):
        near = near.around(near.dots[0], 2.0)
    assert near == plot


def test_nothing_ranked_has_a_plot_and_words() -> None:
    empty = Scatter("q", "cosine", "cosine", 0, ())
    assert make_plot(empty, Mode.SCORES).dots == make_plot(empty, Mode.RANKS).dots == ()
    assert summary(empty) == "No chunk was ranked."
    assert len(point_rows(empty)) == 1


def test_the_picture_is_told_in_words_with_every_n() -> None:
    assert summary(SCATTER) == (
        "With context ranks 1 chunks better and 2 worse (n = 3). With context scores higher for 1 of 3 chunks, lower "
        "for 1. Of 7 chunks, 1 match only with context, 1 match only without context, 2 match on neither side."
    )
    assert "Scores of cosine and BM25 cannot be compared." in summary(MIXED)
    sides = replace(SCATTER, plain_recipe="label", counts=ScatterCounts(both=5))
    assert summary(sides).startswith("Right side ranks 0 chunks")
    assert summary(replace(SCATTER, counts=ScatterCounts(neither=7))).startswith("No chunk has a match on both sides.")


def test_axes_and_chunks_are_named() -> None:
    assert axis_titles(MIXED, Mode.SCORES) == (
        "Without context (none) · Embedding · cosine",
        "With context (path) · Keyword (BM25)",
    )
    assert axis_titles(MIXED, Mode.RANKS)[1] == "With context (path) · Keyword (BM25) · rank, 1 is best"
    assert chunk_words(POINTS[1], SCATTER) == (
        "a.md #1 · Monthly pass — without context: 0.100 cosine, rank 3; with context: 0.700 cosine, rank 1"
    )
    assert "b.md #1 — without context: no match; with context: 0.1 BM25, rank 4" in chunk_words(
        replace(POINTS[3], context=0.1), MIXED
    ).replace("BM25 0.1", "0.1 BM25")
    assert [way for way, _ in legend(SCATTER)] == list(Way)
    assert Way.APART not in {way for way, _ in legend(replace(SCATTER, counts=ScatterCounts(both=3)))}


def test_how_many_are_drawn_is_said() -> None:
    assert shown_words(SCATTER) == "n = 5 chunks"
    assert shown_words(replace(SCATTER, size=41_000)).startswith("5 of n = 40,998 chunks drawn")


def test_rows_leave_a_cell_empty_where_there_is_no_match() -> None:
    rows = point_rows(MIXED)
    assert rows[0][:3] == ["document", "chunk", "heading"]
    assert rows[2] == ["a.md", "1", "Monthly pass", "0.1", "cosine", "3", "0.7", "BM25", "1"]
    assert rows[4] == ["b.md", "1", "", "", "cosine", "", "0.05", "BM25", "4"]

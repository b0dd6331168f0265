"""Separation, crowding, spread kept and the verdict, against the definitions and in the corners."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from explorer.core import spread
from explorer.core.duplicates import Passage
from explorer.core.spread import Spread, Verdict, crowding, spread_report, unit_rows

Vectors = NDArray[np.float32]


def chunks(*counts: int) -> list[Passage]:
    """Return documents a, b, … with so many chunks, each under a heading of its own."""
    return [
        Passage(f"{chr(97 + number)}.md", index, (f"h{index}",))
        for number, count in enumerate(counts)
        for index in range(count)
    ]


def random_vectors(count: int, seed: int = 0) -> Vectors:
    return np.random.default_rng(seed).normal(size=(count, 8)).astype(np.float32)


def with_common(vectors: Vectors, weight: float) -> Vectors:
    """Return the vectors with one part added to all, as a header that never changes adds it."""
    units = unit_rows(vectors)
    return np.hstack([units, np.full((len(units), 1), weight, dtype=np.float32)])


def pairs_by_hand(units: Vectors) -> float:
    cosines = [float(units[i] @ units[j]) for i in range(len(units)) for j in range(i)]
    return sum(cosines) / len(cosines)


@settings(max_examples=50)
@given(st.integers(2, 30), st.integers(0, 1000))
def test_crowding_is_the_mean_over_all_pairs(count: int, seed: int) -> None:
    units = unit_rows(random_vectors(count, seed))
    assert crowding(units) == pytest.approx(pairs_by_hand(units), abs=1e-5)


@pytest.mark.parametrize("rows", [[], [[1, 0]], [[1, 0], [0, 0]], [[0, 0], [0, 0], [0, 0]]])
def test_fewer_than_two_directions_have_no_crowding(rows: list[list[float]]) -> None:
    assert crowding(unit_rows(np.array(rows, dtype=np.float32).reshape(-1, 2))) is None


def test_vectors_without_length_or_value_have_no_direction() -> None:
    units = unit_rows(np.array([[3, 4], [0, 0], [np.nan, 1], [np.inf, 1]], dtype=np.float32))
    assert units.tolist() == [[pytest.approx(0.6), pytest.approx(0.8)], [0, 0], [0, 0], [0, 0]]


def test_figures_are_those_of_the_definitions() -> None:
    rows = chunks(2, 3, 1)
    plain, context = random_vectors(6, 1), random_vectors(6, 2)
    twins = [(rows[0], rows[2], 0.95), (rows[1], rows[5], 0.7), (rows[3], rows[4], 0.8), (rows[0], rows[3], 0.6)]
    twins.append((rows[1], rows[2], 0.9))
    report = spread_report(("none", "path"), rows, plain, context, twins)
    before, after = unit_rows(plain), unit_rows(context)
    falls = {
        (a, b): float(before[a] @ before[b] - after[a] @ after[b]) for a, b in [(0, 2), (1, 5), (3, 4), (0, 3), (1, 2)]
    }
    library = report.library
    assert library.separation == pytest.approx(np.mean(list(falls.values())), abs=1e-5)
    crowded = [(2 * pairs_by_hand(units[:2]) + 3 * pairs_by_hand(units[2:5])) / 5 for units in (before, after)]
    assert (library.crowding_plain, library.crowding_context) == pytest.approx(tuple(crowded), abs=1e-5)
    kept = (1 - crowded[1]) / (1 - crowded[0])
    assert library.kept == pytest.approx(kept, abs=1e-4)
    room = [np.mean([1 - units[a] @ units[b] for a, b in falls]) for units in (before, after)]
    assert library.apart == pytest.approx(room[1] - kept * room[0], abs=1e-4)
    assert (report.plain_recipe, report.context_recipe, report.by_words) == ("none", "path", True)
    assert [(row.document, row.chunks, row.pairs) for row in report.documents] == [
        ("a.md", 2, 4),
        ("b.md", 3, 4),
        ("c.md", 1, 1),
    ]
    assert report.documents[2].kept is None
    moved = [pair.plain - pair.context for pair in report.twins]
    assert moved == sorted(moved)
    assert {pair.similarity for pair in report.twins} == {0.95, 0.7, 0.8, 0.6, 0.9}


@pytest.mark.parametrize(("weight", "kept"), [(0.1, 0.99), (0.5, 0.8), (0.8, 0.61), (1.0, 0.5), (2.0, 0.2)])
def test_a_part_common_to_all_shrinks_all_room_alike_and_moves_no_twins(weight: float, kept: float) -> None:
    rows, plain = chunks(12), random_vectors(12)
    twins = [(rows[i], rows[i + 1], 0.9) for i in range(0, 12, 2)]
    found = spread_report(("none", "path"), rows, plain, with_common(plain, weight), twins).library
    assert found.kept == pytest.approx(kept, abs=1e-3)
    assert found.apart == pytest.approx(0, abs=1e-4)
    assert found.verdict is (Verdict.HARMFUL if kept < 0.6 else Verdict.NEUTRAL)


def test_what_tells_twins_apart_is_helpful_even_under_a_common_part() -> None:
    rows, plain = chunks(12), random_vectors(12)
    plain[1::2] = plain[::2]
    twins = [(rows[i], rows[i + 1], 1.0) for i in range(0, 12, 2)]
    leaves = 0.4 * np.eye(12, dtype=np.float32)
    context = np.hstack([with_common(plain, 0.5), leaves])
    found = spread_report(("none", "path"), rows, plain, context, twins).library
    assert found.apart is not None
    assert found.apart > 0.05
    assert found.verdict is Verdict.HELPFUL


def test_neighbours_stand_in_for_twins() -> None:
    rows = chunks(4, 4)
    plain = np.repeat(np.eye(4, dtype=np.float32), 2, axis=0) + 0.05 * random_vectors(8)[:, :4]
    report = spread_report(("none", "path"), rows, plain, plain, [])
    assert not report.by_words
    assert {(pair.left.index % 4, pair.right.index % 4) for pair in report.twins} == {(0, 1), (2, 3)}
    assert {pair.similarity for pair in report.twins} == {None}
    assert report.library.pairs == len(report.twins) == 4
    assert report.library.verdict is Verdict.NEUTRAL


def test_neighbours_never_stand_under_the_same_heading() -> None:
    rows = [Passage("a.md", index, ("one",) if index < 3 else ("two",)) for index in range(6)]
    report = spread_report(("none", "path"), rows, random_vectors(6), random_vectors(6, 1), [])
    assert report.twins
    assert all(pair.left.heading_path != pair.right.heading_path for pair in report.twins)
    alone = [Passage("a.md", index, ("one",)) for index in range(6)]
    assert spread_report(("none", "path"), alone, random_vectors(6), random_vectors(6, 1), []).twins == ()


def test_neighbours_of_a_large_library_are_drawn_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spread, "MOST_NEIGHBOURS", 10)
    monkeypatch.setattr(spread, "_BLOCK", 3)
    report = spread_report(("none", "path"), chunks(95), random_vectors(95), random_vectors(95, 1), [])
    assert 5 <= len(report.twins) <= 10


def test_twins_that_were_not_ranked_are_left_out() -> None:
    rows, plain = chunks(3), random_vectors(3)
    stranger = Passage("z.md", 0, ("z",))
    context = plain.copy()
    context[2] = 0
    twins = [(rows[0], stranger, 1.0), (rows[0], rows[2], 1.0)]
    report = spread_report(("none", "path"), rows, plain, context, twins)
    assert {(pair.left.index, pair.right.index) for pair in report.twins} <= {(0, 1), (1, 0)}


@pytest.mark.parametrize("counts", [(), (1,), (1, 1)])
def test_without_two_chunks_in_a_document_there_is_no_verdict(counts: tuple[int, ...]) -> None:
    rows = chunks(*counts)
    vectors = random_vectors(len(rows))
    report = spread_report(("none", "path"), rows, vectors, vectors, [])
    assert (report.library.kept, report.library.apart) == (None, None)
    assert report.library.verdict is Verdict.NEUTRAL


def test_equal_chunks_leave_no_room_to_speak_of() -> None:
    rows = chunks(6)
    same = np.ones((6, 4), dtype=np.float32)
    assert spread_report(("none", "path"), rows, same, random_vectors(6)[:, :4], []).library.kept is None


@pytest.mark.parametrize(
    ("kept", "apart", "pairs", "verdict"),
    [
        (0.49, 0.2, 50, Verdict.HARMFUL),
        (0.49, None, 0, Verdict.HARMFUL),
        (0.5, 0.2, 50, Verdict.HELPFUL),
        (0.59, 0.2, 50, Verdict.HELPFUL),
        (0.59, 0.004, 50, Verdict.HARMFUL),
        (0.59, 0.004, 4, Verdict.NEUTRAL),
        (0.6, 0.004, 50, Verdict.NEUTRAL),
        (0.9, 0.2, 4, Verdict.NEUTRAL),
        (0.9, 0.004, 50, Verdict.NEUTRAL),
        (0.9, -0.2, 50, Verdict.NEUTRAL),
        (None, None, 0, Verdict.NEUTRAL),
    ],
)
def test_verdicts(kept: float | None, apart: float | None, pairs: int, verdict: Verdict) -> None:
    assert Spread("", 10, pairs, apart=apart, kept=kept).verdict is verdict

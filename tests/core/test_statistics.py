"""Intervals and agreement, against examples that were worked and published by others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.statistics import cohen_kappa, wilson


@pytest.mark.parametrize(("successes", "n", "low", "high"), [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0, 0.1611),
    (1, 29, 0.0061, 0.1718),
])  # fmt: skip
def test_wilson_gives_the_published_bounds(successes: int, n: int, low: float, high: float) -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    assert wilson(successes, n) == pytest.approx((low, high), abs=5e-5)


def test_wilson_knows_nothing_without_trials() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("successes", "n"), [(-1, 5), (6, 5), (0, -1)])
def test_wilson_refuses_impossible_counts(successes: int, n: int) -> None:
    with pytest.raises(ValueError, match="impossible"):
        wilson(successes, n)


@given(st.integers(1, 10_000), st.floats(0, 1))
def test_wilson_holds_the_share_and_mirrors(n: int, part: float) -> None:
    successes = round(part * n)
    low, high = wilson(successes, n)
    assert 0 <= low <= successes / n <= high <= 1
    assert wilson(n - successes, n) == pytest.approx((1 - high, 1 - low))


def _table(both_yes: int, yes_no: int, no_yes: int, both_no: int) -> list[tuple[str, str]]:
    return (
        [("yes", "yes")] * both_yes
        + [("yes", "no")] * yes_no
        + [("no", "yes")] * no_yes
        + [("no", "no")] * both_no
    )  # fmt: skip


@pytest.mark.parametrize(("pairs", "expected"), [
    (_table(20, 5, 10, 15), 0.4),
    (_table(45, 15, 25, 15), 0.1304),
    (_table(25, 35, 5, 35), 0.2593),
])  # fmt: skip
def test_kappa_gives_the_published_values(pairs: list[tuple[str, str]], expected: float) -> None:
    """The three worked tables of Wikipedia's article on Cohen's kappa."""
    assert cohen_kappa(pairs) == pytest.approx(expected, abs=5e-5)


def test_kappa_of_more_than_two_labels() -> None:
    """Cohen's own table of 1960 (200 cases, three diagnoses): kappa 0.492 unweighted."""
    counts = {"aa": 88, "ab": 10, "ac": 2, "ba": 14, "bb": 40, "bc": 6, "ca": 18, "cb": 10, "cc": 12}
    pairs = [(labels[0], labels[1]) for labels, count in counts.items() for _ in range(count)]
    assert cohen_kappa(pairs) == pytest.approx(0.492, abs=5e-4)


@pytest.mark.parametrize(("pairs", "expected"), [
    ([("a", "a")], 1.0),
    ([("a", "a"), ("b", "b")], 1.0),
    ([("a", "b"), ("b", "a")], -1.0),
    ([("a", "b")], 0.0),
])  # fmt: skip
def test_kappa_at_its_borders(pairs: list[tuple[str, str]], expected: float) -> None:
    assert cohen_kappa(pairs) == expected


def test_kappa_needs_pairs() -> None:
    with pytest.raises(ValueError, match="no agreement"):
        cohen_kappa([])


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1))
def test_kappa_does_not_depend_on_who_is_first(pairs: list[tuple[str, str]]) -> None:
    assert cohen_kappa(pairs) == cohen_kappa([(second, first) for first, second in pairs])
    assert cohen_kappa(pairs) <= 1

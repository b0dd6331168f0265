"""The estimate of long work: silent until it can be known, right when work is even, silent when it is not."""

from __future__ import annotations

import pytest

from explorer.core.pace import WINDOW, Pace


def run(counts: list[int], total: int = 1000, step: float = 0.5, phase: str = "reading") -> Pace:
    pace = Pace()
    for number, done in enumerate(counts):
        pace = pace.after(phase, done, total, number * step)
    return pace


@pytest.mark.parametrize("counts", [[], [0], [0, 10], [0, 0, 0, 0, 0, 0, 1, 1, 1, 2]])
def test_nothing_is_said_before_it_can_be_known(counts: list[int]) -> None:
    pace = run(counts)
    assert (pace.rate, pace.left) == (None, None)


def test_even_work_is_told_right() -> None:
    pace = run([10 * number for number in range(21)])
    assert pace.rate == pytest.approx(20.0)
    assert pace.left == pytest.approx((1000 - 200) / 20.0)


def test_a_rate_comes_before_a_remaining_time() -> None:
    pace = run([2 * number for number in range(6)])
    assert pace.rate == pytest.approx(4.0)
    assert pace.left is None


def test_work_that_slows_down_has_a_rate_but_no_remaining_time() -> None:
    pace = run([*range(0, 200, 20), *range(200, 210)])
    assert pace.rate is not None
    assert pace.left is None


def test_an_unknown_total_has_no_remaining_time() -> None:
    pace = run([10 * number for number in range(21)], total=0)
    assert pace.rate is not None
    assert pace.left is None


def test_another_phase_begins_anew() -> None:
    pace = run([10 * number for number in range(21)])
    assert pace.after("embedding", 0, 1000, 11.0).samples == ((11.0, 0),)
    assert pace.after("reading", 0, 1000, 11.0).samples == ((11.0, 0),)
    assert pace.after("reading", 210, 2000, 11.0).samples == ((11.0, 210),)


def test_what_was_long_ago_counts_no_more_and_reports_are_thinned() -> None:
    pace = Pace()
    for number in range(2000):
        pace = pace.after("reading", number * (1 if number < 1000 else 5), 100_000, number * 0.1)
    assert pace.samples[0][0] >= 199.9 - WINDOW
    assert len(pace.samples) <= 2 * WINDOW / 0.4
    assert pace.rate == pytest.approx(50.0)


def test_a_standstill_is_not_hidden() -> None:
    pace = run([*range(0, 100, 10), *[90] * 20])
    assert pace.left is None


def test_all_done_leaves_nothing() -> None:
    assert run([10 * number for number in range(21)], total=200).left == 0

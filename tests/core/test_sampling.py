"""Quality samples: the same for a seed, every stratum with its share, rates with intervals."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.findings import Finding, Scope, Severity
from explorer.core.sampling import (
    NO_FINDING,
    Entry,
    Judgement,
    Verdict,
    agreement,
    draw,
    error_rates,
    worst_code,
)

CODES = (NO_FINDING, "C201", "C202")
ENTRIES = tuple(
    Entry(f"{document}.{kind}", index, kind, CODES[index % 10 if index % 10 < 2 else 2])
    for kind in ("markdown", "pdf")
    for document in range(5)
    for index in range(40)
)


@given(st.integers(0, 2**31), st.integers(1, 500))
def test_a_seed_draws_the_same_and_each_chunk_once(seed: int, size: int) -> None:
    drawn = draw(ENTRIES, size, seed)
    assert drawn == draw(tuple(reversed(ENTRIES)), size, seed)
    assert len(drawn) == len(set(drawn)) == min(size, len(ENTRIES))


@given(st.integers(0, 2**31), st.integers(10, 200))
def test_every_stratum_has_its_share(seed: int, size: int) -> None:
    share = size / len(ENTRIES)
    whole = Counter((entry.format, entry.code) for entry in ENTRIES)
    drawn = Counter((entry.format, entry.code) for entry in draw(ENTRIES, size, seed))
    for stratum, count in whole.items():
        assert abs(drawn[stratum] - count * share) <= 1


def test_every_chunk_has_the_same_chance() -> None:
    seen = Counter(entry for seed in range(2000) for entry in draw(ENTRIES[:50], 5, seed))
    assert len(seen) == 50
    assert 120 < min(seen.values()) <= max(seen.values()) < 290


def test_other_seeds_draw_others() -> None:
    assert draw(ENTRIES, 20, 1) != draw(ENTRIES, 20, 2)
    assert draw((), 5, 1) == draw(ENTRIES, 0, 1) == []


def test_rates_of_all_and_of_each_stratum_with_their_interval() -> None:
    judged = [(ENTRIES[0], Verdict.RIGHT)] * 9 + [(ENTRIES[-1], Verdict.WRONG_CUT)]
    rates = {(rate.stratum, rate.value): rate for rate in error_rates(judged)}
    whole = rates["all", ""]
    assert (whole.judged, whole.errors, whole.rate) == (10, 1, 0.1)
    # Wilson's interval for 1 of 10, as in Brown, Cai and DasGupta (2001).
    assert (round(whole.low, 3), round(whole.high, 3)) == (0.018, 0.404)
    assert rates["format", "pdf"].errors == 1
    assert rates["document", ENTRIES[0].document].errors == 0
    assert error_rates([])[:1] == ()


def judgement(index: int, verdict: Verdict, text: str = "t") -> Judgement:
    return Judgement("a.md", index, text, verdict, "x", "")


def test_agreement_counts_what_both_judged_in_the_same_text() -> None:
    one = [judgement(0, Verdict.RIGHT), judgement(1, Verdict.WRONG_CUT), judgement(2, Verdict.RIGHT)]
    two = [judgement(0, Verdict.RIGHT), judgement(1, Verdict.WRONG_CUT), judgement(2, Verdict.RIGHT, "changed")]
    assert agreement(one, two) == (1.0, 2)
    assert agreement(one, [])[1] == 0


@pytest.mark.parametrize(
    ("severities", "expected"),
    [
        ((), NO_FINDING),
        ((("C210", "warning"), ("C202", "error")), "C202"),
        ((("C210", "note"), ("C208", "note")), "C208"),
    ],
)
def test_the_worst_finding_gives_the_stratum(severities: tuple[tuple[str, str], ...], expected: str) -> None:
    found = [Finding(code, Severity(severity), Scope.CHUNK, "a.md", "") for code, severity in severities]
    assert worst_code(found) == expected

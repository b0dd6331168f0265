"""What other programs and terminals read."""

from __future__ import annotations

import json

import pytest

from explorer.core import export
from explorer.core.findings import Finding, Health, Scope, Severity
from explorer.core.model import Place, Rect
from explorer.core.views import Comparison, Hit, Pool


def hit(rank: int | None, *, tied: bool = False, score: float | None = 0.5, measure: str = "cosine") -> Hit:
    return Hit("a.md", 3, "Plans", ("Plans", "Day pass"), "It costs\n12 dollars.", "d", rank, score, measure, tied)


@pytest.mark.parametrize(
    ("given", "shown"), [(hit(3), "3"), (hit(2, tied=True), "2="), (hit(None, score=None), "-")], ids=repr
)
def test_ranks_as_people_read_them(given: Hit, shown: str) -> None:
    assert export.rank_text(given) == shown


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (hit(1, score=0.7871), "cosine 0.787"),
        (hit(1, score=2.0, measure="shared words"), "shared words 2"),
        (hit(1, score=5.25, measure="BM25"), "BM25 5.250"),
        (hit(None, score=None), "no match"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_scores_name_their_measure(given: Hit, shown: str) -> None:
    assert export.score_text(given) == shown


@pytest.mark.parametrize(
    ("pool", "said"),
    [
        (Pool(412, 412), "ranked 412 chunks"),
        (Pool(380, 412, superseded=32), "ranked 380 chunks, 32 superseded left out"),
        (
            Pool(1, 9, 2, 1, 3, 2),
            "ranked 1 chunks, 2 superseded, 1 expired, 3 outside the filter, 2 without words left out",
        ),
    ],
)
def test_the_pool_says_what_was_left_out(pool: Pool, said: str) -> None:
    assert export.pool_text(pool) == said


def test_places_are_lists_of_numbers() -> None:
    place = Place(page=2, rects=(Rect(2, 1.0, 2.0, 3.0, 4.0),))
    assert export.place_json(place) == {"start": None, "end": None, "page": 2, "rects": [[2, 1.0, 2.0, 3.0, 4.0]]}


def test_findings_and_comparisons_are_plain_json() -> None:
    finding = Finding("H101", Severity.WARNING, Scope.HEADING, "a.md", "why", facts={"n": 1, "words": ("a", "b")})
    comparison = Comparison("q", "keyword", "none", "path", "BM25", Pool(1, 1), (hit(1),), (hit(1),))
    data = [export.finding_json(finding), export.comparison_json(comparison), export.health_json(Health(chunks=2))]
    assert json.loads(json.dumps(data))[0]["facts"] == {"n": 1, "words": ["a", "b"]}
    assert "Plans > Day pass" in export.comparison_text(comparison)
    assert "It costs 12 dollars." in export.comparison_text(comparison)


@pytest.mark.parametrize(("number", "shown"), [(0, "0 errors"), (1, "1 error"), (2, "2 errors")])
def test_one_is_not_many(number: int, shown: str) -> None:
    assert export.counted(number, "error") == shown

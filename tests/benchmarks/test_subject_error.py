"""The error of the subject rules that the window shows is what the labels say, and the table of labels is whole."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from explorer.core.subject import MEASURED_ERROR, NOT_SELF_DESCRIBING, SubjectKind

sys.path.insert(0, str(Path(__file__).parent))

from subject_kinds import LOST, Labelled, Verdict, error, judge, labelled


@pytest.mark.slow
def test_the_error_that_the_window_shows_is_the_measured_one(shared: Path) -> None:
    if not (shared / "corpora").is_dir():
        pytest.skip("the corpora are not here")
    rows = [row for row in labelled() if (row.sample, row.split) == ("random", "measure")]
    verdicts = list(judge(rows))
    lost = sum(verdict.kind == LOST for verdict in verdicts)
    wrong, judged = error(verdicts)
    share, n = MEASURED_ERROR
    assert lost <= len(rows) // 20, f"{lost} of {len(rows)} labelled chunks are no longer cut so: label others"
    assert abs(judged - n) <= lost
    assert abs(wrong / judged - share) <= 0.001 + lost / judged


def test_the_table_of_labels_is_whole() -> None:
    rows = labelled()
    assert len(rows) >= 300
    assert len({row.number for row in rows}) == len(rows)
    assert {row.label for row in rows} <= {str(kind) for kind in NOT_SELF_DESCRIBING | {SubjectKind.NAMED}}
    assert all(row.label in {row.first, row.second} for row in rows)
    assert {(int(row.text_hash, 16) % 3 == 0, row.split) for row in rows} == {(True, "measure"), (False, "build")}


@pytest.mark.parametrize(
    ("label", "kind", "counted"),
    [
        ("names-subject", "names-subject", (0, 1)),
        ("names-subject", "vague-subject", (1, 1)),
        ("pronoun-subject", "names-subject", (1, 1)),
        ("pronoun-subject", "vague-subject", (0, 1)),
        ("pronoun-subject", "not judged", (0, 0)),
        ("pronoun-subject", "lost", (0, 0)),
    ],
)
def test_only_naming_or_not_counts_and_only_what_was_judged(label: str, kind: str, counted: tuple[int, int]) -> None:
    row = Labelled("1", "random", "measure", "a.md", "0" * 16, "1" * 16, label, label, label)
    assert error([Verdict(row, kind)]) == counted

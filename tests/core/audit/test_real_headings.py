"""The heading rules on real headings: every expectation of the part that they are built on, bounds for the other.

The table and its principles: `tests/cases/real_headings.tsv`. Figures and errors: `tests/benchmarks/heading_labels.py`.
"""

from __future__ import annotations

import pytest
from support.heading_table import OK, TABLE, Row, read_rows, score, score_code

ROWS = read_rows()
BUILD = [row for row in ROWS if row.split == "build"]
MEASURED = [row for row in ROWS if row.split == "measure"]

KNOWN = {
    # Under documents of every kind it may be the subject itself: words for documents are no longer mere company, for
    # "Document information" and "Page description" are subjects in manuals of programs.
    "Example Document": OK,
    # "Title II" is numbering in laws, and an Arabic figure does not tell the two apart.
    "Title2": "H101",
    "Título 2": "H101",
    "Titre 2": "H101",
}
"""Headings that the rules judge otherwise than the reader, with what they say, and why that stays."""


def test_every_label_of_the_part_that_rules_are_built_on() -> None:
    wrong = {row.heading: row.said for row in BUILD if row.said != row.label}
    present = {row.heading for row in BUILD}
    assert wrong == {heading: said for heading, said in KNOWN.items() if heading in present}


def test_the_measured_part_keeps_precision_and_recall() -> None:
    """The floors are those that the project set itself; the figures stand in the benchmark."""
    pooled = score(MEASURED)
    assert pooled.precision >= 0.98
    assert pooled.recall >= 0.95


@pytest.mark.parametrize("code", ["H101", "H102"])
def test_no_code_lives_on_the_others(code: str) -> None:
    one = score_code(MEASURED, code)
    assert one.precision >= 0.95
    assert one.recall >= 0.9


def test_the_table_is_large_and_labelled_throughout() -> None:
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    rows = [line.split("\t") for line in lines[1:]]
    assert all(len(row) == 5 for row in rows)
    assert {row[0] for row in rows} == {"H101", "H102", "H103", "H104", OK}
    assert {row[3] for row in rows} == {"build", "measure"}
    assert sum(row[0] != OK for row in rows) >= 0.34 * len(rows) >= 200
    assert sum(row[3] == "measure" for row in rows) >= 0.3 * len(rows)
    assert {"en", "pt", "de", "es", "fr", "it", "nl", "zh", "ja"} <= {row[1] for row in rows}
    assert all(row[2] for row in rows)


def _row(label: str, said: str) -> Row:
    return Row(label, "en", "build", "here", "Heading", said)


def test_counts_tell_errors_apart() -> None:
    rows = [_row("H101", "H101"), _row("H102", "H101"), _row("H102", OK), _row(OK, "H104"), _row(OK, OK)]
    pooled = score(rows)
    assert (pooled.hits, pooled.misses, pooled.false_alarms, pooled.wrong_codes) == (2, 1, 1, 1)
    assert (pooled.precision, pooled.recall) == (2 / 3, 2 / 3)
    low, high = pooled.precision_bounds
    assert low < 2 / 3 < high
    numbering = score_code(rows, "H101")
    assert (numbering.hits, numbering.false_alarms, numbering.misses) == (1, 1, 0)

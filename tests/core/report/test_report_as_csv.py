"""Findings as CSV: read back whole by a CSV reader, and never a formula."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.findings import Finding
from explorer.core.model import Place, Rect
from explorer.core.report.lines import regions
from explorer.core.report.model import AuditReport
from explorer.core.report.to_csv import COLUMNS, report_csv
from tests.support.audit_reports import finding, report_with


def rows(report: AuditReport) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(report_csv(report), newline=""), strict=True))


def test_a_line_a_finding_with_its_place_and_what_to_do() -> None:
    place = Place(4, 9)
    found = finding("H101", "a.md", "Manual", "4.2", place=place, mend="4.2 Rent", facts={"level": 2})
    (row,) = rows(report_with(found, lines={"a.md": regions("# A\n# 4.2\n", [place])}))
    assert tuple(row) == COLUMNS
    assert row["heading_path"] == "Manual > 4.2"
    assert (row["line"], row["start"], row["end"], row["page"], row["chunk"]) == ("2", "4", "9", "", "")
    assert (row["mend"], row["name"]) == ("4.2 Rent", "Numbering only")
    assert row["remedy"].startswith("Add the subject")
    assert json.loads(row["facts"]) == {"level": 2}


def test_pdf_findings_have_a_page() -> None:
    place = Place(page=3, rects=(Rect(3, 1, 2, 3, 4),))
    (row,) = rows(report_with(finding("C210", "b.pdf", place=place, chunk=0)))
    assert (row["page"], row["chunk"], row["line"]) == ("3", "0", "")


def test_lines_end_as_the_format_asks() -> None:
    text = report_csv(report_with(finding("H101"), finding("C201")))
    assert text.count("\r\n") == 3
    assert text.endswith("\r\n")
    assert not text.startswith("\ufeff")


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1", '=HYPERLINK("http://x")', "-- Warranty --"],
)
def test_a_cell_that_begins_like_a_formula_is_a_text(text: str) -> None:
    (row,) = rows(report_with(finding("H101", text, text, reason=text, mend=text)))
    for column in ("document", "heading", "heading_path", "reason", "mend"):
        assert row[column] == f"'{text}"


@pytest.mark.parametrize("text", ["4.2 = four", "a-b", "'=1", '"', "a,b", "", "(b)", "1. =x"])
def test_other_cells_stay_as_they_are(text: str) -> None:
    (row,) = rows(report_with(finding("H101", "a.md", text)))
    assert row["heading"] == text


def _of(text: str) -> Finding:
    return finding("C201", text, text, text, reason=text, mend=text, facts={"title": text})


@given(st.lists(st.text(max_size=12), max_size=5))
def test_every_text_is_read_back(texts: list[str]) -> None:
    read = rows(report_with(*map(_of, texts)))
    assert [row["reason"].removeprefix("'") for row in read] == [
        text.replace("\x00", "").removeprefix("'") for text in texts
    ]
    assert [json.loads(row["facts"])["title"] for row in read] == texts
    formulas = ("=", "+", "-", "@", "\t", "\r", "\n")
    assert not [cell for row in read for cell in row.values() if cell.startswith(formulas)]

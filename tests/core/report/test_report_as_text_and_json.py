"""The report for terminals and for programs, and the figures that all formats share."""

from __future__ import annotations

import json
import re

import pytest

from explorer.core import export
from explorer.core.model import Place
from explorer.core.report.baseline import make_baseline, narrowed
from explorer.core.report.figures import first_things, judge_sentence, kind_shares, kinds_sentence, percent
from explorer.core.report.lines import regions
from explorer.core.report.model import by_code, worst_first
from explorer.core.report.to_json import account_json, report_json
from explorer.core.report.to_text import report_text
from explorer.core.subject import MEASURED_ERROR
from explorer.core.token_account import TokenAccount
from tests.support.audit_reports import finding, report_with

SOME = (
    finding("H101", "a.md", "4.2", mend="4.2 Rent"),
    finding("H101", "b.pdf", "4.3"),
    finding("C202", "b.pdf", "4.3", chunk=1),
    finding("D306", "a.md"),
)


def test_text_names_findings_codes_remedies_documents_and_ends_with_the_health() -> None:
    report = report_with(*SOME)
    text = report_text(report)
    assert all(export.finding_text(found) in text for found in SOME)
    assert text.startswith("error ")
    assert "  H101       2  Numbering only (warning)\n" in text
    assert "Mend the nearest heading first" in text
    assert "Worst documents:\n  b.pdf: 1 error, 1 warning, 0 notes in 10 chunks" in text
    assert f"Of 20 chunks, 8 (40%) do not say what they are about. {judge_sentence()}\n" in text
    assert text.splitlines()[-1] == export.health_text(report.health)


def test_what_cannot_be_read_is_not_among_the_worst_documents() -> None:
    text = report_text(report_with(*SOME, finding("D305", "x.pdf")))
    assert "Worst documents:\n  b.pdf: " in text
    assert text.count("x.pdf") == export.finding_text(finding("D305", "x.pdf")).count("x.pdf")


def test_text_says_what_was_asked_for_and_what_the_baseline_makes_of_it() -> None:
    report = narrowed(report_with(*SOME), ("H101",), make_baseline([SOME[0], finding("H101", "gone.md")], "2026-11-30"))
    lines = report_text(report).splitlines()
    assert "Only H101: 0 errors, 1 warning, 0 notes." in lines
    assert "Compared with the baseline: 1 new, 1 known and not shown, 1 fixed." in lines
    assert not any("C202" in line for line in lines)


def test_text_names_the_line_in_a_text_file() -> None:
    place = Place(4, 9)
    report = report_with(finding("H101", "a.md", "4.2", place=place), lines={"a.md": regions("# A\n# 4.2\n", [place])})
    assert report_text(report).startswith("warning H101  a.md:2  (4.2)\n")


def test_text_without_findings_holds_the_counts_only() -> None:
    assert "What was found" not in report_text(report_with())
    assert "20 chunks" in report_text(report_with())


def test_text_is_fit_for_a_terminal() -> None:
    text = report_text(
        report_with(finding("H101", "a\x1b[31m.md", "x\u202e", reason="\x07"), documents=("a\x1b[31m.md",))
    )
    assert not {"\x1b", "\u202e", "\x07"} & set(text)


def test_text_names_ten_documents_and_counts_the_others() -> None:
    names = [f"{number:02}.md" for number in range(13)]
    text = report_text(report_with(*(finding("H101", name) for name in names), documents=names))
    assert "and 3 more documents with findings" in text


def test_json_keeps_its_promise_and_adds_to_it() -> None:
    report = report_with(*SOME, notes=(("b.pdf", ("A guess.",)),))
    data = json.loads(json.dumps(report_json(report)))
    assert data["findings"] == [json.loads(json.dumps(export.finding_json(found))) for found in SOME]
    assert data["health"] == export.health_json(report.health)
    assert [(code["code"], code["count"], code["documents"]) for code in data["codes"]] == [
        ("H101", 2, 2),
        ("C202", 1, 1),
        ("D306", 1, 1),
    ]
    assert data["documents"][1] == {
        "name": "b.pdf", "title": "Alpha", "format": "markdown", "unreadable": False, "chunks": 10, "sections": 5,
        "errors": 1, "warnings": 1, "notes": 0, "text_tokens": 400, "header_tokens": 100,
    }  # fmt: skip
    assert data["kinds"]["not_self_describing"] == 8
    assert data["notes"] == [{"document": "b.pdf", "notes": ["A guess."]}]
    assert data["baseline"] is None
    assert data["made"]["date"] == "2026-11-30"


def test_the_token_account_of_two_thousand_chunks() -> None:
    account = account_json(TokenAccount(2000, 2000 * 800, 2000 * 80))
    assert account["headers"] == 160_000
    assert account["prompt"] == {"chunks": 5, "plain": 4000, "with_headers": 4400}


def test_an_unreadable_file_is_a_document_without_chunks() -> None:
    report = report_with(finding("D305", "broken.pdf"))
    (row,) = (document for document in report.documents if document.name == "broken.pdf")
    assert (row.unreadable, row.chunks, row.errors) == (True, 0, 1)


def test_the_worst_documents_are_those_with_errors_then_warnings() -> None:
    found = [
        finding("D306", "notes.md"), finding("D306", "notes.md"), finding("H101", "warned.md"),
        finding("C202", "wrong.md"),
    ]  # fmt: skip
    report = report_with(*found, documents=("clean.md", "notes.md", "warned.md", "wrong.md"))
    assert [document.name for document in worst_first(report.documents)] == ["wrong.md", "warned.md", "notes.md"]


def test_what_to_begin_with_is_never_a_mere_note() -> None:
    found = [finding("D306")] * 9 + [finding("H101")] * 3 + [finding("H102")] * 5 + [finding("C202")]
    rows = first_things(report_with(*found))
    assert [row.code for row in rows] == ["C202", "H102", "H101"]
    assert [row.count for row in by_code(found)] == [3, 5, 1, 9]
    assert first_things(report_with(finding("D306"), finding("H101"))) == by_code([finding("H101")])


def test_chunks_and_headings_are_counted_over_the_whole_library() -> None:
    found = [
        finding("C202", chunk=1),
        finding("C203", chunk=1),
        finding("C208", chunk=2),
        finding("H102"),
        finding("H105"),
    ]
    report = narrowed(report_with(*found), ("H105",))
    assert (report.flagged, report.empty_headings) == (1, 1)


@pytest.mark.parametrize(
    ("part", "whole", "shown"),
    [(0, 0, "0%"), (0, 9, "0%"), (1, 1000, "under 1%"), (1, 3, "33%"), (999, 1000, "over 99%"), (9, 9, "100%")],
)
def test_shares_never_round_to_none_or_all(part: int, whole: int, shown: str) -> None:
    assert percent(part, whole) == shown


def test_near_twins_and_other_languages_are_told_where_there_are_any() -> None:
    kinds = {"names-subject": 6, "needs-discriminator": 2, "vague-subject": 2, "": 1}
    assert kinds_sentence(kinds) == (
        "Of 10 chunks, 2 (20%) do not say what they are about; 2 (20%) do, but have a near twin under another heading. "
        "In other languages 1 chunk was not judged."
    )
    assert [(share.kind, share.share) for share in kind_shares(kinds)][-1] == ("", "")
    assert sum(share.count for share in kind_shares(kinds)) == 11
    assert "twin" not in kinds_sentence({"names-subject": 1})
    assert kinds_sentence({"": 5}) == ""


def test_shares_stand_beside_the_error_of_their_judge() -> None:
    share, judged = MEASURED_ERROR
    found = re.search(r"erred on (\d+)% of (\d+) labelled chunks \(95% interval (\d+)% to (\d+)%\)", judge_sentence())
    assert found is not None
    shown, n, low, high = map(int, found.groups())
    assert (shown, n) == (round(100 * share), judged)
    assert 0 < low < shown < high < 100
    assert report_json(report_with())["kinds"] == {
        "judged": 20, "not_judged": 0, "not_self_describing": 8, "judge_error": {"share": share, "chunks": judged},
        "counts": {"names-subject": 12, "pronoun-subject": 8},
    }  # fmt: skip
    assert "erred on" not in report_text(report_with(kinds={"": 5}))

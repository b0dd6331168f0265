"""Reports for confidential libraries hold no words of the documents, in any format."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.audit.sentence_rules import SentenceFault
from explorer.core.model import CutNote, Place, Rect
from explorer.core.report.guide import GUIDE
from explorer.core.report.model import AuditReport
from explorer.core.report.redact import redacted
from explorer.core.report.to_csv import report_csv
from explorer.core.report.to_html import report_html
from explorer.core.report.to_json import report_json
from explorer.core.report.to_sarif import report_sarif
from explorer.core.report.to_text import report_text
from tests.support.audit_reports import finding, report_with

SECRET = "Zyzzogeton"

FORMATS: dict[str, Callable[[AuditReport], str]] = {
    "text": report_text,
    "json": lambda report: json.dumps(report_json(report)),
    "csv": report_csv,
    "html": report_html,
    "sarif": lambda report: json.dumps(report_sarif(report)),
}
NAMES = st.sampled_from(
    ["title", "header", "names", "reference", "target", "notes", "kind", "format", "superseded_by", "pages", "other"]
)
FACTS = st.dictionaries(NAMES, st.just(SECRET) | st.just((SECRET, SECRET)) | st.integers(0, 9), max_size=6)


def full_report(code: str, facts: dict[str, object] | None = None) -> AuditReport:
    found = finding(
        code,
        "a.md",
        SECRET,
        f"{SECRET} 2",
        reason=f'"{SECRET}" says nothing.',
        mend=SECRET,
        place=Place(3, 9, rects=(Rect(2, 1.0, 2.0, 3.0, 4.0),)),
        chunk=4,
        facts=facts or {},  # type: ignore[arg-type]
    )
    return report_with(found, title=SECRET, notes=(("a.md", (f'"{SECRET}" was left out.',)),))


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("code", GUIDE)
def test_no_word_of_a_document_is_in_any_format(form: str, code: str) -> None:
    report = full_report(
        code, {"title": SECRET, "header": SECRET, "path": (SECRET,), "kind": SECRET, "notes": (SECRET,)}
    )
    assert SECRET in FORMATS[form](report)
    shown = FORMATS[form](redacted(report))
    assert SECRET not in shown
    assert code in shown
    assert "a.md" in shown


@given(st.sampled_from(list(GUIDE)), FACTS)
def test_facts_that_could_quote_are_left_out(code: str, facts: dict[str, object]) -> None:
    safe = {("H112", "names"), ("D301", "names"), ("D303", "superseded_by")}
    kept = redacted(full_report(code, facts)).findings[0].facts
    assert {name for name, value in kept.items() if SECRET in str(value)} <= {name for of, name in safe if of == code}


@pytest.mark.parametrize(
    ("code", "facts", "kept"),
    [
        ("C203", {"header_tokens": 12, "cut": ("Pump",)}, {"header_tokens": 12}),
        ("C209", {"notes": (str(CutNote.INSIDE_TABLE),)}, {"notes": ("cut inside a table row",)}),
        ("C209", {"notes": ("cut inside a table row", "Pump")}, {}),
        ("C205", {"kind": "pronoun-subject", "header": "Pump"}, {"kind": "pronoun-subject"}),
        (
            "C212",
            {"faults": tuple(SentenceFault), "shown": ("Pump",), "tokens": 9},
            {"faults": tuple(SentenceFault), "tokens": 9},
        ),
        ("C213", {"count": 3, "account": 4111, "examples": ("phone number 0…9",)}, {"count": 3}),
        (
            "C207",
            {"count": 1, "other_document": "b.md", "other_heading_path": ("Pump",)},
            {"count": 1, "other_document": "b.md"},
        ),
        (
            "D301",
            {"format": "pdf", "names": ("a.pdf",), "empty": 4},
            {"format": "pdf", "names": ("a.pdf",), "empty": 4},
        ),
        ("D303", {"superseded_by": "b.md"}, {"superseded_by": "b.md"}),
        ("D305", {"why": 'The line "Pump" is damaged.'}, {}),
    ],
)
def test_facts_that_are_the_programs_own_stay(code: str, facts: dict[str, object], kept: dict[str, object]) -> None:
    assert redacted(full_report(code, facts)).findings[0].facts == kept


def test_counts_places_and_costs_stay() -> None:
    report = full_report("H101")
    shown = redacted(report)
    assert not shown.texts
    assert (shown.health, shown.account, shown.kinds) == (report.health, report.account, report.kinds)
    assert shown.findings[0].place == report.findings[0].place
    assert shown.findings[0].chunk == 4
    assert [one.errors + one.warnings for one in shown.documents] == [1, 0]


def test_a_page_says_that_words_were_left_out() -> None:
    assert "are left out (--no-text)" in report_html(redacted(full_report("H101")))
    assert "are left out (--no-text)" in report_text(redacted(full_report("H101")))


def test_fingerprints_that_could_be_guessed_are_left_out() -> None:
    whole, bare = report_sarif(full_report("H101")), report_sarif(redacted(full_report("H101")))
    assert "partialFingerprints" in json.dumps(whole)
    assert "partialFingerprints" not in json.dumps(bare)

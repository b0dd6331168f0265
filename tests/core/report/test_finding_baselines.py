"""A baseline knows findings by what they are about, not by where they stand."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.errors import ExplorerError
from explorer.core.findings import Finding, Severity
from explorer.core.model import Place
from explorer.core.report.baseline import baseline_json, compare, fingerprint, make_baseline, narrowed, parse_baseline
from explorer.core.report.model import Compared
from tests.support.audit_reports import finding, report_with

OLD = finding("H101", "a.md", "Manual", "4.2", place=Place(10, 15))
DAY = "2026-11-30"


def moved(found: Finding) -> Finding:
    return replace(found, place=Place(910, 915), section=77, chunk=None if found.chunk is None else found.chunk + 5)


@pytest.mark.parametrize(
    "found",
    [
        OLD,
        finding("C203", "a.md", "Manual", "Use", chunk=3, facts={"header_tokens": 9}),
        finding("C208", "a.md", "Manual", "Use", chunk=3, facts={"reference": "section 4.3", "target_start": 900}),
        finding("D303", "a.md", facts={"superseded_by": "b.md"}),
        finding("H112", "", facts={"documents": 5}),
    ],
    ids=lambda found: found.code,
)
def test_a_finding_that_only_moved_is_not_new(found: Finding) -> None:
    changed = replace(moved(found), facts={**found.facts, **({"target_start": 1} if found.code == "C208" else {})})
    assert compare([changed], make_baseline([found], DAY)) == ((), Compared(new=0, known=1, fixed=0))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (OLD, replace(OLD, document="b.md")),
        (OLD, replace(OLD, heading="4.3", heading_path=("Manual", "4.3"))),
        (OLD, replace(OLD, heading_path=("Guide", "4.2"))),
        (OLD, replace(OLD, code="H102")),
        (OLD, replace(OLD, severity=Severity.ERROR)),
        (
            finding("C208", "a.md", "Use", facts={"reference": "section 1"}),
            finding("C208", "a.md", "Use", facts={"reference": "section 2"}),
        ),
        (finding("D301", "", facts={"format": "pdf"}), finding("D301", "", facts={"format": "html"})),
        (
            finding("H112", "", "Warranty", facts={"documents": 5}),
            finding("H112", "", "Guarantee", facts={"documents": 5}),
        ),
    ],
)
def test_another_finding_is_new_and_the_old_one_fixed(before: Finding, after: Finding) -> None:
    assert compare([after], make_baseline([before], DAY)) == ((after,), Compared(new=1, known=0, fixed=1))


def test_heading_and_path_are_kept_apart_in_fingerprints() -> None:
    joined, apart = finding("C203", "a.md", "A > B", "C"), finding("C203", "a.md", "A", "B > C")
    assert fingerprint(joined) != fingerprint(apart)


def test_a_second_finding_like_a_known_one_is_new() -> None:
    second = moved(OLD)
    new, counts = compare([OLD, second], make_baseline([OLD], DAY))
    assert new == (second,)
    assert counts == Compared(new=1, known=1, fixed=0)


def test_what_is_gone_is_counted_as_fixed_one_by_one() -> None:
    baseline = make_baseline([OLD, moved(OLD), finding("C201")], DAY)
    assert compare([OLD], baseline) == ((), Compared(new=0, known=1, fixed=2))


def test_with_codes_only_those_are_compared() -> None:
    baseline = make_baseline([OLD, finding("C201")], DAY)
    assert compare([finding("D306")], baseline, ("H101",)) == ((), Compared(new=0, known=0, fixed=1))


def test_a_narrowed_report_counts_the_findings_that_it_shows() -> None:
    report = report_with(OLD, finding("C202", "a.md"), finding("C201", "b.pdf"))
    shown = narrowed(report, ("H101", "C201"), make_baseline([OLD], DAY))
    assert [found.code for found in shown.findings] == ["C201"]
    assert {one.name: (one.errors, one.warnings) for one in shown.documents} == {"a.md": (0, 0), "b.pdf": (0, 1)}
    assert shown.compared == Compared(new=1, known=1, fixed=0)
    assert shown.health == report.health


def test_a_narrowed_report_is_the_same_without_codes_and_baseline() -> None:
    report = report_with(OLD)
    assert narrowed(report) == report


_FINDINGS = st.lists(
    st.builds(
        finding,
        st.sampled_from(["H101", "C203", "C208", "D306"]),
        st.sampled_from(["a.md", "b\ud800.md", 'c".md']),
        st.text(max_size=3),
        facts=st.fixed_dictionaries({"reference": st.text(max_size=3)}),
    ),
    max_size=12,
)


@given(_FINDINGS, _FINDINGS)
def test_a_file_keeps_all_that_is_known(known: list[Finding], others: list[Finding]) -> None:
    baseline = make_baseline(known, DAY)
    again = parse_baseline(baseline_json(baseline), "base.json")
    assert again == baseline
    assert compare(known, again) == ((), Compared(new=0, known=len(known), fixed=0))
    new, counts = compare(others, again)
    assert (len(new), counts.new + counts.known) == (counts.new, len(others))
    assert counts.known + counts.fixed == len(known)


def test_a_file_holds_no_words_of_the_document() -> None:
    told = replace(OLD, reason="Secret", mend="Secret", heading_path=("Secret",), facts={"title": "Secret"})
    text = baseline_json(make_baseline([told], DAY))
    assert "Secret" not in text
    (entry,) = json.loads(text)["known"]
    assert entry == {"document": "a.md", "code": "H101", "count": 1, "id": fingerprint(told)}


def test_the_file_does_not_depend_on_the_order_of_findings() -> None:
    one, two = finding("C201", "b.md"), finding("H101", "a.md", "4")
    assert baseline_json(make_baseline([one, two], DAY)) == baseline_json(make_baseline([two, one], DAY))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("9" * 5000, "is not JSON"),
        ("[]", "is not a baseline"),
        ('{"format": "other"}', "is not a baseline"),
        ('{"format": "chunk-explorer baseline", "version": 2}', "version 2"),
        ('{"format": "chunk-explorer baseline", "version": 1}', "no list"),
        ('{"format": "chunk-explorer baseline", "version": 1, "known": [1]}', "entry 1"),
        (
            '{"format": "chunk-explorer baseline", "version": 1,'
            ' "known": [{"id": "x", "code": "H101", "document": "a", "count": true}]}',
            "entry 1",
        ),
        (
            '{"format": "chunk-explorer baseline", "version": 1,'
            ' "known": [{"id": "x", "code": "H101", "document": "a", "count": 0}]}',
            "entry 1",
        ),
    ],
)
def test_a_file_that_is_no_baseline_is_answered_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(ExplorerError, match=r"base\.json") as caught:
        parse_baseline(text, "base.json")
    assert said in str(caught.value)


@given(st.text(max_size=80) | st.recursive(st.none() | st.integers() | st.text(max_size=5), st.lists).map(json.dumps))
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(ExplorerError):
        parse_baseline(text, "base.json")

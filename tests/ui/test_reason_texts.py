"""Reasons are told by the window as core tells them, word for word, and by a translation in no word of core's."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from explorer.core.audit import DUPLICATE_RULES, LIBRARY_RULES, RULES
from explorer.core.audit_views import HeadingUse
from explorer.core.findings import Finding, Severity
from explorer.core.views import PathSegment
from explorer.ui.chunk_text import reason_of
from explorer.ui.reason_texts import heading_reason, reason_text
from tests.support.every_finding import every_finding
from tests.translation_list import SOURCES, texts_of


@pytest.fixture(scope="module")
def findings() -> tuple[Finding, ...]:
    return every_finding()


def test_every_code_is_among_the_findings(findings: tuple[Finding, ...]) -> None:
    codes = {rule.code for rule in RULES} | {rule.code for rule in (*LIBRARY_RULES, *DUPLICATE_RULES)}
    assert {finding.code for finding in findings} == codes


def test_in_english_the_window_says_what_core_says(findings: tuple[Finding, ...]) -> None:
    assert [reason_text(finding) for finding in findings] == [finding.reason for finding in findings]


def test_the_sentence_comes_from_the_facts_and_not_from_core(findings: tuple[Finding, ...]) -> None:
    told = [reason_text(replace(finding, reason="")) for finding in findings]
    assert all(told)


def test_every_template_is_said_by_core(findings: tuple[Finding, ...]) -> None:
    told = "\n".join(finding.reason for finding in findings)
    sources = [path.read_text("utf-8") for path in SOURCES.glob("*reason*.py")]
    templates = {text for source in sources for context, text in texts_of(source) if context == "Reasons"}
    assert len(templates) > 80
    assert [text for text in templates if not _pattern(text).search(told)] == []


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(".+?".join(map(re.escape, re.split(r"\{\d\}", template))))


def test_without_its_facts_a_finding_is_told_as_core_told_it(findings: tuple[Finding, ...]) -> None:
    fewer = [replace(finding, facts={}) for finding in findings]
    without = {"C201", "H109"}
    told = [(each.code, reason_text(each)) for each in fewer if each.code not in without]
    assert told == [(finding.code, finding.reason) for finding in findings if finding.code not in without]


def test_a_heading_in_a_path_and_in_the_inventory_says_the_same() -> None:
    facts = {"shown": "Section 4.2", "kind": "number"}
    expected = '"Section 4.2" is only a number: it does not say what the section is about.'
    segment = PathSegment("Section 4.2", 1, "H101", "another", facts=facts)
    assert (heading_reason(segment), reason_of(segment)) == (expected, expected)
    use = HeadingUse("Section 4.2", 1, 1, "H101", "another", "a.md", 0, facts=facts)
    assert heading_reason(use) == expected
    assert heading_reason(PathSegment("Keys", 0)) == ""


def test_a_code_of_a_newer_version_is_told_as_it_comes(findings: tuple[Finding, ...]) -> None:
    assert reason_text(replace(findings[0], code="X999", severity=Severity.NOTE)) == findings[0].reason

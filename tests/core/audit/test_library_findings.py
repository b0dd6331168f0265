"""Findings that need all documents: shared leaf headings, formats with empty paths, documents out of force."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from explorer.core.audit import AuditSettings, LeafTally, LibraryDocument, LibraryView, audit_library, judge_document
from explorer.core.findings import Finding, Severity
from explorer.core.outline import outline
from explorer.engine.wordlists import load_heading_words
from tests.support.documents import block, document, heading


def known(name: str, chunks: int = 10, empty: int = 0, **more: Any) -> LibraryDocument:
    values: dict[str, Any] = {"format": "markdown", "sections": 3, **more}
    return LibraryDocument(name, chunks=chunks, without_path=empty, **values)


def library(count: int, sharing: int, heading_text: str = "Warranty", **first: Any) -> LibraryView:
    documents = tuple(known(f"{number:02}.md", **(first if not number else {})) for number in range(count))
    tally = LeafTally()
    for document_ in documents[:sharing]:
        tally.add(document_.name, [("warranty", heading_text), (document_.name, document_.name)])
    return LibraryView(documents, tally.uses(frozenset(each.name for each in documents if each.is_current)))


def codes(found: Sequence[Finding]) -> list[str]:
    return [finding.code for finding in found]


@pytest.mark.parametrize(
    ("count", "sharing", "expected"),
    [(5, 5, True), (5, 4, False), (25, 5, True), (26, 5, False), (100, 20, True), (100, 19, False)],
)
def test_the_same_leaf_in_many_documents(count: int, sharing: int, expected: bool) -> None:
    assert ("H112" in codes(audit_library(library(count, sharing)))) is expected


def test_superseded_and_expired_documents_do_not_count() -> None:
    assert codes(audit_library(library(6, 5, superseded_by="05.md"))) == ["D303"]
    assert codes(audit_library(library(6, 5, expired_on="2024"))) == ["D303"]
    assert codes(audit_library(library(6, 6, expired_on="2024"))) == ["H112", "D303"]


def test_the_finding_names_heading_and_documents() -> None:
    found, *_ = audit_library(library(7, 7))
    assert (found.severity, str(found.scope), found.document) == (Severity.NOTE, "library", "")
    assert (found.heading, found.facts["documents"], found.facts["of"]) == ("Warranty", 7, 7)
    assert "00.md, 01.md, 02.md, 03.md, 04.md and 2 more" in found.reason


def test_leaves_are_compared_without_numbering_and_case() -> None:
    blocks = [heading(1, "Pumps"), heading(2, "4.1 WARRANTY"), block("paragraph", "Two years."), heading(2, "§ 7")]
    parsed = document(*blocks)
    audit = judge_document(parsed, outline(parsed.blocks), (), load_heading_words())
    assert audit.leaf_keys == ("", "warranty", "")


@pytest.mark.parametrize(
    ("documents", "expected"),
    [
        ([known("a.md", 20, 2)], False),
        ([known("a.md", 20, 3)], True),
        ([known("a.md", 19, 19)], False),
        ([known("a.md", 100, 0), known("b.md", 20, 20, sections=0)], True),
        ([known("a.md", 500, 0), known("b.md", 20, 20, sections=0)], False),
        ([known("a.txt", 30, 30, format="text", sections=0)], False),
        ([known("a.txt", 30, 9, format="text")], True),
        ([known("a.html", 30, 30, format="html", sections=0), known("b.md", 500, 0)], True),
    ],
)
def test_formats_with_many_empty_paths(documents: list[LibraryDocument], expected: bool) -> None:
    found = audit_library(LibraryView(tuple(documents)))
    assert codes(found) == ["D301"] * expected
    assert all(finding.severity is Severity.ERROR for finding in found)


def test_the_worst_documents_of_a_format_are_named() -> None:
    (found,) = audit_library(LibraryView((known("a.md", 50, 1), known("b.md", 50, 40), known("c.md", 50, 0))))
    assert found.facts["names"] == ("b.md", "a.md")
    assert "41 of 150 chunks from markdown files (27%)" in found.reason


def test_out_of_force() -> None:
    view = LibraryView((known("a.md", superseded_by="b.md"), known("b.md"), known("c.md", expired_on="2025-12")))
    found = audit_library(view)
    assert [(finding.document, finding.code) for finding in found] == [("a.md", "D303"), ("c.md", "D303")]
    assert "b.md is a newer version" in found[0].reason
    assert "until 2025-12" in found[1].reason


def test_thresholds_of_a_library_can_be_changed() -> None:
    changed = AuditSettings(thresholds={"H112": {"documents": 2, "share": 0.5}, "D301": {"chunks": 1}})
    assert codes(audit_library(library(4, 2), changed)) == ["H112"]
    assert codes(audit_library(LibraryView((known("a.md", 3, 3),)), changed)) == ["D301"]

"""What the audit says about whole documents, with real chunks and headers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from explorer.core.audit import (
    DUPLICATE_RULES,
    LIBRARY_RULES,
    RULES,
    AuditSettings,
    audit_document,
    classify_heading,
    library_health,
    unreadable,
)
from explorer.core.chunking import chunk_document
from explorer.core.context import contextualise
from explorer.core.findings import Finding, Scope, Severity
from explorer.core.model import Block, ParsedDocument, TitleSource
from explorer.core.outline import outline
from explorer.core.recipe import PLAIN, Recipe
from explorer.core.views import ContextChunk
from explorer.engine.wordlists import load_heading_words
from tests.support.documents import block, document, heading
from tests.support.tokenizers import WordTokenizer

WORDS = load_heading_words()
TOKENS = WordTokenizer()
TEXT = block("paragraph", "Each visitor wears a badge in plain sight from the gate to the very last door of the hall.")


FIRST_RULES = frozenset(
    ("H101", "H102", "H103", "H104", "H105", "C201", "C202", "C203", "C204", "C211", "D304", "D305")
)  # fmt: skip


def uninformative(text: str) -> str:
    verdict = classify_heading(text, WORDS)
    return verdict.code if verdict else ""


def chunks_of(parsed: ParsedDocument, recipe: Recipe, limit: int) -> list[ContextChunk]:
    made = chunk_document(parsed, TOKENS, limit)
    return [contextualise(one, parsed.title, parsed.metadata, recipe, limit, TOKENS, uninformative) for one in made]


def audit(parsed: ParsedDocument, recipe: Recipe | None = None, limit: int = 100) -> tuple[Finding, ...]:
    found = audit_document(parsed, outline(parsed.blocks), chunks_of(parsed, recipe or Recipe(), limit), WORDS)
    return tuple(finding for finding in found if finding.code in FIRST_RULES)


def codes(*blocks: Block, title: str = "Visitor rules", recipe: Recipe | None = None, limit: int = 100) -> list[str]:
    return [finding.code for finding in audit(document(*blocks, title=title), recipe, limit)]


def sections(*heads: str, level: int = 1) -> list[Block]:
    return [part for head in heads for part in (heading(level, head), TEXT)]


@pytest.mark.parametrize(("blocks", "title", "expected"), [
    (sections("Badges", "Keys"), "Visitor rules", []),
    (sections("4.1 Badges"), "Visitor rules", []),
    (sections("Section 4.2"), "Vendor agreement", ["H101"]),
    (sections("Overview"), "Vendor agreement", ["H102"]),
    ([heading(1, "Vendor agreement"), heading(2, "Section 4.2"), heading(3, "Subsection (b)"), TEXT],
     "Vendor agreement", ["H101", "H101"]),
    (sections("Notes"), "Notes", ["H102", "C202"]),
    (sections("Notes", "Keys"), "Notes", ["H102", "C202"]),
    ([heading(1, "Notes"), heading(2, "Keys"), TEXT], "Notes", ["H102"]),
    ([heading(1, "Section 4.2"), heading(2, "TODO"), TEXT], "Untitled", ["H101", "H104", "C202"]),
    ([TEXT], "Visitor rules", ["C201"]),
    ([TEXT, *sections("Badges")], "Visitor rules", ["C201"]),
    ([block("paragraph", "VISITOR\nrules"), *sections("Badges")], "Visitor rules", []),
    ([block("paragraph", "Visitor rules, part two"), *sections("Badges")], "Visitor rules", ["C201"]),
    ([heading(1, "Keys"), heading(2, "1. Keys"), TEXT], "Visitor rules", ["H105"]),
    ([heading(1, "Visitor rules"), heading(2, "Badges"), TEXT], "Visitor rules", []),
    ([heading(1, "VISITOR RULES"), TEXT, heading(1, "Visitor rules"), TEXT], "Visitor rules", ["H105"]),
    ([heading(1, "book.md"), TEXT], "Visitor rules", ["H104"]),
])  # fmt: skip
def test_codes_in_document_order(blocks: list[Block], title: str, expected: list[str]) -> None:
    assert codes(*blocks, title=title) == expected


def test_a_finding_carries_its_place_path_and_reason() -> None:
    parsed = document(heading(1, "Vendor agreement"), heading(2, "Section 4.2"), TEXT, title="Vendor agreement")
    (found,) = audit(parsed)
    assert (found.code, found.severity, found.scope) == ("H101", Severity.WARNING, Scope.HEADING)
    assert (found.document, found.section, found.chunk) == ("book.md", 1, None)
    assert found.heading_path == ("Vendor agreement", "Section 4.2")
    assert found.place == parsed.blocks[1].place
    assert found.reason == '"Section 4.2" is only a number: it does not say what the section is about.'


def test_the_header_that_is_longer_than_its_text() -> None:
    title = "The complete rules for visitors"
    short = block("paragraph", "Badges are red.")
    found = audit(document(heading(1, "Badges"), short, title=title))
    assert [one.code for one in found] == ["C203"]
    assert found[0].facts["header_tokens"] == 7
    assert found[0].facts["text_tokens"] == 3
    assert found[0].facts["share_tokens"] == 25
    assert found[0].chunk == 0


def test_a_chunk_that_is_only_a_heading_may_have_a_longer_header() -> None:
    assert codes(heading(1, "Badges"), title="The complete rules for visitors") == []


def test_the_header_that_was_cut_to_its_share() -> None:
    title = "The complete and in every respect exhaustive rules for all visitors of the northern hall"
    found = audit(document(*sections("Badges"), title=title), limit=40)
    cut = [one for one in found if one.code == "C203"]
    assert len(cut) == 1
    assert "shortened" in cut[0].reason
    assert cut[0].facts["cut"] == (title,)


def test_no_header_no_finding_about_headers() -> None:
    assert codes(*sections("Overview", "Details", "Notes"), recipe=PLAIN) == ["H102", "H102", "H102"]


@pytest.mark.parametrize(
    ("heads", "expected"), [(("Overview", "Details", "Notes"), True), (("Overview", "Details"), False)]
)
def test_the_same_header_everywhere(heads: Sequence[str], expected: bool) -> None:
    found = audit(document(*sections(*heads), title="Visitor rules"))
    assert ("C204" in [one.code for one in found]) is expected
    assert not expected or (found[0].code, found[0].scope) == ("C204", Scope.DOCUMENT)


def test_three_chunks_of_one_section_may_share_a_header() -> None:
    assert "C204" not in codes(heading(1, "Overview"), *[TEXT] * 12, limit=40)


def test_a_chunk_over_the_window() -> None:
    parsed = document(*sections("Badges", "Keys"))
    chunks = chunks_of(parsed, Recipe(), 100)
    chunks[1] = replace(chunks[1], tokens=130)
    found = next(one for one in audit_document(parsed, outline(parsed.blocks), chunks, WORDS) if one.code == "C211")
    assert (found.code, found.chunk, found.section) == ("C211", 1, 1)
    assert found.facts == {"tokens": 130, "limit": 100}


@pytest.mark.parametrize(("title", "expected"), [
    ("visitor rules", ["D304", "H102"]),
    ("notes", ["D304", "H102", "C202"]),
    ("scan_0012", ["D304", "H102", "C202"]),
    ("Document1 final v2", ["D304", "H102", "C202"]),
    ("Seite 12", ["D304", "H102", "C202"]),
    ("泵", ["D304", "H102"]),
])  # fmt: skip
def test_a_title_from_the_file_name(title: str, expected: list[str]) -> None:
    parsed = replace(document(*sections("Overview"), title=title), title_source=TitleSource.FILE_NAME)
    assert [finding.code for finding in audit(parsed)] == expected


def test_thresholds_can_be_changed() -> None:
    parsed = document(*sections("Overview", "Details"), title="Visitor rules")
    chunks = chunks_of(parsed, Recipe(), 100)
    settings = AuditSettings(thresholds={"C204": {"chunks": 2}})
    found = audit_document(parsed, outline(parsed.blocks), chunks, WORDS, settings)
    assert "C204" in [one.code for one in found]


def test_unreadable_and_health() -> None:
    found = [unreadable("a.pdf", "The file needs a password."), *audit(document(*sections("Notes"), title="Notes"))]
    assert (found[0].code, found[0].severity, found[0].reason) == ("D305", Severity.ERROR, "The file needs a password.")
    health = library_health(1, 1, 1, found)
    assert (health.documents, health.unreadable, health.headings, health.chunks) == (1, 1, 1, 1)
    assert (health.empty_paths, health.unhelpful_headers) == (0, 1)
    assert (health.notes, health.warnings, health.errors) == (0, 1, 2)


def test_every_code_is_listed_once_with_the_severity_of_the_contract() -> None:
    rules = [*RULES, *LIBRARY_RULES, *DUPLICATE_RULES]
    listed = {rule.code: (str(rule.severity), str(rule.scope)) for rule in rules}
    assert len(listed) == len(rules)
    assert listed == {
        **dict.fromkeys(("H101", "H102", "H103", "H104"), ("warning", "heading")),
        "H105": ("note", "heading"),
        "H106": ("warning", "heading"),
        **dict.fromkeys(("H107", "H108", "H109", "H110", "H111"), ("note", "heading")),
        "H112": ("note", "library"),
        "C201": ("warning", "chunk"),
        "C202": ("error", "chunk"),
        "C203": ("warning", "chunk"),
        "C204": ("warning", "document"),
        "C205": ("warning", "chunk"),
        "C208": ("note", "chunk"),
        **dict.fromkeys(("C206", "C207", "C209", "C210", "C211", "C212"), ("warning", "chunk")),
        "C213": ("error", "document"),
        "D301": ("error", "library"),
        **dict.fromkeys(("D302", "D303"), ("warning", "document")),
        "D304": ("note", "document"),
        "D305": ("error", "document"),
        "D306": ("note", "document"),
        "D307": ("warning", "document"),
    }


def test_many_headings_are_each_judged() -> None:
    blocks = [heading(1 + number % 3, f"Section {number}") for number in range(5_000)]
    parsed = document(*blocks)
    found = audit_document(parsed, outline(parsed.blocks), (), WORDS)
    assert [one.section for one in found if one.code == "H101"] == list(range(5_000))

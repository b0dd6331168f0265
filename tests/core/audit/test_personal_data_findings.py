"""C213: one finding a document that tells kinds, counts, chunks and masked examples, and never a value."""

from __future__ import annotations

from explorer.core.audit.personal_rules import personal_data
from explorer.core.audit.view import Rule, Subject
from explorer.core.chunking import chunk_document
from explorer.core.context import contextualise
from explorer.core.findings import Finding, Scope, Severity
from explorer.core.model import ParsedDocument
from explorer.core.parsing import read_document
from explorer.core.recipe import Recipe
from explorer.core.views import ContextChunk
from explorer.engine.wordlists import load_heading_words
from tests.support.documents import block, document, heading
from tests.support.tokenizers import WordTokenizer

WORDS, TOKENS = load_heading_words(), WordTokenizer()
MAIL, SSN, PHONE = "jane.roe@acme-pumps.com", "536-90-4399", "+49 30 901820"
PLAIN = block("paragraph", "Each visitor wears a badge in plain sight from the gate to the last door of the hall.")


def chunks_of(parsed: ParsedDocument, limit: int) -> list[ContextChunk]:
    made = chunk_document(parsed, TOKENS, limit)
    return [contextualise(one, parsed.title, parsed.metadata, Recipe(), limit, TOKENS, lambda _: "") for one in made]


def found(parsed: ParsedDocument, limit: int = 100, count: float = 1) -> list[Finding]:
    rule: Rule[Subject] = Rule("C213", Severity.ERROR, Scope.DOCUMENT, "personal data", personal_data, {"count": count})
    return list(personal_data(Subject(parsed, (), chunks_of(parsed, limit), WORDS), rule))


def pages() -> ParsedDocument:
    return document(
        heading(1, "Keys"),
        PLAIN,
        heading(1, "People"),
        block("paragraph", f"Write to {MAIL}, or call {PHONE}."),
        heading(1, "Badges"),
        PLAIN,
        heading(1, "Wages"),
        block("table", f"| Name | SSN |\n| --- | --- |\n| Roe | {SSN} |", header_rows=1),
        block("paragraph", f"Again: {MAIL}."),
    )


def test_one_finding_tells_kinds_counts_and_chunks() -> None:
    (finding,) = found(pages())
    assert (finding.code, finding.severity, finding.scope) == ("C213", Severity.ERROR, Scope.DOCUMENT)
    assert finding.facts["count"] == 3
    kinds = finding.facts["kinds"]
    assert isinstance(kinds, tuple)
    assert sorted(kinds) == ["US social security number: 1", "e-mail address: 1", "phone number: 1"]
    assert finding.facts["chunks"] == tuple(
        str(one.chunk.index) for one in chunks_of(pages(), 100) if MAIL in one.chunk.text or SSN in one.chunk.text
    )
    assert "1 e-mail address, 1 phone number, 1 US social security number, in " in finding.reason


def test_no_value_is_in_the_finding() -> None:
    (finding,) = found(pages())
    shown = repr(finding)
    for secret in (MAIL, "jane", "acme", SSN, "536", "4399", PHONE, "901820", "9018"):
        assert secret not in shown
    assert finding.facts["examples"] == (
        "e-mail address j…@….com",
        "phone number +49 … 20",
        "US social security number … 99",
    )


def test_documents_without_personal_data_have_no_finding() -> None:
    assert found(document(heading(1, "Keys"), PLAIN, block("paragraph", "Write to info@acme-pumps.com."))) == []
    assert found(document()) == []


def test_fewer_different_values_than_the_threshold_are_no_finding() -> None:
    assert len(found(pages(), count=3)) == 1
    assert found(pages(), count=4) == []


def test_a_heading_labels_the_number_below_it() -> None:
    assert len(found(document(heading(1, "Social Security Number"), block("paragraph", SSN)))) == 1
    assert found(document(heading(1, "Part"), block("paragraph", SSN))) == []


def test_the_language_of_the_document_decides_about_national_numbers() -> None:
    german = read_document(b"---\nlang: de\n---\n# Wer hilft\n\nTel. 030 901820\n", "wer.md")
    assert len(found(german)) == 1


def test_data_in_a_heading_is_told_with_the_first_chunk_below_it() -> None:
    (finding,) = found(document(heading(1, "Keys"), PLAIN, heading(1, f"Ask {MAIL}"), PLAIN))
    assert finding.facts["chunks"] == ("1",)


def test_no_more_than_fifty_chunks_are_named() -> None:
    parts = [
        heading(1, "A"),
        *(block("paragraph", f"Person {one}: p{one}.roe@acme-pumps.com, " + "word " * 60) for one in range(80)),
    ]
    (finding,) = found(document(*parts), limit=100)
    assert finding.facts["count"] == 80
    assert finding.facts["chunks"] == tuple(map(str, range(50)))
    assert "in 50 or more chunks" in finding.reason

"""The audit of a document: one rule a function, all listed in `RULES` (DESIGN 4.4).

Guarantees:

* Findings come in document order: those about the whole document, then section by section its heading and its
  chunks, each in the order of `RULES`.
* Linear in the number of sections and chunks; equal headings are judged once.
* Rules read and never change anything; the reasons rest on the facts beside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from explorer.core.audit.chunk_rules import empty_path, header_too_long, names_no_subject, over_the_window
from explorer.core.audit.document_rules import cannot_be_read, same_header, title_from_file_name
from explorer.core.audit.heading_rules import repeats, says_nothing
from explorer.core.audit.headings import HeadingVerdict, classify_heading, is_informative
from explorer.core.audit.view import Rule, Subject
from explorer.core.audit.words import HeadingWords, parse_heading_words
from explorer.core.findings import Finding, Health, Scope, Severity
from explorer.core.model import ParsedDocument
from explorer.core.outline import Section
from explorer.core.views import ContextChunk

__all__ = [
    "RULES",
    "HeadingVerdict",
    "HeadingWords",
    "Rule",
    "audit_document",
    "classify_heading",
    "is_informative",
    "library_health",
    "parse_heading_words",
    "unreadable",
]

_NOTE, _WARNING, _ERROR = Severity.NOTE, Severity.WARNING, Severity.ERROR
_HEADING, _CHUNK, _DOCUMENT = Scope.HEADING, Scope.CHUNK, Scope.DOCUMENT

RULES: tuple[Rule, ...] = (
    Rule("H101", _WARNING, _HEADING, "numbering only", says_nothing),
    Rule("H102", _WARNING, _HEADING, "generic words only", says_nothing),
    Rule("H103", _WARNING, _HEADING, "an ornament or divider", says_nothing),
    Rule("H104", _WARNING, _HEADING, "a placeholder", says_nothing),
    Rule("H105", _NOTE, _HEADING, "repeats its parent or the title", repeats),
    Rule("C201", _WARNING, _CHUNK, "no heading above the text", empty_path),
    Rule("C202", _ERROR, _CHUNK, "nothing in path and title names a subject", names_no_subject),
    Rule("C203", _WARNING, _CHUNK, "header too long", header_too_long, {"share": 0.25}),
    Rule("C204", _WARNING, _DOCUMENT, "same header on every chunk", same_header, {"chunks": 3, "sections": 2}),
    Rule("C211", _WARNING, _CHUNK, "over the model's window", over_the_window),
    Rule("D304", _NOTE, _DOCUMENT, "title made of the file name", title_from_file_name),
    Rule("D305", _ERROR, _DOCUMENT, "cannot be read", cannot_be_read),
)
"""All rules, with the thresholds they start with."""


def audit_document(
    document: ParsedDocument,
    sections: Sequence[Section],
    chunks: Sequence[ContextChunk],
    words: HeadingWords,
    thresholds: Mapping[str, Mapping[str, float]] | None = None,
) -> tuple[Finding, ...]:
    """Return what there is to say about a document, in document order.

    `chunks` are all of the document's, under the library's recipe. `thresholds` replaces those of `RULES`, by code
    and name.
    """
    subject = Subject(document, sections, chunks, words)
    own = thresholds or {}
    rules = [replace(rule, thresholds={**rule.thresholds, **own.get(rule.code, {})}) for rule in RULES]
    return tuple(sorted((finding for rule in rules for finding in rule.check(subject, rule)), key=_in_document))


def _in_document(finding: Finding) -> tuple[int, int, int]:
    """Return where a finding stands: whole document, text before the first heading, then section by section."""
    section = -1 if finding.section is None else finding.section
    if finding.scope is Scope.DOCUMENT:
        return (-2, -1, -1)
    return (section, int(finding.scope is Scope.CHUNK), -1 if finding.chunk is None else finding.chunk)


def unreadable(document_name: str, why: str) -> Finding:
    """Return the finding D305 for a file that could not be read; `why` is a sentence in words."""
    rule = next(rule for rule in RULES if rule.code == "D305")
    return rule.on_document(document_name, why, why=why)


def library_health(documents: int, headings: int, chunks: int, findings: Iterable[Finding]) -> Health:
    """Return the counts over a library: `documents` that were read, their headings and chunks, and all findings."""
    found = list(findings)
    codes = [finding.code for finding in found]
    severities = [finding.severity for finding in found]
    return Health(
        documents=documents,
        unreadable=codes.count("D305"),
        headings=headings,
        chunks=chunks,
        empty_paths=codes.count("C201"),
        unhelpful_headers=codes.count("C202"),
        notes=severities.count(Severity.NOTE),
        warnings=severities.count(Severity.WARNING),
        errors=severities.count(Severity.ERROR),
    )

"""The audit of a document and of a library: one rule a function, listed in `RULES` and `LIBRARY_RULES` (DESIGN 4.4).

Guarantees:

* Findings come in document order: those about the whole document, then section by section its heading and its
  chunks, each in the order of `RULES`.
* Linear in the number of sections and chunks; equal headings are judged once.
* Rules read and never change anything; the reasons rest on the facts beside them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from explorer.core.audit.chunk_rules import (
    cut_inside,
    empty_path,
    header_too_long,
    names_no_subject,
    over_the_window,
    too_short,
)
from explorer.core.audit.document_rules import (
    cannot_be_read,
    headers_cannot_help,
    pages_without_text,
    same_header,
    title_from_file_name,
)
from explorer.core.audit.duplicate_rules import exact_duplicate, near_duplicate
from explorer.core.audit.heading_rules import repeats, says_nothing
from explorer.core.audit.headings import HeadingVerdict, classify_heading, is_informative
from explorer.core.audit.language_rules import foreign_language
from explorer.core.audit.library_rules import LeafTally, empty_paths, leaf_keys, out_of_force, shared_leaf
from explorer.core.audit.personal_rules import personal_data
from explorer.core.audit.reference_rules import cross_reference
from explorer.core.audit.sentence_rules import MOST_TOKENS, context_sentence
from explorer.core.audit.settings import AuditSettings, parse_settings, settings_toml
from explorer.core.audit.shape_rules import (
    deeper_than_shown,
    empty_heading,
    leaf_without_body,
    level_jump,
    repeated_path,
    sentence_heading,
)
from explorer.core.audit.subject_rules import header_does_not_help
from explorer.core.audit.view import LeafUse, LibraryDocument, LibraryView, Rule, Subject, View
from explorer.core.audit.words import HeadingWords, parse_heading_words
from explorer.core.errors import ExplorerError
from explorer.core.findings import Finding, Health, Scope, Severity
from explorer.core.language import ModelFit
from explorer.core.model import ParsedDocument
from explorer.core.outline import Section
from explorer.core.subject import NOT_SELF_DESCRIBING, SubjectKind
from explorer.core.views import ContextChunk

__all__ = [
    "DUPLICATE_RULES",
    "LIBRARY_RULES",
    "RULES",
    "AuditSettings",
    "DocumentAudit",
    "HeadingVerdict",
    "HeadingWords",
    "LeafTally",
    "LeafUse",
    "LibraryDocument",
    "LibraryView",
    "Rule",
    "audit_document",
    "audit_library",
    "check_settings",
    "classify_heading",
    "is_informative",
    "judge_document",
    "judge_in_steps",
    "library_health",
    "parse_heading_words",
    "parse_settings",
    "settings_toml",
    "unreadable",
]

_NOTE, _WARNING, _ERROR = Severity.NOTE, Severity.WARNING, Severity.ERROR
_HEADING, _CHUNK, _DOCUMENT, _LIBRARY = Scope.HEADING, Scope.CHUNK, Scope.DOCUMENT, Scope.LIBRARY

RULES: tuple[Rule[Subject], ...] = (
    Rule("H101", _WARNING, _HEADING, "numbering only", says_nothing),
    Rule("H102", _WARNING, _HEADING, "generic words only", says_nothing),
    Rule("H103", _WARNING, _HEADING, "an ornament or divider", says_nothing),
    Rule("H104", _WARNING, _HEADING, "a placeholder", says_nothing),
    Rule("H105", _NOTE, _HEADING, "repeats its parent or the title", repeats),
    Rule("H106", _WARNING, _HEADING, "same full path twice", repeated_path),
    Rule("H107", _NOTE, _HEADING, "a sentence as heading", sentence_heading, {"words": 12, "characters": 30}),
    Rule("H108", _NOTE, _HEADING, "level jump", level_jump),
    Rule("H109", _NOTE, _HEADING, "leaf without text", leaf_without_body),
    Rule("H110", _NOTE, _HEADING, "empty", empty_heading),
    Rule("H111", _NOTE, _HEADING, "deeper than the header shows", deeper_than_shown),
    Rule("C201", _WARNING, _CHUNK, "no heading above the text", empty_path),
    Rule("C202", _ERROR, _CHUNK, "nothing in path and title names a subject", names_no_subject),
    Rule("C203", _WARNING, _CHUNK, "header too long", header_too_long, {"share": 0.25}),
    Rule("C204", _WARNING, _DOCUMENT, "same header on every chunk", same_header, {"chunks": 3, "sections": 2}),
    Rule("C205", _WARNING, _CHUNK, "names no subject, and the header does not help", header_does_not_help),
    Rule("C208", _NOTE, _CHUNK, "cross-reference; a warning if not found", cross_reference, {"numbered": 2}),
    Rule("C209", _WARNING, _CHUNK, "cut inside a sentence, table, list or code", cut_inside),
    Rule("C210", _WARNING, _CHUNK, "too short to be found", too_short, {"tokens": 8}),
    Rule("C211", _WARNING, _CHUNK, "over the model's window", over_the_window),
    Rule("C212", _WARNING, _CHUNK, "context sentence that does not place", context_sentence, {"tokens": MOST_TOKENS}),
    Rule("C213", _ERROR, _DOCUMENT, "personal data", personal_data, {"count": 1}),
    Rule("D302", _WARNING, _DOCUMENT, "pages without text", pages_without_text),
    Rule("D304", _NOTE, _DOCUMENT, "title made of the file name", title_from_file_name),
    Rule("D305", _ERROR, _DOCUMENT, "cannot be read", cannot_be_read),
    Rule("D306", _NOTE, _DOCUMENT, "fits one chunk or has no structure", headers_cannot_help),
    Rule("D307", _WARNING, _DOCUMENT, "language the model was not made for", foreign_language, {"unknown": 0.3}),
)
"""The rules about one document, with the thresholds they start with."""

LIBRARY_RULES: tuple[Rule[LibraryView], ...] = (
    Rule("H112", _NOTE, _LIBRARY, "same leaf in many documents", shared_leaf, {"documents": 5, "share": 0.2}),
    Rule("D301", _ERROR, _LIBRARY, "many empty paths in a format", empty_paths, {"chunks": 20, "share": 0.1}),
    Rule("D303", _WARNING, _DOCUMENT, "superseded or expired", out_of_force),
)
"""The rules that need all documents, with the thresholds they start with."""

DUPLICATE_RULES: tuple[Rule[LibraryView], ...] = (
    Rule("C206", _WARNING, _CHUNK, "nearly the same under another heading", near_duplicate, {"similarity": 0.9}),
    Rule("C207", _WARNING, _CHUNK, "the same under another heading", exact_duplicate),
)
"""The rules that compare all passages: minutes of work in a large library, so a store runs them by themselves."""

_NO_SETTINGS = AuditSettings()
_BUNDLED_FIT = ModelFit()


def check_settings(settings: AuditSettings) -> AuditSettings:
    """Return `settings`; raises `ExplorerError` for a rule or threshold that does not exist."""
    rules = {rule.code: frozenset(rule.thresholds) for rule in (*RULES, *LIBRARY_RULES, *DUPLICATE_RULES)}
    for code in (*settings.silenced_rules, *settings.thresholds):
        if code not in rules:
            raise ExplorerError(f"There is no rule {code!r}.", f"Known: {', '.join(sorted(rules))}.")
    for code, own in settings.thresholds.items():
        for name in own:
            if name not in rules[code]:
                known = ", ".join(sorted(rules[code])) or "none"
                raise ExplorerError(f"Rule {code} has no threshold {name!r}.", f"Known: {known}.")
    return settings


@dataclass(frozen=True, slots=True)
class DocumentAudit:
    """The findings about a document; for each section the key of its heading if it is a leaf, and its code.

    `leaf_keys`: see there. `codes`: H101 to H104 where the heading says nothing, else "".
    """

    findings: tuple[Finding, ...]
    leaf_keys: tuple[str, ...]
    codes: tuple[str, ...] = ()


def audit_document(
    document: ParsedDocument,
    sections: Sequence[Section],
    chunks: Sequence[ContextChunk],
    words: HeadingWords,
    settings: AuditSettings = _NO_SETTINGS,
) -> tuple[Finding, ...]:
    """Return what there is to say about a document, in document order.

    `chunks` are all of the document's, under the library's recipe.
    """
    return judge_document(document, sections, chunks, words, settings).findings


_LONG = 400
"""Headings and chunks, or findings, after which a step of judging ends: some tenth of a second."""


def judge_document(
    document: ParsedDocument,
    sections: Sequence[Section],
    chunks: Sequence[ContextChunk],
    words: HeadingWords,
    settings: AuditSettings = _NO_SETTINGS,
    fit: ModelFit = _BUNDLED_FIT,
) -> DocumentAudit:
    """Return the findings about a document, in document order, with what the library's rules need of it.

    `sections` are the document's as the user's mends rename them; `words` hold the library's own already.
    """
    steps = judge_in_steps(document, sections, chunks, words, settings, fit)
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return cast("DocumentAudit", done.value)


def judge_in_steps(
    document: ParsedDocument,
    sections: Sequence[Section],
    chunks: Sequence[ContextChunk],
    words: HeadingWords,
    settings: AuditSettings = _NO_SETTINGS,
    fit: ModelFit = _BUNDLED_FIT,
) -> Generator[None, None, DocumentAudit]:
    """Do as `judge_document` does, and yield now and then where a document is long, so that it holds nothing up."""
    subject = Subject(document, sections, chunks, words, fit)
    is_long = len(sections) + len(chunks) > _LONG
    found: list[Finding] = []
    for rule in _adjusted(RULES, settings):
        for finding in rule.check(subject, rule):
            found.append(finding)
            if len(found) % _LONG == 0:
                yield
        if is_long:
            yield
    codes = tuple(verdict.code if verdict else "" for verdict in (subject.verdict(one.heading) for one in sections))
    return DocumentAudit(tuple(sorted(settings.heard(found), key=_in_document)), leaf_keys(subject), codes)


def _adjusted(rules: Sequence[Rule[View]], settings: AuditSettings) -> list[Rule[View]]:
    """Return the rules that are not silenced, with the library's thresholds."""
    own = settings.thresholds
    return [
        replace(rule, thresholds={**rule.thresholds, **own.get(rule.code, {})})
        for rule in rules
        if rule.code not in settings.silenced_rules
    ]


def audit_library(library: LibraryView, settings: AuditSettings = _NO_SETTINGS) -> tuple[Finding, ...]:
    """Return what there is to say about a library as a whole, and about documents for the sake of others.

    Passages are compared where the view has them.
    """
    rules = _adjusted((*LIBRARY_RULES, *DUPLICATE_RULES), settings)
    return settings.heard(finding for rule in rules for finding in rule.check(library, rule))


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


def library_health(
    documents: int, headings: int, chunks: int, findings: Iterable[Finding], kinds: Mapping[str, int] | None = None
) -> Health:
    """Return the counts over a library: `documents` that were read, their headings and chunks, and all findings.

    `kinds` counts chunks by whether and how they name their subject ("": not judged).
    """
    of_kind = kinds or {}
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
        judged=sum(of_kind.values()) - of_kind.get("", 0),
        not_self_describing=sum(of_kind.get(kind, 0) for kind in NOT_SELF_DESCRIBING),
        needs_discriminator=of_kind.get(SubjectKind.NEEDS_DISCRIMINATOR, 0),
    )

"""Reports without words of the documents, for confidential libraries.

What stays: codes, severities, counts, places (offsets, pages, rectangles, lines), names of documents and of the
library's folder, how the audit was made, and facts that are numbers or words of the program itself. What goes:
titles, headings, heading paths, reasons (the name of the code stands in their place), mends, remarks of readers, and
every fact that could quote. A fact that is not known to be safe goes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from explorer.core.findings import Fact, Finding
from explorer.core.model import CutNote
from explorer.core.report.guide import guide
from explorer.core.report.model import AuditReport
from explorer.core.subject import SubjectKind

LEFT_OUT = "Headings, texts, reasons and proposals are left out (--no-text); names of documents are kept."

_NAMES = {
    "C206": frozenset({"other_document"}),
    "C207": frozenset({"other_document"}),
    "D301": frozenset({"names"}),
    "D303": frozenset({"superseded_by"}),
    "H112": frozenset({"names"}),
}
"""Facts that name documents, by code."""

_OWN_WORDS = {
    "C205": ("kind", frozenset(map(str, SubjectKind))),
    "C212": ("faults", frozenset({"too long", "summary", "placeless", "out of date"})),
    "C209": ("notes", frozenset(map(str, CutNote))),
    "D301": ("format", frozenset({"markdown", "text", "rst", "html", "docx", "epub", "pdf"})),
}
"""A fact by code whose values are these words of the program, and never a document's."""

_OWN_NUMBERS = {"C212": frozenset({"tokens"}), "C213": frozenset({"count"})}
"""For codes whose facts may hold a number that stands in the document, those that count and do not quote."""


def redacted(report: AuditReport) -> AuditReport:
    """Return the report without words of the documents."""
    return replace(
        report,
        findings=tuple(map(_finding, report.findings)),
        documents=tuple(replace(document, title="") for document in report.documents),
        notes=tuple((name, (f"Remarks of the reader: {len(notes)}.",)) for name, notes in report.notes),
        texts=False,
    )


def _finding(finding: Finding) -> Finding:
    return replace(
        finding,
        reason=f"{guide(finding.code).name}.",
        heading="",
        heading_path=(),
        facts=_facts(finding.code, finding.facts),
        mend=None,
    )


def _facts(code: str, facts: Mapping[str, Fact]) -> dict[str, Fact]:
    return {name: value for name, value in facts.items() if _is_safe(code, name, value)}


def _is_safe(code: str, name: str, value: Fact) -> bool:
    if isinstance(value, int | float):
        return name in _OWN_NUMBERS.get(code, (name,))
    if name in _NAMES.get(code, ()):
        return True
    own, words = _OWN_WORDS.get(code, ("", frozenset[str]()))
    values = (value,) if isinstance(value, str) else value
    return name == own and words.issuperset(values)

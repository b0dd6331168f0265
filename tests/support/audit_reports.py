"""Audit reports made by hand, for tests of their formats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from explorer.core.findings import Fact, Finding, Health, Scope, Severity
from explorer.core.model import Place
from explorer.core.report.guide import GUIDE
from explorer.core.report.lines import Lines
from explorer.core.report.model import AuditReport, Made, make_report
from explorer.core.token_account import TokenAccount
from explorer.core.views import DocumentRow

MADE = Made(
    library="manuals",
    date="2026-11-30",
    version="0.1.0",
    model="minilm",
    recipe="path",
    limit=256,
    folder="docs/manuals",
)
_SCOPES = {"H": Scope.HEADING, "C": Scope.CHUNK, "D": Scope.DOCUMENT}


def finding(
    code: str,
    document: str = "a.md",
    *path: str,
    reason: str = "A reason.",
    place: Place | None = None,
    chunk: int | None = None,
    severity: Severity | None = None,
    mend: str | None = None,
    facts: Mapping[str, Fact] | None = None,
) -> Finding:
    """Return a finding as the rules make them."""
    return Finding(
        code=code,
        severity=severity or GUIDE[code].severity,
        scope=_SCOPES[code[0]] if document else Scope.LIBRARY,
        document=document,
        reason=reason,
        heading=path[-1] if path else "",
        heading_path=path,
        chunk=chunk,
        place=place,
        facts=facts or {},
        mend=mend,
    )


def report_with(
    *findings: Finding,
    documents: Sequence[str] = ("a.md", "b.pdf"),
    title: str = "Alpha",
    kinds: Mapping[str, int] | None = None,
    notes: Sequence[tuple[str, tuple[str, ...]]] = (),
    lines: Lines | None = None,
    made: Made = MADE,
) -> AuditReport:
    """Return the report of a library of some documents, each with 10 chunks of 40 tokens under headers of 10."""
    severities = [found.severity for found in findings]
    health = Health(
        documents=len(documents),
        headings=20,
        chunks=10 * len(documents),
        notes=severities.count(Severity.NOTE),
        warnings=severities.count(Severity.WARNING),
        errors=severities.count(Severity.ERROR),
    )
    rows = [DocumentRow(name=name, title=title, format="markdown", chunks=10, sections=5) for name in documents]
    accounts = {name: TokenAccount(10, 400, 100) for name in documents}
    shares = {"names-subject": 12, "pronoun-subject": 8} if kinds is None else kinds
    return make_report(MADE if made is MADE else made, findings, health, rows, accounts, shares, notes, lines, GUIDE)

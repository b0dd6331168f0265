"""The report for a terminal: each finding, what the codes mean and what to do, and the counts."""

from __future__ import annotations

from dataclasses import replace

from explorer.core import export
from explorer.core.findings import Finding
from explorer.core.report.figures import baseline_sentence, counted, judge_sentence, kinds_sentence, severities_sentence
from explorer.core.report.guide import guide
from explorer.core.report.model import AuditReport, by_code, worst_first
from explorer.core.report.redact import LEFT_OUT
from explorer.core.terminal_text import escaped, one_line
from explorer.core.token_account import account_text

WORST = 10
"""Documents named as the worst."""


def report_text(report: AuditReport) -> str:
    """Return the report in lines, fit for a terminal; the last ones are the counts over the whole library."""
    parts = [_findings(report), _codes(report), _worst(report), _closing(report)]
    whole = "\n\n".join(part for part in parts if part)
    return "".join(sign if sign in "\n\t" else escaped(sign) for sign in whole)


def _findings(report: AuditReport) -> str:
    worst_first = sorted(report.findings, key=lambda finding: -finding.severity.rank)
    return "\n".join(export.finding_text(_with_line(report, finding)) for finding in worst_first)


def _with_line(report: AuditReport, finding: Finding) -> Finding:
    """Return a finding whose document is named with the line, as terminals and editors open it: `hr/leave.md:14`."""
    region = report.region(finding)
    return replace(finding, document=f"{finding.document}:{region.line}") if region else finding


def _codes(report: AuditReport) -> str:
    rows = by_code(report.findings)
    lines: list[str] = []
    for row in rows:
        entry = guide(row.code)
        lines.append(f"  {row.code}  {row.count:>6,}  {entry.name} ({row.severity})")
        lines.append(f"                {entry.remedy}")
    return "\n".join(["What was found, and what to do:", *lines]) if lines else ""


def _worst(report: AuditReport) -> str:
    # What could not be read is told by its finding, and has nothing else to be found in.
    worst = [document for document in worst_first(report.documents) if not document.unreadable]
    if len(worst) < 2:
        return ""
    lines = [
        f"  {one_line(document.name)}: {counted(document.errors, 'error')}, {counted(document.warnings, 'warning')}, "
        f"{counted(document.notes, 'note')} in {counted(document.chunks, 'chunk')}"
        for document in worst[:WORST]
    ]
    more = len(worst) - WORST
    lines += [f"  and {counted(more, 'more document')} with findings"] if more > 0 else []
    return "\n".join(["Worst documents:", *lines])


def _closing(report: AuditReport) -> str:
    narrowed = f"Only {', '.join(report.codes)}: {severities_sentence(report)}." if report.codes else ""
    kinds = kinds_sentence(report.kinds)
    parts = (
        "" if report.texts else LEFT_OUT,
        f"{kinds} {judge_sentence()}" if kinds else "",
        account_text(report.account),
        narrowed,
        baseline_sentence(report),
        export.health_text(report.health),
    )
    return "\n".join(part for part in parts if part)

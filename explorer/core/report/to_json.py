"""The report as JSON data: what DESIGN 6 promises (`findings`, `health`), with more beside it."""

from __future__ import annotations

from explorer.core import export
from explorer.core.report.figures import PROMPT_CHUNKS, judged_chunks, not_self_describing
from explorer.core.report.guide import guide
from explorer.core.report.model import AuditReport, CodeRow, DocumentSummary, by_code
from explorer.core.subject import MEASURED_ERROR
from explorer.core.token_account import TokenAccount

Json = dict[str, object]


def report_json(report: AuditReport) -> Json:
    """Return the whole report."""
    compared = report.compared
    return {
        "findings": [export.finding_json(finding) for finding in report.findings],
        "health": export.health_json(report.health),
        "made": {name: getattr(report.made, name) for name in report.made.__slots__},
        "codes": [_code(row) for row in by_code(report.findings)],
        "documents": [_document(document) for document in report.documents],
        "kinds": _kinds(report),
        "tokens": account_json(report.account),
        "notes": [{"document": name, "notes": list(notes)} for name, notes in report.notes],
        "baseline": None if compared is None else {name: getattr(compared, name) for name in compared.__slots__},
        "texts": report.texts,
    }


def account_json(account: TokenAccount, prompt_chunks: int = PROMPT_CHUNKS) -> Json:
    """Return what headers cost, with a prompt of `prompt_chunks` average chunks as an example."""
    plain, whole = account.prompt(prompt_chunks)
    return {
        "chunks": account.chunks,
        "text": account.text_tokens,
        "headers": account.header_tokens,
        "header_share": round(account.header_share, 4),
        "prompt": {"chunks": prompt_chunks, "plain": plain, "with_headers": whole},
    }


def _code(row: CodeRow) -> Json:
    entry = guide(row.code)
    return {
        "code": row.code,
        "name": entry.name,
        "severity": str(row.severity),
        "count": row.count,
        "documents": row.documents,
        "about": entry.about,
        "remedy": entry.remedy,
    }


def _document(document: DocumentSummary) -> Json:
    return {
        "name": document.name,
        "title": document.title,
        "format": document.format,
        "unreadable": document.unreadable,
        "chunks": document.chunks,
        "sections": document.sections,
        "errors": document.errors,
        "warnings": document.warnings,
        "notes": document.notes,
        "text_tokens": document.account.text_tokens,
        "header_tokens": document.account.header_tokens,
    }


def _kinds(report: AuditReport) -> Json:
    return {
        "judged": judged_chunks(report.kinds),
        "not_judged": report.kinds.get("", 0),
        "not_self_describing": not_self_describing(report.kinds),
        "judge_error": {"share": MEASURED_ERROR[0], "chunks": MEASURED_ERROR[1]},
        "counts": {kind: count for kind, count in sorted(report.kinds.items()) if kind},
    }

"""Reports of an audit: text, JSON, CSV, SARIF and HTML, with a baseline of what is known and without words if asked.

Pure: an `AuditReport` in, text or data out. Every format shows the same findings; `redacted` takes the words of the
documents out of a report before any format sees it.
"""

from __future__ import annotations

from explorer.core.report.baseline import (
    Baseline,
    baseline_json,
    compare,
    fingerprint,
    make_baseline,
    narrowed,
    parse_baseline,
)
from explorer.core.report.guide import GUIDE, CodeGuide, guide
from explorer.core.report.lines import TEXT_FORMATS, Region, regions
from explorer.core.report.model import AuditReport, Compared, DocumentSummary, Made, make_report
from explorer.core.report.redact import redacted
from explorer.core.report.to_csv import report_csv
from explorer.core.report.to_html import report_html
from explorer.core.report.to_json import report_json
from explorer.core.report.to_sarif import report_sarif
from explorer.core.report.to_text import report_text

__all__ = [
    "GUIDE",
    "TEXT_FORMATS",
    "AuditReport",
    "Baseline",
    "CodeGuide",
    "Compared",
    "DocumentSummary",
    "Made",
    "Region",
    "baseline_json",
    "compare",
    "fingerprint",
    "guide",
    "make_baseline",
    "make_report",
    "narrowed",
    "parse_baseline",
    "redacted",
    "regions",
    "report_csv",
    "report_html",
    "report_json",
    "report_sarif",
    "report_text",
]

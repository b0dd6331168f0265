"""The findings as CSV (RFC 4180): a header line, then a line a finding.

Spreadsheet programs run cells that begin like a formula, and a document may hold such a heading: those cells get an
apostrophe in front, which the programs show as text. Only cells with texts are guarded; numbers are never texts here.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable

from explorer.core.findings import Finding
from explorer.core.report.guide import guide
from explorer.core.report.lines import Region
from explorer.core.report.model import AuditReport
from explorer.core.spreadsheet import guarded

COLUMNS = (
    "code", "severity", "scope", "name", "document", "heading_path", "heading", "chunk", "line", "page", "start", "end",
    "reason", "mend", "remedy", "facts",
)  # fmt: skip

Cell = str | int | None


def report_csv(report: AuditReport) -> str:
    """Return the findings as CSV, lines ended by CR LF."""
    return findings_csv((finding, report.region(finding)) for finding in report.findings)


def findings_csv(findings: Iterable[tuple[Finding, Region | None]]) -> str:
    """Return findings with their lines, where these are known, as CSV, lines ended by CR LF."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows([_guarded(cell) for cell in _cells(finding, region)] for finding, region in findings)
    return out.getvalue()


def _cells(finding: Finding, region: Region | None) -> list[Cell]:
    place, entry = finding.place, guide(finding.code)
    return [
        finding.code,
        str(finding.severity),
        str(finding.scope),
        entry.name,
        finding.document,
        " > ".join(finding.heading_path),
        finding.heading,
        finding.chunk,
        region.line if region else None,
        place.page if place else None,
        place.start if place else None,
        place.end if place else None,
        finding.reason,
        finding.mend,
        entry.remedy,
        json.dumps(dict(finding.facts), ensure_ascii=False) if finding.facts else None,
    ]


def _guarded(cell: Cell) -> Cell:
    """Return a cell that no spreadsheet takes for a formula; a NUL, which the format cannot hold, is left out."""
    if not isinstance(cell, str):
        return cell
    text = cell.replace("\x00", "")
    # Full-width signs are formulas too in spreadsheets set to East Asian languages; blanks before a sign are skipped.
    return guarded(text)

"""Sections of the HTML report about findings: what was found, in which documents, one by one."""

from __future__ import annotations

from collections import defaultdict

from explorer.core.findings import Finding, Severity
from explorer.core.report.charts import Bar, bar, bar_chart
from explorer.core.report.figures import SIGNS, counted
from explorer.core.report.guide import guide, in_order
from explorer.core.report.markup import Markup, bdi, cell, joined, lines, number, row_head, table, tag
from explorer.core.report.model import AuditReport, CodeRow, DocumentSummary, by_code, worst_first

WORST = 20
"""Documents that the page shows in its table, and whose findings it lists."""

LISTED = 12
"""Findings that the page lists of a document; the other formats hold all of them."""

MOST_SIGNS = 280
"""Code points of a reason that the page shows."""

_HEADING_SIGNS, _PATH_SIGNS = 70, 140
"""Code points of a heading in a path, and of a path, that the page shows."""

_LEGEND = tuple((str(severity), f"{SIGNS[severity]} {severity}") for severity in reversed(Severity))
_RANKS = {severity: -severity.rank for severity in Severity}


def severity_label(severity: Severity) -> Markup:
    """Return a severity as sign and word, in its colour."""
    return tag("span", f"{SIGNS[severity]} {severity}", class_=f"severity {severity}")


def clipped(text: str, most: int = MOST_SIGNS) -> str:
    """Return text on one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def path_text(path: tuple[str, ...]) -> str:
    """Return a heading path that fits into a table: long headings are cut, and outer ones left out."""
    shown = [clipped(heading, _HEADING_SIGNS) for heading in path]
    while len(shown) > 2 and len(" > ".join(shown)) > _PATH_SIGNS:
        shown = ["…", *shown[2:]] if shown[0] == "…" else ["…", *shown[1:]]
    return " > ".join(shown)


def worst_section(report: AuditReport) -> Markup:
    """Return the documents with most to mend."""
    worst = worst_first(report.documents)
    if not worst:
        what = "No document has a new finding." if report.compared else "No document has a finding."
        return lines(tag("h2", "Worst documents", id="worst"), tag("p", what))
    shown = worst[:WORST]
    head = (
        ("Document", ""), ("Findings", ""), ("● Errors", "n"), ("▲ Warnings", "n"), ("○ Notes", "n"), ("Chunks", "n"),
    )  # fmt: skip
    most = max(document.findings for document in shown)
    rows = (_document_row(document, most) for document in shown)
    new = " new" if report.compared else ""
    clean = len(report.documents) - len(worst)
    about = f"Ordered by errors, then warnings, then notes. {_left_out(len(worst) - len(shown), 'document')}"
    about += f"{counted(clean, 'document')} {'has' if clean == 1 else 'have'} no{new} finding."
    return lines(
        tag("h2", "Worst documents", id="worst"),
        tag("p", about),
        table("Documents with most to mend", head, rows, "worst-table"),
    )


def _document_row(document: DocumentSummary, most: int) -> tuple[Markup, ...]:
    parts = (("error", document.errors), ("warning", document.warnings), ("note", document.notes))
    title = tag("span", bdi(clipped(document.title, 90)), class_="mend") if document.title else Markup("")
    name = bdi(document.name)
    return (
        row_head(name, title),
        cell(bar(parts, most), style="bar-cell"),
        number(document.errors),
        number(document.warnings),
        number(document.notes),
        cell("unreadable", style="n") if document.unreadable else number(document.chunks),
    )


def codes_section(report: AuditReport) -> Markup:
    """Return what kinds of findings there are, what each means and what to do."""
    rows = by_code(report.findings)
    heading = tag("h2", "Findings by kind", id="kinds-of-findings")
    if not rows:
        return lines(heading, tag("p", "Nothing was found."))
    ordered = sorted(rows, key=lambda row: (-row.count, row.code))
    bars = [Bar(f"{row.code} {guide(row.code).name}", _parts(row), f"{row.count:,}") for row in ordered]
    head = (
        ("Code", ""),
        ("Found", "n"),
        ("Documents", "n"),
        ("What it means", ""),
        ("What to do", ""),
    )
    return lines(
        heading,
        bar_chart("Number of findings of each kind", bars, legend=_LEGEND),
        table("What each code means and what to do about it", head, (_code_row(row) for row in rows), "codes-table"),
        _not_found(report, rows),
    )


def _parts(row: CodeRow) -> tuple[tuple[str, float], ...]:
    return (("error", row.errors), ("warning", row.warnings), ("note", row.notes))


def _code_row(row: CodeRow) -> tuple[Markup, ...]:
    entry = guide(row.code)
    return (
        row_head(
            tag("b", row.code), severity_label(row.severity), tag("span", entry.name, class_="what"), style="code"
        ),
        number(row.count),
        cell(f"{row.documents:,}" if row.documents else "whole library", style="n"),
        cell(entry.about, style="wide"),
        cell(entry.remedy, style="wide"),
    )


def _not_found(report: AuditReport, rows: list[CodeRow]) -> Markup:
    found = {row.code for row in rows}
    others = [code for code in report.codes or in_order(report.checked) if code not in found]
    if not others:
        return Markup("")
    named = "; ".join(f"{code} {guide(code).name.lower()}" for code in others)
    what = "Without new findings" if report.compared else "Without findings"
    return tag("p", f"{what}: {named}.", class_="soft")


def list_section(report: AuditReport) -> Markup:
    """Return findings one by one: those about the library, then those of the worst documents, each list cut."""
    groups: dict[str, list[Finding]] = defaultdict(list)
    for finding in report.findings:
        groups[finding.document].append(finding)
    names = [document.name for document in worst_first(report.documents)][:WORST]
    order = ([""] if groups[""] else []) + names
    if not order:
        return Markup("")
    listed = [_document_findings(report, name, groups[name], place) for place, name in enumerate(order)]
    rest = len(report.findings) - sum(len(groups[name]) for name in order)
    about = f"Up to {LISTED} of each document above, the worst first. "
    about += f"{counted(rest, 'finding')} in other documents {'is' if rest == 1 else 'are'} left out. " if rest else ""
    about += "The formats csv, json and sarif hold all of them."
    return lines(tag("h2", "The findings", id="findings"), tag("p", about), *listed)


def _document_findings(report: AuditReport, name: str, findings: list[Finding], place: int) -> Markup:
    ordered = sorted(findings, key=lambda one: _RANKS[one.severity])[:LISTED]
    head = (("Code", ""), ("Where", ""), ("Why", "")) if report.texts else (("Code", ""), ("Where", ""))
    title = name or "The library as a whole"
    rows = (_finding_row(report, finding) for finding in ordered)
    left = len(findings) - len(ordered)
    return lines(
        tag("h3", bdi(title)),
        table(f"{counted(len(findings), 'finding')}: {_split(findings)}", head, rows, f"findings-{place}"),
        tag("p", _left_out(left, "finding").strip(), class_="soft") if left else Markup(""),
    )


def _split(findings: list[Finding]) -> str:
    counts = [(severity, sum(one.severity is severity for one in findings)) for severity in reversed(Severity)]
    return ", ".join(counted(count, str(severity)) for severity, count in counts if count)


def _finding_row(report: AuditReport, finding: Finding) -> tuple[Markup, ...]:
    entry = guide(finding.code)
    name = tag("span", entry.name, class_="what")
    first = row_head(tag("b", finding.code), severity_label(finding.severity), name, style="code")
    where = cell(_where(report, finding), style="wide")
    if not report.texts:
        return first, where
    mend = tag("span", "Proposed heading: ", bdi(clipped(finding.mend)), class_="mend") if finding.mend else Markup("")
    return first, where, cell(clipped(finding.reason), mend, style="wide")


def _where(report: AuditReport, finding: Finding) -> Markup:
    path = path_text(finding.heading_path)
    parts = [bdi(path)] if path else []
    region, place = report.region(finding), finding.place
    spots = [f"chunk {finding.chunk}"] if finding.chunk is not None else []
    spots += [f"line {region.line}"] if region else []
    spots += [f"page {place.page}"] if place and place.page is not None else []
    if not parts and not spots:
        return Markup("the whole document" if finding.document else "several documents")
    parts += [tag("span", ", ".join(spots), class_="mend")] if spots else []
    return joined(parts)


def _left_out(count: int, noun: str) -> str:
    return f"{counted(count, f'more {noun}')} {'is' if count == 1 else 'are'} left out here. " if count > 0 else ""

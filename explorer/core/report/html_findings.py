"""Sections of the HTML report about findings in sum: which kinds there are, and in which documents."""

from __future__ import annotations

from explorer.core.findings import Severity
from explorer.core.report.charts import Bar, bar, bar_chart
from explorer.core.report.figures import SIGNS, counted
from explorer.core.report.guide import guide, in_order
from explorer.core.report.markup import Markup, bdi, cell, lines, number, row_head, table, tag
from explorer.core.report.model import AuditReport, CodeRow, DocumentSummary, by_code, worst_first

WORST = 20
"""Documents that the page shows in its table, and whose findings it lists."""

MOST_SIGNS = 280
"""Code points of a reason that the page shows."""

_LEGEND = tuple((str(severity), f"{SIGNS[severity]} {severity}") for severity in reversed(Severity))


def severity_label(severity: Severity) -> Markup:
    """Return a severity as sign and word, in its colour."""
    return tag("span", f"{SIGNS[severity]} {severity}", class_=f"severity {severity}")


def clipped(text: str, most: int = MOST_SIGNS) -> str:
    """Return text on one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


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
    about = f"Ordered by errors, then warnings, then notes. {left_out(len(worst) - len(shown), 'document')}"
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


def left_out(count: int, noun: str) -> str:
    """Return how many of something the page leaves out, as a sentence; "" for none."""
    return f"{counted(count, f'more {noun}')} {'is' if count == 1 else 'are'} left out here. " if count > 0 else ""

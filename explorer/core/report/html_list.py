"""The section of the HTML report that lists findings one by one, those that say the same under one heading together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from explorer.core.findings import Finding, Scope, Severity
from explorer.core.report.figures import counted
from explorer.core.report.guide import guide
from explorer.core.report.html_findings import WORST, clipped, left_out, severity_label
from explorer.core.report.markup import Markup, bdi, cell, joined, lines, row_head, table, tag
from explorer.core.report.model import AuditReport, worst_first

LISTED = 12
"""Rows that the page lists of a document; the other formats hold all findings."""

_HEADING_SIGNS, _PATH_SIGNS = 70, 140
"""Code points of a heading in a path, and of a path, that the page shows."""

_MOST_PLACES = 6
"""Places that a row names of each sort."""


def list_section(report: AuditReport) -> Markup:
    """Return the findings about the library, then those of the worst documents, each list cut."""
    groups: dict[str, list[Finding]] = defaultdict(list)
    for finding in report.findings:
        groups[finding.document].append(finding)
    names = [document.name for document in worst_first(report.documents)][:WORST]
    order = ([""] if groups[""] else []) + names
    if not order:
        return Markup("")
    listed = [_document_findings(report, name, groups[name], place) for place, name in enumerate(order)]
    rest = len(report.findings) - sum(len(groups[name]) for name in order)
    about = f"Up to {LISTED} rows for each document above, the worst first. "
    about += f"{counted(rest, 'finding')} in other documents {'is' if rest == 1 else 'are'} left out. " if rest else ""
    about += "The formats csv, json and sarif hold all of them."
    return lines(tag("h2", "The findings", id="findings"), tag("p", about), *listed)


def _document_findings(report: AuditReport, name: str, findings: list[Finding], place: int) -> Markup:
    alike = _alike(findings)
    shown = alike[:LISTED]
    columns = ("Code", "Where", "Why") if report.texts else ("Code", "Where")
    left = len(findings) - sum(map(len, shown))
    return lines(
        tag("h3", bdi(name or "The library as a whole")),
        table(
            f"{counted(len(findings), 'finding')}: {_split(findings)}",
            [(column, "") for column in columns],
            (_row(report, group) for group in shown),
            f"findings-{place}",
        ),
        tag("p", left_out(left, "finding").strip(), class_="soft") if left else Markup(""),
    )


def _alike(findings: Sequence[Finding]) -> list[list[Finding]]:
    """Return the findings that differ by their place only in groups, the worst first."""
    groups: dict[tuple[object, ...], list[Finding]] = defaultdict(list)
    for one in findings:
        groups[one.severity, one.code, one.heading_path, one.reason, one.mend].append(one)
    return sorted(groups.values(), key=lambda group: -group[0].severity.rank)


def _split(findings: Sequence[Finding]) -> str:
    counts = [(severity, sum(one.severity is severity for one in findings)) for severity in reversed(Severity)]
    return ", ".join(counted(count, str(severity)) for severity, count in counts if count)


def _row(report: AuditReport, group: Sequence[Finding]) -> tuple[Markup, ...]:
    finding = group[0]
    times = f", {len(group):,} times" if len(group) > 1 else ""
    name = tag("span", guide(finding.code).name, times, class_="what")
    first = row_head(tag("b", finding.code), severity_label(finding.severity), name, style="code")
    where = cell(_where(report, group), style="wide")
    if not report.texts:
        return first, where
    mend = tag("span", "Proposed heading: ", bdi(clipped(finding.mend)), class_="mend") if finding.mend else Markup("")
    return first, where, cell(clipped(finding.reason), mend, style="wide")


_UNPLACED = {
    Scope.LIBRARY: ("several documents", "several documents"),
    Scope.DOCUMENT: ("the whole document", "the whole document"),
    Scope.CHUNK: ("a chunk", "several chunks"),
    Scope.HEADING: ("a heading", "several headings"),
}
"""What a finding is about, for one and for many, where neither headings nor places say it."""


def _where(report: AuditReport, group: Sequence[Finding]) -> Markup:
    path = path_text(group[0].heading_path)
    regions = [report.region(one) for one in group]
    pages = [one.place.page for one in group if one.place and one.place.page is not None]
    spots = (
        _numbers("chunk", [one.chunk for one in group if one.chunk is not None]),
        _numbers("line", [region.line for region in regions if region]),
        _numbers("page", pages),
    )
    named = "; ".join(spot for spot in spots if spot)
    if not path and not named:
        one, many = _UNPLACED[group[0].scope]
        return joined([one if len(group) == 1 else many])
    return joined([bdi(path), tag("span", named, class_="mend")] if named else [bdi(path)])


def _numbers(noun: str, found: Sequence[int]) -> str:
    """Return places in words: "line 4", "chunks 0, 1, 2 and 6 more"."""
    distinct = list(dict.fromkeys(found))
    if not distinct:
        return ""
    shown = ", ".join(map(str, distinct[:_MOST_PLACES]))
    more = f" and {len(distinct) - _MOST_PLACES} more" if len(distinct) > _MOST_PLACES else ""
    return f"{noun}{'s' if len(distinct) > 1 else ''} {shown}{more}"


def path_text(path: tuple[str, ...]) -> str:
    """Return a heading path that fits into a table: long headings are cut, and outer ones left out."""
    shown = [clipped(heading, _HEADING_SIGNS) for heading in path]
    while len(shown) > 2 and len(" > ".join(shown)) > _PATH_SIGNS:
        shown = ["…", *shown[2:]] if shown[0] == "…" else ["…", *shown[1:]]
    return " > ".join(shown)

"""Audit reports: of a folder that was read just now, and of an open library as its catalogue has it.

The reports themselves are made by `explorer.core.report`, which is imported only when one is written.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from explorer import __version__
from explorer.core.audit import DUPLICATE_RULES, LIBRARY_RULES, RULES
from explorer.core.errors import ExplorerError
from explorer.core.findings import Finding
from explorer.core.recipe import parse_recipe
from explorer.core.report.lines import TEXT_FORMATS, Lines, Region, Span, regions
from explorer.core.views import DocumentRow
from explorer.engine.catalogue import Catalogue, Row
from explorer.engine.catalogue_chunks import ChunkTable, marks
from explorer.engine.catalogue_documents import DocumentTable
from explorer.engine.opened import Opened
from explorer.engine.packing import unpack
from explorer.engine.pipeline import Report
from explorer.engine.tokens import clean
from explorer.engine.workbench import Workbench
from explorer.whole_files import require_outside, write_file

if TYPE_CHECKING:
    from explorer.core.report.model import AuditReport

FORMATS = ("text", "json", "csv", "html", "sarif")

_BOM = "\ufeff"


def report_of(audit: Report, folder: Path, asked: str = "") -> AuditReport:
    """Return the report of an audit of `folder`, which was named as `asked` ("" where that is not known)."""
    from explorer.core.report.model import Made, make_report

    made = Made(
        library=clean(folder.resolve().name) or "library",
        date=date.today().isoformat(),
        version=__version__,
        model=clean(audit.model),
        recipe=audit.recipe,
        limit=audit.limit,
        folder=clean(_relative(asked)) if asked else "",
    )
    return make_report(
        made,
        audit.findings,
        audit.health,
        audit.rows,
        audit.accounts,
        audit.kinds,
        audit.notes,
        audit.lines,
        checked=[rule.code for rule in (*RULES, *LIBRARY_RULES, *DUPLICATE_RULES)],
    )


def _relative(asked: str) -> str:
    """Return a folder as it was named when that is below the current one, else ""."""
    path = PurePath(asked)
    return "" if path.is_absolute() or ".." in path.parts else path.as_posix()


def rendered(report: AuditReport, form: str) -> str:
    """Return the report in one of `FORMATS`; raises `ExplorerError` for another."""
    from explorer.core.report.to_csv import report_csv
    from explorer.core.report.to_html import report_html
    from explorer.core.report.to_json import report_json
    from explorer.core.report.to_sarif import report_sarif
    from explorer.core.report.to_text import report_text

    match form:
        case "json" | "sarif":
            data = report_json(report) if form == "json" else report_sarif(report)
            return json.dumps(data, ensure_ascii=False) + "\n"
        case "text":
            return report_text(report) + "\n"
        case "csv":
            return report_csv(report)
        case "html":
            return report_html(report)
        case _:
            raise ExplorerError(f"There is no report format {form!r}.", f"Known: {', '.join(FORMATS)}.")


def file_bytes(text: str, form: str) -> bytes:
    """Return a report as it stands in a file; CSV files get the mark by which spreadsheets know UTF-8."""
    return (f"{_BOM}{text}" if form == "csv" else text).encode("utf-8", errors="backslashreplace")


def write_report(opened: Opened, bench: Workbench, path: Path, form: str, *, with_text: bool) -> None:
    """Write the audit of an open library whole or not at all; without words of its documents unless `with_text`.

    Raises `ExplorerError` for a place that cannot be written, or where the file would be read as a document.
    """
    from explorer.core.report.redact import redacted

    require_outside(path, opened.folder)
    report = report_of(audit_of(opened, bench), opened.folder)
    text = rendered(report if with_text else redacted(report), form)
    write_file(path, file_bytes(text, form))


def audit_of(opened: Opened, bench: Workbench) -> Report:
    """Return the audit of an open library as of its last refresh, without reading a file."""
    catalogue = opened.catalogue
    if not catalogue.get("read"):
        raise ExplorerError("The library has not been read yet.", "Wait until its documents are listed.")
    chunks = ChunkTable(catalogue)
    rows = tuple(row for row in chunks.documents() if not row.error)
    findings = _findings(catalogue)
    recipe = catalogue.get("recipe") or bench.recipe.name
    return Report(
        findings=tuple(findings),
        health=chunks.health(),
        notes=tuple((row.name, row.reader_notes) for row in rows if row.reader_notes),
        rows=rows,
        accounts=bench.account(parse_recipe(recipe))[1],
        kinds=bench.kinds(),
        # A reader of a shared library has no files whose lines could be told.
        lines={} if opened.mirror else _lines(DocumentTable(catalogue), rows, findings),
        model=opened.setup.model.name,
        recipe=recipe,
        limit=opened.setup.limit,
    )


def _findings(catalogue: Catalogue) -> list[Finding]:
    """Return all findings: what comes of all documents first, then those of each document in its order."""
    library, compared = ([rule.code for rule in rules] for rules in (LIBRARY_RULES, DUPLICATE_RULES))
    joined = "SELECT f.item FROM finding f LEFT JOIN document d ON d.id = f.document"
    first: list[Row] = []
    for codes, order in ((library, "f.id"), (compared, "f.code, d.name, f.id")):
        first += catalogue.rows(f"{joined} WHERE f.code IN ({marks(codes)}) ORDER BY {order}", codes)
    codes = [*library, *compared]
    others = catalogue.rows(
        f"{joined} WHERE f.code NOT IN ({marks(codes)}) ORDER BY d.name, f.id",
        codes,
    )
    return [unpack(Finding, row[0]) for row in (*first, *others)]


def _lines(documents: DocumentTable, rows: Iterable[DocumentRow], findings: Sequence[Finding]) -> Lines:
    """Return where findings stand in text files."""
    placed: dict[str, list[Finding]] = {}
    for found in findings:
        if found.place is not None and found.place.start is not None:
            placed.setdefault(found.document, []).append(found)
    lines: dict[str, Mapping[Span, Region]] = {}
    for row in rows:
        if row.format in TEXT_FORMATS and row.name in placed:
            parsed = documents.parsed(row.name)
            if parsed is not None:
                lines[row.name] = regions(parsed.source_text, (found.place for found in placed[row.name]))
    return lines

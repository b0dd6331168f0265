"""The command `audit`: the report in five formats, whole or since a baseline, with or without words of documents."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from datetime import date
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from explorer import __version__
from explorer.cli.options import existing_folder, options_of
from explorer.cli.output import (
    FOUND,
    OK,
    clear_progress,
    complain,
    complain_of_limit,
    complain_of_notes,
    terminal_progress,
)
from explorer.core.errors import ExplorerError
from explorer.core.findings import Finding, Severity

if TYPE_CHECKING:
    from explorer.core.report.baseline import Baseline
    from explorer.core.report.model import AuditReport
    from explorer.engine.pipeline import Report


FORMATS = ("text", "json", "csv", "html", "sarif")

_BOM = "\ufeff"


def add_audit(parser: argparse.ArgumentParser) -> None:
    """Declare what `audit` takes."""
    parser.add_argument("folder")
    parser.add_argument("--format", choices=FORMATS, default="text", help="html is one page with charts")
    parser.add_argument("--json", action="store_const", const="json", dest="format", help="the same as --format json")
    parser.add_argument(
        "--fail-on",
        choices=[str(severity) for severity in Severity],
        metavar="SEVERITY",
        help="exit with 1 when a finding shown is a note, warning or error, or worse",
    )
    parser.add_argument("--codes", default="", metavar="CODES", help="show these findings only, such as H101,C202")
    parser.add_argument("--baseline", default="", metavar="FILE", help="show only what this file does not know yet")
    parser.add_argument("--write-baseline", default="", metavar="FILE", help="write all findings as known to this file")
    parser.add_argument(
        "--no-text",
        action="store_true",
        help="leave out all words of the documents: headings, titles, reasons, proposals; file names are kept",
    )
    parser.add_argument("--output", default="", metavar="FILE", help="write the report to this file")


def run_audit(arguments: argparse.Namespace) -> int:
    """Write the report; exit code 1 when a finding that it shows is at or above `--fail-on`."""
    from explorer.core.report.baseline import baseline_json, make_baseline, narrowed
    from explorer.core.report.redact import redacted

    folder, codes = existing_folder(arguments.folder), asked_codes(arguments.codes)
    baseline = _read_baseline(arguments.baseline) if arguments.baseline else None
    for name in filter(None, (arguments.output, arguments.write_baseline)):
        _check_place(Path(name), folder)
    audit = _audit(folder, arguments)
    _complain_of_notes(audit, texts=not arguments.no_text)
    whole = report_of(audit, folder, arguments.folder)
    shown = narrowed(whole, codes, baseline)
    report = redacted(shown) if arguments.no_text else shown
    _deliver(rendered(report, arguments.format), arguments.output, arguments.format)
    if arguments.write_baseline:
        _write(Path(arguments.write_baseline), baseline_json(make_baseline(whole.findings, whole.made.date)))
    return FOUND if _fails(report.findings, arguments.fail_on) else OK


def rendered(report: AuditReport, form: str) -> str:
    """Return the report in one of `FORMATS`."""
    from explorer.core.report.to_csv import report_csv
    from explorer.core.report.to_html import report_html
    from explorer.core.report.to_json import report_json
    from explorer.core.report.to_sarif import report_sarif
    from explorer.core.report.to_text import report_text

    if form in {"json", "sarif"}:
        data = report_json(report) if form == "json" else report_sarif(report)
        return json.dumps(data, ensure_ascii=False) + "\n"
    if form == "text":
        return report_text(report) + "\n"
    return report_csv(report) if form == "csv" else report_html(report)


def _audit(folder: Path, arguments: argparse.Namespace) -> Report:
    from explorer.engine import pipeline

    progress = terminal_progress()
    audit = pipeline.audit_folder(folder, options_of(arguments), progress)
    clear_progress(progress)
    complain_of_limit(arguments.max_tokens, audit.limit)
    return audit


def asked_codes(text: str) -> tuple[str, ...]:
    """Return the codes of a list such as "H101,C202"; raises `ExplorerError` for one that does not exist."""
    from explorer.core.report.guide import GUIDE

    codes = tuple(dict.fromkeys(part.strip().upper() for part in text.split(",") if part.strip()))
    unknown = [code for code in codes if code not in GUIDE]
    if unknown:
        raise ExplorerError(f"There is no finding {unknown[0]!r}.", f"Known: {', '.join(GUIDE)}.")
    return codes


def report_of(audit: Report, folder: Path, asked: str) -> AuditReport:
    """Return the report of an audit of `folder`, which was named as `asked`."""
    from explorer.core.audit import LIBRARY_RULES, RULES
    from explorer.core.report.model import Made, make_report
    from explorer.engine.tokens import clean

    made = Made(
        library=clean(folder.resolve().name) or "library",
        date=date.today().isoformat(),
        version=__version__,
        model=clean(audit.model),
        recipe=audit.recipe,
        limit=audit.limit,
        folder=clean(_relative(asked)),
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
        checked=[rule.code for rule in (*RULES, *LIBRARY_RULES)],
    )


def _relative(asked: str) -> str:
    """Return a folder as it was named when that is below the current one, else ""."""
    path = PurePath(asked)
    return "" if path.is_absolute() or ".." in path.parts else path.as_posix()


def _complain_of_notes(audit: Report, *, texts: bool) -> None:
    for name, notes in audit.notes:
        complain_of_notes(name, notes if texts else [f"remarks of the reader: {len(notes)} (--no-text)."])


def _check_place(path: Path, folder: Path) -> None:
    """Raise `ExplorerError` when a file cannot be there, and say when the library would take it for a document."""
    from explorer.engine.scanning import is_document

    if path.is_dir() or not path.parent.is_dir():
        raise ExplorerError(f"{path} cannot be written.", "Name a file in a folder that exists.")
    if is_document(path.name) and path.parent.resolve().is_relative_to(folder.resolve()):
        complain(f"{path} lies in the library: the next audit reads it as a document.")


def _read_baseline(name: str) -> Baseline:
    from explorer.core.report.baseline import parse_baseline

    try:
        text = Path(name).read_bytes().decode("utf-8-sig")
    except FileNotFoundError as error:
        raise ExplorerError(f"There is no baseline {name}.", "Make one with --write-baseline FILE.") from error
    except (OSError, UnicodeDecodeError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise ExplorerError(f"The baseline {name} cannot be read.", reason) from error
    return parse_baseline(text, name)


def _deliver(text: str, output: str, form: str) -> None:
    """Print the report, or write it to a file; CSV files get the mark by which spreadsheets know UTF-8."""
    if output:
        _write(Path(output), f"{_BOM}{text}" if form == "csv" else text)
        return
    sys.stdout.buffer.write(text.encode("utf-8", errors="backslashreplace"))
    sys.stdout.flush()


def _write(path: Path, text: str) -> None:
    try:
        path.write_bytes(text.encode("utf-8", errors="backslashreplace"))
    except OSError as error:
        raise ExplorerError(f"{path} cannot be written.", error.strerror or str(error)) from error


def _fails(findings: Iterable[Finding], threshold: str | None) -> bool:
    if threshold is None:
        return False
    lowest = Severity(threshold).rank
    return any(finding.severity.rank >= lowest for finding in findings)

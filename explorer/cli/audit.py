"""The command `audit`: the report in five formats, whole or since a baseline, with or without words of documents."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.cli.options import existing_folder, not_empty, opened_copy, options_of, output_file
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
from explorer.core.export import counted
from explorer.core.findings import Finding, Severity

if TYPE_CHECKING:
    from explorer.core.report.baseline import Baseline
    from explorer.engine.pipeline import Report

FORMATS = ("text", "json", "csv", "html", "sarif")
"""As `explorer.engine.reporting` has them; that is imported only when a report is made."""


def add_audit(parser: argparse.ArgumentParser) -> None:
    """Declare what `audit` takes."""
    parser.add_argument("folder", type=not_empty("folder"))
    parser.add_argument("--format", choices=FORMATS, default="text", help="html is one page with charts")
    parser.add_argument("--json", action="store_const", const="json", dest="format", help="the same as --format json")
    parser.add_argument(
        "--fail-on",
        choices=[str(severity) for severity in Severity],
        metavar="SEVERITY",
        help="exit with 1 when a finding shown is a note, warning or error, or worse",
    )
    parser.add_argument("--codes", default="", metavar="CODES", help="show these findings only, such as H101,C202")
    parser.add_argument(
        "--baseline", type=not_empty("file"), metavar="FILE", help="show only what this file does not know yet"
    )
    parser.add_argument(
        "--write-baseline", type=not_empty("file"), metavar="FILE", help="write all findings as known to this file"
    )
    parser.add_argument(
        "--no-text",
        action="store_true",
        help="leave out all words of the documents: headings, titles, reasons, proposals; file names are kept",
    )
    parser.add_argument("--output", type=output_file, metavar="FILE", help="write the report to this file")


def run_audit(arguments: argparse.Namespace) -> int:
    """Write the report; exit code 1 when a finding that it shows is at or above `--fail-on`."""
    from explorer.core.report.baseline import baseline_json, make_baseline, narrowed
    from explorer.core.report.redact import redacted
    from explorer.engine.reporting import rendered, report_of

    folder, codes = existing_folder(arguments.folder), asked_codes(arguments.codes)
    baseline = _read_baseline(arguments.baseline) if arguments.baseline else None
    places = [Path(name) for name in (arguments.output, arguments.write_baseline) if name]
    for place in places:
        check_place(place, folder)
    if len({place.resolve() for place in places}) < len(places):
        raise ExplorerError(
            "The report and the baseline cannot be one file.", "Name two with --output and --write-baseline."
        )
    audit = _audit(folder, arguments)
    _complain_of_notes(audit, texts=not arguments.no_text)
    whole = report_of(audit, folder, arguments.folder)
    shown = narrowed(whole, codes, baseline)
    report = redacted(shown) if arguments.no_text else shown
    deliver(rendered(report, arguments.format), arguments.output, arguments.format)
    if arguments.write_baseline:
        known = baseline_json(make_baseline(whole.findings, whole.made.date))
        _write(Path(arguments.write_baseline), known.encode("utf-8", errors="backslashreplace"))
        held = counted(len(whole.findings), "finding")
        complain(f"The baseline {arguments.write_baseline} is written and holds {held}.")
    return FOUND if _fails(report.findings, arguments.fail_on) else OK


def _audit(folder: Path, arguments: argparse.Namespace) -> Report:
    from explorer.engine import pipeline
    from explorer.engine.reporting import audit_of

    copy = opened_copy(folder, arguments)
    if copy is not None:
        try:
            return audit_of(copy.opened, copy.bench)
        finally:
            copy.close()
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


def _complain_of_notes(audit: Report, *, texts: bool) -> None:
    for name, notes in audit.notes:
        complain_of_notes(name, notes if texts else [f"remarks of the reader: {len(notes)} (--no-text)."])


def check_place(path: Path, folder: Path) -> None:
    """Raise `ExplorerError` when a file cannot be there, or is, or would be read as, one of the library's own.

    Says when the library would take a new one for a document.
    """
    from explorer.whole_files import is_among_documents, is_own_of, require_place

    require_place(path)
    among = is_among_documents(path, folder)
    if is_own_of(path, folder) or (among and path.exists()):
        raise ExplorerError(f"{path} belongs to the library and is not written over.", "Name another file.")
    if among:
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


def deliver(text: str, output: str | None, form: str) -> None:
    """Print the report, or write it to a file."""
    if output:
        from explorer.engine.reporting import file_bytes

        _write(Path(output), file_bytes(text, form))
        return
    sys.stdout.buffer.write(text.encode("utf-8", errors="backslashreplace"))
    sys.stdout.flush()


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all; a device or pipe, such as /dev/stdout, as it comes."""
    from explorer.whole_files import write_file

    if path.exists() and not path.is_file():
        try:
            path.write_bytes(content)
        except OSError as error:
            raise ExplorerError(f"{path} cannot be written.", error.strerror or str(error)) from error
    else:
        write_file(path, content)


def _fails(findings: Iterable[Finding], threshold: str | None) -> bool:
    if threshold is None:
        return False
    lowest = Severity(threshold).rank
    return any(finding.severity.rank >= lowest for finding in findings)

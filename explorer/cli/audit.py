"""The command `audit`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from explorer.cli.options import existing_folder, options_of
from explorer.cli.output import FOUND, OK, clear_progress, complain_of_notes, say, say_json, terminal_progress
from explorer.core import export
from explorer.core.findings import Finding, Severity


def add_audit(parser: argparse.ArgumentParser) -> None:
    """Declare what `audit` takes."""
    parser.add_argument("folder")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--json", action="store_const", const="json", dest="format")
    parser.add_argument("--fail-on", choices=[str(severity) for severity in Severity], metavar="SEVERITY")


def run_audit(arguments: argparse.Namespace) -> int:
    """Print findings and health; exit code 1 when one is at or above `--fail-on`."""
    from explorer.engine import pipeline

    progress = terminal_progress()
    report = pipeline.audit_folder(existing_folder(arguments.folder), options_of(arguments), progress)
    clear_progress(progress)
    for name, notes in report.notes:
        complain_of_notes(name, notes)
    if arguments.format == "json":
        findings = [export.finding_json(finding) for finding in report.findings]
        say_json({"findings": findings, "health": export.health_json(report.health)})
    else:
        for finding in report.findings:
            say(export.finding_text(finding))
        say(export.health_text(report.health))
    return FOUND if _fails(report.findings, arguments.fail_on) else OK


def _fails(findings: Iterable[Finding], threshold: str | None) -> bool:
    if threshold is None:
        return False
    lowest = Severity(threshold).rank
    return any(finding.severity.rank >= lowest for finding in findings)

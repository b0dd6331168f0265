"""The report as SARIF 2.1.0 (OASIS Standard), which code scanners and editors show beside the documents.

* Addresses of documents are relative to the library's folder, percent-encoded; the folder itself is relative to where
  the audit was started, as far as that is known.
* A finding in a text file has a region: lines, columns (code points), and offsets without a byte order mark. Formats
  whose places are pages or spans of a reading text have none; their places stand in `properties`.
* A finding's fingerprint is the baseline's, with a count for equal ones, so it stays when text above it changes. It is
  left out of reports without words of the documents: a short heading could be guessed from it.
* A finding about the library as a whole stands at the first document that it names, the others are related locations.
"""

from __future__ import annotations

from collections import Counter
from urllib.parse import quote

from explorer.core.export import place_json
from explorer.core.findings import Finding, Severity
from explorer.core.report.baseline import fingerprint
from explorer.core.report.guide import GUIDE, CodeGuide, guide, in_order
from explorer.core.report.model import AuditReport

Json = dict[str, object]

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
VERSION = "2.1.0"

_LEVELS = {Severity.NOTE: "note", Severity.WARNING: "warning", Severity.ERROR: "error"}
_BASE = "LIBRARY"
_ROOT = "%SRCROOT%"
_FINGERPRINT = "chunkExplorerFinding/v1"


def report_sarif(report: AuditReport) -> Json:
    """Return the report as a SARIF log with one run."""
    codes = in_order((*GUIDE, *(finding.code for finding in report.findings)))
    places = {code: index for index, code in enumerate(codes)}
    seen: Counter[str] = Counter()
    made = report.made
    run: Json = {
        "tool": {
            "driver": {
                "name": "chunk-explorer",
                "version": made.version,
                "rules": [_rule(guide(code)) for code in codes],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": _bases(report),
        "invocations": [
            {"executionSuccessful": True, "toolExecutionNotifications": [_remark(*each) for each in report.notes]}
        ],
        "results": [_result(report, finding, places[finding.code], seen) for finding in report.findings],
        "properties": {"library": made.library, "date": made.date, "model": made.model, "recipe": made.recipe},
    }
    return {"$schema": SCHEMA, "version": VERSION, "runs": [run]}


def uri_of(name: str) -> str:
    """Return a document's name as a relative address: everything but letters, digits, `-._~` and `/` encoded."""
    return quote(name, safe="/", errors="replace")


def _bases(report: AuditReport) -> Json:
    library: Json = {"description": {"text": "The folder of the documents."}}
    if not report.made.folder:
        return {_BASE: library}
    # The address of a folder ends with "/"; the folder in which the audit was started has none of its own.
    own = {} if report.made.folder == "." else {"uri": f"{uri_of(report.made.folder)}/"}
    return {
        _ROOT: {"description": {"text": "The folder in which the audit was started."}},
        _BASE: {**own, "uriBaseId": _ROOT, **library},
    }


def _rule(entry: CodeGuide) -> Json:
    return {
        "id": entry.code,
        "name": "".join(word.capitalize() for word in entry.name.replace(",", "").replace("-", " ").split()),
        "shortDescription": {"text": f"{entry.name}."},
        "fullDescription": {"text": entry.about},
        "help": {
            "text": f"{entry.about} {entry.remedy}",
            "markdown": f"{entry.about}\n\n**What to do:** {entry.remedy}",
        },
        "defaultConfiguration": {"level": _LEVELS[entry.severity]},
        "properties": {"tags": [{"H": "headings", "C": "chunks", "D": "documents"}.get(entry.code[:1], "other")]},
    }


def _result(report: AuditReport, finding: Finding, rule: int, seen: Counter[str]) -> Json:
    mend = f' Proposed heading: "{finding.mend}".' if finding.mend else ""
    result: Json = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": _LEVELS[finding.severity],
        "message": {"text": _message(f"{finding.reason}{mend}")},
        **_locations(report, finding),
        "properties": _properties(finding),
    }
    if report.texts:
        key = fingerprint(finding)
        seen[key] += 1
        result["partialFingerprints"] = {_FINGERPRINT: f"{key}:{seen[key]}"}
    if report.compared is not None:
        result["baselineState"] = "new"
    return result


def _message(text: str) -> str:
    """Return text in which nothing is an embedded link: a document's words must not make one."""
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]") if "](" in text else text


def _locations(report: AuditReport, finding: Finding) -> Json:
    if finding.document:
        return {"locations": [_location(report, finding)]}
    names = finding.facts.get("names", ())
    found = [{"physicalLocation": _artifact(name)} for name in names] if isinstance(names, tuple) else []
    related = {"relatedLocations": found[1:]} if len(found) > 1 else {}
    return {"locations": found[:1], **related}


def _location(report: AuditReport, finding: Finding) -> Json:
    physical = _artifact(finding.document)
    region = report.region(finding)
    if region:
        physical["region"] = {
            "startLine": region.line,
            "startColumn": region.column,
            "endLine": region.end_line,
            "endColumn": region.end_column,
            "charOffset": region.offset,
            "charLength": region.length,
        }
    location: Json = {"physicalLocation": physical}
    if finding.heading_path:
        name = finding.heading or finding.heading_path[-1]
        location["logicalLocations"] = [
            {"name": name, "fullyQualifiedName": " > ".join(finding.heading_path), "kind": "section"}
        ]
    return location


def _artifact(name: str) -> Json:
    return {"artifactLocation": {"uri": uri_of(name), "uriBaseId": _BASE}}


def _properties(finding: Finding) -> Json:
    place = {
        name: value
        for name, value in (place_json(finding.place) if finding.place else {}).items()
        if value not in (None, [])
    }
    found: Json = {"scope": str(finding.scope), "facts": dict(finding.facts), "place": place}
    return found | ({"chunk": finding.chunk} if finding.chunk is not None else {})


def _remark(document: str, notes: tuple[str, ...]) -> Json:
    return {
        "level": "note",
        "message": {"text": _message(" ".join(notes))},
        "locations": [{"physicalLocation": _artifact(document)}],
    }

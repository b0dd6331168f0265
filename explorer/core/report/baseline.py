"""A baseline: the findings of an audit that are known, so that a later audit shows what is new.

A finding is recognised by its fingerprint: code, severity, document, heading path, and the facts that tell findings
under one heading apart. Places and ordinals are not part of it, so a finding that only moved is not new. Equal
fingerprints are counted: a second finding like a known one is new. A renamed document or heading makes new findings of
those about it, for nothing says that they are the same.

The file is JSON. It holds codes, names of documents, counts and fingerprints (SHA-256, shortened), and no words of the
documents.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from explorer.core.errors import ExplorerError
from explorer.core.findings import Finding
from explorer.core.report.model import AuditReport, Compared, showing

FORMAT = "chunk-explorer baseline"
VERSION = 1

_TELLING = {
    "C205": ("kind",),
    "C208": ("reference",),
    "C209": ("notes",),
    "C212": ("faults",),
    "C213": ("kinds",),
    "D301": ("format",),
    "D303": ("superseded_by", "expired_on"),
    "H105": ("repeats",),
}
"""Facts that tell findings of a code under one heading apart and do not change when text moves."""


@dataclass(frozen=True, slots=True)
class Known:
    """A fingerprint of a baseline with its code, its document, and how many findings had it."""

    fingerprint: str
    code: str
    document: str
    count: int


@dataclass(frozen=True, slots=True)
class Baseline:
    """Known findings by fingerprint, and the date on which they were found (ISO text)."""

    made_on: str = ""
    entries: Mapping[str, Known] = field(default_factory=dict[str, Known])


def fingerprint(finding: Finding) -> str:
    """Return 32 hexadecimal digits that are equal for findings that cannot be told apart but by their place."""
    telling = [finding.facts.get(name) for name in _TELLING.get(finding.code, ())]
    parts = [finding.code, str(finding.severity), finding.document, finding.heading, finding.heading_path, telling]
    data = json.dumps(parts, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(data.encode("ascii")).hexdigest()[:32]


def make_baseline(findings: Iterable[Finding], made_on: str) -> Baseline:
    """Return the baseline in which all of `findings` are known."""
    entries: dict[str, Known] = {}
    for finding in findings:
        key = fingerprint(finding)
        before = entries[key].count if key in entries else 0
        entries[key] = Known(key, finding.code, finding.document, before + 1)
    return Baseline(made_on, entries)


def compare(
    findings: Sequence[Finding], baseline: Baseline, codes: Iterable[str] = ()
) -> tuple[tuple[Finding, ...], Compared]:
    """Return the findings that `baseline` does not know, and the counts of new, known and fixed ones.

    Of several equal ones the first are known. With `codes` only those are compared; empty means all.
    """
    asked = frozenset(codes)
    left = Counter({key: known.count for key, known in baseline.entries.items() if not asked or known.code in asked})
    looked = [found for found in findings if not asked or found.code in asked]
    new: list[Finding] = []
    for found in looked:
        key = fingerprint(found)
        if left[key] > 0:
            left[key] -= 1
        else:
            new.append(found)
    return tuple(new), Compared(new=len(new), known=len(looked) - len(new), fixed=sum(left.values()))


def narrowed(report: AuditReport, codes: tuple[str, ...] = (), baseline: Baseline | None = None) -> AuditReport:
    """Return the report with the findings of some `codes` only (empty: all), and only what `baseline` does not know."""
    asked = frozenset(codes)
    findings, compared = report.findings, None
    if asked:
        findings = tuple(found for found in findings if found.code in asked)
    if baseline is not None:
        findings, compared = compare(findings, baseline, codes)
    return replace(showing(report, findings), codes=codes, compared=compared)


def baseline_json(baseline: Baseline) -> str:
    """Return a baseline as the text of its file, in an order that keeps differences between two of them small."""
    order = sorted(baseline.entries.values(), key=lambda one: (one.document, one.code, one.fingerprint))
    known = [{"document": one.document, "code": one.code, "count": one.count, "id": one.fingerprint} for one in order]
    lines = ",\n".join(f"    {json.dumps(entry, ensure_ascii=True)}" for entry in known)
    head = f'  "format": "{FORMAT}",\n  "version": {VERSION},\n  "made_on": {json.dumps(baseline.made_on)},\n'
    return "{\n" + head + ('  "known": [\n' + lines + "\n  ]\n}\n" if known else '  "known": []\n}\n')


def parse_baseline(text: str, source: str) -> Baseline:
    """Read the text of a baseline's file; raises `ExplorerError` that names `source` and what is wrong in it."""
    try:
        content: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ExplorerError(f"{source} is not a baseline: it is not JSON.", str(error)) from error
    if not isinstance(content, dict) or cast("dict[str, object]", content).get("format") != FORMAT:
        raise ExplorerError(f"{source} is not a baseline.", "Make one with: audit FOLDER --write-baseline FILE.")
    data = cast("dict[str, object]", content)
    if data.get("version") != VERSION:
        raise ExplorerError(f"{source} is a baseline of version {data.get('version')}; this program reads {VERSION}.")
    known = data.get("known")
    if not isinstance(known, list):
        raise ExplorerError(f"{source} is damaged: it has no list of known findings.")
    entries: dict[str, Known] = {}
    for number, item in enumerate(cast("list[object]", known), 1):
        entry = _entry(item)
        if entry is None or entry.fingerprint in entries:
            raise ExplorerError(f"{source} is damaged: entry {number} of its known findings cannot be used.")
        entries[entry.fingerprint] = entry
    made_on = data.get("made_on")
    return Baseline(made_on if isinstance(made_on, str) else "", entries)


def _entry(item: object) -> Known | None:
    if not isinstance(item, dict):
        return None
    data = cast("dict[str, object]", item)
    key, code, document, count = (data.get(name) for name in ("id", "code", "document", "count"))
    if not (isinstance(key, str) and isinstance(code, str) and isinstance(document, str)):
        return None
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        return None
    return Known(key, code, document, count)

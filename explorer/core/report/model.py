"""An audit as its reports show it: findings, counts, documents, what headers cost, and how it was made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from explorer.core.findings import Finding, Health, Scope, Severity
from explorer.core.report.guide import in_order
from explorer.core.report.lines import Lines, Region, Span
from explorer.core.token_account import TokenAccount
from explorer.core.views import DocumentRow


@dataclass(frozen=True, slots=True)
class DocumentSummary:
    """A document in a report. `notes`, `warnings` and `errors` count the findings that the report shows about it."""

    name: str
    title: str = ""
    format: str = ""
    chunks: int = 0
    sections: int = 0
    notes: int = 0
    warnings: int = 0
    errors: int = 0
    account: TokenAccount = field(default_factory=TokenAccount)
    unreadable: bool = False

    @property
    def findings(self) -> int:
        """Return how many findings the report shows about the document."""
        return self.notes + self.warnings + self.errors


@dataclass(frozen=True, slots=True)
class Compared:
    """What a baseline makes of an audit: findings that are not in it, those that are, and entries without any left."""

    new: int = 0
    known: int = 0
    fixed: int = 0


@dataclass(frozen=True, slots=True)
class Made:
    """How an audit was made. `date` is ISO text; `folder` is the library's relative to where the audit was started.

    `folder` is "" when that is not known; `limit` is the most tokens a chunk may have.
    """

    library: str
    date: str
    version: str
    model: str
    recipe: str
    limit: int
    folder: str = ""


@dataclass(frozen=True, slots=True)
class AuditReport:
    """The audit of a library, ready to be written in any format.

    `health` counts the whole library; `findings` are those shown: less than all when only some `codes` were asked for
    (empty: all) or a baseline was given (`compared`). `kinds` counts chunks by whether and how they name their subject,
    under "" those not judged. `notes` are what readers left out or guessed, by document. `texts` is false when words of
    the documents were left out (`explorer.core.report.redact`). `checked` are the codes that were looked for (empty:
    not known). In the whole library `empty_headings` say nothing (H101 to H104), and `flagged` chunks have a warning or
    error of their own.
    """

    made: Made
    findings: tuple[Finding, ...] = ()
    health: Health = field(default_factory=Health)
    documents: tuple[DocumentSummary, ...] = ()
    kinds: Mapping[str, int] = field(default_factory=dict[str, int])
    account: TokenAccount = field(default_factory=TokenAccount)
    notes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    codes: tuple[str, ...] = ()
    compared: Compared | None = None
    lines: Lines = field(default_factory=dict[str, Mapping[Span, Region]])
    texts: bool = True
    checked: tuple[str, ...] = ()
    empty_headings: int = 0
    flagged: int = 0

    def region(self, finding: Finding) -> Region | None:
        """Return where a finding stands in its text file, None for other formats and for whole documents."""
        place = finding.place
        if place is None or place.start is None or place.end is None:
            return None
        return self.lines.get(finding.document, {}).get((place.start, place.end))


@dataclass(frozen=True, slots=True)
class CodeRow:
    """How often a code was found, by severity, and in how many documents; one about the library counts none."""

    code: str
    notes: int
    warnings: int
    errors: int
    documents: int

    @property
    def count(self) -> int:
        """Return all findings of the code."""
        return self.notes + self.warnings + self.errors

    @property
    def severity(self) -> Severity:
        """Return the worst severity found."""
        if self.errors:
            return Severity.ERROR
        return Severity.WARNING if self.warnings else Severity.NOTE


def summaries(
    rows: Iterable[DocumentRow],
    accounts: Mapping[str, TokenAccount],
    findings: Iterable[Finding],
    unreadable: Iterable[str],
) -> tuple[DocumentSummary, ...]:
    """Return all documents by name, with the counts of `findings`; `unreadable` names those that could not be read."""
    counts = _severity_counts(findings)
    read = {row.name: row for row in rows}
    blank = {name: DocumentRow(name=name, title="", format="") for name in unreadable if name not in read}
    return tuple(
        DocumentSummary(
            name=name,
            title=row.title,
            format=row.format,
            chunks=row.chunks,
            sections=row.sections,
            account=accounts.get(name, TokenAccount()),
            unreadable=name in blank,
            **_counts_of(name, counts),
        )
        for name, row in sorted({**read, **blank}.items())
    )


_Counts = Counter[tuple[str, Severity]]


def _severity_counts(findings: Iterable[Finding]) -> _Counts:
    return Counter((found.document, found.severity) for found in findings)


def _counts_of(name: str, counts: _Counts) -> dict[str, int]:
    return {f"{severity}s": counts[name, severity] for severity in Severity}


def make_report(
    made: Made,
    findings: Sequence[Finding],
    health: Health,
    rows: Iterable[DocumentRow],
    accounts: Mapping[str, TokenAccount],
    kinds: Mapping[str, int],
    notes: Iterable[tuple[str, tuple[str, ...]]] = (),
    lines: Lines | None = None,
    checked: Iterable[str] = (),
) -> AuditReport:
    """Return the report of a whole library; `accounts` are each document's tokens, `checked` the codes looked for."""
    unreadable = [found.document for found in findings if found.code == "D305"]
    return AuditReport(
        made=made,
        findings=tuple(findings),
        health=health,
        documents=summaries(rows, accounts, findings, unreadable),
        kinds=dict(kinds),
        account=sum(accounts.values(), TokenAccount()),
        notes=tuple(notes),
        lines=lines or {},
        checked=tuple(checked),
        empty_headings=sum(found.code in _SAYS_NOTHING for found in findings),
        flagged=_flagged_chunks(findings),
    )


def showing(report: AuditReport, findings: Iterable[Finding]) -> AuditReport:
    """Return the report with fewer findings, and documents that count only those."""
    shown = tuple(findings)
    counts = _severity_counts(shown)
    documents = tuple(replace(document, **_counts_of(document.name, counts)) for document in report.documents)
    return replace(report, findings=shown, documents=documents)


def by_code(findings: Iterable[Finding]) -> list[CodeRow]:
    """Return the codes found, in the guide's order."""
    counts: Counter[tuple[str, Severity]] = Counter()
    documents: dict[str, set[str]] = {}
    for found in findings:
        counts[found.code, found.severity] += 1
        documents.setdefault(found.code, set()).update({found.document} - {""})
    return [
        CodeRow(
            code=code,
            notes=counts[code, Severity.NOTE],
            warnings=counts[code, Severity.WARNING],
            errors=counts[code, Severity.ERROR],
            documents=len(documents[code]),
        )
        for code in in_order(documents)
    ]


def worst_first(documents: Iterable[DocumentSummary]) -> list[DocumentSummary]:
    """Return the documents with findings: most errors first, then most warnings, then most notes."""
    found = [document for document in documents if document.findings]
    return sorted(found, key=lambda one: (-one.errors, -one.warnings, -one.notes, one.name))


_SAYS_NOTHING = frozenset({"H101", "H102", "H103", "H104"})


def _flagged_chunks(findings: Iterable[Finding]) -> int:
    """Return how many chunks have a warning or an error of their own."""
    serious = (found for found in findings if found.scope is Scope.CHUNK and found.severity is not Severity.NOTE)
    return len({(found.document, found.chunk) for found in serious})

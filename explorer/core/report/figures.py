"""Figures of a report in words: shares, sums and sentences that several formats say alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from explorer.core.findings import Severity
from explorer.core.report.model import AuditReport, CodeRow, by_code
from explorer.core.statistics import wilson
from explorer.core.subject import MEASURED_ERROR, NOT_SELF_DESCRIBING, SubjectKind

SIGNS = {Severity.ERROR: "●", Severity.WARNING: "▲", Severity.NOTE: "○"}
"""A shape for each severity, so that colour is never the only sign."""

PROMPT_CHUNKS = 5
"""Chunks of a prompt whose cost is told as an example."""

_TWIN = str(SubjectKind.NEEDS_DISCRIMINATOR)

KIND_WORDS: Mapping[str, tuple[str, str]] = {
    str(SubjectKind.NAMED): ("Names its subject", '"The monthly pass costs 60 dollars."'),
    _TWIN: (
        "Needs a discriminator",
        "It names its subject, but a near twin stands under another heading.",
    ),
    str(SubjectKind.VAGUE): ("Vague subject", '"The limit is 20 dollars." The limit of what?'),
    str(SubjectKind.PRONOUN): ("Pronoun as subject", '"It must be requested within 30 days."'),
    str(SubjectKind.ELIDED): ("Subject left out", '"Clean once a month."'),
    str(SubjectKind.SEVERED): ("List item without its lead-in", '"The following:" and then items'),
    "": ("Not judged", "The rules know English; the text is in another language."),
}
"""Each kind of self-description with its name and an example or what it means."""


@dataclass(frozen=True, slots=True)
class KindShare:
    """How many chunks are of a kind, and their share of all that were judged in percent; "not judged" has none."""

    kind: str
    name: str
    about: str
    count: int
    share: str


def kind_shares(kinds: Mapping[str, int]) -> list[KindShare]:
    """Return the kinds in the order of `KIND_WORDS`, those that no chunk has too.

    But "not judged" only where there are such chunks, and near twins only where they were looked for.
    """
    judged = judged_chunks(kinds)
    always = set(KIND_WORDS) - {"", _TWIN}
    shown = [kind for kind in KIND_WORDS if kind in always or (kind == _TWIN and kind in kinds) or kinds.get(kind)]
    return [
        KindShare(
            kind,
            *KIND_WORDS[kind],
            count=kinds.get(kind, 0),
            share=percent(kinds.get(kind, 0), judged) if kind else "",
        )
        for kind in shown
    ]


def judged_chunks(kinds: Mapping[str, int]) -> int:
    """Return how many chunks were judged."""
    return sum(count for kind, count in kinds.items() if kind)


def not_self_describing(kinds: Mapping[str, int]) -> int:
    """Return how many chunks need something before the text to say what it is about."""
    return sum(kinds.get(str(kind), 0) for kind in NOT_SELF_DESCRIBING)


def kinds_sentence(kinds: Mapping[str, int]) -> str:
    """Return the shares in a sentence; "" when nothing was judged."""
    judged, open_ones = judged_chunks(kinds), not_self_describing(kinds)
    if not judged:
        return ""
    twins, aside = kinds.get(_TWIN, 0), kinds.get("", 0)
    parts = [
        f"Of {counted(judged, 'chunk')}, {open_ones:,} ({percent(open_ones, judged)}) do not say what they are about"
    ]
    if _TWIN in kinds:
        parts.append(f"; {twins:,} ({percent(twins, judged)}) do, but have a near twin under another heading")
    if aside:
        parts.append(f". In other languages {counted(aside, 'chunk')} {'was' if aside == 1 else 'were'} not judged")
    return f"{''.join(parts)}."


def judge_sentence() -> str:
    """Return how often the rules that tell the kinds err, with the interval in which the true share lies."""
    share, judged = MEASURED_ERROR
    low, high = wilson(round(share * judged), judged)
    return (
        f"The rules that tell this erred on {share:.0%} of {judged} labelled chunks (95% interval {low:.0%} to "
        f"{high:.0%}): single chunks can be misjudged."
    )


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, whose plural is regular, thousands set apart: "1,204 chunks"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def percent(part: float, whole: float) -> str:
    """Return a share in whole percent; "under 1%" and "over 99%" where rounding would say none or all."""
    if not whole or not part:
        return "0%"
    share = 100 * part / whole
    if share < 1:
        return "under 1%"
    return "over 99%" if share > 99 and part < whole else f"{share:.0f}%"


def first_things(report: AuditReport, most: int = 3) -> list[CodeRow]:
    """Return the codes to begin with: those with errors by their number, then those with warnings; never mere notes."""
    rows = [row for row in by_code(report.findings) if row.severity is not Severity.NOTE]
    return sorted(rows, key=lambda row: (-row.errors, -row.warnings, row.code))[:most]


def severities_sentence(report: AuditReport) -> str:
    """Return the counts of the findings shown: "2 errors, 1 warning, 0 notes"."""
    counts = dict.fromkeys(Severity, 0)
    for finding in report.findings:
        counts[finding.severity] += 1
    return ", ".join(counted(counts[severity], str(severity)) for severity in reversed(Severity))


def baseline_sentence(report: AuditReport) -> str:
    """Return what a baseline makes of the audit; "" without one."""
    compared = report.compared
    if compared is None:
        return ""
    return (
        f"Compared with the baseline: {compared.new:,} new, {compared.known:,} known and not shown, "
        f"{compared.fixed:,} fixed."
    )

"""How many findings there are by kind and by folder, as bars; a bar that is chosen filters the list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from explorer.core.findings import Finding, Severity
from explorer.ui.bar_chart import Bar
from explorer.ui.models.findings_model import folder_of
from explorer.ui.texts import code_text, severity_sign, severity_tone

_WORST_FIRST = tuple(sorted(Severity, key=lambda severity: -severity.rank))


def _tr(text: str) -> str:
    return QCoreApplication.translate("FindingsCharts", text)


def bars_by_code(findings: Iterable[Finding], chosen: str = "") -> list[Bar]:
    """Return a bar for each kind of finding: the worst severity first, then the most frequent."""
    counts = Counter((finding.severity, finding.code) for finding in findings)
    ordered = sorted(counts.items(), key=lambda item: (-item[0][0].rank, -item[1], item[0][1]))
    return [
        Bar(
            f"{severity_sign(severity)} {code}  {code_text(code)}",
            ((severity_tone(severity), count),),
            f"{count:,}",
            code,
            marked=code == chosen,
        )
        for (severity, code), count in ordered
    ]


def bars_by_folder(findings: Iterable[Finding], chosen: str = "") -> list[Bar]:
    """Return a bar for each folder, in parts by severity: the one with most errors, then warnings, first."""
    counts: dict[str, Counter[Severity]] = {}
    for finding in findings:
        if folder := folder_of(finding):
            counts.setdefault(folder, Counter())[finding.severity] += 1
    ordered = sorted(counts.items(), key=lambda item: (*(-item[1][each] for each in _WORST_FIRST), item[0]))
    return [
        Bar(
            folder if folder != "/" else _tr("(the library's own folder)"),
            tuple((severity_tone(each), held[each]) for each in _WORST_FIRST),
            "  ".join(f"{severity_sign(each)} {held[each]:,}" for each in _WORST_FIRST if held[each]),
            folder,
            marked=folder == chosen,
        )
        for folder, held in ordered
    ]

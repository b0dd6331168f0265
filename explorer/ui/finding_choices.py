"""What is chosen in the findings tab, to be kept and chosen again; a kind is shown from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

from explorer.core.findings import Severity
from explorer.ui.findings_panel import FindingsPanel

_NAMES = frozenset(str(each) for each in Severity)


def show_code(panel: FindingsPanel, code: str) -> None:
    """Keep findings of one kind, of any severity and with any words; as soon as any is there."""
    panel.show_severity(None)
    if panel.code.findData(code) < 0:
        panel.code.addItem(code, code)
    panel.code.setCurrentIndex(panel.code.findData(code))


def choices(panel: FindingsPanel) -> dict[str, str]:
    """Return how the findings are filtered."""
    return {"severity": str(panel.severity.currentData() or ""), "code": panel.code.currentData() or ""}


def choose_again(panel: FindingsPanel, chosen: Mapping[str, str]) -> None:
    """Filter the findings as they were."""
    if chosen.get("code"):
        show_code(panel, chosen["code"])
    severity = chosen.get("severity", "")
    panel.severity.setCurrentIndex(max(panel.severity.findData(Severity(severity)) if severity in _NAMES else 0, 0))

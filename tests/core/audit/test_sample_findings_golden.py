"""All findings on the sample library, as they were looked through: `pytest --update-goldens` writes them anew.

The window, which makes the reasons from the facts, tells them word for word too.
"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from explorer.core.export import finding_json
from explorer.core.findings import Finding
from explorer.core.progress import no_progress
from explorer.engine import pipeline
from explorer.engine.options import Options
from explorer.ui.reason_texts import reason_text

GOLDEN = Path(__file__).parents[2] / "cases" / "sample_findings.jsonl"


class _FixedDate(date):
    """A day on which the samples are in force as they were when the golden was looked through."""

    @classmethod
    def today(cls) -> _FixedDate:
        return cls(2026, 11, 30)


def shown(finding: Finding) -> dict[str, Any]:
    """Return what a person checks: places are tested elsewhere and move with every edit of a sample."""
    whole = finding_json(finding)
    kept = ("code", "severity", "document", "heading_path", "chunk", "reason", "mend")
    return {name: whole[name] for name in kept}


def lines(findings: tuple[Finding, ...]) -> list[str]:
    texts = (json.dumps(shown(finding), ensure_ascii=False) for finding in findings)
    return sorted(texts, key=lambda text: (json.loads(text)["document"], text))


def test_the_findings_on_the_samples_are_those_looked_through(
    samples: Path, monkeypatch: pytest.MonkeyPatch, update_goldens: bool
) -> None:
    monkeypatch.setattr(pipeline, "date", _FixedDate)
    findings = pipeline.audit_folder(samples, Options(), no_progress).findings
    assert [reason_text(each) for each in findings] == [each.reason for each in findings]
    found = lines(findings)
    if update_goldens:
        GOLDEN.write_text("\n".join(found) + "\n", encoding="utf-8")
    assert found == GOLDEN.read_text(encoding="utf-8").splitlines()

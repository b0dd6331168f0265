"""All findings on parts of the handed corpora, as they were looked through: `--update-goldens` writes them anew.

The goldens hold no words of the corpora: places, numbers and a hash of the heading path tell findings apart.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from explorer.core.findings import Finding
from explorer.core.progress import no_progress
from explorer.engine.options import Options
from explorer.engine.pipeline import audit_folder
from explorer.ui.reason_texts import reason_text

GOLDENS = Path(__file__).parents[2] / "cases" / "corpora_findings"

CORPORA = {
    "tutorial-markdown": ("headings/fastapi/en/docs/tutorial", ("*.md",)),
    "office-and-web-pages": ("headings/docling", ("*.docx", "*.html", "*.md")),
    "linux-manuals": (
        "headings/debian",
        ("doc/debian/FAQ/debian-faq.pdf", "usr/share/debian-reference/ch0[3458].*.html"),
    ),
    "phone-manuals": ("questions/emanual_siblings/docs", ("galaxy_s9.md", "galaxy_tab_s6.md")),
}
"""Name of a golden: the folder below the corpora, and the patterns of its files."""


def shown(finding: Finding) -> dict[str, Any]:
    """Return what tells a finding from others without a word of the document."""
    path = "\n".join(finding.heading_path)
    facts = finding.facts.items()
    return {
        "code": finding.code,
        "severity": str(finding.severity),
        "document": finding.document,
        "section": finding.section,
        "chunk": finding.chunk,
        "path": hashlib.sha256(path.encode()).hexdigest()[:12] if path else "",
        "facts": {name: value for name, value in facts if isinstance(value, int | float)},
    }


def lines(findings: Sequence[Finding]) -> list[str]:
    texts = (json.dumps(shown(finding), sort_keys=True) for finding in findings)
    return sorted(texts, key=lambda text: (json.loads(text)["document"], json.loads(text)["code"], text))


@pytest.mark.slow
@pytest.mark.parametrize("name", CORPORA)
def test_the_findings_on_a_corpus_are_those_looked_through(name: str, shared: Path, update_goldens: bool) -> None:
    folder, patterns = CORPORA[name]
    golden, files = GOLDENS / f"{name}.jsonl", shared / "corpora" / folder
    if not files.is_dir():
        pytest.skip("the corpora are not here")
    findings = audit_folder(files, Options(include=patterns), no_progress).findings
    assert [reason_text(each) for each in findings] == [each.reason for each in findings]
    found = lines(findings)
    if update_goldens:
        golden.parent.mkdir(exist_ok=True)
        golden.write_text("\n".join(found) + "\n", encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8").splitlines()

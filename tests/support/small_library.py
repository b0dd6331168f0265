"""The texts of a small library: two versions of a handbook, repeated passages, an unhelpful heading, plain prices."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import chromadb
from chromadb.config import Settings

from explorer.core.progress import no_progress
from explorer.engine.library import Library

PLANS = """# Plans

Lumen Bikes lends bicycles by the minute.

## Single ride

It costs 3 dollars and lasts for 30 minutes.

## Day pass

It costs 12 dollars.

## Monthly pass

It costs 25 dollars and includes unlimited rides of up to 45 minutes.
"""

HANDBOOK = """---
version: "{version}"
effective_from: {since}
---
# Member Handbook

## Authorizations

### 4.1 Elective surgery

Allow {days} business days for a decision.

## Appeals

It must be sent within 60 days. See the general terms.
"""

REPEATED = "# A\n\nSee the general terms.\n\n# A\n\nSee the general terms.\n\n# B\n\nSee the general terms.\n"

OFFICE = """# Office

## Overview

Badges are handed out at the front desk.

## Rooms

They are booked two days ahead.

## Signs

\U0001f600 \U0001f600
"""

DOCUMENTS: Mapping[str, str] = {
    "plans.md": PLANS,
    "insurer/handbook-v6.md": HANDBOOK.format(version=6, since="2024-01-01", days=14),
    "insurer/handbook-v7.md": HANDBOOK.format(version=7, since="2025-01-01", days=21),
    "repeat.md": REPEATED,
    "office/office.md": OFFICE,
    "questions.jsonl": '{"question": "How much is the monthly pass?", "relevant": ["plans#monthly-pass"]}\n',
}


def write_documents(folder: Path, documents: Mapping[str, str]) -> None:
    """Write documents by their names below `folder`."""
    for name, text in documents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def refresh(library: Library, **options: object) -> list[str]:
    """Refresh to the end and return the stages."""
    return list(library.refresh(no_progress, **options))  # type: ignore[arg-type]


def chroma_at(folder: Path) -> Any:
    """Open a folder of Chroma as any other client would; a context manager."""
    return chromadb.PersistentClient(str(folder), settings=Settings(anonymized_telemetry=False))

"""What the audit says about a library: findings and the health made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from explorer.core.model import Place

Fact = str | int | float | tuple[str, ...]


class Severity(StrEnum):
    """How bad a finding is; compare with `rank`."""

    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"

    @property
    def rank(self) -> int:
        """Return 0 for notes, 1 for warnings, 2 for errors."""
        return list(Severity).index(self)


class Scope(StrEnum):
    """What a finding is about."""

    HEADING = "heading"
    CHUNK = "chunk"
    DOCUMENT = "document"
    LIBRARY = "library"


@dataclass(frozen=True, slots=True)
class Finding:
    """One observation with its place, the facts it rests on, and the reason in words (DESIGN 4.4).

    `section` is the ordinal of the section whose heading it is about (scope heading) or that holds the chunk; `chunk`
    is the chunk's index in its document (scope chunk). `mend` proposes a better heading, made of the section's own
    words.
    """

    code: str
    severity: Severity
    scope: Scope
    document: str
    reason: str
    heading: str = ""
    heading_path: tuple[str, ...] = ()
    section: int | None = None
    chunk: int | None = None
    place: Place | None = None
    facts: Mapping[str, Fact] = field(default_factory=dict[str, Fact])
    mend: str | None = None


@dataclass(frozen=True, slots=True)
class Health:
    """Counts over a library, for the window's top bar and the audit's last lines.

    `judged` chunks were judged by DESIGN 4.5: `not_self_describing` of them do not name their subject,
    `needs_discriminator` name it as a near twin under another heading does.
    """

    documents: int = 0
    unreadable: int = 0
    headings: int = 0
    chunks: int = 0
    empty_paths: int = 0
    unhelpful_headers: int = 0
    notes: int = 0
    warnings: int = 0
    errors: int = 0
    judged: int = 0
    not_self_describing: int = 0
    needs_discriminator: int = 0

"""Which documents are in force: those that a newer version replaces, or that have expired, leave the default pool."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import PurePosixPath

from explorer.core.views import DocumentRow

_VERSION = re.compile(
    r"[\s_\-–—,:]*[(\[]?\b(?:v|ver|vers|version|rev|revision|release|edition)\.?[\s_\-]*\d+(?:\.\d+)*\b[)\]]?",
    re.IGNORECASE,
)


def bare_title(title: str) -> str:
    """Return a title without its version, folded, so that two versions of a document have the same."""
    return " ".join(_VERSION.sub(" ", title).casefold().split()).strip(" -–—_,:")


def is_expired(row: DocumentRow, today: date) -> bool:
    """Tell whether a document's end date has passed; a month or year ends with its last day."""
    return row.effective_to is not None and _until(row.effective_to) < today.isoformat()


def is_in_force_on(row: DocumentRow, day: date) -> bool:
    """Tell whether a day lies within a document's dates; a date that is not stated bounds nothing."""
    return _has_begun(row, day) and not is_expired(row, day)


def superseded(rows: Iterable[DocumentRow], today: date) -> Mapping[str, str]:
    """Return for each superseded document the newest one in force that replaces it (DESIGN 4.1).

    Same folder, same title once the version is stripped, an older effective date or else a lower version number.
    """
    groups: dict[tuple[str, str], list[DocumentRow]] = {}
    for row in rows:
        if not row.error:
            groups.setdefault((str(PurePosixPath(row.name).parent), bare_title(row.title)), []).append(row)
    found: dict[str, str] = {}
    for group in groups.values():
        in_force = [row for row in group if not is_expired(row, today) and _has_begun(row, today)]
        for row in group:
            newer = [other for other in in_force if other is not row and _is_older(row, other)]
            if newer:
                found[row.name] = _newest(newer).name
    return found


def _newest(rows: Sequence[DocumentRow]) -> DocumentRow:
    best = rows[0]
    for row in rows[1:]:
        best = row if _is_older(best, row) else best
    return best


def _is_older(row: DocumentRow, other: DocumentRow) -> bool:
    if row.effective_from and other.effective_from and row.effective_from != other.effective_from:
        return row.effective_from < other.effective_from
    mine, theirs = _numbers(row.version), _numbers(other.version)
    return bool(mine and theirs) and mine < theirs


def _has_begun(row: DocumentRow, today: date) -> bool:
    return row.effective_from is None or row.effective_from <= today.isoformat()


def _until(end: str) -> str:
    """Return a date that compares as the last day of a year or month: any day of it sorts before."""
    return end if len(end) == 10 else f"{end}~"


def _numbers(version: str | None) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version or ""))

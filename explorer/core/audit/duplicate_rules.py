"""Rules about passages that stand in a library more than once: C206 and C207 (DESIGN 4.4)."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.core.audit.view import LibraryView, Rule
from explorer.core.duplicates import Passage, Twin
from explorer.core.findings import Finding


def near_duplicate(library: LibraryView, rule: Rule[LibraryView]) -> Iterator[Finding]:
    """C206: nearly the same words stand under another heading; a chunk that C207 reports is left to it."""
    if library.passages is None:
        return
    # Two versions of one document share nearly all words, as they should: only documents in force are compared.
    for twin in library.passages.twins(rule.thresholds["similarity"], counts=library.current.__contains__):
        if not twin.equal:
            reason = f"{_others(twin, twin.near, 'nearly the same words')}; nearest is {_named(twin)}."
            yield _finding(rule, twin, reason, twin.near)


def exact_duplicate(library: LibraryView, rule: Rule[LibraryView]) -> Iterator[Finding]:
    """C207: the same words, case and punctuation aside, stand under another heading."""
    if library.passages is None:
        return
    for twin in library.passages.copies(library.current.__contains__):
        first = "it is" if twin.equal == 1 else "the first is"
        reason = f"{_others(twin, twin.equal, 'the same words')}; {first} {_named(twin)}."
        yield _finding(rule, twin, reason, twin.equal)


def _others(twin: Twin, count: int, what: str) -> str:
    chunks = "1 chunk" if count == 1 else f"{count} chunks"
    least = "At least " if twin.more and not twin.equal else ""
    where = "under another heading"
    if _same_headings(twin):
        where = "in another document" if count == 1 else "elsewhere"
    return f"{least}{chunks} {where} {'says' if count == 1 else 'say'} {what}"


def _same_headings(twin: Twin) -> bool:
    """Tell whether the nearest other chunk has this one's headings, as it may in another document."""
    return twin.nearest.heading_path == twin.passage.heading_path


def _named(twin: Twin) -> str:
    """Return the nearest other chunk in words: its headings, and its document where that is another one."""
    other = twin.nearest
    place = f'under "{" > ".join(other.heading_path)}"' if other.heading_path else "under no heading"
    if other.heading_path and _same_headings(twin):
        place = "under the same heading"
    document = "" if other.document == twin.passage.document else f" in {other.document}"
    similarity = "" if twin.equal else f" (similarity {_shown(twin.similarity)})"
    return f"chunk {other.index} {place}{document}{similarity}"


def _shown(similarity: float) -> str:
    """Return a similarity with two digits, cut and not rounded: 0.997 is not 1."""
    return f"{int(similarity * 100 + 1e-9) / 100:.2f}"


def _finding(rule: Rule[LibraryView], twin: Twin, reason: str, count: int) -> Finding:
    passage: Passage = twin.passage
    return Finding(
        code=rule.code,
        severity=rule.severity,
        scope=rule.scope,
        document=passage.document,
        reason=reason,
        heading=passage.heading_path[-1] if passage.heading_path else "",
        heading_path=passage.heading_path,
        section=passage.section if passage.section >= 0 else None,
        chunk=passage.index,
        place=passage.place,
        facts={
            "count": count,
            "count_is": "at least" if twin.more and not twin.equal else "exact",
            "similarity": round(twin.similarity, 4),
            "similarity_shown": _shown(twin.similarity),
            "other_document": twin.nearest.document,
            "other_chunk": twin.nearest.index,
            "other_heading_path": twin.nearest.heading_path,
        },
    )

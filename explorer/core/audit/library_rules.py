"""Rules about a library as a whole: H112, D301, and D303, which needs the other documents and the date (DESIGN 4.4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from explorer.core.audit.view import LeafUse, LibraryDocument, LibraryView, Rule, Subject
from explorer.core.findings import Finding

_NAMED = 5
"""Documents that a reason names; the facts name more."""

_MOST_NAMES = 50


def shared_leaf(library: LibraryView, rule: Rule[LibraryView]) -> Iterator[Finding]:
    """H112: the same leaf heading, numbering aside, in many documents; superseded and expired ones do not count."""
    current = sum(document.is_current for document in library.documents)
    for leaf in sorted(library.leaves, key=lambda leaf: (-len(leaf.documents), leaf.heading)):
        count = len(leaf.documents)
        if count < rule.thresholds["documents"] or count < rule.thresholds["share"] * current:
            continue
        reason = (
            f'"{leaf.heading}" stands in {count} of {current} documents ({_named(leaf.documents)}): by itself it does '
            "not tell one from another."
        )
        names = tuple(leaf.documents[:_MOST_NAMES])
        yield Finding(
            rule.code, rule.severity, rule.scope, "", reason, heading=leaf.heading,
            facts={"documents": count, "of": current, "names": names},
        )  # fmt: skip


def empty_paths(library: LibraryView, rule: Rule[LibraryView]) -> Iterator[Finding]:
    """D301: many chunks of a format stand under no heading, as when its reader misses headings.

    Plain text without headings is left to D306: most of it has none.
    """
    formats: dict[str, list[LibraryDocument]] = defaultdict(list)
    for document in library.documents:
        if document.sections or document.format != "text":
            formats[document.format].append(document)
    for name, documents in sorted(formats.items()):
        chunks = sum(document.chunks for document in documents)
        empty = sum(document.without_path for document in documents)
        if chunks < rule.thresholds["chunks"] or empty <= rule.thresholds["share"] * chunks:
            continue
        worst = sorted(documents, key=lambda document: (-document.without_path, document.name))
        named = [document.name for document in worst if document.without_path]
        reason = (
            f"{empty} of {chunks} chunks from {name} files ({empty / chunks:.0%}) stand under no heading, most in "
            f"{_named(named)}: their headings are missing, or were not recognised."
        )
        facts = {"format": name, "chunks": chunks, "empty": empty, "documents": len(named)}
        yield rule.on_document("", reason, **facts, names=tuple(named[:_MOST_NAMES]))


def out_of_force(library: LibraryView, rule: Rule[LibraryView]) -> Iterator[Finding]:
    """D303: a newer version of the document is in force, or its end date has passed."""
    for document in library.documents:
        if document.superseded_by:
            reason = (
                f"{document.superseded_by} is a newer version of this document and in force: searches leave this out."
            )
            yield rule.on_document(document.name, reason, superseded_by=document.superseded_by)
        elif document.expired_on:
            reason = f"This document was in force until {document.expired_on}: searches leave it out."
            yield rule.on_document(document.name, reason, expired_on=document.expired_on)


def _named(names: Sequence[str]) -> str:
    more = len(names) - _NAMED
    shown = ", ".join(names[:_NAMED])
    return f"{shown} and {more} more" if more > 0 else shown


class LeafTally:
    """Counts in which documents each leaf heading stands, for documents that come one after the other."""

    def __init__(self) -> None:
        self._shown: dict[str, str] = {}
        self._documents: dict[str, list[str]] = defaultdict(list)

    def add(self, document: str, leaves: Iterable[tuple[str, str]]) -> None:
        """Take the leaf headings of a document as (key, heading); a key counts once."""
        for key, heading in dict(leaves).items():
            self._shown.setdefault(key, heading)
            self._documents[key].append(document)

    def uses(self, current: frozenset[str]) -> tuple[LeafUse, ...]:
        """Return the leaves that stand in several of the `current` documents."""
        kept = {key: [name for name in names if name in current] for key, names in self._documents.items()}
        return tuple(LeafUse(self._shown[key], tuple(sorted(names))) for key, names in kept.items() if len(names) > 1)


def leaf_keys(subject: Subject) -> tuple[str, ...]:
    """Return for each section the words by which its heading is compared with other documents'.

    Empty for a section with subsections, and for a heading of numbering or signs only: H101 and H103 say all.
    """
    return tuple(subject.key(section.heading) if section.is_leaf else "" for section in subject.sections)

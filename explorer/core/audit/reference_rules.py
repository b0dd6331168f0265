"""C208: cross-references and where they lead (DESIGN 4.4)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from explorer.core.audit.reference_index import ReferenceIndex, Target
from explorer.core.audit.view import Rule, Subject
from explorer.core.audit.words import key_of
from explorer.core.findings import Fact, Finding, Severity
from explorer.core.model import BlockKind
from explorer.core.outline import section_of
from explorer.core.references import Reference, find_references
from explorer.core.views import ContextChunk

_NOT_PROSE = frozenset({BlockKind.CODE, BlockKind.HEADING})
_COUNTED_BY_PLAIN = frozenset({"section", "clause", "chapter"})
_NEVER_MISSED = frozenset({"", "paragraph", "item", "step", "rule", "figure", "table"})
"""Words that as often mean something that bears no number, or stands elsewhere."""

_COUNTED_IN_LISTS = frozenset({"paragraph", "item", "step"})

_LIST_NUMBER = re.compile(r"(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]", re.IGNORECASE)
"""A list's number before its item, signs that may stand before it aside."""

_LAWS_NUMBER = 100
"""Lone numbers from here on are sections of laws ("section 1983")."""


def cross_reference(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """C208: a note with the section that a reference points to; a warning where that section is missing.

    Missing is only said in a document that numbers its headings in the same way, of a reference that cannot be to
    another document. References in what a chunk repeats are reported where they stand first.
    """
    index: ReferenceIndex | None = None
    for item in subject.chunks:
        if item.chunk.kind in _NOT_PROSE:
            continue
        text = _own_text(item)
        references = find_references(text)
        if references and index is None:
            titles = [subject.key(section.heading) for section in subject.sections]
            index = ReferenceIndex(subject.sections, subject.document.blocks, titles)
        if index is not None:
            yield from _judged(subject, rule, item, text, references, index)


def _own_text(item: ContextChunk) -> str:
    chunk = item.chunk
    return chunk.text[sum(len(part) + 1 for part in chunk.carried) :]


def _judged(
    subject: Subject,
    rule: Rule[Subject],
    item: ContextChunk,
    text: str,
    references: tuple[Reference, ...],
    index: ReferenceIndex,
) -> Iterator[Finding]:
    seen: set[tuple[str, str, tuple[str, ...], str]] = set()
    for found in references:
        reference = replace(found, title=subject.key(found.title) or key_of(found.title)) if found.title else found
        key = (reference.family, reference.number, reference.inside, reference.title)
        shown = " ".join(text[reference.start : reference.end].split())
        here = item.chunk.section
        label = _is_label(text, reference)
        target = index.find(reference, here)
        own_label = target is None or target.clause or target.section == here or reference.family in _COUNTED_IN_LISTS
        if key in seen or (label and own_label):
            continue
        if target is not None:
            seen.add(key)
            yield _followed(subject, rule, item, shown, target)
        elif not label and item.chunk.kind != BlockKind.TABLE and _is_missing(reference, index, here, rule):
            seen.add(key)
            yield _missed(subject, rule, item, shown, reference)


def _is_label(text: str, reference: Reference) -> bool:
    """Tell whether a number stands where a clause's own number stands: at the beginning of a line.

    So does "Item 2" that is all there is behind a list's own number: "2. Item 2".
    """
    start = reference.start
    before = text[text.rfind("\n", 0, start) + 1 : start].strip(" \t-*•>|(\"'“„")
    return not before or (_LIST_NUMBER.fullmatch(before) is not None and _ends_its_line(text, reference.end))


def _ends_its_line(text: str, end: int) -> bool:
    return not text[end:].partition("\n")[0].strip(" \t.:;,)")


def _is_missing(reference: Reference, index: ReferenceIndex, here: int, rule: Rule[Subject]) -> bool:
    """Tell whether a number that was not found should be there."""
    lone = reference.depth == 1
    if not reference.certain or reference.family in _NEVER_MISSED or not reference.number:
        return False
    if lone and (not reference.cued or (reference.number.isdecimal() and int(reference.number) >= _LAWS_NUMBER)):
        return False
    counted = index.counts(reference.family, reference.depth)
    if reference.family in _COUNTED_BY_PLAIN and reference.number[:1].isdecimal():
        counted += index.counts("", reference.depth)
    return counted >= rule.thresholds["numbered"] and not index.may_hold(reference.number, here)


def _followed(subject: Subject, rule: Rule[Subject], item: ContextChunk, shown: str, target: Target) -> Finding:
    section = subject.sections[target.section]
    path = " > ".join(section.path)
    same = target.section == item.chunk.section
    where = "this section" if same else f'"{path}"'
    reason = f'"{shown}" points to {f"{target.clause} in " if target.clause else ""}{where}.'
    facts: dict[str, Fact] = {
        "reference": shown,
        "target": section.path,
        "target_section": section.ordinal,
        "clause": target.clause,
    }
    place = section.place
    facts |= {f"target_{name}": value for name, value in _position(place.page, place.start).items()}
    return rule.on_chunk(subject, item, reason, **facts)


def _position(page: int | None, start: int | None) -> dict[str, int]:
    return {name: value for name, value in (("page", page), ("start", start)) if value is not None}


def _missed(subject: Subject, rule: Rule[Subject], item: ContextChunk, shown: str, reference: Reference) -> Finding:
    own = section_of(subject.sections, item.chunk.section)
    under = own.heading if own else ""
    where = f' under "{under}"' if under else ""
    reason = f'"{shown}"{where} points to nothing: no heading or clause of this document has that number.'
    finding = rule.on_chunk(subject, item, reason, reference=shown, number=reference.number, under=under)
    return replace(finding, severity=Severity.WARNING)

"""Rules about headings: H101 to H105 (DESIGN 4.4)."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.core.audit.mend import propose_mend
from explorer.core.audit.view import Rule, Subject
from explorer.core.findings import Finding


def says_nothing(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """H101 to H104: the headings whose verdict carries the rule's code."""
    for section in subject.sections:
        verdict = subject.verdict(section.heading)
        if verdict and verdict.code == rule.code:
            mend = propose_mend(section, subject.document.blocks, subject.words)
            yield rule.on_section(subject, section, verdict.reason, mend, level=section.level, **verdict.facts)


def repeats(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """H105: a heading that repeats its parent or the title, numbering aside; the first that *is* the title is exempt.

    Headings that say nothing by themselves are left to H101 to H104.
    """
    title = subject.key(subject.document.title)
    title_seen = False
    for section in subject.sections:
        key = subject.key(section.heading)
        first_title = bool(key) and key == title and not title_seen
        title_seen = title_seen or first_title
        if first_title or not key or not subject.says_something(section.heading):
            continue
        parent = subject.sections[section.parent].heading if section.parent >= 0 else ""
        if parent and key == subject.key(parent):
            reason = f'"{section.heading}" repeats the heading above it: nothing new is said.'
            yield rule.on_section(subject, section, reason, None, repeats=parent, what="parent")
        elif key == title:
            reason = f'"{section.heading}" repeats the title of the document: nothing new is said.'
            yield rule.on_section(subject, section, reason, None, repeats=subject.document.title, what="title")

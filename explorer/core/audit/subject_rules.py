"""Rules about chunks whose text does not name its subject: C205 (DESIGN 4.4, 4.5)."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.core.audit.view import Rule, Subject
from explorer.core.findings import Finding
from explorer.core.header_styles import same
from explorer.core.subject import NOT_SELF_DESCRIBING
from explorer.core.views import ContextChunk

_WHY = {
    "pronoun-subject": "begins with a pronoun that points outside of it",
    "elided-subject": "does not say what it is about",
    "severed-list-item": "is cut from the sentence that leads into its list",
    "vague-subject": "begins with a word too vague to stand alone",
}


def header_does_not_help(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """C205: the text does not name its subject, and nothing in its header does either."""
    for item in subject.chunks:
        if item.subject in NOT_SELF_DESCRIBING and not _header_helps(subject, item):
            shown = item.header.text
            header = f'its header, "{shown}", names no subject either' if shown else "it has no header"
            reason = f"The text {_WHY[item.subject]}, and {header}."
            yield rule.on_chunk(subject, item, reason, kind=item.subject, header=item.header.text)


def _header_helps(subject: Subject, item: ContextChunk) -> bool:
    title = subject.document.title
    return any(
        subject.title_says_something() if same(part, title) else subject.says_something(part)
        for part in item.header.segments
    )

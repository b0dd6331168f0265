"""Rules about documents: C204, D304, D305 (DESIGN 4.4)."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.core.audit.view import Rule, Subject
from explorer.core.findings import Finding
from explorer.core.model import TitleSource


def same_header(subject: Subject, rule: Rule) -> Iterator[Finding]:
    """C204: every chunk has the same header, so that headers tell nothing apart; without headers it does not apply."""
    headers = {item.header.text for item in subject.chunks}
    sections = {item.chunk.section for item in subject.chunks if item.chunk.section >= 0}
    enough = len(subject.chunks) >= rule.thresholds["chunks"] and len(sections) >= rule.thresholds["sections"]
    if enough and len(headers) == 1 and headers != {""}:
        header, chunks = headers.pop(), len(subject.chunks)
        reason = (
            f'All {chunks} chunks in {len(sections)} sections have the same header, "{header}": it tells none apart.'
        )
        yield rule.on_document(subject.document.name, reason, chunks=chunks, sections=len(sections), header=header)


def title_from_file_name(subject: Subject, rule: Rule) -> Iterator[Finding]:
    """D304: nothing in the document gives a title."""
    document = subject.document
    if document.title_source is TitleSource.FILE_NAME:
        reason = f'The title "{document.title}" is made of the file name: the document itself gives none.'
        yield rule.on_document(document.name, reason, title=document.title)


def cannot_be_read(_subject: Subject, _rule: Rule) -> Iterator[Finding]:
    """D305 is given by `unreadable`: a document that was read is readable."""
    return iter(())

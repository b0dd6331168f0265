"""Rules about documents: C204, D302, D304 to D306 (DESIGN 4.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from explorer.core.audit.view import Rule, Subject
from explorer.core.findings import Finding
from explorer.core.model import TitleSource


def same_header(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
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


def pages_without_text(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """D302: pages that are pictures; nothing on them can be found until text recognition (OCR) has read them."""
    document = subject.document
    scanned, of = document.scanned_pages, len(document.pages)
    if not scanned:
        return
    pages = page_ranges(scanned)
    if len(scanned) == of:
        what = f"No text (scan): {'the page is a picture' if of == 1 else f'all {of} pages are pictures'}."
    else:
        many = len(scanned) > 1
        what = f"Text missing on page{'s' if many else ''} {', '.join(pages)} of {of} (scan)."
    reason = f"{what} Text recognition (OCR) can read what cannot be found now."
    yield rule.on_document(document.name, reason, pages=pages, scanned=len(scanned), of=of)


def page_ranges(pages: Sequence[int]) -> tuple[str, ...]:
    """Return rising page numbers as people write them: ("2", "4-6")."""
    ranges: list[list[int]] = []
    for page in pages:
        if ranges and page == ranges[-1][1] + 1:
            ranges[-1][1] = page
        else:
            ranges.append([page, page])
    return tuple(str(first) if first == last else f"{first}-{last}" for first, last in ranges)


def headers_cannot_help(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """D306: a document without headings, or one that fits one chunk; a scan without any text is left to D302."""
    document, chunks = subject.document, len(subject.chunks)
    if not chunks and document.scanned_pages:
        return
    if not chunks:
        reason = "The document holds no text."
    elif not subject.sections:
        reason = "The document has no headings: headers can show its title only, the same on every chunk."
    elif chunks == 1:
        reason = "The whole document fits one chunk: there is nothing that headers could tell apart."
    else:
        return
    yield rule.on_document(document.name, reason, chunks=chunks, headings=len(subject.sections))


def title_from_file_name(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """D304: nothing in the document gives a title."""
    document = subject.document
    if document.title_source is TitleSource.FILE_NAME:
        reason = f'The title "{document.title}" is made of the file name: the document itself gives none.'
        yield rule.on_document(document.name, reason, title=document.title)


def cannot_be_read(_subject: Subject, _rule: Rule[Subject]) -> Iterator[Finding]:
    """D305 is given by `unreadable`: a document that was read is readable."""
    return iter(())

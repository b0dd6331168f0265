"""Rules about chunks and their headers: C201 to C203, C209 to C211 (DESIGN 4.4)."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.core.audit.view import Rule, Subject
from explorer.core.findings import Finding
from explorer.core.model import BlockKind, CutNote
from explorer.core.views import ContextChunk

_CUT_TO_SHARE = "header's share"
"""Stands in those reasons of `Header.dropped` that `explorer.core.header_fit` gives for want of room."""


def empty_path(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """C201: no heading stands above the chunk; the title does not count, and needs no heading above itself."""
    title = subject.document.title
    for item in subject.chunks:
        if not item.chunk.heading_path and not is_title_alone(item.chunk.text, title):
            yield rule.on_chunk(subject, item, "No heading stands above this text.", title=title)


def is_title_alone(text: str, title: str) -> bool:
    """Tell whether a text is the document's title and nothing else, case and line breaks aside."""
    return _plain(text) == _plain(title)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def names_no_subject(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """C202: a path of headings none of which says anything, under a title that says nothing either."""
    if subject.title_says_something():
        return
    title = subject.document.title
    for item in subject.chunks:
        path = item.path
        if path and not any(subject.says_something(heading) for heading in path):
            shown = " > ".join(path)
            reason = f'Nothing in "{shown}" names a subject, and neither does the title "{title}".'
            yield rule.on_chunk(subject, item, reason, headings=len(path), path=path, title=title)


def header_too_long(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """C203: the header had to be cut to its share, or is longer than the text (heading-only chunks exempt)."""
    for item in subject.chunks:
        share = int(item.limit * rule.thresholds["share"])
        cut = tuple(what for what, why in item.header.dropped if _CUT_TO_SHARE in why)
        reason = _too_long(item, share, cut)
        if reason:
            facts = {"header_tokens": item.header_tokens, "text_tokens": item.chunk.text_tokens, "share_tokens": share}
            yield rule.on_chunk(subject, item, reason, **facts, cut=cut)


def _too_long(item: ContextChunk, share: int, cut: tuple[str, ...]) -> str:
    text_tokens, header_tokens = item.chunk.text_tokens, item.header_tokens
    if cut:
        return f"The header did not fit into its share of {share} tokens and was shortened."
    if header_tokens > share:
        return f"The header takes {header_tokens} tokens, more than its share of {share}."
    if header_tokens > text_tokens and item.chunk.kind != BlockKind.HEADING:
        text = f"{text_tokens} token{'' if text_tokens == 1 else 's'}"
        return f"The header ({header_tokens} tokens) is longer than the text ({text}) and drowns it."
    return ""


_CUTS = frozenset({CutNote.INSIDE_SENTENCE, CutNote.INSIDE_TABLE, CutNote.INSIDE_CODE, CutNote.INSIDE_LIST})


def cut_inside(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """C209: the chunk begins or ends inside a sentence, table row, list item or code, or lost what it should repeat."""
    for item in subject.chunks:
        notes = item.chunk.notes
        if not notes:
            continue
        done = ", ".join(notes)
        whole = "it does not fit into a chunk whole" if _CUTS & set(notes) else "it did not fit beside the text"
        given = bool(subject.document.cuts)
        if given:
            whole = "the pipeline that made these chunks parted it"
        facts = {"notes": tuple(map(str, notes)), "cut_by": "pipeline" if given else "program"}
        yield rule.on_chunk(subject, item, f"{done[0].upper()}{done[1:]}: {whole}.", **facts)


def too_short(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """C210: a text of a few tokens says too little to be found; heading-only chunks are left to H109."""
    for item in subject.chunks:
        tokens = item.chunk.text_tokens
        if tokens < rule.thresholds["tokens"] and item.chunk.kind != BlockKind.HEADING:
            reason = f"The text has {tokens} token{'' if tokens == 1 else 's'}: too little to be found by."
            yield rule.on_chunk(subject, item, reason, tokens=tokens)


def over_the_window(subject: Subject, rule: Rule[Subject]) -> Iterator[Finding]:
    """C211: more tokens than the model reads; what is over is invisible to the search."""
    for item in subject.chunks:
        if item.tokens > item.limit:
            reason = f"The model reads {item.limit} tokens of this chunk's {item.tokens}; the rest cannot be found."
            yield rule.on_chunk(subject, item, reason, tokens=item.tokens, limit=item.limit)

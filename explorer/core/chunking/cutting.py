"""Cutting a block that is over the limit into units that are not, at the best boundaries there are."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace

from explorer.core.chunking.measure import (
    CHARACTERS_PER_TOKEN,
    Carry,
    Measure,
    Unit,
    affordable,
    spread,
    trimmed,
    trimmed_lines,
)
from explorer.core.chunking.sentences import sentence_spans
from explorer.core.model import CutNote

_CLAUSE_END = re.compile(r"[,;:)\]–—](?=\s)|[，、；：。！？」』）】]")
_NEVER_FIRST = frozenset("。！？；：，、…）」』】》〉”’%‰)]},.;:!?\u200d")
_BLANK_LINES = re.compile(r"\n(?:[^\S\n]*\n)+")
_JOINER = "\u200d"
_Span = tuple[int, int]


def whole_or_none(measure: Measure, block: int, text: str, span: _Span, room: int) -> Unit | None:
    """Return `text[span]` as one unit if it fits into `room` tokens and the characters that go with them."""
    start, end = span
    if end - start > min(measure.cap, room * CHARACTERS_PER_TOKEN):
        return None
    tokens = measure.count(text[start:end])
    return Unit(block, start, end, tokens) if tokens <= room else None


def cut_prose(measure: Measure, block: int, text: str, span: _Span, room: int) -> Iterator[Unit]:
    """Yield the sentences of `text[span]`; a sentence over `room` comes in pieces that say so."""
    offset = span[0]
    for first, last in sentence_spans(text[span[0] : span[1]]):
        start, end = trimmed(text, offset + first, offset + last)
        if start == end:
            continue
        unit = whole_or_none(measure, block, text, (start, end), room)
        if unit is not None:
            yield unit
        else:
            yield from cut_anywhere(measure, block, text, (start, end), room, (CutNote.INSIDE_SENTENCE,))


def cut_code(measure: Measure, block: int, text: str, span: _Span, room: int) -> Iterator[Unit]:
    """Yield the stretches of code between blank lines, then lines, then pieces of lines that say so."""
    for stretch in _between(_BLANK_LINES, text, span):
        for start, end in _fitting(measure, text, stretch, room):
            unit = whole_or_none(measure, block, text, (start, end), room)
            if unit is not None:
                yield unit
            else:
                yield from cut_anywhere(measure, block, text, (start, end), room, (CutNote.INSIDE_CODE,))


def _fitting(measure: Measure, text: str, stretch: _Span, room: int) -> Iterator[_Span]:
    """Yield the stretch whole if it fits, else its lines."""
    start, end = trimmed_lines(text, *stretch)
    if start < end and whole_or_none(measure, 0, text, (start, end), room) is not None:
        yield start, end
        return
    for line in line_spans(text, start, end):
        first, last = trimmed_lines(text, *line)
        if first < last:
            yield first, last


def _between(pattern: re.Pattern[str], text: str, span: _Span) -> Iterator[_Span]:
    start, end = span
    for match in pattern.finditer(text, start, end):
        yield start, match.start()
        start = match.end()
    yield start, end


def line_spans(text: str, start: int, end: int) -> Iterator[_Span]:
    """Yield the span of each line of `text[start:end]`, its newline left out."""
    while start < end:
        newline = text.find("\n", start, end)
        stop = newline if newline >= 0 else end
        yield start, stop
        start = stop + 1


def cut_item(measure: Measure, block: int, text: str, span: _Span, lead: tuple[Carry, ...]) -> Iterator[Unit]:
    """Yield the lines of a list item with its children; each line carries the lead-in and the lines above it."""
    open_lines: list[tuple[int, Carry]] = []
    for start, end in line_spans(text, *span):
        first, last = trimmed(text, start, end)
        if first == last:
            continue
        indent = first - start
        while open_lines and open_lines[-1][0] >= indent:
            open_lines.pop()
        carry = (*lead, *(line for _, line in open_lines))
        room = measure.share - spread(affordable(measure, carry))
        for unit in _line(measure, block, text, (start, last), room):
            yield replace(unit, carry=carry)
        tokens = measure.count(text[start:last])
        open_lines.append((indent, Carry(text[start:last], tokens, block, start, CutNote.LEAD_IN_DROPPED)))


def _line(measure: Measure, block: int, text: str, span: _Span, room: int) -> Iterator[Unit]:
    """Yield a list item's line; one that fits without what it carries stays whole: the lead-in is given up first."""
    unit = whole_or_none(measure, block, text, span, measure.share)
    if unit is not None:
        yield unit
    else:
        yield from cut_prose(measure, block, text, span, room)


def cut_anywhere(
    measure: Measure, block: int, text: str, span: _Span, room: int, notes: tuple[CutNote, ...]
) -> Iterator[Unit]:
    """Yield pieces of `text[span]` of at most `room` tokens each: cut after a clause, else between words, else inside.

    Each step looks at no more characters than a piece may have, so a line of any length takes linear time.
    """
    start, end = span
    while start < end:
        stop, tokens = _piece(measure, text, start, end, room)
        first, last = trimmed(text, start, stop)
        if first < last:
            yield Unit(block, start if CutNote.INSIDE_CODE in notes else first, last, tokens, (), notes)
        start = stop
        while start < end and text[start].isspace() and CutNote.INSIDE_CODE not in notes:
            start += 1


def _piece(measure: Measure, text: str, start: int, end: int, room: int) -> tuple[int, int]:
    """Return where the piece that begins at `start` stops, and its tokens.

    A tokenizer may see other tokens in a shorter text (an unknown word of which a known beginning is left), so each
    piece is counted as it is cut, and cut again until it fits.
    """
    high = min(end, start + room * CHARACTERS_PER_TOKEN)
    while True:
        spans = measure.tokenizer.spans(text[start:high])
        limit = start + spans[room][0] if len(spans) > room else high
        stop = end if limit >= end else _best_boundary(text, start, max(limit, start + 1), end)
        tokens = measure.tokenizer.count(text[start:stop].rstrip())
        if tokens <= room or stop - start <= 1:
            return stop, tokens
        high = min(stop, high - 1)


def _best_boundary(text: str, start: int, limit: int, end: int) -> int:
    """Return the best place in (start, limit] to cut before; `limit` itself is inside the text."""
    middle = start + (limit - start) // 2
    clause = max((match.end() for match in _CLAUSE_END.finditer(text, middle, min(limit + 1, end))), default=0)
    if start < clause <= limit and text[clause] not in _NEVER_FIRST:
        return clause
    word = next((index for index in range(limit, start, -1) if text[index].isspace()), 0)
    if word and text[start:word].strip():
        return word
    return next((index for index in range(limit, max(start, limit - 16), -1) if _may_begin(text, index)), limit)


def _may_begin(text: str, index: int) -> bool:
    """Tell whether a piece may begin at `index`: not inside a letter with its marks, not with a closing sign."""
    sign = text[index]
    return sign not in _NEVER_FIRST and text[index - 1] != _JOINER and not unicodedata.category(sign).startswith("M")

"""Run-in headings of Markdown: a numbered bold beginning of a paragraph becomes a heading of its own (DESIGN 4.1).

The rule itself is the same for all formats (`explorer.core.parsing.run_in`). A heading and the rest of its paragraph
share a line, so their places are the spans of their own characters, not whole lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from explorer.core.clauses import PLAIN_RANK, leading_number
from explorer.core.model import Block, BlockKind, Place, Run
from explorer.core.parsing.run_in import run_in_end


def split_run_in(paragraph: Block, bold: Sequence[tuple[int, int]]) -> tuple[Block, Block | None] | None:
    """Return the run-in heading (level and slug not yet known) and the rest of the paragraph, if there is any.

    `bold` are the ranges of the paragraph's text that are bold. None when the paragraph begins with no heading.
    """
    number = leading_number(paragraph.text) if bold else None
    # A bare whole number is as likely a quantity ("2 lines.") as the number of a clause.
    if number is None or (number.rank == PLAIN_RANK and number.depth == 1 and not number.closed):
        return None
    end = run_in_end(paragraph.text, bold)
    if not end:
        return None
    text = paragraph.text
    last = len(text[:end].rstrip())
    first = end + len(text[end:]) - len(text[end:].lstrip())
    start, stop = paragraph.place.start, paragraph.place.end
    if first >= len(text):
        return replace(_part(paragraph, 0, last, start, stop), kind=BlockKind.HEADING), None
    middle = paragraph.place_of(first, first + 1).start
    heading = _part(paragraph, 0, last, start, _trimmed_end(paragraph, last, middle))
    return replace(heading, kind=BlockKind.HEADING), _part(paragraph, first, len(text), middle, stop)


def _trimmed_end(paragraph: Block, last: int, middle: int | None) -> int | None:
    """Return where a heading's own characters end in the file, at the latest where the rest begins."""
    end = paragraph.place_of(last - 1, last).end
    return end if end is None or middle is None else min(end, middle)


def _part(paragraph: Block, first: int, last: int, start: int | None, end: int | None) -> Block:
    """Return `text[first:last]` as a block of its own, its runs cut to the text and to the place."""
    runs = [_cut(run, first, last, start or 0, end or 0) for run in paragraph.runs]
    kept = tuple(run for run in runs if run.end > run.start)
    return replace(paragraph, text=paragraph.text[first:last], place=Place(start=start, end=end), runs=kept)


def _cut(run: Run, first: int, last: int, start: int, end: int) -> Run:
    low, high = max(run.start, first), max(min(run.end, last), run.start, first)
    place = run.place
    begin, stop = place.start or 0, place.end or 0
    if run.exact:
        begin, stop = begin + low - run.start, begin + high - run.start
    else:
        begin, stop = min(max(begin, start), end), max(min(stop, end), min(max(begin, start), end))
    return Run(low - first, high - first, Place(start=begin, end=stop), run.exact)

"""Run-in headings of a PDF's paragraphs: "4.2 **Termination.** Either party may …" (`explorer.core.parsing.run_in`)."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.clauses import leading_number
from explorer.core.parsing.pdf.lines import Line
from explorer.core.parsing.pdf.measure import same_column
from explorer.core.parsing.pdf.outline import Match
from explorer.core.parsing.run_in import HeadingLevels, run_in_end

_MOST_LINES = 3


def with_run_ins(matches: Sequence[Match], lines: Sequence[Line], left_out: set[int]) -> list[Match]:
    """Return the headings with the run-in ones put between them, each at the level its number gives it."""
    starts = {match.first: match for match in matches}
    taken = {index for match in matches for index in range(match.first, match.last + 1)} | left_out
    levels = HeadingLevels()
    found: list[Match] = []
    for index, line in enumerate(lines):
        match = starts.get(index)
        if match is not None:
            text = " ".join(lines[i].text for i in range(match.first, match.last + 1))
            levels.saw(match.level, text)
            found.append(match)
        elif index not in taken and line.table < 0 and line.upright and (line.strong[1] or line.bold):
            end = _end(lines, index, taken)
            if end is not None:
                text = " ".join([*(lines[i].text for i in range(index, end[0])), lines[end[0]].text[: end[1]]])
                found.append(Match(index, end[0], levels.level_of(text), end[1]))
    return found


def _end(lines: Sequence[Line], first: int, taken: set[int]) -> tuple[int, int] | None:
    """Return the line in which a run-in heading that begins in line `first` ends, and how much of it is heading."""
    if leading_number(lines[first].text) is None:
        return None
    text, bold, starts = "", list[tuple[int, int]](), list[int]()
    for index in range(first, min(first + _MOST_LINES, len(lines))):
        line = lines[index]
        if index > first and (index in taken or line.table >= 0 or not same_column(lines[index - 1], line)):
            return None
        text += " " * bool(text)
        starts.append(len(text))
        low, high = (0, len(line.text)) if line.bold else line.strong
        bold.append((starts[-1] + low, starts[-1] + high))
        text += line.text
        if high == len(line.text):
            continue
        end = run_in_end(text, bold)
        return (index, end - starts[-1]) if end > starts[-1] else None
    return None

"""Parts of a page to blocks: run-in headings, and bold lines where a page has no headings at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from explorer.core.clauses import PLAIN_RANK, leading_number
from explorer.core.model import BlockKind
from explorer.core.parsing.html.flow import Part
from explorer.core.parsing.reading import ReadingText
from explorer.core.parsing.run_in import HeadingLevels, run_in_end

_MOST_WORDS = 12
_BEGINNING, _PIECES = 400, 60
_PROSE_ENDS = tuple(".,;:…")


def write_parts(parts: Sequence[Part], reading: ReadingText) -> str:
    """Append parts to a reading text and return what the headings rest on, in words ("none" without any).

    A bold line alone is prose where the page has headings; where it has none, such lines are its headings.
    """
    stated = any(part.kind is BlockKind.HEADING for part in parts)
    judged = parts if stated else _with_bold_headings(parts)
    bold = not stated and any(part.kind is BlockKind.HEADING for part in judged)
    run_ins = _write(judged, reading)
    if stated:
        return "HTML headings"
    if bold:
        return "HTML headings by bold lines"
    return "run-in headings" if run_ins else "none"


def _write(parts: Sequence[Part], reading: ReadingText) -> int:
    """Append the parts; returns how many run-in headings there were."""
    levels = HeadingLevels()
    groups: dict[int, int] = {0: 0}
    run_ins = 0
    for part in parts:
        for begins in part.disclosures:
            reading.disclosures.begin() if begins else reading.disclosures.end()
        if part.kind is BlockKind.HEADING:
            levels.saw(part.level, part.text)
            reading.add_heading(part.text, part.level)
            continue
        text = part.text
        end = _run_in_end(part)
        if end:
            run_ins += 1
            heading = " ".join(text[:end].split())
            reading.add_heading(heading, levels.level_of(heading))
            text = text[end:].strip()
        if part.group not in groups:
            groups[part.group] = reading.new_group()
        reading.add(part.kind, text, group=groups[part.group], header_rows=part.header_rows)
    return run_ins


def _run_in_end(part: Part) -> int:
    if part.kind is not BlockKind.PARAGRAPH or not part.bold:
        return 0
    # Twelve words at most are a heading: no need to look through a whole paragraph of bold pieces.
    return run_in_end(part.text[:_BEGINNING], [span for span in part.bold[:_PIECES] if span[0] < _BEGINNING])


def _with_bold_headings(parts: Sequence[Part]) -> Sequence[Part]:
    """Make headings of the lines that are all bold, unless so many are that bold means nothing."""
    lines = [index for index, part in enumerate(parts) if _is_bold_line(part)]
    headed = [index for index in lines if index + 1 < len(parts)]
    prose = sum(part.kind is not BlockKind.HEADING for part in parts) - len(lines)
    if not headed or len(headed) > prose:
        return parts
    changed = list(parts)
    depths = _depths([parts[index].text for index in headed], first=headed[0] == 0)
    for index, level in zip(headed, depths, strict=True):
        changed[index] = replace(parts[index], kind=BlockKind.HEADING, level=level, bold=())
    return changed


def _depths(texts: Sequence[str], *, first: bool) -> list[int]:
    """Return the level of each line: the depth of its decimal number, below an unnumbered first line as the title."""
    numbers = [leading_number(text) for text in texts]
    depths = [number.depth if number and number.rank == PLAIN_RANK else 1 for number in numbers]
    numbered = sum(number is not None for number in numbers)
    if first and numbers[0] is None and numbered * 2 > len(texts):
        return [1, *(depth + 1 for depth in depths[1:])]
    return depths


def _is_bold_line(part: Part) -> bool:
    if part.kind is not BlockKind.PARAGRAPH or not part.bold or "\n" in part.text:
        return False
    if part.text.endswith(_PROSE_ENDS) or len(part.text.split()) > _MOST_WORDS:
        return False
    plain = list(part.text)
    for start, end in part.bold:
        plain[start:end] = " " * (end - start)
    return any(map(str.isalpha, part.text)) and not any(map(str.isalnum, plain))

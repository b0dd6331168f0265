"""Headings told by type and numbering, for documents that state none, and their levels.

A line is in heading type when it is clearly larger than the body (10 % or more), or bold, short and alone, or when it
begins with a keyword and a number ("ARTICLE 2.") and stands alone. Prose in bold, bold lead-ins, captions, list
items and sentences are not headings. Lines of one heading join when the next word would not have fitted; a line with
its own number starts a heading of its own. Levels come from size, then weight, then the kind of number: PART before
ARTICLE before 1 before 1.1.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from explorer.core.parsing.pdf_lines import Line
from explorer.core.parsing.pdf_measure import Measure, goes_on, same_column
from explorer.core.parsing.pdf_outline import Match

LARGER = 1.1
"""A heading's size over the body's, at least."""
NO_NUMBER = (9, 0)
"""The rank of a heading without a number."""
_MOST_WORDS, _MOST_LARGE_LINES, _MOST_BOLD_LINES = 30, 6, 2
_NUMBER = re.compile(r"^(?:§+\s*)?(\d{1,3}(?:\.\d{1,3}){0,6})(?:[.:)]|\s?[-–—](?=\s))?(?:\s+|$)(?=\S|$)")
_LETTER = re.compile(r"^([A-Z])(?:\.|:|\))\s+\S|^([A-Z](?:\.\d{1,3})+)[.:)]?\s+\S")
_KEYWORDS = (
    r"volume|book|title|título|titel",
    r"part|parte|partie|teil|division",
    r"chapter|capítulo|capitulo|kapitel|chapitre|appendix|annex|annexe|anhang|anexo|schedule|exhibit",
    r"section|sección|seção|abschnitt|article|artikel|artículo|artigo|clause|rule|module|lesson|unit",
    r"step|schritt|paso",
)
_KEYWORD = re.compile(
    r"^(?:" + "|".join(f"({words})" for words in _KEYWORDS) + r")\s+(?:\d+(?:\.\d+)*|[IVXLC]+|[A-Z])\b(?![,;])"
    r"|^第[一二三四五六七八九十百\d]+([编篇章节条])",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^(?:[•‣▪–—*◦●○■□➢✓·►▶]|-\s|o\s)")
_CAPTION = re.compile(
    r"^(?:figure|fig\.|table|tabelle|abbildung|abb\.|figura|tabela|tabla|tableau|listing|chart|exhibit)\s*"
    r"[A-Z]?\d+(?:[.\-–]\d+)*\s*(?:[:.|—–-]|$)|^[图表]\s*\d+",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W\d_]")
_SENTENCE_END = (".", ",", ";", "。", "，", "；")


class Candidate(NamedTuple):
    """Lines `first` to `last` that look like a heading."""

    first: int
    last: int
    size: float
    bold: bool
    font: str
    rank: tuple[int, int]


def is_caption(text: str) -> bool:
    """Tell whether a text begins like the caption of a figure or table ("Figure 3:", "Table 2.")."""
    return bool(_CAPTION.match(text))


def is_bullet(text: str) -> bool:
    """Tell whether a text begins with a bullet."""
    return bool(_BULLET.match(text))


def number_rank(text: str) -> tuple[int, int]:
    """Return how deep a heading's number is: (keyword's rank, components of the number); `NO_NUMBER` for none."""
    keyword = _KEYWORD.match(text)
    if keyword:
        kind = next((i for i in range(len(_KEYWORDS)) if keyword[i + 1]), None)
        if kind is None:
            kind = {"编": 1, "篇": 1, "章": 2, "节": 3, "条": 4}[keyword[len(_KEYWORDS) + 1]]
        return kind, 0
    number = _NUMBER.match(text)
    if number:
        return 6, number[1].count(".") + 1
    letter = _LETTER.match(text)
    if letter:
        return 6, (letter[2] or "").count(".") + 1
    return NO_NUMBER


def heading_candidates(lines: Sequence[Line], measure: Measure, left_out: set[int]) -> list[Candidate]:
    """Return the headings that type and numbering show, in order; `left_out` are indices never to be taken."""
    running = _running_styles(lines)
    found: list[Candidate] = []
    index = 0
    while index < len(lines):
        if index in left_out or not _may_start(lines, index, measure, running, found):
            index += 1
            continue
        last = index
        while last + 1 < len(lines) and last + 1 not in left_out and wraps(lines[last], lines[last + 1], measure):
            last += 1
        if _is_heading(lines, index, last, measure):
            line = lines[index]
            rank = number_rank(line.text)
            found.append(Candidate(index, last, round(line.size * 2) / 2, line.bold, line.font, rank))
        index = last + 1
    found = _without_labels(_without_cover(found, lines, measure), lines, measure)
    return _with_chapter_words(found, lines)


def _style(line: Line) -> tuple[float, bool]:
    return round(line.size * 2) / 2, line.bold


def _running_styles(lines: Sequence[Line]) -> set[tuple[float, bool]]:
    """Return styles that whole paragraphs are set in: no sign of a heading."""
    chars: Counter[tuple[float, bool]] = Counter()
    count: Counter[tuple[float, bool]] = Counter()
    for line in lines:
        chars[_style(line)] += len(line.text)
        count[_style(line)] += 1
    total = max(1, sum(chars.values()))
    return {style for style in chars if chars[style] > 0.2 * total and chars[style] > 45 * count[style]}


def _may_start(
    lines: Sequence[Line], index: int, measure: Measure, running: set[tuple[float, bool]], found: list[Candidate]
) -> bool:
    line = lines[index]
    if line.table >= 0 or not line.upright or line.mono or _style(line) in running:
        return False
    larger = line.size >= measure.body * LARGER
    if not larger and not line.bold and not _KEYWORD.match(line.text):
        return False
    if is_bullet(line.text) or is_caption(line.text) or not _LETTERS.search(line.text):
        return False
    if larger:
        return True
    if line.size < measure.body * 0.93 or _is_row_of_cells(line):
        return False
    follows_heading = bool(found) and found[-1].last == index - 1
    return follows_heading or _stands_alone(lines, index, measure)


def _is_row_of_cells(line: Line) -> bool:
    return len(line.starts) > 1 and not (len(line.starts) == 2 and number_rank(line.text) != NO_NUMBER)


def _stands_alone(lines: Sequence[Line], index: int, measure: Measure) -> bool:
    line = lines[index]
    before = lines[index - 1] if index else None
    if before is None or not same_column(before, line):
        return True
    if line.base - before.base > 1.2 * measure.pitch_of(line):
        return True
    ended = before.text.endswith((".", ":", "!", "?", "。")) or measure.room(before, line)
    return (before.bold != line.bold or before.size > line.size + 0.6) and ended


def wraps(above: Line, below: Line, measure: Measure) -> bool:
    """Tell whether `below` is the next line of the heading that `above` belongs to."""
    if not same_column(above, below) or below.table >= 0:
        return False
    if abs(above.size - below.size) > 0.3 or above.bold != below.bold or above.font != below.font:
        return False
    if below.base - above.base > 1.7 * above.size + 1 or number_rank(below.text) != NO_NUMBER:
        return False
    if above.text.endswith(("-", "\xad", "‐")) or goes_on(above.text):
        return True
    if below.text[0].islower():
        return True
    return not measure.room(above, below)


def _is_heading(lines: Sequence[Line], first: int, last: int, measure: Measure) -> bool:
    line = lines[first]
    text = " ".join(lines[i].text for i in range(first, last + 1))
    if len(text.split()) > _MOST_WORDS or len(text) > 300 or _LETTERS.search(text) is None:
        return False
    larger = line.size >= measure.body * LARGER
    number = last - first + 1
    if larger:
        return number <= _MOST_LARGE_LINES and not (text.endswith(_SENTENCE_END) and len(text.split()) > 12)
    if number > _MOST_BOLD_LINES or (text.endswith(":") and number_rank(text) == NO_NUMBER):
        return False
    if text.endswith(_SENTENCE_END) and not _is_bare_number(text):
        return False
    if line.bold:
        return True
    below = lines[last + 1] if last + 1 < len(lines) else None
    return below is None or not same_column(lines[last], below) or _is_apart(lines[last], below, measure)


def _is_bare_number(text: str) -> bool:
    return len(text.split()) <= 2 and number_rank(text) != NO_NUMBER


def _is_apart(above: Line, below: Line, measure: Measure) -> bool:
    return below.base - above.base > 1.2 * measure.pitch_of(above) or measure.room(above, below)


def _without_labels(found: list[Candidate], lines: Sequence[Line], measure: Measure) -> list[Candidate]:
    """Leave out bold words of body size that come again and again ("Note"), and terms whose definition is indented."""

    def is_plain(candidate: Candidate) -> bool:
        return candidate.rank == NO_NUMBER and candidate.size < measure.body * LARGER

    times = Counter(lines[candidate.first].text.casefold() for candidate in found if is_plain(candidate))
    return [
        candidate
        for candidate in found
        if not is_plain(candidate)
        or (times[lines[candidate.first].text.casefold()] < 4 and not _is_term(lines, candidate.last, measure))
    ]


def _is_term(lines: Sequence[Line], index: int, measure: Measure) -> bool:
    if index + 1 >= len(lines) or not same_column(lines[index], lines[index + 1]):
        return False
    line, below = lines[index], lines[index + 1]
    indented = below.x0 > line.x0 + 0.9 * line.size and not below.bold
    return indented and below.base - line.base < 1.35 * measure.pitch_of(line) + 1 and not is_bullet(below.text)


def _without_cover(found: list[Candidate], lines: Sequence[Line], measure: Measure) -> list[Candidate]:
    """Leave out the large lines of cover and title pages: first pages without running text."""
    last_page = lines[-1].page if lines else 0
    if last_page < 3:
        return found
    words: Counter[int] = Counter()
    for line in lines:
        if line.page <= 4 and abs(line.size - measure.body) < 0.6 and not line.bold:
            words[line.page] += len(line.text.split())
    covers = 0
    while covers < min(4, last_page // 3) and words[covers + 1] < 15:
        covers += 1
    return [candidate for candidate in found if lines[candidate.first].page > covers]


def _with_chapter_words(found: list[Candidate], lines: Sequence[Line]) -> list[Candidate]:
    """Join a line that is only "Chapter 1" with the title below it."""
    joined: list[Candidate] = []
    for candidate in found:
        above = joined[-1] if joined else None
        if above and candidate.rank == NO_NUMBER and above.last + 1 == candidate.first:
            top, line = lines[above.first], lines[candidate.first]
            near = same_column(top, line) and line.base - top.base < 4 * max(top.size, line.size)
            if near and is_chapter_word(top.text) and candidate.size >= 0.9 * above.size:
                joined[-1] = candidate._replace(first=above.first, rank=above.rank)
                continue
        joined.append(candidate)
    return joined


def is_chapter_word(text: str) -> bool:
    """Tell whether a text is a keyword with its number and nothing else ("Chapter 1", "PART I")."""
    match = _KEYWORD.match(text)
    return bool(match) and not any(letter.isalnum() for letter in text[match.end() :])


def levelled(candidates: Iterable[Candidate]) -> list[Match]:
    """Give each candidate its level: by size, then weight, then number."""
    listed = list(candidates)
    sizes = _clusters({candidate.size for candidate in listed})
    keyed = [(candidate, _key(candidate, sizes)) for candidate in listed]
    shallowest: dict[tuple[float, int], tuple[int, int]] = {}
    for _, (size, weight, rank) in keyed:
        if rank != NO_NUMBER:
            shallowest[size, weight] = min(rank, shallowest.get((size, weight), rank))
    if not any(rank[0] < 6 or rank == (6, 1) for _, (_, _, rank) in keyed):
        # "1.1" without any "1": what has no number there is the chapter above.
        shallowest = dict.fromkeys(shallowest, (6, 1))
    keys = [
        (size, weight, shallowest.get((size, weight), NO_NUMBER) if rank == NO_NUMBER else rank)
        for _, (size, weight, rank) in keyed
    ]
    order = {key: level for level, key in enumerate(sorted(set(keys)), 1)}
    return [
        Match(candidate.first, candidate.last, min(9, order[key])) for candidate, key in zip(listed, keys, strict=True)
    ]


def _key(candidate: Candidate, sizes: Mapping[float, float]) -> tuple[float, int, tuple[int, int]]:
    return -sizes[candidate.size], 0 if candidate.bold else 1, candidate.rank


def _clusters(sizes: set[float]) -> dict[float, float]:
    """Map sizes that differ by half a point or less to the largest of them."""
    mapped: dict[float, float] = {}
    head = 0.0
    for size in sorted(sizes, reverse=True):
        if head - size > 0.5 or not mapped:
            head = size
        mapped[size] = head
    return mapped

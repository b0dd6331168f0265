"""Headings told by type and numbering, for documents that state none.

A line is in heading type when it is clearly larger than the body (10 % or more), or bold, short and alone, or when it
begins with a keyword and a number ("ARTICLE 2.") and stands alone. Prose in bold, bold lead-ins, captions, list
items and sentences are not headings. Lines of one heading join when the next word would not have fitted; a line with
its own number starts a heading of its own. Which level a heading has is told in `levels`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from explorer.core.clauses import LETTER_RANK, ClauseNumber, leading_number
from explorer.core.parsing.pdf.lines import Line
from explorer.core.parsing.pdf.measure import Measure, goes_on, same_column

LARGER = 1.1
"""A heading's size over the body's, at least."""
DECIMAL_KIND = 6
"""The first part of the rank of "1", "1.1" and "A.1"; keywords have smaller ones."""
ROMAN_RANK = (5, 0)
"""The rank of "II.": below keywords, above "1" and "A."."""
NO_NUMBER = (9, 0)
"""The rank of a heading without a number."""
_MOST_WORDS, _MOST_LARGE_LINES, _MOST_BOLD_LINES = 30, 6, 2
_LARGE_TYPE, _FEW_LINES = 1.5, 3
_NUMBER = re.compile(r"^(?:§+\s*)?(\d{1,3}(?:\.\d{1,3}){0,6})(?:[.:)]|\s?[-–—](?=\s))?(?:\s+|$)(?=\S|$)")
_ROMAN = re.compile(r"^(?=[IVXLC]{2})C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})[.:)]\s+\S")
_LETTER = re.compile(r"^([A-Z])(?:\.|:|\))\s+\S|^([A-Z](?:\.\d{1,3})+)[.:)]?\s+\S")
_KEYWORDS = (
    r"volume|book|title|título|titel",
    r"part|parte|partie|teil|division",
    r"chapter|capítulo|capitulo|kapitel|chapitre|appendix|annex|annexe|anhang|anexo|schedule|exhibit",
    r"section|sección|seção|abschnitt|article|artikel|artículo|artigo|clause|rule|module|lesson|unit",
    r"step|schritt|paso",
)
# fmt: off
_UNITS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)
# fmt: on
_TENS = ("twenty", "thirty", "forty", "fifty")
_KEYWORD = re.compile(
    r"^(?:"
    + "|".join(f"({words})" for words in _KEYWORDS)
    + r")\s+(?:\d+(?:\.\d+)*|[IVXLC]+|[A-Z]|"
    + "|".join((*_UNITS, *_TENS))
    + r")\b(?![,;])"
    r"|^第[一二三四五六七八九十百\d]+([编篇章节条])",
    re.IGNORECASE,
)
KEYWORDS_ALONE = frozenset("|".join(_KEYWORDS).split("|"))
"""Words that a number follows; alone on a line they head nothing ("CHAPTER" above "ONE")."""
NUMBER_WORDS = frozenset((*_UNITS, *_TENS, *(ten + unit for ten in _TENS for unit in _UNITS[:9])))
"""Numbers in words up to "fiftynine", as LaTeX classes print them above a chapter's title."""
_BULLET = re.compile(r"^(?:[•‣▪–—*◦●○■□➢✓·►▶]|-\s|o\s)")
_CAPTION = re.compile(
    r"^(?:figure|fig\.|table|tabelle|abbildung|abb\.|figura|tabela|tabla|tableau|listing|chart|exhibit)\s*"
    r"[A-Z]?\d+(?:[.\-–]\d+)*\s*(?:[:.|—–-]|$)|^[图表圖図]\s*\d+"
    r"|^[\[<【〈《(]\s*(?:표|그림|图|圖|図|表|figure|fig\.|table|tabelle|abbildung|figura|tabela|tabla|tableau)\s*\d+"
    r"(?:[.\-–]\d+)*\s*[\]>】〉》)]|^(?:표|그림)\s*\d+",
    re.IGNORECASE,
)
_ISSUE = re.compile(r"^[제第]\s*\d+\s*[호號号期]$")
"""The number of an issue or an ordinance in Korean, Chinese or Japanese, alone on a line: it heads nothing."""
_ADDRESS = re.compile(r"^(?:\w+://|www\.)\S+$|^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/\S*$|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$")
"""A line that is an address in the web or of a mailbox and nothing else."""
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
        return DECIMAL_KIND, number[1].count(".") + 1
    if _ROMAN.match(text):
        return ROMAN_RANK
    letter = _LETTER.match(text)
    if letter:
        return DECIMAL_KIND, (letter[2] or "").count(".") + 1
    return NO_NUMBER


def number_of(text: str) -> ClauseNumber | None:
    """Return the number that a heading begins with, appendix sections without a full stop ("B.4.7 Disks") included."""
    number = leading_number(text)
    if number is not None:
        return number
    letter = _LETTER.match(text)
    if letter is None:
        return None
    label = letter[1] or letter[2]
    return ClauseNumber(len(label), LETTER_RANK, tuple(label.casefold().split(".")), closed=False)


def type_candidates(lines: Sequence[Line], measure: Measure, left_out: set[int], after: int = 0) -> list[Candidate]:
    """Return what type and keywords show, in order; `left_out` are indices never to be taken.

    Pages up to `after` are covers, where nothing is taken.
    """
    running = _running_styles(lines, measure)
    found: list[Candidate] = []
    index = 0
    while index < len(lines):
        if index in left_out or lines[index].page <= after or not _may_start(lines, index, measure, running, found):
            index += 1
            continue
        last = index
        while last + 1 < len(lines) and last + 1 not in left_out and wraps(lines[last], lines[last + 1], measure):
            last += 1
        if _is_heading(lines, index, last, measure):
            found.append(candidate_of(lines, index, last))
        index = last + 1
    return found


def candidate_of(lines: Sequence[Line], first: int, last: int) -> Candidate:
    """Return lines `first` to `last` as a candidate."""
    line = lines[first]
    return Candidate(first, last, round(line.size * 2) / 2, line.bold, line.font, number_rank(line.text))


def _style(line: Line) -> tuple[float, bool]:
    return round(line.size * 2) / 2, line.bold


def _running_styles(lines: Sequence[Line], measure: Measure) -> set[tuple[float, bool]]:
    """Return styles that whole paragraphs are set in: no sign of a heading; few lines in large type are a title."""
    chars: Counter[tuple[float, bool]] = Counter()
    count: Counter[tuple[float, bool]] = Counter()
    for line in lines:
        chars[_style(line)] += len(line.text)
        count[_style(line)] += 1
    total = max(1, sum(chars.values()))
    full = {style for style in chars if chars[style] > 0.2 * total and chars[style] > 45 * count[style]}
    return {style for style in full if style[0] <= _LARGE_TYPE * measure.body or count[style] > _FEW_LINES}


def _may_start(
    lines: Sequence[Line], index: int, measure: Measure, running: set[tuple[float, bool]], found: list[Candidate]
) -> bool:
    line = lines[index]
    keyed = bool(_KEYWORD.match(line.text)) and not line.text[0].islower()
    if line.table >= 0 or not line.upright or (_style(line) in running and not keyed):
        return False
    larger = line.size >= measure.body * LARGER
    if not larger and not line.bold and not keyed:
        return False
    if not _reads_as_heading(line):
        return False
    if larger:
        return True
    if line.size < measure.body * 0.93 or _is_row_of_cells(line):
        return False
    follows_heading = bool(found) and found[-1].last == index - 1
    return follows_heading or _stands_alone(lines, index, measure)


def _reads_as_heading(line: Line) -> bool:
    """Tell whether a line's text may begin a heading: no bullet, no caption, no code (unless bold and numbered)."""
    if line.mono and not (line.bold and number_rank(line.text)[1] > 1):
        return False
    if is_bullet(line.text) or is_caption(line.text) or _ISSUE.match(line.text) or _ADDRESS.match(line.text):
        return False
    return bool(_LETTERS.search(line.text))


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
    if not same_column(above, below) or below.table >= 0 or not _is_in_type_of(above, below, measure):
        return False
    if below.base - above.base > 1.7 * above.size + 1 or number_rank(below.text) != NO_NUMBER:
        return False
    if above.text.endswith(("-", "\xad", "‐")) or goes_on(above.text):
        return True
    if below.text[0].islower():
        return True
    return not measure.room(above, below)


def _is_in_type_of(above: Line, below: Line, measure: Measure) -> bool:
    """Tell whether two lines are set alike; a full line may go on in another typeface (a term in italics)."""
    if abs(above.size - below.size) > 0.3 or above.bold != below.bold:
        return False
    return above.font == below.font or not measure.room(above, below)


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


def is_chapter_word(text: str) -> bool:
    """Tell whether a text is a keyword with its number and nothing else ("Chapter 1", "PART I")."""
    match = _KEYWORD.match(text)
    return bool(match) and not any(letter.isalnum() for letter in text[match.end() :])

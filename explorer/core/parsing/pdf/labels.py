"""Lines in heading type that are no headings: labels of boxes ("NOTE"), defined terms, covers, the words "CHAPTER ONE".

A label is one of the words that boxes are known by, or a word that comes again and again in bold of body size, or one
of a few words that make up a whole type style away from the column's edge. A term is a bold line with its definition
indented below it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from explorer.core.parsing.pdf.headings import (
    KEYWORDS_ALONE,
    LARGER,
    NO_NUMBER,
    NUMBER_WORDS,
    Candidate,
    is_bullet,
    is_chapter_word,
)
from explorer.core.parsing.pdf.lines import Line
from explorer.core.parsing.pdf.measure import Measure, same_column

# fmt: off
_BOX_WORDS = frozenset((
    "note", "warning", "caution", "important", "tip", "danger", "attention", "hinweis", "warnung", "achtung",
    "wichtig", "vorsicht", "tipp", "nota", "aviso", "advertencia", "advertência", "importante", "cuidado",
    "dica", "consejo", "remarque", "avertissement", "avvertenza", "attenzione", "suggerimento", "opmerking",
    "waarschuwing", "注意", "警告", "重要", "提示", "说明", "說明", "備考", "참고", "주의", "경고",
))
# fmt: on
_OFTEN, _FEW_SHARE, _LABEL_WORDS, _OFFSET = 4, 0.35, 3, 3.0
_COVER_PAGES, _COVER_WORDS, _FIRST_COVER_WORDS, _COMPARED_PAGES = 4, 15, 25, 30
_FULL, _SMALLEST, _LARGEST = 4, 0.91, 1.3


def without_labels(found: list[Candidate], lines: Sequence[Line], measure: Measure) -> list[Candidate]:
    """Leave out labels, terms whose definition is indented below them, and the words of "CHAPTER ONE"."""
    plain = [_is_plain(candidate, measure) for candidate in found]
    times = Counter(_word(lines, c) for c, is_plain in zip(found, plain, strict=True) if is_plain)
    poor = _poor_styles(found, lines, measure)
    kept: list[Candidate] = []
    for candidate, is_plain in zip(found, plain, strict=True):
        word = _word(lines, candidate)
        if candidate.rank == NO_NUMBER and (word in _BOX_WORDS or word in NUMBER_WORDS or word in KEYWORDS_ALONE):
            continue
        if _style(candidate) in poor and candidate.rank == NO_NUMBER:
            continue
        if is_plain and (times[word] >= _OFTEN or _is_term(lines, candidate.last, measure)):
            continue
        kept.append(candidate)
    return kept


def _word(lines: Sequence[Line], candidate: Candidate) -> str:
    return lines[candidate.first].text.casefold().rstrip(" :!.")


def _is_plain(candidate: Candidate, measure: Measure) -> bool:
    return candidate.rank == NO_NUMBER and candidate.size < measure.body * LARGER


def _style(candidate: Candidate) -> tuple[float, bool, str]:
    return candidate.size, candidate.bold, candidate.font


def _poor_styles(found: list[Candidate], lines: Sequence[Line], measure: Measure) -> set[tuple[float, bool, str]]:
    """Return the styles that only a few words, again and again and away from the column's edge, are set in."""
    words: dict[tuple[float, bool, str], Counter[str]] = defaultdict(Counter)
    offset: Counter[tuple[float, bool, str]] = Counter()
    for candidate in found:
        line = lines[candidate.first]
        if candidate.rank == NO_NUMBER:
            words[_style(candidate)][_word(lines, candidate)] += 1
            offset[_style(candidate)] += line.x0 - measure.edges[line.page, line.column][0] >= _OFFSET
    return {
        style
        for style, counts in words.items()
        if counts.total() > _OFTEN
        and len(counts) <= _FEW_SHARE * counts.total()
        and all(len(word.split()) <= _LABEL_WORDS for word in counts)
        and offset[style] >= 0.8 * counts.total()
    }


def _is_term(lines: Sequence[Line], index: int, measure: Measure) -> bool:
    if index + 1 >= len(lines) or not same_column(lines[index], lines[index + 1]):
        return False
    line, below = lines[index], lines[index + 1]
    indented = below.x0 > line.x0 + 0.9 * line.size and not below.bold
    return indented and below.base - line.base < 1.35 * measure.pitch_of(line) + 1 and not is_bullet(below.text)


def cover_pages(lines: Sequence[Line], measure: Measure) -> int:
    """Return how many first pages are covers and title pages: without running text.

    The first page may say a little more: edition, date, address. Where other pages say no more than that either, as
    in slides and short notices, there is no cover.
    """
    last_page = lines[-1].page if lines else 0
    if last_page < 3:
        return 0
    words: Counter[int] = Counter()
    for at, line in enumerate(lines):
        if line.page > _COMPARED_PAGES:
            break
        if not line.bold and (abs(line.size - measure.body) < 0.6 or _is_running(lines[at : at + _FULL], measure)):
            words[line.page] += len(line.text.split())
    covers = 0
    usual = median(words[page] for page in range(2, min(last_page, _COMPARED_PAGES) + 1)) / 2
    most = min(_FIRST_COVER_WORDS, usual)
    while covers < min(_COVER_PAGES, last_page // 3) and words[covers + 1] < most:
        covers, most = covers + 1, min(_COVER_WORDS, usual)
    return covers


def _is_running(lines: Sequence[Line], measure: Measure) -> bool:
    """Tell whether lines are of one paragraph in about the body's size.

    Where code or tables make up most of a document, its prose is in another size than the one most used.
    """
    if len(lines) < _FULL or not _SMALLEST < lines[0].size / measure.body < _LARGEST:
        return False
    return all(
        same_column(above, below) and abs(above.size - below.size) < 0.3 and not measure.room(above, below)
        for above, below in pairwise(lines)
    )


def with_chapter_words(found: list[Candidate], lines: Sequence[Line]) -> list[Candidate]:
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

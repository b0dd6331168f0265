"""Lines of a plain text file, and the stretches between blank lines that they make.

Running headers and footers of printed pages (as in RFCs) are told here and belong to no stretch; a paragraph that goes
on over a page's end is one stretch.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from explorer.core.model import Place
from explorer.core.parsing.markdown.source import Source
from explorer.core.tokens import is_blank

_PAGE_NUMBER = re.compile(r"\[?\bpage\s+(?P<number>\d{1,5}|[ivxlc]{1,7})(?:\s+of\s+\d{1,5})?\]?$", re.IGNORECASE)
_BARE_NUMBER = re.compile(r"[-–—\s]*\d{1,5}[-–—\s]*")
_NUMBER = re.compile(r"\d+")
_TAB = 8
_ORNAMENTS = frozenset("-=*_~#+.·•─━═—–^:<>\"'`|/\\ \t\u00a0")


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line with something on it. `start`, `end`: its span without white space around; `indent` in columns."""

    number: int
    start: int
    end: int
    indent: int
    text: str

    @property
    def place(self) -> Place:
        """Return the place of the line's text."""
        return Place(start=self.start, end=self.end)

    @property
    def width(self) -> int:
        """Return the column behind its last sign, East Asian signs counted as one."""
        return self.indent + len(self.text)


Stretch = tuple[TextLine, ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """`stretches`: lines that stand together between blank ones; `furniture`: how many lines were left out."""

    stretches: tuple[Stretch, ...]
    furniture: int = 0


def read_lines(source: Source, first_line: int = 0, last_line: int | None = None) -> Lines:
    """Return the stretches of a file from line `first_line` on, up to `last_line` (exclusive)."""
    lines = list(_text_lines(source, first_line, len(source.starts) if last_line is None else last_line))
    furniture = _furniture(lines, source)
    return Lines(tuple(_stretches(lines, furniture)), len(furniture))


def _text_lines(source: Source, first_line: int, last_line: int) -> Iterator[TextLine]:
    for number in range(first_line, last_line):
        raw = source.text[source.starts[number] : source.ends[number]]
        text = raw.strip()
        if text and not is_blank(text[:200]):
            lead = raw[: raw.index(text[0])]
            start = source.starts[number] + len(lead)
            yield TextLine(number, start, start + len(text), len(lead.lstrip("\f").expandtabs(_TAB)), text)


def _stretches(lines: Sequence[TextLine], furniture: frozenset[int]) -> Iterator[Stretch]:
    collected: list[TextLine] = []
    turned = False
    for line in lines:
        if line.number in furniture:
            turned = True
            continue
        apart = bool(collected) and line.number != collected[-1].number + 1
        if apart and not (turned and _goes_on(collected[-1].text, line.text)):
            yield tuple(collected)
            collected = []
        collected.append(line)
        turned = False
    if collected:
        yield tuple(collected)


def _goes_on(before: str, after: str) -> bool:
    """Tell whether a sentence cut by a page's end goes on."""
    return before[-1] not in ".:;!?\"')”" and after[0].islower()


def _furniture(lines: Sequence[TextLine], source: Source) -> frozenset[int]:
    """Return the numbers of lines that are running headers, footers and page numbers."""
    return _around_form_feeds(lines, source) | _numbered_pages(lines)


def _around_form_feeds(lines: Sequence[TextLine], source: Source) -> frozenset[int]:
    """Find the first and last lines of pages that come back on at least three pages, numbers aside."""
    tops, bottoms = list[TextLine](), list[TextLine]()
    for before, line in pairwise(lines):
        if "\f" in source.text[before.end : line.start]:
            bottoms.append(before)
            tops.append(line)
    if len(tops) < 2:
        return frozenset()
    return _recurring(tops) | _recurring([*bottoms, lines[-1]])


def _recurring(lines: Sequence[TextLine]) -> frozenset[int]:
    """Return those of the lines that say the same, or count pages."""
    same = Counter(line.text for line in lines)
    counted = Counter(_NUMBER.sub("#", line.text) for line in lines)
    found = [
        line.number
        for line in lines
        if same[line.text] >= 3
        or _BARE_NUMBER.fullmatch(line.text)
        or (_counts_pages(line.text) and counted[_NUMBER.sub("#", line.text)] >= 2)
    ]
    return frozenset(found)


def _counts_pages(text: str) -> bool:
    """Tell whether a line ends with its page's number, apart from its other words."""
    return bool(_PAGE_NUMBER.search(text) or re.search(r"\s{3,}\d{1,5}$", text) or re.match(r"\d{1,5}\s{3,}", text))


def _numbered_pages(lines: Sequence[TextLine]) -> frozenset[int]:
    """Find lines that end with "[Page 7]" and count up, and the headers that come back right after them."""
    ends = [at for at, line in enumerate(lines) if len(line.text) < 200 and _PAGE_NUMBER.search(line.text)]
    same = Counter(_NUMBER.sub("#", lines[at].text) for at in ends)
    marked = [at for at in ends if same[_NUMBER.sub("#", lines[at].text)] >= 3]
    numbers = [_NUMBER.findall(lines[at].text) for at in marked]
    digits = [int(found[-1]) for found in numbers if found]
    if len(digits) < 3 or sum(one < two for one, two in pairwise(digits)) < len(digits) - 2:
        return frozenset()
    headers = Counter(lines[at + 1].text for at in marked if at + 1 < len(lines))
    found = [lines[at].number for at in marked]
    found += [lines[at + 1].number for at in marked if at + 1 < len(lines) and headers[lines[at + 1].text] >= 3]
    return frozenset(found)


def is_ornament(text: str) -> bool:
    """Tell whether a line is a rule or divider without words."""
    return all(sign in _ORNAMENTS for sign in text)

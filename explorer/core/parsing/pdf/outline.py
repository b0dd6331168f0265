"""The PDF's outline (bookmarks), matched to the lines that carry its headings.

An entry names a page and a title. The title's letters and digits are looked for at the start of a line of that page,
then of the next and the one before; numbering, letter case, white space and punctuation may differ, and a heading
may run over several lines. Entries that repeat a title take the lines in order. An entry whose text does not stand
there is left out and counted.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Sequence
from functools import lru_cache
from typing import NamedTuple

from explorer.core.parsing.pdf.lines import Line

_NUMBERING = re.compile(
    r"^\s*(?:(?:chapter|section|part|appendix|article|annex|kapitel|teil|anhang|abschnitt|capítulo|chapitre|§+)\s*)?"
    r"(?:\d+(?:[.\-]\d+)*|[A-Z](?:\.\d+)+|[IVXLC]+|[A-Z](?=[.:)]))(?:[.:)\-–—]+|(?=\s))\s*",
    re.IGNORECASE,
)
_MOST_LINES = 8


class OutlineEntry(NamedTuple):
    """One bookmark; `page` counts from 1."""

    level: int
    title: str
    page: int


class Match(NamedTuple):
    """Lines `first` to `last` (inclusive) are a heading of `level`.

    `end_offset`: only so many characters of the last line belong to it (a run-in heading); 0 for all of them.
    """

    first: int
    last: int
    level: int
    end_offset: int = 0


def plain(text: str) -> str:
    """Return the letters and digits of `text`, case folded."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return "".join(filter(str.isalnum, text.casefold()))


def unnumbered(text: str) -> str:
    """Return `text` without the number (or "Chapter 3") at its start; the whole text when nothing else is there."""
    rest = _NUMBERING.sub("", text, count=1)
    return rest if plain(rest) else text


def match_outline(
    entries: Sequence[OutlineEntry], lines: Sequence[Line], left_out: Container[int] = ()
) -> tuple[list[Match], int]:
    """Return the headings found, in the order of the lines, and the number of entries without a line.

    `left_out` are indices of lines that are no headings, those of a printed table of contents.
    """
    pages: dict[int, list[int]] = {}
    for index, line in enumerate(lines):
        if line.table < 0 and index not in left_out:
            pages.setdefault(line.page, []).append(index)
    finder = _Finder(lines, pages)
    found: list[Match] = []
    used: set[int] = set()
    after = -1
    for entry in entries:
        match = finder.find(entry, used, after)
        if match is None:
            continue
        found.append(match)
        used.update(range(match.first, match.last + 1))
        after = match.first
    missing = len(entries) - len(found)
    return sorted(found), missing


class _Finder:
    """Looks entries up; keeps the plain form of each line it has met."""

    def __init__(self, lines: Sequence[Line], pages: dict[int, list[int]]) -> None:
        self._lines = lines
        self._pages = pages
        self._plain: dict[int, tuple[str, str]] = {}
        self._heads: dict[int, dict[str, list[int]]] = {}

    def find(self, entry: OutlineEntry, used: set[int], after: int) -> Match | None:
        wanted = {plain(entry.title), plain(unnumbered(entry.title))} - {""}
        if not wanted:
            return None
        letters = {title[0] for title in wanted}
        for page in (entry.page, entry.page + 1, entry.page - 1):
            hits = [hit for i in self._starting(page, letters) if i not in used and (hit := self._at(i, wanted))]
            if hits:
                first, last = self._best(hits, after)
                return Match(first, last, entry.level)
        return None

    def _best(self, hits: list[tuple[int, int]], after: int) -> tuple[int, int]:
        later = [hit for hit in hits if hit[0] > after] or hits
        size = max(self._lines[hit[0]].size for hit in later)
        strong = [hit for hit in later if self._lines[hit[0]].size >= size - 0.6]
        bold = [hit for hit in strong if self._lines[hit[0]].bold]
        return (bold or strong)[0]

    def _at(self, index: int, wanted: set[str]) -> tuple[int, int] | None:
        """Return the lines from `index` on that together read as one of `wanted`."""
        for numbered in (0, 1):
            text = self._forms(index)[numbered]
            last = index
            while text and any(title.startswith(text) for title in wanted):
                if text in wanted:
                    return index, last
                last += 1
                if last - index >= _MOST_LINES or last >= len(self._lines):
                    break
                if self._lines[last].page != self._lines[index].page:
                    break
                text += self._forms(last)[0]
        return None

    def _starting(self, page: int, letters: set[str]) -> Sequence[int]:
        """Return, in order, a page's lines whose plain forms may begin with one of `letters`."""
        heads = self._heads.get(page)
        if heads is None:
            heads = self._heads[page] = {}
            for index in self._pages.get(page, ()):
                for letter in _starts_of(self._lines[index].text):
                    heads.setdefault(letter, []).append(index)
        found = [heads[letter] for letter in letters if letter in heads]
        return found[0] if len(found) == 1 else sorted({index for each in found for index in each})

    def _forms(self, index: int) -> tuple[str, str]:
        forms = self._plain.get(index)
        if forms is None:
            text = self._lines[index].text
            forms = self._plain[index] = (plain(text), plain(unnumbered(text)))
        return forms


def _starts_of(text: str) -> set[str]:
    """Return the first letters or digits that a line's plain forms may have; quicker than the forms."""
    forms = (text, text[match.end() :]) if (match := _NUMBERING.match(text)) else (text,)
    heads = [form[0] if form[:1].isalnum() else next(filter(str.isalnum, form), "") for form in forms]
    return {_plain_start(head) for head in heads if head}


@lru_cache(maxsize=4096)
def _plain_start(sign: str) -> str:
    return plain(sign)[:1]

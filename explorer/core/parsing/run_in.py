"""Run-in headings: "4.2 **Termination.** Either party may …" (DESIGN 4.1).

A run-in heading counts only when it is numbered, bold and ended by a full stop; other bold beginnings are prose. It
is one rule for all formats: a reader says which parts of a paragraph are bold, and this module says whether the
paragraph begins with a heading, where that ends, and which level it has among the document's other headings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from explorer.core.clauses import BRACKET_RANK, PLAIN_RANK, ClauseNumber, leading_number

_MOST_WORDS = 12
_END = re.compile(r"\.\s*[—–]|\.(?=\s|$)|。")
_LETTERS = re.compile(r"[^\W\d_]")


def run_in_end(text: str, bold: Sequence[tuple[int, int]]) -> int:
    """Return where the run-in heading at the beginning of a paragraph ends, or 0 when there is none.

    `bold` are the half-open ranges of `text` that are set in bold, in order. The number itself need not be bold; every
    letter of the words behind it must be, up to their full stop (which need not be).
    """
    number = leading_number(text)
    if number is None:
        return 0
    begin = number.end
    while begin < len(text) and text[begin] in " \t\u00a0\u2003.–—-":
        begin += 1
    # The full stop that ends the words, not one inside of them ("No. 3"): the first behind which bold is over.
    for match in _END.finditer(text, begin):
        stop = match.start()
        if not _is_bold(text, begin, stop, bold):
            return 0
        if not _is_bold(text, match.end(), _next_word(text, match.end()), bold):
            words = text[begin:stop]
            fits = bool(_LETTERS.search(words)) and len(words.split()) <= _MOST_WORDS
            return match.end() if fits else 0
    return 0


def _next_word(text: str, at: int) -> int:
    rest = re.compile(r"\s*\S+").match(text, at)
    return rest.end() if rest else at


def _is_bold(text: str, start: int, end: int, bold: Sequence[tuple[int, int]]) -> bool:
    """Tell whether all letters and digits of `text[start:end]` are bold; false when there are none."""
    letters = [at for at in range(start, end) if text[at].isalnum()]
    return bool(letters) and all(any(low <= at < high for low, high in bold) for at in letters)


class HeadingLevels:
    """Gives run-in headings their level among the headings that stand above them.

    Tell it every heading in document order (`saw`), then ask `level_of` for each run-in heading; that counts as seen.
    """

    def __init__(self) -> None:
        self._open: list[tuple[int, ClauseNumber | None, bool]] = []

    def saw(self, level: int, text: str, *, run_in: bool = False) -> None:
        """Note a heading that stands in the document."""
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
        self._open.append((level, leading_number(text), run_in))

    def level_of(self, text: str) -> int:
        """Return the level of a run-in heading (1 and up) and note it.

        Under the open heading whose number it continues (4 for 4.2), beside an open run-in heading of its own kind,
        else one below the innermost heading that is no run-in, or below an open run-in of a wider kind.
        """
        number = leading_number(text)
        level = self._level(number) if number else self._below_stated()
        self.saw(level, text, run_in=True)
        return level

    def _level(self, number: ClauseNumber) -> int:
        for level, other, run_in in reversed(self._open):
            if other is None:
                continue
            if _continues(number, other):
                return level + 1
            if run_in and _is_sibling(number, other):
                return level
        wider = [level for level, other, run_in in self._open if run_in and other and _width(other) <= _width(number)]
        return max(wider) + 1 if wider else self._below_stated()

    def _below_stated(self) -> int:
        return next((level + 1 for level, _, run_in in reversed(self._open) if not run_in), 1)


def _continues(number: ClauseNumber, other: ClauseNumber) -> bool:
    """Tell whether a number counts parts of what `other` numbers: 4.2 of 4, of "Article 4" and of "Section 4"."""
    return other.depth < number.depth and number.parts[: other.depth] == other.parts


def _is_sibling(number: ClauseNumber, other: ClauseNumber) -> bool:
    if _width(number) != _width(other):
        return False
    return _kind(number) == _kind(other) or _follows(number, other)


def _width(number: ClauseNumber) -> tuple[int, int]:
    return number.rank, number.depth if number.rank == PLAIN_RANK else 0


def _kind(number: ClauseNumber) -> str:
    """Return "1", "a" or "i" by how a bracketed label counts; "(i)" after "(h)" is told by `_follows`."""
    if number.rank != BRACKET_RANK:
        return ""
    if number.label.isdigit():
        return "1"
    return "i" if re.fullmatch(r"[ivx]+", number.label) else "a"


def _follows(number: ClauseNumber, other: ClauseNumber) -> bool:
    mine, theirs = number.label, other.label
    return len(mine) == len(theirs) == 1 and ord(mine) == ord(theirs) + 1

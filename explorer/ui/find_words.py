"""Finding words in a text the way people mean them: accents, ligatures, typographic signs and broken lines aside.

A text is folded before it is searched: "é" becomes "e", "ﬁ" becomes "fi", a curly quotation mark a straight one, and a
hyphen at a line's end stands for itself or for nothing. Offsets are code points of the text as it was.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import lru_cache

_BROKEN = r"(?<=\w)[-\u2010\xad][ \t]*\r?\n\s*(?=\w)"
_JOINT = "\xad"
"""Stands in a folded text where a line ends inside a word or behind a hyphen."""
_SIGNS = {"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "„": '"', "–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-"}
_NOTHING = "\xad\u200b\u2060\ufeff"


@dataclass(frozen=True, slots=True)
class Sought:
    """What is looked for: words as typed, whether their case counts, and whether they must be whole words."""

    words: str
    case: bool = False
    whole: bool = False


@dataclass(slots=True)
class Folded:
    """A folded text; the lists tell which stretches of it are longer or shorter in the text as it was."""

    text: str
    starts: list[int] = field(default_factory=list[int])
    ends: list[int] = field(default_factory=list[int])
    first: list[int] = field(default_factory=list[int])
    last: list[int] = field(default_factory=list[int])

    def start(self, offset: int) -> int:
        """Return where the sign at an offset of the folded text begins."""
        at = bisect_right(self.starts, offset) - 1
        if at < 0:
            return offset
        return self.first[at] if offset < self.ends[at] else self.last[at] + offset - self.ends[at]

    def end(self, offset: int) -> int:
        """Return where the sign before an offset of the folded text ends, its accents included."""
        at = bisect_right(self.starts, offset) - 1
        if at >= 0 and self.starts[at] == offset and self.ends[at] > offset:
            at -= 1
        if at < 0:
            return offset
        return self.last[at] if offset <= self.ends[at] else self.last[at] + offset - self.ends[at]


@lru_cache(maxsize=20_000)
def _plain(letter: str, case: bool) -> str:
    """Return what a letter is searched as; hangul syllables stay whole."""
    if letter in _NOTHING:
        return ""
    if letter in _SIGNS:
        return _SIGNS[letter]
    if "\uac00" <= letter <= "\ud7a3":
        return letter
    parts = unicodedata.normalize("NFKD", letter)
    if not case:
        parts = unicodedata.normalize("NFKD", parts.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))


def fold(text: str, *, case: bool = False) -> Folded:
    """Return a text as it is searched."""
    if text.isascii():
        return _folded(text if case else text.lower(), {}, "")
    table = {ord(letter): _plain(letter, case) for letter in set(text)}
    odd = "".join(chr(code) for code, plain in table.items() if len(plain) != 1)
    return _folded(text, table, odd)


def _folded(text: str, table: dict[int, str], odd: str) -> Folded:
    if not odd and "\n" not in text:
        return Folded(text.translate(table) if table else text)
    pattern = f"{_BROKEN}|[{re.escape(odd)}]" if odd else _BROKEN
    found = Folded("")
    parts: list[str] = []
    length = before = 0
    for special in re.finditer(pattern, text):
        between = text[before : special.start()].translate(table)
        sign = special[0]
        # A broken line ends in more than one sign, an odd letter is one; a hyphen alone is never odd but for "\xad".
        plain = table.get(ord(sign), "") if len(sign) == 1 else _JOINT
        length += len(between)
        found.starts.append(length)
        found.ends.append(length + len(plain))
        found.first.append(special.start())
        found.last.append(special.end())
        parts += (between, plain)
        length += len(plain)
        before = special.end()
    parts.append(text[before:].translate(table))
    found.text = "".join(parts)
    return found


class WordFinder:
    """Finds what is sought in one text after another."""

    def __init__(self, sought: Sought) -> None:
        self.sought = sought
        words = fold(sought.words, case=sought.case).text.split()
        self.empty = not words
        self._usual = _compiled(words, sought.whole, broken=False)
        self._broken = _compiled(words, sought.whole, broken=True)

    def matches(self, text: str) -> list[tuple[int, int]]:
        """Return the start and end of every match in a text."""
        if self.empty or not text:
            return []
        folded = fold(text, case=self.sought.case)
        pattern = self._broken if _JOINT in folded.text else self._usual
        spans = [each.span() for each in pattern.finditer(folded.text)]
        return [(folded.start(start), folded.end(end)) for start, end in spans] if folded.starts else spans


def _compiled(words: list[str], whole: bool, *, broken: bool) -> re.Pattern[str]:
    between = f"{_JOINT}?" if broken else ""
    signs = {"-": f"(?:-|{_JOINT})"} if broken else {}
    made = r"\s+".join(between.join(signs.get(sign, re.escape(sign)) for sign in word) for word in words)
    if whole and words:
        beside = rf"[\w{_JOINT}]"
        made = (rf"(?<!{beside})" if _is_letter(words[0][0]) else "") + made
        made += rf"(?!{beside})" if _is_letter(words[-1][-1]) else ""
    return re.compile(made)


def _is_letter(sign: str) -> bool:
    return sign.isalnum() or sign == "_"

"""Where the words of a reStructuredText document stand in its file.

docutils tells on which line an element begins, sometimes a line or two off, and its text without markup. The words
come in the order of the file, so each is searched from where the last one ended. An exact place is always checked
against the file; words that are not found (substituted ones) have none.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from explorer.core.model import Place
from explorer.core.parsing.markdown.source import Source
from explorer.core.parsing.markdown.writer import TextWriter

_WINDOW = 4_000
_SLACK = 2
_MOST_TRIES = 50
_WORDS = re.compile(r"\s+|\S+")


class Cursor:
    """A position in the file that moves on with the words found. Lines are counted from 0 in the whole file."""

    def __init__(self, source: Source, first_line: int, last_line: int) -> None:
        self.source = source
        self.at = source.starts[first_line]
        self.end = source.ends[last_line - 1]
        self.first: int | None = None
        self.last = self.at
        self.first_line = first_line
        self._floor = self.at

    def begin(self, line: int | None) -> None:
        """Begin an element that docutils says to stand on a line of its text (from 1)."""
        self.first, self.last = None, self.at
        self.hint(line)

    def hint(self, line: int | None) -> None:
        """Move on to a line where what comes next begins at the earliest."""
        if line is not None:
            # The line may be said too late; what is not found from there on is searched from the last word's end.
            self._floor = min(self._floor, self.at)
            number = min(self.first_line + line - 1, len(self.source.starts) - 1)
            self.at = max(self.at, self.source.starts[max(number - _SLACK, self.first_line)])

    def span(self) -> Place:
        """Return the place of the lines of all that was found since `begin`."""
        if self.first is None:
            line = bisect_right(self.source.starts, min(self.at, self.end)) - 1
            return self.source.line_span(line, line + 1)
        return self.source.lines_around(self.first, self.last)

    def find(self, text: str) -> Place | None:
        """Return the place of the next occurrence of a text, and move behind it."""
        found = self._search(text)
        return self._take(found, len(text)) if found >= 0 else None

    def find_escaped(self, word: str) -> Place | None:
        """Return the place of a word that has backslashes in the file, and move behind it."""
        start = self.at
        for _ in range(_MOST_TRIES):
            start = self.source.text.find(word[0], start, min(self.end, self.at + _WINDOW))
            if start < 0:
                return None
            end = self._matched(word, start)
            if end:
                return self._take(start, end - start)
            start += 1
        return None

    def _matched(self, word: str, start: int) -> int:
        """Return where a word with backslashes ends that begins at `start`, 0 when it does not stand there."""
        text, at = self.source.text, start
        for sign in word:
            while at < self.end and text[at] == "\\" and text[at : at + 1] != sign:
                at += 2 if text[at + 1 : at + 2].isspace() else 1
            if at >= self.end or text[at] != sign:
                return 0
            at += 1
        return at

    def find_inside(self, raw: str, text: str) -> tuple[Place | None, bool]:
        """Return the place of a text inside the next occurrence of its markup and whether it reads the same there.

        Moves behind the markup, whose place stands for a text that is not in it.
        """
        found = self._search(raw)
        if found < 0:
            place = self.find(text)
            return place, place is not None
        whole = self._take(found, len(raw))
        inside = raw.find(text, raw.find("`") + 1)
        inside = inside if inside >= 0 else raw.find(text)
        if inside < 0:
            return whole, False
        return Place(start=found + inside, end=found + inside + len(text)), True

    def find_at_column(self, text: str, line: int, column: int) -> Place | None:
        """Return the place of a text that stands at a column of a line or, if it does not, of its next occurrence."""
        if line < len(self.source.starts):
            start = self.source.starts[line] + column
            if self.source.text.startswith(text, start):
                return self._take(start, len(text))
        return self.find(text)

    def _search(self, text: str) -> int:
        for start in (self.at, self._floor):
            found = self.source.text.find(text, start, min(self.end, start + _WINDOW + len(text)))
            if found >= 0:
                return found
        return -1

    def line_of(self, place: Place) -> tuple[int, int]:
        """Return the line and column at which a place begins."""
        start = place.start or 0
        line = bisect_right(self.source.starts, start) - 1
        return line, start - self.source.starts[line]

    def take(self, start: int, end: int) -> Place:
        """Return the place of something found elsewhere, and move behind it."""
        return self._take(start, end - start)

    def _take(self, start: int, length: int) -> Place:
        self.first = start if self.first is None else min(self.first, start)
        self.last = max(self.last, start + length)
        self.at = self._floor = start + length
        return Place(start=start, end=start + length)


def write_words(text: str, cursor: Cursor, writer: TextWriter) -> None:
    """Write text as one line: exact where the file reads the same, word by word where only its white space differs."""
    for number, line in enumerate(text.split("\n")):
        if number:
            writer.put(" ")
        _write_line(line, cursor, writer)


def _write_line(line: str, cursor: Cursor, writer: TextWriter) -> None:
    place = cursor.find(line) if line.strip() else None
    if place is not None or not line.strip():
        writer.put(line, place, exact=place is not None)
        return
    for piece in _WORDS.findall(line):
        place = None if piece.isspace() else cursor.find(piece)
        if place is not None or piece.isspace():
            writer.put(piece, place, exact=place is not None)
        else:
            writer.put(piece, cursor.find_escaped(piece))

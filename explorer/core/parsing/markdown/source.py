"""Where the parser's text stands in the file.

The Markdown parser sees normalised newlines and lines without the marks of the containers they stand in. A `Passage`
maps such a text back: each of its lines is the end of one line of the file, white space aside. Every exact answer is
checked against the file, so a wrong guess can only make a place coarser, never wrong.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Protocol

from explorer.core.model import Place

_NEWLINE = re.compile(r"\r\n?|\n")
_BYTE_ORDER_MARK = "\ufeff"


class Source:
    """A decoded file with the half-open spans of its lines, newlines left out.

    `starts[n]`, `ends[n]`: line n (from 0) in code points of the file; a byte order mark belongs to no line.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [int(text.startswith(_BYTE_ORDER_MARK))]
        self.ends: list[int] = []
        for match in _NEWLINE.finditer(text):
            self.ends.append(match.start())
            self.starts.append(match.end())
        self.ends.append(len(text))

    def lines(self) -> Iterator[str]:
        """Yield the lines without their newlines."""
        return (self.text[start:end] for start, end in zip(self.starts, self.ends, strict=True))

    def line_span(self, first: int, last: int) -> Place:
        """Return the place of lines `first` to `last` (exclusive), blank lines at its end left out.

        A fence that is never closed may seem to begin its code behind the last line; that line stands for it.
        """
        first = min(first, len(self.ends) - 1)
        last = min(max(last, first + 1), len(self.ends))
        while last > first + 1 and not self.text[self.starts[last - 1] : self.ends[last - 1]].strip():
            last -= 1
        return Place(start=self.starts[first], end=self.ends[last - 1])

    def lines_around(self, start: int, end: int) -> Place:
        """Return the place of the whole lines that the span meets."""
        return self.line_span(bisect_right(self.starts, start) - 1, bisect_right(self.starts, max(start, end - 1)))


class Locator(Protocol):
    """Maps spans of a text that the parser saw to places in the file."""

    text: str

    def locate(self, start: int, end: int) -> tuple[Place, bool]:
        """Return the place of `text[start:end]` and whether the file reads the same there."""
        ...


class Passage:
    """A text of the parser whose line k belongs to line `first_line` + k of the file.

    `search_from` is where in the file's first line the text begins at the earliest; without it the text is taken to
    be the end of the line.
    """

    def __init__(self, text: str, source: Source, first_line: int, search_from: int | None = None) -> None:
        self.text = text
        self._source = source
        self._first_line = first_line
        self._search_from = search_from
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._shifts: dict[int, int | None] = {}

    def locate(self, start: int, end: int) -> tuple[Place, bool]:
        """Return the place of `text[start:end]` and whether the file reads the same there."""
        line = bisect_right(self._starts, start) - 1
        if line not in self._shifts:
            self._shifts[line] = self._find_shift(line)
        shift = self._shifts[line]
        if shift is not None and self._source.text.startswith(self.text[start:end], start + shift):
            return Place(start=start + shift, end=end + shift), True
        last = bisect_right(self._starts, max(start, end - 1))
        return self._source.line_span(self._first_line + line, self._first_line + last), False

    def _find_shift(self, line: int) -> int | None:
        """Return what to add to an offset in this line of the text to get its offset in the file."""
        start = self._starts[line]
        end = self._starts[line + 1] - 1 if line + 1 < len(self._starts) else len(self.text)
        content = self.text[start:end]
        core = content.strip()
        number = self._first_line + line
        if not core or number >= len(self._source.ends):
            return None
        low, high = self._source.starts[number], self._source.ends[number]
        if line == 0 and self._search_from is not None:
            found = self._source.text.find(core, self._search_from, high)
        else:
            found = self._source.text.rfind(core, low, high)
        return found - start - content.index(core[0]) if found >= 0 else None


class Cell:
    """A table cell that takes `start` to `end` of the file; its pipes have a backslash in the file only."""

    def __init__(self, source: Source, start: int, end: int) -> None:
        raw = source.text[start:end]
        self.text = raw.replace("\\|", "|")
        self._source = source
        self._span = Place(start=start, end=end)
        self._start = start
        self._pipes = [match.start() - count for count, match in enumerate(re.finditer(r"\\\|", raw))]

    def locate(self, start: int, end: int) -> tuple[Place, bool]:
        """Return the place of `text[start:end]`; a pipe's place takes in its backslash."""
        first = self._start + start + bisect_right(self._pipes, start - 1)
        last = self._start + end + bisect_right(self._pipes, end - 1)
        if self._source.text[first:last] == self.text[start:end]:
            return Place(start=first, end=last), True
        if self._source.text[first:last].replace("\\|", "|") == self.text[start:end]:
            return Place(start=first, end=last), False
        return self._span, False

"""Puts a block's text together piece by piece and keeps where each piece comes from.

Guarantee: the runs of a finished text are in order, without overlap and without gaps; characters that the reader
adds (indentation, cell borders) belong to what stands in the file between their neighbours.
"""

from __future__ import annotations

import re

from explorer.core.model import Place, Run

_Span = tuple[int, int, int, int, bool]


class TextWriter:
    """Collects text and runs of one block. `fresh`: nothing was written yet on the present line but a list marker.

    `bold`: the ranges of the text that were set in bold; of the finished text, once there is one.
    """

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._spans: list[_Span] = []
        self._length = 0
        self._indent = ""
        self.fresh = True
        self.reached = 0
        self.bold: list[tuple[int, int]] = []
        self._bold_from: list[int] = []

    def begin_bold(self) -> None:
        """Note that bold text begins here."""
        self._bold_from.append(self._length)

    def end_bold(self) -> None:
        """Note that bold text ends here, if any began."""
        if self._bold_from:
            self.bold.append((self._bold_from.pop(), self._length))

    def ends_blank(self) -> bool:
        """Tell whether the last character is white space, or there is none."""
        return not self._parts or self._parts[-1][-1:].isspace()

    def put(self, text: str, place: Place | None = None, *, exact: bool = False) -> None:
        """Append text; without a place it counts as added by the reader."""
        if not text:
            return
        if place is not None and place.start is not None and place.end is not None:
            self._add_span(self._length, self._length + len(text), place.start, place.end, exact)
            self.reached = max(self.reached, place.end)
        self._parts.append(text)
        self._length += len(text)
        self.fresh = False

    def _add_span(self, start: int, end: int, first: int, last: int, exact: bool) -> None:
        if self._spans:
            before = self._spans[-1]
            if exact and before[4] and before[1] == start and before[3] == first:
                self._spans[-1] = (before[0], end, before[2], last, True)
                return
        self._spans.append((start, end, first, last, exact))

    def begin_line(self, indent: str) -> None:
        """Begin a line, indented unless it is the first or follows its list marker."""
        self._indent = indent
        if self.fresh:
            self.fresh = False
        else:
            self.break_line()

    def break_line(self) -> None:
        """End the line and indent the next one like the last begun."""
        self.put("\n" + self._indent)

    def finish(
        self, place: Place, *, strip: bool = True, ending: re.Pattern[str] | None = None
    ) -> tuple[str, tuple[Run, ...]]:
        """Return the text (without white space at its ends) and its runs; `place` is the whole block's.

        What `ending` finds at the end of the text is left out.
        """
        text = "".join(self._parts)
        match = ending.search(text) if ending else None
        text = text[: match.start()] if match else text
        low, high = 0, len(text)
        if strip:
            low = len(text) - len(text.lstrip())
            high = max(low, len(text.rstrip()))
        self.bold = [(max(first - low, 0), last - low) for first, last in self.bold if last > low]
        if len(self._spans) == 1 and self._spans[0][:2] == (low, high):
            first, last, exact = self._spans[0][2:]
            return text[low:high], (Run(0, high - low, Place(start=first, end=last), exact),)
        spans = [_clip(span, low, high) for span in self._spans if span[0] < high and span[1] > low]
        start, end = place.start or 0, place.end or 0
        runs = [
            Run(first - low, last - low, Place(start=begin, end=stop), exact)
            for first, last, begin, stop, exact in _filled(spans, low, high, start, end)
        ]
        return text[low:high], tuple(runs)


def _clip(span: _Span, low: int, high: int) -> _Span:
    start, end, first, last, exact = span
    if not exact:
        return max(start, low), min(end, high), first, last, False
    return max(start, low), min(end, high), first + max(low - start, 0), last - max(end - high, 0), True


def _filled(spans: list[_Span], low: int, high: int, start: int, end: int) -> list[_Span]:
    """Return the spans with one more in each gap, from `low` to `high` of the text."""
    filled: list[_Span] = []
    at, reached = low, start
    for span in spans:
        if span[0] > at:
            filled.append((at, span[0], reached, max(reached, span[2]), False))
        filled.append(span)
        at, reached = span[1], span[3]
    if at < high:
        filled.append((at, high, reached, max(reached, end), False))
    return filled

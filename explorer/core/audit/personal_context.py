"""What stands around a number: labels before and behind it, in the line above, and in the head of its column."""

from __future__ import annotations

import re
from bisect import bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass, field

from explorer.core.audit.personal_labels import OTHER, PHONE, Label, labels_in

_BEFORE, _AFTER, _LEAD = 90, 24, 80
"""How far labels reach, in characters: before a number in its line, behind it, and from the end of the line above."""

_PHONE_REACH = 30
"""How far before a phone number its label stands at most: words such as "call" and "cell" stand anywhere."""

_WORD = re.compile(r"[^\W\d_]+")
_FILLING = """
    no nr nº n number is at us on me him her work home private privat direct direkt dienstlich the
    under unter or und and a al o ou en is ist lautet sur au à num número numero numéro de der die das
    """
_FILLERS = frozenset(_FILLING.split())
"""Words between the label of a phone number and the number."""

_TOUCHING = 3
"""How many characters may stand between labels that stand for one, and between a number and the label behind it."""

_CLOSE = 45
"""How far before a number the words that make it a company's may stand, in characters."""

_SPREAD = 12
"""How far a label reaches from one number of its kind to the next, in characters between them."""

_DIGITS_BETWEEN = 4
"""More digits than these between a label and a number are a number of their own, which the label is about."""

_LONGEST_ROW = 5_000
"""Cells behind so many characters of a row have no column; this bounds the counting."""

_NOTHING = frozenset[str]()


class Spans:
    """Spans of a text that do not overlap, in the order in which they were found."""

    def __init__(self, spans: Sequence[tuple[int, int]] = ()) -> None:
        self._spans = sorted(spans)

    def is_free(self, start: int, end: int) -> bool:
        """Tell whether no span meets `start` to `end`."""
        place = bisect_right(self._spans, (start, start))
        before = place == 0 or self._spans[place - 1][1] <= start
        return before and (place == len(self._spans) or self._spans[place][0] >= end)

    def add(self, start: int, end: int) -> None:
        """Add a span that is free."""
        insort(self._spans, (start, end))


def header_keys(text: str, header_rows: int) -> list[frozenset[str]]:
    """Return the keys of the labels in the header cells of each column of a table's text."""
    cells: list[frozenset[str]] = []
    for line in text.split("\n", header_rows)[:header_rows]:
        for place, cell in enumerate(line.strip().strip("|").split("|")):
            keys = _NOTHING.union(*(label.keys for label in labels_in(cell)))
            if place < len(cells):
                cells[place] |= keys
            else:
                cells.append(keys)
    return cells


@dataclass(slots=True)
class Surroundings:
    """The labels around the stretch that is looked at. `lead`: the line above the text. `columns`: see `header_keys`.

    `_last` is the key and the end of the number that was found last.
    """

    text: str
    lead: str
    columns: list[frozenset[str]]
    _labels: list[Label] = field(default_factory=list[Label])
    _ends: list[int] = field(default_factory=list[int])
    _above: Label | None = None
    _last: tuple[str, int] = ("", -1)

    def look(self, first: int, end: int) -> frozenset[str]:
        """Look at the stretch `text[first:end]`; return the keys of all labels that can be about numbers in it."""
        line = self.text.rfind("\n", max(0, first - _BEFORE), first) + 1
        begin = line or max(0, first - _BEFORE)
        stop = self.text.find("\n", end, end + _AFTER)
        self._labels = labels_in(self.text, begin, stop if stop >= 0 else min(len(self.text), end + _AFTER))
        self._ends = [label.end for label in self._labels]
        self._above = self._label_above(begin, first, is_start=bool(line) or begin == 0)
        keys = _NOTHING.union(*(label.keys for label in self._labels), *self.columns)
        if self._above:
            keys |= self._above.keys
        return keys | {self._last[0]} if 0 <= first - self._last[1] <= _SPREAD else keys

    def found(self, key: str, end: int) -> None:
        """Keep in mind that a number of a kind was found up to `end`: the next of its kind needs no label again."""
        self._last = (key, end)

    def nearest(self, start: int, reach: int = _BEFORE) -> frozenset[str]:
        """Return the keys of the label before `start` and of those that touch it; none behind another number."""
        place = bisect_right(self._ends, start) - 1
        if place < 0 or start - self._ends[place] > reach or not self._reaches(self._labels[place], start):
            return _NOTHING
        keys = self._labels[place].keys
        while place > 0 and self._labels[place].start - self._labels[place - 1].end <= _TOUCHING:
            place -= 1
            keys |= self._labels[place].keys
        return keys

    def close_by(self, start: int) -> frozenset[str]:
        """Return the keys of all labels closely before `start`."""
        place, keys = bisect_right(self._ends, start) - 1, _NOTHING
        while place >= 0 and start - self._ends[place] <= _CLOSE and self._reaches(self._labels[place], start):
            keys |= self._labels[place].keys
            place -= 1
        return keys

    def is_labelled(self, key: str, start: int, end: int) -> bool:
        """Tell whether the number at `start` to `end` has a label of its kind."""
        column = self._column(start)
        if column:
            return key in column and OTHER not in column
        near = self.nearest(start, _PHONE_REACH if key == PHONE else _BEFORE)
        if key == PHONE and not self._leads_to(start):
            return False
        if near:
            return key in near and not (OTHER in near and self._is_other_last(start))
        return self._is_behind(key, end) or self._goes_on(key, start) or self._is_above(key, start)

    def _reaches(self, label: Label, start: int) -> bool:
        between = self.text[label.end : start] if start - label.end <= _BEFORE else "\n"
        return "\n" not in between and sum(map(str.isdigit, between)) <= _DIGITS_BETWEEN

    def _leads_to(self, start: int) -> bool:
        """Tell whether nothing but filling words stand between a phone number and the label before it in reach."""
        place = bisect_right(self._ends, start) - 1
        if place < 0 or start - self._ends[place] > _PHONE_REACH:
            return True
        between = self.text[self._ends[place] : start]
        return between.rstrip().endswith(":") or _FILLERS.issuperset(_WORD.findall(between.casefold()))

    def _is_other_last(self, start: int) -> bool:
        return OTHER in self._labels[bisect_right(self._ends, start) - 1].keys

    def _is_behind(self, key: str, end: int) -> bool:
        place = bisect_right(self._ends, end)
        if place == len(self._labels):
            return False
        label = self._labels[place]
        return 0 <= label.start - end <= _TOUCHING and key in label.keys

    def _goes_on(self, key: str, start: int) -> bool:
        return key == self._last[0] and 0 <= start - self._last[1] <= _SPREAD

    def _is_above(self, key: str, start: int) -> bool:
        if self._above is None or key not in self._above.keys:
            return False
        line = self.text.rfind("\n", max(0, start - _TOUCHING - 3), start) + 1
        return not any(map(str.isalnum, self.text[line:start])) if line or start <= _TOUCHING + 3 else False

    def _label_above(self, begin: int, first: int, *, is_start: bool) -> Label | None:
        """Return the last label of the line above, if it stands at that line's end and the number begins its own."""
        if not is_start or any(map(str.isalnum, self.text[begin:first])):
            return None
        above = self.text[max(0, begin - 1 - _LEAD) : max(0, begin - 1)].rpartition("\n")[2] if begin else self.lead
        above = above[-_LEAD:].rstrip(" :.*#|-")
        labels = labels_in(above)
        return labels[-1] if labels and len(above) - labels[-1].end <= _AFTER else None

    def _column(self, start: int) -> frozenset[str]:
        if not self.columns:
            return _NOTHING
        line = self.text.rfind("\n", max(0, start - _LONGEST_ROW), start) + 1
        if not line and start > _LONGEST_ROW:
            return _NOTHING
        cell = self.text.count("|", line, start) - self.text.count("\\|", line, start) - 1
        return self.columns[cell] if 0 <= cell < len(self.columns) else _NOTHING

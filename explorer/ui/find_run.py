"""One search through a document, unit by unit (blocks, slices of a text, pages), without holding up the window.

A unit's text may be on its way; the search goes on when it comes. Only the number of matches of each unit is kept,
and the matches of the few units that were looked at last: what is not shown costs nothing.
"""

from __future__ import annotations

from array import array
from collections import OrderedDict
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from explorer.ui.find_words import Sought, WordFinder

LETTERS_A_STEP = 40_000
"""Letters searched before other events have their turn."""
_UNITS_A_STEP = 3000
_KEPT = 64
_UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class Match:
    """Match number `number` (from 0) of a unit: its text from `start` to `end`."""

    unit: int
    number: int
    start: int
    end: int


class Findable(Protocol):
    """A view whose document can be searched."""

    def find_units(self) -> int:
        """Return how many units the document has."""
        ...

    def find_text(self, unit: int) -> str | None:
        """Return a unit's text; None when it is on its way, and the view says so once it is there."""
        ...

    def find_start(self) -> tuple[int, int]:
        """Return the unit, and the offset in it, from which on to search: what the reader sees first."""
        ...

    def show_found(self, run: FindRun | None, *, bring: bool) -> None:
        """Mark the matches of a run, of None no more; `bring` the current one into view."""
        ...


class FindRun(QObject):
    """Searches a view. `changed` tells that more is known, or that another match is the current one."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view: Findable | None = None
        self._finder = WordFinder(Sought(""))
        self._counts = array("i")
        self._from = (0, 0)
        self._next = 0
        self._kept: OrderedDict[int, list[tuple[int, int]]] = OrderedDict()
        self.total = 0
        self.current: Match | None = None
        self._work = QTimer(self, singleShot=True, interval=0)
        self._work.timeout.connect(self._go_on)

    def start(self, view: Findable | None, sought: Sought) -> None:
        """Search a view anew; from the current match on when it is the same view."""
        start = (0, 0)
        if view is not None:
            here = self.current if view is self._view else None
            start = (here.unit, here.start) if here else view.find_start()
        if self._view is not None and self._view is not view:
            self._view.show_found(None, bring=False)
        self._work.stop()
        self._view, self._finder, self._from = view, WordFinder(sought), start
        units = view.find_units() if view and not self._finder.empty else 0
        self._counts = array("i", [_UNKNOWN]) * units
        self._kept.clear()
        self._next, self.total, self.current = 0, 0, None
        if units:
            self._go_on()
        self._tell(bring=False)

    @property
    def searching(self) -> bool:
        """Say whether units are left to search."""
        return self._next < len(self._counts)

    @property
    def sought(self) -> Sought:
        """Return what is looked for."""
        return self._finder.sought

    def share(self) -> float:
        """Return how much has been searched, 0 to 1."""
        return self._next / len(self._counts) if self._counts else 1.0

    def place(self) -> int:
        """Return the current match's number among all, from 1; 0 without one."""
        if self.current is None:
            return 0
        return sum(count for count in self._counts[: self.current.unit] if count > 0) + self.current.number + 1

    def matches(self, unit: int) -> list[tuple[int, int]]:
        """Return the matches of a unit that was searched; none while its text is on its way."""
        if not 0 <= unit < len(self._counts) or self._counts[unit] <= 0 or self._view is None:
            return []
        if unit in self._kept:
            self._kept.move_to_end(unit)
            return self._kept[unit]
        text = self._view.find_text(unit)
        return [] if text is None else self._keep(unit, text)

    def step(self, by: int) -> None:
        """Make the next match (1), or the one before (-1), the current one, round the document's ends."""
        here = self.current
        if here is None or not self.total:
            return
        number = here.number + by
        unit = here.unit
        if not 0 <= number < self._counts[unit]:
            units = len(self._counts)
            ring = ((unit + by * step) % units for step in range(1, units + 1))
            unit = next(other for other in ring if self._counts[other] > 0)
            number = 0 if by > 0 else self._counts[unit] - 1
        found = self.matches(unit)
        # The text of a page may have been dropped meanwhile: its match is known by its number until it is back.
        start, end = found[number] if number < len(found) else (-1, -1)
        self.current = Match(unit, number, start, end)
        self._tell(bring=True)

    def text_arrived(self) -> None:
        """Go on: a text that was on its way is there."""
        here = self.current
        if here is not None and here.start < 0 and len(found := self.matches(here.unit)) > here.number:
            self.current = Match(here.unit, here.number, *found[here.number])
            self._tell(bring=True)
        if self.searching and not self._work.isActive():
            self._work.start()

    def _go_on(self) -> None:
        """Search units until their letters are enough for one step."""
        view, letters, before = self._view, 0, self.current
        for _ in range(_UNITS_A_STEP):
            if view is None or not self.searching or letters >= LETTERS_A_STEP:
                break
            unit = (self._from[0] + self._next) % len(self._counts)
            text = view.find_text(unit)
            if text is None:
                self._tell(bring=self.current != before)
                return
            letters += len(text) + 1
            self._counts[unit] = len(self._keep(unit, text))
            self.total += self._counts[unit]
            self._next += 1
            self._choose_first(unit)
        if self.searching:
            self._work.start()
        self._tell(bring=self.current != before)

    def _keep(self, unit: int, text: str) -> list[tuple[int, int]]:
        found = self._kept[unit] = self._finder.matches(text)
        self._kept.move_to_end(unit)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return found

    def _choose_first(self, unit: int) -> None:
        """Take the first match at or after the start as the current one; those before it when nothing else is left."""
        if self.current is None:
            first, offset = self._from
            least = offset if unit == first else 0
            number = next((at for at, span in enumerate(self._kept[unit]) if span[0] >= least), None)
            if number is not None:
                self.current = Match(unit, number, *self._kept[unit][number])
            elif not self.searching and self.total:
                number, found = 0, self.matches(first)
                if found:
                    self.current = Match(first, number, *found[number])

    def _tell(self, *, bring: bool) -> None:
        if self._view is not None:
            self._view.show_found(None if self._finder.empty else self, bring=bring and self.current is not None)
        self.changed.emit()

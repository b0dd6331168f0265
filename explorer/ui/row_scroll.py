"""Scrolling through rows of unknown height: the scroll bar counts rows, and only visible rows are ever measured.

A position is a row and how many pixels of it are above the view. The bar's value is `row * STEPS` plus the fraction of
the row that is above, so no total height is needed and a hundred thousand rows cost as much as ten.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

STEPS = 64
"""Bar steps per row."""


@dataclass(frozen=True, slots=True)
class Position:
    """The row at the view's upper edge, and how many pixels of it are scrolled away."""

    row: int = 0
    offset: float = 0.0


class RowScroll:
    """Moves a position through `count` rows in a view of `room` pixels; `height_of` measures one row.

    Guarantee: each call measures only rows that the move passes or the view shows.
    """

    def __init__(self, height_of: Callable[[int], float]) -> None:
        self._height_of = height_of
        self.count = 0
        self.room = 0.0
        self.position = Position()

    def visible(self) -> list[tuple[int, float]]:
        """Return the rows in view with the y of their upper edge."""
        rows: list[tuple[int, float]] = []
        row, y = self.position.row, -self.position.offset
        while row < self.count and y < self.room:
            rows.append((row, y))
            y += self._height_of(row)
            row += 1
        return rows

    def last_position(self) -> Position:
        """Return the position where the last row ends at the view's lower edge."""
        row, left = self.count, self.room
        while row > 0 and left > 0:
            row -= 1
            left -= self._height_of(row)
        return Position(row, max(-left, 0.0))

    def move_to(self, position: Position) -> None:
        """Go to a position, or as near to it as the list's ends allow."""
        wanted = self._walked(position.row, position.offset)
        last = self.last_position()
        self.position = min(wanted, last, key=lambda place: (place.row, place.offset))

    def move_by(self, pixels: float) -> None:
        """Scroll down by `pixels`, up when negative."""
        self.move_to(Position(self.position.row, self.position.offset + pixels))

    def _walked(self, row: int, offset: float) -> Position:
        row = min(max(row, 0), max(self.count - 1, 0))
        while offset < 0 and row > 0:
            row -= 1
            offset += self._height_of(row)
        while row < self.count - 1 and offset >= (height := self._height_of(row)):
            offset -= height
            row += 1
        return Position(row, max(offset, 0.0))

    def show(self, row: int) -> None:
        """Bring a row wholly into view by the shortest way; a row taller than the view is shown from its top."""
        if not 0 <= row < self.count:
            return
        at_top = (row, 0.0) <= (self.position.row, self.position.offset)
        if at_top:
            self.move_to(Position(row, 0.0))
            return
        below = self._ends_at_bottom(row)
        if (below.row, below.offset) > (self.position.row, self.position.offset):
            self.move_to(min(below, Position(row, 0.0), key=lambda place: (place.row, place.offset)))

    def _ends_at_bottom(self, row: int) -> Position:
        left = self.room
        first = row + 1
        while first > 0 and left > 0:
            first -= 1
            left -= self._height_of(first)
        return Position(first, max(-left, 0.0))

    def bar_value(self) -> int:
        """Return the bar's value for the present position."""
        return self._value(self.position)

    def bar_maximum(self) -> int:
        """Return the bar's greatest value."""
        return self._value(self.last_position())

    def _value(self, position: Position) -> int:
        if not self.count:
            return 0
        height = max(self._height_of(position.row), 1.0) if position.row < self.count else 1.0
        return position.row * STEPS + min(round(position.offset / height * STEPS), STEPS - 1)

    def move_to_value(self, value: int) -> None:
        """Go where the bar's value says."""
        row, step = divmod(max(value, 0), STEPS)
        row = min(row, max(self.count - 1, 0))
        offset = self._height_of(row) * step / STEPS if self.count and step else 0.0
        self.move_to(Position(row, offset))

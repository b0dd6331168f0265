"""How one text differs from another, word by word, by the shortest way of removing and inserting words.

Guarantees:

* What is the same and what is removed make up the first text, in order; what is the same and what is inserted make up
  the second one.
* Words are whole: letters and digits in a row, or one sign of a script without spaces (Chinese, Japanese, Thai, Lao).
  White space and other signs stand alone.
* Between two pieces that are the same there is at most one removed and after it at most one inserted piece; white space
  or signs alone do not part them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

_UNSPACED = "\u0e00-\u0eff\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff"
_UNITS = re.compile(rf"[{_UNSPACED}]|(?:(?![{_UNSPACED}])[^\W_])+|\s+|[\W_]")
_MOST_EDITS = 1000
"""Words in which two texts may differ: what lies beyond is told as removed and inserted as a whole."""


class Change(StrEnum):
    """What happens to a piece on the way from the first text to the second."""

    SAME = "same"
    REMOVED = "removed"
    INSERTED = "inserted"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text of either or both texts."""

    change: Change
    text: str


def difference(first: str, second: str) -> tuple[Piece, ...]:
    """Return the pieces that lead from `first` to `second`; nothing for two empty texts.

    The way is the shortest there is in words, spaces and signs, unless more than 1,000 of them differ.
    """
    left, right = _UNITS.findall(first), _UNITS.findall(second)
    head = _common(left, right)
    tail = _common(left[head:][::-1], right[head:][::-1])
    middle = _edits(left[head : len(left) - tail], right[head : len(right) - tail])
    same = [(Change.SAME, unit) for unit in left[:head]], [(Change.SAME, unit) for unit in left[len(left) - tail :]]
    return tuple(_pieces([*same[0], *middle, *same[1]]))


_Edit = tuple[Change, str]


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    """Return how many units are the same from the start."""
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        count += 1
    return count


def _edits(left: Sequence[str], right: Sequence[str]) -> list[_Edit]:
    """Return the shortest way from `left` to `right`.

    Source: Myers, "An O(ND) difference algorithm and its variations", 1986. `reach[k]` is how far into `left` a way
    of so many edits comes on diagonal k (place in `left` less place in `right`).
    """
    reach = {1: 0}
    trace: list[dict[int, int]] = []
    for edits in range(min(len(left) + len(right), _MOST_EDITS) + 1):
        trace.append(dict(reach))
        for diagonal in range(-edits, edits + 1, 2):
            place = reach[diagonal + 1] if _goes_down(reach, diagonal, edits) else reach[diagonal - 1] + 1
            while place < len(left) and place - diagonal < len(right) and left[place] == right[place - diagonal]:
                place += 1
            reach[diagonal] = place
            if place >= len(left) and place - diagonal >= len(right):
                return _walked_back(left, right, trace)
    return [*((Change.REMOVED, unit) for unit in left), *((Change.INSERTED, unit) for unit in right)]


def _goes_down(reach: dict[int, int], diagonal: int, edits: int) -> bool:
    """Tell whether the way comes onto a diagonal by an inserted unit rather than by a removed one."""
    return diagonal == -edits or (diagonal != edits and reach[diagonal - 1] < reach[diagonal + 1])


def _walked_back(left: Sequence[str], right: Sequence[str], trace: list[dict[int, int]]) -> list[_Edit]:
    found: list[_Edit] = []
    place, other = len(left), len(right)
    for edits in range(len(trace) - 1, -1, -1):
        reach, diagonal = trace[edits], place - other
        down = _goes_down(reach, diagonal, edits)
        before = reach[diagonal + 1] if down else reach[diagonal - 1]
        other_before = before - (diagonal + 1 if down else diagonal - 1)
        while place > before and other > other_before and place > 0 and other > 0:
            place, other = place - 1, other - 1
            found.append((Change.SAME, left[place]))
        if edits:
            found.append((Change.INSERTED, right[other - 1]) if down else (Change.REMOVED, left[place - 1]))
            place, other = before, other_before
    return found[::-1]


def _pieces(edits: Iterable[_Edit]) -> list[Piece]:
    """Join units; what is the same without a word in it, between two changes, is taken into the change."""
    pieces: list[Piece] = []
    removed, inserted, waiting = "", "", ""
    for change, unit in edits:
        if change is Change.SAME:
            waiting += unit
            continue
        if waiting and (_has_word(waiting) or not (removed or inserted)):
            pieces += _joined(removed, inserted, waiting)
            removed = inserted = waiting = ""
        removed += waiting + (unit if change is Change.REMOVED else "")
        inserted += waiting + (unit if change is Change.INSERTED else "")
        waiting = ""
    return [*pieces, *_joined(removed, inserted, waiting)]


def _joined(removed: str, inserted: str, same: str) -> list[Piece]:
    parts = ((Change.REMOVED, removed), (Change.INSERTED, inserted), (Change.SAME, same))
    return [Piece(change, text) for change, text in parts if text]


def _has_word(text: str) -> bool:
    return any(sign.isalnum() for sign in text)

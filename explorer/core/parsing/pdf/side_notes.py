"""Notes in a page's margin: small type beside the body. They are read after the paragraph that they stand beside."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.core.parsing.pdf.lines import Line, Piece

_SMALL, _GAP, _PARAGRAPH = 0.92, 4.0, 1.45
_WIDEST = 0.4
"""Largest width of a note over that of the body."""


def side_notes(pieces: Sequence[Piece]) -> set[int]:
    """Return the `id`s of pieces in small type that stand wholly left or right of all text in the page's main size."""
    counts: dict[float, int] = {}
    for piece in pieces:
        counts[piece.size] = counts.get(piece.size, 0) + len(piece.text)
    if len(counts) < 2:
        return set()
    largest = _SMALL * max(counts, key=lambda size: counts[size])
    body = [piece for piece in pieces if piece.size > largest]
    left, right = min(piece.x0 for piece in body), max(piece.x1 for piece in body)
    top, bottom = min(piece.y0 for piece in body), max(piece.y1 for piece in body)
    return {
        id(piece)
        for piece in pieces
        if piece.size <= largest
        and (piece.x1 < left - _GAP or piece.x0 > right + _GAP)
        and piece.x1 - piece.x0 <= _WIDEST * (right - left)
        and piece.y1 > top
        and piece.y0 < bottom
        and piece.element >= 0
    }


def with_side_notes(lines: Sequence[Line], notes: Sequence[Line]) -> list[Line]:
    """Return a page's lines with its side notes, each after the paragraph beside its first line."""
    after: dict[int, list[Line]] = {}
    place = -1
    for at, note in enumerate(notes):
        above = notes[at - 1] if at else None
        if above is None or note.base - above.base > 2 * note.size or abs(note.x0 - above.x0) > 60:
            place = _paragraph_end(lines, note)
        after.setdefault(place, []).append(note)
    placed = after.pop(-1, [])
    for at, line in enumerate(lines):
        placed.append(line)
        placed.extend(after.get(at, ()))
    return placed


def _paragraph_end(lines: Sequence[Line], note: Line) -> int:
    """Return the index of the last line of the paragraph beside which a note begins; -1 for none."""
    place = -1
    for at, line in enumerate(lines):
        if line.y0 <= note.base and (place < 0 or line.base >= lines[place].base):
            place = at
    while 0 <= place < len(lines) - 1:
        line, following = lines[place], lines[place + 1]
        gap = following.base - line.base
        if line.table >= 0 or following.column != line.column or not 0 < gap <= _PARAGRAPH * line.size:
            break
        place += 1
    return place

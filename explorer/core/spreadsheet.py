"""Cells for spreadsheet programs, which run what begins like a formula; a document may hold such a heading."""

from __future__ import annotations

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def guarded(text: str) -> str:
    """Return a cell's text with an apostrophe before what would run: the programs show that as text."""
    return f"'{text}" if text.startswith(_FORMULA) or text.lstrip(" ").startswith(_FORMULA) else text

"""Stretches of a text view that are marked: a chosen place, and the matches of a search."""

from __future__ import annotations

from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from explorer.ui.theme import Theme


def place_mark(cursor: QTextCursor, theme: Theme) -> QTextEdit.ExtraSelection:
    """Return the mark of a chosen place."""
    look = QTextCharFormat()
    look.setBackground(theme.colour("highlight"))
    return _mark(cursor, look)


def found_mark(cursor: QTextCursor, theme: Theme, *, current: bool) -> QTextEdit.ExtraSelection:
    """Return the mark of a match; the current one is the strongest."""
    look = QTextCharFormat()
    look.setBackground(theme.colour("accent" if current else "match"))
    look.setForeground(theme.colour("on_accent" if current else "text"))
    return _mark(cursor, look)


def _mark(cursor: QTextCursor, look: QTextCharFormat) -> QTextEdit.ExtraSelection:
    mark = QTextEdit.ExtraSelection()
    mark.cursor = cursor  # pyright: ignore[reportAttributeAccessIssue]
    mark.format = look  # pyright: ignore[reportAttributeAccessIssue]
    return mark

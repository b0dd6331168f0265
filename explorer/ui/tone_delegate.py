"""Writes a column's text in one of the theme's tones; a sign in the text says the same without colour."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTableView

from explorer.ui.theme import Theme

AnyIndex = QModelIndex | QPersistentModelIndex


class ToneDelegate(QStyledItemDelegate):
    """Asks `tone` for the name of a cell's colour, `plain` for the usual one."""

    def __init__(self, theme: Theme, tone: Callable[[AnyIndex], str], table: QTableView) -> None:
        super().__init__(table)
        self._theme = theme
        self._tone = tone

    def initStyleOption(self, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Set the colour."""
        super().initStyleOption(option, index)
        tone = self._tone(index)
        colour = self._theme.colour("text" if tone == "plain" else tone)
        for role in (QPalette.ColorRole.Text, QPalette.ColorRole.HighlightedText):
            option.palette.setColor(role, colour)

"""A list to choose from that shortens what is chosen where there is no room for it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter

_BESIDE = 8
"""Pixels that a style leaves free at both ends of the text."""


class ElidedBox(QComboBox):
    """Ends a text that is too long with an ellipsis, where Qt cuts through a letter."""

    def shown_text(self) -> str:
        """Return the chosen text as it is drawn."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self).width()
        return self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room - _BESIDE)

    def paintEvent(self, e: QPaintEvent) -> None:
        """Draw the box with the shortened text."""
        del e
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.shown_text()  # pyright: ignore[reportAttributeAccessIssue]
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

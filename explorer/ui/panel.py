"""What all panels look like: a head line with a title and controls, and a body."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

AnyWidget = TypeVar("AnyWidget", bound=QWidget)


def named(widget: AnyWidget, name: str = "", *, label: str = "") -> AnyWidget:
    """Return the widget with an object name for the style sheet and a label for screen readers."""
    if name:
        widget.setObjectName(name)
    if label:
        widget.setAccessibleName(label)
    return widget


class PanelHead(QWidget):
    """A panel's head: its title in small letters, controls at the right."""

    def __init__(self, title: str, *controls: QWidget) -> None:
        super().__init__()
        self.setObjectName("head")
        # A plain QWidget paints its style sheet's ground and border only when told to.
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._title = QLabel(title)
        self._title.setObjectName("headTitle")
        self._title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 3, 8, 3)
        row.setSpacing(4)
        row.addWidget(self._title, 1)
        for control in controls:
            row.addWidget(control)
        self.setFixedHeight(34)

    def set_title(self, title: str) -> None:
        """Show another title."""
        self._title.setText(title)
        self._title.setToolTip(title)

"""Names of widgets: one for the style sheet, one for screen readers."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QWidget

AnyWidget = TypeVar("AnyWidget", bound=QWidget)


def named(widget: AnyWidget, name: str = "", *, label: str = "") -> AnyWidget:
    """Return the widget with an object name for the style sheet and a label for screen readers."""
    if name:
        widget.setObjectName(name)
    if label:
        widget.setAccessibleName(label)
    return widget

"""The tools' tabs: movable, and no wider than the window can be."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QTabWidget, QWidget

_LEAST = QSize(480, 150)


class ToolTabs(QTabWidget):
    """Tabs that can be put in another order; one tool that wants much room does not keep the window large."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, documentMode=True, movable=True)
        self.setUsesScrollButtons(True)
        self.tabBar().setAccessibleName(self.tr("Tools"))

    def panels(self) -> list[QWidget]:
        """Return the tools in their present order."""
        panels = (self.widget(place) for place in range(self.count()))
        return [panel for panel in panels if panel is not None]

    def minimumSizeHint(self) -> QSize:
        """Ask for no more than a small window has."""
        return super().minimumSizeHint().boundedTo(_LEAST)

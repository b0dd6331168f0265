"""The tools' tabs: movable, no wider than the window can be, and closer together where they would not all be seen."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTabWidget, QWidget

_LEAST = QSize(480, 150)
_SPARED = 14
"""Pixels by which a tab is less wide when they stand close together (see the style sheet)."""


class ToolTabs(QTabWidget):
    """Tabs that can be put in another order; one tool that wants much room does not keep the window large."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, documentMode=True, movable=True)
        self.setUsesScrollButtons(True)
        self.tabBar().setAccessibleName(self.tr("Tools"))
        self._is_narrow = False

    def panels(self) -> list[QWidget]:
        """Return the tools in their present order."""
        panels = (self.widget(place) for place in range(self.count()))
        return [panel for panel in panels if panel is not None]

    def setTabText(self, index: int, text: str) -> None:
        """Give a tab another text, for which the others may have to make room."""
        super().setTabText(index, text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Set the tabs closer together or further apart."""
        super().resizeEvent(event)
        self._fit()

    def tabInserted(self, index: int) -> None:
        """Make room for one tab more."""
        super().tabInserted(index)
        self._fit()

    def _fit(self) -> None:
        bar = self.tabBar()
        roomy = bar.sizeHint().width() + _SPARED * self.count() * self._is_narrow
        narrow = roomy > self.width()
        if narrow != self._is_narrow:
            self._is_narrow = narrow
            bar.setProperty("narrow", narrow)
            bar.style().unpolish(bar)
            bar.style().polish(bar)
            # It keeps the places of its tabs until it hears of another style.
            QCoreApplication.sendEvent(bar, QEvent(QEvent.Type.StyleChange))

    def minimumSizeHint(self) -> QSize:
        """Ask for no more than a small window has."""
        return super().minimumSizeHint().boundedTo(_LEAST)

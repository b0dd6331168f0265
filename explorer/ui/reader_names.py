"""Names for screen readers that only the window knows: of areas that scroll, by what is in them and whose they are."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QScrollArea, QTabWidget, QWidget


def name_areas(parts: Iterable[tuple[str, QWidget]]) -> None:
    """Name every area that scrolls and has no name yet by what it shows, else by the part that it stands in."""
    for name, part in parts:
        for area in part.findChildren(QScrollArea):
            if not area.accessibleName():
                inner = area.widget()
                # The widget is None at run time where the area is empty.
                area.setAccessibleName((inner.accessibleName() if isinstance(inner, QWidget) else "") or name)


def name_tabs(tabs: QTabWidget) -> None:
    """Give the bar of tabs the name of the tabs."""
    tabs.tabBar().setAccessibleName(tabs.accessibleName())

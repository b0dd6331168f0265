"""Gives the style sheet to the window area by area, so that another theme or text size never holds it up for long.

Qt styles every widget below the one whose sheet changes, hidden ones too, and most of the window's widgets are in tools
that are not in front. So each panel has the sheet for itself. Of what is seen, bars and small panels change at once,
the large ones in a turn of the event loop each, and keep their picture until then; what is hidden follows in the same
way, or as soon as it is shown. What holds the panels (the window, the docks, the tabs) has a small sheet that knows all
themes and never changes; a property says which theme holds.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QChildEvent, QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QCompleter, QTabBar, QWidget

from explorer.ui.theme import Theme


class Styling(QObject):
    """Styles a window: once when it is made, then whenever the theme or the text size changes.

    `frame` holds the areas, which are styled each by itself and do not overlap: the `small` ones together where they
    are seen, the `large` ones one by one. Dialogs of the window, and bars of panes that the user lays over each other,
    are styled when they come.
    """

    def __init__(
        self,
        theme: Theme,
        window: QWidget,
        frame: Iterable[QWidget],
        small: Iterable[QWidget],
        large: Iterable[QWidget],
    ) -> None:
        super().__init__(window)
        self._theme = theme
        self._window = window
        self._frame = (window, *frame)
        self._small = tuple(small)
        self._areas = (*self._small, *large)
        self._stale: list[QWidget] = []
        self._sheet = theme.style_sheet()
        self._turns = QTimer(self, interval=0)
        self._turns.timeout.connect(self._style_next)
        window.setStyleSheet(theme.frame_sheet())
        self._use_palette()
        for area in self._areas:
            area.setStyleSheet(self._sheet)
        self._style_lists()
        for widget in (*self._frame, *self._areas):
            widget.installEventFilter(self)

    @property
    def waiting(self) -> int:
        """Return how many areas have the looks of before; those that are seen come first."""
        return len(self._stale)

    def renew(self) -> None:
        """Take the theme's present colours and text size, if they are others."""
        sheet = self._theme.style_sheet()
        if sheet == self._sheet:
            return
        self._sheet = sheet
        self._use_palette()
        for area in (*(area for area in self._small if area.isVisible()), *self._newcomers()):
            self._style(area)
        seen = [area for area in self._areas if area.isVisible() and area not in self._small]
        for area in seen:
            area.setUpdatesEnabled(False)
        self._stale = [*seen, *(area for area in self._areas if not area.isVisible())]
        self._turns.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Style what is about to be seen."""
        if event.type() == QEvent.Type.Show and watched in self._stale and isinstance(watched, QWidget):
            self._stale.remove(watched)
            self._style(watched)
        elif event.type() == QEvent.Type.ChildPolished and isinstance(event, QChildEvent) and watched in self._frame:
            # What belongs to an area, a menu for one, has the area's sheet and follows it.
            child = event.child()
            if isinstance(child, QWidget) and self._is_newcomer(child):
                child.setStyleSheet(self._sheet)
        return super().eventFilter(watched, event)

    def _style_next(self) -> None:
        if self._stale:
            self._style(self._stale.pop(0))
        else:
            self._style_lists()
            self._turns.stop()

    def _style(self, area: QWidget) -> None:
        area.setStyleSheet(self._sheet)
        if not area.updatesEnabled():
            area.setUpdatesEnabled(True)

    def _use_palette(self) -> None:
        QApplication.setPalette(self._theme.palette())
        for widget in self._frame:
            widget.setProperty("scheme", self._theme.name)
            widget.setProperty("points", str(self._theme.font_size))
            # Properties that a sheet asks for are looked at when a widget is styled; this styles no other widget.
            widget.style().unpolish(widget)
            widget.style().polish(widget)
            widget.update()

    def _style_lists(self) -> None:
        """Style the lists of completers, which are windows without a parent."""
        for completer in self._window.findChildren(QCompleter):
            popup = completer.popup()
            if popup is not None:
                popup.setStyleSheet(self._sheet)

    def _newcomers(self) -> list[QWidget]:
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        children = [child for widget in self._frame for child in widget.findChildren(QWidget, options=direct)]
        return [child for child in children if self._is_newcomer(child)]

    def _is_newcomer(self, child: QWidget) -> bool:
        known = child in self._areas or child in self._frame
        return not known and (child.isWindow() or isinstance(child, QTabBar))

"""Where the panes stand: chunks in the middle, documents, source and tools around them, as the user arranges them.

At first there are no title bars; they come while panes are being arranged, and on panes that are windows of their own.
Everything can be done by menu too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QByteArray, QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu, QTabWidget, QWidget

VERSION = 1
"""Of the arrangement that is kept; another one is not restored."""

_SIDES = (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea)
_USUAL = {"documents": 0.21, "source": 0.305, "tools": 0.4}
"""The share of the width, of the tools' height, that each pane takes at first."""

_LEAST = 0.05
_TOOLS_ROOM, _TOOLS_MOST = 300, 0.56
"""Pixels that tools want at first in the usual text size, and what they get of a low window's height at the most."""
_USUAL_POINTS = 10
_ENLARGED = 0.88
"""The share of the room that enlarged tools ask for; the other panes keep what they cannot do without."""


class Workspace(QMainWindow):
    """The panes; `docks` are those that can be moved, by name. `menu_parts` are actions and menus for a menu."""

    def __init__(self, tree: QWidget, chunks: QWidget, source: QWidget, tools: QTabWidget) -> None:
        super().__init__(None, Qt.WindowType.Widget)
        self.setObjectName("workspace")
        self.setDockOptions(QMainWindow.DockOption.AllowNestedDocks | QMainWindow.DockOption.AllowTabbedDocks)
        self.setCentralWidget(chunks)
        self._tools = tools
        self._order = tuple(type(tools.widget(place)).__name__ for place in range(tools.count()))
        self._shares = dict(_USUAL)
        self._points = _USUAL_POINTS
        self._known = QSize()
        self._sharing = False
        self._fresh = True
        self._restored = False
        self._no_bars: dict[str, QWidget] = {}
        self.docks = {
            "documents": self._dock("documents", self.tr("Documents"), tree),
            "source": self._dock("source", self.tr("Source"), source),
            "tools": self._dock("tools", self.tr("Tools"), tools),
        }
        self.arranging = QAction(self.tr("&Title bars to move panes by"), self, checkable=True)
        self.arranging.toggled.connect(self._show_bars)
        self.enlarging = QAction(self.tr("&Enlarge the tools"), self, checkable=True)
        self.enlarging.setShortcut(QKeySequence("F11"))
        self.enlarging.setToolTip(
            self.tr("Give the tools all the room that the other panes can spare; once more gives it back")
        )
        self.enlarging.toggled.connect(self._enlarge)
        tools.tabBarDoubleClicked.connect(lambda _place: self.enlarging.toggle())
        self.again = QAction(self.tr("&Reset the arrangement"), self)
        self.again.triggered.connect(lambda _checked=False: self.reset())
        self._stand()

    def menu_parts(self) -> list[QAction | QMenu | None]:
        """Return what a menu shows: each pane's switch and its places, groups parted by None."""
        switches = [dock.toggleViewAction() for dock in self.docks.values()]
        places = [self._places(dock) for dock in self.docks.values()]
        return [*switches, None, *places, None, self.enlarging, self.arranging, self.again]

    def reveal(self, pane: QWidget) -> None:
        """Show the pane that holds a widget, if the user has hidden it."""
        for dock in self.docks.values():
            if dock.isAncestorOf(pane):
                dock.show()
                dock.raise_()
                if dock.isFloating():
                    dock.activateWindow()

    def reset(self) -> None:
        """Put every pane where it stands at first."""
        self.arranging.setChecked(False)
        self.enlarging.setChecked(False)
        for dock in self.docks.values():
            dock.setFloating(False)
            self.removeDockWidget(dock)
        self._stand()
        self._sort_tools(self._order)
        self._shares = dict(_USUAL)
        self._share_soon()

    def kept(self) -> QByteArray:
        """Return the arrangement."""
        return self.saveState(VERSION)

    def shares(self) -> list[float]:
        """Return the share of the room that each pane has, in the order of `docks`."""
        return [self._shares[name] for name in self.docks]

    def restore(self, kept: QByteArray) -> bool:
        """Arrange as it was; False when the text is of another version or damaged.

        Sizes in it are those of another window, or of none: `take_shares` tells the panes'.
        """
        self._restored = self.restoreState(kept, VERSION)
        return self._restored

    def take_text_size(self, points: int) -> None:
        """Give the tools room for text of that many points."""
        self._points = points
        if not self._fresh:
            self._share_soon()

    def take_shares(self, shares: Sequence[object]) -> None:
        """Give the panes the shares of the room that they had; shares that cannot be are the usual ones."""
        if len(shares) == len(self.docks):
            for name, share in zip(self.docks, shares, strict=True):
                known = _number(share)
                self._shares[name] = known if _LEAST <= known <= 1 - _LEAST else _USUAL[name]

    def tools_order(self) -> list[str]:
        """Return the tools' order, by the classes of their panels."""
        return [type(self._tools.widget(place)).__name__ for place in range(self._tools.count())]

    def sort_tools(self, order: Sequence[str]) -> None:
        """Put the tools in an order; those that it does not name keep theirs, after the others."""
        known = [name for name in dict.fromkeys(order) if name in self._order]
        self._sort_tools([*known, *(name for name in self._order if name not in known)])

    def _sort_tools(self, order: Sequence[str]) -> None:
        for place, name in enumerate(order):
            self._tools.tabBar().moveTab(self.tools_order().index(name), place)

    def _stand(self) -> None:
        self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, self.docks["documents"])
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.docks["source"])
        self.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self.docks["tools"])
        for dock in self.docks.values():
            dock.show()

    def _dock(self, name: str, title: str, pane: QWidget) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        dock.setWidget(pane)
        bar = QWidget(dock)
        bar.setFixedHeight(0)
        self._no_bars[name] = bar
        dock.setTitleBarWidget(bar)
        dock.topLevelChanged.connect(lambda _floating: self._show_bars())
        dock.installEventFilter(self)
        return dock

    def _show_bars(self) -> None:
        for dock in self.docks.values():
            wanted = self.arranging.isChecked() or dock.isFloating()
            # None brings Qt's own bar back, which its types do not tell.
            bar: Any = None if wanted else self._no_bars[dock.objectName()]
            if dock.titleBarWidget() is not bar:
                dock.setTitleBarWidget(bar)
            self._no_bars[dock.objectName()].setVisible(not wanted)

    def _places(self, dock: QDockWidget) -> QMenu:
        menu = QMenu(self.tr("Place of {0}").format(dock.windowTitle()), self)
        for text, area in (
            (self.tr("At the &left"), Qt.DockWidgetArea.LeftDockWidgetArea),
            (self.tr("At the &right"), Qt.DockWidgetArea.RightDockWidgetArea),
            (self.tr("&Above"), Qt.DockWidgetArea.TopDockWidgetArea),
            (self.tr("&Below"), Qt.DockWidgetArea.BottomDockWidgetArea),
        ):
            _add(menu, text, partial(self._move, dock, area))
        _add(menu, self.tr("In a &window of its own"), partial(self._float, dock))
        return menu

    def _move(self, dock: QDockWidget, area: Qt.DockWidgetArea) -> None:
        dock.setFloating(False)
        self.addDockWidget(area, dock)
        dock.show()

    def _enlarge(self, wanted: bool) -> None:
        if wanted:
            self.docks["tools"].show()
        self._share_soon()

    def _float(self, dock: QDockWidget) -> None:
        dock.show()
        dock.setFloating(True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Know what share of the room the user gives to a pane."""
        if event.type() == QEvent.Type.Resize and isinstance(watched, QDockWidget):
            self._note_share(watched)
        return super().eventFilter(watched, event)

    def _note_share(self, dock: QDockWidget) -> None:
        # A pane that changes with the window, or because it is given its share, is not changed by the user.
        if self._sharing or self.size() != self._known or self._fresh or dock.isFloating() or self.width() < 1:
            return
        if self.enlarging.isChecked() and dock is self.docks["tools"]:
            # What it is given for a while is no arrangement.
            return
        across = self.dockWidgetArea(dock) in _SIDES
        self._shares[dock.objectName()] = dock.width() / self.width() if across else dock.height() / self.height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the panes keep their shares of a window that is made larger or smaller."""
        super().resizeEvent(event)
        self._known = event.size()
        if not self._fresh:
            self._share_soon()

    def showEvent(self, event: QShowEvent) -> None:
        """Give the panes their shares."""
        super().showEvent(event)
        self._fresh = False
        self._share_soon()
        if self._restored:
            # A restored arrangement is laid out once more with the sizes in it.
            self._restored = False
            QTimer.singleShot(0, self, partial(self._share_again, dict(self._shares)))

    def _share_again(self, shares: Mapping[str, float]) -> None:
        self._shares.update(shares)
        self._share_soon()

    def _share_soon(self) -> None:
        self._sharing = True
        self._share()
        QTimer.singleShot(0, self, self._end_sharing)

    def _end_sharing(self) -> None:
        self._sharing = False

    def _share(self) -> None:
        for across, whole in ((True, self.width()), (False, self.height())):
            docks = [
                dock
                for dock in self.docks.values()
                if dock.isVisible() and not dock.isFloating() and (self.dockWidgetArea(dock) in _SIDES) is across
            ]
            sizes = [self._size_of(dock.objectName(), whole, across=across) for dock in docks]
            way = Qt.Orientation.Horizontal if across else Qt.Orientation.Vertical
            if docks:
                self.resizeDocks(docks, sizes, way)

    def _size_of(self, name: str, whole: int, *, across: bool) -> int:
        """Return how many pixels of `whole` a pane is given."""
        share = self._shares[name]
        if name != "tools":
            return round(share * whole)
        if self.enlarging.isChecked():
            return round(_ENLARGED * whole)
        if not across and share == _USUAL[name]:
            # Four tenths of a low window would leave a ranking room for a single hit.
            return max(
                round(share * whole), min(_TOOLS_ROOM * self._points // _USUAL_POINTS, round(_TOOLS_MOST * whole))
            )
        return round(share * whole)


def _number(text: object) -> float:
    """Return a number that was kept as text, 0 for anything else."""
    try:
        return float(str(text))
    except ValueError:
        return 0.0


def _add(menu: QMenu, text: str, slot: Callable[[], object]) -> QAction:
    action = menu.addAction(text)
    action.triggered.connect(lambda _checked=False: slot())
    return action

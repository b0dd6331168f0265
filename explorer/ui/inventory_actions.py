"""What can be done with a heading of the inventory: as buttons, as a menu, and by keys."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from explorer.core.audit_views import HeadingUse
from explorer.ui.mend_texts import take_text
from explorer.ui.models.inventory_model import COLUMNS
from explorer.ui.panel_parts import action_button, flat_button
from explorer.ui.table_parts import table_action


class InventoryActions(QObject):
    """The actions of the inventory panel and the buttons that stand in its line. Emits `sort_wanted` (column)."""

    sort_wanted = Signal(int)

    def __init__(self, panel: QWidget) -> None:
        super().__init__(panel)
        self.rename = table_action(panel, self.tr("Rename…"), "F2", self.tr("Rename the heading for retrieval"))
        self.take = table_action(panel, self.tr("Take the proposed heading"), "Ctrl+Shift+T")
        self.silence = table_action(panel, self.tr("Leave alone"), "Ctrl+Shift+L")
        self.generic = table_action(panel, self.tr("Says nothing here"), "Ctrl+Shift+N")
        self.places = table_action(panel, self.tr("Show places"), "Ctrl+Shift+O")
        self.copy = table_action(panel, self.tr("Copy rows"), "Ctrl+C")
        self.export = table_action(
            panel, self.tr("Export…"), "Ctrl+E", self.tr("Write these headings as CSV, TSV, JSON or Markdown")
        )
        # The table takes Ctrl+C itself; as a key of the whole panel it would be taken from the search field.
        self.copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.more = self._more(panel)
        self.buttons = (action_button(self.rename, panel), action_button(self.silence, panel), self.more)

    def show_use(self, use: HeadingUse | None, *, generic: bool) -> None:
        """Fit the actions to the heading that they are about."""
        for action in (self.rename, self.take, self.silence, self.generic, self.places):
            action.setEnabled(use is not None)
        self.take.setText(take_text(use.proposal if use else ""))
        quiet = use is not None and use.silenced
        self.silence.setText(self.tr("Hear again") if quiet else self.tr("Leave alone"))
        tip = self.tr("Report the heading again") if quiet else self.tr("Do not report the heading in this library")
        self.silence.setToolTip(f"{tip} (Ctrl+Shift+L)")
        self.generic.setText(self.tr("Says something after all") if generic else self.tr("Says nothing here"))

    def fill(self, menu: QMenu) -> None:
        """Put all actions into a menu, and the ways to sort, which the header offers to the mouse alone."""
        menu.clear()
        menu.addActions([self.rename, self.take, self.silence, self.generic, self.places])
        menu.addSeparator()
        sort = menu.addMenu(self.tr("Sort by"))
        for number, column in enumerate(COLUMNS):
            if column.sort:
                action = sort.addAction(str(column.title))
                action.setData(number)
        sort.triggered.connect(lambda action: self.sort_wanted.emit(action.data()))
        menu.addSeparator()
        menu.addActions([self.copy, self.export])

    def _more(self, panel: QWidget) -> QToolButton:
        button = flat_button(self.tr("More"), self.tr("What else can be done with headings"), panel)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(button)
        menu.aboutToShow.connect(lambda: self.fill(menu))
        button.setMenu(menu)
        return button

"""The compare pane's first line: the question with its history and help, the filter, the view, and copying."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from explorer.ui.filter_button import FilterButton
from explorer.ui.hit_groups import GROUPINGS, SORTINGS, Arrangement
from explorer.ui.icons import Icon, icon
from explorer.ui.panel_parts import flat_button
from explorer.ui.question_line import QuestionLine
from explorer.ui.theme import Theme


class CompareBar(QWidget):
    """Signals beside those of its parts: `arranged` (Arrangement), `help_wanted`, `history_wanted`.

    `tsv_wanted`, `markdown_wanted` and `csv_wanted` ask for the results in a form.
    """

    arranged = Signal(object)
    help_wanted = Signal()
    history_wanted = Signal()
    tsv_wanted = Signal()
    markdown_wanted = Signal()
    csv_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._arrangement = Arrangement()
        self.question = QuestionLine(self)
        self.history = flat_button("", self.tr("Questions asked before, saved searches (Ctrl+H)"), self)
        self.history.setShortcut("Ctrl+H")
        self.help = flat_button("?", self.tr("What you can write in a question (Shift+F1)"), self)
        self.help.setShortcut("Shift+F1")
        self.filter = FilterButton(self)
        self.filter.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.view = self._menu_button(self.tr("Show"), self.tr("How the hits are arranged"))
        self.copy = self._menu_button(self.tr("Copy"), self.tr("Copy or export the results"))
        self._fill_view()
        self._fill_copy()
        self._lay_out()
        self.history.clicked.connect(self.history_wanted)
        self.help.clicked.connect(self.help_wanted)
        theme.changed.connect(self._draw_icons)
        self._draw_icons()

    def _menu_button(self, text: str, tip: str) -> QToolButton:
        button = flat_button(text, tip, self)
        button.setMenu(QMenu(button))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return button

    def controls(self) -> tuple[QWidget, ...]:
        """Return what takes the keys, from the left to the right."""
        return (self.question, self.history, self.help, self.filter, self.view, self.copy)

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.question, 1)
        for widget in (self.history, self.help, self.filter, self.view, self.copy):
            row.addWidget(widget)

    def _draw_icons(self) -> None:
        self.history.setIcon(icon(Icon.RECENT, self._theme))
        self.filter.setIcon(icon(Icon.FILTER, self._theme))

    def _fill_view(self) -> None:
        menu = self.view.menu()
        self._groups = QActionGroup(menu)
        names = (self.tr("&One list"), self.tr("Grouped by &document"), self.tr("Grouped by &section"))
        for grouping, name in zip(GROUPINGS, names, strict=True):
            action = menu.addAction(name)
            action.setData(grouping)
            action.setCheckable(True)
            self._groups.addAction(action)
        menu.addSeparator()
        self._orders = QActionGroup(menu)
        orders = (
            self.tr("By &rank"),
            self.tr("By rank on the o&ther side"),
            self.tr("The most &moved first"),
            self.tr("By document and &place"),
        )
        for sorting, name in zip(SORTINGS, orders, strict=True):
            action = menu.addAction(name)
            action.setData(sorting)
            action.setCheckable(True)
            self._orders.addAction(action)
        self._orders.triggered.connect(self._on_view)
        menu.addSeparator()
        self._fold = self._switch(menu, self.tr("&Fold hits that say nearly the same"))
        self._lost = self._switch(menu, self.tr("Show what &fell out of the list"))
        self._groups.triggered.connect(self._on_view)
        self.show_arrangement(self._arrangement)

    def _switch(self, menu: QMenu, name: str) -> QAction:
        action = menu.addAction(name)
        action.setCheckable(True)
        action.triggered.connect(self._on_view)
        return action

    def _fill_copy(self) -> None:
        menu = self.copy.menu()
        menu.addAction(self.tr("Copy results as a &table (TSV)")).triggered.connect(self.tsv_wanted)
        menu.addAction(self.tr("Copy results as &Markdown")).triggered.connect(self.markdown_wanted)
        menu.addSeparator()
        menu.addAction(self.tr("&Export as CSV…")).triggered.connect(self.csv_wanted)

    @property
    def arrangement(self) -> Arrangement:
        """Return how hits are arranged."""
        return self._arrangement

    def show_arrangement(self, arrangement: Arrangement) -> None:
        """Show how hits are arranged without telling."""
        self._arrangement = arrangement
        for action in self._groups.actions():
            action.setChecked(action.data() == arrangement.grouping)
        for action in self._orders.actions():
            action.setChecked(action.data() == arrangement.sorting)
        self._fold.setChecked(arrangement.fold_repeats)
        self._lost.setChecked(arrangement.lost)

    def _on_view(self) -> None:
        chosen = self._groups.checkedAction()
        grouping = str(chosen.data()) if chosen else ""
        order = self._orders.checkedAction()
        self._arrangement = Arrangement(
            grouping, self._fold.isChecked(), self._lost.isChecked(), str(order.data()) if order else ""
        )
        self.arranged.emit(self._arrangement)

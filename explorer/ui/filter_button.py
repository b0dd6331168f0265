"""The filter of the compare pane: a button that says how many filters are in force and opens their dialog."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QToolButton, QWidget

from explorer.core.retrieval_views import FilterChoices
from explorer.core.views import Filters
from explorer.ui.filter_dialog import FilterDialog
from explorer.ui.filter_words import chosen_chips, filter_words
from explorer.ui.wishes import Selection


class FilterButton(QToolButton):
    """`filters_changed`: the user chose other filters; `choices_wanted`: they want to see what there is."""

    filters_changed = Signal()
    choices_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filters = Filters()
        self._choices = FilterChoices()
        self._selection = Selection()
        self.dialog: FilterDialog | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Filter: which chunks are ranked"))
        self.clicked.connect(self.open)
        self._show()

    @property
    def filters(self) -> Filters:
        """Return the filters in force."""
        return self._filters

    def set_filters(self, filters: Filters) -> None:
        """Put other filters in force without telling."""
        self._filters = filters
        self._show()

    def choose(self, filters: Filters) -> None:
        """Put other filters in force and tell."""
        if filters != self._filters:
            self.set_filters(filters)
            self.filters_changed.emit()

    def show_choices(self, choices: FilterChoices) -> None:
        """Offer what a library can be filtered by."""
        self._choices = choices
        if self.dialog is not None:
            self.dialog.show_choices(choices)

    def show_selection(self, selection: Selection) -> None:
        """Offer the selected folder and document first."""
        self._selection = selection

    def open(self) -> None:
        """Show the dialog; the window stays usable behind it until it is closed."""
        if self.dialog is not None:
            self.dialog.raise_()
            return
        self.choices_wanted.emit()
        self.dialog = FilterDialog(self._filters, self._choices, self._selection, self)
        self.dialog.filters_wanted.connect(self.choose)
        self.dialog.finished.connect(self._on_closed)
        self.dialog.open()

    def _on_closed(self) -> None:
        self.dialog = None
        self.setFocus()

    def _show(self) -> None:
        count = len(chosen_chips(self._filters))
        self.setText(self.tr("Filter ({0})").format(count) if count else self.tr("Filter"))
        words = filter_words(self._filters) or self.tr("all that are in force")
        self.setToolTip(self.tr("Which chunks are ranked: {0}").format(words))

"""Asks which chunks are to be ranked: by folder, document, heading, format, language, version, access, tag and date."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QDate, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDateEdit,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from explorer.core.retrieval_views import FilterChoices
from explorer.core.views import Filters
from explorer.ui.dialog_parts import button_box
from explorer.ui.filter_chips import FilterChips
from explorer.ui.filter_values import FilterValues
from explorer.ui.filter_words import KINDS, VALUES, Chip, chosen_chips, kind_words, values_of, with_values, without_chip
from explorer.ui.flow_layout import FlowLayout
from explorer.ui.naming import named
from explorer.ui.wishes import Selection

_DAY = "yyyy-MM-dd"
_LISTED = ("folder", *VALUES)


class FilterDialog(QDialog):
    """The user's choice is told by `filters_wanted` (Filters) when it is accepted."""

    filters_wanted = Signal(object)

    def __init__(self, filters: Filters, choices: FilterChoices, selection: Selection, parent: QWidget) -> None:
        super().__init__(parent)
        self._filters = filters
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Which chunks are ranked"))
        self.kinds = named(QListWidget(self), "popup", label=self.tr("Kind of filter"))
        self.values = {kind: FilterValues(kind, self) for kind in _LISTED}
        self.dated = QCheckBox(self.tr("Only documents in &force on this day"), self)
        self.day = named(QDateEdit(QDate.currentDate(), self), label=self.tr("Day"))
        self.superseded = QCheckBox(self.tr("&Include superseded and expired documents"), self)
        self._chosen = QWidget(self)
        self.chips = FilterChips(self._chosen, FlowLayout(self._chosen))
        self._pages = QStackedWidget(self)
        self._quick = QHBoxLayout()
        self._lay_out()
        self._offer_selection(selection)
        self.show_choices(choices)
        self._fill()
        self._connect()
        self._say()
        self.kinds.setCurrentRow(next((n for n, kind in enumerate(KINDS) if values_of(filters, kind)), 0))
        self.resize(640, 480)

    def _lay_out(self) -> None:
        for kind in KINDS:
            self.kinds.addItem(kind_words(kind))
            self._pages.addWidget(self.values[kind] if kind in self.values else self._date_page())
        self.kinds.setFixedWidth(170)
        across = QHBoxLayout()
        across.setSpacing(12)
        across.addWidget(self.kinds)
        across.addWidget(self._pages, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(10)
        column.addLayout(self._quick)
        column.addLayout(across, 1)
        column.addWidget(self.superseded)
        column.addWidget(self._chosen)
        column.addWidget(self._buttons())

    def _date_page(self) -> QWidget:
        page = QWidget(self)
        self.day.setDisplayFormat(_DAY)
        self.day.setCalendarPopup(True)
        about = named(QLabel(self.tr("Dates come from what the documents state about themselves."), page), "muted")
        about.setWordWrap(True)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.dated, self.day, about):
            column.addWidget(widget)
        column.addStretch(1)
        return page

    def _buttons(self) -> QDialogButtonBox:
        buttons = button_box(QDialogButtonBox.StandardButton.Cancel, self)
        apply = named(QPushButton(self.tr("&Rank these"), self), "primary")
        clear = QPushButton(self.tr("&Clear all"), self)
        buttons.addButton(apply, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(clear, QDialogButtonBox.ButtonRole.ResetRole)
        apply.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        clear.clicked.connect(lambda: self._take(Filters()))
        return buttons

    def _offer_selection(self, selection: Selection) -> None:
        """Offer what is selected in the tree at one click."""
        folder = selection.folder or selection.document.rpartition("/")[0]
        if folder:
            self._offer(f"{folder}/", lambda: self._take(replace(self._filters, folder=folder, documents=())))
        if selection.document:
            name = selection.document
            self._offer(name, lambda: self._take(replace(self._filters, folder="", documents=(name,))))
        self._quick.addStretch(1)

    def _offer(self, name: str, act: object) -> None:
        text = self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, 220)
        button = named(QPushButton(self.tr("Only {0}").format(text.replace("&", "&&")), self), "pill")
        button.setToolTip(name)
        button.setAutoDefault(False)
        button.clicked.connect(act)
        self._quick.addWidget(button)

    def _connect(self) -> None:
        self.kinds.currentRowChanged.connect(self._pages.setCurrentIndex)
        for page in self.values.values():
            page.changed.connect(self._on_values)
        self.dated.toggled.connect(self._on_day)
        self.day.dateChanged.connect(self._on_day)
        self.superseded.toggled.connect(self._on_superseded)
        self.chips.removed.connect(self._on_removed)

    @property
    def filters(self) -> Filters:
        """Return what is chosen so far."""
        return self._filters

    def show_choices(self, choices: FilterChoices) -> None:
        """Offer other values; what is chosen stays so."""
        for kind, page in self.values.items():
            offered = getattr(choices, "folders" if kind == "folder" else kind)
            page.offer(offered, values_of(self._filters, kind))
        self._say()

    def accept(self) -> None:
        """Tell the choice and close."""
        self.filters_wanted.emit(self._filters)
        super().accept()

    def _take(self, filters: Filters) -> None:
        self._filters = filters
        self._fill()
        self._say()

    def _fill(self) -> None:
        for kind, page in self.values.items():
            page.check(values_of(self._filters, kind))
        day = QDate.fromString(self._filters.date, _DAY)
        for box, checked in ((self.dated, day.isValid()), (self.superseded, not self._filters.current_only)):
            box.blockSignals(True)
            box.setChecked(checked)
            box.blockSignals(False)
        self.day.setEnabled(day.isValid())
        if day.isValid():
            self.day.setDate(day)

    def _on_values(self) -> None:
        for kind, page in self.values.items():
            checked = page.checked()
            kept = [value for value in values_of(self._filters, kind) if value in checked]
            self._filters = with_values(self._filters, kind, dict.fromkeys((*kept, *checked)))
        self._say()

    def _on_day(self) -> None:
        self.day.setEnabled(self.dated.isChecked())
        day = self.day.date().toString(_DAY) if self.dated.isChecked() else ""
        self._filters = replace(self._filters, date=day)
        self._say()

    def _on_superseded(self, included: bool) -> None:
        self._filters = replace(self._filters, current_only=not included)
        self._say()

    def _on_removed(self, chip: Chip) -> None:
        self._take(without_chip(self._filters, chip))

    def _say(self) -> None:
        self.chips.show_chips(chosen_chips(self._filters), ())
        self._chosen.setVisible(bool(self.chips.chips()))
        for row, kind in enumerate(KINDS):
            count = len(values_of(self._filters, kind))
            name = kind_words(kind)
            self.kinds.item(row).setText(f"{name}  ✓ {count}" if count else name)

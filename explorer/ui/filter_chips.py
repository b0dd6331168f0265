"""The filters in force as chips: those that were chosen, and those that are written in the question."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from explorer.ui.filter_words import Chip
from explorer.ui.flow_layout import FlowLayout
from explorer.ui.naming import named

_LONGEST = 260


class FilterChips(QObject):
    """Chips at the end of a flow, each a button that takes its filter away: `removed` (Chip)."""

    removed = Signal(object)

    def __init__(self, box: QWidget, flow: FlowLayout) -> None:
        """Put chips into the layout `flow` of the widget `box`."""
        super().__init__(box)
        self._box = box
        self._flow = flow
        self._chips: tuple[Chip, ...] = ()
        self._shown: list[QWidget] = []

    def chips(self) -> tuple[Chip, ...]:
        """Return what is shown."""
        return self._chips

    def show_chips(self, chosen: Sequence[Chip], written: Sequence[Chip]) -> None:
        """Show other filters: the chosen ones, then those of the question."""
        chips = (*chosen, *written)
        if chips == self._chips:
            return
        self._chips = chips
        for widget in self._shown:
            self._flow.removeWidget(widget)
            widget.deleteLater()
        self._shown = [self._button(chip, "plain") for chip in chosen]
        if written:
            self._shown.append(named(QLabel(self.tr("from the question:"), self._box), "muted"))
            self._shown += [self._button(chip, "accent") for chip in written]
        for widget in self._shown:
            self._flow.addWidget(widget)
            widget.show()
        self._box.updateGeometry()

    def buttons(self) -> list[QPushButton]:
        """Return the buttons in the order of the chips."""
        return [widget for widget in self._shown if isinstance(widget, QPushButton)]

    def _button(self, chip: Chip, tone: str) -> QPushButton:
        button = named(QPushButton(self._box), "pill", label=self.tr("Take away the filter {0}").format(chip.words))
        shown = self._box.fontMetrics().elidedText(chip.words, Qt.TextElideMode.ElideMiddle, _LONGEST)
        button.setText(f"{shown.replace('&', '&&')}  ×")
        button.setToolTip(f"{chip.words}\n" + self.tr("Click to take it away"))
        button.setProperty("tone", tone)
        button.clicked.connect(lambda: self.removed.emit(chip))
        return button

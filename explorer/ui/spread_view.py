"""The verdict on a recipe for the whole library, and the figures that it rests on, each with what it means."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from explorer.core.spread import Spread
from explorer.ui.naming import named
from explorer.ui.spread_texts import Figure, figures, reason, verdict_text, verdict_tone


class SpreadView(QWidget):
    """Shows the figures of a library."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.verdict = named(QLabel(), "pill")
        self.reason = _words()
        self._rows = [(QLabel(), _words(), named(_words(), "muted")) for _ in figures(Spread("", 0))]
        self._figures: tuple[Figure, ...] = ()
        self._lay_out()
        self.show_spread(Spread("", 0))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(6)
        column.addWidget(self.verdict, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.reason)
        grid = QGridLayout()
        grid.setContentsMargins(0, 2, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(1, 1)
        for row, (value, name, meaning) in enumerate(self._rows):
            value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
            value.setStyleSheet("font-weight: 600;")
            meaning.setContentsMargins(0, 0, 0, 6)
            grid.addWidget(value, 2 * row, 0)
            grid.addWidget(name, 2 * row, 1)
            grid.addWidget(meaning, 2 * row + 1, 1)
        column.addLayout(grid)
        column.addStretch(1)

    def show_spread(self, spread: Spread) -> None:
        """Show other figures."""
        self._figures = figures(spread)
        verdict = verdict_text(spread.verdict)
        self.verdict.setText(verdict)
        self.verdict.setProperty("tone", verdict_tone(spread.verdict))
        self.verdict.style().polish(self.verdict)
        self.reason.setText(reason(spread))
        for figure, labels in zip(self._figures, self._rows, strict=True):
            for label, text in zip(labels, (figure.value, figure.name, figure.meaning), strict=True):
                label.setText(text)
                label.setToolTip(figure.formula)
            labels[0].setAccessibleName(f"{figure.name}: {figure.value}. {figure.meaning}")

    def lines(self) -> list[list[str]]:
        """Return verdict, reason and figures as cells."""
        head = [self.verdict.text(), self.reason.text()]
        return [head, *([figure.name, figure.value, figure.meaning] for figure in self._figures)]


def _words() -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    return label

"""The box that chooses which headings are listed: all, those that say nothing, one kind of them, or the others."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from explorer.core.findings import Severity
from explorer.ui.naming import named
from explorer.ui.texts import code_text, severity_sign

SILENT = "-"
"""The choice of all headings that say nothing; a code, "" for those that say something, None for all are the others."""


class HeadingKinds(QComboBox):
    """Choices with their counts over the whole library."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, label=self.tr("Which headings"))
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(12)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(300)
        self._counts: Mapping[str, int] = {}
        self.show_counts({})

    @property
    def total(self) -> int:
        """Return how many heading texts the library has."""
        return sum(self._counts.values())

    def codes(self) -> tuple[str, ...]:
        """Return the chosen codes, none for every heading; "" stands for headings that say something."""
        chosen = self.currentData()
        if chosen == SILENT:
            return tuple(code for code in self._counts if code)
        return () if chosen is None else (chosen,)

    def choose(self, choice: str) -> None:
        """Choose a code, `SILENT`, or "" for headings that say something; all when there is no such choice."""
        self.setCurrentIndex(max(self.findData(choice), 0))

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Take other counts by code; what is chosen stays chosen, without a signal."""
        self._counts = dict(counts)
        chosen = self.currentData()
        with QSignalBlocker(self):
            self.clear()
            for text, choice in self._choices():
                self.addItem(text, choice)
            self.setCurrentIndex(max(self.findData(chosen), 0) if chosen is not None else 0)

    def _choices(self) -> list[tuple[str, str | None]]:
        counts, sign = self._counts, severity_sign(Severity.WARNING)
        silent = sum(number for code, number in counts.items() if code)
        return [
            (self.tr("All headings"), None),
            (self.tr("{0} Says nothing ({1})").format(sign, f"{silent:,}"), SILENT),
            *((f"{code}  {code_text(code)} ({counts[code]:,})", code) for code in sorted(counts) if code),
            (self.tr("Says something ({0})").format(f"{counts.get('', 0):,}"), ""),
        ]

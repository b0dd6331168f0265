"""The compare pane before the first question: what it is for, and questions to begin with."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from explorer.core.views import LibraryInfo
from explorer.ui.naming import named

_SAMPLES = 3
_LONGEST = 560


class CompareStart(QWidget):
    """`question_chosen` tells which of the library's sample questions was clicked."""

    question_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = named(QLabel(self), "muted")
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._words.setWordWrap(True)
        column = QVBoxLayout(self)
        column.addStretch(1)
        column.addWidget(self._words)
        self._samples = [self._sample() for _ in range(_SAMPLES)]
        for button in self._samples:
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)

    def _sample(self) -> QPushButton:
        button = named(QPushButton(self), "pill")
        button.setProperty("tone", "accent")
        button.clicked.connect(lambda: self.question_chosen.emit(button.property("question")))
        return button

    def show_library(self, library: LibraryInfo | None) -> None:
        """Offer a library's sample questions."""
        samples = library.sample_questions if library else ()
        for number, button in enumerate(self._samples):
            question = samples[number] if number < len(samples) else ""
            button.setVisible(bool(question))
            shown = self.fontMetrics().elidedText(question, Qt.TextElideMode.ElideRight, _LONGEST)
            button.setText(shown.replace("&", "&&"))
            button.setToolTip(question)
            button.setProperty("question", question)
        if library is None:
            self._words.setText(self.tr("Open a folder of documents, then ask it a question."))
        else:
            self._words.setText(
                self.tr("Ask a question to see the same chunks ranked without and with their heading path.")
            )

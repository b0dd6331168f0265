"""What can be written in a question, with examples to click."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QWidget

from explorer.ui.naming import named

EXAMPLES = (
    ("monthly pass price", QT_TRANSLATE_NOOP("QueryHelp", "Words or a whole question: chunks are ranked by them.")),
    ('"monthly pass"', QT_TRANSLATE_NOOP("QueryHelp", "These words must stand side by side.")),
    ("pass -refund", QT_TRANSLATE_NOOP("QueryHelp", 'This word must not be there; also -"late fee".')),
    ("pass heading:plans", QT_TRANSLATE_NOOP("QueryHelp", "Only below a heading with these words.")),
    ("notice doc:leave", QT_TRANSLATE_NOOP("QueryHelp", "Only in documents whose name or title has this.")),
    ("appeals version:7", QT_TRANSLATE_NOOP("QueryHelp", "Only in documents of this version.")),
    ('pass heading:"day pass"', QT_TRANSLATE_NOOP("QueryHelp", "Values of several words stand in quotation marks.")),
)
_KEYS = QT_TRANSLATE_NOOP(
    "QueryHelp",
    "Enter asks. Down goes to the hits, Up brings back what you asked before. Right and Left unfold and fold.",
)


class QueryHelp(QFrame):
    """A popup with the ways to write a question; `example_chosen` tells one to put into the field."""

    example_chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        named(self, "card", label=self.tr("What you can write in a question"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        grid = QGridLayout(self)
        grid.setContentsMargins(14, 12, 14, 12)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(6)
        for row, (example, words) in enumerate(EXAMPLES):
            grid.addWidget(self._button(example), row, 0)
            grid.addWidget(QLabel(_tr(words), self), row, 1)
        keys = named(QLabel(_tr(_KEYS), self), "muted")
        keys.setWordWrap(True)
        grid.addWidget(keys, len(EXAMPLES), 0, 1, 2)

    def _button(self, example: str) -> QPushButton:
        button = named(QPushButton(example, self), "pill", label=self.tr("Try {0}").format(example))
        button.setProperty("tone", "accent")
        button.clicked.connect(lambda: self._choose(example))
        return button

    def _choose(self, example: str) -> None:
        self.close()
        self.example_chosen.emit(example)

    def open_at(self, place: QPoint) -> None:
        """Show the popup with its upper right corner at `place`, inside the screen."""
        show_popup(self, place)


def show_popup(popup: QWidget, place: QPoint) -> None:
    """Show a popup with its upper right corner at `place`, moved as far as the screen asks for."""
    popup.adjustSize()
    room = popup.screen().availableGeometry()
    left = min(max(place.x() - popup.width(), room.left()), room.right() - popup.width())
    top = min(max(place.y(), room.top()), room.bottom() - popup.height())
    popup.move(left, top)
    popup.show()
    popup.setFocus()


def _tr(words: object) -> str:
    return QCoreApplication.translate("QueryHelp", str(words))

"""What dialogs have in common: buttons without the platform's coloured signs, which fit no theme, and asking a text."""

from __future__ import annotations

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialogButtonBox, QInputDialog, QWidget


def button_box(standard: QDialogButtonBox.StandardButton, parent: QWidget | None = None) -> QDialogButtonBox:
    """Return a line of buttons with the standard ones named, in words alone."""
    box = QDialogButtonBox(standard, parent)
    take_signs_off(box)
    return box


def take_signs_off(dialog: QWidget) -> None:
    """Leave the words alone on the buttons of a line, or of all lines in a dialog; their style sheet cannot do that."""
    own = [dialog] if isinstance(dialog, QDialogButtonBox) else []
    for box in (*own, *dialog.findChildren(QDialogButtonBox)):
        for button in box.buttons():
            button.setIcon(QIcon())


def ask_text(parent: QWidget, title: str, words: str, text: str = "") -> str | None:
    """Ask for a line of text; None when the user wants to give none."""
    dialog = QInputDialog(parent)
    dialog.setWindowTitle(title)
    dialog.setLabelText(words)
    dialog.setTextValue(text)
    # It makes its buttons as late as it can: when it is to know its size.
    dialog.resize(dialog.sizeHint())
    take_signs_off(dialog)
    accepted = dialog.exec()
    dialog.deleteLater()
    return dialog.textValue() if accepted else None

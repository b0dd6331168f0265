"""Marking a passage by its words: typed or pasted, in the chosen document or wherever they stand."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from explorer.core.question_rows import FRAGMENT
from explorer.core.question_views import EntryRow
from explorer.ui.dialog_parts import button_box
from explorer.ui.naming import named


class WordsDialog(QDialog):
    """Emits `passage_wanted` (EntryRow) when the user accepts; `document` is the one that is chosen, "" for none."""

    passage_wanted = Signal(object)

    def __init__(self, document: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.setWindowTitle(self.tr("Mark words as the answer"))
        self.words = named(QPlainTextEdit(), label=self.tr("Words of the passage"))
        self.words.setTabChangesFocus(True)
        self.words.setPlaceholderText(self.tr("The passage, as it stands in the document. Line breaks do not matter."))
        self.only_here = QCheckBox(self.tr("Only in {0}").format(document))
        self.only_here.setChecked(bool(document))
        self.only_here.setVisible(bool(document))
        self.buttons = button_box(QDialogButtonBox.StandardButton.Cancel)
        self.accept_button = named(
            self.buttons.addButton(self.tr("Mark"), QDialogButtonBox.ButtonRole.AcceptRole), "primary"
        )
        self.accept_button.setEnabled(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(8)
        label = QLabel(self.tr("&Words that answer the question"))
        label.setBuddy(self.words)
        for widget in (label, self.words, self.only_here, self.buttons):
            column.addWidget(widget, int(widget is self.words))
        self.words.textChanged.connect(lambda: self.accept_button.setEnabled(bool(self._text())))
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        self.resize(460, 240)

    def _text(self) -> str:
        return " ".join(self.words.toPlainText().split()).strip('"“”„«»')

    def _accept(self) -> None:
        document = self._document if self.only_here.isChecked() else ""
        self.passage_wanted.emit(EntryRow(FRAGMENT, self._text(), document))
        self.accept()

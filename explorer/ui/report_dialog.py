"""Asks what report to write, in which format, with or without the documents' words, and where to."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from explorer.ui.dialog_parts import button_box
from explorer.ui.file_saver import FileSaver
from explorer.ui.naming import named

_FORMATS = {
    "html": QT_TRANSLATE_NOOP("ReportDialog", "HTML: one page with charts, to be read in a browser"),
    "csv": QT_TRANSLATE_NOOP("ReportDialog", "CSV: a table of findings, for spreadsheets"),
    "text": QT_TRANSLATE_NOOP("ReportDialog", "Text: findings line by line"),
    "json": QT_TRANSLATE_NOOP("ReportDialog", "JSON: everything, for other programs"),
    "sarif": QT_TRANSLATE_NOOP("ReportDialog", "SARIF: findings for code scanners"),
}
_SUFFIXES = {"html": ".html", "csv": ".csv", "text": ".txt", "json": ".json", "sarif": ".sarif"}


class ReportDialog(QDialog):
    """Emits `report_wanted` (path, format, whether with the documents' words) when a file was chosen."""

    report_wanted = Signal(str, str, bool)

    def __init__(self, library: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._saver = FileSaver(self, tuple(_SUFFIXES.values()))
        self._saver.failed.connect(self._on_failed)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Write report"))
        self.format = named(QComboBox(), label=self.tr("Format"))
        for name, words in _FORMATS.items():
            self.format.addItem(QCoreApplication.translate("ReportDialog", str(words)), name)
        self.with_text = QCheckBox(self.tr("With the documents' &words"))
        self.with_text.setChecked(True)
        self._about = named(QLabel(), "muted")
        self._about.setWordWrap(True)
        self._about.setText(
            self.tr("Without them, headings, titles, reasons and proposals are left out; file names are kept.")
        )
        self.trouble = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.trouble.hide()
        self.choose = named(QPushButton(self.tr("Choose file…")), "primary")
        self._lay_out()

    def _lay_out(self) -> None:
        label = QLabel(self.tr("&Format"))
        label.setBuddy(self.format)
        buttons = button_box(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self.choose, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        self.choose.clicked.connect(self._choose_file)
        self.choose.setDefault(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(8)
        for widget in (label, self.format, self.with_text, self._about, self.trouble):
            column.addWidget(widget)
        column.addSpacing(8)
        column.addWidget(buttons)
        self.setMinimumWidth(440)

    def proposed_name(self) -> str:
        """Return the file's name as it is proposed."""
        return f"{self._library}-audit{_SUFFIXES[self.format.currentData()]}".replace("/", "_")

    def want(self, path: str) -> None:
        """Ask for the report at `path` and close.

        The name's ending says the format; one without a known ending gets that of the chosen format.
        """
        whole = self._saver.named(path, _SUFFIXES[self.format.currentData()])
        if whole is not None:
            ending = whole.suffix.casefold()
            form = next(form for form, known in _SUFFIXES.items() if known == ending)
            self.report_wanted.emit(str(whole), form, self.with_text.isChecked())
            self.accept()

    def _choose_file(self) -> None:
        ending = _SUFFIXES[self.format.currentData()]
        path = self._saver.ask(self.tr("Write report"), self.proposed_name().removesuffix(ending), ending)
        if path is not None:
            self.want(str(path))

    def _on_failed(self, title: str, detail: str) -> None:
        self.trouble.setText(f"{title} {detail}".strip())
        self.trouble.show()
        self.resize(self.width(), max(self.height(), self.heightForWidth(self.width())))

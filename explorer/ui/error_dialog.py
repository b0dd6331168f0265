"""Bugs end here: a dialog with a report that can be copied, for the window's own exceptions and the engine's."""

from __future__ import annotations

import platform
import sys
import traceback
from collections.abc import Callable
from types import TracebackType

import PySide6
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

import explorer
from explorer.redaction import redacted
from explorer.ui.dialog_parts import button_box
from explorer.ui.theme import Theme


class ErrorDialog(QDialog):
    """Says what went wrong, shows the report, copies it."""

    def __init__(self, theme: Theme, title: str, report: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Something went wrong"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.report = full_report(title, report)
        heading = QLabel(redacted(title))
        heading.setTextFormat(Qt.TextFormat.PlainText)
        heading.setWordWrap(True)
        heading.setFont(theme.font(1.15, bold=True))
        hint = QLabel(
            self.tr("This is a fault of the program. Your documents were not changed. The report below says more.")
        )
        hint.setObjectName("muted")
        hint.setWordWrap(True)
        text = QPlainTextEdit(self.report)
        text.setReadOnly(True)
        text.setFont(theme.font(0.9, mono=True))
        text.setAccessibleName(self.tr("Report"))
        buttons = button_box(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton(self.tr("&Copy report"), QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(self.copy)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 16, 18, 14)
        layout.setSpacing(10)
        for part in (heading, hint, text, buttons):
            layout.addWidget(part)
        self.resize(680, 420)

    def copy(self) -> None:
        """Put the report on the clipboard."""
        QGuiApplication.clipboard().setText(self.report)


class ErrorReporter:
    """Opens one dialog at a time; while it is open the same report opens no other."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        self._theme = theme
        self._parent = parent
        self._open: dict[str, ErrorDialog] = {}

    @property
    def dialogs(self) -> tuple[ErrorDialog, ...]:
        """Return the dialogs that are open."""
        return tuple(self._open.values())

    def show(self, title: str, report: str) -> None:
        """Show a bug without stopping the program."""
        key = f"{title}\n{report}"
        if key in self._open:
            return
        dialog = ErrorDialog(self._theme, title, report, self._parent)
        self._open[key] = dialog
        dialog.finished.connect(lambda: self._open.pop(key, None))
        dialog.open()


def full_report(title: str, report: str) -> str:
    """Return a report with the versions that matter, without keys."""
    versions = (
        f"chunk-explorer {explorer.__version__}, Python {platform.python_version()}, "
        f"PySide6 {PySide6.__version__}, {platform.platform()}"
    )
    return redacted(f"{title}\n{versions}\n\n{report}".rstrip()) + "\n"


def install_excepthook(show: Callable[[str, str], None]) -> None:
    """Send every exception that reaches the top to `show` and to stderr."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        report = redacted("".join(traceback.format_exception(kind, error, trace)))
        sys.stderr.write(report)
        if issubclass(kind, Exception):
            show(f"{kind.__name__}: {error}", report)

    sys.excepthook = hook

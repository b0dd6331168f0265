"""What was just done and is seen nowhere else: a text copied, a file written. Told at the window's bottom line."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication, QStatusTipEvent
from PySide6.QtWidgets import QWidget

from explorer.ui.plain_words import on_one_line
from explorer.ui.texts import counted

_LETTERS = 60


def tell(owner: QWidget, words: str) -> None:
    """Have the window that a widget belongs to say what was done, also from its dialogs and floating areas."""
    window = owner.window()
    while (above := window.parentWidget()) is not None:
        window = above.window()
    QCoreApplication.sendEvent(window, QStatusTipEvent(words))


def copy_text(text: str, owner: QWidget, words: str = "") -> None:
    """Put a text on the clipboard and tell: with these words, or by what was copied."""
    QGuiApplication.clipboard().setText(text)
    tell(owner, words or _copied(text))


def _copied(text: str) -> str:
    lines = text.strip("\n").split("\n")
    if len(lines) == 1:
        line = on_one_line(" ".join(text.split()))
        short = line if len(line) <= _LETTERS else f"{line[: _LETTERS - 1].rstrip()}…"
        return _tr("Copied: “{0}”").format(short)
    return _tr("Copied: {0}").format(counted(len(lines), _tr("line"), _tr("lines")))


def _tr(words: str) -> str:
    return QCoreApplication.translate("News", words)

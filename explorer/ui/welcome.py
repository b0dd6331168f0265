"""The first page: what the program does, the sample library, other folders, recent ones."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from explorer.ui.icons import Icon, icon
from explorer.ui.naming import named
from explorer.ui.plain_words import on_one_line, plain_tip
from explorer.ui.settings import Settings
from explorer.ui.theme import Theme


class WelcomePage(QWidget):
    """Emits wishes: `folder_wanted` (a folder to open), `choice_wanted` (ask the user for one)."""

    folder_wanted = Signal(str)
    choice_wanted = Signal()

    def __init__(self, theme: Theme, sample: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("welcome")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._recent = QVBoxLayout()
        self._recent.setSpacing(2)
        self._recent_title = named(QLabel(self.tr("RECENT LIBRARIES")), "headTitle")
        self.sample_button = named(QPushButton(self.tr("Open the &sample library")), "primary")
        self.sample_button.clicked.connect(lambda: self.folder_wanted.emit(sample))
        self.open_button = QPushButton(self.tr("&Open a folder…"))
        self.open_button.clicked.connect(self.choice_wanted)
        self._sign = QLabel()
        self._lay_out()
        theme.changed.connect(self._draw_sign)
        self._draw_sign()

    def show_recent(self, settings: Settings) -> None:
        """List the recent libraries."""
        while (item := self._recent.takeAt(0)) is not None:
            if widget := item.widget():
                widget.deleteLater()
        for folder in settings.recent[:5]:
            button = named(QPushButton(on_one_line(f"{Path(folder).name}   {_shortened(folder)}")), "flat")
            button.setIcon(icon(Icon.RECENT, self._theme))
            button.setToolTip(plain_tip(folder))
            button.setStyleSheet("text-align: left;")
            button.clicked.connect(lambda _checked=False, folder=folder: self.folder_wanted.emit(folder))
            self._recent.addWidget(button)
        self._recent_title.setVisible(bool(settings.recent))

    def _draw_sign(self) -> None:
        self._sign.setPixmap(icon(Icon.PROGRAM, self._theme, "accent").pixmap(48, 48))

    def _lay_out(self) -> None:
        card = named(QFrame(), "card")
        card.setMaximumWidth(620)
        inner = QVBoxLayout(card)
        inner.setContentsMargins(36, 30, 36, 28)
        inner.setSpacing(12)
        title = named(QLabel(self.tr("See what your headings do for search")), "title")
        words = QLabel(
            self.tr(
                "Open a folder of documents: PDF, Word, HTML, EPUB, Markdown, reStructuredText or text. You see how "
                "each is cut into chunks, what its headings add, and where every chunk ranks for a question with and "
                "without them. Everything stays on this machine; your files are only read."
            )
        )
        words.setWordWrap(True)
        hint = named(QLabel(self.tr("You can also drop a folder on this window.")), "muted")
        buttons = QHBoxLayout()
        buttons.addWidget(self.sample_button)
        buttons.addWidget(self.open_button)
        buttons.addStretch()
        for part in (self._sign, title, words):
            inner.addWidget(part)
        inner.addSpacing(4)
        inner.addLayout(buttons)
        inner.addWidget(hint)
        inner.addSpacing(6)
        inner.addWidget(self._recent_title)
        inner.addLayout(self._recent)
        outer = QVBoxLayout(self)
        outer.addStretch(2)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(card, 20)
        row.addStretch(1)
        outer.addLayout(row)
        outer.addStretch(3)


def _shortened(folder: str) -> str:
    return folder if len(folder) <= 60 else f"…{folder[-59:]}"

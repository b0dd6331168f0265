"""The line below the chunk list: how many are chosen, what was copied or written, and progress with a way to stop."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from explorer import protocol
from explorer.ui.naming import named
from explorer.ui.panel_parts import ElidedLabel, flat_button


class ChunkFooter(QWidget):
    """Hidden while there is nothing to say. Wishes: `stop_wanted`, `alone_wanted`: choose only the current chunk."""

    stop_wanted = Signal()
    alone_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("head")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._chosen = self._news = ""
        self._writing = False
        self._label = named(ElidedLabel(self), "muted")
        self.bar = named(QProgressBar(textVisible=False), label=self.tr("Progress of writing"))
        self.bar.setFixedSize(110, 6)
        self.stop = flat_button(self.tr("Cancel"), self.tr("Stop writing; no file is left behind"), self)
        self.alone = flat_button(self.tr("Only this one"), self.tr("Choose only the current chunk (Space)"), self)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 3, 8, 3)
        row.setSpacing(8)
        row.addWidget(self._label, 1)
        for widget in (self.bar, self.stop, self.alone):
            row.addWidget(widget)
        self.stop.clicked.connect(self.stop_wanted)
        self.alone.clicked.connect(self.alone_wanted)
        self._render()

    def words(self) -> str:
        """Return what is said, "" while the line is hidden."""
        return "" if self.isHidden() else self._label.whole()

    def show_choice(self, count: int) -> None:
        """Say how many chunks are chosen, when that is more than one; older news is dropped."""
        self._chosen = self.tr("{0} chunks chosen").format(f"{count:,}") if count > 1 else ""
        self._news = self._news if self._writing else ""
        self._render()

    def say(self, news: str, tip: str = "") -> None:
        """Say what was done, to screen readers too, until another choice is made."""
        self._news = news
        self._label.set_tip(tip)
        self._render()
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, news))

    def show_writing(self, progress: protocol.Progress | None) -> None:
        """Show how far the writing of a file is."""
        self._writing = True
        self.bar.setRange(0, progress.total if progress else 0)
        self.bar.setValue(progress.done if progress else 0)
        count = f" {progress.done:,} / {progress.total:,}" if progress else ""
        self._news = self.tr("Writing chunks") + count
        self._render()

    def end_writing(self, news: str, tip: str = "") -> None:
        """Say how the writing ended."""
        self._writing = False
        self.say(news, tip)

    def _render(self) -> None:
        words = " · ".join(part for part in (self._chosen, self._news) if part)
        self._label.set_whole(words)
        self.bar.setVisible(self._writing)
        self.stop.setVisible(self._writing)
        self.alone.setVisible(bool(self._chosen) and not self._writing)
        self.setVisible(bool(words))

"""The bottom line: the index's state, the model, where vectors are kept; progress with rate, time and Cancel."""

from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QSizePolicy, QWidget

from explorer import protocol
from explorer.core.pace import Pace
from explorer.core.views import LibraryInfo
from explorer.ui.naming import named
from explorer.ui.panel_parts import ElidedLabel
from explorer.ui.progress_texts import phase_of, progress_line
from explorer.ui.session import Session
from explorer.ui.texts import counted, recipe_text

_NEWS = 8000
"""Milliseconds for which what was just done stands in the place of the index's state."""

_SILENCE = 6000
"""Milliseconds without a report after which no rate and no time is told any more."""


class StatusStrip(QWidget):
    """Renders the library's state and what is going on."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusStrip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._state = named(ElidedLabel(), "muted")
        self._state.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._note = named(ElidedLabel(), "muted")
        self._note.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self._pace = Pace()
        self._progress: protocol.Progress | None = None
        self.silence = QTimer(self, singleShot=True, interval=_SILENCE)
        self.silence.timeout.connect(self._on_silence)
        self.bar = named(QProgressBar(textVisible=False), label=self.tr("Progress"))
        self.bar.setFixedSize(150, 6)
        self.cancel = named(QPushButton(self.tr("Cancel")), "flat")
        self.cancel.setAccessibleName(self.tr("Cancel what is going on"))
        self.cancel.setToolTip(self.tr("Stop (Esc); what is done is kept"))
        self._documents = named(QLabel(), "muted")
        self._names: set[str] = set()
        self.news = QTimer(self, singleShot=True, interval=_NEWS)
        self.news.timeout.connect(lambda: self._render(self._session.library))
        self._offline = named(QLabel(self.tr("offline")), "muted")
        self._say_where("")
        self._lay_out()
        session.library_changed.connect(self._on_library)
        session.answer_arrived.connect(self._on_answer)
        session.progress_changed.connect(self._on_progress)
        self.cancel.clicked.connect(session.cancel)
        self._on_progress(None)

    @property
    def text(self) -> str:
        """Return what the strip says about the index."""
        return self._state.whole()

    @property
    def note(self) -> str:
        """Return what is going on; empty when nothing is."""
        return self._note.whole()

    def say(self, news: str) -> None:
        """Say what was just done, to screen readers too, in the place of the index's state for a moment."""
        self.news.start()
        self._state.set_whole(news)
        self._state.set_tip("")
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, news))

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(10)
        row.addWidget(self._state, 1)
        for part in (self._note, self.bar, self.cancel, self._documents, self._offline):
            row.addWidget(part)
        self.setFixedHeight(28)

    def _on_progress(self, progress: protocol.Progress | None) -> None:
        for part in (self._note, self.bar, self.cancel):
            part.setVisible(progress is not None)
        self._progress = progress
        self._render(self._session.library)
        if progress is None:
            self._pace = Pace()
            self.silence.stop()
            self._note.set_whole("")
            return
        phase = phase_of(progress.note)
        self._pace = self._pace.after(phase, progress.done, progress.total, time.monotonic())
        self.silence.start()
        self._tell_progress(progress)
        self.bar.setRange(0, progress.total)
        self.bar.setValue(progress.done)

    def _tell_progress(self, progress: protocol.Progress) -> None:
        self._note.set_whole(progress_line(progress.done, progress.total, progress.note, self._pace))

    def _on_silence(self) -> None:
        """Take back what was estimated: something takes longer than it should."""
        self._pace = Pace()
        if self._progress is not None:
            self._tell_progress(self._progress)

    def _on_library(self, library: LibraryInfo | None) -> None:
        self._names = {row.name for row in library.documents} if library else set()
        self._render(library)

    def _on_answer(self, event: protocol.AnyEvent) -> None:
        """Count what is found while a refresh goes on, as the tree does."""
        if isinstance(event, protocol.DocumentsTold):
            self._names.update(row.name for row in event.rows)
            self._tell_documents(self._session.library)

    def _render(self, library: LibraryInfo | None) -> None:
        if not self.news.isActive():
            self._render_state(library)
        if library is None:
            self._documents.clear()
            self._say_where("")
            return
        self._say_where(library.server)
        self._tell_documents(library)

    def _render_state(self, library: LibraryInfo | None) -> None:
        if library is None:
            self._state.set_whole(self.tr("No library is open"))
            self._state.set_tip("")
            return
        parts = [self._index_state(library), Path(library.model).name]
        parts += [recipe_text(library.recipe), self._vectors_at(library)]
        self._state.set_whole(" · ".join(parts))
        self._state.set_tip(
            "\n".join(
                (self.tr("Chunks hold up to {limit} tokens.").format(limit=library.limit), library.server_note)
            ).strip()
        )

    def _tell_documents(self, library: LibraryInfo | None) -> None:
        if library is None or (self._session.busy and not self._names):
            # Nothing is found yet, which does not say that there is nothing.
            self._documents.clear()
            return
        health = library.health
        text = counted(len(self._names), self.tr("document"), self.tr("documents"))
        unread = self.tr(", {count} unreadable").format(count=health.unreadable) if health.unreadable else ""
        self._documents.setText(text + unread)

    def _say_where(self, server: str) -> None:
        """Say whether anything is sent over a network, and whereto."""
        self._offline.setText(self.tr("server in use") if server else self.tr("offline"))
        words = self.tr("The program speaks to {url} and to nothing else.").format(url=server)
        self._offline.setToolTip(words if server else self.tr("The program makes no network call."))

    def _vectors_at(self, library: LibraryInfo) -> str:
        if not library.server:
            return self.tr("Chroma, local")
        form = self.tr("copy of the library at {url}") if library.reader else self.tr("shared at {url}")
        return form.format(url=library.server)

    def _index_state(self, library: LibraryInfo) -> str:
        if self._session.busy:
            return self.tr("Index being brought up to date")
        if not library.indexed:
            return self.tr("Index incomplete: refresh with F5")
        if library.vanished:
            gone = counted(library.vanished, self.tr("document"), self.tr("documents"))
            return self.tr("Index as it was: {0} not found").format(gone)
        return self.tr("Index up to date")

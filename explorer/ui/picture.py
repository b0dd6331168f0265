"""Brings a window that no one sees to the state worth drawing: a question ranked, the best chunk chosen."""

from __future__ import annotations

from PySide6.QtCore import QEventLoop, QTimer

from explorer.core.errors import ExplorerError
from explorer.core.views import Comparison, LibraryInfo
from explorer.ui.main_window import MainWindow
from explorer.ui.session import Session

_QUIET_MS = 60
_QUIET_ROUNDS = 4


class Drawing:
    """Waits until the library is indexed, asks its first sample question, chooses the best hit with context."""

    def __init__(self, window: MainWindow, session: Session) -> None:
        self._window = window
        self._session = session
        self._loop = QEventLoop()
        self._trouble: tuple[str, str] | None = None
        self._asked = False
        self._quiet = 0
        self._watch = QTimer()
        self._watch.setInterval(_QUIET_MS)
        self._watch.timeout.connect(self._look)
        session.failed.connect(self._on_trouble)
        session.crashed.connect(self._on_trouble)
        session.comparison_changed.connect(self._on_comparison)
        session.library_changed.connect(self._on_library)

    def run(self, folder: str) -> None:
        """Return when nothing is left to wait for; raises `ExplorerError` when the library could not be opened."""
        self._window.show()
        if folder:
            self._window.open_library(folder)
        self._watch.start()
        self._loop.exec()
        self._watch.stop()
        if self._trouble is not None and (self._session.library is None or self._session.comparison is None):
            raise ExplorerError(*self._trouble)

    def _on_trouble(self, title: str, detail: str) -> None:
        self._trouble = self._trouble or (title, detail)

    def _on_library(self, library: LibraryInfo | None) -> None:
        del library
        self._quiet = 0

    def _on_comparison(self, comparison: Comparison | None) -> None:
        if comparison is not None and comparison.context:
            best = comparison.context[0]
            self._session.select_chunk(best.document, best.index)

    def _look(self) -> None:
        """Go on once no answer is to come for a moment: panels ask for more after each answer."""
        self._quiet = 0 if self._session.waiting else self._quiet + 1
        if self._quiet < _QUIET_ROUNDS:
            return
        library = self._session.library
        if library is not None and library.sample_questions and not self._asked and self._trouble is None:
            self._asked = True
            self._quiet = 0
            self._window.ask(library.sample_questions[0])
            return
        self._loop.quit()

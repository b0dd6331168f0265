"""Copies of chosen chunks in six forms; chunks that have not come are asked for first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from explorer.core.views import ChunkView
from explorer.ui.chunk_session import ChunkSession
from explorer.ui.chunk_text import citation, prompt_of
from explorer.ui.models.chunk_store import PAGE, ChunkStore
from explorer.ui.models.row_choice import RowRange, cut_short, in_pages

MOST_COPIED = 1000
"""Chunks that are copied at once; more are better written to a file."""


class Form(StrEnum):
    """What of a chunk is copied."""

    DISPLAY = "display"
    TEXT = "text"
    EMBEDDED = "embedded"
    CITATION = "citation"
    PROMPT = "prompt"
    PROMPT_WITH_NEIGHBOURS = "prompt with neighbours"


_TEXTS: Mapping[Form, Callable[[ChunkView], str]] = {
    Form.DISPLAY: lambda view: view.item.display_text,
    Form.TEXT: lambda view: view.item.chunk.text,
    Form.EMBEDDED: lambda view: view.item.embedded_text,
    Form.CITATION: citation,
    Form.PROMPT: lambda view: prompt_of(view, (view.item.chunk.text,)),
}


class ChunkCopy(QObject):
    """Copies one choice at a time. Signals: `copied` (how many, how many were left out), `failed`."""

    copied = Signal(int, int)
    failed = Signal()

    def __init__(self, asks: ChunkSession, store: ChunkStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asks = asks
        self._store = store
        self._form = Form.DISPLAY
        self._chosen: tuple[RowRange, ...] = ()
        self._left_out = 0
        self._waiting: list[tuple[RowRange, ...]] = []
        self._views: dict[int, ChunkView] = {}
        asks.rows_read.connect(self._on_rows)
        asks.rows_failed.connect(self._on_failed)

    @property
    def busy(self) -> bool:
        """Say whether chunks are still to come."""
        return bool(self._waiting)

    def start(self, form: Form, rows: tuple[RowRange, ...], count: int) -> None:
        """Copy the first `MOST_COPIED` of the rows, of a list of `count`, as soon as they have all come."""
        self._form, self._views = form, {}
        self._chosen = cut_short(rows, MOST_COPIED)
        self._left_out = _length(rows) - _length(self._chosen)
        wanted = _widened(self._chosen, count) if form is Form.PROMPT_WITH_NEIGHBOURS else self._chosen
        self._waiting = [page for page in in_pages(wanted, PAGE) if not self._take_known(page)]
        self._go_on()

    def stop(self) -> None:
        """Copy nothing more: the rows mean other chunks."""
        self._waiting, self._views = [], {}

    def _take_known(self, page: tuple[RowRange, ...]) -> bool:
        """Take a page's chunks from those that have come, if all have."""
        rows = [row for start, stop in page for row in range(start, stop)]
        found = [(row, view) for row in rows if (view := self._store.row(row)) is not None]
        self._views.update(found)
        return len(found) == len(rows)

    def _go_on(self) -> None:
        if self._waiting:
            self._asks.read_rows(self._waiting[0])
            return
        rows = [row for start, stop in self._chosen for row in range(start, stop) if row in self._views]
        parts = [self._text(row) for row in rows]
        self._views = {}
        if parts:
            # What was copied is told below the list.
            QGuiApplication.clipboard().setText(("\n" if self._form is Form.CITATION else "\n\n").join(parts))
            self.copied.emit(len(parts), self._left_out)

    def _text(self, row: int) -> str:
        view = self._views[row]
        if self._form is not Form.PROMPT_WITH_NEIGHBOURS:
            return _TEXTS[self._form](view)
        around = (self._views.get(each) for each in (row - 1, row, row + 1))
        document = view.item.chunk.document
        known = [each for each in around if each is not None and each.item.chunk.document == document]
        return prompt_of(view, tuple(each.item.chunk.text for each in known))

    def _on_rows(self, views: tuple[ChunkView, ...]) -> None:
        if not self._waiting:
            return
        rows = [row for start, stop in self._waiting.pop(0) for row in range(start, stop)]
        # Fewer rows come than were asked for when the list has become shorter meanwhile.
        self._views.update(zip(rows, views, strict=False))
        self._go_on()

    def _on_failed(self) -> None:
        if self._waiting:
            self.stop()
            self.failed.emit()


def _length(rows: tuple[RowRange, ...]) -> int:
    return sum(stop - start for start, stop in rows)


def _widened(rows: tuple[RowRange, ...], count: int) -> tuple[RowRange, ...]:
    """Return the ranges with a row more on each side, none of them twice."""
    wide: list[RowRange] = []
    for start, stop in rows:
        low, high = max(start - 1, 0), min(stop + 1, count)
        if wide and low <= wide[-1][1]:
            wide[-1] = (wide[-1][0], high)
        else:
            wide.append((low, high))
    return tuple(wide)

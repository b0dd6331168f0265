"""The source pane's side of the window's state: pictures and words of pages, and where chunks stand, asked for.

Like `Session`, whose link to the engine it uses. Answers about a document that is shown no longer are dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPixmap

from explorer import protocol
from explorer.core.model import Place
from explorer.ui.session import Session

PLACES = 2000
"""Places in one answer."""


class SourceSession(QObject):
    """What is asked about the document that is shown.

    Signals, all facts: `picture_arrived` (page, scale, QPixmap), `picture_failed` (page), `words_arrived` (pages; none
    where they cannot be had), `places_arrived` (places of all chunks known so far by their number), `link_lost` (what
    was asked for will not come).
    """

    picture_arrived = Signal(int, float, QPixmap)
    picture_failed = Signal(int)
    words_arrived = Signal(object)
    places_arrived = Signal(object)
    link_lost = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._document = ""
        self._pictures: dict[int, int] = {}
        self._words = 0
        self._places: dict[int, Place] = {}
        session.page_arrived.connect(self._on_picture)
        session.answer_arrived.connect(self._on_answer)
        session.engine_restarted.connect(self._on_restarted)

    @property
    def document(self) -> str:
        """Return the document that is asked about."""
        return self._document

    def show(self, document: str) -> None:
        """Ask about another document, or anew about the same, whose chunks may stand elsewhere."""
        self._document = document
        self._pictures.clear()
        self._words = 0
        self._places = {}

    def request_picture(self, page: int, scale: float) -> None:
        """Ask for a picture of a page (from 1) at `scale` pixels per point."""
        document = self._document

        def make(job: int) -> protocol.Request:
            self._pictures[job] = page
            return protocol.DrawPage(id=job, document=document, page=page, scale=scale)

        self._session.send(("page", document, page), make)

    def request_words(self, first: int, count: int) -> None:
        """Ask for the words of `count` pages from page `first` (from 1) on."""
        document = self._document

        def make(job: int) -> protocol.Request:
            self._words = job
            return protocol.GetPageWords(id=job, document=document, first=first, count=count)

        self._session.send("page words", make)

    def request_places(self) -> None:
        """Ask where all chunks of the document stand."""
        self._send_places(0)

    def _send_places(self, offset: int) -> None:
        document = self._document
        make: Callable[[int], protocol.Request] = lambda job: protocol.ListPlaces(  # noqa: E731 - one line of facts
            id=job, document=document, offset=offset, limit=PLACES
        )
        self._session.send("places", make)

    def _on_picture(self, drawn: protocol.PageDrawn) -> None:
        path = Path(drawn.picture)
        picture = QPixmap(str(path))
        path.unlink(missing_ok=True)
        self._pictures.pop(drawn.id, None)
        if drawn.document != self._document:
            return
        if picture.isNull():
            self.picture_failed.emit(drawn.page)
        else:
            self.picture_arrived.emit(drawn.page, drawn.scale, picture)

    def _on_answer(self, event: protocol.AnyEvent) -> None:
        match event:
            case protocol.PageWordsTold() if event.document == self._document:
                self.words_arrived.emit(event.pages)
            case protocol.PlacesTold() if event.document == self._document:
                self._on_places(event)
            case protocol.Failed() | protocol.Cancelled():
                self._on_failed(event.id)
            case _:
                pass

    def _on_places(self, told: protocol.PlacesTold) -> None:
        self._places.update(enumerate(told.places, told.offset))
        following = told.offset + len(told.places)
        if told.places and following < told.total:
            self._send_places(following)
        self.places_arrived.emit(self._places)

    def _on_failed(self, job: int) -> None:
        page = self._pictures.pop(job, None)
        if page is not None:
            self.picture_failed.emit(page)
        elif job == self._words and job:
            self._words = 0
            self.words_arrived.emit(())

    def _on_restarted(self) -> None:
        self._pictures.clear()
        self._words = 0
        self.link_lost.emit()

"""The source panel: the selected document as text to read, as source text, or as pages; both ways with chunks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QPixmap
from PySide6.QtWidgets import QMenu, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from explorer import protocol
from explorer.core.model import Place
from explorer.core.views import ChunkView, LibraryInfo, SectionRow, SourceView
from explorer.ui.models.chunk_store import PAGE
from explorer.ui.page_view import FIT_WIDTH, PageView
from explorer.ui.panel_parts import Choice, ElidedLabel, EmptyWords, PanelHead, flat_button
from explorer.ui.passage_marks import PassageMarks
from explorer.ui.place_map import holds, holds_on_page
from explorer.ui.raw_view import RawView
from explorer.ui.reading_view import ReadingView
from explorer.ui.session import Selection, Session
from explorer.ui.theme import Theme

_ZOOMS = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
_READING, _RAW = 0, 1
_READ_BY_TEXT = ("html", "docx", "epub")
"""Formats whose places count in the text that their reader makes, since their files are no text to point into."""


Find = Callable[[dict[int, Place]], int | None]
"""Finds a chunk's index among the places of those that are known."""


class SourcePanel(QWidget):
    """Shows where the chosen chunk comes from; a click in the source chooses the chunk there.

    Signals: `passage_selected` (document, start, end, words; empty words: none are selected any more) and
    `passage_marked`, the same for words that the user marks as the answer to a question.
    """

    passage_selected = Signal(str, int, int, str)
    passage_marked = Signal(str, int, int, str)

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._document = ""
        self._source: SourceView | None = None
        self._revision = -1
        self._headings: dict[tuple[str, int], Place] = {}
        self._known: dict[int, Place] = {}
        self._sought: Find | None = None
        self.reading = ReadingView(theme, self)
        self.raw = RawView(theme, self)
        self.pages = PageView(theme, self)
        self._empty = EmptyWords(self)
        self._make_head()
        self._arrange()
        self._connect()
        self._on_selection(session.selection)

    def _make_head(self) -> None:
        self._head = PanelHead(self)
        reading = (self.tr("Reading"), self.tr("The document as text to read"))
        self._way = Choice((reading, self._raw_name("")), self)
        self._back = flat_button("‹", self.tr("Page back"), self)
        self._where = ElidedLabel(self)
        self._where.setObjectName("muted")
        self._forward = flat_button("›", self.tr("Page forward"), self)
        self._zoom = flat_button(self.tr("Fit width"), self.tr("Size of the page"), self)
        self._zoom.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._zoom.setMenu(self._zoom_menu())
        for widget in (self._way, self._back, self._where, self._forward, self._zoom):
            self._head.add(widget)

    def _raw_name(self, format_name: str) -> tuple[str, str]:
        if format_name in _READ_BY_TEXT:
            return self.tr("Plain text"), self.tr("The text of the file as it was read, without its markup")
        return self.tr("Source"), self.tr("The file's text as it is")

    def _zoom_menu(self) -> QMenu:
        menu = QMenu(self)
        entries = [(self.tr("Fit width"), FIT_WIDTH)]
        entries += [(self.tr("{0} %").format(round(zoom * 100)), zoom) for zoom in _ZOOMS]
        for text, zoom in entries:
            action: QAction = menu.addAction(text)
            action.triggered.connect(lambda _=False, zoom=zoom: self.pages.set_zoom(zoom))
        return menu

    def _arrange(self) -> None:
        self._stack = QStackedWidget(self)
        for view in (self._empty, self.reading, self.raw, self.pages):
            self._stack.addWidget(view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self._stack, 1)
        self._evidence = ElidedLabel(self)
        self._evidence.setObjectName("muted")
        self._evidence.setContentsMargins(12, 2, 12, 4)
        column.addWidget(self._evidence)
        self.setMinimumWidth(220)

    def _connect(self) -> None:
        session = self._session
        session.library_changed.connect(self._on_library)
        session.selection_changed.connect(self._on_selection)
        session.chunk_selected.connect(self._on_chunk)
        session.sections_arrived.connect(self._on_sections)
        session.chunks_arrived.connect(self._on_chunks)
        session.source_arrived.connect(self._on_source)
        session.page_arrived.connect(self._on_page)
        self._way.group.idClicked.connect(self._show_way)
        self._back.clicked.connect(lambda: self._turn(-1))
        self._forward.clicked.connect(lambda: self._turn(1))
        self.reading.point_clicked.connect(self._on_point)
        self.raw.point_clicked.connect(self._on_point)
        self.marks = tuple(PassageMarks(view, view.selected_passage, self) for view in (self.reading, self.raw))
        for marks in self.marks:
            marks.selected.connect(lambda *passage: self.passage_selected.emit(self._document, *passage))
            marks.marked.connect(lambda *passage: self.passage_marked.emit(self._document, *passage))
        self.reading.part_changed.connect(self._on_part)
        self.pages.page_changed.connect(self._on_page_turned)
        self.pages.page_wanted.connect(self._want_page)
        self.pages.point_clicked.connect(self._on_page_point)
        self.pages.zoom_changed.connect(self._on_zoom)

    def title(self) -> str:
        """Return the title as shown."""
        return self._head.title()

    def empty_words(self) -> str:
        """Return the words shown in place of a source, empty while one is shown."""
        return self._empty.words() if self._stack.currentWidget() is self._empty else ""

    def evidence_words(self) -> str:
        """Return what the foot line says, empty while it is hidden."""
        return "" if self._evidence.isHidden() else self._evidence.whole()

    def show_raw(self, raw: bool) -> None:
        """Show the source text, or the reading view."""
        self._way.choose(_RAW if raw else _READING)
        self._show_way(_RAW if raw else _READING)

    def _on_library(self, library: LibraryInfo | None) -> None:
        revision = library.revision if library else -1
        if revision != self._revision:
            self._revision = revision
            self._headings.clear()
            self._document = ""
        self._follow(self._session.selection, self._session.chunk)

    def _on_selection(self, selection: Selection) -> None:
        self._follow(selection, self._session.chunk)
        if self._source is not None:
            self._show_heading()

    def _on_sections(self, document: str, rows: tuple[SectionRow, ...], done: bool) -> None:
        del done
        self._headings.update(((document, row.ordinal), row.place) for row in rows)

    def _show_heading(self) -> None:
        chosen = self._session.selection
        if chosen.section is None or chosen.document != self._document or self._source is None:
            return
        if self._source.pages:
            self.pages.show_place(self._headings.get((chosen.document, chosen.section)))
        else:
            self.reading.show_heading(chosen.section)

    def _on_chunk(self, view: ChunkView | None) -> None:
        self._follow(self._session.selection, view)
        self._choose(view)

    def _follow(self, selection: Selection, chunk: ChunkView | None) -> None:
        """Show the chosen chunk's document, else the selected one."""
        document = selection.document or (chunk.item.chunk.document if chunk else "")
        if self._session.library is None or not document:
            self._document, self._source = "", None
            self._show_empty()
        elif document != self._document:
            self._document, self._source = document, None
            self._known, self._sought = {}, None
            self._session.request_source(document)
            self._show_empty()

    def _show_empty(self) -> None:
        self._head.set_title(self._document.rpartition("/")[2] or self.tr("Source"))
        library = self._session.library
        row = next((row for row in library.documents if row.name == self._document), None) if library else None
        if row is not None and row.error:
            self._empty.say(self.tr("{0} could not be read: {1}").format(row.name, row.error))
        elif self._document:
            self._empty.say(self.tr("The document is on its way …"))
        else:
            self._empty.say(self.tr("Choose a document or a chunk to see its source."))
        self._show(self._empty)

    def _show(self, view: QWidget) -> None:
        self._stack.setCurrentWidget(view)
        is_page = view is self.pages
        self._evidence.setVisible(view is not self._empty)
        self._way.setVisible(view in (self.reading, self.raw))
        self._zoom.setVisible(is_page)
        parted = is_page or (view is self.reading and self.reading.parts > 1)
        for widget in (self._back, self._where, self._forward):
            widget.setVisible(parted)

    def _on_source(self, source: SourceView) -> None:
        if source.document != self._document:
            return
        self._source = source
        self._way.rename(_RAW, *self._raw_name(source.format))
        self._say_evidence(source)
        if source.pages:
            self.pages.show_document(source.pages)
            self._show(self.pages)
        else:
            self.reading.show_blocks(source.blocks)
            self.raw.show_text(source.text)
            self._show_way(self._way.group.checkedId())
        self._mark_known()
        self._show_place()

    def _say_evidence(self, source: SourceView) -> None:
        if source.evidence in ("", "none"):
            words = self.tr("No headings found")
        else:
            words = self.tr("Headings rest on: {0}").format(source.evidence)
        if source.notes:
            words += " · " + " · ".join(source.notes)
        self._evidence.set_whole(words)
        self._evidence.set_tip("\n".join(source.notes))

    def _show_place(self) -> None:
        chunk = self._session.chunk
        if chunk is not None and chunk.item.chunk.document == self._document:
            self._choose(chunk)
        else:
            self._show_heading()

    def _show_way(self, way: int) -> None:
        if self._source is not None and not self._source.pages:
            self._show(self.raw if way == _RAW else self.reading)
            self._choose(self._session.chunk)

    def _choose(self, view: ChunkView | None) -> None:
        if self._source is None:
            return
        mine = view is not None and view.item.chunk.document == self._document
        place = view.item.chunk.place if view is not None and mine else None
        if self._source.pages:
            self.pages.choose(place)
        elif self._stack.currentWidget() is self.raw:
            self.raw.choose(place)
        else:
            self.reading.choose(place)

    def _on_chunks(self, arrived: protocol.Chunks) -> None:
        mine = {
            view.item.chunk.index: view.item.chunk.place
            for view in arrived.rows
            if view.item.chunk.document == self._document
        }
        if mine:
            self._known.update(mine)
            self._mark_known()
        if self._sought:
            self._go_on_seeking(arrived)

    def _mark_known(self) -> None:
        places = [self._known[index] for index in sorted(self._known)]
        if self._source is not None and self._source.pages:
            self.pages.mark_places(places)
        elif self._source is not None:
            self.reading.mark_places(places)

    def _on_point(self, point: int) -> None:
        self._seek(lambda known: chunk_at(known, point))

    def _on_page_point(self, page: int, x: float, y: float) -> None:
        self._seek(lambda known: chunk_at_page_point(known, page, x, y))

    def _seek(self, find: Find) -> None:
        """Choose the chunk at a clicked place; when it is not known, show the whole document's chunks to find it."""
        self._sought = None
        index = find(self._known)
        if index is not None:
            self._session.select_chunk(self._document, index)
            return
        whole = Selection(document=self._document)
        self._sought = find
        if self._session.selection != whole:
            self._session.select(whole)
        self._session.request_chunks(0, PAGE)

    def _go_on_seeking(self, arrived: protocol.Chunks) -> None:
        sought = self._sought
        if sought is None or self._session.selection != Selection(document=self._document):
            self._sought = None
            return
        index = sought(self._known)
        following = arrived.offset + PAGE
        if index is not None:
            self._sought = None
            self._session.select_chunk(self._document, index)
        elif following < arrived.total:
            self._session.request_chunks(following, PAGE)
        else:
            self._sought = None

    def _turn(self, by: int) -> None:
        if self._stack.currentWidget() is self.pages:
            self.pages.show_page(self.pages.page + by)
        else:
            self.reading.show_part(self.reading.part + by)

    def _on_part(self, part: int, total: int) -> None:
        self._say_where(self.tr("part {0} of {1}").format(part + 1, total), part > 0, part + 1 < total)
        if self._stack.currentWidget() is self.reading:
            self._show(self.reading)

    def _on_page_turned(self, page: int, total: int) -> None:
        self._say_where(self.tr("page {0} of {1}").format(page, total), page > 1, page < total)

    def _say_where(self, words: str, back: bool, forward: bool) -> None:
        self._where.set_whole(words)
        self._back.setEnabled(back)
        self._forward.setEnabled(forward)

    def _want_page(self, page: int, scale: float) -> None:
        # A resize may ask for a page of the document shown before, while the next one's source is on its way.
        if self._source is not None and self._source.pages:
            self._session.request_page(self._document, page, scale)

    def _on_page(self, drawn: protocol.PageDrawn) -> None:
        path = Path(drawn.picture)
        picture = QPixmap(str(path))
        path.unlink(missing_ok=True)
        if drawn.document == self._document and not picture.isNull():
            self.pages.take_picture(drawn.page, drawn.scale, picture)

    def _on_zoom(self, zoom: float) -> None:
        self._zoom.setText(self.tr("Fit width") if zoom == FIT_WIDTH else self.tr("{0} %").format(round(zoom * 100)))
        settings = self._session.settings
        self._session.change_settings(replace(settings, zoom=zoom or 1.0))


def chunk_at(known: dict[int, Place], point: int) -> int | None:
    """Return the chunk that holds a code point, or the next one after it; None when that is not known for sure."""
    for index in sorted(known):
        place = known[index]
        if place.end is not None and place.end > point:
            return index if holds(place, point) or index == 0 or index - 1 in known else None
    return None


def chunk_at_page_point(known: dict[int, Place], page: int, x: float, y: float) -> int | None:
    """Return the chunk that has a rectangle at a point of a page, None when no known one has."""
    return next((index for index in sorted(known) if holds_on_page(known[index], page, x, y)), None)

"""The source panel: the selected document as text to read, as source text, or as pages; both ways with chunks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from explorer.core.model import Place
from explorer.core.views import ChunkView, DocumentRow, LibraryInfo, SectionRow, SourceView
from explorer.ui.find_bar import FindBar
from explorer.ui.heading_paths import HeadingPaths
from explorer.ui.page_bar import PageTurner, ZoomButton
from explorer.ui.page_view import PageView
from explorer.ui.panel_parts import Choice, ElidedLabel, EmptyWords, PanelHead
from explorer.ui.passage_marks import PassageMarks, text_marks
from explorer.ui.place_map import holds, holds_on_page
from explorer.ui.raw_view import RawView
from explorer.ui.reader_texts import evidence_text, note_text
from explorer.ui.reading_view import ReadingView
from explorer.ui.refusal_texts import refusal_text
from explorer.ui.session import Selection, Session
from explorer.ui.source_finding import SourceFinding
from explorer.ui.source_session import SourceSession
from explorer.ui.theme import Theme

_READING, _RAW = 0, 1
_NARROW_LETTERS = 50
"""Letters in whose width the head has no room for buttons beside the number of the page."""
_LOW = 380
"""Height in pixels up to which there is no room for both the find bar and the headings."""
_READ_BY_TEXT = ("html", "docx", "epub")
"""Formats whose places count in the text that their reader makes, since their files are no text to point into."""


Find = Callable[[Mapping[int, Place]], int | None]
"""Finds a chunk's number among the places of those that are known."""


class SourcePanel(QWidget):
    """Shows where the chosen chunk comes from; a click in the source chooses the chunk there.

    Signals: `passage_selected` (document, start, end, words; empty words: none are selected any more) and
    `passage_marked`, the same for words that the user marks as the answer to a question; start and end are -1 in
    documents with pages. `commands` are the panel's actions, for a menu.
    """

    passage_selected = Signal(str, int, int, str)
    passage_marked = Signal(str, int, int, str)

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._asked = SourceSession(session, self)
        self._document = ""
        self._source: SourceView | None = None
        self._revision = -1
        self._headings: dict[tuple[str, int], Place] = {}
        self._paths = HeadingPaths(())
        self._known: Mapping[int, Place] = {}
        self._sought: Find | None = None
        self._clicked: tuple[str, int] | None = None
        self.reading = ReadingView(theme, self)
        self.raw = RawView(theme, self)
        self.pages = PageView(theme, self)
        self.pages.set_zoom(session.settings.zoom)
        self._empty = EmptyWords(self)
        self._make_head()
        self.find_bar = FindBar(self)
        self.finding = SourceFinding(self.find_bar, self._selected_words, self)
        self._go = QAction(self.tr("&Go to page…"), self)
        self._go.setShortcut(QKeySequence("Ctrl+G"))
        self._go.triggered.connect(lambda _=False: self.turner.ask())
        self.addAction(self._go)
        parting = QAction(self)
        parting.setSeparator(True)
        self.commands = (parting, *self.finding.actions, self._go)
        self._arrange()
        self._connect()
        self._on_selection(session.selection)

    def _make_head(self) -> None:
        self._head = PanelHead(self)
        reading = (self.tr("Reading"), self.tr("The document as text to read"))
        self._way = Choice((reading, self._raw_name("")), self)
        self.turner = PageTurner(self)
        self.zoom = ZoomButton(self)
        self.zoom.show_zoom(self.pages.zoom)
        for widget in (self._way, self.turner, self.zoom):
            self._head.add(widget)

    def _raw_name(self, format_name: str) -> tuple[str, str]:
        if format_name in _READ_BY_TEXT:
            return self.tr("Plain text"), self.tr("The text of the file as it was read, without its markup")
        return self.tr("Source"), self.tr("The file's text as it is")

    def _arrange(self) -> None:
        self._stack = QStackedWidget(self)
        for view in (self._empty, self.reading, self.raw, self.pages):
            self._stack.addWidget(view)
        self._path = ElidedLabel(self, Qt.TextElideMode.ElideLeft)
        self._path.setContentsMargins(12, 3, 12, 3)
        self._evidence = ElidedLabel(self)
        self._evidence.setContentsMargins(12, 2, 12, 4)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self._head, self.find_bar, self._path):
            column.addWidget(widget)
        column.addWidget(self._stack, 1)
        column.addWidget(self._evidence)
        for label in (self._path, self._evidence):
            label.setObjectName("muted")
        self.setMinimumWidth(220)

    def _connect(self) -> None:
        session = self._session
        session.library_changed.connect(self._on_library)
        session.selection_changed.connect(self._on_selection)
        session.chunk_selected.connect(self._on_chunk)
        session.sections_arrived.connect(self._on_sections)
        session.source_arrived.connect(self._on_source)
        self._asked.places_arrived.connect(self._on_places)
        self._way.group.idClicked.connect(self._show_way)
        self.turner.number_wanted.connect(self._turn)
        self.zoom.zoom_wanted.connect(self.pages.set_zoom)
        self.zoom.step_wanted.connect(self.pages.zoom_by)
        self.find_bar.toggled.connect(self._show_path)
        self.reading.point_clicked.connect(self._on_point)
        self.raw.point_clicked.connect(self._on_point)
        self.reading.part_changed.connect(self._on_part)
        for view in (self.reading, self.pages):
            view.top_changed.connect(self._say_path)
        self._connect_pages()
        self._connect_marks()

    def _connect_pages(self) -> None:
        pages, asked = self.pages, self._asked
        pages.page_changed.connect(self._on_page_turned)
        pages.page_wanted.connect(self._want_page)
        pages.texts.wanted.connect(asked.request_words)
        pages.point_clicked.connect(self._on_page_point)
        pages.zoom_changed.connect(self._on_zoom)
        asked.picture_arrived.connect(pages.take_picture)
        asked.picture_failed.connect(pages.fail_picture)
        asked.words_arrived.connect(pages.texts.take)
        asked.link_lost.connect(pages.ask_again)

    def _connect_marks(self) -> None:
        pages = self.pages
        self.marks = (
            text_marks(self.reading, self.reading.selected_passage, self),
            text_marks(self.raw, self.raw.selected_passage, self),
            PassageMarks(pages, pages.selected_passage, pages.make_menu, pages.selection_changed, self),
        )
        for marks in self.marks:
            marks.selected.connect(lambda *passage: self.passage_selected.emit(self._document, *passage))
            marks.marked.connect(lambda *passage: self.passage_marked.emit(self._document, *passage))

    def title(self) -> str:
        """Return the title as shown."""
        return self._head.title()

    def empty_words(self) -> str:
        """Return the words shown in place of a source, empty while one is shown."""
        return self._empty.words() if self._stack.currentWidget() is self._empty else ""

    def evidence_words(self) -> str:
        """Return what the foot line says, empty while it is hidden."""
        return "" if self._evidence.isHidden() else self._evidence.whole()

    def path_words(self) -> str:
        """Return the headings above what is seen first, empty while they are hidden."""
        return "" if self._path.isHidden() else self._path.whole()

    def show_raw(self, raw: bool) -> None:
        """Show the source text, or the reading view."""
        self._way.choose(_RAW if raw else _READING)
        self._show_way(_RAW if raw else _READING)

    def _selected_words(self) -> str:
        view = self._stack.currentWidget()
        if isinstance(view, ReadingView | RawView):
            return view.textCursor().selectedText()
        return self.pages.selection.text() if view is self.pages else ""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave room for the name of the document."""
        super().resizeEvent(event)
        self.turner.set_compact(self.width() < self.fontMetrics().averageCharWidth() * _NARROW_LETTERS)

    # ------------------------------------------------------------------------------------------- which document

    def _on_library(self, library: LibraryInfo | None) -> None:
        revision = library.revision if library else -1
        if revision != self._revision:
            self._revision = revision
            self._headings.clear()
            row = self._row()
            if row is not None and not row.error and self._source is not None:
                # What is read stays where it is until it is known whether anything in it changed.
                self._session.request_source(self._document)
            else:
                self._document = ""
        else:
            # The folder may have been away, and a page of it could not be drawn.
            self.pages.pictures.forget_failed()
        self._follow(self._session.selection, self._session.chunk)

    def _on_selection(self, selection: Selection) -> None:
        self._follow(selection, self._session.chunk)
        # A click in the source may select its section: what was clicked stays under the mouse.
        if self._source is not None and self._clicked is None:
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
        self._say_path()

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
            self._asked.show("")
            self._session.request_source(document)
            self._show_empty()

    def _row(self) -> DocumentRow | None:
        library = self._session.library
        return next((row for row in library.documents if row.name == self._document), None) if library else None

    def _show_empty(self) -> None:
        self._head.set_title(self._document.rpartition("/")[2] or self.tr("Source"))
        row = self._row()
        if row is not None and row.error:
            self._empty.say(self.tr("{0} could not be read: {1}").format(row.name, refusal_text(row.error)))
        elif self._document:
            self._empty.say(self.tr("The document is on its way …"))
        else:
            self._empty.say(self.tr("Choose a document or a chunk to see its source."))
        self._show(self._empty)

    def _show(self, view: QWidget) -> None:
        self._stack.setCurrentWidget(view)
        is_page = view is self.pages
        self._evidence.setVisible(view is not self._empty)
        self._show_path()
        self._way.setVisible(view in (self.reading, self.raw))
        self.zoom.setVisible(is_page)
        self.turner.name(pages=is_page)
        self.turner.setVisible(is_page or (view is self.reading and self.reading.parts > 1))
        self._go.setEnabled(not self.turner.isHidden())
        if view is not self._empty:
            self.setFocusProxy(view)
        self.finding.set_view(view if isinstance(view, ReadingView | RawView | PageView) else None)

    def _show_path(self) -> None:
        """Show the line of headings; while words are sought it makes room for them in a low window."""
        fits = self.find_bar.isHidden() or self.height() > _LOW
        shown = fits and bool(self._paths) and self._stack.currentWidget() in (self.reading, self.pages)
        self._path.setVisible(shown)
        self._say_path()

    def _on_source(self, source: SourceView) -> None:
        if source.document != self._document:
            return
        before, self._source = self._source, source
        self._asked.show(source.document)
        self._asked.request_places()
        if source == before:
            self.pages.ask_again()
            return
        self._way.rename(_RAW, *self._raw_name(source.format))
        self._say_evidence(source)
        self._paths = HeadingPaths(source.blocks)
        if source.pages:
            page = self.pages.page if before is not None else 1
            self.pages.show_document(source.pages, source.blocks)
            self._show(self.pages)
            self.pages.show_page(page)
            self._on_page_turned(self.pages.page, len(source.pages))
        else:
            self._show_text(source, again=before is not None)
        self.finding.set_view(self._view(), fresh=True)
        self._show_place()

    def _show_text(self, source: SourceView, *, again: bool) -> None:
        """Show a text; one that was shown already, and has changed, where it was read."""
        part, value = self.reading.part, self.reading.verticalScrollBar().value()
        self.reading.show_blocks(source.blocks)
        self.raw.show_text(source.text)
        if again:
            self.reading.show_part(part)
            self.reading.verticalScrollBar().setValue(value)
        self._show_way(self._way.group.checkedId())

    def _view(self) -> ReadingView | RawView | PageView | None:
        view = self._stack.currentWidget()
        return view if isinstance(view, ReadingView | RawView | PageView) else None

    def _say_evidence(self, source: SourceView) -> None:
        if source.evidence in ("", "none"):
            words = self.tr("No headings found")
        else:
            words = self.tr("Headings rest on: {0}").format(evidence_text(source.evidence))
        notes = tuple(map(note_text, source.notes))
        self._evidence.set_whole(" · ".join((words, *notes)))
        self._evidence.set_tip("\n".join(notes))

    def _say_path(self) -> None:
        """Name the headings above the chosen chunk or section while it is in sight, else above what is seen first."""
        if self._path.isHidden() or self._source is None:
            return
        section = self._section_seen()
        words = " › ".join(self._top_path() if section is None else self._paths.of_heading(section))
        if words != self._path.whole():
            self._path.set_whole(words)

    def _top_path(self) -> tuple[str, ...]:
        if self._stack.currentWidget() is self.pages:
            return self._paths.at_point(*self.pages.top_point())
        return self._paths.at_block(self.reading.top_block())

    def _section_seen(self) -> int | None:
        """Return the section of the chosen chunk, or the selected one, when that is in sight; -1: under no heading."""
        chunk, selected = self._session.chunk, self._session.selection
        is_page = self._stack.currentWidget() is self.pages
        if chunk is not None and chunk.item.chunk.document == self._document:
            sees = self.pages.sees_chosen() if is_page else self.reading.sees_chosen()
            return chunk.item.chunk.section if sees else None
        if selected.section is None or selected.document != self._document:
            return None
        place = self._headings.get((selected.document, selected.section))
        sees = self.pages.sees(place) if is_page else self.reading.sees_heading(selected.section)
        return selected.section if sees else None

    # ------------------------------------------------------------------------------------------- chunks and places

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
        chunk = view.item.chunk if view is not None and view.item.chunk.document == self._document else None
        place = chunk.place if chunk else None
        # What was clicked is in sight: to move it would be to pull it away from under the mouse.
        scroll = chunk is None or (chunk.document, chunk.index) != self._clicked
        self._clicked = None
        if self._source.pages:
            self.pages.choose(place, scroll=scroll)
        elif self._stack.currentWidget() is self.raw:
            self.raw.choose(place, scroll=scroll)
        else:
            self.reading.choose(place, scroll=scroll)
        self._say_path()

    def _on_places(self, places: Mapping[int, Place]) -> None:
        self._known = places
        if self._source is not None and self._source.pages:
            self.pages.mark_places(places)
        elif self._source is not None:
            self.reading.mark_places([places[index] for index in sorted(places)])
        if self._sought is not None:
            self._seek(self._sought)

    def _on_point(self, point: int) -> None:
        self._seek(lambda known: chunk_at(known, point))

    def _on_page_point(self, page: int, x: float, y: float) -> None:
        self._seek(lambda known: chunk_at_page_point(known, page, x, y))

    def _seek(self, find: Find) -> None:
        """Choose the chunk at a clicked place, as soon as it is known where the chunks stand."""
        index = find(self._known)
        self._sought = find if index is None else None
        if index is not None:
            self._clicked = (self._document, index)
            self._session.select_chunk(self._document, index)

    # ------------------------------------------------------------------------------------------- pages and parts

    def _turn(self, number: int) -> None:
        view = self._stack.currentWidget()
        if view is self.pages:
            self.pages.show_page(number)
        else:
            self.reading.show_part(number - 1)
        if view is not None and self.turner.field.hasFocus():
            view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_part(self, part: int, total: int) -> None:
        if self._source is not None and not self._source.pages:
            self.turner.show_number(part + 1, total)
            if self._stack.currentWidget() is self.reading:
                self._show(self.reading)

    def _on_page_turned(self, page: int, total: int) -> None:
        if self._source is not None and self._source.pages:
            self.turner.show_number(page, total)

    def _want_page(self, page: int, scale: float) -> None:
        # A resize may ask for a page of the document shown before, while the next one's source is on its way.
        if self._source is not None and self._source.pages:
            self._asked.request_picture(page, scale)

    def _on_zoom(self, zoom: float) -> None:
        self.zoom.show_zoom(zoom)
        self._session.change_settings(replace(self._session.settings, zoom=zoom))


def chunk_at(known: Mapping[int, Place], point: int) -> int | None:
    """Return the chunk that holds a code point, or the next one after it; None when that is not known for sure."""
    for index in sorted(known):
        place = known[index]
        if place.end is not None and place.end > point:
            return index if holds(place, point) or index == 0 or index - 1 in known else None
    return None


def chunk_at_page_point(known: Mapping[int, Place], page: int, x: float, y: float) -> int | None:
    """Return the chunk that has a rectangle at a point of a page, None when no known one has."""
    return next((index for index in sorted(known) if holds_on_page(known[index], page, x, y)), None)

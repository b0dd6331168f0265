"""The panel of chunks: what is selected in its title, a switch between two texts, and the cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QMenu, QStackedWidget, QVBoxLayout, QWidget

from explorer import protocol
from explorer.core.question_rows import chunk_row
from explorer.core.views import ChunkView, LibraryInfo
from explorer.ui.chunk_layout import Shown
from explorer.ui.chunk_text import citation, prompt_of
from explorer.ui.chunk_view import ChunkCards
from explorer.ui.models.chunk_store import PAGE, ChunkStore
from explorer.ui.panel_parts import Choice, EmptyWords, PanelHead, copy_text
from explorer.ui.session import Selection, Session
from explorer.ui.settings import Settings
from explorer.ui.theme import Theme

_TEXTS = tuple(Shown)


class ChunkPanel(QWidget):
    """Chunks of the session's selection; choosing one chooses it everywhere.

    Emits `passage_marked` (document, start, end, words; -1 twice where the document has pages) when the user marks the
    chosen chunk as the answer to a question.
    """

    passage_marked = Signal(str, int, int, str)

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._store = ChunkStore()
        self.cards = ChunkCards(self._store, theme, self)
        self._head = PanelHead(self)
        self._texts = self._text_choice()
        self._empty = EmptyWords(self)
        self._asked: set[int] = set()
        self._heading = ""
        self._shown: Selection | None = None
        self._renewing = False
        self._arrange()
        self._connect()
        self._on_settings(session.settings)
        self._on_selection(session.selection)

    def _text_choice(self) -> Choice:
        display = (self.tr("Display text"), self.tr("The passage as people read it, under its headings"))
        embedded = (self.tr("Embedded text"), self.tr("The exact text given to the model; its header is underlined"))
        source = (self.tr("Source"), self.tr("The words of the document where the chunk was cut, as they are written"))
        return Choice((display, embedded, source), self)

    def _arrange(self) -> None:
        self._head.add(self._texts)
        self._pages = QStackedWidget(self)
        self._pages.setObjectName("pages")
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self.cards)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self._pages, 1)
        self.setMinimumWidth(260)

    def _connect(self) -> None:
        session, cards = self._session, self.cards
        session.library_changed.connect(self._on_library)
        session.selection_changed.connect(self._on_selection)
        session.chunks_arrived.connect(self._on_chunks)
        session.chunk_selected.connect(self._on_chosen)
        session.settings_changed.connect(self._on_settings)
        session.progress_changed.connect(self._on_progress)
        cards.chunk_wanted.connect(session.select_chunk)
        cards.rows_wanted.connect(self._ask)
        cards.menu_wanted.connect(self._show_menu)
        cards.copy_wanted.connect(self._copy_display)
        session.failed.connect(self._asked.clear)
        self._texts.group.idClicked.connect(self._on_text_choice)

    def title(self) -> str:
        """Return the title as shown."""
        return self._head.title()

    def empty_words(self) -> str:
        """Return the words shown in place of chunks, empty while chunks are shown."""
        return self._empty.words() if self._pages.currentWidget() is self._empty else ""

    def _on_settings(self, settings: Settings) -> None:
        shown = Shown(settings.chunk_text) if settings.chunk_text in _TEXTS else Shown.DISPLAY
        self._texts.choose(_TEXTS.index(shown))
        self.cards.show_texts(shown)

    def _on_text_choice(self, number: int) -> None:
        self._session.change_settings(replace(self._session.settings, chunk_text=_TEXTS[number]))

    def _on_library(self, library: LibraryInfo | None) -> None:
        if library is None:
            self._shown = None
            self._begin()
        else:
            self._show_state()

    def _on_progress(self) -> None:
        if not self._store.total:
            self._show_state()

    def _on_selection(self, selection: Selection) -> None:
        # After a refresh the same selection is announced again: its old rows stay in place until new ones come.
        self._renewing = selection == self._shown and bool(self._store.total)
        self._shown = selection
        if self._renewing:
            self._asked.clear()
        else:
            self._begin()
        if self._session.library is not None:
            self._ask(0)

    def _begin(self) -> None:
        self._store.clear()
        self._asked.clear()
        self._heading = ""
        self.cards.show_store()
        self._show_state()

    def _ask(self, offset: int) -> None:
        if offset not in self._asked:
            self._asked.add(offset)
            self._session.request_chunks(offset, PAGE)

    def _on_chunks(self, arrived: protocol.Chunks) -> None:
        self._asked.discard(arrived.offset)
        if arrived.offset % PAGE:
            return
        if self._renewing:
            self._renewing = False
            self._store.clear()
            self._heading = ""
            self.cards.forget_rows()
        self._store.add(arrived.total, arrived.offset, arrived.rows)
        self._heading = self._heading or self._section_heading(arrived.rows)
        self.cards.rows_changed()
        self._show_state()

    def _section_heading(self, rows: tuple[ChunkView, ...]) -> str:
        section = self._session.selection.section
        texts = (segment.text for view in rows for segment in view.segments if segment.section == section)
        return next(texts, "") if section is not None else ""

    def _on_chosen(self, view: ChunkView | None) -> None:
        if view is None:
            self.cards.choose_none()
        else:
            self.cards.choose(view.item.chunk.document, view.item.chunk.index)

    def _show_state(self) -> None:
        total = self._store.total
        named = self._selected_name()
        parts = [self.tr("Chunks"), named, "" if total is None else f"{total:,}"]
        self._head.set_title(" · ".join(part for part in parts if part))
        if not total:
            self._empty.say(self._why_empty())
        self._pages.setCurrentWidget(self.cards if total else self._empty)

    def _selected_name(self) -> str:
        selection, library = self._session.selection, self._session.library
        if library is None:
            return ""
        document = selection.document.rpartition("/")[2]
        return self._heading or document or selection.folder or library.name

    def _why_empty(self) -> str:
        library, selection = self._session.library, self._session.selection
        if library is None:
            return self.tr("Open a folder of documents to see how they are cut into chunks.")
        if self._store.total is None:
            return self.tr("Chunks are on their way …")
        row = next((row for row in library.documents if row.name == selection.document), None)
        if row is not None and row.error:
            return self.tr("{0} could not be read: {1}").format(row.name, row.error)
        if selection.section is not None:
            return self.tr("No chunk stands under this heading.")
        return self._why_no_chunks(library)

    def _why_no_chunks(self, library: LibraryInfo) -> str:
        if self._session.busy and not any(row.chunks or row.error for row in library.documents):
            return self.tr("Reading the documents …")
        if not library.documents:
            return self.tr("There is no document in this folder that can be read, such as Markdown or PDF.")
        return self.tr("There are no chunks here yet.")

    def _show_menu(self, place: QPoint) -> None:
        if self.cards.chosen() is not None:
            self.make_menu().exec(place)

    def make_menu(self) -> QMenu:
        """Return the menu of the chosen chunk: what of it can be copied."""
        menu = QMenu(self)
        actions = (
            (self.tr("Copy display text"), self._copy_display),
            (self.tr("Copy text"), self._copy_plain),
            (self.tr("Copy embedded text"), self._copy_embedded),
            (self.tr("Copy citation"), self._copy_citation),
            (self.tr("Copy as prompt text"), self._copy_prompt),
            (self.tr("Copy as prompt text with neighbours"), self._copy_prompt_with_neighbours),
        )
        for text, slot in actions:
            menu.addAction(text).triggered.connect(slot)
        menu.addSeparator()
        menu.addAction(self.tr("Mark as answer…")).triggered.connect(self._mark)
        return menu

    def _mark(self) -> None:
        view = self.cards.chosen()
        if view is not None:
            row = chunk_row(view.item.chunk)
            self.passage_marked.emit(row.document, row.start, row.end, row.text)

    def _copy_display(self) -> None:
        self._copy(lambda view: view.item.display_text)

    def _copy_plain(self) -> None:
        self._copy(lambda view: view.item.chunk.text)

    def _copy_embedded(self) -> None:
        self._copy(lambda view: view.item.embedded_text)

    def _copy_citation(self) -> None:
        self._copy(citation)

    def _copy_prompt(self) -> None:
        self._copy(lambda view: prompt_of(view, (view.item.chunk.text,)))

    def _copy_prompt_with_neighbours(self) -> None:
        texts = tuple(view.item.chunk.text for view in self.cards.neighbours())
        self._copy(lambda view: prompt_of(view, texts))

    def _copy(self, text_of: Callable[[ChunkView], str]) -> None:
        view = self.cards.chosen()
        if view is not None:
            copy_text(text_of(view))

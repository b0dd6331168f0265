"""The panel of chunks: what is selected in its title, a switch between three texts, the cards, and what can be done."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from explorer import protocol
from explorer.core.chunk_sources import ChunkSource
from explorer.core.question_rows import chunk_row
from explorer.core.views import ChunkView, LibraryInfo
from explorer.ui.card_marks import Deed, Link
from explorer.ui.chunk_actions import ChunkActions, wish_of
from explorer.ui.chunk_copy import ChunkCopy, Form
from explorer.ui.chunk_footer import ChunkFooter
from explorer.ui.chunk_layout import Shown
from explorer.ui.chunk_session import ChunkKey, ChunkSession
from explorer.ui.chunk_view import ChunkCards
from explorer.ui.file_saver import FileSaver
from explorer.ui.models.chunk_store import PAGE, ChunkStore
from explorer.ui.models.source_store import SourceStore
from explorer.ui.panel_parts import Choice, EmptyWords, PanelHead, flat_button
from explorer.ui.refusal_texts import refusal_text
from explorer.ui.session import Selection, Session
from explorer.ui.settings import Settings
from explorer.ui.texts import counted
from explorer.ui.theme import Theme

_TEXTS = tuple(Shown)
_ROOMY = 75
"""Letters of usual width beside which there is room for whole names and a title."""
_ENDINGS = {"jsonl": ".jsonl", "csv": ".csv", "markdown": ".md"}


class ChunkPanel(QWidget):
    """Chunks of the session's selection; choosing one chooses it everywhere.

    Emits `passage_marked` (document, start, end, words; -1 twice where the document has pages) when the user marks the
    current chunk as the answer to a question; `rename_wanted` (RenameWish) to rename a heading for retrieval, and
    `mend_wanted` (RenameWish) to give it the proposed name at once.
    """

    passage_marked = Signal(str, int, int, str)
    rename_wanted = Signal(object)
    mend_wanted = Signal(object)

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._saver = FileSaver(self, tuple(_ENDINGS.values()))
        self._saver.failed.connect(session.failed)
        self._asks = ChunkSession(session, self)
        self._store = ChunkStore()
        self._sources = SourceStore()
        self._wanted_sources: tuple[ChunkKey, ...] = ()
        self.cards = ChunkCards(self._store, theme, self, self._sources)
        self._copy = ChunkCopy(self._asks, self._store, self)
        self.actions_ = ChunkActions(self)
        self.footer = ChunkFooter(self)
        self._head = PanelHead(self)
        self._narrow = False
        self._texts = self._text_choice()
        self.more = self._more_button()
        self._empty = EmptyWords(self)
        self._asked: set[int] = set()
        self._heading = ""
        self._shown: Selection | None = None
        self._renewing = False
        self._arrange()
        self._connect()
        self._connect_deeds()
        self._on_settings(session.settings)
        self._on_selection(session.selection)

    def _text_choice(self) -> Choice:
        return Choice(tuple(zip(self._text_names(narrow=False), self._text_tips(), strict=True)), self)

    def _text_names(self, *, narrow: bool) -> tuple[str, str, str]:
        if narrow:
            return self.tr("Display"), self.tr("Embedded"), self.tr("Source")
        return self.tr("Display text"), self.tr("Embedded text"), self.tr("Source")

    def _text_tips(self) -> tuple[str, str, str]:
        return (
            self.tr("The passage as people read it, under its headings"),
            self.tr("The exact text given to the model; its header is underlined"),
            self.tr("The words of the document where the chunk was cut, as they are written"),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Name the texts in short where there is little room: the title says what is shown."""
        super().resizeEvent(event)
        narrow = self.width() < _ROOMY * self.fontMetrics().averageCharWidth()
        if narrow != self._narrow:
            self._narrow = narrow
            for number, (name, tip) in enumerate(zip(self._text_names(narrow=narrow), self._text_tips(), strict=True)):
                self._texts.rename(number, name, tip)

    def _more_button(self) -> QToolButton:
        button = flat_button(self.tr("More"), self.tr("Copy, export and what else can be done with chunks"), self)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(button)
        menu.aboutToShow.connect(lambda: self._fill(menu))
        button.setMenu(menu)
        return button

    def _arrange(self) -> None:
        self._head.add(self._texts)
        self._head.add(self.more)
        self._pages = QStackedWidget(self)
        self._pages.setObjectName("pages")
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self.cards)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self._pages, 1)
        column.addWidget(self.footer)
        self.setMinimumWidth(260)
        self.setFocusProxy(self.cards)

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
        cards.sources_wanted.connect(self._ask_sources)
        cards.menu_wanted.connect(self._show_menu)
        cards.copy_wanted.connect(lambda: self.copy(Form.DISPLAY))
        cards.choice_changed.connect(self._on_choice)
        cards.link_clicked.connect(self._follow)
        session.failed.connect(self._asked.clear)
        self._texts.group.idClicked.connect(self._on_text_choice)

    def _connect_deeds(self) -> None:
        deeds, asks = self.actions_, self._asks
        deeds.rename_wanted.connect(self.rename_wanted)
        deeds.mend_wanted.connect(self.mend_wanted)
        words = self.tr("Nothing is proposed here: F2 renames the heading.")
        deeds.nothing_proposed.connect(lambda: self.footer.say(words))
        deeds.copy_wanted.connect(self.copy)
        deeds.export_wanted.connect(self._export)
        deeds.neighbours_wanted.connect(self.show_neighbours)
        deeds.mark_wanted.connect(self._mark)
        deeds.all_wanted.connect(self.cards.choose_all)
        self._copy.copied.connect(self._on_copied)
        self._copy.failed.connect(lambda: self.footer.say(self.tr("Nothing was copied.")))
        self.footer.stop_wanted.connect(asks.stop_export)
        self.footer.alone_wanted.connect(self.cards.picked.choose_current_alone)
        asks.sources_told.connect(self._on_sources)
        asks.export_progress.connect(self.footer.show_writing)
        asks.exported.connect(self._on_exported)
        asks.export_ended.connect(lambda: self._end_writing(self.tr("No file was written.")))

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
        self._copy.stop()
        self._sources.clear()
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
        fresh = not self._renewing
        if self._renewing:
            self._renewing = False
            self._store.clear()
            self._heading = ""
            self.cards.forget_rows()
        self._store.add(arrived.total, arrived.offset, arrived.rows)
        self._heading = self._heading or self._section_heading(arrived.rows)
        self.cards.rows_changed()
        self._show_state()
        self._tell_actions()
        if fresh and arrived.total == 1 and self._session.selection.document and self._session.chunk is None:
            # There is nothing to choose between: its place in the source is what is wanted next.
            chunk = arrived.rows[0].item.chunk
            self._session.select_chunk(chunk.document, chunk.index)

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
        name, count = self.tr("Chunks"), "" if total is None else f"{total:,}"
        # How many there are is told last of all: the title's other words are what the place says anyway.
        texts = [
            " · ".join(part for part in parts if part) for parts in ((name, named, count), (name, count), (count,))
        ]
        self._head.set_title(*(text for text in texts if text))
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
            return self.tr("{0} could not be read: {1}").format(row.name, refusal_text(row.error))
        if selection.section is not None:
            return self.tr("No chunk stands under this heading.")
        return self._why_no_chunks(library)

    def _why_no_chunks(self, library: LibraryInfo) -> str:
        if self._session.busy and not any(row.chunks or row.error for row in library.documents):
            return self.tr("Reading the documents …")
        if not library.documents:
            return self.tr("There is no document in this folder that can be read, such as Markdown or PDF.")
        return self.tr("There are no chunks here yet.")

    def _on_choice(self) -> None:
        self._tell_actions()
        self.footer.show_choice(self.cards.picked.rows.count)

    def _tell_actions(self) -> None:
        self.actions_.show_choice(self.cards.chosen(), self.cards.picked.rows.count, self._store.total or 0)

    def _show_menu(self, place: QPoint) -> None:
        if self.cards.chosen() is not None:
            menu = self.make_menu()
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(place)

    def make_menu(self) -> QMenu:
        """Return the menu of what is chosen."""
        menu = QMenu(self)
        self._fill(menu)
        return menu

    def _fill(self, menu: QMenu) -> None:
        self._tell_actions()
        self.actions_.fill(menu)

    def _follow(self, link: Link) -> None:
        """Do what words on a card say."""
        for row in self.cards.visible_rows():
            view = self._store.row(row)
            if view is not None and link.segment in view.segments:
                wish = wish_of(view, link.segment)
                (self.mend_wanted if link.deed is Deed.TAKE_MEND else self.rename_wanted).emit(wish)
                return

    def _mark(self) -> None:
        view = self.cards.chosen()
        if view is not None:
            row = chunk_row(view.item.chunk)
            self.passage_marked.emit(row.document, row.start, row.end, row.text)

    def show_neighbours(self) -> None:
        """Show all chunks of the current chunk's document, that chunk still chosen and in view."""
        view = self.cards.chosen()
        if view is not None:
            chunk = view.item.chunk
            self._session.select(Selection(document=chunk.document))
            self.cards.choose(chunk.document, chunk.index)

    def copy(self, form: Form) -> None:
        """Copy the chosen chunks."""
        rows = self.cards.chosen_rows()
        if rows:
            self._copy.start(form, rows, self._store.total or 0)
            if self._copy.busy:
                self.footer.say(self.tr("Copying …"))

    def _on_copied(self, count: int, left_out: int) -> None:
        if left_out:
            words = self.tr("{0} copied, {1} left out: Export writes them all")
            self.footer.say(words.format(f"{count:,}", f"{left_out:,}"))
        elif count > 1:
            self.footer.say(self.tr("{0} copied").format(f"{count:,}"))

    def _export(self, chosen_only: bool) -> None:
        title = self.tr("Export chosen chunks") if chosen_only else self.tr("Export all chunks shown")
        path = self._saver.ask(title, f"{Path(self._selected_name()).stem or 'library'}-chunks")
        if path is not None:
            self.export(str(path), "jsonl", chosen_only)

    def export(self, path: str, form: str, chosen_only: bool) -> None:
        """Write the chosen chunks, or all that are shown: as the name ends, where that says a form, else as `form`.

        Forms: jsonl, csv, markdown.
        """
        whole = self._saver.named(path, _ENDINGS[form])
        if whole is None:
            return
        ending = whole.suffix.casefold()
        written = next(form for form, known in _ENDINGS.items() if known == ending)
        self.footer.show_writing(None)
        self.actions_.show_writing(writing=True)
        self._asks.export(str(whole), written, self.cards.chosen_rows() if chosen_only else ())

    def _on_exported(self, path: str, count: int) -> None:
        chunks = counted(count, self.tr("chunk"), self.tr("chunks"))
        self._end_writing(self.tr("{0} written to {1}").format(chunks, Path(path).name), path)

    def _end_writing(self, words: str, tip: str = "") -> None:
        self.actions_.show_writing(writing=False)
        self._tell_actions()
        self.footer.end_writing(words, tip)

    def _ask_sources(self, wanted: tuple[ChunkKey, ...]) -> None:
        self._wanted_sources = wanted
        self._asks.request_sources(wanted)

    def _on_sources(self, told: tuple[ChunkSource, ...]) -> None:
        # Chunks that are no more have no source: they are not asked for again.
        self._sources.add((*(ChunkSource(*key) for key in self._wanted_sources), *told))
        self._wanted_sources = ()
        self.cards.sources_changed()

"""The window: lays the panels out and holds every connection between them."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QSettings, QSize, QUrl
from PySide6.QtGui import (
    QCloseEvent,
    QDesktopServices,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QShortcut,
    QStatusTipEvent,
)
from PySide6.QtWidgets import (
    QFileDialog,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from explorer import paths
from explorer.core.findings import Severity
from explorer.core.views import Filters, LibraryInfo
from explorer.ui import settings as stored
from explorer.ui.audit_tabs import AuditTabs
from explorer.ui.chunk_panel import ChunkPanel
from explorer.ui.damage_notice import DamageNotice
from explorer.ui.engine_notices import EngineNotices
from explorer.ui.error_dialog import ErrorReporter
from explorer.ui.file_saver import keep_apart
from explorer.ui.finding_choices import show_code
from explorer.ui.findings_panel import FindingsPanel
from explorer.ui.help_window import HelpOpener
from explorer.ui.index_notices import IndexNotices
from explorer.ui.menus import Menus
from explorer.ui.message_bar import MessageBar
from explorer.ui.naming import named
from explorer.ui.open_preview import OpenPreview
from explorer.ui.plain_words import on_one_line
from explorer.ui.reader_names import name_areas, name_tabs
from explorer.ui.retrieval_tabs import RetrievalTabs
from explorer.ui.scans import chosen_languages, scans_offer
from explorer.ui.session import Session
from explorer.ui.session_keeper import SessionKeeper
from explorer.ui.settings import Settings
from explorer.ui.source_panel import SourcePanel
from explorer.ui.status_strip import StatusStrip
from explorer.ui.styling import Styling
from explorer.ui.theme import Theme
from explorer.ui.tool_tabs import ToolTabs
from explorer.ui.top_bar import TopBar
from explorer.ui.tree_panel import TreePanel
from explorer.ui.undo import Undo
from explorer.ui.unread import UnreadTeller
from explorer.ui.upkeep import Upkeep
from explorer.ui.welcome import WelcomePage
from explorer.ui.wishes import Question
from explorer.ui.workspace import Workspace

CHUNK_FILES = (".jsonl", ".ndjson")
"""How the names of files end that hold another pipeline's chunks."""

SMALLEST = (900, 600)
USUAL = (1440, 900)


class MainWindow(QMainWindow):
    """Top bar, messages, tree | chunks | source over the tabs, status strip; a welcome page while nothing is open."""

    def __init__(self, session: Session, theme: Theme, store: QSettings | None = None) -> None:
        super().__init__()
        self._session = session
        self._theme = theme
        self._store = store
        self.setWindowTitle(self.tr("Chunk explorer"))
        self.setMinimumSize(*SMALLEST)
        self.setAcceptDrops(True)
        self._offered: set[str] = set()
        self._offer = ("", "")
        self.top_bar = TopBar(session, theme)
        self.messages = MessageBar(theme)
        self.welcome = WelcomePage(theme, str(paths.sample_library()))
        self.preview = OpenPreview(session)
        self.tree = TreePanel(session, theme)
        self.chunks = ChunkPanel(session, theme)
        self.source = SourcePanel(session, theme)
        self.retrieval_tabs = RetrievalTabs(session, theme, self)
        self.compare = self.retrieval_tabs.compare
        self.findings = FindingsPanel(session, theme)
        self.audit_tabs = AuditTabs(session, theme, self.findings, self)
        self.status = StatusStrip(session)
        self.errors = ErrorReporter(theme, self)
        self._lay_out()
        self.styling = self._style()
        self._connect()
        self._on_settings(session.settings)
        self._restore()
        self.keeper = SessionKeeper(session, self.tree, self.compare, self.tabs, store)
        self.welcome.sample_button.setFocus()

    @property
    def session(self) -> Session:
        """Return what the window renders."""
        return self._session

    def ask(self, question: str) -> None:
        """Rank a question with the user's usual choices."""
        chosen = self._session.settings
        filters = Filters(current_only=chosen.current_only)
        sides = (chosen.ranker, chosen.plain_recipe, chosen.context_recipe)
        self._session.search(Question(question, *sides, filters, context_ranker=chosen.context_ranker))

    def open_library(self, folder: str) -> None:
        """Open a folder's library and show the workspace."""
        self.messages.clear()
        self._show_page(workspace=True)
        self._session.open_library(folder)

    def offer_library(self, folder: str) -> None:
        """Show first what would be read of a folder that has no index yet; open any other, and what is no folder."""
        place = Path(folder).expanduser().resolve()
        if self._session.options.chroma or not place.is_dir() or paths.is_sample_library(place):
            self.open_library(folder)
        else:
            self.messages.clear()
            self.preview.look_at(folder)

    def _show_preview(self) -> None:
        self._pages.setCurrentWidget(self.preview)
        self.preview.setFocus()

    def open_last(self) -> None:
        """Open the library that was open when the window closed, if the user wants that and it is still there."""
        folder = self.keeper.folder
        if self._session.settings.reopen and folder and os.path.exists(folder):  # noqa: PTH110 - never raises
            self.open_library(folder)

    def choose_folder(self) -> None:
        """Ask the user for a folder and open it."""
        recent = self._session.settings.recent
        start = str(Path(recent[0]).parent) if recent else str(Path.home())
        folder = QFileDialog.getExistingDirectory(self, self.tr("Open a folder of documents"), start)
        if folder:
            self.offer_library(folder)

    def choose_chunks(self) -> None:
        """Ask the user for a file of chunks that another pipeline made and open it as a library."""
        kinds = self.tr("Chunks (*.jsonl *.ndjson)")
        title = self.tr("Open chunks of another pipeline")
        file, _ = QFileDialog.getOpenFileName(self, title, str(Path.home()), kinds)
        if file:
            self.open_library(file)

    def focus_question(self) -> None:
        """Bring the compare tab to the front and put the cursor into the question."""
        self.workspace.reveal(self.tabs)
        self.tabs.setCurrentWidget(self.compare)
        self.compare.focus_question()

    def show_findings(self, severity: Severity | None) -> None:
        """Bring the findings tab to the front, filtered by severity."""
        self.workspace.reveal(self.tabs)
        self.findings.show_severity(severity)
        self.tabs.setCurrentWidget(self.findings)

    def show_kind(self, code: str) -> None:
        """Bring the findings tab to the front with the findings of one kind."""
        self.workspace.reveal(self.tabs)
        show_code(self.findings, code)
        self.tabs.setCurrentWidget(self.findings)

    def _lay_out(self) -> None:
        for panel, least in ((self.tree, 200), (self.chunks, 330), (self.source, 220)):
            panel.setMinimumWidth(least)
        self.tabs = named(ToolTabs(), label=self.tr("Tools"))
        self.retrieval_tabs.add_to(self.tabs)
        self.tabs.addTab(self.findings, self.tr("Findings"))
        self.audit_tabs.add_to(self.tabs)
        self.workspace = Workspace(self.tree, self.chunks, self.source, self.tabs)
        self.workspace.take_text_size(self._theme.font_size)
        self._fill_window()

    def _fill_window(self) -> None:
        self._pages = named(QStackedWidget(), "pages")
        self._pages.addWidget(self.welcome)
        self._pages.addWidget(self.preview)
        self._pages.addWidget(self.workspace)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top_bar)
        column.addWidget(self.messages)
        column.addWidget(self._pages, 1)
        column.addWidget(self.status)
        self.setCentralWidget(body)
        history = self.audit_tabs.history
        panes = (self.tree, self.chunks, self.source, self.tabs)
        own = {**self.retrieval_tabs.undo_pairs(), **self.audit_tabs.undo_pairs()}
        self.undo = Undo(self.tabs, own, (history.undo_action, history.redo_action))
        edit = (*self.undo.actions, *self.source.commands, self.messages.offer)
        bars = (self.top_bar, self.messages)
        self.menus = Menus(self.top_bar.commands, edit, panes, self.tabs, self.workspace, bars)
        self.setMenuBar(self.menus)
        name_areas(self.menus.parts())
        name_tabs(self.tabs)
        self.help = HelpOpener(self._theme, self.menus, self.tabs, self)
        order = (self.top_bar.library, self.top_bar.search, self.tree, self.chunks, self.source, self.tabs)
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def _connect(self) -> None:
        """Make every connection that is not a panel's own with the session."""
        self.findings.count_changed.connect(self._on_findings_count)
        self.audit_tabs.failed.connect(self.messages.show_message)
        self.retrieval_tabs.failed.connect(self.messages.show_message)
        self.retrieval_tabs.rename_wanted.connect(self.audit_tabs.rename)
        self.retrieval_tabs.take_passages_from(self.chunks, self.source)
        self.audit_tabs.take_renames_from(self.chunks)
        self._session.crashed.connect(self.errors.show)
        self._session.failed.connect(self.messages.show_message)
        self._session.comparison_changed.connect(lambda _: self.messages.withdraw(*self._session.refusal))
        self._session.library_changed.connect(self._on_library)
        self._session.settings_changed.connect(self._on_settings)
        self._theme.changed.connect(self.styling.renew)
        self._theme.changed.connect(lambda: self.workspace.take_text_size(self._theme.font_size))
        self.top_bar.choice_wanted.connect(self.choose_folder)
        self.top_bar.chunks_wanted.connect(self.choose_chunks)
        self.top_bar.findings_wanted.connect(self.show_findings)
        # Whoever has found a place goes on there: keys would else be written into the field.
        self.top_bar.search.followed.connect(lambda: self.menus.enter(self.chunks))
        self.top_bar.folder_wanted.connect(self.open_library)
        self.top_bar.refresh_wanted.connect(self._session.refresh)
        self.top_bar.report_wanted.connect(self.audit_tabs.write_report)
        self.audit_tabs.audit.report_written.connect(self._on_report)
        self.top_bar.scans_wanted.connect(self._read_scans)
        self.top_bar.theme_wanted.connect(self._choose_theme)
        self.welcome.choice_wanted.connect(self.choose_folder)
        self.tree.choice_wanted.connect(self.choose_folder)
        self.preview.told.connect(self._show_preview)
        self.preview.open_wanted.connect(self.open_library)
        self.preview.choice_wanted.connect(self.choose_folder)
        self.preview.cancel_wanted.connect(lambda: self._show_page(workspace=self._session.library is not None))
        self.welcome.folder_wanted.connect(self.open_library)
        self._connect_menus()
        self.upkeep = Upkeep(self.tree, self.audit_tabs.audit, self)
        self.upkeep.failed.connect(self.messages.show_message)
        self.unread = UnreadTeller(self._session, self.messages, self.show_kind, self)
        self.notices = IndexNotices(self._session, self.messages, self)
        self.engine_notices = EngineNotices(self._session, self.messages, self)
        self.damage = DamageNotice(self._session, self.messages, self)
        self._shortcut("Alt+L", self.top_bar.library.showMenu)
        self._shortcut("Esc", self._on_escape)

    def _connect_menus(self) -> None:
        self.menus.quit_wanted.connect(self.close)
        self.menus.ask_wanted.connect(self.focus_question)
        self.menus.find_wanted.connect(self.top_bar.search.setFocus)
        self.menus.help_wanted.connect(self.help.show_here)
        self.menus.about_wanted.connect(self.help.show_about)
        self.menus.text_size_wanted.connect(self._change_text_size)
        self.menus.reopen_wanted.connect(self._choose_reopen)

    def _change_text_size(self, step: int) -> None:
        settings = self._session.settings
        self._session.change_settings(settings.with_text_size(step, self._theme.font().pointSize()))

    def _shortcut(self, keys: str, slot: Callable[[], object]) -> None:
        shortcut = QShortcut(QKeySequence(keys), self)
        shortcut.activated.connect(slot)

    def _on_escape(self) -> None:
        if not self.messages.close_newest():
            self._session.cancel()

    def _on_library(self, library: LibraryInfo | None) -> None:
        keep_apart(self, library.folder if library else "")
        title = self.tr("Chunk explorer")
        self.setWindowTitle(on_one_line(f"{library.name} – {title}") if library else title)
        if self._pages.currentWidget() is not self.preview:
            # Who looks at what would be read of a folder is not called back to the library that is open.
            self._show_page(workspace=library is not None)
        if library is not None:
            self._session.change_settings(self._session.settings.with_recent(library.folder))
            self._offer_scans(library)

    def _offer_scans(self, library: LibraryInfo) -> None:
        """Offer once for each library to read its scans."""
        offer = scans_offer(library)
        if offer == self._offer or (offer[0] and library.folder in self._offered):
            return
        self.messages.withdraw(*self._offer)
        self._offer = offer
        if offer[0]:
            self._offered.add(library.folder)
            self.messages.show_message(*offer, tone="accent")

    def _read_scans(self, wanted: bool) -> None:
        self._session.read_scans(chosen_languages(self._session.library, wanted))

    def _on_report(self, path: str) -> None:
        def show() -> None:
            if not QDesktopServices.openUrl(QUrl.fromLocalFile(path)):
                self.messages.show_message(self.tr("No program opens {0} here.").format(path))

        self.messages.show_message(
            self.tr("The report is written."), path, tone="success", action=(self.tr("Open"), show)
        )

    def _show_page(self, *, workspace: bool) -> None:
        page = self.workspace if workspace else self.welcome
        if self._pages.currentWidget() is not page:
            self._pages.setCurrentWidget(page)
            (self.tree if workspace else self.welcome.sample_button).setFocus()

    def _on_findings_count(self, count: int) -> None:
        text = self.tr("Findings {count}").format(count=f"{count:,}") if count else self.tr("Findings")
        self.tabs.setTabText(self.tabs.indexOf(self.findings), text)

    def _on_settings(self, settings: Settings) -> None:
        self.welcome.show_recent(settings)
        self.menus.reopen.setChecked(settings.reopen)
        if (settings.theme, settings.font_size) != (self._theme.choice, self._theme.chosen_size):
            self._theme.choose(settings.theme, settings.font_size)
        if self._store is not None:
            stored.save(settings, self._store)

    def _choose_theme(self, choice: str) -> None:
        self._session.change_settings(self._session.settings.with_theme(choice))

    def _choose_reopen(self, wanted: bool) -> None:
        self._session.change_settings(replace(self._session.settings, reopen=wanted))

    def _style(self) -> Styling:
        """Return what styles the window, each panel by itself."""
        bars = (self.menus, self.top_bar, self.messages, self.status, self.tabs.tabBar())
        small = (*bars, self.welcome, self.preview, self.tree, self.chunks)
        frame = (self.workspace, *self.workspace.docks.values(), self.tabs)
        return Styling(self._theme, self, frame, small, (self.source, *self.tabs.panels()))

    def _restore(self) -> None:
        screen = self.screen().availableSize()
        self.resize(QSize(*USUAL).boundedTo(screen).expandedTo(self.minimumSize()))
        if self._store is None:
            return
        for key, restore in (
            ("geometry", self.restoreGeometry),
            ("docks", self.workspace.restore),
        ):
            value = self._store.value(f"window/{key}")
            if isinstance(value, QByteArray):
                restore(value)
        shares = self._store.value("window/shares")
        if isinstance(shares, list):
            self.workspace.take_shares(shares)
        order = self._store.value("window/tools")
        if isinstance(order, list):
            self.workspace.sort_tools([name for name in order if isinstance(name, str)])

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a folder, or a file of chunks."""
        if _dropped_folder(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the folder, or the file of chunks, that was dropped."""
        if folder := _dropped_folder(event):
            event.acceptProposedAction()
            (self.offer_library if Path(folder).is_dir() else self.open_library)(folder)

    def event(self, event: QEvent) -> bool:
        """Say at the bottom what was just done; menus tell of empty tips besides."""
        if isinstance(event, QStatusTipEvent) and event.tip():
            self.status.say(event.tip())
            return True
        return super().event(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember sizes and choices."""
        self.keeper.keep()
        if self._store is not None:
            self._store.setValue("window/geometry", self.saveGeometry())
            self._store.setValue("window/docks", self.workspace.kept())
            self._store.setValue("window/shares", [f"{share:.4f}" for share in self.workspace.shares()])
            self._store.setValue("window/tools", self.workspace.tools_order())
        super().closeEvent(event)


def _dropped_folder(event: QDropEvent) -> str:
    """Return the first folder, or file of chunks, among what is dragged; empty when there is none."""
    files = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
    return next((name for name in files if Path(name).is_dir() or name.lower().endswith(CHUNK_FILES)), "")

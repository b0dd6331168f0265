"""The top line: library menu, search for documents and headings, the library's health."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

from PySide6.QtCore import QCoreApplication, QModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QResizeEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QCompleter,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from explorer import protocol
from explorer.core.findings import Health, Severity
from explorer.core.subject import MEASURED_ERROR
from explorer.core.views import LibraryInfo
from explorer.ui.icons import Icon, icon
from explorer.ui.naming import named
from explorer.ui.plain_words import on_one_line, plain_tip
from explorer.ui.scans import scans_tip
from explorer.ui.session import Selection, Session
from explorer.ui.settings import THEMES, Settings
from explorer.ui.texts import counted, severity_sign, size_text
from explorer.ui.theme import Theme

_TYPING_PAUSE_MS = 150
_LEAST = 640
"""Pixels within which the bar must do."""

_MATCH_ROLE = Qt.ItemDataRole.UserRole


class TopBar(QWidget):
    """What the user wishes of the window is told by the signals; `findings_wanted` has a Severity or None."""

    folder_wanted = Signal(str)
    choice_wanted = Signal()
    chunks_wanted = Signal()
    refresh_wanted = Signal()
    scans_wanted = Signal(bool)
    report_wanted = Signal()
    theme_wanted = Signal(str)
    findings_wanted = Signal(object)

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("topBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._theme = theme
        self.library = named(QToolButton(), "library", label=self.tr("Library menu"))
        self.library.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.library.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.library.setToolTip(self.tr("Open, refresh and recent libraries (Alt+L)"))
        self.search = HeadingSearch(session, theme)
        self._health = named(QLabel(self.tr("Health")), "muted")
        self.chunks = named(QPushButton(), "pill")
        self._words: dict[QPushButton, str] = {}
        self.headless = named(QPushButton(), "pill")
        self.warnings = named(QPushButton(), "pill")
        self.errors = named(QPushButton(), "pill")
        self._counting = session.busy
        self._make_menu()
        self._lay_out()
        self._connect()
        self._on_library(session.library)

    def _make_menu(self) -> None:
        menu = QMenu(self)
        self._open = QAction(self.tr("&Open folder…"), menu, shortcut=QKeySequence(QKeySequence.StandardKey.Open))
        self._chunks_of = QAction(self.tr("Open &chunks of another pipeline…"), menu)
        self._chunks_of.setToolTip(self.tr("A .jsonl file with one chunk a line; a Chroma store opens as a folder"))
        self._refresh = QAction(self.tr("&Refresh"), menu, shortcut=QKeySequence(Qt.Key.Key_F5))
        self._scans = QAction(self.tr("Read &scanned pages"), menu, checkable=True)
        self._report = QAction(self.tr("&Write report…"), menu, shortcut=QKeySequence("Ctrl+Shift+W"))
        self._recent = QMenu(self.tr("Re&cent libraries"), menu)
        appearance = QMenu(self.tr("&Appearance"), menu)
        self._appearance = QActionGroup(appearance)
        labels = (self.tr("Theme of the &system"), self.tr("&Light theme"), self.tr("&Dark theme"))
        for choice, label in zip(THEMES, labels, strict=True):
            action = QAction(label, self._appearance, checkable=True)
            action.setData(choice)
            appearance.addAction(action)
        menu.setToolTipsVisible(True)
        self.commands: tuple[QAction | QMenu | None, ...] = (
            *(self._open, self._chunks_of, self._refresh, self._scans, self._report),
            *(None, self._recent, None, appearance),
        )
        for command in self.commands:
            if isinstance(command, QMenu):
                menu.addMenu(command)
            elif command is None:
                menu.addSeparator()
            else:
                menu.addAction(command)
        self.library.setMenu(menu)
        self._draw_icons()

    def _draw_icons(self) -> None:
        self._open.setIcon(icon(Icon.OPEN, self._theme))
        self._refresh.setIcon(icon(Icon.REFRESH, self._theme))
        self._recent.setIcon(icon(Icon.RECENT, self._theme))

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 5, 12, 5)
        row.setSpacing(8)
        row.addWidget(self.library)
        row.addWidget(self.search, 2)
        row.addStretch(1)
        for part in (self._health, self.chunks, self.headless, self.warnings, self.errors):
            row.addWidget(part)

    def _connect(self) -> None:
        self._open.triggered.connect(self.choice_wanted)
        self._chunks_of.triggered.connect(self.chunks_wanted)
        self._refresh.triggered.connect(self.refresh_wanted)
        self._scans.triggered.connect(self.scans_wanted)
        self._report.triggered.connect(self.report_wanted)
        self._recent.triggered.connect(lambda action: self.folder_wanted.emit(action.data()))
        self._appearance.triggered.connect(lambda action: self.theme_wanted.emit(action.data()))
        self.chunks.clicked.connect(lambda: self._session.select(Selection()))
        self.headless.clicked.connect(lambda: self.findings_wanted.emit(None))
        self.warnings.clicked.connect(lambda: self.findings_wanted.emit(Severity.WARNING))
        self.errors.clicked.connect(lambda: self.findings_wanted.emit(Severity.ERROR))
        self._session.library_changed.connect(self._on_library)
        self._session.settings_changed.connect(self._on_settings)
        self._session.progress_changed.connect(self._on_progress)
        self._theme.changed.connect(self._draw_icons)
        self._on_settings(self._session.settings)

    def _on_settings(self, settings: Settings) -> None:
        self._recent.clear()
        for folder in settings.recent:
            action = self._recent.addAction(f"{Path(folder).name}  ({folder})".replace("&", "&&"))
            action.setData(folder)
        self._recent.setEnabled(bool(settings.recent))
        for action in self._appearance.actions():
            action.setChecked(action.data() == settings.theme)

    def _on_progress(self) -> None:
        """Tell when counts begin and end to grow."""
        if self._session.busy != self._counting:
            self._on_library(self._session.library)

    def _on_library(self, library: LibraryInfo | None) -> None:
        self._counting = self._session.busy
        name = on_one_line(library.name) if library else self.tr("Open a library")
        self.library.setText(self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, 240))
        self._refresh.setEnabled(library is not None)
        self._report.setEnabled(library is not None)
        self._scans.setChecked(bool(library and library.ocr))
        self._scans.setEnabled(bool(library and (library.ocr or library.ocr_languages)))
        self._scans.setToolTip(scans_tip(library))
        self.search.setEnabled(library is not None)
        for part in (self.headless, self.warnings, self.errors):
            part.setVisible(library is not None)
        if library is not None:
            self._show_health(library)
            self._words = {pill: pill.text() for pill in (self.headless, self.warnings, self.errors)}
            for pill, words in self._words.items():
                pill.setAccessibleName(words)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """Ask for no more than a small window has."""
        return super().minimumSizeHint().boundedTo(QSize(_LEAST, 1000))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what can be done without."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show the word Health and the number of chunks where there is room: the tree's head tells chunks too.

        Where even that is not enough, the others say their numbers alone; names and tool tips keep the words.
        """
        for pill, words in self._words.items():
            pill.setText(words)
        spare = (self._health, self.chunks)
        for part in spare:
            part.setVisible(self._session.library is not None)
        for part in spare:
            if super().minimumSizeHint().width() > self.width():
                part.setVisible(False)
        for pill, words in self._words.items():
            if super().minimumSizeHint().width() > self.width():
                pill.setText(_number_in(words))

    def _show_health(self, library: LibraryInfo) -> None:
        health = library.health
        self.chunks.setText(counted(health.chunks, self.tr("chunk"), self.tr("chunks")))
        size = size_text(library.index_bytes)
        self.chunks.setToolTip(self.tr("Show all chunks of the library; its index takes {0} on this disk").format(size))
        part = health.not_self_describing
        share = round(100 * part / health.judged) if health.judged else 0
        self.headless.setText(self.tr("{share} % not self-describing").format(share=share))
        self.headless.setToolTip(_health_tip(health))
        warnings = counted(health.warnings, self.tr("warning"), self.tr("warnings"))
        errors = counted(health.errors, self.tr("error"), self.tr("errors"))
        self.warnings.setText(f"{severity_sign(Severity.WARNING)} {warnings}")
        self.errors.setText(f"{severity_sign(Severity.ERROR)} {errors}")
        self.warnings.setToolTip(self.tr("Show the warnings"))
        self.errors.setToolTip(self.tr("Show the errors"))
        _set_tone(self.headless, "accent" if share else "plain")
        _set_tone(self.warnings, "warning" if health.warnings else "plain")
        _set_tone(self.errors, "error" if health.errors else "plain")
        if not health.chunks and not library.indexed:
            # Nothing was read yet: a row of noughts would read as a result.
            for pill in (self.chunks, self.headless, self.warnings, self.errors):
                pill.setText("…")
                pill.setToolTip(self.tr("The library is being read"))
        elif self._counting:
            for pill in (self.headless, self.warnings, self.errors):
                pill.setText(self.tr("{0} …").format(pill.text()))
                pill.setToolTip(f"{self.tr('So far: passages are still read or compared')}\n{pill.toolTip()}")


def _health_tip(health: Health) -> str:
    """Return what the share of chunks that are not self-describing rests on."""
    error, labelled = MEASURED_ERROR
    lines = (
        _tr("{count} of {judged} English chunks do not name their subject; {more} name it as a near twin does."),
        _tr("The judge errs on about {error} % of chunks (measured on {labelled} labelled ones)."),
        _tr("{bare} chunks stand under no heading; {empty} more headers name no subject."),
    )
    return "\n".join(lines).format(
        count=f"{health.not_self_describing:,}",
        judged=f"{health.judged:,}",
        more=f"{health.needs_discriminator:,}",
        error=round(100 * error),
        labelled=labelled,
        bare=f"{health.empty_paths:,}",
        empty=f"{health.unhelpful_headers:,}",
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("TopBar", text)


def _set_tone(pill: QWidget, tone: str) -> None:
    if pill.property("tone") != tone:
        pill.setProperty("tone", tone)
        pill.style().unpolish(pill)
        pill.style().polish(pill)


class HeadingSearch(QLineEdit):
    """Finds documents and headings as one types; a match becomes the selection, which `followed` tells."""

    followed = Signal()

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session = session
        self._theme = theme
        self.setPlaceholderText(self.tr("Search documents and headings  Ctrl+K"))
        self.setAccessibleName(self.tr("Search documents and headings"))
        self.setClearButtonEnabled(True)
        self.setMinimumWidth(150)
        self.setMaximumWidth(420)
        self._sign = self.addAction(icon(Icon.SEARCH, theme), QLineEdit.ActionPosition.LeadingPosition)
        self._pause = QTimer(self, singleShot=True, interval=_TYPING_PAUSE_MS)
        self._matches = QStandardItemModel(self)
        self._completer = QCompleter(self._matches, self)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.setMaxVisibleItems(12)
        self._completer.setWidget(self)
        self._popup = named(QListView(), "popup", label=self.tr("Matches"))
        self._popup.setIconSize(QSize(14, 14))
        self._popup.setUniformItemSizes(True)
        self._popup.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._completer.setPopup(self._popup)
        self._pause.timeout.connect(self._ask)
        self.textEdited.connect(self._on_edited)
        self._completer.activated[QModelIndex].connect(self._on_chosen)  # pyright: ignore[reportIndexIssue] - stubs lack it
        self.returnPressed.connect(self._choose_first)
        session.headings_found.connect(self._on_found)
        theme.changed.connect(lambda: self._sign.setIcon(icon(Icon.SEARCH, theme)))

    @property
    def matches(self) -> tuple[str, ...]:
        """Return the matches offered, as they are written."""
        return tuple(self._matches.item(row).text() for row in range(self._matches.rowCount()))

    def _on_edited(self, text: str) -> None:
        if text.strip():
            self._pause.start()
        else:
            self._pause.stop()
            self._popup.hide()

    def _ask(self) -> None:
        self._session.find_headings(self.text().strip())

    def _on_found(self, found: protocol.HeadingsFound) -> None:
        self._matches.clear()
        for match in found.rows:
            item = QStandardItem(on_one_line(_match_text(match)))
            item.setData(match, _MATCH_ROLE)
            item.setIcon(icon(Icon.DOCUMENT if match.section is None else Icon.HEADING, self._theme))
            item.setToolTip(plain_tip(" › ".join((match.document, *match.heading_path))))
            self._matches.appendRow(item)
        if not found.rows:
            item = QStandardItem(self.tr("Nothing found"))
            item.setEnabled(False)
            self._matches.appendRow(item)
        if self.hasFocus() and self.text().strip():
            # Wider than the field, for a heading is followed by where it stands; long paths are cut.
            self._popup.setFixedWidth(max(self.width(), 560))
            self._completer.complete()

    def _on_chosen(self, index: QModelIndex) -> None:
        # The completer's own model stands between: its data are those of the matches.
        self._follow(cast("protocol.HeadingMatch | None", index.data(_MATCH_ROLE)))

    def _choose_first(self) -> None:
        if self._matches.rowCount() and self.text().strip():
            self._follow(cast("protocol.HeadingMatch | None", self._matches.item(0).data(_MATCH_ROLE)))

    def _follow(self, match: protocol.HeadingMatch | None) -> None:
        if match is None:
            return
        self._popup.hide()
        self._matches.clear()
        # The completer writes the match into the field after this signal.
        QTimer.singleShot(0, self, self.clear)
        self._session.select(Selection(document=match.document, section=match.section))
        self.followed.emit()


def _match_text(match: protocol.HeadingMatch) -> str:
    """Return a heading first, then where it stands: what fits in a narrow list is what tells matches apart."""
    if match.section is None or not match.heading_path:
        return f"{match.document}  ·  {match.title}" if match.title else match.document
    *above, heading = match.heading_path
    return f"{heading}  ·  {' › '.join((match.document, *above))}"


def _number_in(words: str) -> str:
    """Return the sign and the number that begin some words, and whether it still grows."""
    found = re.match(r"\D*[\d.,]+(?: ?%)?", words)
    return f"{found[0]}{' …' if words.endswith(' …') else ''}" if found else words

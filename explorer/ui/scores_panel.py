"""The tab of scores: both scores of every chunk as a picture, and what both sides embed for the chosen chunk."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer import protocol
from explorer.core.recipe import PLAIN
from explorer.core.retrieval_views import Scatter
from explorer.core.views import ChunkView, Comparison
from explorer.ui.charts import scrolled
from explorer.ui.file_saver import FileSaver
from explorer.ui.naming import named
from explorer.ui.news import copy_text, tell
from explorer.ui.panel_parts import Choice, ElidedLabel, EmptyWords, flat_button
from explorer.ui.retrieval_session import ChunkKey, RetrievalSession
from explorer.ui.scatter_plot import Mode
from explorer.ui.scatter_texts import point_rows, shown_words, summary
from explorer.ui.scatter_view import ScatterView
from explorer.ui.table_files import ENDINGS, as_file
from explorer.ui.table_parts import tabbed, table_action
from explorer.ui.text_difference_view import TextDifferenceView
from explorer.ui.theme import Theme

_LOW = 260
"""Height in pixels below which there is no line of words under the picture."""


class ScoresPanel(QWidget):
    """Follows the last comparison and the chosen chunk, and asks only while it is seen.

    Emits `question_wanted` (one is to be asked first) and `failed` (title, detail).
    """

    question_wanted = Signal()
    failed = Signal(str, str)

    def __init__(self, retrieval: RetrievalSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._retrieval = retrieval
        self._session = retrieval.session
        self._saver = FileSaver(self, ENDINGS, self.tr("The points could not be written."))
        self._saver.failed.connect(self.failed)
        self._expected: frozenset[ChunkKey] = frozenset()
        self._scatter: Scatter | None = None
        self._scatter_stale = True
        self._texts_stale = True
        self._asked: frozenset[ChunkKey] = frozenset()
        self.view = ScatterView(theme)
        self.texts = TextDifferenceView(theme)
        self._make_controls()
        self._lay_out()
        self._connect()
        self._say()

    def _make_controls(self) -> None:
        self.choice = Choice(
            (
                (self.tr("Scores"), self.tr("Place chunks by their scores")),
                (self.tr("Ranks"), self.tr("Place chunks by their ranks; the first hundred have most of the room")),
            )
        )
        self.summary = ElidedLabel()
        self.reset_button = flat_button(self.tr("Whole picture"), self.tr("Show the whole picture again (Escape)"))
        self.reset_button.hide()
        self.copy_button = flat_button(self.tr("Copy"), self.tr("Copy the picture, the points or the texts"))
        menu = QMenu(self.copy_button)
        menu.addAction(self.tr("Copy the picture")).triggered.connect(self.copy_picture)
        menu.addAction(self.tr("Copy the points as a table (TSV)")).triggered.connect(self.copy_points)
        menu.addAction(self.tr("Copy both embedded texts")).triggered.connect(self.copy_texts)
        self.copy_button.setMenu(menu)
        self.copy_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.export_button = flat_button(self.tr("Export…"), self.tr("Write the points as CSV, TSV, JSON or Markdown"))
        self._copy = table_action(self.view, self.tr("Copy the points as a table (TSV)"), "Ctrl+C")

    def _lay_out(self) -> None:
        self.empty = EmptyWords()
        self.empty.step_wanted.connect(self.question_wanted)
        self.empty_texts = EmptyWords()
        self.empty_texts.say(self.tr("Choose a chunk to see what both sides embed for it."))
        self._text_pages = QStackedWidget()
        self._text_pages.addWidget(self.empty_texts)
        texts = named(scrolled(self.texts), label=self.tr("Embedded texts"))
        texts.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._text_pages.addWidget(texts)
        self.info = ElidedLabel()
        self.info.setObjectName("muted")
        self.info.setContentsMargins(12, 0, 12, 4)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.view, 1)
        column.addWidget(self.info)
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.addWidget(left)
        self._split.addWidget(self._text_pages)
        self._split.setSizes([800, 560])
        self._split.setStretchFactor(0, 3)
        self._split.setStretchFactor(1, 2)
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(1)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self._split)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(self._control_line())
        whole.addWidget(self._pages, 1)

    def _control_line(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setContentsMargins(12, 6, 12, 4)
        line.setSpacing(8)
        line.addWidget(self.choice)
        line.addWidget(self.summary, 1)
        for button in (self.reset_button, self.copy_button, self.export_button):
            line.addWidget(button)
        return line

    def _connect(self) -> None:
        self._session.library_changed.connect(self._say)
        self._session.comparison_changed.connect(self._on_comparison)
        self._session.chunk_selected.connect(self._on_chunk)
        self._retrieval.scatter_told.connect(self._on_scatter)
        self._retrieval.texts_told.connect(self._on_texts)
        self.choice.group.idClicked.connect(self._show_scatter)
        self.view.chunk_wanted.connect(self._session.select_chunk)
        self.view.current_changed.connect(self._say_info)
        self.view.zoom_changed.connect(self.reset_button.setVisible)
        self.reset_button.clicked.connect(self.view.reset_zoom)
        self.export_button.clicked.connect(self._export)
        self._copy.triggered.connect(self.copy_points)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave a low panel's room to the picture."""
        super().resizeEvent(event)
        self.info.setVisible(event.size().height() >= _LOW)

    def mark(self, expected: Iterable[ChunkKey]) -> None:
        """Mark the chunks that are expected to be found, such as the evidence of a question; none for nothing."""
        self._expected = frozenset(expected)
        self.view.mark(self._expected)
        self._ask_if_missing()

    def copy_picture(self) -> None:
        """Put the picture on the clipboard."""
        QGuiApplication.clipboard().setPixmap(self.view.picture())
        tell(self, self.tr("The picture was copied."))

    def copy_points(self) -> None:
        """Put the points on the clipboard, cells parted by tabs."""
        if self._scatter is not None:
            copy_text(tabbed(point_rows(self._scatter)), self)

    def copy_texts(self) -> None:
        """Put both embedded texts of the chosen chunk on the clipboard."""
        copy_text(self.texts.copied_text(), self)

    def write(self, path: Path) -> None:
        """Write the points: CSV, TSV, JSON or Markdown by the name's ending."""
        scatter = self._scatter
        if scatter is not None:
            self._saver.write(path, lambda ending: as_file(list(point_rows(scatter)), ending))

    def _export(self) -> None:
        path = self._saver.ask(self.tr("Export the points"), "scores")
        if path is not None:
            self.write(path)

    def _on_comparison(self, comparison: Comparison | None) -> None:
        self._scatter_stale = self._texts_stale = True
        if comparison is None:
            self._scatter = None
            self._show_scatter()
        self._ask_if_seen()

    def _on_chunk(self, view: ChunkView | None) -> None:
        self._texts_stale = True
        self.view.choose(self._chosen())
        if view is None:
            self._text_pages.setCurrentIndex(0)
        self._ask_if_missing()
        self._ask_if_seen()

    def _chosen(self) -> ChunkKey | None:
        view = self._session.chunk
        return (view.item.chunk.document, view.item.chunk.index) if view else None

    def _marked(self) -> frozenset[ChunkKey]:
        chosen = self._chosen()
        return self._expected | ({chosen} if chosen else frozenset())

    def _ask_if_missing(self) -> None:
        """Ask anew where the picture lacks a chunk that it has not been asked for yet."""
        drawn = {(point.document, point.index) for point in self._scatter.points} if self._scatter else set[ChunkKey]()
        if self._scatter is not None and not self._marked() <= drawn | self._asked:
            self._scatter_stale = True
            self._ask_if_seen()

    def _ask_if_seen(self) -> None:
        """Ask for what is not up to date, while anybody looks."""
        comparison, chosen = self._session.comparison, self._chosen()
        if not self.isVisible():
            return
        if self._scatter_stale and comparison is not None:
            self._scatter_stale = False
            self._asked = self._marked()
            self._retrieval.request_scatter(sorted(self._asked))
        if self._texts_stale and chosen is not None:
            self._texts_stale = False
            settings = self._session.settings
            recipes = (settings.plain_recipe, settings.context_recipe)
            if comparison is not None:
                recipes = (comparison.plain_recipe, comparison.context_recipe)
            self._retrieval.request_texts(*chosen, recipes[0] or PLAIN.name, recipes[1])
        self._say()

    def _on_scatter(self, scatter: Scatter) -> None:
        comparison = self._session.comparison
        if comparison is not None and scatter.question == (comparison.words or comparison.question):
            self._scatter = scatter
            self._show_scatter()

    def _on_texts(self, told: protocol.EmbeddedTextsTold) -> None:
        if (told.document, told.index) == self._chosen():
            self.texts.show_texts((told.plain, told.context))
            self._text_pages.setCurrentIndex(1)

    def _show_scatter(self) -> None:
        self.view.show_scatter(self._scatter, Mode(self.choice.group.checkedId()))
        self.view.choose(self._chosen())
        self._say()

    def _say(self) -> None:
        """Show the picture, or say why there is none."""
        there = self._scatter is not None
        self._pages.setCurrentIndex(int(there))
        for button in (self.copy_button, self.export_button, *self.choice.group.buttons()):
            button.setEnabled(there)
        self.summary.set_whole(summary(self._scatter) if self._scatter else "")
        self._say_info("")
        if self._session.library is None:
            self.empty.say(self.tr("No library is open."))
        elif self._session.comparison is None:
            words = self.tr("Ask a question in Compare to see how each chunk scores on both sides.")
            self.empty.say(words, self.tr("Ask a question"))
        else:
            self.empty.say(self.tr("Reading the scores …"))

    def _say_info(self, words: str) -> None:
        """Say which chunk the mouse or the keys are at; else how many are drawn, and what can be done."""
        hint = self.tr("{0}. Click a chunk to choose it; drag to zoom; arrow keys walk by rank.")
        usual = hint.format(shown_words(self._scatter)) if self._scatter else ""
        self.info.set_whole(words or usual)

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for what has changed since the tab was seen last."""
        super().showEvent(event)
        self._ask_if_seen()

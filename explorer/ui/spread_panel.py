"""The tab of near twins: what a recipe does to the distances between chunks, for the library, its documents, pairs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from explorer import protocol
from explorer.core.recipe import PLAIN
from explorer.core.spread import SpreadReport, TwinPair, Verdict
from explorer.core.views import LibraryInfo
from explorer.ui.audit_session import AuditSession
from explorer.ui.bar_chart import Move, MoveChart
from explorer.ui.charts import Axis, scrolled
from explorer.ui.elided_box import ElidedBox
from explorer.ui.file_saver import FileSaver
from explorer.ui.filter_line import FilterLine, RowCount
from explorer.ui.flow_layout import FlowLayout, control_line
from explorer.ui.hit_texts import recipe_words
from explorer.ui.models.spread_model import (
    CHANGE,
    DOCUMENT_COLUMNS,
    KEPT,
    RIGHT_PASSAGE,
    ROW_ROLE,
    TWIN_COLUMNS,
    VERDICT,
    SpreadModel,
)
from explorer.ui.naming import named
from explorer.ui.news import copy_text
from explorer.ui.panel_parts import Choice, EmptyWords, flat_button, labelled
from explorer.ui.session import Selection
from explorer.ui.spread_texts import number, pairs_note, passage_text, signed, verdict_tone
from explorer.ui.spread_view import SpreadView
from explorer.ui.table_files import ENDINGS, as_file
from explorer.ui.table_parts import RowTable, tabbed
from explorer.ui.theme import Theme
from explorer.ui.tone_delegate import AnyIndex, ToneDelegate

_TWIN_WIDTHS = (112, 112, 92, 122, 136, 80)
_DOCUMENT_WIDTHS = (150, 88, 104, 62, 56, 70, 108, 122, 136)
_DRAWN = 60
_AXIS = Axis(0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 1.0))
_State = tuple[str, int, tuple[str, ...]]


class SpreadPanel(QWidget):
    """Asks for figures only while it is seen, and only for recipes that are embedded. Emits `failed`."""

    failed = Signal(str, str)

    def __init__(self, audit: AuditSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._audit = audit
        self._saver = FileSaver(self, ENDINGS, self.tr("The table could not be written."))
        self._saver.failed.connect(self.failed)
        self._theme = theme
        self._report: SpreadReport | None = None
        self._state: _State | None = None
        self._stale = False
        self._measuring = False
        self._stopped = False
        self._chosen = ""
        self.twin_rows = SpreadModel(TWIN_COLUMNS, self)
        self.document_rows = SpreadModel(DOCUMENT_COLUMNS, self)
        self._make_controls()
        self._make_tables()
        self._lay_out()
        self._connect()
        self._fill_recipes()
        self._say()

    def _make_controls(self) -> None:
        self.recipe = named(ElidedBox(), label=self.tr("Recipe to measure"))
        self.recipe.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.recipe.setMinimumContentsLength(14)
        self.recipe.setMaximumWidth(360)
        self.recipe.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.recipe.setToolTip(self.tr("Recipes that are embedded. A question in Compare embeds another one."))
        self.choice = Choice(
            (
                (self.tr("Pairs"), self.tr("Passages that a question may mix up")),
                (self.tr("By document"), self.tr("The figures of each document")),
                (self.tr("Chart"), self.tr("How alike the two of each pair are: text alone, then with headers")),
            )
        )
        self.measure_button = flat_button(self.tr("Measure"), self.tr("Measure the distances between chunks"))
        self.stop_button = flat_button(self.tr("Stop"), self.tr("Stop measuring"))
        self.copy_button = flat_button(self.tr("Copy"), self.tr("Copy the verdict, the figures and the table"))
        self.export_button = flat_button(self.tr("Export…"), self.tr("Write the table as CSV, TSV, JSON or Markdown"))

    def _make_tables(self) -> None:
        down, up = Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder
        self.twins = self._table(self.tr("Near twins"), _TWIN_WIDTHS, (0, 1))
        self.twins.show_rows_of(self.twin_rows, CHANGE, down)
        self.documents = self._table(self.tr("Distances by document"), _DOCUMENT_WIDTHS, (0,))
        self.documents.show_rows_of(self.document_rows, KEPT, up)
        self.words = FilterLine(self.twins, self.tr("Search"), self)
        self.words.setMaximumWidth(200)
        self.words.textChanged.connect(self.documents.order.show_words)
        self.documents.search_wanted.connect(self.words.take_keys)
        self.counts = [RowCount(table.order) for table in (self.twins, self.documents)]
        self.documents.setItemDelegateForColumn(VERDICT, ToneDelegate(self._theme, _tone, self.documents))

    def _table(self, label: str, widths: tuple[int, ...], wide: tuple[int, ...]) -> RowTable:
        table = RowTable(label, widths, wide, self)
        table.copied = self.copied_text
        table.ask_file = self._export
        table.failed.connect(self.failed)
        return table

    def _lay_out(self) -> None:
        self.note = named(QLabel(), "muted")
        self.note.setWordWrap(True)
        self.note.setContentsMargins(12, 2, 12, 4)
        pairs = QWidget()
        column = QVBoxLayout(pairs)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.note)
        column.addWidget(self.twins, 1)
        self._tables = QStackedWidget()
        self._tables.addWidget(pairs)
        self._tables.addWidget(self.documents)
        self.chart = MoveChart(self._theme, "twins", self)
        self.legend = named(QLabel(), "muted")
        self.legend.setWordWrap(True)
        self.legend.setContentsMargins(12, 2, 12, 4)
        drawn = QWidget()
        lines = QVBoxLayout(drawn)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addWidget(self.legend)
        lines.addWidget(scrolled(self.chart), 1)
        self._tables.addWidget(drawn)
        self.figures = SpreadView()
        self.empty = EmptyWords()
        self._pages = QStackedWidget()
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self._split())
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(self._control_line())
        whole.addWidget(self._pages, 1)

    def _split(self) -> QSplitter:
        named(self.figures, "panel").setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self.figures)
        scroll.setMinimumWidth(260)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self._tables)
        split.addWidget(scroll)
        split.setSizes([900, 480])
        split.setStretchFactor(0, 2)
        split.setStretchFactor(1, 1)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        return split

    def _control_line(self) -> FlowLayout:
        buttons = (self.measure_button, self.stop_button, self.copy_button, self.export_button)
        recipe = labelled(self.tr("Recipe"), self.recipe)
        return control_line(recipe, self.choice, self.words, *self.counts, None, *buttons)

    def _connect(self) -> None:
        self._audit.session.library_changed.connect(self._on_library)
        self._audit.session.progress_changed.connect(self._on_work)
        self._audit.spread_told.connect(self._on_told)
        self._audit.spread_progress.connect(self._on_progress)
        self._audit.spread_ended.connect(self._on_ended)
        self.recipe.activated.connect(self._on_recipe)
        self.choice.group.idClicked.connect(self._on_choice)
        self.measure_button.clicked.connect(self.measure)
        self.chart.failed.connect(self.failed)
        self.chart.chosen.connect(lambda key: self._audit.session.select_chunk(*key))
        self.twins.order.changed.connect(self._draw)
        self.stop_button.clicked.connect(self._audit.stop_spread)
        self.copy_button.clicked.connect(lambda: copy_text(self.copied_text(), self))
        self.export_button.clicked.connect(self._export)
        for table, show in ((self.twins, self._show_passage), (self.documents, self._show_document)):
            table.clicked.connect(show)
            table.activated.connect(show)
            self._theme.changed.connect(table.fit_rows)

    def _on_choice(self, number: int) -> None:
        self._tables.setCurrentIndex(number)
        self._say()

    def measure(self) -> None:
        """Ask for the figures of the chosen recipe."""
        recipe = self.recipe.currentData()
        if recipe and self._ready():
            self._stale = self._stopped = False
            self._measuring = True
            self._report = None
            self._audit.request_spread(recipe)
            self._say()

    def copied_text(self) -> str:
        """Return the recipe, the verdict with its figures, and the table that is seen, as tab-separated lines."""
        return "\n".join([self.recipe.currentText(), tabbed(self.figures.lines()), "", tabbed(self._seen().lines())])

    def write(self, path: Path) -> None:
        """Write the rows that are seen, with places in full: TSV, JSON or Markdown by the name's ending, else CSV."""
        self._saver.write(path, lambda ending: as_file(self._lines(), ending))

    def _lines(self) -> list[list[str]]:
        table = self._seen()
        lines = table.lines_of(range(table.model().rowCount()))
        if table is self.twins:
            lines = [lines[0], *(self._whole(row, line) for row, line in enumerate(lines[1:]))]
        return lines

    def _whole(self, row: int, line: list[str]) -> list[str]:
        pair: TwinPair = self.twins.order.index(row, 0).data(ROW_ROLE)
        sides = (f"{side.document} #{side.index} {' > '.join(side.heading_path)}" for side in (pair.left, pair.right))
        return [*sides, *line[2:]]

    def _export(self) -> None:
        path = self._saver.ask(self.tr("Export the table"), "twins" if self._seen() is self.twins else "distances")
        if path is not None:
            self.write(path)

    def _seen(self) -> RowTable:
        return self.documents if self._tables.currentIndex() == 1 else self.twins

    def _ready(self) -> bool:
        library = self._audit.session.library
        return library is not None and library.indexed and not self._audit.session.busy

    def _fill_recipes(self) -> None:
        """Offer what is embedded, the library's recipe first; plain texts are what each is compared with."""
        library = self._audit.session.library
        embedded = library.embedded if library else ()
        own = library.recipe if library else ""
        names = sorted((name for name in embedded if name != PLAIN.name), key=lambda name: (name != own, name))
        with QSignalBlocker(self.recipe):
            self.recipe.clear()
            for name in names:
                words = f"{name}: {recipe_words(name)}"
                self.recipe.addItem(self.tr("{0} (the library's)").format(words) if name == own else words, name)
            self.recipe.setCurrentIndex(max(self.recipe.findData(self._chosen), 0) if names else -1)
        self.recipe.setEnabled(bool(names))

    def _on_library(self, library: LibraryInfo | None) -> None:
        self._fill_recipes()
        state = (library.folder, library.revision, library.embedded) if library and library.indexed else None
        if state is None or state != self._state:
            self._state = state
            self._report = None
            self._stale = state is not None
            self._stopped = self._measuring = False
        self._measure_if_seen()
        self._say()

    def _on_work(self, progress: protocol.Progress | None) -> None:
        """Leave off while the library is refreshed, as the figures would be those of a library that is gone."""
        if self._measuring and self._audit.session.busy:
            self._stale = True
            self._audit.stop_spread()
        elif progress is None:
            self._measure_if_seen()

    def _on_recipe(self) -> None:
        """Keep to a chosen recipe; the library's own is followed when it changes."""
        library, name = self._audit.session.library, self.recipe.currentData()
        self._chosen = "" if library and name == library.recipe else name
        self._stale = True
        self._measure_if_seen()

    def _measure_if_seen(self) -> None:
        if self._stale and self.isVisible():
            self.measure()

    def _on_told(self, report: SpreadReport) -> None:
        if not self._measuring:
            return
        self._measuring = False
        self._report = report
        self.figures.show_spread(report.library)
        self.note.setText(pairs_note(by_words=report.by_words, pairs=len(report.twins)))
        self.twin_rows.show_rows(report.twins)
        self.document_rows.show_rows(report.documents)
        self._say()

    def _draw(self) -> None:
        """Draw the pairs that are listed, as far as an eye can follow them."""
        order = self.twins.order
        pairs = [order.index(row, 0).data(ROW_ROLE) for row in range(min(order.rowCount(), _DRAWN))]
        title = self.tr("How alike the two of a pair are: ○ text alone, ● with headers")
        if order.rowCount() > _DRAWN:
            title = self.tr("{0} (the first {1} of {2})").format(title, _DRAWN, f"{order.rowCount():,}")
        self.legend.setText(title)
        self.chart.show_moves(title, self.tr("Cosine before → after"), [_move(pair) for pair in pairs], _AXIS)

    def _on_progress(self, progress: protocol.Progress) -> None:
        if self._measuring:
            words = self.tr("Measuring: {0} of {1} documents read.")
            self.empty.say(words.format(f"{progress.done:,}", f"{progress.total:,}"))

    def _on_ended(self) -> None:
        self._measuring = False
        self._stopped = not self._stale
        self._say()
        self._measure_if_seen()

    def _say(self) -> None:
        """Show the figures, or say why there are none."""
        there = self._report is not None
        self._pages.setCurrentIndex(int(there))
        for part in (self.choice, self.words):
            part.setEnabled(there)
        for place, count in enumerate(self.counts):
            count.setVisible(there and place == self._tables.currentIndex() % len(self.counts))
        self.copy_button.setEnabled(there)
        self.export_button.setEnabled(there)
        self.stop_button.setVisible(self._measuring)
        self.measure_button.setVisible(self._stopped and not self._measuring)
        self.empty.say(self._words())

    def _words(self) -> str:
        library = self._audit.session.library
        if library is None:
            return self.tr("No library is open.")
        if self._measuring:
            return self.tr("Measuring how far apart chunks are …")
        if not library.indexed:
            return self.tr("Distances can be measured once every chunk is embedded.")
        if self.recipe.currentData() is None:
            return self.tr(
                "Only texts without headers are embedded here. Ask a question in Compare with another recipe, "
                "then see here what its headers do."
            )
        return self.tr("Measuring was stopped.") if self._stopped else self.tr("Nothing has been measured yet.")

    def _show_passage(self, index: QModelIndex) -> None:
        pair: TwinPair = index.data(ROW_ROLE)
        passage = pair.right if index.column() == RIGHT_PASSAGE else pair.left
        self._audit.session.select_chunk(passage.document, passage.index)

    def _show_document(self, index: QModelIndex) -> None:
        self._audit.session.select(Selection(document=index.data(ROW_ROLE).document))

    def showEvent(self, event: QShowEvent) -> None:
        """Measure what has changed since the tab was seen last."""
        super().showEvent(event)
        self._measure_if_seen()


def _move(pair: TwinPair) -> Move:
    sides = [passage_text(side).split(" · ")[0] for side in (pair.left, pair.right)]
    nearer = pair.context > pair.plain
    words = (
        f"{number(pair.plain)} → {number(pair.context)}  {'▲' if nearer else '▼'} {signed(pair.context - pair.plain)}"
    )
    tone = "warning" if nearer else "success"
    return Move(" ⇄ ".join(sides), pair.plain, pair.context, words, tone, (pair.left.document, pair.left.index))


def _tone(index: AnyIndex) -> str:
    verdict: Verdict = index.data(ROW_ROLE).verdict
    return verdict_tone(verdict)

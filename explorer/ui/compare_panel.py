"""The compare pane: one question, the same chunks ranked without and with context, side by side."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer.core.views import ChunkView, Comparison, Hit, LibraryInfo, TrueRank
from explorer.ui.compare_side import CompareSide
from explorer.ui.filter_button import FilterButton
from explorer.ui.hit_texts import Direction, as_markdown, as_tsv, movement, result_rows, summary
from explorer.ui.movement_lines import MovementLines
from explorer.ui.panel_parts import copy_text, flat_button
from explorer.ui.session import Session
from explorer.ui.settings import Settings
from explorer.ui.theme import Theme
from explorer.ui.wishes import BY_VECTORS, Question

TOP = 20
_RANKERS = ("embedding", "keyword", "hybrid", "shared-words")
_SAMPLES = 3


class ComparePanel(QWidget):
    """Asks questions and shows both rankings; a chosen chunk's true rank is shown on both sides always."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._rank: TrueRank | None = None
        self._running = False
        self._asked = ""
        self._scroll_to_chosen = False
        self._set_recipes: tuple[str, str] | None = None
        self.plain = CompareSide(theme, False, self)
        self.context = CompareSide(theme, True, self)
        self.lines = MovementLines(self.plain.list, self.context.list, theme, self)
        self._make_controls()
        self._make_start()
        self._arrange()
        self._connect()
        self._on_settings(session.settings)
        self._on_library(session.library)
        self._on_comparison(session.comparison)

    def _make_controls(self) -> None:
        self.question = QLineEdit(self)
        self.question.setClearButtonEnabled(True)
        self.question.setAccessibleName(self.tr("Question"))
        self.question.setMinimumWidth(160)
        self.ranker = QComboBox(self)
        self.ranker.setAccessibleName(self.tr("Ranker"))
        self.ranker.setToolTip(self.tr("How chunks are ranked"))
        names = (self.tr("Embedding"), self.tr("Keyword"), self.tr("Hybrid"), self.tr("Shared words"))
        for name, ranker in zip(names, _RANKERS, strict=True):
            self.ranker.addItem(name, ranker)
        self.filter = FilterButton(self)
        self._copy = flat_button(self.tr("Copy"), self.tr("Copy the results"), self)
        menu = QMenu(self._copy)
        menu.addAction(self.tr("Copy results as a table (TSV)")).triggered.connect(self.copy_tsv)
        menu.addAction(self.tr("Copy results as Markdown")).triggered.connect(self.copy_markdown)
        self._copy.setMenu(menu)
        self._copy.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._summary = QLabel(self)
        self._summary.setObjectName("pill")
        self._hint = QLabel(self)
        self._hint.setObjectName("muted")
        self._hint.setWordWrap(True)
        self._busy = QProgressBar(self)
        self._busy.setRange(0, 1)
        self._busy.setTextVisible(False)
        self._busy.setFixedHeight(3)
        kept = self._busy.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self._busy.setSizePolicy(kept)
        self._busy.hide()

    def _make_start(self) -> None:
        self._start = QWidget(self)
        self._words = QLabel(self._start)
        self._words.setObjectName("muted")
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._words.setWordWrap(True)
        column = QVBoxLayout(self._start)
        column.addStretch(1)
        column.addWidget(self._words)
        self._samples = [QPushButton(self._start) for _ in range(_SAMPLES)]
        for button in self._samples:
            button.setObjectName("pill")
            button.setProperty("tone", "accent")
            button.clicked.connect(lambda _=False, button=button: self.ask(button.property("question")))
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)

    def _arrange(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.question, 5)
        for widget in (self.ranker, self.filter, self._copy):
            top.addWidget(widget)
        top.addWidget(self._summary)
        sides = QWidget(self)
        row = QHBoxLayout(sides)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.plain, 1)
        row.addWidget(self.lines)
        row.addWidget(self.context, 1)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._start)
        self._stack.addWidget(sides)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 4)
        column.setSpacing(5)
        column.addLayout(top)
        column.addWidget(self._busy)
        column.addWidget(self._hint)
        column.addWidget(self._stack, 1)

    def _connect(self) -> None:
        session = self._session
        session.library_changed.connect(self._on_library)
        session.selection_changed.connect(self.filter.show_selection)
        session.chunk_selected.connect(self._on_chunk)
        session.comparison_changed.connect(self._on_comparison)
        session.rank_arrived.connect(self._on_rank)
        session.search_running.connect(self._on_running)
        session.progress_changed.connect(self._say_hint)
        session.settings_changed.connect(self._on_settings)
        self.question.returnPressed.connect(self.search)
        self.ranker.activated.connect(self._on_ranker)
        self.filter.filters_changed.connect(self._on_filters)
        self.plain.recipe_chosen.connect(self._on_recipes)
        self.context.recipe_chosen.connect(self._on_recipes)
        self.plain.list.chunk_wanted.connect(session.select_chunk)
        self.context.list.chunk_wanted.connect(session.select_chunk)

    def ask(self, question: str) -> None:
        """Put a question and search."""
        self.question.setText(question)
        self.search()

    def focus_question(self) -> None:
        """Put the cursor into the question and select it."""
        self.question.setFocus()
        self.question.selectAll()

    def search(self) -> None:
        """Rank for the question in the field; nothing to do while that is empty or no library is open."""
        question = self.question.text().strip()
        if question and self._session.library is not None:
            self._asked = question
            ranker = self.ranker.currentData()
            self._session.search(
                Question(question, ranker, self.plain.recipe, self.context.recipe, self.filter.filters, TOP)
            )
            self._say_hint()

    def summary(self) -> str:
        """Return the sentence about the chosen chunk."""
        return self._summary.text()

    def hint(self) -> str:
        """Return what is said above the rankings, empty when there is nothing to say."""
        return self._hint.text()

    def copy_tsv(self) -> None:
        """Put both rankings on the clipboard, cells parted by tabs."""
        if self._session.comparison is not None:
            copy_text(as_tsv(result_rows(self._session.comparison)))

    def copy_markdown(self) -> None:
        """Put both rankings on the clipboard as a Markdown table."""
        if self._session.comparison is not None:
            copy_text(as_markdown(self._session.comparison))

    def _on_settings(self, settings: Settings) -> None:
        self.ranker.setCurrentIndex(max(self.ranker.findData(settings.ranker), 0))
        recipes = (settings.plain_recipe, settings.context_recipe)
        # Other choices that change leave the library's own recipe where it stands.
        if recipes != self._set_recipes:
            self._set_recipes = recipes
            self.plain.set_recipe(settings.plain_recipe)
            self.context.set_recipe(settings.context_recipe)
        self.filter.set_filters(replace(self.filter.filters, current_only=settings.current_only))
        self._say_hint()

    def _on_ranker(self) -> None:
        self._change(ranker=self.ranker.currentData())

    def _on_recipes(self) -> None:
        self._change(plain_recipe=self.plain.recipe, context_recipe=self.context.recipe)

    def _on_filters(self) -> None:
        self._change(current_only=self.filter.filters.current_only)

    def _change(self, **choices: str | bool) -> None:
        self._session.change_settings(replace(self._session.settings, **choices))  # pyright: ignore[reportArgumentType]
        self.search()

    def _on_library(self, library: LibraryInfo | None) -> None:
        self.filter.show_library(library)
        if library is not None and self._session.settings.context_recipe == Settings().context_recipe:
            self.context.set_recipe(library.recipe)
        samples = library.sample_questions if library else ()
        usual = self.tr("Ask a question and press Enter")
        self.question.setPlaceholderText(self.tr("For example: {0}").format(samples[0]) if samples else usual)
        self.question.setEnabled(library is not None)
        for number, button in enumerate(self._samples):
            button.setVisible(number < len(samples))
            question = samples[number] if number < len(samples) else ""
            shown = self.fontMetrics().elidedText(question, Qt.TextElideMode.ElideRight, 560)
            button.setText(shown.replace("&", "&&"))
            button.setToolTip(question)
            button.setProperty("question", question)
        self._say_hint()

    def _on_chunk(self, view: ChunkView | None) -> None:
        self._rank = None
        self._scroll_to_chosen = True
        chosen = (view.item.chunk.document, view.item.chunk.index) if view else None
        for part in (self.plain, self.context, self.lines):
            part.choose(chosen)
        self._follow_chosen()
        for side in (self.plain, self.context):
            side.show_chosen()

    def _on_comparison(self, comparison: Comparison | None) -> None:
        self._rank = None
        # A new ranking is read from its top; only a newly chosen chunk is scrolled to.
        self._scroll_to_chosen = False
        self.plain.show_comparison(comparison)
        self.context.show_comparison(comparison)
        self._copy.setEnabled(comparison is not None)
        self._stack.setCurrentIndex(int(comparison is not None))
        self._show_question(comparison)
        self._follow_chosen()
        self._say_hint()

    def _show_question(self, comparison: Comparison | None) -> None:
        """Show the answered question, unless the user is writing another one."""
        if comparison is None:
            self.question.clear()
        elif self.question.text().strip() in ("", self._asked):
            self.question.setText(comparison.question)
        self._asked = comparison.question if comparison else ""

    def _follow_chosen(self) -> None:
        """Find the chosen chunk's standing on both sides; ask for it when a side does not show it."""
        comparison, view = self._session.comparison, self._session.chunk
        if comparison is not None and view is not None:
            document, index = view.item.chunk.document, view.item.chunk.index
            shown = [_hit_of(hits, document, index) for hits in (comparison.plain, comparison.context)]
            if all(shown):
                self._rank = TrueRank(document, index, True, *shown)
            else:
                self._session.rank_chunk(document, index)
        self._show_rank()

    def _on_rank(self, rank: TrueRank) -> None:
        view = self._session.chunk
        if view is not None and (view.item.chunk.document, view.item.chunk.index) == (rank.document, rank.index):
            self._rank = rank
            self._show_rank()
            if self._scroll_to_chosen:
                self.plain.show_chosen()
                self.context.show_chosen()

    def _show_rank(self) -> None:
        rank = self._rank
        self.plain.append_chosen(rank.plain if rank else None)
        self.context.append_chosen(rank.context if rank else None)
        words = summary(rank)
        self._summary.setText(words)
        self._summary.setVisible(bool(words))
        self._summary.setProperty("tone", _tone(rank))
        self._summary.style().unpolish(self._summary)
        self._summary.style().polish(self._summary)

    def _on_running(self, running: bool) -> None:
        self._running = running
        self._busy.setRange(0, 0 if running else 1)
        self._busy.setVisible(running)
        self._say_hint()

    def _say_hint(self) -> None:
        words = self._hint_words()
        self._hint.setText(words)
        self._hint.setVisible(bool(words))
        if self._session.library is None:
            self._words.setText(self.tr("Open a folder of documents, then ask it a question."))
        else:
            self._words.setText(
                self.tr("Ask a question to see the same chunks ranked without and with their heading path.")
            )

    def _hint_words(self) -> str:
        library, comparison = self._session.library, self._session.comparison
        if library is not None and not library.indexed and self.ranker.currentData() in BY_VECTORS:
            if self._session.busy:
                return self.tr("The index is being built … Until then the rankers Keyword and Shared words work.")
            return self.tr("The index is not complete. Refresh (F5) to finish it; Keyword and Shared words work now.")
        if self._running:
            return self.tr("Searching …")
        return self._about(comparison) if comparison is not None else ""

    def _about(self, comparison: Comparison) -> str:
        if comparison.plain or comparison.context:
            return self._other_recipes(comparison)
        if not comparison.pool.total:
            return self.tr("There are no chunks to rank: no document with text was read in this folder.")
        return self.tr("No chunk was ranked: see the filter, or ask in other words.")

    def _other_recipes(self, comparison: Comparison) -> str:
        """Say when the hits shown are of other recipes than the sides name."""
        ranked = (comparison.plain_recipe, comparison.context_recipe)
        pairs = zip(ranked, (self.plain.recipe, self.context.recipe), strict=True)
        other = [(old, new) for old, new in pairs if old != new]
        if not other:
            return ""
        old, new = (self.tr(" and ").join(dict.fromkeys(names)) for names in zip(*other, strict=True))
        if self._session.busy and self.ranker.currentData() in BY_VECTORS:
            now = self.tr("{0} is being embedded") if len(other) == 1 else self.tr("{0} are being embedded")
            return self.tr("The hits below were ranked with {0}; {1}.").format(old, now.format(new))
        return self.tr("The hits below were ranked with {0}. Refresh or ask again to rank with {1}.").format(old, new)


def _hit_of(hits: tuple[Hit, ...], document: str, index: int) -> Hit | None:
    return next((hit for hit in hits if (hit.document, hit.index) == (document, index)), None)


def _tone(rank: TrueRank | None) -> str:
    if rank is None or rank.plain is None or rank.context is None:
        return "plain"
    direction = movement(rank.plain.rank, rank.context.rank).direction
    return {Direction.BETTER: "success", Direction.WORSE: "error"}.get(direction, "plain")

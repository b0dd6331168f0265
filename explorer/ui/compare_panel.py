"""The compare pane: one question, the same chunks ranked without and with context, side by side."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from explorer.core.retrieval_views import FilterChoices, KeptSearch
from explorer.core.views import Comparison, Filters, LibraryInfo
from explorer.ui.compare_asking import CompareAsking
from explorer.ui.compare_bar import CompareBar
from explorer.ui.compare_chosen import ChosenChunk
from explorer.ui.compare_copies import CompareCopies
from explorer.ui.compare_facts import CompareFacts
from explorer.ui.compare_popups import ComparePopups
from explorer.ui.compare_side import CompareSide
from explorer.ui.compare_start import CompareStart
from explorer.ui.compare_words import Remedy, nothing_ranked, other_recipes, unfinished_index
from explorer.ui.filter_words import Chip, chosen_chips, without_chip, without_written, written_chips
from explorer.ui.hit_groups import Arrangement
from explorer.ui.hit_texts import ranker_of, side_names
from explorer.ui.movement_lines import MovementLines
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.search_history import SearchHistory
from explorer.ui.session import Session
from explorer.ui.settings import Settings
from explorer.ui.theme import Theme
from explorer.ui.wishes import BY_VECTORS


class ComparePanel(QWidget):
    """Asks questions and shows both rankings; a chosen chunk's true rank is shown on both sides always.

    Without a `retrieval` session it makes one of its own.
    """

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget | None = None, retrieval: RetrievalSession | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._retrieval = retrieval or RetrievalSession(session, self)
        self._running = False
        self._set_recipes: tuple[str, str] | None = None
        self._library_state: tuple[str, int] | None = None
        self.history = SearchHistory(self._retrieval, self)
        self.plain = CompareSide(theme, False, self)
        self.context = CompareSide(theme, True, self)
        self.lines = MovementLines(self.plain.list, self.context.list, theme, self)
        self.bar = CompareBar(theme, self)
        self.facts = CompareFacts(self)
        self.start = CompareStart(self)
        self.question, self.filter, self.ranker = self.bar.question, self.bar.filter, self.plain.ranker_box
        self.asking = CompareAsking(session, self.history, self.bar, self.plain, self.context)
        self.popups = ComparePopups(session, self.history, self.asking, self.bar)
        self.chosen = ChosenChunk(session, (self.plain, self.context), self.lines, self.facts)
        self.copies = CompareCopies(session, self.plain, self.context, self)
        self._arrange()
        self._connect_session()
        self._connect_parts()
        self._on_settings(session.settings)
        self._on_library(session.library)
        self._on_comparison(session.comparison)

    def _arrange(self) -> None:
        sides = QWidget(self)
        row = QHBoxLayout(sides)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.plain, 1)
        row.addWidget(self.lines)
        row.addWidget(self.context, 1)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.start)
        self._stack.addWidget(sides)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 4)
        column.setSpacing(4)
        column.addWidget(self.bar)
        column.addWidget(self.facts)
        column.addWidget(self._stack, 1)
        order = (*self.bar.controls(), *self.plain.controls(), *self.context.controls())
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def _connect_session(self) -> None:
        session = self._session
        session.library_changed.connect(self._on_library)
        session.selection_changed.connect(self.filter.show_selection)
        session.comparison_changed.connect(self._on_comparison)
        session.search_running.connect(self._on_running)
        session.progress_changed.connect(self._say)
        session.settings_changed.connect(self._on_settings)
        self._retrieval.choices_told.connect(self._on_choices)

    def _connect_parts(self) -> None:
        question, bar = self.question, self.bar
        question.textChanged.connect(self._show_chips)
        question.list_wanted.connect(self._enter_list)
        question.completer_of_values.wanted.connect(self._retrieval.request_choices)
        self.filter.filters_changed.connect(self._ask_with_choices)
        self.filter.choices_wanted.connect(self._retrieval.request_choices)
        bar.arranged.connect(self._on_arranged)
        self.popups.search_chosen.connect(self.take_search)
        bar.tsv_wanted.connect(self.copies.copy_tsv)
        bar.markdown_wanted.connect(self.copies.copy_markdown)
        bar.csv_wanted.connect(self.copies.export)
        self.asking.sent.connect(self._say)
        self.facts.chips.removed.connect(self._on_removed)
        self.facts.remedy_wanted.connect(self._follow)
        self.start.question_chosen.connect(self.ask)
        for side in (self.plain, self.context):
            side.chosen.connect(self._ask_with_choices)
            side.refused.connect(self.facts.say)
            side.list.chunk_wanted.connect(self._on_hit)
            side.list.left.connect(question.setFocus)

    def ask(self, question: str) -> None:
        """Put a question and search."""
        self.question.setText(question)
        self.asking.search()

    def focus_question(self) -> None:
        """Put the cursor into the question and select it."""
        self.question.setFocus()
        self.question.selectAll()

    def summary(self) -> str:
        """Return the sentence about the chosen chunk."""
        return self.facts.summary()

    def hint(self) -> str:
        """Return what is said above the rankings, empty when there is nothing to say."""
        return self.facts.hint()

    def take_search(self, search: KeptSearch) -> None:
        """Put a question as it was asked before, with its recipes, rankers and filters, and search."""
        self.asking.take_search(search)
        self._ask_with_choices()

    def _follow(self, remedy: Remedy) -> None:
        self.asking.take_remedy(remedy)
        self._ask_with_choices()

    def _ask_with_choices(self) -> None:
        """Remember what is chosen, and ask with it."""
        self._set_recipes = (self.plain.recipe, self.context.recipe)
        self._session.change_settings(
            replace(
                self._session.settings,
                ranker=self.ranker.ranker,
                context_ranker=self.context.ranker_box.ranker,
                plain_recipe=self.plain.recipe,
                context_recipe=self.context.recipe,
                current_only=self.filter.filters.current_only,
            )
        )
        self._show_chips()
        self.asking.search()

    def _on_removed(self, chip: Chip) -> None:
        """Take a filter away: a chosen one from the filters, a written one from the question."""
        if chip.start < 0:
            self.filter.choose(without_chip(self.filter.filters, chip))
        else:
            self.ask(without_written(self.question.text(), chip))

    def _show_chips(self) -> None:
        self.facts.show_chips(chosen_chips(self.filter.filters), written_chips(self.question.text()))

    def _on_choices(self, choices: FilterChoices) -> None:
        self.filter.show_choices(choices)
        self.question.completer_of_values.show_choices(choices)

    def _on_settings(self, settings: Settings) -> None:
        self.ranker.set_ranker(settings.ranker)
        self.context.ranker_box.set_ranker(settings.context_ranker)
        recipes = (settings.plain_recipe, settings.context_recipe)
        # Other choices that change leave the library's own recipe where it stands.
        if recipes != self._set_recipes:
            self._set_recipes = recipes
            self.plain.set_recipe(settings.plain_recipe)
            self.context.set_recipe(settings.context_recipe)
        self.filter.set_filters(replace(self.filter.filters, current_only=settings.current_only))
        sorting = self.bar.arrangement.sorting
        self._arrange_hits(Arrangement(settings.grouping, settings.fold_repeats, settings.show_lost, sorting))
        self._show_chips()
        self._name_sides()
        self._say()

    def _arrange_hits(self, arrangement: Arrangement) -> None:
        self.bar.show_arrangement(arrangement)
        for side in (self.plain, self.context):
            side.list.set_arrangement(arrangement)

    def _on_arranged(self, chosen: Arrangement) -> None:
        self._arrange_hits(chosen)
        settings = self._session.settings
        grouped = replace(settings, grouping=chosen.grouping, fold_repeats=chosen.fold_repeats)
        self._session.change_settings(replace(grouped, show_lost=chosen.lost))

    def _on_library(self, library: LibraryInfo | None) -> None:
        state = (library.folder, library.revision) if library else None
        if state != self._library_state:
            self.question.completer_of_values.expire()
            if library is None or self._library_state is None or self._library_state[0] != library.folder:
                self._begin()
        self._library_state = state
        if library is not None and self._session.settings.context_recipe == Settings().context_recipe:
            self.context.set_recipe(library.recipe)
            self._name_sides()
        samples = library.sample_questions if library else ()
        usual = self.tr("Ask a question and press Enter")
        self.question.setPlaceholderText(self.tr("For example: {0}").format(samples[0]) if samples else usual)
        self.bar.setEnabled(library is not None)
        self.start.show_library(library)
        self._say()

    def _begin(self) -> None:
        """Forget what was chosen for another library's documents."""
        self.asking.forget()
        self.filter.set_filters(Filters(current_only=self._session.settings.current_only))
        self.filter.show_choices(FilterChoices())
        self._show_chips()

    def _on_hit(self, document: str, index: int) -> None:
        self.asking.remember()
        self._session.select_chunk(document, index)

    def _enter_list(self) -> None:
        """Go into the hits: those with context, else those without."""
        if not self.context.list.enter():
            self.plain.list.enter()

    def _on_comparison(self, comparison: Comparison | None) -> None:
        self._name_sides()
        self.plain.show_comparison(comparison)
        self.context.show_comparison(comparison)
        self.bar.copy.setEnabled(comparison is not None)
        self._stack.setCurrentIndex(int(comparison is not None))
        self.facts.show_comparison(comparison, self._live_words(comparison))
        self._show_question(comparison)
        self.chosen.begin()
        self._say()

    def _name_sides(self) -> None:
        names = side_names(self.plain.recipe, self.context.recipe)
        for side, name in zip((self.plain, self.context), names, strict=True):
            side.set_name(name)

    def _live_words(self, comparison: Comparison | None) -> str:
        """Return how an answer is named that is not yet by the chosen rankers."""
        asked = self.asking.wish()
        if comparison is None or asked is None or ranker_of(comparison, is_context=False) == asked.ranker:
            return ""
        return self.tr("keyword, while you type") if self.asking.is_own(comparison) else ""

    def _show_question(self, comparison: Comparison | None) -> None:
        """Show a question that was asked elsewhere, unless the user is writing another one."""
        if comparison is None:
            self.question.clear()
        elif not self.asking.is_own(comparison) and self.question.question() in ("", self.asking.asked_words()):
            self.question.setText(comparison.question)

    def _on_running(self, running: bool) -> None:
        self._running = running
        self.facts.show_busy(running)
        self._say()

    def _say(self) -> None:
        comparison = self._session.comparison
        words = self._state_words()
        remedy = None
        if not words and comparison is not None:
            remedy = None if self.facts.live() else nothing_ranked(comparison, self.filter.filters)
            words = remedy.words if remedy else self._other_recipes(comparison)
        self.facts.say(words, remedy)

    def _state_words(self) -> str:
        library = self._session.library
        by_vectors = {self.ranker.ranker, self.context.ranker_box.ranker} & BY_VECTORS
        if library is not None and not library.indexed and by_vectors:
            # Without anything going on no vectors come, though the question still waits for the next refresh.
            busy = self._session.busy
            return unfinished_index(busy=busy, asked=busy and self._session.question_waits)
        if self._running and self._session.comparison is None:
            return self.tr("Searching …")
        return self.asking.refusal

    def _other_recipes(self, comparison: Comparison) -> str:
        asked = self.asking.wish()
        embedding = self._session.busy and asked is not None and bool(asked.by_vectors())
        return other_recipes(comparison, (self.plain.recipe, self.context.recipe), embedding=embedding)

"""How the compare pane asks: at once by words, after a pause by the chosen rankers, with Enter for good."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from explorer.core.retrieval_views import KeptSearch
from explorer.core.views import Comparison
from explorer.ui.compare_bar import CompareBar
from explorer.ui.compare_side import CompareSide
from explorer.ui.compare_words import Remedy
from explorer.ui.filter_words import less_written
from explorer.ui.search_history import SearchHistory, as_question
from explorer.ui.session import Session
from explorer.ui.wishes import Question

TOP = 20


class CompareAsking(QObject):
    """Makes a question of what is written and chosen. `sent` tells that one was asked.

    What was asked with Enter goes into the history, and what was typed once a hit of it is opened.
    """

    sent = Signal()

    def __init__(
        self, session: Session, history: SearchHistory, bar: CompareBar, plain: CompareSide, context: CompareSide
    ) -> None:
        super().__init__(bar)
        self._session = session
        self._history = history
        self._bar = bar
        self._plain = plain
        self._context = context
        self._asked: Question | None = None
        self._waits = False
        self.refusal = ""
        bar.question.asked.connect(self.search)
        bar.question.typed.connect(self._on_typed)
        bar.question.paused.connect(self._on_paused)
        session.search_refused.connect(self._on_refused)

    def wish(self) -> Question | None:
        """Return the question as it stands, with all that is chosen for it; None where there is nothing to ask."""
        question = self._bar.question.question()
        if not question or self._session.library is None:
            return None
        ranker, context_ranker = self._plain.ranker_box.ranker, self._context.ranker_box.ranker
        return Question(
            question=question,
            ranker=ranker,
            plain_recipe=self._plain.recipe,
            context_recipe=self._context.recipe,
            filters=self._bar.filter.filters,
            top=TOP,
            context_ranker="" if context_ranker == ranker else context_ranker,
        )

    def search(self) -> None:
        """Rank for the question in the field; nothing to do while that is empty or no library is open."""
        self._bar.question.stop_waiting()
        asked = self.wish()
        if asked is not None:
            self._send(asked, live=False)
            self._history.remember(asked)

    def remember(self) -> None:
        """Put what was asked last into the history."""
        if self._asked is not None:
            self._history.remember(self.wish() or self._asked)

    def _on_typed(self) -> None:
        asked = self.wish()
        if asked is not None:
            quick = replace(asked, ranker="keyword", context_ranker="") if asked.by_vectors() else asked
            self._send(quick, live=True)

    def _on_paused(self) -> None:
        asked = self.wish()
        if asked is not None and asked != self._asked:
            self._send(asked, live=True)

    def _send(self, asked: Question, *, live: bool) -> None:
        self._asked = asked
        self._waits = True
        self.refusal = ""
        self._session.search(asked, live=live)
        self.sent.emit()

    def _on_refused(self, title: str, detail: str) -> None:
        self._waits = False
        self.refusal = f"{title} {detail}"
        self.sent.emit()

    def is_own(self, comparison: Comparison) -> bool:
        """Say whether an answer is to what was asked here, last or, while that one waits for its vectors, before."""
        if self._asked is not None and comparison.question == self._asked.question:
            self._waits = False
            return True
        return self._waits

    def forget(self) -> None:
        """Forget what was asked: there is another library."""
        self._asked = None
        self._waits = False
        self.refusal = ""

    def asked_words(self) -> str:
        """Return the question that was asked last, "" for none."""
        return self._asked.question if self._asked else ""

    def take_search(self, search: KeptSearch) -> None:
        """Choose and write what a kept search asked."""
        asked = as_question(search)
        self._bar.question.setText(asked.question)
        self._plain.set_recipe(asked.plain_recipe)
        self._context.set_recipe(asked.context_recipe)
        self._plain.ranker_box.set_ranker(asked.ranker)
        self._context.ranker_box.set_ranker(asked.context_ranker)
        self._bar.filter.set_filters(less_written(asked.filters, asked.question))

    def take_remedy(self, remedy: Remedy) -> None:
        """Choose and write what was offered."""
        if remedy.question:
            self._bar.question.setText(remedy.question)
        if remedy.filters is not None:
            self._bar.filter.set_filters(remedy.filters)
        if remedy.ranker:
            self._plain.ranker_box.set_ranker(remedy.ranker)
            self._context.ranker_box.set_ranker("")

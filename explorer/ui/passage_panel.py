"""The tab for reading hits: what stands around them, what it costs, and texts to copy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from explorer.core.export import citations, markdowns, prompts
from explorer.core.retrieval_views import MOST_NEIGHBOURS, Passage
from explorer.ui.naming import named
from explorer.ui.news import copy_text
from explorer.ui.open_menu import OpenButton
from explorer.ui.open_outside import Spot
from explorer.ui.panel_parts import Choice, ElidedLabel, EmptyWords, action_button, number_box
from explorer.ui.passage_view import SOURCE, PassageView, cost_text, cost_tip, first_hit
from explorer.ui.retrieval_session import ChunkKey, RetrievalSession
from explorer.ui.table_parts import table_action
from explorer.ui.theme import Theme

_FIRST = (1, 3, 5)
"""How many hits each choice reads; the first one reads the chosen chunk."""

_USUAL_BUDGET = 400
_Wish = tuple[tuple[ChunkKey, ...], int, int, int]


class PassagePanel(QWidget):
    """Reads the chosen chunk, or the first hits with context, while it is seen. Emits `failed`."""

    failed = Signal(str, str)

    def __init__(self, retrieval: RetrievalSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._retrieval = retrieval
        self._session = retrieval.session
        self._wish: _Wish | None = None
        self._passages: tuple[Passage, ...] = ()
        self._make_controls()
        self._make_actions()
        self.view = PassageView(theme, self)
        self.empty = EmptyWords(self)
        self._lay_out()
        self._connect()
        self._show(())

    def _make_controls(self) -> None:
        self.choice = Choice(
            (
                (self.tr("Chosen hit"), self.tr("Read the chunk that is chosen")),
                (self.tr("First 3"), self.tr("Read the first 3 hits with context")),
                (self.tr("First 5"), self.tr("Read the first 5 hits with context")),
            )
        )
        self.window_box = number_box(self.tr("Neighbours on each side"), 0, MOST_NEIGHBOURS, 1)
        self.window_box.setToolTip(self.tr("How many chunks before and after each hit are read with it"))
        self.by_section = QCheckBox(self.tr("Section within"), self)
        self.by_section.setToolTip(self.tr("Read the smallest section around each hit that fits, not neighbours"))
        self.budget = number_box(self.tr("Tokens that a section may have"), 20, 100_000, _USUAL_BUDGET)
        self.budget.setSingleStep(50)
        self.budget.setSuffix(self.tr(" tokens"))
        self.budget.setEnabled(False)
        self.cost = named(ElidedLabel(self), "muted")
        self.cost.set_tip(cost_tip())
        self.open_button = OpenButton(self._session, self)

    def _make_actions(self) -> None:
        texts = (
            (self.tr("Citation"), "Ctrl+Shift+X", self.tr("Copy as a citation: source, heading, text")),
            (self.tr("Prompt text"), "Ctrl+Shift+C", self.tr("Copy as text for a language model")),
            (self.tr("Markdown"), "Ctrl+Shift+D", self.tr("Copy as Markdown, with headings and tables")),
        )
        self.copy_actions = [table_action(self, *words) for words in texts]
        for action, text in zip(self.copy_actions, (citations, prompts, markdowns), strict=True):
            action.triggered.connect(partial(self._copy, text, action.text()))
        self.source_action = table_action(
            self, self.tr("Show in source"), "Ctrl+Shift+S", self.tr("Choose the hit's chunk and show its place")
        )
        self.source_action.triggered.connect(lambda: self._follow(SOURCE, 0, -1))

    def _copy(self, made: Callable[[Sequence[Passage]], str], form: str) -> None:
        if self._passages:
            words = self.tr("Copied as {0}: {1}").format(form, self._cost_words())
            copy_text(made(self._passages), self, words)

    def _lay_out(self) -> None:
        what, texts = (QHBoxLayout() for _ in range(2))
        for line in (what, texts):
            line.setContentsMargins(12, 4, 12, 0)
            line.setSpacing(6)
        neighbours = named(QLabel(self.tr("Neighbours")), "muted")
        neighbours.setBuddy(self.window_box)
        for widget in (self.choice, neighbours, self.window_box, self.by_section, self.budget):
            what.addWidget(widget)
        what.addStretch(1)
        texts.addWidget(self.cost, 1)
        texts.addWidget(named(QLabel(self.tr("Copy as")), "muted"))
        for action in (*self.copy_actions, self.source_action):
            texts.addWidget(action_button(action, self))
        texts.addWidget(self.open_button)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self.view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(what)
        column.addLayout(texts)
        column.addWidget(self._pages, 1)

    def _connect(self) -> None:
        session = self._session
        session.chunk_selected.connect(lambda _: self.read())
        session.comparison_changed.connect(lambda _: self.read())
        session.library_changed.connect(lambda _: self.read())
        self._retrieval.passages_read.connect(self._on_passages)
        self.choice.group.idClicked.connect(lambda _: self.read())
        self.window_box.valueChanged.connect(lambda _: self.read())
        self.budget.valueChanged.connect(lambda _: self.read())
        self.by_section.toggled.connect(self._on_by_section)
        self.view.wanted.connect(self._follow)
        self.open_button.open_wanted.connect(lambda: self._follow("", 0, -1))
        self.open_button.failed.connect(self.failed)

    def read(self) -> None:
        """Ask for what is chosen, when that is something else than what was asked last; nothing while unseen."""
        if not self.isVisible():
            return
        hits = self._hits()
        if not hits:
            self._wish = None
            self._show(())
            return
        library = self._session.library
        window, budget = self.window_box.value(), self.budget.value() if self.by_section.isChecked() else 0
        wish = (hits, 0 if budget else window, budget, library.revision if library else -1)
        if wish != self._wish:
            self._wish = wish
            self._retrieval.read_passages(*wish[:3])

    def passages(self) -> tuple[Passage, ...]:
        """Return what is shown."""
        return self._passages

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for what was chosen while the panel was not seen."""
        super().showEvent(event)
        self.read()

    def _hits(self) -> tuple[ChunkKey, ...]:
        chosen = self.choice.group.checkedId()
        comparison, view = self._session.comparison, self._session.chunk
        if self._session.library is None:
            return ()
        if chosen == 0:
            return ((view.item.chunk.document, view.item.chunk.index),) if view is not None else ()
        hits = comparison.context[: _FIRST[chosen]] if comparison is not None else ()
        return tuple((hit.document, hit.index) for hit in hits)

    def _on_by_section(self, checked: bool) -> None:
        self.budget.setEnabled(checked)
        self.window_box.setEnabled(not checked)
        self.read()

    def _on_passages(self, passages: tuple[Passage, ...]) -> None:
        if self._wish is not None:
            self._show(passages)

    def _show(self, passages: tuple[Passage, ...]) -> None:
        self._passages = passages
        self.view.show_passages(passages)
        self._pages.setCurrentIndex(int(bool(passages)))
        self.empty.say(self._empty_words())
        self.cost.set_whole(self._cost_words())
        for action in (*self.copy_actions, self.source_action):
            action.setEnabled(bool(passages))
        self.open_button.setEnabled(self._session.library is not None)

    def _empty_words(self) -> str:
        if self._session.library is None:
            return self.tr("Open a folder of documents, then ask it a question.")
        if self.choice.group.checkedId() == 0:
            return self.tr("Choose a hit or a chunk to read it with what stands around it.")
        return self.tr("Ask a question to read its first hits with what stands around them.")

    def _cost_words(self) -> str:
        if len(self._passages) == 1:
            return cost_text(self._passages[0])
        tokens, alone = (sum(getattr(each, name) for each in self._passages) for name in ("tokens", "hit_tokens"))
        words = self.tr("{0} passages, {1:,} tokens as prompt text, the hits alone {2:,}")
        return words.format(len(self._passages), tokens, alone) if self._passages else ""

    def _follow(self, what: str, passage: int, part: int) -> None:
        """Show a part of a passage in the source pane, or open its document; -1 stands for the passage's first hit."""
        if passage >= len(self._passages):
            return
        chosen = self._passages[passage]
        found = chosen.parts[part if part >= 0 else first_hit(chosen)]
        if what == SOURCE:
            self._session.select_chunk(chosen.document, found.index)
        else:
            self.open_button.open(Spot(chosen.document, found.line, found.place.page or 0))

"""The tab of diagnoses: why the question does or does not find the passages that are marked as its answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from explorer.core.query import parse_query
from explorer.core.question_views import EntryRow
from explorer.core.retrieval_views import Diagnosis
from explorer.core.views import Comparison, Filters, LibraryInfo
from explorer.ui.diagnosis_marks import MarkedPassages
from explorer.ui.diagnosis_texts import HYBRID, LABORATORY, NEIGHBOURS, RENAME, WIDEN, as_markdown, as_text
from explorer.ui.diagnosis_view import DiagnosisView
from explorer.ui.file_saver import FileSaver
from explorer.ui.naming import named
from explorer.ui.news import copy_text
from explorer.ui.panel_parts import ElidedLabel, EmptyWords, flat_button
from explorer.ui.phrase_texts import in_users_words
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.table_parts import comma_separated
from explorer.ui.theme import Theme
from explorer.ui.wishes import Question, RenameWish

_MARKS = 310
"""Pixels that the list of marked passages has at least."""


class DiagnosisPanel(QWidget):
    """Diagnoses the question that was asked, anew whenever it or the marked passages change, while the tab is seen.

    Emits `rename_wanted` (RenameWish), `neighbours_wanted` and `laboratory_wanted` (document, index), `ranker_wanted`
    (its name), `filters_wanted` (Filters), `question_wanted` (one is to be asked first) and `failed` (title, detail).
    """

    rename_wanted = Signal(object)
    neighbours_wanted = Signal(str, int)
    ranker_wanted = Signal(str)
    filters_wanted = Signal(object)
    question_wanted = Signal()
    laboratory_wanted = Signal(str, int)
    failed = Signal(str, str)

    def __init__(self, retrieval: RetrievalSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._retrieval = retrieval
        self._session = retrieval.session
        self._saver = FileSaver(self, (".md", ".csv"), self.tr("The diagnosis could not be written."))
        self._saver.failed.connect(self.failed)
        self._asked: Question | None = None
        self._diagnosis: Diagnosis | None = None
        self._stale = False
        self._waiting = False
        self._state = ("", -1)
        self.marks = MarkedPassages()
        self.view = DiagnosisView(theme)
        self.empty = EmptyWords()
        self.empty.step_wanted.connect(self.question_wanted)
        self.question = ElidedLabel()
        self.diagnose_button = flat_button(self.tr("Diagnose"), self.tr("Find out why the question finds it or not"))
        self.copy_button = flat_button(self.tr("Copy"), self.tr("Copy the diagnosis"))
        self.export_button = flat_button(self.tr("Export…"), self.tr("Write the diagnosis as a file"))
        self._lay_out()
        self._connect()
        self._say()

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.setContentsMargins(12, 6, 12, 6)
        line.setSpacing(8)
        line.addWidget(named(QLabel(self.tr("Question")), "muted"))
        line.addWidget(self.question, 1)
        for button in (self.diagnose_button, self.copy_button, self.export_button):
            line.addWidget(button)
        menu = QMenu(self.copy_button)
        menu.addAction(self.tr("As text"), lambda: self._copy(as_text))
        menu.addAction(self.tr("As Markdown"), lambda: self._copy(as_markdown))
        self.copy_button.setMenu(menu)
        self.copy_button.setPopupMode(self.copy_button.ToolButtonPopupMode.InstantPopup)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self.view)
        split = QSplitter(Qt.Orientation.Horizontal)
        self.marks.setMinimumWidth(_MARKS)
        split.addWidget(self.marks)
        split.addWidget(self._pages)
        split.setSizes([290, 1000])
        split.setStretchFactor(1, 1)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(line)
        whole.addWidget(split, 1)

    def _connect(self) -> None:
        self._session.comparison_changed.connect(self._on_comparison)
        self._session.chunk_selected.connect(self.marks.show_chosen)
        self._session.library_changed.connect(self._on_library)
        self._retrieval.diagnosis_failed.connect(self._on_failed)
        self._session.engine_restarted.connect(self._on_restart)
        self._retrieval.diagnosed.connect(self._on_diagnosed)
        self.marks.changed.connect(self._on_marks)
        self.marks.shown.connect(self._show_mark)
        self.diagnose_button.clicked.connect(self.run)
        self.export_button.clicked.connect(self._export)
        self.view.wanted.connect(self._on_wanted)
        self.view.failed.connect(self.failed)
        self.marks.table.failed.connect(self.failed)
        self.view.chunk_wanted.connect(self._session.select_chunk)

    @property
    def diagnosis(self) -> Diagnosis | None:
        """Return the diagnosis that is shown."""
        return self._diagnosis

    @property
    def asked(self) -> Question | None:
        """Return the question that is diagnosed, with how it is ranked."""
        return self._asked

    def diagnose(self, question: str | Question, evidence: tuple[EntryRow, ...]) -> None:
        """Ask why a question does or does not find these passages; a text is ranked as the last one that was asked."""
        self._asked = self._like_the_last(question) if isinstance(question, str) else question
        with QSignalBlocker(self.marks):
            self.marks.mark(evidence)
        self.run()

    def add_evidence(self, row: EntryRow) -> None:
        """Mark one passage more as the answer."""
        self.marks.add(row)

    def run(self) -> None:
        """Diagnose what is asked and marked."""
        if self._asked is None or not self.marks.rows:
            self._say()
            return
        self._stale = False
        self._waiting = True
        self._diagnosis = None
        self._retrieval.diagnose(self._asked, self.marks.rows)
        self._say()

    def _like_the_last(self, question: str) -> Question:
        compared = self._session.comparison
        if compared is not None:
            return _question(compared, question)
        library = self._session.library
        return Question(question, context_recipe=library.recipe) if library else Question(question)

    def _on_comparison(self, comparison: Comparison | None) -> None:
        self._asked = _question(comparison, comparison.question) if comparison else None
        self._stale = True
        self._drop()

    def _on_marks(self) -> None:
        self._stale = True
        self._drop()

    def _on_library(self, library: LibraryInfo | None) -> None:
        """Forget what is marked when another library is open; one that has changed is asked again."""
        state = (library.folder, library.revision) if library else ("", -1)
        if state[0] != self._state[0]:
            self._asked = None
            self.marks.forget()
        if state != self._state:
            self._state = state
            self._stale = True
            self._diagnosis = None
            self._waiting = False
        self._run_if_seen()
        self._say()

    def _drop(self) -> None:
        """Show no diagnosis of what was asked before."""
        self._diagnosis = None
        self._waiting = False
        self._run_if_seen()
        self._say()

    def _run_if_seen(self) -> None:
        if self._stale and self.isVisible() and not self._session.busy:
            self.run()

    def _on_diagnosed(self, diagnosis: Diagnosis) -> None:
        if not self._waiting:
            return
        self._waiting = False
        self._diagnosis = in_users_words(diagnosis)
        self.view.show_diagnosis(self._diagnosis)
        self._say()

    def _on_failed(self, title: str, detail: str) -> None:
        if self._waiting:
            self._waiting = False
            self._say()
            self.empty.say(f"{title} {detail}".strip())

    def _on_restart(self) -> None:
        self._stale = self._stale or self._waiting
        self._waiting = False
        self._say()

    def _say(self) -> None:
        """Show the diagnosis, or say what is missing for one."""
        there = self._diagnosis is not None
        self._pages.setCurrentIndex(int(there))
        self.question.set_whole(self._asked.question if self._asked else self.tr("none yet"))
        self.copy_button.setEnabled(there)
        self.export_button.setEnabled(there)
        self.diagnose_button.setEnabled(bool(self._asked and self.marks.rows) and not self._waiting)
        missing = self._session.library is not None and self._asked is None
        self.empty.say(self._words(), self.tr("Ask a question") if missing else "")

    def _words(self) -> str:
        if self._session.library is None:
            return self.tr("No library is open.")
        if self._asked is None:
            return self.tr(
                "Ask a question in Compare. Then mark the passage that answers it, and see here why it is found or "
                "not, and what helps."
            )
        if not self.marks.rows:
            return self.tr(
                "“{0}”\nWhich passage answers this question? Choose its chunk in the list above and press “Add the "
                "chosen chunk”, or type its words."
            ).format(self._asked.question)
        if self._waiting:
            return self.tr("Finding out …")
        return self.tr("Press Diagnose to find out why the question finds the marked passage or not.")

    def _copy(self, render: Callable[[Diagnosis], str]) -> None:
        if self._diagnosis is not None:
            copy_text(render(self._diagnosis), self)

    def write(self, path: Path) -> None:
        """Write the diagnosis: facts and chunks as CSV where the name ends so, else all of it as Markdown."""
        diagnosis = self._diagnosis
        if diagnosis is not None:
            self._saver.write(path, lambda ending: self._table() if ending == ".csv" else as_markdown(diagnosis))

    def _table(self) -> str:
        return comma_separated([*self.view.facts.lines(), [], *self.view.parts.lines()])

    def _export(self) -> None:
        path = self._saver.ask(self.tr("Export the diagnosis"), "diagnosis")
        if path is not None:
            self.write(path)

    def _show_mark(self, row: EntryRow) -> None:
        """Choose the chunk with the largest part of a marked passage, once it is known."""
        number = self.marks.rows.index(row)
        found = self._diagnosis.evidence[number].chunks if self._diagnosis else ()
        if found:
            best = max(found, key=lambda chunk: chunk.share)
            self._session.select_chunk(best.document, best.index)

    def _on_wanted(self, name: str) -> None:
        found = self._diagnosis
        if found is None:
            return
        if name == RENAME:
            wish = RenameWish(found.document, found.section, found.heading, found.proposal, found.renamed)
            self.rename_wanted.emit(wish)
        elif name == WIDEN:
            self.filters_wanted.emit(found.wider)
        elif name == HYBRID:
            self.ranker_wanted.emit(HYBRID)
        else:
            self._on_chunk_wanted(name, found.document, found.index)

    def _on_chunk_wanted(self, name: str, document: str, index: int) -> None:
        if name == NEIGHBOURS:
            self.neighbours_wanted.emit(document, index)
        elif name == LABORATORY:
            self.laboratory_wanted.emit(document, index)
        else:
            self._session.select_chunk(document, index)

    def showEvent(self, event: QShowEvent) -> None:
        """Diagnose what has changed since the tab was seen last."""
        super().showEvent(event)
        self._run_if_seen()


def _question(compared: Comparison, question: str) -> Question:
    """Return a question that is ranked as one that was compared."""
    return Question(
        question,
        compared.ranker,
        compared.plain_recipe,
        compared.context_recipe,
        _chosen(compared),
        context_ranker=compared.context_ranker,
    )


def _chosen(compared: Comparison) -> Filters:
    """Return the filters of a comparison without those that are written in its question."""
    query, filters = parse_query(compared.question), compared.filters
    written = {
        "phrases": query.phrases,
        "without": query.without,
        "headings": query.headings,
        "named": query.documents,
        "versions": query.versions,
    }
    left = {name: tuple(one for one in getattr(filters, name) if one not in own) for name, own in written.items()}
    return replace(filters, **left)

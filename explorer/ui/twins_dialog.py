"""Proposed pairs: near-duplicates under different headings side by side, for a person to word a question for each."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from explorer import protocol
from explorer.core.question_pairs import linked
from explorer.core.question_views import EntryRow, ProposedTwin, QuestionRow
from explorer.ui.dialog_parts import button_box
from explorer.ui.filter_line import FilterLine
from explorer.ui.models.questions_model import TWIN_COLUMNS, RowsModel
from explorer.ui.naming import named
from explorer.ui.panel_parts import ElidedLabel, EmptyWords
from explorer.ui.question_texts import passage_name
from explorer.ui.retrieval_session import RetrievalSession
from explorer.ui.table_parts import RowTable
from explorer.ui.texts import counted
from explorer.ui.theme import Theme

_SIZE = (940, 600)
_WIDTHS = (70, 300, 300)


class _Passage(QWidget):
    """One side of a pair: where it stands, its words, and the question that only it answers."""

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.where = ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
        self.words = named(QPlainTextEdit(readOnly=True), label=self.tr("Words of the passage"))
        self.question = named(QLineEdit(), label=label)
        self.question.setPlaceholderText(label)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for widget in (self.where, self.words, self.question):
            column.addWidget(widget)

    @property
    def text(self) -> str:
        """Return the question, white space made plain."""
        return " ".join(self.question.text().split())

    def show_entry(self, entry: EntryRow | None) -> None:
        """Show another passage."""
        self.where.set_whole(passage_name(entry) if entry else "")
        self.words.setPlainText(entry.text if entry else "")
        self.question.clear()


class TwinsDialog(QDialog):
    """Emits `pair_worded` (a tuple of two QuestionRows that are a pair) for each pair that the user keeps."""

    pair_worded = Signal(object)

    def __init__(self, retrieval: RetrievalSession, theme: Theme, where: str, parent: QWidget | None = None) -> None:
        """`where` names the set that pairs are added to."""
        super().__init__(parent)
        self._retrieval = retrieval
        self._kept: set[int] = set()
        self._total = 0
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Proposed pairs for {0}").format(where))
        self.pairs: RowsModel[ProposedTwin] = RowsModel(TWIN_COLUMNS, self)
        self.table = RowTable(self.tr("Proposed pairs"), _WIDTHS, (1, 2))
        self.order = self.table.show_rows_of(self.pairs)
        self.table.file_name = "pairs"
        self.words = FilterLine(self.table, self.tr("Search in pairs"), self)
        # The document at the begin and the last heading at the end tell passages apart.
        self.table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.empty = EmptyWords()
        self.sides = (
            _Passage(self.tr("A question that only the first passage answers")),
            _Passage(self.tr("A question that only the second passage answers")),
        )
        self.said = named(QLabel(wordWrap=True), "muted")
        self.buttons = button_box(QDialogButtonBox.StandardButton.Close)
        self.keep: QPushButton = named(
            self.buttons.addButton(self.tr("Keep this pair"), QDialogButtonBox.ButtonRole.ActionRole), "primary"
        )
        self._lay_out()
        self._connect(theme)
        self._say(self.tr("Passages are being compared …"))
        self._tell()
        retrieval.propose_twins()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(8)
        about = named(QLabel(wordWrap=True), "muted")
        about.setText(
            self.tr(
                "These passages say nearly the same under different headings. Word a question for each, so that only"
                " its own passage is right: such pairs show whether headings help to tell them apart."
            )
        )
        details = QWidget()
        grid = QGridLayout(details)
        grid.setContentsMargins(0, 8, 0, 0)
        grid.setSpacing(12)
        for number, side in enumerate(self.sides):
            grid.addWidget(side, 0, number)
            grid.setColumnStretch(number, 1)
        parts = QSplitter(Qt.Orientation.Vertical)
        listed = QWidget()
        rows = QVBoxLayout(listed)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(6)
        rows.addWidget(self.words)
        rows.addWidget(self.table, 1)
        parts.addWidget(listed)
        parts.addWidget(details)
        parts.setSizes([200, 260])
        parts.setChildrenCollapsible(False)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(parts)
        foot = QHBoxLayout()
        foot.addWidget(self.said, 1)
        foot.addWidget(self.buttons)
        column.addWidget(about)
        column.addWidget(self._stack, 1)
        column.addLayout(foot)
        self.keep.setDefault(True)
        self.resize(*_SIZE)

    def _connect(self, theme: Theme) -> None:
        self._retrieval.twins_proposed.connect(self._on_pairs)
        self._retrieval.twins_failed.connect(self._on_failed)
        self.table.selectionModel().currentRowChanged.connect(self._show_pair)
        for side in self.sides:
            side.question.textChanged.connect(self._tell)
        self.keep.clicked.connect(self._keep)
        self.buttons.rejected.connect(self.reject)
        theme.changed.connect(self.table.fit_rows)

    @property
    def current(self) -> int:
        """Return the number of the chosen pair, -1 without any."""
        return self.order.source_row(self.table.currentIndex().row())

    def _on_pairs(self, told: protocol.TwinsProposed) -> None:
        self._total = told.total
        self._kept.clear()
        self.pairs.show_rows(told.rows)
        if told.rows:
            self._stack.setCurrentIndex(1)
            self.table.setCurrentIndex(self.order.index(0, 0))
            self.sides[0].question.setFocus()
        else:
            self._say(self.tr("No passages say nearly the same under different headings. There is nothing to propose."))
        self._tell()

    def _on_failed(self, title: str, detail: str) -> None:
        if not self.pairs.rows:
            self._say(f"● {title} {detail}".strip())

    def _say(self, words: str) -> None:
        self.empty.say(words)
        self._stack.setCurrentIndex(0)

    def _show_pair(self) -> None:
        pair = self.pairs.rows[self.current] if self.current >= 0 else None
        for side, entry in zip(self.sides, (pair.first, pair.second) if pair else (None, None), strict=True):
            side.show_entry(entry)
        self._tell()

    def _tell(self) -> None:
        texts = [side.text for side in self.sides]
        self.keep.setEnabled(self.current >= 0 and all(texts) and texts[0].casefold() != texts[1].casefold())
        self.said.setText(self._state(same=bool(texts[0]) and texts[0].casefold() == texts[1].casefold()))

    def _state(self, *, same: bool) -> str:
        if same:
            return self.tr("▲ The two questions must differ.")
        if not self.pairs.rows:
            return ""
        shown = counted(len(self.pairs.rows), self.tr("pair"), self.tr("pairs"))
        if self._total > len(self.pairs.rows):
            shown = self.tr("the {0} most alike of {1}").format(f"{len(self.pairs.rows):,}", f"{self._total:,}")
        kept = self.tr(", {0} kept").format(f"{len(self._kept):,}") if self._kept else ""
        again = self.tr(" · this one is kept") if self.current in self._kept else ""
        return f"{shown}{kept}{again}"

    def _keep(self) -> None:
        if not self.keep.isEnabled():
            return
        pair = self.pairs.rows[self.current]
        first, second = self.sides
        rows = (QuestionRow(first.text, (_plain(pair.first),)), QuestionRow(second.text, (_plain(pair.second),)))
        self._kept.add(self.current)
        self.pair_worded.emit(linked(rows, 0, 1))
        below = range(self.table.currentIndex().row() + 1, self.order.rowCount())
        following = next((row for row in below if self.order.source_row(row) not in self._kept), None)
        if following is None:
            self._show_pair()
        else:
            self.table.setCurrentIndex(self.order.index(following, 0))
        first.question.setFocus()


def _plain(entry: EntryRow) -> EntryRow:
    """Return an entry as it is kept: only a span has headings."""
    return entry if entry.kind == "span" else replace(entry, heading_path=())

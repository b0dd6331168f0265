"""What is said above the two rankings: the pool, the overlap, the chosen chunk's ranks, the filters, and hints."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from explorer.core.views import Comparison, TrueRank
from explorer.ui.compare_words import Remedy
from explorer.ui.filter_chips import FilterChips
from explorer.ui.filter_words import Chip
from explorer.ui.flow_layout import FlowLayout
from explorer.ui.hit_texts import Direction, measure_of, movement, overlap_text, overlap_tip, pool_text, summary
from explorer.ui.naming import named
from explorer.ui.texts import measure_text

_BUSY_HEIGHT = 3


class CompareFacts(QWidget):
    """Lines of words that break where there is no room. `remedy_wanted` (Remedy): what is offered is to be done."""

    remedy_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts = QWidget(self)
        self._flow = FlowLayout(self._facts, 10)
        self.chips = FilterChips(self._facts, self._flow)
        self._live = named(QLabel(self), "pill")
        self._live.setProperty("tone", "accent")
        self._pool = named(QLabel(self), "muted")
        self._overlap = named(QLabel(self), "muted")
        self._summary = named(QLabel(self), "pill")
        self._hint = named(QLabel(self), "muted")
        self._remedy = named(QPushButton(self), "pill")
        self._offered: Remedy | None = None
        self._busy = QProgressBar(self)
        self._busy.setTextVisible(False)
        self._busy.setFixedHeight(_BUSY_HEIGHT)
        self._remedy.clicked.connect(lambda: self.remedy_wanted.emit(self._offered))
        self._lay_out()
        self.show_busy(False)
        self.show_comparison(None, "")
        self.show_rank(None)
        self.say("")

    def _lay_out(self) -> None:
        for label in (self._pool, self._overlap, self._hint):
            label.setWordWrap(False)
        for widget in (self._live, self._pool, self._overlap, self._summary):
            self._flow.addWidget(widget)
        self._hint.setWordWrap(True)
        self._hints = QWidget(self)
        row = QHBoxLayout(self._hints)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._hint, 1)
        row.addWidget(self._remedy)
        column = QVBoxLayout(self)
        column.setContentsMargins(2, 0, 2, 0)
        column.setSpacing(4)
        for widget in (self._facts, self._hints, self._busy):
            column.addWidget(widget)

    def show_busy(self, busy: bool) -> None:
        """Show that an answer is on its way; the line's room is kept."""
        self._busy.setRange(0, 0 if busy else 1)
        self._busy.setStyleSheet("" if busy else "QProgressBar { background: transparent; }")

    def show_comparison(self, comparison: Comparison | None, live: str) -> None:
        """Show what was ranked; `live` names the ranker of an answer that came while the question was written."""
        _show(self._live, live)
        _show(self._pool, _ranked(comparison) if comparison else "")
        _show(self._overlap, overlap_text(comparison) if comparison else "")
        self._overlap.setToolTip(overlap_tip(comparison) if comparison else "")
        self._settle()

    def show_rank(self, rank: TrueRank | None) -> None:
        """Show the chosen chunk's ranks on both sides."""
        _show(self._summary, summary(rank))
        self._summary.setProperty("tone", _tone(rank))
        self._summary.style().unpolish(self._summary)
        self._summary.style().polish(self._summary)
        self._settle()

    def show_chips(self, chosen: Sequence[Chip], written: Sequence[Chip]) -> None:
        """Show the filters in force."""
        self.chips.show_chips(chosen, written)
        self._settle()

    def _settle(self) -> None:
        shown = (self._live, self._pool, self._overlap, self._summary)
        self._facts.setVisible(any(label.text() for label in shown) or bool(self.chips.chips()))
        self._flow.invalidate()
        self._keep_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep room for all lines."""
        super().resizeEvent(event)
        self._keep_room()

    def _keep_room(self) -> None:
        # A layout that runs out of room would cut the lines that begin anew.
        self._facts.setMinimumHeight(self._flow.heightForWidth(max(self._facts.width(), 1)))

    def say(self, words: str, remedy: Remedy | None = None) -> None:
        """Say a hint, and offer what would help."""
        self._offered = remedy
        self._hint.setText(words)
        self._hints.setVisible(bool(words))
        self._remedy.setText(remedy.action.replace("&", "&&") if remedy else "")
        self._remedy.setVisible(bool(remedy and remedy.action))

    def summary(self) -> str:
        """Return what is said about the chosen chunk."""
        return self._summary.text()

    def live(self) -> str:
        """Return how an answer is named that came while the question was written, empty for others."""
        return self._live.text()

    def pool(self) -> str:
        """Return what is said about the pool."""
        return self._pool.text()

    def overlap(self) -> str:
        """Return what is said about the overlap."""
        return self._overlap.text()

    def hint(self) -> str:
        """Return the hint."""
        return self._hint.text()

    def remedy(self) -> QPushButton:
        """Return the button of what is offered."""
        return self._remedy


def _show(label: QLabel, words: str) -> None:
    label.setText(words)
    label.setVisible(bool(words))


def _ranked(comparison: Comparison) -> str:
    measures = dict.fromkeys(measure_text(measure_of(comparison, side)) for side in (False, True))
    return f"{' / '.join(measures)} · {pool_text(comparison.pool)}"


def _tone(rank: TrueRank | None) -> str:
    if rank is None or rank.plain is None or rank.context is None:
        return "plain"
    direction = movement(rank.plain.rank, rank.context.rank).direction
    return {Direction.BETTER: "success", Direction.WORSE: "error"}.get(direction, "plain")

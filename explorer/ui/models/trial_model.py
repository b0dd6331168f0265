"""The laboratory's passages as a table: score and rank on both sides, and what changed since they were marked."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP, QObject, Qt

from explorer.core.retrieval_views import Trial, TrialPassage, TrialScore
from explorer.ui.hit_texts import UNKNOWN, score_parts
from explorer.ui.models.column_model import SORT_ROLE, AnyIndex, ColumnModel
from explorer.ui.plain_words import plainly

SHARE_ROLE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class TrialRow:
    """A passage with its present score and the one that changes are told against; None before the first answer."""

    passage: TrialPassage
    edited: bool
    score: TrialScore | None = None
    before: TrialScore | None = None


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one side."""

    score: float | None
    rank: int | None
    pool_rank: int | None


def figures(score: TrialScore | None, is_context: bool) -> Figures:
    """Return the figures of a side; all None where there are none yet."""
    if score is None:
        return Figures(None, None, None)
    if is_context:
        return Figures(score.context_score, score.context_rank, score.context_pool_rank)
    return Figures(score.plain_score, score.plain_rank, score.plain_pool_rank)


def name_of(row: TrialRow) -> str:
    """Return what a passage is called: its last headings, or the beginning of its text; `✎` marks an edited one."""
    name = " › ".join(row.passage.heading_path[-2:]) or row.passage.title or " ".join(row.passage.text.split())[:60]
    return f"✎ {name}" if row.edited else name or "–"


def score_text(row: TrialRow, is_context: bool, measure: str) -> str:
    """Return a score with what it gained or lost: `0.749 ▲ 0.120`."""
    present, before = figures(row.score, is_context).score, figures(row.before, is_context).score
    if row.score is None:
        return "…"
    number = score_parts(present, measure)[0] or UNKNOWN
    if present is None or before is None:
        return number
    moved = score_parts(abs(present - before), measure)[0]
    if moved == score_parts(0.0, measure)[0]:
        return number
    return f"{number} {'▲' if present > before else '▼'} {moved}"


def rank_text(present: int | None, before: int | None, *, known: bool) -> str:
    """Return a rank with its movement: `1 ▲ 2` says that it was 3 before."""
    if present is None:
        return UNKNOWN if known else ""
    if before is None or before == present:
        return f"{present:,}"
    return f"{present:,} {'▲' if present < before else '▼'} {abs(present - before):,}"


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, its tool tip, and the text it shows of a row under a measure."""

    title: object
    tip: object
    text: Callable[[TrialRow, str], str]


def _score(is_context: bool) -> Callable[[TrialRow, str], str]:
    return lambda row, measure: score_text(row, is_context, measure)


def _rank(is_context: bool) -> Callable[[TrialRow, str], str]:
    def text(row: TrialRow, _measure: str) -> str:
        sides = figures(row.score, is_context), figures(row.before, is_context)
        return rank_text(sides[0].rank, sides[1].rank, known=row.score is not None)

    return text


def _pool(is_context: bool) -> Callable[[TrialRow, str], str]:
    def text(row: TrialRow, _measure: str) -> str:
        sides = figures(row.score, is_context), figures(row.before, is_context)
        return rank_text(sides[0].pool_rank, sides[1].pool_rank, known=row.score is not None)

    return text


def _side(is_context: bool, title: object) -> tuple[Column, ...]:
    return (
        Column(title, QT_TRANSLATE_NOOP("TrialModel", "Score on this side"), _score(is_context)),
        Column("", "", lambda _row, _measure: ""),
        Column(
            QT_TRANSLATE_NOOP("TrialModel", "Here"),
            QT_TRANSLATE_NOOP("TrialModel", "Rank among the passages of the laboratory"),
            _rank(is_context),
        ),
        Column(
            QT_TRANSLATE_NOOP("TrialModel", "Library"),
            QT_TRANSLATE_NOOP("TrialModel", "Rank that it would have among all chunks of the library"),
            _pool(is_context),
        ),
    )


COLUMNS = (
    Column(
        QT_TRANSLATE_NOOP("TrialModel", "Passage"),
        QT_TRANSLATE_NOOP("TrialModel", "Last headings; ✎ marks a passage that was changed"),
        lambda row, _measure: name_of(row),
    ),
    *_side(False, QT_TRANSLATE_NOOP("TrialModel", "Without context")),
    *_side(True, QT_TRANSLATE_NOOP("TrialModel", "With context")),
)
BARS = (2, 6)
_CONTEXT_FROM = 5
_SIDE = 4


class TrialModel(ColumnModel):
    """The passages in their order. `SHARE_ROLE` of a bar's cell tells how long it is, from 0 to 1."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)
        self._rows: list[TrialRow] = []
        self._measure = "cosine"

    def show_rows(self, rows: Sequence[TrialRow], measure: str) -> None:
        """Show other passages, or other figures of those that are shown."""
        same = len(rows) == len(self._rows)
        if not same:
            self.beginResetModel()
        self._rows = list(rows)
        self._measure = measure
        if not same:
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(COLUMNS) - 1))

    def row_total(self) -> int:
        """Return how many passages there are."""
        return len(self._rows)

    @plainly
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, its tool tip, or the length of its bar."""
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[column].text(row, self._measure)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(row, column)
        if role == SORT_ROLE and column:
            return _key(row, column)
        if role == SHARE_ROLE and column in BARS:
            return self._share(row, column >= _CONTEXT_FROM)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title or its tool tip."""
        horizontal = orientation == Qt.Orientation.Horizontal
        if horizontal and role == Qt.ItemDataRole.ToolTipRole:
            return self.tr(str(COLUMNS[section].tip)) if COLUMNS[section].tip else None
        if horizontal and role == Qt.ItemDataRole.DisplayRole and not COLUMNS[section].title:
            return ""
        return super().headerData(section, orientation, role)

    def lines(self) -> list[list[str]]:
        """Return the table as text: titles with their side, then the rows."""
        sides = ("", *(["without context"] * 4), *(["with context"] * 4))
        shown = [column for column in range(len(COLUMNS)) if column not in BARS]
        head = [
            f"{self.headerData(column, Qt.Orientation.Horizontal)} ({sides[column]})" if column else "Passage"
            for column in shown
        ]
        cells = [[COLUMNS[column].text(row, self._measure) for column in shown] for row in self._rows]
        return [
            ["Title", "Headings", "Text", *head[1:]],
            *(self._line(*pair) for pair in zip(self._rows, cells, strict=True)),
        ]

    def _line(self, row: TrialRow, cells: Sequence[str]) -> list[str]:
        passage = row.passage
        return [passage.title, " > ".join(passage.heading_path), passage.text, *cells[1:]]

    def _tip(self, row: TrialRow, column: int) -> str:
        if column == 0:
            where = f"{row.passage.document} #{row.passage.index}" if row.passage.document else ""
            words = (" › ".join((row.passage.title, *row.passage.heading_path)), where, row.passage.text)
            return "\n".join(part for part in words if part)
        return self.tr(str(COLUMNS[column].tip)) if COLUMNS[column].tip else ""

    def _share(self, row: TrialRow, is_context: bool) -> float:
        """Return a score as a part of the best one, of 1 for cosines."""
        score = figures(row.score, is_context).score
        if score is None:
            return 0.0
        all_scores = [figures(each.score, side).score or 0.0 for each in self._rows for side in (False, True)]
        whole = 1.0 if self._measure == "cosine" else max(all_scores, default=0.0) or 1.0
        return max(score / whole, 0.0)


def _key(row: TrialRow, column: int) -> float:
    """Return what a figure sorts by; a bar sorts as its score does."""
    side = figures(row.score, column >= _CONTEXT_FROM)
    place = (column - 1) % _SIDE
    value = (side.score, side.score, side.rank, side.pool_rank)[place]
    return math.nan if value is None else float(value)


def rows_of(
    passages: Sequence[tuple[int, TrialPassage, bool]], trial: Trial | None, before: Mapping[int, TrialScore]
) -> list[TrialRow]:
    """Return the rows of passages, each (number, passage, whether edited), with the figures of a trial of them."""
    scores = trial.scores if trial is not None and len(trial.scores) == len(passages) else (None,) * len(passages)
    return [
        TrialRow(passage, edited, score, before.get(number))
        for (number, passage, edited), score in zip(passages, scores, strict=True)
    ]

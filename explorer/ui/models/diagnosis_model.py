"""The tables of a diagnosis: what it rests on, the chunks that hold the evidence, and the passages that are marked."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QObject, Qt

from explorer.core.question_views import EntryRow
from explorer.core.retrieval_views import Diagnosis, EvidenceChunk
from explorer.ui import diagnosis_texts as texts
from explorer.ui.models.column_model import AnyIndex, ColumnModel, cell
from explorer.ui.plain_words import plainly

ROW_ROLE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, the text it shows, its cells' tool tip and sort value where these are not the text."""

    title: object
    text: Callable[[Any], str]
    tip: Callable[[Any], str] | None = None
    number: bool = False
    sort: Callable[[Any], str | float] | None = None


@dataclass(frozen=True, slots=True)
class HeldPart:
    """A chunk with the marked passage of which it holds a part."""

    passage: str
    chunk: EvidenceChunk


def parts_of(diagnosis: Diagnosis) -> tuple[HeldPart, ...]:
    """Return all chunks that hold some of the evidence, passage by passage."""
    return tuple(HeldPart(each.name, chunk) for each in diagnosis.evidence for chunk in each.chunks)


def _heading(part: HeldPart) -> str:
    return part.chunk.heading_path[-1] if part.chunk.heading_path else ""


def _rank(rank: int | None) -> float:
    return math.nan if rank is None else float(rank)


FACT_COLUMNS = (
    Column(QT_TRANSLATE_NOOP("TellingModel", "What it rests on"), lambda fact: fact[0]),
    Column(QT_TRANSLATE_NOOP("TellingModel", "Value"), lambda fact: fact[1]),
)

PART_COLUMNS = (
    Column(QT_TRANSLATE_NOOP("TellingModel", "Chunk"), lambda part: texts.chunk_words(part.chunk)),
    Column(
        QT_TRANSLATE_NOOP("TellingModel", "Heading"), _heading, lambda part: " › ".join(part.chunk.heading_path) or "–"
    ),
    Column(
        QT_TRANSLATE_NOOP("TellingModel", "Holds"),
        lambda part: texts.share_text(part.chunk),
        number=True,
        sort=lambda part: part.chunk.share,
    ),
    Column(
        QT_TRANSLATE_NOOP("TellingModel", "Without context"),
        lambda part: texts.rank_text(part.chunk.plain_rank, part.chunk),
        number=True,
        sort=lambda part: _rank(part.chunk.plain_rank),
    ),
    Column(
        QT_TRANSLATE_NOOP("TellingModel", "With context"),
        lambda part: texts.rank_text(part.chunk.context_rank, part.chunk),
        number=True,
        sort=lambda part: _rank(part.chunk.context_rank),
    ),
    Column(QT_TRANSLATE_NOOP("TellingModel", "Not ranked because"), lambda part: part.chunk.left_out),
    Column(QT_TRANSLATE_NOOP("TellingModel", "Of the passage"), lambda part: " ".join(part.passage.split())),
)

MARK_COLUMNS = (
    Column(QT_TRANSLATE_NOOP("TellingModel", "Passages that answer it"), texts.row_words, lambda row: row.text),
)


class TellingModel(ColumnModel):
    """Rows of one kind (facts, `HeldPart`, `EntryRow`) with the columns that are given."""

    def __init__(self, columns: Sequence[Column], parent: QObject | None = None) -> None:
        super().__init__(columns, parent)
        self._shown = tuple(columns)
        self._rows: tuple[tuple[str, str] | HeldPart | EntryRow, ...] = ()

    def show_rows(self, rows: Sequence[tuple[str, str] | HeldPart | EntryRow]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def row_total(self) -> int:
        """Return how many rows there are."""
        return len(self._rows)

    def lines(self) -> list[list[str]]:
        """Return the titles and all rows as cells."""
        titles = [self.tr(str(column.title)) for column in self._shown]
        return [titles, *([column.text(row) for column in self._shown] for row in self._rows)]

    @plainly
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text and tool tip, or the whole row."""
        if not index.isValid():
            return None
        return cell(self._rows[index.row()], self._shown[index.column()], role)

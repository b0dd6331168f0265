"""One side of a comparison as a Qt model: the shown hits, and below them the chosen chunk when it is not among them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from explorer.core.views import Hit
from explorer.ui.hit_texts import hit_movement, path_text, rank_text, rank_words, score_text

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class HitRole(IntEnum):
    """What a row tells beside its text."""

    HIT = Qt.ItemDataRole.UserRole + 1
    CHOSEN = Qt.ItemDataRole.UserRole + 2
    APART = Qt.ItemDataRole.UserRole + 3


class HitModel(QAbstractListModel):
    """Hits in their order; `CHOSEN` marks the chosen chunk's row, `APART` a row that stands below a gap."""

    def __init__(self, is_context: bool, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_context = is_context
        self._hits: tuple[Hit, ...] = ()
        self._extra: Hit | None = None
        self._chosen: tuple[str, int] | None = None

    def show(self, hits: Sequence[Hit]) -> None:
        """Show other hits."""
        self.beginResetModel()
        self._hits = tuple(hits)
        self._extra = None
        self.endResetModel()

    def choose(self, chosen: tuple[str, int] | None) -> None:
        """Mark a chunk (document, index) as chosen; an appended row of another one goes."""
        self._chosen = chosen
        if self._extra is not None and (self._extra.document, self._extra.index) != chosen:
            self._set_extra(None)
        self._tell_all()

    def append_chosen(self, hit: Hit | None) -> None:
        """Show the chosen chunk's own row below the others, unless it is among them."""
        keys = {(shown.document, shown.index) for shown in self._hits}
        wanted = hit if hit is not None and (hit.document, hit.index) not in keys else None
        if wanted != self._extra:
            self._set_extra(wanted)

    def _set_extra(self, hit: Hit | None) -> None:
        row = len(self._hits)
        if self._extra is not None:
            self.beginRemoveRows(QModelIndex(), row, row)
            self._extra = None
            self.endRemoveRows()
        if hit is not None:
            self.beginInsertRows(QModelIndex(), row, row)
            self._extra = hit
            self.endInsertRows()

    def _tell_all(self) -> None:
        if self.rowCount():
            self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))

    def hits(self) -> tuple[Hit, ...]:
        """Return all hits shown, the appended one included."""
        return self._hits if self._extra is None else (*self._hits, self._extra)

    def row_of(self, document: str, index: int) -> int | None:
        """Return a chunk's row, None when it is not shown."""
        keys = ((hit.document, hit.index) for hit in self.hits())
        return next((row for row, key in enumerate(keys) if key == (document, index)), None)

    def chosen_row(self) -> int | None:
        """Return the chosen chunk's row, None when it is not shown."""
        return self.row_of(*self._chosen) if self._chosen else None

    def hit(self, row: int) -> Hit | None:
        """Return the hit in a row."""
        hits = self.hits()
        return hits[row] if 0 <= row < len(hits) else None

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return how many hits are shown."""
        return 0 if parent.isValid() else len(self.hits())

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a row's text for people and programs that read aloud, or a `HitRole`."""
        hit = self.hit(index.row()) if index.isValid() else None
        if hit is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            moved = hit_movement(hit, self.is_context).text
            return f"{rank_text(hit)} {moved} {path_text(hit)} {score_text(hit.score, hit.measure)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(hit)
        if role == HitRole.CHOSEN:
            return (hit.document, hit.index) == self._chosen
        if role == HitRole.APART:
            return index.row() == len(self._hits)
        return hit if role == HitRole.HIT else None

    def _tip(self, hit: Hit) -> str:
        lines = [" › ".join((hit.title, *hit.heading_path)), f"{hit.document} #{hit.index}"]
        rank = rank_words(hit.rank) + (f" ({self.tr('shared')})" if hit.tied else "")
        lines += [f"{rank}, {score_text(hit.score, hit.measure)}", hit_movement(hit, self.is_context).sentence, ""]
        return "\n".join(lines) + hit.text[:600] + (" …" if len(hit.text) > 600 else "")

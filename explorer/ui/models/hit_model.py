"""One side of a comparison as a Qt model: hits in groups and folds, lost ones, the chosen chunk below them all."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from explorer.core.views import Hit
from explorer.ui.hit_groups import Arrangement, ChunkKey, GroupKey, Row, RowKind, SideHits, arrange, group_key
from explorer.ui.hit_texts import Movement, hit_movement, path_text, rank_text, rank_words, score_text
from explorer.ui.plain_words import plainly
from explorer.ui.texts import counted

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class HitRole(IntEnum):
    """What a row tells beside its text."""

    HIT = Qt.ItemDataRole.UserRole + 1
    CHOSEN = Qt.ItemDataRole.UserRole + 2
    APART = Qt.ItemDataRole.UserRole + 3
    ROW = Qt.ItemDataRole.UserRole + 4
    MOVEMENT = Qt.ItemDataRole.UserRole + 5


class HitModel(QAbstractListModel):
    """Rows in their order; `CHOSEN` marks the chosen chunk's row, `APART` a row that stands below a gap.

    A row's text is what people and programs that read aloud are told. `HIT` is None for the heads of groups and folds.
    """

    def __init__(self, is_context: bool, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_context = is_context
        self._side = SideHits()
        self._arrangement = Arrangement()
        self._folded: set[GroupKey] = set()
        self._unfolded: set[ChunkKey] = set()
        self._rows: tuple[Row, ...] = ()
        self._extra: Hit | None = None
        self._chosen: ChunkKey | None = None

    def show(self, side: SideHits) -> None:
        """Show other hits, all groups open, all near-duplicates folded."""
        self.beginResetModel()
        self._side = side
        self._folded.clear()
        self._unfolded.clear()
        self._extra = None
        self._rows = arrange(side, self._arrangement, self._folded, self._unfolded)
        self.endResetModel()

    def set_arrangement(self, arrangement: Arrangement) -> None:
        """Arrange the hits in another way."""
        if arrangement != self._arrangement:
            self._arrangement = arrangement
            self._arrange()

    def _arrange(self) -> None:
        self.beginResetModel()
        self._rows = arrange(self._side, self._arrangement, self._folded, self._unfolded)
        if self._extra is not None and self._row_of(self._extra.document, self._extra.index) is not None:
            self._extra = None
        self.endResetModel()

    def choose(self, chosen: ChunkKey | None) -> None:
        """Mark a chunk (document, index) as chosen; an appended row of another one goes."""
        self._chosen = chosen
        if self._extra is not None and (self._extra.document, self._extra.index) != chosen:
            self._set_extra(None)
        self._tell_all()

    def append_chosen(self, hit: Hit | None) -> None:
        """Show the chosen chunk's own row below the others, unless it is among them, lost or folded ones included."""
        keys = {(shown.document, shown.index) for shown in self._all()}
        wanted = hit if hit is not None and (hit.document, hit.index) not in keys else None
        if wanted != self._extra:
            self._set_extra(wanted)

    def _all(self) -> tuple[Hit, ...]:
        return (*self._side.hits, *(self._side.lost if self._arrangement.lost else ()))

    def _set_extra(self, hit: Hit | None) -> None:
        row = len(self._rows)
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

    def fold(self, row: int, *, is_open: bool) -> int | None:
        """Open or close what a row folds, or what it is folded by; return the row of the head, None for none.

        A hit's own near-duplicates come first, then its group.
        """
        head = self._head_of(row, is_open=is_open)
        if head is None:
            return None
        own = (head.hit.document, head.hit.index)
        if head.kind is RowKind.MORE:
            (self._unfolded.add if is_open else self._unfolded.discard)(own)
        else:
            (self._folded.discard if is_open else self._folded.add)(head.inside)
        self._arrange()
        kind = RowKind.HIT if head.kind is RowKind.MORE else head.kind
        return next(
            (number for number, each in enumerate(self._rows) if (each.kind, each.hit) == (kind, head.hit)), None
        )

    def toggle(self, row: int) -> int | None:
        """Open what a head has folded, or fold it; see `fold`."""
        shown = self.row(row)
        return self.fold(row, is_open=not shown.is_open) if shown and shown.kind is not RowKind.HIT else None

    def _head_of(self, number: int, *, is_open: bool) -> Row | None:
        """Return the row that folds or unfolds here, where that would change anything."""
        row = self.row(number)
        if row is None or row.kind is not RowKind.HIT:
            return row if row is not None and row.is_open is not is_open else None
        after = self.row(number + 1)
        if after is not None and after.kind is RowKind.MORE and not row.is_repeat:
            if after.is_open is not is_open:
                return after
        elif row.is_repeat and not is_open:
            return next(each for each in self._rows[number::-1] if each.kind is RowKind.MORE)
        heads = (each for each in self._rows if each.kind in (RowKind.GROUP, RowKind.LOST) and each.inside)
        return next((each for each in heads if each.inside == row.inside), None) if row.inside and not is_open else None

    def reveal(self, document: str, index: int) -> None:
        """Open the folds that hide a chunk."""
        hit = next((hit for hit in self._all() if (hit.document, hit.index) == (document, index)), None)
        if hit is None or self._row_of(document, index) is not None:
            return
        self._folded -= {("lost",), group_key(hit, self._arrangement.grouping)}
        self._arrange()
        if self._row_of(document, index) is None:
            self._unfolded.update((row.hit.document, row.hit.index) for row in self._rows if row.kind is RowKind.MORE)
            self._arrange()

    def row(self, number: int) -> Row | None:
        """Return what a row is, None for the appended one and below."""
        return self._rows[number] if 0 <= number < len(self._rows) else None

    def hits(self) -> tuple[Hit, ...]:
        """Return all hits that have rows, the appended one included."""
        shown = tuple(row.hit for row in self._rows if row.kind is RowKind.HIT)
        return shown if self._extra is None else (*shown, self._extra)

    def row_of(self, document: str, index: int) -> int | None:
        """Return a chunk's row, None when it is not shown."""
        if self._extra is not None and (self._extra.document, self._extra.index) == (document, index):
            return len(self._rows)
        return self._row_of(document, index)

    def _row_of(self, document: str, index: int) -> int | None:
        rows = (number for number, row in enumerate(self._rows) if row.kind is RowKind.HIT)
        wanted = (document, index)
        return next((n for n in rows if (self._rows[n].hit.document, self._rows[n].hit.index) == wanted), None)

    def chosen_row(self) -> int | None:
        """Return the chosen chunk's row, None when it is not shown."""
        return self.row_of(*self._chosen) if self._chosen else None

    def extra(self) -> Hit | None:
        """Return the chosen chunk's hit where it stands below the others."""
        return self._extra

    def hit(self, row: int) -> Hit | None:
        """Return the hit of a row, None for heads and where there is no row."""
        if row == len(self._rows):
            return self._extra
        shown = self.row(row)
        return shown.hit if shown is not None and shown.kind is RowKind.HIT else None

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return how many rows are shown."""
        return 0 if parent.isValid() else len(self._rows) + (self._extra is not None)

    @plainly
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a row's text for people and programs that read aloud, or a `HitRole`."""
        if not index.isValid() or index.row() >= self.rowCount():
            return None
        row, hit = self.row(index.row()), self.hit(index.row())
        if role == HitRole.ROW:
            return row
        if role == HitRole.APART:
            return row is None
        if hit is None:
            spoken = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
            return self.head_text(row) if spoken and row else None
        return self._hit_data(hit, row, role)

    def _hit_data(self, hit: Hit, row: Row | None, role: int) -> object:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            moved = self._movement(hit, row)
            words = (rank_text(hit), moved.text, moved.note, path_text(hit), hit.document)
            return " ".join((*words, score_text(hit.score, hit.measure) if hit.score is not None else "")).strip()
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(hit, self._movement(hit, row))
        if role == HitRole.CHOSEN:
            return (hit.document, hit.index) == self._chosen
        if role == HitRole.MOVEMENT:
            return self._movement(hit, row)
        return hit if role == HitRole.HIT else None

    def _movement(self, hit: Hit, row: Row | None) -> Movement:
        shared = row is None or (hit.document, hit.index) in self._side.elsewhere
        return hit_movement(hit, self.is_context, shared=shared and not (row and row.is_lost))

    def head_text(self, row: Row) -> str:
        """Return what the head of a group or of a fold says, in one line."""
        return " · ".join(part for part in self.head_parts(row) if part)

    def head_parts(self, row: Row) -> tuple[str, str]:
        """Return what a head names, and what it counts."""
        sign = "▾" if row.is_open else "▸"
        if row.kind is RowKind.MORE:
            like = self.tr("{0} more like this") if not row.is_open else self.tr("Fold {0} like this")
            return f"{sign} {like.format(row.count)}", ""
        hits = counted(row.count, self.tr("hit"), self.tr("hits"))
        if row.kind is RowKind.LOST:
            first = counted(len(self._side.hits), self.tr("hit"), self.tr("hits"))
            return f"{sign} " + self.tr("Fell out of the first {0}: {1}").format(first, row.count), ""
        name = row.hit.document
        if self._arrangement.grouping == "section":
            name = f"{path_text(row.hit)} · {row.hit.document}"
        return f"{sign} {name}", f"{hits}, " + self.tr("best {0}").format(rank_words(row.hit.rank))

    def _tip(self, hit: Hit, moved: Movement) -> str:
        lines = [" › ".join((hit.title, *hit.heading_path)), f"{hit.document} #{hit.index}"]
        rank = rank_words(hit.rank) + (f" ({self.tr('shared')})" if hit.tied else "")
        scored = f"{rank}, {score_text(hit.score, hit.measure)}" if hit.score is not None else rank
        lines += [scored, moved.sentence]
        lines += [hit.out_of_force] if hit.out_of_force else []
        return "\n".join((*lines, "")) + "\n" + hit.text[:600] + (" …" if len(hit.text) > 600 else "")

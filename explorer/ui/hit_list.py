"""One side of the comparison: a list of hits with rank, movement, path, matching text, score and a bar."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QListView, QWidget

from explorer.ui.hit_delegate import HitDelegate
from explorer.ui.hit_export import hit_line
from explorer.ui.hit_groups import Arrangement, SideHits
from explorer.ui.models.hit_model import HitModel
from explorer.ui.news import copy_text
from explorer.ui.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_EMPTY_MARGIN = 24
_LOW = 200
"""Height in pixels below which hits stand closer together."""


class HitList(QListView):
    """Hits of one side. Enter chooses, Right and Left unfold and fold, Ctrl+C copies.

    Signals: `chunk_wanted` (document, index), `moved`: rows are elsewhere in view now, `left`: the user went up from
    the first row, or away with Esc.
    """

    chunk_wanted = Signal(str, int)
    moved = Signal()
    left = Signal()

    def __init__(self, theme: Theme, is_context: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._empty = ""
        self.hits = HitModel(is_context, self)
        self._delegate = HitDelegate(theme, self)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(False)
        self.setMouseTracking(False)
        self.setModel(self.hits)
        self.setAccessibleName(self.tr("Hits with context") if is_context else self.tr("Hits without context"))
        self.clicked.connect(self._act_on)
        self.verticalScrollBar().valueChanged.connect(self.moved)
        for changed in (self.hits.modelReset, self.hits.rowsInserted, self.hits.rowsRemoved, self.hits.dataChanged):
            changed.connect(self.moved)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def show_hits(
        self,
        side: SideHits,
        full_scale: float,
        phrases: Sequence[str] = (),
        empty: str = "",
        *,
        marks_path: bool = False,
    ) -> None:
        """Show other hits; `full_scale` is the score that fills a bar, `empty` is said where there are none.

        `phrases` are marked besides the words of each hit; `marks_path`: in its path too.
        """
        self._delegate.full_scale = full_scale
        self._delegate.marks_path = marks_path
        self._delegate.phrases = phrases
        self._empty = empty
        self.hits.show(side)

    def set_arrangement(self, arrangement: Arrangement) -> None:
        """Arrange the hits in another way; the current one stays current."""
        hit = self.hits.hit(self.currentIndex().row())
        self.hits.set_arrangement(arrangement)
        row = self.hits.row_of(hit.document, hit.index) if hit else None
        if row is not None:
            self.setCurrentIndex(self.hits.index(row))

    def show_chosen(self) -> None:
        """Bring the chosen chunk's row into view and make it current."""
        row = self.hits.chosen_row()
        if row is not None:
            self.setCurrentIndex(self.hits.index(row))
            self.scrollTo(self.hits.index(row))

    def enter(self) -> bool:
        """Take the keys at the first row, or at the current one; return whether there is any."""
        if not self.hits.rowCount():
            return False
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self.hits.index(0))
        self.setFocus()
        return True

    def middle_of(self, row: int) -> float:
        """Return the y of a row's middle in the list's coordinates, wherever it is scrolled to."""
        index = self.hits.index(row)
        card = self._delegate.card_rect(QRectF(self.visualRect(index)), index)
        return self.viewport().y() + card.center().y()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Say why there is nothing to show."""
        super().paintEvent(event)
        if self._empty and not self.hits.rowCount():
            painter = QPainter(self.viewport())
            painter.setPen(self._theme.colour("muted"))
            room = self.viewport().rect().adjusted(_EMPTY_MARGIN, 8, -_EMPTY_MARGIN, -8)
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._empty)
            painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Set hits closer in a low list, and tell that rows are elsewhere."""
        super().resizeEvent(event)
        if self._delegate.set_dense(event.size().height() < _LOW):
            self.scheduleDelayedItemsLayout()
        self.moved.emit()

    def event(self, event: QEvent) -> bool:
        """Keep Esc from the window, whose own comes with the next one, in the question."""
        wanted = event.type() == QEvent.Type.ShortcutOverride
        if wanted and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with Enter, fold with Left and Right, copy with Ctrl+C, leave with Esc or up from the first row."""
        index, key = self.currentIndex(), event.key()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_current()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and index.isValid():
            self._act_on(index)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._go_to(self.hits.fold(index.row(), is_open=key == Qt.Key.Key_Right))
        elif key == Qt.Key.Key_Escape or (key == Qt.Key.Key_Up and index.row() <= 0):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def copy_current(self) -> None:
        """Put the current hit on the clipboard, cells parted by tabs."""
        hit = self.hits.hit(self.currentIndex().row())
        if hit is not None:
            copy_text(hit_line(hit, self.hits.is_context), self)

    def _act_on(self, index: Index) -> None:
        """Choose the hit of a row; a head opens or closes."""
        hit = self.hits.hit(index.row())
        if hit is not None:
            self.chunk_wanted.emit(hit.document, hit.index)
        else:
            self._go_to(self.hits.toggle(index.row()))

    def _go_to(self, row: int | None) -> None:
        if row is not None:
            self.setCurrentIndex(self.hits.index(row))
            self.scrollTo(self.hits.index(row))

"""The chosen chunk in the compare pane: its true rank on both sides, whether these show it or not."""

from __future__ import annotations

from PySide6.QtCore import QObject

from explorer.core.views import ChunkView, Hit, TrueRank
from explorer.ui.compare_facts import CompareFacts
from explorer.ui.compare_side import CompareSide
from explorer.ui.movement_lines import MovementLines
from explorer.ui.session import Session


class ChosenChunk(QObject):
    """Marks the chosen chunk on both sides and between them; asks for its rank where a side does not show it."""

    def __init__(
        self, session: Session, sides: tuple[CompareSide, CompareSide], lines: MovementLines, facts: CompareFacts
    ) -> None:
        super().__init__(facts)
        self._session = session
        self._sides = sides
        self._lines = lines
        self._facts = facts
        self._rank: TrueRank | None = None
        self._scroll = False
        session.chunk_selected.connect(self._on_chunk)
        session.rank_arrived.connect(self._on_rank)

    def begin(self) -> None:
        """Follow the chosen chunk into a new ranking, which is read from its top: nothing is scrolled."""
        self._scroll = False
        self._follow()

    def _on_chunk(self, view: ChunkView | None) -> None:
        self._scroll = True
        chosen = (view.item.chunk.document, view.item.chunk.index) if view else None
        self._lines.choose(chosen)
        for side in self._sides:
            side.choose(chosen)
        self._follow()
        for side in self._sides:
            side.show_chosen()

    def _follow(self) -> None:
        """Find where the chosen chunk stands; ask for it when a side does not show it."""
        self._rank = None
        comparison, view = self._session.comparison, self._session.chunk
        if comparison is not None and view is not None:
            document, index = view.item.chunk.document, view.item.chunk.index
            shown = [_hit_of(hits, document, index) for hits in (comparison.plain, comparison.context)]
            if all(shown):
                self._rank = TrueRank(document, index, True, *shown)
            else:
                self._session.rank_chunk(document, index)
        self._show()

    def _on_rank(self, rank: TrueRank) -> None:
        view = self._session.chunk
        if view is not None and (view.item.chunk.document, view.item.chunk.index) == (rank.document, rank.index):
            self._rank = rank
            self._show()
            if self._scroll:
                for side in self._sides:
                    side.show_chosen()

    def _show(self) -> None:
        rank = self._rank
        hits = (rank.plain, rank.context) if rank else (None, None)
        for side, hit in zip(self._sides, hits, strict=True):
            side.append_chosen(hit)
        self._facts.show_rank(rank)


def _hit_of(hits: tuple[Hit, ...], document: str, index: int) -> Hit | None:
    return next((hit for hit in hits if (hit.document, hit.index) == (document, index)), None)

"""The laid-out cards of the chunk list that were needed last, and how tall each row is."""

from __future__ import annotations

from collections import OrderedDict

from explorer.ui.card_marks import CardFonts, CardLayout
from explorer.ui.chunk_layout import Shown, lay_out
from explorer.ui.models.chunk_store import ChunkStore
from explorer.ui.models.source_store import SourceStore
from explorer.ui.theme import Theme

PLACEHOLDER = 96.0
"""Height of the card that stands in for a chunk that has not come, in pixels."""

_KEPT = 120


class CardLayouts:
    """Lays cards out when they are asked for. `made` counts that: it is what scrolling and resizing cost."""

    def __init__(self, store: ChunkStore, sources: SourceStore, theme: Theme) -> None:
        self._store = store
        self._sources = sources
        self._fonts = CardFonts(theme)
        self._cards: OrderedDict[int, CardLayout] = OrderedDict()
        self._theme = theme
        self.shown = Shown.DISPLAY
        self.width = 160.0
        self.made = 0

    def of(self, row: int) -> CardLayout | None:
        """Return a row's card, None while its chunk has not come."""
        known = self._cards.get(row)
        if known is not None:
            self._cards.move_to_end(row)
            return known
        view = self._store.row(row)
        if view is None:
            return None
        source = self._sources.of(view) if self.shown is Shown.SOURCE else None
        made = self._cards[row] = lay_out(view, self.width, self._fonts, self.shown, source)
        self.made += 1
        if len(self._cards) > _KEPT:
            self._cards.popitem(last=False)
        return made

    def height_of(self, row: int) -> float:
        """Return the height of a row's card."""
        card = self.of(row)
        return PLACEHOLDER if card is None else card.height

    def forget(self) -> None:
        """Lay all cards out anew when they are next needed."""
        self._cards.clear()

    def forget_rows(self, rows: set[int]) -> None:
        """Lay the cards of some rows out anew."""
        for row in rows & self._cards.keys():
            del self._cards[row]

    def forget_gone(self, count: int) -> None:
        """Forget the cards of rows that the list of `count` rows does not have, or no longer."""
        gone = {row for row in self._cards if row >= count or self._store.row(row) is None}
        self.forget_rows(gone)

    def take_fonts(self) -> None:
        """Measure with the theme's fonts as they are now."""
        self._fonts = CardFonts(self._theme)
        self.forget()

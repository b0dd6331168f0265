"""One column of the comparison: its name, its recipe, its ranker, what its scores measure, and the hits."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from explorer.core.recipe import Style
from explorer.core.views import Comparison, Hit
from explorer.ui.flow_layout import FlowLayout
from explorer.ui.hit_groups import side_hits
from explorer.ui.hit_list import HitList
from explorer.ui.hit_texts import full_scale, measure_of, recipe_words
from explorer.ui.panel_parts import ElidedLabel
from explorer.ui.recipe_box import RankerBox, RecipeBox
from explorer.ui.texts import measure_text
from explorer.ui.theme import Theme

_ROOMY = 520


class CompareSide(QWidget):
    """The plain side or the context side. `chosen` tells that the user chose another recipe or ranker for it.

    `refused` says in a sentence why a recipe that was written cannot be read.
    """

    chosen = Signal()
    refused = Signal(str)

    def __init__(self, theme: Theme, is_context: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_context = is_context
        self._shown: tuple[object, ...] = ()
        self.list = HitList(theme, is_context, self)
        self._name = QLabel(self)
        self._name.setFont(theme.font(bold=True))
        self._name.setStyleSheet("font-weight: 600;")
        self.recipe_box = RecipeBox(self)
        self.ranker_box = RankerBox(is_context, self)
        self._words = ElidedLabel(self)
        self._words.setObjectName("muted")
        self.recipe_box.recipe_chosen.connect(self._on_recipe)
        self.recipe_box.refused.connect(self.refused)
        self.ranker_box.ranker_chosen.connect(self.chosen)
        self._arrange()

    def _arrange(self) -> None:
        head = FlowLayout(modest=60)
        head.setContentsMargins(2, 0, 2, 0)
        for widget in (self._name, self.recipe_box, self.ranker_box, self._words):
            head.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self.list, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the recipe's words to its tool tip when there is no room for them."""
        super().resizeEvent(event)
        self._words.setVisible(event.size().width() >= _ROOMY)

    def set_name(self, name: str) -> None:
        """Name the side."""
        self._name.setText(name)
        self.list.setAccessibleName(self.tr("Hits: {0}").format(name))

    def controls(self) -> tuple[QWidget, ...]:
        """Return what takes the keys, from the left to the right and down."""
        return (self.recipe_box, self.ranker_box, self.list)

    @property
    def recipe(self) -> str:
        """Return the chosen recipe's name."""
        return self.recipe_box.recipe

    def set_recipe(self, name: str) -> None:
        """Show a recipe as chosen without telling."""
        self.recipe_box.set_recipe(name)
        self._words.set_whole(recipe_words(name))

    def _on_recipe(self, name: str) -> None:
        self._words.set_whole(recipe_words(name))
        self.chosen.emit()

    def show_comparison(self, comparison: Comparison | None) -> None:
        """Show this side of a comparison, nothing for None."""
        phrases = comparison.filters.phrases if comparison else ()
        scale = full_scale(comparison, self._is_context) if comparison else 1.0
        empty = self._empty(comparison) if comparison else ""
        hits = side_hits(comparison, self._is_context)
        self.list.show_hits(hits, scale, phrases, empty, marks_path=self._has_header(comparison))
        asked = _asked(comparison)
        if asked != self._shown:
            # Another ranking is read from its first rank on; one that is only renewed stays where it is read.
            self._shown = asked
            self.list.scrollToTop()

    def _has_header(self, comparison: Comparison | None) -> bool:
        """Say whether this side ranks by the path too."""
        if comparison is None:
            return False
        recipe = comparison.context_recipe if self._is_context else comparison.plain_recipe
        return not recipe.startswith(Style.NONE)

    def _empty(self, comparison: Comparison) -> str:
        """Return why this side has no hits while the other may have some."""
        if not comparison.pool.size:
            return ""
        measure = measure_text(measure_of(comparison, self._is_context))
        return self.tr("No chunk has any of these words on this side ({0}).").format(measure)

    def choose(self, chosen: tuple[str, int] | None) -> None:
        """Mark the chosen chunk, and open the folds that hide it."""
        self.list.hits.choose(chosen)
        if chosen is not None:
            self.list.hits.reveal(*chosen)

    def show_chosen(self) -> None:
        """Bring the chosen chunk's row into view."""
        self.list.show_chosen()

    def append_chosen(self, hit: Hit | None) -> None:
        """Show the chosen chunk below the others when it is not among them."""
        self.list.hits.append_chosen(hit)


def _asked(comparison: Comparison | None) -> tuple[object, ...]:
    """Return what a ranking is an answer to."""
    if comparison is None:
        return ()
    recipes = (comparison.plain_recipe, comparison.context_recipe)
    return (comparison.question, comparison.ranker, comparison.context_ranker, *recipes, comparison.filters)

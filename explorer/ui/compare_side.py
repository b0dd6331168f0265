"""One column of the comparison: its name, its recipe, what was ranked, and the hits."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from explorer.core.recipe import Style
from explorer.core.views import Comparison, Hit
from explorer.ui.hit_list import HitList
from explorer.ui.hit_texts import full_scale, pool_text, recipe_words
from explorer.ui.panel_parts import ElidedLabel
from explorer.ui.theme import Theme

_ROOMY = 560


class CompareSide(QWidget):
    """The plain side or the context side. `recipe_chosen` tells that the user chose another recipe."""

    recipe_chosen = Signal(str)

    def __init__(self, theme: Theme, is_context: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_context = is_context
        self.list = HitList(theme, is_context, self)
        name = QLabel(self.tr("With context") if is_context else self.tr("Without context"), self)
        name.setFont(theme.font(bold=True))
        name.setStyleSheet("font-weight: 600;")
        self._recipe = QComboBox(self)
        self._recipe.addItems(list(Style))
        self._recipe.setAccessibleName(self.tr("Recipe of this side"))
        self._recipe.textActivated.connect(self._on_recipe)
        self._words = ElidedLabel(self)
        self._words.setObjectName("muted")
        self._pool = ElidedLabel(self)
        self._pool.setObjectName("muted")
        for label in (self._words, self._pool):
            label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._arrange(name)

    def _arrange(self, name: QLabel) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(2, 0, 2, 0)
        head.setSpacing(8)
        head.addWidget(name)
        head.addWidget(self._recipe)
        head.addWidget(self._words)
        head.addStretch(1)
        head.addWidget(self._pool)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self.list, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the recipe's words to its tool tip when there is no room for them."""
        super().resizeEvent(event)
        self._words.setVisible(event.size().width() >= _ROOMY)

    @property
    def recipe(self) -> str:
        """Return the chosen recipe's name."""
        return self._recipe.currentText()

    def set_recipe(self, name: str) -> None:
        """Show a recipe as chosen without telling; one that is not listed is added."""
        if self._recipe.findText(name) < 0:
            self._recipe.addItem(name)
        self._recipe.setCurrentText(name)
        self._say(name)

    def _on_recipe(self, name: str) -> None:
        self._say(name)
        self.recipe_chosen.emit(name)

    def _say(self, name: str) -> None:
        self._words.set_whole(recipe_words(name))
        self._recipe.setToolTip(self.tr("How this side's texts are made: {0}").format(recipe_words(name)))

    def pool_words(self) -> str:
        """Return what is said about the ranked chunks."""
        return self._pool.whole()

    def show_comparison(self, comparison: Comparison | None) -> None:
        """Show this side of a comparison, nothing for None."""
        if comparison is None:
            self._pool.set_whole("")
            self.list.show_hits((), 1.0)
            return
        self._pool.set_whole(pool_text(comparison.measure, comparison.pool))
        hits = comparison.context if self._is_context else comparison.plain
        self.list.show_hits(hits, full_scale(comparison))

    def choose(self, chosen: tuple[str, int] | None) -> None:
        """Mark the chosen chunk."""
        self.list.hits.choose(chosen)

    def show_chosen(self) -> None:
        """Bring the chosen chunk's row into view."""
        self.list.show_chosen()

    def append_chosen(self, hit: Hit | None) -> None:
        """Show the chosen chunk below the others when it is not among them."""
        self.list.hits.append_chosen(hit)

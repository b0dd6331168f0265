"""Choices of one side of the comparison: how its texts are made, and how they are ranked."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QComboBox, QLineEdit, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from explorer.core.errors import ExplorerError
from explorer.core.recipe import Style, parse_recipe
from explorer.ui.error_texts import error_texts
from explorer.ui.hit_texts import recipe_words
from explorer.ui.naming import named

Index = QModelIndex | QPersistentModelIndex

RANKERS = ("embedding", "keyword", "hybrid", "shared-words")

_FORMS = (
    "path+depth=1",
    "path+depth=2",
    "path+depth=0",
    "path+no-title",
    "path+all-headings",
    "path+version",
    "label+version",
    "bracket+version",
    "prose+version",
    "path+sentence",
)
_PAD = 10


class _RecipeDelegate(QStyledItemDelegate):
    """Draws a recipe's name, and at the right what it means."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a row."""
        super().paint(painter, option, index)
        rect = option.rect.adjusted(0, 0, -_PAD, 0)  # pyright: ignore[reportAttributeAccessIssue]
        colour = option.palette.placeholderText().color()  # pyright: ignore[reportAttributeAccessIssue]
        painter.save()
        painter.setPen(colour)
        painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, recipe_words(index.data()))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return room for both."""
        size = super().sizeHint(option, index)
        words = option.fontMetrics.horizontalAdvance(recipe_words(index.data()))  # pyright: ignore[reportAttributeAccessIssue]
        return QSize(size.width() + words + 3 * _PAD, size.height() + 4)


class RecipeBox(QComboBox):
    """A recipe to choose or to write. `recipe_chosen` tells its name, `refused` in a sentence what cannot be read."""

    recipe_chosen = Signal(str)
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, label=self.tr("Recipe: what stands before this side's texts"))
        self._recipe = str(Style.NONE)
        line = named(QLineEdit(self), label=self.accessibleName())
        self.setLineEdit(line)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.addItems([*Style, *_FORMS])
        rows = self.view()
        rows.setItemDelegate(_RecipeDelegate(rows))
        rows.setMinimumWidth(rows.sizeHintForColumn(0) + 2 * _PAD)
        self.setMaxVisibleItems(self.count() + 2)
        self.setMinimumContentsLength(7)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.textActivated.connect(self.take)
        line.editingFinished.connect(lambda: self.take(self.currentText()))
        self._say()

    @property
    def recipe(self) -> str:
        """Return the chosen recipe's name."""
        return self._recipe

    def set_recipe(self, name: str) -> None:
        """Show a recipe as chosen without telling; one that is not listed is added."""
        if self.findText(name) < 0:
            self.addItem(name)
        self._recipe = name
        self.setCurrentIndex(self.findText(name))
        self._say()

    def take(self, text: str) -> None:
        """Choose a written recipe; what cannot be read is told, and the one before stays chosen."""
        try:
            name = parse_recipe(text).name
        except ExplorerError as error:
            self.setCurrentText(self._recipe)
            self.refused.emit(" ".join(error_texts(error)))
            return
        changed = name != self._recipe
        self.set_recipe(name)
        if changed:
            self.recipe_chosen.emit(name)

    def _say(self) -> None:
        tip = self.tr("How this side's texts are made: {0}").format(recipe_words(self._recipe))
        more = self.tr(
            "You can write one: a style (none, path, label, bracket, prose), then with + between them\n"
            "depth=2 (the last two headings), no-title, version, sentence, all-headings (those that say nothing too)"
        )
        self.setToolTip(f"{tip}\n{more}")


class RankerBox(QComboBox):
    """A ranker to choose; the context side can have the plain side's, whatever that is."""

    ranker_chosen = Signal()

    def __init__(self, is_context: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, label=self.tr("Ranker of this side"))
        self.setToolTip(self.tr("How chunks are ranked on this side"))
        if is_context:
            self.addItem(self.tr("As at the left"), "")
        names = (self.tr("Embedding"), self.tr("Keyword"), self.tr("Hybrid"), self.tr("Shared words"))
        for name, ranker in zip(names, RANKERS, strict=True):
            self.addItem(name, ranker)
        self.activated.connect(self.ranker_chosen)

    @property
    def ranker(self) -> str:
        """Return the chosen ranker, "" for that of the plain side."""
        return str(self.currentData())

    def set_ranker(self, ranker: str) -> None:
        """Show a ranker as chosen without telling; the first for one that is not known."""
        self.setCurrentIndex(max(self.findData(ranker), 0))

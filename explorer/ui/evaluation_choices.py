"""The evaluation tab's first line: which questions, recipes, rankers and filters, and running, copying, exporting."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QComboBox, QMenu, QPushButton, QSizePolicy, QToolButton, QWidget

from explorer.core.question_views import EvaluationWish, QuestionSetInfo
from explorer.core.recipe import PLAIN, Style
from explorer.core.views import LibraryInfo
from explorer.ui.elided_box import ElidedBox
from explorer.ui.evaluation_texts import ranker_name
from explorer.ui.filter_button import FilterButton
from explorer.ui.flow_layout import control_line
from explorer.ui.hit_texts import recipe_words
from explorer.ui.naming import named
from explorer.ui.panel_parts import ElidedLabel, flat_button
from explorer.ui.texts import counted, ranker_text

OTHERS = ("path+depth=0", "path+depth=1+no-title")
"""Recipes that are offered beside the styles: the title alone, the own heading alone."""

RANKERS = ("embedding", "keyword", "hybrid", "shared-words")
FORMS = ("html", "json", "csv")
_NAMED = 2
_LONGEST = 22
"""Chosen entries, and letters in all, that a button names; of more it tells the number."""


class _StayingMenu(QMenu):
    """A menu that stays open while entries are checked, by mouse or by the space bar."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Check an entry without closing."""
        action = self.actionAt(event.position().toPoint())
        if not _check(action):
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Check an entry without closing."""
        if event.key() != Qt.Key.Key_Space or not _check(self.activeAction()):
            super().keyPressEvent(event)


def _check(action: QAction | None) -> bool:
    if action is None or not action.isCheckable() or not action.isEnabled():
        return False
    action.trigger()
    return True


class ChoicesButton(QToolButton):
    """Several of a few entries; `chosen_changed` tells that the user chose others."""

    chosen_changed = Signal()

    def __init__(self, label: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = label
        self._tip = tip
        self._names: dict[str, str] = {}
        self.setMenu(_StayingMenu(self))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def offer(self, entries: Sequence[tuple[str, str, str]], chosen: Sequence[str]) -> None:
        """Offer entries as (key, short name, whole words), of which some are chosen."""
        self.menu().clear()
        self._names = {key: name for key, name, _words in entries}
        for key, _name, words in entries:
            action = self.menu().addAction(words.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(key in chosen)
            action.setData(key)
            action.triggered.connect(self._on_chosen)
        self._say()

    @property
    def chosen(self) -> tuple[str, ...]:
        """Return the keys that are chosen, in the order of the entries."""
        return tuple(str(action.data()) for action in self.menu().actions() if action.isChecked())

    def choose(self, keys: Sequence[str]) -> None:
        """Choose other entries without telling."""
        for action in self.menu().actions():
            action.setChecked(str(action.data()) in keys)
        self._say()

    def _on_chosen(self) -> None:
        self._say()
        self.chosen_changed.emit()

    def _say(self) -> None:
        names = [self._names[key] for key in self.chosen]
        few = ", ".join(names) if 0 < len(names) <= _NAMED else ""
        shown = few if few and len(few) <= _LONGEST else f"{len(names)}"
        self.setText(f"{self._label}: {shown}")
        whole = ", ".join(names) or self.tr("none chosen")
        self.setToolTip(f"{self._tip}\n{whole}")
        self.setAccessibleName(f"{self._label}: {whole}")


class EvaluationControls(QWidget):
    """Signals beside those of its parts: `run_wanted` (EvaluationWish), `copy_wanted` and `export_wanted` (a form).

    `chosen_changed`: anything else is chosen; `set_chosen`: the user chose a question set.
    """

    run_wanted = Signal(object)
    copy_wanted = Signal(str)
    export_wanted = Signal(str)
    chosen_changed = Signal()
    set_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sets: tuple[QuestionSetInfo, ...] = ()
        self._recipes: tuple[str, ...] = ()
        self._own = ""
        self._wanted = ""
        self.sets = named(ElidedBox(self), label=self.tr("Question set"))
        self.sets.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.sets.setMinimumContentsLength(8)
        self.sets.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.sets.setMaximumWidth(280)
        self.recipes = ChoicesButton(
            self.tr("Recipes"),
            self.tr("What stands before the texts; the first is what others are held against."),
            self,
        )
        self.rankers = ChoicesButton(self.tr("Rankers"), self.tr("How chunks are ranked."), self)
        self.filter = FilterButton(self)
        self.run = named(QPushButton(self.tr("Run"), self), "primary")
        self.stop = QPushButton(self.tr("Stop"), self)
        self.copy = self._menu_button(self.tr("Copy"), self.tr("Copy the figures or the questions"))
        self.export = self._menu_button(self.tr("Export"), self.tr("Write the evaluation to a file"))
        self.state = named(ElidedLabel(self), "muted")
        self._fill_menus()
        self.rankers.offer([(name, ranker_name(name), ranker_text(name)) for name in RANKERS], RANKERS[:1])
        self._lay_out()
        self._connect()
        self.show_busy(busy=False)

    def _menu_button(self, text: str, tip: str) -> QToolButton:
        button = flat_button(text, tip, self)
        button.setMenu(QMenu(button))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return button

    def _fill_menus(self) -> None:
        for key, words in (
            ("tsv", self.tr("Figures as a table (TSV)")),
            ("markdown", self.tr("Figures as Markdown")),
            ("questions", self.tr("Questions as a table (TSV)")),
            ("questions-markdown", self.tr("Questions as Markdown")),
        ):
            self.copy.menu().addAction(words).triggered.connect(lambda _=False, key=key: self.copy_wanted.emit(key))
        for key, words in (
            ("html", self.tr("HTML: one page with charts…")),
            ("json", self.tr("JSON: everything, for other programs…")),
            ("csv", self.tr("CSV: a row for each run and question…")),
        ):
            self.export.menu().addAction(words).triggered.connect(lambda _=False, key=key: self.export_wanted.emit(key))

    def _lay_out(self) -> None:
        controls = (self.sets, self.recipes, self.rankers, self.filter, self.run, self.stop, self.state)
        self.setLayout(control_line(*controls, self.copy, self.export, modest=110))

    def _connect(self) -> None:
        self.run.clicked.connect(self._on_run)
        self.recipes.chosen_changed.connect(self._on_chosen)
        self.rankers.chosen_changed.connect(self._on_chosen)
        self.sets.activated.connect(self._on_set)

    @property
    def wish(self) -> EvaluationWish | None:
        """Return what is chosen, None while something is missing."""
        name, recipes, rankers = self.sets.currentData(), self.recipes.chosen, self.rankers.chosen
        if not name or not recipes or not rankers:
            return None
        return EvaluationWish(str(name), recipes, rankers, self.filter.filters)

    def show_sets(self, sets: Sequence[QuestionSetInfo]) -> None:
        """Offer question sets; the chosen one stays chosen."""
        self._sets = tuple(sets)
        chosen = self._wanted or self.sets.currentData()
        with QSignalBlocker(self.sets):
            self.sets.clear()
            for each in sets:
                count = counted(each.count, self.tr("question"), self.tr("questions"))
                self.sets.addItem((each.problem and f"{each.name} ⚠") or f"{each.name} · {count}", each.name)
                self.sets.setItemData(self.sets.count() - 1, each.problem or None, Qt.ItemDataRole.ToolTipRole)
            if not sets:
                self.sets.addItem(self.tr("No question set"), "")
            self.sets.setCurrentIndex(max(self.sets.findData(chosen), 0))
        self._wanted = "" if self.sets.currentData() == self._wanted else self._wanted
        self.sets.setEnabled(bool(sets))
        self.filter.setEnabled(bool(sets))
        self._on_chosen()

    def choose_set(self, name: str) -> None:
        """Choose a set by its name: now, or once it is listed."""
        place = self.sets.findData(name)
        self._wanted = name if place < 0 else ""
        if place >= 0:
            self.sets.setCurrentIndex(place)
            self._on_set()

    def show_library(self, library: LibraryInfo | None) -> None:
        """Offer recipes: text alone, the library's own, what is embedded, then others, which are embedded when run."""
        embedded = library.embedded if library else ()
        own = library.recipe if library else ""
        names = dict.fromkeys((PLAIN.name, own, *embedded, *map(str, Style), *OTHERS))
        recipes = tuple(name for name in names if name)
        chosen = self.recipes.chosen if own == self._own and self._recipes else (PLAIN.name, own)
        if (recipes, own) != (self._recipes, self._own) or library is not None:
            self._recipes, self._own = recipes, own
            entries = [(name, name, self._recipe_words(name, own, known=name in embedded)) for name in recipes]
            self.recipes.offer(entries, chosen)
        self._on_chosen()

    def _recipe_words(self, name: str, own: str, *, known: bool) -> str:
        words = f"{name}: {recipe_words(name)}"
        if name == own:
            words = self.tr("{0} (the library's)").format(words)
        return words if known else self.tr("{0} – is embedded first").format(words)

    def show_busy(self, *, busy: bool) -> None:
        """Show what stops a run, or what starts one; the keys stay with the one in the other's place."""
        shown, hidden = (self.stop, self.run) if busy else (self.run, self.stop)
        held = hidden.hasFocus()
        shown.show()
        if held:
            shown.setFocus()
        hidden.hide()
        for widget in (self.sets, self.recipes, self.rankers, self.filter):
            widget.setEnabled(not busy)
        self.sets.setEnabled(not busy and bool(self._sets))
        self.filter.setEnabled(not busy and bool(self._sets))
        self._on_chosen()

    def _on_set(self) -> None:
        self._wanted = ""
        self._on_chosen()
        self.set_chosen.emit()

    def _on_chosen(self) -> None:
        wish = self.wish
        self.run.setEnabled(wish is not None)
        self.run.setToolTip(self._why_not() if wish is None else self.tr("Ask every question of the set"))
        self.chosen_changed.emit()

    def _why_not(self) -> str:
        if not self.sets.currentData():
            return self.tr("There is no question set. Make one in the tab Questions, or import a file there.")
        return self.tr("Choose at least one recipe and one ranker.")

    def _on_run(self) -> None:
        wish = self.wish
        if wish is not None:
            self.run_wanted.emit(wish)

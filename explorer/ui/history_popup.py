"""The history and the saved searches of a library, to search, ask again, save, remove and switch off."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from explorer.core.retrieval_views import KeptSearch
from explorer.ui.filter_words import filter_words
from explorer.ui.naming import named
from explorer.ui.panel_parts import flat_button
from explorer.ui.query_help import show_popup
from explorer.ui.search_history import SearchHistory
from explorer.ui.texts import ranker_text
from explorer.ui.wishes import Question

_SEARCH = Qt.ItemDataRole.UserRole
_SIZE = (460, 330)


class _Searches(QListWidget):
    """Kept searches; `drop_wanted` when the Delete key asks for it."""

    drop_wanted = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove with Delete."""
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.drop_wanted.emit()
            return
        super().keyPressEvent(event)


class HistoryPopup(QFrame):
    """Signals: `search_chosen` (KeptSearch), `keeping_chosen`: whether questions are to be kept from now on."""

    search_chosen = Signal(object)
    keeping_chosen = Signal(bool)

    def __init__(self, history: SearchHistory, asked: Question | None, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        named(self, "card", label=self.tr("Questions asked before"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._history = history
        self._asked = asked
        self.find_line = named(QLineEdit(self), label=self.tr("Find a question"))
        self.find_line.setPlaceholderText(self.tr("Find among saved searches and questions asked"))
        self.find_line.setClearButtonEnabled(True)
        self.list = named(_Searches(self), "popup", label=self.tr("Saved searches and questions asked, newest first"))
        self._empty = named(QLabel(self), "muted")
        self._empty.setWordWrap(True)
        self.name = named(QLineEdit(self), label=self.tr("Name for the present search"))
        self.save = QPushButton(self.tr("&Save"), self)
        self.remove = flat_button(self.tr("Remove"), self.tr("Remove the chosen one (Delete)"), self)
        self.clear = flat_button(self.tr("Clear history"), self.tr("Remove all questions; saved searches stay"), self)
        self.keeping = QCheckBox(self.tr("&Keep a history"), self)
        self.keeping.setChecked(history.is_kept)
        self._lay_out()
        self._connect()
        self._fill()

    def _lay_out(self) -> None:
        saving = QHBoxLayout()
        saving.addWidget(self.name, 1)
        saving.addWidget(self.save)
        self.name.setPlaceholderText(self.tr("Save the present search under a name"))
        for widget in (self.name, self.save):
            widget.setEnabled(self._asked is not None)
        below = QHBoxLayout()
        below.addWidget(self.keeping)
        below.addStretch(1)
        below.addWidget(self.remove)
        below.addWidget(self.clear)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 8)
        column.setSpacing(6)
        column.addWidget(self.find_line)
        column.addWidget(self._empty)
        column.addWidget(self.list, 1)
        column.addLayout(saving)
        column.addLayout(below)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFixedSize(*_SIZE)
        self.setFocusProxy(self.find_line)

    def _connect(self) -> None:
        self._history.changed.connect(self._fill)
        self.find_line.textChanged.connect(self._narrow)
        self.find_line.returnPressed.connect(self._choose_first)
        self.list.itemActivated.connect(self._choose)
        self.list.itemClicked.connect(self._choose)
        self.list.drop_wanted.connect(self._drop)
        self.list.currentRowChanged.connect(self._say)
        self.remove.clicked.connect(self._drop)
        self.clear.clicked.connect(lambda: self._history.drop(*self._history.asked))
        self.save.clicked.connect(self._save)
        self.name.returnPressed.connect(self._save)
        self.keeping.toggled.connect(self.keeping_chosen)

    def open_at(self, place: QPoint) -> None:
        """Show the popup with its upper right corner at `place`, inside the screen."""
        show_popup(self, place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from the search field into the list with Down."""
        if event.key() == Qt.Key.Key_Down and self.find_line.hasFocus():
            self.list.setFocus()
            return
        super().keyPressEvent(event)

    def _fill(self) -> None:
        row = self.list.currentRow()
        self.list.clear()
        searches = (*self._history.saved, *self._history.asked)
        lines = Counter(map(_line, searches))
        for search in searches:
            line = _line(search)
            item = QListWidgetItem(line if lines[line] == 1 else f"{line}   · {_sides(search)}")
            item.setData(_SEARCH, search)
            item.setToolTip(self._tip(search))
            self.list.addItem(item)
        self._narrow(self.find_line.text())
        self.list.setCurrentRow(min(max(row, 0), self.list.count() - 1))
        self._say()

    def _tip(self, search: KeptSearch) -> str:
        lines = (search.question, _sides(search), filter_words(search.filters), _time(search.when))
        return "\n".join(line for line in lines if line)

    def _say(self) -> None:
        self.clear.setEnabled(bool(self._history.asked))
        self.remove.setEnabled(self.list.currentRow() >= 0)
        self._empty.setVisible(not self.list.count())
        self._empty.setText(
            self.tr("Nothing yet: questions that you ask with Enter are listed here.")
            if self._history.is_kept
            else self.tr("No questions are kept. Searches that you save are listed here.")
        )

    def _narrow(self, text: str) -> None:
        wanted = text.casefold().split()
        for row in range(self.list.count()):
            item = self.list.item(row)
            shown = f"{item.text()} {item.toolTip()}".casefold()
            item.setHidden(not all(word in shown for word in wanted))

    def _choose_first(self) -> None:
        items = (self.list.item(row) for row in range(self.list.count()))
        first = next((item for item in items if not item.isHidden()), None)
        if first is not None:
            self._choose(first)

    def _choose(self, item: QListWidgetItem) -> None:
        search = item.data(_SEARCH)
        self.close()
        self.search_chosen.emit(search)

    def _drop(self) -> None:
        item = self.list.currentItem() if self.list.currentRow() >= 0 else None
        if item is not None:
            self._history.drop(item.data(_SEARCH))

    def _save(self) -> None:
        if self._asked is not None and self.name.text().strip():
            self._history.save(self._asked, self.name.text())
            self.name.clear()


def _line(search: KeptSearch) -> str:
    """Return a search in one line: the name of a saved one, the question, the filters."""
    filters = filter_words(search.filters)
    question = f"{search.question}   [{filters}]" if filters else search.question
    return f"★ {search.name}: {question}" if search.name else question


def _sides(search: KeptSearch) -> str:
    """Return how both sides were ranked: `path / prose, Keyword (BM25)`."""
    rankers = dict.fromkeys((search.ranker, search.context_ranker or search.ranker))
    return f"{search.plain_recipe} / {search.context_recipe}, {' / '.join(map(ranker_text, rankers))}"


def _time(when: str) -> str:
    """Return a time of the history as the clock on the wall has it."""
    try:
        return datetime.fromisoformat(when).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return ""

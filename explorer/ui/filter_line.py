"""The line above a table in which words are typed that its rows must hold, and how many rows that leaves."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from explorer.ui.models.rows_order import RowsOrder
from explorer.ui.naming import named
from explorer.ui.table_parts import RowTable

KEYS = "Ctrl+Shift+F"
_NARROW = 70


class FilterLine(QLineEdit):
    """Filters a table while one types. Reached from the table by "/" and from the whole panel by Ctrl+Shift+F.

    Enter and Down lead into the table; Esc clears, and from an empty line leads into the table too.
    """

    def __init__(self, table: RowTable, label: str, panel: QWidget | None = None, *, bound: bool = True) -> None:
        """`panel` is where the keys work; without `bound` the table's rows are filtered by whoever owns them."""
        super().__init__(panel)
        self._table = table
        named(self, label=label)
        self.setPlaceholderText(label)
        self.setClearButtonEnabled(True)
        self.setMinimumWidth(_NARROW)
        self.setToolTip(self.tr("{0}: rows that hold all these words ({1}, or / in the table)").format(label, KEYS))
        table.search_wanted.connect(self.take_keys)
        if panel is not None:
            keys = QShortcut(QKeySequence(KEYS), panel)
            keys.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            keys.activated.connect(self._on_keys)
        if bound:
            self.textChanged.connect(self._filter)

    def take_keys(self) -> None:
        """Put the cursor here, what is there selected."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def _on_keys(self) -> None:
        if self.isVisible():
            self.take_keys()

    def _filter(self, text: str) -> None:
        self._table.order.show_words(text)

    def event(self, event: QEvent) -> bool:
        """Keep Esc from the window while there is something to clear."""
        override = event.type() == QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape and self.text():
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go into the table with Enter and Down; clear with Esc."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self._enter_table()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif event.key() == Qt.Key.Key_Escape:
            self._enter_table()
        else:
            super().keyPressEvent(event)

    def _enter_table(self) -> None:
        model = self._table.model()
        if not self._table.currentIndex().isValid() and model.rowCount():
            self._table.setCurrentIndex(model.index(0, 0))
        self._table.setFocus()


class RowCount(QLabel):
    """How many rows a table shows, and of how many."""

    def __init__(self, order: RowsOrder, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "muted")
        self._order = order
        order.changed.connect(self._tell)
        self._tell()

    def _tell(self) -> None:
        self.setText(shown_of(self._order.rowCount(), self._order.total))


def shown_of(shown: int, total: int) -> str:
    """Return how many rows are shown: "340", or "12 of 340" where some are left out."""
    words = QCoreApplication.translate("RowCount", "{0} of {1}") if shown < total else "{1}"
    return words.format(f"{shown:,}", f"{total:,}")

"""The values of one kind of filter to choose from, with how many documents have each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from explorer.ui.filter_words import VALUES, kind_words
from explorer.ui.naming import named
from explorer.ui.texts import counted

_VALUE = Qt.ItemDataRole.UserRole


class _Values(QListWidget):
    """A list whose rows Space and Enter check."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Check the current row with Enter as with Space."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            item = self.currentItem()
            checked = item.checkState() == Qt.CheckState.Checked
            item.setCheckState(Qt.CheckState.Unchecked if checked else Qt.CheckState.Checked)
            return
        super().keyPressEvent(event)


class FilterValues(QWidget):
    """A searchable list to check values in. `changed` tells that others are checked.

    Of folders one can be checked; headings that are not listed can be typed.
    """

    changed = Signal()

    def __init__(self, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = kind
        name = kind_words(kind)
        self.search = named(QLineEdit(self), label=self.tr("Find a value of {0}").format(name))
        self.search.setPlaceholderText(
            self.tr("Words of a heading; Enter adds them") if kind == "headings" else self.tr("Find")
        )
        self.search.setClearButtonEnabled(True)
        self.list = named(_Values(self), "popup", label=name)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._about = named(QLabel(self), "muted")
        self._about.setWordWrap(True)
        self._about.setText(self._rule())
        self._filling = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for widget in (self.search, self.list, self._about):
            column.addWidget(widget)
        self.search.textChanged.connect(self._narrow)
        self.search.returnPressed.connect(self._add_typed)
        self.list.itemChanged.connect(self._on_item)

    def _rule(self) -> str:
        rules = {
            "folder": self.tr("Documents in this folder and below."),
            "headings": self.tr("All words must stand in one heading above the chunk; every heading checked must fit."),
            "tags": self.tr("A document must have every tag checked."),
            "languages": self.tr("“de” lets “de-AT” pass. Any of those checked may fit."),
        }
        return rules.get(self.kind, self.tr("Any of those checked may fit."))

    def offer(self, values: Sequence[tuple[str, int]], chosen: Sequence[str]) -> None:
        """Offer other values with their counts; `chosen` ones are checked, listed or not."""
        known = {value for value, _ in values}
        self._filling = True
        self.list.clear()
        for value in chosen:
            if value not in known:
                self._add(value, "", checked=True)
        for value, count in values:
            self._add(value, self._count(count), checked=value in chosen)
        self._filling = False
        if not self.list.count():
            self._about.setText(self.tr("No document of this library states any."))
        else:
            self._about.setText(self._rule())
        self._narrow(self.search.text())

    def _count(self, count: int) -> str:
        if self.kind == "documents":
            return counted(count, self.tr("chunk"), self.tr("chunks"))
        return counted(count, self.tr("document"), self.tr("documents"))

    def _add(self, value: str, count: str, *, checked: bool) -> None:
        item = QListWidgetItem(f"{value}   ({count})" if count else value)
        item.setData(_VALUE, value)
        item.setToolTip(value)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)
        self.list.addItem(item)

    def _items(self) -> list[QListWidgetItem]:
        return [self.list.item(row) for row in range(self.list.count())]

    def checked(self) -> tuple[str, ...]:
        """Return the values that are checked, in the order of the list."""
        return tuple(item.data(_VALUE) for item in self._items() if item.checkState() == Qt.CheckState.Checked)

    def check(self, values: Sequence[str]) -> None:
        """Check these values and no others; those that are not listed are added."""
        self._filling = True
        for item in self._items():
            checked = item.data(_VALUE) in values
            item.setCheckState(Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)
        known = {item.data(_VALUE) for item in self._items()}
        for value in values:
            if value not in known:
                self._add(value, "", checked=True)
        self._filling = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep Enter in the search field from closing the dialog."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)

    def _narrow(self, text: str) -> None:
        wanted = text.strip().casefold()
        for item in self._items():
            item.setHidden(wanted not in str(item.data(_VALUE)).casefold())

    def _add_typed(self) -> None:
        """Check what is typed: the one value left of the list, or words of a heading."""
        typed = self.search.text().strip()
        left = [item for item in self._items() if not item.isHidden()]
        exact = [item for item in left if str(item.data(_VALUE)).casefold() == typed.casefold()]
        if typed and self.kind == "headings" and not exact:
            self.check((*self.checked(), typed))
        elif typed and (exact or len(left) == 1):
            (exact or left)[0].setCheckState(Qt.CheckState.Checked)
        else:
            return
        self.search.clear()
        self.changed.emit()

    def _on_item(self, item: QListWidgetItem) -> None:
        if self._filling:
            return
        if self.kind not in VALUES and item.checkState() == Qt.CheckState.Checked:
            self.check((item.data(_VALUE),))
        self.changed.emit()

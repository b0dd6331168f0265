"""What is chosen in a tool, to be kept and chosen again: how its tables are sorted, its views and its lists.

What a list does not hold yet is chosen as soon as it does, unless the user has chosen something else by then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QComboBox, QWidget

from explorer.ui.models.rows_order import RowsOrder
from explorer.ui.panel_parts import Choice
from explorer.ui.table_parts import RowTable

_UP, _DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
_MOST_LETTERS = 400
"""Letters of a list's entry that is kept: a name of a set or a recipe has fewer."""


def choices(tool: QWidget, *, lists: bool = True) -> dict[str, str]:
    """Return what is chosen in a tool, but for what its `lists` hold where these are kept elsewhere."""
    found: dict[str, str] = {}
    for name, table in _tables(tool):
        column, direction = table.order.sorting
        found[name] = f"{column} {'down' if direction == _DOWN else 'up'}"
    for name, choice in _views(tool):
        found[name] = str(choice.group.checkedId())
    for name, box in _lists(tool) if lists else ():
        data = box.currentData()
        if isinstance(data, str) and len(data) <= _MOST_LETTERS:
            found[name] = f"={data}"
    return found


def choose_again(tool: QWidget, chosen: Mapping[str, str], *, lists: bool = True) -> None:
    """Choose in a tool what was chosen; what cannot be is left as it is."""
    for name, table in _tables(tool):
        _sort(table, chosen.get(name, ""))
    for name, choice in _views(tool):
        kept = chosen.get(name, "")
        number = int(kept) if kept.isascii() and kept.isdigit() and len(kept) < 3 else -1
        if number in range(len(choice.group.buttons())) and number != choice.group.checkedId():
            choice.choose(number)
            choice.group.idClicked.emit(number)
    for name, box in _lists(tool) if lists else ():
        kept = chosen.get(name, "")
        if kept.startswith("="):
            _Wish(box, kept[1:]).take()


def _sort(table: RowTable, kept: str) -> None:
    number, _, direction = kept.partition(" ")
    known = {str(column): column for column in range(-1, table.order.columnCount())}
    if number in known and direction in {"up", "down"}:
        table.horizontalHeader().setSortIndicator(known[number], _DOWN if direction == "down" else _UP)


class _Wish(QObject):
    """Chooses an entry of a list as soon as the list has it."""

    def __init__(self, box: QComboBox, data: str) -> None:
        super().__init__(box)
        self._box = box
        self._data = data
        self._pause = QTimer(self, singleShot=True, interval=0)
        self._pause.timeout.connect(self.take)
        box.model().rowsInserted.connect(self._pause.start)
        box.activated.connect(self.deleteLater)

    def take(self) -> None:
        """Choose the entry, if it is there and is not chosen."""
        place = self._box.findData(self._data)
        if place < 0:
            return
        if place != self._box.currentIndex():
            self._box.setCurrentIndex(place)
            self._box.activated.emit(place)
        self.deleteLater()


def _tables(tool: QWidget) -> Iterator[tuple[str, RowTable]]:
    for number, table in enumerate(tool.findChildren(RowTable)):
        if isinstance(table.model(), RowsOrder):
            yield f"order {number}", table


def _views(tool: QWidget) -> Iterator[tuple[str, Choice]]:
    for number, choice in enumerate(tool.findChildren(Choice)):
        yield f"view {number}", choice


def _lists(tool: QWidget) -> Iterator[tuple[str, QComboBox]]:
    for number, box in enumerate(tool.findChildren(QComboBox)):
        yield f"list {number}", box

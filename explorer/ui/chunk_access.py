"""The chunk list for screen readers: a list whose rows have names, places and states, and news of what is chosen.

Rows are made known one by one as they are asked for, and only so many are kept: a list of a hundred thousand costs no
more than what is read of it.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface, QColor, QWindow
from PySide6.QtWidgets import QAccessibleWidget
from shiboken6 import isValid

from explorer.ui.chunk_text import described, spoken

if TYPE_CHECKING:
    from explorer.ui.chunk_view import ChunkCards

KEPT = 300
"""Rows that are known to screen readers at a time."""

_EVENTS = QAccessible.Event
_Text = QAccessible.Text


def _tr(text: str) -> str:
    return QCoreApplication.translate("ChunkCards", text)


def row_name(cards: ChunkCards, row: int) -> str:
    """Return what is read out for a row."""
    view = cards.store.row(row)
    if view is None:
        return _tr("Chunk {0} of {1}, on its way").format(f"{row + 1:,}", f"{cards.count:,}")
    return spoken(view)


def row_description(cards: ChunkCards, row: int) -> str:
    """Return what is read out for a row when more is asked for."""
    view = cards.store.row(row)
    place = _tr("Chunk {0} of {1}").format(f"{row + 1:,}", f"{cards.count:,}")
    return place if view is None else f"{place}. {described(view)}"


class RowNews:
    """Tells screen readers what changed in a list, when any listens."""

    def __init__(self, cards: ChunkCards) -> None:
        _install()
        self._cards = cards
        self._told = ("", "")

    def cursor_moved(self) -> None:
        """Say which row the keys are at."""
        row = self._cards.picked.cursor
        if row < 0:
            self._cards.setAccessibleDescription("")
            return
        told = (row_name(self._cards, row), row_description(self._cards, row))
        if told != self._told:
            self._told = told
            self._cards.setAccessibleDescription(told[0])
        if self._cards.hasFocus():
            self._tell(_EVENTS.Focus, row)

    def choice_changed(self) -> None:
        """Say that other rows are chosen, and where the keys are."""
        rows = self._cards.picked.rows
        self._tell(_EVENTS.Selection if rows.count == 1 else _EVENTS.SelectionWithin, self._cards.picked.current)
        self.cursor_moved()

    def rows_came(self) -> None:
        """Say that the row where the keys are has its words now."""
        row = self._cards.picked.cursor
        if 0 <= row < self._cards.count and row_name(self._cards, row) != self._told[0]:
            self._tell(_EVENTS.NameChanged, row)
            self.cursor_moved()

    def _tell(self, kind: QAccessible.Event, row: int) -> None:
        if QAccessible.isActive() and row >= 0:
            event = QAccessibleEvent(self._cards, kind)
            event.setChild(row)
            QAccessible.updateAccessibility(event)


class AccessibleCards(QAccessibleWidget):
    """The list: its children are the rows."""

    def __init__(self, cards: ChunkCards) -> None:
        super().__init__(cards, QAccessible.Role.List)
        self._cards = cards
        self._rows: OrderedDict[int, tuple[int, AccessibleRow]] = OrderedDict()

    def childCount(self) -> int:
        """Return how many rows there are."""
        return self._cards.count if isValid(self._cards) else 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        """Return a row."""
        if not isValid(self._cards) or not 0 <= index < self._cards.count:
            return None
        if index not in self._rows:
            made = AccessibleRow(self._cards, index)
            self._rows[index] = (QAccessible.registerAccessibleInterface(made), made)
        self._rows.move_to_end(index)
        while len(self._rows) > KEPT:
            _, (number, _) = self._rows.popitem(last=False)
            QAccessible.deleteAccessibleInterface(number)
        return self._rows[index][1]

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Return a row's number."""
        return child.row if isinstance(child, AccessibleRow) else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        """Return the row at a point of the screen."""
        for row in self._cards.visible_rows():
            if self.child_rect(row).contains(x, y):
                return self.child(row)
        return None

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        """Return the row where the keys are."""
        return self.child(self._cards.picked.cursor)

    def child_rect(self, row: int) -> QRect:
        """Return where a row is on the screen, empty when it is out of view."""
        return screen_rect(self._cards, row)

    def text(self, kind: QAccessible.Text) -> str:
        """Return the list's name, or how many rows are chosen."""
        if kind == _Text.Value:
            return _tr("{0} of {1} chosen").format(f"{self._cards.picked.rows.count:,}", f"{self._cards.count:,}")
        return super().text(kind)

    def state(self) -> QAccessible.State:
        """Return the widget's state; several rows can be chosen."""
        found = super().state()
        found.multiSelectable = True
        found.extSelectable = True
        return found


class AccessibleRow(QAccessibleInterface):
    """A row of the list."""

    def __init__(self, cards: ChunkCards, row: int) -> None:
        super().__init__()
        self._cards = cards
        self.row = row

    def isValid(self) -> bool:
        """Say whether the list still has this row."""
        return isValid(self._cards) and self.row < self._cards.count

    def object(self) -> QObject | None:  # type: ignore[override]
        """Return none: a row is no object of its own."""
        return None

    def window(self) -> QWindow | None:  # type: ignore[override]
        """Return the window that the list is in."""
        return self._cards.window().windowHandle() if isValid(self._cards) else None

    def parent(self) -> QAccessibleInterface:
        """Return the list."""
        return QAccessible.queryAccessibleInterface(self._cards)

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override] # noqa: ARG002
        """Return none: a row has no parts."""
        return None

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override] # noqa: ARG002
        """Return none: a row has no parts."""
        return None

    def childCount(self) -> int:
        """Return 0."""
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: ARG002
        """Return that a row has no such part."""
        return -1

    def rect(self) -> QRect:
        """Return where the row is on the screen, empty when it is out of view."""
        return screen_rect(self._cards, self.row) if self.isValid() else QRect()

    def role(self) -> QAccessible.Role:
        """Return that this is an entry of a list."""
        return QAccessible.Role.ListItem

    def state(self) -> QAccessible.State:
        """Return whether the row is chosen, has the keys, and is in view."""
        found, picked = QAccessible.State(), self._cards.picked
        if not self.isValid():
            found.invalid = True
            return found
        found.selectable = found.multiSelectable = found.focusable = True
        found.selected = self.row in picked.rows
        found.active = self.row == picked.current
        found.focused = self.row == picked.cursor and self._cards.hasFocus()
        found.offscreen = self.row not in self._cards.visible_rows()
        return found

    def text(self, kind: QAccessible.Text) -> str:
        """Return the chunk's words, or what the card says beside them."""
        if not self.isValid():
            return ""
        match kind:
            case _Text.Name:
                return row_name(self._cards, self.row)
            case _Text.Description:
                return row_description(self._cards, self.row)
            case _:
                return ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Change nothing: chunks are read only."""

    def interface_cast(self, kind: QAccessible.InterfaceType) -> None:  # type: ignore[override]
        """Return none: a row has no further interface."""

    def foregroundColor(self) -> QColor:
        """Return the colour of the text."""
        return self._cards.palette().text().color()

    def backgroundColor(self) -> QColor:
        """Return the colour behind it."""
        return self._cards.palette().base().color()


def screen_rect(cards: ChunkCards, row: int) -> QRect:
    """Return where a row's card is on the screen, empty when it is out of view."""
    place = cards.card_rect(row)
    if place is None:
        return QRect()
    rect = place.toAlignedRect()
    rect.moveTopLeft(cards.viewport().mapToGlobal(QPoint(rect.x(), rect.y())))
    return rect


def _make(_name: str, subject: QObject | None) -> QAccessibleInterface | None:
    from explorer.ui.chunk_view import ChunkCards

    if not isinstance(subject, ChunkCards):
        return None
    made = AccessibleCards(subject)
    subject.accessible = made
    return made


_INSTALLED: list[object] = []


def _install() -> None:
    if not _INSTALLED:
        _INSTALLED.append(_make)
        QAccessible.installFactory(_make)

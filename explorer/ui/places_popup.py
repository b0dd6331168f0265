"""A small list of the places of a heading: a click or Enter leads to one, Esc closes it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from explorer import protocol
from explorer.ui.naming import named
from explorer.ui.texts import counted
from explorer.ui.wishes import Selection

_WIDTH = 560
_MOST_ROWS = 10
_FRAME = 6
_ROOM = 8
"""Room above and below an item's text, as the style sheet gives it, in pixels."""


class PlacesPopup(QFrame):
    """Where a heading stands. Emits `chosen` with a `Selection`."""

    chosen = Signal(object)

    def __init__(self, found: protocol.Occurrences, total: int, parent: QWidget) -> None:
        """Show the places that came, of `total` there are."""
        super().__init__(parent, Qt.WindowType.Popup)
        named(self, "card", label=self.tr("Places of “{0}”").format(found.heading))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.list = named(QListWidget(), "popup", label=self.accessibleName())
        for number, (document, section) in enumerate(found.places):
            item = QListWidgetItem(_words(found, number))
            item.setToolTip(item.text())
            item.setData(Qt.ItemDataRole.UserRole, Selection(document=document, section=section.ordinal))
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemActivated.connect(self._choose)
        self.list.itemClicked.connect(self._choose)
        self._lay_out(len(found.places), total)

    def _lay_out(self, shown: int, total: int) -> None:
        words = counted(total, self.tr("place"), self.tr("places"))
        if shown < total:
            words = self.tr("the first {0} of {1}").format(f"{shown:,}", words)
        head = named(QLabel(words), "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(6)
        column.addWidget(head)
        column.addWidget(self.list)
        self.list.setFixedHeight(_row_height(self.list) * min(max(shown, 1), _MOST_ROWS) + _FRAME)
        self.setFixedWidth(_WIDTH)

    def open_at(self, place: QPoint) -> None:
        """Show the list with its lower left corner at `place`, inside the screen."""
        self.adjustSize()
        room = self.screen().availableGeometry()
        left = min(max(place.x(), room.left()), room.right() - self.width())
        top = min(max(place.y() - self.height(), room.top()), room.bottom() - self.height())
        self.move(left, top)
        self.show()
        self.list.setFocus()

    def _choose(self, item: QListWidgetItem) -> None:
        self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))
        self.close()


def _row_height(rows: QListWidget) -> int:
    return max(rows.sizeHintForRow(0), rows.fontMetrics().height() + _ROOM)


def _words(found: protocol.Occurrences, number: int) -> str:
    document, section = found.places[number]
    path = found.mends[number].path if number < len(found.mends) else (section.heading,)
    renamed = found.mends[number].text if number < len(found.mends) else ""
    text = f"{document}: {' › '.join(path)}"
    return f"{text}  ✎ {renamed}" if renamed else text

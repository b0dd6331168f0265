"""A layout that sets widgets side by side and begins another line where there is no room."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QSizePolicy, QSpacerItem, QWidget

_Line = list[tuple[QLayoutItem, int]]


class FlowLayout(QLayout):
    """Lines of widgets; hidden ones take no room.

    Each is as wide as it asks for. Those that want more room (an expanding size policy) share what a line has to spare;
    so do stretches, which push what follows to the right. With `modest` such a widget asks for that many pixels at
    most before another line is begun.
    """

    def __init__(self, parent: QWidget | None = None, spacing: int = 6, modest: int = 0) -> None:
        super().__init__(parent)
        self._modest = modest
        self._items: list[QLayoutItem] = []
        self.setSpacing(spacing)
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Add an item at the end."""
        self._items.append(item)

    def add_stretch(self) -> None:
        """Push what follows to the right, where it stands in the same line."""
        self.addItem(QSpacerItem(0, 0, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum))

    def count(self) -> int:
        """Return how many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Return an item; None where there is none, as Qt asks for."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Take an item out."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Take spare room where an item does."""
        wide = any(_is_wide(item) for item in self._shown())
        return Qt.Orientation.Horizontal if wide else Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Say that a narrow layout is a tall one."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines."""
        return self._place(QRect(0, 0, width, 0), really=False)

    def setGeometry(self, rect: QRect) -> None:
        """Place the widgets."""
        super().setGeometry(rect)
        self._place(rect, really=True)

    def sizeHint(self) -> QSize:
        """Ask for one line."""
        sizes = [item.sizeHint() for item in self._shown()]
        width = sum(size.width() for size in sizes) + self.spacing() * max(len(sizes) - 1, 0)
        return self._with_margins(QSize(width, max((size.height() for size in sizes), default=0)))

    def minimumSize(self) -> QSize:
        """Be content with the width that any widget cannot do without."""
        sizes = [item.minimumSize() for item in self._shown()]
        width = max((size.width() for size in sizes), default=0)
        return self._with_margins(QSize(width, max((size.height() for size in sizes), default=0)))

    def _with_margins(self, size: QSize) -> QSize:
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if isinstance(item, QSpacerItem) or not item.isEmpty()]

    def _lines(self, room: int) -> list[_Line]:
        """Return the items by line, each with the width that it asks for."""
        lines: list[_Line] = []
        used = 0
        for item in self._shown():
            width = min(self._asked(item), room)
            if not lines or used + self.spacing() + width > room:
                lines.append([])
                used = -self.spacing()
            lines[-1].append((item, width))
            used += self.spacing() + width
        return lines

    def _asked(self, item: QLayoutItem) -> int:
        """Return how wide an item must be not to be moved into another line."""
        width = item.sizeHint().width()
        if not self._modest or not _is_wide(item):
            return width
        return max(item.minimumSize().width(), min(width, self._modest))

    def _shared(self, line: _Line, room: int) -> _Line:
        """Return a line whose spare room is taken by those who want it; widgets before stretches."""
        spare = room - sum(width for _, width in line) - self.spacing() * (len(line) - 1)
        widths = [width for _, width in line]
        for stretches in (False, True):
            takers = [
                place
                for place, (item, _) in enumerate(line)
                if _is_wide(item) and isinstance(item, QSpacerItem) is stretches
            ]
            while spare > 0 and takers:
                share = max(spare // len(takers), 1)
                for place in list(takers):
                    most = line[place][0].maximumSize().width() - widths[place]
                    given = min(share, most, spare)
                    widths[place] += given
                    spare -= given
                    if given == most:
                        takers.remove(place)
                if share == 1:
                    break
        return [(item, width) for (item, _), width in zip(line, widths, strict=True)]

    def _place(self, rect: QRect, *, really: bool) -> int:
        """Place the widgets within the width of `rect`, or only count; return the height that they take."""
        margins = self.contentsMargins()
        inner = rect.marginsRemoved(margins)
        y = inner.y()
        for number, asked in enumerate(self._lines(inner.width())):
            line = self._shared(asked, inner.width())
            heights = [
                item.heightForWidth(w) if item.hasHeightForWidth() else item.sizeHint().height() for item, w in line
            ]
            tall = max(heights, default=0)
            y += self.spacing() if number else 0
            x = inner.x()
            for (item, width), height in zip(line, heights, strict=True):
                if really:
                    item.setGeometry(QRect(QPoint(x, y + (tall - height) // 2), QSize(width, height)))
                x += width + self.spacing()
            y += tall
        return y - rect.y() + margins.bottom()


def _is_wide(item: QLayoutItem) -> bool:
    """Say whether an item takes spare room."""
    return bool(item.expandingDirections() & Qt.Orientation.Horizontal)


def control_line(*widgets: QWidget | None, modest: int = 100, sides: int = 12, above: int = 6) -> FlowLayout:
    """Return the line of controls above a panel, which becomes several lines in a narrow window; None is a stretch."""
    line = FlowLayout(spacing=8, modest=modest)
    line.setContentsMargins(sides, above, sides, above)
    for widget in widgets:
        if widget is None:
            line.add_stretch()
        else:
            line.addWidget(widget)
    return line

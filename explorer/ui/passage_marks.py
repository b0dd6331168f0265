"""Marking selected words of a document as the answer to a question, in any view that shows its text."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QAbstractScrollArea, QMenu, QPlainTextEdit, QTextEdit

Passage = tuple[int, int, str]
"""Start and end in the source (-1 twice where the document has pages), and the words."""


class PassageMarks(QObject):
    """Adds "Mark as answer…" to a view's menu.

    Signals: `selected` (start, end, words; -1, -1, "" when nothing is selected) and `marked` (the same).
    """

    selected = Signal(int, int, str)
    marked = Signal(int, int, str)

    def __init__(
        self,
        view: QAbstractScrollArea,
        passage: Callable[[], Passage | None],
        menu: Callable[[QPoint], QMenu],
        changed: SignalInstance,
        parent: QObject | None = None,
    ) -> None:
        """`passage` returns what is selected in the view, `menu` makes its own menu, `changed`: another selection."""
        super().__init__(parent)
        self._view = view
        self._passage = passage
        self._menu = menu
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(self._show_menu)
        changed.connect(self._tell)

    def make_menu(self, place: QPoint) -> QMenu:
        """Return the view's own menu with the entry for marking, which needs selected words."""
        menu = self._menu(place)
        menu.addSeparator()
        action = menu.addAction(self.tr("Mark as answer…"))
        action.setToolTip(self.tr("Word a question that the selected words answer"))
        action.setEnabled(self._passage() is not None)
        action.triggered.connect(self._mark)
        return menu

    def _show_menu(self, place: QPoint) -> None:
        menu = self.make_menu(place)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self._view.viewport().mapToGlobal(place))

    def _mark(self) -> None:
        passage = self._passage()
        if passage is not None:
            self.marked.emit(*passage)

    def _tell(self) -> None:
        self.selected.emit(*(self._passage() or (-1, -1, "")))


def text_marks(
    view: QTextEdit | QPlainTextEdit, passage: Callable[[], Passage | None], parent: QObject | None = None
) -> PassageMarks:
    """Return the marks of a text view."""
    return PassageMarks(view, passage, view.createStandardContextMenu, view.selectionChanged, parent)

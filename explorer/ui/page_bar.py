"""What turns pages or parts and zooms: the page's number to type, buttons beside it, and a menu of sizes."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QMenu, QToolButton, QWidget

from explorer.ui.page_layout import FIT_PAGE, FIT_WIDTH
from explorer.ui.panel_parts import flat_button

_ZOOMS = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0)


class PageTurner(QWidget):
    """Shows "‹ 3 of 40 ›". `number_wanted` (from 1) wishes for a page or part; the number can be typed."""

    number_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = self._total = 1
        self.back = flat_button("‹", "", self)
        self.field = QLineEdit(self)
        self.field.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._total_label = QLabel(self)
        self._total_label.setObjectName("muted")
        self.forward = flat_button("›", "", self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for widget in (self.back, self.field, self._total_label, self.forward):
            row.addWidget(widget)
        self.back.clicked.connect(lambda: self.number_wanted.emit(self._number - 1))
        self.forward.clicked.connect(lambda: self.number_wanted.emit(self._number + 1))
        self.field.returnPressed.connect(self._on_typed)
        self.field.editingFinished.connect(self._show_number)

    def name(self, *, pages: bool) -> None:
        """Say what is turned: pages, or parts of a long text."""
        back, forward = (
            (self.tr("Page back"), self.tr("Page forward"))
            if pages
            else (self.tr("Part back"), self.tr("Part forward"))
        )
        label = self.tr("Go to page (Ctrl+G)") if pages else self.tr("Go to part (Ctrl+G)")
        for widget, words in ((self.back, back), (self.forward, forward), (self.field, label)):
            widget.setToolTip(words)
            widget.setAccessibleName(words)

    def show_number(self, number: int, total: int) -> None:
        """Show where the reader is: number `number` (from 1) of `total`."""
        self._number, self._total = number, total
        self._total_label.setText(self.tr("of {0}").format(f"{total:,}"))
        self.field.setValidator(QIntValidator(1, max(total, 1), self.field))
        letters = self.field.fontMetrics().horizontalAdvance("0" * max(len(str(total)), 2))
        self.field.setFixedWidth(letters + 24)
        self.back.setEnabled(number > 1)
        self.forward.setEnabled(number < total)
        if not self.field.hasFocus():
            self._show_number()

    def set_compact(self, compact: bool) -> None:
        """Leave out the buttons where there is little room: pages are scrolled through, and numbers typed."""
        for button in (self.back, self.forward):
            button.setHidden(compact)

    def words(self) -> str:
        """Return what is shown."""
        return f"{self.field.text()} {self._total_label.text()}"

    def ask(self) -> None:
        """Let a number be typed."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def _on_typed(self) -> None:
        self.number_wanted.emit(int(self.field.text() or self._number))

    def _show_number(self) -> None:
        self.field.setText(str(self._number))


class ZoomButton(QToolButton):
    """The size of pages, with a menu of others. `zoom_wanted` (as `PageView.zoom`), `step_wanted` (1 or -1)."""

    zoom_wanted = Signal(float)
    step_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("flat")
        self.setToolTip(self.tr("Size of the page"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self)
        self._add_steps()
        self._menu.addSeparator()
        for zoom in (FIT_WIDTH, FIT_PAGE, *_ZOOMS):
            keys = {FIT_WIDTH: "Ctrl+0", FIT_PAGE: "Shift+0"}.get(zoom, "")
            action = self._menu.addAction(f"{zoom_words(zoom)}\t{keys}" if keys else zoom_words(zoom))
            action.triggered.connect(lambda _=False, zoom=zoom: self.zoom_wanted.emit(zoom))
        self.setMenu(self._menu)
        self.show_zoom(FIT_WIDTH)

    def _add_steps(self) -> None:
        # These keys mean the text size elsewhere in the window, so they are the page's own and only named here.
        for words, keys, step in ((self.tr("Larger"), "Ctrl++", 1), (self.tr("Smaller"), "Ctrl+-", -1)):
            action = self._menu.addAction(f"{words}\t{keys}")
            action.triggered.connect(lambda _=False, step=step: self.step_wanted.emit(step))

    def show_zoom(self, zoom: float) -> None:
        """Show the size in force."""
        self.setText(zoom_words(zoom))
        self.setAccessibleName(self.tr("Size of the page: {0}").format(zoom_words(zoom)))


def zoom_words(zoom: float) -> str:
    """Return a zoom in words."""
    if zoom == FIT_WIDTH:
        return QCoreApplication.translate("ZoomButton", "Fit width")
    if zoom == FIT_PAGE:
        return QCoreApplication.translate("ZoomButton", "Fit page")
    return QCoreApplication.translate("ZoomButton", "{0} %").format(round(zoom * 100))

"""The line in which words are typed that are to be found in a document, with the number of matches."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLineEdit, QSizePolicy, QToolButton, QWidget

from explorer.ui.find_run import FindRun
from explorer.ui.find_words import Sought
from explorer.ui.panel_parts import ElidedLabel, flat_button

_PAUSE_MS = 120
_WIDE_LETTERS = 90
"""Letters from whose width on everything stands on one line."""


class FindBar(QFrame):
    """Wishes: `sought_changed` (Sought), `step_wanted` (1 or -1), `closed`; `toggled`: it was shown, or hidden."""

    sought_changed = Signal(object)
    step_wanted = Signal(int)
    closed = Signal()
    toggled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(self.tr("Find in the document"))
        self.field.setAccessibleName(self.tr("Words to find in the document"))
        self.field.installEventFilter(self)
        self.count = ElidedLabel(self)
        self.count.setObjectName("muted")
        self.back = flat_button("‹", self.tr("Previous match (Shift+F3)"), self)
        self.forward = flat_button("›", self.tr("Next match (F3)"), self)
        self.case = self._switch("Aa", self.tr("Upper and lower case count"))
        self.whole = self._switch(self.tr("Words"), self.tr("Whole words only"))
        self.close_button = flat_button("✕", self.tr("Close (Esc)"), self)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._lay_out()
        self._connect()
        self.show_run(None)

    def _switch(self, text: str, tip: str) -> QToolButton:
        button = flat_button(text, tip, self)
        button.setCheckable(True)
        return button

    def _lay_out(self) -> None:
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(8, 4, 8, 4)
        self._grid.setSpacing(2)
        self._place_widgets(wide=False)

    def _place_widgets(self, *, wide: bool) -> None:
        """Place everything on one line, or the number of matches and the options below the field."""
        self._wide = wide
        narrow_places = ((0, 0, 3), (1, 0, 3), (1, 3, 1), (1, 4, 2), (0, 3, 1), (0, 4, 1), (0, 5, 1))
        widgets = (self.field, self.count, self.case, self.whole, self.back, self.forward, self.close_button)
        for column, (widget, (row, at, span)) in enumerate(zip(widgets, narrow_places, strict=True)):
            place = (0, column, 1, 1) if wide else (row, at, 1, span)
            self._grid.addWidget(widget, *place)
        self._grid.setColumnStretch(0, 1)
        self.count.setMinimumWidth(self.fontMetrics().horizontalAdvance("0,000 of 0,000") if wide else 24)
        self.count.setSizePolicy(
            QSizePolicy.Policy.Fixed if wide else QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed
        )
        for before, after in pairwise((self.field, self.back, self.forward, self.case, self.whole, self.close_button)):
            QWidget.setTabOrder(before, after)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use one line where there is room."""
        super().resizeEvent(event)
        wide = self.width() >= self.fontMetrics().averageCharWidth() * _WIDE_LETTERS
        if wide != self._wide:
            self._place_widgets(wide=wide)

    def _connect(self) -> None:
        self.field.textChanged.connect(lambda _: self._pause.start())
        self._pause.timeout.connect(self._tell)
        for button in (self.case, self.whole):
            button.toggled.connect(lambda _: self._tell())
        self.back.clicked.connect(lambda: self.step(-1))
        self.forward.clicked.connect(lambda: self.step(1))
        self.close_button.clicked.connect(self.closed)

    def sought(self) -> Sought:
        """Return what is typed, with its options."""
        return Sought(self.field.text(), self.case.isChecked(), self.whole.isChecked())

    def step(self, by: int) -> None:
        """Wish for the next match, or the one before; what was typed a moment ago is searched first."""
        if self._pause.isActive():
            self._tell()
        else:
            self.step_wanted.emit(by)

    def open(self, words: str = "") -> None:
        """Show the bar for typing, with `words` that are selected in the document."""
        self.show()
        if words:
            self.field.setText(words)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self._tell()
        self.toggled.emit()

    def show_run(self, run: FindRun | None) -> None:
        """Show how many matches a search has, and which is the current one."""
        found = run is not None and run.total > 0
        self.back.setEnabled(found)
        self.forward.setEnabled(found)
        self.count.set_whole(self._words(run) if run is not None and run.sought.words.strip() else "")

    def _words(self, run: FindRun) -> str:
        if run.searching:
            return self.tr("{0} so far, {1} % searched").format(f"{run.total:,}", int(run.share() * 100))
        if not run.total:
            return self.tr("Not found")
        return self.tr("{0} of {1}").format(f"{run.place():,}", f"{run.total:,}")

    def _tell(self) -> None:
        self._pause.stop()
        self.sought_changed.emit(self.sought())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Step by Enter and Shift+Enter, close by Esc."""
        if watched is self.field and isinstance(event, QKeyEvent):
            is_escape = event.key() == Qt.Key.Key_Escape
            if event.type() == QEvent.Type.ShortcutOverride and is_escape:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                return self._on_key(event)
        return super().eventFilter(watched, event)

    def _on_key(self, event: QKeyEvent) -> bool:
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
            case Qt.Key.Key_Escape:
                self.closed.emit()
            case _:
                return False
        return True

"""The chunk to be judged with a button and a key for each verdict, for notes, and for going back and forth."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from explorer.core.sampling import Verdict
from explorer.ui.flow_layout import control_line
from explorer.ui.naming import named
from explorer.ui.plain_words import QuietBrowser
from explorer.ui.sample_card import card_html
from explorer.ui.sample_flow import SampleFlow
from explorer.ui.sample_texts import verdict_about, verdict_text
from explorer.ui.theme import Theme


class JudgingView(QWidget):
    """The page to read and what can be said of it."""

    def __init__(self, flow: SampleFlow, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = flow
        self._theme = theme
        self._shown: tuple[str, int] | None = None
        self._make_card()
        self._make_buttons()
        self._lay_out()
        flow.shown.connect(self._show_item)
        theme.changed.connect(self._show_item)

    def make_keys(self, owner: QWidget) -> None:
        """Have the keys work wherever the focus is in `owner`, but in fields that are written in."""
        keys: dict[str, Callable[[], object]] = {
            str(number): partial(self._judge, verdict) for number, verdict in enumerate(Verdict, start=1)
        }
        keys |= {"Left": self.back_button.click, "Backspace": self.back_button.click}
        keys |= {"Right": self.skip_button.click, "U": self.undo_button.click, "N": self.note.begin}
        for key, slot in keys.items():
            shortcut = QShortcut(QKeySequence(key), owner)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)

    def take_focus(self) -> None:
        """Put the focus where keys judge, unless a note is being written."""
        if not self.note.hasFocus():
            self.card.setFocus()

    def _make_card(self) -> None:
        self.card = named(QuietBrowser(), label=self.tr("Chunk to judge"))
        self.card.setOpenLinks(False)
        self.card.setUndoRedoEnabled(False)
        # Without a cursor of its own, so that Up and Down scroll a long text.
        self.card.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.card.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.card.setMinimumSize(QSize(300, 56))

    def _make_buttons(self) -> None:
        self.verdicts: dict[Verdict, QToolButton] = {}
        for number, verdict in enumerate(Verdict, start=1):
            name = verdict_text(verdict)
            button = _key_button(f"{number}  {name[:1].upper()}{name[1:]}", f"{verdict_about(verdict)} ({number})")
            button.setCheckable(True)
            button.clicked.connect(partial(self._judge, verdict))
            self.verdicts[verdict] = button
        self.back_button = _key_button(self.tr("←  Back"), self.tr("The chunk before (Left or Backspace)"))
        self.back_button.clicked.connect(lambda: self._flow.move(-1))
        self.skip_button = _key_button(self.tr("→  Skip"), self.tr("The next chunk, without a verdict (Right)"))
        self.skip_button.clicked.connect(lambda: self._flow.move(1))
        self.undo_button = _key_button(
            self.tr("U  Take back"),
            self.tr("Take back this chunk's verdict, or the last one (U); the last one (Ctrl+Z)"),
        )
        self.undo_button.clicked.connect(self._flow.take_back)
        self.note = NoteLine(self.tr("N  Note"))
        self.note.setAccessibleName(self.tr("Note on this chunk (N)"))
        self.note.done.connect(self._on_note)

    def _lay_out(self) -> None:
        lines = (
            control_line(*self.verdicts.values(), above=0),
            control_line(self.back_button, self.skip_button, self.undo_button, self.note, above=0),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 6)
        column.setSpacing(4)
        column.addWidget(self.card, 1)
        for line in lines:
            line.setSpacing(5)
            column.addLayout(line)

    def _judge(self, verdict: Verdict, _checked: bool = False) -> None:
        self._flow.judge(verdict)

    def _on_note(self, text: str) -> None:
        self._flow.note(text)
        self.card.setFocus()

    def _show_item(self) -> None:
        item, said = self._flow.item, self._flow.said
        for verdict, button in self.verdicts.items():
            button.setChecked(said.verdict is verdict)
        if item is None:
            self._shown = None
            self.card.clear()
            return
        chunk = item.view.item.chunk
        bar = self.card.verticalScrollBar()
        stay = bar.value() if (chunk.document, chunk.index) == self._shown else 0
        self._shown = (chunk.document, chunk.index)
        self.card.setHtml(card_html(item, said, self._theme))
        self.card.document().setDocumentMargin(10)
        bar.setValue(stay)
        if not self.note.hasFocus():
            self.note.setText(said.note)
        self.back_button.setEnabled(self._flow.position > 0)
        self.skip_button.setEnabled(self._flow.position < len(self._flow.items) - 1)


class NoteLine(QLineEdit):
    """A note's field. `done` (the text) is emitted by Enter, and with the old text by Esc."""

    done = Signal(str)

    def __init__(self, hint: str) -> None:
        super().__init__(placeholderText=hint)
        self._before = ""
        self.returnPressed.connect(lambda: self.done.emit(self.text().strip()))

    def begin(self) -> None:
        """Take the cursor."""
        self._before = self.text()
        self.setFocus()
        self.selectAll()

    def event(self, event: QEvent) -> bool:
        """Claim Esc, which else closes the window's messages."""
        if claims(event, lambda key: key.key() == Qt.Key.Key_Escape):
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the note as it was by Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.setText(self._before)
            self.done.emit(self._before)
            return
        super().keyPressEvent(event)


def claims(event: QEvent, wanted: Callable[[QKeyEvent], bool]) -> bool:
    """Accept a key that a shortcut of the window would else take; tell whether `event` was that."""
    if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and wanted(event):
        event.accept()
        return True
    return False


def _key_button(text: str, tip: str) -> QToolButton:
    """Return a button that shows its key; a click leaves the focus where it is, so that keys go on working."""
    button = named(QToolButton(), "verdict")
    button.setText(text)
    button.setToolTip(tip)
    button.setAccessibleName(text)
    button.setAccessibleDescription(tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
    return button

"""Expected trouble, said in a bar under the top bar: not modal, closable, repeats ignored."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from explorer.ui.icons import Icon, icon
from explorer.ui.plain_words import on_one_line
from explorer.ui.theme import Theme

_MOST = 3


class MessageBar(QWidget):
    """Shows up to three messages, newest last; the oldest gives way to a fourth.

    `offer` is an action for a menu that does what the newest message with a button offers.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._messages: dict[tuple[str, str], Message] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self.offer = QAction(self.tr("Do what the &newest message offers"), self)
        self.offer.setShortcut(QKeySequence("F8"))
        self.offer.setEnabled(False)
        self.offer.triggered.connect(lambda _checked=False: self._accept_offer())
        self.hide()

    @property
    def shown(self) -> tuple[tuple[str, str], ...]:
        """Return (title, detail) of each message shown, oldest first."""
        return tuple(self._messages)

    def show_message(
        self, title: str, detail: str = "", tone: str = "error", action: tuple[str, Callable[[], object]] | None = None
    ) -> None:
        """Show a message unless it stands there already; `action` is a button's text and what it does."""
        key = (title, detail)
        if key in self._messages:
            return
        while len(self._messages) >= _MOST:
            self._remove(next(iter(self._messages)))
        message = Message(self._theme, title, detail, tone, action)
        message.closed.connect(lambda: self._remove(key))
        self._messages[key] = message
        self._layout.addWidget(message)
        message.show()
        self.show()
        self._renew_offer()

    def withdraw(self, title: str, detail: str = "") -> None:
        """Close a message that is no longer true, if it is shown."""
        self._remove((title, detail))

    def close_newest(self) -> bool:
        """Close the newest message; return whether there was one."""
        if not self._messages:
            return False
        self._remove(next(reversed(self._messages)))
        return True

    def clear(self) -> None:
        """Close all messages."""
        for key in list(self._messages):
            self._remove(key)

    def _remove(self, key: tuple[str, str]) -> None:
        message = self._messages.pop(key, None)
        if message is not None:
            self._layout.removeWidget(message)
            message.hide()
            message.deleteLater()
        self.setVisible(bool(self._messages))
        self._renew_offer()

    def _offering(self) -> Message | None:
        return next((each for each in reversed(self._messages.values()) if each.offer is not None), None)

    def _renew_offer(self) -> None:
        self.offer.setEnabled(self._offering() is not None)

    def _accept_offer(self) -> None:
        message = self._offering()
        if message is not None and message.offer is not None:
            message.offer.click()


class Message(QFrame):
    """One message: a sign, a bold title, what to do next, a button for that (`offer`) or none, one that closes it."""

    closed = Signal()

    def __init__(
        self, theme: Theme, title: str, detail: str, tone: str, action: tuple[str, Callable[[], object]] | None = None
    ) -> None:
        super().__init__()
        self.setObjectName("messageBar")
        self.setProperty("tone", tone)
        sign = QLabel({"error": "●", "accent": "○", "success": "✓"}.get(tone, "▲"))
        text = QLabel(on_one_line(f"{title} {detail}".strip()))
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        text.setAccessibleName(self.tr("Message"))
        close = QToolButton()
        close.setObjectName("flat")
        close.setIcon(icon(Icon.CLOSE, theme, tone))
        close.setAccessibleName(self.tr("Close this message"))
        close.setToolTip(self.tr("Close (Esc)"))
        close.clicked.connect(self.closed)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 8, 4)
        row.addWidget(sign)
        row.addWidget(text, 1)
        self.offer: QPushButton | None = None
        if action is not None:
            self.offer = QPushButton(action[0])
            self.offer.setToolTip(self.tr("{0} (F8)").format(action[0]))
            self.offer.clicked.connect(action[1])
            row.addWidget(self.offer)
        row.addWidget(close)

"""Small widgets that the panels share: a head line, a label that shortens its text, and words for an empty panel."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer.ui.flow_layout import FlowLayout
from explorer.ui.plain_words import on_one_line, plain_tip

_BESIDE = 8
_UNLIMITED = 16_000
"""Pixels between a label and its field; a greatest width from which on a field has none."""


class ElidedLabel(QLabel):
    """A label of one line with an ellipsis when there is no room; its tool tip then holds the whole text."""

    def __init__(self, parent: QWidget | None = None, mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> None:
        super().__init__(parent)
        self._mode = mode
        self._whole = ""
        self._shorter: tuple[str, ...] = ()
        self._tip = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(24)

    def set_whole(self, text: str, *shorter: str) -> None:
        """Show a text, or where there is no room for it the first of the `shorter` ones that there is room for."""
        self._whole = on_one_line(text)
        self._shorter = shorter
        self.setAccessibleName(self._whole)
        self._shorten()
        self.updateGeometry()

    def set_tip(self, tip: str) -> None:
        """Say more in the tool tip, below the whole text when that is shortened."""
        self._tip = tip
        self._shorten()

    def whole(self) -> str:
        """Return the text, not shortened."""
        return self._whole

    def _shorten(self) -> None:
        margins = self.contentsMargins()
        room = self.width() - margins.left() - margins.right() - 2 * self.margin()
        metrics = self.fontMetrics()
        texts = (self._whole, *self._shorter)
        text = next((each for each in texts if metrics.horizontalAdvance(each) <= room), texts[-1])
        shown = metrics.elidedText(text, self._mode, room)
        if shown != self.text():
            self.setText(shown)
        tips = (self._whole if shown != self._whole else "", self._tip)
        self.setToolTip(plain_tip("\n".join(tip for tip in tips if tip)))

    def sizeHint(self) -> QSize:
        """Ask for room for the whole text."""
        return QSize(self.fontMetrics().horizontalAdvance(self._whole) + 4, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Be content with room for an ellipsis."""
        return QSize(24, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the text anew."""
        super().resizeEvent(event)
        self._shorten()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Shorten once more when the font came after the text, as a style sheet's does."""
        self._shorten()
        super().paintEvent(event)


class PanelHead(QWidget):
    """The line at a panel's top: its title at the left, its switches at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("head")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        # Both ends matter: what the panel is, and how many.
        self._title = ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
        self._title.setObjectName("headTitle")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 3, 8, 3)
        self._row.setSpacing(4)
        self._row.addWidget(self._title, 1)
        # Heads with and without buttons are equally tall.
        strut = flat_button(" ", "", self)
        strut.setFixedWidth(0)
        strut.setEnabled(False)
        self._row.addWidget(strut)

    def set_title(self, title: str, *shorter: str) -> None:
        """Show a title, in capitals as all heads are; where there is little room one of the shorter ones."""
        self._title.set_whole(title.upper(), *(each.upper() for each in shorter))

    def title(self) -> str:
        """Return the title as shown, not shortened."""
        return self._title.whole()

    def add(self, widget: QWidget) -> None:
        """Add a widget at the right end."""
        self._row.addWidget(widget)


class Choice(QWidget):
    """A few buttons of which one is down; `group.idClicked` tells which."""

    def __init__(self, names: tuple[tuple[str, str], ...], parent: QWidget | None = None) -> None:
        """Make a button for each (text, tool tip); the first is down."""
        super().__init__(parent)
        self.group = QButtonGroup(self)
        row = FlowLayout(self, spacing=2)
        for number, (text, tip) in enumerate(names):
            button = flat_button(text, tip, self)
            button.setCheckable(True)
            self.group.addButton(button, number)
            row.addWidget(button)
        self.choose(0)

    def choose(self, number: int) -> None:
        """Put a button down without telling."""
        self.group.button(number).setChecked(True)

    def rename(self, number: int, text: str, tip: str) -> None:
        """Give a button another text and tool tip."""
        button = self.group.button(number)
        button.setText(text)
        button.setToolTip(tip)
        button.setAccessibleName(tip)


def flat_button(text: str, tip: str, parent: QWidget | None = None) -> QToolButton:
    """Return a button without a frame that the keyboard can reach."""
    button = QToolButton(parent)
    button.setObjectName("flat")
    button.setText(text)
    button.setToolTip(tip)
    button.setAccessibleName(tip or text)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button


def action_button(action: QAction, parent: QWidget | None = None) -> QToolButton:
    """Return a button without a frame whose text, tool tip and state follow an action."""
    button = flat_button("", "", parent)
    button.setDefaultAction(action)
    return button


def number_box(label: str, least: int, most: int, value: int) -> QSpinBox:
    """Return a field for a whole number."""
    box = QSpinBox()
    box.setAccessibleName(label)
    box.setRange(least, most)
    box.setValue(value)
    box.lineEdit().setTextMargins(5, 0, 0, 0)
    return box


def labelled(text: str, field: QWidget) -> QWidget:
    """Return a field with its label before it; the two stay together where lines wrap."""
    pair = QWidget()
    label = QLabel(text, pair)
    label.setObjectName("muted")
    label.setBuddy(field)
    label.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
    expands = bool(field.sizePolicy().expandingDirections() & Qt.Orientation.Horizontal)
    wide = expands and field.minimumWidth() < field.maximumWidth()
    pair.setSizePolicy(QSizePolicy.Policy.Expanding if wide else QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    if wide and field.maximumWidth() < _UNLIMITED:
        pair.setMaximumWidth(label.sizeHint().width() + _BESIDE + field.maximumWidth())
    row = QHBoxLayout(pair)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(_BESIDE)
    row.addWidget(label)
    row.addWidget(field, int(wide))
    return pair


class EmptyWords(QWidget):
    """Words in the middle of a panel that has nothing to show, and a button for the next step (`step_wanted`)."""

    step_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = QLabel(self)
        self._label.setObjectName("muted")
        self._label.setWordWrap(True)
        self._label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self.step = QPushButton(self)
        self.step.clicked.connect(lambda _checked=False: self.step_wanted.emit())
        self.step.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(12)
        column.addStretch()
        column.addWidget(self._label)
        column.addWidget(self.step, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch()

    def say(self, words: str, step: str = "") -> None:
        """Show other words, and on a button the next step."""
        self._label.setText(words)
        self.step.setText(step)
        self.step.setVisible(bool(step))

    def words(self) -> str:
        """Return what is shown."""
        return self._label.text()

"""Mouse and keys on pages: clicks, words and lines selected, zoom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QEvent, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QWheelEvent

from explorer.ui.page_layout import FIT_PAGE, FIT_WIDTH
from explorer.ui.page_selection import Spot

if TYPE_CHECKING:
    from explorer.ui.page_view import PageView

_DRAGGED = 4.0
_NEAR = 6.0
"""Points from a word within which a double click means it."""
_ZOOM_KEYS = (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus, Qt.Key.Key_0)


class PagePointing:
    """Turns events of a page view into what they mean."""

    def __init__(self, view: PageView) -> None:
        self._view = view
        self._pressed: QPointF | None = None
        self._dragging = False
        self._doubled = QElapsedTimer()
        self._doubled_at = QPointF()

    def take(self, event: QEvent) -> bool:
        """Deal with an event of the viewport; False leaves it to others."""
        if isinstance(event, QWheelEvent):
            return self._on_wheel(event)
        if event.type() == QEvent.Type.Leave:
            self._view.hover(None)
            return False
        if not isinstance(event, QMouseEvent):
            return False
        match event.type():
            case QEvent.Type.MouseButtonPress if event.button() == Qt.MouseButton.LeftButton:
                self._on_press(event)
            case QEvent.Type.MouseButtonDblClick if event.button() == Qt.MouseButton.LeftButton:
                self._on_double(event.position())
            case QEvent.Type.MouseMove:
                self._on_move(event)
            case QEvent.Type.MouseButtonRelease if event.button() == Qt.MouseButton.LeftButton:
                self._on_release(event.position())
            case _:
                return False
        return True

    def _word(self, position: QPointF, within: float = 1e9) -> Spot | None:
        spot = self._view.spot_at(position)
        text = self._view.texts.get(spot[0]) if spot else None
        word = text.nearest(spot[1], spot[2], within) if spot and text else None
        return (spot[0], word) if spot and word is not None else None

    def _on_press(self, event: QMouseEvent) -> None:
        self._view.setFocus(Qt.FocusReason.MouseFocusReason)
        position = event.position()
        again = QGuiApplication.styleHints().mouseDoubleClickInterval()
        near = (position - self._doubled_at).manhattanLength() <= _DRAGGED
        if self._doubled.isValid() and self._doubled.elapsed() < again and near:
            self._doubled.invalidate()
            self._select_line(position)
            return
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self._view.selection:
            self._extend(position)
            self._pressed, self._dragging = position, True
            return
        self._pressed, self._dragging = position, False
        if self._view.selection:
            self._view.selection.clear()
            self._view.tell_selection()

    def _on_double(self, position: QPointF) -> None:
        self._pressed = None
        word = self._word(position, _NEAR)
        if word is not None:
            self._view.selection.begin(word, word)
            self._view.tell_selection()
            self._doubled.start()
            self._doubled_at = position

    def _select_line(self, position: QPointF) -> None:
        self._pressed = None
        word = self._word(position, _NEAR)
        text = self._view.texts.get(word[0]) if word else None
        if word is not None and text is not None:
            first, last = text.line(word[1])
            self._view.selection.begin((word[0], first), (word[0], last))
            self._view.tell_selection()

    def _on_move(self, event: QMouseEvent) -> None:
        position = event.position()
        if not event.buttons() & Qt.MouseButton.LeftButton or self._pressed is None:
            if not event.buttons():
                self._view.hover(position)
            return
        if not self._dragging and (position - self._pressed).manhattanLength() > _DRAGGED:
            self._dragging = True
            word = self._word(self._pressed)
            if word is not None:
                self._view.selection.begin(word, word)
        if self._dragging:
            self._scroll_towards(position)
            self._extend(position)

    def _scroll_towards(self, position: QPointF) -> None:
        bar, height = self._view.verticalScrollBar(), self._view.viewport().height()
        beyond = min(position.y(), 0.0) + max(position.y() - height, 0.0)
        bar.setValue(bar.value() + round(beyond))

    def _extend(self, position: QPointF) -> None:
        word = self._word(position)
        if word is not None:
            self._view.selection.extend(word)
            self._view.tell_selection()

    def _on_release(self, position: QPointF) -> None:
        pressed, dragged = self._pressed, self._dragging
        self._pressed, self._dragging = None, False
        if pressed is None or dragged:
            return
        spot = self._view.spot_at(position)
        if spot is not None and self._view.page_rect(spot[0]).contains(position):
            self._view.point_clicked.emit(*spot)

    def _on_wheel(self, event: QWheelEvent) -> bool:
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        turned = event.angleDelta().y()
        if turned:
            # A notch of a wheel turns by 120, a touchpad by a little at a time.
            self._view.zoom_by(turned / 120)
        event.accept()
        return True

    def is_own_key(self, event: QKeyEvent) -> bool:
        """Say whether a key means something here that it means elsewhere in the window too."""
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        return (control and event.key() in _ZOOM_KEYS) or (
            event.matches(QKeySequence.StandardKey.Copy) or event.matches(QKeySequence.StandardKey.SelectAll)
        )

    def take_key(self, event: QKeyEvent) -> bool:
        """Deal with a key; False leaves it to others."""
        view = self._view
        if event.matches(QKeySequence.StandardKey.Copy):
            view.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            view.select_page()
        else:
            return self._moved(event)
        return True

    def _moved(self, event: QKeyEvent) -> bool:
        view = self._view
        bar = view.verticalScrollBar()
        match event.key():
            case Qt.Key.Key_PageDown | Qt.Key.Key_Space:
                bar.setValue(bar.value() + bar.pageStep())
            case Qt.Key.Key_PageUp | Qt.Key.Key_Backspace:
                bar.setValue(bar.value() - bar.pageStep())
            case Qt.Key.Key_Home:
                view.show_page(1)
            case Qt.Key.Key_End:
                view.show_last()
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                view.zoom_by(1)
            case Qt.Key.Key_Minus:
                view.zoom_by(-1)
            case Qt.Key.Key_0:
                fit_page = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
                view.set_zoom(FIT_PAGE if fit_page else FIT_WIDTH)
            case _:
                return False
        return True

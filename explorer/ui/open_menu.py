"""The button that opens a document in the user's own program, with a menu to choose which."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from explorer.core.errors import ExplorerError
from explorer.ui.dialog_parts import ask_text
from explorer.ui.naming import named
from explorer.ui.open_outside import EDITORS, Spot, open_outside
from explorer.ui.session import Session
from explorer.ui.settings import Settings


class OpenButton(QToolButton):
    """Emits `open_wanted` when pressed; its menu keeps the chosen program among the settings. `failed` says why not."""

    open_wanted = Signal()
    failed = Signal(str, str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "flat")
        self._session = session
        self.setText(self.tr("Open"))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self._menu = QMenu(self)
        self._group = QActionGroup(self)
        self._add(self.tr("The desktop's own program"), "")
        for name, command in EDITORS:
            self._add(name, command)
        self._own = QAction(self.tr("Another program…"), self, checkable=True)
        self._own.triggered.connect(self._ask)
        self._group.addAction(self._own)
        self._menu.addActions(self._group.actions())
        self.setMenu(self._menu)
        self.clicked.connect(self.open_wanted)
        session.settings_changed.connect(self._show)
        self._show(session.settings)

    def open(self, spot: Spot) -> None:
        """Open a document of the library; `failed` says why that cannot be done."""
        library = self._session.library
        if library is None:
            return
        try:
            open_outside(library.folder, spot, self._session.settings.open_with)
        except ExplorerError as error:
            self.failed.emit(error.title, error.detail)

    def choose(self, command: str) -> None:
        """Open documents with a command from now on; "" stands for the desktop's own program."""
        self._session.change_settings(replace(self._session.settings, open_with=command.strip()))
        self._show(self._session.settings)

    def commands(self) -> list[QAction]:
        """Return the choices of the menu, in order."""
        return self._group.actions()

    def _add(self, name: str, command: str) -> None:
        action = QAction(name, self, checkable=True)
        action.setData(command)
        action.triggered.connect(lambda: self.choose(command))
        self._group.addAction(action)

    def _show(self, settings: Settings) -> None:
        known = {action.data(): action for action in self._group.actions() if action is not self._own}
        known.get(settings.open_with, self._own).setChecked(True)
        name = known[settings.open_with].text() if settings.open_with in known else settings.open_with
        self.setToolTip(
            self.tr("Open the document at this place with: {0}. Documents that it is not for open as usual.").format(
                name
            )
            if settings.open_with
            else self.tr("Open the document in your own program, at its page where that is possible")
        )
        self.setAccessibleName(self.toolTip())

    def _ask(self) -> None:
        words = self.tr(
            "Command that opens a document. {file} stands for the file, {line} for the line in text files,\n"
            "{page} for the page in PDF files. For example: code -g {file}:{line}"
        )
        present = self._session.settings.open_with
        command = ask_text(self, self.tr("Open documents with"), words, present)
        if command is not None and command.strip():
            self.choose(command)
        else:
            self._show(self._session.settings)

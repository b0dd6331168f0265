"""A menu with every command of every pane and tool, also of those that are behind others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from explorer.ui.commands import Command, commands_of

Part = tuple[str, QWidget]
"""A pane or tool with its name."""


class CommandsMenu(QMenu):
    """One menu for each part of the window, filled when it opens. `bring` brings a part to the front."""

    def __init__(
        self,
        title: str,
        parts: Callable[[], Sequence[Part]],
        bring: Callable[[QWidget], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, parent)
        self._parts = parts
        self._bring = bring
        self._menus: list[QMenu] = []
        self.aboutToShow.connect(self._fill)

    def add_fixed(self, action: QAction) -> None:
        """Add an action that stands above the parts."""
        self.addAction(action)
        self.addSeparator()

    def commands(self) -> list[Command]:
        """Return the commands of all parts, each bringing its part to the front when it is given."""
        return [
            Command(each.text, name, partial(self._give, part, each), each.keys, each.enabled, each.checked)
            for name, part in self._parts()
            for each in commands_of(part, name)
        ]

    def _give(self, part: QWidget, command: Command) -> None:
        self._bring(part)
        command.run()

    def _fill(self) -> None:
        for menu in self._menus:
            self.removeAction(menu.menuAction())
            menu.deleteLater()
        self._menus.clear()
        for name, part in self._parts():
            menu = QMenu(name.replace("&", "&&"), self)
            menu.aboutToShow.connect(partial(self._fill_part, menu, name, part))
            self.addMenu(menu)
            self._menus.append(menu)

    def _fill_part(self, menu: QMenu, name: str, part: QWidget) -> None:
        menu.clear()
        for command in commands_of(part, name):
            action = menu.addAction(command.text.replace("&", "&&"))
            action.setEnabled(command.enabled)
            if command.keys:
                # As text: two actions with the same keys would silence each other.
                action.setText(f"{action.text()}\t{command.keys}")
            if command.checked is not None:
                action.setCheckable(True)
                action.setChecked(command.checked)
            action.triggered.connect(partial(self._run, part, command))
        if menu.isEmpty():
            menu.addAction(self.tr("Nothing to do here yet")).setEnabled(False)

    def _run(self, part: QWidget, command: Command, _checked: bool = False) -> None:
        self._give(part, command)

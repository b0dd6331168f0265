"""The menu bar: every command of the window in one place, with its keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QTabWidget, QWidget

from explorer.ui.command_palette import CommandPalette
from explorer.ui.commands import Command, commands_in, plain
from explorer.ui.commands_menu import CommandsMenu
from explorer.ui.workspace import Workspace

TAB_KEYS = (*(f"Ctrl+{digit}" for digit in "1234567890"), *(f"Ctrl+Alt+{digit}" for digit in "1234567890"))
"""Keys of the tools by their place; the menu shows which is whose."""


class Menus(QMenuBar):
    """All menus of the window.

    Wishes: `quit_wanted`, `ask_wanted`, `find_wanted`, `help_wanted`, `text_size_wanted` (points to add, 0: usual),
    `reopen_wanted` (whether the last library is opened at the next start).
    `library` holds actions that exist elsewhere already, groups of them parted by None; `edit` those of undoing;
    `bars` are the top bar and the messages, whose buttons are commands too.
    """

    quit_wanted = Signal()
    ask_wanted = Signal()
    find_wanted = Signal()
    help_wanted = Signal()
    about_wanted = Signal()
    text_size_wanted = Signal(int)
    reopen_wanted = Signal(bool)

    def __init__(
        self,
        library: Sequence[QAction | QMenu | None],
        edit: Iterable[QAction],
        panes: Sequence[QWidget],
        tabs: QTabWidget,
        workspace: Workspace,
        bars: Sequence[QWidget] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._bars = tuple(zip((self.tr("Top bar"), self.tr("Messages")), bars, strict=False))
        self._panes = tuple(panes)
        self._tabs = tabs
        self._workspace = workspace
        self._make_library(library)
        self.addMenu(self._filled(self.tr("&Edit"), edit))
        self._make_view()
        self._tools = self._menu(self.tr("&Tools"))
        self._tools.aboutToShow.connect(self.name_tools)
        self._make_tools()
        self._make_commands()
        self._fill(self._menu(self.tr("&Window")), workspace.menu_parts())
        self._make_help()

    def parts(self) -> list[tuple[str, QWidget]]:
        """Return the panes and tools with their names, the tools in the order of their tabs."""
        names = (self.tr("Documents"), self.tr("Chunks"), self.tr("Source"))
        found = list(zip(names, self._panes[:3], strict=True))
        for place in range(self._tabs.count()):
            panel = self._tabs.widget(place)
            if panel is not None:
                found.append((plain(self._tabs.tabText(place)), panel))
        return found

    def all_commands(self) -> list[Command]:
        """Return every command of the window: of the menus, then of the panes and tools."""
        found: dict[tuple[str, str], Command] = {}
        for action in self.actions():
            menu = action.menu()
            if isinstance(menu, QMenu) and menu is not self.commands:
                for command in commands_in(menu, plain(menu.title())):
                    found.setdefault((command.place, command.text), command)
        bars = {name for name, _ in self._bars}
        texts = {text for _, text in found}
        keys = {(each.text, each.keys) for each in found.values() if each.keys}

        def is_new(command: Command) -> bool:
            # The top bar opens menus that stand in the menu bar too, and the menu bar has some of the panels' actions.
            return (command.place not in bars or command.text not in texts) and (command.text, command.keys) not in keys

        return [*found.values(), *filter(is_new, self.commands.commands())]

    def find_command(self) -> CommandPalette:
        """Open the dialog that finds a command by some letters."""
        palette = CommandPalette(self.all_commands(), self.window())
        palette.open()
        palette.words.setFocus()
        return palette

    def listed_keys(self) -> list[tuple[str, str]]:
        """Return every command with keys, as (command, keys), in the order of the menus."""
        self.name_tools()
        found: list[tuple[str, str]] = []
        for menu in self.actions():
            found += _keys_of(menu.menu())
        return found

    def name_tools(self) -> None:
        """Give the tools' entries the texts of their tabs, counts included."""
        for place, action in enumerate(self._tab_actions):
            action.setText(self._tabs.tabText(place))
            action.setChecked(self._tabs.currentIndex() == place)

    def next_pane(self, step: int) -> None:
        """Move the focus to the next pane, or with -1 to the one before."""
        focus = QApplication.focusWidget()
        holds = [pane is focus or (focus is not None and pane.isAncestorOf(focus)) for pane in self._panes]
        shown = [pane.isVisible() for pane in self._panes]
        place = (holds.index(True) + step if True in holds else 0) % len(self._panes)
        while not shown[place] and any(shown):
            place = (place + step) % len(self._panes)
        self.enter(self._panes[place])

    def enter(self, pane: QWidget) -> None:
        """Show a pane and give it the keys."""
        self._workspace.reveal(pane)
        inner = self._tabs.currentWidget() if pane is self._tabs else pane
        inner.setFocus()
        focus = QApplication.focusWidget()
        # What a pane would give the focus to is hidden while it has nothing to show.
        if focus is None or not (focus is pane or pane.isAncestorOf(focus)):
            reached = [each for each in inner.findChildren(QWidget) if each.isVisible() and _takes_keys(each)]
            for each in reached[:1]:
                each.setFocus()

    def _make_library(self, parts: Sequence[QAction | QMenu | None]) -> None:
        menu = self._menu(self.tr("&Library"))
        self._fill(menu, parts)
        menu.addSeparator()
        self.reopen = self._add(menu, self.tr("Open the &last library at start"), "", lambda: None)
        self.reopen.setCheckable(True)
        self.reopen.toggled.connect(self.reopen_wanted)
        self._add(menu, self.tr("&Quit"), "Ctrl+Q", self.quit_wanted.emit)

    def _make_view(self) -> None:
        menu = self._menu(self.tr("&View"))
        self._add(menu, self.tr("&Next pane"), "F6", partial(self.next_pane, 1))
        self._add(menu, self.tr("&Previous pane"), "Shift+F6", partial(self.next_pane, -1))
        menu.addSeparator()
        names = (self.tr("&Documents"), self.tr("&Chunks"), self.tr("&Source"))
        for number, (name, pane) in enumerate(zip(names, self._panes, strict=False), start=1):
            self._add(menu, name, f"Alt+{number}", partial(self.enter, pane))
        menu.addSeparator()
        for text, keys, step in (
            (self.tr("&Larger text"), "Ctrl++", 1),
            (self.tr("S&maller text"), "Ctrl+-", -1),
            (self.tr("&Usual text size"), "Ctrl+Shift+0", 0),
        ):
            self._add(menu, text, keys, partial(self.text_size_wanted.emit, step))

    def _make_tools(self) -> None:
        self._add(self._tools, self.tr("&Ask a question"), "Ctrl+L", self.ask_wanted.emit)
        self._add(self._tools, self.tr("&Find a document or heading"), "Ctrl+K", self.find_wanted.emit)
        self._tools.addSeparator()
        self._tab_actions = [
            self._add(self._tools, self._tabs.tabText(place), keys, partial(self._show_tab, place))
            for place, keys in zip(range(self._tabs.count()), TAB_KEYS, strict=False)
        ]
        for action in self._tab_actions:
            action.setCheckable(True)

    def _make_commands(self) -> None:
        self.commands = CommandsMenu(self.tr("&Commands"), lambda: [*self.parts(), *self._bars], self.bring, self)
        self.addMenu(self.commands)
        find = QAction(self.tr("&Find a command…"), self)
        find.setShortcut(QKeySequence("Ctrl+Shift+P"))
        find.triggered.connect(lambda _checked=False: self.find_command())
        self.commands.add_fixed(find)

    def bring(self, part: QWidget) -> None:
        """Bring a pane or a tool to the front."""
        self._workspace.reveal(part)
        if self._tabs.indexOf(part) >= 0:
            self._tabs.setCurrentWidget(part)

    def _show_tab(self, place: int) -> None:
        self._tabs.setCurrentIndex(place)
        self.enter(self._tabs)

    def _make_help(self) -> None:
        menu = self._menu(self.tr("&Help"))
        self._add(menu, self.tr("&Help"), "F1", self.help_wanted.emit)
        self._add(menu, self.tr("&About"), "", self.about_wanted.emit)

    def _menu(self, title: str) -> QMenu:
        menu = QMenu(title, self)
        menu.setToolTipsVisible(True)
        self.addMenu(menu)
        return menu

    def _fill(self, menu: QMenu, parts: Iterable[QAction | QMenu | None]) -> None:
        for part in parts:
            if part is None:
                menu.addSeparator()
            elif isinstance(part, QMenu):
                menu.addMenu(part)
            else:
                menu.addAction(part)

    def _filled(self, title: str, actions: Iterable[QAction]) -> QMenu:
        menu = QMenu(title, self)
        menu.addActions(list(actions))
        return menu

    def _add(self, menu: QMenu, text: str, keys: str, slot: Callable[[], object]) -> QAction:
        action = QAction(text, menu)
        if keys:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(lambda _checked=False: slot())
        menu.addAction(action)
        return action


def _takes_keys(widget: QWidget) -> bool:
    return bool(widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value) and widget.isEnabled()


def _keys_of(menu: object) -> list[tuple[str, str]]:
    if not isinstance(menu, QMenu):
        return []
    found: list[tuple[str, str]] = []
    for action in menu.actions():
        found += _keys_of(action.menu())
        if not action.shortcut().isEmpty():
            found.append((action.text().replace("&&", "\0").replace("&", "").replace("\0", "&"), _shown(action)))
    return found


def _shown(action: QAction) -> str:
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)

"""What can be done in the questions tab: actions, their keys, buttons and menus."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QUndoStack
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from explorer.ui.panel_parts import action_button, flat_button
from explorer.ui.table_parts import table_action


class QuestionActions:
    """The actions of a panel; the panel connects them and says which are possible."""

    def __init__(self, owner: QWidget, stack: QUndoStack) -> None:
        tr = owner.tr
        self._owner = owner
        self.new = table_action(owner, tr("New…"), "Ctrl+N", tr("Word a question and mark its answer"))
        self.edit = table_action(owner, tr("Edit…"), "F2", tr("Change the question or its passages"))
        self.remove = table_action(owner, tr("Remove"), "Del", tr("Remove the chosen questions"))
        self.duplicate = table_action(owner, tr("Duplicate"), "Ctrl+D", tr("Add a copy of the chosen question"))
        self.ask = table_action(owner, tr("Ask in Compare"), "", tr("Rank this question (Enter)"))
        self.diagnose = table_action(owner, tr("Why is the answer found or not?"))
        self.pair = table_action(
            owner, tr("Keep as a pair"), "Ctrl+J", tr("The answer of each of the two is no answer to the other")
        )
        self.part = table_action(owner, tr("Take the pair apart"))
        self.copy = table_action(owner, tr("Copy"))
        self.begin = table_action(owner, tr("New set…"))
        self.copy_set = table_action(owner, tr("Edit a copy"), "", tr("Copy this set into one of your own"))
        self.import_ = table_action(owner, tr("Import…"), "", tr("Read a file of questions: JSON, JSON lines or CSV"))
        self.export = table_action(owner, tr("Export…"), "Ctrl+E", tr("Write this set as JSON, JSON lines or CSV"))
        self.twins = table_action(
            owner, tr("Propose pairs…"), "", tr("Word questions for passages that are nearly the same")
        )
        self.evaluate = table_action(owner, tr("Evaluate this set"))
        self.remove_set = table_action(owner, tr("Remove this set"))
        self.again = table_action(owner, tr("Keep again"), "", tr("Try again to keep what could not be kept"))
        self.undo = stack.createUndoAction(owner, tr("Undo"))
        self.redo = stack.createRedoAction(owner, tr("Redo"))
        self.mark = QAction(tr("Question about the chosen chunk…"), owner)
        self.mark.setShortcut("Ctrl+Shift+M")
        # Their texts name the change, which would push the other buttons about.
        self.undo.setIconText("↶")
        self.redo.setIconText("↷")
        self.again_button = action_button(self.again, owner)
        shown = (self.new, self.edit, self.remove, self.undo, self.redo)
        self.buttons = (self.again_button, *(action_button(action, owner) for action in shown))

    def set_button(self) -> QToolButton:
        """Return the button whose menu is about the whole set."""
        button = flat_button(self._owner.tr("Set"), self._owner.tr("New set, import, export, proposed pairs"))
        menu = QMenu(button)
        menu.setToolTipsVisible(True)
        menu.addActions([self.begin, self.copy_set, self.import_, self.export])
        menu.addSeparator()
        menu.addActions([self.twins, self.evaluate])
        menu.addSeparator()
        menu.addAction(self.remove_set)
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return button

    def show_menu(self, place: QPoint) -> None:
        """Show what can be done with the chosen questions."""
        menu = self.make_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place)

    def make_menu(self) -> QMenu:
        """Return the menu of the chosen questions."""
        menu = QMenu(self._owner)
        menu.setToolTipsVisible(True)
        menu.addActions([self.ask, self.diagnose])
        menu.addSeparator()
        menu.addActions([self.new, self.edit, self.duplicate, self.remove])
        menu.addSeparator()
        menu.addActions([self.pair, self.part])
        menu.addSeparator()
        menu.addActions([self.copy, self.undo, self.redo])
        return menu

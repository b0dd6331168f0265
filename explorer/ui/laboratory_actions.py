"""What can be done in the laboratory: actions with their keys, and menus of them."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from explorer.ui.exercises import exercises
from explorer.ui.laboratory_state import MOST_PASSAGES, LabHistory
from explorer.ui.panel_parts import flat_button
from explorer.ui.table_parts import table_action


class LaboratoryActions(QObject):
    """The actions of a laboratory's panel, `owner`; their keys work while the focus is in it."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        tr = self.tr
        self.add_chunk = table_action(
            owner, tr("Add chosen chunk"), "Ctrl+Shift+A", tr("Bring the chosen chunk into the laboratory")
        )
        self.add_own = table_action(owner, tr("Add own"), "Ctrl+N", tr("Write a passage of your own"))
        self.take_question = table_action(
            owner, tr("Take asked question"), "", tr("Try the question that was asked in the tab Compare")
        )
        self.duplicate = table_action(owner, tr("Duplicate"), "Ctrl+D", tr("Add a copy of the passage"))
        self.remove = table_action(owner, tr("Remove"), "Ctrl+Del", tr("Take the passage out"))
        self.reset = table_action(owner, tr("Reset"), "", tr("Make the passage what it was when it came"))
        # The window has the keys: it undoes in the tab in front.
        self.undo = table_action(owner, tr("Undo"), "", tr("Take the last change back (Ctrl+Z)"))
        self.redo = table_action(owner, tr("Redo"), "", tr("Make the change again (Ctrl+Shift+Z)"))
        self.mark = table_action(
            owner, tr("Compare from here"), "", tr("Tell changes (▲▼) against the figures as they are now")
        )
        self.copy = table_action(owner, tr("Copy table"), "", tr("Copy question, settings and table"))
        self.export = table_action(owner, tr("Export…"), "", tr("Write the table as CSV, TSV, JSON or Markdown"))
        self.line = (self.add_chunk, self.add_own, self.remove, self.undo, self.redo)
        self.exercises = _menu_button(tr("Exercises"), tr("Fill the laboratory with something to try"), owner)
        self.exercise_actions = [(self.exercises.menu().addAction(each.name), each) for each in exercises()]
        self.more = _menu_button(tr("More"), tr("What else can be done with the passage and the table"), owner)
        self.more.menu().addActions([self.take_question, self.duplicate, self.reset, self.copy, self.export])

    def enable(self, history: LabHistory, row: int | None, *, library: bool, chunk: bool) -> None:
        """Let be done what can be: `row` is the chosen passage's, `chunk` tells whether a chunk is chosen."""
        passages = history.present.passages
        room = library and len(passages) < MOST_PASSAGES
        self.add_own.setEnabled(room)
        self.add_chunk.setEnabled(room and chunk)
        self.duplicate.setEnabled(room and row is not None)
        self.remove.setEnabled(row is not None)
        self.reset.setEnabled(row is not None and passages[row].edited)
        self.undo.setEnabled(history.can_undo)
        self.redo.setEnabled(history.can_redo)
        self.exercises.setEnabled(library)
        for action in (self.mark, self.copy, self.export):
            action.setEnabled(bool(passages))


def _menu_button(text: str, tip: str, owner: QWidget) -> QToolButton:
    button = flat_button(text, tip, owner)
    button.setMenu(QMenu(button))
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    return button

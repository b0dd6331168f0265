"""What tools say of themselves: exports name every format that is offered, labels say what they are about."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QInputDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

import explorer.ui
from explorer.core.subject_kind import SubjectKind
from explorer.ui.dialog_parts import ask_text, button_box
from explorer.ui.inventory_actions import InventoryActions
from explorer.ui.kind_texts import subject_text, subject_tip
from explorer.ui.laboratory_actions import LaboratoryActions


@pytest.mark.parametrize("tools", [InventoryActions, LaboratoryActions])
def test_an_export_of_a_table_names_all_its_formats(
    tools: type[InventoryActions] | type[LaboratoryActions], qtbot: QtBot
) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    assert "CSV, TSV, JSON or Markdown" in tools(owner).export.toolTip()


def test_a_card_says_of_the_text_that_it_names_its_subject_and_of_headings_that_they_are_judged_apart() -> None:
    assert subject_text(SubjectKind.NAMED) == "text names its subject"
    assert all("headings are judged apart" in subject_tip(kind) for kind in SubjectKind)
    assert (subject_text(""), subject_tip("")) == ("", "")


def test_dialogs_have_words_alone_on_their_buttons(qtbot: QtBot) -> None:
    standard = QDialogButtonBox.StandardButton
    box = button_box(standard.Cancel | standard.Close)
    qtbot.addWidget(box)
    assert len(box.buttons()) == 2
    assert all(button.icon().isNull() and button.text() for button in box.buttons())
    makers = [path.name for path in Path(explorer.ui.__path__[0]).rglob("*.py") if _makes_a_dialog(path)]
    assert makers == ["dialog_parts.py"], "other parts take these from there"


def _makes_a_dialog(path: Path) -> bool:
    return any(words in path.read_text("utf-8") for words in ("= QDialogButtonBox(", "QInputDialog"))


@pytest.mark.parametrize(("key", "text"), [(Qt.Key.Key_Return, "mine"), (Qt.Key.Key_Escape, None)])
def test_a_text_is_asked_for_without_signs_on_the_buttons(key: Qt.Key, text: str | None, qtbot: QtBot) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    signs: list[bool] = []

    def give() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QInputDialog)
        signs.extend(not button.icon().isNull() for button in dialog.findChildren(QPushButton))
        dialog.setTextValue("mine")
        qtbot.keyClick(dialog, key)

    QTimer.singleShot(0, owner, give)
    assert ask_text(owner, "A name", "Name") == text
    assert signs == [False, False]

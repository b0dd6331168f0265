"""What tools say of themselves: exports name every format that is offered, labels say what they are about."""

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from explorer.core.subject_kind import SubjectKind
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

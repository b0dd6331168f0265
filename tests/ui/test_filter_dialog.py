"""The filter: every kind of DESIGN 4.6 to choose with its counts, chips that take one away, nothing else lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from explorer.core.retrieval_views import FilterChoices
from explorer.core.views import Filters
from explorer.ui.filter_button import FilterButton
from explorer.ui.filter_chips import FilterChips
from explorer.ui.filter_dialog import FilterDialog
from explorer.ui.filter_words import (
    KINDS,
    Chip,
    chosen_chips,
    filter_words,
    less_written,
    values_of,
    with_values,
    without_chip,
    written_chips,
)
from explorer.ui.flow_layout import FlowLayout
from explorer.ui.wishes import Selection

CHOICES = FilterChoices(
    folders=(("hr", 2), ("hr/old", 1)),
    documents=(("hr/leave.md", 9), ("plans.md", 4)),
    formats=(("markdown", 2),),
    languages=(("de-AT", 1), ("en", 2)),
    versions=(("6", 1), ("7", 1)),
    access=(("Internal", 1),),
    tags=(("fees", 1), ("Travel", 2)),
    headings=(("Fees", 2), ("Leave", 1)),
)
EVERYTHING = Filters(
    folder="hr",
    documents=("hr/leave.md",),
    current_only=False,
    named=("leave",),
    headings=("Leave", "parental"),
    formats=("markdown",),
    languages=("en",),
    versions=("7",),
    access=("Internal",),
    tags=("Travel",),
    date="2026-03-01",
    phrases=("a b",),
    without=("c",),
)


@pytest.fixture
def button(qtbot: QtBot, show_active: Callable[[QWidget], None]) -> FilterButton:
    made = FilterButton()
    qtbot.addWidget(made)
    show_active(made)
    made.show_choices(CHOICES)
    return made


def opened(button: FilterButton) -> FilterDialog:
    button.click()
    assert button.dialog is not None
    return button.dialog


@pytest.mark.parametrize("kind", list(KINDS))
def test_every_kind_has_a_chip_that_takes_it_away_and_nothing_else(kind: str) -> None:
    chips = [chip for chip in chosen_chips(EVERYTHING) if chip.kind == kind]
    assert [chip.value for chip in chips] == list(values_of(EVERYTHING, kind))
    left = EVERYTHING
    for chip in chips:
        left = without_chip(left, chip)
    assert values_of(left, kind) == ()
    others = [each.name for each in fields(Filters) if each.name != kind]
    assert [getattr(left, name) for name in others] == [getattr(EVERYTHING, name) for name in others]


@pytest.mark.parametrize(("kind", "value"), [("named", "leave"), ("phrases", "a b"), ("without", "c")])
def test_filters_that_cannot_be_chosen_are_seen_and_can_be_taken_away(kind: str, value: str) -> None:
    chip = next(chip for chip in chosen_chips(EVERYTHING) if (chip.kind, chip.value) == (kind, value))
    assert getattr(without_chip(EVERYTHING, chip), kind) == ()


def test_filters_that_are_written_in_the_question_are_not_kept_besides() -> None:
    kept = less_written(EVERYTHING, 'fees "a b" -c heading:Leave doc:leave version:7')
    written = {"phrases": (), "without": (), "headings": ("parental",), "named": (), "versions": ()}
    assert kept == replace(EVERYTHING, **written)


def test_superseded_ones_have_a_chip_where_they_are_let_in() -> None:
    chip = chosen_chips(Filters(current_only=False))[0]
    assert without_chip(Filters(current_only=False), chip) == Filters()


@pytest.mark.parametrize(
    ("filters", "words"),
    [
        (Filters(), ""),
        (Filters("hr"), "Folder: hr/"),
        (Filters(documents=("hr/leave.md",), tags=("fees",)), "Document: hr/leave.md, Tag: fees"),
        (Filters(current_only=False), "with superseded and expired"),
    ],
)
def test_filters_in_words(filters: Filters, words: str) -> None:
    assert filter_words(filters) == words


def test_of_a_folder_one_value_is_kept() -> None:
    assert with_values(Filters(), "folder", ("hr", "other")).folder == "hr"
    assert with_values(EVERYTHING, "folder", ()).folder == ""


def test_chips_take_filters_away(qtbot: QtBot) -> None:
    box = QWidget()
    qtbot.addWidget(box)
    chips = FilterChips(box, FlowLayout(box))
    chips.show_chips(chosen_chips(Filters("hr")), written_chips("fees doc:leave"))
    assert [each.text() for each in chips.buttons()] == ["Folder: hr/  ×", "doc: leave  ×"]
    with qtbot.waitSignal(chips.removed) as told:
        chips.buttons()[1].click()
    assert told.args == [Chip("doc", "leave", "doc: leave", 5, 14)]
    chips.show_chips((), ())
    assert not chips.buttons()


def test_the_dialog_shows_every_kind_with_its_counts(button: FilterButton) -> None:
    dialog = opened(button)
    assert [dialog.kinds.item(row).text() for row in range(dialog.kinds.count())] == [
        "Folder", "Document", "Heading", "Format", "Language", "Version", "Access", "Tag", "Date in force",
    ]  # fmt: skip
    texts = {
        kind: [page.list.item(row).text() for row in range(page.list.count())] for kind, page in dialog.values.items()
    }
    assert texts["folder"] == ["hr   (2 documents)", "hr/old   (1 document)"]
    assert texts["documents"] == ["hr/leave.md   (9 chunks)", "plans.md   (4 chunks)"]
    assert texts["tags"] == ["fees   (1 document)", "Travel   (2 documents)"]
    dialog.reject()


def test_what_is_chosen_is_told_when_it_is_accepted(qtbot: QtBot, button: FilterButton) -> None:
    dialog = opened(button)
    for kind, rows in (("folder", (0, 1)), ("documents", (0, 1)), ("tags", (1,))):
        for row in rows:
            dialog.values[kind].list.item(row).setCheckState(Qt.CheckState.Checked)
    dialog.superseded.setChecked(True)
    dialog.dated.setChecked(True)
    dialog.day.setDate(QDate(2026, 3, 1))
    assert button.filters == Filters()
    with qtbot.waitSignal(button.filters_changed):
        dialog.accept()
    expected = Filters(
        folder="hr/old",
        documents=("hr/leave.md", "plans.md"),
        current_only=False,
        tags=("Travel",),
        date="2026-03-01",
    )
    assert button.filters == expected
    assert button.text() == "Filter (6)"


def test_fields_that_are_not_offered_are_kept(qtbot: QtBot, button: FilterButton) -> None:
    button.set_filters(EVERYTHING)
    dialog = opened(button)
    dialog.values["formats"].list.item(0).setCheckState(Qt.CheckState.Unchecked)
    dialog.accept()
    assert button.filters == with_values(EVERYTHING, "formats", ())


def test_cancel_changes_nothing(qtbot: QtBot, button: FilterButton) -> None:
    dialog = opened(button)
    dialog.values["formats"].list.item(0).setCheckState(Qt.CheckState.Checked)
    with qtbot.assertNotEmitted(button.filters_changed):
        dialog.reject()
    assert button.filters == Filters()
    assert button.dialog is None


def test_words_of_a_heading_can_be_typed(qtbot: QtBot, button: FilterButton) -> None:
    dialog = opened(button)
    page = dialog.values["headings"]
    dialog.kinds.setCurrentRow(2)
    page.search.setText("parental rules")
    qtbot.keyClick(page.search, Qt.Key.Key_Return)
    assert dialog.filters.headings == ("parental rules",)
    assert dialog.isVisible()
    page.search.setText("lea")
    assert [page.list.item(row).isHidden() for row in range(3)] == [True, False, True]
    dialog.reject()


def test_the_selection_is_offered_at_one_click(button: FilterButton) -> None:
    button.show_selection(Selection(document="hr/leave.md"))
    dialog = opened(button)
    quick = {each.text(): each for each in dialog.findChildren(QPushButton) if each.text().startswith("Only")}
    quick["Only hr/leave.md"].click()
    assert dialog.filters == Filters(documents=("hr/leave.md",))
    quick["Only hr/"].click()
    assert dialog.filters == Filters("hr")
    dialog.reject()


def test_choices_that_come_later_keep_what_is_chosen(button: FilterButton) -> None:
    dialog = opened(button)
    dialog.values["tags"].list.item(0).setCheckState(Qt.CheckState.Checked)
    button.show_choices(FilterChoices(tags=(("new", 1),)))
    assert dialog.filters.tags == ("fees",)
    assert dialog.values["tags"].checked() == ("fees",)
    dialog.chips.buttons()[0].click()
    assert dialog.filters == Filters()
    assert dialog.values["tags"].checked() == ()
    dialog.reject()

"""The field for a question: when it asks while one types, what it completes, and the questions it recalls."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from explorer.core.query import operators, parse_query
from explorer.core.retrieval_views import FilterChoices
from explorer.ui.filter_words import without_written, written_chips
from explorer.ui.query_completion import open_value, written
from explorer.ui.query_help import EXAMPLES, QueryHelp
from explorer.ui.question_line import QuestionLine

CHOICES = FilterChoices(
    documents=(("appliance/dishwasher.pdf", 3), ("hr/leave.md", 4)),
    versions=(("6", 1), ("7", 1)),
    headings=(("Day pass", 2), ("Fees", 1)),
)


@pytest.fixture
def line(qtbot: QtBot, show_active: Callable[[QWidget], None]) -> QuestionLine:
    made = QuestionLine()
    qtbot.addWidget(made)
    made.resize(500, 30)
    show_active(made)
    made.setFocus()
    return made


def test_typing_tells_first_at_once_and_then_after_a_pause(qtbot: QtBot, line: QuestionLine) -> None:
    told: list[str] = []
    line.typed.connect(lambda: told.append("typed"))
    line.paused.connect(lambda: told.append("paused"))
    with qtbot.waitSignal(line.paused):
        qtbot.keyClicks(line, "fees")
    assert told == ["typed", "paused"]


def test_enter_asks_and_nothing_more_follows(qtbot: QtBot, line: QuestionLine) -> None:
    qtbot.keyClicks(line, "fees")
    with qtbot.waitSignal(line.asked), qtbot.assertNotEmitted(line.paused, wait=900):
        qtbot.keyClick(line, Qt.Key.Key_Return)


@pytest.mark.parametrize("text", ["a", "  ", '"', "doc:leave", 'fees heading:"day', "-fees"])
def test_nothing_worth_asking_is_not_asked(qtbot: QtBot, line: QuestionLine, text: str) -> None:
    with qtbot.assertNotEmitted(line.paused, wait=900):
        qtbot.keyClicks(line, text)


def test_a_text_that_is_put_in_asks_nothing(qtbot: QtBot, line: QuestionLine) -> None:
    with qtbot.assertNotEmitted(line.typed, wait=400):
        line.setText("fees of today")


def test_up_and_down_go_through_the_history_and_back_to_what_was_written(qtbot: QtBot, line: QuestionLine) -> None:
    line.set_past(("newest", "older", "newest"))
    qtbot.keyClicks(line, "half")
    texts: list[str] = []
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Down):
        qtbot.keyClick(line, key)
        texts.append(line.text())
    assert texts == ["newest", "older", "older", "newest", "half"]
    with qtbot.waitSignal(line.list_wanted):
        qtbot.keyClick(line, Qt.Key.Key_Down)


def test_values_are_wanted_once_they_are_written(qtbot: QtBot, line: QuestionLine) -> None:
    with qtbot.waitSignal(line.completer_of_values.wanted):
        qtbot.keyClicks(line, "fees doc:")
    line.completer_of_values.show_choices(CHOICES)
    assert line.completer_of_values.is_open


@pytest.mark.parametrize(
    ("typed", "whole"),
    [
        ("fees doc:le", "fees doc:hr/leave.md "),
        ("fees heading:day", 'fees heading:"Day pass" '),
        ('fees heading:"day p', 'fees heading:"Day pass" '),
        ("version:7", "version:7"),
    ],
)
def test_a_value_is_completed(qtbot: QtBot, line: QuestionLine, typed: str, whole: str) -> None:
    line.completer_of_values.show_choices(CHOICES)
    qtbot.keyClicks(line, typed)
    if line.completer_of_values.is_open:
        qtbot.keyClick(line.completer_of_values.popup, Qt.Key.Key_Down)
        qtbot.keyClick(line.completer_of_values.popup, Qt.Key.Key_Return)
    assert line.text() == whole
    assert not line.completer_of_values.is_open


def test_enter_asks_where_no_value_of_the_list_is_picked(qtbot: QtBot, line: QuestionLine) -> None:
    line.completer_of_values.show_choices(CHOICES)
    qtbot.keyClicks(line, "fees doc:le")
    assert line.completer_of_values.is_open
    with qtbot.waitSignal(line.asked):
        qtbot.keyClick(line.completer_of_values.popup, Qt.Key.Key_Return)
    assert line.text() == "fees doc:le"
    assert not line.completer_of_values.is_open


def test_a_rest_asks_with_a_filter_at_the_end_of_the_question(qtbot: QtBot, line: QuestionLine) -> None:
    line.completer_of_values.show_choices(CHOICES)
    with qtbot.waitSignal(line.paused):
        qtbot.keyClicks(line, "fees heading:leave")


def test_escape_closes_the_values_and_enter_then_asks(qtbot: QtBot, line: QuestionLine) -> None:
    line.completer_of_values.show_choices(CHOICES)
    qtbot.keyClicks(line, "fees doc:le")
    qtbot.keyClick(line.completer_of_values.popup, Qt.Key.Key_Escape)
    assert not line.completer_of_values.is_open
    with qtbot.waitSignal(line.asked):
        qtbot.keyClick(line, Qt.Key.Key_Return)


@pytest.mark.parametrize(
    ("before", "found"),
    [
        ("doc:", ("doc", 4, "")),
        ("a Heading:fe", ("heading", 10, "fe")),
        ('x version:"7', ("version", 10, "7")),
        ("doc:leave ", None),
        ('heading:"day pass" ', None),
        ("undoc:x", None),
        ("note:x", None),
    ],
)
def test_a_value_being_written_is_found(before: str, found: tuple[str, int, str] | None) -> None:
    value = open_value(before)
    assert (value and (value.key, value.start, value.text)) == found


@given(key=st.sampled_from(("doc", "heading", "version")), value=st.sampled_from(("leave", "Day pass", "hr/leave.md")))
def test_what_is_written_is_read_again(key: str, value: str) -> None:
    assert [(each.kind, each.value) for each in operators(f"x {key}:{written(value)} y")] == [(key, value)]


@given(question=st.text(alphabet='ab "-:“”', max_size=30) | st.text(max_size=30))
def test_operators_say_where_they_are_written(question: str) -> None:
    query = parse_query(question)
    found = operators(question)
    assert tuple(dict.fromkeys(each.value for each in found if each.kind == "phrase")) == query.phrases
    for each, following in zip(found, (*found[1:], None), strict=False):
        assert 0 <= each.start < each.end <= (following.start if following else len(question))
        assert each.value in question[each.start : each.end]


@pytest.mark.parametrize(
    ("question", "number", "shorter"),
    [
        ("fees doc:leave today", 0, "fees today"),
        ('the "day pass" -refund', 0, "the day pass -refund"),
        ('the "day pass" -refund', 1, 'the "day pass"'),
    ],
)
def test_a_written_filter_can_be_taken_out(question: str, number: int, shorter: str) -> None:
    assert without_written(question, written_chips(question)[number]) == shorter


def test_every_example_of_the_help_is_what_it_says() -> None:
    kinds = [{each.kind for each in operators(example)} for example, _ in EXAMPLES]
    assert kinds == [set(), {"phrase"}, {"without"}, {"heading"}, {"doc"}, {"version"}, {"heading"}]


def test_an_example_can_be_chosen(qtbot: QtBot, line: QuestionLine) -> None:
    help_popup = QueryHelp(line)
    help_popup.open_at(line.mapToGlobal(line.rect().bottomRight()))
    with qtbot.waitSignal(help_popup.example_chosen) as told:
        help_popup.findChildren(QPushButton)[2].click()
    assert told.args == ["pass -refund"]

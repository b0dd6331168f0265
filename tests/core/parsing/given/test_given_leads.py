"""Headings in front of a text: what is taken for them, and what is not."""

from __future__ import annotations

import pytest

from explorer.core.parsing.given.lead import lead_length

PATH = ("Member Handbook", "Appeals")

LEADS = [
    ("Member Handbook > Appeals\n\nSend it.", "Send it."),
    ("Member Handbook > Appeals: Send it.", "Send it."),
    ("Plan > Member Handbook > Appeals\nSend it.", "Send it."),
    ("[Plan | Member Handbook | Appeals]\nSend it.", "Send it."),
    ("Member Handbook / Appeals\nSend it.", "Send it."),
    ("Member Handbook\nAppeals\nSend it.", "Send it."),
    ("Member Handbook: Appeals: Send it.", "Send it."),
    ("# Member Handbook  \n## Appeals  \nSend it.", "Send it."),
    ("## Appeals\n\nSend it.", "Send it."),
    ("## Appeals ##\nSend it.", "Send it."),
    ("**Appeals**\nSend it.", "Send it."),
    ("Appeals\r\nSend it.", "Send it."),
    ("member  handbook > APPEALS\nSend it.", "Send it."),
    ("Appeals\n\n    indented = code", "    indented = code"),
    ("Plan\nSend it.", "Send it."),
]
NO_LEADS = [
    "Appeals are sent by post.",
    "Appeals: send them.",
    "Appeals",
    "## Appeals",
    "Member Handbook > Appeals",
    "Member Handbook\nSend it.",
    "Member Handbook > Other\nSend it.",
    "Other > Appeals\nSend it.",
    "Planning\nSend it.",
    "Member Handbook/Appeals-like things.",
    "Member Handbook > Appeals | Complaints",
    "Member Handbook / Appeals / how they are sent.",
    "",
]


@pytest.mark.parametrize(("text", "rest"), LEADS)
def test_headings_in_front_are_found(text: str, rest: str) -> None:
    assert text[lead_length(text, "Plan", PATH) :] == rest


@pytest.mark.parametrize("text", NO_LEADS)
def test_other_words_are_left_alone(text: str) -> None:
    assert lead_length(text, "Plan", PATH) == 0


def test_a_header_that_the_pipeline_names_is_found() -> None:
    text = 'Section "Appeals", in Plan.\nSend it.'
    assert text[lead_length(text, "Plan", PATH, 'Section "Appeals", in Plan.') :] == "Send it."


@pytest.mark.parametrize("text", ["Term / definition", "A | B", "Term > other", "Term 12", "Term:inology", "Terms\n"])
def test_a_lone_heading_that_the_text_goes_on_from_stays(text: str) -> None:
    assert lead_length(text + " and more.", "", ("Term",)) == lead_length(text + " and more.", "", ("A",)) == 0


def test_one_heading_with_a_colon_is_a_lead_where_it_is_the_whole_path() -> None:
    assert lead_length("Appeals: send them.", "", ("Appeals",)) == len("Appeals: ")

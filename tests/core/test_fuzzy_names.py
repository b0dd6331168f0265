"""Names are found by their words, beginnings, parts, initials and letters; the best match scores most."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.fuzzy import Pattern, fold

NAME = "employee-handbook.md"


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("handbook", NAME),
        ("HANDB", NAME),
        ("book", NAME),
        ("eh", NAME),
        ("emhb", NAME),
        ("hand emp", NAME),
        ("ubersicht", "Übersicht"),
        ("übersicht", "Ubersicht"),
        ("strasse", "Hauptstraße"),
        ("acao", "Ação judicial"),
        ("pl", "Parental leave"),
        ("請假", "員工請假辦法"),
        ("4.1", "4.1 Elective surgery"),
    ],
)
def test_what_is_meant_is_found(typed: str, text: str) -> None:
    assert Pattern(typed).score(fold(text)) > 0


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("hbem", NAME),
        ("mpy", NAME),
        ("handbooks", NAME),
        ("employee plans", NAME),
        ("az", "a long heading of many words, quite at random dozing"),
        ("a", ""),
    ],
)
def test_what_is_not_meant_is_not(typed: str, text: str) -> None:
    assert Pattern(typed).score(fold(text)) == 0


@pytest.mark.parametrize(
    ("typed", "better", "worse"),
    [
        ("plan", "plan.md", "plans.md"),
        ("plan", "plans.md", "airplane.md"),
        ("leave", "Leave", "Leave of absence"),
        ("plan", "airplane.md", "people-launch-hand.md"),
        ("ep", "elective-procedures.md", "deposit.md"),
        ("pla", "plans.md", "parental-leave-absence.md"),
        ("pla", "parental-leave-absence.md", "people-an.md"),
        ("hndbk", "handbook.md", "have-no-doubt-bike.md"),
    ],
)
def test_the_better_match_scores_more(typed: str, better: str, worse: str) -> None:
    pattern = Pattern(typed)
    assert pattern.score(fold(better)) > pattern.score(fold(worse))


def test_words_may_stand_in_several_fields_and_the_first_counts_most() -> None:
    pattern = Pattern("hr leave")
    assert pattern.score("leave.md", "hr") > 0
    assert Pattern("leave").score("leave.md", "hr") > Pattern("leave").score("hr", "leave.md")
    assert Pattern("").score("leave.md") == 0


@pytest.mark.parametrize(
    ("typed", "text", "marked"),
    [
        ("hand", NAME, ["hand"]),
        ("emhb", NAME, ["em", "h", "b"]),
        ("strasse", "Hauptstraße 3", ["straße"]),
        ("uber", "Die Übersicht", ["Über"]),
        ("leave nothing", "Leave", ["Leave"]),
        ("lea eav", "Leave", ["Leav"]),
    ],
)
def test_what_was_found_is_marked(typed: str, text: str, marked: list[str]) -> None:
    assert [text[start:end] for start, end in Pattern(typed).spans(text)] == marked


TEXTS = st.text(max_size=60)


@given(typed=st.text(max_size=12), text=TEXTS)
def test_spans_are_in_order_within_the_text_and_stand_for_a_match(typed: str, text: str) -> None:
    pattern = Pattern(typed)
    spans = pattern.spans(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(before[1] < after[0] for before, after in pairwise(spans))
    assert not (pattern.score(fold(text)) and not spans)


@given(text=TEXTS)
def test_every_word_of_a_text_finds_it(text: str) -> None:
    for word in fold(text).split():
        assert Pattern(word).score(fold(text)) > 0


@given(text=TEXTS)
def test_folding_again_changes_nothing_that_was_letters(text: str) -> None:
    assert fold(fold(text)) == fold(text)

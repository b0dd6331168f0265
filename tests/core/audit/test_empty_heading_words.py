"""Runs of words that say nothing: who keeps whom company, and that languages are not mixed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.audit.empty_words import EmptyWords, is_unspaced

WORDS = EmptyWords(
    generic=frozenset({"notes", "summary", "other"}),
    phrases=frozenset({"see also", "in short"}),
    lone=frozenset({"chapter", "table of contents"}),
    hollow=frozenset({"considerations", "matters"}),
    modifiers=frozenset({"general", "final"}),
    fillers=frozenset({"the", "and", "of", "in"}),
    openers=frozenset({"the"}),
)
CHINESE = EmptyWords(
    generic=frozenset({"说明", "背景", "例"}), modifiers=frozenset({"技术"}), fillers=frozenset({"的", "和"})
)


@pytest.mark.parametrize(("heading", "empty"), [
    ("notes", True),
    ("general notes", True),
    ("the notes and summary", True),
    ("notes and see also", True),
    ("in short", True),
    ("chapter", True),
    ("table of contents", True),
    ("other matters", True),
    ("final considerations", True),
    ("", False),
    ("general", False),
    ("the", False),
    ("considerations", False),
    ("considerations and matters", False),
    ("notes on fees", False),
    ("chapter notes", False),
    ("in the notes", False),
    ("notes notes fees", False),
])  # fmt: skip
def test_words_in_company(heading: str, empty: bool) -> None:
    assert WORDS.cover(heading.split()) is empty


@pytest.mark.parametrize(("run", "empty"), [
    ("说明", True),
    ("技术说明", True),
    ("背景和说明", True),
    ("技术的背景", True),
    ("技术", False),
    ("网络说明", False),
    ("例", True),
    ("条例", False),
    ("背景例", False),
])  # fmt: skip
def test_a_script_without_spaces_is_read_as_entries_put_together(run: str, empty: bool) -> None:
    assert CHINESE.cover([run]) is empty


def test_scripts_that_set_spaces_are_not_taken_apart() -> None:
    assert [is_unspaced(text) for text in ("说明", "まとめ", "ノート", "notes", "개요", "")] == [True] * 3 + [False] * 3
    assert not WORDS.cover(["notessummary"])


@given(st.lists(st.sampled_from(["notes", "general", "the", "matters", "see", "also", "fees"]), max_size=8))
def test_a_word_that_says_something_is_never_covered(texts: list[str]) -> None:
    assert not WORDS.cover([*texts, "fees"])
    assert not WORDS.cover(["fees", *texts])


@given(st.lists(st.sampled_from(["notes", "summary", "general", "and"]), min_size=1, max_size=60))
def test_generic_words_in_any_number_say_nothing(texts: list[str]) -> None:
    assert WORDS.cover(["notes", *texts])

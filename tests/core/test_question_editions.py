"""A passage of another edition of its document is found in nearly the same words, and nothing else is."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.core.questions import Fragment, Question, Span
from explorer.core.questions_alike import Editions
from explorer.core.questions_gold import GoldFinder, QuestionDocument, resolve
from explorer.core.questions_sections import Heading, NotFoundError
from explorer.core.questions_text import Passage

PAGE = (
    "Samsung Maps finds places. You must enable location services to use it; see Location. "
    "Visit support.example.com/maps to learn more.",
    "1. From Settings, tap Display >Â\xa0Screen timeout , and tap a time limit of 30 seconds to set it.\n"
    "  - Storage : Manage the appâ\x80\x99s storage usage.\n  - Memory : View memory usage.",
    "| Fee | Due |\n| Monthly pass | 25 dollars within 10 days of the invoice |",
    "From Settings, tap Sounds and vibration, and tap a ringtone to hear and select it.",
    "Owners may return the device within 30 days of the day on which the parcel reached them.",
)
"""Chunks of a web page: links in their sentences, a broken encoding, list markers, table bars."""


def page(*texts: str) -> QuestionDocument:
    passages = tuple(Passage(index, 0, text) for index, text in enumerate(texts or PAGE))
    return QuestionDocument("phone.html", (Heading(0, 0, -1, "Screen timeout", "screen-timeout"),), passages)


def edition(text: str) -> Span:
    """Return a passage of the same document in Markdown."""
    return Span("phone.md", 7_000, 7_000 + len(text), text)


FOUND = [
    pytest.param(
        "Samsung Maps finds places.\n\nYou must enable location services to use it; see .\n\nLocation\n\n"
        "Visit to learn more.\n\nsupport.example.com/maps",
        {0},
        id="the words of links stand behind their sentences",
    ),
    pytest.param(
        "From Settings, tap Display > Screen timeout, and tap a time limit of 30 seconds to set it.\n\n"
        "Storage: Manage the apps storage usage.\n\nMemory: View memory usage",
        {1},
        id="a broken encoding, a lost apostrophe, list markers",
    ),
    pytest.param(
        "# Screen timeout\n\nFrom Settings, tap Display > Screen timeout, and tap a time limit of 30 seconds to set it",
        {1},
        id="a heading line above",
    ),
    pytest.param(
        "Monthly pass: 25 dollars within 10 days of the invoice.\n\nFrom Settings, tap Sounds and vibrations, "
        "and tap a ringtone to hear and select it",
        {2, 3},
        id="a table row without bars, another word, over a cut",
    ),
    pytest.param(
        "Owners may return the device within 30 days of the day on which the package reached them", {4}, id="a word"
    ),
]


@pytest.mark.parametrize(("text", "chunks"), FOUND)
def test_a_passage_of_another_edition_is_found(text: str, chunks: set[int]) -> None:
    found = GoldFinder([page()]).find(edition(text))
    assert {index for _, index in found.right} == chunks
    assert len(found.occurrences) == 1
    assert sum(share for _, share in found.occurrences[0].shares) == found.occurrences[0].size


ABSENT = [
    pytest.param(
        "Owners may return the device within 14 days of the day on which the parcel reached them", id="number"
    ),
    pytest.param("From Settings, tap Accounts and backup, and tap an account to see and remove it.", id="boilerplate"),
    pytest.param("Tap a ringtone to select it.", id="too short to be alike"),
    pytest.param("them reached parcel the which on day the of days 30 within device the return may Owners", id="order"),
    pytest.param(
        "Owners may return the device within 30 days. From Settings, tap Sounds and vibration. Samsung Maps finds "
        "places. Memory: View memory usage.",
        id="sentences from all over the page",
    ),
]


@pytest.mark.parametrize("text", ABSENT)
def test_another_statement_is_not_found(text: str) -> None:
    with pytest.raises(NotFoundError, match="no text holds"):
        GoldFinder([page()]).find(edition(text))


def test_a_quotation_alone_must_stand_there_as_it_is_quoted() -> None:
    quoted = "Owners may return the device within 30 days of the day on which the package reached them"
    with pytest.raises(NotFoundError, match="no text holds"):
        GoldFinder([page()]).find(Fragment(quoted))


def test_other_words_are_told() -> None:
    quoted = "Owners may return the device within 30 days of the day on which the package reached them"
    notes = resolve([Question("?", (edition(quoted),))], [page()]).notes
    assert [str(note) for note in notes] == [
        "“Owners may return the device within 30 days of the day on w…” stands there in other words: 94% of them are "
        "the same. The passage that is most like it is taken."
    ]


def test_a_passage_that_stands_twice_has_two_places() -> None:
    finder = GoldFinder([page(PAGE[4], "Filler. " * 60, PAGE[4])])
    found = finder.find(edition("Owners may return the device within 30 days of the day on which the box reached them"))
    assert sorted(index for _, index in found.right) == [0, 2]


@given(st.lists(st.sampled_from("abcdefghij"), max_size=80), st.lists(st.sampled_from("abcdefghij"), max_size=40))
def test_what_is_found_has_the_words_it_claims(page_words: list[str], wanted: list[str]) -> None:
    """Shares never count a letter that the passages do not have, and never more than the passage asked for."""
    texts = [" ".join(page_words[:30]), " ".join(page_words[30:])]
    for found in Editions(texts).find(" ".join(wanted)):
        assert found.share <= 1
        assert all(0 < letters <= len(texts[number].split()) for number, letters in found.shares)
        assert sum(letters for _, letters in found.shares) == round(found.share * len(wanted))


@given(st.integers(0, 400), st.integers(20, 60), st.randoms(use_true_random=False))
def test_a_passage_with_a_word_exchanged_is_found_where_it_stands(start: int, size: int, source: random.Random) -> None:
    words = [f"word{chr(97 + number // 26)}{chr(97 + number % 26)}" for number in range(460)]
    texts = [" ".join(words[first : first + 46]) for first in range(0, 460, 46)]
    changed = words[start : start + size]
    changed[source.randrange(1, len(changed) - 1)] = "other"
    (found,) = Editions(texts).find(" ".join(changed))
    assert {number for number, _ in found.shares} <= set(range(start // 46, (start + size - 1) // 46 + 1))

"""Phrases, excluded words and filters in a question; whatever is no operator stays text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.core.errors import ExplorerError
from explorer.core.query import Query, bare_version, narrow, parse_query
from explorer.core.views import Filters
from explorer.core.words import words_of


@pytest.mark.parametrize(("question", "expected"), [
    ('How much is the "monthly pass"?', Query("How much is the monthly pass ?", phrases=("monthly pass",))),
    ("“monthly pass” «day» „ride“", Query("monthly pass day ride", phrases=("monthly pass", "day", "ride"))),
    ("pass -day", Query("pass", without=("day",))),
    ('pass -"day pass", now', Query("pass , now", without=("day pass",))),
    ("cost heading:Plans", Query("cost", headings=("Plans",))),
    ('HEADING:"Monthly pass" cost?', Query("cost?", headings=("Monthly pass",))),
    ("doc:plans.md cost version:7?", Query("cost", documents=("plans.md",), versions=("7",))),
    ("-a -a x", Query("x", without=("a",))),
    ('"a" "b"c', Query("a b c", phrases=("a", "b"))),
    ("-pass", Query("", without=("pass",))),
])  # fmt: skip
def test_operators(question: str, expected: Query) -> None:
    assert parse_query(question) == expected


@pytest.mark.parametrize("question", [
    "How much is it?", 'a " b', '5" pipe', '"unclosed', '""', '" "', '"?!"', "a - b", "-", "--force", "-5 degrees",
    "e-mail", "heading: x", "doc:", "note:x", "subheading:x", 'heading:"x', "version:?", "x\n\ty  z", "", "“open",
])  # fmt: skip
def test_text_stays_as_it_is(question: str) -> None:
    assert parse_query(question) == Query(question)


_PIECES = st.sampled_from(
    [
        '"',
        "“",
        "”",
        "«",
        "»",
        "-",
        "–",
        " ",
        "  ",
        "\n",
        "heading:",
        "doc:",
        "version:",
        "a",
        "Pass",
        "7",
        "é",
        "?",
        ",",
    ]
)
_QUESTIONS = st.lists(_PIECES, max_size=14).map("".join)


@settings(deadline=None)
@given(_QUESTIONS)
def test_every_word_is_ranked_by_or_stands_in_an_operator(question: str) -> None:
    query = parse_query(question)
    taken = [*query.without, *query.headings, *query.documents, *query.versions]
    keys = {"heading", "doc", "version"}
    everything = set(words_of(query.text)) | {word for value in taken for word in words_of(value)}
    assert set(words_of(question)) - keys <= everything
    assert everything <= set(words_of(question))
    for phrase in query.phrases:
        assert " ".join(words_of(phrase)) in " ".join(words_of(query.text))


@settings(deadline=None)
@given(st.lists(st.sampled_from(["-", "–", " - ", '"', "a", "Pass", "7", "é", "?", "\n"]), max_size=10))
def test_without_operators_a_question_is_its_own_text(pieces: list[str]) -> None:
    """One quotation mark and dashes inside words or alone are no operators."""
    lone = " ".join(f"a{piece}a" if piece not in {" - ", '"'} else piece for piece in pieces)
    if lone.count('"') < 2:
        assert parse_query(lone) == Query(lone)


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_can_be_taken_apart(question: str) -> None:
    query = parse_query(question)
    assert all(words_of(value) for values in (query.phrases, query.without, query.headings) for value in values)


def test_narrow_adds_to_the_filters() -> None:
    filters = Filters(folder="hr", headings=("Leave",), current_only=False)
    found = narrow(filters, parse_query('days heading:sick doc:rules version:3 "per year" -unpaid'))
    assert found == Filters(
        folder="hr", current_only=False, headings=("Leave", "sick"), named=("rules",), versions=("3",),
        phrases=("per year",), without=("unpaid",),
    )  # fmt: skip
    assert narrow(filters, parse_query("days")) == filters


def test_versions_of_question_and_filter_must_agree() -> None:
    assert narrow(Filters(versions=("6", "7")), Query("x", versions=("v7",))).versions == ("v7",)
    with pytest.raises(ExplorerError, match="version 8, the filter allows only 6 or 7"):
        narrow(Filters(versions=("6", "7")), Query("x", versions=("8",)))


@pytest.mark.parametrize(("version", "expected"), [
    ("v7", "7"), ("V.7.1", "7.1"), ("7", "7"), ("vista", "vista"), (" Draft ", "draft"), ("", ""), ("v", "v"),
])  # fmt: skip
def test_bare_version(version: str, expected: str) -> None:
    assert bare_version(version) == expected
